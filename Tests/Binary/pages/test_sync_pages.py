"""The examples of syncing do what the pages say."""

import pathlib
import unittest

from memo_client import binary
from pages.page_case import PageCase, block
from sync.hub_case import Hub


class SyncPages(PageCase):
    def setUp(self):
        super().setUp()
        if not pathlib.Path(binary()).resolve().with_name("memo-ls-sync").exists():
            raise unittest.SkipTest("memo-ls-sync is not built: there is no libpq or libsodium here")
        self.hub = Hub()
        self.addCleanup(self.hub.end)

    def run_block(self, info, cwd=None, **variables):
        done = self.run_program("sh", "-ec", block(info), cwd=cwd, HUB=self.hub.url, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_two_devices_on_one_machine_have_the_same_memos(self):
        said = self.run_block("sh sync", MEMO_LS_STORE=str(self.work / "laptop.sqlite"))
        for row in (r"made the account notes as laptop; .*", r"sent 1", r"joined the account notes as phone; .*",
                    r"took in 1 change", r"\S+\t\S+\tBuy milk\t", r"laptop +last seen .* this one",
                    r"to be sent +nothing"):
            self.assertRegex(said, f"(?m)^{row}$")

    def test_a_hub_is_made_and_joined_as_its_page_says(self):
        said = self.run_block("sh hub")
        self.assertRegex(said, r"(?m)^made, or brought up to date: the hub postgresql://\S+$")
        laptop, phone = [line for line in said.splitlines() if line.startswith("postgresql://")]
        (self.work / "passphrase").write_text("correct horse battery staple\n", encoding="utf-8")
        said = self.run_block("sh joining", LAPTOP=laptop, MEMO_LS_STORE=str(self.work / "notes.sqlite"))
        self.assertRegex(said, r"(?m)^made the account family as laptop; ")
        self.assertIn('"account":"family"', said)
        self.assertNotIn(laptop.split(":")[2].split("@")[0], said)

    def test_files_that_are_on_both_devices_are_one_memo_each(self):
        laptop, phone = [line for line in self.run_block("sh hub").splitlines() if line.startswith("postgresql://")]
        devices = [self.work / "laptop", self.work / "phone"]
        for device in devices:
            (device / "notes" / "sub").mkdir(parents=True)
            (device / "notes" / "sub" / "plan.md").write_text("# Plan\nsleep\n", encoding="utf-8")
            (device / "passphrase").write_text("correct horse battery staple\n", encoding="utf-8")
        self.succeed("memo-ls", "folder", "attach", "notes", cwd=devices[0])
        key = ["--account", "family", "--key-command", f"cat '{devices[0]}/passphrase'"]
        self.assertEqual(self.run_program("memo-ls", "sync", "join", laptop, *key, cwd=devices[0] / "notes").returncode,
                         0)
        self.succeed("memo-ls", "sync", cwd=devices[0] / "notes")
        self.assertRegex(self.run_block("sh same-files", cwd=devices[1], PHONE=phone), "(?m)^done +1 file taken in$")
        for device in devices:
            self.assertEqual(self.succeed("memo-ls", "sync", cwd=device / "notes"), "nothing is new on either side\n")
            self.assertEqual([path.name for path in (device / "notes").rglob("*.md")], ["plan.md"])
