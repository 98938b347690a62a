"""What memo buffers are called, and that a name changes with the title while all else of the buffer stays."""

import unittest

from editor_case import EditorCase


class NameTests:
    def open_memo(self, editor, text, id):
        client = self.witness()
        client.request("createMemo", {"id": id, "text": text})
        client.request("flush")
        editor.do(f"edit memo://{id}")

    def test_a_buffer_is_called_by_its_memos_id_and_title(self):
        cases = [
            ("Shopping list\nmilk\n", "Shopping list"), ("# Heading\n", "Heading"), ("\n\n  장보기 목록  \n", "장보기 목록"),
            ("a/b\\c: *why*? [x] {y} $HOME %d #1 ~ `z` <q> | \"e\"\n", "a b c why x y HOME d 1 z q e"),
            ("", "New memo"),
            ("...", "New memo"), ("---\ntitle: x\n---\nReal title\n", "Real title"), ("x" * 500, "x" * 60)]
        editor = self.open()
        for number, (text, name) in enumerate(cases):
            self.open_memo(editor, text, f"memo{number}")
            self.assertEqual(editor.get("bufname('%')"), f"memo:///memo{number}/{name}.md")
            self.assertEqual(editor.get("expand('%:t')"), f"{name}.md")
        names = editor.get("map(filter(getbufinfo(), {_, info -> info.name =~# '^memo:'}), {_, info -> info.name})")
        self.assertEqual(len(names), len(cases), names)

    def test_earlier_forms_any_title_and_the_ends_that_lists_print_mean_the_same_buffer(self):
        editor = self.open()
        id = "0193a5b2-7c11-7e55-8a3d-00112233abcd"
        self.open_memo(editor, "Shopping\nmilk\n", id)
        buffer = editor.get("bufnr('%')")
        for name in [id, f"/{id}", f"/{id}/Old title.md", f"/{id}/Shopping.md", "2233abcd", "abcd", "ABCD",
                     "/2233abcd/x"]:
            editor.do("enew", f"execute 'edit' fnameescape('memo://{name}')")
            self.assertEqual((editor.get("[bufnr('%'), line('$')]"), editor.get("bufname('%')")),
                             ([buffer, 2], f"memo:///{id}/Shopping.md"), name)
        editor.do("bwipeout", "edit memo://2233abcd")
        self.assertEqual((editor.lines(), editor.get("bufname('%')")),
                         (["Shopping", "milk"], f"memo:///{id}/Shopping.md"))
        editor.do("enew", f"buffer {id}")
        self.assertEqual(editor.lines(), ["Shopping", "milk"])
        self.assertEqual(editor.get("getcompletion('b Shop', 'cmdline')"), [f"memo:///{id}/Shopping.md"])

    def test_an_end_that_several_memos_have_or_that_is_too_short_is_told(self):
        editor = self.open()
        for id in ["first-abcd", "other-abcd"]:
            self.open_memo(editor, id, id)
        editor.do("silent! edit memo://abcd")
        self.assertIn("2 memos end in “abcd”", editor.get("memo#log#lines()[-1]"))
        self.assertEqual(editor.get("&modifiable"), 0)
        self.open_memo(editor, "lone", "lone-qrs")
        editor.do("enew", "silent! edit memo://qrs")
        self.assertEqual(editor.get("[bufname('%'), &modifiable]"), ["memo://qrs", 0])

    def test_a_new_title_changes_the_name_and_nothing_else(self):
        editor = self.open()
        self.open_memo(editor, "One\ntwo\nthree\n", "m")
        buffer = editor.get("bufnr('%')")
        editor.do(f"edit {self.folder}/other.txt", f"buffer {buffer}", "split", "call cursor(3, 2)",
                  "normal! maj", "2mark B")
        marks = "[bufnr('%'), bufnr('#'), winnr('$'), line(\"'a\"), getpos(\"'B\")[0:1]]"
        before = editor.get(marks)
        editor.type("gg0cwFirst\\<Esc>")
        editor.do("write")
        self.assertEqual(editor.get("bufname('%')"), "memo:///m/First.md")
        self.assertEqual(editor.get(marks), before)
        editor.do("silent undo")
        self.assertEqual(editor.lines(), ["One", "two", "three"])
        editor.do("silent write", "silent edit")
        self.assertEqual((editor.get("bufname('%')"), editor.lines()), ("memo:///m/One.md", ["One", "two", "three"]))
        self.assertEqual(len(editor.get("filter(getbufinfo(), {_, info -> info.name =~# '^memo:'})")), 1)

    def test_another_editors_title_is_the_name_too_and_a_hidden_buffer_gets_it_when_it_is_shown(self):
        editor = self.open()
        self.open_memo(editor, "One\n", "m")
        editor.do("enew")
        self.witness().request("updateMemo", {"id": "m", "contentChanges": [{"text": "Two\n"}]})
        self.witness().request("flush")
        editor.wait_for("getbufline(bufnr('#'), 1) ==# ['Two']")
        editor.do("buffer #")
        self.assertEqual(editor.get("bufname('%')"), "memo:///m/Two.md")

    def test_a_session_of_the_earlier_form_is_read(self):
        editor = self.open()
        self.open_memo(editor, "One\n", "m")
        session = self.folder / "session.vim"
        editor.do(f"mksession! {session}")
        session.write_text(session.read_text().replace("memo:///m/One.md", "memo://m"))
        editor.do("enew", "bwipeout m", f"silent! source {session}")
        editor.wait_for("getline(1) ==# 'One'")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored("m"), "One!\n")

    def test_reading_and_writing_have_their_events(self):
        editor = self.open()
        editor.do("let g:events = []",
                  "autocmd BufReadPost,BufWritePre,BufWritePost * call add(g:events, expand('<afile>:t'))")
        self.open_memo(editor, "One\n", "m")
        editor.do("write")
        self.assertEqual(editor.get("g:events"), ["One.md"] * 3)

    def test_the_cursor_returns_to_its_last_place(self):
        history = "shada" if self.kind == "nvim" else "viminfo"
        settings = [f"set {history}='100 {history}file={self.folder}/history",
                    "autocmd BufReadPost * if line(\"'\\\"\") > 1 | execute \"normal! g'\\\"\" | endif"]
        editor = self.open(settings=settings)
        self.open_memo(editor, "One\ntwo\nthree\n", "m")
        editor.do("call cursor(3, 2)", f"w{history}!")
        editor.quit()
        editor = self.open(settings=[*settings, f"r{history}!"])
        editor.do("edit memo://m")
        self.assertEqual(editor.get("line('.')"), 3)


class VimNameTests(NameTests, EditorCase):
    kind = "vim"


class NeovimNameTests(NameTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
