"""All that one does with notes, in one go: Emacs with Eglot, which our package tells of the server."""

from lsp.eglot_case import EglotCase
from lsp.whole_case import WholeCase

SCRIPT = r"""
(dolist (file '("Roof.md" "House.md")) (find-file file) (text-mode))
(find-file "Home.md")
(serve)
(dolist (file '("Roof.md" "House.md" "Home.md")) (switch-to-buffer file) (manage))
(goto-char (point-max))
(insert "[[Ro")
(eglot--signal-textDocument/didChange)
(completion-at-point)
(insert " [[Gone]]\n")
(eglot--signal-textDocument/didChange)
(until-true "diagnostics" (lambda () (flymake-start) (flymake-diagnostics)))
(push (cons 'wrong (flymake-diagnostic-text (car (flymake-diagnostics)))) told)
(goto-char (point-min))
(search-forward "[[Our")
(cl-letf (((symbol-function 'xref--read-identifier) (lambda (&rest _) (xref-backend-identifier-at-point 'eglot))))
  (call-interactively #'xref-find-definitions))
(push (cons 'jumped (buffer-name)) told)
(goto-char 4)
(let ((eglot-confirm-server-initiated-edits nil)) (eglot-rename "My home"))
(until-true "the new title" (lambda () (string-prefix-p "# My home" (buffer-string))))
(until-true "the new links"
  (lambda () (cl-every (lambda (file) (with-current-buffer file (string-match-p "\\[\\[My home" (buffer-string))))
                       '("Roof.md" "Home.md"))))
(dolist (buffer (eglot--managed-buffers (eglot-current-server)))
  (with-current-buffer buffer (eglot--signal-textDocument/didChange)))
(save-some-buffers t)
(push (cons 'buffers (mapcar (lambda (file) (cons file (with-current-buffer file (buffer-string))))
                             '("Roof.md" "House.md" "Home.md"))) told)
"""


class WholeEglot(WholeCase, EglotCase):
    # Eglot 1.9 renames no files.
    title = "Our house"

    def test_notes_are_written_looked_up_renamed_and_saved_in_one_go(self):
        self.begin()
        told = self.edit(SCRIPT)
        self.assertIn("Gone", told["wrong"])
        self.assertEqual(told["jumped"], "House.md")
        self.check(told["buffers"])
