"""Words that writers take for one another: sets of `portuguese.damage_sets`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from textlint_pt_embedded.inflections import Inflections

from textlint_pt import portuguese


def unaccented(form: str) -> str:
    kept = (char for char in unicodedata.normalize("NFD", form) if char not in "\u0301\u0302\u0300")
    return unicodedata.normalize("NFC", "".join(kept))


def directions(row: str) -> Iterator[tuple[str, str]]:
    """(right, wrong) pairs of a set as the file writes it."""
    wrong, one_way, right = (part.strip() for part in row.partition("<"))
    if one_way:
        yield right, wrong
        return
    members = [member.strip() for member in row.split("|")]
    for member in members:
        for other in members:
            if other != member:
                yield member, other


def _inflected(
    lexicon: Inflections, kinds: str, rows: Iterable[str]
) -> Iterator[tuple[str, str, frozenset[str]]]:
    for row in rows:
        for right, wrong in directions(row):
            for kind in kinds:
                ours = lexicon.paradigms.get((kind, right))
                theirs = lexicon.paradigms.get((kind, wrong))
                if ours is None or theirs is None:
                    # a lemma that there is not: its forms are those of the other, respelt
                    if ours is not None and len(row.split("<")) == 2:
                        yield from _respelt(right, wrong, ours.values())
                    continue
                own = frozenset(theirs.values())
                for cell, form in ours.items():
                    if (other := theirs.get(cell)) is not None:
                        yield form, other, own


def _respelt(
    right: str, wrong: str, forms: Iterable[str]
) -> Iterator[tuple[str, str, frozenset[str]]]:
    for form in forms:
        stem = right[:-2]
        if form.startswith(stem):
            yield form, wrong[:-2] + form[len(stem) :], frozenset()


def named(lexicon: Inflections) -> dict[str, list[str]]:
    """What may be written for a word or two words, by the sets of the file."""
    found: dict[str, set[str]] = {}
    data = portuguese.damage_sets()
    for row in data["forms"]:
        for right, wrong in directions(row):
            found.setdefault(right, set()).add(wrong)
    for kinds, rows in (("na", data["nominals"]), ("v", data["verbs"])):
        for form, other, _ in _inflected(lexicon, kinds, rows):
            # what is a form of both words is wrong for neither
            shared = set(lexicon.lemmas.get(form, ())) & set(lexicon.lemmas.get(other, ()))
            if other != form and not shared:
                found.setdefault(form, set()).add(other)
    return {right: sorted(wrong) for right, wrong in sorted(found.items())}
