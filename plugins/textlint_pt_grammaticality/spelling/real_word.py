"""GRA219: a slip that makes another word."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.confidence import Signals
from textlint_pt_grammaticality.judged import MOST_ASKED, Judged, Proposal, Read
from textlint_pt_grammaticality.phrases import Line, is_name, like
from textlint_pt_grammaticality.reading import listed

#: how probably another word is meant, at least, for it to be asked about
_ASKED = 0.2
#: of shorter words the rules for each of them know more
_SHORTEST = 4
#: names of code that stand in Portuguese prose
_ENGLISH = listed("class suite page pages test link links site sites post posts")


class RealWord(Judged):
    """A letter too many, too few or wrong makes another word of what was meant.

    ## What it finds

    A word that does not suit the words around where one that looks like it does: *cada minha do
    arquivo* for *linha*, *a parta da biblioteca* for *porta*, *para consular os dados* for
    *consultar*. Words are alike that differ by one letter, by accents, by two letters changed
    over, or by letters that look alike to a scanner or sound alike (*rn* and *m*, *ss* and *ç*);
    inflections of one word are the affair of other rules, and so are the words people take for one
    another (GRA217).

    ## Why it matters

    No spelling checker sees it, for both words exist; the reader stumbles, or is told something
    else.

    ## Bad

    > Cada minha do arquivo tem um nome e um número.

    ## Good

    > Cada linha do arquivo tem um nome e um número.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    other word is meant, from the words around (the analysis `neighbours`), how common either word
    is, and what the encoder and the n-gram model think; `limit`: from where on it is reported;
    `suggestions`.

    ## Source

    Mays, Damerau and Mercer, *Context based spelling correction* (1991); Mnih and Hinton, *Three
    new graphical models for statistical language modelling* (2007).
    """

    code = "GRA219"
    name = "spelling.real-word"
    messages: ClassVar = {
        "pt": {"message": "«{form}» parece estar por «{suggestion}»"},
        "en": {"message": "“{form}” seems to stand for “{suggestion}”"},
    }

    def propose(self, read: Read) -> Iterator[Proposal]:
        line = read.once(Line.of)
        text = read.sentence.text
        for place in islice(read.neighbours, MOST_ASKED):
            start, end = place.start, place.end
            written = text[start:end]
            if len(written) < _SHORTEST or not written[1:].islower() or is_name(line, start):
                continue
            if written.lower() in _ENGLISH or line.is_mention(start, end):
                continue
            chance = read.chance(place)  # takes longer than all before
            if chance >= _ASKED:
                yield Proposal(
                    start, end, (like(place.words[0], written),),
                    prior=place.log_odds[0] / 2, arguments={"chance": chance},
                )  # fmt: skip

    def chance(self, finding: Finding, signals: Signals) -> float:
        chance: float = finding.arguments["chance"]  # all signals are in it
        return round(chance, 3)
