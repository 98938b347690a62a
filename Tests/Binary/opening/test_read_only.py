"""A store that can be read and not written: a copy on another medium, or in a folder that nobody may write."""

import json
import os
import shutil
import sqlite3
import subprocess
import unittest

from command_case import STABLE, CommandCase, fingerprint
from memo_client import PATIENCE, binary

# The user that owns nothing.
NOBODY = 65534


class ReadOnly(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(one="first words", two="second words")
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        # For a user who is not root, to whom nothing is read-only.
        self.folder.chmod(0o755)
        self.program = shutil.copy(binary(), self.folder / "memo-ls")
        os.chmod(self.program, 0o755)

    def with_log(self, *companions):
        """Leaves something in the log that is not in the database file, and no other files than these."""
        connection = sqlite3.connect(self.store, isolation_level=None)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("UPDATE memos SET display_title = 'from the log' WHERE id = 'two'")
        copy = self.store.parent.with_name("copy")
        shutil.copytree(self.store.parent, copy)
        connection.close()
        shutil.rmtree(self.store.parent)
        copy.rename(self.store.parent)
        self.keep("-wal", *companions)
        self.assertGreater(self.store.with_name(self.store.name + "-wal").stat().st_size, 0)

    def keep(self, *companions):
        for path in self.store.parent.iterdir():
            if path != self.store and not any(path.name == self.store.name + companion for companion in companions):
                path.unlink()

    def lock_up(self):
        """Makes all of the store read-only; returns what must stay as it is."""
        for path in [*self.store.parent.iterdir(), self.store.parent, self.temporary]:
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        for path in self.store.parent.iterdir():
            path.chmod(0o444)
        self.store.parent.chmod(0o555)
        self.addCleanup(self.store.parent.chmod, 0o755)
        return fingerprint(self.store.parent)

    def run_here(self, command, *arguments, **options):
        if os.geteuid() == 0:
            options |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        places = {"XDG_RUNTIME_DIR": str(self.temporary), "TMPDIR": str(self.temporary)}
        return subprocess.run(
            [self.program, command, "--store", str(self.store), *arguments], env=self.environment(**STABLE | places),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, **options)

    def printed(self, *arguments):
        done = self.run_here(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), arguments)
        self.assertEqual(list(self.temporary.iterdir()), [], "a copy that was left")
        return done.stdout

    def check_reading(self, title):
        """Checks that each reading command works, whatever lies beside the database, and changes nothing there."""
        before = self.lock_up()
        self.assertEqual({memo["displayTitle"] for memo in json.loads(self.printed("list", "--json"))["memos"]},
                         {"first words", title})
        self.assertEqual(self.printed("show", "one"), "first words")
        self.assertEqual(self.printed("show", "First  Words"), "first words")
        self.assertIn("second", self.printed("search", "SECOND", "--json"))
        self.assertIn(title, self.printed("history", "two"))
        self.assertEqual(json.loads(self.printed("trash", "--json")), {"memos": [], "total": 0})
        self.assertIn(str(self.store), self.printed("stats"))
        for command in (["links", "--orphans"], ["tags"], ["backlinks", "one"], ["links", "one"], ["outline", "one"]):
            self.assertEqual(set(json.loads(self.printed(*command, "--json"))) & {"indexing"}, set(), command)
        self.assertEqual(len(self.printed("export", "--format", "json").splitlines()), 2)
        self.assertEqual(self.printed("check"), f"the database {self.store} is in order: 2 memos, none in the trash\n")
        self.assertEqual(fingerprint(self.store.parent), before)

    def test_the_file_alone_is_read(self):
        self.keep()
        self.check_reading("second words")

    def test_a_file_beside_what_a_server_leaves_is_read(self):
        self.check_reading("second words")

    def test_what_a_log_has_is_read_from_a_copy(self):
        self.with_log()
        self.check_reading("from the log")

    def test_what_a_log_has_is_read_though_its_index_lies_there(self):
        self.with_log("-shm", "-lock")
        self.check_reading("from the log")

    def test_what_only_a_journal_has_is_read(self):
        client = self.start()
        client.request("updateMemo", {"id": "one", "contentChanges": [{"text": "typed last"}]})
        client.kill()
        before = self.lock_up()
        self.assertEqual(self.printed("show", "one"), "typed last")
        self.assertEqual(fingerprint(self.store.parent), before)

    def test_recover_reads_a_log_too(self):
        self.with_log()
        self.lock_up()
        out = self.temporary / "out"
        done = self.run_here("recover", "--to", str(out))
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(len(list(out.iterdir())), 2)
        self.assertEqual([path.name for path in self.temporary.iterdir()], ["out"])

    def test_whoever_would_write_is_told_and_no_editor_is_opened(self):
        before = self.lock_up()
        for command in (["new", "x"], ["edit", "one"], ["edit", "one", "--tag", "x"], ["append", "one", "x"],
                        ["today", "--add", "x"], ["today"], ["delete", "--yes", "one"],
                        ["delete", "--permanent", "--yes", "one"], ["restore", "one"], ["rename", "one", "x"],
                        ["tags", "rename", "x", "y"], ["undo", "one"], ["redo", "one"],
                        ["trash", "empty", "--yes"], ["import", str(self.program)]):
            done = self.run_here(*command)
            self.assertEqual((done.returncode, done.stdout), (1, ""), command)
            self.assertRegex(
                done.stderr,
                rf"^memo-ls {command[0]}: {self.store} is read-only, so nothing was changed; copy it .*\n$")
        self.assertEqual(fingerprint(self.store.parent), before)

    def test_of_memos_that_nobody_has_looked_through_it_is_said_that_something_may_be_missing(self):
        self.make_store(links="[[First words]] #tag")
        # What a store of an earlier version has.
        self.sql(*[f"DELETE FROM {table}" for table in ("memo_references", "names", "links", "tags")],
                 "INSERT INTO unread SELECT key FROM memos")
        self.keep()
        before = self.lock_up()
        for command in (["links", "--broken"], ["backlinks", "one"], ["tags"], ["outline", "links"],
                        ["links", "links"]):
            done = self.run_here(*command, "--json")
            self.assertEqual((done.returncode, json.loads(done.stdout).get("indexing")), (0, True), command)
            self.assertRegex(done.stderr,
                             rf"^not all memos could be looked through, .*; {self.store} is read-only: copy it .*\n$")
        for status, command in ((0, ["list", "--tag", "tag"]), (1, ["search", "tag:tag"]), (1, ["search", "link:one"])):
            done = self.run_here(*command)
            self.assertEqual((done.returncode, done.stdout), (status, ""), command)
            self.assertIn("not all memos could be looked through", done.stderr)
            self.assertTrue(json.loads(self.run_here(*command, "--json").stdout)["indexing"])
        self.assertNotIn("looked through", self.run_here("list").stderr)
        self.assertEqual(fingerprint(self.store.parent), before)

    @unittest.skipUnless(os.geteuid() == 0, "only root can give files to others")
    def test_a_file_of_another_user_is_not_read(self):
        self.keep()
        self.lock_up()
        os.chown(self.store, 12345, 12345)
        self.store.chmod(0o444)
        done = self.run_here("list")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("belongs to another user", done.stderr)
        # Root could have put anything there anyway.
        os.chown(self.store, 0, 0)
        self.assertIn("first words", self.printed("list"))

    def test_another_programs_database_is_none(self):
        self.keep()
        self.sql("PRAGMA application_id = 7", "PRAGMA journal_mode = DELETE")
        self.keep()
        self.lock_up()
        done = self.run_here("list")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("another program", done.stderr)


if __name__ == "__main__":
    unittest.main()
