"""Documents are named in answers as the client names them, however that is spelled."""

import unittest

from folder.folder_case import FolderCase
from lsp.editor import Editor

# Ways to spell the URI of a file: of its folder, of its name, and of that in other letters.
SPELLINGS = {
    "small digits": lambda folder, name, code: f"{folder}/{code}",
    "capital digits": lambda folder, name, code: f"{folder}/{code.upper()}",
    "a host": lambda folder, name, code: f"{folder}/{name}".replace("file://", "FILE://localhost"),
    "a dot": lambda folder, name, code: f"{folder}/./{name}",
    "two dots": lambda folder, name, code: f"{folder}/sub/../{name}",
}


class Names(FolderCase):
    def named(self, editor, uri):
        """The URIs in answers about the document that links to another, by method."""
        document = {"textDocument": {"uri": uri}}
        link, tag = ({"position": {"line": line, "character": 7}} for line in (1, 2))
        for method, params, uris in (
            ("textDocument/definition", document | link, lambda answer: [one["uri"] for one in answer]),
            ("textDocument/references", document | tag | {"context": {"includeDeclaration": True}},
             lambda answer: [one["uri"] for one in answer]),
            ("workspace/symbol", {"query": "둘째"}, lambda answer: [one["location"]["uri"] for one in answer]),
            ("textDocument/documentLink", document,
             lambda answer: [one["target"] for one in answer if "target" in one]),
            ("textDocument/rename", document | link | {"newName": "Called otherwise"},
             lambda answer: [one.get("oldUri") or one["textDocument"]["uri"] for one in answer["documentChanges"]]),
        ):
            yield method, uris(editor.request(method, params))

    def test_an_open_document_is_named_as_the_client_named_it(self):
        for is_attached in (False, True):
            for number, (what, spelled) in enumerate(SPELLINGS.items()):
                with self.subTest(what, is_attached=is_attached):
                    self.notes = self.folder / f"notes {is_attached} {number}"
                    path = self.write("둘째 B.md", "# 둘째 B\n[[A]]\nof #work\n")
                    here = self.write("A.md", "# A\nsee [[둘째 B]]\nat #work\n")
                    if is_attached:
                        self.attach()
                    editor = Editor(self, root=self.notes)
                    code = "".join(f"%{byte:02x}" for byte in path.name.encode())
                    uri = spelled(self.notes.as_uri(), path.as_uri().rsplit("/", 1)[1], code)
                    editor.open_text(uri, path.read_text())
                    known = {uri, editor.open(here)}
                    for method, uris in self.named(editor, here.as_uri()):
                        self.assertIn(uri, uris, method)
                        self.assertEqual(set(uris) - known, set(), method)
                    self.assertEqual(editor.finish(), 0)


if __name__ == "__main__":
    unittest.main()
