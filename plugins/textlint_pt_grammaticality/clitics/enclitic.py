"""Pronouns joined to a verb by a hyphen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt_grammaticality.phrases import ParsedSentence, cue

ENCLITIC = cue(rf"[^\W\d_]+[-‑](?:{portuguese.clitic_pattern()})")


class Enclitic(NamedTuple):
    """A verb with pronouns after it: places of the verb and of the last pronoun; the form of the
    verb alone, and the pronouns in their form before the verb."""

    verb: int
    last: int
    form: str
    pronouns: tuple[str, ...]

    @property
    def before(self) -> str:
        """The pronouns before the verb: "me disse"."""
        return " ".join((*self.pronouns, self.form))


def enclitics(sentence: ParsedSentence) -> Iterator[Enclitic]:
    """Verbs with pronouns after them; not those with pronouns inside ("dir-se-ia")."""
    at = 0
    while at < len(sentence):
        last = at
        while sentence.after_hyphen(last + 1) and sentence.tag(last + 1) == "PRON":
            last += 1
        if (
            last > at
            and sentence.is_word(at)
            and sentence.text[sentence.tokens[last].end :][:1] not in "-‑"
        ):
            written = sentence.form(at)
            form = sentence.words[sentence.tokens[at].words[0]].form.lower()
            if form.endswith("mo") and sentence.form(at + 1) == "nos":
                form += "s"  # "habituamo-nos"
            pronouns = tuple(
                _alone(sentence.form(i), written if i == at + 1 else "")
                for i in range(at + 1, last + 1)
            )
            yield Enclitic(at, last, form, pronouns)
        at = last + 1


def _alone(pronoun: str, verb: str) -> str:
    """The pronoun in its form before a verb: "lo" is "o", and so is "no" after a nasal."""
    clitic = portuguese.clitics().get(pronoun)
    if clitic is None or len(clitic.pronouns) > 1:
        return pronoun
    nasal = verb.endswith(("m", "ão", "õe"))
    return pronoun if clitic.after == "nasal" and not nasal else clitic.pronouns[0]


def _open(form: str) -> str:
    """A verb without its last consonant: "ver" as "vê", "construir" as "construí"."""
    stem, last = form[:-1], form[-1]
    if last == "s":
        return stem
    if last == "r" and stem.endswith(("ai", "ui")) and not stem.endswith(("gui", "qui")):
        return stem[:-1] + "í"
    return stem[:-1] + {"a": "á", "e": "ê", "o": "ô"}.get(stem[-1:], stem[-1:])


def tied(form: str, pronouns: Sequence[str]) -> str:
    """The verb with pronouns after it: "temos" and "o" as "temo-lo", "têm" and "o" as "têm-no"."""
    first = pronouns[0]
    if first in portuguese.words("articles.definite"):
        if form.endswith(("r", "s", "z")):
            form, first = _open(form), "l" + first
            form = form[:-1] + "m" if form.endswith("n") else form  # "tem-lo" of "tens"
        elif form.endswith(("m", "ão", "õe")):
            first = "n" + first
    elif first == "nos" and form.endswith("mos"):
        form = form[:-1]
    return "-".join((form, first, *pronouns[1:]))
