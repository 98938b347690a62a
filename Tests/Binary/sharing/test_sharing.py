"""Two servers on one store: each tells its client what the other saved."""

import signal
import statistics
import time
import unittest

from memo_case import STILL, WANTS_NOTES
from memo_client import ErrorAnswer, call, notification
from sharing.shadow import applied
from sharing_case import SharingCase, over
from text_case import ENCODINGS, put

# How many changes a store keeps for whoever looks.
CHANGES_KEPT = 10_000
# A change of each kind: letters of every width, line ends of every kind, and whole texts.
CHANGES = {
    "a letter": ("text", "texts"),
    "emoji and Hangul": ("한글 😀 é\nmore 🏳️‍🌈 text", "한국글 😀😀 é\nmore 🏳️ text"),
    "within a surrogate pair's neighbours": ("😀😁", "😀x😁"),
    "characters that share bytes": ("é😀", "è😁"),
    "line ends": ("one\r\ntwo\rthree\n", "one\ntwo\r\nthree\r"),
    "lines here and there": ("\n".join(map(str, range(50))), "\n".join(map(str, range(0, 60, 2)))),
    "all of it": ("one\ntwo", "other\r\ntext"),
    "nothing left": ("one\ntwo", ""),
    "something at last": ("", "one\n한글"),
}


class Changes(SharingCase):
    def test_a_change_is_told_within_a_second(self):
        here = self.start(*STILL)
        here.request("createMemo", {"id": "m"})
        here.request("flush")
        there = self.start(*STILL)
        there.initialize(capabilities=WANTS_NOTES)
        there.request("getMemo", {"id": "m"})
        delays = []
        for round in range(5):
            here.request("updateMemo", {"id": "m", "contentChanges": [{"text": str(round)}]})
            here.request("flush")
            committed = time.monotonic()
            self.assertEqual(there.note("didChangeMemo")["contentChanges"][-1]["text"], str(round))
            delays.append(time.monotonic() - committed)
        # A machine that is busy with other things may be late now and then.
        self.assertLess(statistics.median(delays), 1, delays)

    def test_its_content_changes_lead_from_the_text_that_was_to_the_one_that_is(self):
        for encoding in ENCODINGS:
            here, there = self.join(), self.join(encoding=encoding)
            for number, (what, (before, after)) in enumerate(CHANGES.items()):
                with self.subTest(what, encoding=encoding):
                    id = f"{encoding}-{number}"
                    here.request("createMemo", {"id": id, "text": before})
                    here.request("flush")
                    self.assertEqual(self.text(there, id), before)
                    self.catch_up(there)
                    here.request("updateMemo", {"id": id, "contentChanges": [{"text": after}]})
                    here.request("flush")
                    [(method, told)] = self.catch_up(there)
                    self.assertEqual((method, told["id"]), ("didChangeMemo", id))
                    self.assertEqual(applied(before, told["contentChanges"], encoding), after)
                    self.assertEqual(self.text(there, id), after)

    def test_it_holds_what_changed_and_not_the_whole_text(self):
        lines = [f"line {number}" for number in range(1000)]
        here, there = self.pair("\n".join(lines))
        self.update(here, put("x", (10, 0)))
        self.update(here, put("y", (900, 0)))
        here.request("flush")
        [(_, told)] = self.catch_up(there)
        self.assertLess(sum(len(change["text"]) for change in told["contentChanges"]), 100)

    def test_more_than_4096_changes_come_as_one_that_spans_them(self):
        here, there = self.join(), self.join()
        for count, told in ((4096, 4096), (4097, 1)):
            with self.subTest(count):
                lines = [f"line {number}" for number in range(count)]
                before, after = ("\n".join(["first", *each, "끝 😀"]) for each in (lines, [line + "!" for line in lines]))
                here.request("createMemo", {"id": str(count), "text": before})
                here.request("flush")
                self.assertEqual(self.text(there, str(count)), before)
                self.catch_up(there)
                here.request("updateMemo", {"id": str(count), "contentChanges": [{"text": after}]})
                here.request("flush")
                [(_, params)] = self.catch_up(there)
                self.assertEqual(len(params["contentChanges"]), told)
                self.assertEqual(applied(before, params["contentChanges"], "utf-16"), after)
                self.assertNotIn("first", params["contentChanges"][0]["text"])

    def test_its_version_is_the_stored_one_or_where_it_was_merged_one_more_than_the_larger_of_both(self):
        for mine, others, version in [(0, 1, 2), (0, 4, 5), (4, 1, 6), (3, 3, 5)]:
            with self.subTest(mine=mine, others=others):
                self.setUp()
                here, there = self.pair("one\ntwo")
                for _ in range(others):
                    self.update(here, put("x", (0, 0)))
                here.request("flush")
                for number in range(mine):
                    self.update(there, put("y", (1, 0)), baseVersion=number + 1)
                [(_, told)] = self.catch_up(there)
                self.assertEqual((told["baseVersion"], told["version"]), (mine + 1, version))
                memo = there.request("getMemo", {"id": "m"})
                self.assertEqual((memo["version"], memo["saved"]), (version, mine == 0))
                self.assertEqual(there.request("list")["memos"][0]["version"], version)
                self.assertEqual(self.update(there, put("z", (1, 0)), baseVersion=version), version + 1)

    def test_its_base_is_the_version_that_the_client_knows_change_after_change(self):
        here, there = self.pair("text")
        version = 1
        for _ in range(5):
            self.update(here, put("x", (0, 0)))
            here.request("flush")
            [(_, told)] = self.catch_up(there)
            self.assertEqual(told["baseVersion"], version)
            self.assertGreater(told["version"], version)
            version = self.update(there, put("y", (0, 0)), baseVersion=told["version"])
            there.request("flush")
            self.catch_up(here)

    def test_what_was_merged_at_a_save_is_told_once(self):
        here, there = self.pair("one\ntwo")
        self.update(here, over(0, "ONE"))
        self.update(there, over(1, "TWO"))
        here.request("flush")
        there.request("flush")
        [(method, told)] = self.catch_up(there)
        self.assertEqual((method, told["baseVersion"], told["version"]), ("didChangeMemo", 2, 3))
        self.assertEqual(self.catch_up(there), [])
        memo = there.request("getMemo", {"id": "m"})
        self.assertEqual((memo["version"], memo["saved"]), (3, True))

    def test_properties_are_told_whole_and_without_content_changes_to_make(self):
        here, there = self.pair("text", {"a": 1})
        self.update(here, properties={"b": 2})
        here.request("flush")
        [(_, told)] = self.catch_up(there)
        self.assertEqual(told["properties"], {"a": 1, "b": 2})
        self.assertFalse(told.get("contentChanges"))
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        [(_, told)] = self.catch_up(there)
        self.assertNotIn("properties", told)

    def test_of_a_memo_not_in_memory_only_the_version_is_told(self):
        here = self.join()
        here.request("createMemo", {"id": "m", "text": "text"})
        here.request("flush")
        there = self.join()
        there.request("list")
        self.update(here, put("x", (0, 0)))
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        self.assertEqual(
            self.catch_up(there), [("didChangeMemo", {"id": "m", "baseVersion": 1, "version": 3})]
        )
        self.assertEqual(there.request("list")["memos"][0]["version"], 3)
        memo = there.request("getMemo", {"id": "m"})
        self.assertEqual((memo["text"], memo["version"]), ("xxtext", 3))

    def test_nobody_is_told_what_it_did_itself(self):
        here, there = self.pair("text")
        self.update(here, put("x", (0, 0)))
        here.request("createMemo", {"id": "n"})
        here.request("flush")
        here.request("delete", {"id": "n"})
        here.request("flush")
        self.assertEqual(self.catch_up(here), [])

    def test_a_client_that_asked_for_no_notifications_gets_none_and_its_edits_merge(self):
        here, there = self.pair("one\ntwo", notes=False)
        self.update(here, over(0, "ONE"))
        here.request("flush")
        self.update(there, over(1, "TWO"))
        here.request("createMemo", {"id": "n"})
        here.request("flush")
        there.request("flush")
        self.assertEqual(self.catch_up(there), [])
        self.assertEqual(there.notes, [])
        self.check_everywhere("ONE\nTWO", here, there)
        self.assertEqual(there.finish(), 0)


class Existence(SharingCase):
    def test_memos_made_deleted_restored_and_destroyed_are_told(self):
        here, there = self.pair("text")
        for known in ("m", "n"):
            with self.subTest(known):
                steps = [("delete", {}, ("didDeleteMemo", {"permanent": False})),
                         ("restore", {}, ("didCreateMemo", {}))]
                if known == "n":
                    here.request("createMemo", {"id": "n"})
                    here.request("flush")
                    self.assertEqual(self.catch_up(there), [("didCreateMemo", {"id": "n"})])
                steps.append(("delete", {"permanent": True}, ("didDeleteMemo", {"permanent": True})))
                for method, params, (told, members) in steps:
                    here.request(method, {"id": known} | params)
                    here.request("flush")
                    self.assertEqual(self.catch_up(there), [(told, {"id": known} | members)])
                self.check_error(1, there.request, "getMemo", {"id": known})

    def test_what_came_and_went_between_two_looks_is_not_told(self):
        here, there = self.pair("text")
        here.request("createMemo", {"id": "n"})
        here.request("flush")
        here.request("delete", {"id": "n", "permanent": True})
        here.request("flush")
        # A look may have come between.
        told = [method for method, _ in self.catch_up(there)]
        self.assertIn(told, ([], ["didCreateMemo", "didDeleteMemo"]))

    def test_a_memo_not_read_yet_is_listed_and_read_as_it_is_now(self):
        here = self.join()
        there = self.join()
        self.assertEqual(there.request("list")["memos"], [])
        here.request("createMemo", {"id": "n", "text": "one"})
        here.request("flush")
        self.assertEqual([memo["displayTitle"] for memo in there.request("list")["memos"]], ["one"])
        here.request("updateMemo", {"id": "n", "contentChanges": [{"text": "two"}]})
        here.request("flush")
        self.assertEqual([memo["displayTitle"] for memo in there.request("list")["memos"]], ["two"])
        self.assertEqual(self.text(there, "n"), "two")
        self.check_error(4, there.request, "createMemo", {"id": "n"})


class Starts(SharingCase):
    def test_servers_that_start_at_once_make_one_store(self):
        for round in range(10):
            store = self.folder / str(round) / "memos.sqlite"
            clients = [self.start(*STILL, store=store) for _ in range(8)]
            for number, client in enumerate(clients):
                client.send(call(1, "createMemo", {"id": f"memo-{number}"}), call(2, "flush"))
            for client in clients:
                self.check_answers([client.answer(), client.answer()], (1, None), (2, None))
            self.assertEqual([client.request("list")["total"] for client in clients], [8] * 8)


class Refusals(SharingCase):
    def test_edits_on_their_way_are_refused_even_if_their_number_fits_by_chance(self):
        here, there = self.pair("text")
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        # Taken in here at the latest, so that the memo is at version 2 when the edits arrive.
        self.catch_up(there)
        edits = [{"id": "m", "baseVersion": base, "contentChanges": [put("lost", (0, 0))]} for base in range(1, 9)]
        there.send(*[call(edit["baseVersion"], "updateMemo", edit) for edit in edits])
        for edit in edits:
            error = there.answer()["error"]
            self.assertEqual((error["code"], error["data"]["kind"]), (2, "versionConflict"))
            self.assertEqual((error["data"]["baseVersion"], error["data"]["version"]), (edit["baseVersion"], 2))
        self.assertEqual(self.text(there), "xtext")
        self.assertEqual(self.update(there, put("y", (0, 0)), baseVersion=2), 3)

    def test_edits_on_their_way_as_notifications_are_refused_too(self):
        here, there = self.pair("text")
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        self.catch_up(there)
        edits = [{"id": "m", "baseVersion": base, "contentChanges": [put("lost", (0, 0))]} for base in range(1, 9)]
        there.send(*[notification("updateMemo", edit) for edit in edits])
        for edit in edits:
            told = there.note("didRejectUpdate")
            self.assertEqual((told["id"], told["baseVersion"]), ("m", edit["baseVersion"]))
            self.assertEqual(told["error"]["code"], 2)
        self.assertEqual(self.text(there), "xtext")

    def test_a_client_that_leaves_the_base_out_is_never_refused(self):
        here, there = self.pair("one\ntwo")
        self.update(here, over(0, "ONE"))
        here.request("flush")
        self.catch_up(there)
        self.assertEqual(self.update(there, over(1, "TWO")), 3)
        self.check_everywhere("ONE\nTWO", here, there)

    def test_a_delete_with_the_old_version_is_refused(self):
        here, there = self.pair("text")
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        self.catch_up(there)
        with self.assertRaises(ErrorAnswer) as refused:
            there.request("delete", {"id": "m", "baseVersion": 1})
        self.assertEqual(refused.exception.code, 2)
        self.assertEqual(self.text(there), "xtext")


class LongAbsence(SharingCase):
    def test_whoever_has_missed_more_than_is_kept_reads_everything_anew(self):
        here, there = self.pair("old")
        # It would look every now and then.
        there.process.send_signal(signal.SIGSTOP)
        self.addCleanup(there.process.send_signal, signal.SIGCONT)
        self.update(here, over(0, "new"))
        here.request("flush")
        # One change more than is kept: that of the memo is forgotten.
        for start in range(0, CHANGES_KEPT, 1000):
            here.send(*[notification("createMemo", {"id": f"n{start + number}"}) for number in range(1000)])
        here.request("flush")
        there.process.send_signal(signal.SIGCONT)
        (change,) = [params for method, params in self.catch_up(there) if method == "didChangeMemo"]
        self.assertEqual((change["id"], change["contentChanges"][0]["text"]), ("m", "new"))
        self.assertEqual(self.text(there), "new")
        self.update(there, put("still ", (0, 0)))
        self.check_everywhere("still new", here, there)


class Start(SharingCase):
    def test_a_client_that_has_read_nothing_yet_hears_of_others_from_the_start_on(self):
        asks = {"capabilities": {"memo": {"notifications": True}}}
        here, there = self.start(), self.start()
        for client in (here, there):
            client.initialize(**asks)
        here.request("createMemo", {"id": "m", "text": "text"})
        here.request("flush")
        self.assertEqual(there.note("didCreateMemo"), {"id": "m"})


class Clock(SharingCase):
    def test_what_others_did_is_taken_in_at_the_end_of_an_advance(self):
        here, there = self.pair("text")
        self.update(here, put("x", (0, 0)))
        here.request("flush")
        there.send(
            call(1, "$/advanceClock", {"ms": 0}),
            call(2, "updateMemo", {"id": "m", "baseVersion": 1, "contentChanges": [put("y", (0, 0))]}),
        )
        self.assertEqual(there.answer()["id"], 1)
        self.assertIn("didChangeMemo", [note["method"] for note in there.notes])
        self.assertEqual(there.answer()["error"]["data"]["version"], 2)

    def test_what_comes_behind_an_advance_is_answered_behind_it(self):
        client = self.join()
        for _ in range(50):
            client.send(call(1, "$/advanceClock", {"ms": 1}), call(2, "list"), call(3, "$/advanceClock", {"ms": 1}))
            self.check_answers([client.answer() for _ in range(3)], (1, None), (2, None), (3, None))

    def test_an_advance_saves_what_is_due_before_it_looks(self):
        here, there = self.pair("one\ntwo")
        self.update(here, over(0, "ONE"))
        here.request("$/advanceClock", {"ms": 600_000})
        self.update(there, over(1, "TWO"))
        there.request("$/advanceClock", {"ms": 600_000})
        self.assertTrue(there.request("getMemo", {"id": "m"})["saved"])
        self.check_everywhere("ONE\nTWO", here, there)


if __name__ == "__main__":
    unittest.main()
