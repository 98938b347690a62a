"""Batches of JSON-RPC 2.0: what is answered, in what order, and how many fit."""

import unittest

from memo_case import MemoCase
from memo_client import call, encode, frame, notification

SPLIT = {"text": "first\nrest"}


class Batches(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start()

    def answers_to(self, batch):
        self.client.send(batch)
        return self.client.read()

    def test_an_empty_batch_gets_one_invalid_request(self):
        self.check_answers([self.answers_to([])], (None, -32600))

    def test_what_is_no_request_in_a_batch_gets_an_invalid_request_each(self):
        self.check_answers(self.answers_to([1]), (None, -32600))
        self.check_answers(self.answers_to([1, 2, 3]), *[(None, -32600)] * 3)
        self.check_answers(self.answers_to([[], [call(1, "stats")], "x", None, {}]), *[(None, -32600)] * 5)

    def test_a_batch_of_notifications_gets_nothing(self):
        self.client.send([notification("nothing"), notification("updateMemo", {"id": 5}), notification("$/x", [7])])
        self.check_answers(self.answers_to([call(1, "titleBodySplit", SPLIT)]), (1, None))

    def test_a_mixed_batch_gets_answers_to_its_requests_in_their_order(self):
        batch = [
            call("b", "createMemo", {"id": "a", "text": "x"}),
            notification("updateMemo", {"id": "a", "contentChanges": [{"text": "y"}]}),
            call("a", "list", {"limit": 1000}),
            call(None, "no/such"),
            {"foo": "boo"},
            call("flushed", "flush"),
            call(0, "getMemo", {"id": "a"}),
            {"jsonrpc": "2.0", "id": 9, "result": None},
            call(1.5, "stats"),
            call("positional", "getMemo", ["a"]),
        ]
        answers = self.answers_to(batch)
        codes = [
            ("b", None),
            ("a", None),
            (None, -32601),
            (None, -32600),
            ("flushed", None),
            (0, None),
            (None, -32600),
            ("positional", -32602),
        ]
        self.check_answers(answers, *codes)
        self.assertEqual(answers[5]["result"]["text"], "y")

    def test_a_batch_that_is_no_json_gets_one_parse_error(self):
        whole = encode([call(1, "stats"), call(2, "stats")])
        self.client.send_raw(frame(whole[:-10]))
        self.check_answers([self.client.read()], (None, -32700))

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

    def test_shutdown_in_a_batch_counts_for_what_follows(self):
        batch = [
            call(1, "createMemo", {"id": "a", "text": "kept"}),
            call(2, "shutdown"),
            call(3, "getMemo", {"id": "a"}),
        ]
        self.check_answers(self.answers_to(batch), (1, None), (2, None), (3, -32600))

    def test_what_follows_exit_in_a_batch_is_answered_too(self):
        answers = self.answers_to([call(1, "stats"), notification("exit"), call(2, "stats"), 3])
        self.check_answers(answers, (1, None), (2, -32600), (None, -32600))
        self.assertEqual(self.client.finish(), 1)


if __name__ == "__main__":
    unittest.main()
