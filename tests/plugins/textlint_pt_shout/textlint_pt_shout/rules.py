"""Judges: which sentences shout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Option, Rule, View


class ShoutedSentence(Rule):
    """Most words of a sentence stand in capitals.

    ## What it finds

    Sentences of at least `words` words of which more than `share` stand in capitals. Headings are
    left alone.

    ## Why it matters

    Capitals are slower to read, and a reader hears them as shouting.

    ## Bad

    ```text
    O comboio PARTIU SEM NINGUÉM DAR POR ISSO.
    ```

    ## Good

    ```text
    O comboio partiu sem ninguém dar por isso.
    ```

    ## Evidence

    The share of words in capitals and the limit it passed. It is an example and was measured on no
    text.

    ## Source

    The convention of letters and forums.
    """

    code = "SHO001"
    options = {
        "share": Option(0.5, "Share of words in capitals above which a sentence shouts.", 0, 1),
        "words": Option(3, "Least number of words of a sentence that is judged.", 1),
    }
    messages = {
        "pt": {"message": "palavras em maiúsculas: {share:.0%} (limite {limit:.0%})"},
        "en": {"message": "words in capitals: {share:.0%} (limit {limit:.0%})"},
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        measured = view.metric("capital-share")
        kinds = self.declared.kinds
        for sentence, share, words in zip(
            view.sentences, measured.values, measured.detail, strict=True
        ):
            if sentence.kind not in kinds or share is None or words < options["words"]:
                continue
            if share > options["share"]:
                yield self.finding(sentence, {"share": share, "limit": options["share"]})
