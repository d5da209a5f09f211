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
    from textlint_pt_grammaticality.agreement.adjective_noun import AdjectiveNoun
    from textlint_pt_grammaticality.agreement.determiner_noun import DeterminerNoun
    from textlint_pt_grammaticality.agreement.half_or_enclosed import HalfOrEnclosed
    from textlint_pt_grammaticality.agreement.numeral import Numeral
    from textlint_pt_grammaticality.agreement.predicative import Predicative
    from textlint_pt_grammaticality.agreement.subject_verb_number import SubjectVerbNumber
    from textlint_pt_grammaticality.agreement.subject_verb_person import SubjectVerbPerson
    from textlint_pt_grammaticality.capitals import Capital
    from textlint_pt_grammaticality.clitic_forms import CliticForm
    from textlint_pt_grammaticality.clitics import (
        OpeningPronoun,
        Proclisis,
        PronounAfterFuture,
        PronounAfterParticiple,
    )
    from textlint_pt_grammaticality.confusions import (
        AThere,
        BadOrBadly,
        ButOrMore,
        CommonConfusion,
        FourWhys,
        IfNotOrElse,
        InOrderTo,
        ThisOrIs,
        WhereOrWhither,
    )
    from textlint_pt_grammaticality.conjugation import ImpossibleConjugation
    from textlint_pt_grammaticality.consistency import (
        MixedAddress,
        MixedDates,
        MixedNumbers,
        MixedOrthography,
        MixedVariants,
        NameInTwoSpellings,
    )
    from textlint_pt_grammaticality.contractions import Uncontracted
    from textlint_pt_grammaticality.crase import Crase
    from textlint_pt_grammaticality.cujo import Cujo
    from textlint_pt_grammaticality.formal_preposition import FormalPreposition
    from textlint_pt_grammaticality.learner_preposition import LearnerPreposition
    from textlint_pt_grammaticality.mechanics import (
        DoubledPreposition,
        DoubledWord,
        MissingWord,
        Pleonasm,
    )
    from textlint_pt_grammaticality.mood import Mood
    from textlint_pt_grammaticality.negation import Negation
    from textlint_pt_grammaticality.orthography import Orthography1990
    from textlint_pt_grammaticality.punctuation import (
        LowerCaseStart,
        RepeatedPunctuation,
        SpacingAroundPunctuation,
        UnbalancedMarks,
    )
    from textlint_pt_grammaticality.relative_pronoun import RelativePronoun
    from textlint_pt_grammaticality.relative_without_preposition import RelativeWithoutPreposition
    from textlint_pt_grammaticality.rules import SuspectWord
    from textlint_pt_grammaticality.spelling import MissingAccent, UnknownForm, WithoutAccents
    from textlint_pt_grammaticality.subject_comma import SubjectComma
    from textlint_pt_grammaticality.verb_form import VerbForm
    from textlint_pt_grammaticality.verbforms import (
        FutureSubjunctive,
        HasOrHave,
        MeBeforeInfinitive,
        PersonalInfinitive,
        SubjectAfterPreposition,
        WrongParticiple,
    )
    from textlint_pt_grammaticality.vocative_comma import VocativeComma
    from textlint_pt_grammaticality.wrong_preposition import WrongPreposition

    return [
        SuspectWord,
        DeterminerNoun,
        AdjectiveNoun,
        Predicative,
        SubjectVerbNumber,
        SubjectVerbPerson,
        Crase,
        AThere,
        BadOrBadly,
        ButOrMore,
        WhereOrWhither,
        FourWhys,
        IfNotOrElse,
        InOrderTo,
        ThisOrIs,
        CommonConfusion,
        MeBeforeInfinitive,
        SubjectAfterPreposition,
        HasOrHave,
        FutureSubjunctive,
        PersonalInfinitive,
        WrongParticiple,
        WrongPreposition,
        RelativeWithoutPreposition,
        Cujo,
        LearnerPreposition,
        RelativePronoun,
        FormalPreposition,
        HalfOrEnclosed,
        Mood,
        Negation,
        VerbForm,
        Proclisis,
        OpeningPronoun,
        PronounAfterFuture,
        PronounAfterParticiple,
        CliticForm,
        DoubledWord,
        DoubledPreposition,
        MissingWord,
        SpacingAroundPunctuation,
        RepeatedPunctuation,
        UnbalancedMarks,
        LowerCaseStart,
        Pleonasm,
        Capital,
        Uncontracted,
        Numeral,
        SubjectComma,
        VocativeComma,
        MixedVariants,
        MixedOrthography,
        MixedAddress,
        MixedNumbers,
        MixedDates,
        NameInTwoSpellings,
        UnknownForm,
        MissingAccent,
        WithoutAccents,
        Orthography1990,
        ImpossibleConjugation,
    ]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # what the norm condemns and educated people say
    return {"formal": {"select": ["DEFAULT", "GRA229"]}}
