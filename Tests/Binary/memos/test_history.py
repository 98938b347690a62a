"""The history of a memo through the program: pages, earlier texts, undo and redo, restarts, and several servers."""

import os
import signal
import sqlite3
import unittest

from memo_client import call
from sharing_case import SharingCase, over
from text_case import put

# Past the idle delay: what was typed is saved.
BURST = {"ms": 500}
HOUR = 3_600_000
DAY = 24 * HOUR


class Histories(SharingCase):
    def begin(self, *texts):
        """A session whose memo "m" was saved with each of these texts."""
        client = self.start("--virtual-clock")
        client.request("createMemo", {"id": "m", "text": texts[0]})
        for text in texts[1:]:
            client.request("$/advanceClock", BURST)
            self.update(client, {"text": text})
        client.request("$/advanceClock", BURST)
        return client

    def pages(self, client, limit, between=None):
        """The titles of a memo's history, page by page; `between` is called between pages."""
        titles, params = [], {"id": "m", "limit": limit}
        while True:
            page = client.request("history", params)
            titles += [revision["displayTitle"] for revision in page["revisions"]]
            if "nextCursor" not in page:
                return titles
            params["cursor"] = page["nextCursor"]
            if between:
                between()

    def test_pages_of_any_length_are_the_whole_history(self):
        texts = [str(number) for number in range(25)]
        client = self.begin(*texts)
        for limit in (1, 2, 24, 25, 26, 1000):
            self.assertEqual(self.pages(client, limit), texts[::-1])

    def test_no_state_that_stays_is_skipped_or_shown_twice_while_others_come_and_go(self):
        client = self.begin("old 1", "old 2", "old 3")
        client.request("$/advanceClock", {"ms": DAY})
        for number in range(12):
            self.update(client, {"text": f"new {number}"})
            client.request("$/advanceClock", BURST)
        number = iter(range(99))

        def save():
            self.update(client, {"text": f"newest {next(number)}"})
            client.request("$/advanceClock", BURST)

        # The three old ones are the day's before and of one hour: they go with the first save but the last.
        titles = self.pages(client, 2, save)
        self.assertEqual(titles, [f"new {number}" for number in reversed(range(12))] + ["old 3"])

    def test_states_are_thinned_with_age_and_those_that_stay_keep_their_text(self):
        client = self.begin("first")
        for number in range(3):
            for minute in range(3):
                self.update(client, {"text": f"hour {number} minute {minute}"})
                client.request("$/advanceClock", {"ms": 60_000})
            client.request("$/advanceClock", {"ms": HOUR - 180_000})
        kept = client.request("history", {"id": "m"})["revisions"]
        # A save thins what was due before it.
        titles = [f"hour 2 minute {minute}" for minute in (2, 1, 0)] + ["hour 1 minute 2", "hour 1 minute 1"]
        self.assertEqual([revision["displayTitle"] for revision in kept][:5], titles)
        self.assertEqual([r["displayTitle"] for r in kept][-1], "hour 0 minute 2")
        client.request("$/advanceClock", {"ms": 40 * DAY})
        self.update(client, {"text": "much later"})
        client.request("$/advanceClock", BURST)
        self.update(client, {"text": "and again"})
        client.request("$/advanceClock", BURST)
        self.assertEqual(self.pages(client, 50), ["and again", "much later", "hour 2 minute 2"])
        last = client.request("history", {"id": "m"})["revisions"][-1]
        self.assertEqual(client.request("getMemo", {"id": "m", "revision": last["revision"]})["text"],
                         "hour 2 minute 2")
        gone = {"id": "m", "revision": kept[1]["revision"]}
        self.check_error(7, client.request, "getMemo", gone, kind="revisionNotFound", **gone)
        # Undoing passes over what is gone.
        texts = [client.request("undo", {"id": "m"})["text"] for _ in range(2)]
        self.assertEqual(texts, ["much later", "hour 2 minute 2"])
        self.check_error(8, client.request, "undo", {"id": "m"}, kind="nothingToUndo", id="m")

    def test_what_is_undone_and_redone_survives_restarts(self):
        client = self.begin("one", "two", "three")
        for method, text in [("undo", "two"), ("undo", "one"), ("redo", "two"), ("redo", "three"), ("undo", "two")]:
            self.assertEqual(client.request(method, {"id": "m"})["text"], text)
            client.close_input()
            self.assertEqual(client.wait(), 0)
            client = self.start("--virtual-clock")

    def killed(self, client):
        """The session after a kill."""
        os.kill(client.process.pid, signal.SIGKILL)
        client.wait()
        return self.start("--virtual-clock")

    def test_what_is_undone_and_redone_survives_kills(self):
        client = self.begin("one", "two", "three")
        for method, text in [("undo", "two"), ("undo", "one"), ("redo", "two"), ("redo", "three"), ("undo", "two")]:
            self.assertEqual(client.request(method, {"id": "m"})["text"], text)
            client = self.killed(client)
        # Going to the trash and back is no step, nor is an edit of nothing.
        client.request("undo", {"id": "m"})
        client.request("delete", {"id": "m"})
        client.request("restore", {"id": "m"})
        self.update(client)
        client = self.killed(client)
        self.assertEqual(client.request("redo", {"id": "m"})["text"], "two")

    def test_what_is_typed_after_an_undo_and_before_a_kill_ends_what_can_be_redone(self):
        client = self.begin("one", "two", "three")
        client.request("undo", {"id": "m"})
        self.update(client, {"text": "other"})
        client = self.killed(client)
        self.check_error(8, client.request, "redo", {"id": "m"}, kind="nothingToRedo", id="m")
        texts = [client.request("undo", {"id": "m"})["text"] for _ in range(2)]
        self.assertEqual(texts, ["two", "one"])

    def test_messages_sent_behind_an_undo_come_after_it(self):
        client = self.begin("one", "two")
        client.send(
            call("a", "undo", {"id": "m", "baseVersion": 2}),
            call("b", "updateMemo", {"id": "m", "baseVersion": 3, "contentChanges": [put("!", (0, 3), (0, 3))]}),
            call("c", "redo", {"id": "m"}),
            call("d", "getMemo", {"id": "m"}),
        )
        answers = [client.answer() for _ in range(4)]
        self.check_answers(answers, ("a", None), ("b", None), ("c", 8), ("d", None))
        self.assertEqual(answers[3]["result"]["text"], "one!")

    def test_what_is_typed_after_an_undo_can_be_undone_to_what_was_undone_to(self):
        client = self.begin("one", "two", "three")
        client.request("undo", {"id": "m"})
        self.update(client, {"text": "other"})
        texts = [client.request("undo", {"id": "m"})["text"] for _ in range(2)]
        self.assertEqual(texts, ["two", "one"])

    def test_a_step_is_what_one_save_wrote_and_what_is_not_saved_is_one(self):
        client = self.begin("")
        for letter in "abc":
            self.update(client, put(letter, (0, 0), (0, 0)))
        client.request("$/advanceClock", BURST)
        for letter in "def":
            self.update(client, put(letter, (0, 0), (0, 0)))
        texts = [client.request("undo", {"id": "m"})["text"] for _ in range(2)]
        self.assertEqual(texts, ["cba", ""])
        self.assertEqual([client.request("redo", {"id": "m"})["text"] for _ in range(2)], ["cba", "fedcba"])

    def test_restoring_an_earlier_text_keeps_what_is_not_saved_and_can_be_undone(self):
        client = self.begin("one", "two")
        first = client.request("history", {"id": "m"})["revisions"][1]["revision"]
        self.update(client, {"text": "typed"})
        self.assertEqual(client.request("restore", {"id": "m", "revision": first})["text"], "one")
        self.assertEqual(client.request("undo", {"id": "m"})["text"], "typed")
        client.request("delete", {"id": "m"})
        restored = client.request("restore", {"id": "m", "revision": first})
        self.assertEqual((restored["text"], "trashedAt" in restored), ("one", False))

    def test_a_state_that_was_just_listed_can_be_restored_from_the_trash(self):
        client = self.begin("one", "two")
        client.request("delete", {"id": "m"})
        # Saving puts the memo in the trash in the place of the one that lived.
        newest = client.request("history", {"id": "m"})["revisions"][0]["revision"]
        restored = client.request("restore", {"id": "m", "revision": newest})
        self.assertEqual((restored["text"], restored["version"], "trashedAt" in restored), ("two", 4, False))

    def test_a_memo_made_anew_has_nothing_of_the_one_that_was_destroyed(self):
        for is_saved in (False, True):
            client = self.begin("one", "two")
            revision = client.request("history", {"id": "m"})["revisions"][1]["revision"]
            client.request("delete", {"id": "m", "permanent": True})
            if is_saved:
                client.request("$/advanceClock", BURST)
            client.request("createMemo", {"id": "m", "text": "anew"})
            self.assertEqual(self.pages(client, 9), [])
            self.check_error(7, client.request, "getMemo", {"id": "m", "revision": revision})
            client.request("$/advanceClock", BURST)
            self.assertEqual(self.pages(client, 9), ["anew"])
            self.check_error(7, client.request, "getMemo", {"id": "m", "revision": revision})
            self.check_error(8, client.request, "undo", {"id": "m"})
            client.request("delete", {"id": "m", "permanent": True})
            client.close_input()
            self.assertEqual(client.wait(), 0)

    def test_a_destroyed_memos_history_is_destroyed(self):
        client = self.begin("one", "two")
        client.request("delete", {"id": "m", "permanent": True})
        client.close_input()
        self.assertEqual(client.wait(), 0)
        with sqlite3.connect(self.store) as connection:
            self.assertEqual(connection.execute("SELECT count(*) FROM revisions").fetchone(), (0,))

    def test_what_another_server_saved_is_undone_like_any_other_step_and_told_there(self):
        here, there = self.pair("one")
        self.update(there, over(0, "two"))
        there.request("flush")
        self.catch_up(here)
        self.assertEqual(here.request("undo", {"id": "m"})["text"], "one")
        here.request("flush")
        told = self.catch_up(there)
        self.assertEqual([(method, params["contentChanges"]) for method, params in told],
                         [("didChangeMemo", [put("one", (0, 0), (0, 3))])])
        self.assertEqual(there.request("redo", {"id": "m"})["text"], "two")
        self.check_everywhere("two", here, there)

    def test_an_undo_that_has_not_heard_of_anothers_save_takes_it_in_first(self):
        here, there = self.pair("one\n")
        self.update(here, over(0, "two"))
        here.request("flush")
        self.catch_up(there)
        self.update(there, put("more", (1, 0), (1, 0)))
        there.request("flush")
        version = here.request("getMemo", {"id": "m"})["version"]
        data = self.check_error(2, here.request, "undo", {"id": "m", "baseVersion": version})
        self.assertGreater(data["version"], version)
        self.assertEqual(here.request("undo", {"id": "m"})["text"], "two\n")
        self.check_everywhere("two\n", here, there)

    def test_two_servers_that_undo_at_once_agree(self):
        here, there = self.pair("one")
        for text in ("two", "three"):
            self.update(here, over(0, text))
            here.request("flush")
        self.catch_up(there)
        self.assertEqual(here.request("undo", {"id": "m"})["text"], "two")
        self.assertEqual(there.request("undo", {"id": "m"})["text"], "two")
        self.check_everywhere("two", here, there)


if __name__ == "__main__":
    unittest.main()
