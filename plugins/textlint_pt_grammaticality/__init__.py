"""Grammaticality: what a language model considers wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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
        capitals,
        clitic_forms,
        clitics,
        confusions,
        conjugation,
        consistency,
        contractions,
        crase,
        invariable,
        mechanics,
        mood,
        negation,
        numerals,
        orthography,
        punctuation,
        spelling,
        subject_comma,
        verb_form,
        verbforms,
        vocative_comma,
    )
    from textlint_pt_grammaticality.cujo import Cujo
    from textlint_pt_grammaticality.formal_preposition import FormalPreposition
    from textlint_pt_grammaticality.learner_preposition import LearnerPreposition
    from textlint_pt_grammaticality.relative_pronoun import RelativePronoun
    from textlint_pt_grammaticality.relative_without_preposition import RelativeWithoutPreposition
    from textlint_pt_grammaticality.rules import SuspectWord
    from textlint_pt_grammaticality.wrong_preposition import WrongPreposition

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
        WrongPreposition,
        RelativeWithoutPreposition,
        Cujo,
        LearnerPreposition,
        RelativePronoun,
        FormalPreposition,
        invariable.HalfOrEnclosed,
        mood.Mood,
        negation.Negation,
        verb_form.VerbForm,
        clitics.Proclisis,
        clitics.OpeningPronoun,
        clitics.PronounAfterFuture,
        clitics.PronounAfterParticiple,
        clitic_forms.CliticForm,
        mechanics.DoubledWord,
        mechanics.DoubledPreposition,
        mechanics.MissingWord,
        punctuation.SpacingAroundPunctuation,
        punctuation.RepeatedPunctuation,
        punctuation.UnbalancedMarks,
        punctuation.LowerCaseStart,
        mechanics.Pleonasm,
        capitals.Capital,
        contractions.Uncontracted,
        numerals.Numeral,
        subject_comma.SubjectComma,
        vocative_comma.VocativeComma,
        consistency.MixedVariants,
        consistency.MixedOrthography,
        consistency.MixedAddress,
        consistency.MixedNumbers,
        consistency.MixedDates,
        consistency.NameInTwoSpellings,
        spelling.UnknownForm,
        spelling.MissingAccent,
        spelling.WithoutAccents,
        orthography.Orthography1990,
        conjugation.ImpossibleConjugation,
    ]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # what the norm condemns and educated people say
    return {"formal": {"select": ["DEFAULT", "GRA229"]}}
