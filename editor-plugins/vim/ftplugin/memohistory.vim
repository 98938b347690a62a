" The revisions of a memo: a table to walk in.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal nowrap nolist nonumber norelativenumber nospell cursorline
setlocal statusline=\ %{memo#history#status()}%=%{memo#words#say('g?\ help')}\ 
let b:undo_ftplugin = 'setlocal wrap< list< number< relativenumber< spell< cursorline< statusline<'

nnoremap <buffer> <silent> <Plug>(memo-history-show) :<C-U>call memo#history#show()<CR>
nnoremap <buffer> <silent> <Plug>(memo-history-restore) :<C-U>call memo#history#restore(0)<CR>
nnoremap <buffer> <silent> <Plug>(memo-history-close) :<C-U>call memo#history#close()<CR>
nnoremap <buffer> <silent> <Plug>(memo-history-help) :<C-U>help memo-history-keys<CR>

nmap <buffer> <nowait> <CR> <Plug>(memo-history-show)
nmap <buffer> <nowait> u <Plug>(memo-history-restore)
nmap <buffer> <nowait> q <Plug>(memo-history-close)
nmap <buffer> <nowait> g? <Plug>(memo-history-help)
