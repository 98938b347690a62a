"""Typing makes no storage call: not one in a hundred thousand keystrokes between two saves."""

import unittest

from memo_case import STILL, MemoCase
from memo_client import binary, call, notification
from saving.tracing import calls_by_thread, listing, require_strace
from sync.hub_case import HubCase
from text_case import put

KEYSTROKES = 100_000
AT_ONCE = 500


def keystroke(version):
    """A letter at the end of a line of so many."""
    change = put("x", (0, version - 1))
    return {"id": "a", "baseVersion": version, "contentChanges": [change]}


class Typing:
    """What a test types, and looks at meanwhile."""

    def traced(self, *flags, **options):
        """A session whose storage calls are listed, with a memo that is saved; and where they are."""
        require_strace()
        listed = self.folder / "calls"
        program = ["strace", "-f", "--seccomp-bpf", *listing(listed), binary()]
        client = self.start(*STILL, *flags, program=program, **options)
        client.request("createMemo", {"id": "a"})
        client.request("flush")
        return client, listed

    def check_that_typing_is_quiet(self, client, listed, keystrokes):
        # The thread that takes the edits is the first; others may look after files meanwhile.
        main = int(listed.read_text().split(maxsplit=1)[0])

        def calls():
            return {name: count for (thread, name), count in calls_by_thread(listed).items() if thread == main}

        before = calls()
        for first in range(1, keystrokes + 1, AT_ONCE):
            last = first + AT_ONCE - 1
            typed = (notification("updateMemo", keystroke(version)) for version in range(first, last))
            client.send(*typed, call(last, "updateMemo", keystroke(last)))
            self.assertEqual(client.result_of(last)["version"], last + 1)
        self.assertEqual(calls(), before)
        self.assertEqual(client.request("flush"), {"memosWritten": 1})
        self.assertEqual(client.finish(), 0)
        # Such calls would have been seen: the end of the session makes some.
        self.assertNotEqual(calls(), before)
        print(f"{keystrokes} keystrokes: 0 storage calls of their thread", flush=True)


class QuietTyping(Typing, MemoCase):
    def test_a_hundred_thousand_keystrokes_make_no_storage_call(self):
        self.check_that_typing_is_quiet(*self.traced(), KEYSTROKES)


class QuietTypingWhileSyncing(Typing, HubCase):
    def test_ten_thousand_keystrokes_beside_a_watch_make_no_storage_call(self):
        laptop, phone = self.devices("laptop", "phone")
        client, listed = self.traced("--sync", store=laptop.store)
        # It has begun: what it does first is done.
        self.wait_until(lambda: phone.sync()["pulled"] == 1, "the memo on the other device")
        self.check_that_typing_is_quiet(client, listed, KEYSTROKES // 10)


if __name__ == "__main__":
    unittest.main()
