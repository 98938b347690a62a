" Folds of a memo: from a heading to the next one of its level or a higher one. While something is inserted they rest:
" for each character Vim would look back to the heading above, and a long paste would take minutes.

let s:cpo = &cpoptions
set cpoptions&vim

" The text that was looked at last, as [buffer, b:changedtick], and which of its lines a fence is open above.
let s:text = []
let s:code = []

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

" Whether a fence is open above a line. All lines are looked at once for a text, not again for each heading.
function! s:is_code(line) abort
  let l:text = [bufnr('%'), b:changedtick]
  if l:text != s:text
    let [s:text, s:code, l:is_code] = [l:text, [], 0]
    for l:line in getline(1, '$')
      call add(s:code, l:is_code)
      let l:is_code = l:line =~# '^\s*\%(```\|\~\~\~\)' ? !l:is_code : l:is_code
    endfor
  endif
  return s:code[a:line - 1]
endfunction

let &cpoptions = s:cpo
unlet s:cpo
