" Does what the test asks: it puts requests into numbered files, and finds the answers in files of the same numbers.

set nomore nofixendofline undolevels=100
let s:number = 0

function! s:obey(request) abort
  try
    for l:command in get(a:request, 'do', [])
      execute l:command
    endfor
    return {'value': has_key(a:request, 'get') ? eval(a:request.get) : 0}
  catch
    return {'error': v:exception . ' at ' . v:throwpoint}
  endtry
endfunction

while 1
  let s:file = $MEMO_TEST_FOLDER . '/request.' . s:number
  if filereadable(s:file)
    let s:answer = s:obey(json_decode(join(readfile(s:file))))
    call writefile([json_encode(s:answer)], $MEMO_TEST_FOLDER . '/draft')
    call rename($MEMO_TEST_FOLDER . '/draft', $MEMO_TEST_FOLDER . '/answer.' . s:number)
    let s:number += 1
  endif
  sleep 1m
endwhile
