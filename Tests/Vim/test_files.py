"""A note of an attached folder that is opened in the editor is the memo, whichever way it was opened."""

import os
import shutil
import signal
import unittest

from editor import EditorError, vimrc
from file_case import BOUND, QUICK, SETTLED, SLOW, FileCase
from screen import Screen
from text_case import put


class FileTests:
    def test_a_note_is_the_memo_whichever_way_it_is_opened(self):
        memo = self.note("projects/house.md", "# House\n\n[[a]]\n")
        self.write("a.md", "one\n")
        ways = {
            "as an argument": (["projects/house.md"], []),
            "by :edit": ([], [f"edit {self.notes}/projects/house.md"]),
            "from the folder": ([], [f"cd {self.notes}/projects", "edit house.md"]),
            "by its memo": ([], [f"cd {self.notes}", f"edit memo:///{memo}"]),
            "from the list": ([], [f"cd {self.notes}", "MemoSearch [[a]]", "call feedkeys(\"\\<CR>\", 'xt')"]),
            "by a link": (["a.md"], ["call cursor(1, 3)", "call feedkeys(\"\\<CR>\", 'xt')"]),
        }
        self.write("a.md", "[[house]]\n")
        self.here("list")
        for way, (files, commands) in ways.items():
            with self.subTest(way=way):
                editor = self.edit(*files)
                if files:
                    editor.wait_for(BOUND)
                editor.do(*commands)
                editor.wait_for(BOUND)
                self.assertEqual((editor.id(), editor.lines()[0]), (memo, "# House"))
                path = str(self.notes / "projects/house.md")
                seen = editor.get("[expand('%:p'), &buftype, &modified, &filetype]")
                self.assertEqual(seen, [path, "", 0, "markdown.memo"])
                self.assertEqual(editor.get("[&swapfile, &autoread]"), [0, 0])
                self.assertEqual(editor.get("memo#statusline()"), "saved")
                self.assertEqual(editor.get("undotree().seq_last"), 0)
                self.assertEqual(editor.quit(), 0)

    def test_what_is_typed_is_the_memos_and_write_returns_once_the_file_says_it(self):
        memo = self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.type("Gofour\\<Esc>")
        editor.wait_for(SETTLED)
        self.assertEqual(self.texts(), {"a.md": "one\ntwo\nthree\n"})
        editor.do("write")
        self.assert_one(editor, "one\ntwo\nthree\nfour\n")
        editor.type("ggdd")
        editor.do("silent wall")
        self.assert_one(editor, "two\nthree\nfour\n")
        self.assertEqual(editor.get("&modified"), 0)
        editor.do("silent undo")
        editor.do("write")
        self.assert_one(editor, "one\ntwo\nthree\nfour\n")
        self.assertEqual(len(self.here("history", memo).splitlines()), 4)
        self.assertEqual(editor.quit(), 0)

    def test_what_is_typed_is_in_the_memo_and_not_in_the_file_before_it_is_written(self):
        memo = self.note()
        editor, client = self.bound("a.md"), self.open(kept_by="anotherProcess")
        editor.type("Gofour\\<Esc>")
        self.wait_for_memos(client, "one\ntwo\nthree\nfour\n")
        self.assertEqual((self.texts(), editor.get("&modified")), ({"a.md": "one\ntwo\nthree\n"}, 1))
        with self.assertRaisesRegex(EditorError, "E37"):
            editor.do("quit")
        # Now that all that was typed is undone, the file is again the memo's.
        editor.do("silent undo")
        editor.wait_for("!get(memo#sync#memo(bufnr('%')), 'is_held')")
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": "new\n"}]})
        self.wait_for_file("a.md", "new\n")
        editor.wait_for("getline(1) ==# 'new'")
        self.assertEqual(editor.get("&modified"), 0)

    def test_what_was_not_written_is_thrown_away_with_the_buffer_and_the_history_has_it(self):
        self.note()
        for command in ("quit!", "edit!", "bdelete!"):
            with self.subTest(command=command):
                editor = self.bound("a.md")
                editor.type("Gofour\\<Esc>")
                if command == "quit!":
                    self.assertEqual(editor.leave(command), 0)
                else:
                    editor.do(command)
                self.wait_until(lambda: self.memos() == {"a.md": "one\ntwo\nthree\n"}, "that memo and file are equal")
                self.assertEqual(self.texts(), {"a.md": "one\ntwo\nthree\n"})
                if command == "edit!":
                    editor.wait_for(BOUND)
                    self.assertEqual(editor.lines(), ["one", "two", "three"])
                self.here("undo", "a.md")
                self.wait_for_file("a.md", "one\ntwo\nthree\nfour\n")
                editor.kill()
                self.wait_until(lambda: not self.has_server(), "the end of the server")
                self.here("redo", "a.md")

    def test_nothing_is_thrown_away_where_another_has_a_part_in_it(self):
        memo = self.note()
        editor, client = self.bound("a.md"), self.open(kept_by="anotherProcess")
        editor.type("Gofour\\<Esc>")
        self.wait_for_memos(client, "one\ntwo\nthree\nfour\n")
        client.request("updateMemo", {"id": memo, "contentChanges": [put("other\n", (0, 0))]})
        editor.wait_for("getline(1) ==# 'other'")
        self.assertEqual(editor.leave("quit!"), 0)
        self.wait_for_file("a.md", "other\none\ntwo\nthree\nfour\n")

    def test_the_end_of_an_editor_that_was_killed_throws_nothing_away(self):
        self.note()
        editor = self.bound("a.md")
        editor.type("Gofour\\<Esc>")
        editor.wait_for(SETTLED)
        editor.kill()
        self.wait_until(lambda: not self.has_server(), "the end of the server")
        self.here("list")
        self.assertEqual(self.texts(), {"a.md": "one\ntwo\nthree\nfour\n"})

    def test_what_another_process_does_meanwhile_is_merged_and_nothing_is_asked(self):
        memo = self.note()
        editor = self.bound("a.md", settings=[SLOW])
        client = self.open(kept_by="anotherProcess")
        for round in range(3):
            editor.type(f"Gotyped {round}\\<Esc>")
            client.request("updateMemo", {"id": memo, "contentChanges": [put(f"other {round}\n", (0, 0))]})
            client.request("flush")
            editor.type(f"Goalso {round}\\<Esc>")
            editor.do("checktime", "write")
        typed = "".join(f"typed {round}\nalso {round}\n" for round in range(3))
        text = "other 2\nother 1\nother 0\none\ntwo\nthree\n" + typed
        editor.wait_for("getline(1) ==# 'other 2'")
        editor.do("write")
        self.assert_one(editor, text)

    def test_a_change_of_the_file_comes_into_the_buffer_beside_what_is_typed(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.type("Gofour\\<Esc>")
        self.write("a.md", "zero\none\ntwo\nthree\n")
        editor.wait_for("getline(1) ==# 'zero'")
        draft = self.write("draft", "zero\none\nTWO\nthree\n")
        editor.do("checktime")
        editor.type("Gofive\\<Esc>")
        draft.rename(self.notes / "a.md")
        editor.wait_for("getline(3) ==# 'TWO'")
        editor.do("checktime", "write")
        self.assert_one(editor, "zero\none\nTWO\nthree\nfour\nfive\n")
        self.assertNotRegex("\n".join(editor.messages()), "W1[12]|E211")
        self.assertEqual(editor.quit(), 0)

    def test_a_write_takes_along_what_another_program_wrote_a_moment_before(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        for number in range(3):
            editor.type(f"Gotyped {number}\\<Esc>")
            self.write("a.md", f"outside {number}\n" + self.texts()["a.md"])
            editor.do("checktime", "write")
            editor.wait_for(f"index(getline(1, '$'), 'outside {number}') >= 0")
            editor.do("write")
        text = "outside 2\noutside 1\noutside 0\none\ntwo\nthree\ntyped 0\ntyped 1\ntyped 2\n"
        self.assert_one(editor, text)

    def test_two_editors_on_one_file_show_each_others_words(self):
        self.note()
        here, there = self.bound("a.md"), self.bound("a.md")
        here.type("Gohere\\<Esc>")
        there.wait_for("index(getline(1, '$'), 'here') >= 0")
        there.type("ggOthere\\<Esc>")
        here.wait_for("index(getline(1, '$'), 'there') >= 0")
        here.do("write")
        self.assertEqual(self.texts(), {"a.md": "there\none\ntwo\nthree\nhere\n"})
        there.type("Goagain\\<Esc>")
        here.type("Goalso\\<Esc>")
        there.wait_for("index(getline(1, '$'), 'also') >= 0")
        here.wait_for("index(getline(1, '$'), 'again') >= 0")
        there.do("write")
        here.wait_for(SETTLED)
        here.do("write")
        self.assertEqual(sorted(there.lines()), sorted("there one two three here again also".split()))
        self.assert_one(there, "".join(line + "\n" for line in here.lines()))
        self.assertEqual((here.quit(), there.quit()), (0, 0))

    def test_a_write_waits_for_no_other_editor_though_another_program_has_written_there(self):
        self.note()
        here, there = self.bound("a.md"), self.bound("a.md")
        here.type("Gohere\\<Esc>")
        there.wait_for("index(getline(1, '$'), 'here') >= 0")
        there.type("ggOthere\\<Esc>")
        here.wait_for("index(getline(1, '$'), 'there') >= 0")
        self.write("a.md", "one\nTWO\nthree\n")
        here.do("let g:start = reltime()", "let g:said = execute('write')", "let g:took = reltimefloat(reltime(g:start))")
        self.assertLess(here.get("g:took"), 1)
        self.assertIn("saved; the file follows", here.get("g:said"))
        self.assertEqual(here.get("&modified"), 0)
        # It does so with the words of all three, though the other editor keeps the file.
        self.wait_for_file("a.md", "there\none\nTWO\nthree\nhere\n")
        self.assert_one(here, "there\none\nTWO\nthree\nhere\n")
        self.assertIn("written", there.get("execute('write')"))
        self.assert_one(there, "there\none\nTWO\nthree\nhere\n")

    def test_what_another_program_has_written_is_not_written_over_before_the_memo_has_it(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.type("Gofour\\<Esc>")
        os.kill(self.server(editor), signal.SIGSTOP)
        self.write("a.md", "zero\none\ntwo\nthree\n")
        os.kill(self.server(editor), signal.SIGCONT)
        editor.do("write")
        self.wait_for_file("a.md", "zero\none\ntwo\nthree\nfour\n")
        editor.wait_for("getline(1) ==# 'zero'")
        self.assert_one(editor, "zero\none\ntwo\nthree\nfour\n")

    def test_a_new_file_is_a_memo_once_it_is_written(self):
        self.note()
        editor = self.edit()
        editor.do(f"edit {self.notes}/new.md")
        editor.type("iwords\\<Esc>")
        self.assertEqual(editor.get("memo#statusline()"), "")
        editor.do("write")
        editor.type("Gomore\\<Esc>")
        editor.wait_for(BOUND)
        editor.do("write")
        self.assertEqual(self.texts()["new.md"], "words\nmore\n")
        self.assertEqual(self.memos()["new.md"], "words\nmore\n")
        editor.do(f"saveas {self.notes}/other.md")
        editor.wait_for(BOUND)
        editor.type("Golast\\<Esc>")
        editor.do("write")
        self.assertEqual(self.memos()["other.md"], "words\nmore\nlast\n")
        self.assertEqual(self.memos()["new.md"], "words\nmore\n")

    def test_a_copy_that_is_written_elsewhere_is_a_file_and_the_buffer_stays_the_memo(self):
        memo = self.note()
        editor = self.bound("a.md")
        editor.do(f"write {self.folder}/copy.md", f"2,3write {self.folder}/part.md")
        self.assertEqual((self.folder / "copy.md").read_text(), "one\ntwo\nthree\n")
        self.assertEqual((self.folder / "part.md").read_text(), "two\nthree\n")
        self.assertEqual((editor.id(), editor.get("expand('%:t')")), (memo, "a.md"))

    def test_a_buffer_follows_its_file_to_another_name(self):
        memo = self.note()
        editor = self.bound("a.md")
        editor.type("Gofour\\<Esc>")
        editor.do("write")
        (self.notes / "sub").mkdir()
        (self.notes / "a.md").rename(self.notes / "sub" / "b.md")
        editor.wait_for("expand('%:p') =~# 'notes/sub/b.md$'")
        editor.type("Gofive\\<Esc>")
        editor.do("write")
        self.assert_one(editor, "one\ntwo\nthree\nfour\nfive\n", ("sub/b.md",))
        self.assertEqual(editor.id(), memo)

    def test_what_was_not_written_is_written_to_the_name_that_its_file_got_meanwhile(self):
        memo = self.note()
        editor = self.bound("a.md")
        editor.type("Gofour\\<Esc>")
        (self.notes / "a.md").rename(self.notes / "b.md")
        editor.wait_for("expand('%:p') =~# 'notes/b.md$'")
        self.assertEqual((self.texts(), editor.get("&modified")), ({"b.md": "one\ntwo\nthree\n"}, 1))
        editor.do("write")
        self.assert_one(editor, "one\ntwo\nthree\nfour\n", ("b.md",))
        self.assertEqual((editor.id(), editor.get("&modified")), (memo, 0))

    def test_a_file_that_was_deleted_comes_back_with_what_is_typed(self):
        memo = self.note()
        self.write("other.md", "other\n")
        # A file that nobody knows yet does not count beside one that is gone.
        self.here("list")
        editor = self.bound("a.md")
        (self.notes / "a.md").unlink()
        editor.wait_for("memo#statusline() ==# 'in the trash'")
        self.assertEqual(editor.lines(), ["one", "two", "three"])
        editor.do("checktime")
        editor.type("Gofour\\<Esc>")
        editor.wait_for(SETTLED)
        editor.do("write")
        self.wait_for_file("a.md", "one\ntwo\nthree\nfour\n")
        self.assertEqual((editor.id(), self.memos()["a.md"]), (memo, "one\ntwo\nthree\nfour\n"))

    def test_what_is_no_note_of_a_folder_is_left_as_it_was(self):
        self.write(".gitignore", "left.md\n")
        self.note()
        self.write("left.md", "left\n")
        self.write("pictures.vim", "left\n")
        (self.folder / "outside.md").write_text("left\n")
        kept = "[&buftype, &swapfile, &autoread, &filetype, &modified]"
        for name, starts in (("left.md", 1), ("pictures.vim", 0), ("../outside.md", 0)):
            with self.subTest(name=name):
                plain = self.edit(name, plugin=False)
                plain.do("filetype plugin on")
                editor = self.edit(name)
                editor.type("Gotyped\\<Esc>")
                editor.do("write")
                self.assertEqual((self.notes / name).read_text(), "left\ntyped\n")
                self.assertEqual(editor.get(BOUND + " + 0"), 0)
                self.assertEqual(editor.get("memo#server#is_running() + 0"), starts)
                self.assertEqual(editor.get(kept)[:3], plain.get(kept)[:3])
        editor = self.edit("a.md", settings=["let g:memo_folders = 0"])
        self.assertEqual(editor.get("memo#server#is_running()"), 0)

    def test_with_other_memos_open_a_note_stays_a_file_and_that_is_said_once(self):
        self.note()
        editor = self.edit()
        editor.do("MemoNew Mine")
        editor.do(f"edit {self.notes}/a.md", f"edit! {self.notes}/a.md")
        self.assertEqual(editor.get(BOUND + " + 0"), 0)
        told = [line for line in editor.messages() if "has other memos than" in line]
        self.assertEqual(len(told), 1, editor.messages())
        editor.type("Gofour\\<Esc>")
        editor.do("write")
        self.assertEqual(self.memos()["a.md"], "one\ntwo\nthree\nfour\n")

    def test_a_list_of_other_memos_gives_way_to_the_folders(self):
        self.note()
        editor = self.edit()
        editor.do("MemoList", "call memo#window#close_list()", f"edit {self.notes}/a.md")
        editor.wait_for(BOUND)
        editor.do("MemoList")
        editor.wait_for("join(getline(1, '$')) =~# '\\<a\\>'")

    def test_a_folder_that_is_refused_leaves_its_files_files(self):
        self.note()
        copy = self.folder / "copy"
        shutil.copytree(self.notes, copy)
        editor = self.edit("../copy/a.md")
        editor.wait_for("execute('messages') =~# 'can.t be memos here'")
        editor.type("Gofour\\<Esc>")
        editor.do("write")
        self.assertEqual((copy / "a.md").read_text(), "one\ntwo\nthree\nfour\n")
        editor.do("MemoNew Mine")
        editor.wait_for("memo#statusline() =~# '^saved'")

    def test_a_readonly_buffer_writes_only_when_told_twice(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.do("set readonly", "silent! call setline(1, 'ONE')", "silent! write")
        self.assertEqual(self.texts()["a.md"], "one\ntwo\nthree\n")
        editor.do("write!")
        self.assert_one(editor, "ONE\ntwo\nthree\n")

    def test_texts_are_kept_byte_for_byte(self):
        texts = {
            "crlf.md": b"one\r\ntwo\r\n", "none.md": b"one\ntwo", "empty.md": b"", "mixed.md": b"one\r\ntwo\nthree",
            "mac.md": b"one\rtwo", "nul.md": b"a\0b\n", "hangul.md": "가나\n".encode(),
        }
        for name, text in texts.items():
            self.write(name, text)
        self.attach()
        for name, text in texts.items():
            with self.subTest(name=name):
                editor = self.bound(name)
                self.assertEqual((editor.get("&modified"), editor.get("undotree().seq_last")), (0, 0))
                editor.do("write")
                self.assertEqual((self.notes / name).read_bytes(), text)
                editor.do("call setline(1, getline(1) . '!')", "write")
                first = text.index(b"\n") - (name == "crlf.md") if b"\n" in text else len(text)
                end = b"" if text else b"\n"
                self.assertEqual((self.notes / name).read_bytes(), text[:first] + b"!" + text[first:] + end)
                self.assertEqual(editor.quit(), 0)

    def test_a_crash_of_the_server_takes_nothing(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.type("Gofour\\<Esc>")
        editor.wait_for(SETTLED)
        os.kill(self.server(editor), signal.SIGKILL)
        editor.wait_for("memo#server#is_running() && memo#server#has_answered()")
        editor.type("Gofive\\<Esc>")
        editor.wait_for(SETTLED)
        editor.do("write")
        self.assert_one(editor, "one\ntwo\nthree\nfour\nfive\n")


class VimFileTests(FileTests, FileCase):
    kind = "vim"

    def test_a_conflict_that_a_write_finds_asks_for_no_key(self):
        self.note()
        settings = [*vimrc(self.store), QUICK, "set laststatus=2 statusline=%{memo#statusline()}"]
        path = self.folder / "vimrc"
        path.write_text("\n".join(settings) + "\n")
        command = ["vim", "-i", "NONE", "-n", "-u", str(path), str(self.notes / "a.md")]
        env = self.environment(LANG="C.UTF-8", TERM="xterm-256color")
        screen = Screen(command, 60, 10, self.folder / "tmux", env)
        self.addCleanup(screen.close)
        screen.wait_for("saved")
        screen.type("Amine")
        screen.press("Escape")
        self.wait_until(lambda: "onemine\ntwo\nthree\n" in self.memos().values(), "that it is the memo's")
        self.write("a.md", "oneother\ntwo\nthree\n")
        screen.type(":w")
        screen.press("Enter")
        screen.wait_for("conflict: see :MemoConflict")
        self.assertNotIn("ENTER", screen.shown())

    def test_another_editor_that_has_just_opened_a_file_is_no_reason_to_ask(self):
        self.note()
        swap = ["set updatecount=200", "set swapfile"]
        for name, is_note in (("new.md", True), ("left.md", False)):
            with self.subTest(name=name):
                if not is_note:
                    self.write(".gitignore", "left.md\n")
                here, there = self.edit(settings=swap), self.edit(settings=swap)
                here.do(f"edit {self.notes}/{name}", "call setline(1, 'here')", "preserve")
                said = there.get(f"execute('edit {self.notes}/{name}')")
                self.assertNotIn("E325", said)
                if is_note:
                    here.do("write")
                    here.wait_for(BOUND)
                    there.do("edit!")
                    there.wait_for(BOUND)
                else:
                    there.wait_for("execute('messages') =~# 'Another editor has'")


class NeovimFileTests(FileTests, FileCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
