"""Rules: turn metric values or the text itself into findings that show their evidence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Literal

from textlint_pt.contract.messages import Catalogues, InPackage
from textlint_pt.contract.option import Option
from textlint_pt.contract.view import View
from textlint_pt.report.finding import Bar, Finding, Fix, Related
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Kind, Sentence


class Scope(StrEnum):
    SPAN = "span"
    SENTENCE = "sentence"
    PAIR = "pair"
    DOCUMENT = "document"
    TRANSLATION = "translation"


class Rule(ABC):
    """Base of a rule. The class docstring is its page: see CONTRIBUTING.md for the headings.

    `messages` maps a language (pt, en) to the catalogue of that language: "message" and "related"
    at least, as `str.format` templates over evidence and arguments; the field `line` of a related
    place is given as {line}.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    scope: ClassVar[Scope] = Scope.SENTENCE
    severity: ClassVar[Severity] = Severity.WARNING
    #: False: runs only where it is selected, e.g. by `select: [DEFAULT, GRA302]`
    default: ClassVar[bool] = True
    #: dimension of the score that the rule belongs to: it is measured where the rule is selected,
    #: and its findings cost
    dimension: ClassVar[str | None] = None
    #: of a rule that belongs to none, so that it needs no model: the dimension in which its
    #: findings cost where another rule has it measured
    counts_in: ClassVar[str | None] = None
    #: points that a finding costs in 20 sentences, times its confidence (`evidence`), and times its
    #: `sentences` where it stands for several; None: by its severity
    gravity: ClassVar[float | None] = None
    needs: ClassVar[tuple[str, ...]] = ()
    #: analyses used where some resource provides them: ask `view.has(name)`
    wants: ClassVar[tuple[str, ...]] = ()
    metrics: ClassVar[tuple[str, ...]] = ()
    #: companion without which the rule does not apply at all ("reference"); of several one will do
    companion: ClassVar[str | tuple[str, ...] | None] = None
    #: also judges a document that has the companion, if one is needed, and is left alone otherwise,
    #: since it is empty, in another language or no prose: `view.unfit` says which
    judges_unfit: ClassVar[bool] = False
    #: companions whose absence the rule reports: it runs, too, where one was given that does not
    #: exist or does not correspond (`view.missing`), and no notice says so besides
    reports_missing: ClassVar[tuple[str, ...]] = ()
    #: also says of strings (`document.units`) what stands in them for programs alone, where other
    #: rules are not heard: placeholders, code
    judges_markup: ClassVar[bool] = False
    #: kinds of block the rule judges
    kinds: ClassVar[frozenset[Kind]] = frozenset(Kind)
    #: codes that give way where their span overlaps a finding of this rule
    supersedes: ClassVar[tuple[str, ...]] = ()
    #: codes that give way where all of their span lies inside a finding of this rule
    covers: ClassVar[tuple[str, ...]] = ()
    #: whether the same that is said of the same words is shown to people once, with all its places
    recurs: ClassVar[bool] = False
    #: 0 for a rule that judges each block by itself, None for one that needs the whole document. A
    #: rule with a reach is asked about blocks that are new, in an editor those that were changed
    reach: ClassVar[Literal[0] | None] = None
    options: ClassVar[Mapping[str, Option]] = {}
    #: of a rule that sets none, what `messages.tsv` of its package says (`contract.messages`)
    messages: ClassVar[Catalogues] = InPackage()  # type: ignore[assignment]
    #: the rule's page in other languages than English, for a rule that has no file of it
    pages: ClassVar[Mapping[str, str]] = {}
    #: file of figures (`contract.figures`); by default `data/measured.json` of the plugin
    measured_in: ClassVar[Path | None] = None
    #: address of a page about the rule; "" for none, {language} in it is that of messages (pt, en)
    url: ClassVar[str] = ""

    @abstractmethod
    def find(self, view: View, options: Mapping[str, Any]) -> Iterable[Finding]:
        """What may be reported of the view's document, in any order.

        A rule with a `reach` is asked about parts of a document: the view is of some blocks, as if
        they were a document of their own.
        """

    def finish(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterable[Finding]:
        """What is reported of all that `find` gave, in the view of the whole document."""
        return found

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        """What `find` uses of the whole document, for a rule with a `reach`: where it changes,
        every block is looked at again. In `find` the document is `view.whole`."""
        return None

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        """What `find` uses of the whole document at each sentence of a block, one byte a sentence
        of the document, or none at all: where it changes, that block is looked at again."""
        return b""

    def bars(self, evidence: Mapping[str, Any], language: str) -> Sequence[Bar]:
        """What of a finding's evidence shows best as bars, negative ones for what is lacking."""
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
        """A finding on `sentence.text[start:end]`."""
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
    """What a rule reports of a document that it is asked about as a whole."""
    return list(rule.finish(view, list(rule.find(view, options)), options))


def address(rule: Rule | type[Rule], language: str) -> str | None:
    """Address of the page about a rule in a language, if there is one."""
    return rule.url.replace("{language}", language) or None
