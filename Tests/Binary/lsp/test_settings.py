"""Settings of the section `memo`: code lenses and inlay hints are shown unless they say otherwise."""

import unittest

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor


class Settings(FolderCase):
    # A lens above the note that another links to, and a hint behind its link that may mean two.
    BOTH = (["1 memo links here"], ["Twin (one/Twin.md), Twin (two/Twin.md)"])

    def setUp(self):
        super().setUp()
        self.write("a.md", "# A\n[[Twin]]\n")
        self.write("b.md", "[[a]]\n")
        self.write("one/Twin.md", "# Twin\n")
        self.write("two/Twin.md", "# Twin\n")
        self.attach()

    def shown(self, editor, uri):
        """The titles of the lenses, and the hints."""
        document = {"textDocument": {"uri": uri}}
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 0}}
        lenses = editor.request("textDocument/codeLens", document)
        hints = editor.request("textDocument/inlayHint", document | {"range": everything})
        return [one["command"]["title"] for one in lenses], [one["label"] for one in hints]

    def test_are_told_with_the_start(self):
        both, (lens, hint) = self.BOTH, self.BOTH
        for memo, expected in (
            ({}, both), ({"codeLens": False}, ([], hint)), ({"inlayHints": False}, (lens, [])),
            ({"codeLens": True, "inlayHints": True}, both), ({"codeLens": False, "inlayHints": False}, ([], [])),
        ):
            with self.subTest(memo=memo):
                editor = Editor(self, root=self.notes, options={"memo": memo})
                self.assertEqual(self.shown(editor, editor.open(self.notes / "a.md")), expected)
                self.assertEqual(editor.finish(), 0)

    def test_change_what_is_shown_of_documents_that_are_open(self):
        editor = Editor(self, root=self.notes, capabilities=ABLE)
        uri = editor.open(self.notes / "a.md")
        lens, hint = self.BOTH
        for settings, expected in (
            ({"memo": {"codeLens": False}}, ([], hint)), ({"memo": {"inlayHints": False}}, (lens, [])),
            ({"memo.codeLens": False, "memo.inlayHints": False}, ([], [])), ({"memo": {}}, (lens, hint)),
        ):
            with self.subTest(settings=settings):
                editor.client.notify("workspace/didChangeConfiguration", {"settings": settings})
                self.assertEqual(self.shown(editor, uri), expected)
        self.assertEqual(editor.finish(), 0)


if __name__ == "__main__":
    unittest.main()
