" Completion of titles, headings and names of blocks in [[links]], and of #tags.

let s:cpo = &cpoptions
set cpoptions&vim

" How long 'omnifunc' waits for an answer, in milliseconds.
let s:patience = 1000
let s:place = {}
let s:is_at_work = 0
" How often a menu was opened.
let s:openings = 0
" A tag, of letters and digits of any script, "-", "_" and "/".
let s:tag = '\%(^\|[[:space:](]\)\zs#[^\x01-\x2c\x2e\x3a-\x40\x5b-\x5e\x60\x7b-\xbf]*$'

" For 'omnifunc'.
function! memo#complete#omni(is_start, base) abort
  if a:is_start
    let s:place = memo#complete#place(strpart(getline('.'), 0, col('.') - 1))
    return empty(s:place) ? -3 : s:place.start
  endif
  let l:box = []
  let s:is_at_work = 1
  try
    call memo#complete#ask(bufnr('%'), s:place, {answer -> add(l:box, answer)})
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
  let l:end = memo#complete#end(s:place, strpart(getline('.'), col('.') - 1))
  return map(memo#complete#new(s:place, l:answer.result.items), {_, item -> {
        \ 'word': item.insert . l:end, 'abbr': item.label, 'menu': get(item, 'detail', ''), 'icase': 1, 'dup': 1}})
endfunction

" Whether 'omnifunc' is at work: no text may be changed meanwhile.
function! memo#complete#is_at_work() abort
  return s:is_at_work
endfunction

" The menu follows what is typed: each letter asks again. The editor itself would keep what begins with it alone, and close the
" menu at a space; where it is told to ask again, Vim closes the menu, and Neovim selects nothing.
function! s:watch() abort
  if &completeopt !~# 'noinsert\|noselect\|longest'
    " What the menu begins with is in the text already; a letter behind it ends completion.
    return
  endif
  let s:openings += 1
  augroup memo_complete
    autocmd! * <buffer>
    autocmd InsertCharPre <buffer> call s:unwatch() | call feedkeys("\<C-X>\<C-O>", 'in')
    autocmd CompleteDone <buffer> call s:done()
  augroup END
endfunction

function! s:done() abort
  let l:opening = s:openings
  if empty(v:completed_item)
    call timer_start(0, {_ -> l:opening == s:openings && s:unwatch()})
  else
    call s:unwatch()
  endif
endfunction

function! s:unwatch() abort
  autocmd! memo_complete
endfunction

" What can be completed behind {before}, the start of a line: its `kind`, the `query`, which may have "Title#" before a heading,
" and where that starts, in bytes from 0; {} if nothing can.
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

" Those of {items} that add something: the tag that is being typed is one that there is.
function! memo#complete#new(place, items) abort
  return filter(a:items, {_, item -> a:place.kind !=# 'tag' || item.insert !=# a:place.query})
endfunction

" What follows what was completed, where {after} follows now.
function! memo#complete#end(place, after) abort
  return a:place.kind ==# 'tag' || a:after =~# '^\]\]' ? '' : ']]'
endfunction

" Asks for what fits a place in a buffer, and calls {Take} with the server's answer.
function! memo#complete#ask(buffer, place, Take) abort
  call memo#watch#flush(a:buffer)
  let l:memo = memo#sync#memo(a:buffer)
  let l:params = {'kind': a:place.kind, 'query': a:place.query, 'id': get(l:memo, 'version') ? l:memo.id : v:null}
  call memo#server#request('complete', json_encode(l:params), a:Take)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
