" All tags, with how many memos have each.

let s:cpo = &cpoptions
set cpoptions&vim

let s:name = 'memos://tags'
let s:height = 15

" :MemoTags
function! memo#tags#open(mods) abort
  if !memo#buffer#is_possible() || !memo#server#is_ready()
    return
  endif
  for l:memo in memo#sync#memos()
    call memo#buffer#send(l:memo)
  endfor
  let l:found = memo#server#pages('tags', {}, 'tags')
  if empty(l:found)
    return
  elseif empty(l:found.rows)
    return memo#log#say(memo#words#say('No tags'))
  endif
  call s:show(l:found.rows, memo#window#places(a:mods))
endfunction

" <CR>: the memos that have the tag.
function! memo#tags#enter() abort
  let l:tag = b:memo_tags[line('.') - 1]
  call memo#tags#close()
  call memo#list#open('search', 'tag:"' . l:tag . '"')
endfunction

" q: back to where they were opened. Vim itself would go to the window beside, which may be another memo's.
function! memo#tags#close() abort
  let l:opener = b:memo_opener
  execute winnr('$') > 1 ? 'close' : 'enew'
  call win_gotoid(l:opener)
endfunction

function! s:show(tags, places) abort
  let l:opener = bufname('%') ==# s:name ? b:memo_opener : win_getid()
  if bufwinid(s:name) > 0
    call win_gotoid(bufwinid(s:name))
  else
    execute 'silent' (a:places ==# '' ? 'botright' : a:places) 'split' s:name
    setlocal buftype=nofile bufhidden=wipe noswapfile nobuflisted
    call memo#window#set_filetype('memotags')
    if a:places ==# ''
      execute 'resize' min([len(a:tags), s:height])
    endif
  endif
  let b:memo_opener = l:opener
  let b:memo_tags = map(copy(a:tags), {_, tag -> tag.name})
  setlocal modifiable
  silent call deletebufline('%', len(a:tags) + 1, '$')
  call setline(1, map(copy(a:tags), {_, tag -> printf('%6d  #%s', tag.memos, memo#row#plain(tag.name))}))
  setlocal nomodifiable nomodified
endfunction

let &cpoptions = s:cpo
unlet s:cpo
