"""What the tests of folders of plain files share: a folder of notes, and commands that are called in it."""

import fcntl
import json
import os

from command_case import CommandCase


class FolderCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.notes = self.folder / "notes"
        self.notes.mkdir()

    def write(self, name, text=""):
        """Makes a file, with the folders that it is in."""
        path = self.notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def files(self):
        """All that is in the folder except what is the program's own: bytes, permissions and time of each file, folders
        too."""
        found = {}
        for path in sorted(self.notes.rglob("*")):
            name = str(path.relative_to(self.notes))
            if name.split("/")[0] == ".memo-ls":
                continue
            try:
                status = path.lstat()
                what = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
            except FileNotFoundError:
                # It was renamed meanwhile, and may be among those that were looked at, or not.
                return self.files()
            found[name] = (what, status.st_mode, status.st_mtime_ns)
        return found

    def texts(self):
        """The files' texts by their names."""
        return {name: what.decode() for name, (what, *_) in self.files().items() if isinstance(what, bytes)}

    def here(self, *arguments, cwd=None, **options):
        """Runs a command in the folder, which must succeed and say nothing on stderr; returns its output."""
        done = self.run_command(*arguments, cwd=cwd or self.notes, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def meanwhile(self, *arguments, **options):
        """Runs a command in the folder, which another process has; it must succeed, and say that a file is to come."""
        done = self.run_command(*arguments, cwd=self.notes, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("is saved, but not in its file yet: another process keeps", done.stderr)
        return done.stdout

    def attach(self, *arguments):
        """Attaches the folder, and returns what is told."""
        return json.loads(self.here("folder", "attach", str(self.notes), "--json", *arguments, cwd=self.folder))

    def status(self, *arguments, **options):
        return json.loads(self.here("folder", "status", "--json", *arguments, **options))

    def memos(self, **options):
        """The texts of all memos, by their files."""
        rows = self.here("list", "--format", "{path}\t{id}", **options).splitlines()
        return {path: self.here("show", id, **options) for path, id in (row.split("\t") for row in rows)}

    def refusal(self, status, *arguments, words=(), cwd=None, **options):
        """Runs a command that must end with this status, print nothing and say these words; returns what it said."""
        done = self.run_command(*arguments, cwd=cwd or self.folder, **options)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        return done.stderr

    def keep(self):
        """Keeps the folder as another process does; returns a function that lets go of it."""
        lock = os.open(self.notes / ".memo-ls" / "lock", os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        return lambda: os.close(lock)
