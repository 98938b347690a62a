"""SIGKILL at any instant: every answered change is there after a restart, and the text is always a whole version."""

import os
import random
import re
import time

from memo_case import MemoCase
from memo_client import Silence, call, frame

# How often a session is killed in the short campaign; the long one sets it higher.
KILLS = int(os.environ.get("MEMO_TEST_KILLS", "300"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
LINE_END = re.compile("\r\n|\r|\n")
PIECES = ["a", "word ", "\n", "\r\n", "한글", "e\u0301", "👩‍👩‍👧‍👦", "\0", "\u2028", '"\\']


class Model:
    """One memo: what it was after each version, from the last restart on."""

    def __init__(self):
        self.versions = {1: ""}
        self.version = 1
        self.answered = 1

    def edit(self, chance):
        """A change of the memo, sent from its last version on."""
        text = self.versions[self.version]
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 0, 1, 5]))
        start, end = border(text, start), border(text, end)
        new = chance.choice(PIECES)
        whole = chance.random() < 0.02
        self.version += 1
        self.versions[self.version] = new if whole else text[:start] + new + text[end:]
        change = {"text": new} if whole else {
            "range": {"start": place(text, start), "end": place(text, end)}, "text": new}
        return {"id": "m", "baseVersion": self.version - 1, "contentChanges": [change]}

    def restarted(self, version, text):
        """Accepts what a new session says, if that may be true."""
        assert version >= self.answered, f"version {self.answered} was answered, {version} came back"
        assert text == self.versions[version], f"version {version} came back with another text"
        self.versions = {version: text}
        self.version = self.answered = version


def border(text, index):
    """The index, or the one before it where it lies inside a \\r\\n, which no position names."""
    return index - 1 if text[index - 1 : index + 1] == "\r\n" and index > 0 else index


def place(text, index):
    """The position of an index in utf-32; line ends as the service counts them."""
    ends = [match.end() for match in LINE_END.finditer(text) if match.end() <= index]
    return {"line": len(ends), "character": index - (ends[-1] if ends else 0)}


class Kills(MemoCase):
    def begin(self, chance):
        client = self.start("--autosave-delay-ms", str(chance.choice([0, 1, 5, 50])))
        client.request("initialize", {"capabilities": {"general": {"positionEncodings": ["utf-32"]}}})
        return client

    def test_every_answered_change_survives(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_KILLS={KILLS}", flush=True)
        chance = random.Random(SEED)
        model = Model()
        client = self.begin(chance)
        client.request("createMemo", {"id": "m"})
        for kill in range(KILLS):
            if kill and kill % 1000 == 0:
                print(f"{kill} kills survived, version {model.version}", flush=True)
            with self.subTest(kill=kill, seed=SEED):
                sent = chance.randrange(1, 120)
                edits = b"".join(frame(call(f"e{kill}-{n}", "updateMemo", model.edit(chance))) for n in range(sent))
                until = time.monotonic() + chance.random() * 0.006
                os.write(client.input, edits[: 1 << 16])
                answered = self.read_answers(client, until)
                client.process.kill()
                model.answered += answered + self.read_answers(client, None)
                client.kill()
                for _ in range(chance.choice([0, 0, 0, 1, 2])):
                    self.kill_while_recovering(chance)
                client = self.begin(chance)
                memo = client.request("getMemo", {"id": "m"})
                model.restarted(memo["version"], memo["text"])
        self.assertEqual(client.finish(), 0)
        leftovers = [path.name for path in self.store.parent.iterdir() if "-edits-" in path.name]
        self.assertEqual(leftovers, [])

    def kill_while_recovering(self, chance):
        client = self.start()
        self.read_answers(client, time.monotonic() + chance.random() * 0.005)
        client.kill()

    def read_answers(self, client, until):
        """Counts accepted answers until a moment, or until the end of the stream."""
        count = 0
        while until is None or time.monotonic() < until:
            try:
                answer = client.read() if until is None else client.read(max(0, until - time.monotonic()))
            except (Silence, AssertionError):
                # Nothing came in that time, or the stream has ended, perhaps inside an answer.
                return count
            self.assertIn("result", answer)
            count += 1
        return count


if __name__ == "__main__":
    import unittest

    unittest.main()
