"""Eight servers on one store, typed into, killed and started again at random: no line is lost, and nobody is misled."""

import collections
import json
import os
import pathlib
import random
import select
import subprocess
import sys
import time
import unittest

from memo_case import MemoCase
from memo_client import PATIENCE, Silence
from sharing import typed_lines
from sharing.torture_editor import Editor

# How long is typed in the short form; the long one sets it higher.
SECONDS = float(os.environ.get("MEMO_TEST_SECONDS", "6"))
SERVERS = int(os.environ.get("MEMO_TEST_SERVERS", "8"))
MEMOS = int(os.environ.get("MEMO_TEST_MEMOS", "4"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)


class Torture(MemoCase):
    def test_no_typed_line_is_lost_and_no_reader_sees_half_a_save(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_SECONDS={SECONDS:g}", flush=True)
        self.chance = random.Random(SEED)
        self.figures = collections.Counter()
        self.ledger = typed_lines.Ledger()
        self.memos = [typed_lines.GROWING] + [f"shared-{number}" for number in range(MEMOS)]
        first = self.start()
        for memo in self.memos:
            first.request("createMemo", {"id": memo})
        self.assertEqual(first.finish(), 0)
        self.editors = [
            Editor(f"e{number}", self.memos, self.ledger, self.chance, self.figures, self.start)
            for number in range(SERVERS)
        ]
        reader = self.begin_reading()
        self.type()
        self.settle()
        self.end_reading(reader)
        for editor in self.editors:
            shutdown = editor.request("shutdown")
            self.hear_until(lambda: shutdown in editor.others, "a shutdown")
            editor.client.notify("exit")
            self.assertEqual(editor.client.wait(), 0)
        self.check_end()
        print(", ".join(f"{count} {what}" for what, count in sorted(self.figures.items())), flush=True)

    def type(self):
        """Everybody types, and now and then somebody is killed."""
        end = time.monotonic() + SECONDS
        next_kill = 0
        while (now := time.monotonic()) < end:
            self.hear(0.002)
            editor = self.chance.choice(self.editors)
            # It only grows, so it grows slowly.
            memo = self.memos[0] if self.chance.random() < 0.1 else self.chance.choice(self.memos[1:])
            if now >= next_kill:
                next_kill = now + self.chance.random() * 0.6
                self.figures["kills"] += 1
                editor.kill()
                editor.open()
            elif self.chance.random() < 0.05:
                editor.check(memo)
            elif memo != typed_lines.GROWING and self.chance.random() < 0.006:
                editor.delete(memo, permanent=self.chance.random() < 0.3)
            elif self.chance.random() < 0.2:
                editor.revive(memo)
            else:
                for _ in range(self.chance.choice([1, 1, 2, 5])):
                    if editor.is_ready(memo):
                        editor.type(memo)

    def hear(self, timeout=0.01):
        """Lets every editor take in what has come."""
        outputs = {editor.client.output: editor for editor in self.editors if not editor.client.at_end}
        for output in select.select(list(outputs), [], [], timeout)[0]:
            outputs[output].hear()

    def hear_until(self, condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise Silence(f"{what} did not happen within {PATIENCE} s")
            self.hear()

    def settle(self):
        """Nobody types any more: in the end everybody has the same texts, and each editor its server's."""
        # The answer to a read says what became of the edits that were sent as notifications before it.
        for editor in self.editors:
            for memo in filter(editor.is_ready, self.memos):
                editor.read(memo)

        def is_all_live():
            for memo in self.memos:
                self.editors[0].revive(memo)
            return all(editor.is_at_rest() for editor in self.editors)

        self.hear_until(is_all_live, "rest")

        def is_same():
            return all(
                editor.is_at_rest() and editor.buffers[memo].text == self.editors[0].buffers[memo].text
                for editor in self.editors
                for memo in self.memos
            )

        for editor in [*self.editors, *self.editors]:
            flush = editor.request("flush")
            self.hear_until(lambda: flush in editor.others, "a flush")
        self.hear_until(is_same, "the same text everywhere")
        compared = self.figures["buffers compared"]
        for editor in self.editors:
            for memo in self.memos:
                editor.check(memo)
        self.hear_until(lambda: all(editor.is_at_rest() for editor in self.editors), "the last look")
        self.assertEqual(self.figures["buffers compared"], compared + SERVERS * len(self.memos))

    def begin_reading(self):
        script = pathlib.Path(__file__).parent / "store_reader.py"
        reader = subprocess.Popen(
            [sys.executable, script, self.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(reader.stdout.close)
        self.addCleanup(reader.stdin.close)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.kill)
        return reader

    def end_reading(self, reader):
        found = json.loads(reader.communicate(timeout=PATIENCE)[0])
        self.figures["moments read"] = found["moments"]
        self.figures["saves read"] = found["saves"]
        self.assertEqual(found["problems"], [])
        self.assertGreater(found["moments"], SECONDS)

    def check_end(self):
        """A server that starts alone brings back what is left; then every line is somewhere."""
        client = self.start()
        summaries = self.all_summaries(client)
        texts = {memo["id"]: client.request("getMemo", {"id": memo["id"]})["text"].split("\n") for memo in summaries}
        self.assertEqual(client.finish(), 0)
        lines = {line for text in texts.values() for line in text}
        origins = collections.Counter(memo["properties"].get("conflictOf") for memo in summaries)
        self.assertEqual(origins[None], len(self.memos))
        self.figures["copies"] = len(texts) - len(self.memos)
        self.figures["lines required"] = len(self.ledger.required())
        self.assertEqual(sorted(self.ledger.required() - lines), [])
        self.assertEqual([line for line in lines if not typed_lines.is_whole(line)], [])
        # Where nothing can be in conflict nothing is copied, and nothing is there twice.
        self.assertEqual(origins[typed_lines.GROWING], 0)
        growing = collections.Counter(texts[typed_lines.GROWING])
        self.assertEqual([line for line, count in growing.items() if count > 1], [])
        self.figures["lines that grew"] = len(growing)
        leftovers = [path.name for path in self.store.parent.iterdir() if "-edits-" in path.name]
        self.assertEqual(leftovers, [])

    def all_summaries(self, client):
        summaries, cursor = [], None
        while True:
            page = client.request("list", {"limit": 1000, "cursor": cursor})
            summaries += page["memos"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return summaries


if __name__ == "__main__":
    unittest.main()
