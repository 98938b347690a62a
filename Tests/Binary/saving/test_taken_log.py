"""Somebody takes SQLite's log, its index, or the lock away, or cuts them: what was told as saved stays saved."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from saving.typing_model import check_database
from text_case import put


def remove(path):
    path.unlink()


def cut(path):
    os.truncate(path, 0)


def halve(path):
    os.truncate(path, path.stat().st_size // 2)


def replace(path):
    path.unlink()
    path.touch(mode=0o600)


HARMS = [
    (harm, suffixes)
    for suffixes in (["-wal"], ["-shm"], ["-wal", "-shm"], ["-lock"])
    for harm in (remove, cut, halve, replace)
]  # fmt: skip
# Those after which only the journal has what was saved a moment ago.
LOSSES = [(cut, ["-wal"]), (cut, ["-wal", "-shm"]), (replace, ["-wal", "-shm"])]
# Those that take what was saved, or only what the database has by now, as the log was long or short before.
UNCLEAR = [(halve, ["-wal"]), (halve, ["-wal", "-shm"])]
HARMLESS = [case for case in HARMS if case not in LOSSES + UNCLEAR]
READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM memos").fetchone()
print("reads", flush=True)
sys.stdin.read()
"""
# More than one file of a journal holds.
LARGE = "x" * (5 << 20)
LONG = "old words\n" * 2000


class TakenLog(MemoCase):
    def setUp(self):
        super().setUp()
        self.clients = []

    def launch(self, *flags, **options):
        self.clients.append(super().launch(*flags, **options))
        return self.clients[-1]

    def each(self, test, harms=HARMS):
        """Runs a test with each harm, on a store of its own."""
        for number, (harm, suffixes) in enumerate(harms):
            self.store = self.folder / f"{number}-{len(harms)}" / "memos.sqlite"
            with self.subTest(harm.__name__, files=suffixes):
                test(self.harm(harm, suffixes))

    def harm(self, harm, suffixes):
        """A function that does a harm to the test's store. No server looks between one file and the next: it would save
        what the first one's open descriptor still has."""
        store = self.store

        def harm_files():
            servers = [client.process for client in self.clients if client.process.poll() is None]
            for server in servers:
                server.send_signal(signal.SIGSTOP)
                os.waitid(os.P_PID, server.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            for suffix in suffixes:
                harm(pathlib.Path(f"{store}{suffix}"))
            for server in servers:
                server.send_signal(signal.SIGCONT)

        return harm_files

    def join(self):
        client = self.start(*STILL)
        client.initialize(capabilities=WANTS_NOTES)
        return client

    def begun(self):
        """A session with a memo that it has told as saved."""
        client = self.join()
        client.request("createMemo", {"id": "a", "text": LONG})
        client.request("flush")
        return client

    def save(self, client, word, line=0):
        """Puts a word before a line of the memo's text, and saves it."""
        client.request("updateMemo", {"id": "a", "contentChanges": [put(word, (line, 0))]})
        client.request("flush")

    def end(self, client, status=0):
        client.close_input()
        self.assertEqual(client.wait(), status, client.stderr())

    def check(self, text):
        found = self.text_after_restart("a")
        # A difference of long texts takes minutes to be told.
        self.assertTrue(found == text, found[:200])
        check_database(self.store)
        self.assertFalse([path.name for path in self.store.parent.iterdir() if path.name.endswith(".bad")])

    def test_then_the_end_is_0_and_all_is_there(self):
        def test(harm):
            client = self.begun()
            harm()
            self.end(client)
            self.check(LONG)

        self.each(test, HARMLESS)

    def test_where_only_the_journal_has_it_the_end_is_1_and_the_next_start_brings_it_back(self):
        def test(harm):
            client = self.begun()
            harm()
            self.end(client, status=1)
            self.assertIn("end memo-ls and start it again", client.stderr())
            self.check(LONG)

        self.each(test, LOSSES)

    def test_a_log_cut_in_half_loses_nothing_either(self):
        def test(harm):
            client = self.begun()
            harm()
            client.close_input()
            self.assertIn(client.wait(), (0, 1), client.stderr())
            self.check(LONG)

        self.each(test, UNCLEAR)

    def test_then_a_kill_loses_nothing(self):
        def test(harm):
            client = self.begun()
            client.request("updateMemo", {"id": "a", "contentChanges": [put("typed ", (0, 0))]})
            harm()
            client.kill()
            self.check("typed " + LONG)

        self.each(test)

    def test_then_a_harm_after_a_kill_loses_nothing_either(self):
        def test(harm):
            client = self.begun()
            self.save(client, "saved ")
            client.kill()
            harm()
            self.check("saved " + LONG)

        self.each(test)

    def test_then_the_session_goes_on(self):
        def test(harm):
            client = self.begun()
            harm()
            self.save(client, "one ")
            harm()
            self.assertEqual(client.request("history", {"id": "a"})["revisions"][0]["version"], 2)
            self.save(client, "two ")
            self.end(client)
            self.check("two one " + LONG)

        self.each(test, HARMLESS)

    def test_after_each_harm_the_session_goes_on_once_what_was_saved_is_in_the_database(self):
        begun = []
        for number, (harm, suffixes) in enumerate(HARMS):
            self.store = self.folder / str(number) / "memos.sqlite"
            begun.append((self.store, self.begun(), self.harm(harm, suffixes)))
        for store, client, harm in begun:
            with self.subTest(store.parent.name):
                self.store = store
                self.wait_until(self.database_has_it, "saving it for good")
                harm()
                self.save(client, "one ")
                self.end(client)
                self.check("one " + LONG)

    def database_has_it(self):
        """Whether the database without its log has the memo."""
        connection = sqlite3.connect(f"file:{self.store}?mode=ro&immutable=1", uri=True)
        try:
            return connection.execute("SELECT count(*) FROM memos").fetchone() == (1,)
        except sqlite3.DatabaseError:
            return False
        finally:
            connection.close()

    def test_the_client_is_told_what_to_do(self):
        def telling(kind, words, status):
            def test(harm):
                client = self.begun()
                harm()
                note = client.note("window/logMessage")
                self.assertEqual(note["type"], kind)
                self.assertIn(words, note["message"])
                self.end(client, status)

            return test

        self.each(telling(1, "start it again", 1), LOSSES)
        # Whoever comes next makes another lock.
        told = [(harm, suffixes) for harm, suffixes in HARMLESS if suffixes != ["-lock"]]
        self.each(telling(2, "nothing of yours is lost, but leave the files", 0), told)

    def journals(self):
        """How many processes have a journal beside the store."""
        return len({path.name.split("-edits-")[1].split("-")[0] for path in self.store.parent.glob("*-edits-*")})

    def wait_for_database(self, word):
        """Waits until the database without its log has a word."""
        self.wait_until(lambda: word.encode() in self.store.read_bytes(), f"{word!r} in the database")

    def test_several_servers_go_on_and_agree(self):
        def test(harm):
            here, there = self.begun(), self.join()
            self.assertEqual(there.request("getMemo", {"id": "a"})["text"], LONG)
            # Only where somebody else has a journal, too, is what is saved in the database once nobody reads.
            self.wait_until(lambda: self.journals() == 2, "the other's journal")
            self.save(here, "one ")
            self.wait_for_database("one ")
            harm()
            self.save(there, "two ", 10)
            late = self.join()
            self.save(late, "three ", 20)
            self.wait_for_database("three ")
            harm()
            self.save(here, "four ")
            for line, client in ((30, late), (40, here), (50, there)):
                self.save(client, "end ", line)
                self.end(client)
            words = {0: "four one ", 10: "two ", 20: "three ", 30: "end ", 40: "end ", 50: "end "}
            lines = LONG.splitlines(keepends=True)
            self.check("".join(words.get(number, "") + line for number, line in enumerate(lines)))

        self.each(test)

    def reader(self):
        """Keeps what is saved from now on out of the database, by reading what was before; returns what ends that. In a
        process of its own: SQLite dies of an index that is cut short."""
        arguments = [sys.executable, "-c", READER, str(self.store)]
        process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        self.assertEqual(process.stdout.readline(), b"reads\n")
        return end

    def test_what_a_reader_keeps_out_of_the_database_survives_a_kill(self):
        def test(harm):
            client = self.begun()
            end_reading = self.reader()
            self.save(client, "one ")
            # A file of the journal of its own, so that the one before could go.
            client.request("createMemo", {"id": "b", "text": LARGE})
            client.request("flush")
            self.save(client, "two ")
            harm()
            client.kill()
            end_reading()
            self.check("two one " + LONG)
            self.assertTrue(self.text_after_restart("b") == LARGE)

        self.each(test)

    def test_what_a_reader_keeps_out_of_the_database_is_there_or_the_end_is_1(self):
        def test(harm):
            client = self.begun()
            end_reading = self.reader()
            self.save(client, "one ")
            self.save(client, "two ")
            harm()
            end_reading()
            client.close_input()
            status = client.wait()
            if status != 0:
                self.assertEqual(status, 1)
                self.assertIn("end memo-ls and start it again", client.stderr())
            self.check("two one " + LONG)

        self.each(test)

    def test_a_log_that_is_lost_in_use_is_told_and_nothing_is_written_over_what_the_journal_has(self):
        client = self.begun()
        end_reading = self.reader()
        self.save(client, "one ")
        cut(pathlib.Path(f"{self.store}-wal"))
        client.request("updateMemo", {"id": "a", "contentChanges": [put("two ", (0, 0))]})
        data = self.check_error(6, client.request, "flush", {}, kind="storeUnavailable", retryable=False)
        self.assertEqual(data["reason"], "replaced")
        note = client.note("window/logMessage")
        self.assertEqual(note["type"], 1)
        self.assertIn("start it again", note["message"])
        end_reading()
        client.process.send_signal(signal.SIGTERM)
        self.assertEqual(client.wait(), 128 + signal.SIGTERM)
        self.check("two one " + LONG)

    def test_the_journal_is_kept_while_somebody_reads_and_goes_afterwards(self):
        client = self.begun()
        end_reading = self.reader()
        client.request("createMemo", {"id": "b", "text": LARGE})
        client.request("flush")
        files = list(self.store.parent.iterdir())
        (large,) = [path for path in files if "-edits-" in path.name and path.stat().st_size > len(LARGE)]
        end_reading()
        self.wait_until(lambda: not large.exists(), "forgetting what is safe")
        self.end(client)
        self.assertEqual([path.name for path in self.store.parent.iterdir() if "-edits-" in path.name], [])


if __name__ == "__main__":
    unittest.main()
