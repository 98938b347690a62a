" Memos are prose; headings fold, all open at first. Where they are Markdown, Markdown's own settings come first.

if exists('b:did_memo_ftplugin')
  finish
endif
let b:did_memo_ftplugin = 1
let b:did_ftplugin = 1
let s:cpo = &cpoptions
set cpoptions&vim

" The keys that are taken: none that the user has mapped.
function! s:keys(keys) abort
  return memo#option('mappings') ? memo#keys#free(a:keys) : []
endfunction

setlocal linebreak omnifunc=memo#complete#omni
call memo#keys#map('follow', s:keys(['<CR>']), 'memo#link#follow("\<lt>CR>")', 'follow the link')
call memo#keys#map('follow-file', s:keys(['gf']), 'memo#link#follow("gf")', 'follow the link, or go to the file')
call memo#keys#map('back', s:keys(['<BS>']), 'memo#link#back("\<lt>BS>")', 'go back from a link')
" What a terminal sends for CTRL-Space is CTRL-@.
call memo#keys#map('toggle-task', s:keys(['<C-Space>', '<C-@>']), 'memo#task#toggle_here()', 'tick the task')
let s:undo = 'setlocal linebreak< omnifunc< foldmethod< foldexpr< foldlevel<'
      \ . ' | unlet! b:did_memo_ftplugin | call memo#keys#clear()'
      \ . ' | execute "silent! autocmd! memo_fold * <buffer>"'
if memo#option('markdown') && has('folding') && &l:foldmethod ==# 'manual'
  " Most lines are no heading, and cost no call.
  setlocal foldexpr=getline(v:lnum)[0]==#'#'?memo#fold#level(v:lnum):'='
  setlocal foldlevel=99
  augroup memo_fold
    autocmd! * <buffer>
    autocmd InsertEnter <buffer> call memo#fold#rest()
    autocmd InsertLeave,BufWinEnter <buffer> call memo#fold#update()
  augroup END
  call memo#fold#update()
endif
let b:undo_ftplugin = (exists('b:undo_ftplugin') ? b:undo_ftplugin . ' | ' : '') . s:undo

let &cpoptions = s:cpo
unlet s:cpo s:undo
