"""GRA202: *a*, *à* or *há*."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import ParsedSentence
from textlint_pt_grammaticality.spelling.chosen import Chosen


class AOrHa(Chosen):
    """*A* for *há*, or *há* for *a*."""

    code = "GRA202"
    name = "spelling.a-or-ha"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA603")

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        for proposal in super().cases(sentence):
            written = sentence.text[proposal.start : proposal.end]
            # of "à" for "a" ("assista à esse vídeo") GRA201 speaks
            if "há" in (written.lower(), proposal.replacements[0].lower()):
                yield proposal
