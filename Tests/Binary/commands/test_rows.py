"""What `list`, `search` and `history` print for other programs: rows with tabs, all of them, and nothing that breaks
one."""

import json
import re
import subprocess
import unittest

from command_case import CommandCase

EVIL = "a\tb\x1b]0;title\x07c\x9b31md\x7fe\x0bf\u2028g\u0085h\u202ei"


class Rows(CommandCase):
    def fill(self, *memos):
        """A store with memos whose dates are a minute apart."""
        client = self.start("--virtual-clock")
        for memo in memos:
            client.request("createMemo", memo)
            client.request("$/advanceClock", {"ms": 60_000})
        self.assertEqual(client.finish(), 0)

    def test_a_row_has_id_date_title_and_tags_whatever_the_language(self):
        title = "A title that is much too long for any terminal, 두부 " * 3
        self.fill({"id": "longer-id", "text": f"{title}\nbody",
                   "properties": {"tags": ["food", "two words"], "pinned": True}},
                  {"id": "b", "text": ""})
        for locale in ("C", "ko_KR.UTF-8", "en_US.UTF-8"):
            self.assertEqual(self.on_store("list", env={"LC_ALL": locale, "TZ": "Asia/Seoul"}), (
                "b\t2000-01-01T09:01:00+09:00\t\t\n"
                f"longer-id\t2000-01-01T09:00:00+09:00\t{title.strip()}\t#food #two words\n"))
        for zone, date in (("America/New_York", "1999-12-31T19:01:00-05:00"),
                           ("Asia/Kolkata", "2000-01-01T05:31:00+05:30")):
            self.assertEqual(self.on_store("list", env={"TZ": zone}).split("\t")[1], date)

    def test_no_text_breaks_a_row_or_orders_a_terminal_about(self):
        self.fill({"id": "a", "text": EVIL + "\nneedle\tx\x1b", "properties": {"tags": ["\x1b[31m", "a\nb"]}})
        self.assertEqual(self.on_store("list"),
                         "a\t2000-01-01T00:00:00+00:00\ta b ]0;title c 31md e f g hi\t# [31m #a b\n")
        for command in (["search", "needle"], ["history", "a"], ["list", "--format", "{preview}"],
                        ["search", "needle", "-0"]):
            rows = self.on_store(*command)
            self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028]", rows.rstrip("\0")), rows)
            self.assertEqual(rows.count("\n"), 0 if "-0" in command else 1)

    def test_all_are_given_unless_there_is_a_limit_which_is_told(self):
        self.make_store(**{f"m{number}": f"text {number}" for number in range(1100)})
        for command in (["list"], ["search", "text"]):
            with self.subTest(command):
                self.assertEqual(len(self.on_store(*command).splitlines()), 1100)
                document = json.loads(self.on_store(*command, "--json"))
                self.assertEqual((len(document["memos"]), document["total"]), (1100, 1100))
                self.assertEqual(len({memo["id"] for memo in document["memos"]}), 1100)
                for arguments in (["-n", "70"], ["-n70", "--json"], ["--ids", "--limit=70"]):
                    done = self.run_command(*command, "--store", str(self.store), *arguments)
                    self.assertEqual((done.returncode, done.stderr), (0, "70 of 1100 memos; --all shows all\n"))
                    rows = json.loads(done.stdout)["memos"] if "--json" in arguments else done.stdout.splitlines()
                    self.assertEqual(len(rows), 70)
                # Nothing was left out, so nothing is said.
                self.assertEqual(len(self.on_store(*command, "-n", "1100").splitlines()), 1100)
                self.assertEqual(len(self.on_store(*command, "-n", "5", "-a").splitlines()), 1100)

    def test_pages_follow_each_other_in_the_order_of_the_list(self):
        self.make_store(**{f"m{number:04}": f"{number * 7919 % 2500:04}" for number in range(2500)})
        titles = self.on_store("list", "--sort", "title", "--format", "{title}").splitlines()
        self.assertEqual(titles, [f"{number:04}" for number in range(2500)])
        self.assertEqual(self.on_store("list", "-s", "title", "-r", "--format", "{title}").splitlines(), titles[::-1])
        found = self.on_store("search", "--ids", "0").splitlines()
        listed = self.on_store("list", "--ids").splitlines()
        self.assertEqual(found, [id for id in listed if "0" in f"{int(id[1:]) * 7919 % 2500:04}"])

    def test_fields_are_named(self):
        weather = {"main": "Snow", "description": "snow", "icon": "13d", "temperature": -1}
        self.fill({"id": "a", "text": "Title\nbody",
                   "properties": {"tags": ["x", "y z"], "pinned": True, "weather": weather}})
        for format, row in [
            ("{id}", "a"), ("{id}\\t{title}\\t{modified}", "a\tTitle\t2000-01-01T00:00:00+00:00"),
            ("{tags}|{pinned}", "#x #y z|pinned"),
            ("{created} {deleted}.", "2000-01-01T00:00:00+00:00 ."), ("{bytes} {version} {preview}", "10 1 body"),
            ("{weather}", "❄\ufe0f"), ("{{{id}}}", "{a}"), ("no field", "no field"), ("\\\\{id}\\n{id}", "\\a\na"),
            ("{{id}}", "{id}"),
        ]:
            for command in (["list"], ["search", "body"]):
                with self.subTest(format=format, command=command):
                    self.assertEqual(self.on_store(*command, "--format", format), row + "\n")
        self.assertEqual(self.on_store("search", "body", "-f", "{id}: {lines}"), "a: body\n")
        help = self.run_command("list", "--help").stdout
        for name in "id title modified created deleted tags pinned weather bytes version preview".split():
            self.assertIn(f"{{{name}}}", help)

    def test_a_format_that_is_none_is_refused_in_a_line(self):
        self.make_store(a="text")
        said = self.refused(64, "list", "--format", "{titel}", words=["{titel}", "{id}", "{title}", "{modified}"])
        self.assertEqual(said.count("\n"), 1)
        for format in ("{id", "id}", "{", "\\", "\\x", "{}", "{id\\t}"):
            with self.subTest(format):
                self.refused(64, "list", "--format", format)
        for arguments in (["--ids", "--format", "{id}"], ["--json", "--ids"], ["--json", "-0"],
                          ["--format", "{id}", "--json"]):
            self.refused(64, "list", *arguments, words=["exclude"])
        self.refused(64, "history", "--format", "{tags}", words=["{revision}"])

    def test_ids_alone_and_rows_that_end_with_a_nul(self):
        self.fill({"id": "a", "text": "one"}, {"id": "b", "text": "two\nlines"})
        self.assertEqual(self.on_store("list", "--ids"), "b\na\n")
        self.assertEqual(self.on_store("list", "--ids", "-0"), "b\0a\0")
        self.assertEqual(self.on_store("search", "--ids", "--null", "lines"), "b\0")
        self.assertEqual(self.on_store("list", "-0"),
                         "b\t2000-01-01T00:01:00+00:00\ttwo\t\0a\t2000-01-01T00:00:00+00:00\tone\t\0")
        texts = subprocess.run(["xargs", "-0", "-n1", *self.program("show")],
                               input=self.on_store("list", "--ids", "-0"),
                               capture_output=True, text=True, env=self.environment())
        self.assertEqual((texts.returncode, texts.stdout), (0, "two\nlinesone"))

    def program(self, command):
        done = self.run_command("--version")
        return [done.args[0], command, "--store", str(self.store)]

    def test_a_reader_that_leaves_ends_the_list_in_silence(self):
        self.make_store(**{f"m{number}": "text" for number in range(1100)})
        for command in (["list"], ["search", "text"], ["list", "--json"]):
            listing = subprocess.Popen(self.program(command[0]) + command[1:], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env=self.environment())
            listing.stdout.read(1)
            listing.stdout.close()
            self.assertEqual((listing.stderr.read(), listing.wait() in (0, 141, -13)), (b"", True))
            listing.stderr.close()

    def test_a_closed_stdout_is_a_failure(self):
        self.make_store(a="text")
        for command in (["show"], ["list"], ["list", "--json"], ["search", "text"], ["history"], ["stats"],
                        ["check"], ["help"], ["show", "--help"], ["completions", "bash"], ["manual"], ["new", "word"],
                        ["trash", "--json"]):
            with self.subTest(command):
                program, name, *store = self.program(command[0])
                takes_store = command[0] not in ("help", "completions", "manual") and "--help" not in command
                done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", program, name, *(store if takes_store else []),
                                       *command[1:]],
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, env=self.environment())
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn("can't write the output", done.stderr)

    def test_a_search_has_the_lines_too(self):
        self.fill({"id": "a", "text": "Tea\ngreen tea\n\nblack TEA", "properties": {"tags": ["drink"]}})
        self.assertEqual(self.on_store("search", "tea"),
                         "a\t2000-01-01T00:00:00+00:00\tTea\t#drink\tgreen tea … black TEA\n")

    def test_dates_and_tags_are_asked_for_by_options(self):
        client = self.start("--virtual-clock")
        for number in range(6):
            client.request("createMemo",
                           {"id": f"m{number}", "text": "text", "properties": {"tags": ["all", f"t{number % 2}"]}})
            client.request("$/advanceClock", {"ms": 86_400_000})
        client.request("updateMemo", {"id": "m0", "contentChanges": [{"text": "changed"}]})
        client.finish()
        for arguments, ids in [
            (["--after", "2000-01-05"], "m0 m5 m4"), (["--before=2000-01-03"], "m1"),
            (["--after", "2000-01-03", "--before", "2000-01-05"], "m3 m2"),
            (["--created-before", "2000-01-02"], "m0"), (["--created-after", "2000-01-05"], "m5 m4"),
            (["--created-after", "2000-01-02", "--after", "2000-01-04T00:00", "-t", "t1"], "m5 m3"),
            (["--before", "7d", "-t", "T0", "-t", "#ALL"], "m0 m4 m2"),
            (["--after", "2000-01-05", "--sort", "created", "-r"], "m0 m4 m5"),
            (["--after", "2000-01-02", "--after", "2000-01-05", "-n9"], "m0 m5 m4"),
        ]:
            with self.subTest(arguments):
                self.assertEqual(self.on_store("list", "--ids", *arguments).split(), ids.split())
                self.assertEqual(json.loads(self.on_store("list", "--json", *arguments))["total"], len(ids.split()))
        for command in (["list"], ["search"], ["search", "text"]):
            for tags in (["-t", "all", "-t", "t1"], ["-t", "t1", "-t", "all"]):
                self.assertEqual(self.on_store(*command, "--ids", *tags).split(), ["m5", "m3", "m1"])
        self.refused(64, "list", "--after", "soon", words=["--after must be followed by a date, as in"])


if __name__ == "__main__":
    unittest.main()
