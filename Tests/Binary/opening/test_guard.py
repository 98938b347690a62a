"""A store is its owner's alone: what others could read, change or redirect is refused with a word on what to do."""

import os
import pathlib
import socket
import sqlite3
import stat
import subprocess
import unittest

from faults import library
from memo_case import STILL, MemoCase
from memo_client import PATIENCE, binary

# A file of a journal that holds nothing yet.
JOURNAL = bytes(4096)
# A user that belongs to nobody.
STRANGER = 12345
COMPANIONS = ["-wal", "-shm", "-lock", "-journal", "-edits-1f-1"]
IS_ROOT = os.getuid() == 0


def link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def dangling_link(path):
    path.unlink()
    path.symlink_to("nowhere")


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def folder(path):
    path.unlink()
    path.mkdir(mode=0o700)


def unix_socket(path):
    path.unlink()
    here = os.getcwd()
    # The name of a socket has room for about a hundred bytes.
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(here)


def hard_link(path):
    os.link(path, path.with_name("another-name"))


def foreign_owner(path):
    os.chown(path, STRANGER, -1)


def foreign_sticky(path):
    path.chmod(0o1777)
    foreign_owner(path)


# What needs another user to be made.
NEEDS_ROOT = (foreign_owner, foreign_sticky)
# What is done to a file, the reason that is told, and a word of the message.
FILES = [
    (link, "permission", "symbolic link"),
    (dangling_link, "permission", "symbolic link"),
    (fifo, "notAMemoStore", "not a regular file"),
    (folder, "notAMemoStore", "is a folder"),
    (unix_socket, "notAMemoStore", "not a regular file"),
    (hard_link, "permission", "hard link"),
    (foreign_owner, "permission", "another user"),
]
# What is done to the folder.
FOLDERS = [
    (lambda path: path.chmod(0o720), "permission", "chmod go-w"),
    (lambda path: path.chmod(0o702), "permission", "chmod go-w"),
    (lambda path: path.chmod(0o777), "permission", "chmod go-w"),
    (foreign_owner, "permission", "another user"),
    (foreign_sticky, "permission", "another user"),
]


def sight(folder):
    """All that can be seen of a folder without following a link, each file's bytes included."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        contents = path.read_bytes() if stat.S_ISREG(status.st_mode) else None
        # The folder's own entry changes with what is made in it, and nothing may be.
        seen[str(path)] = (status.st_mode, status.st_uid, status.st_ino, status.st_mtime_ns, contents)
    return seen


class StoreGuard(MemoCase):
    def make_store(self, name):
        """A store with one memo, all of it in the database file."""
        store = self.folder / name / "memos.sqlite"
        client = self.start(store=store)
        client.request("createMemo", {"id": "a", "text": "kept"})
        self.assertEqual(client.finish(), 0)
        return store

    def check_refused(self, store, reason, word):
        """Checks that each use of the store is refused, that a person is told, and that nothing was touched or made."""
        before = sight(store.parent)
        client = self.start(store=store)
        client.initialize()
        for method, params in (("createMemo", {"id": "b", "text": "b"}), ("getMemo", {"id": "a"}), ("list", {}),
                               ("stats", {})):
            data = self.check_error(6, client.request, method, params, kind="storeUnavailable", retryable=False)
            self.assertEqual(data["reason"], reason)
        self.assertIn(word, client.stderr())
        self.assertEqual(client.request("titleBodySplit", {"text": "still\nhere"})["body"], "here")
        self.assertEqual(client.finish(), 0)
        self.assertEqual(sight(store.parent), before)

    def test_a_database_that_is_not_one_file_of_ours_is_refused(self):
        for harm, reason, word in FILES:
            if harm in NEEDS_ROOT and not IS_ROOT:
                continue
            with self.subTest(harm.__name__):
                store = self.make_store(harm.__name__)
                harm(store)
                self.check_refused(store, reason, word)

    def test_a_file_beside_it_that_is_not_one_file_of_ours_is_refused(self):
        for companion in COMPANIONS:
            for harm, reason, word in FILES:
                if harm in NEEDS_ROOT and not IS_ROOT:
                    continue
                with self.subTest(harm.__name__, file=companion):
                    store = self.make_store(harm.__name__ + companion)
                    file = pathlib.Path(f"{store}{companion}")
                    file.touch(mode=0o600)
                    harm(file)
                    self.check_refused(store, reason, word)

    def test_a_file_that_comes_as_it_is_opened_is_refused(self):
        for companion in ["", *COMPANIONS]:
            for harm in (hard_link, foreign_owner):
                if harm in NEEDS_ROOT and not IS_ROOT:
                    continue
                with self.subTest(harm.__name__, file=companion):
                    folder = self.folder / f"{harm.__name__}{companion}"
                    folder.mkdir(mode=0o1777)
                    store = folder / "memos.sqlite"
                    planted, place = folder / "planted", pathlib.Path(f"{store}{companion}")
                    planted.write_bytes(JOURNAL if "-edits-" in companion else b"theirs" * 1000)
                    planted.chmod(0o600)
                    harm(planted)
                    variables = {"LD_PRELOAD": str(library()), "FAULTS_PLANT": str(planted),
                                 "FAULTS_PLANT_AS": str(place)}
                    client = self.start(*STILL, store=store, env=self.environment(**variables))
                    self.check_error(6, client.request, "createMemo", {"id": "a"}, reason="permission", retryable=False)
                    self.assertFalse(planted.exists(), "it was put in place")
                    self.assertIn(place.read_bytes(), (JOURNAL, b"theirs" * 1000))
                    place.unlink()
                    client.request("createMemo", {"id": "a"})
                    self.assertEqual(client.finish(), 0)

    def test_a_folder_in_which_others_may_write_or_that_is_theirs_is_refused(self):
        for number, (harm, reason, word) in enumerate(FOLDERS):
            if harm in NEEDS_ROOT and not IS_ROOT:
                continue
            with self.subTest(number):
                store = self.make_store(str(number))
                harm(store.parent)
                self.check_refused(store, reason, word)
                empty = self.folder / f"empty-{number}"
                empty.mkdir()
                harm(empty)
                self.check_refused(empty / "memos.sqlite", reason, word)

    def test_a_link_to_a_folder_is_as_good_as_the_folder(self):
        real = self.make_store("real")
        (self.folder / "link").symlink_to("real")
        through = self.folder / "link" / "memos.sqlite"
        self.assertEqual(self.text_after_restart("a", store=through), "kept")
        real.parent.chmod(0o770)
        self.check_refused(through, "permission", "chmod go-w")

    def test_a_folder_that_all_may_write_in_but_not_rename_in_is_accepted(self):
        for mode in (0o1777, 0o1770):
            with self.subTest(oct(mode)):
                store = self.make_store(oct(mode))
                store.parent.chmod(mode)
                self.assertEqual(self.text_after_restart("a", store=store), "kept")

    def test_a_store_that_is_mended_serves_the_running_session(self):
        store = self.make_store("mended")
        store.parent.chmod(0o777)
        client = self.start(store=store)
        self.check_error(6, client.request, "getMemo", {"id": "a"}, reason="permission")
        store.parent.chmod(0o755)
        self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "kept")
        self.assertEqual(client.finish(), 0)

    def test_what_becomes_unsafe_in_use_is_not_written_to_and_loses_nothing(self):
        def write_for_all(path):
            path.parent.chmod(0o777)
            return lambda: path.parent.chmod(0o700)

        def another_name(path):
            hard_link(path)
            return path.with_name("another-name").unlink

        def linked_log(path):
            log = path.with_name(path.name + "-lock")
            link(log)

            def mend():
                log.unlink()
                log.with_name("elsewhere").rename(log)

            return mend

        for harm in (write_for_all, another_name, linked_log):
            with self.subTest(harm.__name__):
                store = self.make_store(harm.__name__)
                client = self.start(*STILL, store=store)
                client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "first"}]})
                client.request("flush")
                mend = harm(store)
                client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed since"}]})
                self.check_error(6, client.request, "flush", reason="permission", retryable=False)
                self.assertFalse(client.request("getMemo", {"id": "a"})["saved"])
                mend()
                self.assertEqual(client.request("flush"), {"memosWritten": 1})
                self.assertEqual(client.finish(), 0)
                self.assertEqual(self.text_after_restart("a", store=store), "typed since")

    def test_a_database_that_a_link_took_the_place_of_is_replaced(self):
        store = self.make_store("linked")
        client = self.start(*STILL, store=store)
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed"}]})
        link(store)
        self.check_error(6, client.request, "flush", reason="replaced", retryable=False)

    def test_files_that_were_open_to_others_become_the_owners_alone(self):
        # To all, to the group alone, to be read only, and to others alone.
        for mode in (0o666, 0o660, 0o640, 0o606, 0o604, 0o610):
            with self.subTest(oct(mode)):
                store = self.make_store(oct(mode))
                client = self.start(*STILL, store=store)
                client.request("createMemo", {"id": "b", "text": "in the log"})
                client.request("flush")
                client.kill()
                files = [path for path in store.parent.iterdir() if "-edits-" not in path.name]
                self.assertEqual(len(files), 4)
                for path in files:
                    path.chmod(mode)
                client = self.start(store=store)
                self.assertEqual(client.request("getMemo", {"id": "b"})["text"], "in the log")
                self.check_private(store.parent)
                self.assertEqual(client.finish(), 0)

    def test_the_permissions_of_another_programs_database_are_left_alone(self):
        store = self.folder / "other.sqlite"
        connection = sqlite3.connect(store)
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.close()
        store.chmod(0o644)
        self.check_refused(store, "notAMemoStore", "another program")
        self.assertEqual(stat.S_IMODE(store.stat().st_mode), 0o644)

    def check_private(self, folder):
        for path in [folder, *folder.rglob("*")]:
            expected = 0o700 if path.is_dir() else 0o600
            self.assertEqual(oct(stat.S_IMODE(path.lstat().st_mode)), oct(expected), path.name)

    def test_under_umask_0_every_file_is_the_owners_alone(self):
        store = self.folder / "new" / "deep" / "memos.sqlite"
        options = {"store": store, "preexec_fn": lambda: os.umask(0)}
        client = self.start(*STILL, **options)
        client.request("createMemo", {"id": "a", "text": "saved"})
        client.request("flush")
        # More than one file of the journal holds.
        for _ in range(3):
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "x" * 3_000_000}]})
        names = {path.name.split("-")[-1] for path in store.parent.iterdir()}
        self.assertLessEqual({"memos.sqlite", "wal", "shm", "lock", "1", "2"}, names)
        self.check_private(self.folder / "new")
        client.kill()
        # A damaged journal is kept aside.
        journal = next(path for path in store.parent.iterdir() if path.name.endswith("-1"))
        with open(journal, "r+b") as file:
            file.seek(100)
            file.write(b"\xff")
        client = self.start(**options)
        self.wait_for_recovery(client)
        self.assertTrue(list(store.parent.glob("*.bad")))
        self.check_private(self.folder / "new")
        self.assertEqual(client.finish(), 0)
        self.check_private(self.folder / "new")

    def test_a_path_that_is_no_utf_8_is_refused_at_the_start(self):
        if os.uname().sysname == "Darwin":
            self.skipTest("macOS has no such names")
        name = os.fsencode(self.folder) + b"/caf\xe9.sqlite"
        for arguments, variables in (([b"--store", name], {}), ([], {"MEMO_LS_STORE": os.fsdecode(name)})):
            environment = self.environment(**variables)
            done = subprocess.run(
                [os.fsencode(binary()), *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout), (64, b""))
            self.assertIn(b"UTF-8", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
