" A memo: its first line is its title. Where memos are Markdown, this comes on top of Markdown's syntax.

if exists('b:current_syntax') && b:current_syntax ==# 'memo'
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

" The line under a "---" that begins a text is a setting.
syntax match memoTitle /\%1l\%(\%(---\|+++\)$\)\@!.*/ contains=memoTag
syntax match memoLink /\<\%(https\?\|ftp\|file\|mailto\):[^[:space:]<>"]\+/ contains=@NoSpell
syntax match memoTag /\%(^\|\s\)\@1<=#[^[:space:]#]\+/ contains=@NoSpell

highlight default link memoTitle Title
highlight default link memoLink Underlined
highlight default link memoTag Identifier

let b:current_syntax = 'memo'

let &cpoptions = s:cpo
unlet s:cpo
