scriptencoding utf-8
" Files of a folder whose notes are memos (see memo-ls folder): their buffers are those of the memos, but keep their
" files' names, and are 'modified' until they are written. As long as one is, its file is this editor's: nobody else of
" memo-ls writes it. Else it follows the memo, as the buffer does.

let s:cpo = &cpoptions
set cpoptions&vim

" Buffer -> its file that nobody has bound to a memo yet: `path`, `parts` and `terminator` as it was read, and how often
" it was `tried`.
let s:unbound = {}
" How long until it is tried again, first and at most, in milliseconds, and how often at most.
let [s:first_pause, s:longest_pause, s:tries] = [50, 1000, 20]
" So often it is waited until file and memo are equal.
let s:patience = 8
" The memo that the plugin itself is about to show as a file.
let s:expected = ''
" Folders of which was said that they are not those whose memos are open.
let s:told = {}

" The folder with memos that a path is in; "" if it is in none.
function! memo#file#folder(path) abort
  let [l:folder, l:below] = [a:path, '']
  while l:folder !=# l:below
    if filereadable(l:folder . '/.memo-ls/id')
      return l:folder ==# '/' ? l:folder : substitute(l:folder, '/$', '', '')
    endif
    let [l:below, l:folder] = [l:folder, fnamemodify(l:folder, ':h')]
  endwhile
  return ''
endfunction

" The current buffer's file was opened, or written for the first time. It may be in a folder with memos, which are
" listed from then on; the buffer itself may be the language client's.
function! memo#file#opened() abort
  let l:buffer = bufnr('%')
  if &buftype !=# '' || &bomb || &encoding !=# 'utf-8' || index(['', 'utf-8'], &fileencoding) < 0
        \ || !empty(memo#sync#memo(l:buffer)) || !memo#option('folders')
    return
  endif
  let l:path = resolve(expand('%:p'))
  let l:folder = memo#file#folder(l:path)
  if l:folder ==# '' || !filereadable(l:path) || !s:serve(l:folder) || memo#option('lsp') !=# ''
    return
  endif
  let s:unbound[l:buffer] = {'path': l:path, 'tried': 0, 'parts': memo#text#of_buffer(l:buffer),
        \ 'terminator': memo#text#terminator(l:buffer)}
  call memo#events#begin()
  if memo#server#has_answered()
    call s:take(l:buffer, memo#server#call('openFile', {'path': memo#file#below(l:path)}))
  else
    call s:ask(l:buffer)
  endif
endfunction

" A file that is about to be opened has a swap file (SwapExists). That of another editor which has not found out yet
" which memo it is gives no reason to ask: it goes in a moment. If it does not, the file is no memo.
function! memo#file#is_swapped(buffer) abort
  let l:process = get(swapinfo(v:swapname), 'pid')
  if memo#option('folders') && memo#option('lsp') ==# '' && memo#process#is_alive(l:process)
    let v:swapchoice = 'e'
    call timer_start(s:longest_pause * 2, {_ -> s:tell_swapped(a:buffer, l:process)})
  endif
endfunction

function! s:tell_swapped(buffer, process) abort
  if bufloaded(a:buffer) && empty(memo#sync#memo(a:buffer)) && memo#process#is_alive(a:process)
    call memo#log#warn(memo#words#say('Another editor has %s open, too', fnamemodify(bufname(a:buffer), ':t')))
  endif
endfunction

" Something new is there: perhaps the memos of files that have been waiting.
function! memo#file#look() abort
  for l:buffer in keys(s:unbound)
    call s:ask(str2nr(l:buffer))
  endfor
endfunction

" The path of a memo's file, which the server names from its folder on.
function! memo#file#path(path) abort
  return substitute(memo#server#folder(), '/$', '', '') . '/' . a:path
endfunction

" Whether what the server has of a memo is to be shown as a file, and which: its path, or "".
function! memo#file#of(memo) abort
  let s:expected = ''
  if !has_key(a:memo, 'path') || memo#server#folder() ==# '' || !memo#option('folders') || a:memo.text =~# "^\ufeff"
    return ''
  endif
  let l:path = memo#file#path(a:memo.path)
  if !filereadable(l:path)
    return ''
  endif
  let s:expected = a:memo.id
  return l:path
endfunction

" Has the file be this editor's, since the buffer is modified.
function! memo#file#hold(memo) abort
  if !get(a:memo, 'is_held')
    let [a:memo.is_held, a:memo.has_others] = [1, 0]
    call memo#server#request('openFile', json_encode({'path': memo#file#below(a:memo.path), 'hold': v:true}), {_ -> 0})
  endif
endfunction

" Leaves the file to whoever keeps the folder, unless the buffer is modified.
function! memo#file#let_go(memo) abort
  if get(a:memo, 'is_held')
    let a:memo.is_held = 0
    call memo#server#request('closeFile', json_encode({'id': a:memo.id}), {_ -> 0})
  endif
endfunction

" A memo's file goes out of its buffer (BufUnload), or is read again. What was not written is thrown away, as in any
" file, and the memo's history has it; but nothing is where another editor has a part in it.
function! memo#file#unload(buffer) abort
  let l:memo = memo#sync#memo(a:buffer)
  if !empty(l:memo) && getbufvar(a:buffer, '&modified') && memo#server#is_running()
    call memo#buffer#settle(l:memo)
    let l:is_mine = !get(l:memo, 'has_others')
    call memo#server#call('closeFile', {'id': l:memo.id, 'discard': l:is_mine ? v:true : v:false})
  endif
  call memo#file#leave(a:buffer)
endfunction

" A buffer is a memo's no longer.
function! memo#file#leave(buffer) abort
  call memo#sync#end(a:buffer)
  if has_key(s:unbound, a:buffer)
    call remove(s:unbound, a:buffer)
  endif
  execute 'silent! autocmd! memo_file *' printf('<buffer=%d>', a:buffer)
endfunction

" The server can't serve this folder.
function! memo#file#refused(folder) abort
  let s:told[a:folder] = 1
  let s:unbound = {}
  call memo#log#warn(memo#words#say('The notes in %s can’t be memos here; :MemoLog says why', a:folder))
endfunction

" Has the server serve a folder's memos, unless others are open. Returns whether it does, or will in a moment.
function! s:serve(folder) abort
  if memo#server#folder() ==# a:folder
    return memo#server#start()
  elseif has_key(s:told, a:folder) || memo#server#has_own_store()
    return 0
  elseif !empty(memo#sync#memos())
    let s:told[a:folder] = 1
    call memo#log#warn(
          \ memo#words#say('%s has other memos than those that are open: its files stay files here', a:folder))
    return 0
  endif
  return memo#server#serve(a:folder)
endfunction

" The path as the server knows it.
function! memo#file#below(path) abort
  return strpart(a:path, strlen(memo#server#folder()) + (memo#server#folder() !=# '/'))
endfunction

function! s:ask(buffer) abort
  if has_key(s:unbound, a:buffer) && !get(s:unbound[a:buffer], 'is_asked')
    let s:unbound[a:buffer].is_asked = 1
    call memo#server#request('openFile', json_encode({'path': memo#file#below(s:unbound[a:buffer].path)}),
          \ {answer -> s:take(a:buffer, answer)})
  endif
endfunction

" Binds a buffer to the memo that its file is. As long as they differ, whoever keeps the folder will make them equal.
function! s:take(buffer, answer) abort
  let l:file = get(s:unbound, a:buffer, {})
  if empty(l:file)
    return
  elseif !bufloaded(a:buffer) || resolve(fnamemodify(bufname(a:buffer), ':p')) !=# l:file.path
    call remove(s:unbound, a:buffer)
    return
  endif
  let [l:file.is_asked, l:file.tried] = [0, l:file.tried + 1]
  let l:memo = get(get(a:answer, 'result', {}), 'memo', {})
  let l:is_expected = !empty(l:memo) && l:memo.id ==# s:expected
  let s:expected = ''
  if empty(l:memo)
        \ || !s:is_common(l:file, l:memo, get(a:answer, 'escaped')) && l:file.tried < s:patience && !l:is_expected
    if l:file.tried < s:tries && !get(a:answer, 'is_lost') && get(get(a:answer, 'error', {}), 'code') != -32601
      let l:pause = min([s:first_pause * float2nr(pow(2, l:file.tried)), s:longest_pause])
      call timer_start(l:pause, {_ -> s:ask(a:buffer)})
    endif
    return
  elseif memo#follow#is_busy()
    call timer_start(s:first_pause, {_ -> s:take(a:buffer, a:answer)})
    return
  endif
  call remove(s:unbound, a:buffer)
  let l:other = memo#sync#buffer(l:memo.id)
  if l:other >= 0 && l:other != a:buffer
    return s:switch(a:buffer, l:other)
  endif
  call s:bind(a:buffer, l:file, l:memo, get(a:answer, 'escaped'))
endfunction

" Whether the text that was read is the memo's, or became it since.
function! s:is_common(file, memo, is_escaped) abort
  let l:parts = s:parts(a:file, a:memo, a:is_escaped)
  return l:parts ==# a:file.parts || memo#disk#says(a:file.path, join(l:parts, a:file.terminator))
endfunction

" The parts of a memo's text, cut as the file was.
function! s:parts(file, memo, is_escaped) abort
  let l:parts = memo#text#split(a:memo.text, a:file.terminator)
  return a:is_escaped ? map(l:parts, {_, part -> memo#json#unescape(part)}) : l:parts
endfunction

" The memo's buffer was made before it had this file, and is shown where the file is.
function! s:switch(buffer, other) abort
  for l:window in win_findbuf(a:buffer)
    call win_execute(l:window, 'silent keepalt keepjumps buffer ' . a:other)
  endfor
  if !getbufvar(a:buffer, '&modified')
    execute 'silent! noautocmd bwipeout' a:buffer
  endif
endfunction

function! s:bind(buffer, file, memo, is_escaped) abort
  let l:memo = memo#sync#begin(a:buffer, {'id': a:memo.id, 'version': a:memo.version, 'path': a:file.path,
        \ 'disk': memo#disk#sum(a:file), 'is_saved': a:memo.saved is v:true,
        \ 'saved_version': a:memo.saved ? a:memo.version : 0, 'properties': a:memo.properties})
  call memo#sync#set_shadow(l:memo, a:file.parts, a:file.terminator, a:memo.version)
  call setbufvar(a:buffer, 'memo_id', a:memo.id)
  " The server has each word, and several editors may have the file: no swap file is in the way, and it is read by
  " nobody else.
  for l:option in ['swapfile', 'autoread']
    call setbufvar(a:buffer, '&' . l:option, 0)
  endfor
  augroup memo_file
    execute printf('autocmd! * <buffer=%d>', a:buffer)
    execute printf('autocmd BufWriteCmd <buffer=%d> ++nested call memo#disk#write()', a:buffer)
    execute printf('autocmd BufReadPost,BufWritePre,BufWritePost <buffer=%d> :', a:buffer)
    execute printf('autocmd BufUnload <buffer=%d> call memo#file#unload(%d)', a:buffer, a:buffer)
    execute printf('autocmd FileChangedShell <buffer=%d> let v:fcs_choice = ""', a:buffer)
    execute printf('autocmd BufWinEnter,InsertLeave <buffer=%d> ++nested call memo#name#update_here()', a:buffer)
    execute printf('autocmd BufEnter <buffer=%d> call memo#list#follow() | call memo#outline#look_soon()', a:buffer)
  augroup END
  if getbufvar(a:buffer, '&modified')
    call memo#file#hold(l:memo)
  endif
  if s:parts(a:file, a:memo, a:is_escaped) ==# a:file.parts
    call memo#sync#compare(a:buffer)
  else
    let l:memo.is_reading = 1
    call memo#follow#adopt(l:memo, {'result': a:memo, 'escaped': a:is_escaped})
  endif
  let l:type = getbufvar(a:buffer, '&filetype')
  let l:type = index(['', 'markdown'], l:type) < 0 ? l:type . '.memo'
        \ : memo#option('markdown') ? 'markdown.memo' : 'memo'
  if a:buffer == bufnr('%')
    let &l:filetype = l:type
  else
    call setbufvar(a:buffer, '&filetype', l:type)
  endif
  call memo#status#redraw()
endfunction

let &cpoptions = s:cpo
unlet s:cpo
