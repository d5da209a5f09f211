"""GRA211: *este*, *esta* or *está*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import HINT, Line, cue
from textlint_pt_grammaticality.spelling.chosen import AGAINST, Chosen


class EsteOrEsta(Chosen):
    """*Esta* for *está*, or *este* for *está*.

    ## What it finds

    The demonstrative where the verb belongs (*a loja esta fechada*), the verb where the
    demonstrative belongs (*está loja fechou*).

    ## Why it matters

    The accent is all that tells them apart, and the sentence loses its verb without it.

    ## Bad

    > A biblioteca esta fechada durante todo o mês de agosto.

    ## Good

    > A biblioteca está fechada durante todo o mês de agosto.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `choice`: by how many nats the words
    around speak for the correction rather than for what is written, where both are of a confusion
    set; `suggestions`.

    ## Source

    School grammar.
    """

    code = "GRA211"
    name = "spelling.este-or-esta"
    cue = cue("esta", "está", "estas", "estás", "este")
    own = frozenset({"esta", "está", "este", "estas", "estás"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: com acento é o verbo «estar», sem acento "
            "aponta («esta casa»)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: with the accent it is the verb “estar”, "
            "without it points (“esta casa”)",
        },
    }

    _TIMES = portuguese.words("times.short-weekdays") | {
        "semana",
        "manhã",
        "noite",
        "temporada",
        "época",
    }
    _OTHERS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "esta": ("está",),
        "este": ("está",),
        "está": ("esta", "este"),
        "estas": ("estás",),
        "estás": ("estas",),
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form, after = line.form(at), line.form(at + 1)
            others = self._OTHERS.get(form)
            if others:
                time = form == "está" and (after in self._TIMES or after.endswith("-feira"))
                placed = form == "esta" and after in ("na", "no", "sob", "sendo", "em")
                described = line.can_be(at + 1, "ADJ", "ADV") or line.is_participle(at + 1)
                named = form == "esta" and line.is_noun(at + 1) and not described
                told = form == "está" and described and not line.is_noun(at + 2) and not time
                if form == "esta" and line.is_noun(at - 1) and after in ("que", "de", "a"):
                    continue  # "uma função esta que": takes up the noun
                if form == "está" and (
                    line.form(at + 1).endswith("ndo") or line.form(at - 1) == form
                ):
                    continue  # "está sendo"; a word written twice
                prior = AGAINST if named or told else HINT / 2 * (time or placed)
                yield line.instead(at, *others, prior=prior)
