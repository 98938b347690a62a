scriptencoding utf-8
" Questions to the user, on one line, so that the screen does not scroll.

let s:cpo = &cpoptions
set cpoptions&vim

" How many cells of the message line are left beside a text.
function! memo#ask#room(text) abort
  return max([v:echospace + (max([&cmdheight, 1]) - 1) * &columns - strdisplaywidth(a:text), 10])
endfunction

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

let s:yes_or_no = ' (y/N)'

" A question about a memo, with as much of its title as fits.
function! memo#ask#about(question, title) abort
  let l:room = memo#ask#room(memo#words#say(a:question, '') . s:yes_or_no . ' ')
  return memo#words#say(a:question, memo#words#cut(a:title, min([l:room, 30])))
endfunction

" Whether the user says yes. Anything but y, also where a Korean keyboard has it, is no.
function! memo#ask#yes(question) abort
  return index(['y', 'Y', 'ㅛ'], memo#ask#key(a:question . s:yes_or_no)) >= 0
endfunction

" Has the user choose one of {choices}, each with its key in parentheses, such as "(f)ile", and calls {Chosen} with its
" number, from 0; not at all if there was no choice. Neovim may show them in a window of the user's choice, and goes on
" meanwhile.
function! memo#ask#choose(question, choices, Chosen) abort
  let s:Chosen = a:Chosen
  if has('nvim')
    let l:labels = map(copy(a:choices), {_, choice -> substitute(choice, '[()]', '', 'g')})
    return luaeval('require("memo.ui").select(unpack(_A))', [l:labels, a:question])
  endif
  let l:keys = map(copy(a:choices), {_, choice -> matchstr(choice, '(\zs.\ze)')})
  let l:question = a:question . ' ' . join(a:choices)
  if strdisplaywidth(l:question) >= memo#ask#room('')
    let l:question = a:question . ' (' . join(l:keys, '/') . ')'
  endif
  let l:key = tolower(memo#ask#key(l:question))
  if index(l:keys, l:key) >= 0
    call memo#ask#chosen(index(l:keys, l:key))
  endif
endfunction

" Has the user choose one of {labels} of any number and length, and calls {Chosen} as memo#ask#choose does.
function! memo#ask#pick(question, labels, Chosen) abort
  let s:Chosen = a:Chosen
  if has('nvim')
    return luaeval('require("memo.ui").select(unpack(_A))', [a:labels, a:question])
  endif
  let l:lines = map(copy(a:labels), {number, label -> printf('%3d  %s', number + 1, label)})
  let l:number = inputlist([a:question] + l:lines)
  redraw
  if l:number >= 1 && l:number <= len(a:labels)
    call memo#ask#chosen(l:number - 1)
  endif
endfunction

" The choice that the user made.
function! memo#ask#chosen(number) abort
  call s:Chosen(a:number)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
