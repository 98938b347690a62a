"""What the tests of the pages for people share: the pages, their blocks and tables, and a folder in which to run
them."""

import os
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import unittest

from memo_client import PATIENCE, binary

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The pages whose blocks are all run, by their paths.
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", ROOT / "Sources" / "README.md", ROOT / "Tests" / "README.md",
                 ROOT / "editor-plugins" / "README.md", *sorted((ROOT / "Schemas").glob("*.md"))]
}
# Each block's page, info string and contents.
BLOCKS = [(page, *found) for page, text in PAGES.items()
          for found in re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.S | re.M)]


def blocks(info, page=None):
    """The contents of the fenced blocks with this info string, on one page or on all."""
    return [text for where, found, text in BLOCKS if found == info and page in (None, where)]


def block(info, page=None):
    """The contents of the only such block."""
    (text,) = blocks(info, page)
    return text


def table(page, *heads):
    """The rows of a page's table with these column heads, without the marks of code."""
    lines = iter(PAGES[page].splitlines())
    for line in lines:
        if line == f"| {' | '.join(heads)} |":
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
    return rows


class PageCase(unittest.TestCase):
    """A test with a folder of its own, in which memo-ls is found as the pages say."""

    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("bin", "work", "tmp", "home"):
            (self.folder / name).mkdir()
        (self.folder / "bin" / "memo-ls").symlink_to(pathlib.Path(binary()).resolve())
        self.work = self.folder / "work"

    def run_program(self, *arguments, cwd=None, input=None, **variables):
        """Runs a program in a folder of the test's own, with memo-ls on its PATH."""
        # A make that runs this test must not be mistaken for the parent of one that is run here.
        mine = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MEMO_LS_STORE", "XDG_DATA_HOME")
        env = {name: value for name, value in os.environ.items() if name not in mine}
        env |= {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        env |= {"PATH": f"{self.folder / 'bin'}{os.pathsep}{env['PATH']}"} | variables
        return subprocess.run(
            arguments, cwd=cwd or self.work, env=env, input=input or "", capture_output=True, encoding="utf-8",
            timeout=PATIENCE)

    def succeed(self, *arguments, **options):
        """The same, for a program that must succeed and keep silent on stderr; returns its output."""
        done = self.run_program(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def stored_texts(self):
        connection = sqlite3.connect(self.work / "notes.sqlite")
        try:
            return [text.decode() for (text,) in connection.execute("SELECT text FROM texts ORDER BY key")]
        finally:
            connection.close()
