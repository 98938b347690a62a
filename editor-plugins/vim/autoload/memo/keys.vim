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

" Shows a section of :help memo.
function! memo#keys#help(section) abort
  execute 'help' a:section
endfunction

function! s:map(keys, action, flags, description) abort
  if has('nvim')
    return nvim_buf_set_keymap(0, 'n', a:keys, a:action, extend({'desc': 'Memo: ' . a:description}, a:flags))
  endif
  let l:flags = (get(a:flags, 'silent') ? ' <silent>' : '') . (get(a:flags, 'nowait') ? ' <nowait>' : '')
  execute (get(a:flags, 'noremap') ? 'nnoremap' : 'nmap') '<buffer>' . l:flags a:keys a:action
endfunction

let &cpoptions = s:cpo
unlet s:cpo
