;;; memo-file.el --- Memos of memo-ls as files  -*- lexical-binding: t -*-

;;; Commentary:

;; Runs memo-ls, and has Emacs read and write memo:///ID/Title.md as files.  `memo' is the package.

;;; Code:

(require 'subr-x)

(defgroup memo nil
  "Memos kept by memo-ls."
  :group 'text
  :prefix "memo-")

(defcustom memo-program "memo-ls"
  "The program that keeps the memos."
  :type 'string)

(defcustom memo-store nil
  "The store of the memos; nil for the one that the program takes by itself."
  :type '(choice (const :tag "The program's own" nil) file))

;;; The program

(defun memo--store-arguments ()
  "What tells the program which store is meant."
  (and memo-store (list "--store" (expand-file-name memo-store))))

(defun memo--call (destination input &rest arguments)
  "Run the program with ARGUMENTS; it prints into the buffer DESTINATION.
INPUT is what it reads, a string, or nil for nothing."
  (let* ((default-directory (memo--directory))
         (coding-system-for-read 'utf-8-unix)
         (coding-system-for-write 'utf-8-unix)
         (problems (make-temp-file "memo"))
         (arguments (append arguments (memo--store-arguments))))
    (unwind-protect
        (let ((status
               (with-temp-buffer
                 (when input (insert input))
                 (apply #'call-process-region (point-min) (point-max) memo-program nil
                        (list destination problems) nil arguments))))
          (unless (eq status 0)
            (user-error "%s" (with-temp-buffer
                               (insert-file-contents problems)
                               (let ((words (string-trim (buffer-string))))
                                 (if (string-empty-p words) (format "memo-ls failed: %s" status) words))))))
      (delete-file problems))))

(defun memo--json (&rest arguments)
  "What the program prints when it is run with ARGUMENTS, as a plist."
  (with-temp-buffer
    (apply #'memo--call (current-buffer) nil (append arguments '("--json")))
    (goto-char (point-min))
    (json-parse-buffer :object-type 'plist :array-type 'list :null-object nil :false-object nil)))

(defun memo--folder ()
  "The attached folder that the buffer is in.
Nil if it is in none, or the store is named."
  (and (not memo-store)
       (not (file-remote-p default-directory))
       (locate-dominating-file default-directory ".memo-ls/id")))

(defun memo--home ()
  "Where the program runs for memos that are in no folder."
  (file-name-as-directory (expand-file-name "~")))

(defun memo--directory ()
  "Where the program and the server run: that tells which memos are meant."
  (expand-file-name (or (memo--folder) (memo--home))))

;;; Names of memos as files

(defconst memo--name "\\`memo:/+\\([A-Za-z0-9._-]+\\)"
  "What a memo's name as a file begins with.")

(defun memo--id (name)
  "The memo that the file NAME is; nil if it is none."
  (and name (string-match memo--name name) (match-string 1 name)))

(defun memo--uri (id title)
  "The name of the memo ID, called TITLE, as a file."
  (let ((words (replace-regexp-in-string "[/\n\r]" " " (or title ""))))
    (format "memo:///%s/%s.md" id
            (url-hexify-string (if (string-match-p "[^. ]" words) (truncate-string-to-width words 60) "Untitled")))))

(defun memo--insert (name visit beginning end replace)
  "Insert the memo NAME.
VISIT, BEGINNING, END and REPLACE are as in `insert-file-contents'."
  (let ((words (with-temp-buffer
                 (memo--call (current-buffer) nil "show" (memo--id name))
                 (buffer-substring (+ (point-min) (or beginning 0))
                                   (if end (min (point-max) (+ (point-min) end)) (point-max))))))
    (when replace (erase-buffer))
    (save-excursion (insert words))
    (when visit
      (setq buffer-file-name name)
      (setq buffer-file-coding-system 'utf-8-unix)
      ;; Without a time the file would be taken for missing.
      (set-visited-file-modtime (current-time))
      (set-buffer-modified-p nil))
    (list name (length words))))

(defun memo--write (start end name visit)
  "Have the memo NAME say what stands from START to END.
VISIT is as in `write-region'.  A server has it already; without one the
program takes it in as an editor's text."
  (unless (and (bound-and-true-p eglot--managed-mode) (memo--same-p name buffer-file-name))
    (let ((file (make-temp-file "memo")))
      (unwind-protect
          (let ((coding-system-for-write 'utf-8-unix)
                (words (if (stringp start) start
                         (save-restriction (widen) (buffer-substring (or start (point-min)) (or end (point-max)))))))
            (let ((inhibit-file-name-handlers '(memo--file)) (inhibit-file-name-operation 'write-region))
              (write-region words nil file nil 'quietly))
            (let ((process-environment
                   (cons (concat "VISUAL=cp " (shell-quote-argument file)) process-environment)))
              (memo--call nil nil "edit" (memo--id name))))
        (delete-file file))))
  (when (eq visit t)
    (set-visited-file-modtime (current-time))
    (set-buffer-modified-p nil)
    (unless noninteractive (message "Kept %s" name)))
  nil)

(defun memo--same-p (name other)
  "Whether the files NAME and OTHER are one memo."
  (and (memo--id name) (equal (memo--id name) (memo--id other))))

(defun memo--file (operation &rest arguments)
  "Carry out OPERATION with ARGUMENTS, of which one is the name of a memo."
  (let ((name (car arguments)))
    (pcase operation
      ('insert-file-contents
       (memo--insert name (nth 1 arguments) (nth 2 arguments) (nth 3 arguments) (nth 4 arguments)))
      ('write-region (memo--write (nth 0 arguments) (nth 1 arguments) (nth 2 arguments) (nth 4 arguments)))
      ('expand-file-name (if (memo--id name) name (expand-file-name name (memo--home))))
      ('file-truename (format "memo:///%s" (memo--id name)))
      ((or 'substitute-in-file-name 'abbreviate-file-name 'directory-file-name 'file-name-as-directory) name)
      ((or 'file-name-directory 'unhandled-file-name-directory) (memo--home))
      ('file-name-nondirectory (if (string-match "\\([^/]*\\)\\'" name) (match-string 1 name) name))
      ((or 'file-exists-p 'file-readable-p 'file-writable-p 'file-regular-p) t)
      ('verify-visited-file-modtime t)
      ('file-name-completion name)
      ('file-name-all-completions nil)
      ('find-backup-file-name nil)
      ;; No such file is ever written, but Emacs wants to know whether one is newer.
      ('make-auto-save-file-name
       (expand-file-name (format "#memo-%s#" (memo--id buffer-file-name)) temporary-file-directory))
      ((or 'file-attributes 'file-directory-p 'file-symlink-p 'file-remote-p 'file-locked-p 'file-modes
           'file-newer-than-file-p 'file-executable-p 'file-acl 'file-selinux-context 'vc-registered
           'set-visited-file-modtime 'set-file-modes 'set-file-times 'set-file-acl 'set-file-selinux-context
           'lock-file 'unlock-file 'make-lock-file-name 'load)
       nil)
      (_ (let ((inhibit-file-name-handlers
                (cons 'memo--file (and (eq inhibit-file-name-operation operation) inhibit-file-name-handlers)))
               (inhibit-file-name-operation operation))
           (apply operation arguments))))))

(add-to-list 'file-name-handler-alist (cons "\\`memo:/" #'memo--file))

(provide 'memo-file)

;;; memo-file.el ends here
