"""From files to bytes, from bytes to text; what cannot be read says why."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import shlex
import sys
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import files
from textlint_pt.contract.errors import Unreadable

if TYPE_CHECKING:  # a report is taken from the cache without it
    from textlint_pt.contract.format import Format

#: larger files are refused: no editor opens them and no person wrote them in one go
MAXIMUM_BYTES = 20_000_000
#: characters that make a path a pattern
GLOB = frozenset("*?[")
#: an empty path, as a shell writes it
_NO_NAME = "''"
_SAMPLE = 8192
#: what legacy files in Portuguese hold beyond ASCII, each byte decoded by the right encoding
_EXPECTED = frozenset("áàâãçéêíóôõúüÁÀÂÃÇÉÊÍÓÔÕÚÜªº°«»“”‘’–—…€\xa0")
_LEGACY_ENCODINGS = ("windows-1252", "cp850", "macintosh")
#: encodings that a file may declare, by their name in Python
_DECLARABLE_ENCODINGS = frozenset(
    ("ascii", "utf-8", "utf-16", "iso8859-1", "iso8859-15", "cp1252", "cp850", "mac-roman")
)
_BOM = codecs.BOM_UTF8
_LONE_RETURN = re.compile(r"\r(?!\n)")
#: what letters of Portuguese are in UTF-8, each byte read as a sign, or in ISO-8859-1, read as Mac
#: Roman within a word; and how many are no chance
_ENCODED_TWICE = re.compile(
    "Ã[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|(?<=[a-z])[„ÁÍÌÈÛı·‡](?=[a-z„Áı])"
)
_SIGNS_OF_TWICE = "Ã„ÁÍÌÈÛı·‡"
_MIN_TIMES = 8
_PLACEHOLDER_NAMES = frozenset(("charset", "encoding"))


def read(path: str) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; `Unreadable` gives the reason."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
        else:
            data = files.read(path or os.curdir, MAXIMUM_BYTES)
    except OSError as error:
        raise Unreadable(f"{path or _NO_NAME}: {_reason(path, error)}") from error
    check_size(path, len(data))
    return data


def _reason(path: str, error: OSError) -> str:
    """Return why a file cannot be read."""
    if error.errno == errno.EFBIG:
        return f"{error.strerror}; split it"
    if isinstance(error, FileNotFoundError):
        return "matches no file" if GLOB & set(path) else "no such file"
    if isinstance(error, IsADirectoryError):
        return "holds no text to lint"
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return str(getattr(error, "strerror", None) or error)


def check_size(path: str, size: int) -> None:
    """`Unreadable` for more bytes than a text may have."""
    if size > MAXIMUM_BYTES:
        raise Unreadable(f"{path}: over the limit of {MAXIMUM_BYTES // 10**6} MB; split it")


def decode(path: str, data: bytes, reader: Format) -> str:
    """Return the text of a file, without byte order mark, lines ended by LF.

    It must be UTF-8, unless the file declares another encoding as its format allows. `Unreadable`
    names the likely encoding of other bytes, or reports that they are binary.
    """
    check_size(path, len(data))
    return with_line_feeds(_decoded(path, data, reader))


def with_line_feeds(text: str) -> str:
    """Return the text with a line feed for each carriage return that has none after it."""
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


def _line_number(data: bytes, byte_offset: int) -> int:
    """Return the line of a byte, from 1."""
    before = data[:byte_offset]
    return 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")


def _decoded(path: str, data: bytes, reader: Format) -> str:
    """Return the text by the declared or detected encoding; `Unreadable` if there is none."""
    if reader.packed:
        return _unpacked(path, data, reader)
    declared = _declaration(path, data, reader.encoding_declaration)
    wide = _wide_encoding(data[:_SAMPLE])
    if wide and reader.may_be_utf16:
        try:
            return data.decode(wide).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise Unreadable(
                f"{path}: {wide.upper()}, but not all of it: {error.reason}"
            ) from error
    if wide:
        raise Unreadable(f"{path}: not UTF-8 but {wide.upper()}; {_conversion_advice(wide, path)}")
    is_binary = f"{path}: binary, not text"
    if b"\x00" in data[:_SAMPLE]:
        raise Unreadable(is_binary)
    if declared is not None and declared.encoding != "utf-8":
        read_as = reader.encodings_read_as.get(declared.encoding, declared.encoding)
        return _decode_as(declared._replace(encoding=read_as), path, data)
    try:
        text = data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        control_count = sum(byte < 0x20 and byte not in b"\t\n\v\f\r" for byte in data[:_SAMPLE])
        if control_count > 0.01 * len(data[:_SAMPLE]):
            raise Unreadable(is_binary) from error
        if reader.may_be_legacy and not _is_mostly_utf8(data):
            with contextlib.suppress(UnicodeDecodeError):
                return data.decode(_likely_encoding(data))
        raise _not_utf8(path, data, error, declared) from error
    if (twice := _encoded_twice(text)) is not None:
        line = _line_number(text[:twice].encode(), len(data))
        read_as = "windows-1252" if text[twice] == "Ã" else "macintosh"
        raise Unreadable(
            f"{path}: UTF-8 that was encoded twice (line {line}: {text[twice : twice + 2]});"
            f" {_conversion_advice('utf-8', path, read_as)}"
        )
    return text


def _not_utf8(
    path: str, data: bytes, error: UnicodeDecodeError, declared: _Declaration | None
) -> Unreadable:
    """Return the error for bytes that are not UTF-8: a fault in one line, or another encoding."""
    line = _line_number(error.object, error.start)
    if _is_mostly_utf8(data):
        return Unreadable(
            f"{path}: UTF-8, but not in line {line} (byte {error.start}); correct it there"
        )
    declaration = f"says in line {declared.line} that it is UTF-8; " if declared else ""
    encoding = _likely_encoding(data)
    return Unreadable(
        f"{path}: {declaration}not UTF-8 (line {line}), likely {encoding};"
        f" {_conversion_advice(encoding, path)}"
    )


def _encoded_twice(text: str) -> int | None:
    """Return where text that was encoded twice begins ("nÃ£o" for "não"); None if there is little.

    Little is fewer than eight places, or than a quarter of what is not ASCII.
    """
    if "Ã" not in text and "„" not in text:
        return None
    non_ascii_count = len(text) - len(text.encode("ascii", "ignore"))
    min_matches = max(_MIN_TIMES, non_ascii_count // 4 + 1)
    if sum(map(text.count, _SIGNS_OF_TWICE)) < min_matches:
        return None
    matches = [*_ENCODED_TWICE.finditer(text)]
    return matches[0].start() if len(matches) >= min_matches else None


def _unpacked(path: str, data: bytes, reader: Format) -> str:
    """Return the text of an archive; `Unreadable` where it is damaged."""
    from textlint_pt.contract.format import Malformed

    try:
        return reader.unpack(data)
    except Malformed as error:
        raise Unreadable(f"{path}: {error}") from error
    except RecursionError as error:
        raise Unreadable(f"{path}: nested too deeply to be read") from error


class _Declaration(NamedTuple):
    """What a file says of its encoding: the name it uses, Python's name for it, and the line."""

    name: str
    encoding: str
    line: int


def _declaration(path: str, data: bytes, encoding_declaration: bytes | None) -> _Declaration | None:
    """Return the encoding that a file declares; None if it has a byte order mark."""
    match = re.search(encoding_declaration, data[:_SAMPLE]) if encoding_declaration else None
    if match is None or data.startswith(_BOM):
        return None
    name = match[1].decode("ascii", "replace")
    if name.lower() in _PLACEHOLDER_NAMES:
        return None
    line = _line_number(data, match.start(1))
    try:
        encoding = codecs.lookup(name).name
    except LookupError:
        encoding = ""
    if encoding not in _DECLARABLE_ENCODINGS:
        raise Unreadable(
            f"{path}: says in line {line} that its encoding is {name}, which is not read;"
            f" {_conversion_advice(name, path)} and correct line {line}"
        )
    return _Declaration(name, encoding, line)


def _decode_as(declared: _Declaration, path: str, data: bytes) -> str:
    """Return the text in the encoding it declares, if it may be that."""
    says = f"{path}: says in line {declared.line} that it is {declared.name}"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if declared.encoding in ("ascii", "utf-16"):
            raise Unreadable(f"{says}, but it is not; correct that line") from None
        try:
            return data.decode(declared.encoding)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise Unreadable(f"{says}, but line {line} is not (byte {error.start})") from error
    if not text.isascii():
        # bytes that are UTF-8 beyond ASCII are hardly anything else
        raise Unreadable(f"{says}, but it is UTF-8; correct that line")
    return text


def _wide_encoding(sample: bytes) -> str | None:
    """Return UTF-16 or UTF-32, by the byte order mark or by zeros next to letters, or None."""
    if sample.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    for zero_offset, name in ((1, "utf-16le"), (0, "utf-16be")):
        zeros = sample[zero_offset::2].count(0)
        if zeros > 0.4 * len(sample) and not sample[1 - zero_offset :: 2].count(0):
            return name
    return None


def _is_mostly_utf8(data: bytes) -> bool:
    text = data.decode("utf-8", "replace")
    undecodable_count = text.count("\ufffd")
    non_ascii_count = sum(char > "\x7f" for char in text)
    return non_ascii_count - undecodable_count > undecodable_count


def _likely_encoding(data: bytes) -> str:
    """Return the legacy encoding under which most of the bytes are what Portuguese texts hold."""
    high = bytes(byte for byte in data if byte >= 0x80)

    def expected_count(encoding: str) -> int:
        return sum(char in _EXPECTED for char in high.decode(encoding, "replace"))

    best = max(_LEGACY_ENCODINGS, key=expected_count)
    # Latin-1 is the part of Windows-1252 without printable characters from 0x80 to 0x9f
    return "iso-8859-1" if best == "windows-1252" and min(high) >= 0xA0 else best


def _conversion_advice(encoding: str, path: str, into: str = "utf-8") -> str:
    """Return the advice to convert a file, with a command that does it."""
    if path == "-":
        return f"convert it: iconv -f {encoding} -t {into} | textlint-pt -"
    stem, extension = os.path.splitext(path)  # noqa: PTH122
    target = shlex.quote(f"{stem}.utf8{extension}")
    return f"convert it: iconv -f {encoding} -t {into} {shlex.quote(path)} > {target}"
