scriptencoding utf-8
" Tasks: items of a list with a box, "- [ ]" or "- [x]".

let s:cpo = &cpoptions
set cpoptions&vim

" How many memos are asked about at once, and after how many it is said how far that is.
let s:most_asked = 32
let s:step = 500
" How long to wait while somebody types, in milliseconds.
let s:busy_delay = 100
" The search for the tasks of all memos that is under way: its `rows`, the `places` in each, how many were `asked` about
" and are `done`, and where they are to be shown.
let s:run = {}

" :MemoToggleTask: ticks the tasks of some lines, or takes the ticks away if the first has one. What a task is the
" server says: code has none, though it may look as if.
function! memo#task#toggle(first, last) abort
  if !&modifiable
    return memo#log#error(memo#words#say('This can’t be changed: ‘modifiable’ is off'))
  endif
  let l:memo = memo#command#memo_here()
  let l:outline = empty(l:memo) ? {} : memo#outline#of(l:memo)
  if empty(l:outline)
    return
  endif
  let l:tasks = filter(l:outline.tasks, {_, task -> s:is_within(task.range.start, a:first, a:last)})
  if empty(l:tasks)
    return memo#log#say(memo#words#say('There is no task here'))
  endif
  let l:box = l:tasks[0].done ? '[ ]' : '[x]'
  for l:task in filter(l:tasks, {_, task -> task.done == l:tasks[0].done})
    let [l:number, l:column] = [l:task.range.start.line + 1, l:task.range.start.character]
    let l:line = getline(l:number)
    call setline(l:number, strpart(l:line, 0, l:column) . l:box . strpart(l:line, l:column + strlen(l:box)))
  endfor
endfunction

" Whether a task's box is in one of these lines. Where the server sees more lines than Vim, it may be elsewhere.
function! s:is_within(place, first, last) abort
  return a:first <= a:place.line + 1 && a:place.line < a:last
        \ && strpart(getline(a:place.line + 1), a:place.character, 3) =~? '^\[[ x]\]$'
endfunction

" The same for the line of the cursor.
function! memo#task#toggle_here() abort
  call memo#task#toggle(line('.'), line('.'))
endfunction

" :MemoTasks: the open tasks of this memo in the location list; of all memos if {is_all}, or where there is none.
function! memo#task#show(is_all, mods) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if a:is_all || empty(l:memo)
    return s:show_all(a:mods)
  endif
  let l:outline = memo#outline#of(l:memo)
  if !empty(l:outline)
    let l:places = map(s:left(l:outline), {_, task -> memo#places#here(task.range, task.text)})
    call memo#places#show(memo#words#say('Tasks of “%s”', memo#status#title(l:memo)), l:places, a:mods)
  endif
endfunction

function! s:show_all(mods) abort
  for l:memo in memo#sync#memos()
    call memo#buffer#send(l:memo)
  endfor
  let l:found = memo#server#is_ready() ? memo#server#pages('search', {'query': 'has:task'}, 'memos') : {}
  if empty(l:found)
    return
  endif
  let s:run = {'rows': l:found.rows, 'places': map(copy(l:found.rows), {_, row -> []}), 'asked': 0, 'done': 0,
        \ 'window': win_getid(), 'mods': a:mods}
  if len(s:run.rows) > s:most_asked
    call s:tell(s:run)
  endif
  for l:number in range(min([s:most_asked, len(s:run.rows)]))
    call s:ask(s:run)
  endfor
  call s:finish_if_done(s:run)
endfunction

" Asks about the next memo.
function! s:ask(run) abort
  let l:number = a:run.asked
  let a:run.asked += 1
  call memo#server#request('outline', json_encode({'id': a:run.rows[l:number].id}),
        \ function('s:take', [a:run, l:number]))
endfunction

function! s:take(run, number, answer) abort
  if a:run isnot s:run
    " It was asked for anew.
    return
  elseif get(a:answer, 'is_lost')
    let s:run = {}
    return memo#log#error(memo#server#explain('outline', a:answer.error))
  endif
  " What was destroyed meanwhile has none.
  let l:row = a:run.rows[a:number]
  let a:run.places[a:number] = map(s:left(get(a:answer, 'result', {'tasks': []})),
        \ {_, task -> [l:row, task.range, task.text]})
  let a:run.done += 1
  if a:run.asked < len(a:run.rows)
    call s:ask(a:run)
  endif
  if a:run.done % s:step == 0
    call s:tell(a:run)
  endif
  call s:finish_if_done(a:run)
endfunction

" Says how far it is.
function! s:tell(run) abort
  call memo#log#say(memo#words#say('Tasks: %d of %d memos looked through', a:run.done, len(a:run.rows)))
endfunction

" Shows what was found, once nobody types.
function! s:finish_if_done(run) abort
  if a:run isnot s:run || a:run.done < len(a:run.rows)
    return
  elseif mode(1) =~# '^\%([iRt]\|c$\)' || getcmdwintype() !=# '' || memo#follow#is_busy()
    return timer_start(s:busy_delay, {_ -> s:finish_if_done(a:run)})
  endif
  let s:run = {}
  call win_gotoid(a:run.window)
  let l:places = []
  for l:found in a:run.places
    let l:places += map(l:found, {_, place -> call('memo#places#in', place)})
  endfor
  call memo#places#show(memo#words#say('Tasks'), l:places, a:run.mods)
endfunction

function! s:left(outline) abort
  return filter(a:outline.tasks, {_, task -> !task.done})
endfunction

let &cpoptions = s:cpo
unlet s:cpo
