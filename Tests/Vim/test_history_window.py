"""The windows of a memo's history belong together, whatever a person does with one of them; in Vim and in Neovim."""

import json
import re
import unittest

from editor_case import EditorCase
from screen_case import ScreenCase

WINDOWS = "map(range(1, winnr('$')), {_, n -> [getwinvar(n, '&diff'), bufname(winbufnr(n))]})"


class HistoryTests:
    def history(self):
        """An editor with a memo of two saved states, and its history."""
        editor = self.open()
        self.new_memo(editor, "One\n")
        editor.do("call setline(1, 'Two')", "write", "MemoHistory")
        self.memo = editor.get("bufname(memo#sync#memos()[0].buffer)")
        self.id = editor.get("memo#sync#memos()[0].id")
        self.assertEqual(editor.get(WINDOWS),
                         [[1, self.memo], [1, f"memos://revision/{self.id}"], [0, f"memos://history/{self.id}"]])
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

    def test_a_row_says_what_was_changed(self):
        editor = self.open()
        editor.do("MemoNew One", "write", "call setline(1, ['Two', 'lines', 'more'])", "write", "MemoTag food home",
                  "write", "MemoPin", "write", "MemoTag! food", "MemoPin!", "2delete", "write",
                  "setlocal fileformat=dos", "write", "MemoHistory")
        rows = [re.split("  +", row[29:].replace("\u00a0", " ").strip()) for row in editor.lines()]
        self.assertEqual([row[0] for row in rows if len(row) == 2], [
            "line ends", "-1 line, unpinned, -#food", "pinned", "+#food, +#home", "+3 -1 lines", "made"])
        self.assertEqual([row[-1] for row in rows], ["Two"] * 5 + ["One"])

    def test_a_row_says_which_agent_changed_it(self):
        editor = self.open()
        revisions = [{"revision": str(number), "version": 3 - number, "modifiedAt": "2026-11-22T12:00:00.000Z",
                      "bytes": 3, "displayTitle": "One"} | ({} if number == 1 else {"by": "Claude"})
                     for number in range(3)]
        rows = editor.get(
            f"memo#revision#rows(json_decode({json.dumps(revisions)!r}), {{'0': '+1 line', '1': 'made'}}, 80)")
        self.assertEqual([row[29:].split("\u00a0")[0].strip() for row in rows],
                         ["+1 line by Claude", "made", "by Claude"])

    def test_rows_that_come_into_sight_say_it_too(self):
        editor = self.open()
        id = self.new_memo(editor, "0\n")
        for number in range(20):
            editor.do(f"call setline(1, '{number}')", "write")
        editor.do("MemoHistory", "resize 3", "call feedkeys('G', 'xt')", "doautocmd CursorMoved")
        rows = editor.lines()
        self.assertEqual(len(rows), int(editor.get(f"memo#server#ask('history', {{'id': {id!r}}}).total")))
        self.assertIn("made", rows[-1])


class HistoryScreenTests:
    def test_a_narrow_row_begins_with_what_tells_it_from_now(self):
        id = "11111111-1111-4111-8111-111111111111"
        self.make(id, "Shopping list")
        # The clock of the session that made it stands in another century.
        screen = self.start_vim(40, 20, "set laststatus=2")
        self.command(screen, f"edit memo://{id}")
        screen.wait_for("Shopping list")
        for command in ["MemoPin", "write", "MemoHistory"]:
            self.command(screen, command)
        screen.wait(lambda shown: re.search(r"^\d\d:\d\d:\d\d  pinned\u00a0\u00a0Shopping list$", shown, re.M),
                    "no row of today")
        screen.wait(lambda shown: re.search(r"^\d\d[-:]\d\d-\d\d \S{8}  made\u00a0\u00a0Shopping l", shown, re.M),
                    "no row of before")

    def test_a_narrow_screen_has_room_for_what_was_changed_and_for_the_title(self):
        screen = self.start_vim(40, 20, "set laststatus=2")
        self.command(screen, "MemoNew Shopping list")
        screen.wait_for("saved 00:00")
        for command in ["MemoPin", "MemoTag food", "write", "MemoHistory"]:
            self.command(screen, command)
        screen.wait(lambda shown: re.search(r"^\d\d:\d\d:\d\d  \S.*\u00a0\u00a0Shopping list$", shown, re.M), "no row")
        # The windows of the diff, 20 wide, have their titles, too.
        screen.wait(lambda shown: re.search(r"^ Shopping \S*  saved ", shown, re.M), "no title")
        screen.resize(80, 20)
        screen.wait(lambda shown: re.search(r"^\d{4}-\S+ \S+ +13  \S.*\u00a0\u00a0Shopping list$", shown, re.M),
                    "no wide row")


class VimHistoryScreenTests(HistoryScreenTests, ScreenCase):
    kind = "vim"


class NeovimHistoryScreenTests(HistoryScreenTests, ScreenCase):
    kind = "nvim"


class VimHistoryTests(HistoryTests, EditorCase):
    kind = "vim"


class NeovimHistoryTests(HistoryTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
