"""SIGKILL at each storage call of a rename: afterwards all memos have the new name, or none has."""

import shutil

from faults import MEMORY
from memo_case import STILL, MemoCase
from memo_client import Silence
from saving.tracing import Trace, killing_at, listing, places, require_strace
from saving.typing_model import check_database

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

    def kill_at_each_call(self, kind):
        listed = self.folder / "calls"
        self.assertTrue(self.rename(kind, listing(listed)))
        self.assertGreater(len(places(listed)), 10)
        killed = 0
        for call, number in places(listed):
            with self.subTest(call=call, number=number):
                killed += not self.rename(kind, killing_at(call, number))
        self.assertGreater(killed, len(places(listed)) // 2)

    def test_a_title_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a title")

    def test_a_heading_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a heading")

    def test_a_tag_is_renamed_everywhere_or_nowhere(self):
        self.kill_at_each_call("a tag")


if __name__ == "__main__":
    import unittest

    unittest.main()
