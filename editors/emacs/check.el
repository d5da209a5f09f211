;;; check.el --- Opens a text in Emacs, waits for the finding, corrects it on saving  -*- lexical-binding: t; -*-

;; TEXT=a.txt emacs -q --batch -l check.el (COMMAND: how textlint-pt is called)

(package-initialize)
(load (expand-file-name "textlint-pt.el" (file-name-directory load-file-name)))
(dolist (server eglot-server-programs)
  (when (equal (cdr server) '("textlint-pt" "lsp"))
    (setcdr server (append (split-string (or (getenv "COMMAND") "textlint-pt")) '("lsp")))))

(defun check--wait (what condition)
  "Wait until CONDITION gives something, which is answered; WHAT is said where it never does."
  (let ((end (+ (float-time) 120)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) end)
        (message "nothing after 120 s: %s" what)
        (kill-emacs 1))
      (accept-process-output nil 0.1))
    found))

(find-file (getenv "TEXT"))
(run-hooks 'post-command-hook) ; where Eglot starts, and what a batch does not run
(check--wait "the server" #'eglot-current-server)
(let ((found (check--wait "a finding" #'flymake-diagnostics)))
  (message "found: %s" (flymake-diagnostic-text (car found))))
(setq textlint-pt-fix-on-save t)
(set-buffer-modified-p t)
(save-buffer)
