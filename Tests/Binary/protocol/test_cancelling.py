"""`$/cancelRequest`: a request gets one answer, its own or that it was cancelled."""

import unittest

from memo_case import MemoCase
from memo_client import call, notification

SPLIT = {"text": "first\nrest"}


class Cancelling(MemoCase):
    def test_a_pending_request_is_ended_with_its_own_error(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "kept"})
        client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "still kept"}]})
        release = self.lock_store()
        flush = client.start_request("flush")
        client.notify("$/cancelRequest", {"id": flush})
        self.check_answers([client.answer()], (flush, -32800))
        release()
        self.assertEqual(client.finish(), 0)
        self.assertEqual(self.text_after_restart("a"), "still kept")

    def test_a_running_request_gets_one_answer_whichever_comes_first(self):
        client = self.start()
        for id in range(300):
            client.send(call(id, "list", {"limit": 1000}), notification("$/cancelRequest", {"id": id}))
        answers = [client.read() for _ in range(300)]
        self.assertEqual(sorted(answer["id"] for answer in answers), list(range(300)))
        self.assertLessEqual({answer.get("error", {}).get("code") for answer in answers}, {None, -32800})
        self.assertEqual(client.finish(), 0)

    def test_what_is_unknown_or_finished_cannot_be_cancelled(self):
        client = self.start()
        client.request("createMemo", {"id": "a"})
        for params in ({"id": 1}, {"id": "1"}, {"id": 99}, {"id": None}, {"id": 1.5}, {"id": {}}, {}, None):
            client.notify("$/cancelRequest", params)
        self.assertEqual(client.request("getMemo", {"id": "a"})["version"], 1)

    def test_cancelling_is_a_notification_and_no_request(self):
        client = self.start()
        self.check_error(-32601, client.request, "$/cancelRequest", {"id": 1})

    def test_a_hundred_thousand_cancellations_leave_nothing_behind(self):
        client = self.start()
        client.send(*[notification("$/cancelRequest", {"id": id}) for id in range(100_000)])
        # Ids that were cancelled before they came are not remembered.
        client.send(*[call(id, "titleBodySplit", SPLIT) for id in range(100)])
        self.assertTrue(all("result" in client.read() for _ in range(100)))


if __name__ == "__main__":
    unittest.main()
