"""Provides the alignment of a document with its reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.alignment import ReferenceAlignment
from textlint_pt.analysis import Analysis, Resource


class AlignmentResource(Resource):
    name = "alignment"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [ReferenceAlignment()]
