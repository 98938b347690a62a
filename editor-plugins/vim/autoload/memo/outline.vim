scriptencoding utf-8
" What a memo's text says as Markdown, as the server tells it. Links that lead nowhere are marked in the text, a while
" after it was changed: nothing of this runs while somebody types.

let s:cpo = &cpoptions
set cpoptions&vim

" How long nothing is typed before memos are looked at, in milliseconds, and the longest text that is, in bytes: to take
" in what is said of a longer one, full of links, would be felt.
let s:pause = 700
let s:longest = 200000
let s:timer = -1
" The colours of what can be wrong with a link.
let s:colours = {
      \ 'broken': 'memoLinkBroken',
      \ 'fragment': 'memoLinkBroken',
      \ 'ambiguous': 'memoLinkAmbiguous',
      \ 'trashed': 'memoLinkTrashed',
      \ 'renamed': 'memoLinkRenamed'}
highlight default link memoLinkBroken SpellBad
highlight default link memoLinkAmbiguous SpellCap
highlight default link memoLinkTrashed SpellLocal
highlight default link memoLinkRenamed SpellRare

" What a memo with a buffer says now; {} if the server can't tell, which is said.
function! memo#outline#of(memo) abort
  call memo#buffer#send(a:memo)
  return a:memo.version ? memo#server#ask('outline', {'id': a:memo.id})
        \ : {'title': '', 'headings': [], 'links': [], 'tags': [], 'tasks': []}
endfunction

" Looks in a while, counted from now, at the memos that are on the screen.
function! memo#outline#look_soon() abort
  call timer_stop(s:timer)
  let s:timer = timer_start(s:pause, function('s:look'))
endfunction

" :MemoOutline: the headings in the location list.
function! memo#outline#show(mods) abort
  let l:memo = memo#command#memo_here()
  let l:outline = empty(l:memo) ? {} : memo#outline#of(l:memo)
  if !empty(l:outline)
    let l:places = map(l:outline.headings,
          \ {_, heading -> memo#places#here(heading.range, repeat('  ', heading.level - 1) . heading.text)})
    call memo#places#show(memo#words#say('Headings of “%s”', memo#status#title(l:memo)), l:places, a:mods)
  endif
endfunction

function! s:look(_) abort
  for l:memo in filter(memo#sync#memos(), {_, memo -> !empty(win_findbuf(memo.buffer))})
    call memo#watch#flush(l:memo.buffer)
    if memo#server#is_running() && !has_key(memo#server#info(), 'has_no_outline')
          \ && l:memo.version && !l:memo.is_reading
      if l:memo.bytes > s:longest
        call memo#marks#set(l:memo.buffer, [])
      else
        call memo#server#request('outline', json_encode({'id': l:memo.id}),
              \ function('s:looked', [l:memo, l:memo.version]))
      endif
    endif
  endfor
endfunction

function! s:looked(memo, version, answer) abort
  if get(get(a:answer, 'error', {}), 'code') == -32601
    " Older servers are not asked again; what a user asks for says so.
    let l:info = memo#server#info()
    let l:info.has_no_outline = 1
  elseif has_key(a:answer, 'result') && memo#sync#memo(a:memo.buffer) is a:memo
    call memo#watch#flush(a:memo.buffer)
    " What was typed meanwhile has places of its own, and is looked at in a while. Where the server sees more lines than
    " Vim, nothing is marked.
    if has_key(a:answer.result, 'indexing')
      " What a link leads to may only not be known yet.
      call memo#outline#look_soon()
    elseif a:memo.version == a:version && !a:memo.is_reading
      call memo#marks#set(a:memo.buffer, a:memo.has_returns ? [] : s:problems(a:answer.result.links))
    endif
  endif
endfunction

function! s:problems(links) abort
  let l:places = []
  for l:link in filter(a:links, {_, link -> has_key(s:colours, get(link, 'problem', ''))})
    " A heading that is not there makes nothing else of the link wrong.
    let l:range = l:link.problem ==# 'fragment' ? get(l:link, 'fragmentRange', l:link.range) : l:link.range
    if l:range.start.line == l:range.end.line
      call add(l:places, [l:range.start.line + 1, l:range.start.character + 1,
            \ l:range.end.character - l:range.start.character, s:colours[l:link.problem]])
    endif
  endfor
  return l:places
endfunction

let &cpoptions = s:cpo
unlet s:cpo
