"""A file's name means that file's memo, and never another one that is called so."""

import unittest

from folder.folder_case import FolderCase


class Strangers(FolderCase):
    WORDS = "the file todo.md is no memo of this store; memo-ls folder attach DIR"

    def setUp(self):
        super().setUp()
        self.write("todo.md", "mine\n")
        self.make_store()
        self.own = {"env": {"MEMO_LS_STORE": str(self.store)}}

    def assert_all_refused(self, cwd, path, words):
        """No command takes a file for the memo that is called so."""
        for command in (["append", path, "WRONG"], ["delete", "--yes", path], ["edit", "--pin", path], ["show", path],
                        ["rename", path, "Wrong"], ["undo", path], ["new", "--template", path, "x"], ["links", path]):
            with self.subTest(command):
                self.refusal(1, *command, cwd=cwd, words=[words], **self.own)

    def test_a_file_elsewhere_is_not_the_memo_of_a_folder_that_was_detached(self):
        self.attach("--store", str(self.store))
        self.here("folder", "detach")
        other = self.folder / "other"
        other.mkdir()
        (other / "todo.md").write_text("another\n")
        self.assert_all_refused(other, "todo.md", self.WORDS)
        self.assert_all_refused(self.folder, str(other / "todo.md"), "is no memo of this store")
        self.assert_all_refused(self.notes, "./todo.md", "is no memo of this store")
        self.assertEqual(self.here("show", "todo", cwd=other, **self.own), "mine\n")
        self.assertEqual(self.here("list", "--format", "{title} {version} {pinned}", cwd=other, **self.own),
                         "todo 1 \n")
        # Where no such file stands it is a title, as in links.
        self.assertEqual(self.here("show", "todo.md", cwd=self.folder, **self.own), "mine\n")

    def test_a_file_of_a_folder_that_has_lost_what_makes_it_one_is_no_memo(self):
        self.attach("--store", str(self.store))
        (self.notes / ".memo-ls").rename(self.folder / "lost")
        self.assert_all_refused(self.notes, "todo.md", "notes is attached, but its .memo-ls is gone; attach it again")

    def test_in_a_folder_a_file_outside_is_none_of_its_memos_and_one_inside_only_its_own(self):
        self.attach()
        (self.folder / "todo.md").write_text("another\n")
        self.refusal(1, "append", "../todo.md", "WRONG", cwd=self.notes, words=["../todo.md is no memo of this store"])
        self.write("sub/todo.md", "hidden\n")
        self.write(".memo-ls/ignore", "sub/todo.md\n")
        self.refusal(1, "append", "todo.md", "WRONG", cwd=self.notes / "sub",
                     words=["sub/todo.md is no memo: it is named by"])
        # The folder that is named comes first where the current one is another.
        self.assertEqual(self.here("show", "--folder", "notes", "todo.md", cwd=self.folder), "mine\n")
        self.assertEqual(self.texts(), {"todo.md": "mine\n", "sub/todo.md": "hidden\n"})

    def test_by_its_store_a_file_of_a_folder_is_its_memo(self):
        self.attach("--store", str(self.store))
        self.assertEqual(self.here("show", "--store", str(self.store), "todo.md"), "mine\n")
        self.assertEqual(self.here("show", "--store", str(self.store), str(self.notes / "todo.md"), cwd=self.folder),
                         "mine\n")


if __name__ == "__main__":
    unittest.main()
