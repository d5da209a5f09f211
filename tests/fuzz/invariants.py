"""What holds for every file, however it is damaged."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport, to_bytes
from textlint_pt.text.document import Document, Sentence

#: linted between two runs over one file: what it leaves behind changes nothing
OTHER = Input("other.md", "O rio ,que é largo, corre devagar. As casas é brancas.\n".encode(), {})
_PO_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}


class Broken(AssertionError):
    """Says which invariant a file breaks."""


def check(linter: Linter, name: str, data: bytes, *, twice: bool = True) -> DocumentReport:
    """The report's entry of a file; `Broken` says which invariant does not hold."""
    given = Input(name, data, {})
    entry = _entry(linter, given)
    if twice:
        list(linter.lint([OTHER]))
        again = _entry(linter, given)
        if to_bytes(entry) != to_bytes(again):
            raise Broken("the same file is judged in two ways")
    try:
        document = linter.read(given)
    except Unreadable as error:
        _one_line(str(error), name)
        if entry["findings"]:
            raise Broken("findings in what is not read") from error
        return entry
    _check_sentences(document)
    for finding in entry["findings"]:
        _check_finding(document, finding)
    _check_excerpts(document, entry)
    return entry


def _entry(linter: Linter, given: Input) -> DocumentReport:
    entry = next(linter.lint([given]))
    error = entry["error"]
    if error is not None:
        if " failed: " in error:
            raise Broken(error)
        _one_line(error, given.path)
    return entry


def _one_line(error: str, name: str) -> None:
    if not error.startswith(f"{name}:") or len(error.splitlines()) != 1:
        raise Broken(f"not one line that names the file: {error!r}")


def _check_sentences(document: Document) -> None:
    for owner in (document, *document.companions.values()):
        before = -1
        for sentence in owner.sentences:
            text, content = sentence.text, sentence.content
            if text != unicodedata.normalize("NFC", " ".join(text.split())) or not text:
                raise Broken(f"a sentence is not normalised: {text!r}")
            if not 0 <= sentence.span.start < sentence.span.end <= len(owner.raw):
                raise Broken(f"a sentence stands outside of its text: {sentence.span}")
            for at, char in enumerate(text):
                start, end = content.starts[at], content.ends[at]
                if start < before or not start < end:
                    raise Broken(f"places go back at {start} in {text!r}")
                before = start
                if not is_said(char, owner.raw[start:end]):
                    raise Broken(f"{owner.raw[start:end]!r} does not say {char!r} in {text!r}")
            before = -1  # a footnote stands inside of the sentence that it belongs to


def is_said(char: str, raw: str) -> bool:
    """Whether a character may be what a stretch of the source stands for, in any of the formats."""
    if char == " ":
        return any(sign.isspace() or sign in "<\\-{~]" for sign in raw + _decoded(raw))
    said = _decoded(raw)
    bare = re.sub(r"<[^>]*>", "", said)
    known = (raw, said, bare)
    if any(char in unicodedata.normalize("NFC", text) for text in known):
        return True
    # typographic marks, attributes and placeholders have their own names
    return raw[:1] in "{<&-.'\"`«(|" or "\\" in raw or char in "…{}" or (char, raw) == ("”", "}")


def _decoded(raw: str) -> str:
    said = html.unescape(html.unescape(raw))
    return re.sub(r"\\(.)", lambda match: _PO_ESCAPES.get(match[1], match[1]), said)


def _check_finding(document: Document, finding: Finding) -> None:
    code, raw = finding["code"], document.raw
    _check_place(finding, raw, code)
    marked = raw[finding["start"] : finding["end"]]
    if marked.isspace():
        raise Broken(f"{code} marks white space alone")
    if not finding["message"].strip():
        raise Broken(f"{code} says nothing")
    for related in finding["related"]:
        owner = document if related["role"] == "text" else document.companions[related["role"]]
        _check_place(related, owner.raw, f"{code}, related")
    at = 0
    for edit in finding["fix"]["edits"] if finding["fix"] else ():
        if not at <= edit["start"] <= edit["end"] <= len(raw):
            raise Broken(f"{code}: a correction outside of the text: {edit}")
        at = edit["end"]


def _check_place(place: Mapping[str, Any], raw: str, who: str) -> None:
    if not 0 <= place["start"] <= place["end"] <= len(raw):
        raise Broken(f"{who}: a place outside of the text: {place['start']}-{place['end']}")
    for name, offset in (("", place["start"]), ("end_", place["end"])):
        line = raw.count("\n", 0, offset) + 1
        column = offset - (raw.rfind("\n", 0, offset) + 1) + 1
        if (place[f"{name}line"], place[f"{name}column"]) != (line, column):
            raise Broken(f"{who}: offset {offset} is {line}:{column}")


def _check_excerpts(document: Document, entry: DocumentReport) -> None:
    """What is quoted and underlined is what stands at the place."""
    for finding in entry.findings:
        for excerpt in (finding.excerpt, *(related.excerpt for related in finding.related)):
            if not 0 <= excerpt.start <= excerpt.end <= len(excerpt.text):
                raise Broken(f"{finding.code}: an excerpt is marked outside of it: {excerpt}")
        if finding.sentence is None:
            continue
        sentence = document.sentences[finding.sentence]
        shown = finding.excerpt.text[finding.excerpt.start : finding.excerpt.end]
        if shown not in sentence.text:
            raise Broken(f"{finding.code}: {shown!r} is not in its sentence")
        if not _lies_in(sentence, finding):
            raise Broken(f"{finding.code}: the place is not in its sentence")


def _lies_in(sentence: Sentence, finding: Finding) -> bool:
    span = sentence.span
    return span.start <= finding.end and finding.start <= span.end
