"""Provides the alignment of a document with its reference and with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Analysis, Document, DocumentAnalysis, Resource

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment


class ReferenceAlignment(DocumentAnalysis):
    """`alignment:reference`: a document's sentences against those of its reference.

    Units of a file of translations against the units of the same key. Raises `NotAligned`, with
    the reason, for texts that do not correspond.
    """

    name = "alignment:reference"
    version = 2

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Alignment:
        from textlint_pt.companions.alignment import align_companion

        return align_companion(document, "reference")


class SourceAlignment(DocumentAnalysis):
    """`alignment:source`: a document's sentences against those of what it translates.

    The units of a file of translations against their own sources. Raises `NotAligned`, with the
    reason, for texts that do not correspond.
    """

    name = "alignment:source"
    version = 2
    needs = ("forms", "translations.en")

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Alignment:
        """Align a document with its source, by the words that translate each other."""
        from textlint_pt.companions.alignment import align_companion
        from textlint_pt_translation.bridge import bridge

        lexica: Any = given["forms"], given["translations.en"]
        words = bridge(document, *lexica)
        return align_companion(document, "source", words)


class FormerAlignment(DocumentAnalysis):
    """`former:source`: a source's sentences against those that it had when the document was
    translated; None where it is the same. Raises `NotAligned`, as where it was written anew.
    """

    name = "former:source"

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Alignment | None:
        from textlint_pt.companions.alignment import align_companion

        source = document.companions["source"]
        return align_companion(source, "former") if "former" in source.companions else None


class AlignmentResource(Resource):
    name = "alignment"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [ReferenceAlignment(), SourceAlignment(), FormerAlignment()]
