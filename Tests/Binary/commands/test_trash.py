"""`undo`, `redo`, `restore` and `trash`: what is taken back, and what is gone for good."""

import unittest

from commands.test_terminal import COLOUR, InTerminal


class Steps(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(a="one", b="other")
        self.write("a", "one\ntwo")

    def write(self, id, text):
        client = self.start()
        client.request("updateMemo", {"id": id, "contentChanges": [{"text": text}]})
        client.finish()

    def test_undo_and_redo_say_what_they_did(self):
        self.assertEqual(self.on_store("undo", "a"), "undone a  one  (+1 −2 lines)\n")
        self.assertEqual(self.on_store("show", "a"), "one")
        self.assertEqual(self.on_store("redo", "a"), "redone a  one  (+2 −1 lines)\n")
        self.assertEqual(self.on_store("show", "a"), "one\ntwo")

    def test_a_narrow_terminal_shows_the_title_and_what_was_undone(self):
        id = self.on_store("new", input="Shopping for the whole week\n").strip()
        self.write(id, "Shopping for the whole week\nmilk\n")
        shown = COLOUR.sub("", self.show("undo", id, columns=40))
        self.assertEqual(shown, "undone Shopping for the whol…  (−1 line)\n")
        self.assertEqual(COLOUR.sub("", self.show("redo", id, columns=60)),
                         f"redone {id[-8:]}  Shopping for the whole week  (+1 line)\n")

    def test_tags_are_undone_too(self):
        self.on_store("edit", "a", "--tag", "x", "--pin")
        self.assertEqual(self.on_store("undo", "a"), "undone a  one  (−#x, unpinned)\n")
        self.assertEqual(self.json_of("undo", "redo", "a")["properties"], {"tags": ["x"], "pinned": True})

    def test_without_an_id_it_is_the_memo_changed_last(self):
        self.on_store("undo")
        self.assertEqual((self.on_store("show", "a"), self.on_store("show", "b")), ("one", "other"))
        self.on_store("redo")
        self.assertEqual(self.on_store("show", "a"), "one\ntwo")

    def test_of_several_memos_each_is_taken_one_step(self):
        self.write("b", "changed")
        self.assertEqual(self.on_store("undo", "a", "b").splitlines(),
                         ["undone a  one  (+1 −2 lines)", "undone b  other  (+1 −1 lines)"])
        done = self.run_command("redo", "--store", str(self.store), "a", "b", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([self.on_store("show", id) for id in "ab"], ["one\ntwo", "changed"])

    def test_what_cannot_be_undone_keeps_no_other_from_it(self):
        done = self.run_command("undo", "--store", str(self.store), "b", "a")
        self.assertEqual((done.returncode, done.stdout), (1, "undone a  one  (+1 −2 lines)\n"))
        self.assertIn("nothing to undo in the memo b", done.stderr)
        self.refused(1, "redo", "b", words=["nothing to redo"])
        self.on_store("delete", "b")
        self.refused(1, "undo", "b", words=["in the trash", "memo-ls restore b"])
        self.refused(1, "undo", "none", words=["no memo"])

    def test_restoring_a_living_memo_is_told(self):
        before = self.json_of("getMemo", "show", "a")
        said = self.refused(1, "restore", "a", words=["a  one is not in the trash"])
        self.assertEqual(said.count("\n"), 1)
        self.assertEqual(self.json_of("getMemo", "show", "a"), before)
        self.on_store("delete", "b")
        done = self.run_command("restore", "--store", str(self.store), "a", "b")
        self.assertEqual((done.returncode, done.stdout), (1, "restored b  other\n"))


class Trash(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(kept="kept", one="one", two="two")
        self.on_store("delete", "one", "two")

    def ids(self, *arguments):
        return self.run_command("list", "--store", str(self.store), "--ids", *arguments).stdout.split()

    def test_it_lists(self):
        self.assertEqual(set(self.on_store("trash", "--ids").split()), {"one", "two"})
        self.assertEqual(self.on_store("trash"), self.on_store("list", "--trash"))
        self.assertEqual(self.json_of("list", "trash")["total"], 2)

    def test_emptying_asks_with_the_number(self):
        terminal = self.open("trash", "empty")
        terminal.wait_for("destroy 2 memos in the trash, for good? [y/N]")
        terminal.type("n\r")
        status, shown = terminal.end()
        self.assertEqual((status, "nothing was destroyed" in shown, len(self.ids("--trash"))), (1, True, 2))
        terminal = self.open("trash", "empty")
        terminal.wait_for("[y/N]")
        terminal.type("y\r")
        status, shown = terminal.end()
        self.assertEqual((status, "destroyed 2 memos" in shown, self.ids("--trash"), self.ids()),
                         (0, True, [], ["kept"]))

    def test_what_was_brought_back_before_the_answer_stays(self):
        terminal = self.open("trash", "empty")
        terminal.wait_for("destroy 2 memos in the trash, for good? [y/N]")
        self.on_store("restore", "one")
        terminal.type("y\r")
        status, shown = terminal.end()
        self.assertEqual((status, "destroyed 1 memo\n" in shown), (0, True), shown)
        self.assertEqual((self.ids("--trash"), sorted(self.ids())), ([], ["kept", "one"]))

    def test_off_a_terminal_it_wants_to_be_sure(self):
        self.refused(64, "trash", "empty", words=["--yes"])
        self.assertEqual(len(self.ids("--trash")), 2)
        self.assertEqual(self.on_store("trash", "empty", "--yes"), "destroyed 2 memos\n")
        self.assertEqual((self.ids("--trash"), self.ids()), ([], ["kept"]))
        done = self.run_command("trash", "--store", str(self.store), "empty", "-y")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "the trash is empty\n"))

    def test_only_what_was_deleted_long_ago(self):
        self.sql("UPDATE memos SET trashed_at = trashed_at - 40 * 86400000 WHERE id = 'one'")
        self.assertEqual(self.on_store("trash", "empty", "--older", "30d", "--yes"), "destroyed 1 memo\n")
        self.assertEqual(self.ids("--trash"), ["two"])
        done = self.run_command("trash", "--store", str(self.store), "empty", "--older=30d", "--yes")
        self.assertEqual((done.returncode, done.stderr), (0, "nothing in the trash was deleted before that\n"))
        self.refused(64, "trash", "empty", "--older", "long", "--yes", words=["a date"])

    def test_what_names_some_memos_never_empties_all(self):
        for arguments in (["empty", "--tag", "x"], ["empty", "--before", "2020"], ["empty", "-n", "1"],
                          ["empty", "--ids"], ["all"], ["empty", "one"]):
            self.refused(64, "trash", *arguments, "--yes")
        for arguments in (["--older", "30d"], ["--yes"]):
            self.refused(64, "trash", *arguments)
        self.assertEqual(len(self.ids("--trash")), 2)


class Tags(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(a="text")
        self.on_store("edit", "a", "--tag", "#Food", "--tag", "two words")

    def state(self):
        memo = self.json_of("getMemo", "show", "a")
        return memo["version"], memo["modifiedAt"], memo["properties"].get("tags")

    def test_a_mark_and_the_case_do_not_count(self):
        self.assertEqual(self.state()[2], ["Food", "two words"])
        self.assertEqual(self.on_store("list", "--format", "{tags}"), "#Food #two words\n")
        for tag in ("food", "#FOOD", "Food", "#two words"):
            version, changed, tags = self.state()
            done = self.run_command("edit", "--store", str(self.store), "a", "--tag", tag)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "nothing was changed\n"))
            self.assertEqual(self.state(), (version, changed, tags))
        self.on_store("edit", "a", "--untag", "#FOOD")
        self.assertEqual(self.state()[2], ["two words"])
        self.on_store("new", "x", "--tag", "#New", "--tag", "new", "--tag", "#b")
        self.assertEqual(self.on_store("list", "--tag", "#NEW", "--format", "{tags}"), "#New #b\n")

    def test_the_spaces_around_it_do_not_count(self):
        self.on_store("edit", "a", "--tag", "  # work\t", "--tag", "work ", "--tag", " two words")
        self.assertEqual(self.state()[2], ["Food", "two words", "work"])
        self.on_store("new", "x", "--tag", " new ", "-t#new")
        file = self.folder / "note.md"
        file.write_text("imported")
        self.on_store("import", str(file), "--tag", " work ", "--tag", "## work")
        self.assertEqual(self.on_store("list", "--sort", "title", "--format", "{title} {tags}"),
                         "imported #work\ntext #Food #two words #work\nx #new\n")
        for command in (["list"], ["search"]):
            self.assertEqual(len(self.on_store(*command, "--tag", " work ", "--tag", "#WORK", "--ids").split()), 2)
        self.on_store("edit", "a", "--untag", " # Work ", "--untag", "food ")
        self.assertEqual(self.state()[2], ["two words"])
        # One that another program stored so can be taken away, too.
        client = self.start()
        client.request("createMemo", {"id": "spaced", "text": "y", "properties": {"tags": [" odd "]}})
        client.finish()
        self.on_store("edit", "spaced", "--untag", "odd")
        self.assertEqual(self.json_of("getMemo", "show", "spaced")["properties"], {})

    def test_a_mark_alone_is_none(self):
        before = self.state()
        file = self.folder / "note.md"
        file.write_text("x")
        for tag in ("#", " # ", "##", "# #"):
            for command in (["new", "x"], ["list"], ["search"], ["trash"], ["import", str(file)], ["edit", "a"]):
                self.refused(64, *command, "--tag", tag, words=["--tag must be followed by a tag"])
            self.refused(64, "edit", "a", "--untag", tag, words=["--untag must be followed by a tag"])
        self.assertEqual((self.state(), self.on_store("list", "--ids")), (before, "a\n"))

    def test_a_tag_that_is_not_there_is_told_and_nothing_changes(self):
        before = self.state()
        done = self.run_command("edit", "--store", str(self.store), "a", "--untag", "#none")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("has no tag #none", done.stderr)
        self.assertEqual(self.state(), before)
        done = self.run_command("edit", "--store", str(self.store), "a", "--untag", "none", "--untag", "food")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "saved a  text\n", "a  text has no tag #none\n"))

    def test_a_pin_that_is_there_is_no_change(self):
        self.on_store("edit", "a", "--pin")
        before = self.state()
        done = self.run_command("edit", "--store", str(self.store), "a", "--pin")
        self.assertEqual((done.returncode, done.stderr, self.state()), (0, "nothing was changed\n", before))

    def test_a_stored_mark_is_shown_once(self):
        client = self.start()
        client.request("createMemo", {"id": "m", "text": "marked", "properties": {"tags": ["#hash"]}})
        client.finish()
        for command in (["list", "--tag", "hash"], ["list", "-t", "#HASH"], ["search", "tag:#hash"],
                        ["search", "tag:hash"]):
            self.assertEqual(self.on_store(*command, "--format", "{id} {tags}"), "m #hash\n")
        self.on_store("edit", "m", "--untag", "hash")
        self.assertEqual(self.on_store("list", "--format", "{tags}").splitlines()[0], "")

    def test_lines_are_counted_as_they_are_seen(self):
        for text, lines in [("a", "1 line"), ("a\n", "1 line"), ("a\nb\nc", "3 lines"), ("a\nb\nc\n", "3 lines"),
                            ("", "0 lines"), ("\n", "1 line"), ("a\r\nb\r\n", "2 lines")]:
            client = self.start()
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": text}]})
            client.finish()
            self.assertIn(f"size     {lines}, ", self.on_store("show", "a", "--info"))


if __name__ == "__main__":
    unittest.main()
