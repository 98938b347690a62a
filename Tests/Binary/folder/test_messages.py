"""What commands in a folder say: what is done, what is not, and why."""

import shutil
import unittest

from folder.folder_case import FolderCase


class Messages(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("plan.md", "# Plan\nsleep\n")
        self.attach()

    def said(self, *arguments, **options):
        """What a command that succeeds says on both."""
        done = self.run_command(*arguments, cwd=self.notes, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def test_a_file_that_is_no_memo_is_told_to_be_none_and_why(self):
        self.write("latin.md", b"caf\xe9\n")
        self.write("sub/picture.png", b"\x89PNG")
        self.write("drafts/one.md", "one\n")
        self.write(".gitignore", "drafts\n")
        (self.notes / "link.md").symlink_to("plan.md")
        for name, words in (
            ("latin.md",
             "the file latin.md is no memo: it is not UTF-8; convert it, as with: iconv -f ENCODING -t UTF-8\n"),
            ("sub/picture.png", "sub/picture.png is no note: only .md, .markdown and .txt files are\n"),
            ("drafts/one.md", "is no memo: it is named by .gitignore or .memo-ls/ignore\n"),
            ("link.md", "is no memo: it is a symbolic link"), ("./.gitignore", "is no memo: it is hidden"),
            ("nothing.md", "no memo has the id or the title nothing.md"),
        ):
            with self.subTest(name):
                self.refusal(1, "append", name, "more", cwd=self.notes, words=[words])
        self.refusal(1, "show", "picture.png", cwd=self.notes / "sub", words=["sub/picture.png is no note"])

    def test_a_change_that_does_not_come_into_its_file_is_told_with_what_is_in_the_way(self):
        start = "the change is saved in the memo, but not in its file: "
        cause = "can't be written: Permission denied; allow writing to the file, and in its folder\n"
        (self.notes / "plan.md").chmod(0o444)
        out, complaints = self.said("append", "plan.md", "eat")
        self.assertTrue(out.startswith("saved "), out)
        self.assertEqual(complaints, f"{start}plan.md {cause}")
        # Whoever writes in an editor meanwhile leaves the folder to others.
        complaints = self.said("edit", "plan.md", env={"EDITOR": "sed -i s/eat/drink/"})[1]
        self.assertEqual(complaints, f"{start}plan.md {cause}")
        # What is in the way of one file is not told again with another.
        out, complaints = self.said("new", "Other")
        self.assertIn("1 file in", complaints)
        self.assertNotIn(start, complaints)
        (self.notes / "plan.md").chmod(0o644)
        self.assertEqual(self.said("append", "plan.md", "walk")[1], "")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\ndrink\nwalk\n")

    def test_a_file_that_keeps_its_name_is_told_beside_that_all_is_equal(self):
        self.write(".gitignore", "ig*.md\n")
        self.write("bare.md", "words\n")
        self.said("rename", "bare.md", "ignored")
        self.assertIn("1 file in", self.said("new", "Other")[1])
        state = [line.strip() for line in self.here("folder", "status").splitlines()]
        at = next(i for i, line in enumerate(state) if line.startswith("state"))
        self.assertTrue(state[at].endswith("files and memos are equal"), state)
        self.assertTrue(state[at + 1].startswith("bare.md can't be renamed to ignored.md: it would be left"), state)

    def test_a_change_of_a_memo_whose_file_goes_its_own_way_is_told(self):
        self.write(".gitignore", "plan.md\n")
        out, complaints = self.said("append", "plan.md", "eat")
        self.assertEqual(
            complaints,
            "the change is saved in the memo, but not in its file: plan.md is no note any more, so it stays as it is; "
            "memo-ls folder status tells why\n")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\n")
        self.assertEqual(self.said("list")[1], "")

    def test_a_copy_is_attached_from_within_without_its_path(self):
        copy = self.folder / "copy"
        shutil.copytree(self.notes, copy)
        self.refusal(1, "list", cwd=copy, words=["is a copy of"])
        self.here("folder", "attach", cwd=copy)
        self.assertEqual(len(self.here("list", cwd=copy).splitlines()), 1)
        self.assertNotEqual(self.status("copy", cwd=self.folder)["store"], self.status()["store"])
        # In no folder there is nothing to attach.
        self.refusal(64, "folder", "attach", words=["attach needs DIR, the folder to attach; this one is ."])

    def test_a_title_that_can_be_no_files_name_is_refused_with_what_may_be_the_cause(self):
        self.write("bare.md", "words\n")
        for title, cause in (("CON", "a device, such as CON"), ("x" * 300, "more than 240 bytes"),
                             (".hid", "a dot at its ends")):
            self.refusal(1, "rename", "bare.md", title, cwd=self.notes, words=[cause])

    def test_links_that_are_left_alone_are_told_to_be_links_wherever_they_lead(self):
        for name, target in ("here.md", "plan.md"), ("nowhere.md", "nothing.md"), ("away.md", "/dev/null"):
            (self.notes / name).symlink_to(target)
        self.assertIn("3 links: away.md, here.md, nowhere.md\n", self.here("folder", "status"))

    def test_renaming_says_what_becomes_of_the_file(self):
        self.write("bare.md", "words\n")
        self.write("linking.md", "[[bare]] [[Plan]]\n")
        self.assertEqual(
            self.here("rename", "bare.md", "Full", "--dry-run"),
            "would rename bare to Full, and 1 link to it, in 2 memos; its file bare.md would be called Full.md\n")
        self.assertEqual(
            self.here("rename", "bare.md", "Full"),
            "renamed bare to Full, and 1 link to it, in 2 memos; its file bare.md is now called Full.md\n")
        free = self.keep()
        self.assertIn("its file Full.md is to be called Bee.md\n", self.meanwhile("rename", "Full.md", "Bee"))
        free()
        self.assertIn("its file Bee.md is now called Full.md\n", self.here("rename", "Bee.md", "Full"))
        self.assertEqual(
            self.here("rename", "plan.md", "Idea"),
            "renamed Plan to Idea; its file is still called plan.md, and links by that stay; "
            "--file renames the file, too\n")
        self.assertEqual(
            self.here("rename", "plan.md", "Plan B", "--file", "--dry-run"),
            "would rename Idea to Plan B, and 1 link to it, in 2 memos; its file plan.md would be called Plan B.md\n")
        self.refusal(64, "rename", "plan.md", "Idea", "--heading", "x", "--file", cwd=self.notes)
        self.assertEqual(
            self.texts(), {"Full.md": "words\n", "plan.md": "# Idea\nsleep\n", "linking.md": "[[Full]] [[Plan]]\n"})


if __name__ == "__main__":
    unittest.main()
