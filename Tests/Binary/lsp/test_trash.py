"""What the trash holds: links to it can be mended, its memos can still be read, and nothing of it is found."""

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor

DOCUMENTS = {"memo": {"documents": True}}
PULLS = ABLE | {"textDocument": ABLE["textDocument"] | {"diagnostic": {}}}


class Trash(FolderCase):
    def setUp(self):
        super().setUp()
        self.id = self.here("new", cwd=self.folder, input="# Plan\nfirst\n").strip()
        self.here("append", self.id, "second", cwd=self.folder)
        self.editor = Editor(self, options=DOCUMENTS, capabilities=PULLS)
        self.uri = self.editor.open_text("memo:///other/Other.md", "")
        self.editor.type(self.uri, "[[Plan]]\n")

    def command(self, name, **arguments):
        return self.editor.request("workspace/executeCommand", {"command": f"memo.{name}", "arguments": [arguments]})

    def problems(self):
        report = self.editor.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        return [(one["code"], one["message"]) for one in report["items"]]

    def actions(self):
        place = {"line": 0, "character": 3}
        return self.editor.request("textDocument/codeAction", {
            "textDocument": {"uri": self.uri}, "range": {"start": place, "end": place}, "context": {"diagnostics": []},
        })

    def restoring(self):
        return [one for one in self.actions() if one["title"] == "Bring it back from the trash"]

    def test_a_link_to_it_offers_to_bring_it_back(self):
        self.assertEqual((self.problems(), self.restoring()), ([], []))
        self.command("trash", id=self.id)
        self.assertEqual(self.problems(), [("trashed", "Plan is in the trash")])
        (action,) = self.restoring()
        self.assertEqual((action["kind"], action["isPreferred"]), ("quickfix", True))
        command = action["command"]
        self.editor.request(
            "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
        self.assertEqual((self.problems(), self.restoring()), ([], []))
        self.assertEqual(self.editor.finish(), 0)
        self.assertEqual(self.here("show", self.id, cwd=self.folder), "# Plan\nfirst\nsecond\n")

    def content(self, uri):
        return self.editor.request("workspace/textDocumentContent", {"uri": uri})["text"]

    def test_its_memos_and_what_they_were_are_read(self):
        self.command("trash", id=self.id)
        self.assertEqual(self.content(f"memo:///{self.id}/Plan.md"), "# Plan\nfirst\nsecond\n")
        states = self.command("history", id=self.id)
        texts = [self.content(state["uri"]) for state in states]
        self.assertTrue(all(state["uri"].startswith(f"memo-history:///{self.id}/") for state in states), states)
        self.assertIn("# Plan\nfirst\n", texts)
        self.assertIn("# Plan\nfirst\nsecond\n", texts)
        self.assertEqual(self.editor.finish(), 0)
