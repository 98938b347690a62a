" What the windows of a buffer show, kept while its text changes under them.

let s:cpo = &cpoptions
set cpoptions&vim

" The cursor and the first line of each window that shows a buffer.
function! memo#view#save(buffer) abort
  let l:views = []
  for l:window in win_findbuf(a:buffer)
    let [_, l:line, l:column, l:offset, l:wanted] = getcurpos(l:window)
    call add(l:views, {'window': l:window, 'topline': min([getwininfo(l:window)[0].topline, l:line]),
          \ 'lnum': l:line, 'col': l:column - 1, 'coladd': l:offset, 'curswant': l:wanted - 1})
  endfor
  return l:views
endfunction

" Moves them as a hunk (see memo#diff#hunks) moves the text of {old}. Hunks come from the last to the first.
function! memo#view#follow(views, hunk, old) abort
  let [l:start, l:end, l:new] = a:hunk
  let l:added = len(l:new) - (l:end - l:start)
  for l:view in a:views
    if l:view.topline > l:end
      let l:view.topline += l:added
    endif
    if l:view.lnum > l:end
      let l:view.lnum += l:added
    elseif l:view.lnum > l:start
      let l:place = l:view.lnum - l:start - 1
      if l:place < len(l:new)
        let l:view.col = s:column(l:view.col, a:old[l:view.lnum - 1], l:new[l:place])
        let l:view.curswant = l:view.col
      else
        let l:view.lnum = max([l:start + len(l:new), 1])
      endif
    endif
  endfor
endfunction

" Puts the windows where they are to be.
function! memo#view#restore(views) abort
  for l:view in a:views
    let l:place = filter(copy(l:view), {name, _ -> name !=# 'window'})
    call win_execute(l:view.window, 'call winrestview(' . string(l:place) . ')')
  endfor
endfunction

" Where the character before which the cursor stood is now.
function! s:column(column, old, new) abort
  let l:first = memo#diff#common_start(a:old, a:new)
  if a:column <= l:first
    return a:column
  endif
  let l:last = memo#diff#common_end(a:old, a:new, min([strlen(a:old), strlen(a:new)]) - l:first)
  if a:column >= strlen(a:old) - l:last
    return a:column + strlen(a:new) - strlen(a:old)
  endif
  return min([a:column, strlen(a:new) - l:last])
endfunction

let &cpoptions = s:cpo
unlet s:cpo
