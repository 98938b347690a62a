"""`memo-ls delete` and `memo-ls restore`; how they ask is in test_terminal.py. `memo-ls stats`, which counts."""

import json
import unittest

import schemas
from command_case import CommandCase


FIRST = "0190b6c4-1111-7000-8000-00000000000a"
SECOND = "0190b6c4-2222-7000-8000-00000000000b"


class Delete(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(one="1", two="2", three="3", **{FIRST: "first", SECOND: "second"})

    def living(self):
        """Those of the three that are no UUIDs."""
        return self.ids()

    def trash(self):
        return self.ids("--trash")

    def ids(self, *arguments):
        ids = (memo["id"] for memo in self.json_of("list", "list", "--all", *arguments)["memos"])
        return sorted(id for id in ids if id not in (FIRST, SECOND))

    def test_memos_go_to_the_trash_and_come_back(self):
        self.assertEqual(self.on_store("delete", "one", "two", "one"), "deleted one  1\ndeleted two  2\n")
        self.assertEqual((self.living(), self.trash()), (["three"], ["one", "two"]))
        self.assertEqual(self.on_store("restore", "one"), "restored one  1\n")
        self.assertEqual((self.living(), self.trash()), (["one", "three"], ["two"]))

    def test_permanent_destroys_them_in_the_trash_or_not(self):
        self.on_store("delete", "one")
        self.assertEqual(self.on_store("delete", "--permanent", "--yes", "one", "two"),
                         "destroyed one  1\ndestroyed two  2\n")
        self.assertEqual((self.living(), self.trash()), (["three"], []))

    def test_permanent_takes_whole_ids_and_says_whose_the_part_is(self):
        for word in ("0190b6c4-1", "0000000a", "three "):
            self.refused(1, "delete", "--permanent", "--yes", "one", word)
        self.refused(1, "delete", "--permanent", "--yes", "0000000a", words=["no whole id", f"{FIRST}  first"])
        self.refused(1, "delete", "--permanent", "--yes", "0190b6c4", words=["several"])
        self.assertEqual(self.living(), ["one", "three", "two"])
        self.assertEqual(self.on_store("delete", "--permanent", "--yes", FIRST), f"destroyed {FIRST}  first\n")
        self.assertEqual(self.on_store("delete", "0000000b"), f"deleted {SECOND}  second\n")

    def test_permanent_needs_a_yes_where_nobody_can_be_asked(self):
        for options in ({}, {"input": "y\n"}, {"input": "yes\n"}):
            self.refused(64, "delete", "--permanent", "one", words=["nothing was destroyed", "--yes"], **options)
        self.assertEqual(self.living(), ["one", "three", "two"])

    def test_nothing_names_no_memo_not_even_the_only_one(self):
        self.on_store("delete", "--permanent", "--yes", "one", "two", FIRST, SECOND)
        for word in ("", " ", "t", "thr", "ree"):
            for options in (["--permanent", "--yes"], []):
                done = self.run_command("delete", "--store", str(self.store), *options, word)
                self.assertIn(done.returncode, (1, 64))
                self.assertEqual(done.stdout, "")
        self.assertEqual(self.living(), ["three"])

    def test_if_one_is_not_found_none_is_deleted(self):
        self.refused(1, "delete", "one", "nothing", words=["nothing"])
        self.refused(1, "restore", "one", "nothing", words=["nothing"])
        self.assertEqual(self.living(), ["one", "three", "two"])

    def test_a_memo_in_the_trash_is_not_deleted_again(self):
        self.on_store("delete", "one")
        self.refused(1, "delete", "one", words=["in the trash already", "--permanent"])

    def test_json_is_an_array_of_the_answers(self):
        for command, method in (("delete", "delete"), ("restore", "restore")):
            answers = json.loads(self.on_store(command, "--json", "one", "two"))
            self.assertEqual([answer["id"] for answer in answers], ["one", "two"])
            for answer in answers:
                self.assertEqual(schemas.faults(f"{schemas.urn(method)}#/$defs/result", answer), [])

    def test_an_id_must_be_given(self):
        for command in ("delete", "restore"):
            self.refused(64, command, words=["ID is missing", f"memo-ls {command} --help"])

    def test_stats_counts(self):
        self.on_store("delete", "one")
        facts = dict(line.rsplit("  ", 1) for line in self.on_store("stats").splitlines())
        facts = {name.strip(): value.strip() for name, value in facts.items()}
        self.assertEqual((facts["store"], facts["memos"], facts["in the trash"]), (str(self.store), "4", "1"))
        self.assertEqual(self.json_of("stats", "stats")["store"]["memos"], 5)


if __name__ == "__main__":
    unittest.main()
