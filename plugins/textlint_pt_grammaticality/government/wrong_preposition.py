"""GRA216: a preposition that the word before it does not take."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt_grammaticality.government.complement import governed
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import Line


class WrongPreposition(Misgovernment):
    """A preposition that the word before it does not take, or the lack of the one it needs.

    ## What it finds

    *Acreditar de que*, *compatível a*, *queixar-se sobre*, *capaz fazer*, *superior do que*,
    *devido o atraso*: what no grammar has, after the verbs, nouns, adjectives and adverbs of
    `data/government.txt`; and there any preposition that the word does not take, where the model
    agrees. What the norm condemns and many write (*assistir o filme*) is GRA229;
    what those write who learn the language is GRA222.

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
        for at, place, entry in governed(line):
            yield from self.untaken(line, at, place, entry)
