"""Large texts and many memos: they go in, change, are saved and come back."""

import random
import unittest

from memo_case import MemoCase, memory_peak
from memo_client import call

MIB = 1 << 20


class Sizes(MemoCase):
    def check_size(self, text, *flags):
        """Checks that a text goes in, changes in its middle, is saved, and comes back."""
        client = self.start("--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000", *flags)
        client.request("createMemo", {"id": "a", "text": text})
        lines = text.count("\n")
        place = {"line": lines // 2, "character": 5}
        edit = {"id": "a", "contentChanges": [{"range": {"start": place, "end": place}, "text": "!"}]}
        self.assertEqual(client.request("updateMemo", edit)["length"], len(text) + 1)
        self.assertEqual(client.request("flush"), {"memosWritten": 1})
        self.assertEqual(client.finish(), 0)
        at = sum(map(len, text.splitlines(keepends=True)[: lines // 2])) + 5
        self.assertTrue(self.text_after_restart("a") == text[:at] + "!" + text[at:])

    def test_64_mib_of_text_in_one_line(self):
        self.check_size("0123456789abcdef" * (64 * MIB // 16), "--max-message-bytes", str(65 * MIB))

    def test_a_million_lines(self):
        self.check_size("".join(f"{number} is this line's number\n" for number in range(1_000_000)))

    def test_the_largest_message_that_the_default_takes(self):
        client = self.start()
        empty = len(b'{"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"id":"a","text":""}}')
        self.assertEqual(
            client.request("createMemo", {"id": "a", "text": "x" * (64 * MIB - empty)})["length"], 64 * MIB - empty
        )

    def test_a_million_changes_in_one_update(self):
        client = self.start()
        client.request("createMemo", {"id": "a"})
        start = {"line": 0, "character": 0}
        changes = [{"range": {"start": start, "end": start}, "text": "x"}] * 500_000 + [{"text": "y"}] * 500_000
        self.assertEqual(client.request("updateMemo", {"id": "a", "contentChanges": changes})["length"], 1)

    def test_memory_is_given_back_as_memos_are_saved(self):
        client = self.start()
        for number in range(200):
            client.request("createMemo", {"id": f"memo-{number}", "text": str(number) * MIB})
            client.request("flush")
        self.assertLess(memory_peak(client), 1 << 30)


class ManyMemos(MemoCase):
    COUNT = 10_000

    def pages(self, client, **params):
        ids = []
        while True:
            page = client.request("list", params)
            self.assertEqual(page["total"], self.COUNT)
            ids += [memo["id"] for memo in page["memos"]]
            if "nextCursor" not in page:
                return ids
            params["cursor"] = page["nextCursor"]

    def test_they_are_listed_by_pages_and_reloaded(self):
        ids = [f"memo-{number:05}" for number in range(self.COUNT)]
        random.Random(1).shuffle(ids)
        client = self.start()
        for start in range(0, self.COUNT, 500):
            client.send(
                [call(id, "createMemo", {"id": id, "text": f"title {id}\nbody"}) for id in ids[start : start + 500]]
            )
            self.assertEqual(len(client.read()), 500)
        for limit in (1000, 333):
            self.assertEqual(self.pages(client, sort="title", order="asc", limit=limit), sorted(ids))
        self.assertEqual(client.finish(), 0)
        client = self.start()
        self.assertEqual(self.pages(client, sort="title", order="desc", limit=1000), sorted(ids, reverse=True))
        self.assertEqual(sorted(self.pages(client, limit=100)), sorted(ids))
        self.assertEqual(client.request("stats")["store"]["memos"], self.COUNT)


if __name__ == "__main__":
    unittest.main()
