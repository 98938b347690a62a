"""A store that can't be used: the session runs, the client is told, and nothing is overwritten."""

import os
import shutil
import sqlite3
import unittest

from memo_case import MemoCase
from memo_client import binary

# The user that owns nothing.
NOBODY = 65534


class UnusableStore(MemoCase):
    def check_unusable(self, store, *reasons, **options):
        """Checks that the session runs, that the store's methods answer with code 6, and that stderr tells."""
        client = self.start(store=store, **options)
        self.assertEqual(client.initialize()["serverInfo"]["name"], "memo-ls")
        self.assertEqual(client.request("titleBodySplit", {"text": "still\nhere"})["body"], "here")
        for method, params in (("getMemo", {"id": "a"}), ("list", {}), ("createMemo", {"id": "a", "text": "a"})):
            with self.subTest(method):
                data = self.check_error(6, client.request, method, params, kind="storeUnavailable", retryable=False)
                self.assertIn(data["reason"], reasons)
        self.assertIn(store.name, client.stderr())
        client.close_input()
        client.rest()
        self.assertIn(client.wait(), (0, 1))
        return client.stderr()

    def contents(self, folder):
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def test_the_store_of_a_newer_version_is_left_untouched(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "from the future"})
        self.assertEqual(client.finish(), 0)
        connection = sqlite3.connect(self.store)
        (known,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {known + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        before = self.store.read_bytes()
        stderr = self.check_unusable(self.store, "newerVersion")
        self.assertEqual(self.store.read_bytes(), before)
        self.assertRegex(stderr, "(?i)newer|later")

    def test_a_file_that_is_no_database_is_left_untouched(self):
        for name, data in (("words", b"Dear diary, " * 1000), ("two-words", b"Dear diary"), ("letter", b"D"),
                           ("zeros", b"\0" * 8192)):
            with self.subTest(name):
                store = self.folder / name
                store.write_bytes(data)
                self.check_unusable(store, "notAMemoStore", "notADatabase", "corrupt")
                self.assertEqual(store.read_bytes(), data)

    def test_another_programs_database_is_left_untouched(self):
        store = self.folder / "other.sqlite"
        connection = sqlite3.connect(store)
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.commit()
        connection.close()
        before = store.read_bytes()
        self.check_unusable(store, "notAMemoStore", "notADatabase", "corrupt")
        self.assertEqual(store.read_bytes(), before)

    def test_a_damaged_database_is_left_untouched(self):
        client = self.start()
        for number in range(50):
            client.request("createMemo", {"id": f"memo-{number}", "text": "x" * 4000})
        self.assertEqual(client.finish(), 0)
        data = bytearray(self.store.read_bytes())
        data[100:] = b"\xa5" * (len(data) - 100)
        self.store.write_bytes(data)
        self.check_unusable(self.store, "notAMemoStore", "notADatabase", "corrupt")
        self.assertEqual(self.store.read_bytes(), data)

    def test_a_folder_in_the_stores_place_is_refused(self):
        self.check_unusable(self.folder, "permission", "notAMemoStore", "io")

    def test_a_file_in_the_place_of_the_stores_folder_is_refused(self):
        (self.folder / "file").write_text("not a folder")
        self.check_unusable(self.folder / "file" / "memos.sqlite", "permission", "notAMemoStore", "io")
        self.assertEqual((self.folder / "file").read_text(), "not a folder")

    def test_a_store_that_may_not_be_written_is_refused(self):
        locked = self.folder / "locked"
        locked.mkdir(mode=0o500)
        options = {}
        if os.getuid() == 0:
            # Nothing is read-only for root: the session runs as somebody who owns no more than that folder.
            self.folder.chmod(0o711)
            os.chown(locked, NOBODY, NOBODY)
            options = {"user": NOBODY, "program": [shutil.copy(binary(), self.folder / "memo-ls")]}
        self.check_unusable(locked / "memos.sqlite", "permission", "readOnly", **options)


if __name__ == "__main__":
    unittest.main()
