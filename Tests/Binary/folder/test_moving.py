"""A folder that comes to another place, or another disk."""

import json
import shutil
import unittest

from folder.folder_case import FolderCase


class Moving(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("plan.md", "# Plan\nsleep\n")
        self.write("sub/list.md", "# List\nmilk\n")

    def test_a_folder_that_is_moved_is_the_same(self):
        self.attach()
        self.here("append", "plan.md", "eat")
        self.notes = self.notes.rename(self.folder / "moved")
        self.assertEqual(len(json.loads(self.here("history", "plan.md", "--json"))["revisions"]), 2)
        copy = shutil.copytree(self.notes, self.folder / "copy")
        self.refusal(1, "list", cwd=copy, words=["is a copy of", f"memo-ls folder attach '{copy}'"])
        # Also while the first one is away, which loses nothing by that.
        away = self.notes.rename(self.folder / "away")
        for command in (["list"], ["folder", "status"], ["append", "plan.md", "words"]):
            self.refusal(1, *command, cwd=copy, words=["if it is a copy", f"memo-ls folder attach '{copy}'\n"])
        self.notes = away.rename(self.notes)
        self.assertEqual(len(json.loads(self.here("history", "plan.md", "--json"))["revisions"]), 2)
        self.here("folder", "attach", str(copy))
        (copy / "plan.md").unlink()
        self.assertEqual(len(self.here("list", cwd=copy).splitlines()), 1)
        self.assertEqual(len(self.here("list").splitlines()), 2)

    def test_a_folder_that_comes_to_another_disk_goes_on_with_its_store_when_that_is_named(self):
        store = self.attach()["store"]
        self.here("append", "plan.md", "eat")
        # From here, a copy whose original is gone looks the same as a folder that was moved.
        copy = shutil.copytree(self.notes, self.folder / "copy")
        shutil.rmtree(self.notes)
        said = self.refusal(1, "list", cwd=copy, words=["if it was moved here"])
        self.assertIn(f"memo-ls folder attach '{copy}' --store '{store}'", said)
        self.notes = copy
        self.assertEqual(self.attach("--store", store)["takenIn"], 0)
        self.assertEqual(len(json.loads(self.here("history", "plan.md", "--json"))["revisions"]), 2)

    def test_without_staging_which_copying_may_leave_out_all_goes_on(self):
        self.attach()
        shutil.rmtree(self.notes / ".memo-ls" / "staging")
        self.here("append", "plan.md", "eat")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\neat\n")


if __name__ == "__main__":
    unittest.main()
