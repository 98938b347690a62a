"""Formatting aligns tables, and nothing else; of a range those that it touches."""

import unittest

from folder.folder_case import FolderCase
from lsp.editor import Editor

TABLE = "|a|b|\n|-|-|\n|두부|x|\n"
ALIGNED = "| a    | b   |\n| ---- | --- |\n| 두부 | x   |\n"
WORDS = "*  not  a table\n\n"
TEXT = f"{WORDS}{TABLE}\n{WORDS}{TABLE}"
OPTIONS = {"options": {"tabSize": 4, "insertSpaces": True}}


class Formatting(FolderCase):
    def formatted(self, method, **params):
        """What a document with two tables says then."""
        editor = Editor(self, root=self.notes)
        uri = editor.open(self.write("a.md", TEXT))
        edits = editor.request(f"textDocument/{method}", {"textDocument": {"uri": uri}} | OPTIONS | params)
        editor.replace(uri, edits)
        self.assertEqual(editor.finish(), 0)
        return editor.texts[uri]

    def test_of_a_document_aligns_all_its_tables(self):
        self.assertEqual(self.formatted("formatting"), TEXT.replace(TABLE, ALIGNED))

    def test_of_a_range_aligns_the_tables_that_it_touches(self):
        first = TEXT.replace(TABLE, ALIGNED, 1)
        last = f"{WORDS}{TABLE}\n{WORDS}{ALIGNED}"
        for (start, end), expected in {
            ((0, 0), (2, 0)): TEXT, ((0, 0), (2, 1)): first, ((2, 0), (5, 0)): first, ((3, 1), (3, 2)): first,
            ((5, 0), (8, 0)): TEXT, ((6, 0), (8, 2)): last, ((10, 0), (11, 0)): last, ((11, 0), (11, 0)): TEXT,
            ((0, 0), (11, 0)): TEXT.replace(TABLE, ALIGNED), ((4, 0), (9, 0)): TEXT.replace(TABLE, ALIGNED),
        }.items():
            with self.subTest(start=start, end=end):
                places = {"start": start, "end": end}
                range = {name: {"line": line, "character": character} for name, (line, character) in places.items()}
                self.assertEqual(self.formatted("rangeFormatting", range=range), expected)


if __name__ == "__main__":
    unittest.main()
