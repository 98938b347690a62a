"""Reads a store as any SQLite client does, over and over until its input ends, and says what did not fit together.

Run with the database's path; prints one line of JSON: how many moments and saved memos it saw, and the first things
that were wrong.
"""

import json
import select
import sqlite3
import struct
import sys

import typed_lines

ROW = """
  SELECT id, version, bytes, display_title, preview, text, layout,
    (SELECT revision FROM changes WHERE changes.id = memos.id ORDER BY moment DESC LIMIT 1) = memos.revision
  FROM memos LEFT JOIN texts USING (key) WHERE id = ?
"""


def whole(connection, text, layout):
    """A text, put together if it stands in pieces: for each its key (8 bytes) and its length (4)."""
    if layout is None:
        return text
    pieces = [
        (connection.execute("SELECT bytes FROM pieces WHERE key = ?", (key,)).fetchone()[0], length)
        for key, length in struct.iter_unpack("<qI", layout)
    ]
    return b"".join(piece if len(piece) == length else b"\xff" for piece, length in pieces)


def wrong(row):
    """What is wrong with a memo's row: all of it must come from one save."""
    id, version, length, title, preview, data, is_last_change = row
    text = data.decode("utf-8")
    lines = text.split("\n")
    filled = [line for line in lines if line]
    checks = {
        "length": length == len(data),
        "title": title == (filled[0] if filled else ""),
        "preview": preview == " ".join(filled[1:])[: len(preview)] and bool(preview) == (len(filled) > 1),
        "lines": all(map(typed_lines.is_whole, lines)),
        "doubles": id != typed_lines.GROWING or len(set(filled)) == len(filled),
        "change": is_last_change == 1,
        "version": version >= 1,
    }
    found = f"{id} {version} {length} {title!r} {preview!r}: {text[:2000]!r}"
    return [f"{what} of {found}" for what, holds in checks.items() if not holds]


def look(connection, seen):
    """All that is wrong at one moment, of the memos that were saved since they were `seen`."""
    connection.execute("BEGIN")
    try:
        revisions = set(connection.execute("SELECT id, revision FROM memos"))
        rows = []
        for id, _ in revisions - seen:
            *head, text, layout, is_last_change = connection.execute(ROW, (id,)).fetchone()
            rows.append((*head, whole(connection, text, layout), is_last_change))
        counts = connection.execute(
            "SELECT (SELECT count(*) FROM memos), (SELECT count(*) FROM texts), (SELECT live + trashed FROM totals)"
        ).fetchone()
    finally:
        connection.execute("COMMIT")
    problems = [problem for row in rows for problem in wrong(row)]
    seen |= revisions
    return len(rows), problems + ([] if len(set(counts)) == 1 else [f"{counts} memos, texts and in all"])


def main():
    connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True, isolation_level=None, timeout=60)
    moments, saves, problems, seen = 0, 0, [], set()
    # Some hundred looks a second, so that most of the machine is left to those who write.
    while not select.select([sys.stdin], [], [], 0.003)[0]:
        found, wrong_now = look(connection, seen)
        problems += wrong_now
        moments += 1
        saves += found
        if len(problems) > 10:
            break
    connection.close()
    print(json.dumps({"moments": moments, "saves": saves, "problems": problems[:10]}))


if __name__ == "__main__":
    main()
