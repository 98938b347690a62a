"""SIGKILL at each storage call of attaching, and of an exchange in both directions: no word is lost, none is there
twice, and the next start makes both equal.

The short form tries a part of the calls, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import unittest

from faults import MEMORY
from folder.served_case import ServedCase
from memo_client import PATIENCE, Silence, binary
from saving.tracing import Trace, killing_at, listing, places, require_strace
from text_case import put

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# How many calls of each kind of work the short form tries.
SAMPLE = 16
BEGUN = "one\n\ntwo\n"


class Kills(ServedCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        require_strace()

    def tried(self, listed, what):
        """Which calls to try, of those that were listed."""
        matrix = places(listed)
        self.assertGreater(len(matrix), SAMPLE)
        tried = matrix if WHOLE else random.Random(f"{SEED} {what}").sample(matrix, SAMPLE)
        print(f"MEMO_TEST_SEED={SEED}: killed at {len(tried)} of {len(matrix)} calls of {what}", flush=True)
        return tried

    def forget(self):
        """Takes everything away, as if there had never been anything."""
        shutil.rmtree(self.notes)
        shutil.rmtree(self.folder / ".local", ignore_errors=True)
        self.notes.mkdir()

    def begun(self):
        """A session with a folder of one note in which all is at rest, and the memo."""
        self.forget()
        self.write("a.md", BEGUN)
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, BEGUN)
        return client, memo

    def check_all(self, *words):
        """Starts anew: files and memos are equal, all words are there, and nothing else is."""
        client = self.open()
        self.wait_until(
            lambda: sorted(self.texts().values()) == sorted(self.ids(client)), "that files and memos are equal")
        self.assertEqual(len(self.ids(client)), 1, self.texts())
        (text,) = self.texts().values()
        for word in ("one", "two", *words):
            self.assertEqual(text.count(word), 1, text)
        client.close_input()
        # All that it may tell is that it brought changes back.
        for note in client.rest():
            self.assertEqual(note.get("method"), "window/logMessage", note)
            self.assertTrue(note["params"]["message"].startswith("brought back"), note)
        self.assertEqual(client.wait(), 0)
        client.kill()

    def try_each(self, what, work):
        """Does some work with strace looking on, and then once for each call, at which the process is killed.

        `work` takes a session and a memo, and returns words that must be there from then on.
        """
        listed = self.folder / "calls"

        def attempt(flags):
            client, memo = self.begun()
            trace = Trace(client.process.pid, *flags)
            self.addCleanup(trace.end)
            words = work(client, memo)
            came_through = not has_ended(client)
            trace.end()
            client.kill()
            self.check_all(*words)
            return came_through

        self.assertTrue(attempt(listing(listed)))
        killed = 0
        tried = self.tried(listed, what)
        for call, number in tried:
            with self.subTest(call=call, number=number, seed=SEED):
                killed += not attempt(killing_at(call, number))
        self.assertGreater(killed, len(tried) // 2)

    def is_over(self, client, condition):
        """Waits until something is so, or the process is killed."""

        def is_so():
            if has_ended(client):
                return True
            try:
                return condition()
            except (Silence, BrokenPipeError):
                return False

        self.wait_until(is_so, "that it is done, or killed")

    def test_killed_at_each_call_that_brings_a_file_into_its_memo(self):
        def write(client, memo):
            (self.notes / "new").write_text(BEGUN.replace("two", "two\nfrom outside"))
            (self.notes / "new").rename(self.notes / "a.md")
            self.is_over(client, lambda: "from outside" in client.request("getMemo", {"id": memo})["text"])
            return ["from outside"]

        self.try_each("taking a file in", write)

    def test_killed_at_each_call_that_brings_a_memo_into_its_file(self):
        def type(client, memo):
            try:
                client.request("updateMemo", {"id": memo, "contentChanges": [put(" inside", (0, 3))]})
            except (Silence, BrokenPipeError):
                return []
            try:
                client.request("flush")
            except (Silence, BrokenPipeError):
                pass
            self.is_over(client, lambda: "one inside" in (self.notes / "a.md").read_text())
            return ["one inside"]

        self.try_each("writing a file", type)

    def test_killed_at_each_call_of_a_merge(self):
        def change(client, memo):
            client.request("updateMemo", {"id": memo, "contentChanges": [put(" inside", (0, 3))]})
            (self.notes / "a.md").write_text(BEGUN.replace("two", "two outside"))
            merged = BEGUN.replace("one", "one inside").replace("two", "two outside")
            self.is_over(client, lambda: (self.notes / "a.md").read_text() == merged)
            return ["one inside", "two outside"]

        def attempt(client, memo):
            try:
                return change(client, memo)
            except (Silence, BrokenPipeError):
                return []

        self.try_each("merging", attempt)

    def test_killed_at_each_call_of_attaching_the_next_goes_on(self):
        listed = self.folder / "calls"

        def attempt(flags):
            self.forget()
            self.write("a.md", BEGUN)
            done = subprocess.run(
                ["strace", "-f", "-qq", *flags, binary(), "folder", "attach", str(self.notes)], cwd=self.folder,
                env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
            self.assertIn(done.returncode, (0, -9), done.stderr)
            self.assertEqual(self.texts(), {"a.md": BEGUN})
            store = self.attach()["store"]
            self.assertEqual(self.memos(), {"a.md": BEGUN})
            self.assertTrue(self.status()["isEqual"])
            data = self.folder / ".local" / "share" / "memo-ls" / "folders"
            self.assertEqual([json.loads(path.read_text())["store"] for path in data.glob("*/place.json")], [store])
            # No store is left that is nobody's.
            self.assertEqual([str(path) for path in data.glob("*/memos.sqlite")], [store])
            return done.returncode == 0

        self.assertTrue(attempt(listing(listed)))
        killed = 0
        tried = self.tried(listed, "attaching")
        for call, number in tried:
            with self.subTest(call=call, number=number, seed=SEED):
                killed += not attempt(killing_at(call, number))
        self.assertGreater(killed, len(tried) // 2)


def has_ended(client):
    """Whether a session's process has, though strace may still hold one of its threads."""
    status = pathlib.Path(f"/proc/{client.process.pid}/stat")
    return client.process.poll() is not None or status.read_text().rpartition(")")[2].split()[0] == "Z"


if __name__ == "__main__":
    unittest.main()
