"""Typing makes no storage call: not one in a hundred thousand keystrokes between two saves."""

import unittest

from memo_case import STILL, MemoCase
from memo_client import binary, call, notification
from saving.tracing import calls_by_thread, listing, require_strace
from text_case import put

KEYSTROKES = 100_000
AT_ONCE = 500


def keystroke(version):
    """A letter at the end of a line of so many."""
    change = put("x", (0, version - 1))
    return {"id": "a", "baseVersion": version, "contentChanges": [change]}


class QuietTyping(MemoCase):
    def test_a_hundred_thousand_keystrokes_make_no_storage_call(self):
        require_strace()
        listed = self.folder / "calls"
        client = self.start(*STILL, program=["strace", "-f", "--seccomp-bpf", *listing(listed), binary()])
        client.request("createMemo", {"id": "a"})
        client.request("flush")
        # The thread that takes the edits is the first; others may look after files meanwhile.
        main = int(listed.read_text().split(maxsplit=1)[0])

        def calls():
            return {name: count for (thread, name), count in calls_by_thread(listed).items() if thread == main}

        before = calls()
        for first in range(1, KEYSTROKES + 1, AT_ONCE):
            last = first + AT_ONCE - 1
            keystrokes = (notification("updateMemo", keystroke(version)) for version in range(first, last))
            client.send(*keystrokes, call(last, "updateMemo", keystroke(last)))
            self.assertEqual(client.result_of(last)["version"], last + 1)
        self.assertEqual(calls(), before)
        self.assertEqual(client.request("flush"), {"memosWritten": 1})
        self.assertEqual(client.finish(), 0)
        # Such calls would have been seen: the end of the session makes some.
        self.assertNotEqual(calls(), before)
        print(f"{KEYSTROKES} keystrokes: 0 storage calls of their thread", flush=True)


if __name__ == "__main__":
    unittest.main()
