"""Saving: bursts of edits are one write, and a restart gives everything back."""

import contextlib
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import call, notification
from text_case import append

TEXTS = {
    "empty": "",
    "a space": " ",
    "line ends": "\n\r\n\r\r\n\n\r",
    "NUL": "a\0b\0\n\0",
    "controls": "".join(map(chr, range(1, 0xA0))),
    "separators": "a\u2028b\u2029c\u0085d\x0be\x0cf",
    "a byte order mark": "\ufeffa\ufeff",
    "NFC and NFD": "é e\u0301 한글 \u1112\u1161\u11ab",
    "emoji": "😀 👨‍👩‍👧‍👦 🏳️‍🌈 🇰🇷 ☔️ 1️⃣",
    "ends of planes": "\uffff\U0001fffe\U0010ffff\ud7ff\ue000",
    "JSON": '{"a":"\\u0000\\n\\\\\\""}',
    "SQL": "'; DROP TABLE memos; --",
}


class Flushes(MemoCase):
    def test_a_flush_that_a_permanent_delete_overtakes_is_answered_as_one_of_a_memo_that_lived(self):
        client = self.start()
        for round in range(100):
            id = f"memo-{round}"
            client.send(
                call(1, "createMemo", {"id": id, "text": "text"}),
                call(2, "flush", {"id": id}),
                call(3, "delete", {"id": id, "permanent": True}),
                call(4, "flush"),
            )
            answers = {answer["id"]: answer for answer in (client.answer() for _ in range(4))}
            self.assertEqual([answers[id].get("error") for id in range(1, 5)], [None] * 4)
        self.check_error(1, client.request, "flush", {"id": "memo-0"}, kind="memoNotFound", id="memo-0")

    def test_stats_tells_the_size_of_the_journals_files(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a"})
        # As many changes as go through a session that always has one that is not saved yet.
        for _ in range(40):
            client.request("createMemo", {"text": "x" * 500_000})
            client.request("updateMemo", {"id": "a", "contentChanges": [append("x")]})
            client.request("flush")

        def is_right():
            sizes = []
            for path in self.store.parent.glob("*-edits-*"):
                with contextlib.suppress(FileNotFoundError):
                    sizes.append(path.stat().st_size)
            return client.request("stats")["journalBytes"] == sum(sizes)

        # Files are made and taken away in the background.
        self.wait_until(is_right, "the number became the files' size")


class Bursts(MemoCase):
    def test_a_burst_of_a_thousand_keystrokes_is_one_write(self):
        client = self.start()
        client.initialize(capabilities=WANTS_NOTES)
        edits = [
            call(n, "updateMemo", {"id": "a", "baseVersion": n, "contentChanges": [append("x")]})
            for n in range(1, 1001)
        ]
        client.send(call(0, "createMemo", {"id": "a"}), *edits)
        answers = [client.answer() for _ in range(1001)]
        self.assertEqual([answer["result"]["version"] for answer in answers], list(range(1, 1002)))
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 1001})
        stats = client.request("stats")
        numbers = [stats[name] for name in ("editsReceived", "savesWritten", "memosWritten", "memosDirty")]
        self.assertEqual(numbers, [1000, 1, 1, 0])
        self.assertEqual(client.finish(), 0)
        self.assertEqual(self.text_after_restart("a"), "x" * 1000)

    def test_a_thousand_keystrokes_200_ms_apart_are_one_write_in_two_seconds(self):
        client = self.start("--virtual-clock")
        client.request("createMemo", {"id": "a"})
        for _ in range(1000):
            client.send(
                call(1, "updateMemo", {"id": "a", "contentChanges": [append("x")]}),
                call(2, "$/advanceClock", {"ms": 200}),
            )
            self.check_answers([client.read(), client.read()], (1, None), (2, None))
        self.assertEqual(client.request("stats")["savesWritten"], 100)

    def test_memos_that_are_due_together_go_into_one_write(self):
        client = self.start("--virtual-clock")
        for number in range(100):
            client.request("createMemo", {"id": f"memo-{number}"})
        client.request("$/advanceClock", {"ms": 500})
        stats = client.request("stats")
        self.assertEqual((stats["savesWritten"], stats["memosWritten"], stats["store"]["memos"]), (1, 100, 100))

    def test_edits_sent_as_notifications_are_saved_too(self):
        client = self.start()
        client.request("createMemo", {"id": "a"})
        client.send(*[notification("updateMemo", {"id": "a", "contentChanges": [append("x")]}) for _ in range(1000)])
        client.close_input()
        self.assertEqual(client.wait(), 0)
        self.assertEqual(self.text_after_restart("a"), "x" * 1000)


class Restart(MemoCase):
    def test_it_gives_every_text_back_byte_for_byte(self):
        client = self.start()
        for number, text in enumerate(TEXTS.values()):
            client.request("createMemo", {"id": f"memo-{number}", "text": text})
        before = [client.request("getMemo", {"id": f"memo-{number}"}) for number in range(len(TEXTS))]
        self.assertEqual([memo["text"] for memo in before], list(TEXTS.values()))
        self.assertEqual(client.finish(), 0)
        client = self.start()
        for number, memo in enumerate(before):
            with self.subTest(list(TEXTS)[number]):
                self.assertEqual(client.request("getMemo", {"id": f"memo-{number}"}), memo | {"saved": True})

    def test_it_gives_properties_trash_and_versions_back(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "x", "properties": {"n": 1, "o": {"": None, "é": [True]}}})
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "y"}]})
        client.request("createMemo", {"id": "b", "text": "z"})
        client.request("delete", {"id": "b"})
        client.request("createMemo", {"id": "c"})
        client.request("flush")
        client.request("delete", {"id": "c", "permanent": True})
        before = [client.request("getMemo", {"id": id}) for id in "ab"]
        lists = [client.request("list", {"trashed": trashed})["total"] for trashed in (False, True)]
        self.assertEqual(client.finish(), 0)
        client = self.start()
        self.assertEqual(
            [client.request("getMemo", {"id": id}) for id in "ab"], [memo | {"saved": True} for memo in before]
        )
        self.assertEqual([client.request("list", {"trashed": trashed})["total"] for trashed in (False, True)], lists)
        self.check_error(1, client.request, "getMemo", {"id": "c"})

    def test_what_flush_has_answered_survives_a_kill(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "flushed"})
        self.assertEqual(client.request("flush"), {"memosWritten": 1})
        client.kill()
        client = self.start()
        memo = client.request("getMemo", {"id": "a"})
        self.assertEqual((memo["text"], memo["saved"]), ("flushed", True))


if __name__ == "__main__":
    unittest.main()
