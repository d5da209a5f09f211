"""DOC001: suppressions that do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt.contract import Finding, Scope, Severity, SuppressionRule, Unused


class UnusedSuppression(SuppressionRule):
    """A suppression comment silences nothing.

    ## What it finds

    Comments such as `<!-- textlint-pt-disable-next RED003 -->` that silence no finding of a rule
    that ran, that name a rule nobody knows, or that name no rule at all.

    ## Why it matters

    A text changes and its suppressions stay behind: the next finding in that place would be
    silenced unseen. A comment without a code never had an effect, though its author thinks so.

    ## Bad

    ```markdown
    <!-- textlint-pt-disable-next RED003 -->
    O barco saiu cedo e voltou com a rede cheia.
    ```

    ## Good

    ```markdown
    <!-- textlint-pt-disable-next RED003 -- refrão da cantiga -->
    Rema, rema, marinheiro, que a maré não espera.
    Rema, rema, marinheira, que a maré não espera.
    ```

    ## Evidence

    The code named in the comment and why it has no effect. Suggestion: to take the code out, or the
    comment. No clean text without suppressions can have a finding.

    ## Source

    The rule of this kind in code linters, such as ruff's RUF100.
    """

    code = "DOC001"
    name = "document.unused-suppression"
    scope = Scope.SPAN
    severity = Severity.WARNING
    messages = {
        "pt": {
            "unused": "esta supressão de {rule} não silencia nada",
            "unknown-rule": "esta supressão menciona {rule}, regra que não existe",
            "no-rule": "esta supressão não diz que regra silenciar e por isso não tem efeito",
        },
        "en": {
            "unused": "this suppression of {rule} silences nothing",
            "unknown-rule": "this suppression names {rule}, which no rule is called",
            "no-rule": "this suppression names no rule and so has no effect",
        },
    }

    def review(self, unused: Sequence[Unused]) -> Iterator[Finding]:
        for suppression in unused:
            evidence = {"rule": suppression.code} if suppression.code else {}
            yield Finding(
                self.code,
                suppression.comment,
                evidence,
                message=suppression.why,
                fix=suppression.fix,
            )
