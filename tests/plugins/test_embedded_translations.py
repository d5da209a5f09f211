"""The bilingual lexicon that ships."""

from __future__ import annotations

from textlint_pt_embedded import artefact, textlint_pt_resources
from textlint_pt_embedded.translations import (
    ARTEFACT,
    TranslationsAnalysis,
    translations,
)

from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load


def test_bilingual_lexicon_returns_portuguese_translations_of_english_words() -> None:
    lexicon = translations()
    assert lexicon.nouns("file") >= {"ficheiro", "arquivo"}
    assert lexicon.nouns("patient") >= {"paciente"}
    assert lexicon.nouns("quickly") == set()
    assert lexicon.words("libraries") >= {"biblioteca"}
    assert lexicon.words("women") >= {"mulher"}
    assert lexicon.words("stopped") >= {"parar"}
    assert lexicon.words("happier") >= {"feliz"}
    assert lexicon.words("zzz") == set()


def test_bilingual_lexicon_recognises_words_of_unrelated_meaning() -> None:
    lexicon = translations()
    assert lexicon.unrelated({"verificar"}, {"ignorar"})
    assert not lexicon.unrelated({"guardar"}, {"conservar"})
    assert not lexicon.unrelated({"verificar"}, {"zzz"})  # nothing is known of it


def test_rules_get_the_bilingual_lexicon_from_one_document_analysis() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "embedded-translations")
    (analysis,) = resource.analyses({})
    assert isinstance(analysis, TranslationsAnalysis)
    assert analysis.name == "translations.en"
    assert analysis.digest == artefact.digest(ARTEFACT)
    document = build("a.txt", "Um navio.", load(third_party=False).format_for("a.txt"))
    assert analysis.run(document, {}) is translations()
    assert any(path.endswith("concepts.zlib") for path in resource.files({}))
