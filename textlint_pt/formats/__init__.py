"""Formats: from source text to blocks of prose with exact offsets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from textlint_pt.document import Block, Comment, Document, Sentence


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a format found: blocks in reading order, comments in source order."""

    blocks: tuple[Block, ...]
    comments: tuple[Comment, ...] = ()


class Format(ABC):
    """A reader. `extensions` are lower case with the dot."""

    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]

    @abstractmethod
    def parse(self, source: str) -> Parsed:
        """Prose of `source` with the source span of every character; all else is masked."""


def build(path: str, source: str, reader: Format) -> Document:
    """Read and segment: a document without companions."""
    from textlint_pt.segmentation import sentence_spans

    parsed = reader.parse(source)
    sentences: list[Sentence] = []
    for number, block in enumerate(parsed.blocks):
        content = block.content.normalised()
        for start, end in sentence_spans(content.text):
            sentences.append(
                Sentence(len(sentences), content[start:end], block.kind, number, block.section)
            )
    return Document(path, source, reader.name, parsed.blocks, tuple(sentences), parsed.comments)
