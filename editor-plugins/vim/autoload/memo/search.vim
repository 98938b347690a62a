" Searching, with results that follow the typing.

let s:cpo = &cpoptions
set cpoptions&vim

" :MemoSearch: finds {query}; without one, asks for it.
function! memo#search#run(query, ...) abort
  if a:query ==# ''
    return memo#search#prompt(a:0 ? a:1 : '')
  endif
  call memo#list#open('search', a:query, a:0 ? a:1 : '')
endfunction

" Asks for the query, and shows what it finds while it is typed. <Esc> goes back to what was shown before.
function! memo#search#prompt(...) abort
  let l:before = copy(memo#list#shown())
  call memo#list#open(l:before.kind, l:before.query, a:0 ? a:1 : '')
  if bufnr('%') != memo#list#buffer()
    return
  endif
  redraw
  augroup memo_search
    autocmd!
    autocmd CmdlineChanged @ call s:typed(getcmdline())
  augroup END
  try
    " The cancel text can't be typed.
    let l:query = inputdialog(memo#words#say('Search: '), '', "\n")
  catch /^Vim:Interrupt$/
    let l:query = "\n"
  finally
    autocmd! memo_search
  endtry
  redraw
  echo ''
  if l:query ==# "\n" || l:query =~# '^\s*$'
    call memo#list#set(l:before.kind, l:before.query)
    call memo#list#refresh()
  else
    call memo#search#run(l:query)
  endif
endfunction

" What a query looks for, as a pattern; "" if it has filters only.
function! memo#search#pattern(query) abort
  let l:words = s:words(a:query)
  return empty(l:words) ? '' : '\V\c\%(' . join(l:words, '\|') . '\)'
endfunction

function! s:typed(query) abort
  let l:is_query = a:query !~# '^\s*$'
  call memo#list#set(l:is_query ? 'search' : 'list', l:is_query ? a:query : '')
  call memo#list#refresh_typed()
endfunction

" The words of a query as patterns, without its filters.
function! s:words(query) abort
  let l:words = []
  let l:rest = trim(a:query)
  while l:rest !=# ''
    let l:word = matchstr(l:rest, '^\%("[^"]*"\?\|\S\+\)')
    let l:rest = trim(strpart(l:rest, strlen(l:word)))
    if l:word !~? '^[a-z]\+:\%(//\)\@!' && trim(l:word, '"') !=# ''
      call add(l:words, escape(trim(l:word, '"'), '\'))
    endif
  endwhile
  return l:words
endfunction

let &cpoptions = s:cpo
unlet s:cpo
