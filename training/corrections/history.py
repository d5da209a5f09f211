"""Reading a history: sentences that a commit changed a little, before and after.

Only a few lines around a change are known, so that no parser of Markdown, reStructuredText,
AsciiDoc, LaTeX, HTML or PO can be used: what is not surely prose is left to the filter of
sentences.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import NamedTuple

from rapidfuzz.distance import Indel

from textlint_pt.text.segmentation import sentence_spans

#: lines shown around a change, so that sentences over several lines are whole
CONTEXT = 4
#: longer hunks are new text, or another order
LONGEST_HUNK = 200  # lines
#: words that a changed passage must have, before and after, to be looked at
PORTUGUESE = re.compile(
    r"\b(?:ao|as|com|como|da|das|de|do|dos|e|em|esta|este|isso|mais|na|não|no|nos|o|os|ou|para|por|que"
    r"|se|ser|seu|sua|são|um|uma|você|à|é)\b",
    re.IGNORECASE,
)
LEAST_PORTUGUESE = 2
_RECORD, _FIELD = "\x1e", "\x1f"


class Commit(NamedTuple):
    commit: str  # the first twelve digits
    author: str
    message: str


class Change(NamedTuple):
    """A sentence before and after a commit."""

    commit: Commit
    path: str
    bad: str
    good: str

    def as_row(self) -> dict[str, str]:
        return {**self.commit._asdict(), "path": self.path, "bad": self.bad, "good": self.good}


@dataclass
class _Hunk:
    """The lines of a hunk, each with its sign."""

    lines: list[str] = field(default_factory=list)

    def side(self, marks: str) -> list[str]:
        return [line[1:] for line in self.lines if line[:1] in marks]

    def pairs(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the sentences before and after a hunk, if it is short and Portuguese."""
        if len(self.lines) <= LONGEST_HUNK and all(
            len(PORTUGUESE.findall(" ".join(self.side(mark)))) >= LEAST_PORTUGUESE for mark in "-+"
        ):
            yield from paired(units(self.side("- "), path), units(self.side("+ "), path))


def changes(repository: Path, revision: str, paths: Sequence[str]) -> Iterator[Change]:
    """Yield the changed sentences of a git directory's history, newest commit first.

    `paths` are git's pathspecs. Raises `subprocess.CalledProcessError` where git fails.
    """
    command = ["git", "-C", str(repository), "-c", "core.quotePath=off", "log", "-p"]
    command += [f"-U{CONTEXT}", "--no-merges"]
    command += ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"]
    command += ["--diff-filter=M"]
    command += [f"--format={_RECORD}%H{_FIELD}%an <%ae>{_FIELD}%B{_FIELD}", revision, "--", *paths]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield from parsed(map(_decoded, process.stdout))
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def _decoded(line: bytes) -> str:
    """Return a line as text; old texts are in Latin-1."""
    try:
        return line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").rstrip("\r\n")


def parsed(lines: Iterator[str]) -> Iterator[Change]:
    """Yield the changed sentences in the output of `git log -p`."""
    commit, path, hunk = Commit("", "", ""), "", _Hunk()
    for line in lines:
        if line.startswith((_RECORD, "diff --git ", "@@ ")):
            for bad, good in hunk.pairs(path):
                yield Change(commit, path, bad, good)
            hunk = _Hunk()
        if line.startswith(_RECORD):
            # a message has several lines
            while line.count(_FIELD) < 3:
                line += "\n" + next(lines)
            name, author, message, _ = line[1:].split(_FIELD, 3)
            commit = Commit(name[:12], author, message.strip())
        elif line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif not line.startswith(("--- ", "diff --git ", "index ", "@@ ")):
            hunk.lines.append(line)
    for bad, good in hunk.pairs(path):
        yield Change(commit, path, bad, good)


#: share of tokens that stay
LEAST_ALIKE = 0.7
_TOKEN = re.compile(r"\w+|[^\w\s]")


def paired(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield sentences that were changed a little, each with its new version."""
    old_sentences, new_sentences = set(before), set(after)
    candidates = [sentence for sentence in after if sentence not in old_sentences]
    for sentence in before:
        if sentence in new_sentences:
            continue
        for index, new_sentence in enumerate(candidates):
            if alike(sentence, new_sentence):
                yield sentence, new_sentence
                del candidates[index]
                break


def alike(one: str, other: str) -> bool:
    """Whether two sentences are of about one length and share most of their tokens."""
    if not 0.6 < len(one) / len(other) < 1.6:
        return False
    tokens = _TOKEN.findall(one), _TOKEN.findall(other)
    return Indel.normalized_similarity(*tokens) >= LEAST_ALIKE


#: a line after which, or before which, a paragraph ends
_ALONE = re.compile(
    r"\s*(?:#+\s|=+\s|\.\. |:[\w-]+:|\||```|~~~|---|\+\+\+|%|//|\{[%{])"
    r"|\s*</?(?:p|para|simpara|li|title|h\d|td|div)\b"
    r"|\s*\\(?:chapter|(?:sub)*section|item|begin|end|label|caption|footnotetext)\b"
)
_ITEM = re.compile(r"^\s*(?:(?:[-*+•>]|\d+[.)]|[a-z]\))\s+|\\item\b)")
_COMMENT = re.compile(r"\s*(?:%|//|\.\. \w+::|```|~~~|\{%)")
_PO_KEY = re.compile(r"(?:msgid|msgstr|msgctxt|msgid_plural)(?:\[\d\])?\s+")

#: what is replaced by what, in order
_REPLACED = [
    (re.compile(pattern), new)
    for pattern, new in (
        (r"<!--.*?-->", " "),
        (r"!\[[^\]]*\]\([^)]*\)", " "),
        (r"\[([^\]]*)\]\([^)]*\)", r"\1"),
        (r"\[([^\]]+)\]\[[^\]]*\]", r"\1"),
        (r"`([^`<]+?)\s*<[^>]*>`_{1,2}", r"\1"),
        (r":[\w:-]+:`~?([^`]*)`", r"\1"),
        (r"https?://[^\s\])]+\[([^\]]*)\]", r"\1"),
        (r"\{\{<[^>]*>\}\}", " "),
        (r"\^\[\d*\]|\[\^[\w-]+\]:?|\{#[\w-]+\}", " "),
        (r"\s*~?\\(?:cite\w*|ref|label|footnote|index|pageref)(?:\[[^\]]*\])*\{[^{}]*\}", ""),
        (r"\\(?:emph|text\w\w|texttt|textbf|textsc|underline|enquote)\{([^{}]*)\}", r"\1"),
        (r"\\(?:chapter|(?:sub)*section|caption|paragraph)\*?\{([^{}]*)\}", r"\1. "),
        (r"\\item\b(?:\[[^\]]*\])?", " "),
        (r"\\([%&$#_{}])", r"\1"),
        (r"``([^`]*?)''", r"“\1”"),
        (r"``?([^`]*)``?", r"\1"),
        (r"</?[A-Za-z][^<>]*>", ""),
        (r"\*\*|__", ""),
        (r"(?<!\w)([*_])(?=\S)([^*_]+?)(?<=\S)\1(?!\w)", r"\2"),
        (r"^\s*#+\s*|^\s*=+\s+|\s*#+\s*$", ""),
        (r"~", " "),
    )
]


def units(lines: Sequence[str], path: str) -> list[str]:
    """Return the sentences of consecutive lines, without markup."""
    joined = _po_strings(lines) if path.endswith((".po", ".pot")) else _paragraphs(lines)
    return [
        text[start:end].strip()
        for paragraph in joined
        if (text := plain(paragraph))
        for start, end in sentence_spans(text)
    ]


def plain(text: str) -> str:
    """Return a paragraph without markup, its white space single."""
    for pattern, new in _REPLACED:
        text = pattern.sub(new, text)
    return " ".join(unescape(text).split())


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    """Yield the paragraphs of lines without list marks and comments; table cells are separate."""
    paragraph: list[str] = []
    for line in lines:
        if not line.strip() or _ALONE.match(line) or _ITEM.match(line):
            yield " ".join(paragraph)
            paragraph = []
        if _COMMENT.match(line):
            continue
        for column, cell in enumerate(line.split("|")):
            if column:
                yield " ".join(paragraph)
                paragraph = []
            paragraph.append(_ITEM.sub("", cell, count=1))
        if _ALONE.match(line) and not _ITEM.match(line):
            yield " ".join(paragraph)
            paragraph = []
    yield " ".join(paragraph)


def _po_strings(lines: Sequence[str]) -> Iterator[str]:
    """Yield the strings of a PO catalogue, line breaks removed; "" between them."""
    text = ""
    for line in lines:
        if not line.startswith('"'):
            yield text
            text = ""
        line = _PO_KEY.sub("", line)
        if line.startswith('"'):
            text += line.strip()[1:-1].replace("\\n", " ").replace('\\"', '"')
    yield text
