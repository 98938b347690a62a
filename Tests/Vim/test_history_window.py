"""The windows of a memo's history belong together, whatever a person does with one of them; in Vim and in Neovim."""

import unittest

from editor_case import EditorCase

WINDOWS = "map(range(1, winnr('$')), {_, n -> [getwinvar(n, '&diff'), bufname(winbufnr(n))]})"


class HistoryTests:
    def history(self):
        """An editor with a memo of two saved states, and its history."""
        editor = self.open()
        self.new_memo(editor, "One\n")
        editor.do("call setline(1, 'Two')", "write", "MemoHistory")
        self.memo = editor.get("bufname(memo#sync#memos()[0].buffer)")
        self.id = editor.get("memo#sync#memos()[0].id")
        self.assertEqual(editor.get(WINDOWS), [[1, self.memo], [1, f"memos://revision/{self.id}"], [0, f"memos://history/{self.id}"]])
        return editor

    def check(self, editor, *windows):
        """Waits until these are the windows; nothing was reported meanwhile."""
        editor.wait_for(f"{WINDOWS} ==# {list(map(list, windows))}")
        self.assertEqual([line for line in editor.messages() if "Error" in line or line.startswith("E")], [])

    def test_closing_the_list_closes_the_revision(self):
        for command in ["quit", "close", "bwipeout", "normal q"]:
            editor = self.history()
            editor.do(command)
            self.check(editor, [0, self.memo])

    def test_closing_the_revision_leaves_the_memo_without_a_diff_and_the_list_shows_it_again(self):
        editor = self.history()
        editor.do("2wincmd w", "quit")
        self.check(editor, [0, self.memo], [0, f"memos://history/{self.id}"])
        editor.do("2wincmd w", "call memo#history#show()")
        self.check(editor, [1, self.memo], [1, f"memos://revision/{self.id}"], [0, f"memos://history/{self.id}"])

    def test_only_leaves_no_diff(self):
        editor = self.history()
        editor.do("1wincmd w", "only")
        self.check(editor, [0, self.memo])
        editor.do("MemoHistory", "only")
        self.check(editor, [0, f"memos://history/{self.id}"])
        editor.do("call memo#history#show()")
        self.check(editor, [1, self.memo], [1, f"memos://revision/{self.id}"], [0, f"memos://history/{self.id}"])

    def test_closing_the_memos_window_closes_the_rest(self):
        editor = self.open()
        self.new_memo(editor, "One\n")
        editor.do("call setline(1, 'Two')", "write", "new", "wincmd p", "MemoHistory", "2wincmd w", "close",
                  "1wincmd w")
        self.check(editor, [0, ""])

    def test_quit_in_the_memos_window_ends_the_editor(self):
        editor = self.history()
        editor.do("1wincmd w")
        editor.leave("quit")

    def test_another_file_in_a_window_is_no_diff(self):
        path = f"{self.folder}/file.txt"
        editor = self.history()
        editor.do("1wincmd w", f"edit {path}")
        editor.wait_for("index(map(range(1, winnr('$')), {_, n -> getwinvar(n, '&diff')}), 1) < 0")
        self.assertEqual(editor.get("[bufname('%'), winnr('$')]"), [path, 1])
        editor = self.history()
        editor.do("2wincmd w", f"edit {path}")
        self.check(editor, [0, self.memo], [0, path], [0, f"memos://history/{self.id}"])
        editor = self.history()
        editor.do(f"edit {path}")
        self.check(editor, [0, self.memo], [0, path])
        self.assertEqual(editor.get("[&winfixheight, &cursorline, &l:statusline]"), [0, 0, ""])

    def test_there_is_one_list_from_wherever_it_is_asked_for(self):
        editor = self.history()
        for window in [1, 2, 3]:
            editor.do(f"{window}wincmd w", "MemoHistory")
            self.check(editor, [1, self.memo], [1, f"memos://revision/{self.id}"], [0, f"memos://history/{self.id}"])

    def test_deleting_the_memo_closes_its_history(self):
        editor = self.history()
        editor.do("1wincmd w", "MemoDelete!")
        editor.wait_for("winnr('$') == 1 && !&diff")

    def test_the_history_goes_where_it_is_told_to(self):
        editor = self.open()
        self.new_memo(editor, "One\n")
        editor.do("tab MemoHistory")
        self.assertEqual(editor.get("[tabpagenr('$'), winnr('$')]"), [2, 3])


class VimHistoryTests(HistoryTests, EditorCase):
    kind = "vim"


class NeovimHistoryTests(HistoryTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
