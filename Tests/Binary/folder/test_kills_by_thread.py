"""SIGKILL at each system call, whatever it is, of the thread that keeps a folder: while it brings a change into a memo,
or a file, and while either comes or goes. No word is lost, none is there twice, and the next start makes both equal.

The short form tries a part of the calls, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import unittest

from folder.kill_case import BEGUN, KillCase
from memo_client import Silence
from text_case import put

THREAD = "memo-folder"


class KillsByThread(KillCase):
    sample = 6

    def asked(self, client, method, params):
        """Whether a request was answered before the process was killed."""
        try:
            client.request(method, params)
            return True
        except (Silence, BrokenPipeError):
            return False

    def check_files(self, *outcomes):
        """Starts anew: before long the files are those of one of these outcomes, with their texts, and each memo is one
        of them."""
        client = self.open()
        equal = lambda: self.texts() in outcomes and sorted(self.ids(client)) == sorted(self.texts().values())
        try:
            self.wait_until(equal, f"that there are {outcomes}")
        except Silence:
            self.fail(f"files {self.texts()}, memos {self.ids(client)}, expected {outcomes}")
        client.close_input()
        client.rest()
        self.assertEqual(client.wait(), 0)
        client.kill()

    def test_a_file_that_is_written_in_place(self):
        text = BEGUN.replace("two", "two\nfrom outside")

        def write(client, memo):
            (self.notes / "a.md").write_text(text)
            self.is_over(client, lambda: "from outside" in client.request("getMemo", {"id": memo})["text"])
            return ["from outside"]

        self.try_each("all of taking a file in", write, thread=THREAD)

    def test_a_memo_that_is_changed(self):
        def type(client, memo):
            if not self.asked(client, "updateMemo", {"id": memo, "contentChanges": [put(" inside", (0, 3))]}):
                return []
            self.asked(client, "flush", None)
            self.is_over(client, lambda: "one inside" in (self.notes / "a.md").read_text())
            return ["one inside"]

        self.try_each("all of writing a file", type, thread=THREAD)

    def test_a_memo_and_its_file_that_are_both_changed(self):
        merged = BEGUN.replace("one", "one inside").replace("two", "two outside")

        def change(client, memo):
            if not self.asked(client, "updateMemo", {"id": memo, "contentChanges": [put(" inside", (0, 3))]}):
                return []
            (self.notes / "a.md").write_text(BEGUN.replace("two", "two outside"))
            self.is_over(client, lambda: (self.notes / "a.md").read_text() == merged)
            return ["one inside", "two outside"]

        self.try_each("all of merging", change, thread=THREAD)

    def test_a_memo_that_is_made(self):
        def make(client, memo):
            made = {"a.md": BEGUN, "New.md": "New\nwords\n"}
            if not self.asked(client, "createMemo", {"text": made["New.md"]}):
                return [{"a.md": BEGUN}, made]
            self.asked(client, "flush", None)
            self.is_over(client, lambda: (self.notes / "New.md").exists())
            return [made]

        self.try_each("all of making a file", make, self.check_files, THREAD)

    def test_a_memo_that_goes_to_the_trash(self):
        def trash(client, memo):
            if not self.asked(client, "delete", {"id": memo}):
                return [{"a.md": BEGUN}, {}]
            self.asked(client, "flush", None)
            self.is_over(client, lambda: not (self.notes / "a.md").exists())
            return [{}]

        self.try_each("all of taking a file away", trash, self.check_files, THREAD)

    def test_a_file_that_is_deleted(self):
        def begun():
            # The last of all is asked about.
            client, memo = KillCase.begun(self)
            self.write("b.md", "other\n")
            self.wait_for_memos(client, BEGUN, "other\n")
            return client, memo

        def remove(client, memo):
            (self.notes / "a.md").unlink()
            self.is_over(client, lambda: memo not in self.ids(client).values())
            return [{"b.md": "other\n"}]

        self.begun = begun
        self.try_each("all of trashing a memo", remove, self.check_files, THREAD)


if __name__ == "__main__":
    unittest.main()
