scriptencoding utf-8
" Deleting and restoring.

let s:last = ''

" The memo that was deleted last here, or "".
function! memo#trash#last() abort
  return s:last
endfunction

" Deletes a memo, after asking unless {is_sure}. The next one takes its place on the screen.
function! memo#trash#delete(id, title, is_permanent, is_sure) abort
  let l:title = a:title ==# '' ? memo#words#say('New memo') : memo#words#cut(a:title, 30)
  let l:question = memo#words#say(a:is_permanent ? 'Really delete “%s” for ever?' : 'Really delete “%s”?', l:title)
  if !a:is_sure && !memo#ask#yes(l:question)
    return
  endif
  let l:buffer = memo#sync#buffer(a:id)
  " The server does not know a memo into which nothing was typed.
  let l:is_new = l:buffer >= 0 && memo#sync#memo(l:buffer).version == 0
  if l:buffer >= 0
    call memo#watch#flush(l:buffer)
  endif
  let l:params = {'id': a:id, 'permanent': a:is_permanent ? v:true : v:false}
  if !l:is_new && empty(memo#server#ask('delete', l:params))
    return
  endif
  let l:next = memo#window#list() ? memo#list#neighbour(a:id) : s:first()
  call s:replace(l:buffer, l:next)
  if memo#window#list()
    call memo#list#refresh()
    call memo#list#select(l:next)
  endif
  redraw
  if !a:is_permanent && !l:is_new
    let s:last = a:id
    call memo#log#say(memo#words#say('Deleted. :MemoRestore, or u in the list, brings it back'))
  endif
endfunction

" Brings a memo back.
function! memo#trash#restore(id) abort
  if a:id ==# ''
    return memo#log#error(memo#words#say('There is no memo to restore'))
  elseif empty(memo#server#ask('restore', {'id': a:id}))
    return
  endif
  call memo#trash#restored(a:id)
  if memo#window#list()
    call memo#list#refresh()
    call memo#list#select(a:id)
  elseif memo#sync#buffer(a:id) < 0
    call memo#window#show_memo('memo://' . a:id)
  endif
endfunction

" The server has brought a memo back, or made it what it was once: its buffer follows.
function! memo#trash#restored(id) abort
  let l:buffer = memo#sync#buffer(a:id)
  if l:buffer >= 0
    call setbufvar(l:buffer, '&modifiable', 1)
    call memo#follow#revived(memo#sync#memo(l:buffer))
  endif
  call memo#log#say(memo#words#say('Restored'))
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
    call win_execute(l:window, 'silent ' . (a:id ==# '' ? 'enew' : 'edit memo://' . a:id))
  endfor
  execute 'silent bwipeout!' a:buffer
endfunction
