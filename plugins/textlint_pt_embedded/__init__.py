"""The shipped models and lexicon: analyses with nothing to download."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt import hookimpl
from textlint_pt.contract import Resource

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_resources() -> Sequence[Resource]:
    """Return the resources with the shipped models; each loads its files when first used."""
    from textlint_pt_embedded import (
        acceptability,
        choice,
        edits,
        encoder,
        english_words,
        forms,
        lexicon,
        meaning_encoder,
        ngram,
        translations,
        vectors,
    )
    from textlint_pt_embedded.artefact import Shipped

    return [
        Shipped("ngram", [ngram.NAME], [ngram.TokenProbabilities, ngram.WordingAnalysis]),
        Shipped(
            "encoder",
            [encoder.ARTEFACT, edits.ARTEFACT],
            [
                encoder.EncoderAnalysis,
                encoder.ErrorProbabilities,
                encoder.SentenceVectors,
                encoder.ParseAnalysis,
                edits.EditsAnalysis,
            ],
        ),
        Shipped(
            "meaning-encoder",
            [meaning_encoder.ARTEFACT],
            [meaning_encoder.MeaningVectors, meaning_encoder.MeaningTokens],
        ),
        Shipped(
            "acceptability",
            [acceptability.NAME],
            [acceptability.LogOdds, acceptability.Acceptability],
        ),
        lexicon.LexiconResource(),
        Shipped(
            "lexicon-en",
            [lexicon.ENGLISH, english_words.ARTEFACT],
            [lexicon.EnglishCategories, english_words.EnglishWordsAnalysis],
        ),
        Shipped(
            "embedded-vectors", [vectors.ARTEFACT], [vectors.WordVectors, vectors.UsualDistances]
        ),
        Shipped("embedded-forms", [forms.ARTEFACT], [forms.FormsAnalysis]),
        Shipped(
            "embedded-translations", [translations.ARTEFACT], [translations.TranslationsAnalysis]
        ),
        Shipped("choice", [choice.NAME], [choice.ChoiceAnalysis]),
    ]
