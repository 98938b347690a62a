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

    def test_a_hundred_thousand_cancellations_leave_nothing_behind(self):
        client = self.start()
        client.send(*[notification("$/cancelRequest", {"id": id}) for id in range(100_000)])
        # Ids that were cancelled before they came are not remembered.
        client.send(*[call(id, "titleBodySplit", SPLIT) for id in range(100)])
        self.assertTrue(all("result" in client.read() for _ in range(100)))


if __name__ == "__main__":
    unittest.main()
