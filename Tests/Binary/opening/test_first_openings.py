"""Many processes that open a new store at the same moment: each makes its memo."""

import subprocess
import unittest

from command_case import CommandCase
from memo_client import PATIENCE, binary

ROUNDS = 25
AT_ONCE = 16


class FirstOpenings(CommandCase):
    def test_of_processes_that_start_at_once_on_a_new_store_each_makes_its_memo(self):
        for number in range(ROUNDS):
            store = self.folder / str(number) / "memos.sqlite"
            commands = [[binary(), "new", "--store", str(store), f"memo {memo}"] for memo in range(AT_ONCE)]
            pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
            running = [subprocess.Popen(command, env=self.environment(), **pipes) for command in commands]
            said = [process.communicate(timeout=PATIENCE)[1] for process in running]
            self.assertEqual(said, [b""] * AT_ONCE, f"round {number}")
            self.assertEqual([process.returncode for process in running], [0] * AT_ONCE)
            client = self.start(store=store)
            self.assertEqual(client.request("list")["total"], AT_ONCE)
            self.assertEqual(client.finish(), 0)


if __name__ == "__main__":
    unittest.main()
