" Where a buffer changes, as the editor tells it.

let s:cpo = &cpoptions
set cpoptions&vim

" What changed since the last flush: buffer -> [start, end, how many lines were added], where start and end are lines
" of the buffer as it is, from 0, end excluded. One command may change lines many thousand times; all of it is looked
" at once, as soon as the editor waits for the next key.
let s:changed = {}
let s:listeners = {}

" Buffers in which one command makes so many changes that nobody listens until it is over: undo tells of each line.
let s:loud = {}
let s:most_calls = 200

" When there was a flush, and how long the next one waits, in milliseconds. What is pasted on a terminal comes in
" thousands of pieces, faster than anybody types, and with each call of a function Vim copies all that was inserted; so
" after a few pieces nothing is listened to any more, but looked at from time to time.
let s:flushed = reltime()
let s:pause = 0
let s:least_pause = 20
let s:most_pause = 200

" Begins to tell memo#sync what changes in a buffer.
function! memo#watch#begin(buffer) abort
  if has('nvim')
    call luaeval('require("memo.watch").watch(_A)', a:buffer)
  else
    let s:listeners[a:buffer] = listener_add(function('s:heard'), a:buffer)
  endif
endfunction

" Stops telling.
function! memo#watch#end(buffer) abort
  if has('nvim')
    call luaeval('require("memo.watch").unwatch(_A)', a:buffer)
  elseif has_key(s:listeners, a:buffer)
    call listener_remove(remove(s:listeners, a:buffer))
  endif
  for l:noted in [s:changed, s:loud]
    if has_key(l:noted, a:buffer)
      call remove(l:noted, a:buffer)
    endif
  endfor
endfunction

" Whether each change is heard of; not in the middle of a long paste.
function! memo#watch#is_listening(buffer) abort
  return has('nvim') || has_key(s:listeners, a:buffer)
endfunction

" Tells now what changed.
function! memo#watch#flush(buffer) abort
  if has('nvim')
    let l:changed = luaeval('require("memo.watch").take(_A)', a:buffer)
  else
    if has_key(s:loud, a:buffer)
      call remove(s:loud, a:buffer)
      call remove(s:changed, a:buffer)
      call memo#watch#begin(a:buffer)
      return memo#sync#compare(a:buffer)
    elseif !has_key(s:listeners, a:buffer)
      return memo#sync#compare(a:buffer)
    elseif bufloaded(a:buffer)
      call listener_flush(a:buffer)
    endif
    let l:changed = has_key(s:changed, a:buffer) ? remove(s:changed, a:buffer) : []
  endif
  if !empty(l:changed)
    call memo#sync#changed(a:buffer, l:changed[0], l:changed[1], l:changed[2])
    let s:flushed = reltime()
    " What was told may have ended the listening.
    if s:pause == s:most_pause && has_key(s:listeners, a:buffer)
      call listener_remove(remove(s:listeners, a:buffer))
      call timer_start(s:most_pause, {_ -> s:look(a:buffer)})
    endif
  endif
endfunction

" How many lines a buffer has.
function! memo#watch#line_count(buffer) abort
  return a:buffer == bufnr('%') ? line('$') : getbufinfo(a:buffer)[0].linecount
endfunction

" The size of a buffer's text in bytes, or -1 if the editor can't say.
function! memo#watch#size(buffer) abort
  if a:buffer != bufnr('%')
    return -1
  endif
  if line('$') == 1 && getline(1) ==# ''
    return 0
  endif
  let l:size = line2byte(line('$')) + strlen(getline('$')) - 1
  return l:size + (&endofline ? strlen(memo#text#terminator(a:buffer)) : 0)
endfunction

" Looks at a buffer that is not listened to, until nothing changes there.
function! s:look(buffer) abort
  if empty(memo#sync#memo(a:buffer)) || has_key(s:listeners, a:buffer)
    return
  elseif memo#sync#compare(a:buffer)
    call timer_start(s:most_pause, {_ -> s:look(a:buffer)})
  else
    let s:pause = 0
    call memo#watch#begin(a:buffer)
    call memo#status#settled(memo#sync#memo(a:buffer))
  endif
endfunction

" Each change counts the lines as they were after those before it. Vim's `end` is the line below it, before lines were
" added.
function! s:heard(buffer, start, end, added, changes) abort
  if !has_key(s:changed, a:buffer)
    let s:changed[a:buffer] = [a:changes[0].lnum - 1, 0, 0, 0]
    let l:is_early = reltimefloat(reltime(s:flushed)) * 1000 < s:least_pause
    let s:pause = l:is_early ? min([2 * s:pause + s:least_pause, s:most_pause]) : 0
    call timer_start(s:pause, {_ -> memo#watch#flush(a:buffer)})
  endif
  let l:all = s:changed[a:buffer]
  let l:all[3] += 1
  if l:all[3] > s:most_calls && has_key(s:listeners, a:buffer)
    call listener_remove(remove(s:listeners, a:buffer))
    let s:loud[a:buffer] = 1
  endif
  for l:change in a:changes
    let l:all[0] = min([l:all[0], l:change.lnum - 1])
    let l:all[1] = max([l:all[1], l:change.end - 1]) + l:change.added
    let l:all[2] += l:change.added
  endfor
endfunction

let &cpoptions = s:cpo
unlet s:cpo
