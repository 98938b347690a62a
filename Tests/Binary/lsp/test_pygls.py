"""pygls' client, whose types check all that the server answers."""

import json
import pathlib
import subprocess

from lsp.lsp_case import LspCase

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Pygls(LspCase):
    def test_every_kind_of_request_is_answered_as_the_types_say(self):
        python = subprocess.run(
            ["sh", "Tests/Tools/pygls.sh"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
        self.memo("new", input="# Other\nwords\n")
        done = subprocess.run(
            [python, str(pathlib.Path(__file__).with_name("pygls_client.py"))],
            env=self.env, cwd=self.notes, capture_output=True, text=True, timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        told = json.loads(done.stdout)
        self.assertEqual(told["name"], "memo-ls")
        self.assertEqual(told["wrong"], ["broken"])
        self.assertTrue(told["leads"].startswith("memo:///"), told["leads"])
        self.assertEqual((told["hover"], told["resolved"]), ("# Other\nwords\n", "# Other\nwords\n"))
        self.assertEqual(told["items"], ["Other"])
        self.assertEqual(told["references"], ["memo:///here/Here.md"])
        self.assertEqual(told["symbols"], ["# Here"])
        self.assertEqual(told["named"], ["Other"])
        self.assertEqual(told["formatted"], ["| a   | b   |\n| --- | --- |"])
        self.assertIn("Create the memo Gone", told["actions"])
        self.assertEqual((told["made"], told["prepared"]), ("Gone", "Other"))
        self.assertEqual(told["asked"], ["Renamed"])
        self.assertIn("[[Renamed]] [[Gone]] #tag", self.memo("show", "here"))
