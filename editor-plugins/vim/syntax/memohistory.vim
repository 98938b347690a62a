" The revisions of a memo. Two no-break spaces stand before the title, see autoload/memo/revision.vim.

if exists('b:current_syntax')
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

syntax match memoHistoryTime /^\%(\d\S* \)\?\d\d:\d\d:\d\d/ nextgroup=memoHistoryBytes,memoHistoryChange
syntax match memoHistoryBytes / \+\d\+\ze[ \u00a0]/ contained nextgroup=memoHistoryChange
syntax match memoHistoryChange /.\{-}\%u00a0\%u00a0/ contained nextgroup=memoHistoryTitle
syntax match memoHistoryTitle /.*/ contained

highlight default link memoHistoryTime Number
highlight default link memoHistoryBytes Comment
highlight default link memoHistoryChange Identifier
highlight default link memoHistoryTitle Title

let b:current_syntax = 'memohistory'

let &cpoptions = s:cpo
unlet s:cpo
