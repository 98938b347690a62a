"""The lock that keeps other processes from writing: a save waits 5 s for it, and then says who is in the way."""

import fcntl
import os
import select
import time
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from text_case import append

# How many seconds the store is locked in the long form.
LOCKED = float(os.environ.get("MEMO_TEST_LOCKED") or 0)
# How long a save waits, in seconds, and how exactly that is measured on a machine with other work.
PATIENCE_OF_A_SAVE = 5
SLACK = 8


class StoreLock(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start(*STILL)
        self.client.request("createMemo", {"id": "a", "text": "first"})
        self.client.request("flush")
        self.client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "second"}]})
        self.lock = open(f"{self.store}-lock", "r+b")
        self.addCleanup(self.lock.close)
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    def test_a_save_waits_for_another_process_and_not_for_ever(self):
        began = time.monotonic()
        data = self.check_error(6, self.client.request, "flush", reason="locked", retryable=True)
        waited = time.monotonic() - began
        self.assertGreaterEqual(waited, PATIENCE_OF_A_SAVE - 0.1, data)
        self.assertLess(waited, PATIENCE_OF_A_SAVE + SLACK)
        self.assertIn("memos.sqlite-lock", self.client.stderr())
        fcntl.flock(self.lock, fcntl.LOCK_UN)
        self.assertEqual(self.client.request("flush"), {"memosWritten": 1})

    def test_a_save_is_made_as_soon_as_the_other_process_is_done(self):
        flush = self.client.start_request("flush")
        # Well within the time that a save waits nothing tells of it.
        deadline = time.monotonic() + PATIENCE_OF_A_SAVE - 2
        while time.monotonic() < deadline:
            self.assertEqual(list(self.client.arrived()), [])
            select.select([self.client.output], [], [], 0.1)
        fcntl.flock(self.lock, fcntl.LOCK_UN)
        self.assertEqual(self.client.result_of(flush), {"memosWritten": 1})


@unittest.skipUnless(LOCKED, "make torture keeps the store locked for long")
class LongLock(MemoCase):
    def test_what_is_typed_while_the_store_is_locked_is_answered_and_saved_afterwards_or_brought_back(self):
        client = self.start()
        client.initialize(capabilities=WANTS_NOTES)
        for id in ("saved", "killed"):
            client.request("createMemo", {"id": id, "text": ""})
            client.request("flush")
        lock = open(f"{self.store}-lock", "r+b")
        self.addCleanup(lock.close)
        fcntl.flock(lock, fcntl.LOCK_EX)
        texts = {"saved": "", "killed": ""}
        end = time.monotonic() + LOCKED
        while time.monotonic() < end:
            for id in texts:
                client.request("updateMemo", {"id": id, "contentChanges": [append(f"{len(texts[id])} ")]})
                texts[id] += f"{len(texts[id])} "
            # As often as somebody types.
            select.select([], [], [], 0.05)
        failures = [note["params"] for note in client.notes if note["method"] == "didFailToSaveMemo"]
        self.assertEqual({failure["error"]["data"]["reason"] for failure in failures}, {"locked"})
        self.assertEqual(client.request("stats")["memosDirty"], 2)
        fcntl.flock(lock, fcntl.LOCK_UN)
        client.request("flush")
        self.assertEqual(client.request("stats")["memosDirty"], 0)
        fcntl.flock(lock, fcntl.LOCK_EX)
        client.request("updateMemo", {"id": "killed", "contentChanges": [append("last")]})
        client.kill()
        fcntl.flock(lock, fcntl.LOCK_UN)
        texts["killed"] += "last"
        client = self.start()
        self.assertEqual({id: client.request("getMemo", {"id": id})["text"] for id in texts}, texts)


if __name__ == "__main__":
    unittest.main()
