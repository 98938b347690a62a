"""One folder that is attached in two homes, as where two containers share it: each has a store of its own. Who has the
folder is told, nothing is lost, and lists are fresh in both."""

import json
import os
import subprocess
import sys
import unittest

from folder.served_case import ServedCase, settled


class TwoHomes(ServedCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", "one\n")
        self.attach()
        self.other = {"XDG_DATA_HOME": str(self.folder / "other")}

    def there(self, *arguments, words=""):
        """Runs a command in the folder from the other home, which must succeed; what it says has these words."""
        done = self.run_command(*arguments, cwd=self.notes, env=self.other)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(bool(words), bool(done.stderr), done.stderr)
        self.assertIn(words, done.stderr)
        return done.stdout

    def text(self, name):
        return (self.notes / name).read_text()

    def open_there(self, **options):
        client = self.launch("--folder", str(self.notes), env=self.environment(**self.other))
        client.initialize(capabilities={"memo": {"notifications": True}})
        return client

    def test_commands_by_turns_have_the_same_files(self):
        self.assertEqual(self.there("list", "--format", "{path}"), "a.md\n")
        self.there("append", "a.md", "two")
        self.here("append", "a.md", "three")
        self.assertEqual(self.there("show", "a.md"), "one\ntwo\nthree\n")
        self.assertEqual(self.texts(), {"a.md": "one\ntwo\nthree\n"})
        self.assertTrue(self.status()["isEqual"])

    def test_what_is_written_into_a_file_that_the_other_home_has_replaced_is_that_notes(self):
        self.there("list")
        with open(self.notes / "a.md", "a") as late:
            self.here("append", "a.md", "two")
            for words in ("three\n", "four\n"):
                late.write(words)
                late.flush()
                self.there("list")
        self.assertEqual(self.texts(), {"a.md": "one\ntwo\nthree\nfour\n"})
        self.assertEqual(self.here("show", "a.md"), self.there("show", "a.md"))
        self.assertEqual(len(self.memos()), 1)

    def test_while_a_server_has_the_folder_lists_are_fresh_from_the_other_home_and_it_is_told_what_waits(self):
        client = self.open()
        store = self.status()["store"]
        self.assertNotIn("otherStore", self.status())
        self.write("b.md", "written outside\n")
        self.assertEqual(self.there("list", "--format", "{path}"), "b.md\na.md\n")
        self.wait_for_memos(client, "one\n", "written outside\n")
        self.there("append", "a.md", "two",
                   words=f"not in its file: a.md isn't written, since a process with another store, {store}, keeps")
        self.assertEqual((self.text("a.md"), self.there("show", "a.md")), ("one\n", "one\ntwo\n"))
        told = json.loads(self.there("folder", "status", "--json"))
        self.assertEqual((told["isKept"], told["otherStore"]), (True, store))
        self.assertIn(f"with another store, {store}", self.there("folder", "status"))
        done = self.run_command("folder", "detach", cwd=self.notes, env=self.other)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"equal to another store, {store}; end that first", done.stderr)
        self.write("a.md", "ONE\n")
        self.wait_for_memos(client, "ONE\n", "written outside\n")
        client.close_input()
        self.assertEqual(client.wait(), 0)
        self.there("list")
        self.assertEqual(self.text("a.md"), "ONE\ntwo\n")
        self.assertEqual(self.here("show", "a.md"), "ONE\ntwo\n")

    def test_a_server_from_the_other_home_takes_in_what_is_written_and_writes_once_the_first_has_ended(self):
        first = self.open()
        second = self.open_there()
        self.assertIn("equal to another store", second.note("window/logMessage")["message"])
        (memo,) = self.wait_for_memos(second, "one\n")
        self.assertEqual(self.standing(second)["keptBy"], "anotherProcess")
        if sys.platform == "linux":
            self.wait_until(lambda: settled(second, 1), "that all is still")
            self.assert_never_wakes(second)
        self.write("a.md", "one\ntwo\n")
        self.wait_for_memos(second, "one\ntwo\n")
        first_memo = self.wait_for_memos(first, "one\ntwo\n")[0]
        first.request("updateMemo", {"id": first_memo, "contentChanges": [{"text": "zero\none\ntwo\n"}]})
        first.request("flush")
        self.wait_for_memos(second, "zero\none\ntwo\n")
        second.request("updateMemo", {"id": memo, "contentChanges": [{"text": "zero\none\ntwo\nthree\n"}]})
        second.request("flush")
        # The lock goes with its process, however that ends, and what it says of its store means nothing then.
        first.kill()
        self.wait_until(lambda: self.standing(second)["keptBy"] == "thisProcess", "that the second keeps the folder")
        self.wait_for_file("a.md", "zero\none\ntwo\nthree\n")
        # The first home's commands are those of another store by now.
        self.assertEqual(self.here("show", "a.md"), "zero\none\ntwo\nthree\n")


if __name__ == "__main__":
    unittest.main()
