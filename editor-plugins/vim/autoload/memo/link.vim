scriptencoding utf-8
" Links: followed from memo to memo, and back.

let s:cpo = &cpoptions
set cpoptions&vim

" The most places of a window to which one can go back.
let s:most = 100
" Of how many memos of a title more is told, and how many lines at most; how wide the number before each is.
let s:most_told = 50
let s:most_lines = 3
let s:number_width = 5

" Follows the link under the cursor; elsewhere does what {key} does without this plugin.
function! memo#link#follow(key) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if empty(l:memo) || v:count || getline('.') !~# '[][<>]\|:\|www\.'
    return s:press(a:key)
  endif
  let l:outline = memo#outline#of(l:memo)
  let l:links = filter(get(l:outline, 'links', []), {_, link -> memo#places#has_cursor(link.range)})
  if !empty(l:links)
    " The first is the outermost: a picture in a link's words is not what is meant.
    call s:follow(l:memo, l:links[0], has_key(l:outline, 'indexing'))
  elseif !empty(l:outline)
    call s:press(a:key)
  endif
endfunction

" Goes back to where a link was followed in this window; else does what {key} does.
function! memo#link#back(key) abort
  let l:trail = get(w:, 'memo_trail', [])
  if v:count || empty(l:trail)
    return s:press(a:key)
  endif
  let [l:id, l:line, l:column] = remove(l:trail, -1)
  call s:show(l:id, l:trail)
  call cursor(l:line, l:column)
  normal! zv
endfunction

" Goes to a heading, or the block after a "^", of the current memo; says if it is not there.
function! memo#link#jump(fragment) abort
  let l:outline = memo#server#ask('outline', {'id': memo#sync#memo(bufnr('%')).id})
  if empty(l:outline)
    return
  endif
  let l:found = a:fragment[0] ==# '^'
        \ ? filter(l:outline.blocks, {_, block -> '^' . tolower(block.name) ==# tolower(a:fragment)})
        \ : s:headings(l:outline.headings, a:fragment)
  if empty(l:found)
    return memo#log#warn(memo#words#say('“%s” is not in this memo', a:fragment))
  endif
  call cursor(l:found[0].range.start.line + 1, a:fragment[0] ==# '^' ? 1 : l:found[0].range.start.character + 1)
  normal! zv
endfunction

" Those of {headings} that a fragment names by their text, else by their slug, else as Obsidian does. The server
" compares: it is asked about a text whose only heading is the fragment, and that has a link for each heading. Before
" both stands a word, with more white space in the links, so that no slug is equal; and marks are words, so that none is
" passed over.
function! s:headings(headings, fragment) abort
  let l:wanted = join(split(a:fragment))
  let l:lines = ['# memo ' . s:spelled(l:wanted), '']
  for l:heading in a:headings
    let l:address = substitute(s:spelled(l:heading.text), '[[:cntrl:] ]',
          \ {found -> printf('%%%02X', char2nr(found[0]))}, 'g')
    call add(l:lines, '[x](#memo%20%20' . l:address . ')')
  endfor
  let l:compared = memo#server#ask('outline', {'text': join(l:lines, "\n")})
  if empty(l:compared)
    return []
  endif
  let l:equal = filter(l:compared.links, {_, link -> !has_key(link, 'problem')})
  call map(l:equal, {_, link -> link.range.start.line - 2})
  if !empty(l:equal)
    return map(l:equal, {_, number -> a:headings[number]})
  endif
  let l:named = memo#server#ask('outline', {'text': '# memo ' . substitute(l:wanted, '[[:punct:]]', '\\&', 'g')})
  if empty(l:named)
    return []
  endif
  let l:slugs = [l:wanted, tolower(l:wanted), matchstr(l:named.headings[0].slug, '^memo-\zs.*')]
  let l:found = filter(copy(a:headings), {_, heading -> index(l:slugs, heading.slug) >= 0})
  return empty(l:found) ? s:below(a:headings, a:fragment) : l:found
endfunction

function! s:spelled(text) abort
  return substitute(a:text, '[[:punct:]]', {found -> printf('memo%02Xmemo', char2nr(found[0]))}, 'g')
endfunction

" The heading that a fragment names as Obsidian does: without marks, perhaps behind headings above it.
function! s:below(headings, fragment) abort
  let l:names = map(split(a:fragment, '#'), {_, name -> s:unmarked(name)})
  let l:way = []
  for l:heading in a:headings
    let l:way = filter(l:way, {_, above -> above.level < l:heading.level}) + [l:heading]
    if empty(l:names) || index(l:names, '') >= 0 || s:unmarked(l:heading.text) !=# l:names[-1]
      continue
    endif
    let l:left = copy(l:names)
    for l:above in reverse(copy(l:way))
      if !empty(l:left) && s:unmarked(l:above.text) ==# l:left[-1]
        call remove(l:left, -1)
      endif
    endfor
    if empty(l:left)
      return [l:heading]
    endif
  endfor
  return []
endfunction

function! s:unmarked(text) abort
  return join(split(substitute(tolower(a:text), '[!-&(-,./:-@[-^`{-~]', ' ', 'g')))
endfunction

function! s:press(key) abort
  call feedkeys((v:count ? v:count : '') . a:key, 'in')
endfunction

function! s:follow(memo, link, is_indexing) abort
  let l:problem = get(a:link, 'problem', '')
  let l:fragment = get(a:link, 'fragment', '')
  if l:problem ==# 'ambiguous'
    let l:labels = map(copy(a:link.candidates), {number, memo -> s:label(memo, number < s:most_told)})
    call memo#ask#pick(memo#words#say('Which “%s”?', a:link.target), l:labels,
          \ {number -> s:go(a:link.candidates[number].id, l:fragment)})
  elseif l:problem ==# 'renamed'
    call s:go(a:link.candidates[0].id, l:fragment)
    call memo#log#say(memo#words#say('“%s” is called “%s” now', a:link.target, a:link.candidates[0].title))
  elseif l:problem ==# 'broken' && a:is_indexing
    " What it leads to may only not be known yet.
    call memo#log#warn(memo#words#say('Memos are still being looked through; try again in a while'))
  elseif l:problem ==# 'broken'
    call s:write(a:link)
  elseif l:problem ==# 'trashed'
    call s:restore(a:link)
  elseif a:link.target ==# ''
    call s:go(a:memo.id, l:fragment)
  elseif has_key(a:link, 'id')
    call s:go(a:link.id, l:fragment)
  else
    call s:open(a:link)
  endif
endfunction

" A memo that a link may mean, as one of several: what tells it apart from others of its title if {is_told}.
function! s:label(memo, is_told) abort
  let l:label = memo#row#plain(a:memo.title) . '  ' . memo#name#short(a:memo.id)
  let l:found = a:is_told ? get(memo#server#call('getMemo', {'id': a:memo.id}), 'result', {}) : {}
  if empty(l:found)
    return l:label
  endif
  let l:parts = split(l:found.text, '\r\n\|\r\|\n', 1)
  let l:lines = filter(l:parts[memo#name#title_place(l:parts) + 1 :], {_, line -> line =~# '\S'})
  let l:body = memo#row#plain(join(l:lines[: s:most_lines - 1]))
  let l:label = join([l:label, memo#row#date(l:found.modifiedAt), l:body], '  ')
  return memo#words#cut(trim(l:label), max([memo#ask#room('') - s:number_width, 20]))
endfunction

" Shows a memo, at a heading or block if there is one, and notes from where.
function! s:go(id, fragment) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  let l:trail = get(w:, 'memo_trail', []) + (empty(l:memo) ? [] : [[l:memo.id, line('.'), col('.')]])
  normal! m'
  call s:show(a:id, l:trail[max([len(l:trail) - s:most, 0]) :])
  if a:fragment !=# '' && !empty(memo#sync#memo(bufnr('%')))
    call memo#link#jump(a:fragment)
  endif
endfunction

" The trail goes along into the window that has the memo already.
function! s:show(id, trail) abort
  if get(memo#sync#memo(bufnr('%')), 'id', '') !=# a:id
    call memo#window#show_memo(a:id, '')
  endif
  let w:memo_trail = a:trail
endfunction

" A link that leads nowhere can be made to lead to a new memo of that title, unless it names a memo by its id.
function! s:write(link) abort
  if a:link.kind ==# 'image' || a:link.target =~? '^memo:'
    return memo#log#warn(memo#words#say('There is no “%s”', a:link.target))
  elseif !memo#command#may_change() || !memo#ask#yes(memo#ask#about('There is no memo “%s”. Write it?', a:link.target))
    return
  endif
  let l:made = memo#server#ask('createMemo', {'text': a:link.target})
  if !empty(l:made)
    call s:go(l:made.id, '')
    call memo#list#refresh_soon()
  endif
endfunction

function! s:restore(link) abort
  if !has_key(a:link, 'id')
    " Several that are called so.
    return memo#list#open('trash', '')
  elseif memo#command#may_change() && memo#ask#yes(memo#ask#about('“%s” is in the trash. Restore it?', a:link.target))
    call s:go(a:link.id, '')
    call memo#trash#restore(a:link.id)
  endif
endfunction

" An address is opened as Vim opens it, where it is written.
function! s:open(link) abort
  let l:start = a:link.targetRange.start
  let l:is_written = stridx(getline(l:start.line + 1), a:link.target, l:start.character) == l:start.character
  if empty(maparg('gx', 'n', 0, 1)) || !l:is_written
    return memo#share#open(a:link.target)
  endif
  call cursor(l:start.line + 1, l:start.character + 1)
  call feedkeys('gx', 'im')
endfunction

let &cpoptions = s:cpo
unlet s:cpo
