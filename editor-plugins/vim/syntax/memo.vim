" A memo: its first line is its title. Where memos are Markdown, this comes on top of Markdown's syntax.

if exists('b:current_syntax') && b:current_syntax ==# 'memo'
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

" The line under a "---" that begins a text is a setting.
syntax match memoTitle /\%1l\%(\%(---\|+++\)$\)\@!.*/ contains=memoTag,memoWikiLink
syntax match memoLink /\<\%(https\?\|ftp\|file\|mailto\):[^[:space:]<>"]\+/ contains=@NoSpell
syntax match memoWikiLink /\\\@1<!!\?\[\[[^][]\+\]\]/ contains=@NoSpell
" A tag has letters and digits of any script, "-", "_" and "/", and is neither a number nor a colour.
let s:in_tag = '[^\x01-\x2c\x2e\x3a-\x40\x5b-\x5e\x60\x7b-\xbf\u2000-\u206f\u3000-\u3020]'
let s:number = '[-_/0-9]*' . s:in_tag . '\@!'
let s:colour = '\%(\a*\d\)\@=\%(\x\{3,4}\|\x\{6}\|\x\{8}\)' . s:in_tag . '\@!'
execute 'syntax match memoTag /\%(^\|[[:space:](]\)\@1<=#\%(' . s:number . '\|' . s:colour . '\)\@!' . s:in_tag . '\+/'
      \ 'contains=@NoSpell'
" They stand in Markdown's headings, quotations and the like, too.
syntax cluster markdownInline add=memoWikiLink,memoTag

highlight default link memoTitle Title
highlight default link memoLink Underlined
highlight default link memoWikiLink Underlined
highlight default link memoTag Identifier

let b:current_syntax = 'memo'

let &cpoptions = s:cpo
unlet s:cpo s:in_tag s:number s:colour
