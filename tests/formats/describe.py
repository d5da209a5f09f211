"""A document as text that a person can check, to compare readers with what they must read."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from tests.formats.shown import assert_marked
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import notice_text
from textlint_pt.text.document import Document, Sentence

FIXTURES = Path(__file__).parent / "fixtures"


def fixtures(folder: str) -> list[Path]:
    return sorted(p for p in (FIXTURES / folder).iterdir() if p.suffix != ".expected")


def read(path: Path) -> Document:
    reader = load(False).format_for(path.name)
    return build(path.name, decode(path.name, path.read_bytes(), reader), reader)


def expected(path: Path) -> str:
    return path.with_name(f"{path.name}.expected").read_text(encoding="utf-8")


def describe(path: Path) -> str:
    """What is read of a file, or why it is not.

    A line for each sentence: line and column, kind, section, text with opaque ranges in ⟦⟧, the
    text's source where a line shows it; then units, comments, notes and defects.
    """
    try:
        document = read(path)
    except Unreadable as error:
        return f"{error}\n"
    lines = [_sentence(document, sentence) for sentence in document.sentences]
    for unit in document.units:
        source = document.companions["source"] if unit.source_blocks else None
        sources = source.sentences_in(unit.source_blocks) if source else ()
        lines.append(
            f"unit {_visible(unit.key)} | {unit.state} | "
            f"{unit.source_language}>{unit.target_language} | "
            f"{len(document.sentences_in(unit.blocks))} < "
            + " / ".join(_marked(sentence) for sentence in sources)
        )
    lines.extend(f"comment {_visible(comment.text)}" for comment in document.comments)
    lines.extend(f"note {notice_text('en', note.code, note.fields)}" for note in document.notes)
    for defect in document.defects:
        line, column = document.position(defect.span.start)
        lines.append(f"defect {line}:{column} {defect.code} {dict(defect.fields)}")
    return "".join(f"{line}\n" for line in lines)


def _sentence(document: Document, sentence: Sentence) -> str:
    line, column = document.position(sentence.span.start)
    return f"{line}:{column} {sentence.kind} {sentence.section} | {_marked(sentence)}"


def _marked(sentence: Sentence) -> str:
    text = sentence.text
    for low, high in reversed(sentence.opaque):
        text = f"{text[:low]}⟦{text[low:high]}⟧{text[high:]}"
    return _visible(text)


def _visible(text: str) -> str:
    return text.replace("\x04", "␄").replace("\0", "␀").replace("\n", "␊")


def check_places(document: Document, decodes: Callable[[str, str], bool]) -> None:
    """Every character of every sentence stands where its span says; sentences are in order."""
    assert_marked(document, decodes)
    for owner in (document, *document.companions.values()):
        at = 0
        for sentence in owner.sentences:
            text, content = sentence.text, sentence.content
            assert text == unicodedata.normalize("NFC", " ".join(text.split())) != ""
            assert len(text) == len(content.starts) == len(content.ends)
            assert at <= sentence.span.start < sentence.span.end <= len(owner.raw)
            at = sentence.span.end
            for i, char in enumerate(text):
                raw = owner.raw[content.starts[i] : content.ends[i]]
                assert decodes(raw, char), (raw, char, text)
                if i:
                    assert content.starts[i] >= content.starts[i - 1]
                    assert content.ends[i] >= content.ends[i - 1]
            for low, high in sentence.opaque:
                assert 0 <= low < high <= len(text)
