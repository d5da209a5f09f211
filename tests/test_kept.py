"""What rules found in paragraphs is kept on disk: the report is the one of a run without it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.kept import _packed_all, _unpacked_all
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.parts import Parts
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix, Related
from textlint_pt.report.report import document_as_json
from textlint_pt.text.document import Span

PARAGRAPHS = [
    "# A praia",
    "Os meninos foi à praia ao ao cair da tarde. O mar estava calmo, e ninguém falava.",
    "> A avó disse que a casa amarela foram vendidas. Não quiz dizer por telefome.",
    "- Um balde azul para a areia.\n- Uma toalha, que ela tinham trazido.\n- Pão, e queijo.",
    "Chama-se `abrir()` quando o ficheiro chega; depois fecha-se. Fazem dois anos que é assim.",
    "| Nome | Cor |\n|---|---|\n| os barco | azul |",
    "Não sei porque a porta está aberta. Vou ir a loja amanhã, se tiver tempo, e levo guengibre.",
]
LAYER = Layer("test", {"language": "en", "rules": {"GRA": {"confidence": 0.3}}})
ALWAYS = "O pescador voltou a casa antes da noite, e contou o que tinha visto no mar."


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load(third_party=False)


def lint(linter: Linter, paragraphs: list[str]) -> Mapping[str, Any]:
    text = "\n\n".join([ALWAYS, *paragraphs]) + "\n"
    (entry,) = linter.lint([Input("a.md", text.encode())])
    assert entry["error"] is None
    return document_as_json(entry)


def test_report_from_cached_paragraphs_equals_a_fresh_report(
    plugins: Plugins, tmp_path: Path
) -> None:
    plain = Linter(plugins, [LAYER])
    rng = random.Random(5)
    seen = 0
    for _ in range(3):
        paragraphs = rng.sample(PARAGRAPHS, rng.randrange(3, len(PARAGRAPHS) + 1))
        paragraphs[0] = paragraphs[0].replace("praia", rng.choice(["praia", "rua", "ilha"]))
        # another process each time
        kept = Linter(plugins, [LAYER], Cache(tmp_path))
        entry = lint(kept, paragraphs)
        assert entry == lint(plain, paragraphs)
        seen += len(entry["findings"])
    assert seen > 8


def test_cached_findings_equal_fresh_ones_after_an_edit(plugins: Plugins, tmp_path: Path) -> None:
    paragraphs = ["- familia: quem veio à praia com a avó.\n- Um barco abandondado no porto."]
    first = lint(Linter(plugins, [LAYER], Cache(tmp_path)), paragraphs)
    assert {"GRA902", "GRA901"} <= {one["code"] for one in first["findings"]}
    again = [*paragraphs, "Um outro parágrafo."]
    entry = lint(Linter(plugins, [LAYER], Cache(tmp_path)), again)
    assert entry["findings"] == first["findings"]


def test_only_paragraphs_missing_from_the_cache_are_checked(
    plugins: Plugins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: set[str] = set()
    part = Parts.part

    def noting(self: Parts, low: int, high: int) -> Any:
        looked_at.update(s.text for group in self.groups[low:high] for s in group)
        return part(self, low, high)

    monkeypatch.setattr(Parts, "part", noting)
    lint(Linter(plugins, [LAYER], Cache(tmp_path)), PARAGRAPHS)
    assert len(looked_at) > 10
    looked_at.clear()
    changed = [*PARAGRAPHS[3:], PARAGRAPHS[1].replace("calmo", "bravo"), *PARAGRAPHS[:1]]
    lint(Linter(plugins, [LAYER], Cache(tmp_path)), changed)
    assert looked_at == {
        "Os meninos foi à praia ao ao cair da tarde.", "O mar estava bravo, e ninguém falava.",
    }  # fmt: skip
    looked_at.clear()
    other = Layer("test", {"rules": {"GRA": {"confidence": 0.4}}})
    lint(Linter(plugins, [other], Cache(tmp_path)), changed)
    assert len(looked_at) > 10


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inside: (
        st.lists(inside) | st.lists(inside).map(tuple) | st.dictionaries(st.text(), inside)
    ),
    max_leaves=8,
)
NAMES = st.text().filter(lambda name: not name.startswith("_"))


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(st.text(), VALUES), st.dictionaries(NAMES, VALUES))
def test_findings_are_unpacked_from_the_cache_unchanged(
    evidence: dict[str, Any], arguments: dict[str, Any]
) -> None:
    fix = Fix(Applicability.UNSAFE, (Edit(1, 2, "é"), Edit(3, 3, "")))
    related = (Related(Span(4, 5), "text", "other"),)
    finding = Finding("GRA101", Span(1, 2), evidence, "m", arguments, 3, related, fix)
    for one in (finding, finding.replace(fix=None, related=(), sentence=None)):
        packed = _packed_all({"GRA101": [one]})
        assert packed is not None
        assert _unpacked_all(packed) == {"GRA101": [one]}
