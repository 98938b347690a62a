"""What the random trials of several programs on one store share: editors that type, come to rest, and are compared."""

import collections
import random
import select
import time

from memo_case import MemoCase
from memo_client import PATIENCE, Silence
from sharing import typed_lines
from sharing.torture_editor import Editor


class TortureCase(MemoCase):
    """A test whose `editors` share `memos`; every random choice is `chance`'s, what happens is counted in `figures`."""

    def open_all(self, seed, memos, editors):
        """Makes the memos, and so many editors, each with a server of its own."""
        self.chance = random.Random(seed)
        self.figures = collections.Counter()
        self.ledger = typed_lines.Ledger()
        self.memos = memos
        first = self.start()
        for memo in self.memos:
            first.request("createMemo", {"id": memo})
        self.assertEqual(first.finish(), 0)
        self.editors = [
            Editor(f"e{number}", self.memos, self.ledger, self.chance, self.figures, self.start)
            for number in range(editors)
        ]

    def close_all(self):
        """Ends the editors' servers."""
        for editor in self.editors:
            shutdown = editor.request("shutdown")
            self.hear_until(lambda: shutdown in editor.others, "a shutdown")
            editor.client.notify("exit")
            self.assertEqual(editor.client.wait(), 0)

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
        """Lets nobody type any more, until everybody has the same texts, and each editor has its server's."""
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
        self.assertEqual(self.figures["buffers compared"], compared + len(self.editors) * len(self.memos))

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
