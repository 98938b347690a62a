"""The list's window, as a person uses it; in Vim and in Neovim."""

import unittest

from editor_case import EditorCase

LIST = "memo#list#buffer()"
ROW = "line('.', bufwinid(memo#list#buffer()))"


class ListTests:
    def beside(self, *texts):
        """An editor wide enough for the list, with these memos, the last one newest, and the list beside the newest."""
        editor = self.open()
        editor.do("set columns=200", *(f"MemoNew {text}" for text in texts), "MemoList", "wincmd p")
        return editor

    def test_marks_stay_in_the_list_and_go_with_the_search(self):
        editor = self.open()
        editor.do("MemoNew One milk", "MemoNew Two", "MemoSearch milk")
        self.assertEqual(editor.marks(), ["milk"])
        editor.do("call memo#list#enter()")
        self.assertEqual((editor.lines(), editor.get("getmatches()"), editor.marks()), (["One milk"], [], []))
        editor.do(f"edit {self.folder}/file.txt", "call setline(1, 'milk')")
        self.assertEqual((editor.get("getmatches()"), editor.marks()), ([], []))
        editor.do("set hidden", "MemoList")
        self.assertEqual(editor.marks(), [])

    def test_dates_are_no_places_that_were_found(self):
        editor = self.open()
        editor.do("MemoNew 0 1 2", "execute 'MemoSearch' 0")
        self.assertEqual(editor.marks(), ["0"])

    def test_what_was_found_is_in_the_rows_width(self):
        editor = self.open()
        for text in ["Title\n" + "word " * 30 + "needle in it", "long title " * 12 + "\nneedle " + "hay " * 40,
                     "word " * 25 + "needle at the end", "한글 " * 30 + "\n" + "두부 " * 20 + "needle 두부"]:
            self.witness().request("createMemo", {"text": text})
        self.witness().request("flush")
        for columns in (44, 80):
            editor.do(f"set columns={columns}", "MemoSearch needle")
            columns = editor.get("winwidth(0)")
            for row in editor.lines():
                shown = editor.get(f"strdisplaywidth(matchstr('{row}', '.*needle'))")
                self.assertTrue(0 < shown <= columns, (row, shown))

    def test_tags_have_their_colour_and_the_body_has_another(self):
        editor = self.open()
        self.witness().request("createMemo", {"text": "Tagged\nbody", "properties": {"tags": ["home"]}})
        self.witness().request("flush")
        editor.do("MemoList")
        groups = [editor.get(f"synIDattr(synID(1, stridx(getline(1), '{word}') + 1, 1), 'name')")
                  for word in ["home", "body"]]
        self.assertEqual(groups, ["memoListTag", "memoListBody"])

    def test_the_cursor_follows_the_memo_that_is_shown(self):
        editor = self.beside("One", "Two", "Three")
        ids = editor.get("getbufvar(memo#list#buffer(), 'memo_ids')")
        editor.do(f"edit memo://{ids[2]}")
        self.assertEqual(editor.get(ROW), 3)
        editor.do("MemoNew Four")
        editor.wait_for(f"getbufline({LIST}, 1)[0] =~# 'Four'")
        self.assertEqual(editor.get(ROW), 1)
        editor.do(f"edit memo://{ids[1]}", "MemoList", "MemoDelete!")
        self.assertIn("trashedAt", self.after_flush(editor, ids[1]))

    def after_flush(self, editor, id):
        editor.do("MemoFlush")
        return self.witness().request("getMemo", {"id": id})

    def test_a_closed_list_does_not_come_back_when_the_screen_changes(self):
        for close in ["quit", "close"]:
            editor = self.beside("One")
            editor.do("call win_gotoid(memo#window#list())", close, "set columns=60", "call memo#window#fit()",
                      "set columns=200", "call memo#window#fit()")
            self.assertEqual(editor.get("winnr('$')"), 1, close)
        editor = self.beside("One")
        editor.do("only", "set columns=60", "call memo#window#fit()", "set columns=200", "call memo#window#fit()")
        self.assertEqual(editor.get("winnr('$')"), 1, "only")

    def test_n_goes_on_in_what_was_found_and_writes_a_new_memo_elsewhere(self):
        editor = self.open()
        editor.do("MemoNew milk 1", "MemoNew milk 2", "MemoSearch milk", "normal n")
        self.assertEqual(editor.get("line('.')"), 2)
        editor.do("normal n", "normal N", "normal 3n", "MemoFlush")
        self.assertEqual((editor.get("line('.')"), self.witness().request("list")["total"]), (1, 2))
        editor.do("MemoList", "normal n")
        self.assertEqual(editor.get("memo#statusline()"), "new")

    def test_every_motion_reaches_the_last_row(self):
        client = self.witness()
        for number in range(450):
            client.request("createMemo", {"text": f"memo {number}"})
        client.request("flush")
        for motion in ["normal! G", "$", "normal! 100%", "normal! 449j", "normal! 450G", "call search('\\%$')"]:
            editor = self.open()
            editor.do("MemoList", motion, "doautocmd CursorMoved")
            editor.wait_for("line('.') == 450 && getline('.') =~# 'memo'")

    def test_rows_of_a_range_are_deleted_restored_pinned_and_tagged(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoNew Two", "MemoNew Three", "MemoList", "1,2MemoPin", "1,2MemoTag home #work",
                  "MemoFlush")
        found = {memo["displayTitle"]: memo["properties"] for memo in self.witness().request("list")["memos"]}
        labels = {"pinned": True, "tags": ["home", "work"]}
        self.assertEqual(found, {"One": {}, "Two": labels, "Three": labels})
        editor.do("MemoList", "1,2MemoDelete!", "MemoTrash", "1,2MemoRestore", "MemoFlush")
        self.assertEqual(self.witness().request("list")["total"], 3)

    def test_where_windows_go_is_said_as_for_other_commands(self):
        editor = self.open()
        editor.do("MemoNew One", "vertical MemoNew Two")
        self.assertEqual(editor.get("[winnr('$'), winwidth(1) < &columns - 10]"), [2, 1])
        editor.do("tab MemoList")
        self.assertEqual(editor.get("[tabpagenr('$'), winnr('$')]"), [2, 1])
        editor.do("tabclose", "tab Memo", "tab MemoLog", "silent MemoNew Three")
        self.assertEqual(editor.get("tabpagenr('$')"), 3)

    def test_a_range_of_lines_becomes_a_memo(self):
        editor = self.open()
        editor.do("call setline(1, ['a', 'b', 'c'])", "set hidden", "2,3MemoNew", "MemoFlush")
        self.assertEqual(self.stored(editor.id()), "b\nc\n")
        editor.do("buffer 1", "1MemoNew Title", "MemoFlush")
        self.assertEqual(self.stored(editor.id()), "Title\na\n")

    def test_pins_and_tags_of_the_memo_of_a_buffer_go_with_what_is_typed(self):
        editor = self.open()
        editor.do("MemoNew One")
        editor.type("A!\\<Esc>")
        editor.do("MemoPin", 'MemoTag Home "two words"', "MemoTag HOME", "MemoTag! two")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush")
        memo = self.witness().request("getMemo", {"id": editor.id()})
        self.assertEqual((memo["text"], memo["properties"]), ("One!!", {"pinned": True, "tags": ["Home", "two words"]}))
        self.assertEqual(editor.get("getcompletion('MemoTag ', 'cmdline')"), ["Home", '"two words"'])
        editor.do("MemoPin!", 'MemoTag! home "two words"', "MemoFlush", "MemoTag! nothing")
        self.assertEqual(self.witness().request("getMemo", {"id": editor.id()})["properties"], {})
        self.assertIn("no such tag", editor.get("memo#log#lines()[-1]"))
        self.assertNotIn("another text", "\n".join(editor.get("memo#log#lines()")))


class ConflictTests:
    STILL = ("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000")

    def conflict(self):
        """Two editors that wrote the same line; `here` saved first."""
        here = self.open(*self.STILL)
        id = self.new_memo(here, "Shopping\nmilk\n")
        there = self.open(*self.STILL)
        there.do(f"edit memo://{id}")
        # Both are there before either can learn of the other.
        here.do("call setline(2, 'oat milk')")
        there.do("call setline(2, 'soy milk')")
        here.do("MemoFlush")
        there.do("MemoFlush")
        for editor in (here, there):
            editor.wait_for("memo#statusline() ==# 'conflict: see :MemoConflict'")
            self.assertIn("was changed in the same lines elsewhere", "\n".join(editor.get("memo#log#lines()")))
        self.assertEqual(here.lines(), ["Shopping", "soy milk"])
        return here, there, id

    def state(self, editor):
        editor.do("MemoFlush")
        self.assertEqual(editor.get("[winnr('$'), &diff]"), [1, 0])
        return sorted(self.stored(memo["id"]) for memo in self.witness().request("list")["memos"])

    def test_a_conflict_is_said_to_both_marked_in_the_list_and_shown_as_a_diff(self):
        here, there, id = self.conflict()
        here.do("MemoConflict")
        shown = "map(range(1, winnr('$')), {_, n -> [getwinvar(n, '&diff'), getbufline(winbufnr(n), 2)[0]]})"
        self.assertEqual(here.get(shown), [[1, "soy milk"], [1, "oat milk"]])
        there.do("MemoList")
        self.assertEqual(sorted(row[0] for row in there.lines()), [" ", "!"])

    def test_all_is_saved_when_that_is_said_even_if_a_change_was_refused_first(self):
        for command, argument in (("MemoFlush", "Bread"), ("write", "Butter")):
            with self.subTest(command):
                editor = self.open(*self.STILL)
                id = self.new_memo(editor, "Shopping\nmilk\n")
                # As if another editor's change had not come yet.
                editor.do("call extend(memo#sync#memo(bufnr('%')), {'version': 7})",
                          f"call setline(2, '{argument}')", command)
                self.assertEqual(self.stored(id), f"Shopping\n{argument}\n")

    def test_this_text_is_kept(self):
        here, _, _ = self.conflict()
        here.do("MemoConflict", "MemoConflict this")
        self.assertEqual(self.state(here), ["Shopping\nsoy milk\n"])

    def test_what_one_editor_settles_is_settled_in_the_other(self):
        for kept in ["this", "other", "both"]:
            with self.subTest(kept):
                here, there, _ = self.conflict()
                here.do(f"MemoConflict {kept}", "MemoFlush")
                there.wait_for("memo#statusline() =~# '^saved'")

    def test_how_many_other_texts_are_left_is_said(self):
        here, _, id = self.conflict()
        self.witness().request("createMemo", {"text": "Shopping\nrice milk\n", "properties": {"conflictOf": id}})
        self.witness().request("flush")
        for left in ["the next of 1 more", None]:
            here.do("call memo#log#say('next')", "MemoConflict this")
            # That the next one is in conflict, too, may be said behind it.
            said = here.get("execute('messages')").rpartition("memo: next")[2]
            self.assertEqual(left is not None, "more" in said)
            self.assertIn(left or "", said)

    def test_the_other_text_is_kept_without_looking_at_it_first(self):
        here, _, id = self.conflict()
        here.do("MemoConflict other")
        self.assertEqual(here.id(), id)
        self.assertEqual(self.state(here), ["Shopping\noat milk\n"])

    def test_the_copys_window_is_this_text_when_the_cursor_is_there(self):
        here, _, id = self.conflict()
        here.do("MemoConflict", "wincmd l", "MemoConflict this")
        self.assertEqual(here.id(), id)
        self.assertEqual(self.state(here), ["Shopping\noat milk\n"])

    def test_both_are_kept_as_memos_of_their_own(self):
        here, _, _ = self.conflict()
        here.do("MemoConflict both")
        self.assertEqual(self.state(here), ["Shopping\noat milk\n", "Shopping\nsoy milk\n"])
        self.assertEqual([memo["properties"] for memo in self.witness().request("list")["memos"]], [{}, {}])


class VimListTests(ListTests, EditorCase):
    kind = "vim"


class NeovimListTests(ListTests, EditorCase):
    kind = "nvim"


class VimConflictTests(ConflictTests, EditorCase):
    kind = "vim"


class NeovimConflictTests(ConflictTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
