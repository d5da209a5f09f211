"""Rules: turn metric values or the text itself into findings that show their evidence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from textlint_pt import shipped
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


class Measured(NamedTuple):
    """Of `read` findings on documents not used before, `right` were right; `low` and `high` bound
    the share with 95 % probability. `per_1000`: findings in 1,000 sentences; `fixes_right`: share
    of corrections that were right. `set`: which documents, read on `date` (ISO) with the linter as
    of `commit`; `looked_at`: whether anything was built with them in view; `code`: `Rule.digest` of
    then."""

    read: int
    right: int
    low: float
    high: float
    per_1000: float
    fixes_right: float | None = None
    set: str = ""
    date: str = ""
    commit: str = ""
    looked_at: bool = False
    code: str = ""


class Figure(NamedTuple):
    """What `benchmark` (a module of `benchmarks`) counted of a rule on a set of data.

    `what`: "false-per-1000", findings in 1,000 of `n` sentences or segments of texts that people
    wrote with care; or "found", the share of `n` planted faults that it found, in [0, 1]. `fault`:
    which faults; `preset`: under which settings. `set`, `date`, `commit`, `looked_at`, `code` as in
    `Measured`.
    """

    benchmark: str
    what: str
    value: float
    n: int
    set: str
    date: str
    commit: str
    looked_at: bool
    code: str
    fault: str = ""
    preset: str = "default"


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
    #: False: runs only where it is selected, e.g. by `select: [DEFAULT, FOC001]`
    default: ClassVar[bool] = True
    #: True: its family does not select it, only its own code or name (it costs far more)
    explicit: ClassVar[bool] = False
    #: dimension of the score that the rule belongs to: it is measured where the rule is selected,
    #: counts its findings, and a suppression takes back what they cost
    dimension: ClassVar[str | None] = None
    #: of a rule that belongs to none, so that it needs no model: the dimension that counts its
    #: findings where another rule has it measured
    counts_in: ClassVar[str | None] = None
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
    #: kinds of block the rule judges
    kinds: ClassVar[frozenset[Kind]] = frozenset(Kind)
    #: codes that give way where their span overlaps a finding of this rule
    supersedes: ClassVar[tuple[str, ...]] = ()
    #: codes that give way where all of their span lies inside a finding of this rule
    covers: ClassVar[tuple[str, ...]] = ()
    #: 0 for a rule that judges each block by itself, None for one that needs the whole document. A
    #: rule with a reach is asked about blocks that are new, in an editor those that were changed
    reach: ClassVar[Literal[0] | None] = None
    options: ClassVar[Mapping[str, Option]] = {}
    messages: ClassVar[Mapping[str, Mapping[str, str]]]
    #: the rule's page in other languages than English, for a rule that has no file of it
    pages: ClassVar[Mapping[str, str]] = {}
    #: JSON file of figures by code: what readers said of findings on documents not used before
    #: (`Measured`) and, under "benchmarks", what programs counted (a list of `Figure`); by default
    #: `data/measured.json` of the plugin, if it has that
    measured_in: ClassVar[Path | None] = None
    #: address of a page about the rule; "" for none, {language} in it is that of messages (pt, en)
    url: ClassVar[str] = ""
    since: ClassVar[str] = "0.1.0"

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

    @classmethod
    def address(cls, language: str) -> str | None:
        """Address of the page about the rule in a language, if there is one."""
        return cls.url.replace("{language}", language) or None

    @classmethod
    def measured(cls) -> Measured | None:
        """What is known of the rule's findings on texts by people; None if none was read."""
        found = cls._figures()
        read = {name: found[name] for name in Measured._fields if name in found}
        return Measured(**read) if read else None

    @classmethod
    def figures(cls) -> tuple[Figure, ...]:
        """What benchmarks counted of the rule, in the order in which they print it."""
        return tuple(Figure(**one) for one in cls._figures().get("benchmarks", ()))

    @classmethod
    def figures_file(cls) -> Path | None:
        """`measured_in`, or where it is by default; None for a rule that is in no package."""
        import sys

        if cls.measured_in is not None:
            return cls.measured_in
        file = getattr(sys.modules.get(cls.__module__.partition(".")[0]), "__file__", None)
        if not file or Path(file).name != "__init__.py":
            return None
        return Path(file).with_name("data") / "measured.json"

    @classmethod
    def _figures(cls) -> Mapping[str, Any]:
        file = cls.figures_file()
        if file is None or not (file.exists() or shipped.is_installed(file)):
            return {}
        import json

        found: Mapping[str, Mapping[str, Any]] = json.loads(shipped.read_text(file))
        return found.get(cls.code, {})

    @classmethod
    def digest(cls) -> str:
        """Digest of the rule's code, of what that imports of its plugin and of the facts both use
        (`textlint_pt.contract.digest`); "" where its source is not installed. A figure of another
        digest is older than the rule."""
        from textlint_pt.contract.digest import digest

        return digest(cls.__module__, cls.metrics)

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
