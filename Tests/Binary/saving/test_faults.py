"""Every storage call fails, in every way, once and for good: nothing answered is lost, nothing damaged, and nothing
hangs.

The short form tries a part of the matrix, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries all of it, some minutes.
"""

import os
import random
import shutil
import unittest

from faults import CODES, LONGEST, MEMORY, NEVER, Faults, kinds, library
from memo_case import STILL, MemoCase
from saving.typing_model import Typing, check_database

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# How many places of the matrix the short form tries, for each of the two stores.
SAMPLE = 120
ENDS = ["the fault passes", "killed", "end of input"]


class EveryStorageCall(MemoCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        library()

    def tried(self, client, typing):
        """A writing session; whatever is refused, it goes on."""
        client.initialize()
        for id in list(typing.memos):
            typing.check_what_is_read(client, id)
        typing.create(client, "new")
        for _ in range(2):
            typing.type(client, "old", 3)
            typing.type(client, "new", 3)
            typing.attempt(client, "flush", {})
        typing.attempt(client, "list", {})
        typing.type(client, "new")
        typing.create(client, "newer", "text")

    def leave_an_orphan(self):
        """A store whose last server was killed with changes in its journal only."""
        typing = Typing()
        client = self.start(*STILL)
        typing.create(client, "old", "begun")
        client.request("flush")
        typing.type(client, "old", 5)
        client.kill()
        return typing.memos

    def run_once(self, template, memos, arm, end):
        """One session with a fault; returns how many calls it made, and which failed."""
        folder = self.store.parent
        shutil.rmtree(folder, ignore_errors=True)
        if template.exists():
            shutil.copytree(template, folder)
        faults = Faults(self.folder, folder)
        arm(faults)
        typing = Typing(memos)
        client = self.start(*STILL, env=self.environment(**faults.variables))
        try:
            self.tried(client, typing)
            if end == "the fault passes":
                faults.lift()
                client.request("flush")
                typing.check(client, saved=True)
            elif end == "end of input":
                client.close_input()
                client.rest()
                self.assertIn(client.wait(), (0, 1))
        finally:
            # One that lives on would write into the next one's folder.
            client.kill()
        told = faults.call
        client = self.start()
        try:
            typing.check(client)
            self.assertEqual(client.finish(), 0)
        finally:
            client.kill()
        check_database(self.store)
        self.assertEqual([path.name for path in folder.iterdir() if "-edits-" in path.name], [])
        return faults.calls, faults.failed, told

    def test_a_journal_that_cannot_be_read_keeps_old_text_from_being_read(self):
        typing = Typing(self.leave_an_orphan())
        faults = Faults(self.folder, self.store.parent)
        faults.arm(1, "EIO", None, kinds("read"))
        client = self.start(*STILL, env=self.environment(**faults.variables))
        for method, params in (("getMemo", {"id": "old"}), ("list", {}), ("createMemo", {"id": "new"})):
            self.check_error(6, client.request, method, params, reason="io", retryable=True)
        faults.lift()
        typing.check(client, saved=True)

    def test_a_long_text_that_the_journal_could_not_take_is_refused_and_what_follows_is_kept(self):
        long = "long " * 40_000
        typing = Typing()
        # Which of the text's writes fails, how, and what follows.
        for number, code, reason, text in [(1, "ENOSPC", "full", long), (2, "EIO", "io", ""), (3, "EIO", "io", long)]:
            faults = Faults(self.folder, self.store.parent)
            client = self.start(*STILL, env=self.environment(**faults.variables))
            typing.create(client, f"before-{number}", "short")
            # Nothing is saved while time stands still: only the journal is written to.
            faults.arm(number, code, 1, kinds("write"))
            self.check_error(6, client.request, "createMemo", {"id": "refused", "text": long}, reason=reason)
            self.assertEqual(faults.failed, 1)
            self.check_error(1, client.request, "getMemo", {"id": "refused"})
            typing.create(client, f"after-{number}", text)
            client.kill()
            client = self.start()
            typing.check(client)
            self.assertEqual(client.finish(), 0)
            self.assertEqual([path.name for path in self.store.parent.iterdir() if "-edits-" in path.name], [])

    def try_matrix(self, template, memos):
        calls, _, _ = self.run_once(template, memos, lambda faults: None, "end of input")
        matrix = [
            (number, code, often, ENDS[(number + index) % len(ENDS)])
            for index, (code, often) in enumerate((code, often) for code in CODES for often in ("once", "for good"))
            for number in range(1, calls + 1)
        ]
        if not WHOLE:
            matrix = random.Random(SEED).sample(matrix, SAMPLE)
        print(f"MEMO_TEST_SEED={SEED}: {calls} storage calls, {len(matrix)} faults", flush=True)
        failed = 0
        for number, code, often, end in matrix:
            with self.subTest(call=number, code=code, often=often, end=end, seed=SEED):
                times = 1 if often == "once" else LONGEST.get(code)
                try:
                    _, count, _ = self.run_once(
                        template, memos, lambda faults: faults.arm(number, code, times), end)
                    failed += count > 0
                except Exception as error:
                    raise AssertionError(f"{error}") from error
        # Only short writes of what is no write do nothing, and calls that another thread made in a different order.
        self.assertGreater(failed, len(matrix) // 2)

    def test_what_fails_for_a_while_leaves_nothing_read_only_and_is_not_taken_for_a_loss(self):
        memos = self.leave_an_orphan()
        template = self.folder / "template"
        self.store.parent.rename(template)
        print(f"MEMO_TEST_SEED={SEED}")
        fails = [("open", "EIO", 1), ("open", "EROFS", 1), ("look", "EIO", 1), ("look", "EROFS", None),
                 ("read", "EROFS", None)]
        for kind, code, times in fails:
            for start, known in [(template, memos), (self.folder / "nothing", {})]:
                calls, _, _ = self.run_once(
                    start, known, lambda faults: faults.arm(NEVER, code, times, kinds(kind)), "the fault passes")
                for number in random.Random(SEED).sample(range(1, calls + 1), min(calls, 8)):
                    with self.subTest(kind=kind, code=code, number=number, is_new=not known, seed=SEED):
                        self.run_once(
                            start, known, lambda faults: faults.arm(number, code, times, kinds(kind)),
                            "the fault passes")

    def test_on_a_new_store(self):
        self.try_matrix(self.folder / "nothing", {})

    def test_on_a_store_with_a_journal_to_bring_back(self):
        memos = self.leave_an_orphan()
        template = self.folder / "template"
        self.store.parent.rename(template)
        self.try_matrix(template, memos)


if __name__ == "__main__":
    unittest.main()
