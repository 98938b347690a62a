" A memo's text and the lines of its buffer. Between the two stands the text's list of parts: what its terminators
" leave of it when it is cut there. A text that ends with a terminator has an empty last part; in a buffer that part
" is 'endofline'. The terminator is "\n", "\r\n" ('fileformat' dos) or "\r" (mac); in a text of several kinds it is
" "\n", and the carriage returns are shown as ^M. An empty buffer is the empty text, whatever 'endofline' says.

let s:cpo = &cpoptions
set cpoptions&vim

let s:terminators = {'unix': "\n", 'dos': "\r\n", 'mac': "\r"}

" The terminator of a buffer's text.
function! memo#text#terminator(buffer) abort
  return s:terminators[getbufvar(a:buffer, '&fileformat')]
endfunction

" The parts of a text that came as JSON; {is_escaped} as memo#json#decode says.
function! memo#text#parts(text, is_escaped) abort
  let l:format = memo#text#format(a:text)
  let l:parts = memo#text#split(a:text, s:terminators[l:format])
  return a:is_escaped ? map(l:parts, {_, part -> memo#json#unescape(part)}) : l:parts
endfunction

" The 'fileformat' that shows a text best.
function! memo#text#format(text) abort
  let [l:feeds, l:returns, l:both] = [count(a:text, "\n"), count(a:text, "\r"), count(a:text, "\r\n")]
  if l:returns > 0 && l:feeds == 0
    return 'mac'
  endif
  return l:both > 0 && l:feeds == l:both && l:returns == l:both ? 'dos' : 'unix'
endfunction

" What a separator leaves of a text when it is cut there. A pattern finds no line end in front of a combining character.
function! memo#text#split(text, separator) abort
  let l:parts = split(a:text, a:separator, 1)
  if len(l:parts) == count(a:text, a:separator) + 1
    return l:parts
  endif
  let l:parts = []
  let l:start = 0
  let l:end = stridx(a:text, a:separator)
  while l:end >= 0
    call add(l:parts, strpart(a:text, l:start, l:end - l:start))
    let l:start = l:end + strlen(a:separator)
    let l:end = stridx(a:text, a:separator, l:start)
  endwhile
  return add(l:parts, strpart(a:text, l:start))
endfunction

" Whether one of the lines has this ASCII character; combining ones may follow it.
function! memo#text#has(lines, character) abort
  return stridx(join(a:lines, ''), a:character) >= 0
endfunction

" The terminator that goes with it.
function! memo#text#terminator_of(text) abort
  return s:terminators[memo#text#format(a:text)]
endfunction

" Whether the last part is 'endofline' in a buffer: as it is for ["a", ""], not for ["", ""].
function! memo#text#has_tail(parts) abort
  return len(a:parts) > 1 && a:parts[-1] ==# '' && a:parts != ['', '']
endfunction

" The parts of a buffer's text.
function! memo#text#of_buffer(buffer) abort
  let l:lines = getbufline(a:buffer, 1, '$')
  return memo#text#tail_of(a:buffer, l:lines) ? add(l:lines, '') : l:lines
endfunction

" Whether these lines of a buffer, all or the first ones, are followed by an empty last part.
function! memo#text#tail_of(buffer, lines) abort
  return getbufvar(a:buffer, '&endofline') && a:lines !=# ['']
endfunction

" The length of parts, terminators included, in bytes.
function! memo#text#bytes(parts, terminator) abort
  return strlen(join(a:parts, a:terminator))
endfunction

" {lines} with "?" for each byte or character that is no Unicode text, such as a byte of Latin-1 that a filter left.
function! memo#text#clean(lines) abort
  let l:whole = join(a:lines, "\n")
  return s:is_ascii(l:whole) || s:clean(l:whole) ==# l:whole ? a:lines : map(copy(a:lines), {_, line -> s:clean(line)})
endfunction

" Every other byte of Latin-1 is two in UTF-8. A pattern would take a second for each megabyte of one line.
function! s:is_ascii(text) abort
  return iconv(a:text, 'latin1', 'utf-8') ==# a:text
endfunction

" There and back through an encoding that has nothing but Unicode's characters. Without the line's end the last would
" be lost.
function! s:clean(text) abort
  let l:there = iconv(a:text . "\n", 'utf-8', 'utf-7')
  let l:back = iconv(l:there, 'utf-7', 'utf-8')
  return l:back ==# '' ? a:text : l:back[:-2]
endfunction

let &cpoptions = s:cpo
unlet s:cpo
