" What a vimrc may call.

let s:cpo = &cpoptions
set cpoptions&vim

let s:defaults = {
      \ 'server_path': '',
      \ 'server_args': [],
      \ 'timeout': 10,
      \ 'language': '',
      \ 'list_width': 44,
      \ 'split_columns': 110,
      \ 'statusline': 1,
      \ 'open_command': '',
      \ 'markdown': 1,
      \ 'trace': 0}

" What became of the current buffer's memo, such as "saved 14:02"; "" in other buffers.
function! memo#statusline() abort
  return memo#status#text(bufnr('%'))
endfunction

" The title of the current buffer's memo, for a status or tab line; "" in other buffers.
function! memo#title() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  return empty(l:memo) ? '' : memo#status#title(l:memo)
endfunction

" The value of g:memo_{name}, or its default.
function! memo#option(name) abort
  return get(g:, 'memo_' . a:name, s:defaults[a:name])
endfunction

" All options' names, without g:memo_.
function! memo#options() abort
  return sort(keys(s:defaults))
endfunction

let &cpoptions = s:cpo
unlet s:cpo
