" JSON as it goes over the wire. A Vim string can't hold a NUL; in a line of a buffer "\n" stands for one. So text is
" written from lines, and what is read keeps NULs apart.

let s:cpo = &cpoptions
set cpoptions&vim

" {lines}, joined by {terminator}, as a JSON string.
function! memo#json#text(lines, terminator) abort
  if !memo#text#has(a:lines, "\n")
    return json_encode(join(a:lines, a:terminator))
  endif
  let l:end = json_encode(a:terminator)[1:-2]
  return '"' . join(map(copy(a:lines), {_, line -> s:line(line)}), l:end) . '"'
endfunction

function! s:line(line) abort
  return join(map(memo#text#split(a:line, "\n"), {_, part -> json_encode(part)[1:-2]}), '\u0000')
endfunction

" A message. If it has NULs, `escaped` is 1, and in its strings U+0001 followed by U+0010 to U+001F stands for U+0000
" to U+000F.
function! memo#json#decode(raw) abort
  if stridx(a:raw, '\u0000') < 0
    return json_decode(a:raw)
  endif
  let l:marked = substitute(a:raw, '\\\%(u000\|.\)', {found -> found[0] ==# '\u000' ? '\u0001\u001' : found[0]}, 'g')
  let l:message = json_decode(l:marked)
  let l:message.escaped = 1
  return l:message
endfunction

" A line of an escaped text as a line of a buffer.
function! memo#json#unescape(line) abort
  return substitute(a:line, "\1\\(.\\)", {found -> s:low(found[1])}, 'g')
endfunction

" What U+0010 to U+001F stand for. A character may have combining ones behind it.
function! s:low(character) abort
  let l:code = char2nr(a:character[0]) - 0x10
  return (l:code ? nr2char(l:code) : "\n") . a:character[1:]
endfunction

let &cpoptions = s:cpo
unlet s:cpo
