"""What the pages for people say is so: their tables are the program's, and what they name and link to is there."""

import json
import re
import shutil
import sys
import unittest

from pages.page_case import PAGES, ROOT, PageCase, block, table

# Those, too, whose blocks need what a test must not: a network.
LINKED = PAGES | {page: (ROOT / page).read_text(encoding="utf-8")
                  for page in ("editor-plugins/vscode/README.md", "Tests/Bench/README.md")}


def anchors(text):
    """What a link to one of a page's sections may end with, as GitHub makes it of the heading."""
    headings = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


class Tables(PageCase):
    def test_the_flags_are_those_of_help(self):
        # A flag's row starts at column 3, its text behind two spaces; the text may go on in rows of its own.
        rows = []
        for line in self.succeed("memo-ls", "--help").splitlines():
            if line.startswith("  --"):
                rows.append(re.split(" {2,}", line.strip(), maxsplit=1))
            elif line.startswith(" " * 20) and rows:
                rows[-1][1] += " " + line.strip()
        self.assertEqual(table("Schemas/server.md", "flag", "what it does"), rows)

    def test_the_commands_are_those_of_help(self):
        rows = re.findall(r"(?m)^  ([a-z]\S*) {2,}(\S.*)$", self.succeed("memo-ls", "--help"))
        self.assertEqual(table("README.md", "command", "what it does"), [list(row) for row in rows])

    def test_the_methods_are_those_of_the_protocol(self):
        methods = json.loads((ROOT / "Schemas" / "index.json").read_text(encoding="utf-8"))["methods"]

        def names(kind, direction):
            return {method["name"] for method in methods if (method["kind"], method["direction"]) == (kind, direction)}

        page = PAGES["Schemas/README.md"]
        rows = table("Schemas/README.md", "method", "what it does")
        self.assertEqual(sorted(name for name, _ in rows), sorted(names("request", "clientToServer")))
        (mine,) = re.findall(r"The client may also send the notifications(.*?), and `updateMemo`", page, re.S)
        self.assertEqual(set(re.findall(r"`(.*?)`", mine)), names("notification", "clientToServer"))
        (its,) = re.findall(r"A client that asks for it is told (.*?)\n\n", page, re.S)
        self.assertEqual(set(re.findall(r"`(.*?)`", its)), names("notification", "serverToClient"))

    def test_the_targets_are_those_of_the_package(self):
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        quoted = re.compile(r'"(.*?)"')
        rows = map(quoted.findall, re.findall(r'^ +module\(\s*(".*?)\),$', package, re.M | re.S))
        targets = {name: imports for name, *imports in rows}
        systems = {"CSQLite", "CYAML", "CMarkdown", "CSystem", "CPostgreSQL", "CSodium"}
        targets |= {name: [] for name in systems}
        programs = ["memo-ls", "memo-ls-sync"]
        for name in programs:
            (imports,) = re.findall(rf'name: "{name}",\s+dependencies: \[\s*(".*?)\]', package, re.S)
            targets[name] = quoted.findall(imports)
        rows = table("Sources/README.md", "target", "what it is", "imports")
        rows = {name: re.findall(r"\w+", imports) for name, _, imports in rows}
        self.assertEqual(rows, targets)
        drawn = re.findall(r"\w+", block("text drawing"))
        self.assertEqual(targets.keys() - set(programs) - systems - set(drawn), set())

    def test_each_target_imports_what_its_row_names(self):
        rows = {name: set(re.findall(r"\w+", imports))
                for name, _, imports in table("Sources/README.md", "target", "what it is", "imports")}
        statement = re.compile(r"(?m)^(?:@\w+ )*(?:(?:public|package|internal) )?import (\w+)$")
        for name, row in rows.items():
            with self.subTest(name):
                files = (ROOT / "Sources" / name).rglob("*.swift")
                found = {module for path in files for module in statement.findall(path.read_text(encoding="utf-8"))}
                self.assertEqual(found & rows.keys(), row)

    def test_the_files_of_a_store_have_the_permissions_and_names(self):
        store = self.work / "new" / "folder" / "memos.sqlite"
        request = '{"jsonrpc":"2.0","id":1,"method":"createMemo"}\n'
        self.succeed("memo-ls", "--store", str(store), input=request)
        modes = {path.name: path.stat().st_mode & 0o777 for path in store.parent.iterdir()}
        names = re.findall(r"memos\.sqlite[-\w]*",
                           " ".join(row[0] for row in table("Schemas/server.md", "file", "what it is")))
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
    def test_what_is_linked_to_is_there(self):
        found = 0
        for page, text in LINKED.items():
            # What stands in code is shown, and no link.
            text = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text)
            for path, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", text):
                with self.subTest(page, path=path, anchor=anchor):
                    target = (ROOT / page).parent / path if path else ROOT / page
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(target.read_text(encoding="utf-8")))
                found += 1
        self.assertGreater(found, 30)

    def test_every_page_is_linked_to_from_the_readme(self):
        for page in LINKED.keys() - {"README.md"}:
            self.assertIn(f"]({page}", PAGES["README.md"])

    def test_the_files_that_are_named_exist(self):
        paths = [path for text in LINKED.values()
                 for path in re.findall(r"`((?:Sources|Tests|Schemas|editor-plugins)/[^`\s]*)`", text)]
        self.assertGreater(len(paths), 20)
        for path in paths:
            with self.subTest(path):
                self.assertTrue(list(ROOT.glob(path)) if "*" in path else (ROOT / path).exists())


    def test_the_readme_is_short(self):
        self.assertLessEqual(len(PAGES["README.md"].splitlines()), 200)


class Names(unittest.TestCase):
    def test_what_the_page_of_the_source_names_is_in_the_source(self):
        page = PAGES["Sources/README.md"]
        files = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "Sources").rglob("*.swift")}
        code = [re.sub(r"//.*", "", text) for text in files.values()]
        code.append((ROOT / "Schemas" / "defs.json").read_text(encoding="utf-8"))
        known = set(re.findall(r"\w+", "\n".join(code))) | {path.name for path in (ROOT / "Sources").iterdir()}
        named = re.findall(r"`([A-Za-z]\w*(?:\.\w+)*)(?:\([\w:]*\))?`", page)
        named += re.findall(r"\b[A-Z]\w*[a-z][A-Z]\w*", block("text drawing"))
        self.assertGreater(len(named), 100)
        # Names in capitals are variables of the environment.
        unknown = {name for name in named if not name.isupper() and not set(name.split(".")) <= known}
        self.assertEqual(unknown, set())

    def test_no_two_types_have_one_name(self):
        # Those in another type are told apart by its name.
        declaration = re.compile(
            r"(?m)^(?:@\w+(?:\(.*?\))?\s+)*(?:(?:public|package|private|fileprivate|final|indirect)\s+)*"
            r"(?:actor|class|enum|protocol|struct|typealias)\s+(\w+)")
        files = {}
        for path in (ROOT / "Sources").rglob("*.swift"):
            for name in declaration.findall(path.read_text(encoding="utf-8")):
                files.setdefault(name, []).append(str(path.relative_to(ROOT / "Sources")))
        self.assertGreater(len(files), 300)
        self.assertEqual({name: found for name, found in files.items() if len(found) > 1}, {})


if __name__ == "__main__":
    unittest.main()
