"""What an ended process left in its journal comes into the store beside everything else, however long that takes."""

import time
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import binary, call
from saving.tracing import require_strace
from text_case import append

# Far below the seconds for which a start once waited for another program's lock.
AT_ONCE = 3
# How long a read of a journal is made to take: longer than the start waits for it.
READING_MICROSECONDS = 2_000_000


class Recovering(MemoCase):
    """A killed server has left changes of memo a and a new memo c; another program keeps the store locked."""

    def setUp(self):
        super().setUp()
        client = self.start(*STILL)
        for id in ("a", "b"):
            client.request("createMemo", {"id": id, "text": "first words"})
        client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "last words"}]})
        client.request("createMemo", {"id": "c", "text": "new words"})
        client.kill()
        self.release = self.lock_store()
        self.client = self.start()

    def journals(self):
        return sorted(path.name for path in self.store.parent.glob("*-edits-*"))

    def ids(self, method, params=None):
        page = self.client.request(method, params)
        return sorted(memo["id"] for memo in page["memos"]), page["total"], page.get("recovering")

    def test_what_memos_words_mean_is_told_at_once_with_that_it_goes_on(self):
        self.client.initialize()
        self.client.request("createMemo", {"id": "d", "text": "made meanwhile"})
        questions = {
            "outline": {"id": "d"}, "backlinks": {"id": "d"}, "links": {"kind": "orphans"}, "tags": {},
            "complete": {"kind": "link", "query": "made"},
        }
        for method, params in questions.items():
            with self.subTest(method):
                self.assertIs(self.client.request(method, params).get("recovering"), True)
        self.release()
        self.wait_for_recovery(self.client)
        for method, params in questions.items():
            with self.subTest(method):
                self.assertNotIn("recovering", self.client.request(method, params))

    def test_what_it_does_not_concern_is_answered_at_once(self):
        began = time.monotonic()
        self.client.initialize()
        new = self.client.request("createMemo", {"text": "made meanwhile"})["id"]
        self.client.request("createMemo", {"id": "d", "text": "made meanwhile"})
        self.assertEqual(self.client.request("getMemo", {"id": "b"})["text"], "first words")
        self.assertEqual(self.client.request("updateMemo", {"id": "b", "contentChanges": [append("!")]})["version"], 2)
        self.check_error(1, self.client.request, "getMemo", {"id": "nowhere"})
        self.assertEqual(self.ids("list"), (sorted(["a", "b", "d", new]), 4, True))
        self.assertEqual(self.ids("search", {"query": "made"}), (sorted(["d", new]), 2, True))
        self.client.request("stats")
        self.assertLess(time.monotonic() - began, AT_ONCE)
        self.release()
        self.wait_for_recovery(self.client)
        self.assertEqual(self.ids("list"), (sorted(["a", "b", "c", "d", new]), 5, None))
        self.assertEqual(self.ids("search", {"query": "last"}), (["a"], 1, None))
        self.assertEqual(self.client.finish(), 0)
        # Where a reader was in the way of settling the store, the journal goes at the next start.
        self.client = self.start()
        self.wait_for_recovery(self.client)
        self.assertEqual(self.ids("list"), (sorted(["a", "b", "c", "d", new]), 5, None))
        self.assertEqual(self.client.finish(), 0)
        self.assertEqual(self.journals(), [])

    def start_slowly(self):
        """A session that reads journals slowly, and is still about to."""
        require_strace()
        self.client.kill()
        slow = ["strace", "-f", "-o", str(self.folder / "calls"), "-e", "trace=pread64"]
        slow += ["-e", f"inject=pread64:delay_enter={READING_MICROSECONDS}"]
        for journal in self.store.parent.glob("*-edits-*"):
            slow += ["-P", str(journal)]
        client = self.start(program=[*slow, binary()])
        client.initialize()
        self.assertIs(client.request("list")["recovering"], True)
        return client

    def test_a_flush_waits_for_what_came_before_it_and_waits_for_the_journals_to_be_read(self):
        self.release()
        client = self.start_slowly()
        client.send(call("new", "createMemo", {"text": "made meanwhile"}), call("flush", "flush"))
        self.assertEqual(client.answer()["id"], "new")
        self.assertEqual(client.answer(), {"jsonrpc": "2.0", "id": "flush", "result": {"memosWritten": 1}})
        self.assertEqual(client.finish(), 0)

    def test_what_comes_before_the_journals_are_read_waits_for_that_alone(self):
        client = self.start_slowly()
        client.send(call("new", "createMemo", {"text": "made meanwhile"}), call("old", "getMemo", {"id": "b"}))
        answers = {answer["id"]: answer["result"] for answer in (client.answer() for _ in range(2))}
        self.assertEqual(answers["old"]["text"], "first words")
        self.assertIn("id", answers["new"])
        self.release()
        # A kill would end strace alone.
        self.assertEqual(client.finish(), 0)

    def test_what_concerns_those_memos_waits_by_itself(self):
        self.client.send(
            call("get", "getMemo", {"id": "a"}),
            call("edit", "updateMemo", {"id": "a", "baseVersion": 2, "contentChanges": [append("!")]}),
            call("taken", "createMemo", {"id": "c", "text": "another"}),
            call("export", "export", {"format": "text", "all": True}),
            call("other", "getMemo", {"id": "b"}),
        )
        self.assertEqual(self.client.answer()["id"], "other")
        self.release()
        answers = {answer["id"]: answer for answer in (self.client.answer() for _ in range(4))}
        self.assertEqual(answers["get"]["result"]["text"], "last words")
        self.assertEqual(answers["edit"]["result"]["version"], 3)
        self.check_answers([answers["taken"]], ("taken", 4))
        self.assertEqual(answers["export"]["result"]["count"], 3)
        self.assertEqual(self.client.request("getMemo", {"id": "c"})["text"], "new words")

    def test_what_is_about_all_memos_waits_for_none_of_that(self):
        waiting = self.client.start_request("getMemo", {"id": "a"})
        began = time.monotonic()
        self.assertEqual(self.ids("list"), (["a", "b"], 2, True))
        self.assertEqual(self.ids("search", {"query": "first"}), (["a", "b"], 2, True))
        self.client.request("stats")
        self.check_error(-32602, self.client.request, "createMemo", {"template": "none"})
        self.assertEqual(self.client.request("updateMemo", {"id": "b", "contentChanges": [append("!")]})["version"], 2)
        self.assertLess(time.monotonic() - began, AT_ONCE)
        self.release()
        answer = self.client.answer()
        self.assertEqual((answer["id"], answer["result"]["text"]), (waiting, "last words"))

    def test_a_renaming_is_refused_after_some_seconds(self):
        self.check_error(6, self.client.request, "rename", {"id": "b", "title": "New words"})
        self.assertEqual(self.client.request("getMemo", {"id": "b"})["text"], "first words")

    def test_what_waits_can_be_cancelled(self):
        get = self.client.start_request("getMemo", {"id": "a"})
        self.client.notify("$/cancelRequest", {"id": get})
        self.check_answers([self.client.answer()], (get, -32800))

    def test_shutting_down_waits_for_it_some_seconds_at_most(self):
        waiting = [self.client.start_request("getMemo", {"id": "a"}), self.client.start_request("outline", {"id": "a"})]
        shutdown = self.client.start_request("shutdown")
        answers = sorted((self.client.answer() for _ in range(3)), key=lambda answer: answer["id"])
        self.check_answers(answers, *((id, 6) for id in waiting), (shutdown, None))
        self.client.notify("exit")
        self.assertEqual(self.client.wait(), 0)

    def test_however_many_wait_others_are_answered_and_can_be_cancelled(self):
        exports = [self.client.start_request("export", {"format": "text", "all": True}) for _ in range(20)]
        self.assertEqual(self.client.request("getMemo", {"id": "b"})["text"], "first words")
        self.client.notify("$/cancelRequest", {"id": exports[-1]})
        self.check_answers([self.client.answer()], (exports[-1], -32800))
        self.release()
        for _ in exports[:-1]:
            self.assertEqual(self.client.answer()["result"]["count"], 3)

    def test_clients_are_told_what_came_back_like_what_another_process_did(self):
        self.client.initialize(capabilities=WANTS_NOTES)
        self.assertEqual(self.ids("list"), (["a", "b"], 2, True))
        self.release()
        told = {}
        while len(told) < 2:
            note = self.client.read()
            if note["method"] in ("didChangeMemo", "didCreateMemo"):
                told[note["method"]] = note["params"]["id"]
        self.assertEqual(told, {"didChangeMemo": "a", "didCreateMemo": "c"})

    def test_another_program_that_does_not_let_go_is_told(self):
        self.client.initialize(capabilities=WANTS_NOTES)
        self.assertIn("lock", self.client.note("window/logMessage")["message"])
        self.release()
        self.assertIn("brought back 2 changes of 2 memos", self.client.note("window/logMessage")["message"])

    def test_the_end_does_not_wait_for_the_lock_and_the_next_start_brings_it_back(self):
        get = self.client.start_request("getMemo", {"id": "a"})
        self.client.close_input()
        self.check_answers([self.client.answer()], (get, 6))
        self.assertEqual(self.client.rest(), [])
        self.client.wait()
        self.release()
        self.assertEqual(self.text_after_restart("a"), "last words")
        self.assertEqual(self.text_after_restart("c"), "new words")

    def test_a_kill_meanwhile_takes_nothing(self):
        self.client.initialize()
        self.client.request("updateMemo", {"id": "b", "contentChanges": [{"text": "typed meanwhile"}]})
        self.client.kill()
        self.release()
        self.assertEqual(self.text_after_restart("a"), "last words")
        self.assertEqual(self.text_after_restart("b"), "typed meanwhile")


class AnotherRuns(MemoCase):
    """A server runs while another one is killed."""

    def test_what_that_one_left_is_brought_back_and_told_like_what_another_process_did_and_so_is_the_next(self):
        client = self.start()
        client.initialize(capabilities=WANTS_NOTES)
        for id in ("a", "b", "c"):
            killed = self.start(*STILL)
            killed.request("createMemo", {"id": id, "text": "last words"})
            killed.kill()
            self.assertEqual(client.note("didCreateMemo")["id"], id)
            self.assertEqual(client.request("getMemo", {"id": id})["text"], "last words")

    def test_what_one_left_that_was_killed_behind_another_is_brought_back_by_the_third(self):
        for id in ("a", "b"):
            killed = self.start(*STILL)
            killed.request("createMemo", {"id": id, "text": "last words"})
            killed.kill()
        client = self.start()
        self.wait_for_recovery(client)
        for id in ("a", "b"):
            self.assertEqual(client.request("getMemo", {"id": id})["text"], "last words")


class NothingToRecover(MemoCase):
    """A server that ended has left nothing in a journal; another program keeps the store locked."""

    def test_nothing_is_recovered_while_the_store_is_locked(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "first words"})
        self.assertEqual(client.finish(), 0)
        release = self.lock_store()
        client = self.start(*STILL)
        client.initialize()
        self.assertNotIn("recovering", client.request("list"))
        self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "first words")
        self.assertEqual(client.finish(), 0)
        release()


if __name__ == "__main__":
    unittest.main()
