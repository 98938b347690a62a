"""A command means files by the names that they have at that moment, also while another process keeps the folder."""

import threading
import unittest

from folder.served_case import ServedCase


class Operands(ServedCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", "first\n")
        self.write("b.md", "second\n")
        self.attach()

    def swap(self, one="a.md", other="b.md"):
        """Gives each of two files the other's name."""
        between = self.folder / "between"
        (self.notes / one).rename(between)
        (self.notes / other).rename(self.notes / one)
        between.rename(self.notes / other)

    def test_words_go_into_the_file_that_is_called_so_now_however_it_is_named(self):
        client = self.open()
        for name in ("a.md", "a", "./a.md", "a.md", "a"):
            with self.subTest(name):
                self.swap()
                expected = self.texts()["a.md"] + "word\n"
                self.here("append", name, "word")
                self.assertEqual(self.texts()["a.md"], expected)
        self.wait_for_memos(client, *self.texts().values())

    def test_reading_commands_read_what_the_file_says_now(self):
        self.open()
        for number in range(3):
            self.swap()
            expected = self.texts()
            self.assertEqual([self.here("show", name) for name in ("a.md", "b")], [expected["a.md"], expected["b.md"]])
            self.write("a.md", f"first {number} [[b]]\n")
            self.assertIn("b", self.here("links", "a.md"))
            id = self.here("list", "--format", "{path}\t{id}").split("a.md\t")[1][:36]
            self.write("a.md", f"first {number} again\n")
            self.assertEqual(self.here("show", id), f"first {number} again\n")
            self.write("b.md", f"second {number}\n")
            self.assertIn(f"+second {number}", self.here("history", "b.md", "--diff"))

    def test_a_file_that_was_just_made_is_a_memo_and_one_that_is_gone_is_none(self):
        self.open()
        self.write("c.md", "third\n")
        self.here("append", "c.md", "word")
        self.assertEqual(self.texts()["c.md"], "third\nword\n")
        self.write("sub/d.md", "fourth\n")
        self.here("append", "d", "word", cwd=self.notes / "sub")
        self.assertEqual(self.texts()["sub/d.md"], "fourth\nword\n")
        (self.notes / "c.md").rename(self.notes / "e.md")
        self.refusal(1, "append", "c.md", "word", cwd=self.notes, words=["no memo has the id or the title c.md"])
        self.assertEqual(self.texts()["e.md"], "third\nword\n")

    def test_the_file_of_the_day_that_was_just_made_is_the_days(self):
        self.open()
        for date in ("2026-11-20", "2026-11-21"):
            self.write(f"{date}.md", "begun\n")
            self.here("today", "--date", date, "--add", "word")
            self.assertEqual(self.texts()[f"{date}.md"], "begun\nword\n")
        self.assertEqual(len(self.texts()), 4)

    def test_once_the_folder_is_free_the_command_takes_in_the_files_itself(self):
        for command in (["append", "a.md", "word"], ["show", "a.md"]):
            release = self.keep()
            self.swap()
            threading.Timer(0.3, release).start()
            expected = self.texts()["a.md"]
            said = self.here(*command)
            self.assertEqual(self.texts()["a.md"], expected + "word\n" if command[0] == "append" else said)

    def test_what_the_one_who_keeps_the_folder_does_not_take_in_is_told_and_nothing_is_done(self):
        release = self.keep()
        self.swap()
        self.write("c.md", "third\n")
        for name in ("a.md", "b", "c.md"):
            for command in (["append", name, "word"], ["show", name]):
                self.refusal(1, *command, cwd=self.notes, words=["another one than a moment ago", "try again"])
        self.refusal(1, "new", "--template", "c", "x", cwd=self.notes, words=["c.md is a new file"])
        self.write("2026-11-20.md", "begun\n")
        today = ["today", "--date", "2026-11-20", "--add", "word"]
        self.refusal(1, *today, cwd=self.notes, words=["2026-11-20.md is a new file", "try again"])
        release()
        self.assertEqual(self.memos(), self.texts())
        self.assertEqual(self.texts(),
                         {"a.md": "second\n", "b.md": "first\n", "c.md": "third\n", "2026-11-20.md": "begun\n"})


if __name__ == "__main__":
    unittest.main()
