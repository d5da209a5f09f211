"""No line of a document is too long to read in an editor or a diff."""

from __future__ import annotations

import re

from tests.conftest import ROOT

LONGEST = 120
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/*/*.md")])


def too_long(text: str) -> list[str]:
    """The lines over the limit, but for blocks of code and what cannot be broken: addresses."""
    prose = re.sub(r"^( *)(```+|~~~+).*?^\1\2$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [
        line
        for line in prose.splitlines()
        if len(re.sub(r"\]\([^)\s]*\)|https?://\S+", "", line)) > LONGEST
    ]


def test_lines_of_documentation_files_are_within_the_length_limit() -> None:
    found = {str(path.relative_to(ROOT)): too_long(path.read_text("utf-8")) for path in DOCUMENTS}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_documentation_line_length_check_finds_long_lines() -> None:
    words = "palavra " * 16
    assert too_long(f"{words}\n") == [words]
    assert too_long(f"| {words} |\n") == [f"| {words} |"]
    assert too_long(f"```console\n{words}\n```\n{words}x\n") == [f"{words}x"]
    assert too_long(f"[design](https://example.org/{'x' * 120})\n") == []
