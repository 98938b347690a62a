"""Memos made of templates, in Vim and in Neovim."""

import unittest

from screen_case import ScreenCase
from structure_case import StructureCase

MEETING = "# {{title}}\n\n#template\n\n한글 {{cursor}}end\n"


class TemplateTests:
    def open_with_templates(self, *settings):
        return self.open_with("Here\n", *settings, m1="Meeting notes\n\n#template\n",
                              m2="Party\n\n#template\n", m3=MEETING)

    def ask_for(self, editor, command, title):
        """Runs a command and answers with the title that it asks for."""
        editor.type(f":{command}\\<CR>{title}")

    def choose(self, editor, number):
        """Has a template chosen, of those that g:asked has then: without a screen nobody can be asked."""
        editor.do("runtime autoload/memo/ask.vim",
                  "function! memo#ask#pick(question, labels, Chosen) abort\nlet g:asked = a:labels\n"
                  f"call a:Chosen({number})\nendfunction")
        self.ask_for(editor, "MemoTemplate", "\\<CR>")

    def count(self):
        return self.witness().request("list")["total"]

    def test_a_memo_is_made_of_a_template_with_a_title_and_the_cursor_where_it_is_wanted(self):
        editor = self.open_with_templates()
        self.ask_for(editor, "tab MemoTemplate m3", "한글 Tuesday\\<CR>")
        self.assertEqual(editor.lines()[0], "# 한글 Tuesday")
        self.assertNotIn("{{cursor}}", editor.lines()[-1])
        self.assertEqual(editor.get("[line('.'), col('.'), tabpagenr('$')]"), [len(editor.lines()), 8, 2])
        editor.type("iX\\<Esc>")
        editor.do("MemoFlush")
        self.assertTrue(self.stored(editor.id()).endswith("한글 Xend\n"))

    def test_a_template_is_named_by_its_title_and_completed(self):
        editor = self.open_with_templates()
        self.assertEqual(editor.get("getcompletion('MemoTemplate ', 'cmdline')"),
                         ["Meeting notes", "Party", "{{title}}"])
        self.assertEqual(editor.get("getcompletion('MemoTemplate mee', 'cmdline')"), ["Meeting notes"])
        self.assertEqual(editor.get("getcompletion('MemoTemplate Meeting n', 'cmdline')"), ["notes"])
        self.assertEqual(editor.get("getcompletion('MemoTemplate other', 'cmdline')"), [])
        self.ask_for(editor, "MemoTemplate Meeting notes", "\\<CR>")
        editor.do("MemoFlush")
        self.assertEqual((editor.lines()[0].startswith("Meeting notes"), self.count()), (True, 5))

    def test_templates_that_have_one_title_are_called_by_what_follows_in_their_tags(self):
        editor = self.open_with(m1="# {{title}}\n#template/meeting\n", m2="# {{title}}\n#other #Template/Trip\n")
        self.make("m3", "# {{title}}\n", tags=["template/day"])
        names = editor.get("getcompletion('MemoTemplate ', 'cmdline')")
        self.assertEqual(sorted(names), ["Trip", "day", "meeting"])
        self.choose(editor, names.index("Trip"))
        self.assertEqual((editor.get("g:asked"), editor.lines()), (names, ["# {{title}}", "#other"]))
        self.ask_for(editor, "MemoTemplate trip", "Japan\\<CR>")
        self.assertEqual(editor.lines(), ["# Japan", "#other"])

    def test_without_a_title_its_place_stays(self):
        editor = self.open_with_templates()
        self.ask_for(editor, "MemoTemplate m3", "\\<CR>")
        self.assertEqual(editor.lines()[0], "# {{title}}")

    def test_without_a_name_one_chooses(self):
        editor = self.open_with_templates()
        self.choose(editor, 1)
        self.assertEqual(editor.get("g:asked"), ["Meeting notes", "Party", "{{title}}"])
        self.assertIn("Party", editor.lines()[0])

    def test_where_there_is_none_that_is_said(self):
        editor = self.open_with("Here\n")
        editor.do("MemoTemplate")
        self.assertIn("give a memo the tag #template", self.said(editor))
        for name, words in [("none", "no template is called none"), ("here", "is no template")]:
            self.ask_for(editor, f"MemoTemplate {name}", "\\<CR>")
            self.assertIn(words, self.said(editor))
            self.assertNotIn("params", self.said(editor))

    def test_a_template_that_is_not_there_is_looked_for_before_its_title_is_asked_for(self):
        editor = self.open_with("Here\n", a="Twin #template\n")
        for name, words in [("none", "no template is called none: there are a"), ("here", "give it the tag #template")]:
            # Where nothing is asked, the answer is typed into the memo.
            self.ask_for(editor, f"MemoTemplate {name}", "Ox\\<Esc>")
            self.assertIn(words, self.said(editor))
        self.assertEqual(editor.lines(), ["x", "x", "Here"])
        self.assertEqual(self.count(), 2)

    def test_where_there_is_none_the_advice_is_the_same_with_a_name(self):
        editor = self.open_with("Here\n")
        editor.do("MemoTemplate none")
        self.assertIn("make a memo and tag it #template", self.said(editor))

    def test_nothing_is_made_where_memos_may_not_be_changed(self):
        editor = self.open_with_templates()
        editor.do("set nowrite", "MemoTemplate Party")
        self.assertEqual(self.count(), 4)


class LeavingTests:
    def test_whoever_leaves_the_question_for_the_title_makes_no_memo(self):
        client = self.witness()
        client.request("createMemo", {"id": "m1", "text": "Party\n\n#template\n"})
        client.request("flush", {})
        screen = self.start_vim(60, 8)
        screen.type(":MemoTemplate Party")
        screen.press("Enter")
        screen.wait_for("memo’s title:")
        screen.type("x")
        screen.press("Escape")
        screen.type(":echo 'still' &filetype .. 'here'")
        screen.press("Enter")
        screen.wait_for("still here")
        self.assertEqual(self.witness().request("list")["total"], 1)


class VimTemplateTests(TemplateTests, StructureCase):
    kind = "vim"


class NeovimTemplateTests(TemplateTests, StructureCase):
    kind = "nvim"


class VimLeavingTests(LeavingTests, ScreenCase):
    kind = "vim"


class NeovimLeavingTests(LeavingTests, ScreenCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
