scriptencoding utf-8
" A row of the list: "*14:02   Title #tag  the start of the body". Two no-break spaces, which nothing else in it has,
" stand before the body, so that the syntax can tell it from the title.

let s:cpo = &cpoptions
set cpoptions&vim

let s:gap = "\u00a0\u00a0"

" One of the server's summaries as a row, for what memo#list#shown has. What a search found is within {width} cells.
function! memo#row#text(memo, shown, width) abort
  let l:mark = has_key(a:memo.properties, 'conflictOf') ? '!' : get(a:memo.properties, 'pinned') is v:true ? '*' : ' '
  let l:start = printf('%s%-6s ', l:mark, memo#row#date(get(a:memo, 'trashedAt', a:memo.modifiedAt)))
  let l:title = a:memo.displayTitle ==# '' ? memo#words#say('New memo') : memo#row#plain(a:memo.displayTitle)
  let l:tag = join(map(s:tags(a:memo), {_, tag -> ' ' . tag}), '')
  let l:matches = get(a:memo, 'matches', [])
  if empty(l:matches)
    return l:start . l:title . l:tag . s:gap . memo#row#plain(a:memo.preview)
  endif
  let l:pattern = memo#search#pattern(a:shown.query)
  let l:room = max([a:width - strdisplaywidth(l:start . s:gap), 16])
  let l:found = memo#row#plain(trim(l:matches[0].line))
  if l:found ==# a:memo.displayTitle
    return l:start . s:around(l:title, l:pattern, l:room) . l:tag . s:gap . memo#row#plain(a:memo.preview)
  endif
  let l:head = l:title . l:tag
  if strdisplaywidth(l:head . l:found) > l:room
    let l:head = memo#words#cut(l:head, l:room / 2)
  endif
  return l:start . l:head . s:gap . s:around(l:found, l:pattern, l:room - strdisplaywidth(l:head))
endfunction

" One of them as an item of a picker, see memo#items().
function! memo#row#item(memo) abort
  let l:title = a:memo.displayTitle ==# '' ? memo#words#say('New memo') : memo#row#plain(a:memo.displayTitle)
  let l:id = get(a:memo, 'id', '')
  return {'id': l:id, 'title': l:title, 'name': memo#name#of(l:id, a:memo.displayTitle), 'memo': a:memo,
        \ 'text': join([l:title] + s:tags(a:memo) + [memo#row#day(a:memo.modifiedAt)], '  ')}
endfunction

" A memo's tags: its own, and those of its text.
function! memo#row#tags(memo) abort
  let l:own = get(a:memo.properties, 'tags', [])
  return (type(l:own) == v:t_list ? l:own : []) + get(a:memo, 'textTags', [])
endfunction

" The same as a row has them.
function! s:tags(memo) abort
  return map(memo#row#tags(a:memo), {_, tag -> '#' . memo#row#plain(tag)})
endfunction

" {text} from a place on that has what is found within {width} cells.
function! s:around(text, pattern, width) abort
  let [l:hit, l:from, l:to] = matchstrpos(a:text, a:pattern)
  if l:from <= 0 || strdisplaywidth(strpart(a:text, 0, l:to)) <= a:width
    return a:text
  endif
  let l:before = strpart(a:text, 0, l:from)
  let l:room = max([a:width - strdisplaywidth(l:hit) - 1, 0])
  while strdisplaywidth(l:before) > l:room / 2
    let l:before = strcharpart(l:before, 1)
  endwhile
  return '…' . l:before . strpart(a:text, l:from)
endfunction

" How many bytes of a row its mark and its date are.
function! memo#row#start() abort
  return 8
endfunction

" A time of the server's, UTC, as the time or date here: today's as 14:02, this year's as 11-21, others as 2025-11.
function! memo#row#date(time) abort
  let l:seconds = s:seconds(a:time)
  if strftime('%Y-%m-%d', l:seconds) ==# strftime('%Y-%m-%d')
    return strftime('%H:%M', l:seconds)
  endif
  return strftime(strftime('%Y', l:seconds) ==# strftime('%Y') ? '%m-%d' : '%Y-%m', l:seconds)
endfunction

" The day of a time of the server's here, such as 2026-11-21.
function! memo#row#day(time) abort
  return strftime('%Y-%m-%d', s:seconds(a:time))
endfunction

" Its time of day here, such as 14:02:31.
function! memo#row#time(time) abort
  return strftime('%H:%M:%S', s:seconds(a:time))
endfunction

" Seconds since 1970; the days are counted as Howard Hinnant's days_from_civil does.
function! s:seconds(time) abort
  let [l:year, l:month, l:day, l:hour, l:minute, l:second] =
        \ map([[0, 4], [5, 2], [8, 2], [11, 2], [14, 2], [17, 2]],
        \   {_, place -> str2nr(strpart(a:time, place[0], place[1]))})
  let l:year -= l:month <= 2
  let l:of_year = (153 * (l:month + (l:month > 2 ? -3 : 9)) + 2) / 5 + l:day - 1
  let l:days = l:year * 365 + l:year / 4 - l:year / 100 + l:year / 400 + l:of_year - 719468
  return l:days * 86400 + l:hour * 3600 + l:minute * 60 + l:second
endfunction

" No character of it does anything on the screen.
function! memo#row#plain(text) abort
  return type(a:text) == v:t_string ? substitute(tr(a:text, "\u00a0", ' '), '[[:cntrl:]]', ' ', 'g') : string(a:text)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
