"""Real programs, and others as they work, write into a folder that a server keeps: each change is one step of the same
memo, and nothing is made of what they put beside it meanwhile."""

import os
import shutil
import subprocess
import unittest

from folder.served_case import ServedCase
from memo_client import PATIENCE

BEGUN = "# One\n\nwords\n"


class Writers(ServedCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", BEGUN)
        self.write("sub/b.md", "other\n")
        self.elsewhere = self.folder / "elsewhere"

    def run_program(self, *arguments, **options):
        if not shutil.which(arguments[0]):
            self.skipTest(f"{arguments[0]} is not installed")
        environment = os.environ | {"HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            arguments, cwd=self.notes, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE, **options)
        self.assertEqual(done.returncode, 0, done.stderr)

    def syncthing(self, name, text):
        """As Syncthing brings a file from another machine: with the time that it has there."""
        path = self.notes / name
        path.parent.mkdir(exist_ok=True)
        draft = path.with_name(f".syncthing.{path.name}.tmp")
        with open(draft, "w") as file:
            for part in (text[:3], text[3:]):
                file.write(part)
                file.flush()
        os.chmod(draft, 0o644)
        os.utime(draft, (1_500_000_000, 1_500_000_000))
        draft.rename(path)

    def check_steps(self, client, memo, *texts):
        """The memo was these, each once."""
        revisions = client.request("history", {"id": memo})["revisions"]
        self.assertEqual(len(revisions), len(texts), revisions)
        self.assertEqual(client.request("getMemo", {"id": memo})["text"], texts[-1])

    def check_alone(self, client, name, change, *later):
        """Each change of a note is one step of its memo, and what is written inside comes into the file after it."""
        self.attach()
        client = client or self.open()
        memo, _ = self.wait_for_memos(client, BEGUN, "other\n")
        texts = [BEGUN]
        for number in (1, 2):
            texts.append(f"{texts[-1]}{name} {number}\n")
            change(texts[-1])
            self.wait_for_memos(client, texts[-1], "other\n")
        self.check_steps(client, memo, *texts)
        client.request("updateMemo", {"id": memo, "contentChanges": [{"text": texts[-1] + "inside\n"}]})
        client.request("flush")
        self.wait_for_file("a.md", texts[-1] + "inside\n")
        texts.append(f"{texts[-1]}inside\n{name} 3\n")
        change(texts[-1])
        self.wait_for_memos(client, texts[-1], "other\n")
        self.assertEqual(set(self.texts()), {"a.md", "sub/b.md", *later})
        return client, memo

    def test_syncthing(self):
        client, memo = self.check_alone(None, "synced", lambda text: self.syncthing("a.md", text))
        self.assertEqual((self.notes / "a.md").stat().st_mtime, 1_500_000_000)
        # It brings a file with its folder, keeps versions, and names conflicts by itself.
        self.syncthing("new/c.md", "new\n")
        (self.notes / ".stversions").mkdir()
        (self.notes / "sub" / "b.md").rename(self.notes / ".stversions" / "b~20200101-000000.md")
        self.syncthing("sub/b.md", "from there\n")
        self.syncthing("a.sync-conflict-20200101-000000-ABCDEFG.md", "theirs\n")
        text = (self.notes / "a.md").read_text()
        self.wait_for_memos(client, text, "from there\n", "new\n", "theirs\n")
        self.assertEqual(self.ids(client)[text], memo)

    def test_rsync(self):
        self.elsewhere.mkdir()

        def change(text, *flags):
            (self.elsewhere / "a.md").write_text(text)
            self.run_program("rsync", "-a", "--ignore-times", *flags, f"{self.elsewhere}/", f"{self.notes}/")

        client, memo = self.check_alone(None, "rsync", change)
        text = (self.notes / "a.md").read_text()
        for flags in (["--inplace"], ["--delay-updates"], ["--backup", "--suffix=~"], ["--whole-file", "--fsync"]):
            with self.subTest(flags):
                text += f"{flags}\n"
                change(text, *flags)
                self.wait_for_memos(client, text, "other\n")
                self.assertEqual(self.ids(client)[text], memo)
        # What is gone there goes here, and comes back as the same.
        (other,) = [id for words, id in self.ids(client).items() if words == "other\n"]
        change(text, "--delete", "--exclude=/.memo-ls")
        self.wait_for_memos(client, text)
        (self.elsewhere / "sub").mkdir()
        (self.elsewhere / "sub" / "b.md").write_text("other\n")
        change(text)
        self.assertEqual(self.wait_for_memos(client, text, "other\n"), [memo, other])
        # Without that it takes away what makes it a folder of ours, and no memo; attaching it again is all it takes.
        change(text, "--delete")
        self.wait_until(lambda: self.standing(client).get("isAway"), "that the folder is away")
        self.attach()
        self.wait_until(lambda: "isAway" not in self.standing(client), "that the folder is there again")
        change(text + "after that\n")
        self.assertEqual(self.wait_for_memos(client, text + "after that\n", "other\n"), [memo, other])

    def test_git(self):
        self.run_program("git", "init", "-q", "-b", "one")
        for key, value in (("user.name", "x"), ("user.email", "x@y.z")):
            self.run_program("git", "config", key, value)
        self.attach()
        client = self.open()
        memo, other = self.wait_for_memos(client, BEGUN, "other\n")
        self.run_program("git", "add", "-A")
        self.run_program("git", "commit", "-qm", "one")
        self.run_program("git", "checkout", "-qb", "two")
        self.write("a.md", BEGUN + "two\n")
        (self.notes / "sub" / "b.md").unlink()
        self.write("c.md", "new\n")
        self.run_program("git", "add", "-A")
        self.run_program("git", "commit", "-qm", "two")
        _, new = self.wait_for_memos(client, BEGUN + "two\n", "new\n")
        for _ in range(2):
            self.run_program("git", "checkout", "-q", "one")
            self.assertEqual(self.wait_for_memos(client, BEGUN, "other\n"), [memo, other])
            self.run_program("git", "checkout", "-q", "two")
            self.assertEqual(self.wait_for_memos(client, BEGUN + "two\n", "new\n"), [memo, new])
        self.run_program("git", "diff", "--exit-code")
        self.write("a.md", BEGUN + "stashed\n")
        self.wait_for_memos(client, BEGUN + "stashed\n", "new\n")
        self.run_program("git", "stash", "-q")
        self.wait_for_memos(client, BEGUN + "two\n", "new\n")
        self.run_program("git", "stash", "pop", "-q")
        self.assertEqual(self.wait_for_memos(client, BEGUN + "stashed\n", "new\n"), [memo, new])

    def test_vim_whatever_its_backups_are(self):
        if not shutil.which("vim"):
            self.skipTest("vim is not installed")
        self.attach()
        client = self.open()
        (memo, _), text = self.wait_for_memos(client, BEGUN, "other\n"), BEGUN
        for copies in ("yes", "no", "auto", "auto,breakhardlink"):
            for options in ("nobackup nowritebackup", "nobackup writebackup", "backup", "backup backupext=.bak"):
                with self.subTest(copies, options=options):
                    line = f"{copies} {options}"
                    self.run_program(
                        "vim", "-Nu", "NONE", "-es", "-c", f"set backupcopy={copies} {options}", "-c",
                        f"call append('$', '{line}')", "-c", "wq", "a.md")
                    text += f"{line}\n"
                    self.wait_for_memos(client, text, "other\n")
                    self.assertEqual(self.ids(client)[text], memo)
        self.check_steps(client, memo, *[None] * 16, text)


if __name__ == "__main__":
    unittest.main()
