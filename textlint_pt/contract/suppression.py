"""Rules that judge suppressions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Finding, Fix
from textlint_pt.text.document import Span


class Unused(NamedTuple):
    """A suppression without effect: `why` is unused, unknown-rule or no-rule.

    `fix` takes it out of the file: safe where it silences nothing, unsafe where the author may have
    meant another rule.
    """

    comment: Span
    code: str
    why: str
    fix: Fix | None = None


class SuppressionRule(Rule):
    """A rule that judges the suppressions themselves, after they were applied."""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        return iter(())

    @abstractmethod
    def review(self, unused: Sequence[Unused]) -> Iterator[Finding]:
        """Return findings about suppressions without effect."""
