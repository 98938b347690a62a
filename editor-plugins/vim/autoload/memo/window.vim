" Where memos and their list are shown: beside each other where there is room, one at a time where there is not.

let s:cpo = &cpoptions
set cpoptions&vim

" Whether the user wants to see the list.
let s:is_wanted = 0
" Whether windows are closed because of the screen's size.
let s:is_fitting = 0

" Whether there is room for both.
function! memo#window#is_wide() abort
  return &columns >= memo#option('split_columns')
endfunction

" The window of the list in this tab page, or 0.
function! memo#window#list() abort
  return max([bufwinid(memo#list#buffer()), 0])
endfunction

" A window of this tab page that shows a memo, or 0; the current one first.
function! memo#window#memo() abort
  let l:windows = map(range(1, winnr('$')), {_, number -> win_getid(number)})
  for l:window in [win_getid()] + l:windows
    if !empty(memo#sync#memo(winbufnr(l:window)))
      return l:window
    endif
  endfor
  return 0
endfunction

" Goes to the list's window and shows the list there.
function! memo#window#show_list(...) abort
  let s:is_wanted = 1
  let l:places = memo#window#places(a:0 ? a:1 : '')
  if l:places !=# ''
    execute 'silent' l:places 'split memos://list'
  elseif memo#window#list()
    call win_gotoid(memo#window#list())
  elseif memo#window#is_wide()
    call s:split_list()
  else
    call s:edit('edit memos://list')
  endif
endfunction

" Shows a memo where memos are shown, and goes there; with {mods} such as "vertical" in a window of its own.
function! memo#window#show_memo(id, ...) abort
  let l:places = memo#window#places(a:0 ? a:1 : '')
  let l:buffer = memo#name#buffer(a:id)
  if l:places !=# ''
    execute l:places 'split'
    execute 'silent' memo#name#command(a:id)
    return
  elseif l:buffer >= 0 && bufwinid(l:buffer) > 0
    return win_gotoid(bufwinid(l:buffer))
  endif
  if bufnr('%') == memo#list#buffer() && memo#window#is_wide()
    if memo#window#memo()
      call win_gotoid(memo#window#memo())
    else
      call s:go_beside()
    endif
  endif
  call s:edit(memo#name#command(a:id))
endfunction

" Those of a command's modifiers that say where a window is to be.
function! memo#window#places(mods) abort
  let l:places = '^\%(\d*tab\|vertical\|horizontal\|aboveleft\|leftabove\|belowright\|rightbelow\|topleft\|botright\)$'
  return join(filter(split(a:mods), {_, word -> word =~# l:places}))
endfunction

" Closes the list.
function! memo#window#close_list() abort
  let s:is_wanted = 0
  let l:window = memo#window#list()
  if !l:window
    return
  elseif winnr('$') > 1
    call win_execute(l:window, 'close')
  elseif bufnr('#') > 0 && bufnr('#') != memo#list#buffer() && bufloaded(bufnr('#'))
    buffer #
  else
    enew
  endif
endfunction

" Makes the best of the screen's new size.
function! memo#window#fit() abort
  let [l:list, l:memo] = [memo#window#list(), memo#window#memo()]
  let s:is_fitting = 1
  call s:fit(l:list, l:memo)
  let s:is_fitting = 0
  if memo#window#list()
    if winnr('$') > 1
      call win_execute(memo#window#list(), 'vertical resize ' . memo#option('list_width'))
    endif
    call memo#list#render()
  endif
endfunction

" A window is closed (WinClosed): the list does not come back by itself when the user has closed it.
function! memo#window#closed(window) abort
  if !s:is_fitting && winbufnr(a:window) == memo#list#buffer()
    let s:is_wanted = 0
  endif
endfunction

function! s:fit(list, memo) abort
  let [l:list, l:memo] = [a:list, a:memo]
  if memo#window#is_wide()
    if !l:list && l:memo && s:is_wanted
      call s:split_list()
      call win_gotoid(l:memo)
    elseif l:list && winnr('$') == 1
      call s:show_memo_beside()
    endif
  elseif l:list && l:memo
    " The one that the user is in stays.
    call win_execute(win_getid() == l:list ? l:memo : l:list, 'close')
  endif
endfunction

" A memo came into a window.
function! memo#window#entered() abort
  if memo#option('statusline') && &g:statusline ==# ''
    setlocal statusline=%{%memo#status#line()%}
  endif
endfunction

" Keeps the current window's width or height, as long as it shows something of this plugin's.
function! memo#window#fix(option) abort
  execute 'setlocal' a:option
  let w:memo_fixed = a:option
endfunction

" A window shows another buffer (BufWinEnter).
function! memo#window#loosen() abort
  if exists('w:memo_fixed') && bufname('%') !~# '^memos://'
    execute 'setlocal no' . remove(w:, 'memo_fixed')
  endif
endfunction

" Sets a window's 'filetype'. The keys are there, too, where `:filetype plugin on` is not in the vimrc.
function! memo#window#set_filetype(name) abort
  execute 'setlocal filetype=' . a:name
  if !exists('b:did_ftplugin')
    execute 'runtime ftplugin/' . a:name . '.vim'
  endif
endfunction

function! s:split_list() abort
  execute 'topleft vertical' memo#option('list_width') . 'split'
  silent edit memos://list
  call memo#window#fix('winfixwidth')
endfunction

" From the list to a window beside it that may show a memo.
function! s:go_beside() abort
  wincmd p
  if bufnr('%') != memo#list#buffer() && &buftype ==# ''
    return
  endif
  call win_gotoid(memo#window#list())
  execute 'rightbelow vertical' (&columns - memo#option('list_width') - 1) . 'new'
  call win_execute(memo#window#list(), 'call memo#window#fix("winfixwidth")')
endfunction

function! s:show_memo_beside() abort
  let l:id = memo#list#current_id()
  if l:id !=# ''
    call memo#window#show_memo(l:id, '')
    call win_gotoid(memo#window#list())
  endif
endfunction

" A changed file that Vim would not hide keeps its window.
function! s:edit(command) abort
  if &modified && !&hidden && &bufhidden ==# '' && len(win_findbuf(bufnr('%'))) == 1
    split
  endif
  execute 'silent' a:command
endfunction

let &cpoptions = s:cpo
unlet s:cpo
