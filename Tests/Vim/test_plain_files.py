"""Editors without the plugin, and other ways to save, beside a server that keeps the folder: each save is one step of
the memo's history, and none a conflict."""

import itertools
import os
import unittest

from file_case import FileCase

COPIES = ("yes", "no", "auto", "yes,breaksymlink", "no,breakhardlink", "auto,breaksymlink,breakhardlink")


class SavedCase(FileCase):
    """A test with a server that keeps the folder, and something that saves a note there."""

    def steps(self, client, memo):
        """The texts that a memo had, oldest first."""
        revisions = client.request("history", {"id": memo, "limit": 1000})["revisions"]
        texts = [client.request("getMemo", {"id": memo, "revision": each["revision"]})["text"] for each in revisions]
        return texts[::-1]

    def assert_saved(self, save):
        """Saves several times, and checks that the memo took each as one step."""
        text = "one\n"
        self.write("a.md", text)
        self.attach()
        client = self.open()
        (memo,) = self.wait_for_memos(client, text)
        texts = [text]
        for number in range(4):
            save(f"line {number}")
            text += f"line {number}\n"
            texts.append(text)
            self.wait_until(
                lambda: client.request("getMemo", {"id": memo})["text"] == texts[-1], f"that step {number} is there")
        self.assertEqual(self.steps(client, memo), texts)
        notes = {name: what for name, what in self.texts().items() if name.endswith(".md")}
        self.assertEqual(notes, {"a.md": text})
        self.assertEqual(len(client.request("list")["memos"]), 1)
        client.close_input()
        self.assertEqual(client.wait(), 0)


class PlainTests(SavedCase):
    def assert_saved_by_editor(self, *settings):
        editor = []

        def save(line):
            if not editor:
                editor.append(self.edit("a.md", settings=settings, plugin=False))
            editor[0].do(f"call append(line('$'), '{line}')", "write")

        self.assert_saved(save)
        self.assertNotIn("WARNING", "\n".join(editor[0].messages()))
        self.assertEqual(editor[0].quit(), 0)

    def saves(self, copies):
        for copy, backup in itertools.product(copies, ("nobackup nowritebackup", "nobackup writebackup", "backup")):
            with self.subTest(backupcopy=copy, backup=backup):
                self.setUp()
                self.assert_saved_by_editor(f"set backupcopy={copy}", f"set {backup}", "set noswapfile")


class VimPlainTests(PlainTests):
    kind = "vim"

    def test_each_save_is_one_step_however_backups_are_made(self):
        self.saves(COPIES)


class NeovimPlainTests(PlainTests):
    kind = "nvim"

    def test_each_save_is_one_step_however_backups_are_made(self):
        self.saves(("yes", "auto"))


class OtherWays(SavedCase):
    """As VS Code and others save."""

    def test_a_file_that_is_emptied_and_written_is_one_step(self):
        def save(line):
            path = self.notes / "a.md"
            text = path.read_text() + line + "\n"
            file = os.open(path, os.O_WRONLY | os.O_TRUNC)
            os.write(file, text.encode())
            os.close(file)

        self.assert_saved(save)

    def test_a_file_that_is_written_in_place_and_cut_then_is_one_step(self):
        def save(line):
            path = self.notes / "a.md"
            text = (path.read_text() + line + "\n").encode()
            file = os.open(path, os.O_RDWR)
            os.write(file, text)
            os.ftruncate(file, len(text))
            os.fsync(file)
            os.close(file)

        self.assert_saved(save)

    def test_a_file_that_is_replaced_by_another_beside_it_is_one_step(self):
        for name in ("a.md.vsctmp", ".a.md.swp", "a.md~"):
            with self.subTest(name=name):
                self.setUp()

                def save(line, name=name):
                    draft = self.write(name, (self.notes / "a.md").read_text() + line + "\n")
                    draft.rename(self.notes / "a.md")

                self.assert_saved(save)

    def test_a_file_that_is_moved_away_and_written_anew_is_one_step(self):
        def save(line):
            path = self.notes / "a.md"
            text = path.read_text() + line + "\n"
            path.rename(self.notes / "a.md~")
            path.write_text(text)
            (self.notes / "a.md~").unlink()

        self.assert_saved(save)


if __name__ == "__main__":
    unittest.main()
