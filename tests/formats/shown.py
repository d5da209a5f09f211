"""Documents written out, one sentence a line, to be compared with what a person has checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document


def read(path: Path, source: str | None = None) -> Document:
    text = path.read_bytes().decode("utf-8") if source is None else source
    return build(path.name, text, load(third_party=False).format_for(path.name))


def shown(document: Document) -> str:
    """Line, column, kind and text of each sentence, opaque ranges in ⟦⟧; then what was skipped."""
    lines = []
    for sentence in document.sentences:
        text = sentence.text
        for low, high in reversed(sentence.opaque):
            text = f"{text[:low]}⟦{text[low:high]}⟧{text[high:]}"
        line, column = document.position(sentence.span.start)
        lines.append(f"{line}:{column} {sentence.kind.value}: {text}")
    for span in document.skipped:
        line, column = document.position(span.start)
        lines.append(f"{line}:{column} skipped up to line {document.position(span.end)[0]}")
    for comment in document.comments:
        line, column = document.position(comment.span.start)
        lines.append(f"{line}:{column} comment: {' '.join(comment.text.split())}")
    return "".join(f"{line}\n" for line in lines)


def assert_exact(document: Document, decodes_to: Callable[[str, str], bool]) -> None:
    """Every character of a sentence is decoded from its span, and spans do not go back."""
    source = document.raw
    for sentence in document.sentences:
        text, content = sentence.text, sentence.content
        assert text == unicodedata.normalize("NFC", " ".join(text.split())) != ""
        assert 0 <= sentence.span.start < sentence.span.end <= len(source)
        for i, char in enumerate(text):
            start, end = content.starts[i], content.ends[i]
            raw = source[start:end]
            assert is_in(char, raw) or decodes_to(raw, char), (raw, char)
            if i:
                assert start >= content.starts[i - 1]
                assert end >= content.ends[i - 1]
        for low, high in sentence.opaque:
            assert 0 <= low < high <= len(text)
    assert_marked(document, decodes_to)
    for comment in document.comments:
        assert comment.text in source[comment.span.start : comment.span.end]
    for span in document.skipped:
        assert 0 <= span.start < span.end <= len(source)


def is_in(char: str, raw: str) -> bool:
    """Whether a place holds a character, or a letter and its accent with markup between them."""
    if char in unicodedata.normalize("NFC", raw):
        return True
    left = iter(unicodedata.normalize("NFD", raw))
    parts = unicodedata.normalize("NFD", char)
    return len(parts) > 1 and all(part in left for part in parts)


def assert_marked(document: Document, decodes_to: Callable[[str, str], bool]) -> None:
    """Every piece of markup lies in the document, and its characters are decoded from their
    spans."""
    source, at = document.raw, 0
    for markup in document.markup:
        assert at <= markup.span.start < markup.span.end <= len(source), markup
        at = markup.span.start
        content = markup.content
        if content.text:
            assert markup.span.start <= content.span().start, markup
            assert content.span().end <= markup.span.end, markup
        for text in (markup.written, content):
            places = zip(text.text, text.starts, text.ends, strict=True)
            for char, start, end in places:
                raw = source[start:end]
                is_space = any(map(str.isspace, raw)) or decodes_to(raw, " ")
                is_break = char.isspace() and is_space
                assert is_in(char, raw) or is_break or decodes_to(raw, char), (raw, char, markup)


def is_break(raw: str, char: str) -> bool:
    """Whether a space stands for white space, with what is masked between."""
    return char == " " and any(map(str.isspace, raw))


def listed(text: str) -> list[str]:
    """The entries of a list that "¦" parts."""
    return text.split("¦")


def fixtures(folder: str) -> list[Path]:
    """The sources of a folder; what must be read from each stands beside it in a text file."""
    every = sorted((Path(__file__).parent / "fixtures" / folder).iterdir())
    return [path for path in every if path.suffix != ".txt"]


def assert_as_checked(path: Path) -> None:
    """A source is read as a person has checked, whatever its line breaks and accents are."""
    source = path.read_text(encoding="utf-8")
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert shown(read(path, source)) == expected
    assert shown(read(path, source.replace("\n", "\r\n"))) == expected
    decomposed = read(path, unicodedata.normalize("NFD", source))
    assert [sentence.text for sentence in decomposed.sentences] == [
        sentence.text for sentence in read(path, source).sentences
    ]
