scriptencoding utf-8
" A row of a memo's history: "2026-11-22 14:02:31     1234  +2 -1 lines, +#food  Title". Where there is little room it
" has no size, and no more of its day than tells it from now. As in the list, two no-break spaces stand before the
" title.

let s:cpo = &cpoptions
set cpoptions&vim

let s:gap = "\u00a0\u00a0"
" The least width that has room for all of it.
let s:wide = 60
" The longest text of which is told what was changed, in bytes.
let s:longest = 200000

" {revisions} as rows of {width} cells; {changes} says in words what was changed, by revision, as far as that is known.
function! memo#revision#rows(revisions, changes, width) abort
  let l:is_wide = a:width >= s:wide
  let l:times = map(copy(a:revisions), {_, revision -> s:time(revision.modifiedAt, l:is_wide)})
  let l:words = map(copy(a:revisions), {_, revision -> s:with_agent(get(a:changes, revision.revision, ''), revision)})
  let l:most = (a:width - s:width(l:times) - (l:is_wide ? 10 : 0)) / 2
  call map(l:words, {_, words -> memo#words#cut(words, max([l:most, 12]))})
  " Columns have one width where there is room for that; a whole day has one anyway.
  let l:word = l:is_wide ? s:width(l:words) : 0
  return map(copy(a:revisions), {at, revision -> l:times[at] . (l:is_wide ? printf('  %8d', revision.bytes) : '')
        \ . (l:word ? printf('  %-' . l:word . 'S', l:words[at]) : l:words[at] ==# '' ? '' : '  ' . l:words[at]) . s:gap
        \ . (revision.displayTitle ==# '' ? memo#words#say('New memo') : memo#row#plain(revision.displayTitle))})
endfunction

" {words}, and the agent that did it.
function! s:with_agent(words, revision) abort
  let l:agent = has_key(a:revision, 'by') ? memo#words#say('by %s', memo#row#plain(a:revision.by)) : ''
  return join(filter([a:words, l:agent], 'v:val !=# ""'), ' ')
endfunction

" What made {revisions[at]} of a memo of the one after it, the older one, in a few words; "" if nobody knows.
function! memo#revision#change(id, revisions, at) abort
  if a:at + 1 == len(a:revisions)
    return a:revisions[a:at].version == 1 ? memo#words#say('made') : ''
  endif
  let [l:new, l:old] = [s:read(a:id, a:revisions[a:at]), s:read(a:id, a:revisions[a:at + 1])]
  if empty(l:new) || empty(l:old)
    return ''
  endif
  let l:words = s:lines(l:old, l:new) + s:properties(l:old.properties, l:new.properties)
  if has_key(l:new, 'trashedAt') != has_key(l:old, 'trashedAt')
    call add(l:words, memo#words#say(has_key(l:new, 'trashedAt') ? 'deleted' : 'restored'))
  endif
  return join(l:words, ', ')
endfunction

" A memo as it was; {} if it is too long, or not kept any more.
function! s:read(id, revision) abort
  let l:answer = a:revision.bytes > s:longest ? {}
        \ : memo#server#call('getMemo', {'id': a:id, 'revision': a:revision.revision})
  return get(l:answer, 'result', {})
endfunction

function! s:lines(old, new) abort
  let [l:added, l:removed] = [0, 0]
  for [l:start, l:end, l:lines] in memo#diff#hunks(memo#text#parts(a:old.text, 0), memo#text#parts(a:new.text, 0))
    let [l:added, l:removed] = [l:added + len(l:lines), l:removed + l:end - l:start]
  endfor
  let l:counts = (l:added ? ['+' . l:added] : []) + (l:removed ? ['-' . l:removed] : [])
  if empty(l:counts)
    return a:old.text ==# a:new.text ? [] : [memo#words#say('line ends')]
  endif
  return [memo#words#say(l:added + l:removed == 1 ? '%s line' : '%s lines', join(l:counts))]
endfunction

" Tags and the pin, and the names of other properties that changed.
function! s:properties(old, new) abort
  let l:words = []
  for l:name in sort(keys(extend(copy(a:old), a:new)))
    let [l:before, l:after] = [get(a:old, l:name, v:null), get(a:new, l:name, v:null)]
    if json_encode(l:before) ==# json_encode(l:after)
      continue
    elseif l:name ==# 'tags'
      let [l:before, l:after] = [s:list(l:before), s:list(l:after)]
      let l:tags = s:without('+#', l:after, l:before) + s:without('-#', l:before, l:after)
      let l:words += empty(l:tags) ? [l:name] : l:tags
    elseif l:name ==# 'pinned' && v:true is (l:after is v:null || l:after is v:false ? l:before : l:after)
      call add(l:words, memo#words#say(l:after is v:true ? 'pinned' : 'unpinned'))
    else
      call add(l:words, memo#row#plain(l:name))
    endif
  endfor
  return l:words
endfunction

function! s:list(value) abort
  return type(a:value) == v:t_list ? a:value : []
endfunction

" Those of {tags} that are not in {others}, behind a mark.
function! s:without(mark, tags, others) abort
  return map(filter(copy(a:tags), {_, tag -> index(a:others, tag) < 0}), {_, tag -> a:mark . memo#row#plain(tag)})
endfunction

function! s:time(time, is_wide) abort
  let l:day = memo#row#day(a:time)
  let l:skipped = a:is_wide ? 0 : l:day ==# strftime('%Y-%m-%d') ? 11 : l:day[:3] ==# strftime('%Y') ? 5 : 2
  return strpart(l:day . ' ' . memo#row#time(a:time), l:skipped)
endfunction

function! s:width(texts) abort
  return max(map(copy(a:texts), {_, text -> strdisplaywidth(text)}))
endfunction

let &cpoptions = s:cpo
unlet s:cpo
