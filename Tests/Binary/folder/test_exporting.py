"""What commands put out into an attached folder, which would take it in."""

import json
import subprocess
import unittest

from folder.folder_case import FolderCase
from memo_client import PATIENCE, binary


class Exporting(FolderCase):
    def test_nothing_is_exported_to_where_each_file_would_be_one_more_memo_unless_it_is_forced(self):
        self.write("a.md", "# A\n")
        self.write(".gitignore", "/left\n")
        self.attach()
        for place in (".", "out", "sub/out", str(self.notes / "out")):
            with self.subTest(place):
                self.refusal(64, "export", "--to", place, words=["is in the attached folder"], cwd=self.notes)
        self.assertEqual(list(self.texts()), [".gitignore", "a.md"])
        for place in ("left", "../outside", ".out"):
            self.here("export", "--to", place)
        self.here("export", "-f", "html", "--to", "pages")
        self.here("list")
        self.assertEqual(len(self.memos()), 1)
        self.here("export", "--to", "out", "--force")
        self.assertEqual(len(self.memos()), 2)

    def test_files_and_pages_are_titled_as_the_memos_are_with_their_files(self):
        self.write("notes.md", "first words\n")
        self.write("said.md", "# Said\nwords\n")
        self.attach()
        self.here("export", "--to", "../md")
        self.here("export", "-f", "html", "--to", "../web")
        self.assertEqual(sorted(path.name for path in (self.folder / "md").iterdir()), ["Said.md", "notes.md"])
        for page in (self.here("export", "-f", "html", "notes.md"), (self.folder / "web" / "notes.html").read_text()):
            self.assertIn("<title>notes</title>", page)
        self.assertIn("<title>Said</title>", self.here("export", "-f", "html", "said.md"))

    def test_a_list_in_a_file_of_the_folder_has_the_notes_that_there_were_and_is_one_step_of_that_file(self):
        self.write("a.md", "# A\n")
        self.attach()
        for count in (1, 2, 2):
            with open(self.notes / "index.md", "w") as index:
                done = subprocess.run(
                    [binary(), "list", "--format", "{title}"], cwd=self.notes, env=self.environment(),
                    stdin=subprocess.DEVNULL, stdout=index, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0)
            listed = self.texts()["index.md"].splitlines()
            self.assertEqual((len(listed), "A" in listed), (count, True))
            self.here("list")
        texts = [self.here("show", "index.md", "--revision", revision) for revision in self.revisions("index.md")]
        self.assertNotIn("", texts)

    def revisions(self, name):
        history = json.loads(self.here("history", name, "--json"))
        return [str(state["revision"]) for state in history["revisions"]]


if __name__ == "__main__":
    unittest.main()
