"""Symbols of the workspace are filtered over all notes, and cut only then."""

import unittest

from folder.folder_case import FolderCase
from lsp.editor import Editor

# More than are told at once of a kind.
NOTES, MOST = 260, 200
NOTE = "---\naliases: [Name {0:03}x]\n---\n# Plan {0:03}\n\n## Part {0:03}y\n\n#week{0:03}z\n"


class ManySymbols(FolderCase):
    def setUp(self):
        super().setUp()
        for number in range(NOTES):
            self.write(f"{number:03}.md", NOTE.format(number))
        self.attach()
        self.editor = Editor(self, root=self.notes)
        self.editor.open(self.notes / "000.md")

    def symbols(self, query):
        found = self.editor.request("workspace/symbol", {"query": query})
        return [(one["name"], one["location"]["uri"].rsplit("/", 1)[1]) for one in found]

    def test_any_note_is_found_by_what_is_its_own_however_many_are_like_it(self):
        for number in range(0, NOTES, 37):
            name = f"{number:03}"
            for query, expected in (
                (f"plan {name}", f"Plan {name}"), (f"name {name}", f"Name {name}x"),
                (f"part {name}", f"## Part {name}y"), (f"week{name}", f"#week{name}z"),
            ):
                with self.subTest(query):
                    self.assertEqual(self.symbols(query), [(expected, f"{name}.md")])
        self.assertEqual(self.editor.finish(), 0)

    def test_of_what_many_have_in_common_not_all_is_told(self):
        for query in ("plan", "name", "part"):
            with self.subTest(query):
                found = self.symbols(query)
                self.assertEqual((len(found), len(set(found))), (MOST, MOST))
        self.assertEqual(self.editor.finish(), 0)


if __name__ == "__main__":
    unittest.main()
