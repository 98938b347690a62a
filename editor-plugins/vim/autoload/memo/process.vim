" Starts a program that talks in lines, and hides how Vim and Neovim differ in that. Nothing here waits: what is
" written is queued by the editor, what comes back arrives as calls.

let s:cpo = &cpoptions
set cpoptions&vim

let s:waits = 0

" Starts {argv}. {handlers} has `line`, called with each line of output, `log`, with each line of stderr, and `end`,
" with the exit status. Returns a handle, or {} if the program can't be run.
function! memo#process#start(argv, handlers) abort
  let l:handle = {'handlers': a:handlers, 'partial': {'stdout': '', 'stderr': ''}}
  if has('nvim')
    return s:start_in_neovim(a:argv, l:handle)
  endif
  let l:job = job_start(a:argv, {
        \ 'in_mode': 'nl', 'out_mode': 'nl', 'err_mode': 'nl', 'noblock': 1, 'stoponexit': '',
        \ 'out_cb': {_, line -> a:handlers.line(line)},
        \ 'err_cb': {_, line -> a:handlers.log(line)},
        \ 'exit_cb': {_, status -> s:drain_then_end(l:handle, status)}})
  if job_status(l:job) ==# 'fail'
    return {}
  endif
  let l:handle.job = l:job
  return l:handle
endfunction

" Sends one line. False if the program is gone.
function! memo#process#write(handle, line) abort
  try
    if has('nvim')
      return chansend(a:handle.job, a:line . "\n") > 0
    endif
    call ch_sendraw(a:handle.job, a:line . "\n")
    return 1
  catch
    return 0
  endtry
endfunction

" Waits until {Condition} holds, for at most {milliseconds}, while what comes in is taken in. Returns whether it holds.
function! memo#process#wait(milliseconds, Condition) abort
  let l:start = reltime()
  let s:waits += 1
  try
    while !a:Condition() && reltimefloat(reltime(l:start)) * 1000 < a:milliseconds
      sleep 1m
    endwhile
  finally
    let s:waits -= 1
  endtry
  return a:Condition()
endfunction

" Whether somebody waits.
function! memo#process#is_waiting() abort
  return s:waits > 0
endfunction

" Ends a program that does not end by itself.
function! memo#process#kill(handle) abort
  if has('nvim')
    call jobstop(a:handle.job)
  else
    call job_stop(a:handle.job, 'term')
  endif
endfunction

" Whether a process of this machine still runs.
function! memo#process#is_alive(process) abort
  if a:process <= 0 || isdirectory('/proc/self')
    return a:process > 0 && isdirectory('/proc/' . a:process)
  endif
  call system('kill -0 ' . a:process)
  return v:shell_error == 0
endfunction

function! s:start_in_neovim(argv, handle) abort
  let l:options = {
        \ 'on_stdout': {_, pieces, stream -> s:take_pieces(a:handle, stream, pieces, a:handle.handlers.line)},
        \ 'on_stderr': {_, pieces, stream -> s:take_pieces(a:handle, stream, pieces, a:handle.handlers.log)},
        \ 'on_exit': {_, status, stream -> a:handle.handlers.end(status)}}
  try
    let l:job = jobstart(a:argv, l:options)
  catch
    return {}
  endtry
  if l:job <= 0
    return {}
  endif
  let a:handle.job = l:job
  return a:handle
endfunction

" Neovim hands over what a read gave, split at line ends: the first piece goes on with the last line, the last is cut
" short.
function! s:take_pieces(handle, stream, pieces, Take) abort
  let a:handle.partial[a:stream] .= a:pieces[0]
  for l:piece in a:pieces[1:]
    let l:line = a:handle.partial[a:stream]
    let a:handle.partial[a:stream] = l:piece
    call a:Take(l:line)
  endfor
endfunction

" Vim may tell of the end before it has told of the last lines, and even before the start is over.
function! s:drain_then_end(handle, status) abort
  if !has_key(a:handle, 'job') || !has_key(a:handle.handlers, 'end')
    return timer_start(0, {_ -> s:drain_then_end(a:handle, a:status)})
  endif
  let l:channel = job_getchannel(a:handle.job)
  for l:part in ['out', 'err']
    let l:Take = l:part ==# 'out' ? a:handle.handlers.line : a:handle.handlers.log
    while ch_status(l:channel, {'part': l:part}) ==# 'buffered'
      call l:Take(ch_readraw(l:channel, {'part': l:part, 'timeout': 0}))
    endwhile
  endfor
  call a:handle.handlers.end(a:status)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
