"""`memo-ls recover`: writes every word that can still be read in a store to files, and changes nothing."""

import os
import re
import resource
import signal
import sqlite3
import stat
import struct
import unittest

from command_case import CommandCase, fingerprint
from memo_case import STILL
from opening import harm


class Recover(CommandCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"

    def recover(self, status=0, *words, out=None, running=False):
        """Runs the command and checks its status, its words, and that the store is as before; returns names and
        texts."""
        out = out or self.out
        before = fingerprint(self.store.parent, running)
        done = self.run_command("recover", "--store", str(self.store), "--to", str(out), umask=0)
        self.assertEqual(fingerprint(self.store.parent, running), before)
        self.assertIn(done.returncode, (0, 1) if status is None else (status,), done.stdout)
        self.assertEqual(done.stderr, "")
        self.status = done.returncode
        for word in words:
            self.assertIn(word, done.stdout)
        if not out.exists():
            return {}
        self.assertEqual(stat.S_IMODE(out.stat().st_mode), 0o700)
        for path in out.iterdir():
            self.assertTrue(stat.S_ISREG(path.lstat().st_mode))
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        return {path.name: path.read_bytes() for path in out.iterdir()}

    def edit(self, client, id, *edits):
        """Types texts at the end of a memo's first line, one after the other."""
        for character, text in edits:
            place = {"line": 0, "character": character}
            client.request("updateMemo",
                           {"id": id, "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]})

    def test_each_memo_is_written_those_in_the_trash_too(self):
        self.make_store(a="Shopping\nmilk\n", b="두부 recipe", c="")
        client = self.start()
        client.request("delete", {"id": "b"})
        self.assertEqual(client.finish(), 0)
        files = self.recover(0, "wrote 3 memos")
        self.assertEqual(files, {"Shopping-a.txt": b"Shopping\nmilk\n", "두부-recipe-b.txt": "두부 recipe".encode(),
                                 "untitled-c.txt": b""})

    def test_a_pipe_where_a_file_should_be_keeps_nobody_waiting(self):
        self.make_store(a="saved")
        for name, status, words in [("-edits-1-1", 1, "wrote 1 memo"), ("-wal", 0, "wrote 1 memo"),
                                    ("", 1, "no database")]:
            path = self.store.with_name(self.store.name + name)
            path.unlink(missing_ok=True)
            os.mkfifo(path)
            done = self.run_command("recover", "--store", str(self.store), "--to", str(self.folder / f"out{name}"))
            self.assertEqual((done.returncode, done.stderr), (status, ""), name)
            self.assertIn(words, done.stdout)
            path.unlink()

    def test_whatever_a_title_says_the_file_stands_in_the_folder_under_a_name_of_its_own(self):
        titles = ["../../escape", "/etc/passwd", "a/b", "..", ".", ".hidden", "a\0b", "x" * 5000, "é" * 5000,
                  "두" * 100, "-rf *", "\u202etxt.exe", "a\\b:c", "👩‍👩‍👧‍👦", "e" + "\u0301" * 300, "\n \n third line",
                  "same", "same"]
        ids = [f"{number}-{'x' * 100}" for number in range(len(titles) - 2)] + ["id", "ID"]
        self.make_store(**dict(zip(ids, titles)))
        before = sorted(path.name for path in self.folder.iterdir())
        files = self.recover(0)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted([*before, "out"]))
        self.assertEqual(sorted(files.values()), sorted(title.encode() for title in titles))
        for name in files:
            self.assertRegex(name, r"^[^\W_][^\x00-\x2c/:;<>?@\\\u202e]*\.txt$")
        self.assertIn("third-line", "".join(files))

    def test_what_only_a_journal_has_is_written_too(self):
        self.make_store(a="saved", b="untouched", c="destroyed later")
        client = self.start(*STILL)
        self.edit(client, "a", (5, " and "), (10, "typed"))
        client.request("createMemo", {"id": "new", "text": "never "})
        self.edit(client, "new", (6, "saved"))
        client.request("delete", {"id": "c", "permanent": True})
        client.kill()
        files = self.recover(0, "wrote 3 memos", "journal-a.txt from a journal")
        self.assertEqual(
            files,
            {
                "saved-a.txt": b"saved", "untouched-b.txt": b"untouched", "destroyed-later-c.txt": b"destroyed later",
                "journal-a.txt": b"saved and typed", "journal-new.txt": b"never saved",
            },
        )  # fmt: skip
        self.assertEqual(self.text_after_restart("a"), "saved and typed")

    def test_a_running_server_is_told(self):
        self.make_store(a="saved")
        client = self.start(*STILL)
        self.edit(client, "a", (5, "!"))
        self.assertEqual(self.recover(0, "runs now", running=True)["journal-a.txt"], b"saved!")
        self.assertEqual(client.finish(), 0)

    def test_what_is_saved_already_is_not_written_twice(self):
        self.make_store(a="saved")
        client = self.start(*STILL)
        self.edit(client, "a", (5, "!"))
        client.request("flush")
        client.kill()
        self.assertEqual(self.recover(0), {"saved-a.txt": b"saved!"})

    def test_a_journal_that_was_kept_aside_is_read(self):
        self.make_store(a="saved")
        client = self.start(*STILL)
        client.request("createMemo", {"id": "new", "text": "new"})
        self.edit(client, "a", (5, "1"), (6, "2"), (7, "zzz"))
        client.kill()
        first = self.journals()[0]
        self.write_at(first, first.read_bytes().rindex(b"zzz"), b"q")
        client = self.start()
        client.request("delete", {"id": "new", "permanent": True})
        self.assertEqual(client.finish(), 0)
        files = self.recover(1, ".bad", "not all of the journal")
        self.assertEqual(files["saved12-a.txt"], b"saved12")
        self.assertEqual(files["journal-new.txt"], b"new")

    def test_words_behind_the_damage_of_a_journal_are_found(self):
        self.make_store(a="saved")
        for harm in (b"QQ", bytes(range(256)) * 40, bytes(2000)):
            with self.subTest(harm[:4], length=len(harm)):
                client = self.start(*STILL)
                length = client.request("getMemo", {"id": "a"})["length"]
                for number in range(300):
                    word = f"<{number:03}>"
                    self.edit(client, "a", (length, word))
                    length += len(word)
                client.request("createMemo", {"id": f"new-{len(harm)}", "text": "made later"})
                client.kill()
                first = self.journals()[0]
                start = first.read_bytes().index(b"<050>")
                self.write_at(first, start, harm)
                files = self.recover(1, "not all of the journal", out=self.folder / f"out-{len(harm)}")
                self.assertIn(b"<049>", files["journal-a.txt"])
                # Each record takes 72 bytes here.
                behind = 51 + len(harm) // 72 + 1
                words = b"".join(b"<%03d>" % number for number in range(behind, 300))
                self.assertIn(words, files["journal-a-fragments.txt"])
                self.assertEqual(files[f"journal-new-{len(harm)}.txt"], b"made later")
                self.end_of_journals()

    def end_of_journals(self):
        """Lets a server take what is left, and takes away what it keeps aside."""
        self.assertEqual(self.start().finish(), 0)
        for path in self.journals():
            path.unlink()

    def test_words_whose_text_is_lost_are_written_as_they_were_typed(self):
        self.make_store(a="saved")
        client = self.start(*STILL)
        self.edit(client, "a", (5, "w"), (6, "o"), (7, "rd"), (0, "else"), (4, "where"))
        client.kill()
        self.store.unlink()
        files = self.recover(1, "no database")
        self.assertEqual(files, {"journal-a-fragments.txt": b"word\nelsewhere\n"})

    def test_changes_that_fit_another_revision_are_kept_beside_the_memo(self):
        self.make_store(a="saved")
        client = self.start(*STILL)
        self.edit(client, "a", (5, "word"))
        client.kill()
        self.sql("UPDATE memos SET version = 7, revision = 7")
        files = self.recover(0)
        self.assertEqual(files, {"saved-a.txt": b"saved", "journal-a-fragments.txt": b"word\n"})

    def test_one_damaged_page_costs_the_memos_on_it_and_no_other(self):
        texts = {f"memo-{number}": f"memo {number} " + f"{number:04} " * 300 for number in range(60)}
        self.make_store(**texts)
        self.sql("PRAGMA journal_mode = DELETE")
        original = self.store.read_bytes()
        expected = sorted(text.encode() for text in texts.values())
        size = 4096
        kinds = set()
        for page in range(1, len(original) // size):
            contents = original[page * size : (page + 1) * size]
            holds_text = len(re.findall(rb"\d{4} \d{4} ", contents)) > 5
            # What tells where the tables are, and where all the texts, can't be done without.
            if b"CREATE TABLE memos" in contents or contents[0] == 5 and not holds_text:
                continue
            with self.subTest(page):
                self.write_at(self.store, page * size, b"\xa5" * size)
                files = self.recover(None, out=self.folder / f"out-{page}")
                intact = [text for text in files.values() if text in expected]
                self.assertTrue(self.status == 1 or len(intact) == 60)
                self.assertGreaterEqual(len(intact), 57 if holds_text else 60)
                self.assertEqual(len(set(intact)), len(intact))
                for text in files.values():
                    self.assertTrue(any(whole.startswith(text) for whole in expected), text)
                kinds.add((contents[0], holds_text))
            self.write_at(self.store, page * size, contents)
        self.assertGreaterEqual(len(kinds), 3)
        self.assertEqual(sorted(self.recover(0).values()), expected)

    def test_of_a_long_text_only_the_damage_is_missing(self):
        text = "".join(f"line {number}\n" for number in range(20_000))
        self.make_store(a=text, b="whole")
        middle = self.store.read_bytes().index(b"line 10000\n") // 4096 * 4096
        self.write_at(self.store, middle, b"\xa5" * 4096)
        files = self.recover(1, "not all of the text of memo a")
        self.assertEqual(files["whole-b.txt"], b"whole")
        self.check_missing(text.encode(), files["line-0-a.txt"], 4096)

    def check_missing(self, text, found, most):
        """Checks that so many bytes of a text at most are lost at one place."""
        before = len(os.path.commonprefix([text, found]))
        behind = len(os.path.commonprefix([text[::-1], found[::-1]]))
        self.assertGreaterEqual(before + behind, len(text) - most)
        self.assertGreater(before, 0)
        self.assertGreater(behind, 0)

    def test_of_a_text_whose_list_of_pieces_is_damaged_the_other_pieces_are_written(self):
        text = "".join(f"line {number}\n" for number in range(100_000))
        self.make_store(a=text)
        connection = sqlite3.connect(self.store)
        (layout,) = connection.execute("SELECT layout FROM texts").fetchone()
        connection.execute("UPDATE texts SET layout = ?", (layout[:1200] + b"\xff" * 120 + layout[1320:],))
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        files = self.recover(1, "not all of the text of memo a")
        self.check_missing(text.encode(), files["line-0-a.txt"], 10 * 4000)

    def test_a_text_that_is_shorter_than_its_row_says_is_written_and_told(self):
        self.make_store(a="all of it", b="whole")
        self.sql("UPDATE texts SET text = x'616c6c' WHERE key = (SELECT key FROM memos WHERE id = 'a')")
        files = self.recover(1, "not all of the text of memo a can be read")
        self.assertEqual(files, {"all-a.txt": b"all", "whole-b.txt": b"whole"})

    def test_a_journals_edit_at_the_end_of_all_numbers_is_kept_as_the_words_it_has(self):
        for place in (2**63 - 1, 2**62, 2**63 - 3):
            with self.subTest(place):
                self.store = self.folder / str(place) / "memos.sqlite"
                self.make_store(a="saved")
                client = self.start(*STILL)
                self.edit(client, "a", (5, "word"), (9, "s"))
                client.kill()
                path = self.journals()[0]
                journal = harm.Journal(path.read_bytes())
                offset, length, sequence = list(journal.records())[0]
                # The place stands before the length of what was replaced, and that of what was typed.
                start = journal.data.index(b"word") - 24
                struct.pack_into("<q", journal.data, start, place)
                journal.seal(offset, length, sequence)
                path.write_bytes(journal.data)
                files = self.recover(None, out=self.folder / f"out-{place}")
                self.assertIn(b"word", files["journal-a-fragments.txt"])
                # A start keeps what does not fit aside, and serves the rest.
                client = self.start()
                self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "saved")
                client.close_input()
                client.rest()
                self.assertEqual(client.wait(), 0)
                self.assertTrue(any(path.name.endswith(".bad") for path in self.journals()))

    def test_a_text_that_is_no_utf_8_or_has_lost_its_memo_is_written_as_it_is(self):
        self.make_store(a="one", b="two")
        self.sql("UPDATE texts SET text = x'6fff6e' WHERE key = (SELECT key FROM memos WHERE id = 'a')",
                 "DROP TRIGGER memo_deleted", "DELETE FROM memos WHERE id = 'b'")
        files = self.recover(1, "no UTF-8", "belongs to no memo")
        # Which of the two rows it is depends on the order in which they were saved.
        named = {re.sub(r"row-[12]", "row", name): text for name, text in files.items()}
        self.assertEqual(named, {"o-n-a.txt": b"o\xffn", "two-row.txt": b"two"})

    def test_of_what_is_no_store_nothing_is_made(self):
        for number, contents in enumerate([None, b"Dear diary, " * 1000, b""]):
            with self.subTest(contents):
                self.store = self.folder / str(number) / "memos.sqlite"
                self.store.parent.mkdir(mode=0o700)
                if contents is not None:
                    self.store.write_bytes(contents)
                self.assertEqual(self.recover(0 if contents == b"" else 1, "no text was found"), {})
                self.assertFalse(self.out.exists())

    def test_the_folder_must_be_new_or_empty(self):
        self.make_store(a="one")
        self.out.mkdir(mode=0o700)
        self.assertEqual(list(self.recover(0)), ["one-a.txt"])
        (self.folder / "file").touch()
        for wrong in (["--to", str(self.out)], ["--to", str(self.folder / "file")], ["--to"], ["--to="], [], ["x"]):
            with self.subTest(wrong):
                done = self.run_command("recover", "--store", str(self.store), *wrong)
                self.assertEqual((done.returncode, done.stdout), (64, ""))
                self.assertIn("memo-ls recover --help", done.stderr)
        self.assertEqual([path.name for path in self.out.iterdir()], ["one-a.txt"])
        self.assertIn("usage: memo-ls recover [--store PATH] [--folder FOLDER] --to FOLDER\n",
                      self.run_command("recover", "--help").stdout)
        self.assertIn("\n  recover  ", self.run_command("--help").stdout)

    def test_a_folder_that_cannot_be_made_is_told(self):
        self.make_store(a="one")
        done = self.run_command("recover", "--store", str(self.store), "--to", str(self.folder / "no" / "such"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("can't make the folder", done.stderr)

    def test_a_disk_that_is_full_is_told(self):
        self.make_store(a="x" * 100_000)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        done = self.run_command("recover", "--store", str(self.store), "--to", str(self.out), preexec_fn=limit)
        self.assertEqual(done.returncode, 1)
        self.assertIn("can't write all of the file", done.stderr)

if __name__ == "__main__":
    unittest.main()
