scriptencoding utf-8
" Renaming a memo, a heading or a tag, with all links and tags that name it.

let s:cpo = &cpoptions
set cpoptions&vim

" How many of the memos that have a title are named, and how many cells of what each is called.
let s:most_owners = 3
let s:title_width = 30

" :MemoRename: gives what the cursor is on, a tag, a heading or else the memo, another name; without one, asks for it.
" With {words} such as "#old new", a tag.
function! memo#rename#run(words) abort
  let l:tags = matchlist(a:words, '^\s*#\(\S\+\)\s\+#\?\(\S\+\)\s*$')
  let l:named = !memo#command#may_change() ? {} : empty(l:tags) ? s:named() : s:tag(l:tags[1])
  if empty(l:named)
    return
  endif
  let l:name = empty(l:tags) ? trim(a:words) : l:tags[2]
  if l:name ==# ''
    let l:name = trim(input(memo#words#say(l:named.question), l:named.name))
    redraw
  endif
  if l:name !=# '' && l:name !=# l:named.name
    call s:rename(extend({l:named.member : l:name}, l:named.params))
  endif
endfunction

" Completes the name that is there, to be changed, or behind "#" a tag.
function! memo#rename#complete(lead, line, cursor) abort
  let l:words = split(strpart(a:line, 0, a:cursor))[1 :]
  if get(l:words, 0, '') =~# '^#'
    let l:tags = filter(memo#label#complete(a:lead, '', 0), {_, tag -> tag !~# '\s'})
    return map(l:tags, {_, tag -> (a:lead =~# '^#' ? '#' : '') . tag})
  endif
  return empty(l:words) ? [get(s:named(), 'name', '')] : []
endfunction

" What the cursor is on: its `name`, the `question` for a new one, and the request, with the new name in `member`. {} if
" it says that there is nothing.
function! s:named() abort
  if exists('b:memo_tags')
    return s:tag(b:memo_tags[line('.') - 1])
  endif
  let l:is_row = bufnr('%') == memo#list#buffer()
  let l:memo = memo#command#memo_here()
  let l:outline = empty(l:memo) ? {} : memo#outline#of(l:memo)
  if empty(l:outline)
    return {}
  elseif !memo#command#has_text(l:memo)
    return {}
  endif
  let l:tags = filter(copy(l:outline.tags), {_, tag -> memo#places#has_cursor(tag.range)})
  if !l:is_row && !empty(l:tags)
    return s:tag(l:tags[0].name)
  endif
  let l:headings = filter(copy(l:outline.headings), {_, heading -> s:is_here(heading)})
  let l:is_title = empty(l:headings) || l:is_row || l:headings[0].text ==# l:outline.title
        \ && l:headings[0].range.start.line == memo#name#title_place(l:memo.parts)
  if l:is_title
    return {'name': l:outline.title, 'question': 'New title: ', 'params': {'id': l:memo.id}, 'member': 'title'}
  endif
  let [l:text, l:slug] = [l:headings[0].text, get(l:headings[0], 'slug', '')]
  let l:is_only = len(filter(copy(l:outline.headings), {_, heading -> heading.text ==? l:text})) == 1
  return {'name': l:text, 'question': 'New heading: ', 'member': 'to',
        \ 'params': {'id': l:memo.id, 'heading': l:is_only || l:slug ==# '' ? l:text : l:slug}}
endfunction

function! s:tag(name) abort
  return {'name': a:name, 'question': 'New tag: ', 'params': {'tag': a:name}, 'member': 'to'}
endfunction

" Whether a heading is on the cursor's line.
function! s:is_here(heading) abort
  return a:heading.range.start.line < line('.') && line('.') <= a:heading.range.end.line + 1
endfunction

function! s:rename(params) abort
  " What was typed anywhere is changed, too.
  for l:open in memo#sync#memos()
    call memo#buffer#send(l:open)
  endfor
  " Open memos hear of it as of another editor's changes, before the answer.
  let l:answer = memo#server#call('rename', a:params)
  if has_key(l:answer, 'error')
    return memo#log#error(memo#server#explain('rename', l:answer.error) . s:owners(l:answer.error))
  elseif exists('b:memo_tags')
    call memo#tags#open('')
  endif
  call memo#list#refresh_soon()
  if has_key(a:params, 'tag') && !l:answer.result.memos && s:is_unknown(a:params.tag)
    return memo#log#error(memo#words#say('No memo has the tag #%s; :MemoTags shows which there are', a:params.tag))
  endif
  call memo#log#say(memo#words#say('Renamed; memos changed: %d', l:answer.result.memos))
endfunction

" Whether no memo has a tag: one that is called so already is not changed either.
function! s:is_unknown(tag) abort
  return get(memo#server#ask('list', {'tag': a:tag, 'limit': 1}), 'total', 1) == 0
endfunction

" Which memos have the title that was refused, behind what is said of it.
function! s:owners(error) abort
  let l:owners = []
  for l:id in get(get(a:error, 'data', {}), 'ids', [])[: s:most_owners - 1]
    let l:title = get(get(memo#server#call('outline', {'id': l:id}), 'result', {}), 'title', '')
    let l:title = memo#words#cut(memo#row#plain(l:title), s:title_width)
    call add(l:owners, printf('“%s” (%s)', l:title, memo#name#short(l:id)))
  endfor
  return empty(l:owners) ? '' : ': ' . join(l:owners, ', ')
endfunction

let &cpoptions = s:cpo
unlet s:cpo
