"""Our own Portuguese: one term for each thing, on every page."""

from __future__ import annotations

import re

from tests.conftest import ROOT

#: words that we have another word for
_OTHERS = re.compile(r"\b(achados?|linha de base|severidade)\b", re.IGNORECASE)


def test_portuguese_documentation_uses_one_term_per_concept() -> None:
    pages = [*(ROOT / "docs" / "pt").glob("*.md"), *(ROOT / "website/pages/pt").glob("*.md")]
    pages += [*ROOT.glob("plugins/*/pages/pt/*.md"), ROOT / "README.md"]
    pages += [ROOT / "textlint_pt/cli/pt.tsv", ROOT / "textlint_pt/report/messages.tsv"]
    assert len(pages) > 100
    assert [path.name for path in pages if _OTHERS.search(path.read_text(encoding="utf-8"))] == []
