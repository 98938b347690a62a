scriptencoding utf-8
" Tasks: items of a list with a box, "- [ ]" or "- [x]".

let s:cpo = &cpoptions
set cpoptions&vim

" What stands before the mark in a task's box.
let s:start = '^\%(\s*>\)*\s*\%([-*+]\|\d\{1,9}[.)]\)\s\+\['
let s:open = s:start . '\zs \ze\]\%(\s\|$\)'
let s:done = s:start . '\zs[xX]\ze\]\%(\s\|$\)'

" :MemoToggleTask: ticks the tasks of some lines, or takes the ticks away if the first has one.
function! memo#task#toggle(first, last) abort
  if !&modifiable
    return memo#log#error(memo#words#say('This can’t be changed: ‘modifiable’ is off'))
  endif
  let l:numbers = filter(range(a:first, a:last), {_, number -> getline(number) =~# s:open . '\|' . s:done})
  if empty(l:numbers)
    return memo#log#say(memo#words#say('There is no task here'))
  endif
  let [l:pattern, l:mark] = getline(l:numbers[0]) =~# s:open ? [s:open, 'x'] : [s:done, ' ']
  for l:number in l:numbers
    call setline(l:number, substitute(getline(l:number), l:pattern, l:mark, ''))
  endfor
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
  " All are asked for at once.
  let l:outlines = {}
  for l:row in l:found.rows
    call memo#server#request('outline', json_encode({'id': l:row.id}), function('s:keep', [l:outlines, l:row.id]))
  endfor
  let l:seconds = memo#option('timeout')
  if !memo#process#wait(l:seconds * 1000, {-> len(l:outlines) == len(l:found.rows)})
    return memo#log#error(memo#words#say('no answer within %d s', l:seconds))
  endif
  let l:places = []
  for l:row in l:found.rows
    " What was destroyed meanwhile has none.
    for l:task in s:left(get(l:outlines[l:row.id], 'result', {'tasks': []}))
      call add(l:places, memo#places#in(l:row, l:task.range, l:task.text))
    endfor
  endfor
  call memo#places#show(memo#words#say('Tasks'), l:places, a:mods)
endfunction

function! s:keep(outlines, id, answer) abort
  let a:outlines[a:id] = a:answer
endfunction

function! s:left(outline) abort
  return filter(a:outline.tasks, {_, task -> !task.done})
endfunction

let &cpoptions = s:cpo
unlet s:cpo
