" How one list of lines became another.

let s:cpo = &cpoptions
set cpoptions&vim

" How many lines two lists have in common at their starts, and then at their ends.
function! memo#diff#common(old, new) abort
  let l:most = min([len(a:old), len(a:new)])
  let l:first = s:bisect(l:most, {size -> a:old[: size - 1] ==# a:new[: size - 1]})
  let l:last = s:bisect(l:most - l:first, {size -> a:old[-size :] ==# a:new[-size :]})
  return [l:first, l:last]
endfunction

" How many bytes two lines have in common at their starts, no character cut.
function! memo#diff#common_start(old, new) abort
  let l:most = min([strlen(a:old), strlen(a:new)])
  let l:count = s:bisect(l:most, {size -> strpart(a:old, 0, size) ==# strpart(a:new, 0, size)})
  while l:count > 0 && (s:is_inside(a:old, l:count) || s:is_inside(a:new, l:count))
    let l:count -= 1
  endwhile
  return l:count
endfunction

" How many bytes two lines have in common at their ends, at most {most}, no character cut.
function! memo#diff#common_end(old, new, most) abort
  let [l:old, l:new] = [strlen(a:old), strlen(a:new)]
  let l:count = s:bisect(a:most, {size -> strpart(a:old, l:old - size) ==# strpart(a:new, l:new - size)})
  while l:count > 0 && (s:is_inside(a:old, l:old - l:count) || s:is_inside(a:new, l:new - l:count))
    let l:count -= 1
  endwhile
  return l:count
endfunction

" The largest count up to {most} of which {Holds} is true; what is true of one is true of all smaller ones.
function! s:bisect(most, Holds) abort
  if a:most <= 0 || a:Holds(a:most)
    return max([a:most, 0])
  endif
  let [l:yes, l:no] = [0, a:most]
  while l:no - l:yes > 1
    let l:middle = (l:yes + l:no) / 2
    if a:Holds(l:middle)
      let l:yes = l:middle
    else
      let l:no = l:middle
    endif
  endwhile
  return l:yes
endfunction

" Whether a place in a line is inside a character's UTF-8 sequence.
function! s:is_inside(line, place) abort
  return and(char2nr(strpart(a:line, a:place, 1)), 0xc0) == 0x80
endfunction

" The places where two lists differ, first to last: [start, end, new lines], where start and end count lines of {old}.
" Between what is common at both ends, lines that are there once on each side hold the lists together (patience diff).
function! memo#diff#hunks(old, new) abort
  let l:hunks = []
  call s:compare(a:old, 0, a:new, l:hunks)
  return l:hunks
endfunction

function! s:compare(old, start, new, hunks) abort
  let [l:first, l:last] = memo#diff#common(a:old, a:new)
  let l:start = a:start + l:first
  let l:old = s:slice(a:old, l:first, len(a:old) - l:last)
  let l:new = s:slice(a:new, l:first, len(a:new) - l:last)
  if empty(l:old) && empty(l:new)
    return
  endif
  let [l:i, l:j] = [0, 0]
  for [l:at, l:there] in s:anchors(l:old, l:new)
    call s:compare(s:slice(l:old, l:i, l:at), l:start + l:i, s:slice(l:new, l:j, l:there), a:hunks)
    let [l:i, l:j] = [l:at + 1, l:there + 1]
  endfor
  if [l:i, l:j] == [0, 0]
    call add(a:hunks, [l:start, l:start + len(l:old), l:new])
  else
    call s:compare(l:old[l:i :], l:start + l:i, l:new[l:j :], a:hunks)
  endif
endfunction

" The lines from {start} on, without {end}; in Vim a slice that ends at -1 is all of the rest.
function! s:slice(lines, start, end) abort
  return a:end > a:start ? a:lines[a:start : a:end - 1] : []
endfunction

" Pairs of places of lines that are there once in each list, both rising.
function! s:anchors(old, new) abort
  let [l:here, l:there] = [s:unique(a:old), s:unique(a:new)]
  let l:pairs = []
  let l:last = -1
  for l:at in range(len(a:old))
    let l:key = '_' . a:old[l:at]
    if get(l:here, l:key, -1) == l:at && get(l:there, l:key, -1) > l:last
      let l:last = l:there[l:key]
      call add(l:pairs, [l:at, l:last])
    endif
  endfor
  return l:pairs
endfunction

" Where the lines are that a list has once; -1 for the others.
function! s:unique(lines) abort
  let l:places = {}
  for l:at in range(len(a:lines))
    let l:key = '_' . a:lines[l:at]
    let l:places[l:key] = has_key(l:places, l:key) ? -1 : l:at
  endfor
  return l:places
endfunction

" What becomes of {base} when both its changes to {theirs} and those to {mine} are made: [lines, whether both changed
" the same places]; there, mine stand.
function! memo#diff#merge(base, theirs, mine) abort
  let l:hunks = s:by_lines(memo#diff#hunks(a:base, a:theirs))
  let l:merged = copy(a:mine)
  let l:mine = s:by_lines(memo#diff#hunks(a:base, a:mine))
  let l:is_conflict = 0
  " From the last to the first, so that places before stay right.
  for l:hunk in reverse(l:hunks)
    let [l:start, l:end, l:new] = l:hunk
    if index(l:mine, l:hunk) >= 0
      continue
    endif
    let l:shift = 0
    let l:same = []
    for [l:from, l:to, l:lines] in l:mine
      if l:to <= l:start && [l:from, l:to] != [l:start, l:end]
        let l:shift += len(l:lines) - (l:to - l:from)
      elseif l:from < l:end
        call add(l:same, [l:from, l:to, l:lines])
      endif
    endfor
    if !empty(l:same)
      let l:new = len(l:same) > 1 || l:same[0][: 1] != [l:start, l:end] || len(l:new) != 1 || len(l:same[0][2]) != 1
            \ || l:end - l:start != 1 ? [] : s:merge_line(a:base[l:start], l:new[0], l:same[0][2][0])
      let l:is_conflict = l:is_conflict || empty(l:new)
    endif
    if empty(l:same) || !empty(l:new)
      call memo#diff#replace(l:merged, l:start + l:shift, l:end - l:start, l:new)
    endif
  endfor
  return [l:merged, l:is_conflict]
endfunction

" The same hunks, but those that leave as many lines as there were as one for each line that differs.
function! s:by_lines(hunks) abort
  let l:hunks = []
  for [l:start, l:end, l:new] in a:hunks
    if l:end - l:start == len(l:new)
      call extend(l:hunks, map(range(len(l:new)), {_, at -> [l:start + at, l:start + at + 1, [l:new[at]]]}))
    else
      call add(l:hunks, [l:start, l:end, l:new])
    endif
  endfor
  return l:hunks
endfunction

" A line of which each side changed another part, as [line]; [] if nothing that stayed is between both.
function! s:merge_line(base, theirs, mine) abort
  let [l:one, l:other] = [s:part(a:base, a:theirs), s:part(a:base, a:mine)]
  if l:other[0] < l:one[0] || l:other[0] == l:one[0] && l:other[1] < l:one[1]
    let [l:one, l:other] = [l:other, l:one]
  endif
  if l:one[1] >= l:other[0]
    return []
  endif
  return [strpart(a:base, 0, l:one[0]) . l:one[2] . strpart(a:base, l:one[1], l:other[0] - l:one[1]) . l:other[2]
        \ . strpart(a:base, l:other[1])]
endfunction

" The part of a line that another has in its place: [start, end, new words], counted in bytes.
function! s:part(old, new) abort
  let l:first = memo#diff#common_start(a:old, a:new)
  let l:last = memo#diff#common_end(a:old, a:new, min([strlen(a:old), strlen(a:new)]) - l:first)
  return [l:first, strlen(a:old) - l:last, strpart(a:new, l:first, strlen(a:new) - l:first - l:last)]
endfunction

" Puts {new} in the place of {count} lines from {start} on, in the list itself.
function! memo#diff#replace(lines, start, count, new) abort
  if a:count > 0
    call remove(a:lines, a:start, a:start + a:count - 1)
  endif
  call extend(a:lines, a:new, a:start)
endfunction

let &cpoptions = s:cpo
unlet s:cpo
