"""Pronouns joined to a verb by a hyphen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textlint_pt import portuguese
from textlint_pt_grammaticality.clitics.joining import alone
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
                alone(sentence.form(i), written if i == at + 1 else "")
                for i in range(at + 1, last + 1)
            )
            yield Enclitic(at, last, form, pronouns)
        at = last + 1
