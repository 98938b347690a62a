"""`memo-ls search`: finds memos and shows where the words stand."""

import re
import unittest

from command_case import STABLE
from commands.terminal import Terminal
from commands.test_terminal import COLOUR, InTerminal


class Search(InTerminal):
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

    def table(self, *arguments):
        """What a terminal shows, without its colours."""
        return COLOUR.sub("", self.show(*arguments, columns=200))

    def found(self, *arguments):
        return [memo["id"] for memo in self.json_of("search", "search", *arguments)["memos"]]

    def test_a_memo_is_shown_as_in_a_list_with_the_lines_in_which_the_words_are(self):
        self.assertEqual(self.table("search", "tea"), (
            "tea  2000-01-01 00:00  Tea  #drink\n    green tea\n    black TEA, with milk\n"))
        self.assertEqual(self.table("search", "milk"), (
            "milk  2000-01-02 00:00  📌  Shopping\n    milk\ntea   2000-01-01 00:00      Tea       #drink\n"
            "    black TEA, with milk\n"))

    def test_words_phrases_and_conditions(self):
        for words, ids in [
            (["milk"], ["milk", "tea"]), (["milk", "tea"], ["tea"]), (['"tea, with"'], ["tea"]),
            (["tag:drink"], ["tea"]), (["pinned:true", "milk"], ["milk"]), (["before:2000-01-02"], ["tea"]),
            (["after:2000-01-02", "두부"], ["milk"]), (["--trash", "milk"], ["gone"]),
            (["--all", "milk"], ["milk", "tea"]), (["tag:#Drink"], ["tea"]),
            (["--tag", "#DRINK"], ["tea"]), (["--tag", "drink", "milk"], ["tea"]),
            (["--before", "2000-01-02"], ["tea"]),
            (["--after", "2000-01-02", "milk"], ["milk"]), (["created-before:2000-01-02"], ["tea"]),
            (["--created-after", "2000-01-02", "--created-before=2000-01-03"], ["milk"]),
        ]:
            with self.subTest(words):
                self.assertEqual(self.found(*words), ids)

    def test_nothing_found_is_exit_status_1(self):
        self.refused(1, "search", "nothing here", words=["nothing was found"])
        done = self.run_command("search", "--json", "nothing", "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout), (1, '{"memos":[],"total":0}\n'))

    def test_a_name_of_several_words_without_quotes_is_told_how_to_be_put_if_it_finds_something(self):
        self.make_store(a="one\n[[Big plan]]\n", b="---\ntags: [big plan]\n---\nx\n")
        for words, advice in (
            (["link:Big", "plan"], """'link:"Big plan"'"""),
            (["x", "tag:big plan", "pinned:false"], """'tag:"big plan"'"""),
        ):
            self.refused(1, "search", *words,
                         words=[f"nothing was found; if these words are one name, put it in quotes: {advice}\n"])
        for words in (["link:Big"], ["link:Big", "has:task"], ['link:"Big plan" y'], ["milky way"], ["tag:big", "trip"],
                      ["link:Big", "trip"]):
            self.assertEqual(self.refused(1, "search", *words), "memo-ls search: nothing was found\n")

    def test_a_query_that_is_none_is_told_in_one_line(self):
        for words in (["tag:"], ["before:soon"], ["created-after:"], ["pinned:x"], [""], [], ["--after", "soon"],
                      ["--before=13:00"]):
            with self.subTest(words):
                self.assertEqual(self.refused(64, "search", *words, words=["as in "]).count("\n"), 1)

    def test_a_word_before_a_colon_is_a_word(self):
        words = ["TODO:", "std::string", "C:\\dir", "http://x", "12:30", "colour:red", "Re:", "a:b:c"]
        self.make_store(words="\n".join(words), none="todo std string c dir")
        for word in words:
            self.assertEqual(self.found(word), ["words"], word)

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


if __name__ == "__main__":
    unittest.main()
