"""`memo-ls export` where an attached folder would take in what is written."""

import unittest

from folder.folder_case import FolderCase


class Exporting(FolderCase):
    def test_nothing_is_exported_to_where_each_file_would_be_one_more_memo_unless_it_is_forced(self):
        self.write("a.md", "# A\n")
        self.write(".gitignore", "/left\n")
        self.attach()
        for place in (".", "out", "sub/out", str(self.notes / "out")):
            with self.subTest(place):
                self.refusal(64, "export", "--to", place, words=["is in the attached folder"], cwd=self.notes)
        self.assertEqual(list(self.texts()), [".gitignore", "a.md"])
        for place in ("left", "../outside", ".out"):
            self.here("export", "--to", place)
        self.here("export", "-f", "html", "--to", "pages")
        self.here("list")
        self.assertEqual(len(self.memos()), 1)
        self.here("export", "--to", "out", "--force")
        self.assertEqual(len(self.memos()), 2)


if __name__ == "__main__":
    unittest.main()
