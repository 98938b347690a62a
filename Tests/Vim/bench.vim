scriptencoding utf-8
" Measures what the plugin costs a user of Vim, and prints it as JSON: milliseconds, the median and the slowest of many.

let s:results = {}

function! s:milliseconds(start) abort
  return reltimefloat(reltime(a:start)) * 1000
endfunction

function! s:keep(name, times) abort
  call sort(a:times, {a, b -> a < b ? -1 : a > b})
  let s:results[a:name] = {'median': a:times[len(a:times) / 2], 'slowest': a:times[-1]}
endfunction

" A memo of so many lines, saved, in the current buffer.
function! s:open(lines, line) abort
  execute 'MemoNew' a:line
  call append(1, repeat([a:line], a:lines - 1))
  write
  return bufname('%')
endfunction

" Keystrokes in the middle of a memo, no faster than somebody types: what comes faster is a paste, and costs something
" else. The answers that have come are taken in between them, as Vim does while it waits for a key.
function! s:type(name, count, keys) abort
  call cursor(line('$') / 2, 1)
  let l:times = []
  for l:number in range(a:count)
    let l:start = reltime()
    execute 'normal!' a:keys
    call memo#watch#flush(bufnr('%'))
    call add(l:times, s:milliseconds(l:start))
    sleep 25m
  endfor
  call s:keep(a:name, l:times)
endfunction

function! s:measure() abort
  let l:line = repeat('memo 메모 ', 6) . 'end.'
  let l:name = s:open(10000, l:line)
  call s:type('a letter in 10,000 lines', 200, "ax\<Esc>")
  call s:type('a new line in 10,000 lines', 200, "ox\<Esc>")
  let l:start = reltime()
  call memo#process#wait(10000, {-> empty(memo#sync#memo(bufnr('%')).pending)})
  let s:results['answers still to take in'] = s:milliseconds(l:start)
  let l:times = []
  for l:number in range(20)
    let l:start = reltime()
    execute '%s/' . (l:number % 2 ? 'Memo/memo/' : 'memo/Memo/')
    call memo#watch#flush(bufnr('%'))
    call add(l:times, s:milliseconds(l:start))
  endfor
  call s:keep(':%s in 10,000 lines', l:times)
  enew
  call setline(1, repeat([l:line], 10000))
  call s:type('a letter without the plugin', 200, "ax\<Esc>")
  enew!
  let l:name = s:open(10000, repeat('x', 99))
  let l:times = []
  for l:number in range(20)
    execute 'bwipeout!' bufnr('%')
    let l:start = reltime()
    execute 'edit' l:name
    call add(l:times, s:milliseconds(l:start))
  endfor
  call s:keep('opening 1 MB', l:times)
endfunction

try
  call s:measure()
  call writefile([json_encode(s:results)], $MEMO_TEST_FOLDER . '/results')
catch
  call writefile([json_encode({'error': v:exception . ' at ' . v:throwpoint})], $MEMO_TEST_FOLDER . '/results')
endtry
qall!
