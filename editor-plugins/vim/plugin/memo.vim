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

let s:cpo = &cpoptions
set cpoptions&vim

command! -bar Memo call memo#command#last(<q-mods>)
command! -nargs=? -range MemoNew
      \ call memo#command#new(<q-args>, <q-mods>, <range> ? getline(<line1>, <line2>) : [])
command! -bar MemoList call memo#list#open('list', '', <q-mods>)
command! -bar MemoTrash call memo#list#open('trash', '', <q-mods>)
command! -nargs=? -complete=customlist,memo#command#complete_search MemoSearch
      \ call memo#search#run(<q-args>, <q-mods>)
command! -bar -bang -range MemoDelete call memo#command#delete(<bang>0, <range> ? [<line1>, <line2>] : [])
command! -bar -range MemoRestore call memo#command#restore(<range> ? [<line1>, <line2>] : [])
command! -bar -bang -range MemoPin call memo#label#pin(<bang>0, <range> ? [<line1>, <line2>] : [])
command! -bang -nargs=? -range -complete=customlist,memo#label#complete MemoTag
      \ call memo#label#tag(<bang>0, <q-args>, <range> ? [<line1>, <line2>] : [])
command! -bar -nargs=? -complete=customlist,memo#conflict#complete MemoConflict call memo#conflict#run(<q-args>)
command! -bang -nargs=+ -complete=customlist,memo#command#complete_share MemoShare
      \ call memo#share#run(<bang>0, <q-args>)
command! -bar MemoHistory call memo#history#open(<q-mods>)
command! -bar -nargs=? MemoToday call memo#command#today(<q-args>, <q-mods>)
command! -nargs=? -complete=customlist,memo#template#complete MemoTemplate
      \ call memo#template#run(<q-args>, <q-mods>)
command! -nargs=? -complete=customlist,memo#rename#complete MemoRename
      \ call memo#rename#run(<q-args>)
command! -bar MemoBacklinks call memo#places#backlinks(<q-mods>)
command! -bar MemoOutline call memo#outline#show(<q-mods>)
command! -bar -bang MemoTasks call memo#task#show(<bang>0, <q-mods>)
command! -bar -range MemoToggleTask call memo#task#toggle(<line1>, <line2>)
command! -bar MemoTags call memo#tags#open(<q-mods>)
command! -bar MemoFlush call memo#command#flush()
command! -bar MemoLog call memo#command#log(<q-mods>)
command! -bar MemoInfo call memo#command#info(<q-mods>)
command! -bar MemoRestart call memo#server#restart()

" Neovim tells its users what each is for.
function! s:plug(name, command, description) abort
  let [l:keys, l:action] = ['<Plug>(memo-' . a:name . ')', ':<C-U>' . a:command . '<CR>']
  if has('nvim')
    call nvim_set_keymap('n', l:keys, l:action, {'noremap': 1, 'silent': 1, 'desc': 'Memo: ' . a:description})
  else
    execute 'nnoremap <silent>' l:keys l:action
  endif
endfunction
call s:plug('last', 'Memo', 'open the last one')
call s:plug('new', 'MemoNew', 'write a new one')
call s:plug('list', 'MemoList', 'show the list')
call s:plug('search', 'MemoSearch', 'search')
call s:plug('trash', 'MemoTrash', 'show the trash')
call s:plug('delete', 'MemoDelete', 'delete this one')
call s:plug('restore', 'MemoRestore', 'restore')
call s:plug('pin', 'MemoPin', 'pin it')
call s:plug('history', 'MemoHistory', 'show its history')
call s:plug('today', 'MemoToday', 'open that of today')
call s:plug('template', 'MemoTemplate', 'write a new one from a template')
call s:plug('backlinks', 'MemoBacklinks', 'show the links to it')
call s:plug('outline', 'MemoOutline', 'show its headings')
call s:plug('tasks', 'MemoTasks', 'show its open tasks')
call s:plug('tags', 'MemoTags', 'show all tags')

" Where no such folder is, nothing more is loaded.
function! s:is_in_folder(path) abort
  let [l:folder, l:below] = [resolve(a:path), '']
  while l:folder !=# l:below && !isdirectory(l:folder . '/.memo-ls')
    let [l:below, l:folder] = [l:folder, fnamemodify(l:folder, ':h')]
  endwhile
  return l:folder !=# l:below
endfunction

" The rest is listened to once there is a memo, see autoload/memo/events.vim.
augroup memo
  autocmd!
  autocmd BufReadCmd memo://* ++nested
        \ if get(g:, 'memo_lsp', '') !=# 'all' | call memo#buffer#read(expand('<amatch>')) | endif
  autocmd BufReadCmd memos://list ++nested call memo#list#read()
  " Such a file may be a note of a folder whose notes are memos.
  autocmd BufReadPost,BufWritePost *.[mM][dD],*.[mM][aA][rR][kK][dD][oO][wW][nN],*.[tT][xX][tT] ++nested
        \ if s:is_in_folder(expand('<afile>:p')) | call memo#file#opened() | endif
  autocmd SwapExists *.[mM][dD],*.[mM][aA][rR][kK][dD][oO][wW][nN],*.[tT][xX][tT]
        \ if s:is_in_folder(expand('<afile>:p')) | call memo#file#is_swapped(str2nr(expand('<abuf>'))) | endif
  " A session gives a new buffer the name of what it showed.
  autocmd BufFilePost memo://*,memos://list ++nested call memo#buffer#renamed()
augroup END

let &cpoptions = s:cpo
unlet s:cpo
