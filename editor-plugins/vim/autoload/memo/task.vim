scriptencoding utf-8
" Tasks: items of a list with a box, "- [ ]" or "- [x]".

let s:cpo = &cpoptions
set cpoptions&vim

" What stands before the mark in a task's box.
let s:start = '^\%(\s*>\)*\s*\%([-*+]\|\d\{1,9}[.)]\)\s\+\['
let s:open = s:start . '\zs \ze\]\%(\s\|$\)'
let s:done = s:start . '\zs[xX]\ze\]\%(\s\|$\)'

" :MemoToggleTask: ticks the tasks of some lines, or takes the ticks away if the first has one.
function! memo#task#toggle(first, last) abort
  if !&modifiable
    return memo#log#error(memo#words#say('This can’t be changed: ‘modifiable’ is off'))
  endif
  let l:numbers = filter(range(a:first, a:last), {_, number -> getline(number) =~# s:open . '\|' . s:done})
  if empty(l:numbers)
    return memo#log#say(memo#words#say('There is no task here'))
  endif
  let [l:pattern, l:mark] = getline(l:numbers[0]) =~# s:open ? [s:open, 'x'] : [s:done, ' ']
  for l:number in l:numbers
    call setline(l:number, substitute(getline(l:number), l:pattern, l:mark, ''))
  endfor
endfunction

" The same for the line of the cursor.
function! memo#task#toggle_here() abort
  call memo#task#toggle(line('.'), line('.'))
endfunction

let &cpoptions = s:cpo
unlet s:cpo
