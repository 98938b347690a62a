"""What is called like a note and is none: it is left alone, told, and never opened."""

import os
import socket
import stat
import unittest

from folder.served_case import ServedCase
from text_case import put

# As mknod knows them.
NULL, ZERO, DISK = (stat.S_IFCHR, 1, 3), (stat.S_IFCHR, 1, 5), (stat.S_IFBLK, 7, 250)


def fifo(path):
    os.mkfifo(path)


def listening(path):
    # Its path may be longer than a socket's address.
    folder = os.open(path.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{folder}/{path.name}")
    os.close(folder)


def device(kind, major, minor):
    return lambda path: os.mknod(path, kind | 0o666, os.makedev(major, minor))


KINDS = {"a FIFO": fifo, "a socket": listening, "null": device(*NULL), "zero": device(*ZERO), "a disk": device(*DISK)}


class NoNotes(ServedCase):
    REASON = "is no regular file"

    def make(self, what, name):
        """Makes something by this name, in one step; false where the right to that is missing."""
        draft = self.folder / "draft"
        try:
            KINDS[what](draft)
        except PermissionError:
            return False
        draft.rename(self.notes / name)
        return True

    def skipped(self):
        return {fact["path"]: fact["reason"] for fact in self.status()["skipped"]}

    def test_what_is_no_file_is_left_alone_and_told_and_its_name_is_taken(self):
        self.write("a.md", "one\n")
        made = [what for what in KINDS if self.make(what, f"{what}.md")]
        self.assertLessEqual({"a FIFO", "a socket"}, set(made))
        told = {fact["path"]: fact["reason"] for fact in self.attach()["skipped"]}
        self.assertEqual(told, {f"{what}.md": self.REASON for what in made})
        self.assertEqual(self.memos(), {"a.md": "one\n"})
        client = self.open()
        self.wait_for_memos(client, "one\n")
        for what in made:
            client.request("createMemo", {"text": f"{what}\n"})
            client.request("flush")
            self.wait_for_file(f"{what} 2.md", f"{what}\n")
        self.assertEqual(self.skipped(), told)

    def test_a_note_that_becomes_one_is_released_and_is_the_same_memo_once_it_is_a_note_again(self):
        self.write("a.md", "one\n")
        self.write("b.md", "other\n")
        self.attach()
        client = self.open()
        memo, _ = self.wait_for_memos(client, "one\n", "other\n")
        text, made = "one\n", 0
        for what in KINDS:
            with self.subTest(what):
                if not self.make(what, "a.md"):
                    continue
                made += 1
                self.wait_until(lambda: self.status()["released"] == ["a.md"], "that it is released")
                self.assertEqual(self.skipped(), {"a.md": self.REASON})
                client.request("updateMemo", {"id": memo, "contentChanges": [put(f"beside {what}\n", (1, 0))]})
                client.request("flush")
                # A file that is written after it shows that the memo's turn has come.
                client.request("createMemo", {"text": f"After {what}\n"})
                client.request("flush")
                self.wait_for_file(f"After {what}.md", f"After {what}\n")
                self.assertFalse(stat.S_ISREG((self.notes / "a.md").lstat().st_mode))
                (self.folder / "again").write_text(f"{what}\n{text}")
                (self.folder / "again").rename(self.notes / "a.md")
                lines = text.splitlines(keepends=True)
                text = "".join([f"{what}\n", lines[0], f"beside {what}\n", *lines[1:]])
                self.wait_for_file("a.md", text)
                self.wait_until(lambda: self.ids(client).get(text) == memo, "that the memo says so")
        self.assertGreaterEqual(made, 2)


if __name__ == "__main__":
    unittest.main()
