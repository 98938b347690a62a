"""`memo-ls append`: words and stdin at the end of a memo, also by several processes at once."""

import subprocess
import unittest

from command_case import STABLE, CommandCase
from memo_client import PATIENCE, binary


class Append(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(shopping="Shopping\nmilk", other="Other")

    def text(self, id="shopping"):
        return self.stored(id)["text"]

    def test_words_become_the_last_line(self):
        self.assertEqual(self.on_store("append", "shopping", "green", "tea"), "saved shopping  Shopping\n")
        self.assertEqual(self.on_store("append", "shop", "--", "--json"), "saved shopping  Shopping\n")
        self.assertEqual(self.text(), "Shopping\nmilk\ngreen tea\n--json\n")

    def test_an_id_that_there_is_not_makes_no_memo(self):
        for command in (["append", "memo:nothing", "x"], ["show", "memo:nothing"], ["links", "memo:nothing"]):
            self.refused(1, *command, words=["no memo has the id or the title memo:nothing"])
        self.assertEqual(self.json_of("list", "list")["total"], 2)

    def test_stdin_is_added_to_the_byte(self):
        self.on_store("append", "shopping", input="two\r\nlines \x1b[31m\n\n")
        self.assertEqual(self.text(), "Shopping\nmilk\ntwo\r\nlines \x1b[31m\n\n")

    def test_it_is_stored_when_the_command_returns_and_can_be_undone(self):
        self.on_store("append", "shopping", "words that are there")
        self.assertTrue(self.is_stored("words that are there"))
        self.on_store("undo", "shopping")
        self.assertEqual(self.text(), "Shopping\nmilk")

    def test_below_a_heading_they_end_its_section(self):
        self.make_store(day="# Day\n\n## Log\n- up\n\n## Food\n")
        self.on_store("append", "--heading", "log", "day", "- tea")
        self.on_store("append", "day", "- late", "--heading=# Night")
        self.assertEqual(self.text("day"), "# Day\n\n## Log\n- up\n- tea\n\n## Food\n\n# Night\n- late\n")
        self.refused(64, "append", "day", "x", "--heading", "", words=["is a variable unset?"])
        self.refused(64, "append", "day", "x", "--heading", "a\nb", words=["on one line"])

    def test_below_a_heading_they_are_refused_where_code_without_an_end_would_take_them_in(self):
        self.make_store(new="a\n```\n## Log\n", old="## Log\n~~~~\n~~~\n")
        for id, text in (("new", "a\n```\n## Log\n"), ("old", "## Log\n~~~~\n~~~\n")):
            words = ["nothing was added", "the code that begins in line 2 has no end"]
            self.refused(1, "append", id, "- tea", "--heading", "Log", words=words)
            self.assertEqual(self.text(id), text)
        self.on_store("append", "old", "~~~~")
        self.on_store("append", "old", "- tea", "--heading", "Log")
        self.assertEqual(self.text("old"), "## Log\n~~~~\n~~~\n~~~~\n- tea\n")

    def test_json_is_the_memo_as_create_memo_answers(self):
        state = self.json_of("createMemo", "append", "shopping", "tea")
        self.assertEqual((state["id"], state["version"], state["saved"]), ("shopping", 2, True))

    def test_what_names_no_memo_or_adds_nothing_changes_nothing(self):
        for arguments, options in ((["shopping"], {"input": ""}), (["shopping", ""], {}), (["nothing", "x"], {})):
            self.refused(1, "append", *arguments, **options)
        self.refused(64, "append", "", "x", words=["empty; is a variable unset?"])
        self.refused(64, "append", words=["ID is missing"])
        with open(self.folder / "bytes", "w+b") as stdin:
            stdin.write(b"ab\xff")
            stdin.seek(0)
            self.refused(1, "append", "shopping", words=["not UTF-8"], stdin=stdin)
        self.assertEqual(self.text(), "Shopping\nmilk")

    def test_words_leave_stdin_alone_and_say_that_something_waits_there(self):
        done = self.run_command("append", "--store", str(self.store), "shopping", "tea", input="waiting\n")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "^memo-ls append: stdin was not read; .* put - .*\n$")
        self.assertEqual(self.text(), "Shopping\nmilk\ntea\n")

    def test_of_what_many_add_at_once_nothing_is_lost_and_all_stays_in_one_memo(self):
        words = [f"line {number}" for number in range(24)]
        running = [
            subprocess.Popen(
                [binary(), "append", "--store", str(self.store), "shopping", word], env=self.environment(**STABLE),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8")
            for word in words
        ]
        said = [process.communicate(timeout=PATIENCE)[1] for process in running]
        self.assertEqual(([process.returncode for process in running], said), ([0] * len(words), [""] * len(words)))
        lines = self.text().splitlines()
        self.assertEqual((lines[:2], sorted(lines[2:])), (["Shopping", "milk"], sorted(words)))
        self.assertEqual(self.json_of("list", "list")["total"], 2)


if __name__ == "__main__":
    unittest.main()
