"""Harm that a disk or an attacker does to a store's files, chosen by a seed."""

import os
import sqlite3
import struct

SECTOR = 512
# Numbers at the ends of what SQLite, Swift and JSON have.
EDGES = [0, 1, -1, 2, 7, 2**31 - 1, 2**31, 2**32 - 1, 2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63),
         -(2**63) + 1]


def _table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x82F63B78 if byte & 1 else byte >> 1
        table.append(byte)
    return table


TABLE = _table()


def crc32c(data):
    """The checksum of RFC 3720, appendix B.4."""
    sum = 0xFFFFFFFF
    for byte in data:
        sum = sum >> 8 ^ TABLE[(sum ^ byte) & 0xFF]
    return sum ^ 0xFFFFFFFF


class Journal:
    """A journal's file, taken apart as its format says: a header, then records with commit words that check."""

    def __init__(self, data):
        self.data = bytearray(data)
        self.journal, self.salt, self.first = struct.unpack_from("<qQq", data, 8)

    def records(self):
        """Each record's offset, length and number."""
        offset, sequence = 40, self.first
        while offset + 8 <= len(self.data):
            (commit,) = struct.unpack_from("<Q", self.data, offset)
            if commit == 0:
                return
            length = commit & 0xFFFFFFFF
            yield offset, length, sequence
            offset += 8 + (length + 7 & ~7)
            sequence += 1

    def seal(self, offset, length, sequence):
        """Makes a record's commit word check again. Behind the last number comes the first."""
        sequence = (sequence + 2**63) % 2**64 - 2**63
        salted = struct.pack("<Qq", self.salt, sequence) + self.data[offset + 8 : offset + 8 + length]
        struct.pack_into("<Q", self.data, offset, length | crc32c(salted) << 32)

    def renumber(self, first):
        """Makes the file one whose records are numbered from here on."""
        records = list(self.records())
        struct.pack_into("<q", self.data, 24, first)
        magic = struct.unpack_from("<Q", self.data, 0)[0]
        struct.pack_into("<Q", self.data, 32, crc32c(struct.pack("<Qq", magic, 0) + self.data[8:32]))
        for number, (offset, length, _) in enumerate(records):
            self.seal(offset, length, first + number)


def overwrite(random, path):
    """Fills a sector, or some bytes of it, with ones, zeros or random bytes; says what it did."""
    size = path.stat().st_size
    start = random.randrange(size) // SECTOR * SECTOR
    length = min(random.choice([SECTOR, SECTOR, SECTOR, 4, 1]), size - start)
    kind = random.choice(["ones", "zeros", "chance"])
    data = {"ones": b"\xff" * length, "zeros": bytes(length), "chance": random.randbytes(length)}[kind]
    with open(path, "r+b") as file:
        file.seek(start)
        file.write(data)
    return f"{length} bytes of {kind} at {start} of {path.name}"


def _layout(random, layout):
    """A text's layout with a number of it changed, or cut, or repeated."""
    layout = bytearray(layout)
    place = random.randrange(0, len(layout), 12)
    match random.randrange(6):
        case 0:
            struct.pack_into("<I", layout, place + 8, random.choice(EDGES) % 2**32)
        case 1:
            struct.pack_into("<q", layout, place, random.choice(EDGES))
        case 2:
            layout = layout[: random.randrange(len(layout))]
        case 3:
            layout *= 50
        case 4:
            layout[place : place + 12] = layout[:12]
        case 5:
            layout = bytearray(b"\xff" * (len(layout) // 12 * 12))
    return bytes(layout)


def tamper(random, path):
    """Changes one cell of a store's rows to what no store has, its triggers not asked; says which."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        # As an attacker does who writes the file itself: no trigger of the store keeps the totals.
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        connection.execute("BEGIN")
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        said = _change(random, connection)
        for _, sql in triggers:
            connection.execute(sql)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return said
    except sqlite3.DatabaseError as error:
        # An earlier harm left nothing that SQL can change.
        return f"no cell is changed: {error}"
    finally:
        connection.close()


def _change(random, connection):
    tables = ["memos", "texts", "pieces", "totals", "tag_totals", "tags", "changes", "revisions", "journal_marks",
              "sqlite_sequence"]
    said = ["unread", "memo_references", "names", "links", "former_titles", "tag_names"]
    table = random.choice(tables + said + ["memos", "texts", "totals"])
    columns = connection.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
    name, kind = random.choice(columns)
    rows = connection.execute(f"SELECT {name} FROM {table}").fetchall()
    match random.randrange(8):
        case 0:
            statement, values = f"DELETE FROM {table}", ()
        case 1 if table in ("totals", "sqlite_sequence"):
            statement, values = f"INSERT INTO {table} SELECT * FROM {table}", ()
        case _:
            if name == "layout" and any(row[0] for row in rows):
                value = _layout(random, next(row[0] for row in rows if row[0]))
                statement, values = "UPDATE texts SET layout = ? WHERE layout IS NOT NULL", (value,)
            else:
                value = _value(random, kind, rows)
                some = f"WHERE {name} = ?" if random.randrange(2) and rows else ""
                statement = f"UPDATE OR IGNORE {table} SET {name} = ? {some}"
                values = (value, random.choice(rows)[0]) if some else (value,)
    try:
        connection.execute(statement, values)
    except sqlite3.DatabaseError as error:
        return f"{statement}: {error}"
    return f"{statement} with {str(values)[:200]}"


def _value(random, kind, rows):
    if kind == "INTEGER" or not kind:
        return random.choice(EDGES)
    if kind == "BLOB":
        old = bytearray(random.choice(rows)[0] or b"") if rows else bytearray()
        if len(old) >= 8 and random.randrange(2):
            struct.pack_into("<q", old, random.randrange(len(old) - 7), random.choice(EDGES))
            return bytes(old)
        return random.choice(
            [b"", b"\xff", b"\xff" * 5000, random.randbytes(24), bytes(48), bytes(old[: len(old) // 2])])
    old = str(random.choice(rows)[0]) if rows else ""
    if len(old) > 20 and random.randrange(2):
        # In what a text says, which is JSON, a number or a part is replaced.
        place = random.randrange(len(old))
        return random.choice(
            [old[:place], old[:place] + str(random.choice(EDGES)) + old[place + 1 :], old.replace("[", "", 1), old * 2])
    return random.choice(
        ["", "x", "\0", "a b", "{", "[]", '{"tags":7}', "[" * 3000, "9" * 400, "é" * 3000, '{"a":1e999}'])


def forge(random, path):
    """Changes a record of a journal, or its numbers, so that its checksum is right; says where."""
    journal = Journal(path.read_bytes())
    records = list(journal.records())
    if not records:
        return "nothing"
    if random.randrange(8) == 0:
        first = random.choice(EDGES)
        journal.renumber(first)
        said = f"numbers from {first} on"
    else:
        offset, length, sequence = random.choice(records)
        if random.randrange(2) and length >= 16:
            place, value = random.randrange(length - 7), random.choice(EDGES)
            struct.pack_into("<q", journal.data, offset + 8 + place, value)
        else:
            place, value = random.randrange(length), random.randrange(256)
            journal.data[offset + 8 + place] = value
        journal.seal(offset, length, sequence)
        said = f"{value} at {place} of the record {sequence}"
    path.write_bytes(journal.data)
    return f"{said} of {os.path.basename(path)}"
