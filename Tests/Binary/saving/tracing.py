"""strace, where there is one that may trace."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import unittest
from collections import Counter

# The calls that storage is made of, but for `read` and `write`, which pipes are made of, too. `?` lets strace pass over
# what a machine does not have.
STORAGE_CALLS = [
    "?open", "openat", "close", "?stat", "?lstat", "?fstat", "?newfstatat", "?statx", "?access", "?faccessat",
    "?faccessat2", "pread64", "preadv", "pwrite64", "pwritev", "fsync", "fdatasync", "?sync_file_range",
    "ftruncate", "fallocate", "mmap", "?msync", "?unlink", "unlinkat", "?rename", "?renameat", "renameat2",
    "?openat2", "?utimensat", "?linkat", "?flistxattr",
    "?mkdir", "mkdirat", "fchmod", "fchown", "fcntl", "flock", "?getdents64", "lseek", "?readlink", "readlinkat",
]  # fmt: skip


@functools.cache
def _trouble():
    if sys.platform != "linux":
        return "system calls are traced with strace, which only Linux has"
    if not shutil.which("strace"):
        return "strace is not installed; `make tools` installs it"
    probe = subprocess.run(["strace", "-qq", "-f", "-e", "trace=none", "true"], stderr=subprocess.PIPE, text=True)
    return probe.stderr.strip() and f"strace may not trace here: {probe.stderr.strip()}"


def require_strace():
    """Skips a test that can't trace."""
    if trouble := _trouble():
        raise unittest.SkipTest(trouble)


def killing_at(call, number):
    """The flags that kill a process as one of its threads makes a call for the nth time."""
    return ["-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={number}"]


def listing(path, calls=None):
    """The flags that write each storage call, or these calls, to a file, with the thread that makes it."""
    return ["-o", str(path), "-e", f"trace={calls or ','.join(STORAGE_CALLS)}"]


def calls_by_thread(path):
    """How often each thread made each call, as `listing` has written it: {(thread, call): count}; thread 0 where only
    one was traced.

    Memory that no file stands behind is left out.
    """
    written = path.read_text(errors="replace").splitlines()
    lines = (re.match(r"(?:(\d+) +)?([a-z]\w*)\(", line) for line in written if "MAP_ANONYMOUS" not in line)
    return Counter((int(found[1] or 0), found[2]) for found in lines if found)


def places(path):
    """All (call, number) that some thread has come to, in order."""
    most = {}
    for (_, call), count in calls_by_thread(path).items():
        most[call] = max(count, most.get(call, 0))
    return [(call, number) for call in sorted(most) for number in range(1, most[call] + 1)]


def _thread(pid, name):
    tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
    (found,) = [int(task.name) for task in tasks if (task / "comm").read_text().strip() == name]
    return found


class Trace:
    """strace at a running process, or at its only thread of some name, from when this is made until `end`, or until the
    process ends."""

    def __init__(self, pid, *flags, thread=None):
        place = ["-p", str(_thread(pid, thread))] if thread else ["-f", "-p", str(pid)]
        arguments = ["strace", *place, *flags]
        self.process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
        # It says so once it has hold of all threads.
        line = self.process.stderr.readline()
        if "attached" not in line:
            self.end()
            raise unittest.SkipTest(f"strace may not attach here: {line.strip()}")
        # New threads are told of, too: somebody must empty the pipe.
        threading.Thread(target=self._empty, daemon=True).start()

    def _empty(self):
        with self.process.stderr as told:
            told.read()

    def end(self):
        """Lets go of the process."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            # Where a process ends while it lets go of its threads, strace may wait for one for ever.
            self.process.kill()
            self.process.wait()
