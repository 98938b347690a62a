"""Emacs with our own package: lists, days, history, and memos as buffers that Eglot serves."""

import pathlib
import shutil
import subprocess

from lsp.lsp_case import PACKAGE, PLUGINS, LspCase


class Emacs(LspCase):
    def setUp(self):
        super().setUp()
        (self.folder / ".emacs.d").mkdir()

    def emacs(self, *arguments):
        done = subprocess.run(
            ["emacs", "--batch", "-q", *map(str, arguments)],
            env=self.env | {"TMPDIR": str(self.folder)}, cwd=self.notes, capture_output=True, text=True, timeout=300,
        )
        return done.returncode, done.stdout + done.stderr

    def test_the_package_compiles_without_a_warning(self):
        copies = [shutil.copy(file, self.folder) for file in sorted(PACKAGE.glob("*.el"))]
        strict = ["-L", self.folder, "--eval", "(setq byte-compile-error-on-warn t)"]
        status, said = self.emacs(*strict, "-f", "batch-byte-compile", *copies)
        self.assertEqual(status, 0, said)
        self.assertNotIn("Warning", said)

    def test_the_lines_that_the_page_tells_are_enough(self):
        page = (PLUGINS / "README.md").read_text()
        lines = page.split("```elisp\n")[1].split("```")[0]
        place = self.folder / ".local/share/memo-ls"
        place.mkdir(parents=True)
        (place / "emacs").symlink_to(PACKAGE)
        (self.folder / "init.el").write_text(lines)
        script = '(progn (memo-new "x") (memo-list) (princ major-mode))'
        status, said = self.emacs("-l", self.folder / "init.el", "--eval", script)
        self.assertEqual(status, 0, said)
        self.assertIn("memo-list-mode", said)

    def test_the_package_does_what_its_tests_say(self):
        tests = pathlib.Path(__file__).parent / "memo-tests.el"
        status, said = self.emacs("-L", PACKAGE, "-l", tests, "-f", "ert-run-tests-batch-and-exit")
        self.assertEqual(status, 0, said)
        self.assertIn("8 results as expected, 0 unexpected", said)
