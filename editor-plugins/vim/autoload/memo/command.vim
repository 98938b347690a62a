scriptencoding utf-8
" The commands; those with more to them have files of their own.

let s:cpo = &cpoptions
set cpoptions&vim

" :Memo: the memo that was changed last, or a new one.
function! memo#command#last(mods) abort
  let l:result = memo#buffer#is_possible() ? memo#server#ask('list', {'limit': 1}) : {}
  if !empty(l:result)
    call memo#window#show_memo(empty(l:result.memos) ? memo#buffer#fresh_id() : l:result.memos[0].id, a:mods)
  endif
endfunction

" :MemoNew: an empty memo is made with its first character, one with a text, or of a range of lines, at once.
function! memo#command#new(text, ...) abort
  let [l:mods, l:lines] = a:0 ? a:000 : ['', []]
  if !memo#buffer#is_possible() || !memo#server#is_ready()
    return
  endif
  let l:text = join((a:text ==# '' ? [] : [a:text]) + l:lines, "\n")
  if l:text ==# ''
    return memo#window#show_memo(memo#buffer#fresh_id(), l:mods)
  elseif !memo#command#may_change()
    return
  endif
  let l:memo = memo#server#ask('createMemo', {'text': l:text . (empty(l:lines) ? '' : "\n")})
  if !empty(l:memo)
    call memo#window#show_memo(l:memo.id, l:mods)
    call memo#list#refresh_soon()
  endif
endfunction

" :MemoToday: the memo of today, or of another day, which is made when it is asked for the first time.
function! memo#command#today(day, mods) abort
  if memo#buffer#is_possible() && memo#command#may_change()
    let l:memo = memo#server#ask('daily', a:day ==# '' ? {} : {'date': s:date(a:day)})
    if !empty(l:memo)
      " One that was in the trash is not there any more.
      if get(memo#sync#of(l:memo.id), 'is_trashed')
        call memo#trash#restored(l:memo.id)
      endif
      call memo#window#show_memo(l:memo.id, a:mods)
      call memo#list#refresh_soon()
    endif
  endif
endfunction

" The date that a word means: "today", "yesterday", or so many days or weeks ago, as "7d". Any other word stays.
function! s:date(word) abort
  let l:parts = matchlist(a:word, '^\(\d\{1,5}\)\([dw]\)$')
  if a:word !~? '^\%(yester\|to\)day$' && empty(l:parts)
    return a:word
  endif
  let l:days = empty(l:parts) ? a:word =~? '^y' : l:parts[1] * (l:parts[2] ==# 'w' ? 7 : 1)
  " From noon on: a day may have an hour less or more.
  let l:noon = localtime() + (12 - str2nr(strftime('%H'))) * 3600
  return strftime('%Y-%m-%d', l:noon - l:days * 86400)
endfunction

" The memo of the current buffer; in the list that of the row, which is shown then. {} if it says that there is none.
function! memo#command#memo_here() abort
  if bufnr('%') == memo#list#buffer() && memo#list#current_id() !=# ''
    call memo#window#show_memo(memo#list#current_id(), '')
  endif
  let l:memo = memo#sync#memo(bufnr('%'))
  if empty(l:memo)
    call memo#log#error(memo#words#say('This is no memo'))
  endif
  return l:memo
endfunction

" Whether the server has a memo, which it does from its first character on; says that there is nothing in it yet.
function! memo#command#has_text(memo) abort
  call memo#watch#flush(a:memo.buffer)
  if !a:memo.version
    call memo#log#error(memo#words#say('There is nothing in this memo yet'))
  endif
  return a:memo.version > 0
endfunction

" Whether memos may be changed in this editor; says why not.
function! memo#command#may_change() abort
  let l:is_protected = &readonly && bufname('%') =~# '^memos\?://'
  if !&write
    call memo#log#error(memo#words#say('Memos can’t be changed: ‘write’ is off'))
  elseif l:is_protected
    call memo#log#error(memo#words#say('This can’t be changed: ‘readonly’ is set'))
  endif
  return &write && !l:is_protected
endfunction

" :MemoDelete: in the list the memo under the cursor, elsewhere the one of the buffer.
function! memo#command#delete(is_sure, range) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !memo#command#may_change()
    return
  elseif !empty(a:range)
    return bufnr('%') == memo#list#buffer() ? memo#list#delete_rows(a:is_sure, a:range)
          \ : memo#log#error(memo#words#say('A range means rows of the list'))
  elseif bufnr('%') == memo#list#buffer()
    return memo#list#delete(a:is_sure)
  elseif empty(l:memo)
    return memo#log#error(memo#words#say('This is no memo'))
  endif
  call memo#buffer#send(l:memo)
  call memo#trash#delete(l:memo.id, l:memo.version ? memo#status#title(l:memo) : '', l:memo.is_trashed, a:is_sure)
endfunction

" :MemoRestore: in the list the row's memo or the last one deleted, in a memo of the trash that one.
function! memo#command#restore(range) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !memo#command#may_change()
    return
  elseif !empty(a:range)
    return bufnr('%') == memo#list#buffer() ? memo#list#restore_rows(a:range)
          \ : memo#log#error(memo#words#say('A range means rows of the list'))
  elseif bufnr('%') == memo#list#buffer()
    return memo#list#restore()
  endif
  call memo#trash#restore(get(l:memo, 'is_trashed') || get(l:memo, 'is_gone') ? l:memo.id : memo#trash#last())
endfunction

" :MemoFlush: everything is saved when it returns.
function! memo#command#flush() abort
  if memo#server#is_running() && memo#buffer#flush()
    call memo#log#say(memo#words#say('All is saved'))
  endif
endfunction

" :MemoLog
function! memo#command#log(mods) abort
  call s:show('memos://log', memo#log#lines(), a:mods)
  normal! G
endfunction

" :MemoInfo
function! memo#command#info(mods) abort
  let l:stats = memo#server#ask('stats', {})
  if empty(l:stats)
    return
  endif
  let l:info = memo#server#info()
  let l:lines = ['memo-ls ' . get(get(l:info, 'serverInfo', {}), 'version', '?') . '  ' . l:info.program,
        \ 'store    ' . l:stats.store.path,
        \ printf('memos    %d, %d bytes', l:stats.store.memos, l:stats.store.bytes),
        \ printf('session  %d edits, %d saves, %d memos not saved yet, %d s', l:stats.editsReceived,
        \   l:stats.savesWritten, l:stats.memosDirty, l:stats.uptimeMs / 1000)]
  let l:lines += ['', 'Options:']
  for l:name in memo#options()
    call add(l:lines, printf('  %-22s %s', 'g:memo_' . l:name, string(memo#option(l:name))))
  endfor
  call s:show('memos://info', l:lines, a:mods)
endfunction

" Completes the filters of :MemoSearch.
function! memo#command#complete_search(lead, line, cursor) abort
  let l:filters = ['tag:', 'link:', 'has:task', 'is:orphan', 'pinned:true', 'pinned:false', 'before:', 'after:',
        \ 'created-before:', 'created-after:']
  return filter(l:filters, {_, word -> stridx(word, a:lead) == 0})
endfunction

" Completes the targets of :MemoShare, and then a file.
function! memo#command#complete_share(lead, line, cursor) abort
  if strpart(a:line, 0, a:cursor) =~# '\<MemoShare!\?\s\+\S\+\s'
    return map(getcompletion(a:lead, 'file'), {_, name -> fnameescape(name)})
  endif
  return filter(memo#share#targets(), {_, word -> stridx(word, a:lead) == 0})
endfunction

function! s:show(name, lines, mods) abort
  let l:places = memo#window#places(a:mods)
  execute 'silent' (l:places ==# '' ? 'botright' : l:places) 'split' fnameescape(a:name)
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted modifiable nonumber norelativenumber
  silent call deletebufline('%', 1, '$')
  call setline(1, a:lines)
  setlocal nomodifiable nomodified
  if l:places ==# ''
    execute 'resize' min([max([len(a:lines), 5]), &lines / 2])
  endif
  nnoremap <buffer> <silent> <nowait> q :<C-U>close<CR>
endfunction

let &cpoptions = s:cpo
unlet s:cpo
