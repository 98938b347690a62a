" Marks on text of a buffer. They belong to it: no window takes them along to another.

let s:cpo = &cpoptions
set cpoptions&vim

let s:type = 'memoListFound'
highlight default link memoListFound Search

" Marks {places}, each [line, column, length] from 1 and in bytes, and nothing else.
function! memo#marks#set(buffer, places) abort
  if has('nvim')
    let l:space = nvim_create_namespace('memo')
    call nvim_buf_clear_namespace(a:buffer, l:space, 0, -1)
    for [l:line, l:column, l:length] in a:places
      call nvim_buf_set_extmark(a:buffer, l:space, l:line - 1, l:column - 1,
            \ {'end_col': l:column - 1 + l:length, 'hl_group': s:type})
    endfor
    return
  endif
  if empty(prop_type_get(s:type))
    call prop_type_add(s:type, {'highlight': s:type, 'priority': 10, 'combine': 1})
  endif
  call prop_remove({'type': s:type, 'bufnr': a:buffer, 'all': 1})
  if !empty(a:places)
    call prop_add_list({'type': s:type, 'bufnr': a:buffer},
          \ map(copy(a:places), {_, place -> [place[0], place[1], place[0], place[1] + place[2]]}))
  endif
endfunction

let &cpoptions = s:cpo
unlet s:cpo
