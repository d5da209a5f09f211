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
_LONGEST_LINE, _LONGEST = 65_536, 1 << 31


class Input:
    """What a client sends. A message without a usable length is said on standard error and passed
    over: the next one begins with its headers."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """A header: `Content-Length: N`, an empty line, or another one."""
        line = self._stream.readline(_LONGEST_LINE)
        if not line or line in (b"\r\n", b"\n"):
            return line and b"\r\n"
        found = _LENGTH.search(line)
        if found is None:
            return b"-\r\n"
        if found[1].isdigit():
            return b"Content-Length: %d\r\n" % int(found[1][:20])
        said = found[1][:40].decode("utf-8", "backslashreplace")
        sys.stderr.write(f"textlint-pt: Content-Length: {said!r} is no length; passed over\n")
        return b"-\r\n"

    def read(self, size: int) -> bytes:
        """A message of this length. `MemoryError` where none can be so long."""
        if size > _LONGEST:
            raise MemoryError
        return self._stream.read(size)


#: characters of a line of the log
_LOG_LINE = 400


class _OneLine(logging.Formatter):
    """The message and what went wrong, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        lines = record.getMessage().strip().splitlines() or [""]
        parts = [lines[0], *lines[-1:]] if len(lines) > 1 else lines
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            parts.append(f"{type(error).__name__}: {error}")
        return visible(f"textlint-pt: {': '.join(parts)}"[:_LOG_LINE])


def in_lines() -> None:
    """Have the protocol's library say in lines what it logs."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    logger = logging.getLogger("pygls")
    logger.addHandler(handler)
    logger.propagate = False
