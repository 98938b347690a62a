" Folds of a memo: from a heading to the next one of its level or a higher one.

" The level of a line that begins with "#", for 'foldexpr'. In a block of code it is no heading.
function! memo#fold#level(line) abort
  let l:level = matchend(getline(a:line), '^#\{1,6}\ze\s')
  return l:level < 0 || s:is_code(a:line) ? '=' : '>' . l:level
endfunction

" Whether a fence is open above a line.
function! s:is_code(line) abort
  let l:fences = filter(getline(1, a:line - 1), {_, text -> text =~# '^\s*\%(```\|\~\~\~\)'})
  return len(l:fences) % 2
endfunction
