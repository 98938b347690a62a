"""A machine without libpq and libsodium builds and runs everything but sync."""

import json
import os
import pathlib
import shutil
import subprocess
import unittest

from command_case import STABLE, CommandCase
from memo_client import PATIENCE, binary
from sync.hub_case import ROOT


class Package(CommandCase):
    def described(self, **variables):
        """What the package consists of for somebody with these variables; nothing is built for that."""
        kept = {name: value for name, value in os.environ.items() if name not in ("MEMO_SYNC", "MEMO_TESTS")}
        command = ["swift", "package", "--package-path", ROOT, "--scratch-path", self.folder / "build", "describe",
                   "--type", "json"]
        done = subprocess.run(command, env=kept | variables, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    @unittest.skipUnless(shutil.which("swift"), "swift is not here")
    def test_only_who_asks_for_sync_is_asked_for_its_libraries(self):
        libraries = {"CPostgreSQL", "CSodium"}
        for variables in ({}, {"MEMO_SYNC": ""}, {"MEMO_SYNC": "0"}):
            with self.subTest(variables):
                plain = self.described(**variables)
                targets = {target["name"] for target in plain["targets"]}
                self.assertEqual(targets & (libraries | {"MemoHub", "MemoHubTests", "memo-ls-sync"}), set())
                self.assertNotIn("memo-ls-sync", {product["name"] for product in plain["products"]})
                named = {name for target in plain["targets"] for name in target.get("target_dependencies", [])}
                self.assertLessEqual(named, targets)
        whole = self.described(MEMO_SYNC="1")
        self.assertEqual(
            {target["name"] for target in whole["targets"]} - targets,
            libraries | {"MemoHub", "MemoHubTests", "memo-ls-sync"})
        self.assertIn("memo-ls-sync", {product["name"] for product in whole["products"]})


class Alone(CommandCase):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "bin" / "memo-ls"
        self.program.parent.mkdir()
        shutil.copy(pathlib.Path(binary()).resolve(), self.program)

    def run_alone(self, *arguments, **options):
        """Runs the program where memo-ls-sync is neither beside it nor in PATH."""
        return subprocess.run(
            [self.program, *arguments, "--store", str(self.store)], capture_output=True, text=True, timeout=PATIENCE,
            env=self.environment(**STABLE, PATH=str(self.program.parent)), **options)

    def test_it_says_what_sync_needs_and_does_all_else(self):
        self.assertEqual(self.run_alone("new", "one", stdin=subprocess.DEVNULL).returncode, 0)
        for words in ([], ["status"], ["join", "postgresql:///x?host=/tmp"], ["--watch"]):
            with self.subTest(words):
                done = self.run_alone("sync", *words, stdin=subprocess.DEVNULL)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(
                    done.stderr, "memo-ls sync: this needs memo-ls-sync, which is neither beside memo-ls nor in PATH; "
                    "make install builds it where libpq and libsodium are\n")
        self.assertIn("\tone\t", self.run_alone("list").stdout)

    def test_a_server_that_is_to_sync_goes_on_without(self):
        done = self.run_alone("--sync", input='{"jsonrpc":"2.0","id":1,"method":"createMemo"}\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"id":1', done.stdout)
        self.assertEqual(done.stderr, "memo-ls: error: memo-ls-sync can't be started; memo-ls sync says why\n")
