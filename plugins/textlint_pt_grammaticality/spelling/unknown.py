"""Forms that the lexicon lacks, and which of them are no slips."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt.contract import Forms
from textlint_pt.text.regex import regex
from textlint_pt.text.words import WORD
from textlint_pt_grammaticality.coinage import is_term
from textlint_pt_grammaticality.foreign import foreign_markers
from textlint_pt_grammaticality.judged import Proposal, Read
from textlint_pt_grammaticality.manner import EVERYDAY
from textlint_pt_grammaticality.spelling.corrections import unmarked, with_other_marks

#: what the lexicon says for a correction, in nats, where the form is no word, or none of the class
#: that the parser reads there, and the correction is. A model that finds the sentence far worse
#: with the correction takes it back
NO_WORD = 2.0
#: share of the words that may be names; above, it is a list of them
_MOST_NAMES = 0.4
#: frequency class of a word of two letters
_SHORT_LEAST = 12
#: soft hyphens and what has no width too
_CODE_BEFORE = frozenset("./\\-‑_@#$%&<=~^*+[{\u00ad\u200b\u200d")
_CODE_AFTER = frozenset("-‑/\\_@<=~^*+({[\u00ad\u200b\u200d")
_SIC = regex(r"[\"”»]? ?[(\[]sic[)\]]", re.IGNORECASE)
#: the end of a line at which a word was divided
_CUT = regex(r"[^\W\d_][-‑] $")
#: a clitic that spaces part from its verb; "o", "na" and the like may be words of their own
_CUT_OFF = regex(
    rf" [-‑–] ?(?:{portuguese.clitic_pattern(after='loss')}|"
    rf"{'|'.join(sorted(portuguese.words('clitics')))})\b"
)
_STRETCHED = regex(r"(.)\1\1")


class Place(NamedTuple):
    """A form in small letters in a sentence; `marked`: the words that it is with other marks."""

    form: str
    start: int
    end: int
    written: str
    marked: Sequence[str]


def unknown_places(read: Read) -> Sequence[Place]:
    return list(unknown(read.sentence.text, read.forms))


@lru_cache(512)  # three that ask for the same sentences in turn
def word_matches(text: str) -> Sequence[re.Match[str]]:
    return tuple(WORD.finditer(text))


def unknown(text: str, forms: Forms) -> Iterator[Place]:
    """Forms that are no words, where they are neither names nor foreign nor code."""
    found = word_matches(text)
    if _are_names([match.group() for match in found]):
        return
    for at, match in enumerate(found):
        written = match.group()
        first = at == 0 and written[1:].islower()
        if not (written.islower() or first) or not written.isalpha() or forms.known(written):
            continue
        form = written.lower()
        if len(form) < 2 or is_term(form) or _STRETCHED.search(form) or is_code(text, match):
            continue
        if _CUT_OFF.match(text, match.end()):
            continue  # "levá - lo"
        marked = with_other_marks(form, forms)
        if len(form) == 2:
            marked = [other for other in marked if forms.frequency(other) >= _SHORT_LEAST]
            if not marked:
                continue
        if form.endswith("ámos") and forms.known(f"{form[:-4]}amos"):
            continue  # the preterite of Portugal
        if _SIC.match(text, match.end()):
            continue
        if not marked and unmarked(form) != form and forms.known(unmarked(form)):
            continue  # the spelling of another time
        if first and not any(_is_everyday(other, forms) for other in marked):
            continue  # as likely a name
        beside = [found[other].group() for other in (at - 1, at + 1) if 0 <= other < len(found)]
        if (
            not marked
            and (
                all(not word.islower() for word in beside)  # part of a name
                or any(_is_foreign(word, forms) for word in _neighbours(found, at))
                or _is_foreign_phrase([one.group() for one in found[max(0, at - 4) : at + 5]])
            )
        ):
            continue
        yield Place(form, *match.span(), written, marked)


def _is_everyday(form: str, forms: Forms) -> bool:
    return forms.frequency(form) >= EVERYDAY and not any(
        reading.source == "name" for reading in forms.readings(form)
    )


def _neighbours(found: Sequence[re.Match[str]], at: int) -> Iterator[str]:
    """The words beside one, and those beyond a particle: "coups de poing"."""
    for step in (-1, 1):
        for other in (at + step, at + 2 * step):
            if 0 <= other < len(found):
                yield found[other].group()
                if len(found[other].group()) > 2:
                    break


def _is_foreign_phrase(words: Sequence[str]) -> bool:
    """Whether at least two of the words are such as mark another language, as in a quotation."""
    votes = Counter(language for word in set(words) for language in foreign_markers().get(word, ()))
    return any(number > 1 for number in votes.values())


def _is_foreign(word: str, forms: Forms) -> bool:
    return word.islower() and not forms.known(word) and not with_other_marks(word, forms)


def is_code(text: str, match: re.Match[str]) -> bool:
    """Whether a form is part of a name of programmers, an address or a word cut in two."""
    start, end = match.span()
    before, after = text[start - 1 : start], text[end : end + 2]
    return (
        before in _CODE_BEFORE
        or before.isdigit()
        or after[:1] in _CODE_AFTER
        or after[:1].isdigit()
        or (after[:1] in (".", ":") and after[1:].isalnum())
        or (before == "(" and after[:1] == ")")
        or _CUT.search(text, max(0, start - 3), start) is not None
    )


def _are_names(words: Sequence[str]) -> bool:
    later = words[1:]
    return sum(not word.islower() for word in later) > _MOST_NAMES * len(later)


def proposal_for(
    place: Place, found: Sequence[str], prior: float = NO_WORD, *, known: bool = False
) -> Proposal:
    capital = place.written[:1].isupper()
    return Proposal(
        place.start,
        place.end,
        tuple(form[:1].upper() + form[1:] if capital else form for form in found),
        arguments={"unknown": not known},
        prior=prior,
    )
