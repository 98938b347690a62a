scriptencoding utf-8
" What the files of memos say, and how they are written.

let s:cpo = &cpoptions
set cpoptions&vim

" How long :write waits for the server to merge what another program has written, in milliseconds.
let s:merging = 200
" How long until it is tried again, first and at most, in milliseconds, and how often at most.
let [s:first_pause, s:longest_pause, s:tries] = [50, 1000, 20]
" Whether :write is only to have the editor know a buffer's name for its own.
let s:is_claiming = 0

" Saves the current buffer's memo, and writes its file (BufWriteCmd). Another file is written as always. Nothing here
" waits for what another editor or program does.
function! memo#disk#write() abort
  let [l:memo, l:name] = [memo#sync#memo(bufnr('%')), expand('<amatch>')]
  if s:is_claiming
    return
  elseif empty(l:memo) || resolve(fnamemodify(l:name, ':p')) !=# l:memo.path
    execute 'noautocmd keepalt write' . (v:cmdbang ? '! ' : ' ') . v:cmdarg fnameescape(l:name)
    return
  elseif &readonly && !v:cmdbang
    return memo#log#error(memo#words#say('This can’t be changed: ‘readonly’ is set'))
  endif
  let l:said = memo#log#said()
  doautocmd <nomodeline> BufWritePre
  if &fixendofline && !&binary && !&endofline && memo#text#of_buffer(l:memo.buffer) !=# ['']
    " What Vim would add is the memo's, too.
    setlocal endofline
  endif
  " The memo is saved first: so nobody takes what is written for another's words.
  if !memo#buffer#save(l:memo) || s:is_ours(l:memo) && !s:write(l:memo)
    return
  endif
  setlocal nomodified
  call memo#file#let_go(l:memo)
  let l:is_written = s:wait(l:memo, s:merging)
  if l:is_written
    let l:memo.disk = memo#disk#sum(l:memo)
  else
    call s:follow(l:memo, 0)
  endif
  call memo#status#redraw()
  if memo#log#said() == l:said
    let l:what = l:is_written ? 'written' : memo#words#say('saved; the file follows, as another program has changed it')
    echo memo#words#cut(printf('"%s" %dL, %dB %s', bufname('%'), line('$'), l:memo.bytes, l:what), memo#ask#room(''))
  endif
  doautocmd <nomodeline> BufWritePost
endfunction

" Whether nobody's words would be lost with what the file says.
function! s:is_ours(memo) abort
  if s:sum_of_file(a:memo.path) ==# a:memo.disk
    return 1
  endif
  let a:memo.is_held = 1
  return s:has_all(a:memo, memo#server#call('openFile', {'path': memo#file#below(a:memo.path), 'hold': v:true}))
endfunction

" Whether the buffer has all that its file says, as the server answers to openFile.
function! s:has_all(memo, answer) abort
  let l:result = get(a:answer, 'result', {})
  return !a:memo.is_reading && get(l:result, 'isTakenIn') is v:true && l:result.memo.version == a:memo.version
endfunction

" Writes the file, unless it says so already.
function! s:write(memo) abort
  if s:is_equal(a:memo)
    return 1
  endif
  " Not by :write, which asks where somebody else has written there since Vim did, though that is in the buffer by now.
  let l:status = -1
  silent! let l:status = writefile(s:lines(a:memo), a:memo.path, 'b')
  if l:status != 0
    call memo#log#error(memo#words#say('%s can’t be written', a:memo.path))
  endif
  return l:status == 0
endfunction

" Has the file say what the memo does, once that has the words that another program has written there. Whoever keeps the
" folder writes it then, unless another editor has the file, too.
function! s:follow(memo, tried) abort
  if s:is_equal(a:memo)
    let a:memo.disk = memo#disk#sum(a:memo)
  elseif a:tried < s:tries && !get(a:memo, 'is_held')
    call memo#server#request('openFile', json_encode({'path': memo#file#below(a:memo.path)}),
          \ {answer -> s:followed(a:memo, a:tried, answer)})
  endif
endfunction

function! s:followed(memo, tried, answer) abort
  if memo#sync#memo(a:memo.buffer) isnot# a:memo || get(a:memo, 'is_held') || get(a:answer, 'is_lost')
    return
  elseif !s:has_all(a:memo, a:answer)
    let l:pause = min([s:first_pause * float2nr(pow(2, a:tried)), s:longest_pause])
    call timer_start(l:pause, {_ -> s:follow(a:memo, a:tried + 1)})
  elseif s:write(a:memo)
    let a:memo.disk = memo#disk#sum(a:memo)
  endif
endfunction

" The memo's text as writefile() takes it: cut at "\n", with "\n" for NUL.
function! s:lines(memo) abort
  if a:memo.terminator ==# "\n"
    return a:memo.parts
  elseif a:memo.terminator ==# "\r"
    return [join(a:memo.parts, "\r")]
  endif
  return map(copy(a:memo.parts), {place, part -> place < len(a:memo.parts) - 1 ? part . "\r" : part})
endfunction

" The current buffer has its file's new name. Vim would refuse to write over a file that it has not read by that, until
" it has written it once.
function! memo#disk#claim() abort
  let s:is_claiming = 1
  try
    silent! keepalt write!
  finally
    let s:is_claiming = 0
  endtry
endfunction

" Waits until the file says what the memo does; its text may change meanwhile. Returns whether it does.
function! s:wait(memo, milliseconds) abort
  return memo#process#wait(a:milliseconds, {-> s:is_equal(a:memo)})
endfunction

function! s:is_equal(memo) abort
  return getfsize(a:memo.path) == a:memo.bytes && memo#disk#says(a:memo.path, join(a:memo.parts, a:memo.terminator))
endfunction

" What tells the text of a memo, or of a file that was read, from others.
function! memo#disk#sum(text) abort
  return sha256(join(a:text.parts, a:text.terminator))
endfunction

function! s:sum_of_file(path) abort
  return sha256(join(s:read(a:path), "\n"))
endfunction

" Whether a file has a text; in that "\n" inside a part is a NUL, which makes no difference here.
function! memo#disk#says(path, text) abort
  return join(s:read(a:path), "\n") ==# a:text
endfunction

" The lines of a file that may not be there.
function! s:read(path) abort
  let l:lines = []
  silent! let l:lines = readfile(a:path, 'b')
  return type(l:lines) == v:t_list ? l:lines : []
endfunction

let &cpoptions = s:cpo
unlet s:cpo
