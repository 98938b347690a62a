scriptencoding utf-8
" Memos that are made of templates.

let s:cpo = &cpoptions
set cpoptions&vim

" What inputdialog() gives if it is left: no title has it.
let s:left = "\n"

" :MemoTemplate: a memo made of the template {name}, its title, what its tag says or its id, or of one that is chosen.
function! memo#template#run(name, mods) abort
  if !memo#buffer#is_possible() || !memo#command#may_change()
    return
  elseif a:name !=# ''
    return s:is_known(a:name) ? s:make(a:name, a:mods) : 0
  endif
  let l:templates = s:templates()
  if empty(l:templates)
    return
  elseif empty(l:templates.rows)
    return memo#log#say(memo#words#say('There is no template: give a memo the tag #template'))
  endif
  let l:labels = map(copy(l:templates.rows), {_, memo -> memo#row#plain(s:name(memo))})
  call memo#ask#pick(memo#words#say('Which template?'), l:labels,
        \ {number -> s:make(l:templates.rows[number].id, a:mods)})
endfunction

" Completes the templates' names.
function! memo#template#complete(lead, line, cursor) abort
  let l:typed = substitute(strpart(a:line, 0, a:cursor), '^.\{-}MemoT\a*\s\+', '', '')
  let l:done = strlen(l:typed) - strlen(a:lead)
  let l:names = map(get(s:templates(), 'rows', []), {_, memo -> s:name(memo)})
  call filter(l:names, {_, name -> stridx(tolower(name), tolower(l:typed)) == 0})
  return map(l:names, {_, name -> strpart(name, l:done)})
endfunction

" What a template is called: what follows in its tag, #template/meeting, else its title. Many have the same, {{title}}.
function! s:name(memo) abort
  let l:names = filter(memo#row#tags(a:memo), {_, tag -> tag =~? '^template/.'})
  return empty(l:names) ? a:memo.displayTitle : strpart(l:names[0], strlen('template/'))
endfunction

function! s:make(template, mods) abort
  let l:title = inputdialog(memo#words#say('The new memo’s title: '), '', s:left)
  redraw
  if l:title ==# s:left
    return
  endif
  let l:values = l:title ==# '' ? {} : {'title': l:title}
  let l:made = memo#server#ask('createMemo', {'template': a:template, 'values': l:values})
  if !empty(l:made)
    call memo#window#show_memo(l:made.id, a:mods)
    if has_key(l:made, 'cursor')
      call cursor(l:made.cursor.line + 1, l:made.cursor.character + 1)
    endif
    call memo#list#refresh_soon()
  endif
endfunction

" Whether a template is called so; says why not. The server is asked for a memo that it can't make, since `pinned` is no
" number: it says so once it has the template.
function! s:is_known(name) abort
  let l:answer = memo#server#call('createMemo', {'template': a:name, 'properties': {'pinned': 0}})
  let l:error = get(l:answer, 'error', {})
  let l:is_known = get(get(l:error, 'data', {}), 'path', '') ==# 'params.properties.pinned'
  if !l:is_known
    call memo#log#error(memo#server#explain('createMemo', l:error))
  endif
  return l:is_known
endfunction

" All templates, by their titles; {} if it says why there are none.
function! s:templates() abort
  return memo#server#pages('list', {'tag': 'template', 'sort': 'title', 'order': 'asc'}, 'memos')
endfunction

let &cpoptions = s:cpo
unlet s:cpo
