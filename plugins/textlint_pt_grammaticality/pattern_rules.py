"""Rules that are rows of `rules.tsv` and no class: patterns and functions find what they report;
pages and `messages.tsv` say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial, partialmethod
from pathlib import Path
from typing import Any

from textlint_pt.contract import Applicability, Declared, Finding
from textlint_pt.contract.declared import FILE, rows
from textlint_pt_grammaticality import phrasebook
from textlint_pt_grammaticality.agreement.linked import AGREEING, with_distance
from textlint_pt_grammaticality.clitics import opening_pronoun
from textlint_pt_grammaticality.government.misgovernment import misgoverned
from textlint_pt_grammaticality.government.relative_without_preposition import ungoverned
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.missing_comma import missing
from textlint_pt_grammaticality.mechanics.subject_comma import after_subject
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.spelling import (
    chosen,
    missing_accent,
    speller,
    unknown_form,
    unknown_word,
)

#: what the words of the fourth field make of a rule
_MEMBERS_BY_KIND: Mapping[str, Mapping[str, Any]] = {
    "patterns": {},
    "agreement": {
        "applicability": Applicability.SUGGESTION, "spares_names": False, "signals": with_distance,
    },
    # words that form confusion sets
    "choice": {"weighs_choice": True},
    "phrases": {
        "candidates": phrasebook.candidates, "facts": phrasebook.facts, "least": phrasebook.least,
    },
    "certain": {"certain": True},
    "suggestion": {"applicability": Applicability.SUGGESTION},
    "writing": {"of_writing": True},
    "speller": {
        "options": speller.OPTIONS, "facts": speller.facts, "finish": speller.finish,
        "chance": speller.chance, "is_choice": speller.is_choice, "kind_of": speller.kind_of,
    },
}  # fmt: skip


def _kind_of_accent(self: LanguageRule, finding: Finding) -> str:
    bare = finding.message in ("verb", "pronoun", "preposition")
    return "accent too many" if bare else LanguageRule.kind_of(self, finding)


def _kind_of_comma(self: LanguageRule, finding: Finding) -> str:
    """Return the class of a correction with a comma; a comma before "mas" or "pois" alone is its
    own."""
    arguments = finding.arguments
    # "é difícil, principalmente pois afeta todos"
    is_before_conjunction = arguments.get("next", "").lower() in ("mas", "pois")
    is_plain = is_before_conjunction and finding.message == "message"
    if is_plain and not arguments["_previous"].endswith("mente"):
        return "mas or pois"
    return LanguageRule.kind_of(self, finding)


#: what rules propose beside their patterns
_PROPOSALS: Mapping[str, Callable[[ParsedSentence], Iterable[Proposal]]] = {
    **AGREEING,
    **{code: partial(chosen.by_odds, rule=code) for code in chosen.SETS},
    "GRA202": chosen.a_or_ha,
    "GRA216": partial(misgoverned, level="never"),
    "GRA217": chosen.by_odds,
    "GRA220": ungoverned,
    "GRA222": partial(misgoverned, level="learner"),
    "GRA229": partial(misgoverned, level="norm"),
    "GRA409": after_subject,
    "GRA415": missing,
}
#: what else they have of their own
_OWN: Mapping[str, Mapping[str, Any]] = {
    "GRA201": {"kind_of": _kind_of_accent},
    "GRA217": {
        "is_certain": chosen.is_certain, "kind_of": chosen.kind_of,
    },
    "GRA302": {
        "options": opening_pronoun.OPTIONS, "facts": opening_pronoun.facts,
        "candidates": opening_pronoun.candidates,
    },
    "GRA415": {"kind_of": _kind_of_comma},
    "GRA901": {
        "candidates": partialmethod(speller.candidates, places=unknown_form.places),
        "finish": unknown_form.finish,
    },
    "GRA902": {"candidates": partialmethod(speller.candidates, places=missing_accent.places)},
    "GRA906": {
        "options": unknown_word.OPTIONS, "candidates": unknown_word.candidates,
        "find": unknown_word.find, "finish": unknown_word.finish,
    },
}  # fmt: skip


def _rule_class(code: str, declared: Declared) -> type[LanguageRule]:
    """Return the class of a row of `rules.tsv`, named after the rule: "mechanics.subject-comma" →
    `SubjectComma`."""
    members: dict[str, Any] = {"__module__": __name__, "code": code}
    for some in (*map(_MEMBERS_BY_KIND.__getitem__, declared.made), _OWN.get(code, {})):
        members |= some
    if code in _PROPOSALS:
        members["proposals"] = staticmethod(_PROPOSALS[code])
    name = declared.name.rpartition(".")[2].title().replace("-", "")
    return type(name, (LanguageRule,), members)


RULES = tuple(
    _rule_class(code, declared)
    for code, declared in rows(Path(__file__).with_name(FILE)).items()
    if declared.made
)
