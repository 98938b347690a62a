"""The same in the newest Neovim that can be had, whose language client is another than that of Debian's."""

import functools
import pathlib
import subprocess
import unittest

from lsp import test_neovim, test_neovim_folders, test_whole_neovim

ROOT = pathlib.Path(__file__).resolve().parents[3]


@functools.cache
def newest():
    """Its path, and why there is none."""
    found = subprocess.run(["sh", "Tests/Tools/neovim.sh"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else "", found.stderr[-500:]


class Newest:
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program, problem = newest()
        if not cls.program:
            raise unittest.SkipTest(problem)


class NewestNeovim(Newest, test_neovim.Neovim):
    pass


class NewestNeovimFolders(Newest, test_neovim_folders.NeovimFolders):
    pass


class NewestWholeNeovim(Newest, test_whole_neovim.WholeNeovim):
    pass
