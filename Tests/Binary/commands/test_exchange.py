"""`memo-ls export` and `memo-ls import`."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import unittest

import schemas
from command_case import STABLE, CommandCase
from commands.terminal import Terminal
from memo_client import binary


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

    def test_a_file_that_is_kept_beside_its_memo_is_counted_once(self):
        note = self.folder / "note.md"
        note.write_text("body\n")
        self.on_store("import", str(note))
        (id,) = [row for row in self.on_store("list", "-f", "{id}\t{path}").splitlines() if row.endswith("\t")
                 and row.split("\t")[0] not in ("tea", "other")]
        id = id.strip()
        said = "{} 0 memos, 1 kept beside a memo that says otherwise\n"
        self.on_store("edit", id, env={"EDITOR": "sed -i s/body/mine/"})
        note.write_text("theirs\n")
        for arguments, verb in (["--dry-run"], "would import"), ([], "imported"):
            done = self.run_command("import", "--store", str(self.store), str(note), *arguments)
            self.assertEqual((done.returncode, done.stdout), (0, said.format(verb)))
            self.assertIn("has changed where its memo has, too", done.stderr)
        # What both say is no change.
        self.on_store("edit", id, env={"EDITOR": "sed -i s/mine/ours/"})
        note.write_text("ours\n")
        for arguments in ["--dry-run"], []:
            self.assertIn("1 had been there before\n", self.on_store("import", str(note), *arguments))

    def files(self):
        return sorted(path.name for path in self.out.iterdir())

    def test_all_memos_become_files(self):
        for format, suffix, trash in (("markdown", ".md", []), ("text", ".txt", []), ("html", ".html", []),
                                      ("text", ".txt", ["--trash"])):
            with self.subTest(format):
                self.out = self.folder / f"{format}{len(trash)}"
                said = self.on_store("export", "--to", str(self.out), "--format", format, *trash)
                self.assertIn(f"wrote {2 + len(trash)} memos to {self.out}, ", said)
                self.assertEqual(len(self.files()), 2 + len(trash))
                self.assertTrue(all(name.endswith(suffix) for name in self.files()))

    def test_named_memos_and_one_in_the_trash(self):
        self.on_store("export", "tea", "gone", "-f", "text", "--to", "out", cwd=self.folder)
        self.assertEqual([(self.out / name).read_text() for name in self.files()],
                         ["Green tea\nmilk\n", "in the trash"])

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
            self.assertEqual((memo["displayTitle"], memo["properties"]),
                             ("Green tea", {"tags": ["drink"], "pinned": True}))

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
        self.assertEqual((done.returncode, done.stdout), (1, "imported 1 memo, 1 skipped\n"))
        lines = sorted(done.stderr.splitlines())
        self.assertEqual(len(lines), 2)
        self.assertTrue(lines[1].startswith("skipped bad"), lines)
        self.assertNotIn("\x1b", done.stderr)

    def test_pictures_and_hidden_files_are_no_failure(self):
        (self.out / ".obsidian").mkdir(parents=True)
        for name in ("a.png", "b.pdf", ".hidden", "note.md"):
            (self.out / name).write_text("x")
        done = self.run_command("import", str(self.out), "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout), (0, "imported 1 memo\n"))
        self.assertEqual(done.stderr, "passed over 4 files or folders that are no notes\n")

    def test_several_files_and_stdin(self):
        self.out.mkdir()
        for name in ("a.md", "b.txt", "c.md"):
            (self.out / name).write_text(name)
        self.assertEqual(self.on_store("import", "a.md", "b.txt", "c.md", "--tag", "#all", cwd=self.out),
                         "imported 3 memos\n")
        self.assertEqual(len(self.json_of("list", "list", "--tag", "all")["memos"]), 3)
        done = self.run_command("import", "-", "--store", str(self.store), input="---\ntitle: Piped\n---\nx\n")
        self.assertEqual((done.returncode, done.stdout), (0, "imported 1 memo\n"))
        self.assertIn("Piped", [memo["displayTitle"] for memo in self.json_of("list", "list")["memos"]])
        lines = self.on_store("export", "--format", "json")
        other = ["--store", str(self.folder / "other.sqlite")]
        done = self.run_command("import", "-", "-f", "json", *other, input=lines)
        self.assertEqual((done.returncode, done.stdout), (0, "imported 6 memos\n"))

    def test_stdin_without_text_makes_no_memo(self):
        self.out.mkdir()
        (self.out / "a.md").write_text("x")
        before = self.on_store("list")
        for text in ("", "\n", " \t\r\n" * 20_000):
            for arguments in (["-"], ["-", "--dry-run"], ["-", "-f", "json"], [str(self.out / "a.md"), "-"]):
                said = self.refused(1, "import", *arguments, input=text)
                self.assertEqual(said, "memo-ls import: stdin: has no text, so no memo was made\n")
        self.assertEqual(self.on_store("list"), before)
        self.assertEqual(self.on_store("import", "-", input=" " * 100_000 + "x"), "imported 1 memo\n")

    def test_a_trial_makes_not_even_a_store(self):
        self.out.mkdir()
        (self.out / "a.md").write_text("x")
        store = self.folder / "none.sqlite"
        done = self.run_command("import", "--dry-run", str(self.out), "--store", str(store))
        self.assertEqual((done.returncode, done.stdout), (0, "would import 1 memo\n"))
        self.assertFalse(store.exists())

    def test_an_interrupted_import_says_what_is_stored(self):
        self.out.mkdir()
        for number in range(20_000):
            (self.out / f"{number}.txt").write_text(str(number))
        for number in (signal.SIGINT, signal.SIGTERM):
            store = self.folder / f"{number}.sqlite"
            process = subprocess.Popen(
                [binary(), "import", str(self.out), "--store", str(store)],
                stderr=subprocess.PIPE, text=True, env=self.environment(**STABLE),
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            self.addCleanup(process.stderr.close)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            while not store.exists() or self.count(store) == 0:
                self.assertIsNone(process.poll())
            process.send_signal(number)
            said = process.stderr.read()
            self.assertEqual(process.wait(), 128 + number, said)
            stored = self.count(store)
            self.assertLess(stored, 20_000)
            self.assertRegex(said, f"what is stored: {stored} memos of .* files came in before that; import again")

    def count(self, store):
        """How many memos a store has."""
        try:
            connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
            with contextlib.closing(connection):
                return connection.execute("SELECT live FROM totals").fetchone()[0]
        except (sqlite3.Error, TypeError):
            return 0

    def test_an_export_repeats_into_its_own_folder(self):
        to = ["export", "--to", str(self.out)]
        self.on_store(*to)
        (tea,) = [path for path in self.out.iterdir() if "tea" in path.name]
        (other,) = [path for path in self.out.iterdir() if path != tea]
        before = {path: path.stat().st_ino for path in (tea, other)}
        self.on_store("edit", "other", "--tag", "new")
        self.on_store(*to)
        self.assertEqual(tea.stat().st_ino, before[tea])
        self.assertIn("new", other.read_text())
        tea.write_text("mine")
        for change in (None, ["edit", "tea", "--tag", "more"]):
            if change:
                self.on_store(*change)
            done = self.run_command(*to, "--store", str(self.store))
            told = f"{tea.name} was changed since it was exported and stays; --force replaces it\n"
            self.assertEqual((done.returncode, done.stderr), (1, told), change)
            self.assertEqual(tea.read_text(), "mine")
        self.on_store(*to, "--force")
        self.assertIn("Green tea", tea.read_text())
        (self.out / "foreign.txt").write_text("kept")
        self.on_store("delete", "other")
        self.on_store(*to)
        self.assertEqual({path.name for path in self.out.iterdir()}, {tea.name, "foreign.txt"})

    def test_an_export_takes_nothing_away_that_another_format_has_made(self):
        for format in ("markdown", "text", "html", "json"):
            self.on_store("export", "--to", str(self.out), "--format", format)
        self.assertEqual({path.suffix for path in self.out.iterdir()}, {".md", ".txt", ".html", ".jsonl"})
        before = {path.name: path.read_bytes() for path in self.out.iterdir()}
        self.on_store("delete", "tea")
        self.on_store("export", "--to", str(self.out), "--format", "text")
        left = {path.name: path.read_bytes() for path in self.out.iterdir()}
        self.assertEqual(left, {name: text for name, text in before.items() if name != "Green-tea.txt"})
        # Each format still knows its own.
        self.on_store("export", "--to", str(self.out), "--format", "markdown")
        self.assertEqual(set(left) - {path.name for path in self.out.iterdir()}, {"Green-tea.md"})

    def test_a_memo_takes_no_other_memos_file(self):
        self.make_store(first="Plan\nfirst", second="Plan\nsecond")
        to = ["export", "--to", str(self.out), "-f", "text"]
        self.on_store(*to)
        texts = {"Plan.txt": "Plan\nfirst", "Plan-2.txt": "Plan\nsecond"}

        def plans():
            return {path.name: path.read_text() for path in self.out.glob("Plan*")}

        self.assertEqual(plans(), texts)
        for arguments in (["second"], ["second", "--force"], ["first"], ["second", "first"]):
            self.on_store(*to, *arguments)
            self.assertEqual(plans(), texts, arguments)
        client = self.start("--virtual-clock")
        client.request("updateMemo", {"id": "other", "contentChanges": [{"text": "Plan\nthird"}]})
        client.finish()
        for arguments in (["other"], ["other", "--force"], []):
            self.on_store(*to, *arguments)
            self.assertEqual(plans(), texts | {"Plan-3.txt": "Plan\nthird"}, arguments)
        # Titles that change places take their names along.
        client = self.start("--virtual-clock")
        client.request("updateMemo", {"id": "first", "contentChanges": [{"text": "Green tea\nfirst"}]})
        client.request("updateMemo", {"id": "tea", "contentChanges": [{"text": "Plan\ntea"}]})
        client.finish()
        self.on_store(*to)
        self.assertEqual(plans(), {"Plan.txt": "Plan\ntea", "Plan-2.txt": "Plan\nsecond", "Plan-3.txt": "Plan\nthird"})
        self.assertEqual((self.out / "Green-tea.txt").read_text(), "Green tea\nfirst")
        # A name whose memo is gone is free, unless somebody has written there.
        (self.out / "Plan.txt").write_text("mine")
        self.on_store("delete", "tea")
        client = self.start("--virtual-clock")
        client.request("createMemo", {"id": "late", "text": "Plan\nlate"})
        client.finish()
        self.on_store(*to)
        self.assertEqual((self.out / "Plan.txt").read_text(), "mine")
        self.assertIn("Plan\nlate", plans().values())

    def test_a_json_export_keeps_the_lines_of_memos_that_are_not_named(self):
        to = ["export", "--to", str(self.out), "-f", "json"]
        self.on_store(*to)
        path = self.out / "memos.jsonl"
        before = path.read_text()
        self.on_store("edit", "tea", "--tag", "new")
        self.on_store(*to, "tea")
        lines = {json.loads(line)["id"]: line for line in path.read_text().splitlines()}
        self.assertEqual(set(lines), {"tea", "other"})
        self.assertIn("new", lines["tea"])
        self.assertIn(lines["other"] + "\n", before)
        self.assertTrue(path.read_text().endswith("\n"))
        # This writes all memos, so the line of one that is gone goes, too.
        self.on_store("delete", "other")
        self.on_store(*to)
        self.assertEqual([json.loads(line)["id"] for line in path.read_text().splitlines()], ["tea"])
        path.write_text("mine\n")
        done = self.run_command(*to, "--store", str(self.store))
        self.assertEqual((done.returncode, done.stderr),
                         (1, "memos.jsonl was changed since it was exported and stays; --force replaces it\n"))
        self.assertEqual(path.read_text(), "mine\n")
        self.on_store(*to, "--force")
        self.assertEqual([json.loads(line)["id"] for line in path.read_text().splitlines()], ["tea"])
        self.out = self.folder / "other"
        self.on_store("export", "--to", str(self.out), "-f", "text")
        (self.out / "memos.jsonl").write_text("mine\n")
        self.run_command("export", "--to", str(self.out), "-f", "json", "--store", str(self.store))
        self.assertEqual((self.out / "memos.jsonl").read_text(), "mine\n")

    def test_a_repeated_export_tells_what_it_wrote_and_what_it_left(self):
        for format in ("markdown", "json"):
            to = ["export", "--to", str(self.folder / format), "-f", format]
            self.assertRegex(self.on_store(*to), r"^wrote 2 memos to \S+, \d+ bytes\n$")
            self.assertRegex(self.on_store(*to),
                             r"^wrote 0 memos to \S+, \d+ bytes with 2 that had not changed and stayed as they were\n$")
        self.on_store("edit", "tea", "--tag", "more")
        to = ["export", "--to", str(self.folder / "markdown")]
        result = self.json_of("export", *to)
        self.assertEqual((result["count"], result["unchanged"]), (2, 1))

    def test_an_import_tells_what_it_merged(self):
        path = self.folder / "a.txt"
        path.write_text("one\n")
        self.on_store("import", str(path))
        path.write_text("two\n")
        self.assertEqual(self.on_store("import", str(path), "--dry-run"),
                         "would import 0 memos, would merge 1 file changed since into its memo\n")
        self.assertEqual(self.on_store("import", str(path)),
                         "imported 0 memos, merged 1 file changed since into its memo\n")
        self.assertEqual(self.on_store("import", str(path)), "imported 0 memos, 1 had been there before\n")

    def test_an_export_that_fails_halfway_puts_back_what_it_replaced(self):
        for first, second in (("두부.txt", "Green-tea.txt"), ("Green-tea.txt", "두부.txt")):
            self.out = self.folder / first
            (self.out / second).mkdir(parents=True)
            (self.out / second / "inside").write_text("kept")
            (self.out / first).write_text("mine")
            before = {path.relative_to(self.out): path.is_dir() or path.read_text() for path in self.out.rglob("*")}
            self.refused(1, "export", "--to", str(self.out), "-f", "text", "--force",
                         words=[f"{second}: it is a folder"])
            self.assertEqual(
                {path.relative_to(self.out): path.is_dir() or path.read_text() for path in self.out.rglob("*")}, before)

    def test_an_interrupted_export_leaves_all_as_it_was(self):
        self.make_store(**{f"m{number}": "x" * 2000 for number in range(3000)})
        self.on_store("export", "--to", str(self.out))
        for path in list(self.out.iterdir())[:10]:
            path.unlink()
        before = {path.name: (path.stat().st_ino, path.read_bytes()) for path in self.out.iterdir()}
        for number in range(10):
            self.on_store("edit", f"m{number + 1}00", "--tag", "t")
        for folder in (self.out, self.folder / "fresh"):
            process = subprocess.Popen(
                [binary(), "export", "--to", str(folder), "--store", str(self.store)],
                stderr=subprocess.PIPE, text=True, env=self.environment(**STABLE),
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            self.addCleanup(process.stderr.close)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            while not (folder / ".memo-ls-export").exists():
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertEqual((process.wait(), process.stderr.read()),
                             (130, "memo-ls export: it was interrupted; everything is as it was before\n"))
            if folder == self.out:
                self.assertEqual({path.name: (path.stat().st_ino, path.read_bytes()) for path in self.out.iterdir()},
                                 before)
            else:
                self.assertFalse(folder.exists())

    def test_json_goes_to_a_file_of_that_name(self):
        path = self.folder / "x.jsonl"
        self.assertIn(f"wrote 2 memos to {path}", self.on_store("export", "-f", "json", "--to", str(path)))
        self.assertEqual(len(path.read_text().splitlines()), 2)
        self.refused(1, "export", "-f", "json", "--to", str(path), words=["--force"])
        self.on_store("export", "-f", "json", "--to", str(path), "--force", "--trash")
        self.assertEqual(len(path.read_text().splitlines()), 3)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("x.")], ["x.jsonl"])

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
        self.refused(1, "export", "nothing", words=["no memo has the id or the title"])
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
