" A row of the list: "*14:02   Title #tag  the start of the body". Two no-break spaces, which nothing else in it has,
" stand before the body, so that the syntax can tell it from the title.

let s:gap = "\u00a0\u00a0"

" One of the server's summaries as a row, for what memo#list#shown has.
function! memo#row#text(memo, shown) abort
  let l:pin = get(a:memo.properties, 'pinned') is v:true ? '*' : ' '
  let l:title = a:memo.displayTitle ==# '' ? memo#words#say('New memo') : s:plain(a:memo.displayTitle)
  let l:tags = get(a:memo.properties, 'tags', [])
  let l:tag = type(l:tags) == v:t_list ? join(map(copy(l:tags), {_, tag -> ' #' . s:plain(tag)}), '') : ''
  let l:matches = get(a:memo, 'matches', [])
  let l:body = empty(l:matches) ? a:memo.preview : trim(l:matches[0].line)
  return printf('%s%-6s %s%s%s%s', l:pin, memo#row#date(get(a:memo, 'trashedAt', a:memo.modifiedAt)), l:title, l:tag, s:gap,
        \ s:plain(l:body ==# a:memo.displayTitle ? a:memo.preview : l:body))
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
        \ map([[0, 4], [5, 2], [8, 2], [11, 2], [14, 2], [17, 2]], {_, place -> str2nr(strpart(a:time, place[0], place[1]))})
  let l:year -= l:month <= 2
  let l:of_year = (153 * (l:month + (l:month > 2 ? -3 : 9)) + 2) / 5 + l:day - 1
  let l:days = l:year * 365 + l:year / 4 - l:year / 100 + l:year / 400 + l:of_year - 719468
  return l:days * 86400 + l:hour * 3600 + l:minute * 60 + l:second
endfunction

" No character of it does anything on the screen.
function! s:plain(text) abort
  return type(a:text) == v:t_string ? substitute(tr(a:text, "\u00a0", ' '), '[[:cntrl:]]', ' ', 'g') : string(a:text)
endfunction
