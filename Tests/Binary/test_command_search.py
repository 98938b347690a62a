"""`memo-ls search`: finds memos and shows where the words stand."""

import re
import unittest

from command_case import STABLE, CommandCase
from terminal import Terminal


class Search(CommandCase):
    def setUp(self):
        super().setUp()
        client = self.start("--virtual-clock")
        for memo in [
            {"id": "tea", "text": "Tea\ngreen tea\n\nblack TEA, with milk\n", "properties": {"tags": ["drink"]}},
            {"id": "milk", "text": "Shopping\n두부\nmilk\n", "properties": {"pinned": True}},
            {"id": "long", "text": "\n\nLong line\n" + "한글 " * 50 + "needle" + " word" * 100},
            {"id": "gone", "text": "milk in the trash"},
        ]:
            client.request("createMemo", memo)
            client.request("$/advanceClock", {"ms": 86_400_000})
        client.request("delete", {"id": "gone"})
        client.finish()

    def found(self, *arguments):
        return [memo["id"] for memo in self.json_of("search", "search", *arguments)["memos"]]

    def test_a_memo_is_shown_as_in_a_list_with_the_lines_in_which_the_words_are(self):
        self.assertEqual(self.on_store("search", "tea"), (
            "tea  2000-01-01 00:00  Tea  #drink\n    green tea\n    black TEA, with milk\n"))
        self.assertEqual(self.on_store("search", "milk"), (
            "milk  2000-01-02 00:00  📌  Shopping\n    milk\ntea   2000-01-01 00:00      Tea       #drink\n    black TEA, with milk\n"))

    def test_words_phrases_and_conditions(self):
        for words, ids in [
            (["milk"], ["milk", "tea"]), (["milk", "tea"], ["tea"]), (['"tea, with"'], ["tea"]), (["tag:drink"], ["tea"]),
            (["pinned:true", "milk"], ["milk"]), (["before:2000-01-02"], ["tea"]), (["after:2000-01-02", "두부"], ["milk"]),
            (["--trash", "milk"], ["gone"]), (["-n", "1", "milk"], ["milk"]), (["--all", "milk"], ["milk", "tea"]),
        ]:
            with self.subTest(words):
                self.assertEqual(self.found(*words), ids)

    def test_nothing_found_is_exit_status_1(self):
        self.refused(1, "search", "nothing here", words=["nothing was found"])
        done = self.run_command("search", "--json", "nothing", "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout), (1, '{"memos":[],"total":0}\n'))

    def test_a_query_that_is_none_is_told(self):
        for words in (["tag:"], ["colour:red"], ["before:soon"], [""], []):
            self.refused(64, "search", *words, words=["memo-ls search --help"])
        for words in (["colour:red"], ["before:soon"], [""]):
            self.assertTrue(self.refused(64, "search", *words).startswith("memo-ls search: the query "))

    def test_in_a_terminal_the_part_around_the_word_is_shown(self):
        environment = self.environment(**STABLE | {"TERM": "xterm", "NO_COLOR": ""})
        for columns in (30, 50, 80):
            terminal = Terminal("search", "needle", "--store", str(self.store), env=environment, columns=columns)
            self.addCleanup(terminal.kill)
            status, shown = terminal.end()
            self.assertEqual(status, 0)
            line = shown.splitlines()[1]
            self.assertIn("\x1b[31mneedle\x1b[0m", line)
            plain = re.sub("\x1b\\[\\d+m", "", line)
            self.assertTrue(plain.startswith("    …") and plain.endswith("…"), plain)
            self.assertLessEqual(sum(2 if "가" <= letter <= "힣" else 1 for letter in plain), columns)


class History(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(a="one")
        for text in ("two\nlines", "three"):
            client = self.start()
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": text}]})
            client.finish()

    def revisions(self):
        return [line.split()[0] for line in self.on_store("history", "a").splitlines()]

    def test_the_newest_comes_first_with_size_and_title(self):
        lines = [re.sub(r"^\d{6}  \d{4}-\d\d-\d\d \d\d:\d\d  ", "", line) for line in self.on_store("history").splitlines()]
        self.assertEqual(lines, ["7 bytes  three".replace("7", "5"), "9 bytes  two", "3 bytes  one"])

    def test_json_is_the_answer_to_history(self):
        page = self.json_of("history", "history", "a")
        self.assertEqual((page["total"], [entry["version"] for entry in page["revisions"]]), (3, [3, 2, 1]))
        page = self.json_of("history", "history", "a", "-n", "2")
        self.assertEqual((page["total"], len(page["revisions"])), (3, 2))

    def test_show_prints_what_it_was(self):
        self.assertEqual([self.on_store("show", "a", "--revision", name) for name in self.revisions()], ["three", "two\nlines", "one"])

    def test_restore_makes_it_that_again_and_back(self):
        names = self.revisions()
        self.assertEqual(self.on_store("restore", "a", "--revision", names[2]), "restored a  one\n")
        self.assertEqual(self.on_store("show", "a"), "one")
        self.on_store("restore", "a", "-r", names[0])
        self.assertEqual((self.on_store("show", "a"), len(self.revisions())), ("three", 5))

    def test_a_deleted_memo_lives_with_a_revision_of_it(self):
        name = self.revisions()[1]
        self.on_store("delete", "a")
        self.on_store("restore", "a", "--revision", name)
        self.assertEqual(self.json_of("getMemo", "show", "a")["text"], "two\nlines")

    def test_a_revision_that_is_none_is_told(self):
        for command in ("show", "restore"):
            for word in ("x", "-1", "99999999999999999999"):
                self.refused(1, command, "a", f"--revision={word}", words=["no revision", "memo-ls history a"])
        self.refused(64, "restore", "a", "b", "--revision=1", words=["one memo"])
        self.refused(1, "history", "nothing", words=["no memo's id"])


if __name__ == "__main__":
    unittest.main()
