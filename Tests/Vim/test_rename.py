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

    def test_what_was_renamed_is_shown_as_saved(self):
        editor = self.open_with("Plan\n")
        editor.do("MemoRename There")
        editor.wait_for("getline(1) ==# 'There'")
        self.assertRegex(editor.get("memo#statusline()"), "^saved")

    def test_what_is_typed_while_it_is_renamed_stays_also_in_a_memo_that_links_to_it(self):
        for number in range(100):
            self.make(f"m{number}", f"M{number}\n[[Plan]]\n")
        editor = self.open_with("Plan\nbody\n", a="A [[Plan]]\n")
        editor.do("split", "edit memo://a", "wincmd p")
        # The request is on its way, and so is its answer, while all this is typed.
        typing = ("for i in range(30) | call setline(2, getline(2) .. ' ' .. i) | "
                  "call memo#watch#flush(bufnr('%')) | endfor")
        editor.do("1", "MemoRename There", typing, "wincmd p", "call append(1, 'typed here')",
                  "call memo#watch#flush(bufnr('%'))")
        editor.wait_for("getline(1) ==# 'A [[There]]'")
        self.assertEqual(editor.lines(), ["A [[There]]", "typed here"])
        editor.do("wincmd p")
        words = "body " + " ".join(map(str, range(30)))
        editor.wait_for("getline(1) ==# 'There'")
        self.assertEqual(editor.lines(), ["There", words])
        editor.do("MemoFlush")
        self.assertEqual((self.stored("here"), self.stored("a")), (f"There\n{words}\n", "A [[There]]\ntyped here\n"))

    def test_the_heading_under_the_cursor_is_renamed_with_the_links_to_it(self):
        editor = self.open_with("# 계획\n\n## 하나\n\n둘\n--\n", a="A [[계획#하나]] [[계획#둘]]\n")
        for line, name in [(3, "One"), (6, "Two")]:
            editor.do(f"call cursor({line}, 1)", f"MemoRename {name}")
        self.assertEqual(editor.lines(), ["# 계획", "", "## One", "", "Two", "--"])
        self.assertEqual(self.stored("a"), "A [[계획#One]] [[계획#Two]]\n")
        editor.do("1", "MemoRename Plan")
        self.assertEqual((editor.lines()[0], self.stored("a")), ("# Plan", "A [[Plan#One]] [[Plan#Two]]\n"))

    def test_of_headings_that_read_alike_the_one_under_the_cursor_is_renamed(self):
        editor = self.open_with("Here\n\n# Step\n\n# Step\n")
        editor.do("5", "MemoRename Last step")
        self.assertEqual(editor.lines(), ["Here", "", "# Step", "", "# Last step"])

    def test_a_heading_below_a_title_in_a_header_is_a_heading(self):
        editor = self.open_with("---\ntitle: Named\n---\n# Named so\n")
        editor.do("4", "MemoRename Another")
        self.assertEqual(editor.lines(), ["---", "title: Named", "---", "# Another"])
        editor.do("2", "MemoRename New")
        self.assertEqual(editor.lines(), ["---", "title: New", "---", "# Another"])

    def test_a_heading_that_reads_like_the_title_further_down_is_a_heading(self):
        editor = self.open_with("Plan\n\n# Plan\n")
        editor.do("3", "MemoRename Another")
        self.assertEqual(editor.lines(), ["Plan", "", "# Another"])

    def test_the_tag_under_the_cursor_is_renamed_in_all_memos(self):
        editor = self.open_with("Here\n한글 #일 #x\n", a="A #일/집\n")
        editor.do("call cursor(2, 8)", "MemoRename work")
        self.assertEqual(editor.lines(), ["Here", "한글 #work #x"])
        editor.do("call cursor(2, 14)", "MemoRename y")
        self.assertEqual(editor.lines(), ["Here", "한글 #work #y"])
        editor.do("call cursor(2, 13)", "MemoRename There")
        self.assertEqual(editor.lines(), ["There", "한글 #work #y"])
        self.assertEqual(self.stored("a"), "A #work/집\n")

    def test_a_tag_is_renamed_by_its_name_and_in_the_list_of_tags(self):
        editor = self.open_with("Here #old #more\n", a="A #old\n")
        editor.do("MemoRename #old #new")
        self.assertEqual((editor.lines(), self.stored("a")), (["Here #new #more"], "A #new\n"))
        editor.do("MemoTags", "call search('more')")
        editor.type("rs\<CR>")
        self.assertEqual(self.stored("here"), "Here #new #mores\n")
        self.assertIn("#mores", editor.lines()[-1])
        editor.do("call search('mores')")
        editor.type("r\\<C-U>new\\<CR>")
        self.assertEqual(editor.lines(), ["     2  #new"])

    def test_a_tag_that_no_memo_has_is_not_said_to_be_renamed(self):
        editor = self.open_with("Here #old\n", a="A #more/x\n")
        editor.do("MemoRename #nope x")
        self.assertIn("No memo has the tag #nope", self.said(editor))
        for tag, name in [("old", "OLD"), ("more", "most"), ("OLD", "OLD")]:
            editor.do(f"MemoRename #{tag} {name}", "call memo#log#say('next')" if tag == name else "")
            self.assertNotIn("No memo", self.said(editor), tag)
        self.assertEqual((self.stored("here"), self.stored("a")), ("Here #OLD\n", "A #most/x\n"))

    def test_a_tag_that_is_called_so_already_is_one_that_memos_have(self):
        editor = self.open_with("Here #Old\n")
        editor.do("MemoRename #old Old")
        self.assertIn("Renamed; memos changed: 0", self.said(editor))

    def test_names_are_completed(self):
        editor = self.open_with("# Here\n\n## Part one\n", a="A #old #other\n")
        for line, completed in [(1, "Here"), (3, "Part one")]:
            editor.do(str(line))
            self.assertEqual(editor.get("getcompletion('MemoRename ', 'cmdline')"), [completed])
        self.assertEqual(editor.get("getcompletion('MemoRename #o', 'cmdline')"), ["#old", "#other"])
        self.assertEqual(editor.get("getcompletion('MemoRename #old ot', 'cmdline')"), ["other"])
        self.assertEqual(editor.get("getcompletion('MemoRename Here', 'cmdline')"), [])

    def test_of_the_lists_row_the_title_is_renamed_wherever_the_cursor_was(self):
        # Wherever the row is in the list, the memo has a heading or a tag there.
        for line in ["# Part", "#" + 40 * "t"]:
            body = f"\n{line}" * 9 + "\n"
            editor = self.open_with("Here" + body)
            editor.do("3", "set columns=200", "MemoList", "call memo#list#select('here')", "MemoRename There")
            self.assertEqual(self.stored("here"), "There" + body)
            self.witness().request("delete", {"id": "here", "permanent": True})

    def test_what_is_asked_for_has_the_name_without_marks(self):
        editor = self.open_with("# Plan #\n", a="A [[Plan]]\n")
        editor.type(":MemoRename\\<CR>2\\<CR>")
        self.assertEqual((editor.lines(), self.stored("a")), (["# Plan2 #"], "A [[Plan2]]\n"))

    def test_a_memo_with_nothing_in_it_has_no_name_to_change(self):
        editor = self.open_with()
        editor.do("MemoNew", "MemoRename X")
        self.assertIn("There is nothing in this memo yet", self.said(editor))

    def test_a_title_that_another_has_is_refused_and_told_whose_it_is(self):
        editor = self.open_with("Here\n", **{"a-long-identifier": "---\ntitle: Plan B\naliases: Other\n---\nOther\n"})
        editor.do("MemoRename Other")
        self.assertEqual(editor.lines(), ["Here"])
        self.assertIn("has this title: “Plan B” (entifier)", self.said(editor))

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
