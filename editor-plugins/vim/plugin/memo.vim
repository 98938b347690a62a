scriptencoding utf-8
" Memos in Vim and Neovim, kept by memo-ls. See :help memo.

if exists('g:loaded_memo')
  finish
endif
if !has('nvim-0.7') && (v:version < 900 || !has('channel') || !has('job') || !has('timers'))
  " Nothing is said: a vimrc may be shared with an older Vim.
  finish
endif
let g:loaded_memo = 1
if &compatible
  echomsg 'memo: memos need “set nocompatible” in your vimrc'
  finish
endif

command! -bar Memo call memo#command#last()
command! -nargs=? MemoNew call memo#command#new(<q-args>)
command! -bar MemoList call memo#list#open('list', '')
command! -bar MemoTrash call memo#list#open('trash', '')
command! -nargs=? -complete=customlist,memo#command#complete_search MemoSearch call memo#search#run(<q-args>)
command! -bar -bang MemoDelete call memo#command#delete(<bang>0)
command! -bar MemoRestore call memo#command#restore()
command! -bang -nargs=+ -complete=customlist,memo#command#complete_share MemoShare call memo#share#run(<bang>0, <q-args>)
command! -bar MemoHistory call memo#history#open()
command! -bar MemoFlush call memo#command#flush()
command! -bar MemoLog call memo#command#log()
command! -bar MemoInfo call memo#command#info()
command! -bar MemoRestart call memo#server#restart()

nnoremap <silent> <Plug>(memo-last) :<C-U>Memo<CR>
nnoremap <silent> <Plug>(memo-new) :<C-U>MemoNew<CR>
nnoremap <silent> <Plug>(memo-list) :<C-U>MemoList<CR>
nnoremap <silent> <Plug>(memo-search) :<C-U>MemoSearch<CR>
nnoremap <silent> <Plug>(memo-trash) :<C-U>MemoTrash<CR>
nnoremap <silent> <Plug>(memo-delete) :<C-U>MemoDelete<CR>
nnoremap <silent> <Plug>(memo-restore) :<C-U>MemoRestore<CR>
nnoremap <silent> <Plug>(memo-history) :<C-U>MemoHistory<CR>

augroup memo
  autocmd!
  autocmd BufReadCmd memo://* ++nested call memo#buffer#read(expand('<amatch>'))
  autocmd BufReadCmd memos://list ++nested call memo#list#read()
  autocmd BufFilePost * ++nested call memo#buffer#renamed()
  autocmd BufWriteCmd memo://* call memo#buffer#write()
  autocmd BufUnload memo://* call memo#buffer#unload(str2nr(expand('<abuf>')))
  autocmd BufWinEnter memo://* call memo#window#entered()
  autocmd OptionSet fileformat,endofline call memo#buffer#option_set()
  autocmd QuitPre * call memo#buffer#quit()
  autocmd VimResized * call memo#window#fit()
  autocmd VimLeavePre * call memo#server#stop()
augroup END
