" Marks on text of a buffer. They belong to it: no window takes them along to another.

let s:cpo = &cpoptions
set cpoptions&vim

" The groups that a mark was made of.
let s:groups = []
highlight default link memoListFound Search

" Marks {places}, each [line, column, length, group], from 1 and in bytes, and nothing else. A place that is not there,
" as where bytes that are no text stand for others, has no mark.
function! memo#marks#set(buffer, places) abort
  if has('nvim')
    let l:space = nvim_create_namespace('memo')
    call nvim_buf_clear_namespace(a:buffer, l:space, 0, -1)
    for [l:line, l:column, l:length, l:group] in a:places
      silent! call nvim_buf_set_extmark(a:buffer, l:space, l:line - 1, l:column - 1,
            \ {'end_col': l:column - 1 + l:length, 'hl_group': l:group})
    endfor
    return
  endif
  for l:group in s:groups
    call prop_remove({'type': l:group, 'bufnr': a:buffer, 'all': 1})
  endfor
  for [l:line, l:column, l:length, l:group] in a:places
    if index(s:groups, l:group) < 0
      call add(s:groups, l:group)
      call prop_type_add(l:group, {'highlight': l:group, 'priority': 10, 'combine': 1})
    endif
    silent! call prop_add(l:line, l:column, {'type': l:group, 'bufnr': a:buffer, 'length': l:length})
  endfor
endfunction

let &cpoptions = s:cpo
unlet s:cpo
