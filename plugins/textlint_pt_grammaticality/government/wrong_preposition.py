"""GRA216: a preposition that the word before it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt_grammaticality.contractions import split
from textlint_pt_grammaticality.government.complement import governed
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Line
from textlint_pt_grammaticality.reading import listed

_DATIVE = ("lhe", "lhes")
_TO = (("a", "o"), ("a", "a"), ("a", "os"), ("a", "as"))
#: somebody of something, or something to somebody
_TELLING = listed("informar avisar notificar prevenir lembrar alertar advertir cientificar")


class WrongPreposition(Misgovernment):
    """A preposition that the word before it does not take, or the lack of the one it needs.

    ## What it finds

    *Acreditar de que*, *compatível a*, *queixar-se sobre*, *capaz fazer*, *superior do que*,
    *devido o atraso*, *informar aos clientes de que*: what no grammar has, after the verbs,
    nouns, adjectives and adverbs of `data/government.txt`; and there any preposition that the
    word does not take, where the model agrees. What the norm condemns and many write (*assistir
    o filme*) is GRA229; what those write who learn the language is GRA222.

    ## Why it matters

    Which preposition a word takes follows from no rule. Readers know it by heart and stumble over
    another one.

    ## Bad

    > O autor acredita de que o livro vai vender bem.

    ## Good

    > O autor acredita que o livro vai vender bem.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the word that governs.

    ## Source

    Celso Luft, *Dicionário prático de regência verbal* and *Dicionário prático de regência
    nominal*.
    """

    code = "GRA216"
    name = "government.wrong-preposition"
    level = "never"

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from super().cases(line)
        for at in range(2, len(line) - 1):
            if line.form(at) == "de" and line.form(at + 1) == "que" and line.spaced(at - 1, at + 1):
                yield from self._twice(line, at)
        for at, place, entry in governed(line):
            yield from self.untaken(line, at, place, entry)

    @staticmethod
    def _twice(line: Line, at: int) -> Iterator[Proposal]:
        """ "Informamos aos clientes de que a loja fechará": somebody of something, or something to
        somebody."""
        verb = at - 1
        if line.form(verb) in _DATIVE and line.after_hyphen(verb):
            verb -= 1
        elif line.form(verb - 1) not in _DATIVE:
            while line.tag(verb) in ("NOUN", "PROPN", "ADJ") and verb > at - 5:
                verb -= 1
            if verb == at - 1 or split(line.form(verb)) not in _TO:
                return
            verb -= 1
        word = line.words[line.tokens[verb].words[0]] if verb >= 0 else None
        if word is not None and word.tag == "VERB" and word.lemma in _TELLING:
            yield line.instead(
                at, "que", last=at + 1, prior=LIKELY, related=verb, message="less", sure=True
            )
