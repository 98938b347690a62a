"""One memo that can't be saved keeps no other from being saved, listed, shown or brought back."""

import sqlite3
import unittest

from command_case import CommandCase
from memo_case import STILL, WANTS_NOTES
from opening.test_damaged_memos import ONES, layout
from text_case import append


class SavingAlone(CommandCase):
    def start_harmed(self, *flags):
        """A session in which all memos were read, and one of them was damaged in the store since."""
        self.make_store(bad="line of words\n" * 20_000, good="good", fine="fine")
        client = self.start(*flags)
        client.initialize(capabilities=WANTS_NOTES)
        for id in ("bad", "good", "fine"):
            client.request("getMemo", {"id": id})
        connection = sqlite3.connect(self.store, isolation_level=None)
        layout(lambda old: old[:512] + ONES + old[1024:])(connection)
        connection.close()
        return client

    def type(self, client, *ids):
        for id in ids:
            client.request("updateMemo", {"id": id, "contentChanges": [append("!")]})

    def test_the_others_are_saved_at_their_time_whatever_is_tried_again(self):
        client = self.start_harmed("--autosave-delay-ms", "20")
        self.type(client, "bad", "good")
        told = client.note("didFailToSaveMemo")
        self.assertEqual((told["id"], told["retryInMs"], told["error"]["data"]["reason"]), ("bad", 500, "corrupt"))
        self.assertIn("memo-ls recover", told["error"]["message"])
        for _ in range(3):
            self.type(client, "good", "fine")
            for _ in range(2):
                client.note("didSaveMemo")
        self.check_error(6, client.request, "flush", reason="corrupt", kind="storeUnavailable")
        self.type(client, "fine")
        self.assertEqual(client.request("flush", {"id": "fine"})["memosWritten"], 1)
        self.assertEqual([self.on_store("show", id) for id in ("good", "fine")], ["good!!!!", "fine!!!!"])
        self.assertEqual(self.on_store("list").count("\n"), 3)
        client.close_input()
        client.rest()
        self.assertEqual(client.wait(), 1)

    def test_what_a_kill_leaves_of_it_is_kept_aside_and_the_others_are_brought_back_at_once(self):
        client = self.start_harmed(*STILL)
        self.type(client, "bad", "good", "fine")
        client.kill()
        said = self.run_command("check", "--store", str(self.store))
        self.assertEqual(said.returncode, 1)
        self.assertIn("brings back what the store takes, and memo-ls recover writes all into files", said.stdout)
        shown = self.run_command("show", "--store", str(self.store), "good")
        self.assertEqual((shown.returncode, shown.stdout), (0, "good!"))
        self.assertIn("memo-ls recover writes what is in there into files", shown.stderr)
        self.assertEqual([self.on_store("show", id) for id in ("good", "fine")], ["good!", "fine!"])
        self.assertIn("kept aside by an earlier start", self.run_command("check", "--store", str(self.store)).stdout)


if __name__ == "__main__":
    unittest.main()
