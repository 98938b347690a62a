scriptencoding utf-8
" What became of what was typed: for the status line, 'modified' and the events.

let s:cpo = &cpoptions
set cpoptions&vim

" The least width of a window whose status line has room for everything.
let s:least_width = 30

" A change is on its way.
function! memo#status#changed(memo) abort
  let a:memo.is_saved = 0
  if has_key(a:memo, 'path')
    call memo#file#hold(a:memo)
  endif
  call memo#outline#look_soon()
  call s:fire('MemoChanged', a:memo)
  call memo#list#refresh_soon()
endfunction

" A change is with the server, and safe from a crash.
function! memo#status#accepted(memo) abort
  if has_key(a:memo, 'delay')
    call s:recovered(a:memo)
  endif
  call memo#status#settled(a:memo)
endfunction

" If all that was typed is with the server, the buffer has nothing to lose: it is not 'modified'. One of a file is until
" it is written, or what was typed is undone.
function! memo#status#settled(memo) abort
  if has_key(a:memo, 'path')
    return getbufvar(a:memo.buffer, '&modified') || !empty(a:memo.pending) ? 0 : memo#file#let_go(a:memo)
  endif
  if empty(a:memo.pending) && !a:memo.is_reading && a:memo.trouble ==# '' && memo#watch#is_listening(a:memo.buffer)
    call memo#watch#flush(a:memo.buffer)
    if empty(a:memo.pending) && !a:memo.is_reading && getbufvar(a:memo.buffer, '&modified')
      call setbufvar(a:memo.buffer, '&modified', 0)
    endif
  endif
endfunction

" A version is in the database.
function! memo#status#saved(memo, version) abort
  if a:memo.is_reading || a:version != a:memo.version
    return
  endif
  " The safety net: should a change have escaped, this finds it and sends it.
  call memo#watch#flush(a:memo.buffer)
  if empty(a:memo.pending) && memo#sync#compare(a:memo.buffer)
    call memo#log#server('memo: a change was found only when all was compared')
  endif
  if a:version != a:memo.version || a:memo.is_saved && a:memo.saved_version == a:version
    return
  endif
  let a:memo.is_saved = 1
  let a:memo.saved_version = a:version
  let a:memo.saved_at = localtime()
  call s:recovered(a:memo)
  if !has_key(a:memo, 'path')
    call setbufvar(a:memo.buffer, '&modified', 0)
  endif
  if !memo#name#is_changing(a:memo)
    call memo#name#update(a:memo)
  endif
  call s:fire('MemoSaved', a:memo)
  call memo#status#redraw()
endfunction

" The text can't be saved now.
function! memo#status#failed(memo, why) abort
  let a:memo.is_saved = 0
  if a:memo.trouble !=# a:why
    let a:memo.trouble = a:why
    call setbufvar(a:memo.buffer, '&modified', 1)
    call memo#log#warn(memo#words#say('Not saved: %s (“%s”)', a:why, memo#status#title(a:memo)))
  endif
  call memo#status#redraw()
endfunction

" One short phrase about a buffer; "" if it is no memo's. A long reason loses its end.
function! memo#status#text(buffer) abort
  return memo#words#cut(s:text(a:buffer), max([winwidth(0) / 2, 24]))
endfunction

" Says the same where there is no status line.
function! memo#status#say(buffer) abort
  if &laststatus == 0 || &laststatus == 1 && winnr('$') == 1
    call memo#log#say(memo#status#text(a:buffer))
  endif
endfunction

" What was refused before is no trouble any more.
function! s:recovered(memo) abort
  if has_key(a:memo, 'delay')
    call remove(a:memo, 'delay')
  endif
  let a:memo.trouble = ''
endfunction

" This plugin's own status line. Where there is little room, it does without the time and the place in the text, so that
" the title can be read.
function! memo#status#line() abort
  return ' %{memo#status#start()}%=%{memo#status#end()}' . (s:is_narrow() ? ' ' : '  %P ')
endfunction

" As much of the title as there is room for in it.
function! memo#status#start() abort
  let l:rest = strdisplaywidth(memo#status#end()) + (s:is_narrow() ? 4 : 9)
  return memo#words#cut(memo#title(), max([winwidth(0) - l:rest, 1]))
endfunction

" What became of the memo, as it stands there.
function! memo#status#end() abort
  let l:status = memo#statusline()
  return s:is_narrow() && l:status =~# '^' . memo#words#say('saved') . ' ' ? memo#words#say('saved') : l:status
endfunction

function! s:is_narrow() abort
  return winwidth(0) < s:least_width
endfunction

function! s:text(buffer) abort
  let l:memo = memo#sync#memo(a:buffer)
  if empty(l:memo)
    return ''
  elseif !memo#server#is_running()
    return memo#words#say('not saved: the server does not run')
  elseif l:memo.trouble !=# ''
    return memo#words#say('not saved: %s', l:memo.trouble)
  elseif !empty(get(l:memo, 'conflicts'))
    return memo#words#say('conflict: see :MemoConflict')
  elseif l:memo.is_trashed
    return memo#words#say('in the trash')
  elseif l:memo.is_gone
    return memo#words#say('destroyed elsewhere')
  elseif l:memo.version == 0
    return memo#words#say('new')
  elseif !l:memo.is_saved
    return memo#words#say('saving…')
  endif
  return has_key(l:memo, 'saved_at') ? memo#words#say('saved %s', strftime('%H:%M', l:memo.saved_at))
        \ : memo#words#say('saved')
endfunction

" The first words of a memo, or "New memo".
function! memo#status#title(memo) abort
  let l:title = memo#name#title(a:memo.parts)
  return l:title ==# '' ? memo#words#say('New memo') : memo#words#cut(l:title, 40)
endfunction

" Has status lines drawn anew.
function! memo#status#redraw() abort
  if mode() !~# '^c'
    try
      redrawstatus!
    catch /^Vim\%((\a\+)\)\=:E315:/
      " Neovim, of a window that has lost lines since it was drawn last: it is about to draw all of it anew.
    endtry
  endif
endfunction

function! s:fire(event, memo) abort
  if exists('#User#' . a:event)
    let g:memo_event = {'id': a:memo.id, 'buffer': a:memo.buffer, 'version': a:memo.version}
    execute 'doautocmd <nomodeline> User' a:event
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
