;;; textlint-pt.el --- textlint-pt in Emacs 29 or newer, with Eglot  -*- lexical-binding: t; -*-

(require 'eglot)

;; `eglot-server-programs' has one server for a mode: this one stands before others
(add-to-list 'eglot-server-programs
             '((text-mode :language-id "plaintext") . ("textlint-pt" "lsp")))
(add-to-list 'eglot-server-programs
             '((markdown-mode :language-id "markdown") . ("textlint-pt" "lsp")))
(add-to-list 'eglot-server-programs
             '((rst-mode :language-id "restructuredtext") . ("textlint-pt" "lsp")))

;; keys of rules.yaml, put over those of the nearest file
;; (setq-default eglot-workspace-configuration
;;               '(:textlint-pt (:settings (:preset "docs"))))

(defvar textlint-pt-fix-on-save nil
  "Whether what is safe is corrected before a text is written.")

(defun textlint-pt-fix ()
  "Correct what is safe."
  (when (and textlint-pt-fix-on-save (eglot-current-server))
    (ignore-errors ; there is nothing to correct
      (eglot-code-actions (point-min) (point-max) "source.fixAll.textlint-pt" t))))

(add-hook 'before-save-hook #'textlint-pt-fix)

(dolist (hook '(text-mode-hook markdown-mode-hook rst-mode-hook))
  (add-hook hook #'eglot-ensure))

(provide 'textlint-pt)
;;; textlint-pt.el ends here
