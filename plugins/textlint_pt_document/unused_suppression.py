"""DOC001: suppressions that do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt.contract import Finding, SuppressionRule, Unused


class UnusedSuppression(SuppressionRule):
    """A suppression comment silences nothing."""

    code = "DOC001"

    def review(self, unused: Sequence[Unused]) -> Iterator[Finding]:
        """Yield a finding for each suppression that suppressed nothing."""
        for suppression in unused:
            evidence = {"rule": suppression.code} if suppression.code else {}
            yield Finding(
                self.code,
                suppression.comment,
                evidence,
                message=suppression.why,
                fix=suppression.fix,
            )
