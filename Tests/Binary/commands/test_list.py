"""`memo-ls list`: one line a memo, in columns."""

import re
import unittest

from command_case import CommandCase
from commands.test_terminal import COLOUR, InTerminal


class List(InTerminal):
    def fill(self, *memos):
        """A store with memos whose dates are a minute apart."""
        client = self.start("--virtual-clock")
        for memo in memos:
            client.request("createMemo", memo)
            client.request("$/advanceClock", {"ms": 60_000})
        self.assertEqual(client.finish(), 0)

    def titles(self, *arguments):
        return [memo["displayTitle"] for memo in self.json_of("list", "list", *arguments)["memos"]]

    def table(self, *arguments, **options):
        """What a terminal shows, without its colours."""
        return COLOUR.sub("", self.show("list", *arguments, columns=200, **options))

    def test_a_line_has_id_date_marks_title_and_tags_in_columns(self):
        self.fill(
            {"id": "a", "text": "Shopping\nmilk", "properties": {"tags": ["food", "two words"], "pinned": True}},
            {"id": "longer-id", "text": "두부"},
            {"id": "c", "text": "", "properties": {"tags": ["x"]}},
        )
        self.assertEqual(self.table(), (
            "c          2000-01-01 00:02      (empty)   #x\n"
            "longer-id  2000-01-01 00:01      두부\n"
            "a          2000-01-01 00:00  📌  Shopping  #food #two words\n"))

    def test_tags_of_the_text_and_of_its_front_matter_are_shown_behind_those_that_were_given(self):
        text = "---\ntags: [trips, food]\n---\nTrip\nto #japan/tokyo #Japan `#code` #Own"
        self.fill({"id": "a", "text": text, "properties": {"tags": ["own"]}}, {"id": "b", "text": "[[Trip]] #back"})
        tags = "#own #food #japan/tokyo #trips"
        self.assertEqual(self.table(),
                         f"b  2000-01-01 00:01  [[Trip]] #back  #back\na  2000-01-01 00:00  Trip            {tags}\n")
        for command, id, expected in (
            (["list"], "a", tags), (["search", "trip", "tag:own"], "a", tags), (["backlinks", "a"], "b", "#back"),
        ):
            rows = dict(line.split("\t") for line in self.on_store(*command, "--format", "{id}\\t{tags}").splitlines())
            self.assertEqual(rows.get(id, ""), expected, command)
        self.assertIn("tags     own, food, japan/tokyo, trips\n", self.on_store("show", "--info", "a"))
        self.on_store("delete", "a")
        self.assertIn(tags, self.on_store("trash"))
        self.assertEqual([memo.get("textTags") for memo in self.json_of("list", "list")["memos"]], [["back"]])

    def test_the_end_of_an_id_is_shown_as_long_as_it_must_be(self):
        self.fill(
            {"id": "0190b6c4-0000-7000-8000-00000000000a", "text": "a"},
            {"id": "0190b6c4-0000-7000-8000-10000000000a", "text": "b"},
            {"id": "0190b6c4-0000-7000-8000-000000000abc", "text": "c"})
        ids = [line.split()[0] for line in self.table().splitlines()]
        self.assertEqual(ids, ["000000000abc", "10000000000a", "00000000000a"])
        self.assertEqual(self.on_store("show", ids[1]), "b")

    def test_the_title_is_what_the_text_says_it_is_without_marks(self):
        texts = {"a": "# Plan #\nwords", "b": "Setext\n===\nwords", "c": "---\ntitle: Given\n---\n# Other\nwords",
                 "d": "## Second *level*\nwords", "e": "#tag first\nwords", "f": "\n\n### Late\nwords"}
        titles = {"a": "Plan", "b": "Setext", "c": "Given", "d": "Second *level*", "e": "#tag first", "f": "Late"}
        self.fill(*({"id": id, "text": text} for id, text in texts.items()))
        for command in (["list"], ["search", "words"]):
            with self.subTest(command):
                rows = self.on_store(*command, "--format", "{id}\\t{title}").splitlines()
                self.assertEqual(dict(row.split("\t") for row in rows if "\t" in row), titles)
                shown = COLOUR.sub("", self.show(*command, columns=200))
                for id, title in titles.items():
                    self.assertRegex(shown, rf"(?m)^{id}  2000-01-01 \d\d:\d\d  {re.escape(title)}(  |$)")

    def test_dates_are_local(self):
        self.fill({"id": "a", "text": "a"})
        for zone, date in (("UTC", "2000-01-01 00:00"), ("KST-9", "2000-01-01 09:00"), ("EST5", "1999-12-31 19:00")):
            self.assertIn(date, self.table(env={"TZ": zone}))

    def test_the_newest_change_comes_first_unless_another_order_is_asked_for(self):
        self.fill({"id": "1", "text": "b"}, {"id": "2", "text": "C"}, {"id": "3", "text": "a"})
        for arguments, titles in [
            ([], "aCb"), (["--reverse"], "bCa"), (["--sort", "created"], "aCb"), (["-s", "title"], "abC"),
            (["--sort=title", "-r"], "Cba"), (["-n", "3", "--sort", "title"], "abC"),
        ]:
            with self.subTest(arguments):
                self.assertEqual("".join(self.titles(*arguments)), titles)

    def test_of_one_tag_and_pinned_first(self):
        self.fill({"id": "1", "text": "a", "properties": {"tags": ["Work"], "pinned": True}}, {"id": "2", "text": "b"},
                  {"id": "3", "text": "c", "properties": {"tags": ["work", "x"]}})
        for arguments, titles in [
            (["--pinned-first"], "acb"), (["--tag", "WORK"], "ca"), (["-t", "x"], "c"), (["-p", "-r"], "abc"),
            (["--tag", "none"], ""), (["--tag", "#Work"], "ca"), (["--tag", "work", "--tag", "#X"], "c"),
            (["-t", "x", "-t", "none"], ""), (["-t", "work", "-t", "X", "--sort", "title"], "c"),
        ]:
            with self.subTest(arguments):
                self.assertEqual("".join(self.titles(*arguments)), titles)

    def test_the_weather_is_a_sign(self):
        weather = {"main": "Snow", "description": "snow", "icon": "13d", "temperature": -1}
        self.fill({"id": "1", "text": "cold", "properties": {"weather": weather, "pinned": True}},
                  {"id": "2", "text": "none"})
        self.assertEqual(self.table(), (
            "2  2000-01-01 00:01          none\n1  2000-01-01 00:00  📌  ❄\ufe0f  cold\n"))

    def test_a_terminal_gets_a_page_and_is_told_of_the_rest(self):
        self.make_store(**{f"m{number}": "text" for number in range(60)})
        for arguments, rows, remark in [
            ([], 50, "50 of 60 memos; --all shows all"), (["-n", "2"], 2, "2 of 60 memos; --all shows all"),
            (["--all"], 60, ""), (["-n60"], 60, ""), (["--ids"], 50, "50 of 60 memos; --all shows all"),
        ]:
            with self.subTest(arguments):
                lines = self.table(*arguments).splitlines()
                self.assertEqual((sum(line.startswith("m") for line in lines), lines[-1] if remark else ""),
                                 (rows, remark))

    def test_the_trash_has_a_list_of_its_own_with_the_dates_of_deletion(self):
        self.fill({"id": "kept", "text": "kept"}, {"id": "gone", "text": "gone"})
        client = self.start("--virtual-clock")
        client.request("$/advanceClock", {"ms": 3_600_000})
        client.request("delete", {"id": "gone"})
        client.finish()
        self.assertEqual(self.titles(), ["kept"])
        self.assertEqual(self.table("--trash"), "gone  2000-01-01 01:00  gone\n")
        self.assertEqual(self.on_store("trash"), "gone\t2000-01-01T01:00:00+00:00\tgone\t\n")

    def test_nothing_of_a_title_is_an_order_to_a_terminal(self):
        evil = "a\x1b]0;title\x07b\x9b31mc\x7fd\te\u202ef\u2066g\u200bh\ufeff"
        self.fill({"id": "a", "text": evil, "properties": {"tags": ["\x1b[31m", "a\nb"]}})
        line = self.table()
        self.assertEqual(line, "a  2000-01-01 00:00  a␛]0;title␇b�31mc␡d efgh  #␛[31m #a b\n")
        self.assertEqual(self.json_of("list", "list")["memos"][0]["displayTitle"], evil)

    def test_properties_of_other_kinds_are_no_tags(self):
        # As an earlier version may have stored them.
        for number, properties in enumerate(
                ['{"tags":"x"}', '{"tags":[1,null,"y"]}', '{"pinned":1,"weather":{"icon":3}}']):
            self.fill({"id": f"m{number}", "text": "text"})
            self.sql(f"UPDATE memos SET properties = '{properties}' WHERE id = 'm{number}'")
        self.assertEqual([line.split("\t")[2:] for line in self.on_store("list", "-s", "created", "-r").splitlines()],
                         [["text", ""], ["text", "#y"], ["text", ""]])

    def test_an_empty_store_has_no_memos(self):
        self.make_store()
        done = self.run_command("list", "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "no memos\n"))
        self.assertEqual(self.json_of("list", "list"), {"memos": [], "total": 0})

    def test_a_store_that_is_not_there_is_not_made(self):
        for command in ("list", "show", "edit", "stats"):
            self.refused(1, command, words=[f"there is no store at {self.store}", "memo-ls new"])
        self.assertFalse(self.store.parent.exists())

    def test_what_is_not_understood(self):
        for wrong in (["word"], ["--sort"], ["--sort", "size"], ["--limit", "0"], ["--limit", "x"], ["-n", "-1"],
                      ["--trash=1"]):
            with self.subTest(wrong):
                self.refused(64, "list", *wrong, words=["memo-ls list --help"])


if __name__ == "__main__":
    unittest.main()
