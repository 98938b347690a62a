"""A journal of several files: which are kept while a save is under way, and what becomes of one that lacks a file."""

import fcntl
import unittest

from command_case import CommandCase
from memo_case import STILL
from text_case import put

# More than one file of a journal holds.
LONG = "x" * (5 << 20)


class JournalFiles(CommandCase):
    def is_saving(self):
        """Whether some process holds the store's lock."""
        with open(f"{self.store}-lock") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def test_what_is_typed_while_a_save_is_under_way_stays_when_the_save_is_done(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "saved"})
        client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [put("being ", (0, 0))]})
        let_go = self.lock_store()
        flush = client.start_request("flush")
        # It waits for the database with what the memo was.
        self.wait_until(self.is_saving, "the save")
        client.request("updateMemo", {"id": "a", "contentChanges": [put("typed since ", (0, 0))]})
        # Another file of the journal begins, so that the first could go.
        client.request("createMemo", {"id": "b", "text": LONG})
        let_go()
        client.result_of(flush)
        client.kill()
        client = self.start()
        self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "typed since being saved")
        self.assertEqual(client.request("getMemo", {"id": "b"})["length"], len(LONG))
        self.assertEqual(client.finish(), 0)

    def test_what_another_process_is_just_bringing_back_is_answered_once_that_has_let_go(self):
        client = self.start(*STILL)
        for id in ("a", "b"):
            client.request("createMemo", {"id": id, "text": "saved"})
        client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [put("answered and ", (0, 0))]})
        client.kill()
        # This stands for any command that starts before the next server.
        journal = [open(path, "r+b") for path in self.journals()]
        for file in journal:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        client = self.start()
        waiting = client.start_request("getMemo", {"id": "a"})
        self.assertEqual(client.request("getMemo", {"id": "b"})["text"], "saved")
        for file in journal:
            file.close()
        self.assertEqual(client.result_of(waiting)["text"], "answered and saved")
        self.assertEqual(client.finish(), 0)

    def test_what_stands_behind_a_missing_file_is_kept_aside_and_told(self):
        client = self.start(*STILL)
        for id in ("a", "b", "c"):
            client.request("createMemo", {"id": id, "text": f"{id} {LONG}"})
        # A file each.
        client.kill()
        first, second, third, *_ = [path for path in self.journals() if path.stat().st_size > len(LONG)]
        second.unlink()
        client = self.start(*STILL)
        self.assertEqual(client.request("getMemo", {"id": "a"})["length"], len(f"a {LONG}"))
        for id in ("b", "c"):
            self.check_error(1, client.request, "getMemo", {"id": id})
        self.assertIn("kept beside the store as .bad", client.stderr())
        self.assertEqual(client.finish(), 0)
        for path in (first, third):
            self.assertTrue(path.with_name(f"{path.name}.bad").exists())


if __name__ == "__main__":
    unittest.main()
