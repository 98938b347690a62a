scriptencoding utf-8
" Sends what changes in memo buffers, at once and without waiting for answers.
"
" Of each memo there is a shadow: the parts (see memo#text) that the server has, or will have once it has taken in
" what is on its way. A change is what differs between shadow and buffer. The editor says in which lines that may be;
" the size of the buffer says whether it was right, and each save is a reason to compare everything.

let s:cpo = &cpoptions
set cpoptions&vim

" Buffer number -> memo. `parts`, `terminator` and `bytes` are the shadow; `version` is the one that the next change
" starts from, 0 while the server does not know the memo; `is_gone` if it was destroyed elsewhere; `is_locked` while it
" may not be changed since it was opened in the trash; `pending` are the changes that are not answered yet, `refused`
" those of them that were not taken; `is_reading` while the memo is read again, so that nothing is sent; `has_returns`
" if a carriage return is inside a part, where the server sees a line's end and Vim none; `tail` if the last part is
" 'endofline'; `is_saved` unless something typed here is not in the database yet: what another changed is;
" `saved_version` is the last one that was known to be there.
let s:memos = {}

" The most bytes of one message; the server takes 64 MiB.
let s:most_bytes = 60 * 1024 * 1024

" The memo of a buffer, or {}.
function! memo#sync#memo(buffer) abort
  return get(s:memos, a:buffer, {})
endfunction

" All memos that have a buffer.
function! memo#sync#memos() abort
  return values(s:memos)
endfunction

" The memo of an id, if it has a buffer; else {}.
function! memo#sync#of(id) abort
  for l:memo in values(s:memos)
    if l:memo.id ==# a:id
      return l:memo
    endif
  endfor
  return {}
endfunction

" The buffer of a memo, or -1.
function! memo#sync#buffer(id) abort
  return get(memo#sync#of(a:id), 'buffer', -1)
endfunction

" Begins to send what changes in a buffer, which shows what {memo} has as members of the protocol's Memo.
function! memo#sync#begin(buffer, memo) abort
  call memo#sync#end(a:buffer)
  let l:memo = extend({'buffer': a:buffer, 'pending': [], 'refused': [], 'is_reading': 0, 'is_saved': 0,
        \ 'saved_version': 0, 'is_trashed': 0, 'is_gone': 0, 'is_locked': 0, 'properties': {}, 'trouble': ''}, a:memo)
  let s:memos[a:buffer] = l:memo
  call memo#sync#set_shadow(l:memo, memo#text#of_buffer(a:buffer), memo#text#terminator(a:buffer), l:memo.version)
  call memo#watch#begin(a:buffer)
  return l:memo
endfunction

" Begins again with a memo that was forgotten just now; what was not answered is as if it had been refused.
function! memo#sync#resume(memo) abort
  let s:memos[a:memo.buffer] = extend(a:memo, {'refused': a:memo.refused + a:memo.pending, 'pending': []})
  call memo#watch#begin(a:memo.buffer)
  return a:memo
endfunction

" Forgets a buffer.
function! memo#sync#end(buffer) abort
  if has_key(s:memos, a:buffer)
    call memo#watch#flush(a:buffer)
    call memo#watch#end(a:buffer)
    call remove(s:memos, a:buffer)
  endif
endfunction

" Says what text the server has.
function! memo#sync#set_shadow(memo, parts, terminator, version) abort
  let a:memo.parts = a:parts
  let a:memo.terminator = a:terminator
  let a:memo.version = a:version
  let a:memo.bytes = memo#text#bytes(a:parts, a:terminator)
  let a:memo.has_returns = memo#text#has(a:parts, "\r")
  let a:memo.tail = memo#text#tail_of(a:memo.buffer, getbufline(a:memo.buffer, 1, 2))
endfunction

" Lines {start} to {end} (from 0, end excluded) of a buffer may have changed, and there are {added} more lines than
" there were.
function! memo#sync#changed(buffer, start, end, added) abort
  let l:memo = memo#sync#memo(a:buffer)
  if empty(l:memo) || l:memo.is_reading
    return
  endif
  let l:count = memo#watch#line_count(a:buffer)
  let l:old_end = a:end - a:added
  let l:tail = memo#text#tail_of(a:buffer, l:count == 1 ? getbufline(a:buffer, 1) : [])
  if l:tail != l:memo.tail || len(l:memo.parts) - l:memo.tail != l:count - a:added
        \ || a:end > l:count || l:old_end < a:start || a:start < 0
    return memo#sync#compare(a:buffer)
  endif
  let l:new = a:end > a:start ? getbufline(a:buffer, a:start + 1, a:end) : []
  let l:old = l:old_end > a:start ? l:memo.parts[a:start : l:old_end - 1] : []
  call s:send_difference(l:memo, a:start, l:old, l:new)
  let l:size = memo#watch#size(a:buffer)
  if l:size >= 0 && l:size != l:memo.bytes
    call memo#sync#compare(a:buffer)
  endif
endfunction

" Compares all of a buffer with its shadow and sends what differs. Returns whether anything did.
function! memo#sync#compare(buffer) abort
  let l:memo = memo#sync#memo(a:buffer)
  if empty(l:memo) || l:memo.is_reading
    return 0
  endif
  let l:parts = memo#text#of_buffer(a:buffer)
  let l:terminator = memo#text#terminator(a:buffer)
  if l:terminator !=# l:memo.terminator
    call memo#sync#send_all(l:memo, l:parts, l:terminator)
    return 1
  endif
  let l:memo.tail = memo#text#tail_of(a:buffer, l:parts)
  return l:parts !=# l:memo.parts && s:send_difference(l:memo, 0, l:memo.parts, l:parts)
endfunction

" Whether the buffer's text is so much longer than the shadow that no message could say how.
function! memo#sync#is_too_much(memo) abort
  let l:size = memo#watch#size(a:memo.buffer)
  let l:size = l:size >= 0 ? l:size : memo#text#bytes(memo#text#of_buffer(a:memo.buffer), a:memo.terminator)
  return l:size - a:memo.bytes > s:most_bytes
endfunction

" Whether the buffer has another text than the shadow.
function! memo#sync#differs(memo) abort
  return memo#text#of_buffer(a:memo.buffer) !=# a:memo.parts
        \ || memo#text#terminator(a:memo.buffer) !=# a:memo.terminator
endfunction

" Sends the whole text.
function! memo#sync#send_all(memo, parts, terminator) abort
  let l:old = a:memo.parts
  let l:parts = memo#text#clean(a:parts)
  call memo#sync#set_shadow(a:memo, l:parts, a:terminator, a:memo.version)
  call s:send(a:memo, {'start': 0, 'old': l:old, 'new': copy(l:parts), 'is_whole': 1},
        \ '{"text":' . memo#json#text(l:parts, a:terminator) . '}')
endfunction

" Sends how the shadow's parts {old}, from {start} on, became {new}. Returns whether they differ.
function! s:send_difference(memo, start, old, new) abort
  " Its length says so at once; to look at each of its characters would take long.
  if memo#text#bytes(a:new, a:memo.terminator) - memo#text#bytes(a:old, a:memo.terminator) > s:most_bytes
    call s:refuse_too_much(a:memo)
    return 1
  endif
  let l:clean = memo#text#clean(a:new)
  if l:clean isnot# a:new && l:clean !=# a:new
    call memo#buffer#repair_soon(a:memo.buffer)
  endif
  let [l:first, l:last] = memo#diff#common(a:old, l:clean)
  if l:first + l:last == len(a:old) && len(a:old) == len(l:clean)
    return 0
  endif
  " With a part more on one side, no part comes or goes without one that stays.
  let [l:from, l:to] = [l:first, len(a:old) - l:last]
  let l:new_to = len(l:clean) - l:last
  let l:start = a:start + l:from
  let l:old = l:to > l:from ? a:old[l:from : l:to - 1] : []
  let l:new = l:new_to > l:from ? l:clean[l:from : l:new_to - 1] : []
  if empty(l:old) || empty(l:new)
    if l:start > 0
      let l:start -= 1
      call insert(l:old, a:memo.parts[l:start])
      call insert(l:new, l:old[0])
    else
      call add(l:old, a:memo.parts[len(l:old)])
      call add(l:new, l:old[-1])
    endif
  endif
  let l:change = memo#change#between(a:memo, l:start, l:old, l:new)
  let a:memo.bytes += memo#text#bytes(l:new, a:memo.terminator) - memo#text#bytes(l:old, a:memo.terminator)
  let a:memo.has_returns = a:memo.has_returns || memo#text#has(l:new, "\r")
  call memo#diff#replace(a:memo.parts, l:start, len(l:old), l:new)
  call s:send(a:memo, {'start': l:start, 'old': l:old, 'new': l:new, 'is_whole': 0}, l:change)
  return 1
endfunction

" Sends a change; the first one of a memo that the server does not know makes it.
function! s:send(memo, pending, change) abort
  let l:method = 'updateMemo'
  let l:params = '{"id":' . json_encode(a:memo.id) . ',"baseVersion":' . a:memo.version
        \ . ',"contentChanges":[' . a:change . ']}'
  if a:memo.version == 0
    let l:method = 'createMemo'
    let l:params = '{"id":' . json_encode(a:memo.id) . ',"text":' . memo#json#text(a:memo.parts, a:memo.terminator)
          \ . ',"properties":' . json_encode(a:memo.properties) . '}'
  endif
  if strlen(l:params) > s:most_bytes
    call add(a:memo.refused, a:pending)
    return s:refuse_too_much(a:memo)
  endif
  let a:memo.version += 1
  call add(a:memo.pending, extend(a:pending, {'version': a:memo.version, 'bytes': a:memo.bytes}))
  call memo#status#changed(a:memo)
  call memo#server#request(l:method, l:params, {answer -> s:answered(a:memo, answer)})
endfunction

" As the server refuses what it can't take.
function! s:refuse_too_much(memo) abort
  call memo#follow#refused(a:memo, {'code': 0, 'message': memo#words#say('this is too much to send at once')})
endfunction

" Sets properties, in step with the changes of the text.
function! memo#sync#set_properties(memo, properties) abort
  let a:memo.version += 1
  call add(a:memo.pending, {'start': 0, 'old': [], 'new': [], 'is_whole': 1,
        \ 'version': a:memo.version, 'bytes': a:memo.bytes})
  for [l:name, l:value] in items(a:properties)
    if l:value is v:null
      silent! call remove(a:memo.properties, l:name)
    else
      let a:memo.properties[l:name] = l:value
    endif
  endfor
  " Without a version: another editor's change on the way is no reason to refuse them.
  call memo#server#request('updateMemo', json_encode({'id': a:memo.id, 'properties': a:properties}),
        \ {answer -> s:answered_properties(a:memo, answer)})
endfunction

function! s:answered_properties(memo, answer) abort
  if memo#sync#memo(a:memo.buffer) isnot# a:memo || get(a:answer, 'is_lost') || empty(a:memo.pending)
    return
  endif
  let l:change = remove(a:memo.pending, 0)
  if has_key(a:answer, 'error')
    call memo#log#error(memo#server#explain('updateMemo', a:answer.error))
  endif
  if get(get(a:answer, 'result', {}), 'version') == l:change.version
    call memo#status#accepted(a:memo)
  elseif !a:memo.is_reading
    call memo#follow#read(a:memo)
  endif
endfunction

" Answers come in the order of the changes.
function! s:answered(memo, answer) abort
  if memo#sync#memo(a:memo.buffer) isnot# a:memo || get(a:answer, 'is_lost') || empty(a:memo.pending)
    return
  endif
  let l:change = remove(a:memo.pending, 0)
  if has_key(a:answer, 'error')
    call add(a:memo.refused, l:change)
    return memo#follow#refused(a:memo, a:answer.error)
  endif
  if a:answer.result.length != l:change.bytes || a:answer.result.version != l:change.version
    call memo#log#warn_about('The server had another text of “%s”; it has yours now', memo#status#title(a:memo))
    if !l:change.is_whole && !a:memo.is_reading
      call memo#sync#send_all(a:memo, memo#text#of_buffer(a:memo.buffer), memo#text#terminator(a:memo.buffer))
    endif
  endif
  call memo#status#accepted(a:memo)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
