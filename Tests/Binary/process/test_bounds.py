"""What the program as it is released shows of a memo at most, and what it takes: memory, and the processor's time."""

import json
import os
import unittest

from memo_case import STILL, MemoCase, memory_peak
from text_case import append

MIB = 1 << 20


class Bounds(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start(*STILL)

    def title(self, text):
        return self.client.request("titleBodySplit", {"text": text})["displayTitle"]

    def preview(self, text):
        self.client.request("createMemo", {"text": "t\n" + text})
        return self.client.request("list", {"limit": 1, "sort": "created"})["memos"][0]["preview"]

    def test_a_title_has_200_clusters_and_1_kib(self):
        for unit, count in (("a", 200), ("한", 200), ("e\u0301", 200), ("👩‍👩‍👧‍👦", 40), ("🇰🇷", 128)):
            with self.subTest(unit):
                self.assertEqual(self.title(unit * 400), unit * count)
        self.assertEqual(self.title("Z" + "\u0301" * MIB), "Z" + "\u0301" * 511)
        self.assertEqual(self.title("Z" * 5 + "y" + "\u0301" * MIB), "Z" * 5)

    def test_a_preview_has_160_clusters_and_1_kib(self):
        self.assertEqual(self.preview("a" * 400), "a" * 160)
        self.assertEqual(self.preview("👩‍👩‍👧‍👦" * 400), "👩‍👩‍👧‍👦" * 40)

    def test_an_edits_answer_has_1_kib_of_the_first_line_and_getmemo_all_of_it(self):
        line = "\U0001f1f0\U0001f1f7" * MIB
        answer = self.client.request("createMemo", {"id": "a", "text": line + "\nbody"})
        self.assertEqual(answer["title"], "\U0001f1f0\U0001f1f7" * 128)
        answer = self.client.request("updateMemo", {"id": "a", "contentChanges": [append("x")]})
        self.assertEqual(answer["title"], "\U0001f1f0\U0001f1f7" * 128)
        memo = self.client.request("getMemo", {"id": "a"})
        self.assertEqual(memo["title"], memo["text"].partition("\n")[0])
        self.assertGreater(len(memo["title"]), 2 * MIB)
        self.assertEqual(self.client.request("titleBodySplit", {"id": "a"})["title"], memo["title"])

    def test_a_list_of_giant_titles_is_small(self):
        for _ in range(3):
            self.client.request("createMemo", {"text": "Z" + "\u0301" * 10 * MIB})
        self.assertLess(len(json.dumps(self.client.request("list"))), 20_000)
        self.client.request("flush")
        self.assertLess(len(json.dumps(self.client.request("list"))), 20_000)

    def test_a_search_tells_five_matches_and_200_characters_of_a_line(self):
        self.client.request("createMemo", {"text": "word " * 300})
        (memo,) = self.client.request("search", {"query": "word"})["memos"]
        self.assertEqual([len(match["line"]) for match in memo["matches"]], [200] * 5)

    def test_there_are_100_tags_of_100_code_points(self):
        def refused(path, tags):
            params = {"properties": {"tags": tags}}
            self.check_error(-32602, self.client.request, "createMemo", params, path=f"params.properties.{path}")

        self.client.request("createMemo", {"properties": {"tags": [f"tag {n}" for n in range(100)]}})
        refused("tags", [f"tag {n}" for n in range(101)])
        for letter in ("x", "👍", "e\u0301"):
            fits = letter * (100 // len(letter))
            self.client.request("createMemo", {"properties": {"tags": ["a", fits]}})
            refused("tags[1]", ["a", fits + "x"])
        refused("tags[0]", [""])

    def test_json_is_128_levels_deep_and_a_property_100(self):
        def nested(levels):
            return json.loads("[" * levels + "]" * levels)

        # The message and its params are around it.
        self.client.request("createMemo", {"later": nested(126)})
        self.client.send({"jsonrpc": "2.0", "id": 1, "method": "createMemo", "params": {"later": nested(127)}})
        self.assertEqual(self.client.read()["error"]["code"], -32700)
        self.client.request("createMemo", {"properties": {"a": nested(100)}})
        self.check_error(
            -32602, self.client.request, "createMemo", {"properties": {"a": nested(101)}}, path="params.properties.a")

    def test_a_cache_of_64_mib_takes_about_that(self):
        text = "a short note such as there are thousands\n" * 5
        for start in range(0, 30_000, 1000):
            ids = [f"0198f2a0-7c3e-7aaa-8bbb-{number:012}" for number in range(start, start + 1000)]
            calls = [("createMemo", {"id": id, "text": text, "properties": {"tags": ["work"]}}) for id in ids]
            calls += [("updateMemo", {"id": id, "contentChanges": [append("and a line that was typed\n")]})
                      for id in ids]
            self.client.send([{"jsonrpc": "2.0", "id": n, "method": m, "params": p} for n, (m, p) in enumerate(calls)])
            self.assertFalse([answer for answer in self.client.read() if "error" in answer])
            self.client.request("flush")
        self.assertLess(memory_in_use(self.client), 64 * MIB * 5 // 4)

    def test_a_search_of_20_mb_of_marks_is_no_work(self):
        for marks in ("\u0301", "\u0301\u0323\u0302\u0327"):
            text = "Z" + marks * (10_000_000 // len(marks))
            memo = self.client.request("createMemo", {"text": text})
            before = seconds_worked(self.client)
            found = self.client.request("search", {"query": "\u0301"})["memos"]
            self.assertIn(memo["id"], [memo["id"] for memo in found])
            # Seconds of the processor, of which a machine with nothing else to do needs a fraction.
            self.assertLess(seconds_worked(self.client) - before, 3)
            self.client.request("delete", {"id": memo["id"], "permanent": True})
        self.assertLess(memory_peak(self.client), 1 << 30)


def memory_in_use(client):
    """The memory that a server has of its own, in bytes (Linux)."""
    with open(f"/proc/{client.process.pid}/status") as status:
        return next((int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon")), 0)


def seconds_worked(client):
    """How long a server has used the processor, in seconds (Linux)."""
    with open(f"/proc/{client.process.pid}/stat") as status:
        fields = status.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    unittest.main()
