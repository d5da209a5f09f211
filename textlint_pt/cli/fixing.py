"""`--fix` and `--diff`: corrections, pass by pass, until none is left that could be applied."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt.cli.output import complain
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.contract.reporter import Segment
from textlint_pt.engine import ours, writing
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.fixing import Corrected, Dropped, correct, of_level
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document
from textlint_pt.text.regex import regex

#: passes after which a text that still changes is left as it is: each correction makes another one
_MOST_PASSES = 50
#: what GitHub takes for a command in the output of a job, and letters that look like its signs
_COMMAND = regex(r"^\s*(?:::(?=\S.*::)|##\[)")
_LIKE = {ord(":"): 0xA789, ord("#"): 0xFF03}
#: words, spaces and single signs
_WORDS = regex(r"[\w'’-]+|\s+|[^\w\s]")
#: both colours, so that they can be read on any background
_TAKEN_OUT, _ADDED = "color(16) on color(217)", "color(16) on color(157)"
#: gives new report entries for texts: by number of the document, its new bytes
Relint = Callable[[Mapping[int, bytes]], Mapping[int, DocumentReport]]
#: documents by path and content, so that they are not read again
Known = dict[tuple[str, bytes], Document]


class Fixed(NamedTuple):
    """A document's new content, its report entry, and how many findings of each rule it lost."""

    data: bytes
    entry: DocumentReport
    mended: Mapping[str, int]


class Outcome(NamedTuple):
    """What corrections come to, by number of the document: those that they change; the codes of
    rules that take back each other's corrections and therefore make none, so that a second run has
    nothing to do; corrections that would have changed more than they say."""

    fixed: Mapping[int, Fixed]
    refused: Mapping[int, set[str]]
    dropped: Mapping[int, set[Dropped]]


def fix(
    paths: Sequence[str],
    contents: Sequence[bytes],
    documents: Sequence[DocumentReport],
    reader_of: Callable[[str], Format],
    relint: Relint,
    *,
    unsafe: bool,
    known: Known | None = None,
) -> Outcome:
    """Correct documents, pass by pass; nothing is written. What is made is `known` then."""
    known = known if known is not None else {}
    fixed: dict[int, Fixed] = {}
    refused: dict[int, set[str]] = {}
    dropped: defaultdict[int, set[Dropped]] = defaultdict(set)
    # contents that a document had, each with the rules that it came from
    steps: dict[int, dict[bytes, list[str]]] = {n: {data: []} for n, data in enumerate(contents)}
    todo = {number: (contents[number], entry) for number, entry in enumerate(documents)}
    for _ in range(_MOST_PASSES):
        changed: dict[int, bytes] = {}
        for number in list(todo):
            data, entry = todo.pop(number)
            without = refused.get(number, set())
            wanted = of_level(entry.findings, unsafe)
            findings = [one for one in wanted if one.code not in without]
            if not findings:
                continue
            path = paths[number]
            document = known.get((path, data))
            after, corrected = _pass(path, data, findings, reader_of(path), document)
            if corrected is None:
                continue
            dropped[number].update(corrected.dropped)
            codes = [finding.code for finding in corrected.mended]
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
                known[path, after] = corrected.document
        entries = relint(changed) if changed else {}
        for number, data in changed.items():
            entry = entries[number]
            if entry.error and not documents[number].error:
                continue  # no correction is worth a text that cannot be linted any more
            todo[number] = data, entry
            mended = Counter(code for led in steps[number].values() for code in led)
            fixed[number] = Fixed(data, entry, mended)
        if not todo:
            break
    return Outcome(fixed, refused, dropped)


def _pass(
    path: str, data: bytes, findings: Sequence[Finding], reader: Format, document: Document | None
) -> tuple[bytes, Corrected | None]:
    """The content after the corrections that can be applied at once, and which they are; None where
    it cannot be read. `document`: what was judged, if it is known."""

    def text(content: bytes) -> str:
        return decoding.decode(path, content, reader)

    def read(raw: str) -> Document:
        built = build(path, raw, reader)
        return built if document and document.companions else portuguese_part(built)

    try:
        before = document or read(text(data))
    except Unreadable:
        return data, None  # what the entry says already

    def writable(after: str) -> bytes | None:
        return writing.encode(data, before.raw, after, text)

    corrected = correct(before, findings, read, writable=writable)
    return data if corrected.data is None else corrected.data, corrected


def write(path: str, before: bytes, after: bytes) -> str | None:
    """Write a corrected file; what kept it from being written, if anything did."""
    if astray := ours.leads_astray(path):
        return f"{path}: a link out of the project; left as it was; to correct it name {astray}"
    was = Path(path).stat() if Path(path).exists() else None
    try:
        writing.replace(path, after, before)
    except UserError as error:
        return str(error)
    if was and was.st_nlink > 1 and Path(path).stat().st_ino != was.st_ino:
        complain(f"{path}: its other names (hard links) keep the text as it was")
    return None


def diff(path: str, before: bytes, after: bytes, reader: Format) -> Iterator[Segment]:
    """A unified diff of two contents, which `patch` reads and which is safe on a terminal and in
    the output of a job."""
    import difflib

    old, new = (_lines(decoding.decode(path, data, reader)) for data in (before, after))
    name = visible(path)
    for line in difflib.unified_diff(old, new, name, name, lineterm=""):
        style = {"+": _ADDED, "-": _TAKEN_OUT, "@": "bold"}.get(line[:1], "")
        body, end = line.removesuffix("\n"), "\n"
        if body.endswith("\r"):
            body, end = body[:-1], "\r\n"
        shown = "\t".join(map(visible, body.split("\t")))
        if line[:1] == " ":  # what stands in a text is no command of GitHub's
            shown = _COMMAND.sub(lambda match: match.group().translate(_LIKE), shown)
        yield shown, style
        yield end, ""
        if not line.endswith("\n") and line[:1] in "+- " and not line.startswith(("+++", "---")):
            yield "\\ No newline at end of file\n", ""


def diff_in_words(
    path: str, before: bytes, after: bytes, reader: Format, columns: int
) -> Iterator[Segment]:
    """The words that change, each with some that stand beside it, for people at a terminal."""
    import difflib

    old, new = (_lines(decoding.decode(path, data, reader)) for data in (before, after))
    yield f"{visible(path)}\n", "bold"
    of_lines = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for _, first, last, other, end in (one for one in of_lines if one[0] != "equal"):
        words, others = (_WORDS.findall("".join(x)) for x in (old[first:last], new[other:end]))
        changes = difflib.SequenceMatcher(None, words, others, autojunk=False).get_opcodes()
        for _, start, stop, into, until in (one for one in changes if one[0] != "equal"):
            line = first + 1 + "".join(words[:start]).count("\n")
            taken, put = "".join(words[start:stop]), "".join(others[into:until])
            room = max(columns - 9 - len(taken) - len(put) - 8, 20) // 2
            left = "".join(words[:start]).rpartition("\n")[2]
            right = "".join(words[stop:]).partition("\n")[0]
            if len(left) > room:
                left = "…" + left[1 - room :].partition(" ")[2]
            if len(right) > room:
                right = right[: room - 1].rpartition(" ")[0] + "…"
            yield f"{line:>7}  {_on_one_line(left)}", ""
            yield from ([(f"[-{_on_one_line(taken)}-]", _TAKEN_OUT)] if taken else [])
            yield from ([(f"{{+{_on_one_line(put)}+}}", _ADDED)] if put else [])
            yield f"{_on_one_line(right)}\n", ""
    yield "\n", ""


def _on_one_line(text: str) -> str:
    return visible(text.replace("\r", "").replace("\n", "↵"))


def _lines(text: str) -> list[str]:
    """Lines with their ends, broken at line feeds only, as `patch` does."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def say_fixed(path: str, mended: Mapping[str, int], language: str) -> None:
    """One line on standard error: what was corrected in a file."""
    listed = ", ".join(f"{number} {code}" for code, number in sorted(mended.items()))
    total = count(language, "correction", sum(mended.values()))
    sys.stderr.write(f"textlint-pt: {visible(path)}: {total} ({listed})\n")


def say_fixed_in_all(fixed: Sequence[Fixed], language: str) -> None:
    """One line about several files."""
    total = sum(sum(one.mended.values()) for one in fixed)
    what = count(language, "correction", total)
    documents = count(language, "document", len(fixed))
    sys.stderr.write(
        f"textlint-pt: {say(language, 'findings', findings=what, documents=documents)}\n"
    )


def say_refused(path: str, codes: Collection[str]) -> None:
    """One line on standard error: which rules are at odds."""
    listed = ", ".join(sorted(codes))
    complain(f"{path}: not corrected: each takes back what another corrects: {listed}")


def say_would_fix(files: int, mended: Mapping[str, int], unsafe: bool, language: str) -> None:
    total = count(language, "correction", sum(mended.values()))
    if not files:
        sys.stderr.write(f"textlint-pt: {say(language, 'nothing-to-fix')}\n")
        return
    options = "--fix --unsafe-fixes" if unsafe else "--fix"
    documents = count(language, "document", files)
    shown = say(language, "would-fix", what=total, documents=documents, options=options)
    sys.stderr.write(f"textlint-pt: {shown}\n")
