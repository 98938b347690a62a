" Renaming a memo, with all links that name it.

let s:cpo = &cpoptions
set cpoptions&vim

" :MemoRename: gives this memo, or that of the list's row, another title; without one, asks for it.
function! memo#rename#run(title) abort
  let l:memo = memo#command#may_change() ? memo#command#memo_here() : {}
  if empty(l:memo)
    return
  endif
  let l:title = a:title !=# '' ? a:title : input(memo#words#say('New title: '), memo#name#title(l:memo.parts))
  redraw
  if l:title =~# '^\s*$'
    return
  endif
  " What was typed anywhere is changed, too.
  for l:open in memo#sync#memos()
    call memo#buffer#send(l:open)
  endfor
  " Open memos hear of it as of another editor's changes, before the answer.
  let l:done = memo#server#ask('rename', {'id': l:memo.id, 'title': l:title})
  if !empty(l:done)
    call memo#list#refresh_soon()
    call memo#log#say(memo#words#say('Renamed; memos changed: %d', l:done.memos))
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
