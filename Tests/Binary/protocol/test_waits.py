"""The thread that everything waits for waits for nothing itself but its client, whatever other threads wait for."""

import os
import pathlib
import re
import signal
import time
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import binary, call, notification
from saving.tracing import require_strace
from text_case import append, put

# What may take as long as a disk does, or as another process likes.
WAITING = (
    "fsync", "fdatasync", "sync_file_range", "msync", "fallocate", "ftruncate", "flock", "nanosleep", "clock_nanosleep",
    "preadv", "pwrite64", "pwritev", "openat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "wait4",
    "select", "pselect6", "epoll_wait", "epoll_pwait",
)  # fmt: skip
# A short memo, or a page of a list, is read at once: a few of the database's pages, and locks that are only tried.
FEW = 4096
MOST_READS = 40
# How long a lock between threads may be waited for, in seconds; strace slows down whoever holds it.
LONGEST_LOCK = 0.1
# How long a sync is made to take, in seconds: no change takes near as long, however busy the machine is.
SLOW_DISK = 20
CALL = re.compile(r"^(\d+) +(\w+)\((.*)<([\d.]+)>$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)<([\d.]+)>$")


class Waits(MemoCase):
    def test_its_thread_makes_no_call_that_waits_while_another_program_keeps_the_store_locked(self):
        require_strace()
        client = self.start(*STILL)
        for id in ("a", "b", "c", "d"):
            client.request("createMemo", {"id": id, "text": f"memo {id}\n#tag [[memo a]]\n"})
        client.request("createMemo", {"id": "large", "text": "0123456789 abcdefgh\n" * 100_000})
        self.assertEqual(client.finish(), 0)
        listed = self.folder / "calls"
        calls = f"trace={','.join('?' + name for name in (*WAITING, 'pread64', 'fcntl', 'futex', 'poll', 'ppoll'))}"
        strace = ["strace", "-f", "-T", "--seccomp-bpf", "-o", str(listed), "-e", calls]
        client = self.start(*STILL, program=[*strace, binary()])
        client.initialize(capabilities=WANTS_NOTES)
        self.assertEqual(client.request("list")["total"], 5)
        client.request("updateMemo", {"id": "d", "contentChanges": [append("!")]})
        client.request("complete", {"kind": "link", "query": "me"})
        main = listed.read_text().split(maxsplit=1)[0]
        begin = len(listed.read_text().splitlines())
        release = self.lock_store()
        self.session(client)
        seen = listed.read_text().splitlines()[begin:]
        release()
        self.assertEqual({client.answer()["id"] for _ in range(2)}, {1, 2})
        found = [self.parts(line) for line in seen]
        own = [(name, words, time) for thread, name, words, time in filter(None, found) if thread == main]
        self.assertTrue([name for name, _, _ in own if name in ("poll", "ppoll")], "the thread was not seen")
        waited = [name for name, _, _ in own if name in WAITING]
        self.assertEqual(waited, [], own)
        self.assertEqual([part for part in own if part[0] == "fcntl" and "F_SETLKW" in part[1]], [])
        reads = [int(words.rpartition("=")[2]) for name, words, _ in own if name == "pread64"]
        self.assertLessEqual(max(reads, default=0), FEW)
        self.assertLess(len(reads), MOST_READS, own)
        self.assertEqual([part for part in own if part[0] == "futex" and part[2] > LONGEST_LOCK], [])
        # Others did wait.
        self.assertTrue([part for part in filter(None, found) if part[0] != main and part[1] in WAITING])
        self.assertEqual(client.finish(), 0)

    def test_no_change_waits_for_a_disk_that_is_slow_to_sync(self):
        require_strace()
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "words"})
        self.assertEqual(client.finish(), 0)
        strace = ["strace", "-f", "-o", str(self.folder / "calls"), "-e", "trace=fsync,fdatasync"]
        strace += ["-e", f"inject=fsync,fdatasync:delay_enter={SLOW_DISK * 1_000_000}"]
        client = self.start(*STILL, program=[*strace, binary()])
        client.initialize()
        longest = 0
        # More than a file of the journal has room for.
        for number in range(10, 60):
            began = time.monotonic()
            client.request("updateMemo", {"id": "a", "contentChanges": [append(f"{number}" * 50_000)]})
            longest = max(longest, time.monotonic() - began)
        self.assertLess(longest, SLOW_DISK / 2)
        # A kill of the client's process would end strace alone.
        strace = client.process.pid
        for child in pathlib.Path(f"/proc/{strace}/task/{strace}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        client.kill()

    def parts(self, line):
        match = CALL.match(line) or RESUMED.match(line)
        return match and (match[1], match[2], match[3], float(match[4]))

    def session(self, client):
        """All that an editor does, in memos that are in memory and in such that are not; two answers are left."""
        for method, params in (
            ("getMemo", {"id": "a"}), ("updateMemo", {"id": "a", "contentChanges": [append("x")]}), ("list", {}),
            ("list", {"sort": "title"}), ("search", {"query": "memo"}), ("outline", {"id": "b"}),
            ("backlinks", {"id": "a"}), ("tags", {}), ("links", {"kind": "broken"}), ("history", {"id": "a"}),
            ("createMemo", {"text": "new"}), ("createMemo", {"id": "e", "text": "line\n" * 500_000}),
            ("updateMemo", {"id": "e", "contentChanges": [put("line\n" * 500_000, (0, 0))]}),
            ("titleBodySplit", {"id": "large"}), ("getMemo", {"id": "large"}), ("delete", {"id": "c"}),
            ("restore", {"id": "c"}), ("stats", {}), ("complete", {"kind": "link", "query": "memo"}),
            ("share", {"id": "b", "target": "markdown"}),
        ):  # fmt: skip
            with self.subTest(method):
                client.request(method, params)
        keys = [notification("updateMemo", {"id": "b", "contentChanges": [append("y")]}) for _ in range(1000)]
        client.send(*keys, [*keys, call("end", "getMemo", {"id": "b"})])
        client.answer()
        client.send(call(1, "undo", {"id": "a"}), call(2, "flush"))
        self.assertEqual(client.request("updateMemo", {"id": "b", "contentChanges": [append("z")]})["id"], "b")


if __name__ == "__main__":
    unittest.main()
