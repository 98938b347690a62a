"""Storage that fails: starts the server with its storage calls in the test's hand (see faults.c)."""

import errno
import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

# `struct control` of faults.c: calls, first, last, failed, code, mask, call.
LAYOUT = struct.Struct("=qqqqii80s")
NEVER = 2**62
SHORT_WRITE = -1
CODES = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "EINTR": errno.EINTR, "EROFS": errno.EROFS, "short": SHORT_WRITE}
# A signal can interrupt a call again and again, but nothing interrupts it for ever.
LONGEST = {"EINTR": 50}
KINDS = ["open", "read", "write", "sync", "size", "map", "name", "lock", "look"]
ALL = (1 << len(KINDS)) - 1

# Here nothing waits for a disk, whose real fsyncs these tests do not need.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

_library = None


def _forget():
    global _library
    _library[0].cleanup()
    _library = None


def library():
    """The compiled faults.c; the test is skipped where that can't be had."""
    global _library
    if sys.platform != "linux":
        raise unittest.SkipTest("faults are injected with LD_PRELOAD, which only Linux has")
    if not shutil.which("cc"):
        raise unittest.SkipTest("no C compiler (cc) is installed")
    if _library is None:
        folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(folder.name) / "faults.so"
        source = pathlib.Path(__file__).with_name("faults.c")
        flags = ["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *flags, "-o", path, source, "-ldl"], check=True)
        _library = (folder, path)
        unittest.addModuleCleanup(_forget)
    return _library[1]


class Faults:
    """The storage calls on one folder: counted, and made to fail from one number on."""

    def __init__(self, folder, store, log=None):
        self.variables = {
            "LD_PRELOAD": str(library()),
            "FAULTS_CONTROL": str(folder / "faults"),
            "FAULTS_FOLDER": str(store),
        }
        if log:
            self.variables["FAULTS_LOG"] = str(log)
        with open(folder / "faults", "w+b") as file:
            file.write(LAYOUT.pack(0, NEVER, NEVER, 0, 0, ALL, b""))
            file.flush()
            self.map = mmap.mmap(file.fileno(), LAYOUT.size)

    def _read(self):
        return LAYOUT.unpack(self.map[:])

    @property
    def calls(self):
        """How many calls were counted so far."""
        return self._read()[0]

    @property
    def failed(self):
        """How many calls have failed."""
        return self._read()[3]

    @property
    def call(self):
        """The last call that failed: its name and file."""
        return self._read()[6].partition(b"\0")[0].decode()

    def arm(self, number, name, times=None, kinds=ALL):
        """From now on the call of this number (1 is the next) fails, and so many after it; all of them if None."""
        last = NEVER if times is None else min(number + times - 1, NEVER)
        self.map[8:16] = struct.pack("=q", NEVER)  # so that nothing fails while this is half set
        self.map[0:8] = struct.pack("=q", 0)
        self.map[16:24] = struct.pack("=q", last)
        self.map[32:40] = struct.pack("=ii", CODES[name], kinds)
        self.map[8:16] = struct.pack("=q", number)

    def lift(self):
        """From now on nothing fails."""
        self.map[8:16] = struct.pack("=q", NEVER)


def kinds(*names):
    """The mask of some kinds of calls."""
    return sum(1 << KINDS.index(name) for name in names)
