"""What is long, or many, takes the one thread that everything waits for no more than 20 ms of the processor at a
time."""

import unittest

from memo_case import STILL, processor_time
from memo_client import call
from sharing_case import SharingCase, over
from text_case import append, put

MIB = 1 << 20
# The most that one turn may take, in seconds.
HEAVIEST = 0.02
# Many memos that are not saved.
UNSAVED = 20_000
LINE = "0123456789 abcdefgh\n"


def text(mib):
    return LINE * (mib * MIB // len(LINE))


class HeavyTurns(SharingCase):
    def begin(self, *flags, **options):
        client = self.start(*STILL, *flags, **options)
        client.initialize()
        return client

    def check(self, client, what):
        """Checks what the session's heaviest turn has taken by now."""
        heaviest = client.request("stats").get("heaviestTurn", {"name": "none", "processorMs": 0})
        self.assertNotEqual(heaviest["name"], "a job", what)
        print(f"{what}: {heaviest['processorMs']} ms, {heaviest['name']}", flush=True)
        self.check_processor_time(heaviest["processorMs"] / 1000, HEAVIEST, f"{what}: {heaviest}")

    def test_a_large_batch(self):
        client = self.begin()
        client.request("createMemo", {"id": "a", "text": "words"})
        elements = [call(id, "titleBodySplit", {"id": "a", "padding": "x" * 100}) for id in range(300_000)]
        client.send(elements)
        self.assertEqual(len(client.answer()), len(elements))
        self.check(client, "a batch of 300,000")
        client.send([call(1, "titleBodySplit", {"text": text(30)}), call(2, "titleBodySplit", {"text": text(25)})])
        self.assertEqual([answer["id"] for answer in client.answer()], [1, 2])
        self.check(client, "a batch of two long texts")

    def test_lines(self):
        client = self.begin(framing="lines")
        client.send_raw(b"\n" * (40 * MIB))
        self.check(client, "a flood of blank lines")
        client.send_raw(b" \t\r\n" * (5 * MIB))
        self.check(client, "a flood of blanks")
        self.assertEqual(client.request("titleBodySplit", {"text": text(50)})["title"], LINE.strip())
        self.check(client, "a long line")
        client.send_raw(b"[" * (150 * MIB) + b"\n")
        self.assertEqual(client.answer()["error"]["data"]["value"], 150 * MIB)
        self.check(client, "an overlong line")

    def test_long_texts(self):
        client = self.begin()
        self.assertTrue(client.request("titleBodySplit", {"text": text(55)})["body"])
        self.check(client, "titleBodySplit")
        for params in ({"id": "a"}, {}):
            self.assertEqual(client.request("createMemo", {"text": text(55)} | params)["version"], 1)
            self.check(client, "createMemo")
        client.request("flush")
        for change in (append("x" * (25 * MIB)), {"text": text(25)}):
            self.assertTrue(client.request("updateMemo", {"id": "a", "contentChanges": [change]})["version"])
            self.check(client, "updateMemo")
        client.request("list")
        client.request("flush")
        self.check(client, "flush")
        for method in ("undo", "redo"):
            client.request(method, {"id": "a"})
            self.check(client, method)

    def test_a_long_first_line(self):
        client = self.begin()
        client.request("createMemo", {"id": "a", "text": "x" * 10_000_000})
        client.request("list")
        client.request("updateMemo", {"id": "a", "contentChanges": [put("y", (0, 5))]})
        client.request("getMemo", {"id": "a"})
        client.request("list", {"sort": "title"})
        client.request("flush")
        self.check(client, "a first line of 10 MB")

    def test_many_changes(self):
        client = self.begin()
        client.request("createMemo", {"id": "a", "text": "words"})
        changes = [put("y", (0, at)) for at in range(300_000)]
        client.request("updateMemo", {"id": "a", "contentChanges": changes})
        self.check(client, "300,000 changes")
        changes = [put("y", (0, at)) for at in range(3000)]
        client.request("updateMemo", {"id": "a", "contentChanges": changes})
        self.check(client, "3,000 changes")

    def test_many_properties(self):
        client = self.begin()
        client.request("createMemo", {"id": "a", "text": "words"})
        properties = {f"p{number}": "x" * 1700 for number in range(30_000)}
        client.request("updateMemo", {"id": "a", "properties": properties})
        self.check(client, "50 MiB of properties")
        for method, params in (("getMemo", {"id": "a"}), ("list", {})):
            client.request(method, params)
            self.check(client, f"{method} with 50 MiB of properties")
        self.assertEqual(client.finish(), 0)
        for method, params in (("list", {}), ("getMemo", {"id": "a"})):
            client = self.begin()
            client.request("stats")
            client.request("search", {"query": "nowhere"})
            client.request(method, params)
            self.check(client, f"{method} with 50 MiB of properties that are stored")

    def test_many_unsaved_memos(self):
        client = self.begin()
        for start in range(0, UNSAVED, 500):
            client.send(
                [
                    call(id, "createMemo", {"id": f"m{id}", "text": f"title {id}\n\nwords #tag{id} [[m1]]\n"})
                    for id in range(start, start + 500)
                ]
            )
            client.answer()
        self.check(client, "createMemo")
        for params in ({}, {"sort": "title"}, {"limit": 1000}, {"tag": "tag1"}):
            client.request("list", params)
            self.check(client, f"list {params}")
        for method, params in (("search", {"query": "words"}), ("tags", {}), ("backlinks", {"id": "m1"})):
            client.request(method, params)
            self.check(client, method)
        # What is typed now, all of it shows at once in lists that are kept in order.
        for id in range(0, UNSAVED, 20):
            client.notify("updateMemo", {"id": f"m{id}", "contentChanges": [put("x", (0, 0))]})
        for params in ({}, {"sort": "title"}):
            began = processor_time(client)
            for _ in range(100):
                client.request("list", params)
            self.check_processor_time((processor_time(client) - began) / 100, 0.003, f"a page {params}")
            self.check(client, f"list {params} after changes")
        release = self.lock_store()
        self.check_error(6, client.request, "flush")
        self.check(client, "a flush that fails")
        release()
        client.request("flush")
        self.check(client, "flush")

    def test_others_saves(self):
        here, there = self.pair(text(50), encoding="utf-8")
        for start in range(0, 3000, 500):
            calls = [call(id, "createMemo", {"id": f"m{id}", "text": "words"}) for id in range(start, start + 500)]
            here.send(calls)
            here.answer()
        here.request("flush")
        self.catch_up(there)
        for id in range(3000):
            there.request("getMemo", {"id": f"m{id}"})
        self.check(there, "reading")
        self.update(here, over(1_000_000, "other words"))
        here.request("flush")
        self.assertTrue(self.catch_up(there))
        self.check(there, "another's save of a long memo")
        for start in range(0, 3000, 500):
            here.send(
                [
                    call(id, "updateMemo", {"id": f"m{id}", "contentChanges": [append("!")]})
                    for id in range(start, start + 500)
                ]
            )
            here.answer()
        here.request("flush")
        self.assertTrue(self.catch_up(there))
        self.check(there, "another's save of 3,000 memos")

    def test_merging(self):
        here, there = self.pair(text(50), encoding="utf-8")
        for line, (noticed, how) in enumerate(((True, "noticed"), (False, "found by a save"))):
            self.update(here, over(1_000_000 + line, "other words"))
            self.update(there, over(2_000_000 + line, "typed words"))
            here.request("flush")
            if noticed:
                self.assertTrue(self.catch_up(there))
            there.request("flush")
            self.catch_up(here)
            self.check(there, f"merging, {how}")
        for client, words in ((here, "mine"), (there, "yours")):
            self.update(client, over(7, words))
            client.request("flush")
        self.check(there, "a copy of what could not be merged")


if __name__ == "__main__":
    unittest.main()
