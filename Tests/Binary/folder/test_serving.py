"""A server with a folder of plain files: what changes on either side, and who keeps the folder."""

import fcntl
import os
import shutil
import signal
import sys
import time
import unittest

from folder.served_case import ServedCase, settled, switches
from memo_client import ErrorAnswer
from text_case import put


class ServingTests(ServedCase):
    def test_what_is_written_outside_reaches_an_open_editor(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, "one\n")
        version = client.request("getMemo", {"id": memo})["version"]
        client.notes.clear()
        self.write("a.md", "one\ntwo\n")
        told = client.note("didChangeMemo")
        self.assertEqual((told["id"], told["baseVersion"]), (memo, version))
        self.assertEqual(client.request("getMemo", {"id": memo})["text"], "one\ntwo\n")
        self.write("sub/b.md", "new")
        made = client.note("didCreateMemo")
        self.assertEqual(client.request("getMemo", {"id": made["id"]})["text"], "new")
        # A client hears of a memo as soon as it is stored, and its file is counted after that.
        self.wait_until(lambda: self.standing(client)["files"] == 2, "the count of both files")

    def test_a_title_that_would_be_another_memos_file_in_another_case_is_taken(self):
        self.write("A.md", "one\n")
        self.write("a.md", "two\n")
        if len(self.texts()) == 1:
            self.skipTest("the file system takes both names for one")
        self.attach()
        client = self.open()
        (one, two) = self.wait_for_memos(client, "one\n", "two\n")
        with self.assertRaises(ErrorAnswer) as caught:
            client.request("rename", {"id": one, "title": "a"})
        self.assertIn(two, str(caught.exception))
        self.assertEqual(client.request("rename", {"id": one, "title": "b"})["edits"], 1)

    def test_what_is_typed_is_in_the_file_once_it_is_saved_and_not_before(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000")
        (memo,) = self.wait_for_memos(client, "one\n")
        client.request("updateMemo", {"id": memo, "contentChanges": [put("!", (0, 3))]})
        self.assertEqual(self.texts(), {"a.md": "one\n"})
        client.request("flush")
        self.wait_for_file("a.md", "one!\n")
        made = client.request("createMemo", {"text": "Shopping\nmilk\n"})["id"]
        client.request("flush")
        self.wait_for_file("Shopping.md", "Shopping\nmilk\n")
        client.request("delete", {"id": made})
        client.request("flush")
        self.wait_for_file("Shopping.md", None)
        client.request("createMemo", {"text": "last\n"})
        client.close_input()
        self.assertEqual(client.wait(), 0)
        self.assertEqual(self.texts(), {"a.md": "one!\n", "last.md": "last\n"})

    def test_one_of_two_keeps_the_folder_and_the_other_does_once_it_is_killed(self):
        self.write("a.md", "one\n")
        self.attach()
        first = self.open()
        second = self.open(kept_by="anotherProcess")
        self.wait_for_memos(second, "one\n")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        self.wait_until(lambda: self.standing(second)["keptBy"] == "thisProcess", "that the other keeps the folder")
        self.write("a.md", "two\n")
        (memo,) = self.wait_for_memos(second, "two\n")
        second.request("updateMemo", {"id": memo, "contentChanges": [{"text": "three\n"}]})
        second.request("flush")
        self.wait_for_file("a.md", "three\n")

    def test_what_was_answered_by_one_that_is_killed_is_in_file_and_memo_once_the_other_keeps_the_folder(self):
        self.write("a.md", "one\n")
        self.attach()
        first = self.open("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000")
        second = self.open(kept_by="anotherProcess")
        (memo,) = self.wait_for_memos(second, "one\n")
        first.request("updateMemo", {"id": memo, "contentChanges": [{"text": "two\n"}]})
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
        self.wait_for_memos(second, "two\n")
        self.wait_for_file("a.md", "two\n")

    def test_what_one_that_is_killed_lets_go_of_after_the_folder_is_brought_back_all_the_same(self):
        self.write("a.md", "one\n")
        self.attach()
        first = self.open("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000")
        # The journals of the one that will be killed, which stay taken when it is.
        journals = [open(path, "rb") for path in self.folder.rglob("*-edits-*")]
        for journal in journals:
            self.addCleanup(journal.close)
            fcntl.flock(journal, fcntl.LOCK_SH)
        second = self.open(kept_by="anotherProcess")
        (memo,) = self.wait_for_memos(second, "one\n")
        first.request("updateMemo", {"id": memo, "contentChanges": [{"text": "two\n"}]})
        first.kill()
        self.wait_until(lambda: self.standing(second)["keptBy"] == "thisProcess", "that the other keeps the folder")
        self.assertTrue(journals)
        for journal in journals:
            journal.close()
        self.wait_for_memos(second, "two\n")
        self.wait_for_file("a.md", "two\n")

    def test_what_changed_while_nobody_kept_the_folder_is_taken_in_at_the_start(self):
        for name in ("a", "b", "c", "d"):
            self.write(f"{name}.md", f"{name}\n")
        self.attach()
        client = self.open()
        ids = dict(zip("abcd", self.wait_for_memos(client, "a\n", "b\n", "c\n", "d\n")))
        client.close_input()
        self.assertEqual(client.wait(), 0)
        self.write("a.md", "A\n")
        (self.notes / "b.md").unlink()
        (self.notes / "sub").mkdir()
        (self.notes / "c.md").rename(self.notes / "sub" / "C.md")
        self.write("e.md", "e\n")
        again = self.open()
        self.wait_for_memos(again, "A\n", "c\n", "d\n", "e\n")
        texts = self.ids(again)
        self.assertEqual((texts["A\n"], texts["c\n"], texts["d\n"]), (ids["a"], ids["c"], ids["d"]))
        self.assertEqual(set(self.texts()), {"a.md", "sub/C.md", "d.md", "e.md"})

    def test_a_folder_that_is_away_is_waited_for_and_its_memos_stay(self):
        self.write("a.md", "one\n")
        self.write("b.md", "two\n")
        self.attach()
        client = self.open()
        memo, _ = self.wait_for_memos(client, "one\n", "two\n")
        away = self.folder / "away"
        self.notes.rename(away)
        self.wait_until(lambda: self.standing(client).get("isAway"), "that the folder is away")
        client.request("updateMemo", {"id": memo, "contentChanges": [put("typed ", (0, 0))]})
        client.request("flush")
        (away / "b.md").write_text("two!\n")
        away.rename(self.notes)
        self.wait_for_memos(client, "typed one\n", "two!\n")
        self.wait_for_file("a.md", "typed one\n")
        self.wait_until(lambda: "isAway" not in self.standing(client), "that the folder is there again")

    def test_a_server_finds_and_makes_a_day_where_obsidian_puts_it(self):
        self.write(".obsidian/daily-notes.json", '{"folder": "Daily", "format": "YYYY/MM/DD"}')
        self.write("Daily/2026/10/22.md", "October\n")
        self.attach()
        client = self.open()
        october, november = [client.request("daily", {"date": f"2026-{month}-22"}) for month in (10, 11)]
        self.assertEqual(october["text"], "October\n")
        self.assertEqual((november["id"], november["text"]), ("daily-2026-11-22", "22\n"))
        self.wait_until(lambda: self.texts().get("Daily/2026/11/22.md") == "22\n", "the file")
        self.write(".obsidian/daily-notes.json", '{"folder": "Days", "format": "YYYY-MM-DD"}')
        self.write("Days/2026-10-21.md", "kept\n")
        self.wait_until(lambda: "kept\n" in self.ids(client), "that the file is a memo")
        october, november = [client.request("daily", {"date": f"2026-{month}-21"}) for month in (10, 11)]
        self.assertEqual((october["text"], november["text"]), ("kept\n", "2026-11-21\n"))
        self.wait_until(lambda: self.texts().get("Days/2026-11-21.md") == "2026-11-21\n", "the file")

    def test_a_server_makes_a_day_where_its_flag_says_that_has_a_slash(self):
        self.attach()
        client = self.open("--daily-format", "Days/%Y/%m-%d")
        self.assertEqual(client.request("daily", {"date": "2026-11-22"})["text"], "11-22\n")
        self.wait_for_file("Days/2026/11-22.md", "11-22\n")

    def test_a_copy_in_the_place_of_a_folder_that_is_used_elsewhere_is_left_alone(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        self.wait_for_memos(client, "one\n")
        moved = self.notes.rename(self.folder / "moved")
        self.wait_until(lambda: self.standing(client).get("isAway"), "that the folder is away")
        self.here("append", "a.md", "two", cwd=moved)
        shutil.copytree(moved, self.notes)
        self.write("a.md", "copy\n")
        time.sleep(1.5)  # what is measured is that nothing happens
        self.here("append", "a.md", "three", cwd=moved)
        self.wait_for_memos(client, "one\ntwo\nthree\n")
        self.assertEqual((moved / "a.md").read_text(), "one\ntwo\nthree\n")
        self.assertEqual((self.texts(), self.standing(client)["isAway"]), ({"a.md": "copy\n"}, True))
        shutil.rmtree(self.notes)
        moved.rename(self.notes)
        self.wait_until(lambda: "isAway" not in self.standing(client), "that the folder is there again")
        self.write("a.md", "four\n")
        self.wait_for_memos(client, "four\n")

    def test_staging_that_is_taken_away_is_made_again(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, "one\n")
        shutil.rmtree(self.notes / ".memo-ls" / "staging")
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": "two\n"}]})
        client.request("flush")
        self.wait_for_file("a.md", "two\n")

    def test_so_many_files_gone_at_once_are_told_and_nothing_is_deleted(self):
        for name in ("a", "b"):
            self.write(f"{name}.md", name)
        self.attach()
        client = self.open()
        self.wait_for_memos(client, "a", "b")
        client.notes.clear()
        for name in ("a", "b"):
            (self.notes / f"{name}.md").unlink()
        message = client.note("window/logMessage")["message"]
        self.assertIn("memo-ls folder confirm", message)
        self.assertEqual(self.standing(client)["toConfirm"], 2)
        self.assertEqual(set(self.ids(client)), {"a", "b"})

    def test_a_program_that_empties_a_file_before_it_writes_it_does_so_once(self):
        path = self.write("a.md", "one\ntwo\n")
        self.attach()
        client = self.open("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000")
        (memo,) = self.wait_for_memos(client, "one\ntwo\n")
        client.request("updateMemo", {"id": memo, "contentChanges": [put("!", (1, 3))]})
        path.write_text("")
        time.sleep(0.3)  # the program takes a while
        path.write_text("ONE\ntwo\n")
        self.wait_for_memos(client, "ONE\ntwo!\n")
        client.request("flush")
        self.wait_for_file("a.md", "ONE\ntwo!\n")
        self.assertEqual(self.texts(), {"a.md": "ONE\ntwo!\n"})
        # A file that stays empty is.
        path.write_text("")
        self.wait_for_memos(client, "")

    def test_where_what_is_ours_is_taken_away_that_is_said_and_attaching_goes_on(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        self.wait_for_memos(client, "one\n")
        client.notes.clear()
        shutil.rmtree(self.notes / ".memo-ls")
        self.assertIn(
            f"{self.notes}/.memo-ls is gone, so files and memos stay as they are; attach the folder again",
            client.note("window/logMessage")["message"])
        self.write("a.md", "two\n")
        self.here("folder", "attach", str(self.notes), cwd=self.folder)
        self.wait_until(lambda: self.standing(client)["keptBy"] == "thisProcess", "that the folder is kept again")
        self.write("a.md", "three\n")
        self.wait_for_memos(client, "three\n")

    def test_a_file_is_opened_as_the_memo_that_it_is_and_says_where_it_is(self):
        texts = {"a.md": "one\n", "sub/b.md": "two\n", ".gitignore": "left.md\n", "left.md": "alone\n"}
        for name, text in texts.items():
            self.write(name, text)
        self.attach()
        client = self.open()
        one, two = self.wait_for_memos(client, "one\n", "two\n")
        memo = client.request("openFile", {"path": "sub/b.md"})["memo"]
        self.assertEqual((memo["id"], memo["text"], memo["path"]), (two, "two\n", "sub/b.md"))
        self.assertEqual(client.request("getMemo", {"id": one})["path"], "a.md")
        for path in ("b.md", "left.md", "a", "sub", "", "/", "../notes/a.md"):
            self.assertEqual(client.request("openFile", {"path": path}), {}, path)
        client.request("delete", {"id": one})
        self.assertEqual(client.request("openFile", {"path": "a.md"}), {})
        client.request("flush")
        self.wait_for_file("a.md", None)
        self.assertNotIn("path", client.request("getMemo", {"id": one}))

    def test_a_file_that_a_client_holds_is_written_once_it_is_closed_or_the_client_ends(self):
        self.write("a.md", "one\n")
        self.attach()
        client, other = self.open(), self.open(kept_by="anotherProcess")
        (memo,) = self.wait_for_memos(client, "one\n")
        ways = ((client, False, False), (other, False, False), (other, True, False), (other, False, True))
        for holder, discard, ends in ways:
            with self.subTest(keeps=holder is client, discard=discard, ends=ends):
                before = self.texts()["a.md"]
                self.assertEqual(holder.request("openFile", {"path": "a.md", "hold": True})["memo"]["id"], memo)
                holder.request("updateMemo", {"id": memo, "contentChanges": [{"text": before + "more\n"}]})
                holder.request("flush")
                self.wait_for_memos(client, before + "more\n")
                self.assertEqual(self.texts(), {"a.md": before})
                if ends:
                    holder.close_input()
                else:
                    holder.request("closeFile", {"id": memo, "discard": discard})
                self.wait_for_file("a.md", before if discard else before + "more\n")
                self.wait_for_memos(client, before if discard else before + "more\n")
        states = len(client.request("history", {"id": memo})["revisions"])
        self.assertEqual(states, 6)  # made, four times more, and once back

    def test_a_file_that_is_opened_says_whether_the_memo_has_all_of_it(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, "one\n")
        opened = lambda: client.request("openFile", {"path": "a.md", "hold": True})
        self.assertTrue(opened()["isTakenIn"])
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": "one\ntwo\n"}]})
        client.request("flush")
        # The client's own words, though typed on.
        self.write("a.md", "one\ntwo\n")
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": "one\ntwo\nthree\n"}]})
        self.assertTrue(opened()["isTakenIn"])

    def test_a_file_that_is_opened_says_that_others_words_are_not_taken_in_until_they_are(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, "one\n")
        opened = lambda: client.request("openFile", {"path": "a.md", "hold": True})
        self.assertTrue(opened()["isTakenIn"])
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": "one\ntwo\n"}]})
        client.request("flush")
        self.write("a.md", "other\none\n")
        self.assertFalse(opened()["isTakenIn"])
        self.wait_until(lambda: opened()["isTakenIn"], "that it is taken in")
        self.assertEqual(opened()["memo"]["text"], "other\none\ntwo\n")
        self.assertEqual(self.texts(), {"a.md": "other\none\n"})

    def test_a_file_that_somebody_opened_keeps_its_name_though_the_title_is_still_written(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        other = self.open(kept_by="anotherProcess")
        for opener, title in ((None, "Plans"), (client, "Plan"), (other, "Plan")):
            made = client.request("createMemo", {"text": "Plan"})["id"]
            client.request("flush")
            self.wait_for_file("Plan.md", "Plan")
            if opener:
                self.wait_until(lambda: opener.request("openFile", {"path": "Plan.md"}), "that the file is known")
            client.request("updateMemo", {"id": made, "contentChanges": [{"text": "Plans"}]})
            client.request("flush")
            self.wait_for_file(f"{title}.md", "Plans")
            client.request("delete", {"id": made})
            client.request("flush")
            self.wait_for_file(f"{title}.md", None)

    def test_a_folder_that_nobody_attached_is_refused_and_what_to_do_is_said(self):
        client = self.launch("--folder", str(self.notes))
        self.assertNotEqual(client.wait(), 0)
        self.assertIn("memo-ls folder attach", client.stderr())
        self.assertEqual(list(self.notes.iterdir()), [])

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_whoever_keeps_a_folder_in_which_nothing_happens_never_wakes(self):
        self.write("a.md", "one\n")
        self.attach()
        client = self.open()
        self.wait_for_memos(client, "one\n")
        # What was exchanged is looked at until 10 s later; here nothing was.
        self.wait_until(lambda: settled(client, 1), "that all is still")
        self.assert_never_wakes(client)

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_whoever_waits_for_a_folder_never_wakes_before_the_one_that_keeps_it_is_killed(self):
        self.write("a.md", "one\n")
        self.attach()
        first = self.open()
        second = self.open(kept_by="anotherProcess")
        self.wait_until(lambda: settled(second, 1), "that all is still")
        self.assert_never_wakes(second)
        first.kill()
        self.wait_until(lambda: self.standing(second)["keptBy"] == "thisProcess", "that the second keeps the folder")
        self.write("a.md", "two\n")
        self.wait_for_memos(second, "two\n")

    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_a_folder_that_comes_free_after_its_lock_was_closed_is_taken_over(self):
        self.attach()
        path = self.notes / ".memo-ls" / "lock"
        lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        self.addCleanup(os.close, lock)
        for other_store in (b"", b"0-0\n/elsewhere/notes.db\n"):
            with self.subTest(other_store=other_store):
                fcntl.flock(lock, fcntl.LOCK_EX)
                os.pwrite(lock, other_store, 0)
                client = self.open(kept_by="anotherProcess")
                self.wait_until(lambda: settled(client, 1), "that all is still")
                before = switches(client)
                os.close(os.open(path, os.O_RDWR))
                self.wait_until(lambda: switches(client) > before + 1, "that the server looks, and looks again")
                # Nothing tells of that.
                fcntl.flock(lock, fcntl.LOCK_UN)
                self.wait_until(lambda: self.standing(client)["keptBy"] == "thisProcess", "that it keeps the folder")
                client.close_input()
                self.assertEqual(client.wait(), 0)
