" What the server tells unasked.

let s:cpo = &cpoptions
set cpoptions&vim

" Takes in a notification.
function! memo#notices#take(method, params) abort
  if has_key(s:takers, a:method)
    call s:takers[a:method](a:params)
    " Links may lead elsewhere now.
    call memo#outline#look_soon()
  endif
endfunction

function! s:saved(params) abort
  let l:memo = memo#sync#of(a:params.id)
  if !empty(l:memo)
    call memo#status#saved(l:memo, a:params.version)
  endif
  call memo#list#refresh_soon()
endfunction

function! s:not_saved(params) abort
  let l:memo = memo#sync#of(a:params.id)
  if !empty(l:memo)
    call memo#status#failed(l:memo, memo#server#explain('flush', a:params.error))
  endif
endfunction

function! s:created(params) abort
  let l:memo = memo#sync#of(a:params.id)
  if !empty(l:memo)
    call memo#follow#revived(l:memo)
  else
    call memo#conflict#look(a:params.id)
    call memo#file#look()
  endif
  call memo#list#refresh_soon()
endfunction

function! s:deleted(params) abort
  let l:memo = memo#sync#of(a:params.id)
  if !empty(l:memo)
    call memo#follow#deleted(l:memo, a:params.permanent is v:true)
  endif
  call memo#conflict#settled(a:params.id)
  call memo#list#refresh_soon()
endfunction

function! s:changed(params) abort
  let l:memo = memo#sync#of(a:params.id)
  if !empty(l:memo)
    call memo#follow#changed(l:memo, a:params)
  endif
  if has_key(a:params, 'properties') && !has_key(a:params.properties, 'conflictOf')
    call memo#conflict#settled(a:params.id)
  endif
  call memo#list#refresh_soon()
endfunction

function! s:logged(params) abort
  " LSP's MessageType: 1 is an error, 2 a warning.
  if a:params.type <= 2
    call memo#log#warn(a:params.message)
  else
    call memo#log#server(a:params.message)
  endif
endfunction

let s:takers = {
      \ 'didSaveMemo': function('s:saved'),
      \ 'didFailToSaveMemo': function('s:not_saved'),
      \ 'didCreateMemo': function('s:created'),
      \ 'didDeleteMemo': function('s:deleted'),
      \ 'didChangeMemo': function('s:changed'),
      \ 'window/logMessage': function('s:logged')}

let &cpoptions = s:cpo
unlet s:cpo
