" What a memo's text says as Markdown, as the server tells it.

let s:cpo = &cpoptions
set cpoptions&vim

" What a memo with a buffer says now; {} if the server can't tell, which is said.
function! memo#outline#of(memo) abort
  call memo#buffer#send(a:memo)
  return a:memo.version ? memo#server#ask('outline', {'id': a:memo.id}) : {'headings': [], 'links': [], 'tasks': []}
endfunction

let &cpoptions = s:cpo
unlet s:cpo
