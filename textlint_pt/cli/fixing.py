"""`--fix` and `--diff`: corrections, pass by pass, until none is left that could be applied."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from textlint_pt.cli.output import complain
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.engine import ours, writing
from textlint_pt.engine.fixing import correct
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.reporters.messages import count, say, visible
from textlint_pt.reporters.report import DocumentDict
from textlint_pt.reporters.reporter import Segment
from textlint_pt.text.document import Document
from textlint_pt.text.regex import regex

#: passes after which a text that still changes is left as it is: each correction makes another one
_MOST_PASSES = 50
#: what GitHub takes for a command in the output of a job, and letters that look like its signs
_COMMAND = regex(r"^\s*(?:::(?=\S.*::)|##\[)")
_LIKE = {ord(":"): 0xA789, ord("#"): 0xFF03}
#: gives new report entries for texts: by number of the document, its new bytes
Relint = Callable[[Mapping[int, bytes]], Mapping[int, DocumentDict]]


class Fixed(NamedTuple):
    """A document's new content, its report entry, and how many findings of each rule it lost."""

    data: bytes
    entry: DocumentDict
    mended: Mapping[str, int]


def fix(
    paths: Sequence[str],
    contents: Sequence[bytes],
    documents: Sequence[DocumentDict],
    reader_of: Callable[[str], Format],
    relint: Relint,
    *,
    unsafe: bool,
) -> tuple[dict[int, Fixed], dict[int, set[str]]]:
    """The documents that corrections change, by number; nothing is written.

    Besides, the codes of rules that take back each other's corrections in a document: they make
    none in it, so that a second run has nothing to do.
    """
    fixed: dict[int, Fixed] = {}
    refused: dict[int, set[str]] = {}
    # contents that a document had, each with the rules that it came from
    steps: dict[int, dict[bytes, list[str]]] = {n: {data: []} for n, data in enumerate(contents)}
    todo = {number: (contents[number], entry) for number, entry in enumerate(documents)}
    for _ in range(_MOST_PASSES):
        changed: dict[int, bytes] = {}
        for number in list(todo):
            data, entry = todo.pop(number)
            without = refused.get(number, set())
            after, codes = _pass(paths[number], data, entry, reader_of, without, unsafe)
            if not codes:
                continue
            before = steps[number]
            if after in before:
                back = list(before).index(after)
                circle = {code for led in list(before.values())[back + 1 :] for code in led}
                refused[number] = without | circle | set(codes)
                steps[number] = {contents[number]: []}
                fixed.pop(number, None)
                todo[number] = contents[number], documents[number]
            else:
                before[after] = codes
                changed[number] = after
        entries = relint(changed) if changed else {}
        for number, data in changed.items():
            entry = entries[number]
            if entry["error"] and not documents[number]["error"]:
                continue  # no correction is worth a text that cannot be linted any more
            todo[number] = data, entry
            mended = Counter(code for led in steps[number].values() for code in led)
            fixed[number] = Fixed(data, entry, mended)
        if not todo:
            break
    return fixed, refused


def _pass(
    path: str,
    data: bytes,
    entry: DocumentDict,
    reader_of: Callable[[str], Format],
    without: Collection[str],
    unsafe: bool,
) -> tuple[bytes, list[str]]:
    """The content after the corrections that can be applied at once, and the rules' codes."""
    findings = [one for one in entry["findings"] if one["fix"] and one["code"] not in without]
    if not findings:
        return data, []
    reader = reader_of(path)

    def read(raw: str) -> Document:
        return build(path, raw, reader)

    try:
        raw = _text(path, data, reader)
        document = read(raw)
    except Unreadable:
        return data, []  # what the entry says already

    def encode(after: str) -> bytes | None:
        return writing.encode(data, raw, after, lambda content: _text(path, content, reader))

    def writable(after: str) -> bool:
        return encode(after) is not None

    after = correct(document, findings, read, unsafe=unsafe, writable=writable)
    encoded = encode(after.raw)
    return encoded or data, [finding["code"] for finding in after.mended]


def _text(path: str, data: bytes, reader: Format) -> str:
    return decoding.decode(path, data, reader)


def write(path: str, before: bytes, after: bytes) -> str | None:
    """Write a corrected file; what kept it from being written, if anything did."""
    if astray := ours.leads_astray(path):
        return f"{path}: a link out of the project; left as it was; to correct it name {astray}"
    try:
        writing.replace(path, after, before)
    except UserError as error:
        return str(error)
    return None


def diff(path: str, before: bytes, after: bytes, reader: Format) -> Iterator[Segment]:
    """A unified diff of two contents, which `patch` reads and which is safe on a terminal and in
    the output of a job."""
    import difflib

    old, new = (_lines(_text(path, data, reader)) for data in (before, after))
    name = visible(path)
    for line in difflib.unified_diff(old, new, name, name, lineterm=""):
        style = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
        body, end = line.removesuffix("\n"), "\n"
        if body.endswith("\r"):
            body, end = body[:-1], "\r\n"
        shown = "\t".join(map(visible, body.split("\t")))
        if line[:1] == " ":  # what stands in a text is no command of GitHub's
            shown = _COMMAND.sub(lambda match: match.group().translate(_LIKE), shown)
        yield shown + end, style
        if not line.endswith("\n") and line[:1] in "+- " and not line.startswith(("+++", "---")):
            yield "\\ No newline at end of file\n", ""


def _lines(text: str) -> list[str]:
    """Lines with their ends, broken at line feeds only, as `patch` does."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def say_fixed(path: str, mended: Mapping[str, int], language: str) -> None:
    """One line on standard error: what was corrected in a file."""
    listed = ", ".join(f"{number} {code}" for code, number in sorted(mended.items()))
    total = count(language, "correction", sum(mended.values()))
    sys.stderr.write(f"textlint-pt: {visible(path)}: {total} ({listed})\n")


def say_refused(path: str, codes: Collection[str]) -> None:
    """One line on standard error: which rules are at odds."""
    listed = ", ".join(sorted(codes))
    complain(f"{path}: not corrected: each takes back what another corrects: {listed}")


def say_would_fix(files: int, mended: Mapping[str, int], language: str) -> None:
    total = count(language, "correction", sum(mended.values()))
    if not files:
        sys.stderr.write(f"textlint-pt: {say(language, 'nothing-to-fix')}\n")
        return
    shown = say(language, "would-fix", what=total, documents=count(language, "document", files))
    sys.stderr.write(f"textlint-pt: {shown}\n")
