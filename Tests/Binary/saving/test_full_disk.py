"""A disk of 4 MiB that is full: edits are kept or refused, nothing answered is lost, and free space is all it takes."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import ErrorAnswer, binary
from saving.tracing import require_strace
from saving.typing_model import Typing, check_database

# More than SQLite's log, once its contents are in the database, has room for.
LONG = "x" * (512 << 10)
IS_ROOT = os.getuid() == 0


class SmallDisk(MemoCase):
    # What makes a disk of its first argument, perhaps out of the second.
    script = 'mount -t tmpfs -o size=4m,mode=0777 memo-test "$1"'

    def setUp(self):
        super().setUp()
        if sys.platform != "linux" or not shutil.which("unshare") or not shutil.which("nsenter"):
            self.skipTest("a small disk is made with unshare and nsenter, which Linux has")
        self.mount = self.folder / "disk"
        self.mount.mkdir()
        self.store = self.mount / "store" / "memos.sqlite"
        # The disk is there for the processes of one namespace, and gone with the last of them.
        script = f"{self.script} && echo ready && exec cat"
        unshare = ["unshare", "--mount"] if IS_ROOT else ["unshare", "--mount", "--map-root-user"]
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        arguments = ["sh", "-c", script, "sh", self.mount, self.folder / "image"]
        self.keeper = subprocess.Popen([*unshare, *arguments], text=True, **streams)
        self.addCleanup(self.let_go)
        if self.keeper.stdout.readline() != "ready\n":
            self.skipTest(f"a small disk can't be mounted here: {self.keeper.stderr.read().strip()}")
        enter = ["nsenter", "--target", str(self.keeper.pid), "--mount"]
        self.enter = enter if IS_ROOT else [*enter, "--user", "--preserve-credentials"]
        self.seen = pathlib.Path(f"/proc/{self.keeper.pid}/root{self.mount}")

    def let_go(self):
        self.keeper.communicate()

    def start(self, *flags, **options):
        return super().start(*flags, program=[*self.enter, binary()], **options)

    def fill(self, leaving=0):
        """Leaves so many bytes free."""
        with open(self.seen / "filling", "ab", buffering=0) as file:
            for size in (1 << 16, 4096, 1024, 1):
                try:
                    while self.bytes_free() >= leaving + size or leaving == 0:
                        file.write(bytes(size))
                except OSError:
                    continue

    def bytes_free(self):
        status = os.statvfs(self.seen)
        return status.f_bavail * status.f_frsize

    def free(self):
        (self.seen / "filling").unlink()


class SmallBlocks(SmallDisk):
    """Blocks of 1 KiB: what SQLite makes room for by writing a byte in every 4 KiB has holes there."""

    script = """
        truncate -s 4M "$2" && mkfs.ext4 -q -b 1024 -m 0 -O ^has_journal "$2" &&
          mount -o loop "$2" "$1" && chmod 777 "$1"
        """.strip()

    def test_a_start_with_next_to_no_room_is_refused_or_goes_through(self):
        outcomes = set()
        for kilobytes in range(0, 250, 6):
            with self.subTest(kilobytes=kilobytes):
                self.fill(leaving=kilobytes << 10)
                client = self.start(*STILL)
                try:
                    client.request("createMemo", {"id": "a", "text": "kept"})
                    client.request("flush")
                    outcomes.add("saved")
                except ErrorAnswer as error:
                    outcomes.add((error.code, error.data["reason"]))
                client.close_input()
                self.assertIn(client.wait(), (0, 1), client.stderr())
                self.free()
                shutil.rmtree(self.seen / "store", ignore_errors=True)
        self.assertIn((6, "full"), outcomes)

    def test_an_index_that_gets_no_room_is_told_and_made_later(self):
        require_strace()
        index = f"{self.store}-shm"
        # Only the index's file, and only the first time that a thread wants it.
        flags = ["-f", "-qq", "-o", "/dev/null", "-P", index]
        flags += ["-e", "trace=fallocate", "-e", "inject=fallocate:error=ENOSPC:when=1"]
        client = MemoCase.start(self, *STILL, program=[*self.enter, "strace", *flags, binary()])

        def is_made():
            try:
                return client.request("createMemo", {"id": "a"})["version"] == 1
            except ErrorAnswer as error:
                self.assertEqual((error.code, error.data["reason"]), (6, "full"))
                return False

        self.wait_until(is_made, "a memo")
        self.assertIn("free some space", client.stderr())
        self.assertEqual(client.finish(), 0)


class FullDisk(SmallDisk):
    def begun(self, *flags):
        """A session with a saved memo and then a full disk."""
        client = self.start(*flags)
        client.initialize(capabilities=WANTS_NOTES)
        typing = Typing()
        typing.create(client, "a", "begun")
        client.request("flush")
        self.fill()
        return client, typing

    def type_until_refused(self, client, typing):
        for number in range(200):
            typing.replace(client, "a", f"{number} {LONG}")
            if typing.refused:
                self.assertEqual(typing.reasons, {"full"})
                return
        self.fail("edits of 100 MiB were accepted on a disk of 4")

    def check_after(self, typing):
        client = self.start()
        typing.check(client)
        self.assertEqual(client.finish(), 0)
        # SQLite's own files would not fit beside a full disk's: it is looked at elsewhere.
        with tempfile.TemporaryDirectory() as folder:
            check_database(shutil.copy(self.seen / "store" / "memos.sqlite", folder))

    def test_edits_are_refused_with_the_reason_and_saved_once_there_is_space(self):
        client, typing = self.begun(*STILL)
        self.type_until_refused(client, typing)
        self.check_error(6, client.request, "flush", {}, kind="storeUnavailable", reason="full", retryable=True)
        typing.check(client)
        self.free()
        client.request("flush")
        typing.type(client, "a", 3)
        client.request("flush")
        typing.check(client, saved=True)
        self.assertEqual(client.finish(), 0)
        self.check_after(typing)

    def test_it_saves_by_itself_once_there_is_space(self):
        client, typing = self.begun("--autosave-delay-ms", "20")
        typing.replace(client, "a", LONG)
        error = client.note("didFailToSaveMemo")["error"]
        self.assertEqual((error["code"], error["data"]["reason"]), (6, "full"))
        self.free()
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 2})
        client.kill()
        self.check_after(typing)

    def test_killed_on_a_full_disk_everything_answered_is_there_once_there_is_space(self):
        client, typing = self.begun(*STILL)
        self.type_until_refused(client, typing)
        client.kill()
        again = self.start(*STILL)
        self.check_error(6, again.request, "getMemo", {"id": "a"}, reason="full", retryable=True)
        self.free()
        typing.check(again, saved=True)
        again.kill()
        self.check_after(typing)


if __name__ == "__main__":
    unittest.main()
