" All tags: a table to walk in.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpo = &cpoptions
set cpoptions&vim

setlocal nowrap nolist nonumber norelativenumber nospell cursorline
setlocal statusline=\ %{memo#words#say('Tags')}\ \ %L%=%{memo#words#say('g?\ help')}\ 
let b:undo_ftplugin = 'setlocal wrap< list< number< relativenumber< spell< cursorline< statusline<'

call memo#keys#map('tags-open', ['<CR>', '<2-LeftMouse>'], 'memo#tags#enter()', 'show the memos with this tag')
call memo#keys#map('tags-rename', ['r'], 'memo#rename#run("")', 'rename the tag')
call memo#keys#map('tags-close', ['q'], 'memo#tags#close()', 'close the tags')
call memo#keys#map('tags-help', ['g?'], 'memo#keys#help("memo-tags-keys")', 'help')

let &cpoptions = s:cpo
unlet s:cpo
