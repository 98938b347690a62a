"""Whatever is done in a buffer, the server has the buffer's text, byte for byte."""

import os
import random
import time
import unittest

from editor_case import EditorCase
from random_edits import RandomEdits

# How many random edits each editor does, and after how many the texts are compared.
EDITS = int(os.environ.get("MEMO_TEST_EDITS", "20000"))
BATCH = 25
START = "Shopping\nmilk\n두부 two\n\nlast 😀\n"


class ExactnessTests:
    def written(self, editor):
        """The buffer's text, as the editor itself writes it to a file."""
        path = self.folder / "written"
        editor.do(f"silent noautocmd keepalt write! {path}", "setlocal modified")
        # An empty buffer is an empty memo, whatever is at its end.
        if editor.get("getline(1, '$') ==# ['']"):
            return ""
        return path.read_bytes().decode("utf-8")

    def check(self, editor, id, what):
        editor.do("MemoFlush")
        expected = self.written(editor)
        if self.stored(id) != expected:
            self.fail(f"{what}\n{self.stored(id)!r}\n{expected!r}\n{editor.get('memo#log#lines()')}")

    def do_random_edits(self, editor, chance, text, edits, is_exotic):
        id = self.new_memo(editor, text)
        source = RandomEdits(chance, is_exotic)
        for _ in range(edits // BATCH):
            commands = []
            for _ in range(BATCH):
                commands += source.next()
                if chance.random() < 0.4:
                    commands.append("call memo#watch#flush(bufnr('%'))")
            editor.do(*commands)
            self.check(editor, id, commands)
        self.assertNotIn("another text", "\n".join(editor.get("memo#log#lines()")))

    def test_after_every_batch_of_random_edits_the_server_has_the_buffers_text(self):
        seed = int(os.environ.get("MEMO_TEST_SEED", random.randrange(1 << 32)))
        print(f"MEMO_TEST_SEED={seed}")
        editor = self.open()
        chance = random.Random(seed)
        with self.subTest(seed=seed):
            for text, is_exotic in [(START, False), (START.replace("\n", "\r\n"), False), (START, True)]:
                self.do_random_edits(editor, chance, text, EDITS // 3, is_exotic)

    def test_any_text_is_shown_and_kept_as_it_is(self):
        editor = self.open()
        editor.do("set modeline modelines=5")
        texts = [
            "", "\n", "\n\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "a\r\nb", "\r\n", "a\rb\r", "\r",
            "a\nb\r\nc\rd", "a\r\r\nb\r\n", "a\n\r",
            "nul \0 in it\n\0\n", "\0\u0301\1\u0301\x10\n", "a\n\u0301b\n\r\u0301", "a\r\n\u0301\r\n", "\ufeffbom\n",
            "\u2028\u0085\v\f\n", "\\u0000 \\n\n",
            "vim: set fileformat=dos noendofline:\n", "x" * 100_000, "\ud55c\uae00 \U0001f600\n" * 100]
        for text in texts:
            with self.subTest(text=text[:40]):
                id = self.new_memo(editor, text)
                written = self.written(editor)
                # Vim's own files can't tell these two from an empty one; see memo#text.
                self.assertEqual(written, "" if text in ("", "\n") and editor.lines() == [""] else text)
                # A change in one place, far from what is special, leaves the rest alone.
                editor.do("call append(0, 'new')", "MemoFlush")
                expected = {"\r\n": "new\r\n", "\r": "new\r"}.get(
                    editor.get("memo#text#terminator(bufnr('%'))"), "new\n")
                self.assertEqual(self.stored(id), expected + text)
                editor.do("normal! ggdd", "MemoFlush")
                self.assertEqual(self.stored(id), text)

    def test_a_hundred_thousand_lines_are_pasted_and_taken_away(self):
        editor = self.open()
        id = self.new_memo(editor, START)
        editor.do("call setreg('a', map(range(100000), {number -> 'line ' . number . ' \ud55c'}), 'V')",
                  'normal! 2G"ap')
        self.check(editor, id, "paste")
        editor.do("silent! %s/line/zeile/")
        self.check(editor, id, "substitute")
        editor.do("%delete")
        self.check(editor, id, "delete")
        editor.do("undo")
        self.check(editor, id, "undo")

    def test_bytes_that_are_no_text_become_question_marks(self):
        editor = self.open()
        id = self.new_memo(editor, START)
        editor.do("execute \"normal! Go\\<Esc>\"", "call setline('.', ['caf' . nr2char(233) . \" \\xe9 \\xff.\"])",
                  "MemoFlush")
        editor.wait_for("getline('$') !~# '[\\xff]' && getline('$') =~# '?'")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(id), START + editor.lines()[-1] + "\n")
        self.assertIn("no UTF-8", "\n".join(editor.get("memo#log#lines()")))

    def test_a_text_that_differs_is_noticed_and_sent_anew(self):
        editor = self.open()
        id = self.new_memo(editor, START)
        # This stands for a mistake of the plugin's: the shadow is not what the server has.
        editor.do("let memo = memo#sync#memo(bufnr('%'))", "let memo.parts[1] = 'silk?'", "let memo.bytes += 1")
        editor.type("GAx\\<Esc>")
        editor.wait_for("get(memo#log#lines(), -1, '') =~# 'another text'")
        self.check(editor, id, "sent anew")

    def test_the_options_for_line_ends_change_the_text(self):
        editor = self.open()
        id = self.new_memo(editor, "a\nb\n")
        for option, text in [
            ("fileformat=dos", "a\r\nb\r\n"), ("noendofline", "a\r\nb"), ("fileformat=unix", "a\nb"),
            ("endofline", "a\nb\n")]:
            editor.do(f"setlocal {option}", "MemoFlush")
            self.assertEqual(self.stored(id), text, option)

    def test_what_is_too_long_to_send_is_said_and_taken_up_again_when_it_is_shorter(self):
        editor = self.open()
        id = self.new_memo(editor, START)
        editor.do("call setline(2, repeat('x', 61 * 1024 * 1024))", "call memo#watch#flush(bufnr('%'))")
        editor.wait_for("memo#statusline() =~# '^not saved: .*too much'")
        editor.do("call setline(2, 'short')")
        editor.wait_for("memo#sync#memo(bufnr('%')).is_reading == 0 && memo#statusline() =~# '^saved '")
        self.assertEqual(self.stored(id), START.replace("milk", "short"))

    def test_what_was_too_long_to_send_is_no_trouble_once_it_is_undone(self):
        editor = self.open()
        id = self.new_memo(editor, START)
        editor.do("call setline(1, 'Shop')", "MemoFlush")
        # The wire has six bytes for each of these.
        long = "call setline(2, repeat(nr2char(1), 11 * 1024 * 1024))"
        editor.do("let &undolevels = &undolevels", long, "call memo#watch#flush(bufnr('%'))")
        editor.wait_for("memo#statusline() =~# '^not saved: .*too much' && &modified")
        editor.do("undo")
        editor.wait_for("memo#statusline() =~# '^saved ' && !&modified")
        self.assertEqual(self.stored(id), START.replace("Shopping", "Shop"))


class VimExactnessTests(ExactnessTests, EditorCase):
    kind = "vim"

    def test_undo_of_a_change_of_a_hundred_thousand_lines_takes_a_few_times_what_it_takes_without_memos(self):
        lines = "call setline(1, map(range(100000), {number -> 'line ' . number}))"
        spent = []
        for begin in ["enew", "MemoNew"]:
            editor = self.open()
            editor.do(begin, lines, "call memo#watch#flush(bufnr('%'))", "silent %s/line/zeile/",
                      "call memo#watch#flush(bufnr('%'))")
            start = time.monotonic()
            for command in ["undo", "redo", "undo"]:
                editor.do(f"silent {command}", "call memo#watch#flush(bufnr('%'))")
            spent.append(time.monotonic() - start)
        print(f"three undos: {spent[0]:.2f} s without memos, {spent[1]:.2f} s with")
        self.assertLess(spent[1], 6 * spent[0])
        self.check(editor, editor.id(), "undo")


class NeovimExactnessTests(ExactnessTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
