"""What the tests share in which a server that has a folder is killed at its system calls."""

import itertools
import os
import pathlib
import random
import shutil

from faults import MEMORY
from folder.served_case import ServedCase
from memo_client import Silence
from saving.tracing import Trace, killing_at, listing, places, require_strace

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
BEGUN = "one\n\ntwo\n"


class KillCase(ServedCase):
    """A session that is killed, and what must be there when the next begins. The short form tries a part of the calls,
    chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all."""

    place = MEMORY
    # How many calls of each kind of work the short form tries.
    sample = 16

    def setUp(self):
        super().setUp()
        require_strace()

    def tried(self, listed, what):
        """Which calls to try, of those that were listed, and which others where too few of them are made again."""
        matrix = places(listed)
        self.assertGreater(len(matrix), self.sample)
        count = len(matrix) if WHOLE else self.sample
        if not WHOLE:
            random.Random(f"{SEED} {what}").shuffle(matrix)
        print(f"MEMO_TEST_SEED={SEED}: killed at {count} of {len(matrix)} calls of {what}", flush=True)
        return matrix[:count], matrix[count:]

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
        # All that it may tell is that it brought changes back, and that the folder is its own by now.
        for note in client.rest():
            self.assertEqual(note.get("method"), "window/logMessage", note)
            self.assertRegex(note["params"]["message"], "^(brought back|this process keeps) ")
        self.assertEqual(client.wait(), 0)
        client.kill()

    def try_each(self, what, work, check=None, thread=None):
        """Does some work with strace looking on, and then once for each call, at which the process is killed.

        `work` takes a session and a memo, and returns words that must be there from then on; `check` is given them. The
        calls are those of storage, of all threads, or all of one thread, whose name this is.
        """
        listed = self.folder / "calls"

        def attempt(flags):
            client, memo = self.begun()
            trace = Trace(client.process.pid, *flags, thread=thread)
            self.addCleanup(trace.end)
            words = work(client, memo)
            came_through = not has_ended(client)
            trace.end()
            client.kill()
            (check or self.check_all)(*words)
            return came_through

        self.assertTrue(attempt(listing(listed, "all" if thread else None)))
        killed = 0
        tried, spare = self.tried(listed, what)
        enough = len(tried) // 2 + 1
        # Where the machine has much else to do the thread wakes less often, and makes fewer calls than were listed.
        for call, number in itertools.chain(tried, itertools.takewhile(lambda _: killed < enough, spare)):
            with self.subTest(call=call, number=number, seed=SEED):
                killed += not attempt(killing_at(call, number))
        self.assertGreaterEqual(killed, enough)

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


def has_ended(client):
    """Whether a session's process has, though strace may still hold one of its threads."""
    status = pathlib.Path(f"/proc/{client.process.pid}/stat")
    return client.process.poll() is not None or status.read_text().rpartition(")")[2].split()[0] == "Z"
