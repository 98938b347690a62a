scriptencoding utf-8
" The one memo-ls of this editor: found, started when first needed, asked, started again when it dies.

let s:cpo = &cpoptions
set cpoptions&vim

" The most restarts, and within how many seconds.
let s:restarts = 5
let s:restarts_seconds = 180
" The most rows of a page.
let s:most_rows = 1000

" What an error of the server means to the user of an editor, by its code; of a store that is no use now, by its reason.
let s:errors = {
      \ 1: 'There is no such memo, or it is in the trash',
      \ 2: 'The memo was changed meanwhile; try again',
      \ 3: 'memo-ls has another text of this memo; it is read again',
      \ 4: 'There is such a memo already, perhaps in the trash',
      \ 5: 'This is too long for memo-ls; make it shorter',
      \ 7: 'This state is not kept any more',
      \ 8: 'There is nothing to undo',
      \ 9: 'Another memo has this title',
      \ -32600: 'memo-ls did not understand the plugin; see :MemoLog. Are both of one version?',
      \ -32603: 'memo-ls made a mistake; see :MemoLog',
      \ -32700: 'memo-ls did not understand the plugin; see :MemoLog. Are both of one version?'}
" What the user wrote that the server can't use, by the name that the protocol has for it: what it is called here,
" before what the server says of it in English; and what is said in another language.
let s:members = {
      \ 'title': ['The title', 'This can’t be a title: it is one line of at most 200 characters, without [ ] | # ^'],
      \ 'to': ['The new name',
      \   'This can’t be a name here: it is one line without [ ] | # ^, a tag letters, digits, _ - and /'],
      \ 'tag': ['The tag', 'This tag can’t be changed in the header of a memo'],
      \ 'id': ['It', 'The title of this memo can’t be changed: its first line is more than a title'],
      \ 'heading': ['The heading', 'The memo has no such heading'],
      \ 'query': ['The search', 'This can’t be searched for: see :help memo-search'],
      \ 'date': ['The date', 'A day is written as 2026-11-22'],
      \ 'template': ['The template', 'There is no such template, or several have this name']}
let s:troubles = {
      \ 'full': 'the disk is full; make room on it',
      \ 'readOnly': 'the memos can only be read; their file or its disk is read-only',
      \ 'locked': 'another program holds the memos; wait a moment',
      \ 'io': 'the disk can’t be read or written',
      \ 'corrupt': 'the file of the memos is damaged; “memo-ls check” says more',
      \ 'newerVersion': 'a newer memo-ls made the file of the memos; update this one',
      \ 'notAMemoStore': 'the file is no store of memos; see g:memo_server_args',
      \ 'replaced': 'the file of the memos was moved or replaced; :MemoRestart opens what is there now',
      \ 'permission': 'the file of the memos may not be opened; see its permissions'}

let s:process = {}
let s:waiting = {}
let s:last_id = 0
let s:deaths = []
let s:is_ending = 0
let s:reason = ''
let s:info = {}
" The folder whose notes are the memos; "" if they are in a store alone. Which it is, is known from the first start on.
let s:folder = ''
let s:has_place = 0

" Asks {method} with {params}, which are JSON, and calls {Answer} with {'result': …} or {'error': …}; with `is_lost`
" set if the server ended before it answered. Returns the request's id, or 0.
function! memo#server#request(method, params, Answer) abort
  if !memo#server#start()
    call a:Answer(s:lost())
    return 0
  endif
  let s:last_id += 1
  let s:waiting[s:last_id] = a:Answer
  call s:write('{"jsonrpc":"2.0","id":' . s:last_id . ',"method":"' . a:method . '","params":' . a:params . '}')
  return s:last_id
endfunction

" Asks and waits, as commands do; never while somebody types. Returns the answer.
function! memo#server#call(method, params) abort
  let l:box = []
  let l:id = memo#server#request(a:method, json_encode(a:params), {answer -> add(l:box, answer)})
  let l:seconds = memo#option('timeout')
  if !memo#process#wait(l:seconds * 1000, {-> !empty(l:box)})
    call memo#server#cancel(l:id)
    return {'error': {'code': 0, 'message': memo#words#say('no answer within %d s', l:seconds)}}
  endif
  return l:box[0]
endfunction

" As call, but an error becomes a message. Returns the result, or {}.
function! memo#server#ask(method, params) abort
  let l:answer = memo#server#call(a:method, a:params)
  if has_key(l:answer, 'error')
    call memo#log#error(memo#server#explain(a:method, l:answer.error))
    return {}
  endif
  return extend({'escaped': get(l:answer, 'escaped')}, l:answer.result)
endfunction

" Asks for all pages of {method}, whose rows are in {member}, and waits. Returns them as `rows`; {} if an error became a
" message.
function! memo#server#pages(method, params, member) abort
  let l:rows = []
  let l:page = {'nextCursor': v:null}
  while has_key(l:page, 'nextCursor')
    let l:page = memo#server#ask(a:method, extend({'limit': s:most_rows, 'cursor': l:page.nextCursor}, a:params))
    if empty(l:page)
      return {}
    endif
    let l:rows += l:page[a:member]
  endwhile
  return {'rows': l:rows}
endfunction

" An error in words for the user.
function! memo#server#explain(method, error) abort
  let l:data = get(a:error, 'data', {})
  if a:error.code == -32601
    return memo#words#say('This memo-ls has no “%s”: it is too old for this command. Update it', a:method)
  endif
  let l:words = a:error.code == 6 ? get(s:troubles, get(l:data, 'reason', ''), '') : get(s:errors, a:error.code, '')
  if a:error.code == -32602
    let l:words = s:unusable(get(l:data, 'path', ''), a:error.message)
  endif
  if l:words ==# ''
    return a:error.message
  endif
  " What the server said has more, for those who look.
  call memo#log#server('memo-ls: ' . a:error.message)
  return memo#words#say(l:words)
endfunction

" What is wrong with something that the user wrote. Of what has no name here the plugin wrote it.
function! s:unusable(path, message) abort
  let l:member = matchstr(a:path, '^params\.\zs\a\+$')
  if a:path =~# '\.tags'
    return 'A tag has 1 to 100 characters, a memo at most 100 tags'
  elseif !has_key(s:members, l:member)
    return s:errors[-32600]
  endif
  let [l:subject, l:words] = s:members[l:member]
  " A tag is written with its mark here.
  let l:message = substitute(a:message, '\<tag\%( it\)\? \zstemplate$', '#&', '')
  return memo#words#language() ==# 'en' ? substitute(l:message, '^params\.\a\+', l:subject, '') : l:words
endfunction

" Gives up a request. Its answer, if one still comes, is dropped.
function! memo#server#cancel(id) abort
  if has_key(s:waiting, a:id)
    call remove(s:waiting, a:id)
    call s:write('{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":' . a:id . '}}')
  endif
endfunction

" Whether a server runs.
function! memo#server#is_running() abort
  return !empty(s:process)
endfunction

" What initialize answered, and where the program is.
function! memo#server#info() abort
  return s:info
endfunction

" The folder whose notes are the memos, or "".
function! memo#server#folder() abort
  return s:folder
endfunction

" Whether the user has said where the memos are.
function! memo#server#has_own_store() abort
  let l:arguments = memo#option('server_args')
  return type(l:arguments) == v:t_list && match(l:arguments, '^--\%(store\|folder\)\%(=\|$\)') >= 0
endfunction

" Whether the server runs and has answered once.
function! memo#server#has_answered() abort
  return !empty(s:process) && has_key(s:info, 'serverInfo')
endfunction

" Serves the memos of a folder from now on. Returns whether the server runs, or is about to.
function! memo#server#serve(folder) abort
  let l:was_running = !empty(s:process)
  if l:was_running
    call memo#server#stop()
    let s:is_ending = 0
  endif
  let [s:folder, s:has_place] = [a:folder, 1]
  call memo#list#refresh_soon()
  return memo#server#start()
endfunction

" Where the memos are, is decided once: where the user has said, in the folder that the editor was started in if its
" notes are memos, else where memos are.
function! s:find_place() abort
  if s:has_place || type(memo#option('server_args')) != v:t_list
    return
  endif
  let s:has_place = 1
  if !memo#server#has_own_store()
    let s:folder = memo#option('folders') ? memo#file#folder(resolve(getcwd())) : ''
    return
  endif
  let l:arguments = memo#option('server_args')
  let l:place = match(l:arguments, '^--folder\%(=\|$\)')
  if l:place >= 0
    let l:path = l:arguments[l:place] ==# '--folder' ? get(l:arguments, l:place + 1, '')
          \ : strpart(l:arguments[l:place], strlen('--folder='))
    let s:folder = substitute(resolve(fnamemodify(l:path, ':p')), '.\zs/$', '', '')
  endif
endfunction

" Starts the server unless it runs. Returns whether it does; if not, says why.
function! memo#server#is_ready() abort
  if memo#server#start()
    return 1
  endif
  call memo#log#error(s:lost().error.message)
  return 0
endfunction

" Starts the server unless it runs. Returns whether it does.
function! memo#server#start() abort
  if !empty(s:process)
    return 1
  endif
  if s:is_ending || len(s:recent_deaths()) > s:restarts
    return 0
  endif
  let [l:program, l:path] = [memo#server#find(), memo#option('server_path')]
  if type(memo#option('server_args')) != v:t_list
    let s:reason = memo#words#say('g:memo_server_args is no list; see :help g:memo_server_args')
    return 0
  elseif l:program ==# ''
    let s:reason = l:path !=# '' ? memo#words#say('%s can’t be run; set g:memo_server_path to memo-ls', l:path)
          \ : memo#words#say('memo-ls was not found. Install it, or set g:memo_server_path; see :help memo-install')
    return 0
  endif
  let l:handlers = {'line': function('s:take'), 'log': function('memo#log#server')}
  call s:find_place()
  let l:own = s:folder !=# '' && !memo#server#has_own_store() ? ['--folder', s:folder] : []
  let l:process = memo#process#start([l:program] + l:own + memo#option('server_args'), l:handlers)
  if empty(l:process)
    let s:reason = memo#words#say('%s can’t be run', l:program)
    return 0
  endif
  call memo#events#begin()
  let l:handlers.end = {status -> s:ended(l:process, status)}
  let s:process = l:process
  let s:reason = ''
  let s:info = {'program': l:program}
  call s:initialize()
  return 1
endfunction

" The path of the program: what the option says, else on $PATH, else where `make install` puts it; "" if it is nowhere.
function! memo#server#find() abort
  let l:path = memo#option('server_path')
  if l:path !=# ''
    return exepath(expand(l:path))
  endif
  let l:found = exepath('memo-ls')
  return l:found !=# '' ? l:found : exepath(expand('~/.local/bin/memo-ls'))
endfunction

" Ends the server, if any, and starts another, however often it died before.
function! memo#server#restart() abort
  call memo#server#stop()
  let s:is_ending = 0
  let s:deaths = []
  if memo#server#start()
    call memo#follow#restarted()
  endif
endfunction

" Has the server save everything and end.
function! memo#server#stop() abort
  let s:is_ending = 1
  if empty(s:process)
    return
  endif
  call memo#server#call('shutdown', {})
  let l:process = s:process
  call s:write('{"jsonrpc":"2.0","method":"exit"}')
  if !memo#process#wait(2000, {-> empty(s:process)})
    call memo#process#kill(l:process)
    call s:ended(l:process, -1)
  endif
endfunction

function! s:initialize() abort
  let l:version = has('nvim') ? matchstr(execute('version'), 'NVIM v\zs[0-9.]*')
        \ : printf('%d.%d', v:version / 100, v:version % 100)
  let l:params = {
        \ 'processId': getpid(),
        \ 'clientInfo': {'name': has('nvim') ? 'Neovim' : 'Vim', 'version': l:version},
        \ 'locale': memo#words#language(),
        \ 'capabilities': {'general': {'positionEncodings': ['utf-8']}, 'memo': {'notifications': v:true}}}
  call memo#server#request('initialize', json_encode(l:params), function('s:initialized'))
  call s:write('{"jsonrpc":"2.0","method":"initialized","params":{}}')
endfunction

function! s:initialized(answer) abort
  if has_key(a:answer, 'result')
    call extend(s:info, a:answer.result)
  elseif !get(a:answer, 'is_lost')
    call memo#log#error(a:answer.error.message)
  endif
endfunction

function! s:write(line) abort
  call memo#log#trace('>', a:line)
  call memo#process#write(s:process, a:line)
endfunction

function! s:take(line) abort
  call memo#log#trace('<', a:line)
  try
    let l:message = memo#json#decode(a:line)
  catch
    return memo#log#warn(memo#words#say('The server sent something that is no message: %s', strpart(a:line, 0, 60)))
  endtry
  if has_key(l:message, 'method')
    return memo#notices#take(l:message.method,
          \ extend({'escaped': get(l:message, 'escaped')}, get(l:message, 'params', {})))
  endif
  if type(l:message.id) == v:t_number && has_key(s:waiting, l:message.id)
    call remove(s:waiting, l:message.id)(l:message)
  elseif has_key(l:message, 'error') && type(l:message.id) != v:t_number
    call memo#log#warn(l:message.error.message)
  endif
endfunction

function! s:lost() abort
  let l:why = s:reason !=# '' ? s:reason : memo#words#say('memo-ls does not run; see :MemoLog, then try :MemoRestart')
  return {'error': {'code': 0, 'message': l:why}, 'is_lost': 1}
endfunction

function! s:recent_deaths() abort
  return filter(s:deaths, {_, time -> localtime() - time < s:restarts_seconds})
endfunction

function! s:ended(process, status) abort
  if a:process isnot# s:process
    return
  endif
  let s:process = {}
  if s:folder !=# '' && !memo#server#has_own_store() && !has_key(s:info, 'serverInfo') && !s:is_ending
    " It is refused, as that of another user, or as a copy.
    call memo#file#refused(s:folder)
    let s:folder = ''
  endif
  call memo#follow#stopped()
  let [l:waiting, s:waiting] = [s:waiting, {}]
  if !s:is_ending
    call add(s:deaths, localtime())
    call memo#log#warn(memo#words#say('The server ended with status %d', a:status))
    if memo#server#start()
      call memo#follow#restarted()
    elseif len(s:deaths) > s:restarts
      call memo#log#error(memo#words#say(
            \ 'The server died %d times within 3 minutes. See :MemoLog, then try :MemoRestart', len(s:deaths)))
    endif
  endif
  for l:Answer in values(l:waiting)
    call l:Answer(s:lost())
  endfor
  call memo#status#redraw()
endfunction

let &cpoptions = s:cpo
unlet s:cpo
