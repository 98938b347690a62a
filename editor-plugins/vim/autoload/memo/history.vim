scriptencoding utf-8
" The revisions of a memo: a list below it, the chosen one beside it as a diff. The three windows belong together:
" whatever becomes of one, the others follow. A window that was made a diff for this has the memo's id in w:memo_diff.

let s:cpo = &cpoptions
set cpoptions&vim

let s:most = 1000

" :MemoHistory; there is one list for a memo.
function! memo#history#open(mods) abort
  let l:memo = memo#sync#memo(memo#name#buffer(s:id_here()))
  if empty(l:memo)
    return memo#log#error(memo#words#say('This is no memo'))
  elseif !memo#command#has_text(l:memo)
    return
  endif
  let l:result = memo#server#ask('history', {'id': l:memo.id, 'limit': s:most})
  if empty(l:result)
    return
  elseif empty(l:result.revisions)
    return memo#log#say(memo#words#say('No history yet: the memo is not saved'))
  endif
  call s:go_to_list(l:memo.id, memo#window#places(a:mods))
  let b:memo_history = {'id': l:memo.id, 'revisions': l:result.revisions, 'changes': {},
        \ 'title': memo#words#say('History of “%s”', memo#status#title(l:memo))}
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted
  call memo#window#fix('winfixheight')
  call s:render()
  call memo#window#set_filetype('memohistory')
  augroup memo_history
    autocmd!
    autocmd WinClosed,BufWinEnter * call timer_start(0, function('memo#history#tidy'))
    autocmd QuitPre * call s:quit()
    autocmd CursorMoved memos://history/* call memo#history#look()
    autocmd VimResized * call s:fit()
  augroup END
  " The first is what the memo is, the second what it was before.
  call cursor(2, 1)
  call memo#history#show()
  call memo#history#look()
endfunction

" Finds out what was changed in the rows on the screen, which are as far from the cursor as the window is high, and says
" it there.
function! memo#history#look() abort
  let [l:history, l:is_new] = [b:memo_history, 0]
  let l:first = max([line('.') - winheight(0), 1])
  for l:at in range(l:first - 1, min([line('.') + winheight(0), len(l:history.revisions)]) - 1)
    let l:revision = l:history.revisions[l:at].revision
    if !has_key(l:history.changes, l:revision)
      let l:history.changes[l:revision] = memo#revision#change(l:history.id, l:history.revisions, l:at)
      let l:is_new = 1
    endif
  endfor
  if l:is_new
    call s:render()
  endif
endfunction

" Shows the revision under the cursor beside the memo.
function! memo#history#show() abort
  let l:history = b:memo_history
  let l:here = win_getid()
  let l:revision = l:history.revisions[line('.') - 1]
  let l:memo = memo#server#ask('getMemo', {'id': l:history.id, 'revision': l:revision.revision})
  if empty(l:memo)
    return
  endif
  call s:go_to_memo(l:history.id)
  call s:make_diff(l:history.id)
  call s:go_beside(l:history.id)
  let l:parts = memo#text#parts(l:memo.text, l:memo.escaped)
  setlocal modifiable
  let &l:fileformat = memo#text#format(l:memo.text)
  silent call deletebufline('%', 1, '$')
  call setline(1, memo#text#has_tail(l:parts) ? l:parts[:-2] : l:parts)
  setlocal nomodifiable nomodified
  let b:memo_when = memo#row#day(l:revision.modifiedAt) . ' ' . memo#row#time(l:revision.modifiedAt)
  call s:make_diff(l:history.id)
  call win_gotoid(l:here)
endfunction

" Makes the memo what it was then, after asking unless {is_sure}.
function! memo#history#restore(is_sure) abort
  let l:history = b:memo_history
  if !memo#command#may_change() || !a:is_sure && !memo#ask#yes(memo#words#say('Really go back to this text?'))
    return
  endif
  let l:revision = l:history.revisions[line('.') - 1].revision
  if empty(memo#server#ask('restore', {'id': l:history.id, 'revision': l:revision}))
    return
  endif
  call memo#history#close()
  call memo#trash#restored(l:history.id)
endfunction

" Closes the list and the revision.
function! memo#history#close() abort
  let l:id = b:memo_history.id
  call s:close(s:list(l:id))
  call memo#history#tidy(0)
  let l:window = get(win_findbuf(memo#name#buffer(l:id)), 0)
  if l:window
    call win_gotoid(l:window)
  endif
endfunction

" The list's status line.
function! memo#history#status() abort
  return get(get(b:, 'memo_history', {}), 'title', '')
endfunction

" Closes what has lost what it belongs to: a revision without its list or its memo, a list without its memo, unless the
" user is in it. A window that is no part of a diff any more is none.
function! memo#history#tidy(_) abort
  for l:info in getwininfo()
    let l:id = getwinvar(l:info.winid, 'memo_diff', '')
    if l:id ==# ''
      continue
    endif
    let l:is_revision = l:info.bufnr == s:buffer('revision', l:id)
    if l:is_revision && (empty(s:windows('history', l:id)) || empty(win_findbuf(memo#name#buffer(l:id))))
      call s:close([l:info.winid])
    endif
  endfor
  for l:info in getwininfo()
    let l:id = getwinvar(l:info.winid, 'memo_diff', '')
    let l:is_part = index([memo#name#buffer(l:id), s:buffer('revision', l:id)], l:info.bufnr) >= 0
    if l:id !=# '' && !(l:is_part && !empty(s:windows('revision', l:id)) && !empty(win_findbuf(memo#name#buffer(l:id))))
      call win_execute(l:info.winid, 'diffoff | unlet w:memo_diff')
    endif
    let l:list = get(getbufvar(l:info.bufnr, 'memo_history', {}), 'id', '')
    if l:list !=# '' && empty(win_findbuf(memo#name#buffer(l:list))) && l:info.winid != win_getid()
      call s:close([l:info.winid])
    endif
  endfor
endfunction

" The memo's last window is closed with :quit: its history goes first, so that Vim may end.
function! s:quit() abort
  let l:id = get(memo#sync#memo(bufnr('%')), 'id', '')
  if l:id !=# '' && len(win_findbuf(bufnr('%'))) == 1
    call s:close(s:windows('revision', l:id) + s:list(l:id))
  endif
endfunction

" The memo that the current window is about.
function! s:id_here() abort
  let l:id = get(memo#sync#memo(bufnr('%')), 'id', get(get(b:, 'memo_history', {}), 'id', ''))
  return l:id !=# '' ? l:id : matchstr(bufname('%'), '^memos://revision/\zs.*')
endfunction

function! s:go_to_list(id, places) abort
  if !empty(s:list(a:id))
    return win_gotoid(s:list(a:id)[0])
  endif
  let l:how = a:places ==# '' ? 'botright 8' : a:places . ' '
  execute 'silent' l:how . 'split' fnameescape('memos://history/' . a:id)
endfunction

" To a window of this tab page that shows the memo; if there is none, above the list.
function! s:go_to_memo(id) abort
  let l:window = bufwinid(memo#name#buffer(a:id))
  if l:window > 0
    return win_gotoid(l:window)
  endif
  setlocal nowinfixheight
  silent aboveleft split
  execute 'silent' memo#name#command(a:id)
endfunction

function! s:go_beside(id) abort
  let l:window = bufwinid(s:buffer('revision', a:id))
  if l:window > 0
    return win_gotoid(l:window)
  endif
  execute 'silent rightbelow vertical split' fnameescape('memos://revision/' . a:id)
  setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted
  setlocal syntax=memo statusline=\ %{b:memo_when}
endfunction

function! s:make_diff(id) abort
  diffthis
  let w:memo_diff = a:id
endfunction

" Closes windows; where one is the last, another buffer takes its place.
function! s:close(windows) abort
  for l:window in filter(copy(a:windows), {_, window -> win_id2win(window) || win_id2tabwin(window)[0]})
    let l:is_last = tabpagenr('$') == 1 && winnr('$') == 1
    call win_execute(l:window, l:is_last ? 'enew' : 'close')
  endfor
endfunction

function! s:list(id) abort
  return s:windows('history', a:id)
endfunction

" The windows of a memo's list ("history") or of its revision.
function! s:windows(kind, id) abort
  return win_findbuf(s:buffer(a:kind, a:id))
endfunction

function! s:buffer(kind, id) abort
  return bufnr('^memos://' . a:kind . '/' . a:id . '$')
endfunction

" Fills the list's buffer, the current one, with what is known.
function! s:render() abort
  let l:history = b:memo_history
  setlocal modifiable
  silent call deletebufline('%', len(l:history.revisions) + 1, '$')
  call setline(1, memo#revision#rows(l:history.revisions, l:history.changes, winwidth(0)))
  setlocal nomodifiable nomodified
endfunction

" The screen has another size (VimResized).
function! s:fit() abort
  for l:info in filter(getwininfo(), {_, info -> !empty(getbufvar(info.bufnr, 'memo_history'))})
    call win_execute(l:info.winid, 'call ' . expand('<SID>') . 'render()')
  endfor
endfunction

let &cpoptions = s:cpo
unlet s:cpo
