"""How a verb and its pronouns are written."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt import portuguese
from textlint_pt.contract import Forms

_OPEN = str.maketrans("aeo", "áêô")
#: finite forms as they stand before "lo"
_BEFORE_LO = {"fá": "faz", "trá": "traz", "fê": "fez", "fi": "fiz", "di": "diz", "qui": "quis"}


def verb_with_pronoun(forms: Forms, first: str, second: str) -> str:
    """Return a verb joined with a pronoun ("vê-lo", "fá-lo-ei"), or after one ("o faz")."""
    if first in portuguese.clitics():
        verb = _BEFORE_LO.get(second, second) if first[0] == "l" else second
        if first == "nos" and verb.endswith("mo"):  # of "habituámo-nos"
            verb += "s"
        return f"{_proclitic(first, second)} {verb}"
    pronouns = (_proclitic(second, first),)
    inside = mesoclisis(first, pronouns) if is_future(forms, first) else ""
    return inside or enclitic(first, pronouns)


def is_future(forms: Forms, form: str) -> bool:
    """Return whether the form is first of all a future or conditional."""
    reading = next(iter(forms.readings(form)), None)
    return reading is not None and (
        reading.feature("Mood") == "Cnd"
        or (reading.feature("Mood") == "Ind" and reading.feature("Tense") == "Fut")
    )


def _proclitic(pronoun: str, verb: str) -> str:
    """Return a pronoun as it stands before a verb ("lo" and, after a nasal, "no": "o")."""
    clitic = portuguese.clitics().get(pronoun)
    if clitic is None or len(clitic.pronouns) > 1:
        return pronoun
    is_nasal = verb.endswith(("m", "ão", "õe"))
    if clitic.after == "nasal" and not is_nasal:  # "no", contracted of "em" and "o"
        return pronoun
    return clitic.pronouns[0]


def _without_final_consonant(form: str) -> str:
    """Return a verb without its last consonant ("ver": "vê", "construir": "construí")."""
    stem, last = form[:-1], form[-1]
    if last == "s":
        return stem
    if last == "r" and stem.endswith(("ai", "ui")) and not stem.endswith(("gui", "qui")):
        return stem[:-1] + "í"
    return stem[:-1] + {"a": "á", "e": "ê", "o": "ô"}.get(stem[-1:], stem[-1:])


def enclitic(form: str, pronouns: Sequence[str]) -> str:
    """Return a verb with pronouns after it: "temos", "o" → "temo-lo"; "têm", "o" → "têm-no"."""
    first = pronouns[0]
    if first in portuguese.words("articles.definite"):
        if form.endswith(("r", "s", "z")):
            form, first = _without_final_consonant(form), "l" + first
            if form.endswith("n"):  # "tens": "tem-lo"
                form = form[:-1] + "m"
        elif form.endswith(("m", "ão", "õe")):
            first = "n" + first
    elif first == "nos" and form.endswith("mos"):
        form = form[:-1]
    return "-".join((form, first, *pronouns[1:]))


def mesoclisis(form: str, pronouns: Sequence[str]) -> str:
    """Return a future form around its pronouns ("diria" and "se": "dir-se-ia"), or ""."""
    ending = next((end for end in portuguese.future_endings() if form.endswith("r" + end)), None)
    if ending is None:
        return ""
    stem = form.removesuffix(ending)
    first = pronouns[0]
    if first in portuguese.words("articles.definite"):
        stem = stem[:-2] + stem[-2].translate(_OPEN)  # "dar": "dá"
        first = "l" + first
    return "-".join((stem, first, *pronouns[1:], ending))
