" A memo: its first line is its title.

if exists('b:current_syntax')
  finish
endif

syntax match memoTitle /\%1l.*/ contains=memoTag
syntax match memoLink /\<\%(https\?\|ftp\|file\|mailto\):[^[:space:]<>"]\+/ contains=@NoSpell
syntax match memoTag /\%(^\|\s\)\@1<=#[^[:space:]#]\+/ contains=@NoSpell

highlight default link memoTitle Title
highlight default link memoLink Underlined
highlight default link memoTag Identifier

let b:current_syntax = 'memo'
