"""`memo-ls lsp` in attached folders: several processes, each with its client, and ends of all kinds."""

import pathlib
import time

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor

class Folders(FolderCase):
    def setUp(self):
        super().setUp()
        self.path = self.write("a.md", "# A\nsee [[B]] and [pic](pic.png), [[photo.jpg]], [none](none.md)\n")
        self.write("B.md", "words\n")
        self.write("pic.png", "png")
        self.write("sub/photo.jpg", "jpg")

    def memo(self, name):
        """What a file's memo says, as the store has it."""
        return self.memos()[name]

    def test_a_folder_is_found_by_the_document_the_workspace_the_flag_and_where_it_is_started(self):
        self.attach()
        ways = [((), {}), ((), {"root": self.notes}), (("--folder", str(self.notes)), {}), ((), {"cwd": self.notes})]
        for number, (flags, options) in enumerate(ways):
            with self.subTest(flags=flags, options=options):
                editor = Editor(self, *flags, **options)
                uri = editor.open(self.path)
                text = f"# A\n{number}\n"
                editor.type(uri, text)
                self.wait_until(lambda: self.memo("a.md") == text, "that the memo has it")
                self.assertNotEqual(self.path.read_text(), text)
                editor.save(uri, self.path)
                self.assertEqual(editor.finish(), 0)
                self.assertEqual((self.path.read_text(), self.memo("a.md")), (text, text))
        self.assertEqual(sorted(self.texts()), ["B.md", "a.md", "pic.png", "sub/photo.jpg"])

    def test_with_a_store_that_is_named_files_are_served_alone(self):
        self.attach()
        editor = Editor(self, "--store", str(self.store), root=self.notes)
        uri = editor.open(self.path)
        editor.type(uri, "other\n")
        self.assertEqual(editor.finish(), 0)
        self.assertNotEqual(self.memo("a.md"), "other\n")

    def test_the_file_of_a_client_that_was_killed_gets_what_was_typed(self):
        self.attach()
        keeper = Editor(self, root=self.notes)
        keeper.settle()
        editor = Editor(self, root=self.notes)
        uri = editor.open(self.path)
        editor.type(uri, "typed\n")
        self.wait_until(lambda: self.memo("a.md") == "typed\n", "that it is saved")
        self.assertTrue(self.path.read_text().startswith("# A"))
        editor.client.process.kill()
        self.wait_until(lambda: self.path.read_text() == "typed\n", "that the keeper writes it")
        self.assertEqual(keeper.finish(), 0)

    def test_a_command_says_that_an_editor_has_the_file(self):
        self.attach()
        editor = Editor(self, root=self.notes)
        uri = editor.open(self.path)
        done = self.run_command("append", "a.md", "more", cwd=self.notes)
        self.assertEqual(
            done.stderr,
            "the change is saved, but not in a.md yet: an editor has it open, and writes it at the next save\n")
        self.wait_until_told(editor, lambda: editor.texts[uri].endswith("more\n"))
        editor.save(uri, self.path)
        editor.settle()
        self.assertEqual(self.here("append", "B.md", "more")[:5], "saved")
        self.assertEqual(editor.finish(), 0)

    def test_what_two_clients_type_into_one_file_is_in_both(self):
        self.attach()
        one, two = Editor(self, root=self.notes), Editor(self, root=self.notes)
        uri = one.open(self.path)
        two.open(self.path)
        one.type(uri, "first\n" + one.texts[uri])
        two.type(uri, two.texts[uri] + "last\n")
        def is_equal():
            for editor in (one, two):
                for message in editor.client.arrived():
                    if "method" in message:
                        editor.obey(message)
            text = one.texts[uri]
            return text == two.texts[uri] and text.startswith("first\n") and text.endswith("last\n")
        self.wait_until(is_equal, "that both have all")
        one.save(uri, self.path)
        one.close(uri)
        self.assertEqual(one.finish(), 0)
        self.assertEqual(two.finish(), 0)
        self.assertEqual((self.path.read_text(), self.memo("a.md")), (two.texts[uri], two.texts[uri]))
        self.assertEqual(sorted(self.texts()), ["B.md", "a.md", "pic.png", "sub/photo.jpg"])

    def test_only_links_that_lead_nowhere_are_broken(self):
        self.attach()
        editor = Editor(self, root=self.notes, capabilities=ABLE | {"textDocument": {"diagnostic": {}}})
        uri = editor.open(self.path)
        found = editor.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
        self.assertEqual([one["message"] for one in found], ["nothing is called none.md"])
        self.assertEqual(editor.finish(), 0)

    def test_a_title_that_is_changed_takes_its_file_and_the_links_along(self):
        self.attach()
        editor = Editor(self, root=self.notes)
        b = self.notes / "B.md"
        uri, other = editor.open(b), editor.open(self.path)
        editor.type(uri, "# B\nwords\n")
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 2}}
        edit = editor.request("textDocument/rename", place | {"newName": "Plan C"})
        new = self.notes / "Plan C.md"
        # The title before the file's name: by itself it would come for a document that has another name by then.
        title, link, name = edit["documentChanges"]
        for change, changed in ((title, uri), (link, other)):
            self.assertEqual(
                (change["textDocument"]["uri"], [each["newText"] for each in change["edits"]]), (changed, ["Plan C"]))
        self.assertEqual(name, {"kind": "rename", "oldUri": uri, "newUri": new.as_uri()})
        editor.type(other, editor.texts[other].replace("[[B]]", "[[Plan C]]"))
        editor.type(uri, "# Plan C\nwords\n")
        # As a client does it.
        editor.save(uri, b)
        b.rename(new)
        editor.close(uri)
        moved = editor.open(new)
        self.assertEqual(editor.texts[moved], "# Plan C\nwords\n")
        editor.save(other, self.path)
        self.assertEqual(editor.finish(), 0)
        self.assertEqual(sorted(self.texts()), ["Plan C.md", "a.md", "pic.png", "sub/photo.jpg"])
        self.assertEqual(self.memo("Plan C.md"), "# Plan C\nwords\n")

    def test_a_file_stays_where_the_client_renames_none(self):
        self.attach()
        less = {"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}
        editor = Editor(self, root=self.notes, capabilities=less)
        uri = editor.open(self.path)
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 2}}
        edit = editor.request("textDocument/rename", place | {"newName": "New"})
        (change,) = edit["documentChanges"]
        self.assertEqual([each["newText"] for each in change["edits"]], ["New"])
        editor.replace(uri, change["edits"])
        self.assertTrue(editor.texts[uri].startswith("# New\n"))
        # Where the title is the file's name it can't be changed then.
        link = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 7}, "newName": "C"}
        with self.assertRaisesRegex(AssertionError, "rename the file"):
            editor.request("textDocument/rename", link)
        self.assertEqual(editor.finish(), 0)
        self.assertIn("a.md", self.texts())

    def test_a_file_that_is_to_be_moved_takes_links_along(self):
        self.write("sub/c.md", "[b](../B.md) [[B]] ![p](photo.jpg)\n")
        self.attach()
        editor = Editor(self, root=self.notes)
        b, c = self.notes / "B.md", self.notes / "sub" / "c.md"
        renamed = {"oldUri": b.as_uri(), "newUri": (self.notes / "x" / "D.md").as_uri()}
        edit = editor.request("workspace/willRenameFiles", {"files": [renamed]})
        edits = {
            pathlib.Path(change["textDocument"]["uri"]).name: [one["newText"] for one in change["edits"]]
            for change in edit["documentChanges"]
        }
        self.assertEqual(edits, {"a.md": ["D"], "c.md": ["../x/D.md", "D"]})
        renamed = {"oldUri": c.as_uri(), "newUri": (self.notes / "c.md").as_uri()}
        edit = editor.request("workspace/willRenameFiles", {"files": [renamed]})
        (change,) = edit["documentChanges"]
        self.assertEqual([one["newText"] for one in change["edits"]], ["./B.md", "sub/photo.jpg"])
        self.assertEqual(editor.finish(), 0)

    def test_folders_that_the_client_works_in_are_searched_and_one_that_it_left_is_not(self):
        self.attach()
        other = self.folder / "other"
        other.mkdir()
        (other / "o.md").write_text("# Elsewhere\nunusual\n")
        self.here("folder", "attach", str(other), cwd=self.folder)
        editor = Editor(self, folders=[self.notes, other])
        self.assertEqual(self.searched(editor, "unusual"), ["Elsewhere"])
        (self.notes / "a.md").write_text("# A\nunusual\n")
        self.wait_until(lambda: self.searched(editor, "unusual") == ["A", "Elsewhere"], "that both are found")
        left = {"uri": other.as_uri(), "name": "other"}
        editor.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [left]}})
        self.assertEqual(self.searched(editor, "unusual"), ["A"])
        self.assertEqual(editor.request("workspace/symbol", {"query": "Elsewhere"}), [])
        editor.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [left], "removed": []}})
        self.assertEqual(self.searched(editor, "unusual"), ["A", "Elsewhere"])
        self.assertEqual(editor.finish(), 0)

    def searched(self, editor, query):
        """The titles of the memos that are found."""
        found = editor.request(
            "workspace/executeCommand", {"command": "memo.search", "arguments": [{"query": query}]})
        return sorted(one["title"] for one in found)

    def edits(self, editor, *renamed):
        """What keeps the links where files are moved: the new texts of each file."""
        files = [
            {"oldUri": (self.notes / old).as_uri(), "newUri": (self.notes / new).as_uri()} for old, new in renamed]
        edit = editor.request("workspace/willRenameFiles", {"files": files})
        return {
            str(pathlib.Path(change["textDocument"]["uri"]).relative_to(self.notes.as_uri())): [
                one["newText"] for one in change["edits"]]
            for change in edit["documentChanges"]
        }

    def test_a_file_that_is_moved_takes_its_links_to_itself_along(self):
        self.write("self.md", "[x](self.md#h) [[self#h]] [[self]] [[#h]] [y](#h) <self.md> [z](./self)\n# h\n")
        self.attach()
        editor = Editor(self, root=self.notes)
        self.assertEqual(self.edits(editor, ("self.md", "other.md")),
                         {"self.md": ["other.md", "other", "other", "./other"]})
        self.assertEqual(self.edits(editor, ("self.md", "x/self.md")), {})
        self.assertEqual(editor.finish(), 0)

    def test_a_folder_that_is_moved_takes_links_along(self):
        self.write("sub/c.md", "[a](../a.md) [d](d.md) [p](photo.jpg) [root](/sub/d.md) [[d]]\n")
        self.write("sub/d.md", "# Called D\n")
        self.write("sub/e/f.md", "[c](../c.md) [pic](../../pic.png)\n")
        self.write("links.md", "[c](sub/c.md) [photo](sub/photo.jpg) [[sub/d]] [[d]] [f](sub/e/f.md#x)\n")
        self.attach()
        editor = Editor(self, root=self.notes)
        self.assertEqual(
            self.edits(editor, ("sub", "new/place")),
            {
                "links.md": ["new/place/c.md", "new/place/photo.jpg", "new/place/d", "new/place/e/f.md"],
                "sub/c.md": ["../../a.md", "/new/place/d.md"],
                "sub/e/f.md": ["../../../pic.png"],
            })
        # Two that change places, and one that goes out of a folder that goes elsewhere.
        self.assertEqual(
            self.edits(editor, ("sub/c.md", "sub/d.md"), ("sub/d.md", "sub/c.md")),
            {
                "links.md": ["sub/d.md", "sub/c", "c"],
                "sub/c.md": ["c.md", "/sub/c.md", "c"],
                "sub/e/f.md": ["../d.md"],
            })
        self.assertEqual(editor.finish(), 0)

    def test_a_picture_that_is_moved_takes_links_along(self):
        self.write("sub/c.md", "![x](photo.jpg) ![[photo.jpg]] ![[sub/photo.jpg|200]] [[B]]\n")
        self.write("links.md", "![](sub/photo.jpg) [ref][p] ![[PHOTO.jpg]] photo.jpg [[B]]\n\n[p]: sub/photo.jpg\n")
        self.attach()
        editor = Editor(self, root=self.notes)
        self.assertEqual(
            self.edits(editor, ("sub/photo.jpg", "img/my pic.jpg")),
            {
                "a.md": ["my pic.jpg"],
                "links.md": ["img/my%20pic.jpg", "my pic.jpg", "img/my%20pic.jpg"],
                "sub/c.md": ["../img/my%20pic.jpg", "my pic.jpg", "img/my pic.jpg"],
            })
        # A folder with pictures alone, too.
        self.write("img/one.png")
        self.write("img.md", "![](img/one.png)\n")
        self.wait_until(lambda: "img.md" in self.memos(), "that it is a memo")
        self.assertEqual(self.edits(editor, ("img", "pictures")), {"img.md": ["pictures/one.png"]})
        self.assertEqual(editor.finish(), 0)

    def test_a_folder_of_lone_files_that_is_moved_takes_the_links_along_that_are_known(self):
        self.write("sub/c.md", "[a](../a.md)\n")
        self.write("links.md", "[c](sub/c.md) [[sub/c]]\n")
        editor = Editor(self, root=self.notes)
        self.assertEqual(
            self.edits(editor, ("sub", "x/y")), {"links.md": ["x/y/c.md", "x/y/c"], "sub/c.md": ["../../a.md"]})
        self.assertEqual(editor.finish(), 0)

    def test_a_folder_is_attached_by_a_code_action_and_the_session_goes_on_with_it(self):
        editor = Editor(self, root=self.notes)
        uri = editor.open(self.path)
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
        actions = editor.request(
            "textDocument/codeAction",
            {"textDocument": {"uri": uri}, "range": everything, "context": {"diagnostics": []}})
        (action,) = [one for one in actions if one["title"] == "Keep this folder's history with memo-ls"]
        command = action["command"]
        told = editor.request(
            "workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
        self.assertEqual(told["folder"], str(self.notes.resolve()))
        # As long as there are none, that is said on stderr.
        listed = lambda: self.run_command("list", cwd=self.notes).stdout.splitlines()
        self.wait_until(lambda: len(listed()) == 2, "that the files are memos")
        editor.type(uri, "# A\nkept\n")
        self.wait_until(lambda: self.memo("a.md") == "# A\nkept\n", "that the memo has it")
        self.assertTrue(self.path.read_text().startswith("# A\nsee"))
        self.assertEqual(editor.finish(), 0)
        self.assertEqual(self.path.read_text(), "# A\nkept\n")

    def test_a_folder_that_is_attached_is_not_offered_to_be_even_while_its_document_is_looked_up(self):
        self.attach()
        editor = Editor(self, root=self.notes)
        document = {"uri": self.path.as_uri(), "languageId": "markdown", "version": 1, "text": self.path.read_text()}
        editor.client.notify("textDocument/didOpen", {"textDocument": document})
        start = {"line": 0, "character": 0}
        actions = editor.request("textDocument/codeAction", {
            "textDocument": document, "range": {"start": start, "end": start}, "context": {"diagnostics": []},
        })
        self.assertNotIn("Keep this folder's history with memo-ls", [one["title"] for one in actions])
        self.assertEqual(editor.finish(), 0)

    def test_a_memo_that_is_made_is_a_file(self):
        self.attach()
        editor = Editor(self, root=self.notes)
        uri = editor.open(self.path)
        made = editor.request(
            "workspace/executeCommand", {"command": "memo.new", "arguments": [{"title": "Fresh", "uri": uri}]})
        self.assertEqual(made["uri"], (self.notes.resolve() / "Fresh.md").as_uri())
        self.assertEqual(editor.finish(), 0)
        self.assertIn("Fresh.md", self.texts())

    def wait_until_told(self, editor, condition):
        """Takes in what the server asks until a condition holds."""
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline, editor.texts)
            for message in editor.client.arrived():
                if "method" in message:
                    editor.obey(message)
            time.sleep(0.01)


class Lone(FolderCase):
    def test_a_file_in_no_folder_makes_no_store_before_somebody_wants_a_memo(self):
        path = self.write("a.md", "# A\n[b](b.md) [[B]] #tag\n")
        self.write("b.md", "# B\n")
        for cwd in (self.folder, self.notes):
            with self.subTest(cwd=cwd):
                editor = Editor(self, root=self.notes, cwd=cwd)
                uri = editor.open(path)
                document = {"textDocument": {"uri": uri}}
                place = document | {"position": {"line": 1, "character": 5}}
                # Longer than the pauses after which a server looks what others do.
                end = time.monotonic() + 1.5
                while time.monotonic() < end:
                    for method, params in (
                        ("textDocument/documentSymbol", document), ("textDocument/hover", place),
                        ("textDocument/definition", place), ("textDocument/completion", place),
                        ("textDocument/references", place | {"context": {"includeDeclaration": True}}),
                        ("workspace/symbol", {"query": "x"}),
                    ):
                        editor.request(method, params)
                    editor.settle()
                editor.type(uri, "# A\nmore\n")
                editor.close(uri)
                self.assertEqual(editor.finish(), 0)
                self.assertEqual([each.name for each in self.folder.rglob("*memo*")], [])
        editor = Editor(self, root=self.notes, options={"memo": {"documents": True}})
        editor.open(path)
        made = editor.request("workspace/executeCommand", {"command": "memo.new", "arguments": [{"title": "Fresh"}]})
        self.assertEqual(editor.request("workspace/symbol", {"query": "Fresh"})[0]["location"]["uri"], made["uri"])
        self.assertEqual(editor.finish(), 0)
        self.assertEqual(self.here("list", "--format", "{title}"), "Fresh\n")

    def test_what_others_keep_meanwhile_is_there_at_once(self):
        path = self.write("a.md", "# A\n")
        editor = Editor(self, root=self.notes, options={"memo": {"documents": True}})
        editor.open(path)
        self.here("new", input="Kept elsewhere\n")
        self.wait_until(lambda: editor.request("workspace/symbol", {"query": "Kept"}), "that it is found")
        self.assertEqual(editor.finish(), 0)
