scriptencoding utf-8
" Sharing a memo. The server makes the text; it goes to the clipboard, into a file or to the mail program.

let s:cpo = &cpoptions
set cpoptions&vim

" How long a mail program may take to fail, in milliseconds.
let s:patience = 1500

let s:targets = ['clipboard', 'file', 'mail', 'markdown', 'html']

" What a memo can be shared as.
function! memo#share#targets() abort
  return copy(s:targets)
endfunction

" :MemoShare {target} [path]
function! memo#share#run(is_over, arguments) abort
  let l:target = matchstr(a:arguments, '^\S\+')
  let l:path = trim(strpart(a:arguments, strlen(l:target)))
  let l:id = bufnr('%') == memo#list#buffer() ? memo#list#current_id() : get(memo#sync#memo(bufnr('%')), 'id', '')
  if l:id ==# ''
    return memo#log#error(memo#words#say('This is no memo'))
  endif
  call s:share(l:id, l:target, expand(l:path), a:is_over)
endfunction

" s in the list: asks as what.
function! memo#share#choose(id) abort
  if a:id ==# ''
    return
  endif
  let l:choices = ['(c)lipboard', '(f)ile', '(m)ail', 'mark(d)own', '(h)tml']
  call memo#ask#choose(memo#words#say('Share as'), l:choices, {number -> s:share(a:id, s:targets[number], '', 0)})
endfunction

function! s:share(id, target, path, is_over) abort
  let l:buffer = memo#sync#buffer(a:id)
  if l:buffer >= 0
    call memo#watch#flush(l:buffer)
    if memo#sync#memo(l:buffer).version == 0
      return memo#log#error(memo#words#say('There is nothing to share yet'))
    endif
  endif
  let l:shared = memo#server#ask('share', {'id': a:id, 'target': a:target})
  if empty(l:shared)
    return
  elseif a:target ==# 'clipboard'
    call s:copy(l:shared)
  elseif a:target ==# 'mail'
    call memo#share#open(l:shared.uri)
  else
    call s:write(l:shared, a:path, a:is_over)
  endif
endfunction

function! s:copy(shared) abort
  let l:lines = s:lines(a:shared)
  if has('clipboard')
    call setreg('+', l:lines, 'v')
    return memo#log#say(memo#words#say('The text is in the clipboard'))
  endif
  for l:command in ['pbcopy', 'wl-copy', 'xclip -selection clipboard', 'xsel --clipboard --input', 'clip.exe']
    if executable(split(l:command)[0])
      call system(l:command, l:lines)
      if !v:shell_error
        return memo#log#say(memo#words#say('The text is in the clipboard'))
      endif
    endif
  endfor
  call setreg('"', l:lines, 'v')
  call memo#log#warn(memo#words#say('There is no clipboard here; the text is in the unnamed register'))
endfunction

" Has the first command there is open a mail, or another address. Some end at once, others with the mail's window: what
" has not failed after a moment is at work.
function! memo#share#open(uri) abort
  let l:command = memo#option('open_command')
  let l:names = l:command !=# '' ? [l:command] : ['open', 'xdg-open', 'wslview']
  call filter(l:names, {_, name -> executable(split(name)[0])})
  if empty(l:names)
    return memo#log#error(memo#words#say('Nothing opens it here. Set g:memo_open_command'))
  endif
  let l:box = []
  let l:process = memo#process#start(split(l:names[0]) + [a:uri],
        \ {'line': {_ -> 0}, 'log': function('memo#log#server'), 'end': {status -> add(l:box, status)}})
  if empty(l:process)
    return s:not_opened(l:names[0], -1)
  endif
  call memo#process#wait(s:patience, {-> !empty(l:box)})
  if get(l:box, 0) == 0
    return memo#log#say(memo#words#say('It is being opened'))
  endif
  call s:not_opened(l:names[0], l:box[0])
endfunction

function! s:not_opened(name, status) abort
  call memo#log#error(memo#words#say('It can’t be opened: %s ended with status %d; see :MemoLog', a:name, a:status))
endfunction

function! s:write(shared, path, is_over) abort
  let l:path = a:path !=# '' ? a:path : input(memo#words#say('Save as: '), fnamemodify(a:shared.fileName, ':p'), 'file')
  redraw
  if l:path ==# ''
    return
  endif
  let l:path = isdirectory(l:path) ? substitute(l:path, '/\?$', '/', '') . a:shared.fileName : l:path
  if !a:is_over && getftype(l:path) !=# ''
    return memo#log#error(memo#words#say('%s exists; :MemoShare! writes over it', l:path))
  endif
  let l:status = -1
  silent! let l:status = writefile(s:lines(a:shared), l:path, 'b')
  if l:status != 0
    return memo#log#error(memo#words#say('%s can’t be written', l:path))
  endif
  call memo#log#say(memo#words#say('Written to %s', l:path))
endfunction

" The text as writefile and registers take it: cut at "\n", with "\n" for NUL.
function! s:lines(shared) abort
  let l:lines = memo#text#split(a:shared.text, "\n")
  return a:shared.escaped ? map(l:lines, {_, line -> memo#json#unescape(line)}) : l:lines
endfunction

let &cpoptions = s:cpo
unlet s:cpo
