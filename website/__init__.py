"""The documentation as a site, in Portuguese and English, made of what the program itself knows.

`python -m website` writes the pages and has MkDocs build them. A rule's page is its docstring (in
Portuguese: `pages/pt/CODE.md` beside the rule), what readers said of its findings, its options, and
the cases of `tests/rules`, in which the rule is run while the site is built.
"""
