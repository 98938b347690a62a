"""Where the store is, and who may read it."""

import os
import stat
import unittest

from memo_case import MemoCase


class StoreLocation(MemoCase):
    def check_location(self, expected, *flags, **variables):
        client = self.launch(*flags, env=self.environment(**variables), cwd=self.folder)
        client.request("createMemo", {"text": "here"})
        client.request("flush")
        path = client.request("stats")["store"]["path"]
        self.assertEqual(os.path.realpath(self.folder / path), os.path.realpath(expected))
        self.assertTrue(expected.exists())
        self.assertEqual(client.finish(), 0)

    def test_without_anything_it_is_in_the_data_folder_of_the_home(self):
        if os.uname().sysname == "Darwin":
            self.check_location(self.folder / "Library/Application Support/memo-ls/memos.sqlite")
        else:
            self.check_location(self.folder / ".local/share/memo-ls/memos.sqlite")

    def test_the_data_home_of_the_environment_is_used(self):
        self.check_location(self.folder / "data/memo-ls/memos.sqlite", XDG_DATA_HOME=str(self.folder / "data"))

    def test_the_environments_store_stands_above_the_data_home(self):
        variables = {"XDG_DATA_HOME": str(self.folder / "data"), "MEMO_LS_STORE": str(self.folder / "a/b/mine.db")}
        self.check_location(self.folder / "a/b/mine.db", **variables)
        self.assertFalse((self.folder / "data").exists())

    def test_the_flag_stands_above_the_environment(self):
        path = self.folder / "flag/mine 😀.db"
        self.check_location(path, "--store", str(path), MEMO_LS_STORE=str(self.folder / "not-this"))
        self.assertFalse((self.folder / "not-this").exists())

    def test_the_flag_may_be_relative(self):
        self.check_location(self.folder / "near/mine.db", "--store", "near/mine.db")
        self.check_location(self.folder / "here.db", "--store", "here.db")

    def test_its_folder_and_files_are_for_their_owner_alone(self):
        store = self.folder / "new" / "deep" / "memos.sqlite"
        client = self.start(store=store, preexec_fn=lambda: os.umask(0))
        client.request("createMemo", {"text": "private"})
        client.request("flush")
        client.request("createMemo", {"text": "journaled"})
        for path in [store.parent.parent, store.parent, *store.parent.iterdir()]:
            with self.subTest(path.name):
                expected = 0o700 if path.is_dir() else 0o600
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), expected)
        self.assertEqual(client.finish(), 0)


if __name__ == "__main__":
    unittest.main()
