" The list of memos: a table to walk in.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal nowrap nolist nonumber norelativenumber nospell nofoldenable cursorline signcolumn=no colorcolumn=
setlocal statusline=\ %{memo#list#status()}%=%{memo#words#say('g?\ help')}\ 
let b:undo_ftplugin = 'setlocal wrap< list< number< relativenumber< spell< foldenable< cursorline< signcolumn< colorcolumn<'
      \ . ' statusline<'

nnoremap <buffer> <silent> <Plug>(memo-list-open) :<C-U>call memo#list#enter()<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-delete) :<C-U>call memo#list#delete(0)<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-restore) :<C-U>call memo#list#restore()<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-share) :<C-U>call memo#share#choose(memo#list#current_id())<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-search) :<C-U>call memo#search#prompt()<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-trash) :<C-U>call memo#list#toggle_trash()<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-close) :<C-U>call memo#window#close_list()<CR>
nnoremap <buffer> <silent> <Plug>(memo-list-help) :<C-U>help memo-list-keys<CR>

nmap <buffer> <nowait> <CR> <Plug>(memo-list-open)
nmap <buffer> <nowait> <2-LeftMouse> <Plug>(memo-list-open)
nmap <buffer> <nowait> n <Plug>(memo-new)
nmap <buffer> <nowait> d <Plug>(memo-list-delete)
nmap <buffer> <nowait> u <Plug>(memo-list-restore)
nmap <buffer> <nowait> s <Plug>(memo-list-share)
nmap <buffer> <nowait> / <Plug>(memo-list-search)
nmap <buffer> <nowait> T <Plug>(memo-list-trash)
nmap <buffer> <nowait> q <Plug>(memo-list-close)
nmap <buffer> <nowait> g? <Plug>(memo-list-help)

augroup memo_list
  autocmd! * <buffer>
  autocmd CursorMoved <buffer> call memo#list#moved()
augroup END
