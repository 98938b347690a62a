"""Several editors on one memo: each sees what the others wrote, and no typed character is lost."""

import time
import unittest

from editor_case import EditorCase

TEXT = "Shopping\nmilk\neggs\ntea\n"
SAVED = "memo#statusline() =~# '^saved '"
SETTLED = "memo#sync#memo(bufnr('%')).is_reading == 0 && empty(memo#sync#memo(bufnr('%')).pending)"


class SharingTests:
    def pair(self, text=TEXT, flags=("--autosave-delay-ms", "10")):
        """Two editors that show one memo, and its id."""
        here = self.open(*flags)
        id = self.new_memo(here, text)
        there = self.open(*flags)
        there.do(f"edit memo://{id}")
        return here, there, id

    def wait_for_line(self, editor, line):
        editor.wait_for(f"index(getline(1, '$'), '{line}') >= 0")

    def test_what_one_types_the_other_shows_within_a_second_of_its_save(self):
        here, there, _ = self.pair()
        here.type("Gobread\\<Esc>")
        here.wait_for(SAVED)
        saved = time.monotonic()
        self.wait_for_line(there, "bread")
        print(f"seen after {time.monotonic() - saved:.2f} s")
        self.assertEqual(there.lines(), [*TEXT.splitlines(), "bread"])
        self.assertEqual(there.get("&modified"), 0)

    def test_what_another_process_changes_is_shown_as_saved_where_nothing_was_typed(self):
        there = self.open()
        id = self.new_memo(there, "# Shopping\n")
        self.assertEqual(there.get("memo#statusline()"), "saved")
        client = self.witness()
        client.request("updateMemo", {"id": id, "contentChanges": [{"text": "# Shopping\nbread\n"}]})
        client.request("flush")
        self.wait_for_line(there, "bread")
        self.assertEqual(there.get("memo#statusline()"), "saved")

    def test_the_cursor_stays_on_its_text_and_undo_still_works(self):
        here, there, _ = self.pair()
        there.type("Gobread\\<Esc>")
        there.do("call cursor(4, 2)")
        here.type("ggOabove\\<Esc>")
        self.wait_for_line(there, "above")
        self.assertEqual(there.get("[line('.'), col('.'), getline('.')]"), [5, 2, "tea"])
        there.do("normal! 2u")
        self.assertEqual(there.lines(), TEXT.splitlines())

    def test_undo_knows_what_is_typed_after_anothers_change_came(self):
        editor = self.open(settings=["set backspace=indent,eol,start"])
        self.new_memo(editor, TEXT)
        editor.do(
            "inoremap X <Cmd>call memo#buffer#show(g:memo, ['above'] + memo#text#of_buffer(bufnr('%')), \"\\n\")<CR>",
            "let g:memo = memo#sync#memo(bufnr('%'))")
        editor.type("2GA one\\<CR>X\\<BS>\\<BS>\\<BS>two\\<CR>three\\<Esc>")
        typed = editor.lines()
        self.assertEqual(typed, ["above", "Shopping", "milk otwo", "three", "eggs", "tea"])
        found = []
        for _ in range(3):
            editor.do("silent undo")
            found.append(editor.lines())
        before = ["Shopping", "milk one", "", "eggs", "tea"]
        self.assertEqual(found, [["above", *before], before, TEXT.splitlines()])
        editor.do("silent redo", "silent redo", "silent redo")
        self.assertEqual(editor.lines(), typed)

    def test_the_cursor_stays_in_a_line_that_another_editor_changes(self):
        here, there, _ = self.pair()
        there.do("call cursor(2, 4)")
        here.do("call setline(2, 'fresh milk')", "MemoFlush")
        self.wait_for_line(there, "fresh milk")
        self.assertEqual(there.get("[line('.'), col('.')]"), [2, 10])

    def test_both_type_at_once_in_different_lines_and_both_lines_stay(self):
        here, there, id = self.pair()
        for number in range(20):
            here.type(f"2GA{number}.\\<Esc>")
            there.type(f"4GA{number}.\\<Esc>")
        typed = "".join(f"{number}." for number in range(20))
        for editor in (here, there):
            self.wait_for_line(editor, f"milk{typed}")
            self.wait_for_line(editor, f"tea{typed}")
        here.wait_for(SETTLED)
        here.do("MemoFlush")
        self.assertEqual(self.stored(id), f"Shopping\nmilk{typed}\neggs\ntea{typed}\n")

    def test_a_memo_deleted_elsewhere_stays_on_the_screen_and_typing_brings_it_back(self):
        here, there, id = self.pair()
        here.do("MemoDelete!")
        there.wait_for("memo#statusline() ==# 'in the trash'")
        self.assertEqual(there.lines(), TEXT.splitlines())
        there.type("Gobread\\<Esc>")
        there.wait_for(f"{SETTLED} && {SAVED}")
        self.assertEqual(self.stored(id), TEXT + "bread\n")
        self.assertNotIn("trashedAt", self.witness().request("getMemo", {"id": id}))

    def test_a_memo_destroyed_elsewhere_is_made_anew_by_typing(self):
        here, there, id = self.pair()
        self.witness().request("updateMemo", {"id": id, "properties": {"tags": ["food"]}})
        self.witness().request("flush")
        there.wait_for("memo#sync#memo(bufnr('%')).properties == {'tags': ['food']}")
        self.destroy(id)
        there.wait_for("memo#statusline() ==# 'destroyed elsewhere'")
        there.type("Gobread\\<Esc>")
        there.wait_for(f"{SETTLED} && {SAVED}")
        found = self.witness().request("getMemo", {"id": id})
        self.assertEqual((found["text"], found["properties"]), (TEXT + "bread\n", {"tags": ["food"]}))

    def destroy(self, id):
        """Destroys a memo for good, from the test's own session."""
        self.witness().request("delete", {"id": id, "permanent": True})
        self.witness().request("flush")

    def test_a_memo_destroyed_elsewhere_and_made_anew_is_deleted_into_the_trash(self):
        here, there, id = self.pair()
        self.witness().request("delete", {"id": id})
        self.witness().request("flush")
        there.wait_for("memo#statusline() ==# 'in the trash'")
        self.destroy(id)
        there.wait_for("memo#statusline() ==# 'destroyed elsewhere'")
        there.type("Gobread\\<Esc>")
        there.wait_for(f"{SETTLED} && {SAVED}")
        there.do("MemoDelete!", "MemoFlush")
        self.assertEqual(self.stored(id), TEXT + "bread\n")
        self.assertIn("trashedAt", self.witness().request("getMemo", {"id": id}))

    def test_a_memo_destroyed_elsewhere_is_made_anew_by_write_and_by_restore_too(self):
        here, there, id = self.pair()
        for command in ["write", "MemoRestore"]:
            self.destroy(id)
            there.wait_for("memo#statusline() ==# 'destroyed elsewhere'")
            there.do(command)
            there.wait_for(f"{SETTLED} && {SAVED}")
            self.assertEqual(self.stored(id), TEXT)

    def test_a_memo_destroyed_elsewhere_stays_so_while_nothing_is_typed_into_it(self):
        here, there, id = self.pair()
        self.destroy(id)
        there.wait_for("memo#statusline() ==# 'destroyed elsewhere'")
        there.do("MemoRestart", "MemoFlush")
        there.wait_for(SETTLED)
        self.assertEqual(self.witness().request("list")["total"], 0)
        there.do("MemoDelete!")
        self.assertEqual(there.get("memo#sync#memos()"), [])

    def test_a_memo_that_counts_from_less_than_before_is_read_once_not_for_ever(self):
        here, there, id = self.pair()
        there.do("let g:memo_trace = 1", "let g:memo = memo#sync#memo(bufnr('%'))", "let g:memo.newest = 1000",
                 "call memo#follow#read(g:memo)")
        there.wait_for(f"{SETTLED} && g:memo.version < 1000")
        there.type("Gobread\\<Esc>")
        there.wait_for(f"{SETTLED} && {SAVED}")
        self.assertEqual(self.stored(id), TEXT + "bread\n")
        self.assertEqual(there.get("len(filter(memo#log#lines(), 'v:val =~# \"> .*getMemo\"'))"), 1)

    def test_a_memo_typed_into_after_it_was_deleted_elsewhere_is_not_destroyed_by_deleting_it_at_once(self):
        here, there, id = self.pair()
        here.do("MemoDelete!", "MemoFlush")
        there.wait_for("memo#statusline() ==# 'in the trash'")
        there.do("call append('$', 'bread') | MemoDelete!", "MemoFlush")
        self.assertEqual(self.stored(id), TEXT + "bread\n")

    def test_a_memo_restored_elsewhere_is_not_destroyed_by_one_that_still_shows_it_in_the_trash(self):
        here, there, id = self.pair()
        here.do("MemoDelete!", "MemoFlush")
        there.do("enew", "MemoTrash", "let g:memo_timeout = 5")
        there.wait_for("memo#list#current_id() !=# ''")
        there.do("function! memo#list#render() abort\nendfunction")
        self.witness().request("restore", {"id": id})
        self.witness().request("flush")
        there.do("MemoDelete!", "MemoFlush")
        self.assertEqual(self.stored(id), TEXT)

    def test_a_memo_opened_in_the_trash_can_be_written_as_soon_as_it_is_restored_elsewhere(self):
        here, there, id = self.pair()
        here.do("MemoDelete!", "MemoFlush")
        there.wait_for("memo#statusline() ==# 'in the trash'")
        there.do("edit")
        self.assertEqual(there.get("&modifiable"), 0)
        self.witness().request("restore", {"id": id})
        self.witness().request("flush")
        there.wait_for("&modifiable")
        there.type("Gobread\\<Esc>")
        there.wait_for(f"{SETTLED} && {SAVED}")
        self.assertEqual(self.stored(id), TEXT + "bread\n")

    def test_the_list_follows_what_others_do(self):
        here, there, _ = self.pair()
        there.do("set columns=200", "MemoList")
        here.do("MemoNew From here")
        here.do("MemoFlush")
        there.wait_for("getbufline(memo#list#buffer(), 1)[0] =~# 'From here'")
        here.do("MemoDelete!")
        there.wait_for("getbufline(memo#list#buffer(), 1)[0] !~# 'From here'")

    def test_a_conflict_keeps_both_texts(self):
        here, there, id = self.pair(flags=("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000"))
        # Neither knows of the other's words when it writes its own.
        here.do("call setline(2, 'oat milk')")
        there.do("call setline(2, 'soy milk')")
        here.do("MemoFlush")
        here.wait_for(SAVED)
        there.do("MemoFlush")
        self.wait_until(lambda: self.stored(id).splitlines()[1] == "soy milk", "the second save")
        texts = {memo["displayTitle"]: self.stored(memo["id"]) for memo in self.witness().request("list")["memos"]}
        copies = [memo for memo in self.witness().request("list")["memos"]
                  if memo["properties"].get("conflictOf") == id]
        self.assertEqual([self.stored(copy["id"]).splitlines()[1] for copy in copies], ["oat milk"], texts)

    def change_behind(self, editor, text):
        """Gives the memo another text, as if the server had taken in another's change; no version that is on its way
        fits."""
        editor.do("let g:memo = memo#sync#memo(bufnr('%'))",
                  "for g:count in range(20) | call memo#server#call('updateMemo', "
                  f"{{'id': g:memo.id, 'contentChanges': [{{'text': {text}}}]}}) | endfor")

    def test_a_refused_change_goes_on_top_of_the_text_that_is_there_now(self):
        here, _, id = self.pair()
        self.change_behind(here, '"Shopping list\\nmilk\\neggs\\ntea\\n"')
        here.type("Gobread\\<Esc>")
        here.type("Gobutter\\<Esc>")
        here.wait_for(SETTLED + " && getline(1) ==# 'Shopping list'")
        here.do("MemoFlush")
        self.assertEqual(self.stored(id), "Shopping list\nmilk\neggs\ntea\nbread\nbutter\n")

    def test_a_refused_change_of_a_line_that_was_changed_leaves_a_copy_of_the_other_text(self):
        here, _, id = self.pair()
        self.change_behind(here, '"Shopping\\noat milk\\n"')
        here.do("call setline(2, 'soy milk')", "call memo#watch#flush(bufnr('%'))")
        here.wait_for(SETTLED)
        here.do("MemoFlush")
        self.assertEqual(self.stored(id).splitlines()[1], "soy milk")
        copies = [memo for memo in self.witness().request("list")["memos"]
                  if memo["properties"].get("conflictOf") == id]
        self.assertEqual([self.stored(copy["id"]) for copy in copies], ["Shopping\noat milk\n"])


    def test_a_refused_change_in_another_part_of_a_line_that_was_changed_is_merged_with_it(self):
        here, _, id = self.pair()
        self.change_behind(here, '"Shopping list\\noat milk\\neggs\\n"')
        here.do("call setline(2, 'milk for tea')", "call memo#watch#flush(bufnr('%'))")
        here.wait_for(SETTLED)
        here.do("MemoFlush")
        self.assertEqual(self.stored(id).splitlines()[:2], ["Shopping list", "oat milk for tea"])
        self.assertNotIn("conflictOf", str(self.witness().request("list")))


class VimSharingTests(SharingTests, EditorCase):
    kind = "vim"


class NeovimSharingTests(SharingTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
