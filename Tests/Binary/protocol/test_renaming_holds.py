"""What is renamed holds up what comes behind it no longer than it must, and that sees what was renamed."""

import time
import unittest

from memo_case import STILL, MemoCase
from memo_client import call, notification
from text_case import append

# Far below the seconds for which a locked store is waited for.
AT_ONCE = 3
WHOLE = [{"text": "again"}]


class RenamingCase(MemoCase):
    """A store that another program keeps locked, and what is to be renamed in it."""

    def prepare(self, *edits):
        """Makes memos, of which nothing is unsaved and nobody has to look through one any more, but for these edits."""
        self.client = self.start(*STILL)
        for id, text in (("a", "Old"), ("b", "[[Old]]"), ("c", "{{title}} #template"), ("d", "words")):
            self.client.request("createMemo", {"id": id, "text": text})
        self.assertEqual(self.client.request("rename", {"tag": "none", "to": "other"})["memos"], 0)
        for edit in edits:
            self.client.request("updateMemo", edit)
        self.release = self.lock_store()

    def texts(self, *ids):
        return [self.client.request("getMemo", {"id": id})["text"] for id in ids]


class RenamingUnsaved(RenamingCase):
    """Renaming has to save first, which the lock makes long: others go on after a while."""

    def setUp(self):
        super().setUp()
        self.prepare({"id": "d", "contentChanges": WHOLE})

    def test_what_goes_on_meanwhile_comes_before_it_and_undoing_takes_back_the_renaming_alone(self):
        rename = self.client.start_request("rename", {"id": "a", "title": "New"})
        edit = {"id": "b", "baseVersion": 1, "contentChanges": [append("!")]}
        self.assertEqual(self.client.request("updateMemo", edit)["version"], 2)
        self.client.request("createMemo", {"id": "e", "text": "[[Old]]"})
        self.assertEqual(self.texts("a", "b"), ["Old", "[[Old]]!"])
        self.release()
        self.assertEqual(self.client.result_of(rename), {"memos": 3, "edits": 3})
        self.assertEqual(self.texts("a", "b", "d", "e"), ["New", "[[New]]!", "again", "[[New]]"])
        for id, text in (("a", "Old"), ("b", "[[Old]]!"), ("e", "[[Old]]")):
            self.assertEqual(self.client.request("undo", {"id": id})["text"], text)

    def test_one_that_is_cancelled_before_it_is_stored_renames_nothing_and_holds_nothing_up(self):
        rename = self.client.start_request("rename", {"id": "a", "title": "New"})
        edit = self.client.start_request("updateMemo", {"id": "b", "contentChanges": [append("!")]})
        again = self.client.start_request("rename", {"id": "a", "title": "Newer"})
        self.client.notify("$/cancelRequest", {"id": rename})
        answers = sorted([self.client.answer(), self.client.answer()], key=lambda answer: answer["id"])
        self.check_answers(answers, (rename, -32800), (edit, None))
        self.client.notify("$/cancelRequest", {"id": again})
        self.check_answers([self.client.answer()], (again, -32800))
        self.release()
        self.client.request("flush")
        self.assertEqual(self.texts("a", "b"), ["Old", "[[Old]]!"])

    def test_a_store_that_stays_locked_refuses_it(self):
        rename = self.client.start_request("rename", {"id": "a", "title": "New"})
        get = self.client.start_request("getMemo", {"id": "a"})
        answers = {answer["id"]: answer for answer in (self.client.answer(), self.client.answer())}
        self.assertEqual(answers[get]["result"]["text"], "Old")
        self.assertEqual(answers[rename]["error"]["data"]["reason"], "locked")

    def test_one_that_is_refused_at_once_holds_up_nothing(self):
        self.client.send(
            call(1, "rename", {"id": "none", "title": "New"}),
            call(2, "rename", {"id": "a b", "title": "New"}),
            call(3, "updateMemo", {"id": "b", "contentChanges": WHOLE}),
        )
        self.check_answers([self.client.answer() for _ in range(3)], (1, 1), (2, 1), (3, None))

    def test_what_waits_is_done_before_the_session_is_shut_down(self):
        self.client.notify("rename", {"id": "a", "title": "New"})
        self.client.notify("updateMemo", {"id": "b", "contentChanges": [append("!")]})
        shutdown = self.client.start_request("shutdown")
        self.release()
        self.assertIsNone(self.client.result_of(shutdown))
        self.client.notify("exit")
        self.assertEqual(self.client.wait(), 0)
        self.assertEqual(self.text_after_restart("b"), "[[New]]!")


class Renaming(RenamingCase):
    """Nothing is unsaved, and storing what was renamed has to wait for the lock."""

    def setUp(self):
        super().setUp()
        self.prepare()

    def test_whatever_comes_behind_it_sees_what_it_did(self):
        self.client.send(
            call("rename", "rename", {"id": "a", "title": "New"}),
            call("get", "getMemo", {"id": "b"}),
            call("edit", "updateMemo", {"id": "b", "baseVersion": 2, "contentChanges": [append("!")]}),
            notification("updateMemo", {"id": "d", "contentChanges": [append("!")]}),
            call("create", "createMemo", {"text": "[[Old]]"}),
            call("list", "list", {"sort": "title"}),
            call("again", "rename", {"id": "a", "title": "Newer", "baseVersion": 2}),
            call("last", "getMemo", {"id": "b"}),
            call("other", "titleBodySplit", {"text": "x"}),
        )
        self.assertEqual(self.client.answer()["id"], "other")
        self.release()
        answers = {}
        for _ in range(7):
            answer = self.client.answer()
            answers[answer["id"]] = answer["result"]
        # A list may be answered later; what it shows is of its turn.
        ids = [id for id in answers if id != "list"]
        self.assertEqual(ids, ["rename", "get", "edit", "create", "again", "last"])
        self.assertEqual(answers["get"]["text"], "[[New]]")
        self.assertEqual(answers["edit"]["version"], 3)
        titles = {memo["displayTitle"] for memo in answers["list"]["memos"]}
        self.assertEqual(titles, {"New", "[[New]]!", "{{title}} #template", "words!", "[[Old]]"})
        self.assertEqual((answers["again"]["memos"], answers["last"]["text"]), (2, "[[Newer]]!"))
        self.assertEqual(self.client.request("getMemo", {"id": "d"})["text"], "words!")

    def test_what_waits_for_it_is_cancelled_at_once_and_not_carried_out(self):
        rename = self.client.start_request("rename", {"id": "a", "title": "New"})
        edit = self.client.start_request("updateMemo", {"id": "b", "contentChanges": WHOLE})
        again = self.client.start_request("rename", {"id": "a", "title": "Newer"})
        for id in (edit, again):
            self.client.notify("$/cancelRequest", {"id": id})
            self.check_answers([self.client.answer()], (id, -32800))
        self.release()
        self.assertEqual(self.client.result_of(rename)["memos"], 2)
        self.assertEqual(self.client.request("getMemo", {"id": "b"})["text"], "[[New]]")

    def test_a_store_that_stays_locked_refuses_it_and_what_waited_goes_on(self):
        rename = self.client.start_request("rename", {"id": "a", "title": "New"})
        edits = [notification("updateMemo", {"id": "a", "contentChanges": [append("!")]}) for _ in range(500)]
        self.client.send(*edits, call("get", "getMemo", {"id": "a"}))
        # They wait a second at most.
        answers = [self.client.answer(), self.client.answer()]
        self.assertEqual([answer["id"] for answer in answers], ["get", rename])
        self.assertEqual(answers[0]["result"]["text"], "Old" + "!" * 500)
        self.assertEqual(answers[1]["error"]["data"]["reason"], "locked")

    def test_a_memo_is_made_of_its_template_as_that_was(self):
        self.client.send(
            call(1, "createMemo", {"id": "made", "template": "c", "values": {"title": "x"}}),
            call(2, "updateMemo", {"id": "c", "contentChanges": WHOLE}),
            call(3, "getMemo", {"id": "made"}),
        )
        answers = [self.client.answer() for _ in range(3)]
        self.check_answers(answers, (1, None), (2, None), (3, None))
        self.assertEqual(answers[2]["result"]["text"], "x")

    def test_the_memo_of_a_day_that_waits_for_the_lock_holds_up_no_other(self):
        daily = self.client.start_request("daily", {"date": "2026-11-22", "template": "c"})
        self.assertEqual(self.client.request("updateMemo", {"id": "d", "contentChanges": WHOLE})["version"], 2)
        self.assertEqual(self.client.request("createMemo", {"text": "new"})["version"], 1)
        edit = self.client.start_request("updateMemo", {"id": "daily-2026-11-22", "contentChanges": [append("!")]})
        self.release()
        self.assertEqual(self.client.result_of(daily)["version"], 1)
        self.assertEqual(self.client.result_of(edit)["version"], 2)

    def test_the_memo_of_a_day_that_is_cancelled_is_not_made_and_holds_up_nothing(self):
        for params in ({"date": "2026-11-22"}, {"date": "2026-11-23", "template": "c"}):
            daily = self.client.start_request("daily", params)
            # By then it waits for the lock.
            for _ in range(200):
                self.client.request("titleBodySplit", {"text": "x"})
            self.client.notify("$/cancelRequest", {"id": daily})
            self.check_answers([self.client.answer()], (daily, -32800))
            began = time.monotonic()
            self.assertEqual(self.client.request("list")["total"], 4)
            self.assertLess(time.monotonic() - began, AT_ONCE)
        self.release()
        self.client.request("flush")
        self.assertEqual(self.client.request("list")["total"], 4)

    def test_a_memo_made_of_a_template_waits_for_what_came_before_it_and_holds_up_no_other_meanwhile(self):
        self.client.request("updateMemo", {"id": "c", "contentChanges": [{"text": "words #template"}]})
        undo = self.client.start_request("undo", {"id": "c"})
        made = self.client.start_request("createMemo", {"id": "made", "template": "c", "values": {"title": "x"}})
        edit = self.client.start_request("updateMemo", {"id": "made", "contentChanges": [append("!")]})
        self.assertEqual(self.client.request("updateMemo", {"id": "d", "contentChanges": WHOLE})["version"], 2)
        self.release()
        for id in (undo, made, edit):
            self.client.result_of(id)
        self.assertEqual(self.texts("made"), ["x!"])


if __name__ == "__main__":
    unittest.main()
