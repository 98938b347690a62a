"""`memo-ls import` of files that are memos already, since they are those of the attached folder."""

import unittest

from folder.served_case import ServedCase


class Importing(ServedCase):
    def setUp(self):
        super().setUp()
        self.write("a.md", "# A\n")
        self.write("sub/b.md", "# B\n")
        self.write("old.json", '[{"text": "old"}]')
        self.attached = self.attach()

    def test_a_file_of_the_folder_is_told_to_be_a_memo_and_none_is_made_of_it(self):
        said = "{}: is a memo already, since it is a file of the attached folder\n"
        store = ("--store", self.attached["store"])
        for name, arguments, options in (
            ("a.md", ("a.md",), {}), ("b.md", ("sub",), {}), ("a.md", ("a.md", "--dry-run"), {}),
            ("a.md", (str(self.notes / "a.md"), *store), {"cwd": self.folder}),
        ):
            with self.subTest(arguments):
                done = self.run_command("import", *arguments, **{"cwd": self.notes} | options)
                self.assertEqual((done.returncode, done.stderr), (0, said.format(name)), done.stdout)
                self.assertIn("import 0 memos, 1 had been there before\n", done.stdout.replace("imported", "import"))
        self.assertEqual(set(self.texts()), {"a.md", "sub/b.md", "old.json"})
        # Other files of the folder are none, and who says so gets one more.
        self.here("import", "old.json")
        self.here("import", "a.md", "--new")
        self.assertEqual(sorted(self.memos().values()), ["# A\n", "# A\n", "# B\n", "old"])

    def test_a_vault_that_is_imported_into_another_store_is_told_to_be_better_attached(self):
        for own in ".obsidian/app.json", ".zk/config.toml":
            vault = self.folder / f"my vault {own[1]}"
            (vault / own).parent.mkdir(parents=True)
            (vault / own).touch()
            (vault / "c.md").write_text(f"{own} [[d]]\n")
            import_it = ("import", vault.name, "--store", str(self.folder / "other.sqlite"))
            for arguments in (("--dry-run",), ()):
                done = self.run_command(*import_it, *arguments, cwd=self.folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"memo-ls folder attach '{vault.name}'\n", done.stderr)
            # Nothing is new.
            self.assertNotIn("attach", self.run_command(*import_it, cwd=self.folder).stderr)

    def test_nor_does_a_server_make_one(self):
        client = self.open()
        result = client.request("import", {"from": str(self.notes)})
        self.assertEqual((result["imported"], result["unchanged"]), (1, 2), result)
        self.assertEqual(len(client.request("list")["memos"]), 3)


if __name__ == "__main__":
    unittest.main()
