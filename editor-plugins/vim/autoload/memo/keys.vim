" The keys of the plugin's own windows. Neovim tells its users what each is for.

let s:cpo = &cpoptions
set cpoptions&vim

" Maps each of {keys}, in this buffer, to `:call {call}`, by way of <Plug>(memo-{name}) for those who want other keys.
function! memo#keys#map(name, keys, call, description) abort
  let l:plug = '<Plug>(memo-' . a:name . ')'
  call s:map(l:plug, ':<C-U>call ' . a:call . '<CR>', {'noremap': 1, 'silent': 1}, a:description)
  for l:key in a:keys
    call s:map(l:key, l:plug, {'nowait': 1}, a:description)
  endfor
endfunction

" Those of {keys} that the user has not mapped.
function! memo#keys#free(keys) abort
  return filter(copy(a:keys), {_, key -> s:is_free(maparg(key, 'n', 0, 1))})
endfunction

" A mapping of Neovim's may have a function instead of a right side.
function! s:is_free(mapping) abort
  return empty(a:mapping) || get(a:mapping, 'rhs', '') =~# '<Plug>(memo-'
endfunction

" Takes away what memo#keys#map mapped in this buffer.
function! memo#keys#clear() abort
  for l:key in exists('b:memo_keys') ? b:memo_keys : []
    execute 'silent! nunmap <buffer>' l:key
  endfor
  unlet! b:memo_keys
endfunction

" Shows a section of :help memo.
function! memo#keys#help(section) abort
  execute 'help' a:section
endfunction

function! s:map(keys, action, flags, description) abort
  let b:memo_keys = get(b:, 'memo_keys', []) + [a:keys]
  if has('nvim')
    return nvim_buf_set_keymap(0, 'n', a:keys, a:action, extend({'desc': 'Memo: ' . a:description}, a:flags))
  endif
  let l:flags = (get(a:flags, 'silent') ? ' <silent>' : '') . (get(a:flags, 'nowait') ? ' <nowait>' : '')
  execute (get(a:flags, 'noremap') ? 'nnoremap' : 'nmap') '<buffer>' . l:flags a:keys a:action
endfunction

let &cpoptions = s:cpo
unlet s:cpo
