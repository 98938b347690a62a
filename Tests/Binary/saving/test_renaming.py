"""SIGKILL at each storage call of a rename: afterwards all memos have the new name, or none has."""

import shutil

from faults import MEMORY
from memo_case import STILL, MemoCase
from memo_client import Silence
from saving.tracing import Trace, killing_at, listing, places, require_strace
from saving.typing_model import check_database

LINKS = 5
OLD = ["Old"] + [f"{number} [[old]] #x" for number in range(LINKS)]
NEW = ["New"] + [text.replace("old", "New") for text in OLD[1:]]


class Renaming(MemoCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        require_strace()

    def rename(self, flags):
        """Renames, with strace looking on, while another memo is being typed; whether the server came through."""
        shutil.rmtree(self.store.parent, ignore_errors=True)
        client = self.start(*STILL)
        for number, text in enumerate(OLD):
            client.request("createMemo", {"id": f"m{number}", "text": text})
        client.request("flush")
        client.request("createMemo", {"id": "typed", "text": "typed"})
        trace = Trace(client.process.pid, *flags)
        self.addCleanup(trace.end)
        try:
            result = client.request("rename", {"id": "m0", "title": "New"})
            self.assertEqual(result, {"memos": LINKS + 1, "edits": LINKS + 1})
            came_through = True
        except (Silence, BrokenPipeError):
            self.assertEqual(client.wait(), -9)
            came_through = False
        trace.end()
        client.kill()
        self.check(came_through)
        return came_through

    def check(self, came_through):
        client = self.start()
        texts = [client.request("getMemo", {"id": f"m{number}"})["text"] for number in range(LINKS + 1)]
        self.assertIn(texts, [NEW] if came_through else [OLD, NEW])
        self.assertEqual(client.request("getMemo", {"id": "typed"})["text"], "typed")
        self.assertEqual(client.request("list")["total"], LINKS + 2)
        self.assertEqual(client.finish(), 0)
        client.kill()
        check_database(self.store)

    def test_killed_at_each_call_it_has_renamed_everything_or_nothing(self):
        listed = self.folder / "calls"
        self.assertTrue(self.rename(listing(listed)))
        self.assertGreater(len(places(listed)), 10)
        killed = 0
        for call, number in places(listed):
            with self.subTest(call=call, number=number):
                killed += not self.rename(killing_at(call, number))
        self.assertGreater(killed, len(places(listed)) // 2)


if __name__ == "__main__":
    import unittest

    unittest.main()
