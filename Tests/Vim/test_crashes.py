"""Whatever dies, what was typed is there."""

import os
import random
import signal
import unittest

from editor_case import STILL, EditorCase

SETTLED = "memo#sync#memo(bufnr('%')).is_reading == 0 && empty(memo#sync#memo(bufnr('%')).pending)"


class CrashTests:
    def kill_server(self, editor):
        """Kills the editor's server with SIGKILL."""
        children = f"/proc/{editor.process.pid}/task/{editor.process.pid}/children"
        for child in open(children).read().split():
            if "memo-ls" in open(f"/proc/{child}/cmdline").read():
                os.kill(int(child), signal.SIGKILL)

    def test_an_editor_killed_while_typing_leaves_all_that_reached_the_server(self):
        chance = random.Random(7)
        editor = self.open()
        for memo in range(10):
            editor.do("MemoNew")
            for number in range(chance.randrange(1, 30)):
                editor.type(f"Aword {memo}-{number}, \\<Esc>")
            editor.wait_for("empty(memo#sync#memo(bufnr('%')).pending)")
            id, text = editor.id(), editor.lines()[0]
            editor.kill()
            self.wait_until(lambda: self.is_stored(text), "the server's last save")
            self.assertEqual(self.stored(id), text)
            editor = self.open()

    def test_a_server_killed_while_typing_is_started_again_and_gets_what_it_lacks(self):
        editor = self.open(*STILL)
        editor.do("MemoNew Shopping")
        id = editor.id()
        for number in range(4):
            editor.type(f"oline {number}\\<Esc>")
            self.kill_server(editor)
            editor.type(f"oafter {number}\\<Esc>")
            editor.type("Atyped\\<Esc>")
            editor.wait_for("memo#server#is_running() && " + SETTLED)
        editor.do("MemoFlush")
        lines = ["Shopping", *(line for number in range(4) for line in (f"line {number}", f"after {number}typed"))]
        self.assertEqual((editor.lines(), self.stored(id)), (lines, "\n".join(lines)))
        self.assertEqual(self.witness().request("list")["total"], 1)

    def test_what_a_dead_server_had_taken_without_answering_is_no_conflict(self):
        editor = self.open(*STILL)
        id = self.new_memo(editor, "Shopping\nmilk\n")
        type_two = [f"call setline(2, '{line}') | call memo#watch#flush(bufnr('%'))" for line in ("milk 1", "milk 12")]
        editor.do("let g:memo = memo#sync#memo(bufnr('%'))", *type_two, "let g:sent = copy(g:memo.pending)")
        editor.wait_for(SETTLED)
        # The server as it would be had it died between the two.
        editor.do("call memo#server#call('updateMemo', "
                  "{'id': g:memo.id, 'contentChanges': [{'text': \"Shopping\\nmilk 1\\n\"}]})",
                  "let g:memo.refused = g:sent", "call memo#follow#read(g:memo)")
        editor.wait_for(SETTLED)
        editor.do("MemoFlush")
        self.assertEqual(self.stored(id), "Shopping\nmilk 12\n")
        self.assertEqual(self.witness().request("list")["total"], 1)

    def test_the_sixth_death_within_three_minutes_is_the_last(self):
        editor = self.open()
        editor.do("MemoNew Shopping")
        for death in range(1, 7):
            editor.wait_for("memo#server#is_running() && " + SETTLED)
            self.kill_server(editor)
            editor.wait_for(f"len(filter(memo#log#lines(), {{_, line -> line =~# 'ended with status'}})) == {death}")
        self.assertIn("died 6 times", editor.get("memo#log#lines()[-1]"))
        self.assertEqual(editor.get("memo#statusline()"), "not saved: the server does not run")
        editor.type("otyped meanwhile\\<Esc>")
        editor.do("MemoRestart")
        editor.wait_for(SETTLED)
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "Shopping\ntyped meanwhile")


class VimCrashTests(CrashTests, EditorCase):
    kind = "vim"


class NeovimCrashTests(CrashTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
