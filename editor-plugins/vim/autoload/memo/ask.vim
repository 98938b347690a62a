scriptencoding utf-8
" Questions to the user, on one line, so that the screen does not scroll.

" The key that the user presses.
function! memo#ask#key(question) abort
  redraw
  echohl Question
  echo a:question . ' '
  echohl None
  let l:key = getchar()
  redraw
  echo ''
  return type(l:key) == v:t_number ? nr2char(l:key) : l:key
endfunction

" Whether the user says yes. Anything but y, also where a Korean keyboard has it, is no.
function! memo#ask#yes(question) abort
  return index(['y', 'Y', 'ㅛ'], memo#ask#key(a:question . ' (y/N)')) >= 0
endfunction
