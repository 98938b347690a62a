"""What is asked about a file of the folder, and cancelled before it is done."""

import unittest

from folder.served_case import ServedCase
from memo_client import call, notification


class Cancelled(ServedCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", "one\n")
        self.attach()
        self.client = self.open()
        (self.memo,) = self.wait_for_memos(self.client, "one\n")

    def cancelled(self, method, params):
        """Has a request cancelled right behind it; whether it was."""
        self.client.send(call("x", method, params), notification("$/cancelRequest", {"id": "x"}))
        answer = self.client.answer()
        self.assertEqual(answer["id"], "x")
        return answer.get("error", {}).get("code") == -32800

    def change(self, text):
        self.client.request("updateMemo", {"id": self.memo, "contentChanges": [{"text": text}]})
        self.client.request("flush")

    def test_a_file_that_was_not_opened_after_all_is_written_by_others(self):
        for number in range(5):
            self.assertTrue(self.cancelled("openFile", {"path": "a.md", "hold": True}))
            self.change(f"{number}\n")
            self.wait_for_file("a.md", f"{number}\n")

    def test_a_file_that_was_not_closed_after_all_stays_its_clients_with_all_that_was_typed(self):
        self.client.request("openFile", {"path": "a.md", "hold": True})
        self.change("typed\n")
        # What comes first is done before.
        self.client.send(
            call("o", "openFile", {"path": "a.md", "hold": True}),
            call("x", "closeFile", {"id": self.memo, "discard": True}), notification("$/cancelRequest", {"id": "x"}))
        codes = {answer["id"]: answer.get("error", {}).get("code") for answer in (self.client.answer() for _ in "ox")}
        self.assertEqual(codes, {"o": None, "x": -32800})
        self.client.request("openFile", {"path": "none.md"})
        self.assertEqual(self.client.request("getMemo", {"id": self.memo})["text"], "typed\n")
        self.assertEqual(self.texts(), {"a.md": "one\n"})


if __name__ == "__main__":
    unittest.main()
