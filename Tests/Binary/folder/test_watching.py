"""Keeping a folder in the foreground."""

import unittest

from commands.terminal import Terminal
from folder.folder_case import FolderCase


class Watching(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("plan.md", "# Plan\nsleep\n")

    def test_watching_keeps_both_equal_until_it_is_interrupted(self):
        self.attach()
        screen = Terminal("folder", "watch", str(self.notes), env=self.environment())
        screen.wait_for("Ctrl-C")
        self.write("plan.md", "# Plan\nwalk\n")
        screen.wait_for("1 file taken in")
        self.here("append", "plan.md", "eat")
        screen.wait_for("1 file written")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nwalk\neat\n")
        screen.type("\x03")
        self.assertEqual(screen.end()[0], 0)
        self.refusal(64, "folder", "watch", "--json", words=["--json does not go with"])

    def test_watching_waits_for_another_process_that_keeps_the_folder_and_takes_over(self):
        self.attach()
        free = self.keep()
        screen = Terminal("folder", "watch", str(self.notes), env=self.environment())
        screen.wait_for("waiting for its end; Ctrl-C")
        self.write("plan.md", "# Plan\nwalk\n")
        free()
        screen.wait_for("1 file taken in")
        screen.type("\x03")
        self.assertEqual(screen.end()[0], 0)

    def test_a_yes_is_waited_for_until_whoever_keeps_the_folder_has_made_use_of_it(self):
        self.write("list.md", "# List\n")
        self.attach()
        screen = Terminal("folder", "watch", str(self.notes), env=self.environment())
        screen.wait_for("Ctrl-C")
        for name in ("plan.md", "list.md"):
            (self.notes / name).unlink()
        screen.wait_for("files are gone")
        said = self.here("folder", "confirm", "--yes")
        self.assertEqual(
            said, f"the process that keeps {self.notes} has moved them to the trash; memo-ls restore brings one back\n")
        self.assertEqual(self.run_command("list", cwd=self.notes).stdout, "")
        screen.type("\x03")
        self.assertEqual(screen.end()[0], 0)

    def test_a_yes_that_nobody_has_made_use_of_in_time_is_said_to_be_on_its_way(self):
        self.attach()
        (self.notes / "plan.md").unlink()
        self.run_command("list", cwd=self.notes)
        free = self.keep()
        said = self.here("folder", "confirm", "--yes")
        self.assertEqual(said, f"the process that keeps {self.notes} moves them to the trash as soon as it can\n")
        free()
        self.assertEqual(self.run_command("list", cwd=self.notes).stdout, "")

    def test_watching_tells_of_a_conflict_and_names_the_copy(self):
        self.attach()
        free = self.keep()
        self.meanwhile("edit", "plan.md", env={"EDITOR": "sed -i s/sleep/eat/"})
        self.write("plan.md", "# Plan\nwalk\n")
        free()
        screen = Terminal("folder", "watch", str(self.notes), env=self.environment())
        screen.wait_for("1 conflict copy made")
        screen.wait_for("plan 2.md")
        screen.type("\x03")
        self.assertEqual(screen.end()[0], 0)


if __name__ == "__main__":
    unittest.main()
