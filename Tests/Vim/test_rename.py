"""A new title goes into all links, in Vim and in Neovim."""

import unittest

from structure_case import StructureCase


class RenameTests:
    def test_a_new_title_goes_into_all_links_also_of_what_is_open_and_unsaved(self):
        editor = self.open_with("Plan\nbody\n", a="A [[Plan]] and [[Plan#x|label]]\n")
        editor.do("1", "split", "edit memo://a", "call append(1, '[[Plan]] too')", "wincmd p", "MemoRename There")
        editor.wait_for("getline(1) ==# 'There'")
        self.assertEqual(editor.lines(), ["There", "body"])
        editor.wait_for("getbufline(bufnr('memo:///a/'), 1)[0] =~# 'There'")
        self.assertEqual(editor.get("getbufline(bufnr('memo:///a/'), 1, '$')"),
                         ["A [[There]] and [[There#x|label]]", "[[There]] too"])
        editor.do("MemoFlush")
        self.assertEqual((self.stored("here"), self.stored("a")),
                         ("There\nbody\n", "A [[There]] and [[There#x|label]]\n[[There]] too\n"))
        self.assertEqual(editor.get("bufname('%')"), "memo:///here/There.md")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored("here"), "There!\nbody\n")
        self.assertNotIn("another text", "\n".join(editor.get("memo#log#lines()")))

    def test_a_title_that_another_has_is_refused(self):
        editor = self.open_with("Here\n", a="Other\n")
        editor.do("MemoRename Other")
        self.assertEqual((editor.lines(), "has this title" in self.said(editor)), (["Here"], True))

    def test_nothing_is_renamed_where_memos_may_not_be_changed(self):
        editor = self.open_with("Here\n")
        editor.do("set nowrite", "MemoRename There")
        self.assertEqual(self.stored("here"), "Here\n")


class VimRenameTests(RenameTests, StructureCase):
    kind = "vim"


class NeovimRenameTests(RenameTests, StructureCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
