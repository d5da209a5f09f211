"""What `msgfmt --check` refuses has an error here, and what it takes has none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

MSGFMT = shutil.which("msgfmt")
TYPE = '"Content-Type: text/plain; charset=UTF-8\\n"\n'
HEADER = f'msgid ""\nmsgstr ""\n{TYPE}'
TWO = f'{HEADER}"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
ONE = f"{HEADER}\n"
FILES = 'msgid "%d file\\n"\nmsgid_plural "%d files\\n"\n'


@pytest.mark.parametrize(
    ("catalogue", "what"),
    [
        (ONE + 'msgid "a"\nmsgstr "b"\n', ""),
        ('msgid "a"\nmsgstr "b"\n', "no-header"),
        ('msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n', "no-header"),
        (ONE + '#| msgid "c"\n#| "d"\nmsgid "a"\nmsgstr "b"\n', ""),
        (ONE + '#~| msgid "c"\n#~ msgid "a"\n#~ msgstr "b"\n#~\n', ""),
        (ONE + '#| c\nmsgid "a"\nmsgstr "b"\n', "syntax"),
        (ONE + '#| msgid "c"\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n', "syntax"),
        (ONE + 'msgid "a"\n# c\nmsgstr "b"\n', "syntax"),
        (ONE + '#~ msgid "a"\nmsgstr "b"\n', "syntax"),
        (ONE + '#| msgid "c"\n#~ msgid "a"\n#~ msgstr "b"\n', "syntax"),
        (ONE + '#, qt-format\nmsgid "%L1 a"\nmsgstr "%1 b"\n', ""),
        (ONE + '#, qt-format\nmsgid "%1 a"\nmsgstr "%L1 b"\n', "format"),
        (ONE + 'msgid "a\\n"\nmsgstr "b"\n', "break"),
        (ONE + 'msgid "a"\nmsgstr "\\nb"\n', "break"),
        (ONE + '#, fuzzy\nmsgid "a\\n"\nmsgstr "b"\n', ""),
        (ONE + 'msgid "a\\n"\nmsgstr ""\n', ""),
        (ONE + 'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr ""\n', "duplicate"),
        (ONE + 'msgid "a"\nmsgstr "b"\n\n#~ msgid "a"\n#~ msgstr "b"\n', "duplicate"),
        (ONE + '#~ msgid "a"\n#~ msgstr "b"\n\n#~ msgid "a"\n#~ msgstr "b"\n', "duplicate"),
        (ONE + 'msgctxt "x"\nmsgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "b"\n', ""),
        (ONE + 'msgid "a\\q"\nmsgstr "b"\n', "escape"),
        (ONE + 'msgid "\\x41\\101\\t\\"\\\\"\nmsgstr "b"\n', ""),
        (TWO + FILES + 'msgstr[0] "%d a\\n"\nmsgstr[1] "%d b\\n"\n', ""),
        (TWO + FILES + 'msgstr[0] "%d a\\n"\nmsgstr[1] "%d b"\n', "break"),
        (TWO + FILES + 'msgstr[0] "%d a\\n"\n', "plural-count"),
        (
            TWO + FILES + 'msgstr[0] "%d a\\n"\nmsgstr[1] "b\\n"\nmsgstr[2] "%d c\\n"\n',
            "plural-count",
        ),
        (TWO + FILES + 'msgstr[1] "%d a\\n"\nmsgstr[0] "%d b\\n"\n', "plural-index"),
        (TWO + FILES + 'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n', ""),
        (TWO + "#, c-format\n" + FILES + 'msgstr[0] "a\\n"\nmsgstr[1] "%d b\\n"\n', ""),
        (TWO + "#, c-format\n" + FILES + 'msgstr[0] "%d a\\n"\nmsgstr[1] "b\\n"\n', "placeholder"),
        (
            TWO + 'msgid "a\\n"\nmsgid_plural "b"\nmsgstr[0] "c\\n"\nmsgstr[1] "d\\n"\n',
            "plural-break",
        ),
        (ONE + FILES + 'msgstr[0] "%d a\\n"\nmsgstr[1] "%d b\\n"\n', "no-plural-header"),
        (HEADER + '"Plural-Forms: nplurals=2;\\n"\n\nmsgid "a"\nmsgstr "b"\n', ""),
        (
            HEADER + '"Plural-Forms: nplurals=2; plural=n?2:0;\\n"\n\nmsgid "a"\nmsgstr "b"\n',
            "plural-range",
        ),
        (
            HEADER + '"Plural-Forms: nplurals=X; plural=0;\\n"\n\nmsgid "a"\nmsgstr "b"\n',
            "plural-expression",
        ),
        (ONE + '#, possible-c-format\nmsgid "%d: %s"\nmsgstr "%s: %d"\n', "format"),
        (ONE + '#, no-c-format\nmsgid "%d: %s"\nmsgstr "%s: %d"\n', ""),
        (ONE + '#, fuzzy, c-format\nmsgid "%d: %s"\nmsgstr "%s: %d"\n', ""),
    ],
)
def test_po_catalogue_errors_are_reported_exactly_where_msgfmt_reports_them(
    catalogue: str, what: str, tmp_path: Path
) -> None:
    linter = Linter(load(third_party=False), [Layer("test", {"select": ["TRA004", "TRA012"]})])
    (entry,) = linter.lint([Input("a.po", catalogue.encode())])
    found = {finding["evidence"]["what"] for finding in entry["findings"]}
    assert found == ({what} if what else set())
    assert all(finding["severity"] == "error" for finding in entry["findings"])
    if MSGFMT is not None:
        path = tmp_path / "a.po"
        path.write_text(catalogue, encoding="utf-8")
        command = [MSGFMT, "--check", str(path), "-o", str(tmp_path / "a.mo")]
        refused = subprocess.run(command, capture_output=True, check=False).returncode != 0
        assert refused is bool(what)
