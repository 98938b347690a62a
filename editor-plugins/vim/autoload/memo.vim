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
      \ 'mappings': 1,
      \ 'folders': 1,
      \ 'lsp': '',
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

" The memos, newest first, for a picker: each with `id`, `title`, a line of `text` to show, the `name` of its buffer,
" and as `memo` what the server says of it. {options} may have `query`, as |memo-search| has it, and `limit`. [] if an
" error became a message.
function! memo#items(...) abort
  let l:options = a:0 ? a:1 : {}
  let l:query = get(l:options, 'query', '')
  let l:left = get(l:options, 'limit', 1000)
  let [l:items, l:page] = [[], {'nextCursor': v:null}]
  while l:left > len(l:items) && has_key(l:page, 'nextCursor')
    let l:params = {'limit': min([l:left - len(l:items), 1000]), 'cursor': l:page.nextCursor}
    let l:page = l:query ==# '' ? memo#server#ask('list', l:params)
          \ : memo#server#ask('search', extend(l:params, {'query': l:query, 'timeZone': 'local'}))
    let l:items += map(get(l:page, 'memos', []), {_, memo -> memo#row#item(memo)})
  endwhile
  return l:items
endfunction

" Opens a memo, by its id or as one of memo#items(); with {mods} such as "vertical" in a window of its own.
function! memo#open(memo, ...) abort
  call memo#window#show_memo(type(a:memo) == v:t_dict ? a:memo.id : a:memo, a:0 ? a:1 : '')
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
