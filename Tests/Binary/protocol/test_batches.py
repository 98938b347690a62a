"""Large batches of JSON-RPC 2.0: how many fit. What is answered, and in what order: Tests/SessionTests."""

import unittest

from memo_case import MemoCase
from memo_client import call, notification


class Batches(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start()

    def answers_to(self, batch):
        self.client.send(batch)
        return self.client.read()

    def test_a_hundred_thousand_in_a_batch_are_fine(self):
        batch = [call(id, "titleBodySplit", {"text": str(id)}) for id in range(100_000)]
        answers = self.answers_to(batch)
        self.assertEqual(
            [(answer["id"], answer["result"]["title"]) for answer in answers], [(id, str(id)) for id in range(100_000)]
        )

    def test_answers_beyond_64_mib_are_refused_and_nothing_else(self):
        self.client.request("createMemo", {"id": "long", "text": "\n" + "x" * 1_000_000})
        self.client.request("createMemo", {"id": "a", "text": "old"})
        reads = [call(id, "getMemo", {"id": "long"}) for id in range(80)]
        change = notification("updateMemo", {"id": "a", "contentChanges": [{"text": "new"}]})
        answers = self.answers_to([*reads, change, 1, call("last", "stats")])
        self.assertEqual(self.client.request("getMemo", {"id": "a"})["text"], "new")
        fitting = -(-(64 << 20) // 1_000_200)
        codes = [(id, None if id < fitting else 5) for id in range(80)]
        self.check_answers(answers, *codes, (None, -32600), ("last", 5))


if __name__ == "__main__":
    unittest.main()
