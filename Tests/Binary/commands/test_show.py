"""`memo-ls show`, and how commands find the memo that is meant."""

import json
import unittest

import schemas
from command_case import CommandCase

FIRST = "0190b6c4-1111-7000-8000-00000000000a"
SECOND = "0190b6c4-2222-7000-8000-00000000000b"


class Show(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(**{FIRST: "first\r\nline \x1b[31m", SECOND: "second\n", "a": "the letter", "b-a": ""})

    def test_the_text_goes_out_to_the_byte(self):
        self.assertEqual(self.on_store("show", FIRST).encode(), b"first\nline \x1b[31m")
        self.assertEqual(self.on_store("show", "b-a"), "")

    def test_without_an_id_it_is_the_memo_that_was_changed_last(self):
        client = self.start()
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "newest"}]})
        client.finish()
        self.assertEqual(self.on_store("show"), "newest")

    def test_the_beginning_or_the_end_of_an_id_will_do_if_it_is_no_others(self):
        for word, text in (("0190b6c4-2", "second\n"), ("000b", "second\n"), (SECOND, "second\n"), ("b-a", ""),
                           ("a", "the letter")):
            with self.subTest(word):
                self.assertEqual(self.on_store("show", word), text)

    def test_a_part_has_four_characters_and_a_whole_id_any_number(self):
        self.make_store(**{"memo-1234": "x", "123": "y", "1234": "z"})
        for word in ("b", "b-", "00b", "019", "emo"):
            self.refused(1, "show", word, words=[f"no memo has the id or the title {word}", "4 characters"])
        self.assertEqual([self.on_store("show", word) for word in ("123", "1234", "memo")], ["y", "z", "x"])

    def test_its_title_will_do_whatever_marks_and_case_it_has(self):
        self.make_store(**{"titled": "# The *second*  memo\ntext\n", "other": "another memo"})
        for word in ("the letter", "The Letter", "another  memo"):
            self.assertNotEqual(self.on_store("show", word), "")
        self.refused(1, "show", "another", words=["no memo has the id or the title another"])
        self.assertEqual(self.on_store("append", "another memo", "more"), "saved other  another memo\n")

    def test_one_that_could_mean_several_names_them(self):
        said = self.refused(1, "show", "0190", words=["several"])
        self.assertEqual(said.splitlines()[1:], ["  0000000a first; 0000000b second"])

    def test_no_more_than_twenty_are_named_in_a_line(self):
        self.make_store(**{f"memo{number}": "x" * 30 for number in range(30)})
        lines = self.refused(1, "show", "memo").splitlines()
        self.assertEqual([len(lines), lines[1].count("memo"), lines[1].count("x" * 23 + "…"), lines[1].endswith("; …")],
                         [2, 20, 20, True])

    def test_a_word_that_names_no_memo_is_told(self):
        for word in ("zzzz", "0000", "1111", "0190b6c4-3", "éééé", "' OR 1 --", "%%%%", "x" * 300):
            self.refused(1, "show", word, words=["no memo has the id or the title", "memo-ls list"])

    def test_a_memo_in_the_trash_is_found(self):
        self.on_store("delete", FIRST)
        self.assertIn("first", self.on_store("show", FIRST))

    def test_json_is_the_answer_to_get_memo(self):
        memo = self.json_of("getMemo", "show", SECOND)
        self.assertEqual((memo["id"], memo["text"]), (SECOND, "second\n"))

    def test_info_tells_what_is_known(self):
        client = self.start()
        client.request("updateMemo", {"id": "a", "properties": {"tags": ["x", "y"], "\x1b": {"n": 1.50}}})
        client.finish()
        facts = [line.split("  ", 1) for line in self.on_store("show", "a", "--info").splitlines()]
        facts = {name: value.strip() for name, value in facts}
        self.assertEqual({name: facts[name] for name in ("id", "title", "version", "size", "tags", "␛")}, {
            "id": "a", "title": "the letter", "version": "2", "size": "1 line, 10 bytes", "tags": "x, y",
            "␛": '{"n":1.5}'})

    def test_several_follow_each_other_each_on_a_line_of_its_own(self):
        self.assertEqual(self.on_store("show", "a", SECOND, "b-a", "a"), "the letter\nsecond\n")
        self.assertEqual(self.on_store("show", SECOND, "a"), "second\nthe letter")
        memos = json.loads(self.on_store("show", "--json", "a", SECOND))
        self.assertEqual([memo["id"] for memo in memos], ["a", SECOND])
        for memo in memos:
            self.assertEqual(schemas.faults(f"{schemas.urn('getMemo')}#/$defs/result", memo), [])
        infos = self.on_store("show", "--info", "a", SECOND).split("\n\n")
        self.assertEqual([info.split()[1] for info in infos], ["a", SECOND])

    def test_if_one_of_several_is_not_found_none_is_shown(self):
        self.refused(1, "show", "a", "nothing", words=["nothing"])
        self.refused(64, "show", "a", SECOND, "--revision", "1", words=["--revision is for one memo"])

    def test_a_damaged_memo_is_told_and_the_others_are_shown(self):
        self.sql("UPDATE texts SET text = x'ff' WHERE key = (SELECT key FROM memos WHERE id = 'a')")
        self.refused(1, "show", "a", words=["damaged", "memo-ls recover"])
        self.assertEqual(self.on_store("show", SECOND), "second\n")
        done = self.run_command("show", "--store", str(self.store), "a", SECOND)
        self.assertEqual((done.returncode, done.stdout), (1, "second\n"))
        self.assertRegex(done.stderr, "^memo-ls show: .*damaged.*\n$")


if __name__ == "__main__":
    unittest.main()
