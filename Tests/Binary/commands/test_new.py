"""`memo-ls new`: makes a memo of words, of stdin, or in an editor (for that see test_edit.py)."""

import os
import subprocess
import unittest

from command_case import CommandCase
from memo_client import PATIENCE, binary


class New(CommandCase):
    def make(self, *arguments, **options):
        """Makes a memo and returns its id."""
        return self.on_store("new", *arguments, **options).removesuffix("\n")

    def test_words_are_the_text_with_a_space_between_them(self):
        self.assertEqual(self.stored(self.make("Buy", "milk"))["text"], "Buy milk")
        self.assertEqual(self.stored(self.make("--", "--json", "-x"))["text"], "--json -x")
        self.assertEqual(self.stored(self.make("  spaces  stay "))["text"], "  spaces  stay ")

    def test_without_words_stdin_is_the_text_to_the_byte(self):
        for text in ("two\nlines\n", "no end", "두부 🥛\r\n\ttab\0nul \x1b[31m", "é" * 100_000):
            self.assertEqual(self.stored(self.make(input=text))["text"], text)

    def test_a_dash_is_stdin(self):
        self.assertEqual(self.stored(self.make("-", input="two\nlines"))["text"], "two\nlines")
        self.assertEqual(self.stored(self.make("--pin", "-", input="x\n"))["text"], "x\n")

    def test_a_dash_behind_words_adds_stdin_below_them(self):
        self.assertEqual(self.stored(self.make("The", "title", "-", input="two\nlines\n"))["text"],
                         "The title\ntwo\nlines\n")
        self.assertEqual(self.stored(self.make("Title", "-", "-t", "x", input=""))["text"], "Title")

    def test_a_dash_elsewhere_is_a_word(self):
        for arguments, text in ((["a", "-", "b"], "a - b"), (["--", "-"], "-"), (["a", "--", "-"], "a -"),
                                (["- x"], "- x")):
            self.assertEqual(self.stored(self.make(*arguments))["text"], text)

    def test_words_leave_stdin_alone_and_say_that_something_waits_there(self):
        done = self.run_command("new", "--store", str(self.store), "Title", input="waiting words\n")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "^memo-ls new: stdin was not read; .* put - .*\n$")
        self.assertEqual(self.stored(done.stdout.strip())["text"], "Title")
        # In a file, too, and the rest is there for whoever reads on.
        lines = self.folder / "lines"
        lines.write_text("one\ntwo\nthree\n")
        script = f'while read -r line; do "{binary()}" new --store "{self.store}" "$line"; done'
        with open(lines) as stdin:
            done = subprocess.run(["sh", "-c", script], stdin=stdin, env=self.environment(), capture_output=True,
                                  text=True, timeout=PATIENCE)
        self.assertEqual([self.stored(id)["text"] for id in done.stdout.split()], ["one", "two", "three"])
        # The last one leaves nothing behind.
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_words_do_not_wait_for_stdin(self):
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        self.make("Title", stdin=reader)
        os.write(writer, b"for others")
        self.run_command("new", "--store", str(self.store), "Title", stdin=reader)
        self.assertEqual(os.read(reader, 100), b"for others")

    def test_tags_and_pin_are_properties(self):
        memo = self.stored(self.make("-t", "food", "--tag=two words", "--tag", "food", "--pin", "text"))
        self.assertEqual(memo["properties"], {"tags": ["food", "two words"], "pinned": True})
        self.assertEqual(self.stored(self.make("plain"))["properties"], {})

    def test_it_is_stored_when_the_command_returns(self):
        self.make("words that are there")
        self.assertTrue(self.is_stored("words that are there"))
        self.assertEqual(self.journals(), [])

    def test_json_is_the_answer_to_create_memo(self):
        memo = self.json_of("createMemo", "new", "한글")
        self.assertEqual((memo["title"], memo["length"], memo["saved"]), ("한글", 2, True))

    def test_without_text_no_memo_is_made(self):
        for options in ({"input": ""}, {"input": " \n\t"}, {}):
            self.refused(1, "new", words=["no text"], **options)
        self.refused(1, "new", "", words=["no text"])
        self.assertFalse(self.store.exists())

    def test_text_that_is_no_utf_8_is_refused(self):
        for number, data in enumerate([b"ab\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82"]):
            file = self.folder / str(number)
            file.write_bytes(data)
            with open(file, "rb") as stdin:
                self.refused(1, "new", words=["not UTF-8", "iconv"], stdin=stdin)
        self.assertFalse(self.store.exists())

    def test_arguments_that_are_no_utf_8_are_refused(self):
        for arguments in ([b"caf\xe9"], [b"fine", b"\xff"], [b"--tag", b"\xc0\x80", b"x"], [b"-"] + [b"\xed\xa0\x80"]):
            done = self.run_command("new", "--store", str(self.store), *arguments)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertRegex(
                done.stderr,
                r"^memo-ls: argument \d is not UTF-8: .*; convert it, as with: iconv -f ENCODING -t UTF-8\n$")
        self.assertFalse(self.store.exists())
        self.assertEqual(self.stored(self.make("\ufffd café".encode()))["text"], "\ufffd café")

    def test_tags_that_are_not_valid_are_refused(self):
        self.refused(64, "new", "--tag", "", "x", words=["--tag must be followed by"])
        self.refused(64, "new", "--tag", "t" * 101, "x", words=["tags[0]", "100 characters"])
        self.refused(64, "new", *[f"--tag={number}" for number in range(101)], "x", words=["tags", "100"])

    def test_tags_that_no_search_would_find_are_refused_and_can_be_taken_away(self):
        self.make("-t", "fine", "x")
        for tag in ("a\nb", 'q"r', "/", "a\tb"):
            for command in (["new", "--tag", tag, "y"], ["edit", "--tag", tag, "x"]):
                with self.subTest(command):
                    self.refused(64, *command, words=["no search would find it"])
            self.refused(64, "import", "--tag", tag, str(self.folder), words=["no search would find it"])
        self.assertEqual(self.on_store("list", "-f", "{title} {tags}"), "x #fine\n")
        client = self.start()
        client.request("createMemo", {"id": "had", "text": "had", "properties": {"tags": ["a\nb"]}})
        self.assertEqual(client.finish(), 0)
        self.on_store("edit", "--untag", "a\nb", "had")
        self.assertEqual(self.stored("had")["properties"], {})

    def test_a_store_that_can_not_be_written_is_told(self):
        self.make("first")
        release = self.lock_store()
        self.refused(1, "new", "second", words=["locked"])
        release()
        self.assertEqual(self.json_of("list", "list")["total"], 1)


if __name__ == "__main__":
    unittest.main()
