"""Others write into a note of an attached folder, or into its memo, while it is open in the editor."""

import os
import signal
import unittest

from editor import vimrc
from file_case import QUICK, SETTLED, SLOW, FileCase
from screen import Screen
from text_case import put


class SharedFileTests:
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
        # Whatever the file's path, what is said is not cut.
        here.do("set columns=300", "let g:start = reltime()", "let g:said = execute('write')",
                "let g:took = reltimefloat(reltime(g:start))")
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


class VimSharedFileTests(SharedFileTests, FileCase):
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


class NeovimSharedFileTests(SharedFileTests, FileCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
