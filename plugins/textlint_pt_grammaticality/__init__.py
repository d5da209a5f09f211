"""Grammaticality: what a language model takes for wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Metric, Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_grammaticality.metrics import Acceptability, Gruen, GruenPublished

    return [Acceptability, Gruen, GruenPublished]


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_grammaticality import (
        agreement,
        clitics,
        confusions,
        consistency,
        crase,
        invariable,
        mechanics,
        punctuation,
        spelling,
        verbforms,
    )
    from textlint_pt_grammaticality.rules import SuspectWord

    return [
        SuspectWord,
        *agreement.RULES,
        crase.Crase,
        confusions.AThere,
        confusions.BadOrBadly,
        confusions.ButOrMore,
        confusions.WhereOrWhither,
        confusions.FourWhys,
        confusions.IfNotOrElse,
        confusions.InOrderTo,
        confusions.ThisOrIs,
        confusions.CommonConfusion,
        verbforms.MeBeforeInfinitive,
        verbforms.SubjectAfterPreposition,
        verbforms.HasOrHave,
        verbforms.FutureSubjunctive,
        verbforms.PersonalInfinitive,
        verbforms.WrongParticiple,
        verbforms.WrongPreposition,
        invariable.HalfOrEnclosed,
        clitics.Proclisis,
        clitics.OpeningPronoun,
        clitics.PronounAfterFuture,
        clitics.PronounAfterParticiple,
        mechanics.DoubledWord,
        mechanics.DoubledPreposition,
        mechanics.MissingWord,
        punctuation.SpacingAroundPunctuation,
        punctuation.RepeatedPunctuation,
        punctuation.UnbalancedMarks,
        punctuation.LowerCaseStart,
        mechanics.Pleonasm,
        consistency.MixedVariants,
        consistency.MixedOrthography,
        consistency.MixedAddress,
        consistency.MixedNumbers,
        consistency.MixedDates,
        consistency.NameInTwoSpellings,
        spelling.UnknownForm,
        spelling.MissingAccent,
        spelling.WithoutAccents,
    ]
