"""What another program writes into a file that is open comes to the client by itself, as an edit of what it has."""

import os
import unittest

from folder.folder_case import FolderCase
from lsp.editor import Editor

TEXT = "# A\nfirst\nlast\n"


class Outside(FolderCase):
    def setUp(self):
        super().setUp()
        self.path = self.write("a.md", TEXT)
        self.attach()
        self.editor = Editor(self, root=self.notes)
        self.uri = self.editor.open(self.path)

    def write_over(self, text):
        self.path.write_text(text)

    def write_beside(self, text):
        """As programs write that put another file in its place."""
        new = self.notes / ".new"
        new.write_text(text)
        os.rename(new, self.path)

    def until(self, text):
        """Does what the server asks for until the document says this."""
        while self.editor.texts[self.uri] != text:
            message = self.editor.client.read()
            if "method" in message:
                self.editor.obey(message)

    def test_it_comes_in_without_a_question(self):
        text = TEXT
        for write in (self.write_over, self.write_beside):
            with self.subTest(write.__name__):
                text += f"outside {write.__name__}\n"
                write(text)
                self.until(text)
        self.assertEqual(self.editor.finish(), 0)
        self.assertEqual((self.path.read_text(), self.memos()["a.md"]), (text, text))

    def test_it_comes_in_beside_what_is_typed_and_not_saved(self):
        self.editor.type(self.uri, TEXT.replace("first", "typed"))
        self.editor.settle()
        self.write_over(TEXT.replace("last", "outside"))
        self.until("# A\ntyped\noutside\n")
        self.editor.save(self.uri, self.path)
        self.assertEqual(self.editor.finish(), 0)
        self.assertEqual((self.path.read_text(), self.memos()["a.md"]), ("# A\ntyped\noutside\n",) * 2)

    def test_two_clients_that_have_it_open_both_get_it(self):
        other = Editor(self, root=self.notes)
        other.open(self.path)
        self.write_over(TEXT + "outside\n")
        self.until(TEXT + "outside\n")
        self.editor, first = other, self.editor
        self.until(TEXT + "outside\n")
        self.assertEqual((first.finish(), other.finish()), (0, 0))
        self.assertEqual((self.path.read_text(), self.memos()["a.md"]), (TEXT + "outside\n",) * 2)


if __name__ == "__main__":
    unittest.main()
