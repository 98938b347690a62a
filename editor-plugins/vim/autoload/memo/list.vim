scriptencoding utf-8
" The list of memos: what is in it, and its keys.

let s:cpo = &cpoptions
set cpoptions&vim

" What the list shows: `kind` is list, trash or search; `rows` are the server's summaries.
let s:shown = {'kind': 'list', 'query': '', 'rows': [], 'total': 0}
" How many rows there are below the cursor, at least, and the most of one answer.
let s:ahead = 200
let s:most = 1000
let s:refresh_ms = 100
let s:buffer = -1
let s:timer = -1
let s:is_asking = 0
let s:asked = 0
" The id of the memo that the cursor follows.
let s:followed = ''

" The list's buffer, or -1.
function! memo#list#buffer() abort
  return s:buffer
endfunction

" Makes the current buffer the list (BufReadCmd).
function! memo#list#read() abort
  call memo#events#begin()
  let s:buffer = bufnr('%')
  setlocal buftype=nofile bufhidden=hide noswapfile nobuflisted nomodifiable undolevels=-1
  call memo#window#set_filetype('memolist')
  call memo#list#render()
  call memo#list#refresh_soon()
endfunction

" Shows the list, the trash or what a query finds.
function! memo#list#open(kind, query, ...) abort
  if !memo#buffer#is_possible() || !memo#server#is_ready()
    return
  endif
  call memo#window#show_list(a:0 ? a:1 : '')
  let l:id = memo#list#current_id()
  let l:memo = memo#window#memo() ? memo#sync#memo(winbufnr(memo#window#memo())) : {}
  let l:before = copy(s:shown)
  call memo#list#set(a:kind, a:query)
  if !memo#list#refresh()
    let s:shown = l:before
  elseif l:id ==# ''
    call memo#list#select(get(l:memo, 'id', ''))
  endif
endfunction

" Says what the list is to show, from the next refresh on.
function! memo#list#set(kind, query) abort
  call extend(s:shown, {'kind': a:kind, 'query': a:query})
endfunction

" What the list shows.
function! memo#list#shown() abort
  return s:shown
endfunction

" Asks the server for the list and waits. Returns whether it came.
function! memo#list#refresh() abort
  let l:rows = []
  let l:result = {'nextCursor': v:null}
  while s:is_more(l:rows, l:result)
    let l:result = memo#server#ask(s:method(), s:params(l:rows, l:result.nextCursor))
    if empty(l:result)
      return 0
    endif
    let l:rows += l:result.memos
  endwhile
  call s:take(l:rows, l:result.total)
  return 1
endfunction

" Asks for it in a moment, if it is on the screen.
function! memo#list#refresh_soon() abort
  if s:timer < 0 && !empty(win_findbuf(s:buffer))
    let s:timer = timer_start(s:refresh_ms, function('s:refresh_now'))
  endif
endfunction

" Asks at once for what is being typed; what was asked before is given up.
function! memo#list#refresh_typed() abort
  call memo#server#cancel(s:asked)
  let s:is_asking = 0
  call s:refresh_now(0)
endfunction

" Shows what is known, as wide as the window is.
function! memo#list#render() abort
  let l:windows = win_findbuf(s:buffer)
  if empty(l:windows)
    return
  endif
  let l:width = min(map(copy(l:windows), {_, window -> winwidth(window)}))
  let l:lines = empty(s:shown.rows) ? [s:empty_words()]
        \ : map(copy(s:shown.rows), {_, row -> memo#row#text(row, s:shown, l:width)})
  " Rows that are not known yet are blank until the cursor comes near them.
  let l:lines += repeat([''], max([s:shown.total, 1]) - len(l:lines))
  if l:lines !=# getbufline(s:buffer, 1, '$')
    call s:show(l:windows, l:lines)
  endif
  call memo#marks#set(s:buffer, s:shown.kind ==# 'search' ? s:found(l:lines) : [])
endfunction

function! s:show(windows, lines) abort
  let l:selected = {}
  for l:window in a:windows
    let l:selected[l:window] = l:window != win_getid() && s:followed !=# '' ? s:followed
          \ : get(getbufvar(s:buffer, 'memo_ids', []), line('.', l:window) - 1, '')
  endfor
  call setbufvar(s:buffer, '&modifiable', 1)
  call setbufline(s:buffer, 1, a:lines)
  silent call deletebufline(s:buffer, len(a:lines) + 1, '$')
  call setbufvar(s:buffer, '&modifiable', 0)
  let l:ids = map(copy(s:shown.rows), {_, row -> row.id})
  call setbufvar(s:buffer, 'memo_ids', l:ids)
  for [l:window, l:id] in items(l:selected)
    if index(l:ids, l:id) >= 0
      call win_execute(l:window, 'call cursor(' . (index(l:ids, l:id) + 1) . ', 1)')
    endif
  endfor
endfunction

" Where rows have what is looked for, behind their dates.
function! s:found(lines) abort
  let l:pattern = memo#search#pattern(s:shown.query)
  let l:places = []
  for l:number in range(l:pattern ==# '' ? 0 : len(s:shown.rows))
    let [l:hit, l:from, l:to] = matchstrpos(a:lines[l:number], l:pattern, memo#row#start())
    while l:from >= 0 && l:to > l:from
      call add(l:places, [l:number + 1, l:from + 1, l:to - l:from, 'memoListFound'])
      let [l:hit, l:from, l:to] = matchstrpos(a:lines[l:number], l:pattern, l:to)
    endwhile
  endfor
  return l:places
endfunction

" The rows of some lines; blank ones are none.
function! memo#list#rows(first, last) abort
  return s:shown.rows[a:first - 1 : a:last - 1]
endfunction

" The memo in the current window is the one that the list's cursor is on, when the user comes there (BufEnter).
function! memo#list#follow() abort
  let s:followed = get(memo#sync#memo(bufnr('%')), 'id', '')
  call memo#list#select(s:followed)
endfunction

" n and N: where a search was made, the next one or the one before; n else writes a new memo.
function! memo#list#next(step) abort
  let l:count = len(s:shown.rows)
  if s:shown.kind !=# 'search'
    return a:step > 0 ? memo#command#new('') : 0
  elseif l:count
    call cursor((line('.') - 1 + a:step * v:count1 + l:count * v:count1) % l:count + 1, 1)
  endif
endfunction

" The id of the memo that the cursor is on; "" if it is on none.
function! memo#list#current_id() abort
  return get(getbufvar(memo#list#buffer(), 'memo_ids', []), line('.', max([bufwinid(s:buffer), 0])) - 1, '')
endfunction

" Puts the cursor on a memo, if it is in the list.
function! memo#list#select(id) abort
  let l:row = index(getbufvar(memo#list#buffer(), 'memo_ids', []), a:id)
  if l:row >= 0 && bufwinid(s:buffer) > 0
    call win_execute(bufwinid(s:buffer), 'call cursor(' . (l:row + 1) . ', 1)')
  endif
endfunction

" <CR>: opens the memo; a search opens it where it found something.
function! memo#list#enter() abort
  let l:id = memo#list#current_id()
  if l:id ==# ''
    return
  endif
  let l:matches = get(s:shown.rows[line('.') - 1], 'matches', [])
  call memo#window#show_memo(l:id, '')
  if !empty(l:matches)
    call cursor(l:matches[0].range.start.line + 1, l:matches[0].range.start.character + 1)
  endif
endfunction

" d: moves the memo to the trash, after asking; from the trash, destroys it.
function! memo#list#delete(is_sure) abort
  let l:id = memo#list#current_id()
  if l:id !=# ''
    let l:row = get(filter(copy(s:shown.rows), {_, row -> row.id ==# l:id}), 0, {})
    call memo#trash#delete(l:id, get(l:row, 'displayTitle', ''), has_key(l:row, 'trashedAt'), a:is_sure)
  endif
endfunction

" :MemoDelete of several rows: all of them, after asking once.
function! memo#list#delete_rows(is_sure, range) abort
  let l:rows = memo#list#rows(a:range[0], a:range[1])
  let l:question = memo#words#say(has_key(get(l:rows, 0, {}), 'trashedAt')
        \ ? 'Really delete %d memos for ever?' : 'Really delete %d memos?', len(l:rows))
  if !empty(l:rows) && (a:is_sure || memo#ask#yes(l:question))
    for l:row in l:rows
      call memo#trash#delete(l:row.id, l:row.displayTitle, has_key(l:row, 'trashedAt'), 1)
    endfor
  endif
endfunction

" :MemoRestore of several rows of the trash.
function! memo#list#restore_rows(range) abort
  for l:row in filter(memo#list#rows(a:range[0], a:range[1]), {_, row -> has_key(row, 'trashedAt')})
    call memo#trash#restore(l:row.id)
  endfor
endfunction

" u: restores the memo; outside the trash, the one that was deleted last.
function! memo#list#restore() abort
  let l:memo = get(s:shown.rows, line('.') - 1, {})
  call memo#trash#restore(has_key(l:memo, 'trashedAt') ? memo#list#current_id() : memo#trash#last())
endfunction

" The memo that comes after one, or before it if it is the last; "" if there is none.
function! memo#list#neighbour(id) abort
  let l:ids = getbufvar(memo#list#buffer(), 'memo_ids', [])
  let l:row = index(l:ids, a:id)
  return l:row < 0 ? '' : get(l:ids, l:row + 1, l:row > 0 ? l:ids[l:row - 1] : '')
endfunction

" T: shows the trash, or the list again.
function! memo#list#toggle_trash() abort
  call memo#list#open(s:shown.kind ==# 'trash' ? 'list' : 'trash', '')
endfunction

" More rows are asked for when the cursor comes near the last.
function! memo#list#moved() abort
  if len(s:shown.rows) < s:shown.total && max([line('.'), line('w$')]) + s:ahead / 2 > len(s:shown.rows)
    call memo#list#refresh_soon()
  endif
endfunction

" The list's status line.
function! memo#list#status() abort
  let l:words = {'list': memo#words#say('Memos'), 'trash': memo#words#say('Trash'),
        \ 'search': memo#words#say('“%s”', memo#words#cut(s:shown.query, 20))}
  return l:words[s:shown.kind] . '  ' . s:shown.total
endfunction

function! s:method() abort
  return s:shown.kind ==# 'search' ? 'search' : 'list'
endfunction

" What is asked for after {rows}.
function! s:params(rows, cursor) abort
  let l:page = {'limit': min([s:wanted() - len(a:rows), s:most]), 'cursor': a:cursor}
  if s:shown.kind ==# 'search'
    return extend(l:page, {'query': s:shown.query, 'timeZone': 'local'})
  endif
  return extend(l:page, {'pinnedFirst': v:true, 'trashed': s:shown.kind ==# 'trash' ? v:true : v:false})
endfunction

" How many rows are wanted.
function! s:wanted() abort
  return max(map(win_findbuf(s:buffer), {_, window -> max([line('.', window), line('w$', window)])})) + s:ahead
endfunction

" Whether more than {rows}, of which {result} was the last, is wanted.
function! s:is_more(rows, result) abort
  return has_key(a:result, 'nextCursor') && len(a:rows) < s:wanted()
endfunction

function! s:refresh_now(_) abort
  let s:timer = -1
  if s:is_asking
    return memo#list#refresh_soon()
  endif
  call s:ask([], v:null)
endfunction

function! s:ask(rows, cursor) abort
  let s:is_asking = 1
  let s:asked = memo#server#request(s:method(), json_encode(s:params(a:rows, a:cursor)),
        \ function('s:answered', [copy(s:shown), a:rows]))
endfunction

function! s:answered(asked, rows, answer) abort
  let s:is_asking = 0
  if has_key(a:answer, 'result') && a:asked.kind ==# s:shown.kind && a:asked.query ==# s:shown.query
    let l:rows = a:rows + a:answer.result.memos
    if s:is_more(l:rows, a:answer.result)
      return s:ask(l:rows, a:answer.result.nextCursor)
    endif
    call s:take(l:rows, a:answer.result.total)
    if mode() =~# '^c'
      redraw
    endif
  endif
endfunction

function! s:take(rows, total) abort
  let s:shown.rows = a:rows
  let s:shown.total = a:total
  call memo#list#render()
  call memo#status#redraw()
endfunction

function! s:empty_words() abort
  return memo#words#say({'list': 'No memos yet. Press n to write one', 'trash': 'The trash is empty',
        \ 'search': 'Nothing found'}[s:shown.kind])
endfunction

let &cpoptions = s:cpo
unlet s:cpo
