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
    from textlint_pt_grammaticality.clitics.form import Form
    from textlint_pt_grammaticality.clitics.me_before_infinitive import MeBeforeInfinitive
    from textlint_pt_grammaticality.clitics.opening_pronoun import OpeningPronoun
    from textlint_pt_grammaticality.clitics.proclisis import Proclisis
    from textlint_pt_grammaticality.clitics.pronoun_after_future import PronounAfterFuture
    from textlint_pt_grammaticality.clitics.pronoun_after_participle import PronounAfterParticiple
    from textlint_pt_grammaticality.clitics.pronoun_case import PronounCase
    from textlint_pt_grammaticality.clitics.subject_after_preposition import SubjectAfterPreposition
    from textlint_pt_grammaticality.consistency.mixed_address import MixedAddress
    from textlint_pt_grammaticality.consistency.mixed_dates import MixedDates
    from textlint_pt_grammaticality.consistency.mixed_numbers import MixedNumbers
    from textlint_pt_grammaticality.consistency.mixed_orthography import MixedOrthography
    from textlint_pt_grammaticality.consistency.mixed_variants import MixedVariants
    from textlint_pt_grammaticality.consistency.name_in_two_spellings import NameInTwoSpellings
    from textlint_pt_grammaticality.government.crase import Crase
    from textlint_pt_grammaticality.government.cujo import Cujo
    from textlint_pt_grammaticality.government.formal_preposition import FormalPreposition
    from textlint_pt_grammaticality.government.future_subjunctive import FutureSubjunctive
    from textlint_pt_grammaticality.government.learner_preposition import LearnerPreposition
    from textlint_pt_grammaticality.government.mood import Mood
    from textlint_pt_grammaticality.government.negation import Negation
    from textlint_pt_grammaticality.government.personal_infinitive import PersonalInfinitive
    from textlint_pt_grammaticality.government.relative_pronoun import RelativePronoun
    from textlint_pt_grammaticality.government.relative_without_preposition import (
        RelativeWithoutPreposition,
    )
    from textlint_pt_grammaticality.government.verb_form import VerbForm
    from textlint_pt_grammaticality.government.wrong_participle import WrongParticiple
    from textlint_pt_grammaticality.government.wrong_preposition import WrongPreposition
    from textlint_pt_grammaticality.mechanics.capital import Capital
    from textlint_pt_grammaticality.mechanics.doubled_preposition import DoubledPreposition
    from textlint_pt_grammaticality.mechanics.doubled_word import DoubledWord
    from textlint_pt_grammaticality.mechanics.lower_case_start import LowerCaseStart
    from textlint_pt_grammaticality.mechanics.missing_comma import MissingComma
    from textlint_pt_grammaticality.mechanics.missing_function_word import MissingFunctionWord
    from textlint_pt_grammaticality.mechanics.missing_question_mark import MissingQuestionMark
    from textlint_pt_grammaticality.mechanics.missing_word import MissingWord
    from textlint_pt_grammaticality.mechanics.pleonasm import Pleonasm
    from textlint_pt_grammaticality.mechanics.repeated_punctuation import RepeatedPunctuation
    from textlint_pt_grammaticality.mechanics.spacing_around_punctuation import (
        SpacingAroundPunctuation,
    )
    from textlint_pt_grammaticality.mechanics.subject_comma import SubjectComma
    from textlint_pt_grammaticality.mechanics.unbalanced_marks import UnbalancedMarks
    from textlint_pt_grammaticality.mechanics.uncontracted import Uncontracted
    from textlint_pt_grammaticality.mechanics.vocative_comma import VocativeComma
    from textlint_pt_grammaticality.spelling.a_or_ha import AOrHa
    from textlint_pt_grammaticality.spelling.common_confusion import CommonConfusion
    from textlint_pt_grammaticality.spelling.four_whys import FourWhys
    from textlint_pt_grammaticality.spelling.impossible_conjugation import ImpossibleConjugation
    from textlint_pt_grammaticality.spelling.mal_or_mau import MalOrMau
    from textlint_pt_grammaticality.spelling.mas_or_mais import MasOrMais
    from textlint_pt_grammaticality.spelling.missing_accent import MissingAccent
    from textlint_pt_grammaticality.spelling.onde_or_aonde import OndeOrAonde
    from textlint_pt_grammaticality.spelling.orthography_1990 import Orthography1990
    from textlint_pt_grammaticality.spelling.se_nao_or_senao import SeNaoOrSenao
    from textlint_pt_grammaticality.spelling.tem_or_tem_plural import TemOrTemPlural
    from textlint_pt_grammaticality.spelling.unknown_form import UnknownForm
    from textlint_pt_grammaticality.spelling.unknown_word import UnknownWord
    from textlint_pt_grammaticality.spelling.without_accents import WithoutAccents
    from textlint_pt_grammaticality.suspect_word import SuspectWord
    from textlint_pt_grammaticality.vocabulary.forbidden_word import ForbiddenWord
    from textlint_pt_grammaticality.wording.calque import Calque
    from textlint_pt_grammaticality.wording.divided_usage import DividedUsage
    from textlint_pt_grammaticality.wording.paronym import Paronym

    return [
        SuspectWord,
        DeterminerNoun,
        AdjectiveNoun,
        Predicative,
        SubjectVerbNumber,
        SubjectVerbPerson,
        Crase,
        AOrHa,
        MalOrMau,
        MasOrMais,
        OndeOrAonde,
        FourWhys,
        SeNaoOrSenao,
        CommonConfusion,
        MeBeforeInfinitive,
        SubjectAfterPreposition,
        TemOrTemPlural,
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
        Form,
        PronounCase,
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
        MissingFunctionWord,
        MissingComma,
        MissingQuestionMark,
        MixedVariants,
        MixedOrthography,
        MixedAddress,
        MixedNumbers,
        MixedDates,
        NameInTwoSpellings,
        UnknownForm,
        UnknownWord,
        MissingAccent,
        WithoutAccents,
        Orthography1990,
        ImpossibleConjugation,
        Calque,
        DividedUsage,
        Paronym,
        ForbiddenWord,
    ]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # what the norm condemns and educated people say
    return {"formal": {"select": ["DEFAULT", "GRA229", "GRA602"]}}
