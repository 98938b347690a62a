scriptencoding utf-8
" Pins and tags.

let s:cpo = &cpoptions
set cpoptions&vim

" :MemoPin, and with ! the pin taken away.
function! memo#label#pin(is_off, range) abort
  for l:memo in s:chosen(a:range)
    call s:set(l:memo.id, {'pinned': a:is_off ? v:null : v:true})
  endfor
  call memo#list#refresh_soon()
endfunction

" p in the list: pins the memo, or takes its pin away.
function! memo#label#toggle_pin() abort
  let l:rows = memo#list#rows(line('.'), line('.'))
  call memo#label#pin(!empty(l:rows) && get(l:rows[0].properties, 'pinned') is v:true, [])
endfunction

" :MemoTag adds tags, with ! it takes them away; without any it shows those that there are.
function! memo#label#tag(is_off, arguments, range) abort
  let l:tags = s:tags(a:arguments)
  for l:memo in s:chosen(a:range)
    let l:answer = memo#server#ask('getMemo', {'id': l:memo.id})
    if empty(l:answer)
      return
    endif
    let l:known = get(l:answer.properties, 'tags', [])
    let l:new = a:is_off ? s:without(l:known, l:tags) : l:known + s:without(l:tags, l:known)
    if empty(l:tags)
      call memo#log#say(empty(l:known) ? memo#words#say('No tags') : '#' . join(l:known, ' #'))
    elseif a:is_off && l:new ==# l:known
      call memo#log#warn_about('“%s” has no such tag', memo#words#cut(l:answer.title, 30))
    elseif l:new !=# l:known
      call s:set(l:memo.id, {'tags': empty(l:new) ? v:null : l:new})
    endif
  endfor
  call memo#list#refresh_soon()
endfunction

" Completes tags: those that memos have, and after ! those of this memo.
function! memo#label#complete(lead, line, cursor) abort
  let l:lead = substitute(a:lead, '^["#]*', '', '')
  if a:line =~# '\<MemoTag!'
    let l:tags = copy(get(get(memo#sync#memo(bufnr('%')), 'properties', {}), 'tags', []))
    call filter(l:tags, {_, tag -> stridx(tolower(tag), tolower(l:lead)) == 0})
  else
    let l:answer = memo#server#call('tags', {'prefix': l:lead, 'limit': 1000})
    let l:tags = map(get(get(l:answer, 'result', {}), 'tags', []), {_, tag -> tag.name})
  endif
  return map(sort(l:tags), {_, tag -> tag =~# '\s' ? '"' . tag . '"' : tag})
endfunction

" The memos that a command is for: rows of the list, or the buffer's.
function! s:chosen(range) abort
  let l:memo = memo#sync#memo(bufnr('%'))
  if !memo#command#may_change()
    return []
  elseif bufnr('%') == memo#list#buffer()
    return memo#list#rows(empty(a:range) ? line('.') : a:range[0], empty(a:range) ? line('.') : a:range[1])
  elseif !empty(a:range)
    call memo#log#error(memo#words#say('A range means rows of the list'))
    return []
  elseif empty(l:memo)
    call memo#log#error(memo#words#say('This is no memo'))
    return []
  endif
  return memo#command#has_text(l:memo) ? [l:memo] : []
endfunction

" Sets properties of a memo; of one that has a buffer in step with what is typed there.
function! s:set(id, properties) abort
  let l:memo = memo#sync#of(a:id)
  if empty(l:memo)
    return memo#server#ask('updateMemo', {'id': a:id, 'properties': a:properties})
  endif
  call memo#buffer#send(l:memo)
  call memo#sync#set_properties(l:memo, a:properties)
  call memo#buffer#settle(l:memo)
endfunction

" Words and phrases in quotation marks; a # before a tag is no part of it.
function! s:tags(arguments) abort
  let l:tags = []
  call substitute(a:arguments, '"\([^"]*\)"\?\|\(\S\+\)',
        \ {found -> empty(add(l:tags, trim(found[1] . found[2], '#', 1)))}, 'g')
  return filter(l:tags, {_, tag -> tag !=# ''})
endfunction

" {tags} without {others}, in whatever case.
function! s:without(tags, others) abort
  let l:others = map(copy(a:others), {_, tag -> tolower(tag)})
  return filter(copy(a:tags), {_, tag -> index(l:others, tolower(tag)) < 0})
endfunction

let &cpoptions = s:cpo
unlet s:cpo
