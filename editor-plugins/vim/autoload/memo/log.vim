scriptencoding utf-8
" What happened, for :messages and :MemoLog. The log lives as long as the editor and holds no memo's words, unless
" g:memo_trace asks for every message.

let s:lines = []
let s:most = 2000

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
  execute 'echohl' a:highlight
  " A longer one would make the user press Enter.
  echomsg s:fit('memo: ' . a:text)
  echohl None
endfunction

function! s:fit(text) abort
  let l:width = (&columns - 12) * max([&cmdheight, 1])
  let l:text = a:text
  while strdisplaywidth(l:text) > l:width
    let l:text = substitute(l:text, '..\?$', '', '')
  endwhile
  return l:text ==# a:text ? l:text : l:text . '…'
endfunction

function! s:add(line) abort
  call add(s:lines, strftime('%H:%M:%S ') . a:line)
  if len(s:lines) > s:most
    call remove(s:lines, 0, len(s:lines) - s:most - 1)
  endif
endfunction
