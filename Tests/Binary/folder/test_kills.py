"""SIGKILL at each storage call of attaching, and of an exchange in both directions: no word is lost, none is there
twice, and the next start makes both equal.

The short form tries a part of the calls, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import json
import subprocess
import unittest

from folder.kill_case import BEGUN, SEED, KillCase
from memo_client import PATIENCE, Silence, binary
from saving.tracing import killing_at, listing
from text_case import put


class Kills(KillCase):
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

    def test_killed_at_each_call_that_makes_a_file_the_next_takes_what_is_added_to_it(self):
        new = self.notes / "New.md"

        def make(client, memo):
            try:
                client.request("createMemo", {"text": "New\n"})
                client.request("flush")
            except (Silence, BrokenPipeError):
                pass
            self.is_over(client, new.exists)
            return []

        def check():
            added = ""
            if new.exists():
                added = "added\n"
                with new.open("a") as file:
                    file.write(added)
            client = self.open()
            self.wait_until(
                lambda: sorted(self.texts().values()) == sorted(self.ids(client)), "that files and memos are equal")
            self.assertIn(self.texts(), [{"a.md": BEGUN, "New.md": f"New\n{added}"}, {"a.md": BEGUN}])
            self.assertTrue("New.md" in self.texts() or not added)
            client.close_input()
            client.rest()
            self.assertEqual(client.wait(), 0)
            client.kill()

        self.try_each("making a file", make, check)

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
        tried, _ = self.tried(listed, "attaching")
        for call, number in tried:
            with self.subTest(call=call, number=number, seed=SEED):
                killed += not attempt(killing_at(call, number))
        self.assertGreater(killed, len(tried) // 2)


if __name__ == "__main__":
    unittest.main()
