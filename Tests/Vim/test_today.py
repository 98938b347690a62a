"""The memo of a day, in Vim and in Neovim."""

import datetime
import unittest

from editor_case import EditorCase


class DayTests:
    def test_the_memo_of_today_is_made_once_and_opened(self):
        editor = self.open()
        editor.do("MemoToday")
        self.assertEqual(editor.get("getline(1)"), editor.get("strftime('%Y-%m-%d')"))
        editor.type("Go- done\\<Esc>")
        editor.do("MemoFlush", "enew", "MemoToday")
        self.assertEqual(editor.lines()[-1], "- done")
        self.assertEqual(self.witness().request("list")["total"], 1)

    def test_another_day_has_its_memo(self):
        editor = self.open()
        editor.do("tab MemoToday 2024-02-29")
        self.assertEqual((editor.get("getline(1)"), editor.get("tabpagenr('$')")), ("2024-02-29", 2))

    def test_a_memo_that_was_in_the_trash_can_be_written_again(self):
        editor = self.open()
        editor.do("MemoToday 2024-02-29")
        editor.type("Gowords\\<Esc>")
        editor.do("MemoDelete!", "edit memo://daily-2024-02-29")
        self.assertEqual(editor.get("&modifiable"), 0)
        editor.do("MemoToday 2024-02-29")
        editor.type("GA!\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored("daily-2024-02-29").split()[-1], "words!")

    def test_a_day_is_named_by_how_long_ago_it_was(self):
        editor = self.open()
        today = datetime.date.fromisoformat(editor.get("strftime('%Y-%m-%d')"))
        for word, days in [("yesterday", 1), ("Today", 0), ("7d", 7), ("2w", 14)]:
            editor.do(f"MemoToday {word}")
            self.assertEqual(editor.get("getline(1)"), str(today - datetime.timedelta(days)), word)

    def test_what_is_no_day_is_told(self):
        editor = self.open()
        editor.do("MemoToday tomorrow")
        self.assertIn("date", editor.get("memo#log#lines()[-1]"))
        self.assertEqual(self.witness().request("list")["total"], 0)


class VimDayTests(DayTests, EditorCase):
    kind = "vim"


class NeovimDayTests(DayTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
