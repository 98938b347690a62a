" The list of memos: a table to walk in.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpo = &cpoptions
set cpoptions&vim

setlocal nowrap nolist nonumber norelativenumber nospell nofoldenable cursorline signcolumn=no colorcolumn=
setlocal statusline=\ %{memo#list#status()}%=%{memo#words#say('g?\ help')}\ 
let b:undo_ftplugin = 'setlocal wrap< list< number< relativenumber< spell< foldenable< cursorline< signcolumn<'
      \ . ' colorcolumn< statusline<'

call memo#keys#map('list-open', ['<CR>', '<2-LeftMouse>'], 'memo#list#enter()', 'open the memo')
call memo#keys#map('list-new', ['n'], 'memo#list#next(1)', 'write a new memo, or go to the next one found')
call memo#keys#map('list-before', ['N'], 'memo#list#next(-1)', 'go to the one found before')
call memo#keys#map('list-pin', ['p'], 'memo#label#toggle_pin()', 'pin the memo, or not any more')
call memo#keys#map('list-conflict', ['c'], 'memo#conflict#run("")', 'show both texts of a conflict')
call memo#keys#map('list-delete', ['d'], 'memo#list#delete(0)', 'delete the memo')
call memo#keys#map('list-restore', ['u'], 'memo#list#restore()', 'restore a memo')
call memo#keys#map('list-share', ['s'], 'memo#share#choose(memo#list#current_id())', 'share the memo')
call memo#keys#map('list-search', ['/'], 'memo#search#prompt()', 'search')
call memo#keys#map('list-trash', ['T'], 'memo#list#toggle_trash()', 'show the trash, or the list again')
call memo#keys#map('list-close', ['q'], 'memo#window#close_list()', 'close the list')
call memo#keys#map('list-help', ['g?'], 'memo#keys#help("memo-list-keys")', 'help')

augroup memo_list
  autocmd! * <buffer>
  autocmd CursorMoved <buffer> call memo#list#moved()
augroup END

let &cpoptions = s:cpo
unlet s:cpo
