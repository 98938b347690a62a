"""`import`: every file becomes its memos, whole or not at all, and nothing twice."""

import json
import os
import random
import signal
import sqlite3
import time
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import call, notification

NONE = {"imported": 0, "unchanged": 0, "skipped": 0, "report": []}
PIECES = ["a", " ", "\n", "\r\n", "\r", "\0", "한", "e\u0301", "👩‍👩‍👧‍👦", "\u2028", "\ufeff", "---\n", '"', "\\", "<b>",
          "\t", "\U0010ffff"]


class ImportCase(MemoCase):
    def setUp(self):
        super().setUp()
        self.notes = self.folder / "notes"
        self.notes.mkdir()

    def write(self, name, contents):
        """Writes a file of the folder to be imported."""
        path = self.notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def imported(self, client, name="", **params):
        """Imports the folder, or a file of it."""
        return client.request("import", {"from": str(self.notes / name)} | params)

    def memos(self, client, trashed=False):
        """All memos with their texts, the oldest first."""
        page = client.request("list", {"limit": 1000, "sort": "created", "order": "asc", "trashed": trashed})
        self.assertNotIn("nextCursor", page)
        return [client.request("getMemo", {"id": memo["id"]}) for memo in page["memos"]]

    def reasons(self, result):
        """The report as paths and reasons."""
        self.assertEqual(result["skipped"], len(result["report"]))
        return {item["path"]: item["reason"] for item in result["report"]}


class Import(ImportCase):
    def test_each_kind_of_file_becomes_its_memos(self):
        markdown = "---\ncreated: 2001-02-03T00:00Z\ntags: [x, y]\n---\nMarkdown\n"
        self.write("a.md", markdown)
        self.write("deep/er/b.TXT", "\ufeffText\r\nlone\rCR")
        self.write("c.json", '[{"title":"T","body":"B","created_at":"2002-01-01T00:00:00Z"},{"body":"only"}]')
        self.write(
            "d.jsonl",
            '{"id":"own","text":"L\\u0000","properties":{"n":1.50},"trashedAt":"2003-01-01T00:00:00Z"}\n\n{"text":""}')
        client = self.start(*STILL)
        self.assertEqual(self.imported(client), NONE | {"imported": 6})
        found = {memo["text"]: memo for memo in self.memos(client)}
        self.assertEqual(set(found), {markdown, "Text\r\nlone\rCR", "T\nB", "only", ""})
        self.assertEqual(found[markdown]["properties"], {"tags": ["x", "y"], "path": "a.md"})
        self.assertEqual(found[markdown]["createdAt"], "2001-02-03T00:00:00.000Z")
        self.assertEqual(found["T\nB"]["modifiedAt"], "2002-01-01T00:00:00.000Z")
        (own,) = self.memos(client, trashed=True)
        self.assertEqual((own["id"], own["text"], own["trashedAt"]), ("own", "L\0", "2003-01-01T00:00:00.000Z"))
        self.assertTrue(all(memo["saved"] and memo["version"] == 1 for memo in [own, *found.values()]))

    def test_a_file_without_times_gives_its_own(self):
        path = self.write("a.txt", "a")
        os.utime(path, (1_000_000_000.25, 1_000_000_000.25))
        client = self.start()
        self.imported(client)
        (memo,) = self.memos(client)
        self.assertEqual((memo["createdAt"], memo["modifiedAt"]), ("2001-09-09T01:46:40.250Z",) * 2)

    def test_times_of_files_before_1970_go_in_and_out_as_they_are(self):
        times = [-250_000_000, -1_000_000_000, -86_400_750_000_000]
        for number, time in enumerate(times):
            os.utime(self.write(f"{number}.txt", f"{number}"), ns=(time, time))
        client = self.start()
        self.assertEqual(self.imported(client), NONE | {"imported": 3})
        told = ["1969-12-30T23:59:59.250Z", "1969-12-31T23:59:59.000Z", "1969-12-31T23:59:59.750Z"]
        self.assertEqual([memo["modifiedAt"] for memo in self.memos(client)], told)
        out = self.folder / "out"
        client.request("export", {"all": True, "format": "text", "to": str(out)})
        self.assertEqual(sorted(path.stat().st_mtime_ns for path in out.rglob("*.txt")), sorted(times))

    def test_numbers_that_are_times_need_an_epoch(self):
        entries = [{"title": "a", "body": "", "created_at": 694224000.5}, {"body": "b", "last_modified": -1}]
        self.write("a.json", json.dumps(entries))
        client = self.start()
        self.assertIn("epoch", self.reasons(self.imported(client))["a.json"])
        self.assertEqual(self.imported(client, epoch=2001), NONE | {"imported": 2})
        self.assertEqual([memo["createdAt"] for memo in self.memos(client)],
                         ["2000-12-31T23:59:59.000Z", "2023-01-01T00:00:00.500Z"])
        other = self.start(store=self.folder / "other.sqlite")
        self.imported(other, epoch=1970)
        self.assertEqual([memo["createdAt"] for memo in self.memos(other)],
                         ["1969-12-31T23:59:59.000Z", "1992-01-01T00:00:00.500Z"])

    def test_one_bad_entry_keeps_its_whole_file_out_and_is_named(self):
        good = '{"text":"good"}'
        bad = {
            "no object": "7",
            "no text": "{}",
            "a text that is none": '{"text":1}',
            "a number without epoch": '{"text":"","created_at":1}',
        }
        client = self.start(*STILL)
        for what, entry in bad.items():
            with self.subTest(what=what):
                self.write("a.json", f"[{good},{good},{entry},{good}]")
                self.write("b.jsonl", f"{good}\n\n{good}\n{entry}\n{good}\n")
                reasons = self.reasons(self.imported(client))
                self.assertEqual(set(reasons), {"a.json", "b.jsonl"})
                for reason in reasons.values():
                    self.assertRegex(reason, "^entry 3: .*nothing of the file was imported$")
        for broken in (good + "\n{", good + '\n{"text":"\\ud800"}', good + "\nnull"):
            self.write("a.json", "[" + broken)
            self.write("b.jsonl", broken)
            self.assertEqual(len(self.reasons(self.imported(client))), 2)
        self.assertEqual(self.memos(client), [])

    def test_importing_again_makes_nothing_twice_whatever_was_done_since(self):
        self.write("a.md", "---\npinned: true\n---\na")
        self.write("b.txt", "b")
        self.write("c/b.txt", "b")
        self.write("d.json", '[{"body":"b"},{"body":"b"}]')
        self.write("e.jsonl", '{"text":"b"}\n{"text":"b"}\n{"id":"own","text":"b"}')
        client = self.start(*STILL)
        self.assertEqual(self.imported(client), NONE | {"imported": 8})
        self.assertEqual(self.imported(client), NONE | {"unchanged": 8})
        first, second, third, *_ = [memo["id"] for memo in self.memos(client) if memo["id"] != "own"]
        client.request("updateMemo", {"id": first, "contentChanges": [{"text": "edited"}]})
        client.request("delete", {"id": second})
        client.request("updateMemo", {"id": third, "properties": {"x": 1}})
        self.assertEqual(self.imported(client), NONE | {"unchanged": 8})
        self.assertEqual(client.finish(), 0)
        client = self.start(*STILL)
        self.assertEqual(self.imported(client), NONE | {"unchanged": 8})
        self.assertEqual(client.request("getMemo", {"id": first})["text"], "edited")

    def test_a_line_with_the_id_of_another_memo_is_skipped_and_that_memo_kept(self):
        client = self.start()
        client.request("createMemo", {"id": "own", "text": "mine"})
        self.write("a.jsonl", '{"id":"own","text":"theirs"}\n{"id":"new","text":"x"}\n{"id":"new","text":"y"}\n'
                              '{"id":"own","text":"mine"}')
        result = self.imported(client)
        self.assertEqual((result["imported"], result["unchanged"]), (1, 1))
        reasons = self.reasons(result)
        self.assertEqual(set(reasons), {"a.jsonl, entry 1", "a.jsonl, entry 3"})
        self.assertEqual(client.request("getMemo", {"id": "own"})["text"], "mine")
        self.assertEqual(client.request("getMemo", {"id": "new"})["text"], "x")

    def test_a_store_goes_out_and_comes_back_the_same(self):
        seed = int(os.environ.get("MEMO_TEST_SEED", random.randrange(1 << 32)))
        print(f"MEMO_TEST_SEED={seed}", flush=True)
        chance = random.Random(seed)
        client = self.start()
        for number in range(300):
            text = "".join(chance.choices(PIECES, k=chance.randrange(12)))
            properties = {"".join(chance.choices(PIECES, k=2)): chance.choice([1, 1.5, True, [], {"a": "\0"}, text])}
            client.request("createMemo", {"id": f"m{number}", "text": text, "properties": properties})
            if chance.random() < 0.2:
                client.request("delete", {"id": f"m{number}"})
        for format, kept in (("json", "id text createdAt modifiedAt properties trashedAt"),
                             ("markdown", "text createdAt modifiedAt properties trashedAt")):
            out = str(self.folder / format)
            client.request("export", {"all": True, "trashed": True, "format": format, "to": out})
            other = self.start(store=self.folder / f"{format}.sqlite")
            self.assertEqual(other.request("import", {"from": out}), NONE | {"imported": 300})

            def seen(client):
                memos = self.memos(client) + self.memos(client, trashed=True)
                return sorted(json.dumps([memo.get(name) for name in kept.split()]) for memo in memos)

            self.assertEqual(seen(other), seen(client))

    def test_a_client_is_told_of_saves_and_of_nothing_another_process_did(self):
        self.write("a.txt", "a")
        client = self.start()
        client.initialize(capabilities=WANTS_NOTES)
        self.imported(client)
        self.assertEqual([note["method"] for note in client.notes], ["didSaveMemo"])

    def test_progress_begins_and_ends_also_where_it_fails(self):
        for number in range(600):
            self.write(f"{number}.txt", str(number))
        client = self.start()
        self.imported(client, workDoneToken=1)
        self.check_error(-32602, client.request, "import", {"from": str(self.notes / "none"), "workDoneToken": "2"})
        steps = [(note["params"]["token"], note["params"]["value"]["kind"]) for note in client.notes]
        self.assertEqual(steps, [(1, "begin"), (1, "report"), (1, "report"), (1, "end"), ("2", "begin"), ("2", "end")])
        parts = [note["params"]["value"].get("percentage") for note in client.notes[1:3]]
        self.assertTrue(0 < parts[0] < parts[1] < 100, parts)

    def test_a_cancelled_import_stops_and_the_next_one_goes_on_from_there(self):
        for number in range(4_000):
            self.write(f"{number}.txt", str(number))
        client = self.start()
        client.send(call("i", "import", {"from": str(self.notes), "workDoneToken": 1}))
        while client.note("$/progress")["value"]["kind"] != "report":
            pass
        client.notify("$/cancelRequest", {"id": "i"})
        self.check_answers([client.answer()], ("i", -32800))
        while client.note("$/progress")["value"]["kind"] != "end":
            pass
        made = client.request("list", {"limit": 1})["total"]
        self.assertGreater(made, 0)
        self.assertLess(made, 4_000)
        self.assertEqual(self.imported(client), NONE | {"imported": 4_000 - made, "unchanged": made})

    def test_a_shutdown_waits_for_an_import_that_is_under_way(self):
        for number in range(2_000):
            self.write(f"{number}.txt", str(number))
        client = self.start(*STILL)
        client.send(
            call("i", "import", {"from": str(self.notes), "workDoneToken": 1}), call("s", "shutdown"),
            notification("exit"))
        imported, shutdown = client.answer(), client.answer()
        self.assertEqual((imported["id"], imported["result"]), ("i", NONE | {"imported": 2_000}))
        self.assertEqual((shutdown["id"], shutdown["result"]), ("s", None))
        self.assertEqual(client.wait(), 0)
        client = self.start()
        self.assertEqual(client.request("list", {"limit": 1})["total"], 2_000)
        self.assertEqual(client.finish(), 0)

    def test_a_server_that_is_ended_logs_what_an_import_has_stored(self):
        for number in range(4_000):
            self.write(f"{number}.txt", str(number))
        client = self.start(*STILL)
        client.send(call("i", "import", {"from": str(self.notes), "workDoneToken": 1}))
        while client.note("$/progress")["value"]["kind"] != "report":
            pass
        client.process.send_signal(signal.SIGTERM)
        client.wait()
        connection = sqlite3.connect(self.store)
        self.addCleanup(connection.close)
        (stored,) = connection.execute("SELECT count(*) FROM memos").fetchone()
        self.assertLess(stored, 4_000)
        self.assertIn(f"an import did not come to its end: it was stopped; what is stored: {stored} memos of ",
                      client.stderr())

    def test_edits_are_answered_while_an_import_runs(self):
        for number in range(1500):
            self.write(f"{number}.txt", str(number))
        client = self.start()
        client.request("createMemo", {"id": "mine", "text": ""})
        client.send(call("i", "import", {"from": str(self.notes)}))
        edits = 0
        while True:
            client.send(call("e", "updateMemo", {"id": "mine", "contentChanges": [{"text": str(edits)}]}))
            answer = client.answer()
            if answer["id"] == "i":
                break
            edits += 1
            time.sleep(0.002)  # as a very fast writer
        self.assertEqual(client.answer()["id"], "e")
        self.assertGreater(edits, 5)

    def test_a_store_that_can_not_be_written_ends_it_and_says_how_far_it_came(self):
        for number in range(600):
            self.write(f"{number}.txt", str(number))
        client = self.start()
        client.request("createMemo", {"id": "mine", "text": ""})
        client.request("flush")
        release = self.lock_store()
        with self.assertRaisesRegex(Exception, "memos of .* files came in before that; import again") as caught:
            self.imported(client)
        self.assertEqual(caught.exception.code, 6)
        self.assertEqual(caught.exception.data["kind"], "storeUnavailable")
        release()
        result = self.imported(client)
        self.assertEqual(result["imported"] + result["unchanged"], 600)
        client.request("flush")
        self.assertEqual(len(self.memos(client)), 601)
        self.assertEqual(client.finish(), 0)
        connection = sqlite3.connect(self.store)
        self.addCleanup(connection.close)
        self.assertEqual(connection.execute("SELECT count(*) FROM memos").fetchone(), (601,))


if __name__ == "__main__":
    unittest.main()
