"""SIGKILL at each storage call of a save, and of the recovery after it: every answered change is there.

The short form tries a part of the recovery's calls, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import os
import random
import shutil

from faults import MEMORY
from memo_case import STILL, MemoCase
from memo_client import Silence, binary
from saving.tracing import Trace, killing_at, listing, places, require_strace
from saving.typing_model import Typing, check_database

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# How many of the recovery's calls the short form tries.
SAMPLE = 40


class KillsByCall(MemoCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        require_strace()

    def begun(self):
        """A session with a memo that is saved, and changes that are not."""
        shutil.rmtree(self.store.parent, ignore_errors=True)
        client = self.start(*STILL)
        typing = Typing()
        typing.create(client, "old", "begun")
        client.request("flush")
        typing.type(client, "old", 3)
        typing.create(client, "new")
        typing.type(client, "new", 3)
        return client, typing

    def check_all(self, typing):
        client = self.start()
        typing.check(client)
        self.assertEqual(client.finish(), 0)
        client.kill()
        check_database(self.store)
        self.assertEqual([path.name for path in self.store.parent.iterdir() if "-edits-" in path.name], [])

    def save(self, flags):
        """Saves, with strace looking on; whether the server came through."""
        client, typing = self.begun()
        trace = Trace(client.process.pid, *flags)
        self.addCleanup(trace.end)
        try:
            self.assertEqual(client.request("flush"), {"memosWritten": 2})
            saved = True
        except (Silence, BrokenPipeError):
            self.assertEqual(client.wait(), -9)
            saved = False
        trace.end()
        client.kill()
        self.check_all(typing)
        return saved

    def test_killed_at_each_call_of_a_save_everything_answered_is_there(self):
        listed = self.folder / "calls"
        self.assertTrue(self.save(listing(listed)))
        # A save locks, reads, writes and syncs: one that makes fewer calls was not seen.
        self.assertGreater(len(places(listed)), 10)
        killed = 0
        for call, number in places(listed):
            with self.subTest(call=call, number=number):
                killed += not self.save(killing_at(call, number))
        self.assertGreater(killed, len(places(listed)) // 2)

    def recover(self, flags):
        """Starts a server with strace looking on; whether it came through."""
        client = self.start(*STILL, program=["strace", "-f", "-qq", *flags, binary()])
        try:
            client.request("list")
            self.assertIn(client.finish(), (0, -9))
            return client.wait() == 0
        except (Silence, BrokenPipeError):
            self.assertEqual(client.wait(), -9)
            return False
        finally:
            client.kill()

    def test_killed_at_each_call_of_a_recovery_everything_answered_is_there(self):
        chance = random.Random(SEED)
        client, typing = self.begun()
        client.kill()
        template = self.folder / "template"
        self.store.parent.rename(template)

        def restore():
            shutil.rmtree(self.store.parent, ignore_errors=True)
            shutil.copytree(template, self.store.parent)

        restore()
        listed = self.folder / "calls"
        self.assertTrue(self.recover(listing(listed)))
        matrix = places(listed)
        tried = matrix if WHOLE else chance.sample(matrix, SAMPLE)
        print(f"MEMO_TEST_SEED={SEED}: killed at {len(tried)} of {len(matrix)} calls of a recovery", flush=True)
        killed = 0
        for call, number in tried:
            with self.subTest(call=call, number=number, seed=SEED):
                restore()
                if not self.recover(killing_at(call, number)):
                    killed += 1
                    # And once more, somewhere else.
                    self.recover(killing_at(*chance.choice(matrix)))
                self.check_all(typing)
        self.assertGreater(killed, len(tried) // 2)


if __name__ == "__main__":
    import unittest

    unittest.main()
