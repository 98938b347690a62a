"""A server is killed with edits that are not saved, and another saved the same memo: the next start merges them."""

import signal
import unittest

from sharing_case import SharingCase, over
from text_case import put

TEXT = "one\ntwo\nthree"


class Kills(SharingCase):
    """In each test `there` is killed; what it has not saved is all in its journal."""

    def held(self, client):
        """Keeps a session from noticing anything until it is killed."""
        client.process.send_signal(signal.SIGSTOP)
        return client

    def change(self, client, *changes, **members):
        """Changes the memo and saves it."""
        self.update(client, *changes, **members)
        client.request("flush")

    def next_start(self, *killed):
        """Kills sessions; returns a new one that has brought back what they had."""
        for client in killed:
            client.kill()
        session = self.join()
        self.wait_for_recovery(session)
        leftovers = [path.name for path in self.store.parent.iterdir() if path.name.endswith(".bad")]
        self.assertEqual(leftovers, [])
        return session

    def test_saved_by_the_other_after_the_edit(self):
        for saves in (1, 5):
            with self.subTest(saves=saves):
                self.setUp()
                here, there = self.pair(TEXT)
                self.update(there, over(0, "mine"))
                self.held(there)
                for number in range(saves):
                    self.change(here, over(2, f"other {number}"))
                again = self.next_start(there)
                self.check_everywhere(f"mine\ntwo\nother {saves - 1}", here, again)

    def test_saved_by_the_other_with_more_than_a_history_has_room_for(self):
        here, there = self.pair(TEXT)
        self.update(there, over(0, "mine"))
        self.held(there)
        for number in range(4):
            words = "".join(f"{number} {line} other\n" for line in range(500_000))
            self.change(here, {"text": f"{TEXT}\n{words}"})
        self.change(here, {"text": TEXT})
        self.change(here, over(2, "other"))
        self.check_everywhere("mine\ntwo\nother", here, self.next_start(there))

    def test_saved_by_the_other_before_the_edit_noticed_or_not(self):
        for notices in (False, True):
            with self.subTest(notices=notices):
                self.setUp()
                here, there = self.pair(TEXT)
                self.change(here, over(2, "other"))
                if notices:
                    self.catch_up(there)
                self.update(there, over(0, "mine"))
                self.check_everywhere("mine\ntwo\nother", here, self.next_start(there))

    def test_edits_before_and_after_a_save_of_its_own_and_a_merge(self):
        here, there = self.pair(TEXT)
        self.update(there, over(0, "mine"))
        self.change(here, over(2, "other"))
        there.request("flush")
        self.update(there, put("!", (0, 4)))
        self.held(there)
        self.change(here, put("!", (2, 5)))
        self.check_everywhere("mine!\ntwo\nother!", here, self.next_start(there))

    def test_saved_by_the_other_after_the_kill(self):
        here, there = self.pair(TEXT)
        self.update(there, over(0, "mine"))
        there.kill()
        self.change(here, over(1, "other"))
        self.check_everywhere("mine\nother\nthree", here, self.next_start())

    def test_typed_but_not_saved_by_the_other_when_it_is_brought_back(self):
        here, there = self.pair(TEXT)
        self.update(here, over(1, "other"))
        self.update(there, over(0, "mine"))
        self.check_everywhere("mine\nother\nthree", here, self.next_start(there))

    def test_both_killed(self):
        here, there = self.pair(TEXT)
        self.update(here, over(1, "other"))
        self.update(there, over(0, "mine"))
        again = self.next_start(here, there)
        self.check_everywhere("mine\nother\nthree", again)

    def test_the_same_line_changed_by_both(self):
        here, there = self.pair(TEXT)
        self.update(there, over(0, "mine"))
        self.held(there)
        self.change(here, over(0, "other"))
        again = self.next_start(there)
        self.check_everywhere("mine\ntwo\nthree", here, again, copies=["other\ntwo\nthree"])
        [copy] = self.copies(again)
        self.assertEqual(copy["properties"], {"conflictOf": "m"})

    def test_properties_of_both(self):
        here, there = self.pair(TEXT, {"a": 1, "b": 1})
        self.update(there, properties={"a": 2})
        self.held(there)
        self.change(here, properties={"a": 3, "b": 3})
        again = self.next_start(there)
        self.assertEqual(again.request("getMemo", {"id": "m"})["properties"], {"a": 2, "b": 3})

    def test_deleted_by_the_other_it_comes_back(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair(TEXT)
                self.update(there, over(0, "mine"))
                self.held(there)
                here.request("delete", {"id": "m", "permanent": permanent})
                here.request("flush")
                self.check_everywhere("mine\ntwo\nthree", here, self.next_start(there))

    def test_destroyed_and_made_anew_by_the_other_both_texts_are_there(self):
        for edits in (0, 3):
            with self.subTest(edits=edits):
                self.setUp()
                here, there = self.pair(TEXT)
                self.update(there, over(0, "mine"))
                self.held(there)
                here.request("delete", {"id": "m", "permanent": True})
                here.request("flush")
                here.request("createMemo", {"id": "m", "text": "anew"})
                here.request("flush")
                for _ in range(edits):
                    self.change(here, put("x", (0, 0)))
                again = self.next_start(there)
                self.check_everywhere("mine\ntwo\nthree", here, again, copies=["x" * edits + "anew"])

    def test_deleted_in_the_killed_one_and_edited_by_the_other_it_stays(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair(TEXT)
                there.request("delete", {"id": "m", "permanent": permanent})
                self.held(there)
                self.change(here, over(0, "other"))
                self.check_everywhere("other\ntwo\nthree", here, self.next_start(there))

    def test_deleted_in_the_killed_one_and_untouched_by_the_other_it_is_deleted(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair(TEXT)
                there.request("delete", {"id": "m", "permanent": permanent})
                again = self.next_start(there)
                self.catch_up(here)
                for client in (here, again):
                    self.assertEqual(client.request("list")["total"], 0)
                    self.assertEqual(client.request("list", {"trashed": True})["total"], 0 if permanent else 1)


if __name__ == "__main__":
    unittest.main()
