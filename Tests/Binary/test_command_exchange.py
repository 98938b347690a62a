"""`memo-ls export` and `memo-ls import`."""

import json
import unittest

import schemas
from command_case import STABLE, CommandCase
from terminal import Terminal


class Exchange(CommandCase):
    def setUp(self):
        super().setUp()
        client = self.start("--virtual-clock")
        for memo in [
            {"id": "tea", "text": "Green tea\nmilk\n", "properties": {"tags": ["drink"], "pinned": True}},
            {"id": "other", "text": "두부"}, {"id": "gone", "text": "in the trash"},
        ]:
            client.request("createMemo", memo)
        client.request("delete", {"id": "gone"})
        client.finish()
        self.out = self.folder / "out"

    def files(self):
        return sorted(path.name for path in self.out.iterdir())

    def test_all_memos_become_files(self):
        for format, suffix, trash in (("markdown", ".md", []), ("text", ".txt", []), ("html", ".html", []), ("text", ".txt", ["--trash"])):
            with self.subTest(format):
                self.out = self.folder / f"{format}{len(trash)}"
                said = self.on_store("export", "--to", str(self.out), "--format", format, *trash)
                self.assertIn(f"wrote {2 + len(trash)} memos to {self.out}, ", said)
                self.assertEqual(len(self.files()), 2 + len(trash))
                self.assertTrue(all(name.endswith(suffix) for name in self.files()))

    def test_named_memos_and_one_in_the_trash(self):
        self.on_store("export", "tea", "gone", "-f", "text", "--to", "out", cwd=self.folder)
        self.assertEqual([(self.out / name).read_text() for name in self.files()], ["Green tea\nmilk\n", "in the trash"])

    def test_one_memo_goes_to_stdout(self):
        self.assertEqual(self.on_store("export", "tea", "--format", "text"), "Green tea\nmilk\n")
        markdown = self.on_store("export", "tea")
        self.assertTrue(markdown.startswith("---\n") and markdown.endswith("Green tea\nmilk\n"), markdown)

    def test_json_goes_to_stdout_a_memo_a_line(self):
        for arguments, ids in (([], ["other", "tea"]), (["--trash"], ["gone", "other", "tea"]), (["tea"], ["tea"])):
            lines = self.on_store("export", "--format", "json", *arguments).splitlines()
            self.assertEqual(sorted(json.loads(line)["id"] for line in lines), ids)

    def test_what_was_exported_can_be_imported(self):
        for format in ("markdown", "json"):
            self.out = self.folder / format
            self.on_store("export", "--to", str(self.out), "--format", format)
            other = ["--store", str(self.folder / f"{format}.sqlite")]
            done = self.run_command("import", *other, str(self.out))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "imported 2 memos\n", ""))
            done = self.run_command("import", *other, format, cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (0, "imported 0 memos, 2 had been there before\n"))
            done = self.run_command("list", *other, "--tag", "DRINK", "--json")
            (memo,) = json.loads(done.stdout)["memos"]
            self.assertEqual((memo["displayTitle"], memo["properties"]), ("Green tea", {"tags": ["drink"], "pinned": True}))

    def test_json_is_the_answer_to_export_and_import(self):
        for command, arguments in (("export", ["--to", str(self.out)]), ("import", [str(self.out)])):
            value = json.loads(self.on_store(command, *arguments, "--json"))
            self.assertEqual(schemas.faults(f"{schemas.urn(command)}#/$defs/result", value), [])

    def test_what_is_skipped_is_told_and_the_rest_is_taken(self):
        self.out.mkdir()
        (self.out / "good.txt").write_text("good")
        (self.out / "bad\x1b[31m.txt").write_bytes(b"\xff")
        (self.out / "picture.png").write_bytes(b"png")
        done = self.run_command("import", str(self.out), "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout), (1, "imported 1 memo, 2 skipped\n"))
        lines = sorted(done.stderr.splitlines())
        self.assertEqual(len(lines), 2)
        self.assertTrue(all(line.startswith("skipped ") for line in lines), lines)
        self.assertNotIn("\x1b", done.stderr)

    def test_a_single_file_and_times_that_are_numbers(self):
        path = self.folder / "notes.json"
        path.write_text('[{"title": "A", "body": "b", "created_at": 0}]')
        done = self.run_command("import", str(path), "--store", str(self.store))
        self.assertEqual(done.returncode, 1)
        self.assertIn("epoch", done.stderr)
        self.assertEqual(self.on_store("import", str(path), "--epoch", "2001"), "imported 1 memo\n")
        self.assertIn("2001-01-01T00:00:00.000Z", [memo["createdAt"] for memo in self.json_of("list", "list")["memos"]])

    def test_what_can_not_be_done_is_told(self):
        self.out.mkdir()
        (self.out / "file").touch()
        self.refused(64, "export", "--to", str(self.out), words=["no empty folder"])
        self.refused(64, "export", words=["--to"])
        self.refused(64, "export", "tea", "other", words=["--to"])
        self.refused(64, "export", "tea", "--json", words=["--to"])
        self.refused(64, "export", "--format", "pdf", words=["text, markdown, html or json"])
        self.refused(1, "export", "nothing", words=["no memo's id"])
        self.refused(1, "export", "--to", str(self.folder / "no" / "such"), words=["export: can't make the folder"])
        self.refused(1, "import", str(self.folder / "missing"), words=["no file or folder"])
        self.refused(1, "import", "/dev/null", words=["import: /dev/null: is no regular file"])
        self.refused(64, "import", words=["PATH is missing"])
        self.assertEqual(self.files(), ["file"])

    def test_a_bar_is_shown_in_a_terminal_and_taken_away(self):
        self.make_store(**{f"m{number}": "x" for number in range(200)})
        environment = self.environment(**STABLE | {"TERM": "xterm"})
        terminal = Terminal("export", "--to", str(self.out), "--store", str(self.store), env=environment)
        self.addCleanup(terminal.kill)
        status, shown = terminal.end()
        self.assertEqual(status, 0)
        self.assertIn("\rexporting ██████████░░░░░░░░░░ 5", shown)
        self.assertIn("100 %", shown)
        self.assertRegex(shown, "\r\x1b\\[Kwrote 202 memos to ")


if __name__ == "__main__":
    unittest.main()
