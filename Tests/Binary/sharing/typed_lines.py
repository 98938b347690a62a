"""The lines that editors type in a test: each says by itself whether it is whole, and a ledger knows which must be
kept."""

import collections
import zlib

# The memo whose lines nobody takes away or changes: nothing in it can be in conflict, so each is there once.
GROWING = "growing"


def make(name):
    """A line like no other, with characters of every width and its checksum."""
    body = f"{name} é한😀"
    return f"{body} {zlib.crc32(body.encode()):08x}"


def is_whole(line):
    """Whether this is a line as it was made; an empty one is."""
    body, _, checksum = line.rpartition(" ")
    return not line or checksum == f"{zlib.crc32(body.encode()):08x}"


class Ledger:
    """What was typed, and what somebody took away who saw it."""

    def __init__(self):
        self.count = 0
        self.accepted = set()
        self.taken = collections.Counter()

    def new_line(self, editor):
        """A line that nobody typed before."""
        self.count += 1
        return make(f"{editor}.{self.count}")

    def take(self, lines):
        """Notes that an edit that takes these lines away is on its way."""
        self.taken.update(lines)

    def accept(self, lines):
        """Notes that what brought these lines was answered."""
        self.accepted.update(lines)

    def refuse(self, lines):
        """Notes that an edit that took these lines away was refused."""
        self.taken.subtract(lines)

    def required(self):
        """The lines that must be somewhere."""
        return {line for line in self.accepted if self.taken[line] == 0}
