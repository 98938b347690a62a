"""What is typed into a note of an attached folder is the memo at once, and the file when it is written."""

import os
import signal
import unittest

from editor import EditorError
from file_case import BOUND, SETTLED, SLOW, FileCase
from text_case import put


class FileWriteTests:
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

    def test_a_readonly_buffer_writes_only_when_told_twice(self):
        self.note()
        editor = self.bound("a.md", settings=[SLOW])
        editor.do("set readonly", "silent! call setline(1, 'ONE')", "silent! write")
        self.assertEqual(self.texts()["a.md"], "one\ntwo\nthree\n")
        editor.do("write!")
        self.assert_one(editor, "ONE\ntwo\nthree\n")

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


class VimFileWriteTests(FileWriteTests, FileCase):
    kind = "vim"


class NeovimFileWriteTests(FileWriteTests, FileCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
