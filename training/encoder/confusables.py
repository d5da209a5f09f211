"""Words that writers take for one another: sets of `portuguese.damage_sets`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from textlint_pt import portuguese
from training.encoder.inflection import Inflections


def unaccented(form: str) -> str:
    kept = (char for char in unicodedata.normalize("NFD", form) if char not in "\u0301\u0302\u0300")
    return unicodedata.normalize("NFC", "".join(kept))


def directions(row: str) -> Iterator[tuple[str, str]]:
    """Yield the (right, wrong) pairs of a set: "a | b" goes both ways, "wrong < right" one."""
    wrong, one_way, right = (part.strip() for part in row.partition("<"))
    if one_way:
        yield right, wrong
        return
    members = [member.strip() for member in row.split("|")]
    for member in members:
        for other in members:
            if other != member:
                yield member, other


def _inflected(lexicon: Inflections, kinds: str, rows: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (form, confused form) for the forms of two lemmas in the same cell of their
    paradigms."""
    for row in rows:
        for right, wrong in directions(row):
            for kind in kinds:
                right_forms = lexicon.paradigms.get((kind, right))
                wrong_forms = lexicon.paradigms.get((kind, wrong))
                if right_forms is None or wrong_forms is None:
                    # the wrong lemma is no word: its forms are spelt after those of the right one
                    if right_forms is not None and len(row.split("<")) == 2:
                        yield from _respelt(right, wrong, right_forms.values())
                    continue
                for cell, right_form in right_forms.items():
                    if (wrong_form := wrong_forms.get(cell)) is not None:
                        yield right_form, wrong_form


def _respelt(right: str, wrong: str, forms: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the forms of a lemma with those of a wrong lemma that is no word: both lemmas without
    their last two letters are the stems."""
    stem = right[:-2]
    for form in forms:
        if form.startswith(stem):
            yield form, wrong[:-2] + form[len(stem) :]


def wrong_forms_of(lexicon: Inflections) -> dict[str, list[str]]:
    """Return what may be written by mistake for a word or two, by the sets of the file."""
    wrong_forms: dict[str, set[str]] = {}
    data = portuguese.damage_sets()
    for row in data["forms"]:
        for right, wrong in directions(row):
            wrong_forms.setdefault(right, set()).add(wrong)
    for kinds, rows in (("na", data["nominals"]), ("v", data["verbs"])):
        for form, other in _inflected(lexicon, kinds, rows):
            # what is a form of both words is wrong for neither
            shared = set(lexicon.lemmas.get(form, ())) & set(lexicon.lemmas.get(other, ()))
            if other != form and not shared:
                wrong_forms.setdefault(form, set()).add(other)
    return {right: sorted(wrong) for right, wrong in sorted(wrong_forms.items())}
