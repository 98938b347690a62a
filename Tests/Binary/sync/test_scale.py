"""What measures a hub for the arithmetic of Sources/README.md runs, in its smallest form, as the program asks one."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from memo_client import PATIENCE, binary
from sync.hub_case import ROOT, Hub, HubCase

SCRIPT = ROOT / "Tests" / "Scale" / "scale.py"
BODIES = [int(size) for size in re.search(r"BODIES = \((\d+), (\d+)\)", SCRIPT.read_text(encoding="utf-8")).groups()]


class Scale(HubCase):
    @unittest.skipUnless(shutil.which(Hub.tool("pgbench")), "pgbench is not here")
    def test_it_measures_all_that_the_arithmetic_needs(self):
        done = subprocess.run(
            [sys.executable, str(SCRIPT), str(pathlib.Path(binary()).resolve()), "1", "2"], capture_output=True,
            text=True, timeout=4 * PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        figures = json.loads(done.stdout[done.stdout.index("{\n"):])
        for body in BODIES:
            for name in ("bytesAMemo", "polls", "pulls", "acknowledgements", "pushes", "logBytesAPush",
                         "pushesWithoutNotify"):
                self.assertGreater(figures[f"body{body}"][name], 0, (body, name))

    def test_its_bodies_are_as_long_as_those_of_a_memo_that_is_new_and_of_one_that_several_processes_wrote(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", ("Memo\n" + "word and some more, " * 20)[:340])
        sizes = f"""SELECT octet_length(body) FROM memo_sync.item JOIN memo_sync.account USING (account)
            WHERE name = '{self.account}'"""
        laptop.sync()
        found = [self.hub.sql(sizes)]
        for device in (phone, laptop, phone, laptop):
            device.sync()
            device.do("append", "m", "x")
            device.sync()
        found.append(self.hub.sql(sizes))
        self.assertEqual(found, [str(size) for size in BODIES])
