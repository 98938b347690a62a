"""Answers and calls that wait are bounded in bytes, and what has gone makes room for what comes."""

import unittest

from memo_case import STILL, MemoCase
from memo_client import call
from text_case import append

MIB = 1 << 20


class Backlog(MemoCase):
    def test_what_was_answered_makes_room_for_more_than_may_wait_at_once(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "x" * (20 * MIB)})
        for _ in range(8):
            self.assertEqual(client.request("getMemo", {"id": "a"})["version"], 1)

    def test_calls_that_have_waited_make_room_for_others(self):
        client = self.start(*STILL)
        for round in range(2):
            id = f"m{round}"
            edits = [call(number, "updateMemo", {"id": id, "contentChanges": [append("x")]})
                     for number in range(20_000)]
            client.send(call("make", "createMemo", {"id": id, "text": "x" * (30 * MIB)}), *edits)
            self.assertEqual(client.answer()["id"], "make")
            versions = [client.answer()["result"]["version"] for _ in edits]
            self.assertEqual(versions, list(range(2, 20_002)))


if __name__ == "__main__":
    unittest.main()
