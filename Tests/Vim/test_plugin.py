"""The plugin as a package: its help, its options, what it does to a user's editor, and what it says when something
lacks."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from editor import PLUGIN
from editor_case import EditorCase

HELP = (PLUGIN / "doc" / "memo.txt").read_text()
SCRIPT = (PLUGIN / "plugin" / "memo.vim").read_text()


class PluginTests:
    def test_what_lacks_is_said_with_what_to_do(self):
        editor = self.open(settings=["let g:memo_server_path = '/no/such/program'"])
        editor.do("Memo")
        self.assertIn("/no/such/program can’t be run; set g:memo_server_path", editor.get("memo#log#lines()[-1]"))
        editor.do("let g:memo_server_path = ''", "let $PATH = '/nowhere'", "let $HOME = '/nowhere'", "Memo")
        self.assertIn("was not found", editor.get("memo#log#lines()[-1]"))
        editor.do("let g:args = g:memo_server_args", "let g:memo_server_args = '--store x'", "Memo")
        self.assertIn("is no list", editor.get("memo#log#lines()[-1]"))
        editor.do("let g:memo_server_args = g:args")
        editor.do(f"let g:memo_server_path = '{os.environ['MEMO_LS']}'", "Memo")
        self.assertEqual(editor.get("memo#statusline()"), "new")

    def test_a_program_that_is_no_server_is_given_up(self):
        editor = self.open(settings=["let g:memo_server_path = '/bin/false'"])
        editor.do("Memo")
        editor.wait_for("memo#log#lines()[-1] =~# 'died 6 times'")

    def test_nothing_is_mapped_and_no_option_is_set_globally(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoList", "enew")
        self.assertEqual(
            [line for line in editor.get("split(execute('map') . execute('map!'), \"\\n\")") if "<Plug>" not in line
             and "memo" in line], [])
        self.assertEqual(editor.get("[&g:statusline, &g:modifiable, &l:statusline, &l:cursorline]"), ["", 1, "", 0])

    def test_the_lists_keys_and_marks_are_there_without_file_types_and_colours(self):
        editor = self.open(settings=["filetype off", "filetype plugin off", "syntax off"])
        editor.do("MemoNew One", "MemoSearch one")
        self.assertEqual(editor.marks(), ["One"])
        self.assertEqual(editor.get("[maparg('d', 'n'), &cursorline]"), ["<Plug>(memo-list-delete)", 1])

    def test_messages_are_korean_where_the_locale_is(self):
        editor = self.open()
        editor.do("let g:memo_language = 'ko_KR.UTF-8'", "MemoNew One", "MemoFlush")
        self.assertEqual(editor.get("memo#log#lines()[-1][9:]"), "모두 저장했습니다")

    def test_titles_and_links_have_colours_that_follow_the_scheme(self):
        editor = self.open()
        editor.do("MemoNew One", "call append(1, 'see https://example.org #home')")
        groups = [
            editor.get(f"synIDattr(synID({line}, {column}, 1), 'name')")
            for line, column in [(1, 1), (2, 1), (2, 6), (2, 27)]]
        self.assertEqual(groups, ["memoTitle", "", "memoLink", "memoTag"])
        self.assertEqual(editor.get("synIDattr(synIDtrans(hlID('memoTitle')), 'name')"), "Title")

    def test_help_has_every_option(self):
        for name in self.open().get("memo#options()"):
            self.assertIn(f"*g:memo_{name}*", HELP)


class VimPluginTests(PluginTests, EditorCase):
    kind = "vim"

    def test_another_encoding_is_refused_with_what_to_do(self):
        editor = self.open()
        editor.do("set encoding=latin1", "Memo")
        self.assertIn("set encoding=utf-8", editor.get("memo#log#lines()[-1]"))


class NeovimPluginTests(PluginTests, EditorCase):
    kind = "nvim"


class HelpTests(unittest.TestCase):
    def test_help_tags_are_clean(self):
        subprocess.run(
            ["vim", "-N", "-u", "NONE", "-es", "-c", f"helptags {PLUGIN / 'doc'}", "-c", "qall!"],
            check=True, timeout=60)

    def test_help_has_every_command_option_and_mapping(self):
        commands = re.findall(r"^command! .*?(Memo\w*) call", SCRIPT, re.MULTILINE)
        mappings = re.findall(r"call s:plug\('(\w+)'", SCRIPT)
        self.assertGreater(len(commands), 12)
        self.assertGreater(len(mappings), 7)
        for tag in [f":{name}" for name in commands] + [f"<Plug>(memo-{name})" for name in mappings]:
            self.assertIn(f"*{tag}*", HELP)
        for path in (PLUGIN / "ftplugin").glob("*.vim"):
            for mapping in re.findall(r"call memo#keys#map\('([\w-]+)'", path.read_text()):
                self.assertIn(f"<Plug>(memo-{mapping})", HELP)

    def test_its_tags_are_made_without_an_editor_as_vim_makes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(PLUGIN / "doc" / "memo.txt", folder)
            # What must stand behind a backslash in a pattern, and what is no tag.
            pathlib.Path(folder, "odd.txt").write_text("*a/b* *c\\d*\tx*no*\n*e*\t*no |no|*\n")
            made = b"".join(sorted(subprocess.run(
                ["awk", "-f", PLUGIN.parent / "helptags.awk", "memo.txt", "odd.txt"], cwd=folder, check=True,
                stdout=subprocess.PIPE).stdout.splitlines(keepends=True)))
            subprocess.run(
                ["vim", "-N", "-u", "NONE", "-es", "-c", "helptags .", "-c", "qall!"],
                cwd=folder, check=True, timeout=60)
            self.assertEqual(made.decode(), pathlib.Path(folder, "tags").read_text())

    def test_every_message_has_a_translation(self):
        translated = re.findall(r"^ +\\ '(.*?)':", (PLUGIN / "autoload" / "memo" / "words.vim").read_text(),
                                re.MULTILINE)
        for path in sorted(PLUGIN.rglob("*.vim")):
            for words in re.findall(r"memo#words#say\((?:\s*\\)?\s*'(.*?)'[,)]", path.read_text()):
                self.assertIn(words.replace("\\ ", " "), translated, path.name)


if __name__ == "__main__":
    unittest.main()
