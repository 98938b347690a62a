"""A machine that runs out of something, and clients that ask for more than is good for them."""

import os
import pty
import resource
import select
import sys
import tty
import unittest

from memo_case import STILL, MemoCase
from memo_client import call, notification


class Misfortunes(MemoCase):
    def test_a_batch_that_ends_the_session_is_answered_whole(self):
        client = self.start()
        client.send([call(1, "createMemo", {"id": "a"}), notification("exit"), call(2, "stats")])
        self.assertEqual([answer.get("id") for answer in client.read()], [1, 2])
        self.assertEqual(client.rest(), [])
        self.assertEqual(client.wait(), 1)

    def test_shutdown_and_exit_in_one_batch_are_answered(self):
        client = self.start()
        client.send([call(1, "createMemo", {"id": "a"}), call(2, "shutdown"), notification("exit")])
        self.assertEqual([answer["id"] for answer in client.read()], [1, 2])
        self.assertEqual(client.wait(), 0)

    def test_a_batch_of_enormous_answers_is_refused_in_part_and_takes_bounded_memory(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "x\n" * 500_000})
        client.send([call(number, "getMemo", {"id": "a"}) for number in range(500)])
        answers = client.read(timeout=60)
        self.assertEqual([answer["id"] for answer in answers], list(range(500)))
        codes = [answer.get("error", {}).get("code") for answer in answers]
        self.assertEqual(sorted(set(codes), key=str), [5, None])
        self.assertEqual(client.finish(), 0)

    def test_with_no_descriptor_left_a_living_parent_is_not_taken_for_dead(self):
        client = self.start()
        client.initialize(processId=os.getpid())
        client.request("createMemo", {"id": "a", "text": "kept"})
        client.request("flush")
        if sys.platform != "linux":
            self.skipTest("needs prlimit")
        resource.prlimit(client.process.pid, resource.RLIMIT_NOFILE, (4, 4))
        # Longer than two looks at the parent: nothing comes, neither an answer nor the end.
        self.assertEqual(select.select([client.output], [], [], 1.3)[0], [])
        self.assertEqual(client.request("getMemo", {"id": "a"})["text"], "kept")

    def test_files_that_may_not_grow_are_an_error_and_no_signal(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

        client = self.start(preexec_fn=limit)
        self.check_error(6, client.request, "createMemo", {"text": "nowhere to be kept"}, kind="storeUnavailable")
        client.close_input()
        self.assertIn(client.wait(), (0, 1))

    def test_a_terminal_that_nobody_reads_stops_neither_saves_nor_signals(self):
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        tty.setraw(slave)
        client = self.start(*STILL, "--log-level", "debug", stderr=slave)
        os.close(slave)
        client.request("createMemo", {"id": "a", "text": "kept"})
        for _ in range(2000):
            client.notify("unknown")  # a line in the log each
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "still kept"}]})
        client.process.terminate()
        self.assertEqual(client.wait(), 143)
        self.assertEqual(self.text_after_restart("a"), "still kept")

    def test_a_database_that_was_removed_is_told_and_not_made_anew(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "kept"})
        client.request("flush")
        self.store.unlink()
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "typed since"}]})
        data = self.check_error(6, client.request, "flush", kind="storeUnavailable", retryable=False)
        self.assertEqual(data["reason"], "replaced")
        self.assertFalse(self.store.exists())
        self.assertFalse(client.request("getMemo", {"id": "a"})["saved"])


if __name__ == "__main__":
    unittest.main()
