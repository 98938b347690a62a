" What the editor tells, listened to from the first memo, list or server on; before that nothing of memo runs.

let s:cpo = &cpoptions
set cpoptions&vim

function! memo#events#begin() abort
  if exists('#memo_events')
    return
  endif
  augroup memo_events
    autocmd!
    autocmd BufFilePost * ++nested call memo#buffer#renamed()
    " Others are the language client's, see g:memo_lsp.
    autocmd BufWriteCmd memo://* ++nested if exists('b:memo_id') | call memo#buffer#write() | endif
    " Without any that fits, :doautocmd says so, and :write would end with a question.
    autocmd BufReadPost,BufWritePre,BufWritePost memo://* :
    autocmd BufUnload memo://* call memo#buffer#unload(str2nr(expand('<abuf>')))
    autocmd BufWinEnter memo://* call memo#window#entered()
    autocmd BufWinEnter,InsertLeave memo://* ++nested call memo#name#update_here()
    autocmd BufWinEnter * call memo#window#loosen()
    autocmd BufEnter memo://* call memo#list#follow() | call memo#outline#look_soon()
    autocmd OptionSet fileformat,endofline call memo#buffer#option_set()
    autocmd OptionSet readonly,write call memo#buffer#protect()
    autocmd CmdlineLeave : call memo#buffer#before_command()
    autocmd QuitPre * call memo#buffer#quit()
    autocmd WinClosed * call memo#window#closed(str2nr(expand('<amatch>')))
    autocmd VimResized * call memo#window#fit()
    autocmd VimLeavePre * call memo#server#stop()
  augroup END
endfunction

let &cpoptions = s:cpo
unlet s:cpo
