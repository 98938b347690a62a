scriptencoding utf-8
" Memo buffers; how they are called, memo#name says.

let s:cpo = &cpoptions
set cpoptions&vim

" Ids of memos that are to be made with the first character typed.
let s:fresh = {}
" Buffer -> the timer of its repair, and how many milliseconds one waits after the last change.
let s:repairs = {}
let s:repair_pause = 500
" The memo whose buffer was unloaded just now: `buffer`, `memo` and its `lines`.
let s:unloaded = {}
" A memo that was read for the buffer that is made next: its id and what the server has of it.
let s:found = []

" Reads the current buffer from the server (BufReadCmd).
function! memo#buffer#read(name) abort
  let l:buffer = bufnr('%')
  call memo#events#begin()
  let l:is_known = !empty(s:found)
  let [l:id, l:memo] = s:find(memo#name#id(a:name))
  let l:path = exists('b:memo_id') ? '' : memo#file#of(l:memo)
  if l:path !=# ''
    return s:switch('edit ' . fnameescape(l:path))
  endif
  let l:other = memo#name#buffer(l:id)
  if !l:is_known && l:other >= 0 && l:other != l:buffer
    return s:switch('buffer ' . l:other)
  endif
  let l:name = empty(l:memo) ? '' : memo#name#of(l:id, memo#name#title(split(l:memo.text, '\r\n\|\r\|\n', 1)))
  if !exists('b:memo_id') && l:name !=# '' && l:name !=# a:name
    let s:found = [l:id, l:memo]
    return s:switch('edit ' . fnameescape(l:name))
  endif
  let l:is_reload = getbufvar(l:buffer, 'memo_id') ==# l:id
  call s:forget(l:buffer)
  let l:before = get(s:unloaded, 'buffer') == l:buffer && s:unloaded.memo.id ==# l:id ? s:unloaded : {}
  if has('nvim') && !exists('b:memo_id')
    call s:look_up_marks()
  endif
  let b:memo_id = l:id
  if empty(l:memo) && empty(l:before)
    " Nothing typed into it could be kept.
    setlocal buftype=nofile noswapfile nomodifiable
    return
  endif
  setlocal buftype=acwrite bufhidden=hide noswapfile noundofile modifiable nobomb noautoread
  " A memo's words set no options.
  setlocal nomodeline fileencoding=utf-8
  if empty(l:memo)
    call s:fill(l:before.lines, 1)
    call memo#follow#go_on(l:before.memo)
  else
    call s:begin(l:id, l:memo, l:is_reload)
    setlocal nomodified
  endif
  call memo#buffer#protect()
  call memo#name#update(memo#sync#memo(l:buffer))
  let &l:filetype = memo#option('markdown') ? 'markdown.memo' : 'memo'
  doautocmd <nomodeline> BufReadPost
endfunction

" What may not be written (`vim -M`, `-m`, `-R`, `:view`, the trash) can't be changed: what is typed into a memo is.
function! memo#buffer#protect() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !empty(l:memo)
    let &l:modifiable = &g:modifiable && &write && !&readonly && !l:memo.is_locked
  endif
endfunction

" A memo that was opened in the trash may be changed from now on.
function! memo#buffer#unlock(memo) abort
  if a:memo.is_locked
    let a:memo.is_locked = 0
    call setbufvar(a:memo.buffer, '&modifiable', &g:modifiable && &write && !getbufvar(a:memo.buffer, '&readonly'))
  endif
endfunction

" Saves the current buffer's memo now (BufWriteCmd).
function! memo#buffer#write() abort
  doautocmd <nomodeline> BufWritePre
  if s:write()
    call memo#name#update(memo#sync#memo(bufnr('%')))
    doautocmd <nomodeline> BufWritePost
    call memo#status#say(bufnr('%'))
  endif
endfunction

function! s:write() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if empty(l:memo)
    call memo#log#error(memo#words#say('This memo could not be read, so it can’t be saved. :edit tries again'))
    return 0
  endif
  return memo#buffer#save(l:memo)
endfunction

" Has the server save a memo now. Returns whether it did; if not, says why.
function! memo#buffer#save(memo) abort
  call memo#buffer#send(a:memo)
  if a:memo.is_gone
    call memo#follow#recreate(a:memo)
  elseif a:memo.version == 0
    call memo#sync#send_all(a:memo, a:memo.parts, a:memo.terminator)
  endif
  return s:save([a:memo], {'id': a:memo.id})
endfunction

" Has the server save memos, those that {params} names. A change that another editor's came before is refused; it is
" merged and sent again while the answer is awaited, and all is saved once more. Returns whether it is; else says why.
function! s:save(memos, params) abort
  for l:try in range(s:most_saves)
    for l:memo in a:memos
      call memo#buffer#send(l:memo)
    endfor
    let l:versions = map(copy(a:memos), {_, memo -> memo.version})
    if empty(memo#server#ask('flush', a:params))
      return 0
    endif
    let l:IsLate = {index, memo -> memo.is_reading || !empty(memo.pending) || memo.version != l:versions[index]}
    let l:late = filter(filter(copy(a:memos), l:IsLate), {_, memo -> memo#sync#memo(memo.buffer) is memo})
    if empty(filter(copy(l:late), {_, memo -> memo.trouble ==# ''}))
      break
    endif
  endfor
  for l:memo in filter(copy(a:memos), {index, memo -> !l:IsLate(index, memo)})
    call memo#status#saved(l:memo, l:memo.version)
  endfor
  if !empty(l:late)
    call memo#log#error(memo#words#say('Not saved yet; the text is kept here. %s', l:late[0].trouble))
  endif
  return empty(l:late)
endfunction
let s:most_saves = 5

" Puts {parts} into a memo's buffer by changing no more than differs; each window keeps its cursor on the text it is on.
function! memo#buffer#show(memo, parts, terminator) abort
  let l:buffer = a:memo.buffer
  let l:was = {'modified': getbufvar(l:buffer, '&modified'), 'modifiable': getbufvar(l:buffer, '&modifiable')}
  call setbufvar(l:buffer, '&modifiable', 1)
  " A 'fileformat' that the user has chosen just now stays.
  if a:terminator !=# a:memo.terminator && memo#text#terminator(l:buffer) ==# a:memo.terminator
    call setbufvar(l:buffer, '&fileformat', memo#text#format(a:terminator))
  endif
  let l:lines = copy(a:parts)
  if getbufvar(l:buffer, '&endofline') && a:parts !=# ['']
    if memo#text#has_tail(a:parts)
      call remove(l:lines, -1)
    else
      call setbufvar(l:buffer, '&endofline', 0)
    endif
  endif
  let l:old = getbufline(l:buffer, 1, '$')
  let l:hunks = reverse(memo#diff#hunks(l:old, l:lines))
  if !empty(l:hunks)
    let l:views = memo#view#save(l:buffer)
    call s:end_undo_step(l:buffer)
    for l:hunk in l:hunks
      call memo#view#follow(l:views, l:hunk, l:old)
      call s:replace(l:buffer, l:hunk)
    endfor
    call s:end_undo_step(l:buffer)
    call memo#view#restore(l:views)
  endif
  for [l:option, l:value] in items(l:was)
    call setbufvar(l:buffer, '&' . l:option, l:value)
  endfor
endfunction

" Shows what was sent in the place of bytes that are no text, once nothing is typed any more or when all is saved: what
" is pasted comes in pieces, and one may end inside a character.
function! memo#buffer#repair_soon(buffer) abort
  call timer_stop(get(s:repairs, a:buffer))
  let l:version = memo#sync#memo(a:buffer).version
  let s:repairs[a:buffer] = timer_start(s:repair_pause, {_ -> s:repair_if_still(a:buffer, l:version)})
endfunction

" Opens a memo that the server does not know yet: it makes it when something is typed. Returns its id.
function! memo#buffer#fresh_id() abort
  let l:hex = sha256(reltimestr(reltime()) . getpid() . hostname() . len(s:fresh))
  let l:id = join([l:hex[0:7], l:hex[8:11], '4' . l:hex[13:15], 'a' . l:hex[17:19], l:hex[20:31]], '-')
  let s:fresh[l:id] = 1
  return l:id
endfunction

" Whether memos can be shown at all; says why not.
function! memo#buffer#is_possible() abort
  if &encoding !=# 'utf-8'
    call memo#log#error(memo#words#say('Memos need “set encoding=utf-8” in your vimrc; it is %s', &encoding))
    return 0
  endif
  return 1
endfunction

" 'fileformat' or 'endofline' was set: in a memo's buffer that changes its text.
function! memo#buffer#option_set() abort
  call memo#watch#flush(bufnr('%'))
  call memo#sync#compare(bufnr('%'))
endfunction

" A memo's buffer goes away, or is read again (BufUnload).
function! memo#buffer#unload(buffer) abort
  let l:memo = memo#sync#memo(a:buffer)
  if !empty(l:memo)
    " If it is read again, and that fails, it stays what it was.
    call memo#buffer#settle(l:memo)
    let s:unloaded = {'buffer': a:buffer, 'memo': l:memo, 'lines': getbufline(a:buffer, 1, '$')}
    call timer_start(0, function('s:forget_unloaded'))
  endif
  call s:forget(a:buffer)
endfunction

" Waits until all that was typed is with the server, and safe from a crash.
function! memo#buffer#settle(memo) abort
  call memo#watch#flush(a:memo.buffer)
  call memo#process#wait(memo#option('timeout') * 1000, {-> empty(a:memo.pending) || !memo#server#is_running()})
endfunction

" A buffer got another name (BufFilePost). With a file's name (`:saveas`), it is a memo no longer. A session gives a new
" buffer the name of what it showed.
function! memo#buffer#renamed() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if has_key(l:memo, 'path')
    if resolve(expand('%:p')) !=# l:memo.path
      call memo#file#leave(l:memo.buffer)
      unlet! b:memo_id
      setlocal swapfile< autoread<
    else
      call memo#disk#claim()
    endif
  elseif !empty(l:memo) && memo#name#id(bufname('%')) !=# l:memo.id
    call memo#sync#end(l:memo.buffer)
    unlet! b:memo_id
    setlocal buftype= bufhidden= filetype= swapfile< undofile< autoread< modeline< modifiable<
    for l:window in win_findbuf(bufnr('%'))
      call win_execute(l:window, 'setlocal statusline<')
    endfor
  elseif empty(l:memo) && bufname('%') =~# '^memos\?://' && line('$') == 1 && getline(1) ==# '' && !&modified
    silent edit
  endif
endfunction

" What is typed is with the server, and the buffer not modified, before a command is carried out that may unload it.
function! memo#buffer#before_command() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !empty(l:memo) && &modified && memo#server#is_running() && !l:memo.is_reading
    call memo#buffer#settle(l:memo)
  endif
endfunction

" All that is typed is saved before Vim asks whether it may quit.
function! memo#buffer#quit() abort
  if memo#server#is_running() && !empty(filter(memo#sync#memos(), {_, memo -> getbufvar(memo.buffer, '&modified')}))
    call memo#buffer#flush()
  endif
endfunction

" Has the server save every memo now. Returns whether it did; if not, says why.
function! memo#buffer#flush() abort
  return s:save(memo#sync#memos(), {})
endfunction

" Sends all that is not sent yet. While the memo is read again that waits; what is read is merged with it and sent then.
function! memo#buffer#send(memo) abort
  call memo#watch#flush(a:memo.buffer)
  let l:is_hopeless = a:memo.is_reading && memo#sync#is_too_much(a:memo)
  call memo#process#wait(l:is_hopeless ? 0 : memo#option('timeout') * 1000,
        \ {-> !a:memo.is_reading || !memo#server#is_running() || memo#follow#is_busy()})
  call memo#sync#compare(a:memo.buffer)
  call s:repair(a:memo)
endfunction

" Neovim knows the cursor only in files that it reads by itself. Of all that it remembers, only marks are looked up.
function! s:look_up_marks() abort
  let l:shada = &shada
  if l:shada =~# "'[1-9]"
    let &shada = "'1000,<0,:0,/0,@0,f0,h" . matchstr(l:shada, ',n.*')
    execute 'silent! rshada'
    let &shada = l:shada
  endif
endfunction

function! s:forget(buffer) abort
  let l:memo = memo#sync#memo(a:buffer)
  call memo#sync#end(a:buffer)
  if get(l:memo, 'version', 1) == 0
    let s:fresh[l:memo.id] = 1
  endif
endfunction

function! s:forget_unloaded(_) abort
  let s:unloaded = {}
endfunction

" The memo that is meant by an id or its end: [id, what the server has of it]; without the latter if it says why not.
function! s:find(id) abort
  if !memo#buffer#is_possible()
    return [a:id, {}]
  elseif get(s:found, 0, '') ==# a:id
    return remove(s:found, 0, 1)
  elseif has_key(s:fresh, a:id)
    call remove(s:fresh, a:id)
    return [a:id, {'text': '', 'version': 0, 'escaped': 0, 'saved': v:false, 'properties': {}}]
  endif
  let l:answer = memo#server#call('getMemo', {'id': a:id})
  let l:error = get(l:answer, 'error', {})
  let l:ids = get(l:error, 'code') == 1 ? memo#name#find(a:id) : []
  if len(l:ids) == 1
    return [l:ids[0], memo#server#ask('getMemo', {'id': l:ids[0]})]
  elseif len(l:ids) > 1
    call memo#log#error(memo#words#say('%d memos end in “%s”; name one by more of its id', len(l:ids), a:id))
  elseif !empty(l:error)
    call memo#log#error(memo#server#explain('getMemo', l:error))
  endif
  return [a:id, empty(l:error) ? extend({'escaped': get(l:answer, 'escaped')}, l:answer.result) : {}]
endfunction

" This buffer was opened by another name than its memo has: that one's takes its place. An editor knows where the cursor
" was, and what else it remembers of a file, by the name with which a buffer is made.
function! s:switch(command) abort
  let l:buffer = bufnr('%')
  execute 'silent keepalt keepjumps' a:command
  execute 'silent! noautocmd bwipeout!' l:buffer
endfunction

" Fills the current buffer with a memo as the server gave it, and begins to send what changes.
function! s:begin(id, memo, is_reload) abort
  let l:parts = memo#text#parts(a:memo.text, a:memo.escaped)
  let l:has_tail = memo#text#has_tail(l:parts)
  let &l:fileformat = memo#text#format(a:memo.text)
  let &l:endofline = l:has_tail
  call s:fill(l:has_tail ? l:parts[:-2] : l:parts, a:is_reload)
  let l:is_trashed = has_key(a:memo, 'trashedAt')
  call memo#sync#begin(bufnr('%'), {'id': a:id, 'version': a:memo.version, 'properties': a:memo.properties,
        \ 'is_trashed': l:is_trashed, 'is_locked': l:is_trashed,
        \ 'is_saved': a:memo.saved is v:true, 'saved_version': a:memo.saved ? a:memo.version : 0})
endfunction

" A memo that is read for the first time leaves nothing to undo.
function! s:fill(lines, is_undoable) abort
  let l:levels = &l:undolevels
  if !a:is_undoable
    setlocal undolevels=-1
  endif
  silent call deletebufline('%', 1, '$')
  call setline(1, a:lines)
  let &l:undolevels = l:levels
endfunction

function! s:replace(buffer, hunk) abort
  let [l:start, l:end, l:new] = a:hunk
  let l:common = min([l:end - l:start, len(l:new)])
  if l:common > 0
    call setbufline(a:buffer, l:start + 1, l:new[: l:common - 1])
  endif
  if len(l:new) > l:common
    call appendbufline(a:buffer, l:start + l:common, l:new[l:common :])
  elseif l:end > l:start + l:common
    silent call deletebufline(a:buffer, l:start + l:common + 1, l:end)
  endif
endfunction

" What changes from here on is a step of its own for undo. While the user inserts, only CTRL-G u has the editor note
" anew what the insertion changes; without it, undo would not know of the lines that moved.
function! s:end_undo_step(buffer) abort
  call setbufvar(a:buffer, '&undolevels', getbufvar(a:buffer, '&undolevels'))
  if a:buffer == bufnr('%') && mode() =~# '[iR]'
    call feedkeys("\<C-G>u", 'in')
  endif
endfunction

function! s:repair_if_still(buffer, version) abort
  let l:memo = memo#sync#memo(a:buffer)
  if empty(l:memo)
    return
  endif
  call memo#watch#flush(a:buffer)
  if l:memo.version == a:version && !l:memo.is_reading && !(a:buffer == bufnr('%') && mode() =~# '[iR]')
    call s:repair(l:memo)
  else
    call memo#buffer#repair_soon(a:buffer)
  endif
endfunction

function! s:repair(memo) abort
  if !has_key(s:repairs, a:memo.buffer) || a:memo.is_reading
    return
  endif
  call timer_stop(remove(s:repairs, a:memo.buffer))
  let l:lines = getbufline(a:memo.buffer, 1, '$')
  if memo#text#clean(l:lines) !=# l:lines
    call memo#buffer#show(a:memo, a:memo.parts, a:memo.terminator)
    call memo#log#warn(memo#words#say(
          \ 'Bytes that are no UTF-8 text became “?”; undo brings them back, but they can’t be saved'))
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
