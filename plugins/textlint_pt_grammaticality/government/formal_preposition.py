"""GRA229: government that the norm asks for and usage has left."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.government.complement import governed
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, Line


class FormalPreposition(Misgovernment):
    """A preposition that the norm asks for, or condemns, where educated usage is divided.

    ## What it finds

    *Assistir o filme*, *visar o lucro*, *chegar na igreja*, *namorar com*, *implicar em*, *tenho
    certeza que*. Off by default; the preset `formal` switches it on.

    ## Why it matters

    Examiners and formal readers notice. Whether to write for them is the author's choice: half of
    those who speak the language say it so.

    ## Bad

    > Mais de mil pessoas assistiram o jogo.

    ## Good

    > Mais de mil pessoas assistiram ao jogo.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `suggestions`. The related place is the
    word that governs.

    ## Source

    Celso Luft, *Dicionário prático de regência verbal*; Bechara, *Moderna gramática portuguesa*.
    """

    code = "GRA229"
    name = "government.formal-preposition"
    severity = Severity.INFO
    default = False
    level = "norm"

    def cases(self, line: Line) -> Iterator[Proposal]:
        yield from super().cases(line)
        for at, place, entry in governed(line):
            sure = entry.part == "adjective" and entry.head in government().classes["sure"]
            if sure and line.form(place) == "que" and line.tag(place) == "SCONJ":
                yield line.instead(place, "de que", prior=LIKELY, related=at, message="more")
