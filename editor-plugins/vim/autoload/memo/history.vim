scriptencoding utf-8
" The revisions of a memo: a list below it, the chosen one beside it as a diff.

let s:most = 1000

" :MemoHistory
function! memo#history#open(mods) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if empty(l:memo)
    return memo#log#error(memo#words#say('This is no memo'))
  endif
  let l:result = memo#server#ask('history', {'id': l:memo.id, 'limit': s:most})
  if empty(l:result)
    return
  elseif empty(l:result.revisions)
    return memo#log#say(memo#words#say('No history yet: the memo is not saved'))
  endif
  let l:window = win_getid()
  execute 'silent botright 8split' fnameescape('memos://history/' . l:memo.id)
  let b:memo_history = {'id': l:memo.id, 'window': l:window, 'revisions': l:result.revisions,
        \ 'title': memo#words#say('History of “%s”', memo#status#title(l:memo))}
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted modifiable winfixheight
  silent call deletebufline('%', 1, '$')
  call setline(1, map(copy(l:result.revisions), {_, revision -> s:row(revision)}))
  setlocal nomodifiable nomodified
  call memo#window#set_filetype('memohistory')
  " The first is what the memo is, the second what it was before.
  call cursor(2, 1)
  call memo#history#show()
endfunction

" Shows the revision under the cursor beside the memo.
function! memo#history#show() abort
  let l:history = b:memo_history
  let l:here = win_getid()
  let l:revision = l:history.revisions[line('.') - 1]
  let l:memo = memo#server#ask('getMemo', {'id': l:history.id, 'revision': l:revision.revision})
  if empty(l:memo) || !win_gotoid(l:history.window)
    return
  endif
  diffthis
  call s:go_beside(l:here)
  let l:parts = memo#text#parts(l:memo.text, l:memo.escaped)
  setlocal modifiable
  let &l:fileformat = memo#text#format(l:memo.text)
  silent call deletebufline('%', 1, '$')
  call setline(1, memo#text#has_tail(l:parts) ? l:parts[:-2] : l:parts)
  setlocal nomodifiable nomodified
  let b:memo_when = memo#row#day(l:revision.modifiedAt) . ' ' . memo#row#time(l:revision.modifiedAt)
  diffthis
  call win_gotoid(l:here)
endfunction

" Makes the memo what it was then, after asking unless {is_sure}.
function! memo#history#restore(is_sure) abort
  let l:history = b:memo_history
  if !a:is_sure && !memo#ask#yes(memo#words#say('Really go back to this text?'))
    return
  endif
  let l:revision = l:history.revisions[line('.') - 1].revision
  if empty(memo#server#ask('restore', {'id': l:history.id, 'revision': l:revision}))
    return
  endif
  call memo#history#close()
  call memo#trash#restored(l:history.id)
endfunction

" Closes the list and the revision.
function! memo#history#close() abort
  let l:history = b:memo_history
  let l:beside = bufwinid(s:revision_name(l:history.id))
  close
  if l:beside > 0
    call win_execute(l:beside, 'close')
  endif
  if win_gotoid(l:history.window)
    diffoff
  endif
endfunction

" The list's status line.
function! memo#history#status() abort
  return get(get(b:, 'memo_history', {}), 'title', '')
endfunction

function! s:row(revision) abort
  return printf('%s %s  %8d  %s', memo#row#day(a:revision.modifiedAt), memo#row#time(a:revision.modifiedAt), a:revision.bytes,
        \ a:revision.displayTitle)
endfunction

function! s:revision_name(id) abort
  return 'memos://revision/' . a:id
endfunction

function! s:go_beside(list) abort
  let l:name = s:revision_name(b:memo_id)
  if bufwinid(l:name) > 0
    return win_gotoid(bufwinid(l:name))
  endif
  execute 'silent rightbelow vertical split' fnameescape(l:name)
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted
  setlocal syntax=memo statusline=\ %{b:memo_when}
endfunction
