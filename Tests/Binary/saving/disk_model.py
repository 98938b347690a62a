"""What a disk holds after a power failure, worked out from the calls that faults.c has written down.

A failed fsync is what it is on Linux: the pages count as written, but never were, and no later fsync writes them.
"""

import struct

PAGE = 4096
HEAD = struct.Struct("=qqqq")


class File:
    """A file as programs see it, as the disk has it, and in which pages they may differ."""

    def __init__(self):
        self.seen = bytearray()
        self.disk = bytearray()
        self.dirty = set()

    def write(self, offset, data):
        _put(self.seen, offset, data)
        self.dirty.update(range(offset // PAGE, (offset + len(data) - 1) // PAGE + 1))

    def truncate(self, length):
        for contents in (self.seen, self.disk):
            contents.extend(bytes(max(0, length - len(contents))))
            del contents[length:]
        self.dirty = {page for page in self.dirty if page * PAGE < length}

    def sync(self):
        self.disk = self.with_pages(self.dirty)
        self.dirty = set()

    def with_pages(self, pages):
        """The disk's contents once these pages, too, are written."""
        disk = bytearray(self.disk)
        for page in pages:
            _put(disk, page * PAGE, self.seen[page * PAGE : (page + 1) * PAGE])
        return disk


def _put(contents, offset, data):
    contents.extend(bytes(max(0, offset + len(data) - len(contents))))
    contents[offset : offset + len(data)] = data


def operations(log):
    """The operations of a log: (where it ends, what, path, offset, data)."""
    at = 0
    while at < len(log):
        what, path_length, offset, length = HEAD.unpack_from(log, at)
        at += HEAD.size
        path = log[at : at + path_length].decode()
        at += path_length
        data = log[at : at + length]
        at += length
        yield at, chr(what), path, offset, data


def disks(log):
    """The files after each operation: (where it ends, {path: File}). The files are the same objects each time."""
    files = {}
    for end, what, path, offset, data in operations(log):
        file = files.setdefault(path, File())
        if what == "W":
            file.write(offset, data)
        elif what == "S":
            file.sync()
        elif what == "F":
            file.dirty = set()
        elif what == "T":
            file.truncate(offset)
        elif what == "U":
            del files[path]
        yield end, files
