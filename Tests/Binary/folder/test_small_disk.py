"""A folder on a disk that is full, and on one that ignores case and knows neither owners nor exchanges."""

import json
import os
import shutil
import subprocess
import unittest

from command_case import STABLE
from memo_client import PATIENCE, binary
from saving import test_full_disk


class FolderDisk(test_full_disk.SmallDisk):
    """Notes on a disk of their own; the store is elsewhere."""

    def setUp(self):
        super().setUp()
        self.notes = self.seen / "notes"
        self.notes.mkdir()
        self.path = str(self.mount / "notes")

    def here(self, *arguments, status=0, words=""):
        """Runs a command in the folder; returns what it prints."""
        done = subprocess.run(
            [*self.enter, "sh", "-c", 'cd "$0" && exec "$@"', self.path, binary(), *arguments],
            env=self.environment(**STABLE), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(words, done.stderr)
        return done.stdout

    def status(self):
        return json.loads(self.here("folder", "status", "--json"))

    def files(self):
        return {str(path.relative_to(self.notes)): path.read_text() for path in self.notes.rglob("*.md")}

    def wait_for_status(self, condition, what):
        self.wait_until(lambda: condition(self.status()), what)


class FullDisk(FolderDisk):
    def test_a_file_that_finds_no_room_keeps_its_bytes_and_is_written_once_there_is_some(self):
        long = "words " * 2000
        (self.notes / "a.md").write_text("one\n")
        self.here("folder", "attach", ".")
        self.fill()
        self.here("append", "a.md", long, words="not in its file: a.md can't be written: No space left")
        id = self.here("new", f"New\n{long}").strip()
        self.assertEqual(self.files().get("a.md"), "one\n")
        self.assertIn(long, self.here("show", "a.md"))
        status = self.status()
        self.assertEqual([fact["path"] for fact in status["differences"]], ["a.md"])
        for fact in status["problems"]:
            self.assertEqual(fact["reason"], "can't be written: No space left on device; free some space")
        self.assertEqual({fact["path"] for fact in status["problems"]}, {"a.md", "New.md"})
        self.assertIn("a.md can't be written: No space left on device; free some space", self.here("folder", "status"))
        self.assertEqual(list((self.notes / ".memo-ls" / "staging").iterdir()), [])
        # What is written outside where there still is room is taken in all the same.
        with open(self.notes / "a.md", "r+") as file:
            file.write("ONE\n")
        self.assertTrue(self.here("show", "a.md").startswith("ONE\n"))
        self.free()
        self.here("list")
        self.assertEqual(self.files(), {"a.md": f"ONE\n{long}\n", "New.md": f"New\n{long}"})
        self.assertTrue(self.status()["isEqual"])
        self.assertEqual(self.here("show", id), f"New\n{long}")


@unittest.skipUnless(os.geteuid() == 0, "only root may mount exFAT")
class OtherFileSystem(FolderDisk):
    """exFAT, which ignores case, has no numbers that stay, no owners, and can't exchange names; here by FUSE, as a
    network drive is."""

    # What mounts it ends with the disk: that is taken away by the same shell.
    script = """
        truncate -s 64M "$2" && mkfs.exfat "$2" >/dev/null && device=$(losetup -f --show "$2") &&
        mount.exfat-fuse "$device" "$1" >/dev/null && { echo ready; cat; umount "$1"; losetup -d "$device"; exit; }
        """.strip()

    def setUp(self):
        if not shutil.which("mount.exfat-fuse") or not shutil.which("mkfs.exfat"):
            self.skipTest("exfat-fuse or exfatprogs is not installed")
        super().setUp()

    def test_what_differs_in_case_alone_is_one_file_and_stays_its_memo(self):
        (self.notes / "Plan.md").write_text("# Plan\n")
        (self.notes / "b.md").write_text("other\n")
        self.here("folder", "attach", ".")
        self.assertFalse(self.status()["exchangesNames"])
        id = self.here("list", "--format", "{path}\t{id}").split("Plan.md\t")[1].split("\n")[0]
        # Another memo of a title that only looks different gets a name that is free.
        other = self.here("new", "PLAN\nmore").strip()
        self.assertEqual(self.files(), {"Plan.md": "# Plan\n", "b.md": "other\n", "PLAN 2.md": "PLAN\nmore"})
        (self.notes / "Plan.md").rename(self.notes / "plan.md")
        self.here("append", id, "inside")
        self.assertEqual(self.files()["plan.md"], "# Plan\ninside\n")
        (self.notes / "plan.md").write_text("# Plan\noutside\ninside\n")
        self.assertEqual(self.here("show", id), "# Plan\noutside\ninside\n")
        self.assertEqual(len(self.here("list", "--ids").splitlines()), 3)
        # While the first line is written the name follows it, in its case, too.
        third = self.here("new", "idea").strip()
        self.assertIn("idea.md", self.files())
        self.here("rename", third, "Idea")
        self.assertIn("Idea.md", self.files())
        self.here("append", third, "IDEA")
        self.assertIn("Idea.md", self.files())
        self.here("delete", other)
        self.assertNotIn("PLAN 2.md", self.files())
        self.assertTrue(self.status()["isEqual"])
        self.assertEqual(self.here("show", id), "# Plan\noutside\ninside\n")

    def test_a_conflict_a_restart_and_a_folder_that_is_attached_again_lose_nothing(self):
        (self.notes / "a.md").write_text("one\n")
        self.here("folder", "attach", ".")
        self.here("append", "a.md", "two")
        self.assertEqual(self.files(), {"a.md": "one\ntwo\n"})
        self.here("folder", "detach")
        (self.notes / "a.md").write_text("one\nTWO\n")
        self.here("folder", "attach", ".")
        self.assertEqual(self.here("show", "a.md"), "one\nTWO\n")
        self.assertEqual(self.files(), {"a.md": "one\nTWO\n"})


del test_full_disk

if __name__ == "__main__":
    unittest.main()
