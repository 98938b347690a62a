;;; memo-tests.el --- Tests of memo.el  -*- lexical-binding: t -*-

;;; Commentary:

;; Run by test_emacs.py, each in a store of its own.

;;; Code:

(require 'ert)
(require 'memo)
(load "userlock" nil t)

(setq make-backup-files nil
      create-lockfiles nil
      eglot-connect-timeout 30)

(defun memo-tests--begin ()
  "Begin with an empty store, and no buffers of memos."
  (setq memo-store (expand-file-name "memos.sqlite" (make-temp-file "memo-tests" t)))
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (or (memo--id buffer-file-name) (derived-mode-p 'memo-list-mode)) (kill-buffer buffer)))))

(defun memo-tests--new (text)
  "Make a memo that says TEXT; its id."
  (with-temp-buffer
    (memo--call (current-buffer) text "new")
    (string-trim (buffer-string))))

(defun memo-tests--said (id)
  "What the memo ID says in the store."
  (with-temp-buffer
    (memo--call (current-buffer) nil "show" id)
    (buffer-string)))

(defun memo-tests--titles ()
  "The titles that the buffer lists."
  (mapcar (lambda (entry) (car (aref (cadr entry) 2))) (memo--entries)))

(defun memo-tests--until (body)
  "Wait until BODY says so, for half a minute at most."
  (let ((end (+ (float-time) 30)))
    (while (not (funcall body))
      (should (< (float-time) end))
      ;; Nobody is idle in a script.
      (when (bound-and-true-p eglot--managed-mode) (eglot--signal-textDocument/didChange))
      (accept-process-output nil 0.05))))

(defun memo-tests--folder (&rest texts)
  "Attach a folder whose files, by their names, say TEXTS; its path."
  (memo-tests--begin)
  (setq memo-store nil)
  (let ((folder (file-name-as-directory (file-truename (make-temp-file "memo-tests" t)))))
    (while texts (write-region (cadr texts) nil (concat folder (car texts))) (setq texts (cddr texts)))
    (memo--call nil nil "folder" "attach" folder)
    folder))

(defun memo-tests--file (path)
  "What the file PATH says."
  (with-temp-buffer (insert-file-contents path) (buffer-string)))

(defun memo-tests--serve ()
  "Have Eglot serve the buffer."
  (text-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (memo-tests--until #'eglot-current-server)
  (eglot--maybe-activate-editing-mode)
  (memo-tests--until (lambda () (bound-and-true-p eglot--managed-mode))))

(ert-deftest memo-tests-list ()
  "A list has all memos, or those that were looked for; each can be shown."
  (memo-tests--begin)
  (memo-tests--new "Older\n#work\n")
  (let ((id (memo-tests--new "한글 and more\nwords\n")))
    (memo-list)
    (should (eq major-mode 'memo-list-mode))
    (should (equal (sort (memo-tests--titles) #'string<) '("Older" "한글 and more")))
    (goto-char (point-min))
    (search-forward "한글")
    (memo-list-pin)
    (goto-char (point-min))
    (should (equal (tabulated-list-get-id) id))
    (should (equal (aref (tabulated-list-get-entry) 1) "*"))
    (memo-list-open)
    (should (equal (memo--id buffer-file-name) id))
    (should (equal (buffer-name) "한글 and more"))
    (should (equal (buffer-string) "한글 and more\nwords\n"))
    (should-not (buffer-modified-p))
    (memo-search "words")
    (should (equal (memo-tests--titles) '("한글 and more")))
    (memo-list "work")
    (should (equal (memo-tests--titles) '("Older")))
    (memo-list-delete)
    (should-not (memo-tests--titles))
    (should (equal (with-current-buffer "*memos*" (memo-tests--titles)) '("한글 and more")))))

(ert-deftest memo-tests-save ()
  "Saving keeps what was typed where no server does, beside what others write."
  (memo-tests--begin)
  (let ((id (memo-tests--new "one\ntwo\n")))
    (find-file (format "memo:///%s/One.md" id))
    (revert-buffer t t)
    (goto-char (point-min))
    (insert "new ")
    (should (buffer-modified-p))
    (save-buffer)
    (should-not (buffer-modified-p))
    (should (equal (memo-tests--said id) "new one\ntwo\n"))
    (memo--call nil "three\n" "append" id)
    (revert-buffer t t)
    (should (equal (buffer-string) "new one\ntwo\nthree\n"))
    ;; Whatever its title is by then, it is the same buffer.
    (let ((buffer (current-buffer)))
      (find-file (format "memo:///%s/Called%%20otherwise.md" id))
      (should (eq (current-buffer) buffer)))
    (should-error (find-file "memo:///nothing/There.md"))))

(ert-deftest memo-tests-today ()
  "The memo of a day is there once, and opens."
  (memo-tests--begin)
  (memo-today "2026-11-22")
  (should (equal (memo--id buffer-file-name) "daily-2026-11-22"))
  (let ((words (buffer-string)))
    (should (string-match-p "2026-11-22" words))
    (kill-buffer)
    (memo-today "2026-11-22")
    (should (equal (buffer-string) words))))

(ert-deftest memo-tests-new ()
  "A memo goes on behind the line that it was begun with."
  (memo-tests--begin)
  (memo-new "Begun here")
  (insert " and now")
  (should (equal (buffer-string) "Begun here and now")))

(ert-deftest memo-tests-history ()
  "What a memo was is listed, shown and brought back."
  (memo-tests--begin)
  (let ((id (memo-tests--new "one\n")))
    (memo--call nil "two\n" "append" id)
    (find-file (format "memo:///%s/One.md" id))
    (call-interactively #'memo-history)
    (should (equal (length (memo--revisions)) 2))
    (goto-char (point-min))
    (forward-line 1)
    (let ((list (current-buffer)))
      (memo-history-show)
      (should (equal (buffer-string) "one\n"))
      (should buffer-read-only)
      (set-buffer list)
      (memo-history-restore)
      (should (equal (memo-tests--said id) "one\n"))
      (should (equal (length (memo--revisions)) 3)))
    (with-temp-buffer (should-error (call-interactively #'memo-history)))))

(ert-deftest memo-tests-served ()
  "What is typed is in the memo at once, and what others write in the buffer."
  (memo-tests--begin)
  (let ((id (memo-tests--new "# Plan\n")) (other (memo-tests--new "# Other\n")))
    (find-file (format "memo:///%s/Plan.md" id))
    (memo-tests--serve)
    (should (object-of-class-p (eglot-current-server) 'memo-server))
    (goto-char (point-max))
    (insert "[[Other]]\n")
    (memo-tests--until (lambda () (string-match-p "Other" (memo-tests--said id))))
    (memo--call nil "from elsewhere\n" "append" id)
    (memo-tests--until (lambda () (string-match-p "from elsewhere" (buffer-string))))
    (search-backward "Other")
    (let ((place (car (xref-backend-definitions 'eglot "LSP identifier at point."))))
      (should (equal (memo--id (xref-file-location-file (xref-item-location place))) other)))
    (eglot-rename "New name")
    (memo-tests--until (lambda () (string-match-p "\\[\\[New name]]" (buffer-string))))
    (save-buffer)
    (should (equal (memo-tests--said id) (buffer-string)))
    (should (equal (memo-tests--said other) "# New name\n"))
    (eglot-shutdown (eglot-current-server))))

(ert-deftest memo-tests-nothing ()
  "Where there are no memos yet the list is empty, and no store is made."
  (memo-tests--begin)
  (memo-list)
  (should-not (memo-tests--titles))
  (should-not (file-exists-p memo-store))
  (memo-new "First")
  (memo-list)
  (should (equal (memo-tests--titles) '("First"))))

(ert-deftest memo-tests-folder ()
  "In a folder the folder's memos are listed, begun and shown, as their files."
  (let ((folder (memo-tests--folder "a.md" "# House\nwords\n" "2026-11-22.md" "by hand\n")))
    (find-file (concat folder "a.md"))
    (memo-list)
    (should (equal (sort (memo-tests--titles) #'string<) '("2026-11-22" "House")))
    (goto-char (point-min))
    (search-forward "House")
    (memo-list-open)
    (should (equal buffer-file-name (concat folder "a.md")))
    (call-interactively #'memo-history)
    (should (equal (length (memo--revisions)) 1))
    (memo-history-show)
    (should (equal (buffer-string) "# House\nwords\n"))
    (find-file (concat folder "a.md"))
    (memo-new "Begun here")
    (should (equal buffer-file-name (concat folder "Begun here.md")))
    (memo-search "words")
    (should (equal (memo-tests--titles) '("House")))
    (memo-today "2026-11-22")
    (should (equal buffer-file-name (concat folder "2026-11-22.md")))))

(ert-deftest memo-tests-outside ()
  "What another program writes into a file is in the buffer, and nobody is asked."
  (let ((file (concat (memo-tests--folder "a.md" "one\ntwo\n") "a.md"))
        (asked nil))
    (find-file file)
    (memo-tests--serve)
    (cl-letf (((symbol-function 'ask-user-about-supersession-threat) (lambda (_) (push 'edit asked)))
              ((symbol-function 'yes-or-no-p) (lambda (_) (push 'save asked) t)))
      (write-region "one\nother\n" nil file)
      (memo-tests--until (lambda () (string-match-p "other" (buffer-string))))
      (memo-tests--until (lambda () (not (buffer-modified-p))))
      (goto-char (point-max))
      (insert "typed\n")
      (write-region "zero\none\nother\n" nil file)
      (memo-tests--until (lambda () (string-match-p "zero" (buffer-string))))
      (memo-tests--until #'verify-visited-file-modtime)
      (should (buffer-modified-p))
      (save-buffer)
      (should (equal (memo-tests--file file) "zero\none\nother\ntyped\n"))
      (should-not asked)
      ;; What is not in the buffer yet is no reason for silence.
      (insert "more\n")
      (write-region "new\n" nil file)
      (set-file-times file 1)
      (save-buffer)
      (should asked))
    (eglot-shutdown (eglot-current-server))))

(provide 'memo-tests)

;;; memo-tests.el ends here
