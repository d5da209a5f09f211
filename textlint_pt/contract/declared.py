"""What is declared of rules: a row of `rules.tsv` in their package, or `declared` in their class.

A row is a code, a name and settings, with tabs between. Settings have spaces between; each is
`key=value`, several values with commas between, or the name of a row above that stands for
settings: its first field is that name in place of a code, its second is empty. A fourth field is
the package's own, `made`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from textlint_pt import shipped
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Kind

FILE = "rules.tsv"


class Scope(StrEnum):
    SPAN = "span"
    SENTENCE = "sentence"
    PAIR = "pair"
    DOCUMENT = "document"
    TRANSLATION = "translation"


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the engine knows of a rule without asking it."""

    name: str
    scope: Scope = Scope.SENTENCE
    severity: Severity = Severity.WARNING
    #: False: runs only where it is selected, e.g. by `select: [DEFAULT, GRA302]`
    default: bool = True
    #: dimension of the score in which findings cost; it is measured where a rule is selected that
    #: names `metrics`, else where another rule has it measured
    dimension: str | None = None
    #: points that a finding costs in 20 sentences, times its confidence (`evidence`), and times its
    #: `sentences` where it stands for several; None: by its severity
    gravity: float | None = None
    needs: tuple[str, ...] = ()
    #: analyses used where some resource provides them: ask `view.has(name)`
    wants: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    #: companions without one of which the rule does not apply at all: reference, source
    companions: tuple[str, ...] = ()
    #: what the rule judges that others leave alone. unfit: a document that is empty, in another
    #: language or no prose, with its companion if one is needed (`view.unfit`); missing: that a
    #: companion was given that does not exist or correspond (`view.missing`), of which no notice
    #: says anything then; markup: what stands in strings for programs alone
    judges: frozenset[Literal["unfit", "missing", "markup"]] = frozenset()
    #: kinds of block the rule judges
    kinds: frozenset[Kind] = frozenset(Kind)
    #: codes that give way where their span overlaps a finding of this rule
    supersedes: tuple[str, ...] = ()
    #: codes that give way where all of their span lies inside a finding of this rule
    covers: tuple[str, ...] = ()
    #: whether the same that is said of the same words is shown to people once, with all its places
    recurs: bool = False
    #: whether the rule judges each block by itself. It is asked about blocks that are new then, in
    #: an editor those that were changed
    by_block: bool = False
    #: address of a page about the rule; "" for none, {language} in it is that of messages (pt, en)
    url: str = ""
    #: the rule's page in other languages than English, for a rule that has no file of it
    pages: Mapping[str, str] = {}
    #: of what the package's own code makes the rule
    made: tuple[str, ...] = ()

    @property
    def measured(self) -> str | None:
        """The dimension that is measured where the rule is selected."""
        return self.dimension if self.metrics else None


class InPackage:
    """`declared` of a rule that declares nothing itself: the row of its code."""

    def __get__(self, rule: Any, owner: Any) -> Declared:
        return _row(owner.__module__, owner.code)


@cache
def _row(module: str, code: str) -> Declared:
    """Return the row of a rule, which must exist."""
    file = shipped.beside(module, FILE)
    found = rows(file).get(code) if file else None
    if found is None:
        raise RuntimeError(f"{code} has neither `declared` nor a row in {file or FILE}")
    return found


@cache
def rows(file: Path) -> Mapping[str, Declared]:
    """Return what a file declares by code; `RuntimeError` names the line that is wrong."""
    found: dict[str, Declared] = {}
    shared: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(shipped.read_text(file).splitlines(), 1):
        if line and not line.startswith("#"):
            try:
                fields = line.split("\t")
                if not 2 <= len(fields) <= 4:
                    raise ValueError("a row has a code, a name, settings and what makes the rule")
                code, name, settings, made = (*fields, "", "")[:4]
                if code in found or code in shared:
                    raise ValueError(f"{code} has a row already")
                values = _settings(settings, shared)
                if name:
                    values |= {"name": name, "made": made.split()}
                    found[code] = msgspec.convert(values, Declared, strict=False)
                else:
                    shared[code] = values
            except ValueError as error:
                raise RuntimeError(f"{file}:{number}: {error}") from error
    return found


def _settings(text: str, shared: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the settings of a row, those of shared rows included."""
    values: dict[str, Any] = {}
    for word in text.split():
        key, is_setting, value = word.partition("=")
        if not is_setting and word not in shared:
            raise ValueError(f'no row above is called "{word}"')
        if not is_setting:
            values |= shared[word]
            continue
        is_list = isinstance(_DEFAULTS.get(key), tuple | frozenset)
        values[key] = value.split(",") if is_list else value
    return values


_DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(Declared)}
