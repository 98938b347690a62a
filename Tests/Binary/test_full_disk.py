"""A disk of 4 MiB that is full: edits are kept or refused, nothing answered is lost, and free space is all it takes."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import binary
from typing_model import Typing, check_database

KILOBYTES_32 = "x" * (32 << 10)
IS_ROOT = os.getuid() == 0


class FullDisk(MemoCase):
    def setUp(self):
        super().setUp()
        if sys.platform != "linux" or not shutil.which("unshare") or not shutil.which("nsenter"):
            self.skipTest("a small disk is made with unshare and nsenter, which Linux has")
        self.mount = self.folder / "disk"
        self.mount.mkdir()
        self.store = self.mount / "store" / "memos.sqlite"
        # The disk is there for the processes of one namespace, and gone with the last of them.
        script = 'mount -t tmpfs -o size=4m,mode=0777 memo-test "$1" && echo ready && exec cat'
        unshare = ["unshare", "--mount"] if IS_ROOT else ["unshare", "--mount", "--map-root-user"]
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.keeper = subprocess.Popen([*unshare, "sh", "-c", script, "sh", self.mount], text=True, **streams)
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

    def fill(self):
        """Leaves no byte free."""
        with open(self.seen / "filling", "ab", buffering=0) as file:
            for size in (1 << 16, 4096, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    continue

    def free(self):
        (self.seen / "filling").unlink()

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
            typing.replace(client, "a", f"{number} {KILOBYTES_32}")
            if typing.refused:
                self.assertEqual(typing.reasons, {"full"})
                return
        self.fail("edits of 6 MiB were accepted on a disk of 4")

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
        typing.type(client, "a", 5)
        error = client.note("didFailToSaveMemo")["error"]
        self.assertEqual((error["code"], error["data"]["reason"]), (6, "full"))
        self.free()
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 6})
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
