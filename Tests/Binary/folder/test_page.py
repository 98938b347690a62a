"""What Schemas/folder.md promises, and what no other test tells."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from folder.folder_case import FolderCase


class Page(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("plan.md", "# Plan\nsleep\n")
        self.write("sub/list.md", "# List\nmilk\n")

    def test_after_a_yes_each_memo_comes_back_and_its_file_with_it(self):
        self.attach()
        before = self.texts()
        for name in before:
            (self.notes / name).unlink()
        self.run_command("list", cwd=self.notes)
        self.here("folder", "confirm", "--yes")
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual((done.stdout, done.stderr, self.texts()), ("", "no memos\n", {}))
        for id in self.here("trash", "--ids").split():
            self.here("restore", id)
        self.assertEqual(self.texts(), before)
        self.assertTrue(self.status()["isEqual"])

    def test_a_damaged_store_is_told_by_check_and_made_anew_from_the_files_once_it_was_moved_away(self):
        store = pathlib.Path(self.attach()["store"])
        for file in store.parent.glob("memos.sqlite*"):
            file.write_bytes(b"no database" * 1000)
        done = self.run_command("check", cwd=self.notes)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(f"it is the store of the folder {self.notes}\n", done.stdout)
        away = self.folder / "away"
        away.mkdir()
        for file in store.parent.glob("memos.sqlite*"):
            file.rename(away / file.name)
        self.assertIn("is made anew from the files", self.run_command("list", cwd=self.notes).stderr)
        self.assertEqual(self.memos(), {"plan.md": "# Plan\nsleep\n", "sub/list.md": "# List\nmilk\n"})
        self.assertIn("2 files, equal to their memos", self.here("check"))

    def test_a_name_of_a_file_with_several_is_a_file_of_its_own_once_it_was_written(self):
        os.link(self.notes / "plan.md", self.notes / "same.md")
        self.assertEqual(self.attach()["takenIn"], 3)
        self.here("append", "plan.md", "eat")
        self.assertEqual((self.texts()["plan.md"], self.texts()["same.md"]),
                         ("# Plan\nsleep\neat\n", "# Plan\nsleep\n"))
        self.here("append", "same.md", "walk")
        self.assertEqual(self.memos()["plan.md"], "# Plan\nsleep\neat\n")

    def test_tags_of_liquid_are_no_links(self):
        self.write("_posts/2025-01-05-plan.md", "# Post\n")
        self.write("index.md", "# Index\n[a]({% link _posts/2025-01-05-plan.md %}) {% post_url 2025-01-05-plan %}\n")
        self.attach()
        self.assertIn("has no links", self.run_command("links", "index.md", cwd=self.notes).stderr)

    def test_check_says_what_is_open_missing_or_without_a_file(self):
        self.attach()
        release = self.keep()
        self.meanwhile("new", "Third")
        (self.notes / "plan.md").write_text("# Plan\nwalk\n")
        said = self.here("check")
        self.assertIn("1 file differs from its memo, 1 memo without a file; memo-ls folder status", said)
        release()
        self.here("list")
        copy = shutil.copytree(self.notes, self.folder / "copy")
        self.refusal(1, "check", cwd=copy, words=["is a copy of"])
        shutil.rmtree(pathlib.Path(self.status()["store"]).parent)
        self.assertNotIn("equal", self.run_command("check", cwd=self.notes).stdout)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_git_does_not_see_what_is_ours(self):
        self.attach()
        environment = os.environ | {"HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1"}
        for arguments in (["init", "-q"], ["add", "-A"], ["ls-files"]):
            done = subprocess.run(["git", *arguments], cwd=self.notes, env=environment, capture_output=True,
                                  text=True, check=True)
        self.assertEqual(done.stdout.split(), ["plan.md", "sub/list.md"])

    def test_links_follow_what_is_moved_once_somebody_says_so_and_stay_when_told(self):
        self.write("links.md", "[[plan]] [l](sub/list.md)\n")
        self.attach()
        told = f"in {self.notes} links by path stay as they are when another program moves or renames a file\n"
        self.assertEqual(self.here("folder", "links"), told)
        self.assertEqual(self.status()["links"], "stay")
        (self.notes / "plan.md").rename(self.notes / "idea.md")
        self.here("list")
        self.assertEqual(self.texts()["links.md"], "[[plan]] [l](sub/list.md)\n")
        (self.notes / "idea.md").rename(self.notes / "plan.md")
        self.here("list")
        self.assertEqual(
            self.here("folder", "links", "follow", str(self.notes), cwd=self.folder),
            f"in {self.notes} links by path follow files that another program moves or renames\n")
        self.assertEqual(json.loads(self.here("folder", "links", "--json"))["links"], "follow")
        self.assertIn("follow files", self.here("folder", "status"))
        (self.notes / "plan.md").rename(self.notes / "sub" / "idea.md")
        (self.notes / "sub" / "list.md").rename(self.notes / "my list.md")
        self.here("list")
        self.assertEqual(self.texts()["links.md"], "[[idea]] [l](my%20list.md)\n")
        self.here("undo", "links.md")
        self.assertEqual(self.texts()["links.md"], "[[plan]] [l](sub/list.md)\n")
        self.here("folder", "links", "stay")
        (self.notes / "links.md").write_text("[l](my%20list.md)\n")
        (self.notes / "my list.md").rename(self.notes / "list.md")
        self.here("list")
        self.assertEqual(self.texts()["links.md"], "[l](my%20list.md)\n")
        for status, arguments, words in [
            (64, ["folder", "links", "folow"], "links can follow or stay, not folow"),
            (64, ["folder", "links", "stay", ".", "x"], "unexpected argument"),
            (64, ["folder", "status", "follow", "x"], "unexpected argument: x"),
        ]:
            self.refusal(status, *arguments, cwd=self.notes, words=[words])
        self.here("folder", "links", "follow")
        self.here("folder", "detach")
        self.assertFalse((self.notes / ".memo-ls").exists())


if __name__ == "__main__":
    unittest.main()
