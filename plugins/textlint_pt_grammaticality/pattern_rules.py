"""Rules that are rows: patterns and functions find what they report, of which the models are asked;
pages and `messages.tsv` say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from textlint_pt.contract import Applicability, Finding, Kind, Severity
from textlint_pt_grammaticality import phrasebook
from textlint_pt_grammaticality.agreement.clarity import with_distance
from textlint_pt_grammaticality.agreement.company import AGREEING
from textlint_pt_grammaticality.clitics import opening_pronoun
from textlint_pt_grammaticality.government.misgovernment import misgoverned
from textlint_pt_grammaticality.government.relative_without_preposition import ungoverned
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.mechanics.missing_comma import missing
from textlint_pt_grammaticality.mechanics.subject_comma import after_subject
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal
from textlint_pt_grammaticality.spelling import chosen
from textlint_pt_grammaticality.spelling.chosen import a_or_ha, by_odds

#: what is asked of the models
_JUDGED: Mapping[str, Any] = {
    "dimension": "grammaticality",
    "counts_in": None,
    "needs": ("error-probabilities", "edits", "parse", "forms", "wording", "choice"),
    "metrics": ("grammaticality.acceptability",),
    "supersedes": "GRA001",
}
_AGREEMENT = {
    **_JUDGED, "applicability": Applicability.SUGGESTION, "spares_names": False,
    "signals": with_distance,
}  # fmt: skip
#: words that form confusion sets; they say more of these than the phrases of GRA603 do
_CHOSEN = {**_JUDGED, "weighs_choice": True, "supersedes": "GRA001 GRA603"}
_GOVERNMENT = {**_JUDGED, "supersedes": "GRA001 GRA601"}
_PHRASES = {
    "needs": ("forms",), "supersedes": "", "candidates": phrasebook.candidates,
    "facts": phrasebook.facts, "least": phrasebook.least,
}  # fmt: skip


#: running text, without headings, cells and verse
_RUNNING = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})


def _kind_of_accent(self: LanguageRule, finding: Finding) -> str:
    bare = finding.message in ("verb", "pronoun", "preposition")
    return "accent too many" if bare else LanguageRule.kind_of(self, finding)


def _kind_of_comma(self: LanguageRule, finding: Finding) -> str:
    told = finding.arguments
    # "é difícil, principalmente pois afeta todos"
    joined = told.get("next", "").lower() in ("mas", "pois")
    clear = joined and not told["_previous"].endswith("mente") and finding.message == "message"
    return "mas or pois" if clear else LanguageRule.kind_of(self, finding)


_Proposals = Callable[[ParsedSentence], Iterable[Proposal]]
#: code, name, what it finds beside its patterns, what such rules have in common, and what it has of
#: its own
# fmt: off
_ROWS: tuple[tuple[str, str, _Proposals | None, Mapping[str, Any], Mapping[str, Any]], ...] = (
    ("GRA101", "agreement.determiner-noun", AGREEING["GRA101"], _AGREEMENT, {}),
    ("GRA102", "agreement.adjective-noun", AGREEING["GRA102"], _AGREEMENT, {}),
    ("GRA103", "agreement.predicative", AGREEING["GRA103"], _AGREEMENT, {}),
    ("GRA104", "agreement.subject-verb-number", AGREEING["GRA104"], _AGREEMENT, {}),
    ("GRA105", "agreement.subject-verb-person", AGREEING["GRA105"], _AGREEMENT, {}),
    # "a" and "à" are a confusion set: what the words around say is heard beside parse and encoder
    ("GRA201", "government.crase", None, _JUDGED,
     {"weighs_choice": True, "supersedes": "GRA001 GRA101", "kind_of": _kind_of_accent}),
    ("GRA202", "spelling.a-or-ha", a_or_ha, _CHOSEN,
     {"supersedes": "GRA001 GRA101 GRA201 GRA603"}),
    ("GRA203", "spelling.mal-or-mau", partial(by_odds, of="GRA203"), _CHOSEN,
     {"supersedes": "GRA001 GRA102 GRA603"}),
    ("GRA204", "spelling.mas-or-mais", partial(by_odds, of="GRA204"), _CHOSEN, {}),
    ("GRA205", "spelling.onde-or-aonde", None, _CHOSEN, {}),
    ("GRA206", "spelling.four-whys", partial(by_odds, of="GRA206"), _CHOSEN,
     {"supersedes": "GRA001 GRA217"}),
    ("GRA207", "clitics.me-before-infinitive", None, _JUDGED, {"weighs_choice": True}),
    ("GRA208", "clitics.subject-after-preposition", None, _JUDGED, {"weighs_choice": True}),
    ("GRA209", "spelling.se-nao-or-senao", partial(by_odds, of="GRA209"), _CHOSEN, {}),
    ("GRA212", "spelling.tem-or-tem-plural", None, _JUDGED,
     {"weighs_choice": True, "supersedes": "GRA001 GRA104 GRA105"}),
    ("GRA213", "government.future-subjunctive", None, _JUDGED, {"weighs_choice": True}),
    ("GRA214", "government.personal-infinitive", None, _JUDGED, {}),
    ("GRA215", "government.wrong-participle", None, _JUDGED,
     {"supersedes": "GRA001 GRA901 GRA906"}),
    ("GRA216", "government.wrong-preposition", partial(misgoverned, level="never"),
     _GOVERNMENT, {}),
    ("GRA217", "spelling.common-confusion", by_odds, _CHOSEN,
     {"supersedes": "GRA001 GRA105 GRA225", "covers": chosen.COVERED,
      "is_certain": chosen.is_certain, "kind_of": chosen.kind_of}),
    ("GRA218", "agreement.half-or-enclosed", None, _JUDGED,
     {"supersedes": "GRA001 GRA102 GRA103"}),
    ("GRA220", "government.relative-without-preposition", ungoverned, _JUDGED, {}),
    ("GRA221", "government.cujo", None, _JUDGED,
     {"supersedes": "GRA001 GRA101 GRA201 GRA402"}),
    ("GRA222", "government.learner-preposition", partial(misgoverned, level="learner"),
     _GOVERNMENT, {}),
    ("GRA223", "government.mood", None, _JUDGED, {}),
    ("GRA224", "government.negation", None, _JUDGED, {}),
    ("GRA225", "government.verb-form", None, _JUDGED, {"supersedes": "GRA001 GRA414"}),
    ("GRA228", "government.relative-pronoun", None, _JUDGED,
     {"supersedes": "GRA001 GRA101 GRA201 GRA205"}),
    ("GRA229", "government.formal-preposition", partial(misgoverned, level="norm"), _GOVERNMENT,
     {"severity": Severity.INFO, "default": False}),
    # before the verb the pronoun is joined to nothing
    ("GRA301", "clitics.proclisis", None, _JUDGED, {"supersedes": "GRA001 GRA305"}),
    # too few of the planted pronouns were found: a preview, selected by name
    ("GRA302", "clitics.opening-pronoun", None, _JUDGED,
     {"default": False, "options": opening_pronoun.OPTIONS, "facts": opening_pronoun.facts,
      "candidates": opening_pronoun.candidates}),
    # the form is right nowhere
    ("GRA303", "clitics.pronoun-after-future", None, _JUDGED,
     {"supersedes": "GRA001 GRA301", "certain": True}),
    ("GRA304", "clitics.pronoun-after-participle", None, _JUDGED,
     {"supersedes": "GRA001 GRA301"}),
    ("GRA306", "clitics.pronoun-case", None, _JUDGED, {"of_writing": True}),
    ("GRA409", "mechanics.subject-comma", after_subject, _JUDGED,
     {"applicability": Applicability.SUGGESTION}),
    ("GRA413", "mechanics.vocative-comma", None, _JUDGED, {"severity": Severity.INFO}),
    ("GRA414", "mechanics.missing-function-word", None, _JUDGED,
     {}),
    ("GRA415", "mechanics.missing-comma", missing, _JUDGED, {"kind_of": _kind_of_comma}),
    ("GRA416", "mechanics.missing-question-mark", None, _JUDGED, {}),
    ("GRA411", "mechanics.uncontracted", None, _PHRASES,
     {"supersedes": "GRA001 GRA201 GRA401", "kinds": _RUNNING}),
    ("GRA402", "mechanics.doubled-preposition", None, _PHRASES,
     {"supersedes": "GRA001 GRA201 GRA411"}),
    ("GRA412", "agreement.numeral", None, _PHRASES,
     {"supersedes": "GRA001 GRA101", "kinds": _RUNNING, "certain": True}),
    ("GRA408", "mechanics.pleonasm", None, _PHRASES,
     {"supersedes": "GRA001", "severity": Severity.INFO, "kinds": phrasebook.TOLD}),
    ("GRA601", "wording.calque", None, _PHRASES,
     {"supersedes": "GRA001 GRA217 GRA901 GRA906 GRA902"}),
    ("GRA602", "wording.divided-usage", None, _PHRASES,
     {"severity": Severity.INFO, "default": False, "kinds": phrasebook.TOLD}),
    ("GRA603", "wording.paronym", None, _PHRASES,
     {"supersedes": "GRA001 GRA201 GRA216 GRA217 GRA902"}),
)
# fmt: on


def _made(
    code: str, name: str, proposals: _Proposals | None, *settings: Mapping[str, Any]
) -> type[LanguageRule]:
    """The class of a row, named after the rule."""
    members: dict[str, Any] = {"__module__": __name__, "code": code, "name": name}
    for some in settings:
        members |= some
    members["supersedes"] = tuple(members["supersedes"].split())
    if proposals:
        members["proposals"] = staticmethod(proposals)
    return type(name.rpartition(".")[2].title().replace("-", ""), (LanguageRule,), members)


RULES = tuple(_made(*row) for row in _ROWS)
