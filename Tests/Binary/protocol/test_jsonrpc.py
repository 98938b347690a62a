"""What notifications that nobody can carry out leave in the log."""

import unittest

from memo_case import MemoCase


class Notifications(MemoCase):
    def test_a_known_notification_with_wrong_params_leaves_a_line_in_the_log(self):
        client = self.start("--log-level", "debug")
        client.request("stats")
        before = len(client.stderr())
        client.notify("updateMemo", {"id": 5, "contentChanges": []})
        client.request("stats")
        self.wait_until(lambda: len(client.stderr()) > before, "a line in the log")
        self.assertTrue(client.stderr().endswith("\n"))

    def test_an_unknown_notification_of_the_protocol_leaves_no_warning(self):
        client = self.start()
        client.notify("$/setTrace", {"value": "off"})
        client.notify("$/nothing")
        client.request("stats")
        self.assertEqual((client.finish(), client.stderr()), (0, ""))


if __name__ == "__main__":
    unittest.main()
