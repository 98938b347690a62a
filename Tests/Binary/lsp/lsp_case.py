"""What the tests with editors share: files, a store, and the program where editors look for it."""

import json
import os
import pathlib
import subprocess

from memo_case import MemoCase

PLUGINS = pathlib.Path(__file__).resolve().parents[3] / "editor-plugins"
SETTINGS = PLUGINS / "lsp"
PACKAGE = PLUGINS / "emacs"


class LspCase(MemoCase):
    def setUp(self):
        super().setUp()
        self.notes = self.folder / "notes"
        self.notes.mkdir()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "memo-ls").symlink_to(os.path.abspath(os.environ["MEMO_LS"]))
        self.env = self.environment(
            PATH=f"{programs}:{os.environ['PATH']}", MEMO_LS_STORE=str(self.store), LANG="C.UTF-8", LC_ALL="C.UTF-8"
        )

    def write(self, **files):
        for name, text in files.items():
            (self.notes / f"{name}.md").write_text(text)

    def memo(self, *arguments, input=None):
        """What a command prints."""
        done = subprocess.run(
            ["memo-ls", *arguments], env=self.env, input=input, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout

    def drive(self, command, **options):
        """What an editor writes to the file `told` while it carries out its script."""
        told = self.folder / "told"
        done = subprocess.run(
            command, env=self.env | {"TOLD": str(told)}, cwd=self.notes,
            capture_output=True, text=True, timeout=120, **options
        )
        self.assertTrue(told.exists(), done.stdout + done.stderr)
        return json.loads(told.read_text())
