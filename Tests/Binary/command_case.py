"""What the tests of commands that people run by hand share."""

import hashlib
import json
import sqlite3
import subprocess

import schemas
from memo_case import MemoCase
from memo_client import PATIENCE, binary

# What is printed then depends on no machine.
STABLE = {"TZ": "UTC", "LC_ALL": "C"}


def fingerprint(folder, running=False):
    """Everything about a folder's files that a reader must not change. A server that runs may make files of its
    journal, and read the store, at any time: its journal, and the index that notes who reads, are left out then."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        if running and ("-edits-" in path.name or path.name.endswith("-shm")):
            continue
        status = path.lstat()
        contents = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        seen[str(path)] = (contents, status.st_mode, status.st_uid, status.st_ino, status.st_mtime_ns)
    return seen


class CommandCase(MemoCase):
    def run_command(self, *arguments, input=None, env=None, **options):
        """Runs the program with these arguments, this input (none if not said) and these variables, until it ends."""
        options = ({"stdin": subprocess.DEVNULL} if input is None else {"input": input}) | options
        return subprocess.run(
            [binary(), *arguments], env=self.environment(**STABLE | (env or {})), capture_output=True, encoding="utf-8",
            timeout=PATIENCE, **options)

    def on_store(self, command, *arguments, **options):
        """Runs a command on the test's store, which must succeed and say nothing on stderr; returns its output."""
        done = self.run_command(command, "--store", str(self.store), *arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def refused(self, status, command, *arguments, words=(), **options):
        """Runs a command on the test's store, which must end with this status, print nothing and say these words;
        returns what it said."""
        done = self.run_command(command, "--store", str(self.store), *arguments, **options)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertTrue(done.stderr.startswith(f"memo-ls {command}: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        return done.stderr

    def json_of(self, method, command, *arguments, **options):
        """What a command prints with `--json`, which must be a result of this method by its schema."""
        value = json.loads(self.on_store(command, "--json", *arguments, **options))
        self.assertEqual(schemas.faults(f"{schemas.urn(method)}#/$defs/result", value), [])
        return value

    def stored(self, id):
        """A memo as a new session reads it."""
        client = self.start()
        memo = client.request("getMemo", {"id": id})
        self.assertEqual(client.finish(), 0)
        return memo

    def make_store(self, store=None, **texts):
        """A store with some memos, all of it in the database file."""
        client = self.start(store=store)
        for id, text in texts.items():
            client.request("createMemo", {"id": id, "text": text})
        self.assertEqual(client.finish(), 0)

    def sql(self, *statements):
        """Does to the store what the program would never do."""
        connection = sqlite3.connect(self.store, isolation_level=None)
        for statement in statements:
            connection.execute(statement)
        # The log goes into the file, as at the end of a server.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def journals(self):
        """The journals' files, the first of each journal first."""
        return sorted(path for path in self.store.parent.iterdir() if "-edits-" in path.name)

    def write_at(self, path, offset, data):
        """Overwrites a part of a file."""
        with open(path, "r+b") as file:
            file.seek(offset)
            file.write(data)
