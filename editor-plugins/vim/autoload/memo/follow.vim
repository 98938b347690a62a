scriptencoding utf-8
" Brings a buffer and its memo together again: after another editor's changes, a refused change, or the server's death.

let s:cpo = &cpoptions
set cpoptions&vim

" The first and the longest time until a refused change is tried again, in milliseconds.
let s:first_delay = 1000
let s:longest_delay = 30000
" How long to wait while the user is in the middle of a command, in milliseconds.
let s:busy_delay = 50

" Another editor changed the memo.
function! memo#follow#changed(memo, params) abort
  let l:memo = a:memo
  if memo#sync#memo(l:memo.buffer) isnot# l:memo
    return
  elseif memo#follow#is_busy()
    return timer_start(s:busy_delay, {_ -> memo#follow#changed(l:memo, a:params)})
  endif
  call memo#watch#flush(l:memo.buffer)
  let l:memo.has_others = get(l:memo, 'has_others') || a:params.version != a:params.baseVersion
  let l:memo.newest = max([get(l:memo, 'newest'), a:params.version])
  if has_key(a:params, 'properties')
    let l:memo.properties = a:params.properties
  endif
  if l:memo.is_reading
    return
  endif
  let l:changes = get(a:params, 'contentChanges', [])
  if !empty(l:memo.pending) || a:params.baseVersion != l:memo.version || !memo#change#can_apply(l:memo, l:changes)
        \ || !has_key(a:params, 'contentChanges') && !has_key(a:params, 'properties')
    return memo#follow#read(l:memo)
  endif
  call memo#sync#compare(l:memo.buffer)
  if !empty(l:memo.pending)
    return memo#follow#read(l:memo)
  endif
  let l:parts = copy(l:memo.parts)
  for l:change in l:changes
    let l:parts = memo#change#apply(l:parts, l:change, l:memo.terminator, a:params.escaped)
  endfor
  call s:show(l:memo, l:parts, l:parts, l:memo.terminator, a:params.version)
endfunction

" Reads the memo again; until it is there, nothing is sent.
function! memo#follow#read(memo) abort
  let a:memo.is_reading = 1
  let a:memo.known_when_asked = get(a:memo, 'newest')
  call memo#server#request('getMemo', json_encode({'id': a:memo.id}), {answer -> memo#follow#adopt(a:memo, answer)})
endfunction

" A change was refused; those after it will be, too.
function! memo#follow#refused(memo, error) abort
  if a:memo.is_reading
    return
  endif
  if a:error.code == 1 || a:error.code == 2
    return memo#follow#read(a:memo)
  endif
  let a:memo.is_reading = 1
  let l:delay = get(a:memo, 'delay', s:first_delay)
  let a:memo.delay = min([2 * l:delay, s:longest_delay])
  call memo#status#failed(a:memo, memo#server#explain('updateMemo', a:error))
  call timer_start(l:delay, {_ -> s:try_again(a:memo, l:delay)})
endfunction

" What is too long waits until it is shorter.
function! s:try_again(memo, delay) abort
  if memo#sync#memo(a:memo.buffer) isnot# a:memo
    return
  elseif memo#sync#is_too_much(a:memo)
    return timer_start(a:delay, {_ -> s:try_again(a:memo, a:delay)})
  endif
  call memo#follow#read(a:memo)
endfunction

" The server was started again: every memo is read, and what it lacks is sent.
function! memo#follow#restarted() abort
  call memo#follow#stopped()
  for l:memo in memo#sync#memos()
    if has_key(l:memo, 'path') && getbufvar(l:memo.buffer, '&modified')
      call memo#file#hold(l:memo)
    endif
    if l:memo.version > 0
      call memo#follow#read(l:memo)
    else
      let l:memo.is_reading = 0
      call memo#sync#compare(l:memo.buffer)
    endif
  endfor
  call memo#list#refresh_soon()
endfunction

" There is no server: nothing is sent, and what was not answered may be lost.
function! memo#follow#stopped() abort
  for l:memo in memo#sync#memos()
    if !empty(l:memo.pending)
      call setbufvar(l:memo.buffer, '&modified', 1)
    endif
    call extend(l:memo.refused, l:memo.pending)
    let l:memo.pending = []
    let [l:memo.is_reading, l:memo.is_held] = [1, 0]
    " What the next server counts may be less than what this one had not saved yet.
    let l:memo.newest = 0
  endfor
endfunction

" A memo could not be read again: it goes on as it was, and is read as soon as that is possible.
function! memo#follow#go_on(memo) abort
  let l:memo = memo#sync#resume(a:memo)
  let l:memo.is_reading = !memo#server#is_running()
  if !l:memo.is_reading
    call memo#follow#refused(l:memo, {'code': 0, 'message': memo#words#say('it could not be read')})
  endif
endfunction

" Another editor moved the memo to the trash, or destroyed it. The text stays on the screen.
function! memo#follow#deleted(memo, is_permanent) abort
  if a:is_permanent ? a:memo.is_gone : a:memo.is_trashed
    return
  endif
  let [a:memo.is_trashed, a:memo.is_gone] = [!a:is_permanent, a:is_permanent]
  if a:is_permanent
    call memo#buffer#unlock(a:memo)
  endif
  call memo#log#warn_about(a:is_permanent
        \ ? '“%s” was destroyed in another editor. Typing in it or :MemoRestore makes it anew'
        \ : '“%s” was deleted in another editor. Typing in it or :MemoRestore brings it back',
        \ memo#status#title(a:memo))
  call memo#status#redraw()
endfunction

" The memo was restored, here or in another editor.
function! memo#follow#revived(memo) abort
  let [a:memo.is_trashed, a:memo.is_gone] = [0, 0]
  " What is on its way may be older.
  let a:memo.is_stale = a:memo.is_reading
  if !a:memo.is_reading
    call memo#follow#read(a:memo)
  endif
endfunction

" The server knows none of this memo: it gets it anew.
function! memo#follow#recreate(memo) abort
  call extend(a:memo, {'is_reading': 0, 'is_trashed': 0, 'is_gone': 0, 'refused': [], 'version': 0})
  call memo#buffer#unlock(a:memo)
  call memo#sync#send_all(a:memo, memo#text#of_buffer(a:memo.buffer), memo#text#terminator(a:memo.buffer))
endfunction

" Whether text must not move now: something is selected, an operator waits for its motion, :s for a yes or no, CTRL-V or
" the like for its key, or a menu of completions hangs on the cursor.
function! memo#follow#is_busy() abort
  if memo#complete#is_at_work()
    return 1
  elseif mode() =~# '[iR]' && !memo#process#is_waiting()
    " In Neovim no timer runs between CTRL-V and its key.
    return pumvisible() || mode(1) =~# '[cx]$' || exists('*state') && state('S') !=# ''
  endif
  return mode(1) =~# "^\\%(no\\|r?\\|[vVsS\<C-V>\<C-S>]\\)"
endfunction

" Takes in what the server has, with what the user typed meanwhile on top of it.
function! memo#follow#adopt(memo, answer) abort
  if memo#sync#memo(a:memo.buffer) isnot# a:memo || get(a:answer, 'is_lost')
    return
  elseif memo#follow#is_busy()
    return timer_start(s:busy_delay, {_ -> memo#follow#adopt(a:memo, a:answer)})
  endif
  call memo#watch#flush(a:memo.buffer)
  let l:mine = memo#text#of_buffer(a:memo.buffer)
  if has_key(a:answer, 'error')
    return s:without(a:memo, a:answer.error)
  endif
  let l:found = a:answer.result
  " What was told before the question is in the answer: a memo that was destroyed and made anew may count from less.
  let l:newest = get(a:memo, 'newest')
  if l:found.version < l:newest && l:newest > get(a:memo, 'known_when_asked') || get(a:memo, 'is_stale')
    let a:memo.is_stale = 0
    return memo#follow#read(a:memo)
  endif
  let a:memo.newest = l:found.version
  let l:theirs = memo#text#parts(l:found.text, get(a:answer, 'escaped'))
  let l:base = s:base(a:memo, l:theirs)
  if has_key(l:found, 'trashedAt') && l:mine !=# l:base
    call memo#log#warn_about('Your typing brought back from the trash: “%s”', memo#status#title(a:memo))
    return memo#server#request('restore', json_encode({'id': a:memo.id}), {answer -> memo#follow#adopt(a:memo, answer)})
  endif
  let [a:memo.is_trashed, a:memo.is_gone] = [has_key(l:found, 'trashedAt'), 0]
  if !a:memo.is_trashed
    call memo#buffer#unlock(a:memo)
  endif
  let a:memo.properties = l:found.properties
  if has_key(a:memo, 'path') && has_key(l:found, 'path')
    let a:memo.path = memo#file#path(l:found.path)
  endif
  let a:memo.refused = []
  let [l:merged, l:is_conflict] = memo#diff#merge(l:base, l:theirs, l:mine)
  let l:terminator = memo#text#terminator_of(l:found.text)
  if l:is_conflict
    call s:keep_copy(a:memo, l:theirs, l:terminator)
  endif
  call s:show(a:memo, l:merged, l:theirs, l:terminator, l:found.version)
  if l:found.saved && empty(a:memo.pending)
    call memo#status#saved(a:memo, l:found.version)
  endif
  call memo#status#settled(a:memo)
  if has_key(a:memo, 'path')
    call memo#name#update(a:memo)
  endif
endfunction

" The text that {theirs} and the buffer's come from: the last of those the server may have had before its answers
" stopped.
function! s:base(memo, theirs) abort
  let l:parts = copy(a:memo.parts)
  for l:change in reverse(copy(a:memo.refused))
    call memo#diff#replace(l:parts, l:change.start, len(l:change.new), l:change.old)
  endfor
  let l:base = copy(l:parts)
  for l:change in a:memo.refused
    if l:parts ==# a:theirs
      break
    endif
    call memo#diff#replace(l:parts, l:change.start, len(l:change.old), l:change.new)
  endfor
  return l:parts ==# a:theirs ? l:parts : l:base
endfunction

" Shows {parts}, while the server has {theirs}, and sends the difference.
function! s:show(memo, parts, theirs, terminator, version) abort
  let a:memo.is_reading = 1
  call memo#buffer#show(a:memo, a:parts, a:terminator)
  call memo#watch#flush(a:memo.buffer)
  let a:memo.is_reading = 0
  call memo#sync#set_shadow(a:memo, copy(a:theirs), a:terminator, a:version)
  call memo#sync#compare(a:memo.buffer)
  call memo#status#redraw()
endfunction

" The server can't give the memo. If it knows none of this id, it gets it anew.
function! s:without(memo, error) abort
  let a:memo.is_reading = 0
  if a:error.code == 1
    " What was destroyed stays so until something is typed into it.
    return a:memo.is_gone && empty(a:memo.refused) && !memo#sync#differs(a:memo) ? 0 : memo#follow#recreate(a:memo)
  endif
  call memo#follow#refused(a:memo, a:error)
endfunction

" Both changed the same lines: what stands in the server becomes a memo of its own, as the server itself does it.
function! s:keep_copy(memo, theirs, terminator) abort
  call memo#server#request('createMemo', '{"text":' . memo#json#text(a:theirs, a:terminator)
        \ . ',"properties":{"conflictOf":' . json_encode(a:memo.id) . '}}', {answer -> s:kept(a:memo, answer)})
endfunction

function! s:kept(memo, answer) abort
  if has_key(a:answer, 'result')
    call memo#conflict#tell(a:memo, a:answer.result.id)
  elseif !get(a:answer, 'is_lost')
    call memo#log#error(memo#server#explain('createMemo', a:answer.error))
  endif
  call memo#list#refresh_soon()
endfunction

let &cpoptions = s:cpo
unlet s:cpo
