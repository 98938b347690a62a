"""SIGKILL at each storage call of a rename: afterwards all memos have the new name, or none has.

The short form tries all calls of the kinds that are rare, such as syncs and locks, which stand at both ends of whatever
is written as one, and a part of the others, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import os
import random
import shutil
from collections import Counter

from faults import MEMORY
from memo_case import STILL, MemoCase
from memo_client import Silence
from saving.tracing import Trace, killing_at, listing, places, require_strace
from saving.typing_model import check_database

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# A kind of which a rename makes no more calls is rare; of the other calls the short form tries so many.
RARE, SAMPLE = 10, 16
LINKS = 5
# Each kind of rename: what is asked for, the memos before it, and after it.
OLD = ["Old"] + [f"{number} [[old]] #x" for number in range(LINKS)]
PARTS = ["Old\n\n## Part\n"] + [f"{number} [[old#part]]" for number in range(LINKS)]
RENAMES = {
    "a title": ({"id": "m0", "title": "New"}, OLD, ["New"] + [text.replace("old", "New") for text in OLD[1:]]),
    "a heading": (
        {"id": "m0", "heading": "Part", "to": "Piece"}, PARTS,
        [text.replace("Part", "Piece").replace("part", "Piece") for text in PARTS]),
    "a tag": ({"tag": "x", "to": "y"}, OLD, [text.replace("#x", "#y") for text in OLD]),
}


class Renaming(MemoCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        require_strace()

    def rename(self, kind, flags):
        """Renames, with strace looking on, while another memo is being typed; whether the server came through."""
        params, old, new = RENAMES[kind]
        shutil.rmtree(self.store.parent, ignore_errors=True)
        client = self.start(*STILL)
        for number, text in enumerate(old):
            client.request("createMemo", {"id": f"m{number}", "text": text})
        client.request("flush")
        client.request("createMemo", {"id": "typed", "text": "typed"})
        trace = Trace(client.process.pid, *flags)
        self.addCleanup(trace.end)
        changed = sum(one != other for one, other in zip(old, new))
        try:
            self.assertEqual(client.request("rename", params), {"memos": changed, "edits": changed})
            came_through = True
        except (Silence, BrokenPipeError):
            self.assertEqual(client.wait(), -9)
            came_through = False
        trace.end()
        client.kill()
        self.check(*([new] if came_through else [old, new]))
        return came_through

    def check(self, *allowed):
        """Checks that the memos have one of these lists of texts."""
        client = self.start()
        texts = [client.request("getMemo", {"id": f"m{number}"})["text"] for number in range(LINKS + 1)]
        self.assertIn(texts, allowed)
        self.assertEqual(client.request("getMemo", {"id": "typed"})["text"], "typed")
        self.assertEqual(client.request("list")["total"], LINKS + 2)
        self.assertEqual(client.finish(), 0)
        client.kill()
        check_database(self.store)

    def tried(self, kind, listed):
        """Which calls to try, of those that were listed."""
        matrix = places(listed)
        count = Counter(call for call, _ in matrix)
        rare = [place for place in matrix if count[place[0]] <= RARE]
        others = [place for place in matrix if count[place[0]] > RARE]
        self.assertGreater(len(rare), 10)
        self.assertIn("fdatasync", {call for call, _ in rare})
        tried = matrix if WHOLE else rare + random.Random(f"{SEED} {kind}").sample(others, SAMPLE)
        print(f"MEMO_TEST_SEED={SEED}: killed at {len(tried)} of {len(matrix)} calls of {kind}", flush=True)
        return tried

    def kill_at_each_call(self, kind):
        listed = self.folder / "calls"
        self.assertTrue(self.rename(kind, listing(listed)))
        tried = self.tried(kind, listed)
        killed = 0
        for call, number in tried:
            with self.subTest(call=call, number=number, seed=SEED):
                killed += not self.rename(kind, killing_at(call, number))
        self.assertGreater(killed, len(tried) // 2)

    def test_a_title_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a title")

    def test_a_heading_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a heading")

    def test_a_tag_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a tag")


if __name__ == "__main__":
    import unittest

    unittest.main()
