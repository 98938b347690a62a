"""What the pages for people show is so: each block of each page is run."""

import json
import os
import pathlib
import re
import shutil
import sys
import unittest

import memo_client
from memo_client import binary
from pages.page_case import BLOCKS, PAGES, ROOT, PageCase, block, blocks

EXAMPLE_TEXT = "Shopping\nmilk\ntea\n"


class Examples(PageCase):
    def test_no_block_is_left_out_here(self):
        found = {page: [] for page in PAGES}
        for page, info, _ in BLOCKS:
            found[page].append(info)
        self.assertEqual(found, {
            "README.md": ["sh", "vim", "sh command-line", "sh folder", "sh sync", "sh sync-server", "sh agents"],
            "Sources/README.md": ["text drawing", "swift"],
            "Tests/README.md": ["sh"],
            "editor-plugins/README.md": ["elisp", "vim"],
            "Schemas/README.md": ["python validating"],
            "Schemas/clients.md": ["sh first-session", "json first-answers", "python", "javascript", "sh embedding"],
            "Schemas/exchange.md": ["sh moving"],
            "Schemas/folder.md": ["sh attaching"],
            "Schemas/links.md": ["sh command-line-links"],
            "Schemas/search.md": [],
            "Schemas/sync.md": ["sh hub", "sh joining", "sh same-files"],
            "Schemas/server.md": ["sh debugging", "sh check", "sh recover", "sh weather"],
        })

    def test_the_first_session_answers_exactly_what_is_shown(self):
        self.assertEqual(self.succeed("sh", "-c", block("sh first-session")), block("json first-answers"))
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])

    def test_the_commands_do_what_is_said(self):
        script = "set -e\n" + block("sh command-line") + "echo\nmemo-ls list --json\n"
        done = self.run_program("sh", "-c", script, MEMO_LS_STORE=str(self.work / "notes.sqlite"), TZ="UTC", LC_ALL="C")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        lines = done.stdout.splitlines()
        (trash,) = [line for line in lines if line.startswith("deleted ")]
        self.assertTrue(trash.endswith("  nonsense"))
        self.assertIn(trash.replace("deleted", "restored"), lines)
        titles = [memo["displayTitle"] for memo in json.loads(lines[-1])["memos"]]
        self.assertEqual(sorted(titles), ["Buy milk", "Plan", "nonsense"])
        self.assertIn("sleep more", lines)
        texts = self.stored_texts()
        self.assertIn("Plan\nsleep less\n", texts)

    def test_the_commands_about_links_do_what_is_said(self):
        store = str(self.work / "notes.sqlite")
        said = self.succeed("sh", "-ec", block("sh command-line-links"), MEMO_LS_STORE=store, TZ="UTC", LC_ALL="C")
        for row in (r"5\ttask\t2\ta coat", r"3\t\[\[Packing list\]\]\t\S+\tPacking list\t",
                    r"\S+\tTrip\t3\t\[\[Map\]\]\tno such memo\t",
                    r"\S+\t\S+\tTrip\t#travel/japan\t.*\[\[Packing list\]\].*", r"#travel\t1",
                    r"renamed Packing list to What to pack, and 1 link to it, in 2 memos",
                    r"renamed #travel to #places: 1 tag in 1 memo", r"saved daily-\S+  \S+"):
            self.assertRegex(said, f"(?m)^{row}$")
        texts = self.stored_texts()
        self.assertIn("# What to pack\n\n## Clothes\n- [ ] socks\n- [ ] a coat\n\n## Books\n", texts)
        self.assertRegex("\0".join(texts), r"(?:\0|^)# Weekly sync, \d{4}-\d\d-\d\d(?:\0|$)")
        self.assertRegex("\0".join(texts), r"\d\d\nslept long\n")

    def test_the_commands_about_a_folder_do_what_is_said(self):
        said = self.succeed("sh", "-ec", block("sh folder"), TZ="UTC", LC_ALL="C")
        plan = self.work / "notes" / "plan.md"
        self.assertEqual(plan.read_text(encoding="utf-8"), "# Plan\nsleep more\n")
        for row in (r"attached +.*/notes", r"done +1 file taken in", r"\S+\t\S+\tPlan\t", r"\./plan\.md:sleep more",
                    r"state +files and memos are equal"):
            self.assertRegex(said, f"(?m)^{row}$")

    def test_the_example_of_attaching_a_folder(self):
        notes = self.work / "notes"
        notes.mkdir()
        (notes / "plan.md").write_text("Plan\n", encoding="utf-8")
        said = self.succeed("sh", "-ec", block("sh attaching"))
        self.assertIn("\tplan\t", said)
        self.assertIn(f"detached {notes.resolve()}; its memos stay in ", said)
        self.assertEqual([path.name for path in notes.iterdir()], ["plan.md"])

    def test_what_is_printed_for_agents_clients_starts_what_is_said(self):
        store = str(self.work / "notes.sqlite")
        self.succeed("memo-ls", "new", "--store", store, "Plan #work")
        self.succeed("memo-ls", "new", "--store", store, "Secret")
        commands = block("sh agents").splitlines()
        self.assertEqual([line.split()[3] for line in commands], ["claude", "vscode", "zed", "cursor"])
        for line in commands:
            with self.subTest(line):
                (servers,) = json.loads(self.succeed("sh", "-c", line)).values()
                started = servers["memo-ls"]
                asked = [{"jsonrpc": "2.0", "id": id, "method": method, "params": params}
                         for id, (method, params) in enumerate([
                             ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                             "clientInfo": {"name": "x", "version": "1"}}),
                             ("tools/list", {}), ("tools/call", {"name": "list_memos", "arguments": {}})])]
                said = self.succeed(started["command"], *started["args"], MEMO_LS_STORE=store, input="".join(
                    json.dumps(message) + "\n" for message in asked))
                results = {answer["id"]: answer["result"] for answer in map(json.loads, said.splitlines())}
                tools = {tool["name"] for tool in results[1]["tools"]}
                self.assertIn("read_memo", tools)
                self.assertEqual("trash_memo" in tools, "--allow-write" in line)
                self.assertEqual(results[2]["structuredContent"]["total"], 1 if "--tag" in line else 2)

    def test_the_python_example(self):
        script = block("python")
        for run in (1, 2):
            self.assertEqual(self.succeed(sys.executable, "-c", script), EXAMPLE_TEXT)
            self.assertEqual(self.stored_texts(), [EXAMPLE_TEXT] * run)

    def test_the_node_example(self):
        if not shutil.which("node"):
            self.skipTest("node is not installed")
        version = self.succeed("node", "--version")
        if int(re.match(r"v(\d+)", version)[1]) < 18:
            self.skipTest(f"the example is for Node 18 or later; this is {version.strip()}")
        (self.work / "example.mjs").write_text(block("javascript"), encoding="utf-8")
        for run in (1, 2):
            self.assertEqual(self.succeed("node", "example.mjs"), EXAMPLE_TEXT)
            self.assertEqual(self.stored_texts(), [EXAMPLE_TEXT] * run)

    def test_the_node_example_takes_a_line_separator_for_text(self):
        if not shutil.which("node"):
            self.skipTest("node is not installed")
        script = block("javascript").replace(r"milk\n", "milk\\u2028한\\n")
        (self.work / "example.mjs").write_text(script, encoding="utf-8")
        self.assertEqual(self.succeed("node", "example.mjs"), EXAMPLE_TEXT.replace("milk", "milk\u2028한"))

    def test_the_example_of_moving_memos(self):
        store = str(self.work / "notes.sqlite")
        self.succeed("memo-ls", "new", "--store", store, "Shopping")
        said = self.succeed("sh", "-c", block("sh moving"), MEMO_LS_STORE=store)
        self.assertEqual([path.name for path in (self.work / "exported").iterdir()], ["Shopping.md"])
        self.assertRegex(said, "^wrote 1 memo to exported, [0-9]+ bytes\nimported 1 memo\n$")

    def test_the_shell_example(self):
        script = block("sh embedding")
        answers = [json.loads(line) for line in self.succeed("sh", "-c", script).splitlines()]
        self.assertEqual([answer["id"] for answer in answers], [1, 2, 3])
        self.assertEqual(answers[2]["result"]["text"], EXAMPLE_TEXT)
        self.assertEqual(self.stored_texts(), [EXAMPLE_TEXT])
        # "a second run is told that the memo is there already"
        again = [json.loads(line) for line in self.succeed("sh", "-c", script).splitlines()]
        self.assertEqual(again[0]["error"]["data"]["kind"], "memoExists")
        self.assertIn("result", again[2])

    def test_the_debugging_example_shows_the_save(self):
        done = self.run_program("sh", "-c", block("sh debugging"))
        self.assertEqual((done.returncode, json.loads(done.stdout)["id"]), (0, 1))
        self.assertRegex(done.stderr, r"(?m)^memo-ls: debug: saved version 1 of memo \S+$")

    def test_the_weather_example_fills_in_what_curl_prints(self):
        curl = self.folder / "bin" / "curl"
        curl.write_text('#!/bin/sh\necho \'{"weather":[{"main":"Rain","description":"\'${4#*\\?}\'","icon":"10d"}],'
                        '"main":{"temp":7}}\'\n')
        curl.chmod(0o700)
        params = {"id": "a", "properties": {"location": {"latitude": 37.5665, "longitude": -0.001}}}
        calls = [("createMemo", params), ("$/advanceClock", {"ms": 500}), ("getMemo", {"id": "a"})]
        lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": name, "params": members}) + "\n"
                 for name, members in calls]
        script = block("sh weather").replace("memo-ls", "memo-ls --virtual-clock")
        answers = self.succeed("sh", "-c", script, input="".join(lines)).splitlines()
        weather = json.loads(answers[-1])["result"]["properties"]["weather"]
        asked = "lat=37.57&lon=0&units=metric&appid="
        self.assertEqual(weather, {"main": "Rain", "description": asked, "icon": "10d", "temperature": 7})

    def test_the_check_example_says_whether_the_store_is_in_order(self):
        self.assertEqual(self.run_program("sh", "-c", block("sh check")).returncode, 1)
        self.succeed("sh", "-c", block("sh embedding"))
        said = self.succeed("sh", "-c", block("sh check"))
        self.assertEqual(said, f"the database {self.work}/notes.sqlite is in order: 1 memo, none in the trash\n")

    def test_the_recover_example_writes_the_memos(self):
        self.succeed("sh", "-c", block("sh embedding"))
        self.succeed("sh", "-c", block("sh recover"))
        files = {path.name: path.read_text() for path in (self.work / "recovered").iterdir()}
        self.assertEqual(files, {"Shopping-shopping.txt": EXAMPLE_TEXT})

    def test_the_swift_example_imports_what_the_library_has(self):
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        (targets,) = re.findall(r'\.library\(name: "MemoHost", targets: \[(.*?)\]', package)
        imports = re.findall(r"^import (\w+)$", block("swift"), re.M)
        self.assertLessEqual(set(imports), set(re.findall(r"\w+", targets)))
        self.assertTrue(imports)
        platforms, = re.findall(r"platforms: \[.*?\]", package)
        self.assertIn(platforms, PAGES["Sources/README.md"])

    def test_the_validating_example_tells_right_answers_from_wrong_ones(self):
        client = memo_client.Client("--virtual-clock", env=os.environ | {"HOME": str(self.folder)})
        self.addCleanup(client.kill)
        answer = client.request("createMemo", {"text": "Shopping"})
        script = block("python validating")
        self.succeed(sys.executable, "-c", f"answer = {answer!r}\n{script}", cwd=ROOT)
        done = self.run_program(sys.executable, "-c", f"answer = {answer | {'version': 'x'}!r}\n{script}", cwd=ROOT)
        self.assertIn("ValidationError: 'x' is not of type 'integer'", done.stderr)


class Commands(PageCase):
    def test_every_make_command_has_its_target(self):
        lines = [line for text in blocks("sh") for line in text.splitlines() if line.startswith("make ")]
        lines += [line for text in PAGES.values() for line in re.findall(r"`(make [^`]+)`", text)]
        self.assertGreater(len(lines), 5)
        for line in lines:
            with self.subTest(line):
                done = self.run_program("sh", "-c", line.replace("make ", "make -n ", 1), cwd=ROOT)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_make_run_plays_the_session(self):
        commands = self.succeed("make", "-n", "run", cwd=ROOT)
        self.assertIn("Tests/Tools/play.py .build/release/memo-ls Tests/Tools/session.jsonl", commands)

    def test_make_install_puts_the_program_where_it_is_said(self):
        commands = self.succeed("make", "-n", "install", cwd=ROOT)
        self.assertIn(f"{self.folder / 'home'}/.local/bin/memo-ls", commands)
        self.assertIn("/somewhere/bin/memo-ls", self.succeed("make", "-n", "install", "PREFIX=/somewhere", cwd=ROOT))
        plugin = block("vim", "README.md").rstrip().split("^=")[1].replace("~", str(self.folder / "home"))
        self.assertIn(f"cp -R editor-plugins/vim/. {plugin}\n", commands)
        self.assertIn(f"install -m 644 editor-plugins/lsp/* {pathlib.Path(plugin).parent}/lsp\n", commands)
        self.assertEqual(block("vim", "editor-plugins/README.md"), block("vim", "README.md"))

    def test_the_other_commands_test_a_part(self):
        lines = [line for text in blocks("sh") for line in text.replace("\\\n  ", "").splitlines()
                 if not line.startswith("make ")]
        filter, discover = lines
        name = re.fullmatch(r"swift test --filter (\w+)", filter)[1]
        self.assertTrue((ROOT / "Tests" / name).is_dir())
        self.assertIn(f'tests("{name}"', (ROOT / "Package.swift").read_text(encoding="utf-8"))
        start = 'MEMO_LS="$PWD/.build/release/memo-ls" $(sh Tests/Tools/python.sh) '
        self.assertEqual(discover[: len(start)], start)
        arguments = discover[len(start) :].split()
        done = self.run_program(sys.executable, *arguments, cwd=ROOT, MEMO_LS=os.path.abspath(binary()))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"Ran [1-9]")


if __name__ == "__main__":
    unittest.main()
