" The revisions of a memo: a table to walk in.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:cpo = &cpoptions
set cpoptions&vim

setlocal nowrap nolist nonumber norelativenumber nospell cursorline
setlocal statusline=\ %{memo#history#status()}%=%{memo#words#say('g?\ help')}\ 
let b:undo_ftplugin = 'setlocal wrap< list< number< relativenumber< spell< cursorline< statusline<'

call memo#keys#map('history-show', ['<CR>'], 'memo#history#show()', 'show this state beside the memo')
call memo#keys#map('history-restore', ['u'], 'memo#history#restore(0)', 'go back to this state')
call memo#keys#map('history-close', ['q'], 'memo#history#close()', 'close the history')
call memo#keys#map('history-help', ['g?'], 'memo#keys#help("memo-history-keys")', 'help')

let &cpoptions = s:cpo
unlet s:cpo
