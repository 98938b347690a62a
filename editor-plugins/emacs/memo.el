;;; memo.el --- Memos kept by memo-ls  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: hypermedia, outlines, wp

;;; Commentary:

;; Memos of memo-ls as buffers, and its language server for them and for Markdown files.
;;
;;   (add-to-list 'load-path "~/.local/share/memo-ls/emacs")
;;   (require 'memo)
;;
;; `M-x memo-list' shows all memos, `memo-new' begins one, `memo-today' opens that of the day, `memo-search' finds some,
;; `memo-history' shows what one was.  A memo is a buffer that visits memo:///ID/Title.md.  What is typed is in the memo
;; at once, and what others change comes into the buffer, as long as Eglot serves it; saving keeps it in any case.
;; In a buffer of an attached folder all this is about the folder's memos, and each is the buffer of its file.

;;; Code:

(require 'eglot)
(require 'memo-file)
(require 'subr-x)
(require 'tabulated-list)

(defcustom memo-serve t
  "Whether Eglot serves the buffers of memos as soon as they are opened."
  :group 'memo
  :type 'boolean)

(defun memo--set-up ()
  "Make the buffer that of a memo, if it visits one."
  (when-let ((id (memo--id buffer-file-name)))
    (setq-local backup-inhibited t)
    (setq-local create-lockfiles nil)
    (auto-save-mode -1)
    (let ((title (string-remove-suffix ".md" (url-unhex-string (file-name-nondirectory buffer-file-name)))))
      (rename-buffer (if (string-empty-p title) id (decode-coding-string title 'utf-8)) t))
    (when (and memo-serve (not noninteractive)) (eglot-ensure))))

(add-hook 'find-file-hook #'memo--set-up)

;; Emacs has no mode for Markdown of its own, and Eglot serves no buffer without one.
(add-to-list 'auto-mode-alist '("\\.md\\'" . text-mode) t)

(defvar memo-mode-map
  (let ((map (make-sparse-keymap)))
    ;; Text mode asks a spelling checker.
    (define-key map (kbd "C-M-i") #'completion-at-point)
    map)
  "Keys in buffers that memo-ls serves.")

(define-minor-mode memo-mode
  "What is on in a buffer that memo-ls serves."
  :keymap memo-mode-map)

(defun memo--served ()
  "Turn `memo-mode' on or off, as memo-ls serves the buffer or not."
  (memo-mode (if (and (eglot-managed-p) (object-of-class-p (eglot-current-server) 'memo-server)) 1 -1)))

(add-hook 'eglot-managed-mode-hook #'memo--served)

;;; The language server

(defclass memo-server (eglot-lsp-server) ()
  "What serves memos, and Markdown files.")

(defun memo-contact (&optional _interactive)
  "What Eglot starts as a server: for `eglot-server-programs'."
  `(memo-server ,memo-program "lsp" ,@(memo--store-arguments)))

(add-to-list 'eglot-server-programs '((markdown-mode gfm-mode text-mode) . memo-contact))

(cl-defmethod eglot-initialization-options ((_server memo-server))
  "Buffers show memos."
  '(:memo (:documents t)))

(cl-defmethod eglot-handle-request ((_server memo-server) (_method (eql workspace/applyEdit)) &rest params)
  "What others change comes into the buffer without being asked for.
PARAMS say what.  Another program may have written the file meanwhile;
what it wrote comes so, too."
  (let* ((eglot-confirm-server-initiated-edits nil)
         (buffers (memo--files-edited (plist-get params :edit)))
         (times (mapcar (lambda (buffer) (with-current-buffer buffer (visited-file-modtime))) buffers))
         (is-known (equal (plist-get params :label) "Changed elsewhere; the file is known")))
    (dolist (buffer buffers) (with-current-buffer buffer (set-visited-file-modtime)))
    (unwind-protect (cl-call-next-method)
      (cl-mapc (lambda (buffer time)
                 (with-current-buffer buffer
                   (if (and is-known (memo--is-settled)) (memo--know-file) (set-visited-file-modtime time))))
               buffers times))))

(defun memo--files-edited (edit)
  "The buffers of files that EDIT is about."
  (delq nil (mapcar (lambda (change)
                      (when-let* ((uri (plist-get (plist-get change :textDocument) :uri))
                                  (path (funcall (if (fboundp 'eglot-uri-to-path)
                                                     'eglot-uri-to-path
                                                   'eglot--uri-to-path)
                                                 uri)))
                        (and (not (memo--id path)) (get-file-buffer path))))
                    (plist-get edit :documentChanges))))

(defun memo--is-same ()
  "Whether the buffer says what its file does."
  (let ((buffer (current-buffer)))
    (and (file-readable-p buffer-file-name)
         (with-temp-buffer
           (insert-file-contents (buffer-file-name buffer))
           (let ((case-fold-search nil)) (zerop (compare-buffer-substrings nil nil nil buffer nil nil)))))))

(defun memo--is-settled ()
  "Whether the server knows what the buffer's file says.
What was written just now it can't know, unless the buffer says that.
Two writes may have one time: those of a moment, or of two seconds where
seconds are all that is counted."
  (let* ((is-same (memo--is-same))
         (changed (file-attribute-status-change-time (file-attributes buffer-file-name)))
         (is-exact (and changed (cl-plusp (mod (float-time changed) 1)))))
    (and changed (time-less-p changed (time-subtract nil (if (and is-same is-exact) 0.02 2))))))

(defun memo--know-file ()
  "Note that the buffer has all that its file says."
  (set-visited-file-modtime)
  (when (memo--is-same) (set-buffer-modified-p nil)))

(defun memo--path-to-uri (convert path &rest more)
  "Memos' names are URIs; of another PATH that is CONVERT's affair, with MORE."
  (if (memo--id path) path (apply convert path more)))

(defun memo--uri-to-path (convert uri &rest more)
  "The same the other way round: CONVERT a URI, with MORE."
  (let ((name (if (keywordp uri) (substring (symbol-name uri) 1) uri)))
    (if (memo--id name) name (apply convert uri more))))

;; Later Eglots do so themselves.
(dolist (name '(eglot--path-to-uri eglot-path-to-uri))
  (when (fboundp name) (advice-add name :around #'memo--path-to-uri)))
(dolist (name '(eglot--uri-to-path eglot-uri-to-path))
  (when (fboundp name) (advice-add name :around #'memo--uri-to-path)))

;;; Opening memos

(defun memo--open (id title)
  "Show the memo ID, called TITLE: in a folder its file."
  (let* ((folder (memo--folder)) (path (and folder (plist-get (memo--json "show" id) :path))))
    (find-file (if path (expand-file-name path folder) (memo--uri id title)))))

;;;###autoload
(defun memo-new (text)
  "Begin a memo with TEXT, and go on behind it."
  (interactive (list (read-string "First line: ")))
  (let ((id (with-temp-buffer
              (memo--call (current-buffer) text "new")
              (string-trim (buffer-string)))))
    (memo--open id (car (split-string text "\n")))
    (goto-char (point-max))))

;;;###autoload
(defun memo-today (&optional date)
  "Show the memo of the day DATE, such as 2026-11-22; without one, of today."
  (interactive (list (and current-prefix-arg (read-string "Day: " (format-time-string "%F")))))
  (let ((day (or date (format-time-string "%F")))
        ;; An editor that changes nothing: the memo is only to be there.
        (process-environment (cons "VISUAL=true" process-environment)))
    (memo--call nil nil "today" "--date" day)
    ;; Where people kept such memos by themselves it has another id.
    (let ((memo (seq-find (lambda (memo)
                            (or (equal (plist-get memo :id) (concat "daily-" day))
                                (equal (plist-get memo :displayTitle) day)))
                          (memo--list '("list" "--all")))))
      (memo--open (plist-get memo :id) day))))

;;; Lists

(defvar-local memo--ask nil "What the program is asked for what the buffer lists.")

(defun memo--when (time)
  "The TIME of a memo as a list shows it."
  (format-time-string "%F %R" (date-to-time time)))

(defun memo--list (arguments)
  "The memos that the program lists with ARGUMENTS.
None where there is no store yet."
  (condition-case problem
      (plist-get (apply #'memo--json arguments) :memos)
    (user-error
     (unless (string-match-p "there is no store" (cadr problem)) (signal (car problem) (cdr problem)))
     (message "There are no memos yet; M-x memo-new begins the first")
     nil)))

(defun memo--entries ()
  "The memos that the buffer is to list."
  (mapcar
   (lambda (memo)
     (let ((properties (plist-get memo :properties)))
       (list (plist-get memo :id)
             (vector (memo--when (plist-get memo :modifiedAt))
                     (if (plist-get properties :pinned) "*" "")
                     (cons (plist-get memo :displayTitle) '(action memo-list-open))
                     (mapconcat (lambda (tag) (concat "#" tag))
                                (append (plist-get properties :tags) (plist-get memo :textTags)) " ")))))
   (memo--list memo--ask)))

(defvar memo-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (define-key map (kbd "RET") #'memo-list-open)
    (define-key map "c" #'memo-new)
    (define-key map "d" #'memo-list-delete)
    (define-key map "h" #'memo-list-history)
    (define-key map "p" #'memo-list-pin)
    (define-key map "s" #'memo-search)
    (define-key map "t" #'memo-today)
    map)
  "Keys in lists of memos.")

(define-derived-mode memo-list-mode tabulated-list-mode "Memos"
  "Memos, one a line."
  (setq tabulated-list-format [("Changed" 16 t) ("" 1 t) ("Title" 50 t) ("Tags" 0 t)])
  (setq tabulated-list-entries #'memo--entries)
  (tabulated-list-init-header))

(defun memo--show-list (name arguments)
  "List in the buffer NAME what the program tells with ARGUMENTS.
Those of a folder are listed in a buffer of their own."
  (let* ((folder (memo--folder))
         (buffer (get-buffer-create (if folder (format "%s<%s>" name (abbreviate-file-name folder)) name))))
    (with-current-buffer buffer
      (memo-list-mode)
      (setq default-directory (or folder (memo--home)))
      (setq memo--ask arguments)
      (tabulated-list-print))
    (pop-to-buffer-same-window buffer)))

;;;###autoload
(defun memo-list (&optional tag)
  "List all memos, the one that was changed last first.
With a prefix those with a TAG."
  (interactive (list (and current-prefix-arg (read-string "Tag: "))))
  (memo--show-list (if tag (format "*memos #%s*" tag) "*memos*")
                   `("list" "--all" "--pinned-first" ,@(and tag (list "--tag" tag)))))

;;;###autoload
(defun memo-search (query)
  "List the memos that QUERY finds."
  (interactive (list (read-string "Search: ")))
  (memo--show-list (format "*memos: %s*" query) (list "search" query)))

(defun memo--at-point ()
  "The memo of the line."
  (or (tabulated-list-get-id) (user-error "There is no memo on this line")))

(defun memo-list-open (&rest _)
  "Show the memo of the line."
  (interactive)
  (memo--open (memo--at-point) (car (aref (tabulated-list-get-entry) 2))))

(defun memo-list-delete ()
  "Move the memo of the line to the trash."
  (interactive)
  (let ((id (memo--at-point)))
    (when (or noninteractive (y-or-n-p "Move it to the trash? "))
      (memo--call nil nil "delete" "--yes" id)
      (revert-buffer))))

(defun memo-list-pin ()
  "Pin the memo of the line, or no longer."
  (interactive)
  (memo--call nil nil "edit" (if (equal (aref (tabulated-list-get-entry) 1) "*") "--unpin" "--pin") (memo--at-point))
  (revert-buffer))

(defun memo-list-history ()
  "Show what the memo of the line was."
  (interactive)
  (memo-history (memo--at-point)))

;;; What memos were

(defvar-local memo--shown nil "The memo whose history the buffer shows.")

(defvar memo-history-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (define-key map (kbd "RET") #'memo-history-show)
    (define-key map "r" #'memo-history-restore)
    map)
  "Keys in lists of what a memo was.")

(define-derived-mode memo-history-mode tabulated-list-mode "Memo history"
  "What a memo was, the newest first."
  (setq tabulated-list-format [("Changed" 16 t) ("Bytes" 9 nil :right-align t) ("By" 12 t) ("Title" 0 t)])
  (setq tabulated-list-entries #'memo--revisions)
  (tabulated-list-init-header))

(defun memo--revisions ()
  "What the memo of the buffer was."
  (mapcar
   (lambda (one)
     (list (plist-get one :revision)
           (vector (memo--when (plist-get one :modifiedAt))
                   (number-to-string (plist-get one :bytes))
                   (or (plist-get one :by) "")
                   (cons (plist-get one :displayTitle) '(action memo-history-show)))))
   (plist-get (memo--json "history" "--all" memo--shown) :revisions)))

;;;###autoload
(defun memo-history (id)
  "List what the memo ID was: that of the buffer."
  (interactive (list (or (memo--id buffer-file-name) (and (memo--folder) buffer-file-name)
                         (user-error "This buffer is no memo"))))
  (let ((buffer (get-buffer-create (format "*memo history %s*" id))) (folder (memo--folder)))
    (with-current-buffer buffer
      (memo-history-mode)
      (setq default-directory (or folder (memo--home)))
      (setq memo--shown id)
      (tabulated-list-print))
    (pop-to-buffer buffer)))

(defun memo-history-show (&rest _)
  "Show what the memo was then."
  (interactive)
  (let ((revision (memo--at-point)) (id memo--shown) (place default-directory))
    (pop-to-buffer (format "*memo %s, %s*" id revision))
    (let ((inhibit-read-only t) (default-directory place))
      (erase-buffer)
      (memo--call (current-buffer) nil "show" id "--revision" revision)
      (goto-char (point-min)))
    (view-mode)))

(defun memo-history-restore ()
  "Make the memo again what it was then."
  (interactive)
  (let ((revision (memo--at-point)))
    (when (or noninteractive (y-or-n-p "Make the memo that again? "))
      (memo--call nil nil "restore" memo--shown "--revision" revision)
      (revert-buffer))))

(provide 'memo)

;;; memo.el ends here
