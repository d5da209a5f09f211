"""What an unknown form may be a slip for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from weakref import WeakKeyDictionary

from textlint_pt.contract import Forms
from textlint_pt_grammaticality.coinage import is_borrowed, is_coined
from textlint_pt_grammaticality.reading import table
from textlint_pt_grammaticality.respelling import Candidate, divided, joined, near, with_marks

#: letters from which a form is judged, by how far the correction is from it
_LEAST_LETTERS = {0.5: 3, 1.0: 4, 1.5: 5, 2.0: 7}
#: frequency class of a correction: by marks alone, by other slips, and of each of two words
MARKS_LEAST, _LEAST, _APART_LEAST = 3, 4, 9
#: letters from which a rarer word may be meant, its class, and the cost of what sounds alike
_LONG, _RARE_LEAST, _BY_EAR = 7, 2, 1.0
#: classes by which a word is so much commoner that no old spelling of the other is meant
_FAR = 8
#: corrections that are tried, and how far behind the best one they may rank
_MOST, _BEHIND = 4, 3.0
#: rank of a correction from which a space left out is the likelier slip
_SURE = -2.0
#: what was found of words met before
_known_corrections: WeakKeyDictionary[Forms, dict[str, Sequence[str]]] = WeakKeyDictionary()
REMEMBERED = 1 << 14


def corrections(form: str, forms: Forms) -> Sequence[str]:
    """Words that a form is a slip for, the likeliest first; none if it is none that we know."""
    known = _known_corrections.setdefault(forms, {})
    if form not in known:
        if len(known) >= REMEMBERED:
            known.clear()
        known[form] = tuple(_corrections(form, forms))
    return known[form]


def _corrections(form: str, forms: Forms) -> list[str]:
    listed = _misspellings().get(form)
    if listed is not None:
        return [listed]
    if is_coined(form, forms):
        return []
    ours = _from_spanish(form, forms)
    if ours is not None:
        return [ours]
    found = near(form, forms, _LEAST, _MOST)
    if not found and len(form) >= _LONG:
        rare = near(form, forms, _RARE_LEAST, _MOST)
        found = [one for one in rare if one.cost <= _BY_EAR]
    result = [
        one.form
        for one in found
        if len(form) >= _LEAST_LETTERS[one.cost] and one.rank <= found[0].rank + _BEHIND
    ]
    if is_borrowed(form, result, forms):
        return []
    apart = joined(form, forms, _LEAST) or divided(form, forms, _APART_LEAST)[:1]
    return [*apart, *result] if "-" in "".join(apart) or _unsure(found) else result


def _from_spanish(form: str, forms: Forms) -> str | None:
    """The word of ours that differs in the ending that Spanish gives it: "tradicionales"."""
    for ending, our in _SPANISH:
        if form.endswith(ending):
            meant = form.removesuffix(ending) + our
            if len(form) > len(ending) + 3 and forms.frequency(meant) >= _LEAST:
                return meant
    return None


#: endings of Spanish, the longest first, and ours
_SPANISH = (
    ("ciones", "ções"), ("siones", "sões"), ("ción", "ção"), ("sión", "são"), ("mientos", "mentos"),
    ("miento", "mento"), ("ales", "ais"), ("bles", "veis"), ("ble", "vel"), ("dad", "dade"),
    ("ajes", "agens"), ("aje", "agem"), ("anza", "ança"), ("encia", "ência"), ("ancia", "ância"),
    ("ario", "ário"), ("orio", "ório"), ("ieron", "eram"), ("aron", "aram"), ("aban", "avam"),
    ("aba", "ava"),
)  # fmt: skip


def _unsure(found: Sequence[Candidate]) -> bool:
    return not found or found[0].rank > _SURE


def with_other_marks(form: str, forms: Forms) -> list[str]:
    """Words that a form that is none becomes by its marks alone."""
    found = with_marks(form, forms, MARKS_LEAST)
    plain = unmarked(form)
    if plain != form and forms.known(plain):
        best = found[0] if found else None
        if best is None or best.form == plain or best.frequency < forms.frequency(plain) + _FAR:
            return []
    return [one.form for one in found if one.frequency >= found[0].frequency - _BEHIND]


def unmarked(form: str) -> str:
    """Without the marks that spelling no longer has: "êle", "sòmente", "freqüente"."""
    return form.translate(_FORMER_MARKS)


_FORMER_MARKS = str.maketrans("êôèòìùü", "eoeoiuu")


@cache
def _misspellings() -> Mapping[str, str]:
    """Words by forms that are more than one slip away from them."""
    pairs = (line.partition(" ") for line in table("misspellings.txt"))
    return {form: word for form, _, word in pairs}
