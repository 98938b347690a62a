"""Devices that keep folders of files sync memos, not the places of their files; another program may carry the files as
well."""

import json

from sync.hub_case import PASSPHRASE, HubCase


class Places(HubCase):
    def setUp(self):
        super().setUp()
        self.folders = [self.folder / name for name in ("laptop", "phone")]
        for folder in self.folders:
            (folder / "plans").mkdir(parents=True)
            self.run_in(self.folder, "folder", "attach", str(folder))
            device = self.device(folder.name)
            key = ["--key-command", f"printf %s '{PASSPHRASE}'"]
            self.run_in(folder, "sync", "join", device.url, "--device", device.name, "--account", self.account, *key)

    def run_in(self, folder, *arguments):
        done = self.run_command(*arguments, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def sync(self):
        """Has each device exchange until nobody has anything to tell; returns what was said in the last round."""
        for _ in range(2):
            said = [json.loads(self.run_in(folder, "sync", "--json")) for folder in self.folders]
        return said

    def files(self, folder):
        return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.md")}

    def carry(self, carried):
        """Copies what is new, changed or gone in one folder into the other, as Syncthing does; `carried` has what was
        in both the last time."""
        here, there = (self.files(folder) for folder in self.folders)
        for name in {*here, *there, *carried}:
            if here.get(name) == there.get(name):
                continue
            if there.get(name) == carried.get(name):
                self.put(self.folders[1] / name, here.get(name))
            else:
                self.put(self.folders[0] / name, there.get(name))
        carried.clear()
        carried.update(self.files(self.folders[0]))

    def put(self, path, text):
        if text is None:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".tmp")
        new.write_text(text)
        new.rename(path)

    def test_a_memo_that_arrives_gets_a_file_at_the_top_which_moves_with_no_other(self):
        laptop, phone = self.folders
        (laptop / "plans" / "year.md").write_text("# The year\n")
        (phone / "plans" / "day.md").write_text("# The day\n")
        self.sync()
        self.assertEqual(self.files(laptop), {"plans/year.md": "# The year\n", "The day.md": "# The day\n"})
        self.assertEqual(self.files(phone), {"plans/day.md": "# The day\n", "The year.md": "# The year\n"})
        (laptop / "old").mkdir()
        (laptop / "plans" / "year.md").rename(laptop / "old" / "2026.md")
        with open(phone / "plans" / "day.md", "a") as file:
            file.write("and night\n")
        self.sync()
        self.assertEqual(self.files(laptop), {"old/2026.md": "# The year\n", "The day.md": "# The day\nand night\n"})
        self.assertEqual(self.files(phone), {"plans/day.md": "# The day\nand night\n", "The year.md": "# The year\n"})
        (laptop / "The day.md").unlink()
        self.sync()
        self.assertEqual(self.files(phone), {"The year.md": "# The year\n"})

    def test_files_that_another_program_carries_as_well_lose_no_word_and_come_to_rest(self):
        laptop, phone = self.folders
        carried = {}
        (laptop / "plans" / "year.md").write_text("# The year\n")
        (phone / "plans" / "day.md").write_text("# The day\n")
        for number in range(6):
            self.sync()
            self.carry(carried)
            if number == 2:
                with open(laptop / "plans" / "year.md", "a") as file:
                    file.write("by the laptop\n")
                (phone / "plans" / "new.md").write_text("# New\n")
        before = self.files(laptop)
        said = self.sync()
        self.assertEqual([(report["pulled"], report["pushed"]) for report in said], [(0, 0), (0, 0)])
        self.assertEqual((self.files(laptop), self.files(phone)), (before, before))
        self.assertEqual(before["plans/year.md"], "# The year\nby the laptop\n")
        self.assertEqual((before["plans/day.md"], before["plans/new.md"]), ("# The day\n", "# New\n"))
