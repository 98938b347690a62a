"""The program started by hand, in a terminal."""

import os
import pty
import subprocess
import unittest

from memo_case import MemoCase
from memo_client import PATIENCE, binary, call, line


class ByHand(MemoCase):
    def type(self, *flags):
        """Starts the program with a terminal for input, types a request and Ctrl-D; returns its output and its log."""
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        environment = self.environment(XDG_DATA_HOME=str(self.folder), MEMO_LS_STORE=str(self.store))
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen([binary(), *flags], env=environment, stdin=slave, **pipes)
        os.close(slave)
        os.write(master, line(call(1, "createMemo", {"id": "a", "text": "by hand"})) + b"\x04")
        output, log = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertIn(b'"id":1,"result"', output)
        return log.decode()

    def test_without_flags_a_person_is_told_what_to_do_and_served_all_the_same(self):
        log = self.type()
        self.assertIn("createMemo", log)
        self.assertIn("--help", log)
        self.assertEqual(self.text_after_restart("a"), "by hand")

    def test_with_a_flag_nothing_is_said(self):
        self.assertEqual(self.type("--log-level", "error"), "")


if __name__ == "__main__":
    unittest.main()
