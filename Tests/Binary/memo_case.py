"""What the test cases share: a folder of their own, sessions that end with the test, and a few checks."""

import errno
import os
import pathlib
import select
import sqlite3
import tempfile
import time
import unittest

from memo_client import PATIENCE, Client, ErrorAnswer, Silence

# The flags of a session that is saved only by `flush` and by its end.
STILL = ["--autosave-delay-ms", "600000", "--autosave-max-delay-ms", "600000"]
# The capabilities of a client that wants the server's notifications.
WANTS_NOTES = {"memo": {"notifications": True}}


class MemoCase(unittest.TestCase):
    """A test with a temporary folder; its store is `self.store`, unless a session is told otherwise."""

    maxDiff = 2000
    # Where the folder is made; None is the usual place.
    place = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=self.place)
        self.addCleanup(self.clear_folder, folder)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "store" / "memos.sqlite"

    @staticmethod
    def clear_folder(folder):
        """Removes a temporary folder, in which a program that was just ended may still write something."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return folder.cleanup()
            except OSError as error:
                if error.errno != errno.ENOTEMPTY or time.monotonic() > deadline:
                    raise

    def environment(self, **variables):
        """This process's environment with a home of the test's own."""
        kept = {name: value for name, value in os.environ.items() if name not in ("MEMO_LS_STORE", "XDG_DATA_HOME")}
        return kept | {"HOME": str(self.folder)} | variables

    def start(self, *flags, store=None, **options):
        """A session on the test's store."""
        return self.launch("--store", str(store or self.store), *flags, **options)

    def launch(self, *flags, env=None, **options):
        """A session with just these flags."""
        client = Client(*flags, env=env or self.environment(), **options)
        self.addCleanup(client.kill)
        return client

    def check_error(self, code, body, *arguments, **members):
        """Checks that a call is answered with this code and these members of `data`; returns `data`."""
        with self.assertRaises(ErrorAnswer) as caught:
            body(*arguments)
        self.assertEqual(caught.exception.code, code, caught.exception)
        data = caught.exception.data or {}
        self.assertEqual({name: data.get(name) for name in members}, members)
        return data

    def check_answers(self, answers, *expected):
        """Checks (id, code) pairs; code None means a result."""
        found = [(answer["id"], answer.get("error", {}).get("code")) for answer in answers]
        self.assertEqual(found, list(expected))

    def text_after_restart(self, id, store=None):
        """A memo's text as a new session reads it."""
        client = self.start(store=store)
        text = client.request("getMemo", {"id": id})["text"]
        self.assertEqual(client.finish(), 0)
        return text

    # By what factor the processor was found to take longer for the same work at some time of this test.
    slowest = 1

    def check_processor_time(self, seconds, most, what=None):
        """Checks that work took no more of the processor's time than it may on a machine that does nothing else. What
        else the machine does may have ended by now, so each look counts to the end of the test."""
        self.slowest = max(self.slowest, slowness(2))
        if seconds > most * self.slowest:
            self.slowest = max(self.slowest, slowness(10))
            self.assertLessEqual(seconds, most * self.slowest, what)

    def wait_until(self, condition, what, patience=PATIENCE):
        """Looks again and again until a condition holds; for what no message tells."""
        deadline = time.monotonic() + patience
        while not condition():
            if time.monotonic() > deadline:
                raise Silence(f"{what} did not happen within {patience} s")
            select.select([], [], [], 0.005)

    def wait_for_recovery(self, client):
        """Returns once what ended sessions could not save is in the store: a new session may answer others before."""
        self.wait_until(lambda: "recovering" not in client.request("list"), "the recovery")

    def lock_store(self):
        """Keeps everybody else from writing to the database; returns what lets go of it."""
        connection = sqlite3.connect(self.store, isolation_level=None, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.execute("BEGIN IMMEDIATE")
        return lambda: connection.execute("ROLLBACK")

    def is_stored(self, words):
        """Whether the database has these words in some cell, read as any SQLite client reads it."""
        if not self.store.exists():
            return False
        connection = sqlite3.connect(self.store, timeout=PATIENCE)
        try:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = (row for table in tables for row in connection.execute(f'SELECT * FROM "{table}"'))
            return any(words.encode() in _bytes(cell) for row in rows for cell in row)
        except sqlite3.OperationalError:
            return False
        finally:
            connection.close()


def _bytes(cell):
    if isinstance(cell, bytes):
        return cell
    return cell.encode() if isinstance(cell, str) else b""


def memory_peak(client):
    """The most memory that the server ever used, in bytes (Linux; 0 elsewhere)."""
    try:
        status = pathlib.Path(f"/proc/{client.process.pid}/status").read_text()
    except OSError:
        return 0
    peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(peaks[0]) * 1024 if peaks else 0


def processor_time(client, threads=None):
    """How much of the processor's time the loop's thread has had, or all that a pattern names, in seconds (Linux)."""
    pid = client.process.pid
    tasks = pathlib.Path(f"/proc/{pid}/task").glob(threads or str(pid))
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def slowness(samples=10):
    """By what factor the processor takes longer for the same work now than on a quiet machine of 2026, at least 1.
    Others who share a core or its memory slow down every turn on it, which counts as that turn's time."""

    def sample():
        began = time.thread_time()
        lines = ("0123456789 abcdefgh\n" * 100_000).split("\n")
        sum(len(line) for line in lines)
        return time.thread_time() - began

    return max(1, max(sample() for _ in range(samples)) / 0.008)
