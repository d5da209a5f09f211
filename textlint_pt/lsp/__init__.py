"""`textlint-pt lsp`: the linter in editors, over the Language Server Protocol."""
