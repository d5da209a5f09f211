"""A translation against a reference translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Resource, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_translation.broken_catalogue import BrokenCatalogue
    from textlint_pt_translation.category_drift import CategoryDrift
    from textlint_pt_translation.glossary import Glossary
    from textlint_pt_translation.markup import Markup
    from textlint_pt_translation.meaning_drift import MeaningDrift
    from textlint_pt_translation.numbers import Numbers
    from textlint_pt_translation.page_not_translated import PageNotTranslated
    from textlint_pt_translation.proportion import Proportion
    from textlint_pt_translation.source_not_comparable import SourceNotComparable
    from textlint_pt_translation.stale import Stale
    from textlint_pt_translation.string_form import StringForm
    from textlint_pt_translation.structure import Structure
    from textlint_pt_translation.turned_round import TurnedRound
    from textlint_pt_translation.untranslated import Untranslated
    from textlint_pt_translation.wrong_variant import WrongVariant

    return [
        CategoryDrift,
        MeaningDrift,
        Numbers,
        Markup,
        Untranslated,
        Proportion,
        WrongVariant,
        PageNotTranslated,
        SourceNotComparable,
        BrokenCatalogue,
        Structure,
        TurnedRound,
        Stale,
        StringForm,
        Glossary,
    ]


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_translation.drift import Brapt
    from textlint_pt_translation.meaning import Meaning
    from textlint_pt_translation.surface import surface_metrics

    return [Brapt, Meaning, *surface_metrics()]


@hookimpl
def textlint_pt_resources() -> Sequence[Resource]:
    from textlint_pt_translation.resource import AlignmentResource

    return [AlignmentResource()]
