"""Markdown files in Emacs with Eglot, which our package tells of the server."""

from lsp.eglot_case import EglotCase

SCRIPT = r"""
(find-file "plan.md")
(serve)
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
(manage)
(goto-char 4)
(let ((eglot-confirm-server-initiated-edits nil)) (eglot-rename "New name"))
(save-some-buffers t)
"""


class Eglot(EglotCase):
    def test_files_are_completed_looked_up_renamed_and_saved(self):
        self.write(plan="# Plan\n", other="# Other\n[back](plan.md#plan)\n[own](#other)\n")
        told = self.edit(SCRIPT)
        self.assertIn("gone.md", told["wrong"])
        self.assertEqual(told["completed"], "[[other]]")
        self.assertEqual(told["leads"], "other.md")
        self.assertEqual(
            (self.notes / "other.md").read_text(), "# New name\n[back](plan.md#plan)\n[own](#new-name)\n"
        )
        self.assertEqual((self.notes / "plan.md").read_text(), "# Plan\n[x](gone.md)\n[[other]]\n")
