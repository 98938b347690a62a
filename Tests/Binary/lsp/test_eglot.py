"""Markdown files in Emacs with Eglot, which our package tells of the server."""

from lsp.lsp_case import PACKAGE, LspCase

SCRIPT = r"""
(setq debug-on-error nil make-backup-files nil create-lockfiles nil eglot-connect-timeout 30)
(require 'json)
(defvar told nil)
(defun until-true (what body)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall body))
      (when (> (float-time) end) (error "never came: %s" what))
      (accept-process-output nil 0.05))))
(condition-case problem
    (progn
      (find-file "plan.md")
      (text-mode)
      (apply #'eglot--connect (eglot--guess-contact))
      (until-true "a server" #'eglot-current-server)
      (eglot--maybe-activate-editing-mode)
      (until-true "eglot" (lambda () (bound-and-true-p eglot--managed-mode)))
      (goto-char (point-max))
      (insert "[x](gone.md)\n[[oth")
      ;; Nobody is idle in a script.
      (eglot--signal-textDocument/didChange)
      (until-true "diagnostics" (lambda () (flymake-start) (flymake-diagnostics)))
      (push (cons 'wrong (flymake-diagnostic-text (car (flymake-diagnostics)))) told)
      (goto-char (point-max))
      (completion-at-point)
      (push (cons 'completed (buffer-substring (line-beginning-position) (line-end-position))) told)
      (goto-char (- (point-max) 4))
      (let ((place (car (xref-backend-definitions 'eglot "LSP identifier at point."))))
        (push (cons 'leads (file-name-nondirectory (xref-file-location-file (xref-item-location place)))) told))
      (find-file "other.md")
      (text-mode)
      (eglot--maybe-activate-editing-mode)
      (until-true "eglot" (lambda () (bound-and-true-p eglot--managed-mode)))
      (goto-char 4)
      (let ((eglot-confirm-server-initiated-edits nil)) (eglot-rename "New name"))
      (save-some-buffers t)
      (eglot-shutdown (eglot-current-server)))
  (error (push (cons 'problem (error-message-string problem)) told)))
(with-temp-file (getenv "TOLD") (insert (json-encode told)))
"""


class Eglot(LspCase):
    def test_files_are_completed_looked_up_renamed_and_saved(self):
        (self.notes / ".git").mkdir()
        (self.folder / ".emacs.d").mkdir()
        self.write(plan="# Plan\n", other="# Other\n[back](plan.md#plan)\n[own](#other)\n")
        path = self.folder / "script.el"
        path.write_text(SCRIPT)
        told = self.drive(["emacs", "--batch", "-q", "-L", str(PACKAGE), "-l", "memo", "-l", str(path)])
        self.assertNotIn("problem", told, told.get("problem"))
        self.assertIn("gone.md", told["wrong"])
        self.assertEqual(told["completed"], "[[other]]")
        self.assertEqual(told["leads"], "other.md")
        self.assertEqual(
            (self.notes / "other.md").read_text(), "# New name\n[back](plan.md#plan)\n[own](#new-name)\n"
        )
        self.assertEqual((self.notes / "plan.md").read_text(), "# Plan\n[x](gone.md)\n[[other]]\n")
