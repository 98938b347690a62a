"""Conversations of pygls' client, which a Python that has it carries out."""

import json
import pathlib
import subprocess

from lsp.lsp_case import LspCase

ROOT = pathlib.Path(__file__).resolve().parents[3]


class PyglsCase(LspCase):
    def converse(self, script):
        """What a script beside this file tells."""
        python = subprocess.run(
            ["sh", "Tests/Tools/pygls.sh"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
        done = subprocess.run(
            [python, str(pathlib.Path(__file__).with_name(script))],
            env=self.env, cwd=self.notes, capture_output=True, text=True, timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return json.loads(done.stdout)
