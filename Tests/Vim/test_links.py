"""Links are followed, and come back, in Vim and in Neovim."""

import unicodedata
import unittest

from link_case import LinkCase
from screen_case import ScreenCase


class FollowTests:
    def test_enter_opens_the_memo_that_a_link_names(self):
        editor = self.on_link("Start\nsee [[other plan]] now\n", other="Other  Plan\n")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["other", 1])

    def test_the_cursor_may_be_anywhere_in_the_link_and_nowhere_else(self):
        editor = self.on_link("한 [[Other]] no\n", other="Other\n")
        for column, id in [(4, "here"), (5, "other"), (13, "other"), (14, "here")]:
            editor.do("buffer memo:///here", f"call cursor(1, {column})")
            editor.type("\\<CR>")
            self.assertEqual(self.shown(editor)[0], id, column)

    def test_what_was_typed_just_now_is_followed(self):
        editor = self.on_link("Start\n[[x]]\n", other="Other\n")
        editor.type("2lcwOther\\<Esc>\\<CR>")
        self.assertEqual(self.shown(editor), ["other", 1])

    def test_gf_follows_a_link_and_elsewhere_goes_to_the_file(self):
        path = self.folder / "file.txt"
        path.write_text("a file\n")
        editor = self.on_link(f"Start\n[[Other]]\n{path}\n", other="Other\n")
        editor.type("gf")
        self.assertEqual(self.shown(editor), ["other", 1])
        editor.do("buffer here", "call cursor(3, 1)")
        editor.type("gf")
        self.assertEqual(editor.lines(), ["a file"])

    def test_with_a_count_backspace_goes_to_the_left_as_ever(self):
        editor = self.on_link("Start [[Other]]\n", other="Other\n")
        editor.type("\\<CR>")
        editor.do("call cursor(1, 5)")
        editor.type("2\\<BS>")
        self.assertEqual((self.shown(editor), editor.get("col('.')")), (["other", 1], 3))

    def test_enter_elsewhere_goes_down_as_ever(self):
        editor = self.on_link("one [[Other]]\n  - [ ] two\n  three\nfour\n", other="Other\n")
        editor.do("call cursor(1, 1)")
        editor.type("\\<CR>")
        self.assertEqual(editor.get("[line('.'), col('.')]"), [2, 3])
        editor.type("2\\<CR>")
        self.assertEqual(editor.get("line('.')"), 4)

    def test_a_heading_or_a_block_of_a_link_is_gone_to(self):
        lines = {"Other#second step": 6, "Other#^here": 7, "Other#second-step": 6, "Other#First step|label": 3}
        editor = self.on_link("\n".join(f"[[{link}]]" for link in lines),
                              other="Other\n\n## First step\ntext\n\n## Second step\nwords ^here\n")
        for number, (link, line) in enumerate(lines.items(), 1):
            editor.do("buffer memo:///here", f"call cursor({number}, 1)")
            editor.type("\\<CR>")
            self.assertEqual(self.shown(editor), ["other", line], link)

    def test_a_heading_is_found_by_its_text_as_the_server_compares_it_and_only_then_by_its_slug(self):
        headings = ["C++", "C", "Straße", "한글 제목", "A [b] | c", "ΣΟΦΟΣ", "*em* & `co_de`", "one-two", "One two",
                    "C#", "Ünder"]
        links = {"C": "C", "c++": "C++", "c": "C", "STRASSE": "Straße", unicodedata.normalize("NFD", "한글  제목"): "한글 제목",
                 "a-b--c": "A [b] | c", "σοφος": "ΣΟΦΟΣ", "em & co_de": "*em* & `co_de`", "one two": "One two",
                 "ONE-TWO": "one-two", "C#": "C#", "c-1": "C", "u\u0308nder": "Ünder", "one-two!": "one-two"}
        text = "\n".join(f"[[Other#{link}]]" for link in links)
        editor = self.on_link(text, other="Other\n" + "".join(f"## {heading}\n" for heading in headings))
        for number, (link, heading) in enumerate(links.items(), 1):
            editor.do("buffer memo:///here", f"call cursor({number}, 1)")
            editor.type("\\<CR>")
            self.assertEqual(editor.get("[memo#sync#memo(bufnr('%')).id, getline('.')]"),
                             ["other", f"## {heading}"], link)

    def test_a_heading_is_found_without_its_marks_and_behind_those_above_it_too(self):
        links = {"Time 10 30": 4, "Kyoto#time 10 30": 6, "Trip#KYOTO#Time: 10:30": 6, "Trip#Time 10 30": 4,
                 "Osaka#Kyoto": 1}
        editor = self.on_link("\n".join(f"[[Other#{link}]]" for link in links),
                              other="Other\n# Trip\n## Osaka\n### Time: 10:30\n## Kyoto\n### Time: 10:30\n")
        for number, (link, line) in enumerate(links.items(), 1):
            editor.do("buffer memo:///here", f"call cursor({number}, 1)")
            editor.type("\\<CR>")
            self.assertEqual(self.shown(editor), ["other", line], link)
            editor.do("call cursor(1, 1)")

    def test_a_link_into_the_memo_itself_moves_the_cursor(self):
        editor = self.on_link("Start\n[[#Below]]\n\n# Below\n")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["here", 4])
        editor.type("\\<BS>")
        self.assertEqual(self.shown(editor), ["here", 2])

    def test_a_heading_that_is_not_there_is_said_and_the_memo_is_shown(self):
        editor = self.on_link("Start\n[[Other#Nowhere]]\n", other="Other\n")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["other", 1])
        self.assertIn("“Nowhere” is not in this memo", editor.get("memo#log#lines()[-1]"))

    def test_backspace_goes_back_link_by_link_to_where_each_was_followed(self):
        editor = self.on_link("Start\n[[Two]]\n", two="Two\n\nto [[Three]]\n", three="Three\n")
        editor.type("\\<CR>")
        editor.do("call search('\\[\\[')")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["three", 1])
        editor.type("\\<BS>")
        self.assertEqual(self.shown(editor) + [editor.get("col('.')")], ["two", 3, 4])
        editor.type("\\<BS>")
        self.assertEqual(self.shown(editor), ["here", 2])
        editor.type("$\\<BS>")
        self.assertEqual(editor.get("[line('.'), col('.')]"), [2, 6])

    def test_vims_own_jumps_go_back_too(self):
        editor = self.on_link("Start\n[[Two]]\n", two="Two\n")
        editor.type("\\<CR>\\<C-O>")
        self.assertEqual(self.shown(editor), ["here", 2])

    def test_a_memo_that_is_not_there_is_written_if_that_is_wished(self):
        editor = self.on_link("Start\n[[New plan#Step]]\n")
        editor.type("\\<CR>n")
        self.assertEqual((self.shown(editor)[0], self.witness().request("list")["total"]), ("here", 1))
        editor.type("\\<CR>y")
        self.assertEqual(editor.lines(), ["New plan"])
        editor.type("\\<BS>\\<CR>")
        self.assertEqual(editor.lines(), ["New plan"])

    def test_a_memo_that_a_link_names_by_its_id_is_not_written(self):
        editor = self.on_link("Start\n[[memo:nothing]]\n[x](memo:no)\n")
        for at, target in [("[[", "memo:nothing"), ("[x", "memo:no")]:
            editor.do(f"call search('\\V{at}', 'w')")
            editor.type("\\<CR>")
            self.assertIn(f"There is no “{target}”", editor.get("memo#log#lines()[-1]"))
        self.assertEqual(self.witness().request("list", {})["total"], 1)

    def test_nothing_is_written_where_memos_may_not_be_changed(self):
        editor = self.on_link("Start\n[[New plan]]\n")
        editor.do("set nowrite")
        editor.type("\\<CR>y")
        self.assertEqual((self.shown(editor)[0], self.witness().request("list")["total"]), ("here", 1))

    def test_a_memo_of_the_trash_is_restored_if_that_is_wished(self):
        editor = self.on_link("Start\n[[Other]]\n", other="Other\n")
        self.witness().request("delete", {"id": "other"})
        self.witness().request("flush")
        editor.do("sleep 50m")
        editor.type("\\<CR>n")
        self.assertEqual(self.shown(editor)[0], "here")
        editor.type("\\<CR>y")
        self.assertEqual(self.shown(editor)[0], "other")
        editor.do("MemoFlush")
        self.assertNotIn("trashedAt", self.witness().request("getMemo", {"id": "other"}))

    def test_a_title_of_before_opens_the_memo_and_its_title_is_told(self):
        editor = self.on_link("Start\n[[Old plan]]\n", other="Old plan\n")
        self.retitle("other", "New plan\n")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["other", 1])
        self.assertIn("“Old plan” is called “New plan” now", editor.get("memo#log#lines()[-1]"))

    def test_an_address_is_opened_as_vim_opens_it(self):
        gx = "nnoremap gx :let g:opened = expand('<cfile>')<CR>"
        for text in ["[words](https://example.org/a?b)", "<https://example.org/a?b>"]:
            with self.subTest(text):
                editor = self.on_link(f"Start\n{text}\n", gx, at=text[:3])
                editor.type("\\<CR>")
                self.assertEqual(editor.get("get(g:, 'opened', '')")[:21], "https://example.org/a")
                self.assertEqual(self.shown(editor), ["here", 2])
                self.witness().request("delete", {"id": "here", "permanent": True})

    def test_an_address_is_opened_by_the_users_command_where_vim_opens_none(self):
        opener = self.folder / "opener"
        opener.write_text(f"#!/bin/sh\nprintf %s \"$1\" >{self.folder}/opened\n")
        opener.chmod(0o755)
        editor = self.on_link("Start\n<https://example.org>\n", f"let g:memo_open_command = '{opener}'", at="<https")
        editor.do("silent! nunmap gx")
        editor.type("\\<CR>")
        self.wait_until(lambda: (self.folder / "opened").exists() and (self.folder / "opened").read_text(),
                        "the address")
        self.assertEqual((self.folder / "opened").read_text(), "https://example.org")


class VimFollowTests(FollowTests, LinkCase):
    kind = "vim"


class NeovimFollowTests(FollowTests, LinkCase):
    kind = "nvim"

    def test_which_of_several_is_meant_is_chosen_as_the_user_chooses_everything(self):
        editor = self.on_link("Start\n[[Twin#Second]]\n", twin1="Twin\n", twin2="Twin\n\n# Second\n\nwords\n")
        editor.do("lua vim.ui.select = function(labels, options, choose) asked = {labels, options.prompt}; "
                  "choose(nil, wanted) end")
        editor.type("\\<CR>")
        labels, prompt = editor.get("luaeval('asked')")
        told = ["Twin  twin1  2000-01", "Twin  twin2  2000-01  # Second words"]
        self.assertEqual((sorted(labels), prompt, self.shown(editor)[0]), (told, "Which “Twin”?", "here"))
        editor.do(f"lua wanted = {labels.index(told[1]) + 1}")
        editor.type("\\<CR>")
        self.assertEqual(self.shown(editor), ["twin2", 3])


class VimChoiceTests(LinkCase, ScreenCase):
    kind = "vim"

    def test_which_of_several_is_meant_is_asked_with_their_ids_dates_and_the_start_of_their_texts(self):
        self.make("twin1", "Twin\n\nthe first\n\nand more " + "x" * 200)
        self.make("twin2", "---\ntags: a\n---\nTwin\nthe second\n")
        self.make("here", "Start\n[[Twin]]\n")
        screen = self.start_vim(60, 12, "set laststatus=2")
        self.command(screen, "edit memo://here")
        screen.wait_for("[[Twin]]")
        screen.type("j")
        screen.press("Enter")
        screen.wait_for("Which “Twin”?")
        rows = screen.shown().split("\n")
        told = sorted(row.split(maxsplit=1)[1] for row in rows if row.split()[1:2] == ["Twin"])
        self.assertEqual(told[0][:45], "Twin  twin1  2000-01  the first and more xxxx")
        self.assertEqual((told[0][-1], told[1:]), ("…", ["Twin  twin2  2000-01  the second"]))
        screen.type(next(row.split()[0] for row in rows if "twin2" in row))
        screen.press("Enter")
        screen.wait_for("the second")


if __name__ == "__main__":
    unittest.main()
