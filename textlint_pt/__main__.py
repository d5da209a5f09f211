"""`python -m textlint_pt`."""

from textlint_pt.cli import main

main()
