scriptencoding utf-8
" Places in memos, in the location list.

let s:cpo = &cpoptions
set cpoptions&vim

" The most lines of its window.
let s:height = 10
" How many cells of a memo's title stand before its places.
let s:title_width = 30

" A place in the current buffer, which is a memo; {range} is the server's.
function! memo#places#here(range, text) abort
  let l:title = memo#status#title(memo#sync#memo(bufnr('%')))
  return s:place({'bufnr': bufnr('%'), 'module': memo#words#cut(l:title, s:title_width)}, a:range, a:text)
endfunction

" A place in a memo, as {row} of a list has it.
function! memo#places#in(row, range, text) abort
  let l:buffer = memo#name#buffer(a:row.id)
  let l:name = memo#name#of(a:row.id, a:row.displayTitle)
  let l:title = a:row.displayTitle ==# '' ? memo#words#say('New memo') : memo#row#plain(a:row.displayTitle)
  let l:where = l:buffer >= 0 ? {'bufnr': l:buffer} : {'filename': l:name}
  return s:place(extend(l:where, {'module': memo#words#cut(l:title, s:title_width)}), a:range, a:text)
endfunction

" Whether the cursor is in the server's {range} of the current buffer.
function! memo#places#has_cursor(range) abort
  let [l:line, l:column] = [line('.') - 1, col('.') - 1]
  let [l:start, l:end] = [a:range.start, a:range.end]
  return (l:start.line < l:line || l:start.line == l:line && l:start.character <= l:column)
        \ && (l:line < l:end.line || l:line == l:end.line && l:column < l:end.character)
endfunction

" Shows them under a heading, or says that there are none. {mods} say where, as before a command.
function! memo#places#show(heading, places, mods) abort
  if empty(a:places)
    return memo#log#say(a:heading . ': ' . memo#words#say('none'))
  endif
  call setloclist(0, [], ' ', {'title': a:heading, 'items': a:places})
  execute memo#window#places(a:mods) 'lopen' min([len(a:places), s:height])
endfunction

" :MemoBacklinks: the links that lead to this memo.
function! memo#places#backlinks(mods) abort
  let l:memo = memo#command#memo_here()
  if empty(l:memo) || !memo#command#has_text(l:memo)
    return
  endif
  call memo#buffer#send(l:memo)
  let l:found = memo#server#pages('backlinks', {'id': l:memo.id}, 'memos')
  if !empty(l:found)
    let l:places = []
    for l:row in l:found.rows
      let l:places += map(l:row.links, {_, link -> memo#places#in(l:row, link.range, link.line)})
    endfor
    call memo#places#show(memo#words#say('Links to “%s”', memo#status#title(l:memo)), l:places, a:mods)
  endif
endfunction

function! s:place(where, range, text) abort
  return extend(a:where, {'lnum': a:range.start.line + 1, 'col': a:range.start.character + 1,
        \ 'text': memo#row#plain(a:text)})
endfunction

let &cpoptions = s:cpo
unlet s:cpo
