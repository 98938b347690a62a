"""Attaching a large folder that somebody does not want to wait for: it is said what was done, and how to go on."""

import contextlib
import re
import signal
import sqlite3
import subprocess
import unittest

from command_case import STABLE
from folder.folder_case import FolderCase
from memo_client import binary

FILES = 5_000


class Interrupted(FolderCase):
    def count(self):
        """How many memos the folder's store has."""
        for store in (self.folder / ".local" / "share" / "memo-ls" / "folders").glob("*/memos.sqlite"):
            try:
                connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
                with contextlib.closing(connection):
                    return connection.execute("SELECT live FROM totals").fetchone()[0]
            except (sqlite3.Error, TypeError):
                pass
        return 0

    def test_it_says_what_was_done_and_attaching_again_goes_on(self):
        for number in range(FILES):
            self.write(f"{number}.md", f"{number}\n")
        done = 0
        # Before anything is stored, and later.
        for number, least in ((signal.SIGINT, 0), (signal.SIGTERM, 1)):
            process = subprocess.Popen(
                [binary(), "folder", "attach", str(self.notes)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, env=self.environment(**STABLE),
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            self.addCleanup(process.kill)
            self.wait_until(
                lambda: (self.notes / ".memo-ls" / "id").exists() and self.count() >= least
                or process.poll() is not None,
                "that it has begun")
            process.send_signal(number)
            printed, said = process.communicate()
            self.assertEqual((process.returncode, printed), (128 + number, ""), said)
            found = re.fullmatch(
                r"memo-ls folder: it was interrupted: (nothing is done yet|(\d+) files? taken in), "
                rf"and {self.notes} is attached; attach it again, or call any command in it, and that goes on\n", said)
            self.assertTrue(found, said)
            done += int(found[2] or 0)
            self.assertEqual(self.count(), done)
        self.assertLess(0, done)
        self.assertLess(done, FILES)
        self.assertEqual(self.attach()["takenIn"], FILES - done)
        status = self.status()
        self.assertEqual((status["isEqual"], status["files"]), (True, FILES))


if __name__ == "__main__":
    unittest.main()
