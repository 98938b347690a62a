" A change as the protocol's ContentChange.

let s:cpo = &cpoptions
set cpoptions&vim

" How {old}, the memo's parts from {start} on, become {new}; neither is empty.
function! memo#change#between(memo, start, old, new) abort
  if a:memo.has_returns || memo#text#has(a:new, "\r")
    return s:whole_parts(a:memo, a:start, a:old, a:new)
  endif
  let l:first = memo#diff#common_start(a:old[0], a:new[0])
  let l:most = min([strlen(a:old[-1]) - (len(a:old) == 1 ? l:first : 0),
        \ strlen(a:new[-1]) - (len(a:new) == 1 ? l:first : 0)])
  let l:last = memo#diff#common_end(a:old[-1], a:new[-1], l:most)
  let l:new = copy(a:new)
  let l:new[-1] = strpart(l:new[-1], 0, strlen(l:new[-1]) - l:last)
  let l:new[0] = strpart(l:new[0], l:first)
  return s:json(a:start, l:first, a:start + len(a:old) - 1, strlen(a:old[-1]) - l:last, l:new, a:memo.terminator)
endfunction

" The same by whole parts, for a text in which the server sees more lines than Vim, and no position lies in a "\r\n".
function! s:whole_parts(memo, start, old, new) abort
  let l:end = a:start + len(a:old)
  let l:start_line = s:lines(a:memo, a:start, a:start > 0 ? a:memo.terminator : '')
  if l:end < len(a:memo.parts)
    return s:json(l:start_line, 0, s:lines(a:memo, l:end, a:memo.terminator), 0, a:new + [''], a:memo.terminator)
  endif
  return s:json(l:start_line, 0, s:lines(a:memo, l:end, ''), 0x7fffffff, a:new, a:memo.terminator)
endfunction

" How many lines end, as the server sees them, in the first {count} parts and what follows them.
function! s:lines(memo, count, after) abort
  let l:parts = a:count > 0 ? a:memo.parts[: a:count - 1] : []
  let l:text = join(l:parts, a:memo.terminator) . a:after
  " In a part, "\n" is a NUL and ends nothing.
  let l:inside = join(l:parts, ' ')
  return count(l:text, "\n") - count(l:inside, "\n")
        \ + count(l:text, "\r") - count(l:text, "\r\n") + count(l:inside, "\r\n")
endfunction

function! s:json(line, character, end_line, end_character, new, terminator) abort
  return '{"range":{"start":{"line":' . a:line . ',"character":' . a:character . '},"end":{"line":' . a:end_line
        \ . ',"character":' . a:end_character . '}},"text":' . memo#json#text(a:new, a:terminator) . '}'
endfunction

" Whether {changes}, which the server made, can be applied to the memo's parts: only where both see the same lines.
function! memo#change#can_apply(memo, changes) abort
  for l:change in a:changes
    let l:returns = count(l:change.text, "\r")
    if !has_key(l:change, 'range') || l:returns != (a:memo.terminator ==# "\n" ? 0 : count(l:change.text, "\n"))
          \ || l:returns != count(l:change.text, "\r\n")
      return 0
    endif
  endfor
  return !a:memo.has_returns && (empty(a:changes) || a:memo.terminator !=# "\r")
endfunction

" {parts} after one of the server's changes.
function! memo#change#apply(parts, change, terminator, is_escaped) abort
  let [l:start, l:end] = [s:place(a:parts, a:change.range.start), s:place(a:parts, a:change.range.end)]
  let l:new = memo#text#split(a:change.text, a:terminator)
  if a:is_escaped
    call map(l:new, {_, part -> memo#json#unescape(part)})
  endif
  let l:new[0] = strpart(a:parts[l:start[0]], 0, l:start[1]) . l:new[0]
  let l:new[-1] .= strpart(a:parts[l:end[0]], l:end[1])
  call memo#diff#replace(a:parts, l:start[0], l:end[0] - l:start[0] + 1, l:new)
  return a:parts
endfunction

" A position past a line's end means its end, one past the last line the end of the text.
function! s:place(parts, position) abort
  if a:position.line >= len(a:parts)
    return [len(a:parts) - 1, strlen(a:parts[-1])]
  endif
  return [a:position.line, min([a:position.character, strlen(a:parts[a:position.line])])]
endfunction

let &cpoptions = s:cpo
unlet s:cpo
