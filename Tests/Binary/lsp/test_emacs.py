"""Emacs with our own package: lists, days, history, and memos as buffers that Eglot serves."""

import json
import pathlib
import shutil
import subprocess

from commands.terminal import Terminal
from lsp.lsp_case import PACKAGE, PLUGINS, LspCase

IN_A_TERMINAL = r"""
(defvar told nil)
(defun tell (name value) (push (cons name value) told))
(defun until-true (what body)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall body))
      (when (> (float-time) end) (error "never came: %s" what))
      (accept-process-output nil 0.05))))
(condition-case problem
    (progn
      (memo-new "First")
      ;; Eglot starts behind the command.
      (run-hooks 'post-command-hook)
      (tell 'mode (symbol-name major-mode))
      (until-true "eglot" (lambda () (bound-and-true-p eglot--managed-mode)))
      (tell 'completes (symbol-name (key-binding (kbd "C-M-i"))))
      (insert "\ntyped #here")
      (eglot--signal-textDocument/didChange)
      (until-true "what was typed"
                  (lambda ()
                    (with-temp-buffer
                      (memo--call (current-buffer) nil "show" "First")
                      (string-match-p "typed #here" (buffer-string)))))
      (memo-list)
      (tell 'row (substring-no-properties (aref (tabulated-list-get-entry) 3)))
      (memo-list-open)
      (tell 'buffer (buffer-name)))
  (error (tell 'problem (error-message-string problem))))
(with-temp-file (getenv "TOLD") (insert (json-encode told)))
(kill-emacs)
"""


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

    def test_in_a_terminal_memos_open_are_served_and_listed_with_the_tags_of_their_text(self):
        script, told = self.folder / "script.el", self.folder / "told"
        script.write_text(IN_A_TERMINAL)
        env = self.env | {"TMPDIR": str(self.folder), "TERM": "xterm", "TOLD": str(told)}
        terminal = Terminal("-nw", "-q", "-L", str(PACKAGE), "-l", "memo", "-l", str(script), env=env,
                            program=["emacs"])
        self.addCleanup(terminal.kill)
        _, shown = terminal.end()
        self.assertTrue(told.exists(), shown)
        self.assertEqual(
            json.loads(told.read_text()),
            {"mode": "text-mode", "completes": "completion-at-point", "row": "#here", "buffer": "First"})

    def test_the_package_does_what_its_tests_say(self):
        tests = pathlib.Path(__file__).parent / "memo-tests.el"
        status, said = self.emacs("-L", PACKAGE, "-l", tests, "-f", "ert-run-tests-batch-and-exit")
        self.assertEqual(status, 0, said)
        self.assertIn("9 results as expected, 0 unexpected", said)
