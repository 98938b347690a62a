"""Several servers on one store, typed into, killed and started again at random: no line is lost, nobody is misled."""

import json
import os
import pathlib
import random
import subprocess
import sys
import time
import unittest

from memo_client import PATIENCE
from sharing import typed_lines
from sharing.torture_case import TortureCase

# How long is typed, and into how many servers, in the short form; the long one has more of both.
SECONDS = float(os.environ.get("MEMO_TEST_SECONDS", "6"))
SERVERS = int(os.environ.get("MEMO_TEST_SERVERS", "8"))
MEMOS = int(os.environ.get("MEMO_TEST_MEMOS", "4"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)


class Torture(TortureCase):
    def test_no_typed_line_is_lost_and_no_reader_sees_half_a_save(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_SECONDS={SECONDS:g}", flush=True)
        self.open_all(SEED, [typed_lines.GROWING] + [f"shared-{number}" for number in range(MEMOS)], SERVERS)
        reader = self.begin_reading()
        self.type()
        self.settle()
        self.end_reading(reader)
        self.close_all()
        self.check_end()
        print(", ".join(f"{count} {what}" for what, count in sorted(self.figures.items())), flush=True)

    def type(self):
        """Everybody types, and now and then somebody is killed."""
        end = time.monotonic() + SECONDS
        next_kill = 0
        while (now := time.monotonic()) < end:
            self.hear(0.002)
            editor = self.chance.choice(self.editors)
            # It only grows, so it grows slowly.
            memo = self.memos[0] if self.chance.random() < 0.1 else self.chance.choice(self.memos[1:])
            if now >= next_kill:
                next_kill = now + self.chance.random() * 0.6
                self.figures["kills"] += 1
                editor.kill()
                editor.open()
            elif self.chance.random() < 0.05:
                editor.check(memo)
            elif memo != typed_lines.GROWING and self.chance.random() < 0.006:
                editor.delete(memo, permanent=self.chance.random() < 0.3)
            elif self.chance.random() < 0.2:
                editor.revive(memo)
            else:
                for _ in range(self.chance.choice([1, 1, 2, 5])):
                    if editor.is_ready(memo):
                        editor.type(memo)

    def begin_reading(self):
        script = pathlib.Path(__file__).parent / "store_reader.py"
        reader = subprocess.Popen(
            [sys.executable, script, self.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(reader.stdout.close)
        self.addCleanup(reader.stdin.close)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.kill)
        return reader

    def end_reading(self, reader):
        found = json.loads(reader.communicate(timeout=PATIENCE)[0])
        self.figures["moments read"] = found["moments"]
        self.figures["saves read"] = found["saves"]
        self.assertEqual(found["problems"], [])
        self.assertGreater(found["moments"], SECONDS)


if __name__ == "__main__":
    unittest.main()
