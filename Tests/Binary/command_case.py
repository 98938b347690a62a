"""What the tests of commands that people run by hand share."""

import hashlib
import sqlite3
import subprocess

from memo_case import MemoCase
from memo_client import PATIENCE, binary


def fingerprint(folder, running=False):
    """Everything about a folder's files that a reader must not change. A server that runs may make files of its journal at
    any time, so they are left out then."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        if running and "-edits-" in path.name:
            continue
        status = path.lstat()
        contents = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
        seen[str(path)] = (contents, status.st_mode, status.st_uid, status.st_ino, status.st_mtime_ns)
    return seen


class CommandCase(MemoCase):
    def run_command(self, *arguments, **options):
        """Runs the program with these arguments until it ends."""
        environment = self.environment()
        return subprocess.run(
            [binary(), *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE, **options)

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
        """Writes bytes over a file's."""
        with open(path, "r+b") as file:
            file.seek(offset)
            file.write(data)
