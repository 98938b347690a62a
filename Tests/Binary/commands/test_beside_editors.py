"""Commands and an editor's server on one store at once."""

import subprocess
import time
import unittest

from command_case import STABLE, CommandCase
from memo_case import STILL, WANTS_NOTES
from memo_client import PATIENCE, binary


class BesideEditors(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(a="one\ntwo\nthree\n")
        self.client = self.start(*STILL)
        self.client.initialize(capabilities=WANTS_NOTES)
        # Whoever has read a memo knows it.
        self.client.request("getMemo", {"id": "a"})

    def told(self, method, *command, **options):
        """What the editor is told of a command, which must be within a second of its end."""
        self.on_store(*command, **options)
        ended = time.monotonic()
        note = self.client.note(method)
        self.assertLess(time.monotonic() - ended, 1)
        return note

    def test_the_editor_sees_new_edit_delete_and_restore_within_a_second(self):
        made = self.told("didCreateMemo", "new", "by hand")
        self.assertEqual(self.client.request("getMemo", {"id": made["id"]})["text"], "by hand")
        changed = self.told("didChangeMemo", "edit", "a", env={"EDITOR": "sed -i s/two/TWO/"})
        self.assertEqual(changed["contentChanges"][0]["text"], "TWO")
        self.assertEqual(self.told("didDeleteMemo", "delete", "a"), {"id": "a", "permanent": False})
        self.assertEqual(self.told("didCreateMemo", "restore", "a")["id"], "a")
        self.assertEqual(self.told("didDeleteMemo", "delete", "--permanent", "--yes", "a"),
                         {"id": "a", "permanent": True})

    def test_what_the_editor_has_not_saved_is_merged(self):
        end = {"line": 2, "character": 5}
        self.client.request("updateMemo",
                            {"id": "a", "contentChanges": [{"range": {"start": end, "end": end}, "text": "!"}]})
        self.told("didChangeMemo", "edit", "a", env={"EDITOR": "sed -i s/one/ONE/"})
        self.assertEqual(self.client.request("getMemo", {"id": "a"})["text"], "ONE\ntwo\nthree!\n")
        self.client.request("flush")
        self.assertEqual(self.on_store("show", "a"), "ONE\ntwo\nthree!\n")

    def test_what_a_killed_editor_left_in_its_journal_is_brought_back_first(self):
        self.client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "unsaved"}]})
        self.client.kill()
        done = self.run_command("show", "a", "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout), (0, "unsaved"))
        self.assertIn("memo-ls: warning: ", done.stderr)
        self.assertEqual(self.journals(), [])

    def test_who_only_reads_waits_once_for_a_lock_and_reads_without_what_killed_editors_left(self):
        killed = [self.client, *(self.start(*STILL) for _ in range(3))]
        for client in killed:
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "unsaved"}]})
        release = self.lock_store()
        for client in killed:
            client.kill()
        for command, shown in ((["show", "a"], "one\ntwo\nthree\n"), (["search", "two", "--ids"], "a\n")):
            done = self.run_command(*command, "--store", str(self.store))
            self.assertEqual((done.returncode, done.stdout), (0, shown))
            self.assertEqual(done.stderr.count("locked"), 1, done.stderr)
        release()
        self.assertIn("unsaved", self.run_command("show", "a", "--store", str(self.store)).stdout)


class BesideNothing(CommandCase):
    def test_what_a_killed_editor_left_is_brought_back_where_no_store_was_made_yet(self):
        for command, told in ((["show", "a"], "typed"), (["list", "--json"], '"typed"')):
            with self.subTest(command):
                client = self.start(*STILL)
                client.request("createMemo", {"id": "a", "text": "typed"})
                client.kill()
                # A language server makes the store with the first save.
                for path in self.store.parent.iterdir():
                    if path not in self.journals():
                        path.unlink()
                done = self.run_command(*command, "--store", str(self.store))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(told, done.stdout)
                self.assertIn("memo-ls: warning: ", done.stderr)
                self.assertEqual(self.journals(), [])
                self.store.unlink()


class BesideEachOther(CommandCase):
    def side_by_side(self, *commands):
        """Runs commands on the test's store at the same time; all must succeed. Returns what each said on stderr."""
        running = [
            subprocess.Popen(
                [binary(), command, "--store", str(self.store), *arguments], env=self.environment(**STABLE),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8")
            for command, *arguments in commands
        ]
        said = [process.communicate(timeout=PATIENCE)[1] for process in running]
        self.assertEqual([process.returncode for process in running], [0] * len(commands), said)
        return said

    def test_tags_that_two_add_at_once_both_stay(self):
        ids = [f"memo-{number:04}" for number in range(20)]
        self.make_store(**dict.fromkeys(ids, "text"))
        for id in ids:
            self.side_by_side(["edit", id, "--tag", "one"], ["edit", id, "--tag", "two"])
        client = self.start()
        for id in ids:
            tags = client.request("getMemo", {"id": id})["properties"]["tags"]
            self.assertEqual(sorted(tags), ["one", "two"])

    def test_a_tag_that_one_takes_away_is_gone_though_another_comes_at_once(self):
        self.make_store(memo="text")
        for number in range(10):
            self.on_store("edit", "memo", "--tag", "old")
            self.side_by_side(["edit", "memo", "--untag", "old"], ["edit", "memo", "--tag", f"new-{number}"])
        self.assertEqual(sorted(self.stored("memo")["properties"]["tags"]), [f"new-{number}" for number in range(10)])


if __name__ == "__main__":
    unittest.main()
