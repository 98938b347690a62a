"""A memo is Markdown: its colours, its lists, its folds; and plain text where that is wished."""

import unittest

from editor_case import EditorCase

TEXT = ("Title\n\n## One\n- first item of a list that is long enough to be wrapped by gq\n```\n## code\n```\n"
        "## Two\n**bold** #tag\n")


class MarkdownTests:
    def group(self, editor, line, word):
        return editor.get(f"synIDattr(synID({line}, stridx(getline({line}), '{word}') + 1, 1), 'name')")

    def test_memos_have_markdowns_colours_and_their_own(self):
        editor = self.open()
        self.new_memo(editor, TEXT)
        groups = [self.group(editor, *place)
                  for place in [(1, "Title"), (3, "One"), (4, "-"), (9, "bold"), (9, "#tag")]]
        self.assertEqual(groups, ["memoTitle", "markdownH2", "markdownListMarker", "markdownBold", "memoTag"])

    def test_links_to_memos_have_a_colour_also_in_titles_and_headings(self):
        text = "Title [[x]]\n## A [[y]]\n- item [[z|w]] ![[e]] \\[[no]]\n`[[code]]`\n"
        for settings, code in [([], "markdownCode"), (["let g:memo_markdown = 0"], "memoWikiLink")]:
            editor = self.open(settings=settings)
            self.new_memo(editor, text)
            groups = [self.group(editor, *place)
                      for place in [(1, "[["), (2, "[[y"), (3, "[[z"), (3, "![[e"), (4, "[[code")]]
            self.assertEqual(groups, ["memoWikiLink"] * 4 + [code])
            self.assertNotEqual(self.group(editor, 3, "[[no"), "memoWikiLink")

    def test_tags_have_letters_of_any_script_and_are_neither_numbers_nor_colours(self):
        editor = self.open()
        self.new_memo(editor, "Title\n#a-b/c #한글 (#in) #cafe #12 #fff1 a#b #end, #ab1-x\n")
        tags = [word for word in editor.lines()[1].replace("(", "").split()
                if self.group(editor, 2, word[word.index("#"):]) == "memoTag"]
        self.assertEqual(tags, ["#a-b/c", "#한글", "#in)", "#cafe", "#end,", "#ab1-x"])

    def test_lists_are_wrapped_as_lists(self):
        editor = self.open()
        self.new_memo(editor, TEXT)
        editor.do("setlocal textwidth=40", "normal! 4Ggqq")
        self.assertEqual(editor.lines()[3:5], ["- first item of a list that is long", "  enough to be wrapped by gq"])

    def test_headings_fold_and_all_are_open_at_first(self):
        editor = self.open()
        self.new_memo(editor, TEXT)
        self.assertEqual(editor.get("map(range(1, 9), {_, line -> foldlevel(line)})"), [0, 0, 2, 2, 2, 2, 2, 2, 2])
        self.assertEqual(editor.get("map(range(1, 9), {_, line -> foldclosed(line)})"), [-1] * 9)
        editor.do("normal! 4Gzc")
        self.assertEqual(editor.get("[foldclosed(4), foldclosedend(4)]"), [3, 7])

    def test_folds_come_with_the_first_heading_and_rest_while_something_is_typed(self):
        editor = self.open()
        self.new_memo(editor, "Title\ntext\n")
        self.assertEqual(editor.get("&foldmethod"), "manual")
        editor.do("autocmd InsertCharPre * let g:method = &foldmethod")
        editor.type("Go# One\\<Esc>")
        self.assertEqual(editor.get("[&foldmethod, foldlevel('$')]"), ["expr", 1])
        editor.type("Gox\\<Esc>")
        self.assertEqual(editor.get("[g:method, &foldmethod, foldlevel('$')]"), ["manual", "expr", 1])

    def test_many_headings_are_folded_about_as_quickly_as_all_lines_are_read(self):
        editor = self.open()
        self.new_memo(editor, "Title\n" + ("# heading\n" + "text\n" * 9) * 1500)
        editor.do("let g:start = reltime()", "call filter(getline(1, '$'), {_, line -> line =~# '^#'})",
                  "let g:read = reltimefloat(reltime(g:start))", "let g:start = reltime()", "normal! zx",
                  "let g:level = foldlevel('$')", "let g:folded = reltimefloat(reltime(g:start))")
        read, folded, level = editor.get("[g:read, g:folded, g:level]")
        print(f"15,000 lines read in {read:.3f} s, folded in {folded:.3f} s")
        self.assertEqual(level, 1)
        self.assertLess(folded, 150 * read)

    def test_plain_memos_are_plain(self):
        editor = self.open(settings=["let g:memo_markdown = 0"])
        self.new_memo(editor, TEXT)
        self.assertEqual(editor.get("[&filetype, &foldmethod]"), ["memo", "manual"])
        self.assertEqual([self.group(editor, 1, "Title"), self.group(editor, 9, "bold")], ["memoTitle", ""])

    def test_another_file_in_the_window_has_nothing_of_it(self):
        editor = self.open()
        self.new_memo(editor, TEXT)
        editor.do(f"edit {self.folder}/file.c")
        self.assertEqual(editor.get("[&foldmethod, &foldexpr, &linebreak, &foldlevel]"), ["manual", "0", 0, 0])


class VimMarkdownTests(MarkdownTests, EditorCase):
    kind = "vim"


class NeovimMarkdownTests(MarkdownTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
