"""What is said on standard error of messages that cannot be understood: a line each."""

from __future__ import annotations

import logging

from textlint_pt.report.messages import visible

#: characters of a line
_LONGEST = 400


class _OneLine(logging.Formatter):
    """The message and what went wrong, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        lines = record.getMessage().strip().splitlines() or [""]
        parts = [lines[0], *lines[-1:]] if len(lines) > 1 else lines
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            parts.append(f"{type(error).__name__}: {error}")
        return visible(f"textlint-pt: {': '.join(parts)}"[:_LONGEST])


def in_lines() -> None:
    """Have the protocol's library say in lines what it logs."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    logger = logging.getLogger("pygls")
    logger.addHandler(handler)
    logger.propagate = False
