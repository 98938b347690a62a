"""Titles, headings, names of blocks and tags are completed, by 'omnifunc' and for Neovim's completion plugins."""

import unittest

from editor_case import EditorCase
from screen_case import ScreenCase


class CompletionCase(EditorCase):
    def open_with(self, text="Here\n", **others):
        """An editor with these memos, by id, showing one of this text."""
        client = self.witness()
        for id, words in {**others, "here": text}.items():
            client.request("createMemo", {"id": id, "text": words})
        client.request("flush", {})
        editor = self.open()
        editor.do("edit memo://here")
        return editor


class OmniTests:
    def completed(self, editor, typed, after=""):
        """The last line once this was typed before `after`, and the first thing offered was taken."""
        editor.do(f"call append('$', '{after}')", "call cursor('$', 1)")
        editor.type(f"i{typed}\\<C-X>\\<C-O>\\<Esc>")
        return editor.lines()[-1]

    def offered(self, editor, typed):
        """What is offered behind these words, as it would be put there."""
        start = editor.get(f"memo#complete#place('{typed}').start")
        editor.do("call append('$', '')", "call cursor('$', 1)", f"call setline('.', '{typed}')",
                  "call cursor('.', 999)", "startinsert!")
        editor.do("call memo#complete#omni(1, '')", f"let g:words = memo#complete#omni(0, strpart('{typed}', {start}))")
        return editor.get("map(g:words, {_, item -> item.word})")

    def test_a_title_is_completed_with_its_brackets(self):
        editor = self.open_with(other="Other plan\n", third="Shopping\n")
        self.assertEqual(self.completed(editor, "see [[pla"), "see [[Other plan]]")

    def test_brackets_that_are_there_are_not_doubled(self):
        editor = self.open_with(other="Other plan\n")
        self.assertEqual(self.completed(editor, "[[Oth", "]] end"), "[[Other plan]] end")

    def test_inside_a_link_what_it_named_is_replaced_and_what_follows_stays(self):
        editor = self.open_with(alpha="Alpha one\n\n## Part\n", odd="Odd|name\n")
        for typed, after, completed in [
                ("[[Al", "|label]] end", "[[Alpha one|label]] end"), ("[[Al", "#Part]]", "[[Alpha one#Part]]"),
                ("[[Al", " one]] x]]", "[[Alpha one]] x]]"), ("[[Al", "pha|한글]]", "[[Alpha one|한글]]"),
                ("[[Al", " and [[Beta]]", "[[Alpha one]] and [[Beta]]"), ("[[Al", " end", "[[Alpha one]] end"),
                ("[[Alpha one#Pa", "rs#2|label]]", "[[Alpha one#Part|label]]"), ("[[Od", "d|label]]", "[[odd|label]]"),
                ("[[Od", "]]", "[[odd|Oddname]]"), ("[[Al", "pha\\|label]]", "[[Alpha one\\|label]]")]:
            with self.subTest(typed + after):
                self.assertEqual(self.completed(editor, typed, after), completed)

    def test_in_a_row_of_a_table_a_bar_is_escaped(self):
        for before, after, completed in [
                (["| a | b |", "|---|---|", "| x | y |"], "", "| [[odd\\|Oddname]]"),
                (["| a |", "|---|", ""], "", "| [[odd|Oddname]]"),
                (["- x", "", "      | a | b |", "      |---|---|"], " | y |", "| [[odd\\|Oddname]] | y |"),
                (["| a | b |", "|---|---|"], "d\\|label]] |", "| [[odd\\|label]] |"),
                (["words"], "]] |", "| [[odd|Oddname]] |")]:
            with self.subTest(completed):
                editor = self.open_with(odd="Odd|name\n")
                editor.do(f"call append('$', {before})")
                self.assertEqual(self.completed(editor, "| [[Od", after), completed)
                self.forget(editor)

    def forget(self, editor):
        """Ends an editor, and destroys the memos."""
        editor.quit()
        for id in ["here", "odd"]:
            self.witness().request("delete", {"id": id, "permanent": True})
        self.witness().request("flush")

    def test_what_is_not_chosen_leaves_the_link_as_it_was(self):
        editor = self.open_with(alpha="Alpha one\n")
        editor.do("call append('$', '|label one]]')", "call cursor('$', 1)")
        editor.type("i[[Al\\<C-X>\\<C-O>\\<C-E>x\\<Esc>")
        self.assertEqual(editor.lines()[-1], "[[Alx|label one]]")
        editor.do("call setline('$', ' one]]')", "call cursor('$', 1)")
        editor.type("i[[Al\\<C-X>\\<C-O>\\<C-E>x\\<Esc>")
        self.assertEqual(editor.lines()[-1], "[[Alx one]]")

    def test_a_title_that_several_have_is_completed_with_the_id(self):
        editor = self.open_with(twin1="Twin\n", twin2="Twin\n")
        self.assertEqual(sorted(self.offered(editor, "[[Twi")), ["twin1|Twin]]", "twin2|Twin]]"])

    def test_headings_of_the_memo_that_a_link_names_are_completed(self):
        editor = self.open_with("Here\n\n# Own heading\n", other="Other\n\n## First step\n## Second step\n")
        self.assertEqual(self.completed(editor, "[[other#sec"), "[[other#Second step]]")
        self.assertEqual(self.completed(editor, "[[#own"), "[[#Own heading]]")

    def test_a_heading_written_just_now_is_completed(self):
        editor = self.open_with()
        editor.do("call append('$', ['# Fresh', ''])", 'call feedkeys("Gi[[#fr\\<C-X>\\<C-O>\\<Esc>", "xt")')
        self.assertEqual(editor.lines()[-1], "[[#Fresh]]")

    def test_names_of_blocks_are_completed(self):
        editor = self.open_with(other="Other\n\nwords ^first\n")
        self.assertEqual(self.completed(editor, "[[Other#^fi"), "[[Other#^first]]")

    def test_headings_of_no_memo_are_none(self):
        self.assertEqual(self.offered(self.open_with(), "[[Nowhere#x"), [])

    def test_tags_are_completed_without_brackets(self):
        editor = self.open_with(other="Other #travel #한글\n")
        self.assertEqual(self.completed(editor, "on #tra"), "on #travel")
        self.assertEqual(self.completed(editor, "(#한"), "(#한글")
        self.assertNotIn("tra", self.offered(editor, "#tra"))

    def test_a_tag_that_is_typed_in_full_comes_first(self):
        editor = self.open_with(other="Other #errand #errandl #집/a\n")
        self.assertEqual(self.offered(editor, "to #errand"), ["errand", "errandl"])
        self.assertEqual(self.completed(editor, "on #errand"), "on #errand")
        self.assertEqual(self.offered(editor, "on #집"), ["집", "집/a"])

    def test_what_is_only_being_typed_is_no_tag_but_one_that_stands_elsewhere_in_the_memo_is(self):
        editor = self.open_with("Here #ab/c (#abcd)\n")
        self.assertEqual(self.offered(editor, "#abc"), ["abcd"])
        self.assertEqual(self.offered(editor, "#ab"), ["ab", "ab/c", "abc", "abcd"])
        self.assertEqual(self.offered(editor, "(#abcd"), ["abcd"])
        self.assertEqual(self.offered(editor, "#lone #lone"), ["lone"])

    def test_a_tag_of_the_properties_is_offered_while_it_is_typed(self):
        editor = self.open_with()
        editor.do("MemoTag home")
        self.assertEqual(self.offered(editor, "#home"), ["home"])

    def test_within_a_tag_what_is_chosen_takes_the_place_of_its_rest(self):
        editor = self.open_with(other="Other #travel/집\n")
        for typed, after, completed in [
                ("#tra", "vel/집 on", "#travel on"), ("(#tra", "x_1-/한글)", "(#travel)"),
                ("#tra", ", #x", "#travel, #x")]:
            self.assertEqual(self.completed(editor, typed, after), completed)

    def test_elsewhere_nothing_is_completed(self):
        editor = self.open_with(other="Other\n")
        for text in ["words", "[[Other]] x", "[[Other|lab", "a#b", "[x", "# heading", "[[Other"[:1]]:
            with self.subTest(text):
                self.assertEqual(editor.get(f"memo#complete#place('{text}')"), {})

    def test_no_text_moves_while_an_answer_is_waited_for(self):
        editor = self.open_with(other="Other\n")
        editor.do("let g:busy = []", "function! Complete(is_start, base)\n"
                  "call timer_start(0, {_ -> add(g:busy, memo#follow#is_busy())})\n"
                  "return memo#complete#omni(a:is_start, a:base)\nendfunction", "set omnifunc=Complete")
        editor.type("Go[[Oth\\<C-X>\\<C-O>\\<Esc>")
        self.assertEqual((editor.lines()[-1], 1 in editor.get("g:busy")), ("[[Other]]", True))
        self.assertEqual(editor.get("memo#follow#is_busy()"), 0)


class VimOmniTests(OmniTests, CompletionCase):
    kind = "vim"


class NeovimOmniTests(OmniTests, CompletionCase):
    kind = "nvim"

    # Without a screen Vim has no menu to choose from.
    def test_behind_what_was_chosen_nothing_more_is_asked(self):
        editor = self.open_with(other="Other #travel\n")
        editor.do("set completeopt=menuone,noinsert", "let g:memo_trace = 1")
        editor.type("Go#tra\\<C-X>\\<C-O>\\<C-Y>/\\<Esc>")
        asked = editor.get("len(filter(memo#log#lines(), {_, line -> line =~# '\"method\":\"complete\"'}))")
        self.assertEqual((editor.lines()[-1], asked), ("#travel/", 1))


class MenuTests:
    """The menu as a person sees it who has what is offered put in only once it is chosen."""

    def completing(self, *keys, after=""):
        """A screen with the menu open behind these keys, and before what stands there."""
        for id, text in enumerate(["Shopping list", "Shopping mall", "Sharing", "한글 제목", "우리 한글", "Here"]):
            self.make(f"m{id}", text + "\n")
        screen = self.start_vim(50, 10, "set completeopt=menuone,noinsert backspace=indent,eol,start")
        self.command(screen, "edit memo://m5")
        screen.wait_for("Here")
        screen.type("o" + keys[0] + after)
        screen.press(*["Left"] * len(after), "C-x", "C-o")
        return screen

    def offers(self, screen, *titles):
        every = {"Shopping list", "Shopping mall", "Sharing", "한글 제목", "우리 한글"}

        def shows(shown):
            rows = "\n".join(row for row in shown.split("\n") if "[[" not in row)
            return {title for title in every if title in rows} == set(titles)

        screen.wait(shows, f"not offered: {titles}")

    def test_the_menu_follows_what_is_typed_spaces_too_and_what_is_deleted(self):
        screen = self.completing("[[S")
        self.offers(screen, "Sharing", "Shopping list", "Shopping mall")
        screen.type("ho")
        self.offers(screen, "Shopping list", "Shopping mall")
        for letter in "pping ":
            screen.type(letter)
            self.offers(screen, "Shopping list", "Shopping mall")
        screen.type("m")
        self.offers(screen, "Shopping mall")
        screen.press("BSpace")
        self.offers(screen, "Shopping list", "Shopping mall")
        screen.type("l")
        self.offers(screen, "Shopping list")
        screen.press("C-y")
        screen.wait_for("[[Shopping list]]")
        screen.type(" [x")
        screen.wait_for("[[Shopping list]] [x")
        self.offers(screen)

    def test_what_is_chosen_takes_the_place_of_all_that_a_link_named(self):
        screen = self.completing("[[S", after="harks|label]]")
        self.offers(screen, "Sharing", "Shopping list", "Shopping mall")
        screen.type("hop")
        self.offers(screen, "Shopping list", "Shopping mall")
        screen.press("C-n", "C-y")
        screen.wait(lambda shown: "[[Shopping list|label]]" in shown or "[[Shopping mall|label]]" in shown,
                    "not replaced")

    def test_titles_of_hangul_are_found_inside_too(self):
        screen = self.completing("[[")
        self.offers(screen, "Sharing", "Shopping list", "Shopping mall", "한글 제목", "우리 한글")
        screen.type("한")
        self.offers(screen, "한글 제목", "우리 한글")
        screen.type("글")
        self.offers(screen, "한글 제목", "우리 한글")
        screen.type(" ")
        screen.type("제")
        self.offers(screen, "한글 제목")

    def test_a_menu_that_was_given_up_does_not_come_back(self):
        screen = self.completing("[[Sh")
        self.offers(screen, "Sharing", "Shopping list", "Shopping mall")
        screen.press("C-e")
        self.offers(screen)
        screen.type("opp")
        screen.wait_for("[[Shopp")
        self.offers(screen)


class VimMenuTests(MenuTests, ScreenCase):
    kind = "vim"


class NeovimMenuTests(MenuTests, ScreenCase):
    kind = "nvim"


class SourceTests(CompletionCase):
    """What completion plugins ask of a source, asked as they ask it."""

    kind = "nvim"

    def at(self, editor, line, before):
        """Puts the cursor behind the first characters of a new last line."""
        editor.do(f"call append('$', '{line}')", "call cursor('$', 1)", "set virtualedit=onemore",
                  f"call cursor('$', {len(before.encode()) + 1})")
        return editor.get("line('.')") - 1

    def told(self, editor):
        editor.wait_for("luaeval('list ~= nil')")
        return editor.get("luaeval('list')")

    def test_at_the_cursor_it_gives_lsps_items_with_ranges_in_bytes(self):
        editor = self.open_with(other="Other plan\n")
        row = self.at(editor, "한글 [[pla]] end", "한글 [[pla")
        editor.do("lua list = nil; require('memo').complete(function(found) list = found end)")
        item = self.told(editor)["items"][0]
        self.assertEqual((item["label"], item["textEdit"]), ("Other plan", {"newText": "Other plan", "range": {
            "start": {"line": row, "character": 9}, "end": {"line": row, "character": 12}}}))

    def test_inside_a_link_the_range_covers_what_it_named(self):
        editor = self.open_with(other="Other plan\n")
        row = self.at(editor, "[[Oth plan|x]]", "[[Oth")
        editor.do("lua list = nil; require('memo').complete(function(found) list = found end)")
        self.assertEqual(self.told(editor)["items"][0]["textEdit"], {"newText": "Other plan", "range": {
            "start": {"line": row, "character": 2}, "end": {"line": row, "character": 10}}})

    def test_nvim_cmp_gets_items_in_the_servers_order(self):
        editor = self.open_with(b="Plan B\n", a="Plan A\n")
        row = self.at(editor, "[[Plan", "[[Plan")
        editor.do("lua source = require('memo').source()",
                  "lua source:complete({context = {bufnr = vim.api.nvim_get_current_buf(), cursor = {row = %d},"
                  " cursor_line = '[[Plan', cursor_before_line = '[[Plan'}}, function(found) list = found end)"
                  % (row + 1))
        items = self.told(editor)["items"]
        self.assertEqual(sorted(item["textEdit"]["newText"] for item in items), ["Plan A]]", "Plan B]]"])
        self.assertEqual([item["sortText"] for item in items], ["0001", "0002"])
        self.assertEqual(editor.get("luaeval('{source:is_available(), source:get_position_encoding_kind()}')"),
                         [True, "utf-8"])
        pattern = editor.get("luaeval('source:get_keyword_pattern()')")
        for before, start in [("see [[Pl", 6), ("a #t", 3), ("words", -1)]:
            self.assertEqual(editor.get(f"match('{before}', '\\%({pattern}\\)\\m$')"), start)

    def test_blink_gets_items_and_is_asked_only_in_memos(self):
        editor = self.open_with(other="Other #travel\n")
        row = self.at(editor, "#tra", "#tra")
        editor.do("lua require('memo.source').new():get_completions({bufnr = vim.api.nvim_get_current_buf(),"
                  " cursor = {%d, 4}, line = '#tra'}, function(found) list = found end)" % (row + 1))
        found = self.told(editor)
        self.assertEqual((found["items"][0]["textEdit"]["newText"], found["is_incomplete_forward"]), ("travel", True))
        self.assertTrue(editor.get("luaeval('require(\"memo.source\").new():enabled()')"))
        editor.do("enew")
        self.assertFalse(editor.get("luaeval('require(\"memo.source\").new():enabled()')"))

    def test_where_nothing_fits_the_list_is_empty(self):
        editor = self.open_with()
        self.at(editor, "words", "words")
        editor.do("lua require('memo').complete(function(found) list = found end)")
        self.assertEqual(self.told(editor), {"items": [], "isIncomplete": False})


if __name__ == "__main__":
    unittest.main()
