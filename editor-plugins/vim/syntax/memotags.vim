" All tags.

if exists('b:current_syntax')
  finish
endif

let s:cpo = &cpoptions
set cpoptions&vim

syntax match memoTagsCount /^ *\d\+/ nextgroup=memoTagsName
syntax match memoTagsName /  #.*/ contained

highlight default link memoTagsCount Number
highlight default link memoTagsName Identifier

let b:current_syntax = 'memotags'

let &cpoptions = s:cpo
unlet s:cpo
