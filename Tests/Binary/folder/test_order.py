"""What is written into a folder is on the disk before the store says that it is there."""

import re
import subprocess
import unittest

from folder.folder_case import FolderCase
from memo_client import PATIENCE, binary
from saving.tracing import require_strace

CALLS = "trace=fsync,fdatasync,renameat2,pwrite64"


class Order(FolderCase):
    def setUp(self):
        super().setUp()
        require_strace()
        self.write("a.md", "one\n")
        self.attach()

    def steps(self, *arguments):
        """The durable steps of a command from the first that has to do with a file on, each once in a row."""
        traced = self.folder / "trace"
        done = subprocess.run(
            ["strace", "-f", "-y", "-e", CALLS, "-o", str(traced), binary(), *arguments], cwd=self.notes,
            env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        steps = []
        for line in traced.read_text().splitlines():
            step = self.step(line)
            if step and (steps or step != "the store is written") and steps[-1:] != [step]:
                steps.append(step)
        return steps

    def step(self, line):
        notes = re.escape(str(self.notes.resolve()))
        for step, pattern in {
            "the file is synced": rf"sync\(\d+<{notes}/\.memo-ls/staging/new-",
            "the file is in its place": rf'renameat2\(.*<{notes}>, "[^"]*\.md", RENAME_',
            "its folder is synced": rf"sync\(\d+<{notes}>",
            "what came out is synced": rf"sync\(\d+<{notes}/\.memo-ls/staging>",
            "the store is written": r"pwrite64\(\d+<[^>]*-wal>",
        }.items():
            if re.search(pattern, line):
                return step
        return None

    def test_a_file_that_is_exchanged_is_synced_first_and_then_the_folders(self):
        self.assertEqual(self.steps("append", "a.md", "two"), [
            "the file is synced", "the file is in its place", "its folder is synced", "what came out is synced",
            "the store is written",
        ])

    def test_a_new_file_is_synced_first_and_then_its_folder(self):
        steps = self.steps("new", "Plan")
        self.assertEqual(steps[:3], ["the file is synced", "the file is in its place", "its folder is synced"])
        self.assertEqual(steps[-1], "the store is written")


class BrokenDisk(FolderCase):
    def setUp(self):
        super().setUp()
        require_strace()

    def broken(self, *arguments):
        """A command to which the disk fails that the folder is on."""
        command = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(self.notes),
                   "-e", "trace=fsync", "-e", "inject=fsync:error=EIO"]
        done = subprocess.run(
            [*command, binary(), *arguments], cwd=self.notes, env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def test_what_a_power_failure_takes_back_after_the_disk_failed_is_written_anew(self):
        self.write("a.md", "one\n")
        self.attach()
        self.assertIn(
            "saved in the memo, but its file may lose it: a.md has its memo's text, "
            "but that may not be on the disk yet: Input/output error; check the disk",
            self.broken("append", "a.md", "two"))
        self.broken("list")
        self.assertEqual((self.notes / "a.md").read_text(), "one\ntwo\n")
        self.assertFalse(self.status()["isEqual"])
        [before] = (self.notes / ".memo-ls" / "staging").glob("out-*")
        before.rename(self.notes / "a.md")
        self.here("list")
        self.assertEqual((self.notes / "a.md").read_text(), "one\ntwo\n")
        self.assertEqual(self.here("show", "a.md"), "one\ntwo\n")
        self.assertTrue(self.status()["isEqual"])


if __name__ == "__main__":
    unittest.main()
