"""What is done to one memo holds up no other: what concerns the memo waits, everything else is answered."""

import time
import unittest

from memo_case import STILL, MemoCase
from memo_client import call, notification
from text_case import append, put

MIB = 1 << 20
# Far below the seconds for which a locked store is waited for.
AT_ONCE = 3
WHOLE = [{"text": "again"}]


class LongChanges(MemoCase):
    """A change of many bytes is worked out while others are made."""

    def test_what_concerns_the_memo_comes_after_it_and_what_concerns_another_need_not(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "b"})
        long = "0123456789\n" * MIB
        client.send(
            call("make", "createMemo", {"id": "a", "text": long}),
            call("other", "updateMemo", {"id": "b", "contentChanges": [append("?")]}),
            call("edit", "updateMemo", {"id": "a", "baseVersion": 1, "contentChanges": [put("x", (0, 0))]}),
            notification("updateMemo", {"id": "a", "baseVersion": 2, "contentChanges": [put(long, (0, 0))]}),
            call("again", "updateMemo", {"id": "a", "baseVersion": 3, "contentChanges": [put("y", (0, 0))]}),
            call("new", "createMemo", {"text": long}),
            call("list", "list", {"sort": "created", "order": "asc"}),
        )
        answers = {}
        while len(answers) < 6:
            answer = client.answer()
            answers[answer["id"]] = answer["result"]
        order = list(answers)
        for first, second in (("make", "edit"), ("edit", "again"), ("again", "list"), ("new", "list")):
            self.assertLess(order.index(first), order.index(second), order)
        self.assertEqual([answers[id]["version"] for id in ("make", "edit", "again")], [1, 2, 4])
        self.assertEqual([memo["version"] for memo in answers["list"]["memos"]], [2, 4, 1])
        self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "y" + long + "x" + long)

    def test_an_answered_change_outlives_the_process_and_one_that_was_refused_left_nothing(self):
        client = self.start(*STILL)
        long = "0123456789\n" * MIB
        client.request("createMemo", {"id": "a", "text": long})
        client.request("updateMemo", {"id": "a", "contentChanges": [put("x", (0, 0))]})
        client.request("updateMemo", {"id": "a", "contentChanges": [put(long, (0, 0))]})
        stale = {"id": "a", "baseVersion": 1, "contentChanges": [{"text": long}]}
        self.check_error(2, client.request, "updateMemo", stale)
        client.request("updateMemo", {"id": "a", "contentChanges": [put("y", (0, 0))]})
        client.kill()
        self.assertEqual(self.text_after_restart("a"), "y" + long + "x" + long)


class LockedStore(MemoCase):
    """Undoing has to save first, and another program keeps the store locked."""

    def setUp(self):
        super().setUp()
        self.client = self.start(*STILL)
        for id in ("a", "b"):
            self.client.request("createMemo", {"id": id, "text": "first"})
        self.client.request("flush")
        self.client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "second"}]})
        self.release = self.lock_store()

    def test_other_memos_are_read_changed_and_made_meanwhile(self):
        undo = self.client.start_request("undo", {"id": "a"})
        self.assertEqual(self.client.request("updateMemo", {"id": "b", "contentChanges": WHOLE})["version"], 2)
        self.assertEqual(self.client.request("getMemo", {"id": "b"})["text"], "again")
        self.assertEqual(self.client.request("createMemo", {"text": "new"})["version"], 1)
        self.assertEqual(self.client.request("delete", {"id": "b"})["version"], 3)
        self.assertEqual(self.client.request("restore", {"id": "b"})["version"], 4)
        self.release()
        self.assertEqual(self.client.result_of(undo)["text"], "first")

    def test_what_concerns_the_memo_comes_after_it_in_order(self):
        calls = [
            call("undo", "undo", {"id": "a"}),
            call("edit", "updateMemo", {"id": "a", "baseVersion": 3, "contentChanges": [append("!")]}),
            call("get", "getMemo", {"id": "a"}),
            call("list", "list", {"sort": "created"}),
            notification("updateMemo", {"id": "a", "baseVersion": 4, "contentChanges": [append("?")]}),
            call("other", "getMemo", {"id": "b"}),
        ]
        self.client.send(*calls)
        self.assertEqual(self.client.answer()["id"], "other")
        self.release()
        answers = [self.client.answer() for _ in range(4)]
        self.assertEqual([answer["id"] for answer in answers], ["undo", "edit", "get", "list"])
        self.assertEqual(answers[2]["result"]["text"], "first!")
        summaries = {memo["id"]: memo["version"] for memo in answers[3]["result"]["memos"]}
        self.assertGreaterEqual(summaries["a"], 4)
        self.assertEqual(self.client.request("getMemo", {"id": "a"})["text"], "first!?")

    def test_a_renaming_that_waits_behind_it_lets_others_go_on_before_the_store_is_given_up(self):
        undo = self.client.start_request("undo", {"id": "a"})
        rename = self.client.start_request("rename", {"id": "b", "title": "New"})
        self.client.send(
            call("edit", "updateMemo", {"id": "b", "contentChanges": [append("!")]}),
            call("get", "getMemo", {"id": "b"}),
        )
        answers = [self.client.answer() for _ in range(4)]
        self.assertEqual([answer["id"] for answer in answers], ["edit", "get", undo, rename])
        self.assertEqual(answers[1]["result"]["text"], "first!")
        self.check_answers(answers[2:], (undo, 6), (rename, 6))

    def test_a_list_comes_after_all_that_is_under_way(self):
        self.client.request("updateMemo", {"id": "b", "contentChanges": [{"text": "second"}]})
        self.client.send(call(1, "undo", {"id": "a"}), call(2, "undo", {"id": "b"}), call(3, "list"))
        self.release()
        answers = [self.client.answer() for _ in range(3)]
        self.assertEqual({answer["id"] for answer in answers[:2]}, {1, 2})
        self.assertEqual([memo["version"] for memo in answers[2]["result"]["memos"]], [3, 3])

    def test_what_waits_is_cancelled_at_once_and_not_carried_out(self):
        undo = self.client.start_request("undo", {"id": "a"})
        edit = self.client.start_request("updateMemo", {"id": "a", "contentChanges": WHOLE})
        self.client.notify("$/cancelRequest", {"id": edit})
        self.check_answers([self.client.answer()], (edit, -32800))
        self.client.notify("$/cancelRequest", {"id": undo})
        self.check_answers([self.client.answer()], (undo, -32800))
        began = time.monotonic()
        self.assertEqual(self.client.request("list")["total"], 2)
        self.assertLess(time.monotonic() - began, AT_ONCE)
        self.release()
        self.client.request("flush")
        memo = self.client.request("getMemo", {"id": "a"})
        self.assertEqual((memo["text"], memo["version"]), ("second", 2))

    def test_an_undo_that_was_cancelled_is_not_carried_out_when_the_lock_goes(self):
        undo = self.client.start_request("undo", {"id": "a"})
        for _ in range(200):
            self.client.request("titleBodySplit", {"text": "x"})
        self.client.notify("$/cancelRequest", {"id": undo})
        self.check_answers([self.client.answer()], (undo, -32800))
        self.release()
        self.client.request("flush")
        # Behind it, if it still held the memo.
        self.client.request("updateMemo", {"id": "a", "baseVersion": 2, "contentChanges": [append("!")]})
        self.assertEqual(self.client.request("getMemo", {"id": "a"})["text"], "second!")

    def test_what_waits_is_done_before_the_session_is_shut_down(self):
        undo = self.client.start_request("undo", {"id": "a"})
        self.client.notify("updateMemo", {"id": "a", "contentChanges": [append("!")]})
        shutdown = self.client.start_request("shutdown")
        self.release()
        self.assertEqual(self.client.result_of(undo)["text"], "first")
        self.assertIsNone(self.client.result_of(shutdown))
        self.client.notify("exit")
        self.assertEqual(self.client.wait(), 0)
        self.assertEqual(self.text_after_restart("a"), "first!")

    def test_what_waits_is_done_before_the_end_of_input_ends_it(self):
        undo = self.client.start_request("undo", {"id": "a"})
        self.client.send(
            *[notification("updateMemo", {"id": "a", "contentChanges": [append("!")]}) for _ in range(500)])
        self.client.close_input()
        self.release()
        self.assertEqual(self.client.result_of(undo)["text"], "first")
        self.assertEqual((self.client.rest(), self.client.wait()), ([], 0))
        self.assertEqual(self.text_after_restart("a"), "first" + "!" * 500)


class LargeMemo(MemoCase):
    """A memo that takes long to read for the first time."""

    def setUp(self):
        super().setUp()
        client = self.start()
        client.request("createMemo", {"id": "large", "text": "0123456789 abcdefgh\n" * MIB})
        client.request("createMemo", {"id": "small", "text": "first"})
        self.assertEqual(client.finish(), 0)
        self.client = self.start(*STILL)

    def ids_of_answers(self, *calls):
        self.client.send(*calls)
        return [self.client.answer()["id"] for message in calls if "id" in message]

    def test_others_are_answered_while_it_is_read(self):
        edit = {"contentChanges": WHOLE}
        ids = self.ids_of_answers(
            call(1, "updateMemo", {"id": "large"} | edit),
            call(2, "updateMemo", {"id": "small"} | edit),
            call(3, "getMemo", {"id": "nowhere"}),
            call(4, "getMemo", {"id": "large"}),
            call(5, "createMemo", {"id": "new"}),
            call(6, "list"),
            call(7, "delete", {"id": "small"}),
        )
        self.assertEqual(ids, [2, 3, 5, 7, 1, 4, 6])

    def test_others_are_answered_while_its_text_is_put_into_words(self):
        self.client.request("delete", {"id": "large"})
        for method in ("restore", "getMemo", "titleBodySplit"):
            with self.subTest(method):
                ids = self.ids_of_answers(call(1, method, {"id": "large"}), call(2, "getMemo", {"id": "small"}))
                self.assertEqual(ids, [2, 1])

    def test_what_waits_for_it_sees_what_came_before(self):
        self.client.send(
            notification("updateMemo", {"id": "large", "contentChanges": WHOLE}),
            call(1, "list", {"sort": "title"}),
            call(2, "flush"),
        )
        answers = {answer["id"]: answer["result"] for answer in (self.client.answer(), self.client.answer())}
        self.assertIn("again", [memo["displayTitle"] for memo in answers[1]["memos"]])
        self.assertEqual(answers[2], {"memosWritten": 1})

    def test_what_waits_for_it_is_cancelled_at_once(self):
        ids = self.ids_of_answers(
            call(1, "history", {"id": "large"}),
            call(2, "updateMemo", {"id": "large", "contentChanges": WHOLE}),
            notification("$/cancelRequest", {"id": 2}),
        )
        self.assertEqual(ids, [2, 1])
        self.assertEqual(self.client.request("getMemo", {"id": "large"})["version"], 1)

    def test_a_session_that_is_shut_down_behind_what_waits_for_it_ends(self):
        ids = self.ids_of_answers(
            call(1, "undo", {"id": "large"}),
            call(2, "history", {"id": "large"}),
            call(3, "titleBodySplit", {"id": "large"}),
            call(4, "shutdown"),
            notification("exit"),
        )
        self.assertEqual((sorted(ids), ids[-1]), ([1, 2, 3, 4], 4))
        self.assertEqual(self.client.process.wait(timeout=60), 0)


if __name__ == "__main__":
    unittest.main()
