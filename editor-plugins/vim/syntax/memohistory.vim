" The revisions of a memo.

if exists('b:current_syntax')
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

syntax match memoHistoryTime /^\S\+ \S\+/ nextgroup=memoHistoryBytes
syntax match memoHistoryBytes / \+\d\+/ contained nextgroup=memoHistoryTitle
syntax match memoHistoryTitle /.*/ contained

highlight default link memoHistoryTime Number
highlight default link memoHistoryBytes Comment
highlight default link memoHistoryTitle Title

let b:current_syntax = 'memohistory'

let &cpoptions = s:cpo
unlet s:cpo
