" Memos are prose.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal linebreak
let b:undo_ftplugin = 'setlocal linebreak<'
