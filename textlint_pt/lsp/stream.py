"""Standard input as the protocol's library expects it (headers in one spelling, lengths that are
any), and the log of the process on standard error."""

from __future__ import annotations

import logging
import re
import sys
from typing import BinaryIO

from textlint_pt.report.messages import visible

#: at the end of a line, where it also stands after what is left of a message without a length
_LENGTH = re.compile(rb"(?i)content-length[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r?\n?\Z")
#: bytes of a line, and of a message
_MAX_LINE, _MAX_MESSAGE = 65_536, 1 << 31


class Input:
    """What a client sends. A message without a usable length is said on standard error and passed
    over: the next one begins with its headers."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Return a header in normal form, an empty line, or a placeholder for another header."""
        line = self._stream.readline(_MAX_LINE)
        if not line or line in (b"\r\n", b"\n"):
            return line and b"\r\n"
        found = _LENGTH.search(line)
        if found is None:
            return b"-\r\n"
        if found[1].isdigit():
            return b"Content-Length: %d\r\n" % int(found[1][:20])
        value = found[1][:40].decode("utf-8", "backslashreplace")
        sys.stderr.write(f"textlint-pt: Content-Length: {value!r} is no length; passed over\n")
        return b"-\r\n"

    def read(self, size: int) -> bytes:
        """Return a message of this length. `MemoryError` where none can be so long."""
        if size > _MAX_MESSAGE:
            raise MemoryError
        return self._stream.read(size)


#: characters of a line of the log
_LOG_LINE = 400


class _OneLine(logging.Formatter):
    """The message and what went wrong, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return first and last line of a message with its error, without traceback."""
        lines = record.getMessage().strip().splitlines() or [""]
        parts = [lines[0], *lines[-1:]] if len(lines) > 1 else lines
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            parts.append(f"{type(error).__name__}: {error}")
        return visible(f"textlint-pt: {': '.join(parts)}"[:_LOG_LINE])


def log_single_lines() -> None:
    """Make the protocol library log single lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    logger = logging.getLogger("pygls")
    logger.addHandler(handler)
    logger.propagate = False
