"""Whatever stands in a message may be a letter with tens of thousands of combining marks, which texts are compared by
only once they are in order. That costs the one thread that everything waits for no more than other words."""

import json
import unittest

from memo_case import MemoCase, processor_time
from memo_client import call
from protocol.conversations import fixtures

# 80 KB: in the order in which they stand it takes seconds to sort them by inserting each.
MARKS = "\u0301\u0323" * 20_000
# The most that one turn, and all threads together, may take for a message, in seconds of the processor.
HEAVIEST, MOST = 0.04, 1
ENDS = ("shutdown", "exit", "$/advanceClock")
# What a search is asked after such words is compared, too.
FILTERS = [{"query": f"{name}:x"} for name in ("tag", "link", "has", "is", "pinned", "before", "created-after")]


def strings(value, path=()):
    """The paths of all strings in a value."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, (dict, list)):
        for name, inner in value.items() if isinstance(value, dict) else list(enumerate(value))[:1]:
            yield from strings(inner, (*path, name))


def replaced(value, path, text):
    """The value with another text at a path."""
    if not path:
        return text
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], text)
    return copy


def at(value, path):
    for step in path:
        value = value[step]
    return value


def messages():
    """One message of the conversations for each string that any of them has, with the string's path."""
    found = {}
    for fixture in fixtures():
        for line in fixture.client_lines:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and isinstance(message.get("method"), str):
                for path in strings(message):
                    found.setdefault((message["method"], path), message)
    for params in FILTERS:
        found["search", params["query"]] = call(1, "search", params)
    for (method, path), message in found.items():
        yield method, ("params", "query") if isinstance(path, str) else path, message


class Marks(MemoCase):
    heaviest = 0

    def check(self, client, message, what):
        began = processor_time(client, "*")
        client.send(message | {"id": message.get("id", "x")})
        client.answer()
        stats = client.request("stats")
        heaviest = stats.get("heaviestTurn", {"name": "none", "processorMs": 0})["processorMs"]
        # What was too heavy is told once.
        before, self.heaviest = self.heaviest, max(self.heaviest, heaviest)
        self.check_processor_time(heaviest / 1000, max(HEAVIEST, before / 1000), what)
        self.check_processor_time(processor_time(client, "*") - began, MOST, what)

    def test_a_letter_with_80_kb_of_marks_keeps_nobody_waiting_wherever_it_stands(self):
        client = self.start(cwd=self.folder)
        client.request("createMemo", {"id": "a", "text": "# Title\n\nwords #tag [[Title]]\n"})
        count = 0
        for method, path, message in messages():
            if method in ENDS:
                continue
            for text in ("x" + MARKS, at(message, path) + MARKS):
                with self.subTest(f"{method} {path} {text[:8]!r}"):
                    if method == "initialize":
                        session = self.start(store=self.folder / f"{count}" / "memos.sqlite")
                        self.check(session, replaced(message, path, text), f"{method} {path}")
                        session.kill()
                    else:
                        self.check(client, replaced(message, path, text), f"{method} {path}")
                    count += 1
        self.assertGreater(count, 100)
        self.assertEqual(client.request("getMemo", {"id": "a"})["id"], "a")


if __name__ == "__main__":
    unittest.main()
