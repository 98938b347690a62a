"""One memo that is damaged in the store is told of, by its id, and takes no other with it."""

import json
import sqlite3
import struct
import unittest

import schemas
from command_case import CommandCase
from memo_case import STILL, WANTS_NOTES
from memo_client import ErrorAnswer

ONES = b"\xff" * 512
BAD = "WHERE key = (SELECT key FROM memos WHERE id = 'bad')"


def layout(change):
    """A harm to a long text's list of pieces."""

    def harm(connection):
        (old,) = connection.execute(f"SELECT layout FROM texts {BAD}").fetchone()
        connection.execute(f"UPDATE texts SET layout = ? {BAD}", (change(old),))

    return harm


def piece(statement):
    """A harm to the third piece of the text."""

    def harm(connection):
        (layout,) = connection.execute(f"SELECT layout FROM texts {BAD}").fetchone()
        connection.execute(f"{statement} WHERE key = ?", struct.unpack_from("<q", layout, 24))

    return harm


def column(assignment, *values):
    """A harm to a memo's own row."""
    return lambda connection: connection.execute(f"UPDATE memos SET {assignment} WHERE id = 'bad'", values)


# What is done to a long memo, and whether it can't be read then.
HARMS = {
    "a sector of ones in its layout": (layout(lambda old: old[:512] + ONES + old[1024:]), True),
    "a sector of zeros in its layout": (layout(lambda old: old[:512] + bytes(512) + old[1024:]), True),
    "a length of 4 GB": (layout(lambda old: old[:8] + b"\xff" * 4 + old[12:]), True),
    "lengths that add up to more than the file": (
        layout(lambda old: (old[:8] + struct.pack("<I", 2**32 - 1)) * 5000), True),
    "a key of all ones": (layout(lambda old: b"\xff" * 8 + old[8:]), True),
    "half an entry": (layout(lambda old: old[:-6]), True),
    "half of its entries": (layout(lambda old: old[: len(old) // 24 * 12]), True),
    "no entry": (layout(lambda old: b""), True),
    "a text that is shorter than it should be": (column("bytes = bytes + 1"), True),
    "a piece that is gone": (piece("DELETE FROM pieces"), True),
    "a piece that is cut": (piece("UPDATE pieces SET bytes = x'00'"), True),
    "no text": (lambda connection: connection.execute(f"DELETE FROM texts {BAD}"), True),
    "no UTF-8": (piece("UPDATE pieces SET bytes = CAST(x'ff' || substr(bytes, 2) AS BLOB)"), True),
    "version 0": (column("version = 0"), True),
    "the largest version": (column("version = 9223372036854775807"), True),
    "a version that JSON has not": (column("version = ?", 2**53 + 1), True),
    "no properties": (column("properties = ''"), True),
    "properties of another kind": (column("properties = '[1]'"), True),
    "a length of its own": (column("bytes = -9223372036854775808"), False),
    "times that no calendar has": (
        column("created_at = 9223372036854775807, modified_at = -9223372036854775808"), False),
    "a time of the trash": (column("trashed_at = -9223372036854775808"), False),
    "no room for its history": (
        column("history_room = -9223372036854775808, history_due = -9223372036854775808"), False),
}


class DamagedMemos(CommandCase):
    def harmed(self, harm):
        """A store with a long memo that was harmed, and others."""
        self.make_store(bad="line of words\n" * 20_000, good="a word", long="other words\n" * 5_000)
        connection = sqlite3.connect(self.store)
        harm(connection)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def each(self, check):
        """Does each harm to a store of its own, and checks what comes of it."""
        for number, (name, (harm, unreadable)) in enumerate(HARMS.items()):
            with self.subTest(name):
                self.store = self.folder / str(number) / "memos.sqlite"
                self.harmed(harm)
                check(name, unreadable)

    def test_a_session_serves_the_others_and_names_the_damaged_one(self):
        def check(name, unreadable):
            client = self.start(*STILL)
            client.initialize(capabilities=WANTS_NOTES)
            if unreadable:
                error = self.unreadable(client)
                self.assertEqual((error.code, error.data["reason"]), (6, "corrupt"))
                self.assertIn("bad", str(error))
            else:
                client.request("getMemo", {"id": "bad"})
            listed = [memo["id"] for trashed in (False, True)
                      for memo in client.request("list", {"trashed": trashed})["memos"]]
            self.assertEqual(sorted(listed), ["bad", "good", "long"])
            found = [memo["id"] for memo in client.request("search", {"query": "word"})["memos"]]
            self.assertLessEqual({"good", "long"}, set(found))
            told = [note["params"]["message"] for note in client.notes if note["method"] == "window/logMessage"]
            damaged = [message for message in told if "bad" in message]
            self.assertEqual(len(damaged), 1 if unreadable and "bad" not in found else 0, told)
            for id in ("good", "long"):
                client.request("updateMemo", {"id": id, "contentChanges": [{"text": f"new {id}"}]})
            self.assertEqual(client.request("flush"), {"memosWritten": 2})
            client.request("delete", {"id": "long"})
            client.close_input()
            client.rest()
            self.assertEqual(client.wait(), 0)
            self.assertEqual(self.text_after_restart("good"), "new good")

        self.each(check)

    def unreadable(self, client):
        with self.assertRaises(ErrorAnswer) as caught:
            client.request("getMemo", {"id": "bad"})
        return caught.exception

    def test_the_commands_go_on_with_the_others_and_name_the_damaged_one(self):
        def check(name, unreadable):
            done = self.run_command("check", "--store", str(self.store))
            if name != "no room for its history":
                self.assertIn("memo bad", done.stdout)
                self.assertEqual(done.returncode, 1)
            done = self.run_command("show", "--store", str(self.store), "good")
            self.assertEqual((done.returncode, done.stdout), (0, "a word"))
            done = self.run_command("show", "--store", str(self.store), "bad")
            self.assertEqual(done.returncode, 1 if unreadable else 0)
            if unreadable:
                self.assertIn("memo bad is damaged", done.stderr.replace("the text of memo", "memo"))
                self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertEqual(len(self.on_store("list").splitlines()), 2 if name == "a time of the trash" else 3)
            done = self.run_command("search", "--store", str(self.store), "a", "word")
            self.assertEqual(done.returncode, 0)
            self.assertIn("a word", done.stdout)
            out = self.folder / f"{self.store.parent.name}-out"
            done = self.run_command("recover", "--store", str(self.store), "--to", str(out))
            written = [path.read_bytes() for path in out.iterdir()]
            self.assertIn(b"a word", written)
            self.assertIn(b"other words\n" * 5_000, written)

        self.each(check)

    def test_an_export_writes_the_others_and_names_the_damaged_one(self):
        def check(name, unreadable):
            count = 2 if unreadable or name == "a time of the trash" else 3
            line = "memo-ls export: memo bad is damaged and was left out; memo-ls check tells more\n"
            said = line if unreadable else ""
            out = self.folder / f"{self.store.parent.name}-out"
            command = ["export", "--store", str(self.store), "--format"]
            done = self.run_command(*command, "text", "--to", str(out))
            self.assertEqual((done.returncode, done.stderr), (1 if unreadable else 0, said))
            self.assertIn(f"wrote {count} memos to {out}, ", done.stdout)
            written = [path.read_bytes() for path in out.iterdir()]
            self.assertEqual(len(written), count)
            self.assertLessEqual({b"a word", b"other words\n" * 5_000}, set(written))
            done = self.run_command(*command, "json")
            self.assertEqual((done.returncode, done.stderr), (1 if unreadable else 0, said))
            self.assertLessEqual({"good", "long"}, {json.loads(line)["id"] for line in done.stdout.splitlines()})
            result = json.loads(self.run_command(*command, "html", "--to", f"{out}-2", "--json").stdout)
            self.assertEqual(schemas.faults(f"{schemas.urn('export')}#/$defs/result", result), [])
            self.assertEqual(result.get("damaged"), ["bad"] if unreadable else None)
            client = self.start(*STILL)
            result = client.request("export", {"ids": ["good", "bad"], "format": "text"})
            self.assertEqual(result.get("damaged"), ["bad"] if unreadable else None)
            self.assertIn("a word", [file["text"] for file in result["files"]])
            self.assertEqual(client.finish(), 0)

        self.each(check)

    def test_an_export_leaves_the_last_whole_file_of_a_damaged_memo_alone(self):
        self.make_store(bad="line of words\n" * 20_000, good="a word")
        client = self.start()
        client.request("createMemo", {"id": "twin", "text": "line of words"})
        client.finish()
        out = self.folder / "out"
        self.on_store("export", "--format", "text", "--to", str(out))
        before = {path.name: path.read_bytes() for path in out.iterdir()}
        connection = sqlite3.connect(self.store)
        layout(lambda old: old[:512] + ONES + old[1024:])(connection)
        connection.commit()
        connection.close()
        for arguments in ([], ["good"], ["bad", "good"], []):
            to = ["--format", "text", "--to", str(out)]
            done = self.run_command("export", "--store", str(self.store), *to, *arguments)
            self.assertEqual(done.returncode, 0 if arguments == ["good"] else 1, done.stderr)
            self.assertEqual({path.name: path.read_bytes() for path in out.iterdir()}, before)

    def test_an_export_of_json_keeps_the_last_whole_line_of_a_damaged_memo(self):
        self.make_store(bad="line of words\n" * 20_000, good="a word")
        one = self.folder / "one.jsonl"
        for path, *force in ((self.folder / "out" / "memos.jsonl",), (one, "--force")):
            to = ["--format", "json", "--to", str(path if force else path.parent), *force]
            self.on_store("export", *to)
        before = {json.loads(line)["id"]: line for line in one.read_text().splitlines()}
        connection = sqlite3.connect(self.store)
        layout(lambda old: old[:512] + ONES + old[1024:])(connection)
        connection.commit()
        connection.close()
        self.on_store("edit", "good", "--tag", "new")
        for path, *force in ((self.folder / "out" / "memos.jsonl",), (one, "--force")):
            for _ in range(2):
                to = ["--format", "json", "--to", str(path if force else path.parent), *force]
                done = self.run_command("export", "--store", str(self.store), *to)
                self.assertEqual(done.returncode, 1, done.stderr)
                now = {json.loads(line)["id"]: line for line in path.read_text().splitlines()}
                self.assertEqual(set(now), {"good", "bad"})
                self.assertEqual(now["bad"], before["bad"])
                self.assertIn("new", now["good"])

    def test_a_memo_that_takes_a_damaged_ones_title_takes_no_file_of_it(self):
        self.make_store(first="a title", bad="line of words\n" * 20_000)
        out = self.folder / "out"
        to = ["--format", "text", "--to", str(out)]
        self.on_store("export", *to)
        client = self.start()
        client.request("updateMemo", {"id": "first", "contentChanges": [{"text": "line of words"}]})
        client.finish()
        connection = sqlite3.connect(self.store)
        layout(lambda old: old[:512] + ONES + old[1024:])(connection)
        connection.commit()
        connection.close()
        self.run_command("export", "--store", str(self.store), *to)
        self.assertEqual({path.name: len(path.read_text()) for path in out.iterdir()},
                         {"line-of-words.txt": 280_000, "line-of-words-2.txt": 13})

    def test_one_that_is_damaged_while_it_is_open_keeps_no_other_from_being_saved(self):
        self.make_store(bad="line of words\n" * 20_000, good="a word", fine="more")
        client = self.start(*STILL)
        for id in ("bad", "good", "fine"):
            client.request("getMemo", {"id": id})
        connection = sqlite3.connect(self.store, isolation_level=None)
        layout(lambda old: old[:512] + ONES + old[1024:])(connection)
        connection.close()
        for id in ("bad", "good", "fine"):
            start = {"line": 0, "character": 0}
            client.request("updateMemo",
                           {"id": id, "contentChanges": [{"range": {"start": start, "end": start}, "text": "new "}]})
        self.check_error(6, client.request, "flush", reason="corrupt")
        self.assertEqual([client.request("getMemo", {"id": id})["saved"] for id in ("bad", "good", "fine")],
                         [False, True, True])
        client.close_input()
        client.rest()
        self.assertEqual(client.wait(), 1)
        # What was typed into the damaged one is in the journal, which is kept.
        client = self.start()
        self.assertEqual(client.request("getMemo", {"id": "good"})["text"], "new a word")
        client.close_input()
        client.rest()
        self.assertEqual(client.wait(), 0)
        self.assertTrue(any(path.name.endswith(".bad") for path in self.journals()))

    def test_a_list_goes_on_where_a_rows_end_can_not_be_read(self):
        client = self.start()
        # The properties begin on the row's own page and go on elsewhere.
        client.request("createMemo", {"id": "bad", "text": "bad", "properties": {"x": "marked " * 5000}})
        for id in ("good", "fine"):
            client.request("createMemo", {"id": id, "text": id})
        self.assertEqual(client.finish(), 0)
        data = self.store.read_bytes()
        page = data.index(b"marked " * 500, 4096 * 5) // 4096 * 4096
        pages = [start for start in range(0, len(data), 4096) if data[start + 4 : start + 4096].count(b"marked ") > 500]
        # Each begins with the number of the next.
        self.write_at(self.store, pages[0] if pages else page, b"\xff" * 4)
        listed = self.json_of("list", "list")["memos"]
        self.assertEqual(sorted(memo["id"] for memo in listed), ["bad", "fine", "good"])
        self.assertEqual({memo["displayTitle"] for memo in listed}, {"", "fine", "good"})
        self.assertIn("bad", self.refused(1, "show", "bad"))
        self.assertEqual(self.on_store("show", "good"), "good")
        self.assertIn("memo bad", self.run_command("check", "--store", str(self.store)).stdout)


if __name__ == "__main__":
    unittest.main()
