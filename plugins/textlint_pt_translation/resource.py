"""Provides the alignment of a document with its reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.analysis import Analysis, DocumentAnalysis, Resource
from textlint_pt.document import Document

if TYPE_CHECKING:
    from textlint_pt.alignment import Alignment


class ReferenceAlignment(DocumentAnalysis):
    """`alignment:reference`: a document's sentences against those of its reference.

    Raises `NotAligned`, with the reason, for texts that do not correspond.
    """

    name = "alignment:reference"

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Alignment:
        from textlint_pt.alignment import align_documents

        return align_documents(document, document.companions["reference"])


class AlignmentResource(Resource):
    name = "alignment"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [ReferenceAlignment()]
