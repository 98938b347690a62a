"""Two servers that changed the same memo: nobody's words are lost, whoever saves last, lives, or is killed."""

import unittest

from sharing_case import SharingCase, over
from text_case import put


class Texts(SharingCase):
    def test_edits_of_different_lines_merge_neighbours_included(self):
        for mine, other, merged in [(0, 2, "mine\ntwo\nother"), (0, 1, "mine\nother\nthree"),
                                    (2, 1, "one\nother\nmine")]:
            with self.subTest(mine=mine, other=other):
                self.setUp()
                here, there = self.pair("one\ntwo\nthree")
                self.update(here, over(other, "other"))
                self.update(there, over(mine, "mine"))
                self.check_everywhere(merged, here, there)

    def test_lines_put_in_at_the_same_place_both_stay(self):
        here, there = self.pair("one\ntwo")
        self.update(here, put("other\n", (1, 0)))
        self.update(there, put("mine\n", (1, 0)))
        self.check_everywhere("one\nother\nmine\ntwo", here, there)

    def test_of_one_line_changed_by_both_the_later_stays_and_the_others_text_becomes_a_memo(self):
        here, there = self.pair("one\ntwo", {"tags": ["a"]})
        self.update(here, over(0, "other"))
        self.update(there, over(0, "mine"))
        here.request("flush")
        self.catch_up(here)
        there.request("flush")
        [copy] = self.copies(there)
        self.assertEqual((copy["text"], copy["version"], copy["saved"]), ("other\ntwo", 1, True))
        self.assertEqual(copy["properties"], {"tags": ["a"], "conflictOf": "m"})
        created = [params for method, params in self.catch_up(there) if method == "didCreateMemo"]
        self.assertEqual(created, [{"id": copy["id"]}])
        told = self.catch_up(here)
        self.assertIn(("didCreateMemo", {"id": copy["id"]}), told)
        self.assertIn("didChangeMemo", [method for method, _ in told])
        self.check_everywhere("mine\ntwo", here, there, copies=["other\ntwo"])

    def test_the_copy_is_durable_together_with_the_memo(self):
        for kill in (False, True):
            with self.subTest(kill=kill):
                self.setUp()
                here, there = self.pair("text")
                self.update(here, over(0, "other"))
                self.update(there, over(0, "mine"))
                here.request("flush")
                # Of one memo alone: what it can't be stored without goes along.
                self.assertEqual(there.request("flush", {"id": "m"}), {"memosWritten": 2})
                if kill:
                    there.kill()
                    there = self.join()
                self.check_everywhere("mine", here, there, copies=["other"])

    def test_two_memos_made_under_one_name_both_survive(self):
        here, there = self.join(), self.join()
        here.request("createMemo", {"id": "m", "text": "other"})
        there.request("createMemo", {"id": "m", "text": "mine"})
        here.request("flush")
        there.request("flush")
        self.check_everywhere("mine", here, there, copies=["other"])

    def test_a_hundred_rounds_of_edits_on_both_sides_lose_no_line(self):
        here, there = self.pair("end")
        for number in range(100):
            for client, who in ((here, "here"), (there, "there")):
                self.update(client, put(f"{who} {number}\n", (number, 0)))
            (here, there)[number % 2].request("flush")
        self.check_everywhere(self.settled(here, there), here, there)
        lines = self.text(here).split("\n")
        self.assertEqual(sorted(lines),
                         sorted(["end"] + [f"{who} {n}" for who in ("here", "there") for n in range(100)]))

    def settled(self, *clients):
        for client in [*clients, *clients]:
            client.request("flush")
        self.catch_up(clients[0])
        return self.text(clients[0])


class Properties(SharingCase):
    def test_they_merge_member_by_member_and_the_later_wins(self):
        here, there = self.pair("", {"both": 0, "theirs": 0, "mine": 0, "gone": 0, "in": {"theirs": 0, "mine": 0}})
        self.update(here, properties={"both": 1, "theirs": 1, "gone": None, "in": {"theirs": 1}, "new": [1]})
        self.update(there, properties={"both": 2, "mine": 2, "in": {"mine": 2}})
        here.request("flush")
        there.request("flush")
        merged = {"both": 2, "theirs": 1, "mine": 2, "in": {"theirs": 1, "mine": 2}, "new": [1]}
        for client in (there, here):
            self.catch_up(client)
            self.assertEqual(client.request("getMemo", {"id": "m"})["properties"], merged)

    def test_properties_there_and_text_here_merge(self):
        here, there = self.pair("text")
        self.update(here, properties={"pinned": True})
        self.update(there, over(0, "mine"))
        self.check_everywhere("mine", here, there)
        for client in (here, there):
            self.assertEqual(client.request("getMemo", {"id": "m"})["properties"], {"pinned": True})


class Deletions(SharingCase):
    def test_deleted_there_and_edited_here_it_comes_back_with_the_text_of_here(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair("one\ntwo")
                here.request("delete", {"id": "m", "permanent": permanent})
                self.update(there, over(0, "mine"))
                here.request("flush")
                there.request("flush")
                self.assertNotIn("trashedAt", there.request("getMemo", {"id": "m"}))
                self.assertIn(("didCreateMemo", {"id": "m"}), self.catch_up(here))
                self.check_everywhere("mine\ntwo", here, there)

    def test_edited_there_and_deleted_here_it_comes_back_with_the_text_of_there(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair("one\ntwo")
                self.update(here, over(0, "other"))
                there.request("delete", {"id": "m", "permanent": permanent})
                here.request("flush")
                there.request("flush")
                self.assertIn(("didCreateMemo", {"id": "m"}), self.catch_up(there))
                self.assertNotIn("trashedAt", there.request("getMemo", {"id": "m"}))
                self.check_everywhere("other\ntwo", here, there)

    def test_deleted_by_both_it_stays_deleted(self):
        for permanent in (False, True):
            with self.subTest(permanent=permanent):
                self.setUp()
                here, there = self.pair("text")
                for client in (here, there):
                    client.request("delete", {"id": "m", "permanent": permanent})
                for client in (here, there):
                    client.request("flush")
                for client in (here, there):
                    self.catch_up(client)
                    self.assertEqual(client.request("list")["total"], 0)
                    self.assertEqual(client.request("list", {"trashed": True})["total"], 0 if permanent else 1)


if __name__ == "__main__":
    unittest.main()
