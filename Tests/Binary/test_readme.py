"""What README.md says is so: its commands and examples run, its tables are the program's, the files it names exist."""

import collections
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from memo_client import PATIENCE, binary

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLUGINS = (ROOT / "editor-plugins" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```([^\n]*)\n(.*?)^```$", README, re.S | re.M)
EXAMPLE_TEXT = "Shopping\nmilk\ntea\n"


def blocks(info):
    """The contents of the fenced blocks with this info string."""
    return [text for found, text in BLOCKS if found == info]


def block(info):
    (text,) = blocks(info)
    return text


def table(*heads):
    """The rows of the table with these column heads, without the marks of code."""
    lines = iter(README.splitlines())
    for line in lines:
        if line == f"| {' | '.join(heads)} |":
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


class ReadmeCase(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("bin", "work", "tmp", "home"):
            (self.folder / name).mkdir()
        (self.folder / "bin" / "memo-ls").symlink_to(pathlib.Path(binary()).resolve())
        self.work = self.folder / "work"

    def run_program(self, *arguments, cwd=None, input=None, **variables):
        """Runs a program in a folder of the test's own, with memo-ls on its PATH."""
        # A make that runs this test must not be mistaken for the parent of one that is run here.
        mine = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MEMO_LS_STORE", "XDG_DATA_HOME")
        env = {name: value for name, value in os.environ.items() if name not in mine}
        env |= {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        env |= {"PATH": f"{self.folder / 'bin'}{os.pathsep}{env['PATH']}"} | variables
        return subprocess.run(
            arguments, cwd=cwd or self.work, env=env, input=input or "", capture_output=True, encoding="utf-8",
            timeout=PATIENCE)

    def succeed(self, *arguments, **options):
        """The same, for a program that must succeed and keep silent on stderr; returns its output."""
        done = self.run_program(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def stored_texts(self):
        connection = sqlite3.connect(self.work / "notes.sqlite")
        try:
            return [text.decode() for (text,) in connection.execute("SELECT text FROM texts ORDER BY key")]
        finally:
            connection.close()


class Examples(ReadmeCase):
    def test_no_block_is_left_out_here(self):
        infos = collections.Counter(info for info, _ in BLOCKS)
        once = ["vim", "sh command-line", "sh moving", "sh debugging", "sh check", "sh recover", "sh first-session"]
        once += ["json first-answers", "python", "javascript", "sh embedding", "swift", "sh weather"]
        self.assertEqual(infos, collections.Counter({"sh": 2} | dict.fromkeys(once, 1)))

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
        curl.write_text('#!/bin/sh\necho \'{"weather":[{"main":"Rain","description":"\'${4#*\\?}\'","icon":"10d"}],"main":{"temp":7}}\'\n')
        curl.chmod(0o700)
        params = {"id": "a", "properties": {"location": {"latitude": 37.5665, "longitude": -0.001}}}
        calls = [("createMemo", params), ("$/advanceClock", {"ms": 500}), ("getMemo", {"id": "a"})]
        lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": name, "params": members}) + "\n" for name, members in calls]
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
        (targets,) = re.findall(r'\.library\(name: "MemoEngine", targets: \[(.*?)\]', package)
        imports = re.findall(r"^import (\w+)$", block("swift"), re.M)
        self.assertLessEqual(set(imports), set(re.findall(r"\w+", targets)))
        self.assertTrue(imports)
        platforms, = re.findall(r"platforms: \[.*?\]", package)
        self.assertIn(platforms, README)


class Commands(ReadmeCase):
    def test_every_make_command_has_its_target(self):
        lines = [line for text in blocks("sh") for line in text.splitlines() if line.startswith("make ")]
        lines += re.findall(r"`(make [^`]+)`", README)
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
        plugin = block("vim").rstrip().split("^=")[1].replace("~", str(self.folder / "home"))
        self.assertIn(f"cp -R editor-plugins/vim/. {plugin}\n", commands)

    def test_the_other_commands_test_a_part(self):
        lines = [line for text in blocks("sh") for line in text.splitlines() if not line.startswith("make ")]
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


class Tables(ReadmeCase):
    def test_the_flags_are_those_of_help(self):
        # A flag's row starts at column 3, its text behind two spaces; the text may go on in rows of its own.
        rows = []
        for line in self.succeed("memo-ls", "--help").splitlines():
            if line.startswith("  --"):
                rows.append(re.split(" {2,}", line.strip(), maxsplit=1))
            elif line.startswith(" " * 20) and rows:
                rows[-1][1] += " " + line.strip()
        self.assertEqual(table("flag", "what it does"), rows)

    def test_the_commands_are_those_of_help(self):
        rows = re.findall(r"(?m)^  ([a-z]\S*) {2,}(\S.*)$", self.succeed("memo-ls", "--help"))
        self.assertEqual(table("command", "what it does"), [list(row) for row in rows])

    def test_the_methods_are_those_of_the_protocol(self):
        methods = json.loads((ROOT / "Schemas" / "index.json").read_text(encoding="utf-8"))["methods"]

        def names(kind, direction):
            return {method["name"] for method in methods if (method["kind"], method["direction"]) == (kind, direction)}

        rows = table("method", "what it does")
        self.assertEqual(sorted(name for name, _ in rows), sorted(names("request", "clientToServer")))
        (mine,) = re.findall(r"The client may also send the notifications(.*?), and `updateMemo`", README, re.S)
        self.assertEqual(set(re.findall(r"`(.*?)`", mine)), names("notification", "clientToServer"))
        (its,) = re.findall(r"A client that asks for it is told (.*?)\n\n", README, re.S)
        self.assertEqual(set(re.findall(r"`(.*?)`", its)), names("notification", "serverToClient"))

    def test_the_targets_are_those_of_the_package(self):
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        quoted = re.compile(r'"(.*?)"')
        rows = map(quoted.findall, re.findall(r'^    module\((".*)\),$', package, re.M))
        targets = {name: imports for name, *imports in rows}
        (program,) = re.findall(r'name: "memo-ls",\s+dependencies: \[(".*?)\]', package)
        targets |= {"memo-ls": quoted.findall(program), "CSQLite": [], "CYAML": [], "CSystem": []}
        rows = {name: re.findall(r"\w+", imports) for name, _, imports in table("target", "what it is", "imports")}
        self.assertEqual(rows, targets)

    def test_the_files_of_a_store_have_the_permissions_and_names(self):
        store = self.work / "new" / "folder" / "memos.sqlite"
        request = '{"jsonrpc":"2.0","id":1,"method":"createMemo"}\n'
        self.succeed("memo-ls", "--store", str(store), input=request)
        modes = {path.name: path.stat().st_mode & 0o777 for path in store.parent.iterdir()}
        names = re.findall(r"memos\.sqlite[-\w]*", " ".join(row[0] for row in table("file", "what it is")))
        self.assertLessEqual(set(modes), set(names))
        self.assertEqual(set(modes.values()), {0o600})
        self.assertEqual({folder.stat().st_mode & 0o777 for folder in (store.parent, store.parent.parent)}, {0o700})
        # "memos.sqlite alone is the whole store"
        shutil.copy(store, self.work / "copy.sqlite")
        answer = self.succeed("memo-ls", "--store", "copy.sqlite", input=request.replace("createMemo", "list"))
        self.assertEqual(json.loads(answer)["result"]["total"], 1)

    @unittest.skipIf(sys.platform == "darwin", "on macOS the store has another place")
    def test_the_store_is_where_it_is_said(self):
        request = '{"jsonrpc":"2.0","id":1,"method":"stats"}\n'
        for variables, place in [
            ({}, self.folder / "home" / ".local" / "share" / "memo-ls" / "memos.sqlite"),
            ({"XDG_DATA_HOME": str(self.work)}, self.work / "memo-ls" / "memos.sqlite"),
            ({"XDG_DATA_HOME": str(self.work), "MEMO_LS_STORE": str(self.work / "m")}, self.work / "m"),
        ]:
            answer = self.succeed("memo-ls", input=request, **variables)
            self.assertEqual(json.loads(answer)["result"]["store"]["path"], str(place))


class Links(unittest.TestCase):
    def test_the_files_that_are_named_exist(self):
        for text, folder in ((README, ROOT), (PLUGINS, ROOT / "editor-plugins")):
            paths = re.findall(r"\]\(([^)#:]+)\)", text)
            paths += re.findall(r"`((?:Sources|Tests|Schemas|editor-plugins)/[^`\s]*)`", text)
            self.assertTrue(paths)
            for path in paths:
                with self.subTest(path):
                    self.assertTrue(list(folder.glob(path)) if "*" in path else (folder / path).exists())


class Play(ReadmeCase):
    def play(self, program, **variables):
        arguments = ["Tests/Tools/play.py", str(program), "Tests/Tools/session.jsonl"]
        done = self.run_program(sys.executable, *arguments, cwd=ROOT, **variables)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        return done

    def test_it_plays_the_session_and_leaves_nothing(self):
        done = self.play(self.folder / "bin" / "memo-ls", COLUMNS="72")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("✓ 1,000 keystrokes", done.stdout)
        self.assertIn("made exactly 1 save.", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        messages = [line for line in done.stdout.splitlines() if line[:1] in "→←"]
        self.assertLess(max(map(len, messages)), 72)

    def test_it_fails_if_the_keystrokes_make_several_saves(self):
        program = self.folder / "hasty"
        program.write_text('#!/bin/sh\nexec memo-ls "$@" --autosave-max-delay-ms 100\n')
        program.chmod(0o755)
        done = self.play(program)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("not as promised", done.stderr)

    def test_it_fails_if_the_server_does(self):
        done = self.play(shutil.which("false"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("not as promised", done.stderr)


if __name__ == "__main__":
    unittest.main()
