"""Each limit as it is released: what has just the size goes through, and one more is refused with the limit."""

import unittest

from memo_case import STILL, MemoCase

MIB = 1 << 20


class Limits(MemoCase):
    def check_limit(self, client, method, limit, params):
        """Checks that a request goes through at its limit and not one above it."""
        client.request(method, params(limit))
        data = self.check_error(5, client.request, method, params(limit + 1), kind="limitExceeded", limit=limit)
        self.assertEqual(data["value"], limit + 1)

    def test_a_memo_has_at_most_256_mib(self):
        client = self.start(*STILL)
        # The longest message would not hold it.
        half = "x" * (32 * MIB)
        client.request("createMemo", {"id": "a"})
        whole = 256 * MIB
        for _ in range(whole // len(half)):
            client.request("updateMemo", {"id": "a", "contentChanges": [put_first(half)]})
        data = self.check_error(
            5, client.request, "updateMemo", {"id": "a", "contentChanges": [put_first("y")]}, kind="limitExceeded")
        self.assertEqual((data["limit"], data["value"]), (whole, whole + 1))
        client.kill()

    def test_a_memo_has_at_most_what_its_flag_says(self):
        client = self.start(*STILL, "--max-memo-bytes", "1000")
        self.check_limit(client, "createMemo", 1000, lambda limit: {"text": "x" * limit})
        name = '{"n":""}'
        self.check_limit(
            client, "createMemo", 1000, lambda limit: {"properties": {"n": "x" * (limit - len(name))}})
        self.assertEqual(client.finish(), 0)


def put_first(text):
    """The change that puts a text before all."""
    start = {"line": 0, "character": 0}
    return {"range": {"start": start, "end": start}, "text": text}


if __name__ == "__main__":
    unittest.main()
