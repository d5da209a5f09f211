"""Rules that are rows: patterns find what they report, pages and `messages.tsv` say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.confidence import LanguageRule
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.phrasebook import COMPOSED, Phrasebook
from textlint_pt_grammaticality.phrases import Diagnosis
from textlint_pt_grammaticality.spelling.chosen import Chosen

#: by the base, a row a rule: code, name, and what it sets of the attributes of the base
# fmt: off
_ROWS: dict[type[LanguageRule], list[tuple[str, str, dict[str, Any]]]] = {
    Diagnosis: [
        ("GRA207", "clitics.me-before-infinitive", {"weighs_choice": True}),
        ("GRA208", "clitics.subject-after-preposition", {"weighs_choice": True}),
        ("GRA213", "government.future-subjunctive", {"weighs_choice": True}),
        ("GRA214", "government.personal-infinitive", {}),
        ("GRA215", "government.wrong-participle", {"supersedes": "GRA001 GRA901 GRA906"}),
        ("GRA218", "agreement.half-or-enclosed", {"supersedes": "GRA001 GRA102 GRA103"}),
        ("GRA221", "government.cujo", {"supersedes": "GRA001 GRA101 GRA201 GRA402"}),
        ("GRA223", "government.mood", {}),
        ("GRA224", "government.negation", {}),
        ("GRA228", "government.relative-pronoun", {"supersedes": "GRA001 GRA101 GRA201 GRA205"}),
        # before the verb the pronoun is joined to nothing
        ("GRA301", "clitics.proclisis", {"supersedes": "GRA001 GRA305"}),
        # the form is right nowhere
        ("GRA303", "clitics.pronoun-after-future",
         {"supersedes": "GRA001 GRA301", "certain": True}),
        ("GRA304", "clitics.pronoun-after-participle", {"supersedes": "GRA001 GRA301"}),
        ("GRA306", "clitics.pronoun-case", {}),
        ("GRA414", "mechanics.missing-function-word", {"supersedes": "GRA001 GRA403"}),
        ("GRA416", "mechanics.missing-question-mark", {}),
    ],
    Chosen: [
        ("GRA203", "spelling.mal-or-mau", {"supersedes": "GRA001 GRA102 GRA603"}),
        ("GRA204", "spelling.mas-or-mais", {}),
        ("GRA205", "spelling.onde-or-aonde", {}),
        ("GRA206", "spelling.four-whys", {"supersedes": "GRA001 GRA217"}),
        ("GRA209", "spelling.se-nao-or-senao", {}),
    ],
    Misgovernment: [
        ("GRA222", "government.learner-preposition", {"level": "learner"}),
        ("GRA229", "government.formal-preposition",
         {"level": "norm", "severity": Severity.INFO, "default": False}),
    ],
    Phrasebook: [
        ("GRA408", "mechanics.pleonasm",
         {"supersedes": "GRA001", "severity": Severity.INFO, "spared": COMPOSED}),
        ("GRA601", "wording.calque", {"supersedes": "GRA001 GRA217 GRA901 GRA906 GRA902"}),
        ("GRA602", "wording.divided-usage",
         {"severity": Severity.INFO, "default": False, "spared": COMPOSED}),
        ("GRA603", "wording.paronym", {"supersedes": "GRA001 GRA201 GRA216 GRA217 GRA902"}),
    ],
}
# fmt: on


def _made(
    base: type[LanguageRule], code: str, name: str, settings: Mapping[str, Any]
) -> type[LanguageRule]:
    """The class of a row, named after the rule."""
    members = {"__module__": __name__, "code": code, "name": name, **settings}
    if "supersedes" in settings:
        members["supersedes"] = tuple(settings["supersedes"].split())
    return type(name.rpartition(".")[2].title().replace("-", ""), (base,), members)


RULES = tuple(_made(base, *row) for base, rows in _ROWS.items() for row in rows)
