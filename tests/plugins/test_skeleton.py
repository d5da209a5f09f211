"""Skeletons of pages side by side: the cheapest way in short ones, windows of long ones."""

from __future__ import annotations

import pytest
from textlint_pt_translation.skeleton import Pairing, Part, paired

from textlint_pt.contract import Span


def _parts(names: list[str]) -> list[Part]:
    return [Part("component", n, f"<{n}>", Span(at, at + 1)) for at, n in enumerate(names)]


def _names(pairings: list[Pairing]) -> list[tuple[str | None, str | None]]:
    return [(t and t.name, o and o.name) for t, o in pairings]


@pytest.mark.parametrize("size", [20, 1_000])
def test_sections_after_an_untranslated_one_are_paired_with_their_translation(size: int) -> None:
    names = [f"A{n}" for n in range(size)]
    lost = {3, size // 2, size - 2}
    ours = [name for n, name in enumerate(names) if n not in lost]
    assert _names(paired(_parts(names), _parts(ours))) == [
        (name, None if n in lost else name) for n, name in enumerate(names)
    ]


def test_sections_after_400_untranslated_ones_are_paired_with_their_translation() -> None:
    names = [f"A{n}" for n in range(1_000)]
    ours = names[:300] + names[700:]
    found = _names(paired(_parts(names), _parts(ours)))
    assert found == [(n, None if n in names[300:700] else n) for n in names]


def test_every_section_of_source_and_translation_is_in_exactly_one_pair() -> None:
    theirs, ours = _parts([f"A{n % 7}" for n in range(900)]), _parts(["B", "A3"] * 300)
    found = paired(theirs, ours)
    assert [one.source for one in found if one.source] == theirs
    assert [one.target for one in found if one.target] == ours
