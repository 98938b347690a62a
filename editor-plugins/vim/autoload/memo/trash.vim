scriptencoding utf-8
" Deleting and restoring.

let s:cpo = &cpoptions
set cpoptions&vim

let s:last = ''

" The memo that was deleted last here, or "".
function! memo#trash#last() abort
  return s:last
endfunction

" Deletes a memo, after asking unless {is_sure}. The next one takes its place on the screen.
function! memo#trash#delete(id, title, is_permanent, is_sure) abort
  let l:title = a:title ==# '' ? memo#words#say('New memo') : a:title
  let l:memo = memo#sync#of(a:id)
  " The server does not know a memo into which nothing was typed, nor one that was destroyed elsewhere.
  let l:is_unknown = !empty(l:memo) && (l:memo.version == 0 || l:memo.is_gone)
  let l:trashed = a:is_permanent && !l:is_unknown ? s:trashed_version(a:id) : 0
  let l:is_permanent = l:is_unknown ? get(l:memo, 'is_gone') : l:trashed > 0
  let l:question = memo#ask#about(l:is_permanent ? 'Really delete “%s” for ever?' : 'Really delete “%s”?', l:title)
  if !a:is_sure && !memo#ask#yes(l:question)
    return
  endif
  let l:params = {'id': a:id, 'permanent': l:is_permanent ? v:true : v:false}
  call extend(l:params, l:trashed ? {'baseVersion': l:trashed} : {})
  if !l:is_unknown && empty(memo#server#ask('delete', l:params))
    return
  endif
  let l:next = memo#window#list() ? memo#list#neighbour(a:id) : s:first()
  call s:replace(get(l:memo, 'buffer', -1), l:next)
  if memo#window#list()
    call memo#list#refresh()
    call memo#list#select(l:next)
  endif
  redraw
  if !l:is_permanent && !l:is_unknown
    let s:last = a:id
    call memo#log#say(memo#words#say('Deleted. :MemoRestore, or u in the list, brings it back'))
  endif
endfunction

" Brings a memo back.
function! memo#trash#restore(id) abort
  if a:id ==# ''
    return memo#log#error(memo#words#say('There is no memo to restore'))
  endif
  let l:memo = memo#sync#of(a:id)
  if get(l:memo, 'is_gone')
    return memo#follow#recreate(l:memo)
  elseif empty(memo#server#ask('restore', {'id': a:id}))
    return
  endif
  call memo#trash#restored(a:id)
  if memo#window#list()
    call memo#list#refresh()
    call memo#list#select(a:id)
  elseif memo#sync#buffer(a:id) < 0
    call memo#window#show_memo(a:id, '')
  endif
endfunction

" The server has brought a memo back, or made it what it was once: its buffer follows.
function! memo#trash#restored(id) abort
  let l:memo = memo#sync#of(a:id)
  if !empty(l:memo)
    call memo#buffer#unlock(l:memo)
    call memo#follow#revived(l:memo)
  endif
  call memo#log#say(memo#words#say('Restored'))
endfunction

" The version of a memo that is in the trash at this moment, 0 if it is not: only that one is destroyed, whatever was
" known before and whatever somebody does meanwhile.
function! s:trashed_version(id) abort
  let l:memo = get(memo#server#call('getMemo', {'id': a:id}), 'result', {})
  return has_key(l:memo, 'trashedAt') ? l:memo.version : 0
endfunction

" The memo that was changed last; "" if there is none.
function! s:first() abort
  let l:memos = get(memo#server#ask('list', {'limit': 1}), 'memos', [])
  return empty(l:memos) ? '' : l:memos[0].id
endfunction

" Has the windows of a buffer that goes away show another memo, or nothing.
function! s:replace(buffer, id) abort
  if a:buffer < 0
    return
  endif
  for l:window in win_findbuf(a:buffer)
    call win_execute(l:window, 'silent ' . (a:id ==# '' ? 'enew' : memo#name#command(a:id)))
  endfor
  execute 'silent bwipeout!' a:buffer
endfunction

let &cpoptions = s:cpo
unlet s:cpo
