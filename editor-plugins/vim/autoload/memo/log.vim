scriptencoding utf-8
" What happened, for :messages and :MemoLog. The log lives as long as the editor and holds no memo's words, unless
" g:memo_trace asks for every message.

let s:cpo = &cpoptions
set cpoptions&vim

let s:prefix = 'memo: '
let s:lines = []
let s:most = 2000
" How long a message waits for the command line to be free, in milliseconds.
let s:pause = 100
" How many messages were shown: where one was, another below it would end with a question.
let s:said = 0
" What was said last while something was inserted, and in which colour.
let s:again = []

" A line of the server's stderr.
function! memo#log#server(line) abort
  call s:add(a:line)
endfunction

" Something the user should know; it goes to :messages, too.
function! memo#log#warn(text) abort
  call s:show(a:text, 'WarningMsg')
endfunction

" Something about a memo, whose title is cut before the news is.
function! memo#log#warn_about(text, title) abort
  let l:room = memo#ask#room(s:prefix . memo#words#say(a:text, ''))
  call s:show(memo#words#say(a:text, a:title), 'WarningMsg', memo#words#say(a:text, memo#words#cut(a:title, l:room)))
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

" How many messages were shown so far.
function! memo#log#said() abort
  return s:said
endfunction

" Shows {text}, or on the message line what is shorter.
function! s:show(text, highlight, ...) abort
  let s:said += 1
  call s:add(a:text)
  if has('nvim') && luaeval('require("memo.ui").notify(unpack(_A))', [a:text, a:highlight])
    return
  endif
  call s:echo(a:0 ? a:1 : a:text, a:highlight)
endfunction

" On one line, so that nobody has to press Enter for it; after another one in its place. While the command line is used
" that waits.
function! s:echo(text, highlight) abort
  if mode(1) =~# '^\%(c$\|cr$\|r\)' && !has('vim_starting')
    return timer_start(s:pause, {_ -> s:echo(a:text, a:highlight)})
  elseif mode(1) !=# 'cv' && !has('vim_starting')
    redraw
  endif
  let l:line = memo#words#cut(s:prefix . substitute(a:text, '[[:cntrl:]]\+', ' ', 'g'), memo#ask#room(''))
  execute 'echohl' a:highlight
  echomsg l:line
  echohl None
  if mode() =~# '[iR]'
    let s:again = [l:line, a:highlight]
    augroup memo_log
      autocmd! InsertLeave * call timer_start(0, function('s:say_again'))
    augroup END
  endif
endfunction

" Insert mode's line took the place of what was said in it: that is said again when it is over, which after CTRL-O it
" is not.
function! s:say_again(_) abort
  if mode(1) ==# 'n'
    autocmd! memo_log
    execute 'echohl' s:again[1]
    echo s:again[0]
    echohl None
  endif
endfunction

function! s:add(line) abort
  call add(s:lines, strftime('%H:%M:%S ') . a:line)
  if len(s:lines) > s:most
    call remove(s:lines, 0, len(s:lines) - s:most - 1)
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
