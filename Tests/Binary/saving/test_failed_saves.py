"""A save that fails: nothing is lost, the client is told, and it is tried again."""

import signal
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import call, notification
from text_case import append


class FailedSaves(MemoCase):
    def locked_session(self):
        client = self.start("--autosave-delay-ms", "20")
        client.initialize(capabilities=WANTS_NOTES)
        client.request("createMemo", {"id": "a", "text": "saved"})
        client.note("didSaveMemo")
        return client, self.lock_store()

    def end(self, client):
        """Ends the input and returns the exit code; notifications may still come."""
        client.close_input()
        client.rest()
        return client.wait()

    def test_a_failed_save_keeps_the_edits_tells_the_client_and_is_tried_again(self):
        client, release = self.locked_session()
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed while it was locked"}]})
        told = client.note("didFailToSaveMemo")
        self.assertEqual((told["id"], told["version"], told["retryInMs"]), ("a", 2, 500))
        error = told["error"]
        self.assertEqual(
            (error["code"], error["data"]), (6, {"kind": "storeUnavailable", "reason": "locked", "retryable": True})
        )
        client.request("updateMemo", {"id": "a", "contentChanges": [append(", and on")]})
        memo = client.request("getMemo", {"id": "a"})
        self.assertEqual((memo["text"], memo["saved"]), ("typed while it was locked, and on", False))
        release()
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 3})
        self.assertEqual(self.end(client), 0)
        self.assertEqual(self.text_after_restart("a"), "typed while it was locked, and on")

    def test_while_the_store_is_locked_edits_are_answered_and_reads_too(self):
        client, release = self.locked_session()
        for number in range(200):
            self.assertEqual(
                client.request("updateMemo", {"id": "a", "contentChanges": [append("x")]})["version"], 2 + number
            )
        self.assertEqual(client.request("createMemo", {"id": "b", "text": "new"})["version"], 1)
        self.assertEqual(client.request("list")["total"], 2)
        release()
        self.assertEqual(self.end(client), 0)
        self.assertEqual(self.text_after_restart("b"), "new")

    def test_a_shutdown_that_cannot_save_says_so_and_the_end_saves_if_it_can(self):
        client, release = self.locked_session()
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "kept"}]})
        self.check_error(6, client.request, "shutdown", reason="locked", kind="storeUnavailable")
        release()
        self.end(client)
        self.assertEqual(self.text_after_restart("a"), "kept")

    def test_whatever_the_end_a_last_save_that_fails_makes_the_status_1_and_the_next_start_saves(self):
        ends = {
            "the end of input": lambda client: None,
            "exit after shutdown": lambda client: client.send(call(1, "shutdown"), notification("exit")),
            "exit": lambda client: client.send(notification("exit")),
            "SIGTERM": lambda client: client.process.send_signal(signal.SIGTERM),
        }
        for number, (name, end) in enumerate(ends.items()):
            with self.subTest(name):
                self.store = self.folder / f"{number}.sqlite"
                client = self.start(*STILL)
                client.request("createMemo", {"id": "a", "text": "saved"})
                client.request("flush")
                client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "kept"}]})
                # Nothing is saved into a database that has been moved away.
                away = self.store.rename(self.folder / "away.sqlite")
                end(client)
                # The end of the input must not overtake the signal.
                if name != "SIGTERM":
                    client.close_input()
                client.rest()
                self.assertEqual(client.wait(), 143 if name == "SIGTERM" else 1)
                self.assertIn("the last save failed", client.stderr())
                away.rename(self.store)
                self.assertEqual(self.text_after_restart("a"), "kept")

    def test_a_flush_that_fails_says_so(self):
        client, release = self.locked_session()
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "kept"}]})
        self.check_error(6, client.request, "flush", reason="locked", retryable=True, kind="storeUnavailable")
        release()
        client.request("flush")
        client.kill()
        self.assertEqual(self.text_after_restart("a"), "kept")


if __name__ == "__main__":
    unittest.main()
