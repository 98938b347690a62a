" The list of memos. Two no-break spaces stand before the start of the body, see autoload/memo/row.vim.

if exists('b:current_syntax')
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

syntax match memoListDate /^.[0-9:-]\{5,7\} \+/ contains=memoListPin,memoListConflict nextgroup=memoListTitle
syntax match memoListPin /^\*/ contained
syntax match memoListConflict /^!/ contained
syntax match memoListTitle /.\{-}\ze\%u00a0\%u00a0/ contained contains=memoListTag nextgroup=memoListBody
syntax match memoListTag / #[^ \t\u00a0]\+/ contained
syntax match memoListBody /\%u00a0\%u00a0.*/ contained

highlight default link memoListPin Special
highlight default link memoListConflict WarningMsg
highlight default link memoListDate Number
highlight default link memoListTitle Title
highlight default link memoListTag Identifier
highlight default link memoListBody Comment

let b:current_syntax = 'memolist'

let &cpoptions = s:cpo
unlet s:cpo
