"""Rules about the document itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Rule

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt_document.unused_suppression import UnusedSuppression

    return [UnusedSuppression]
