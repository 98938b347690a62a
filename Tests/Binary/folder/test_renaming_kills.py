"""SIGKILL at each storage call of a rename of memos that are files: afterwards the file and all links to it have the
new name, or neither has.

The short form tries a part of the calls, chosen by MEMO_TEST_SEED; MEMO_TEST_FAULTS=all tries them all.
"""

import unittest

from folder.kill_case import KillCase
from memo_client import Silence

OLD = {"Old.md": "one\n", "a.md": "see [[Old]] and [x](Old.md)\n", "sub/b.md": "[[old|label]], [y](../Old.md#none)\n"}
NEW = {"New.md": "one\n", "a.md": "see [[New]] and [x](New.md)\n", "sub/b.md": "[[New|label]], [y](../New.md#none)\n"}


class RenamingKills(KillCase):
    def begun(self):
        self.forget()
        for name, text in OLD.items():
            self.write(name, text)
        self.attach()
        client = self.open()
        memo, *_ = self.wait_for_memos(client, *OLD.values())
        return client, memo

    def test_killed_at_each_call_of_a_rename_the_file_and_its_links_have_one_name(self):
        def rename(client, memo):
            try:
                self.assertEqual(client.request("rename", {"id": memo, "title": "New"}), {"memos": 3, "edits": 5})
            except (Silence, BrokenPipeError):
                return []
            self.is_over(client, lambda: self.texts() == NEW)
            return ["was renamed"]

        def check(*words):
            client = self.open()

            def is_settled():
                memos = sorted(self.ids(client))
                return any(self.texts() == kept and memos == sorted(kept.values()) for kept in (OLD, NEW))

            self.wait_until(is_settled, "that files and memos have one name")
            if words:
                self.assertEqual(self.texts(), NEW)
            self.assertEqual(client.request("links", {"kind": "broken"})["total"], 1)
            self.assertEqual(client.finish(), 0)
            client.kill()

        self.try_each("renaming a file", rename, check)


if __name__ == "__main__":
    unittest.main()
