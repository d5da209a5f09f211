"""The shipped models and lexicon: analyses with nothing to download."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt import hookimpl
from textlint_pt.contract import Resource

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_resources() -> Sequence[Resource]:
    """Return the resources with the shipped models; each loads its files when first used."""
    from textlint_pt_embedded.acceptability import AcceptabilityResource
    from textlint_pt_embedded.choice import ChoiceResource
    from textlint_pt_embedded.encoder import EncoderResource
    from textlint_pt_embedded.forms import FormsResource
    from textlint_pt_embedded.lexicon import EnglishLexiconResource, LexiconResource
    from textlint_pt_embedded.meaning_encoder import MeaningResource
    from textlint_pt_embedded.ngram import NgramResource
    from textlint_pt_embedded.translations import TranslationsResource
    from textlint_pt_embedded.vectors import VectorsResource

    return [
        NgramResource(),
        EncoderResource(),
        MeaningResource(),
        AcceptabilityResource(),
        LexiconResource(),
        EnglishLexiconResource(),
        VectorsResource(),
        FormsResource(),
        TranslationsResource(),
        ChoiceResource(),
    ]
