"""What was read of classes of findings: which corrections are safe (`data/safe.tsv`), and what is
reported by default from a higher probability on than others (`data/limits.tsv`), since what was
read below was right too seldom, whatever the weights say.

A class earns it when of at least `READ` of its corrections in texts of other people none made a
sentence worse. A rule says only how many ways of correcting there are; that nobody need look is
said here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from textlint_pt.contract import Applicability, Finding
from textlint_pt_grammaticality.judge.confidence import REPORTED
from textlint_pt_grammaticality.sentence.reading import table

#: corrections of a class that have to be read
READ = 40


class Class(NamedTuple):
    """`least`: confidence from which on its corrections were read; of `read` ones so many made a
    sentence worse (`harmful`)."""

    least: float
    read: int
    harmful: int

    @property
    def safe(self) -> bool:
        return self.read >= READ and not self.harmful


@cache
def classes() -> Mapping[str, Class]:
    """Classes of corrections by name: code and kind."""
    rows = (line.split("\t") for line in table("safe.tsv"))
    return {name: Class(float(least), int(read), int(bad)) for name, least, read, bad, *_ in rows}


def with_safety(finding: Finding, kind: str, confidence: float) -> Finding:
    """The finding; its correction is safe if its class is."""
    known = classes().get(f"{finding.code} {kind}")
    if finding.fix is None or known is None or not known.safe or confidence < known.least:
        return finding
    return finding.replace(fix=finding.fix.replace(applicability=Applicability.SAFE))


def limit_of(name: str) -> float:
    """The probability from which on a class (code and kind) is reported by default."""
    return _limits().get(name, REPORTED)


@cache
def _limits() -> Mapping[str, float]:
    rows = (line.split("\t") for line in table("limits.tsv"))
    return {name: float(limit) for name, limit, *_ in rows}
