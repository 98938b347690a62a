" The revisions of a memo.

if exists('b:current_syntax')
  finish
endif

syntax match memoHistoryTime /^\S\+ \S\+/ nextgroup=memoHistoryBytes
syntax match memoHistoryBytes / \+\d\+/ contained nextgroup=memoHistoryTitle
syntax match memoHistoryTitle /.*/ contained

highlight default link memoHistoryTime Number
highlight default link memoHistoryBytes Comment
highlight default link memoHistoryTitle Title

let b:current_syntax = 'memohistory'
