"""Each step of history says which agent made it, and agents take back what agents did, wherever."""

import json
import sqlite3

from agents.agent_case import AgentCase
from command_case import CommandCase


class Authors(AgentCase):
    def authors(self, id="a"):
        """The authors of the states, the newest first, on which all interfaces agree."""
        found = [row.get("by") for row in self.lines().rows("memo_history", id=id)]
        rows = self.on_store("history", id, "--format", "{by}").splitlines()
        self.assertEqual([row or None for row in rows], found)
        client = self.start()
        revisions = client.request("history", {"id": id})["revisions"]
        self.assertEqual([revision.get("by") for revision in revisions], found)
        self.assertEqual(client.finish(), 0)
        return found

    def text(self, process, id="a"):
        return process.call("A", "read_memo", id=id)["text"]

    def test_each_state_names_its_agent_or_nobody(self):
        self.make_store(a="one\n")
        process = self.lines("--allow-write")
        process.call("Claude", "append_to_memo", id="a", text="two")
        process.call("별 \u0001 하나", "set_tags", id="a", add=["x"])
        self.on_store("append", "a", "typed")
        process.call("", "edit_memo", id="a", baseVersion=1, edits=[{"old": "one", "new": "1"}])
        self.assertEqual(self.authors()[1:], [None, "별 하나", "Claude", None])
        self.assertEqual(self.authors()[0], "an agent")
        made = process.call("n" * 1000, "create_memo", text="new")["id"]
        self.assertEqual(self.authors(made), ["n" * 64])
        rows = self.on_store("history", "a", "--format", "{changes}").splitlines()
        self.assertEqual(rows[-2:], ["+1 line by Claude", "made"])

    def test_one_agent_takes_back_what_another_did_in_a_process_that_is_no_more(self):
        self.make_store(a="one\n")
        for number in range(3):
            process = self.lines("--allow-write")
            process.call(f"agent {number}", "append_to_memo", id="a", text=f"word {number}")
            process.kill() if number % 2 else process.close()
        other = self.lines("--allow-write")
        for text in ["one\nword 0\nword 1\n", "one\nword 0\n", "one\n"]:
            other.call("B", "undo_memo", id="a")
            self.assertEqual(self.text(other), text)
        self.assertIn("first state", other.fails("B", "undo_memo", id="a"))
        self.assertIn("trash_memo", other.fails("B", "undo_memo", id="a"))

    def test_a_step_is_taken_back_after_a_kill_right_behind_its_answer(self):
        self.make_store(a="one\n")
        for round in range(10):
            process = self.lines("--allow-write")
            process.call("A", "append_to_memo", id="a", text="word")
            process.kill()
            other = self.lines("--allow-write")
            self.assertEqual(self.text(other), "one\nword\n")
            other.call("B", "undo_memo", id="a")
            other.kill()
        self.assertEqual(self.text(self.lines()), "one\n")

    def test_what_the_journal_alone_has_keeps_its_author(self):
        self.make_store(a="one\n")
        process = self.lines("--allow-write")
        unlock = self.lock_store()
        process.call("A", "append_to_memo", id="a", text="two")
        process.kill()
        unlock()
        self.assertEqual(self.authors(), ["A", None])
        other = self.lines("--allow-write")
        other.call("B", "undo_memo", id="a")
        self.assertEqual(self.text(other), "one\n")

    def test_a_persons_step_is_the_persons(self):
        self.make_store(a="one\n")
        process, editor = self.lines("--allow-write"), self.start()
        typed = {"id": "a", "contentChanges": [
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "typed "}]}
        process.call("A", "append_to_memo", id="a", text="two")
        self.wait_until(lambda: editor.request("getMemo", {"id": "a"})["version"] == 2, "the agent's words")
        # The person takes it back: then there is nothing of the agent's.
        editor.request("undo", {"id": "a"})
        editor.request("flush")
        self.assertIn("first state", process.fails("A", "undo_memo", id="a"))
        editor.request("redo", {"id": "a"})
        editor.request("flush")
        self.assertEqual(self.authors(), ["A", None, "A", None])
        editor.request("updateMemo", typed)
        editor.request("flush")
        failure = process.fails("A", "undo_memo", id="a")
        self.assertIn("a person's", failure)
        self.assertIn("edit_memo", failure)
        # What the person takes back is the agent's again.
        editor.request("undo", {"id": "a"})
        editor.request("flush")
        process.call("A", "undo_memo", id="a")
        self.assertEqual(self.text(process), "one\n")

    def test_a_conflict_s_loser_is_told_and_nothing_of_it_is_taken_back(self):
        self.make_store(a="one\n")
        process, editor = self.lines("--allow-write"), self.start()
        editor.request("getMemo", {"id": "a"})
        process.call("A", "edit_memo", id="a", baseVersion=1, edits=[{"old": "one", "new": "agent"}])
        editor.request("updateMemo", {"id": "a", "contentChanges": [{"text": "person\n"}]})
        editor.request("flush")
        self.assertIn("a person's", process.fails("A", "undo_memo", id="a"))
        self.assertEqual(self.text(process), "person\n")

    def test_with_a_tag_no_step_from_outside_is_told_of(self):
        self.make_store(a="Secret\n")
        self.on_store("append", "a", "#work")
        process = self.lines("--allow-write", "--tag", "work")
        free = self.lines("--allow-write")
        self.assertEqual([row.get("by") for row in process.rows("memo_history", id="a")], [None])
        self.assertIn("keep the tag work", process.fails("A", "undo_memo", id="a"))
        free.call("B", "edit_memo", id="a", baseVersion=2, edits=[{"old": "#work", "new": "work"}])
        free.call("B", "edit_memo", id="a", baseVersion=3, edits=[{"old": "work", "new": "#work again"}])
        read = lambda: process.end(process.begin("A", "read_memo", id="a"))[0] or {}
        self.wait_until(lambda: read().get("version") == 4, "the tag")
        self.assertEqual([row.get("by") for row in process.rows("memo_history", id="a")], ["B", None])
        self.assertIn("keep the tag work", process.fails("A", "undo_memo", id="a"))
        process.call("A", "append_to_memo", id="a", text="more")
        process.call("A", "undo_memo", id="a")
        self.assertEqual(self.text(process), "Secret\n#work again\n")


class EarlierStores(CommandCase):
    def test_a_store_from_before_names_nobody(self):
        self.make_store(a="one\n")
        self.on_store("append", "a", "two")
        self.sql(
            "DROP TABLE sync_hubs", "DROP TABLE sync_rows", "DROP TABLE sync_revisions",
            "DROP TABLE open_files", "DROP TRIGGER stemmed_link_deleted", "DROP TABLE link_stems", "DROP TABLE files",
            "DROP TRIGGER name_inserted", "DROP TRIGGER name_deleted", "DROP TRIGGER name_changed",
            "DROP TRIGGER name_trashed", "DROP TRIGGER link_inserted", "DROP TRIGGER link_deleted",
            "DROP TRIGGER references_inserted", "DROP TRIGGER references_deleted", "DROP TABLE shared_names",
            "DROP TABLE unmet_links", "DROP TABLE unlinking",
            "ALTER TABLE memos DROP COLUMN author", "ALTER TABLE revisions DROP COLUMN author",
            "PRAGMA user_version = 7")
        self.assertEqual(self.on_store("history", "a", "--format", "{version} {by}|"), "2 |\n1 |\n")
        self.assertEqual(json.loads(self.on_store("history", "a", "--json"))["total"], 2)
        connection = sqlite3.connect(self.store)
        self.assertEqual(connection.execute("PRAGMA user_version").fetchone(), (16,))
        connection.close()
        self.on_store("check")
