scriptencoding utf-8
" Conflicts: two editors changed the same lines. One text is the memo's, the other one a memo of its own, whose property
" `conflictOf` has the id of the first.

let s:cpo = &cpoptions
set cpoptions&vim

" Ids of memos that others made, and are looked at in a moment.
let s:new = {}
let s:pause = 100

" Another process made a memo: is it the other text of one that is open here?
function! memo#conflict#look(id) abort
  if empty(memo#sync#memos())
    return
  elseif empty(s:new)
    call timer_start(s:pause, function('s:look'))
  endif
  let s:new[a:id] = 1
endfunction

" Says that a memo has another text, once.
function! memo#conflict#tell(memo, copy) abort
  let a:memo.conflicts = get(a:memo, 'conflicts', [])
  if index(a:memo.conflicts, a:copy) < 0
    call add(a:memo.conflicts, a:copy)
    call memo#log#warn_about('Conflict: see :MemoConflict. “%s” was changed in the same lines elsewhere',
          \ memo#status#title(a:memo))
    call memo#status#redraw()
  endif
endfunction

" The other text of a memo is none any more: it was deleted, or is kept as a memo of its own, here or elsewhere.
function! memo#conflict#settled(copy) abort
  for l:memo in filter(memo#sync#memos(), {_, memo -> index(get(memo, 'conflicts', []), a:copy) >= 0})
    call filter(l:memo.conflicts, {_, id -> id !=# a:copy})
    call memo#status#redraw()
  endfor
endfunction

" :MemoConflict shows both texts as a diff; with "this", "other" or "both" it keeps the text of this window, that of the
" other one, or both as memos of their own.
function! memo#conflict#run(kept) abort
  let [l:id, l:copy] = s:pair()
  if l:copy ==# '' || !memo#command#may_change()
    return
  endif
  let l:is_copy_here = get(memo#sync#memo(bufnr('%')), 'id', '') ==# l:copy
  if a:kept !=# '' && index(s:choices, a:kept) < 0
    return memo#log#error(memo#words#say('Keep this, other or both?'))
  elseif !s:show(l:id, l:copy)
    return
  elseif a:kept ==# ''
    return memo#log#say(
          \ memo#words#say(':MemoConflict this, other or both says what is kept; do and dp take lines over'))
  elseif a:kept ==# 'both'
    call s:keep_both(l:copy)
  elseif !s:keep_one(l:id, l:copy, l:is_copy_here == (a:kept ==# 'this'))
    return
  endif
  call s:close(l:id, l:copy)
  let l:left = len(s:copies(l:id))
  if l:left > 0
    call memo#log#say(memo#words#say('Settled; :MemoConflict shows the next of %d more', l:left))
  endif
endfunction

" Completes what is kept.
function! memo#conflict#complete(lead, line, cursor) abort
  return filter(copy(s:choices), {_, word -> stridx(word, a:lead) == 0})
endfunction
let s:choices = ['this', 'other', 'both']

function! s:look(_) abort
  let l:limit = min([len(s:new) + 100, 1000])
  call memo#server#request('list', json_encode({'sort': 'created', 'limit': l:limit}), function('s:looked', [s:new]))
  let s:new = {}
endfunction

function! s:looked(ids, answer) abort
  for l:row in filter(get(get(a:answer, 'result', {}), 'memos', []), {_, row -> has_key(a:ids, row.id)})
    let l:memo = memo#sync#of(get(l:row.properties, 'conflictOf', ''))
    if !empty(l:memo)
      call memo#conflict#tell(l:memo, l:row.id)
    endif
  endfor
endfunction

" The memo of the buffer or of the list's row, and its other text; "" for that if it says that there is none.
function! s:pair() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if bufnr('%') == memo#list#buffer()
    let l:memo = get(memo#list#rows(line('.'), line('.')), 0, {})
  endif
  if empty(l:memo)
    call memo#log#error(memo#words#say('This is no memo'))
    return ['', '']
  elseif has_key(l:memo.properties, 'conflictOf')
    return [l:memo.properties.conflictOf, l:memo.id]
  endif
  for l:copy in s:copies(l:memo.id)
    return [l:memo.id, l:copy]
  endfor
  call memo#log#say(memo#words#say('This memo has no conflict'))
  return ['', '']
endfunction

" The other texts of a memo, newest first.
function! s:copies(id) abort
  let l:ids = []
  let l:page = {'nextCursor': v:null}
  while has_key(l:page, 'nextCursor')
    let l:page = memo#server#ask('list', {'limit': 1000, 'cursor': l:page.nextCursor})
    let l:ids += map(filter(get(l:page, 'memos', []), {_, row -> get(row.properties, 'conflictOf', '') ==# a:id}),
          \ {_, row -> row.id})
  endwhile
  return l:ids
endfunction

" Both beside each other; the cursor stays where it was, or goes to the memo. Returns whether both are there.
function! s:show(id, copy) abort
  let l:here = get(memo#sync#memo(bufnr('%')), 'id', '')
  call memo#window#show_memo(a:id, '')
  if bufwinid(memo#sync#buffer(a:copy)) < 0
    execute 'silent rightbelow vertical split'
    execute 'silent' memo#name#command(a:copy)
  endif
  if memo#sync#buffer(a:id) < 0 || memo#sync#buffer(a:copy) < 0
    return 0
  endif
  for l:id in [a:copy, a:id]
    call win_gotoid(bufwinid(memo#sync#buffer(l:id)))
    diffthis
  endfor
  if l:here ==# a:copy
    call win_gotoid(bufwinid(memo#sync#buffer(a:copy)))
  endif
  return 1
endfunction

function! s:keep_both(copy) abort
  let l:memo = memo#sync#of(a:copy)
  call memo#buffer#send(l:memo)
  call memo#sync#set_properties(l:memo, {'conflictOf': v:null})
  call memo#buffer#settle(l:memo)
endfunction

" The memo keeps its text or gets the other one; the other memo goes to the trash. Returns whether all of it was done.
function! s:keep_one(id, copy, is_copys_text) abort
  let [l:memo, l:other] = [memo#sync#of(a:id), memo#sync#of(a:copy)]
  call memo#buffer#send(l:other)
  if a:is_copys_text
    call memo#buffer#show(l:memo, memo#text#of_buffer(l:other.buffer), memo#text#terminator(l:other.buffer))
    call memo#buffer#send(l:memo)
    call memo#buffer#settle(l:memo)
  endif
  return !empty(memo#server#ask('delete', {'id': a:copy}))
endfunction

" Ends the diff; what is left of the other text is closed.
function! s:close(id, copy) abort
  let [l:window, l:other] = [bufwinid(memo#sync#buffer(a:id)), memo#sync#buffer(a:copy)]
  for l:place in [l:window, bufwinid(l:other)]
    call win_execute(l:place, 'diffoff')
  endfor
  call win_gotoid(l:window)
  execute 'silent bwipeout!' l:other
  call memo#conflict#settled(a:copy)
  call memo#list#refresh_soon()
endfunction

let &cpoptions = s:cpo
unlet s:cpo
