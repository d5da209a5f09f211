"""Where findings stand, in any text."""

from __future__ import annotations

from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

PROSE = "A loja da vila fecha cedo e o café fica aberto.\n\n"
PARTS = (
    *("A loja fecha cedo", "os gato", "da da", "e", "Maria", "1", "se-lhe", "à", "que", "de a"),
    *(" ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00a0", ",", " ,", " . ", ".", "...", ",,", "!"),
    *(" ?", ";", ":", "(", ")", " ( ", "*", "`x`", " — ", "“", "”", "«", "»", "%", "--", "<b>"),
    *("- ", "> ", "# ", "(\ninaugurada\n)"),
)


@cache
def _linter() -> Linter:
    """The rules that need no model."""
    plugins = load()
    free = [
        code
        for code, rule in plugins.rules.items()
        if set(rule.declared.needs) <= {"forms"} and not rule.declared.metrics
    ]
    return Linter(plugins, [Layer("test", {"select": free, "language": "pt"})])


@settings(deadline=None)
@given(
    text=st.lists(st.sampled_from(PARTS), max_size=40).map("".join),
    suffix=st.sampled_from(["txt", "md", "rst", "html", "adoc"]),
)
@example(text="A ponte ( inaugurada em maio ) já tem fissuras.", suffix="txt")
@example(text="A ponte (\ninaugurada em maio\n) já tem fissuras.", suffix="md")
def test_no_finding_of_any_rule_spans_only_white_space(text: str, suffix: str) -> None:
    written = PROSE + text
    entry = next(_linter().lint([Input(f"x.{suffix}", written.encode(), {})]))
    assert entry["error"] is None
    places = [written[found["start"] : found["end"]] for found in entry["findings"]]
    assert not [place for place in places if place.isspace()]
