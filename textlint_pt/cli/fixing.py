"""`--fix` and `--diff`: corrections, pass by pass, until none is left that could be applied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from textlint_pt.cli.output import complain, inform
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.contract.reporter import Segment
from textlint_pt.engine import own_files, writing
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.fixing import (
    Corrected,
    RejectedFix,
    correct,
    fixes_of_level,
    of_file,
)
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document
from textlint_pt.text.regex import regex

#: passes after which a text that still changes is left as it is: each correction makes another one
_MAX_PASSES = 50
#: what GitHub takes for a command in the output of a job, and letters that look like its signs
_GITHUB_COMMAND = regex(r"^\s*(?:::(?=\S.*::)|##\[)")
_LOOKALIKES = {ord(":"): 0xA789, ord("#"): 0xFF03}
#: words, spaces and single signs
_WORDS = regex(r"[\w'’-]+|\s+|[^\w\s]")
#: both colours, so that they can be read on any background
_REMOVED, _ADDED = "color(16) on color(217)", "color(16) on color(157)"
#: gives the report entries of corrected texts, in order
Relint = Callable[[Sequence[Input]], Sequence[DocumentReport]]
#: documents by path and content, so that they are not read again
Known = dict[tuple[str, bytes], Document]


def fix(
    inputs: Sequence[Input],
    documents: Sequence[DocumentReport],
    reader_of: Callable[[str], Format],
    relint: Relint,
    *,
    unsafe: bool,
    known: Known,
) -> list[FixedText]:
    """Correct documents in passes until nothing changes; write nothing, fill `known`."""
    texts = [FixedText(given, entry) for given, entry in zip(inputs, documents, strict=True)]
    pending = [*range(len(texts))]
    for _ in range(_MAX_PASSES):
        changed: dict[int, Input] = {}
        for number in pending:
            corrected = texts[number].corrected(reader_of, unsafe, known)
            if corrected is not None:
                changed[number] = corrected
        if not changed:
            break
        entries = zip(changed.items(), relint([*changed.values()]), strict=True)
        pending = [
            number
            for (number, corrected), entry in entries
            if texts[number].accept(corrected.data, entry)
        ]
    return texts


class FixedText:
    """A document after corrections: its `data` and `entry`.

    `refused` are codes of rules that take back each other's corrections and therefore make none, so
    that a second run has nothing to do; `dropped` corrections would have changed more than they
    say.
    """

    def __init__(self, given: Input, entry: DocumentReport) -> None:
        self._given, self._first = given, (given.data, entry)
        self.refused: set[str] = set()
        self.dropped: set[RejectedFix] = set()
        self._restart()

    def _restart(self) -> None:
        self.data, self.entry = self._first
        #: contents that it had, each with the rules that it came from
        self._versions: dict[bytes, list[str]] = {self.data: []}

    def corrected(
        self, reader_of: Callable[[str], Format], unsafe: bool, known: Known
    ) -> Input | None:
        """Return the text with all corrections that are possible at once; None if there are none.

        Rules that lead back to a text that there was are refused, and the text begins anew.
        """
        path = self._given.path
        while findings := self._fixable(unsafe):
            document = known.get((path, self.data))
            corrected, result = _pass(path, self.data, findings, reader_of(path), document)
            if result is None:
                return None
            self.dropped.update(result.dropped)
            codes = [finding.code for finding in result.mended]
            if not codes:
                return None
            if corrected not in self._versions:
                self._versions[corrected] = codes
                known[path, corrected] = result.document
                return self._given._replace(data=corrected, document=result.document)
            # the text was there before: what was corrected since then leads back to it
            since = list(self._versions).index(corrected) + 1
            self.refused.update(codes, *list(self._versions.values())[since:])
            self._restart()
        return None

    def _fixable(self, unsafe: bool) -> list[Finding]:
        """Return the findings that may be corrected, without those of refused rules."""
        return [
            finding
            for finding in fixes_of_level(self.entry.findings, unsafe)
            if finding.code not in self.refused
        ]

    def accept(self, data: bytes, entry: DocumentReport) -> bool:
        """Replace the text by a corrected one; return False if that cannot be linted any more."""
        if entry.error and not self._first[1].error:
            del self._versions[data]
            return False
        self.data, self.entry = data, entry
        return True

    @property
    def mended(self) -> Counter[str]:
        """Return how many findings of each rule were corrected."""
        return Counter(code for codes in self._versions.values() for code in codes)


def _pass(
    path: str, data: bytes, findings: Sequence[Finding], reader: Format, document: Document | None
) -> tuple[bytes, Corrected | None]:
    """Apply the corrections that are possible at once; None as second value if unreadable."""
    try:
        before = document or portuguese_part(
            build(path, decoding.decode(path, data, reader), reader)
        )
    except Unreadable:
        return data, None  # what the entry says already
    read, writable = of_file(before, data, reader)
    corrected = correct(before, findings, read, writable=writable)
    new_data = data if corrected.data is None else corrected.data
    return new_data, corrected


def write(path: str, before: bytes, after: bytes) -> str | None:
    """Write a corrected file; return an error message if that failed."""
    if target := own_files.path_outside(path):
        return f"{path}: a link out of the project; left as it was; to correct it name {target}"
    former = Path(path).stat() if Path(path).exists() else None
    try:
        writing.replace(path, after, before)
    except UserError as error:
        return str(error)
    had_other_names = former is not None and former.st_nlink > 1
    if former and had_other_names and Path(path).stat().st_ino != former.st_ino:
        complain(f"{path}: its other names (hard links) keep the text as it was")
    return None


def diff(path: str, before: bytes, after: bytes, reader: Format) -> Iterator[Segment]:
    """Yield a unified diff that `patch` reads and that is safe on a terminal and in CI logs."""
    import difflib

    old_lines, new_lines = (_lines(decoding.decode(path, data, reader)) for data in (before, after))
    name = visible(path)
    for line in difflib.unified_diff(old_lines, new_lines, name, name, lineterm=""):
        style = {"+": _ADDED, "-": _REMOVED, "@": "bold"}.get(line[:1], "")
        body, end = line.removesuffix("\n"), "\n"
        if body.endswith("\r"):
            body, end = body[:-1], "\r\n"
        shown = "\t".join(map(visible, body.split("\t")))
        if line[:1] == " ":  # what stands in a text is no command of GitHub's
            shown = _GITHUB_COMMAND.sub(lambda match: match.group().translate(_LOOKALIKES), shown)
        yield shown, style
        yield end, ""
        is_of_text = line[:1] in "+- " and not line.startswith(("+++", "---"))
        if is_of_text and not line.endswith("\n"):
            yield "\\ No newline at end of file\n", ""


def diff_in_words(
    path: str, before: bytes, after: bytes, reader: Format, columns: int
) -> Iterator[Segment]:
    """Yield the changed words with a little context, for people at a terminal."""
    import difflib

    old, new = (_lines(decoding.decode(path, data, reader)) for data in (before, after))
    yield f"{visible(path)}\n", "bold"
    line_opcodes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for kind, old_start, old_end, new_start, new_end in line_opcodes:
        if kind == "equal":
            continue
        old_words = _WORDS.findall("".join(old[old_start:old_end]))
        new_words = _WORDS.findall("".join(new[new_start:new_end]))
        word_opcodes = difflib.SequenceMatcher(
            None, old_words, new_words, autojunk=False
        ).get_opcodes()
        for word_kind, start, end, added_start, added_end in word_opcodes:
            if word_kind == "equal":
                continue
            line = old_start + 1 + "".join(old_words[:start]).count("\n")
            removed = "".join(old_words[start:end])
            added = "".join(new_words[added_start:added_end])
            margin = len("1234567  ") + len("[--]{++}")
            room = max(columns - margin - len(removed) - len(added), 20) // 2  # on either side
            left = "".join(old_words[:start]).rpartition("\n")[2]
            right = "".join(old_words[end:]).partition("\n")[0]
            if len(left) > room:
                left = "…" + left[1 - room :].partition(" ")[2]
            if len(right) > room:
                right = right[: room - 1].rpartition(" ")[0] + "…"
            yield f"{line:>7}  {_single_line(left)}", ""
            if removed:
                yield f"[-{_single_line(removed)}-]", _REMOVED
            if added:
                yield f"{{+{_single_line(added)}+}}", _ADDED
            yield f"{_single_line(right)}\n", ""
    yield "\n", ""


def _single_line(text: str) -> str:
    return visible(text.replace("\r", "").replace("\n", "↵"))


def _lines(text: str) -> list[str]:
    """Return lines with their ends, broken at line feeds only, as `patch` does."""
    *ended, last = text.split("\n")
    return [*(f"{line}\n" for line in ended), *([last] if last else [])]


def print_fixed(path: str, mended: Mapping[str, int], language: str) -> None:
    """Print what was corrected in a file."""
    listed = ", ".join(f"{number} {code}" for code, number in sorted(mended.items()))
    total = count(language, "correction", sum(mended.values()))
    inform(f"{path}: {total} ({listed})")


def print_total_fixed(fixed: Sequence[FixedText], language: str) -> None:
    """Print how much was corrected in several files."""
    total = sum(sum(document.mended.values()) for document in fixed)
    what = count(language, "correction", total)
    documents = count(language, "document", len(fixed))
    inform(say(language, "findings", findings=what, documents=documents))


def print_conflict(path: str, codes: Collection[str]) -> None:
    listed = ", ".join(sorted(codes))
    complain(f"{path}: not corrected: each takes back what another corrects: {listed}")


def print_would_fix(files: int, mended: Mapping[str, int], unsafe: bool, language: str) -> None:
    """Print how much `--fix` would correct."""
    total = count(language, "correction", sum(mended.values()))
    if not files:
        inform(say(language, "nothing-to-fix"))
        return
    options = "--fix --unsafe-fixes" if unsafe else "--fix"
    documents = count(language, "document", files)
    inform(say(language, "would-fix", what=total, documents=documents, options=options))
