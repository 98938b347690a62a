"""`memo-ls lsp` where a folder's store can't be used: the editor is told why, and the files are served alone."""

import shutil

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor


class Copies(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", "# A\nsee [[B]]\n")
        self.write("B.md", "words\n")
        self.attach()
        self.copy = shutil.copytree(self.notes, self.folder / "copy")

    def test_a_copy_is_served_as_plain_files_and_the_editor_is_told_why_once(self):
        ways = [((), {"cwd": self.copy}), (("--folder", str(self.copy)), {}), ((), {"root": self.copy})]
        for flags, options in ways:
            with self.subTest(flags=flags, options=options):
                editor = Editor(self, *flags, **{"root": self.copy} | options)
                uri = editor.open(self.copy / "a.md")
                place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 7}}
                (found,) = editor.request("textDocument/definition", place)
                self.assertEqual(found["uri"], (self.copy / "B.md").as_uri())
                editor.type(uri, "typed\n")
                self.assertEqual(editor.finish(), 0)
                (told,) = [one for one in editor.shown if "served alone" in one]
                self.assertIn(f"{self.copy} is a copy of {self.notes}", told)
                self.assertIn(f"memo-ls folder attach '{self.copy}'", told)
        self.assertEqual(self.memos()["a.md"], "# A\nsee [[B]]\n")

    def test_what_is_named_and_no_attached_folder_is_told_of(self):
        for name, why in (("none", "can't find the folder"), ("", "is no folder of memo-ls")):
            with self.subTest(why=why):
                editor = Editor(self, "--folder", str(self.folder / name))
                self.assertEqual(editor.finish(), 0)
                (told,) = editor.shown
                self.assertIn(why, told)

    def test_a_client_that_can_ask_nobody_keeps_its_history_at_once(self):
        editor = Editor(self, root=self.copy, capabilities=ABLE)
        uri = editor.open(self.copy / "a.md")
        keep = {"command": "memo.keepFolder", "arguments": [{"uri": uri}]}
        asked = editor.client.start_request("workspace/executeCommand", keep)
        # It does not answer what it does not know.
        while "method" in (message := editor.client.read()):
            self.assertNotEqual(message["method"], "window/showMessageRequest")
        self.assertEqual((message["id"], message["result"]), (asked, {"folder": str(self.copy)}))
        self.assertEqual(editor.finish(), 0)

    def test_the_action_that_keeps_its_history_makes_it_a_folder_of_its_own(self):
        editor = Editor(self, root=self.copy, capabilities=ABLE | {"window": {"showMessage": {}}})
        uri = editor.open(self.copy / "a.md")
        keep = {"command": "memo.keepFolder", "arguments": [{"uri": uri}]}
        self.assertEqual(editor.request("workspace/executeCommand", keep), {"folder": str(self.copy)})
        editor.settle()
        editor.type(uri, "typed\n")
        # It may be no memo yet, which is said on stderr.
        memo = lambda: self.run_command("show", "a.md", cwd=self.copy).stdout
        self.wait_until(lambda: memo() == "typed\n", "that the memo has it")
        self.assertEqual(editor.finish(), 0)
        self.assertEqual(self.memos()["a.md"], "# A\nsee [[B]]\n")
