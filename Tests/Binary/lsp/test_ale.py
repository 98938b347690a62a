"""Vim with ALE, in an attached folder, with the settings that are recommended."""

import pathlib
import unittest

from lsp.lsp_case import SETTINGS, LspCase

# Where Debian's package has it.
ALE = pathlib.Path("/usr/share/vim-ale")

SCRIPT = """
set nocompatible hidden nomore encoding=utf-8 runtimepath^={ale}
filetype plugin on
runtime! plugin/ale.vim
source {settings}
let s:told = {{}}
function! s:until(what, body) abort
  let l:left = 300
  while !a:body()
    let l:left -= 1
    if !l:left
      throw 'never came: ' . a:what
    endif
    sleep 50m
  endwhile
endfunction
function! s:problems() abort
  return map(copy(ale#engine#GetLoclist(bufnr(''))), {{_, one -> one.code}})
endfunction
try
  edit Home.md
  ALELint
  call s:until('problems', {{-> s:problems() ==# ['broken']}})
  call setline(3, '[[Gone]] typed')
  doautocmd TextChanged
  call s:until('what was typed in the memo', {{-> system('memo-ls show Home.md') =~# 'typed'}})
  call setline(3, '[[Gone]] [[Roof]]')
  call cursor(2, 4)
  ALEGoToDefinition
  call s:until('the note that the link leads to', {{-> expand('%:t') ==# 'House.md'}})
  edit Home.md
  write
  let s:told.saved = readfile('Home.md')
  call s:until('what was saved in the memo', {{-> system('memo-ls show Home.md') =~# 'Roof'}})
  call system('memo-ls append Home.md elsewhere')
  call s:until('the other process', {{-> system('memo-ls show Home.md') =~# 'elsewhere'}})
  let s:told.came = search('elsewhere', 'nw') > 0
catch
  let s:told.problem = v:exception . ' ' . v:throwpoint
endtry
call writefile([json_encode(s:told)], $TOLD)
qall!
"""


@unittest.skipUnless(ALE.exists(), "ALE is not where Debian has it")
class Ale(LspCase):
    def test_problems_are_shown_links_followed_and_notes_saved(self):
        self.write(Home="# Home\n[[House]]\n[[Gone]]\n", House="# House\n", Roof="# Roof\n")
        self.memo("folder", "attach", str(self.notes))
        path = self.folder / "script.vim"
        path.write_text(SCRIPT.format(ale=ALE, settings=SETTINGS / "ale.vim"))
        told = self.drive(["vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", str(path)])
        self.assertNotIn("problem", told, told.get("problem"))
        self.assertEqual(told["saved"], ["# Home", "[[House]]", "[[Gone]] [[Roof]]"])
        # ALE makes no edit that a server asks for: what others write is in the memo, and in the file once it is closed.
        self.assertFalse(told["came"])
        shown = self.memo("show", "--folder", str(self.notes), "Home.md")
        self.assertEqual(shown, "# Home\n[[House]]\n[[Gone]] [[Roof]]\nelsewhere\n")
        self.assertEqual((self.notes / "Home.md").read_text(), shown)
