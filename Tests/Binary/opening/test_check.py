"""`memo-ls check`: says how a store is, and changes nothing."""

import unittest

from command_case import CommandCase, fingerprint
from memo_case import STILL


class Check(CommandCase):
    def check(self, status, *words, store=None, running=False):
        """Runs the command, checks that no file changed, its status and its words; returns what it said."""
        folder = (store or self.store).parent
        before = fingerprint(folder, running)
        done = self.run_command("check", "--store", str(store or self.store))
        self.assertEqual(fingerprint(folder, running), before)
        self.assertEqual((done.returncode, done.stderr), (status, ""), done.stdout)
        for word in words:
            self.assertIn(word, done.stdout)
        return done.stdout

    def unsaved(self, *texts):
        """A server that holds unsaved texts of memo a."""
        client = self.start(*STILL)
        for text in texts:
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": text}]})
        return client

    def test_a_store_in_order(self):
        self.make_store(a="one", b="two", c="three")
        client = self.start()
        client.request("delete", {"id": "c"})
        self.assertEqual(client.finish(), 0)
        said = self.check(0, f"{self.store} is in order: 2 memos, 1 more in the trash")
        self.assertEqual(len(said.splitlines()), 1)

    def test_a_store_whose_last_saves_are_still_in_the_log(self):
        self.make_store(a="one")
        client = self.unsaved("x")
        client.request("createMemo", {"id": "b"})
        client.request("flush")
        client.kill()
        for path in self.journals():
            path.unlink()
        self.assertGreater(self.store.with_name("memos.sqlite-wal").stat().st_size, 0)
        self.check(0, "2 memos")
        # A copy, for which SQLite has no index to the log yet.
        self.store.with_name("memos.sqlite-shm").unlink()
        self.check(0, "2 memos")
        self.assertEqual(self.text_after_restart("a"), "x")

    def test_changes_that_a_killed_server_left_are_told_and_are_no_fault(self):
        self.make_store(a="one")
        client = self.unsaved("saved")
        client.request("flush")
        for text in ("x", "xy"):
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": text}]})
        client.kill()
        self.check(0, "1 memo,", "2 changes of 1 memo that are not saved yet", "the next start", "brings them back")
        self.assertEqual(self.text_after_restart("a"), "xy")
        self.assertNotIn("journal", self.check(0))

    def test_a_running_server_is_told_from_one_that_ended_and_is_not_disturbed(self):
        self.make_store(a="one")
        client = self.unsaved("x")
        said = self.check(0, "in order", "1 change of 1 memo that is not saved yet", "runs now", running=True)
        self.assertNotIn("next start", said)
        client.request("flush")
        self.check(0, "in order", "no change in it waits", running=True)
        client.request("createMemo", {"id": "b"})
        client.request("flush")
        self.check(0, "2 memos", running=True)
        self.assertEqual(client.finish(), 0)
        self.assertEqual(self.text_after_restart("a"), "x")

    def test_a_store_that_is_not_there_is_a_fault_and_is_not_made(self):
        for store in (self.folder / "nowhere.sqlite", self.folder / "no" / "folder.sqlite"):
            done = self.run_command("check", "--store", str(store))
            self.assertEqual((done.returncode, done.stdout), (1, f"there is no store at {store}\n"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_wrong_with_a_database_is_said(self):
        for number, (harm, *words) in enumerate([
            ("UPDATE texts SET text = x'ff'", "text of memo a is damaged", "UTF-8"),
            ("UPDATE texts SET text = x'30'", "text of memo a is damaged", "1 byte", "3"),
            ("DELETE FROM texts", "text of memo a is missing"),
            ("INSERT INTO texts (key, text) VALUES (99, x'30')", "1 text", "no memo"),
            ("UPDATE memos SET properties = '[]'", "properties of memo a"),
            ("UPDATE memos SET properties = ''", "properties of memo a"),
            ("UPDATE memos SET version = 0", "memo a has the version 0"),
            ("UPDATE memos SET id = 'a b'", "no valid id"),
            ("UPDATE totals SET live = 2", "totals"),
            ("DELETE FROM totals", "totals"),
            ("DROP TABLE texts", "lacks", "texts"),
            ("DROP TABLE totals", "lacks", "totals"),
            ("CREATE VIEW v AS SELECT * FROM memos", "foreign view v", "DROP VIEW"),
            ("CREATE TRIGGER foreign_one AFTER UPDATE ON memos BEGIN UPDATE texts SET text = x'30'; END",
             "foreign trigger foreign_one", "DROP TRIGGER"),
            ("PRAGMA user_version = 999", "later version", "999"),
            ("PRAGMA application_id = 1", "another program"),
        ]):
            with self.subTest(harm):
                self.store = self.folder / str(number) / "memos.sqlite"
                self.make_store(a="one")
                self.sql("DROP TRIGGER memo_deleted", harm)
                self.assertNotIn("in order", self.check(1, *words))

    def test_times_are_in_order_as_far_as_four_digits_tell_a_year(self):
        self.make_store(a="one")
        # From the year 0 to 9999, in milliseconds since 1970.
        first, last = -62_167_219_200_000, 253_402_300_799_999
        for column in ("created_at", "modified_at"):
            for time in (first, -1, last):
                with self.subTest(column, time=time):
                    self.sql(f"UPDATE memos SET {column} = {time}")
                    self.check(0, "in order: 1 memo")
            for time in (first - 1, last + 1):
                with self.subTest(column, time=time):
                    self.sql(f"UPDATE memos SET {column} = {time}")
                    self.check(1, "memo a has a time that no calendar has")
            self.sql(f"UPDATE memos SET {column} = 0")

    def test_the_totals_of_tags_are_looked_at(self):
        client = self.start()
        for id in ("a", "b"):
            client.request("createMemo", {"id": id, "properties": {"tags": ["rain"]}})
        client.request("delete", {"id": "b"})
        self.assertEqual(client.finish(), 0)
        self.check(0, "in order")
        for harm in ("live = 2", "trashed = -9223372036854775808"):
            self.sql(f"UPDATE tag_totals SET {harm}")
            self.check(1, "the totals of 1 tag")

    def test_many_damaged_memos_are_summed_up(self):
        self.make_store(**{f"m{number}": "text" for number in range(25)})
        self.sql("UPDATE texts SET text = x'ff'")
        self.assertIn("15 more memos like these", self.check(1))

    def test_a_flipped_page_or_an_index_that_lacks_a_row_is_found(self):
        self.make_store(**{f"m{number}": "text" * 500 for number in range(50)})
        size = self.store.stat().st_size
        original = self.store.read_bytes()
        for page in range(4096, size, 4096 * 5):
            with self.subTest(page):
                self.write_at(self.store, page, b"\xa5" * 64)
                self.check(1, str(self.store))
                self.write_at(self.store, page, original[page : page + 64])
        self.check(0, "50 memos")
        self.sql("PRAGMA writable_schema = 1",
                 "UPDATE sqlite_schema SET sql = replace(sql, 'modified_at DESC', 'created_at') "
                 "WHERE name = 'live_by_modified'")
        self.check(1, "live_by_modified")

    def test_files_that_are_no_database(self):
        self.store.parent.mkdir(mode=0o700)
        for contents in (b"Dear diary, " * 1000, b"D", b"SQLite format 3\0" + b"x" * 5000):
            self.store.write_bytes(contents)
            self.check(1, str(self.store))
        self.store.unlink()
        self.store.mkdir()
        self.check(1, "is a folder")

    def test_an_empty_file_holds_no_memo(self):
        self.store.parent.mkdir(mode=0o700)
        self.store.touch(mode=0o600)
        self.check(0, "is empty")

    def test_a_store_that_a_server_would_refuse_is_refused(self):
        self.make_store(a="one")
        self.store.parent.chmod(0o777)
        self.check(1, "chmod go-w")

    def test_a_damaged_journal_is_a_fault_and_kept_aside_only_told(self):
        self.make_store(a="one")
        client = self.unsaved("x", "xy", "xyz")
        client.kill()
        first = self.journals()[0]
        # The last record's last letter.
        self.write_at(first, first.read_bytes().rindex(b"xyz"), b"q")
        self.check(1, "not all of it can be read", "2 changes of 1 memo", "brings back what it can")
        self.assertEqual(self.text_after_restart("a"), "xy")
        self.check(0, ".bad", "2 changes of 1 memo can be read")

    def test_a_journal_that_is_no_file_is_a_fault(self):
        self.make_store(a="one")
        self.store.with_name("memos.sqlite-edits-1f-1").symlink_to("nowhere")
        self.check(1, "memos.sqlite-edits-1f-1")

    def test_any_name_will_do(self):
        for name in ("a b.sqlite", "100%25?x=1#y.sqlite", "메모 é.sqlite", "it's \"mine\".sqlite", "-x&mode=memory"):
            with self.subTest(name):
                store = self.folder / name / name
                self.make_store(store=store, a="one")
                self.check(0, f"{store} is in order: 1 memo", store=store)

    def test_the_store_is_found_as_a_server_finds_it(self):
        client = self.launch()
        client.request("createMemo", {"id": "a"})
        self.assertEqual(client.finish(), 0)
        done = self.run_command("check")
        self.assertEqual(done.returncode, 0)
        self.assertIn("1 memo", done.stdout)

    def test_help_and_what_is_not_understood(self):
        done = self.run_command("check", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: memo-ls check", done.stdout)
        self.assertIn("\n  check  ", self.run_command("--help").stdout)
        for wrong in (["--nonsense"], ["word"], ["--store"], ["--store="], ["--log-level", "debug"],
                      ["--store", "x", "y"]):
            with self.subTest(wrong):
                done = self.run_command("check", *wrong)
                self.assertEqual((done.returncode, done.stdout), (64, ""))
                self.assertIn("memo-ls check --help", done.stderr)


if __name__ == "__main__":
    unittest.main()
