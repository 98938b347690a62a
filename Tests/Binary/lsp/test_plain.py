"""`memo-ls lsp` in folders that are not attached: notes lie in folders in each other, and nothing of them is kept."""

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor


class Plain(FolderCase):
    def editor(self, *folders):
        """A client that works in these folders."""
        able = ABLE | {"textDocument": {"diagnostic": {}}}
        return Editor(self, capabilities=able, folders=folders or (self.notes,))

    def problems(self, editor, uri):
        report = editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        return [one["message"] for one in report["items"]]

    def leads(self, editor, uri, line):
        """Where the link at the beginning of a line leads, from the folder on."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 3}}
        found = editor.request("textDocument/definition", place)
        return [one["uri"].removeprefix(self.notes.as_uri() + "/") for one in found]

    def test_a_name_leads_to_what_is_called_so_anywhere_below_the_folder(self):
        self.write("Sub/House.md", "# My home\n")
        self.write("Sub/Deep/Roof.md", "[[Top]]\n[[House]]\n[[Sub/House]]\n[[Gone]]\n")
        self.write("Other/Twin.md")
        self.write("Sub/Twin.md")
        self.write("Sub/pic.png", "png")
        links = ["[[House]]", "[[house.md]]", "[[Sub/House]]", "[[Deep/Roof]]"]
        links += ["![[pic.png]]", "[[None]]", "[[Twin]]", "[[Other/Roof]]", ""]
        top = self.write("Top.md", "\n".join(links))
        editor = self.editor()
        uri, roof = editor.open(top), editor.open(self.notes / "Sub/Deep/Roof.md")
        house = "Sub/House.md"
        self.assertEqual(
            [self.leads(editor, uri, line) for line in range(4)], [[house], [house], [house], ["Sub/Deep/Roof.md"]])
        self.assertEqual([self.leads(editor, roof, line) for line in range(3)], [["Top.md"], [house], [house]])
        found = self.problems(editor, uri)
        self.assertEqual((found[0], found[2]), ("nothing is called None", "nothing is called Other/Roof"))
        self.assertIn("Twin", found[1])
        self.assertEqual(len(found), 3)
        self.assertEqual(self.problems(editor, roof), ["nothing is called Gone"])
        self.assertEqual(editor.finish(), 0)

    def test_a_picture_that_is_moved_takes_links_along(self):
        self.write("Sub/pic.png", "png")
        self.write("Sub/House.md", "![x](pic.png) ![[pic.png]]\n")
        self.write("Other/Twin.md", "![x](../Sub/pic.png) ![[pic.png]]\n")
        top = self.write("Top.md", "![x](Sub/pic.png)\n")
        editor = self.editor()
        editor.open(top)
        moved = {"oldUri": (self.notes / "Sub/pic.png").as_uri(), "newUri": (self.notes / "new.png").as_uri()}
        edit = editor.request("workspace/willRenameFiles", {"files": [moved]})
        top = self.notes.as_uri() + "/"
        texts = {
            change["textDocument"]["uri"].removeprefix(top): [one["newText"] for one in change["edits"]]
            for change in edit["documentChanges"]
        }
        inner = ["../new.png", "new.png"]
        self.assertEqual(texts, {"Other/Twin.md": inner, "Sub/House.md": inner, "Top.md": ["new.png"]})
        self.assertEqual(editor.finish(), 0)

    def test_names_and_paths_below_the_folder_are_completed(self):
        self.write("Sub/House.md", "# My home\n")
        self.write("Sub/Twin.md")
        self.write("Other/Twin.md")
        top = self.write("Top.md", "[[Ho\n[[Twi\n[x](Sub/ho\n")
        editor = self.editor()
        uri = editor.open(top)
        for line, character, items in (
            (0, 4, ["House]]"]), (1, 5, ["Other/Twin]]", "Sub/Twin]]"]), (2, 10, ["Sub/House.md)"]),
        ):
            place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
            found = editor.request("textDocument/completion", place)["items"]
            self.assertEqual(sorted(one["textEdit"]["newText"] for one in found), items)
        self.assertEqual(editor.finish(), 0)

    def test_documents_of_each_workspace_folder_are_looked_at_below_that(self):
        first, second = self.notes / "first", self.notes / "second"
        self.write("first/Sub/House.md")
        self.write("second/Sub/Home.md")
        self.write("third/Sub/Late.md")
        here = self.write("first/a.md", "[[House]] [[Home]]\n")
        there = self.write("second/b.md", "[[House]] [[Home]] [x](/Sub/Home.md)\n")
        late = self.write("third/c.md", "[[Late]]\n")
        editor = self.editor(first, second)
        self.assertEqual(self.problems(editor, editor.open(here)), ["nothing is called Home"])
        self.assertEqual(self.problems(editor, editor.open(there)), ["nothing is called House"])
        uri = editor.open(late)
        self.assertEqual(self.problems(editor, uri), ["nothing is called Late"])
        added = [{"uri": (self.notes / "third").as_uri(), "name": "third"}]
        editor.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        self.assertEqual(self.problems(editor, uri), [])
        self.assertEqual(editor.finish(), 0)

    def test_a_workspace_folder_that_is_attached_is_served_as_one_beside_others(self):
        self.write("a.md", "# A\n")
        self.attach()
        plain = self.folder / "plain"
        plain.mkdir()
        (plain / "b.md").write_text("[[a]] [[c]]\n")
        (plain / "c.md").write_text("")
        editor = self.editor(plain, self.notes)
        uri = editor.open(self.notes / "a.md")
        editor.type(uri, "typed\n")
        self.wait_until(lambda: self.memos()["a.md"] == "typed\n", "that the memo has it")
        self.assertEqual(self.problems(editor, editor.open(plain / "b.md")), ["nothing is called a"])
        editor.save(uri, self.notes / "a.md")
        self.assertEqual(editor.finish(), 0)
