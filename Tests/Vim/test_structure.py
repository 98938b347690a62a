"""What memos say is shown: links to a memo, headings and tags; in Vim and in Neovim."""

import re
import unittest

from structure_case import StructureCase


class PlaceTests:
    def test_links_to_a_memo_are_listed_with_their_lines_and_gone_to(self):
        editor = self.open_with("Here\n", a="A\n\n한글 [[here]] and\n[[Here|x]]\n", b="B [[here#x]]\n", c="C\n")
        editor.do("MemoBacklinks")
        title, rows = self.places(editor)
        self.assertEqual(title, "Links to “Here”")
        self.assertEqual(sorted(rows),
                         [["a", 3, 8, "한글 [[here]] and"], ["a", 4, 1, "[[Here|x]]"], ["b", 1, 3, "B [[here#x]]"]])
        editor.do(f"{rows.index(['a', 4, 1, '[[Here|x]]']) + 1}ll")
        self.assertEqual(editor.get("[memo#sync#memo(bufnr('%')).id, line('.'), winnr('$')]"), ["a", 4, 2])
        self.assertEqual(editor.get("getloclist(0, {'title': 1}).title"), title)

    def test_a_place_in_a_memo_with_another_title_in_its_header_is_gone_to(self):
        editor = self.open_with("Here\n", a="---\ntitle: Named\n---\nFirst line\n[[here]]\n")
        editor.do("MemoBacklinks", "ll")
        self.assertEqual(editor.get("[memo#sync#memo(bufnr('%')).id, getline('.')]"), ["a", "[[here]]"])

    def test_a_memo_without_links_to_it_is_said_to_have_none(self):
        editor = self.open_with()
        editor.do("MemoBacklinks")
        self.assertIn("Links to “Here”: none", self.said(editor))
        self.assertEqual(editor.get("winnr('$')"), 1)

    def test_a_memo_is_called_without_the_marks_of_its_heading(self):
        for text, title in [("# 계획 ##\n", "계획"), ("###### A#\n", "A#"), ("#tag\n", "#tag"),
                            ("####### x\n", "####### x")]:
            editor = self.open_with(text)
            editor.do("MemoBacklinks")
            self.assertIn(f"Links to “{title}”: none", self.said(editor))
            editor.quit()
            self.witness().request("delete", {"id": "here", "permanent": True})
            self.witness().request("flush")

    def test_links_to_the_memo_of_the_lists_row_are_shown_beside_it(self):
        editor = self.open_with("Here\n", a="A [[Here]]\n")
        editor.do("set columns=200", "MemoList", "call memo#list#select('here')", "MemoBacklinks")
        self.assertEqual(self.places(editor)[1], [["a", 1, 3, "A [[Here]]"]])

    def test_headings_are_listed_by_their_levels(self):
        editor = self.open_with("# Here\n\n## One\ntext\n### Two\n")
        editor.do("call append('$', '## Three')", "MemoOutline")
        self.assertEqual(self.places(editor), ("Headings of “Here”", [
            ["here", 1, 1, "Here"], ["here", 3, 1, "  One"], ["here", 5, 1, "    Two"], ["here", 6, 1, "  Three"]]))

    def test_places_begin_with_the_title_of_their_memo(self):
        editor = self.open_with("# Here\n- [ ] task\n", a="A\n[[here]]\n- [ ] other\n")
        for command, row in [("MemoOutline", "Here|1 col 1| Here"), ("MemoTasks", "Here|2 col 3| task"),
                             ("MemoBacklinks", "A|2 col 1| [[here]]")]:
            editor.do(command)
            self.assertEqual(editor.lines(), [row], command)
            editor.do("lclose")

    def test_the_window_of_places_comes_where_it_is_told(self):
        editor = self.open_with("# Here\n")
        editor.do("vertical MemoOutline")
        self.assertEqual(editor.get("winlayout()[0]"), "row")

    def test_of_a_memo_with_nothing_in_it_that_is_said_until_something_is_typed(self):
        editor = self.open_with()
        for command in ["MemoBacklinks", "MemoHistory", "MemoPin"]:
            editor.do("MemoNew", command)
            self.assertIn("There is nothing in this memo yet", self.said(editor), command)
            editor.do("call memo#log#say('next')", "call setline(1, 'x')", command)
            self.assertNotIn("nothing in this memo", self.said(editor), command)
            editor.do("silent! only", "MemoFlush")

    def test_commands_that_need_a_memo_say_so_elsewhere(self):
        editor = self.open_with()
        editor.do("enew")
        for command in ["MemoBacklinks", "MemoOutline"]:
            editor.do(command)
            self.assertIn("This is no memo", self.said(editor), command)


class TagTests:
    def test_all_tags_are_shown_with_counts_and_enter_shows_the_memos(self):
        self.make("tagged", "Tagged\n", tags=["home", "two words"])
        editor = self.open_with("Here #home\n", a="A #travel #home\n")
        editor.do("MemoTags")
        self.assertEqual([re.sub(" +", " ", row).strip() for row in editor.lines()],
                         ["3 #home", "1 #travel", "1 #two words"])
        self.assertEqual(editor.get("[&buftype, &modifiable, &buflisted, synIDattr(synID(1, 10, 1), 'name')]"),
                         ["nofile", 0, 0, "memoTagsName"])
        editor.do("call search('two words')")
        editor.type("\\<CR>")
        self.assertEqual(editor.get("[memo#list#shown().query, winnr('$')]"), ['tag:"two words"', 1])
        self.assertEqual(editor.get("map(copy(memo#list#shown().rows), {_, row -> row.id})"), ["tagged"])

    def test_the_window_of_tags_is_one_and_q_closes_it(self):
        editor = self.open_with("Here #one\n")
        editor.do("MemoTags", "wincmd p")
        editor.type("A #two\\<Esc>")
        editor.do("MemoTags")
        self.assertEqual(editor.get("[winnr('$'), line('$')]"), [2, 2])
        editor.type("q")
        self.assertEqual(editor.get("[winnr('$'), bufexists('memos://tags')]"), [1, 0])

    def test_q_goes_back_to_the_memo_that_they_were_opened_from(self):
        self.make("other", "Other\n")
        editor = self.open_with("Here #one\n")
        editor.do("set columns=200", "MemoList", "wincmd l")
        window = editor.get("win_getid()")
        editor.do("MemoTags", "MemoTags")
        editor.type("q")
        self.assertEqual(editor.get("[win_getid(), getline(1)]"), [window, "Here #one"])

    def test_where_there_are_none_that_is_said(self):
        editor = self.open_with()
        editor.do("MemoTags")
        self.assertIn("No tags", self.said(editor))


class VimPlaceTests(PlaceTests, StructureCase):
    kind = "vim"


class NeovimPlaceTests(PlaceTests, StructureCase):
    kind = "nvim"


class VimTagTests(TagTests, StructureCase):
    kind = "vim"


class NeovimTagTests(TagTests, StructureCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
