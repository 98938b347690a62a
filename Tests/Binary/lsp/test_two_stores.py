"""`memo-ls lsp` where memos of several stores are open: each document goes to the store that has its memo."""

import unittest

from folder.folder_case import FolderCase
from lsp.editor import Editor


class TwoStores(FolderCase):
    def test_a_memo_that_is_opened_by_its_own_address_is_that_of_its_store_and_no_new_one_of_the_folder(self):
        self.write("a.md", "# A\n")
        self.attach()
        id = self.here("new", "Words of home", cwd=self.folder).strip()
        editor = Editor(self, root=self.notes)
        editor.open(self.notes / "a.md")
        uri = f"memo:///{id}/Home.md"
        editor.open_text(uri, "Words of home")
        editor.type(uri, "Words of home, and more")
        editor.settle()
        new = editor.create_missing(uri, "[[Missed]]\n")
        self.assertEqual(editor.finish(), 0)
        self.assertEqual(self.here("show", id, cwd=self.folder).strip(), "[[Missed]]")
        self.assertEqual(list(self.texts()), ["a.md"])
        self.assertIn("Missed", self.here("show", new["id"], cwd=self.folder))


if __name__ == "__main__":
    unittest.main()
