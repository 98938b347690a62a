scriptencoding utf-8
" The plugin's words. The English text is the key; what has no translation is shown in English.

let s:cpo = &cpoptions
set cpoptions&vim

let s:korean = {
      \ 'Really delete “%s”?': '“%s” 메모를 정말 삭제할까요?',
      \ 'Really delete “%s” for ever?': '“%s” 메모를 영원히 삭제할까요?',
      \ 'Really go back to this text?': '이 글로 되돌릴까요?',
      \ 'this is too much to send at once': '한 번에 보내기에 너무 깁니다',
      \ 'New memo': '새로운 메모',
      \ 'saved': '저장됨',
      \ 'saved %s': '저장됨 %s',
      \ 'saving…': '저장 중…',
      \ 'not saved: %s': '저장 안 됨: %s',
      \ 'not saved: the server does not run': '저장 안 됨: 서버가 실행되고 있지 않습니다',
      \ 'in the trash': '휴지통에 있음',
      \ 'destroyed elsewhere': '다른 곳에서 영구 삭제됨',
      \ 'it could not be read': '읽지 못했습니다',
      \ 'new': '새 메모',
      \ 'Memos': '메모',
      \ 'Trash': '휴지통',
      \ 'Search: ': '검색: ',
      \ '“%s”': '“%s”',
      \ 'g? help': 'g? 도움말',
      \ 'No memos yet. Press n to write one': '메모가 없습니다. n 키를 누르면 새 메모를 씁니다',
      \ 'The trash is empty': '휴지통이 비어 있습니다',
      \ 'Nothing found': '찾은 메모가 없습니다',
      \ 'Deleted. :MemoRestore, or u in the list, brings it back': '삭제했습니다. :MemoRestore 또는 목록의 u 키로 되살립니다',
      \ 'Restored': '되살렸습니다',
      \ 'There is no memo to restore': '되살릴 메모가 없습니다',
      \ 'This is no memo': '메모가 아닙니다',
      \ 'All is saved': '모두 저장했습니다',
      \ 'Settled; :MemoConflict shows the next of %d more': '해결했습니다. :MemoConflict 로 남은 %d개 중 다음 것을 봅니다',
      \ 'There is nothing to share yet': '아직 공유할 내용이 없습니다',
      \ 'Share as': '공유 방법',
      \ 'Save as: ': '저장할 파일: ',
      \ 'Written to %s': '%s 파일에 썼습니다',
      \ '%s exists; :MemoShare! writes over it': '%s 파일이 있습니다. :MemoShare! 명령은 덮어씁니다',
      \ '%s can’t be written': '%s 파일에 쓸 수 없습니다',
      \ 'The text is in the clipboard': '클립보드에 복사했습니다',
      \ 'There is no clipboard here; the text is in the unnamed register': '클립보드가 없어 이름 없는 레지스터에 복사했습니다',
      \ 'Nothing opens it here. Set g:memo_open_command': '열 프로그램이 없습니다. g:memo_open_command 를 설정하십시오',
      \ '%d memos end in “%s”; name one by more of its id': '메모 %d개가 “%s” (으)로 끝납니다. 더 길게 쓰십시오',
      \ 'This can’t be changed: ‘readonly’ is set': '바꿀 수 없습니다. ‘readonly’ 가 설정되어 있습니다',
      \ 'Memos can’t be changed: ‘write’ is off': '메모를 바꿀 수 없습니다. ‘write’ 가 꺼져 있습니다',
      \ 'It is being opened': '엽니다',
      \ 'It can’t be opened: %s ended with status %d; see :MemoLog':
      \   '열지 못했습니다. %s 명령이 상태 %d 로 끝났습니다. :MemoLog',
      \ 'No history yet: the memo is not saved': '아직 저장되지 않아 기록이 없습니다',
      \ 'made': '만듦',
      \ 'by %s': '에이전트 %s',
      \ 'pinned': '고정',
      \ 'unpinned': '고정 해제',
      \ 'deleted': '삭제',
      \ 'restored': '복원',
      \ 'line ends': '줄 끝',
      \ '%s line': '%s줄',
      \ '%s lines': '%s줄',
      \ 'History of “%s”': '“%s” 기록',
      \ 'Not saved: %s (“%s”)': '저장 안 됨: %s (“%s”)',
      \ 'Not saved yet; the text is kept here. %s': '아직 저장되지 않았고, 글은 여기에 있습니다. %s',
      \ 'This memo could not be read, so it can’t be saved. :edit tries again':
      \   '메모를 읽지 못해 저장할 수 없습니다. :edit 로 다시 읽으십시오',
      \ 'Memos need “set encoding=utf-8” in your vimrc; it is %s':
      \   'vimrc 에 “set encoding=utf-8” 이 필요합니다. 지금은 %s 입니다',
      \ 'Bytes that are no UTF-8 text became “?”; undo brings them back, but they can’t be saved':
      \   'UTF-8 이 아닌 바이트를 “?” 로 바꿨습니다. 되돌려도 저장할 수는 없습니다',
      \ '“%s” was deleted in another editor. Typing in it or :MemoRestore brings it back':
      \   '다른 편집기에서 “%s” 메모를 삭제했습니다. 계속 쓰거나 :MemoRestore 로 되살립니다',
      \ '“%s” was destroyed in another editor. Typing in it or :MemoRestore makes it anew':
      \   '다른 편집기에서 “%s” 메모를 영구 삭제했습니다. 계속 쓰거나 :MemoRestore 로 다시 만듭니다',
      \ 'Your typing brought back from the trash: “%s”': '휴지통에서 되살렸습니다: “%s”',
      \ 'Conflict: see :MemoConflict. “%s” was changed in the same lines elsewhere':
      \   '충돌: :MemoConflict. 다른 곳에서 “%s” 메모의 같은 줄을 바꿨습니다',
      \ 'conflict: see :MemoConflict': '충돌: :MemoConflict',
      \ 'Keep this, other or both?': 'this, other, both 가운데 무엇을 남길까요?',
      \ 'This memo has no conflict': '충돌이 없는 메모입니다',
      \ ':MemoConflict this, other or both says what is kept; do and dp take lines over':
      \   ':MemoConflict this, other 또는 both 로 남길 것을 고릅니다. do 와 dp 는 줄을 옮깁니다',
      \ 'saved; the file follows, as another program has changed it':
      \   '저장함. 다른 프로그램이 파일을 바꿔, 파일은 곧 따라옵니다',
      \ 'The notes in %s can’t be memos here; :MemoLog says why': '%s 폴더의 글은 여기서 메모로 열 수 없습니다. 까닭은 :MemoLog',
      \ '%s has other memos than those that are open: its files stay files here':
      \   '%s 폴더의 메모는 열린 메모와 다른 곳에 있어, 그 파일은 그냥 파일로 열립니다',
      \ 'Another editor has %s open, too': '다른 편집기에서도 %s 파일을 열고 있습니다',
      \ 'No tags': '태그가 없습니다',
      \ 'There is no task here': '여기에는 할 일이 없습니다',
      \ 'This can’t be changed: ‘modifiable’ is off': '바꿀 수 없습니다. ‘modifiable’ 이 꺼져 있습니다',
      \ 'Which “%s”?': '어느 “%s” 입니까?',
      \ '“%s” is called “%s” now': '“%s” 메모는 이제 “%s” (이)라고 합니다',
      \ '“%s” is not in this memo': '이 메모에 “%s” 이(가) 없습니다',
      \ 'There is no “%s”': '“%s” 이(가) 없습니다',
      \ 'There is no memo “%s”. Write it?': '“%s” 메모가 없습니다. 새로 쓸까요?',
      \ '“%s” is in the trash. Restore it?': '“%s” 메모는 휴지통에 있습니다. 되살릴까요?',
      \ 'Memos are still being looked through; try again in a while': '메모를 아직 살펴보고 있습니다. 잠시 뒤에 다시 해 보십시오',
      \ 'Tags': '태그',
      \ 'Tasks': '할 일',
      \ 'Tasks: %d of %d memos looked through': '할 일: 메모 %d / %d개를 살펴보았습니다',
      \ 'Tasks of “%s”': '“%s” 할 일',
      \ 'Headings of “%s”': '“%s” 제목',
      \ 'Links to “%s”': '“%s” 메모를 가리키는 링크',
      \ 'none': '없음',
      \ 'New title: ': '새 제목: ',
      \ 'New heading: ': '새 제목: ',
      \ 'New tag: ': '새 태그: ',
      \ 'Renamed; memos changed: %d': '이름을 바꿨습니다. 바뀐 메모: %d개',
      \ 'No memo has the tag #%s; :MemoTags shows which there are': '#%s 태그가 있는 메모가 없습니다. 태그 목록은 :MemoTags',
      \ 'Another memo has this title': '같은 제목의 메모가 있습니다',
      \ '“%s” has no such tag': '“%s” 메모에 그 태그가 없습니다',
      \ 'A range means rows of the list': '범위는 목록의 줄을 뜻합니다',
      \ 'There is nothing in this memo yet': '아직 비어 있는 메모입니다',
      \ 'Really delete %d memos?': '메모 %d개를 정말 삭제할까요?',
      \ 'Really delete %d memos for ever?': '메모 %d개를 영원히 삭제할까요?',
      \ 'There is no such memo, or it is in the trash': '없는 메모이거나 휴지통에 있습니다',
      \ 'The memo was changed meanwhile; try again': '그 사이에 메모가 바뀌었습니다. 다시 해 보십시오',
      \ 'There is such a memo already, perhaps in the trash': '이미 있는 메모입니다. 휴지통에 있을 수 있습니다',
      \ 'This is too long for memo-ls; make it shorter': '너무 깁니다. 줄여 주십시오',
      \ 'memo-ls has another text of this memo; it is read again': 'memo-ls 의 글이 달라 다시 읽습니다',
      \ 'memo-ls made a mistake; see :MemoLog': 'memo-ls 의 오류입니다. :MemoLog',
      \ 'memo-ls did not understand the plugin; see :MemoLog. Are both of one version?':
      \   'memo-ls 가 이해하지 못했습니다. 둘의 판이 같은지 보십시오. :MemoLog',
      \ 'This can’t be a title: it is one line of at most 200 characters, without [ ] | # ^':
      \   '제목으로 쓸 수 없습니다. 제목은 [ ] | # ^ 없이 200자까지 한 줄입니다',
      \ 'This can’t be a name here: it is one line without [ ] | # ^, a tag letters, digits, _ - and /':
      \   '쓸 수 없는 이름입니다. [ ] | # ^ 없이 한 줄, 태그는 글자와 숫자, _ - / 입니다',
      \ 'This tag can’t be changed in the header of a memo': '어느 메모의 머리말에서 이 태그를 바꿀 수 없습니다',
      \ 'The title of this memo can’t be changed: its first line is more than a title':
      \   '첫 줄이 제목만이 아니어서 제목을 바꿀 수 없습니다',
      \ 'The memo has no such heading': '메모에 그런 제목이 없습니다',
      \ 'A day is written as 2026-11-22': '날짜는 2026-11-22 처럼 씁니다',
      \ 'There is no such template, or several have this name': '그런 템플릿이 없거나 이름이 같은 것이 여럿입니다',
      \ 'There is no template: give a memo the tag #template': '템플릿이 없습니다. 메모에 #template 태그를 붙이십시오',
      \ 'Which template?': '어느 템플릿입니까?',
      \ 'The new memo’s title: ': '새 메모의 제목: ',
      \ 'This state is not kept any more': '더는 남아 있지 않은 기록입니다',
      \ 'There is nothing to undo': '되돌릴 것이 없습니다',
      \ 'A tag has 1 to 100 characters, a memo at most 100 tags': '태그는 1자에서 100자까지, 메모마다 100개까지입니다',
      \ 'This can’t be searched for: see :help memo-search': '검색할 수 없습니다. :help memo-search',
      \ 'the disk is full; make room on it': '디스크가 가득 찼습니다. 자리를 비우십시오',
      \ 'the memos can only be read; their file or its disk is read-only': '메모 파일이나 디스크가 읽기 전용입니다',
      \ 'another program holds the memos; wait a moment': '다른 프로그램이 메모를 쓰고 있습니다. 잠시 기다리십시오',
      \ 'the disk can’t be read or written': '디스크를 읽거나 쓸 수 없습니다',
      \ 'the file of the memos is damaged; “memo-ls check” says more': '메모 파일이 손상되었습니다. “memo-ls check” 를 보십시오',
      \ 'a newer memo-ls made the file of the memos; update this one': '더 새로운 memo-ls 의 파일입니다. 새 판으로 바꾸십시오',
      \ 'the file is no store of memos; see g:memo_server_args': '메모 파일이 아닙니다. g:memo_server_args 를 보십시오',
      \ 'the file of the memos was moved or replaced; :MemoRestart opens what is there now':
      \   '메모 파일이 옮겨졌거나 바뀌었습니다. :MemoRestart 로 다시 엽니다',
      \ 'the file of the memos may not be opened; see its permissions': '메모 파일을 열 권한이 없습니다',
      \ 'The server had another text of “%s”; it has yours now': '서버의 “%s” 메모가 달라 이 글로 맞췄습니다',
      \ 'memo-ls was not found. Install it, or set g:memo_server_path; see :help memo-install':
      \   'memo-ls 를 찾지 못했습니다. 설치하거나 g:memo_server_path 를 설정하십시오. :help memo-install',
      \ 'g:memo_server_args is no list; see :help g:memo_server_args':
      \   'g:memo_server_args 가 리스트가 아닙니다. :help g:memo_server_args',
      \ '%s can’t be run; set g:memo_server_path to memo-ls':
      \   '%s 실행에 실패했습니다. g:memo_server_path 를 memo-ls 로 설정하십시오',
      \ '%s can’t be run': '%s 실행에 실패했습니다',
      \ 'memo-ls does not run; see :MemoLog, then try :MemoRestart':
      \   'memo-ls 가 실행되고 있지 않습니다. :MemoLog 를 보고 :MemoRestart 를 해 보십시오',
      \ 'The server ended with status %d': '서버가 상태 %d 로 끝났습니다',
      \ 'The server died %d times within 3 minutes. See :MemoLog, then try :MemoRestart':
      \   '서버가 3분 안에 %d번 죽었습니다. :MemoLog 를 보고 :MemoRestart 를 해 보십시오',
      \ 'The server sent something that is no message: %s': '서버가 메시지가 아닌 것을 보냈습니다: %s',
      \ 'no answer within %d s': '%d초 안에 답이 없습니다',
      \ 'This memo-ls has no “%s”: it is too old for this command. Update it':
      \   '이 memo-ls 에는 “%s” 이(가) 없습니다. 오래된 판이니 새 판으로 바꾸십시오'}

" A text in the user's language, with {…} put in as printf does.
function! memo#words#say(text, ...) abort
  let l:words = memo#words#language() ==# 'ko' ? get(s:korean, a:text, a:text) : a:text
  return a:0 ? call('printf', [l:words] + a:000) : l:words
endfunction

" The language of the messages: "ko" or "en".
function! memo#words#language() abort
  let l:language = memo#option('language')
  return (l:language !=# '' ? l:language : v:lang) =~? '^ko' ? 'ko' : 'en'
endfunction

" {text}, no wider than {width} cells.
function! memo#words#cut(text, width) abort
  if strdisplaywidth(a:text) <= a:width
    return a:text
  endif
  let l:text = strcharpart(a:text, 0, a:width)
  while strdisplaywidth(l:text) > a:width - 1
    let l:text = strcharpart(l:text, 0, strchars(l:text) - 1)
  endwhile
  return l:text . '…'
endfunction

let &cpoptions = s:cpo
unlet s:cpo
