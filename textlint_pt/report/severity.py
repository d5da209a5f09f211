"""How much a finding matters."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """The most severe first: this is the one list of severities and their order."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


SEVERITIES = tuple(severity.value for severity in Severity)
#: the value of `fail-on` with which no finding is a failure
NEVER = "never"
FAIL_ON = (*SEVERITIES, NEVER)
