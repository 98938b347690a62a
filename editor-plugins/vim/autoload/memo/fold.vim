" Folds of a memo: from a heading to the next one of its level or a higher one. While something is inserted they rest: for
" each character Vim would look back to the heading above, and a long paste would take minutes.

let s:cpo = &cpoptions
set cpoptions&vim

" Folds the current window if its memo has headings.
function! memo#fold#update() abort
  if s:is_ours() && &l:foldmethod ==# 'manual' && search('^#\{1,6}\s', 'cnw')
    setlocal foldmethod=expr
  endif
endfunction

" Leaves the folds as they are.
function! memo#fold#rest() abort
  if s:is_ours() && &l:foldmethod ==# 'expr'
    setlocal foldmethod=manual
  endif
endfunction

" The level of a line that begins with "#", for 'foldexpr'. In a block of code it is no heading.
function! memo#fold#level(line) abort
  let l:level = matchend(getline(a:line), '^#\{1,6}\ze\s')
  return l:level < 0 || s:is_code(a:line) ? '=' : '>' . l:level
endfunction

function! s:is_ours() abort
  return &l:foldexpr =~# 'memo#fold'
endfunction

" Whether a fence is open above a line.
function! s:is_code(line) abort
  let l:fences = filter(getline(1, a:line - 1), {_, text -> text =~# '^\s*\%(```\|\~\~\~\)'})
  return len(l:fences) % 2
endfunction

let &cpoptions = s:cpo
unlet s:cpo
