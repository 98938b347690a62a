scriptencoding utf-8
" What memo buffers are called: memo:///ID/Title.md. Read are also memo:///ID, with any title or none, and memo://ID; ID
" may be an end of one, as lists print it.

let s:cpo = &cpoptions
set cpoptions&vim

" The fewest characters of an id's end, and the most of a title.
let s:least = 4
let s:most = 60
" What shells, file systems, or Vim where it takes a file's name would take for something else.
let s:unfit = "[[:cntrl:][:space:]/\\\\:*?\"<>|[\\]{}$%#`~\u00a0]\\+"

" The name of a memo.
function! memo#name#of(id, title) abort
  let l:words = map(split(a:title, s:unfit . '\%(\s\|' . s:unfit . '\)*'), {_, word -> trim(word, ' -.')})
  let l:file = strcharpart(join(filter(l:words, {_, word -> word !=# ''}), ' '), 0, s:most)
  return printf('memo:///%s/%s.md', a:id, l:file ==# '' ? memo#words#say('New memo') : trim(l:file))
endfunction

" The id in a name, or "".
function! memo#name#id(name) abort
  return matchstr(a:name, '^memo:/\{2,3}\zs[^/]\+')
endfunction

" The buffer of a memo, whether it is loaded or not, or -1.
function! memo#name#buffer(id) abort
  let l:buffer = memo#sync#buffer(a:id)
  if l:buffer >= 0
    return l:buffer
  endif
  let l:found = filter(getbufinfo(), {_, info -> memo#name#id(info.name) ==# a:id})
  return empty(l:found) ? -1 : l:found[0].bufnr
endfunction

" The command that shows a memo in the current window.
function! memo#name#command(id) abort
  let l:buffer = memo#name#buffer(a:id)
  return l:buffer >= 0 ? 'buffer ' . l:buffer : 'edit ' . fnameescape('memo:///' . a:id)
endfunction

" The end of an id, as lists print it.
function! memo#name#short(id) abort
  return matchstr(a:id, '.\{,8}$')
endfunction

" The memos, living or in the trash, whose ids end so.
function! memo#name#find(end) abort
  let l:ids = []
  for l:trashed in strlen(a:end) < s:least ? [] : [v:false, v:true]
    let l:page = {'nextCursor': v:null}
    while has_key(l:page, 'nextCursor')
      let l:page = memo#server#ask('list', {'limit': 1000, 'cursor': l:page.nextCursor, 'trashed': l:trashed})
      let l:ids += map(get(l:page, 'memos', []), {_, memo -> memo.id})
    endwhile
  endfor
  return filter(l:ids, {_, id -> id =~? '\V' . escape(a:end, '\') . '\$'})
endfunction

" Gives the buffer of a memo the name that its title makes, if it is in a window; else it gets it when it comes into
" one. Nothing else of it changes.
function! memo#name#update(memo) abort
  let l:now = bufname(a:memo.buffer)
  let l:name = get(a:memo, 'path', '')
  if l:name ==# ''
    let l:name = memo#name#of(a:memo.id, memo#name#title(a:memo.parts))
  else
    let l:now = resolve(fnamemodify(l:now, ':p'))
  endif
  if l:now ==# l:name || getcmdwintype() !=# ''
    return
  elseif a:memo.buffer == bufnr('%')
    call s:rename(l:name)
  elseif !empty(win_findbuf(a:memo.buffer))
    call win_execute(win_findbuf(a:memo.buffer)[0], 'call ' . expand('<SID>') . 'rename(' . string(l:name) . ')')
  endif
endfunction

" The title is not being written any more (InsertLeave), or a window shows the memo (BufWinEnter).
function! memo#name#update_here() abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !empty(l:memo)
    call memo#watch#flush(bufnr('%'))
    call memo#name#update(l:memo)
  endif
endfunction

" Whether somebody writes the title just now.
function! memo#name#is_changing(memo) abort
  return a:memo.buffer == bufnr('%') && mode() =~# '[iR]' && line('.') - 1 <= memo#name#title_place(a:memo.parts)
endfunction

" What a memo is called: its first line with a character, past a header of settings, without the marks of a heading.
function! memo#name#title(parts) abort
  let l:place = memo#name#title_place(a:parts)
  let l:line = l:place < 0 ? '' : trim(a:parts[l:place])
  let l:heading = matchlist(l:line, '^#\{1,6}\s\+\(.\{-}\)\%(\s\+#\+\)\?$')
  return empty(l:heading) ? l:line : l:heading[1]
endfunction

" Which part that is, or -1.
function! memo#name#title_place(parts) abort
  let l:end = index(['---', '+++'], a:parts[0]) < 0 ? -1 : index(a:parts, a:parts[0], 1)
  let l:place = match(a:parts, '\S', l:end + 1)
  return l:place < 0 ? match(a:parts, '\S') : l:place
endfunction

function! s:rename(name) abort
  let l:old = bufname('%')
  execute 'silent keepalt file' fnameescape(a:name)
  " The editor keeps the old name as a buffer of its own.
  for l:info in getbufinfo()
    if l:info.name ==# l:old && l:info.bufnr != bufnr('%')
      execute 'silent! noautocmd bwipeout' l:info.bufnr
    endif
  endfor
endfunction

let &cpoptions = s:cpo
unlet s:cpo
