"""Emacs with Eglot in a script: `serve` has it serve the buffer, `manage` one more; what it pushes to `told` is
told."""

from lsp.lsp_case import PACKAGE, LspCase

FRAME = r"""
(setq debug-on-error nil make-backup-files nil create-lockfiles nil eglot-connect-timeout 30)
(require 'json)
(defvar told nil)
(defun until-true (what body)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall body))
      (when (> (float-time) end) (error "never came: %%s" what))
      (accept-process-output nil 0.05))))
(defun manage ()
  (eglot--maybe-activate-editing-mode)
  (until-true "eglot" (lambda () (bound-and-true-p eglot--managed-mode))))
(defun serve ()
  (text-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (until-true "a server" #'eglot-current-server)
  (manage))
(condition-case problem
    (progn
%s
(eglot-shutdown (eglot-current-server)))
  (error (push (cons 'problem (error-message-string problem)) told)))
(with-temp-file (getenv "TOLD") (insert (json-encode told)))
"""


class EglotCase(LspCase):
    def setUp(self):
        super().setUp()
        (self.notes / ".git").mkdir()
        (self.folder / ".emacs.d").mkdir()

    def edit(self, script):
        path = self.folder / "script.el"
        path.write_text(FRAME % script)
        told = self.drive(["emacs", "--batch", "-q", "-L", str(PACKAGE), "-l", "memo", "-l", str(path)])
        self.assertNotIn("problem", told, told.get("problem"))
        return told
