"""Rules: turn metric values or the text itself into findings that show their evidence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract.declared import Declared
from textlint_pt.contract.declared import InPackage as DeclaredInPackage
from textlint_pt.contract.messages import Catalogues, InPackage
from textlint_pt.contract.option import Option
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Bar, Finding, Fix, Related
from textlint_pt.text.document import Sentence


class Tried(NamedTuple):
    """An example beside a pattern: the pattern's id, the text, what is found there and what is
    marked, each as "{written|meant}" or "" for nothing."""

    pattern: str
    text: str
    found: str
    marked: str


class Rule(ABC):
    """Base of a rule. The class docstring is its page: see CONTRIBUTING.md for the headings.

    `messages` maps a language (pt, en) to the catalogue of that language: "message" and "related"
    at least, as `str.format` templates over evidence and arguments; the field `line` of a related
    place is given as {line}.
    """

    code: ClassVar[str]
    #: of a rule that sets none, its row in `rules.tsv` of its package (`contract.declared`)
    declared: ClassVar[Declared] = DeclaredInPackage()  # type: ignore[assignment]
    options: ClassVar[Mapping[str, Option]] = {}
    #: of a rule that sets none, what `messages.tsv` of its package says (`contract.messages`)
    messages: ClassVar[Catalogues] = InPackage()  # type: ignore[assignment]

    @abstractmethod
    def find(self, view: View, options: Mapping[str, Any]) -> Iterable[Finding]:
        """Yield what may be reported of the view's document (one or more blocks for a rule
        `by_block`)."""

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterable[Finding]:
        """Return what is reported of all that `find` gave, in the view of the whole document."""
        return found

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        """Return what `find` uses of the whole document, for a rule that judges `by_block`: where
        it changes, every block is looked at again. In `find` the document is `view.whole`."""
        return None

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        """What `find` uses of the whole document at each sentence of a block, one byte a sentence
        of the document, or none at all: where it changes, that block is looked at again."""
        return b""

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        """Return values of a finding's evidence to draw as bars; negative ones are deficits."""
        return ()

    def tried_examples(self) -> Iterable[Tried]:
        """Yield the examples beside the patterns that the rule ships with, and what these find."""
        return ()

    def finding(
        self,
        sentence: Sentence,
        evidence: Mapping[str, Any],
        *,
        start: int = 0,
        end: int | None = None,
        message: str = "message",
        arguments: Mapping[str, Any] | None = None,
        related: Sequence[Related] = (),
        fix: Fix | None = None,
    ) -> Finding:
        """Return a finding on `sentence.text[start:end]`."""
        return Finding(
            code=self.code,
            span=sentence.content.span(start, end),
            evidence=evidence,
            message=message,
            arguments=arguments or {},
            sentence=sentence.index,
            related=tuple(related),
            fix=fix,
        )


def findings(rule: Rule, view: View, options: Mapping[str, Any]) -> list[Finding]:
    """Return what a rule reports of a document that it is asked about as a whole."""
    return list(rule.finish(view, list(rule.find(view, options)), options))


def address(rule: Rule | type[Rule], language: str) -> str | None:
    """Address of the page about a rule in a language, if there is one."""
    return rule.declared.url.replace("{language}", language) or None
