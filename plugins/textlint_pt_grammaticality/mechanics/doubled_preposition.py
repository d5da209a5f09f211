"""GRA402: a preposition or article said twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Sentence, View
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.repetition import (
    BARE,
    INSERTED,
    doubled_prepositions,
    pairs,
)
from textlint_pt_grammaticality.reading import Word

_POSSESSIVES = portuguese.words("possessives.first", "possessives.third", "possessives.ours")


class DoubledPreposition(LanguageRule):
    """A preposition or article stands twice, once inside a contraction."""

    code = "GRA402"
    name = "mechanics.doubled-preposition"
    supersedes = ("GRA001", "GRA201")

    def is_certain(self, finding: Finding) -> bool:
        return bool(finding.arguments["first"].startswith("cuj"))

    def kind_of(self, finding: Finding) -> str:
        first, _, second = finding.evidence["words"].lower().partition(" ")
        # "da a entender" stands for "dá a entender", "entre ao" for "entregue ao"; "pelo o" and
        # "desde às" for nothing else
        if first.startswith("pel") and second == finding.evidence["suggestion"].lower()[3:]:
            return "article again"
        return "between" if first == "entre" else super().kind_of(finding)

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        doubled = doubled_prepositions()
        for sentence in view.sentences:
            for found, at in pairs(sentence):
                first, second = found[at - 1], found[at]
                suggestion = doubled.get((first.form, second.form))
                if suggestion is None or not _is_doubled(sentence, found, at):
                    continue
                bare = first.form in BARE
                text = sentence.text[first.start : second.end]
                if text[0].isupper():
                    suggestion = suggestion[0].upper() + suggestion[1:]
                yield self.correction(
                    sentence,
                    first.start,
                    second.end,
                    suggestion,  # "a às" may stand for "e às"
                    {"words": text, "suggestion": suggestion},
                    message="bare" if bare else "message",
                    arguments={"first": first.form},
                )


def _is_doubled(sentence: Sentence, found: Sequence[Word], at: int) -> bool:
    first, second = found[at - 1], found[at]
    text = sentence.text
    if sentence.is_opaque(first.start, second.end) or text[second.start].isupper():
        return False
    following = found[at + 1].form if at + 1 < len(found) else ""
    if following in INSERTED or text[second.end : second.end + 1] in ("", "-", "/"):
        return False
    if text[first.start].isupper() and first.start:
        return False
    if second.form == "nos" and following.endswith("r"):
        return False  # "concordar em nos ajudar"
    if second.form == "uma" and following == "hora":
        return False  # "começa à uma hora"
    if second.form in ("o", "a", "os", "as", "um", "uma"):
        # "no a favor", "da a ele": only before what may be the noun of the article
        return following in _POSSESSIVES or following not in function_words() | {""}
    return True
