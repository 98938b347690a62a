scriptencoding utf-8
" What happened, for :messages and :MemoLog. The log lives as long as the editor and holds no memo's words, unless
" g:memo_trace asks for every message.

let s:cpo = &cpoptions
set cpoptions&vim

let s:lines = []
let s:most = 2000
" How long a message waits for the command line to be free, in milliseconds.
let s:pause = 100

" A line of the server's stderr.
function! memo#log#server(line) abort
  call s:add(a:line)
endfunction

" Something the user should know; it goes to :messages, too.
function! memo#log#warn(text) abort
  call s:show(a:text, 'WarningMsg')
endfunction

" What went wrong.
function! memo#log#error(text) abort
  call s:show(a:text, 'ErrorMsg')
endfunction

" What was done.
function! memo#log#say(text) abort
  call s:show(a:text, 'None')
endfunction

" A message to or from the server.
function! memo#log#trace(direction, line) abort
  if memo#option('trace')
    call s:add(a:direction . ' ' . strpart(a:line, 0, 2000))
  endif
endfunction

" The log, oldest first.
function! memo#log#lines() abort
  return copy(s:lines)
endfunction

function! s:show(text, highlight) abort
  call s:add(a:text)
  if has('nvim') && luaeval('require("memo.ui").notify(unpack(_A))', [a:text, a:highlight])
    return
  endif
  call s:echo(a:text, a:highlight)
endfunction

" On one line, so that nobody has to press Enter for it; after another one in its place. While the command line is used that
" waits.
function! s:echo(text, highlight) abort
  if mode(1) =~# '^\%(c$\|cr$\|r\)' && !has('vim_starting')
    return timer_start(s:pause, {_ -> s:echo(a:text, a:highlight)})
  elseif mode(1) !=# 'cv' && !has('vim_starting')
    redraw
  endif
  execute 'echohl' a:highlight
  echomsg memo#words#cut('memo: ' . substitute(a:text, '[[:cntrl:]]\+', ' ', 'g'), memo#ask#room(''))
  echohl None
endfunction

function! s:add(line) abort
  call add(s:lines, strftime('%H:%M:%S ') . a:line)
  if len(s:lines) > s:most
    call remove(s:lines, 0, len(s:lines) - s:most - 1)
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
