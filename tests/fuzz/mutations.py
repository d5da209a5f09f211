"""Files that are nearly right: examples of ours with a few things wrong, the same for one seed."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "formats" / "fixtures"
#: what is no example but what is to be read of one
_EXPECTED = frozenset((".txt", ".expected"))
#: the part of an archive that holds the text
_PARTS = {".docx": "word/document.xml", ".odt": "content.xml"}
#: the texts of a file, and what may not stand in them: of XML, of quoted strings
_OF_XML = (
    re.compile(rb">([^<]+)"),
    re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f<>]|&(?!amp;|lt;|gt;)"),
)
_QUOTED = (
    re.compile(rb'"((?:[^"\\\n]|\\.)*)"'),
    re.compile(rb'[\x00-\x1f"]|\\(?![nt\\/])'),
)
_TEXTS = {
    **dict.fromkeys((".docx", ".odt", ".xlf", ".tmx", ".xml", ".resx", ".ts"), _OF_XML),
    ".stringsdict": _OF_XML,
    **dict.fromkeys((".po", ".json", ".arb", ".ipynb", ".strings", ".xcstrings"), _QUOTED),
}
#: what is one thing from its first line to its last
WHOLE = frozenset((
    *(".html", ".htm", ".xhtml", ".ipynb", ".json", ".arb", ".xcstrings", ".docx", ".odt"),
    *(".xml", ".xlf", ".xliff", ".tmx", ".resx", ".ts", ".stringsdict"),
))  # fmt: skip
#: the longest file that mutations make; what grows with length is for `tests/test_growth.py`
LONGEST = 6_000

#: what breaks readers and rules: marks of every format, odd spaces and letters, ends of lines
TOKENS: Sequence[bytes] = [
    token.encode("utf-8", "surrogatepass")
    for token in (
        *(" ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u00a0"),
        *("\0", "\x1b[31m", "\x7f", "\u200b", "\u200f", "\u202e", "\ufeff", "\ufffd", "\ud800"),
        *("e\u0301\u0302", "\u0301", "İ", "ß", "ﬁ", "𝔄", "😀", "👩\u200d👧", "中文", "עברית"),
        *(",", " ,", ".", "...", "…", ";", ":", "!", "?!", "(", ")", "«", "»", "“", '"', "'"),
        *("-", "--", "—", "-se", "-lhe-ei", "d'", "1.", "3,5", "1.º", "%", "R$ 10,00", "10%"),
        *(
            "*",
            "**",
            "_",
            "`",
            "``",
            "```\n",
            "~~~\n",
            "# ",
            "## ",
            "> ",
            "- ",
            "1) ",
            "| ",
            "|--|",
        ),
        *("[", "]", "](", "[a](b)", "![", "[^1]", "[^1]: ", "<", ">", "</", "/>", "<b>", "</b>"),
        *("<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE", "&", "&amp;", "&#0;", "&#x;"),
        *("{", "}", "{{", "}}", "{/*", "*/}", "import a\n", "<A b={1}>", "</A>", "$$", "$"),
        *(".. note::\n\n   ", ".. |a| ", ":ref:`", "`__", "::\n\n  ", "====\n", "----\n", "|===\n"),
        *("++++\n", "[source]\n", "include::a[]\n", "ifdef::a[]\n", ":a: b\n", "a;; b\n", "+\n"),
        *('msgid "', 'msgstr "', 'msgstr[1] "', "#, fuzzy\n", "#~ ", '"\n"', "\\n", "\\x", "\\"),
        *(
            "<seg>",
            "</seg>",
            "<tuv",
            "<target>",
            "</target>",
            "<g id='1'>",
            "<ph>",
            "xml:lang='pt'",
        ),
        *("<!-- textlint-pt-disable -->", "<!-- textlint-pt-enable GRA -->", "textlint-pt-disable"),
        *("Os menino fugiu.", "da da", " é é ", "à à", "Haviam muitos", "a nível de", "MAIÚSCULAS"),
    )
]


def seeds() -> Sequence[Path]:
    """Our small examples of every format."""
    fixtures = (path for path in sorted(FIXTURES.glob("*/*")) if path.suffix not in _EXPECTED)
    return [*fixtures, *sorted((HERE / "seeds").iterdir())]


def kept() -> Sequence[Path]:
    """Files that broke something once."""
    return [
        path
        for path in sorted((HERE / "kept").iterdir())
        if path.is_file() and path.name != "README.md"
    ]


def case(seed: int, paths: Sequence[Path] = (), longest: int = LONGEST) -> tuple[str, bytes]:
    """Name and content of a file: one of these, or of ours, or a part of it, with up to a dozen
    changes."""
    rng = Random(seed)
    paths = paths or seeds()
    path = rng.choice(paths)
    data = path.read_bytes()
    if len(data) > longest and path.suffix not in WHOLE:
        data = _part(rng, data, longest)
    # of archives the text, mostly: other changes leave them damaged, and nothing to be read
    part = _PARTS.get(path.suffix) if rng.random() < 0.9 else None
    if part:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                data = archive.read(part)
        except (KeyError, zipfile.BadZipFile):  # a real file may be damaged already
            part = None
    inside = _TEXTS.get(path.suffix) if rng.random() < 0.7 else None
    for _ in range(min(12, 1 + int(rng.expovariate(0.4)))):
        change = rng.choice(_CHANGES)
        if inside:
            data = _in_text(change, rng, data, paths, longest, *inside)
        else:
            data = change(rng, data, paths)[:longest]
    if part:
        data = _archived(part, data)
    # strings of apps are read as such where a name says their language
    return f"{seed}.pt{path.suffix}", data


def _part(rng: Random, data: bytes, longest: int) -> bytes:
    """Lines of a file, from one that follows an empty line on."""
    begin = data.find(b"\n\n", rng.randrange(len(data) - longest)) + 2
    part = data[begin : begin + longest]
    return part[: part.rfind(b"\n") + 1] or part


def changed(rng: Random, data: bytes) -> bytes:
    """A file with up to a dozen changes."""
    paths = seeds()
    for _ in range(min(12, 1 + int(rng.expovariate(0.4)))):
        data = rng.choice(_CHANGES)(rng, data, paths)[:LONGEST]
    return data


def _archived(part: str, data: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(zipfile.ZipInfo(part), data)
    return written.getvalue()


Change = Callable[[Random, bytes, Sequence[Path]], bytes]


def _in_text(
    change: Change,
    rng: Random,
    data: bytes,
    paths: Sequence[Path],
    longest: int,
    texts: re.Pattern[bytes],
    forbidden: re.Pattern[bytes],
) -> bytes:
    """A change in one text of a file, which can be read as before."""
    spans = [match.span(1) for match in texts.finditer(data)] or [(0, len(data))]
    start, end = rng.choice(spans)
    changed = change(rng, data[start:end], paths)[:longest].decode("utf-8", "ignore")
    return data[:start] + forbidden.sub(b"", changed.encode()) + data[end:]


def _cut(rng: Random, data: bytes, most: int = 60) -> tuple[int, int]:
    start = rng.randint(0, len(data))
    return start, min(len(data), start + rng.randint(0, most))


def _insert(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(TOKENS) + data[at:]


def _replace(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    start, end = _cut(rng, data, 8)
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _delete(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    start, end = _cut(rng, data)
    return data[:start] + data[end:]


def _repeat(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    start, end = _cut(rng, data, 30)
    return data[:end] + data[start:end] * rng.randint(1, 30) + data[end:]


def _move(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    start, end = _cut(rng, data)
    rest = data[:start] + data[end:]
    at = rng.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _splice(rng: Random, data: bytes, paths: Sequence[Path]) -> bytes:
    other = rng.choice(paths).read_bytes()
    start, end = _cut(rng, other, 400)
    at = rng.randint(0, len(data))
    return data[:at] + other[start:end] + data[at:]


def _flip(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    changed = bytearray(data or b" ")
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _truncate(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _line_ends(rng: Random, data: bytes, _: Sequence[Path]) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\n> ", b"\n  ")))


_CHANGES: Sequence[Change] = (
    *(_insert, _insert, _insert, _replace, _replace, _delete, _repeat, _move, _splice),
    *(_flip, _truncate, _line_ends),
)
