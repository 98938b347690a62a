"""The one thread that everything waits for is never kept: not by another's lock, not by a large memo, not by a
batch."""

import fcntl
import pathlib
import select
import signal
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase, processor_time
from memo_client import call, frame, notification
from text_case import append

MIB = 1 << 20
# The bytes of a write-ahead log's index that readers lock, and who moves the log (walformat.html of SQLite).
FIRST_READ_LOCK, READ_LOCKS = 123, 5


class Turns(MemoCase):
    def edits(self, count):
        return [notification("updateMemo", {"id": "a", "contentChanges": [append("x")]}) for _ in range(count)]

    def test_saves_go_on_while_a_batch_is_carried_out(self):
        count = 100_000
        client = self.start("--autosave-delay-ms", "20", "--autosave-max-delay-ms", "50")
        client.initialize(capabilities=WANTS_NOTES)
        client.request("createMemo", {"id": "a"})
        client.note("didSaveMemo")
        client.send([*self.edits(count), call("end", "getMemo", {"id": "a"})])
        (answer,) = client.answer()
        self.assertEqual(answer["result"]["version"], count + 1)
        saved = [note["params"]["version"] for note in client.notes if note["method"] == "didSaveMemo"]
        self.assertTrue([version for version in saved if version < count], saved)

    def test_what_keeps_it_is_logged_by_name_and_counted(self):
        client = self.start("--log-level", "info", *STILL)
        client.request("createMemo", {"id": "a"})
        self.assertNotIn("slowTurns", client.request("stats"))
        for _ in range(20):
            end = client.start_request("titleBodySplit", {"text": "x"})
            client.result_of(end)
            client.send_raw(frame(self.edits(50_000)), reading=False)
            client.process.send_signal(signal.SIGSTOP)
            select.select([], [], [], 0.3)
            client.process.send_signal(signal.SIGCONT)
            # It may have been stopped while it waited for input.
            if client.request("stats").get("slowTurns"):
                break
        else:
            self.fail("a thread that was stopped in the midst of something has counted nothing")
        # What was stopped took no processor.
        self.assertLess(client.request("stats").get("heaviestTurn", {"processorMs": 0})["processorMs"], 250)
        what = r"(updateMemo|a message|a job|reading input|writing output)"
        self.assertRegex(client.stderr(), what + r" kept everything .* \d+ ms\n")

    @unittest.skipUnless(pathlib.Path("/proc/self/schedstat").exists(), "the processor's time is Linux's to tell")
    def test_what_takes_long_is_done_elsewhere(self):
        client = self.start()
        client.request("createMemo", {"id": "large", "text": "0123456789 abcdefgh\n" * (3 * MIB)})
        client.request("createMemo", {"id": "a", "text": "first"})
        self.assertEqual(client.finish(), 0)
        client = self.start(*STILL)
        client.request("getMemo", {"id": "a"})
        release = self.lock_store()
        client.request("updateMemo", {"id": "a", "contentChanges": [append("!")]})
        for method, params in (
            ("history", {"id": "large"}), ("search", {"query": "abcdefgh"}), ("undo", {"id": "a"}),
            ("list", {"limit": 1000}), ("undo", {"id": "a"}),
        ):
            with self.subTest(method):
                began = processor_time(client)
                client.send(call("x", method, params))
                client.answer()
                self.check_processor_time(processor_time(client) - began, 0.02)
        release()

    def test_a_renaming_that_waits_for_a_locked_store_keeps_edits_a_second(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "#tag"})
        client.request("flush")
        release = self.lock_store()
        client.send(call("rename", "rename", {"tag": "tag", "to": "x"}))
        client.send(call("edit", "updateMemo", {"id": "a", "contentChanges": [append("!")]}))
        self.assertEqual([client.answer()["id"] for _ in range(2)], ["edit", "rename"])
        release()

    def test_what_a_stopped_program_has_locked_keeps_no_edit_up(self):
        client = self.start()
        for id in ("a", "b", "c"):
            client.request("createMemo", {"id": id, "text": id})
        self.assertEqual(client.finish(), 0)
        client = self.start(*STILL)
        client.request("getMemo", {"id": "a"})
        with open(f"{self.store}-shm", "r+b") as index:
            fcntl.lockf(index, fcntl.LOCK_EX, READ_LOCKS, FIRST_READ_LOCK)
            waiting = [call(1, "getMemo", {"id": "b"}), call(2, "list"), call(3, "stats")]
            for message in [*waiting, call("edit", "updateMemo", {"id": "a", "contentChanges": [append("!")]})]:
                client.send(message)
            self.assertEqual(client.answer()["id"], "edit")
            fcntl.lockf(index, fcntl.LOCK_UN, READ_LOCKS, FIRST_READ_LOCK)
        answers = {answer["id"]: answer["result"] for answer in (client.answer() for _ in waiting)}
        self.assertEqual(answers[1]["text"], "b")
        self.assertEqual(answers[2]["total"], 3)
        self.assertNotIn("slowTurns", answers[3])


class ManyUnsaved(MemoCase):
    @unittest.skipUnless(pathlib.Path("/proc/self/schedstat").exists(), "the processor's time is Linux's to tell")
    def test_a_page_after_an_edit_costs_little_with_a_thousand_unsaved_memos(self):
        client = self.start(*STILL)
        for start in range(0, 5000, 500):
            calls = [
                call(id, "createMemo", {"id": f"m{id}", "text": f"title {id}\nwords", "properties": {"tags": ["t"]}})
                for id in range(start, start + 500)
            ]
            client.send(calls)
            client.answer()
        client.request("flush")
        for id in range(1000):
            client.request("updateMemo", {"id": f"m{5 * id}", "contentChanges": [append("!")]})
        for params in ({}, {"sort": "title"}, {"sort": "created", "order": "asc"}, {"tag": "t"}):
            with self.subTest(str(params)):
                self.assertEqual(client.request("list", params)["total"], 5000)
                costs = []
                for _ in range(20):
                    client.request("updateMemo", {"id": "m0", "contentChanges": [append("?")]})
                    began = processor_time(client, "*")
                    client.request("list", params)
                    costs.append(processor_time(client, "*") - began)
                # It has cost 1 to 3 ms here, and more than 10 ms when all was summed up for each page.
                self.check_processor_time(sorted(costs)[10], 0.006, costs)


if __name__ == "__main__":
    unittest.main()
