" Completion of titles, headings and names of blocks in [[links]], and of #tags.

let s:cpo = &cpoptions
set cpoptions&vim

" How long 'omnifunc' waits for an answer, in milliseconds.
let s:patience = 1000
let s:place = {}
let s:is_at_work = 0
" What behind the cursor goes once something is chosen.
let s:rest = ''
" How often a menu was opened.
let s:openings = 0
" A tag, of letters and digits of any script, "-", "_" and "/".
let s:letter = '[^\x01-\x2c\x2e\x3a-\x40\x5b-\x5e\x60\x7b-\xbf]'
let s:word = s:letter . '*'
let s:mark = '\%(^\|[[:space:](]\)\zs#'
let s:tag = s:mark . s:word . '$'

" For 'omnifunc'.
function! memo#complete#omni(is_start, base) abort
  if a:is_start
    let s:place = memo#complete#place(strpart(getline('.'), 0, col('.') - 1))
    return empty(s:place) ? -3 : s:place.start
  endif
  let l:box = []
  let s:is_at_work = 1
  try
    call memo#complete#ask(bufnr('%'), line('.'), s:place, {answer -> add(l:box, answer)})
    call memo#process#wait(s:patience, {-> !empty(l:box)})
  finally
    let s:is_at_work = 0
  endtry
  let l:answer = get(l:box, 0, {'result': {'items': []}})
  if has_key(l:answer, 'error')
    call memo#log#error(memo#server#explain('complete', l:answer.error))
    return []
  endif
  call s:watch()
  let l:after = strpart(getline('.'), col('.') - 1)
  let s:rest = memo#complete#rest(s:place, l:after)
  return map(l:answer.result.items, {_, item -> {'word': memo#complete#text(s:place, item, l:after),
        \ 'abbr': item.label, 'menu': get(item, 'detail', ''), 'icase': 1, 'dup': 1}})
endfunction

" Whether 'omnifunc' is at work: no text may be changed meanwhile.
function! memo#complete#is_at_work() abort
  return s:is_at_work
endfunction

" The menu follows what is typed: each letter asks again. The editor itself would keep what begins with it alone, and
" close the menu at a space; where it is told to ask again, Vim closes the menu, and Neovim selects nothing.
function! s:watch() abort
  let s:openings += 1
  augroup memo_complete
    autocmd! * <buffer>
    if &completeopt =~# 'noinsert\|noselect\|longest'
      " Else what the menu begins with is in the text already, and a letter behind it ends completion.
      autocmd InsertCharPre <buffer> call s:unwatch() | call feedkeys("\<C-X>\<C-O>", 'in')
    endif
    autocmd CompleteDone <buffer> call s:done()
  augroup END
endfunction

function! s:done() abort
  let l:opening = s:openings
  if empty(v:completed_item)
    call timer_start(0, {_ -> l:opening == s:openings && s:unwatch()})
  else
    call s:unwatch()
    call s:take_rest_away(v:completed_item.word)
  endif
endfunction

" What was chosen stands in the place of all that the link or the tag named.
function! s:take_rest_away(word) abort
  let [l:before, l:after] = [strpart(getline('.'), 0, col('.') - 1), strpart(getline('.'), col('.') - 1)]
  if s:rest !=# '' && strpart(l:before, s:place.start) ==# a:word && stridx(l:after, s:rest) == 0
    call setline('.', l:before . strpart(l:after, strlen(s:rest)))
  endif
endfunction

function! s:unwatch() abort
  autocmd! memo_complete
endfunction

" What can be completed behind {before}, the start of a line: its `kind`, the `query`, which may have "Title#" before a
" heading, and where that starts, in bytes from 0; {} if nothing can.
function! memo#complete#place(before) abort
  let l:start = match(a:before, '\[\[\zs[^][|]*$')
  if l:start >= 0
    let l:query = strpart(a:before, l:start)
    let l:kind = l:query =~# '#^' ? 'block' : l:query =~# '#' ? 'heading' : 'link'
    return {'kind': l:kind, 'query': l:query, 'start': l:start}
  endif
  let l:start = match(a:before, s:tag)
  return l:start < 0 ? {} : {'kind': 'tag', 'query': strpart(a:before, l:start + 1), 'start': l:start + 1}
endfunction

" What is put in for one of the server's items where {after} follows: in a link that is closed the name alone, which
" what the server adds to it would only be between.
function! memo#complete#text(place, item, after) abort
  if a:place.kind ==# 'tag'
    return a:item.insert
  elseif !s:is_closed(a:after)
    return a:item.insert . ']]'
  endif
  let l:next = strpart(a:after, strlen(memo#complete#rest(a:place, a:after)))
  return l:next =~# '^\]\]' ? a:item.insert : substitute(a:item.insert, '\\\?|.*', '', '')
endfunction

" What of {after} it replaces: the rest of the tag, or of the name that stands in the link.
function! memo#complete#rest(place, after) abort
  if a:place.kind ==# 'tag'
    return matchstr(a:after, '^' . s:word)
  endif
  return !s:is_closed(a:after) ? ''
        \ : a:place.kind ==# 'link' ? matchstr(a:after, '^[^][|#]\{-}\ze\%(\\\?[|#]\|\]\)')
        \ : matchstr(a:after, '^[^][|]\{-}\ze\%(\\\?|\|\]\)')
endfunction

" Whether a link that {after} follows ends in it.
function! s:is_closed(after) abort
  return a:after =~# '^[^][]*\]\]'
endfunction

" Asks for what fits a place in a line of a buffer, and calls {Take} with the server's answer.
function! memo#complete#ask(buffer, line, place, Take) abort
  call memo#watch#flush(a:buffer)
  let l:memo = memo#sync#memo(a:buffer)
  let l:params = {'kind': a:place.kind, 'query': a:place.query, 'id': get(l:memo, 'version') ? l:memo.id : v:null}
  call memo#server#request('complete', json_encode(l:params),
        \ function('s:answered', [a:buffer, a:line, a:place, a:Take]))
endfunction

" What is only being typed is no tag to be offered. In a row of a table a bar ends a cell, and is written as "\|".
" Whether the line is one, the server tells by a link that is tried there.
function! s:answered(buffer, line, place, Take, answer) abort
  let l:items = get(get(a:answer, 'result', {}), 'items', [])
  if a:place.kind ==# 'tag'
    call filter(l:items, {_, item -> item.insert !=# a:place.query || s:is_elsewhere(a:buffer, a:line, a:place, item)})
    return a:Take(a:answer)
  endif
  let l:with_bar = filter(copy(l:items), {_, item -> item.insert =~# '|'})
  if empty(l:with_bar)
    return a:Take(a:answer)
  endif
  let [l:lines, l:number] = s:paragraph(a:buffer, a:line)
  let l:before = strpart(l:lines[l:number], 0, a:place.start - 2)
  let l:after = substitute(strpart(l:lines[l:number], a:place.start), '[][]', '', 'g')
  let l:lines[l:number] = l:before . '[[x\|y]]' . l:after
  let l:start = {'line': l:number, 'character': strlen(substitute(l:before, '^\s*', '', ''))}
  " What is indented as in a list would be code where the list is not.
  call map(l:lines, {_, line -> substitute(line, '^\s*', '', '')})
  call memo#server#request('outline', json_encode({'text': join(l:lines, "\n")}),
        \ {outline -> a:Take(s:is_row(outline, l:start) ? s:with_bars_escaped(a:answer, l:with_bar) : a:answer)})
endfunction

" Whether a tag that stands at a place is another memo's, or stands elsewhere in this one, too.
function! s:is_elsewhere(buffer, line, place, item) abort
  if get(a:item, 'detail', '') !~# '^1\>'
    return 1
  endif
  let l:lines = getbufline(a:buffer, 1, '$')
  let l:here = l:lines[a:line - 1]
  let l:after = substitute(strpart(l:here, a:place.start), '^' . s:word, '', '')
  let l:others = [strpart(l:here, 0, a:place.start - 1), l:after] + remove(l:lines, 0, a:line - 1)[: -2] + l:lines
  let l:tags = get(get(memo#sync#memo(a:buffer), 'properties', {}), 'tags', [])
  " One in it, such as "a/b" in "a", is one of it, too.
  let l:tag = '\c' . s:mark . a:item.insert . '\%(/\|' . s:letter . '\@!\)'
  return index(l:tags, a:item.insert, 0, 1) >= 0 || match(l:others, l:tag) >= 0
endfunction

" The lines around one that are not blank, and its number among them.
function! s:paragraph(buffer, line) abort
  let [l:first, l:last] = [a:line, a:line]
  while l:first > 1 && getbufline(a:buffer, l:first - 1)[0] =~# '\S'
    let l:first -= 1
  endwhile
  while get(getbufline(a:buffer, l:last + 1), 0, '') =~# '\S'
    let l:last += 1
  endwhile
  return [getbufline(a:buffer, l:first, l:last), a:line - l:first]
endfunction

function! s:is_row(outline, start) abort
  let l:links = get(get(a:outline, 'result', {}), 'links', [])
  return !empty(filter(l:links, {_, link -> link.range.start == a:start && link.target ==# 'x'}))
endfunction

function! s:with_bars_escaped(answer, items) abort
  for l:item in a:items
    let l:item.insert = substitute(l:item.insert, '|', '\\|', 'g')
  endfor
  return a:answer
endfunction

let &cpoptions = s:cpo
unlet s:cpo
