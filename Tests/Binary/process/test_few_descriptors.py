"""Few file descriptors: the program says so and ends with 71, or it works. No number of them kills it or stops it."""

import fcntl
import json
import os
import pathlib
import resource
import signal
import sys
import unittest

from command_case import CommandCase
from memo_case import STILL
from memo_client import call, line, notification

# `EX_OSERR` of sysexits.h.
OS_ERROR = 71
# The dynamic loader's own, where not even the program's libraries can be opened.
LOADER_ERROR = 127
# The number with which it certainly works, the standard streams included.
ENOUGH = 32
LIMITS = [*range(3, ENOUGH + 1), 64]
COMMANDS = [
    ["new", "more words"], ["list"], ["search", "words"], ["show", "memo-1"], ["edit", "memo-1", "--tag", "x"],
    ["history", "memo-1"], ["stats"], ["check"], ["export", "--to", "exported"], ["delete", "memo-1"],
]
SESSION = b"".join(map(line, [
    call(1, "initialize", {}), call(2, "createMemo", {"id": "a", "text": "kept"}), call(3, "flush"), call(4, "list"),
    call(5, "search", {"query": "kept"}), call(6, "shutdown"), notification("exit"),
]))


def limit(count):
    """What limits a process to so many descriptors."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


class FewDescriptors(CommandCase):
    def check_end(self, done, count):
        """Checks that a process worked, or said why not; returns whether it worked."""
        expected = (0, OS_ERROR) if count < ENOUGH else (0,)
        if count == 3:
            expected = (*expected, LOADER_ERROR)
        self.assertIn(done.returncode, expected, done.stderr)
        if done.returncode == OS_ERROR:
            self.assertRegex(done.stderr, r"^memo-ls: too few files may be open; .*ulimit -n\)\n$")
        return done.returncode == 0

    def test_a_server_works_or_says_why_not(self):
        for count in LIMITS:
            with self.subTest(count):
                self.store = self.folder / str(count) / "memos.sqlite"
                done = self.run_command(
                    "--store", str(self.store), stdin=None, input=SESSION.decode(), preexec_fn=limit(count))
                if not self.check_end(done, count):
                    self.assertFalse(self.store.exists())
                    continue
                answers = [json.loads(answer) for answer in done.stdout.splitlines()]
                self.assertFalse([answer for answer in answers if "error" in answer])
                self.assertEqual(self.text_after_restart("a"), "kept")

    def test_each_command_works_or_says_why_not(self):
        for count in LIMITS:
            self.store = self.folder / str(count) / "memos.sqlite"
            self.make_store(**{"memo-1": "some words"})
            for command in COMMANDS:
                with self.subTest(count, command=command[0]):
                    arguments = [command[0], "--store", str(self.store), *command[1:]]
                    self.check_end(
                        self.run_command(*arguments, cwd=self.store.parent, preexec_fn=limit(count)), count)

    @unittest.skipUnless(sys.platform == "linux", "needs prlimit")
    def test_a_session_that_runs_out_of_them_refuses_what_it_cannot_do_and_loses_nothing(self):
        # Nothing wakes it, so that it has no file open to read from.
        client = self.start(*STILL, "--virtual-clock")
        client.request("createMemo", {"id": "a", "text": "first"})
        client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed"}]})
        resource.prlimit(client.process.pid, resource.RLIMIT_NOFILE, (4, 4))
        self.check_error(6, client.request, "history", {"id": "a"}, kind="storeUnavailable")
        self.check_error(6, client.request, "flush", {}, kind="storeUnavailable")
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed since"}]})
        client.process.terminate()
        self.assertEqual(client.wait(), 128 + signal.SIGTERM)
        self.assertEqual(self.text_after_restart("a"), "typed since")

    @unittest.skipUnless(sys.platform == "linux", "needs prlimit")
    def test_a_server_that_is_stopped_because_none_is_left_says_so_and_nothing_that_was_answered_is_lost(self):
        client = self.start(*STILL, "--virtual-clock")
        client.request("createMemo", {"id": "a", "text": "typed"})
        resource.prlimit(client.process.pid, resource.RLIMIT_NOFILE, (4, 4))
        # As Dispatch does it by itself, which may take a while.
        client.process.send_signal(signal.SIGILL)
        self.assertEqual(client.wait(), OS_ERROR)
        said = "memo-ls: too few files may be open; close some programs, or raise the limit (ulimit -n)\n"
        self.assertEqual(client.stderr(), said)
        self.assertEqual(self.text_after_restart("a"), "typed")

    @unittest.skipUnless(sys.platform == "linux", "looks into /proc")
    def test_a_signal_ends_a_start_that_waits_for_a_lock(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "kept"})
        client.kill()
        lock = pathlib.Path(f"{self.store}-lock")
        with open(lock, "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            client = self.start()
            files = pathlib.Path(f"/proc/{client.process.pid}/fd")
            self.wait_until(lambda: any(os.path.realpath(file) == str(lock) for file in files.iterdir()), "the wait")
            client.process.terminate()
            self.assertEqual(client.wait(), 128 + signal.SIGTERM)
        # It did not give up waiting first.
        self.assertEqual(client.stderr(), "")
        self.assertEqual(self.text_after_restart("a"), "kept")


if __name__ == "__main__":
    unittest.main()
