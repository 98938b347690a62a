"""What measures a hub for the arithmetic of Sources/README.md runs, in its smallest form."""

import json
import pathlib
import shutil
import subprocess
import sys
import unittest

from memo_client import PATIENCE, binary
from sync.hub_case import ROOT, Hub


class Scale(unittest.TestCase):
    def test_it_measures_all_that_the_arithmetic_needs(self):
        program = pathlib.Path(binary()).resolve()
        if not program.with_name("memo-ls-sync").exists() or not shutil.which(Hub.tool("pgbench")):
            raise unittest.SkipTest("memo-ls-sync or pgbench is not here")
        done = subprocess.run(
            [sys.executable, str(ROOT / "Tests" / "Scale" / "scale.py"), str(program), "1", "2"], capture_output=True,
            text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        figures = json.loads(done.stdout[done.stdout.index("{\n"):])
        for name in ("bytesAMemo", "polls", "pulls", "acknowledgements", "pushes", "logBytesAPush", "pushesWithoutNotify"):
            self.assertGreater(figures[name], 0, name)
