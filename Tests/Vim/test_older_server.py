"""A server that is older than the plugin is told to be, and all else goes on; in Vim and in Neovim."""

import os
import unittest

from link_case import LinkCase

METHODS = ["outline", "backlinks", "tags", "complete", "daily", "rename"]


class OlderServerTests:
    def open(self, *flags, settings=(), **options):
        """An editor whose server lacks these methods."""
        program = self.folder / "older"
        words = "\\|".join(METHODS)
        program.write_text(f"#!/bin/sh\nsed -u 's/\"method\":\"\\({words}\\)\"/\"method\":\"no-\\1\"/' | "
                           f"{os.environ['MEMO_LS']} \"$@\"\n")
        program.chmod(0o755)
        return super().open(*flags, settings=[*settings, f"let g:memo_server_path = '{program}'"], **options)

    def said(self, editor):
        return editor.get("memo#log#lines()[-1]")

    def test_commands_say_so(self):
        editor = self.on_link("Start\n[[Other]]\n")
        for command in ["MemoBacklinks", "MemoOutline", "MemoTasks", "MemoTags", "MemoToday", "MemoRename x"]:
            with self.subTest(command):
                editor.do("call memo#log#say('')", command)
                self.assertIn("it is too old for this command", self.said(editor))
        self.assertEqual(editor.get("[winnr('$'), getline(1)]"), [1, "Start"])

    def test_a_link_says_so_and_enter_elsewhere_goes_down(self):
        editor = self.on_link("Start\n[[Other]]\n")
        editor.type("\\<CR>")
        self.assertIn("it is too old for this command", self.said(editor))
        editor.type("1G\\<CR>")
        self.assertEqual(editor.get("line('.')"), 2)

    def test_completion_says_so_and_typing_goes_on(self):
        editor = self.on_link("Start\n")
        editor.type("Go[[Oth\\<C-X>\\<C-O>er\\<Esc>")
        self.assertEqual((editor.lines(), "it is too old" in self.said(editor)), (["Start", "[[Other"], True))

    def test_it_is_asked_once_what_links_lead_to_and_nothing_is_said(self):
        editor = self.on_link("Start\n[[Other]]\n", "let g:memo_trace = 1")
        asked = "len(filter(memo#log#lines(), {_, line -> line =~# '\"method\":\"outline\"'}))"
        editor.wait_for("has_key(memo#server#info(), 'has_no_outline')")
        editor.type("A!\\<Esc>")
        editor.do("sleep 900m")
        self.assertEqual((editor.get(asked), [line for line in editor.messages() if "too old" in line]), (1, []))


class VimOlderServerTests(OlderServerTests, LinkCase):
    kind = "vim"


class NeovimOlderServerTests(OlderServerTests, LinkCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
