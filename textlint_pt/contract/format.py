"""What a format hands over, and the base of formats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from textlint_pt.text.document import (
    Block,
    Cell,
    Comment,
    Defect,
    Markup,
    Note,
    Span,
    TranslationUnit,
)


class Parsed(NamedTuple):
    """What a format found: blocks in reading order, comments in the order of the file.

    `skipped` are the stretches left out because their markup was not understood. `sources` are the
    blocks of what `units` are translations of, in source order. `markup` is what the format saw
    besides prose, in any order: code, links, roles, placeholders and so on, of `sources` too.
    Addresses and placeholders that stand in prose by themselves are found in the blocks.
    `defects` are what the programs that a file is for refuse in it, though it could be read.
    `cells` are the parts of a file that have lines of their own where it is shown.
    """

    blocks: tuple[Block, ...]
    comments: tuple[Comment, ...] = ()
    skipped: tuple[Span, ...] = ()
    sources: tuple[Block, ...] = ()
    units: tuple[TranslationUnit, ...] = ()
    notes: tuple[Note, ...] = ()
    markup: tuple[Markup, ...] = ()
    defects: tuple[Defect, ...] = ()
    cells: tuple[Cell, ...] = ()


class Malformed(Exception):
    """A text that its format does not allow: what is wrong, in one line, and where."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.offset = offset


class Format(ABC):
    """A reader. `extensions` are lower case with the dot."""

    name: ClassVar[str]
    extensions: ClassVar[tuple[str, ...]]
    #: whole names of files that are read so whatever their extension
    names: ClassVar[tuple[str, ...]] = ()
    #: what a comment on a line of its own begins and ends with
    comment: ClassVar[tuple[str, str]] = ("<!-- ", " -->")
    #: where a file says in which encoding it is: an expression over its first bytes, whose first
    #: group is the name; None where files of this format are UTF-8
    encoding_declaration: ClassVar[bytes | None] = None
    #: declared encodings that are read as another, by their names in Python
    encodings_read_as: ClassVar[Mapping[str, str]] = {}
    #: whether a file that is no UTF-8 is read in the older encoding that its bytes are likely in
    may_be_legacy: ClassVar[bool] = False
    #: whether a file may be UTF-16
    may_be_utf16: ClassVar[bool] = False
    #: whether a file is an archive, whose text `unpack` reads
    packed: ClassVar[bool] = False
    #: whether files are read that are found in a folder; if not, only those that are named
    in_folders: ClassVar[bool] = True
    #: what fields of its records a user may name (`fields` of rules.yaml)
    fields: ClassVar[tuple[str, ...]] = ()

    def unpack(self, data: bytes) -> str:
        """The text of a packed file, which positions count in; `Malformed` says what is wrong."""
        raise Malformed("not a file of this format", 0)

    def with_fields(self, names: Mapping[str, Sequence[str]]) -> Format:
        """This reader for records whose `fields` have these names."""
        return self

    def at(self, path: str) -> Format:
        """This reader for a file at a path, where its surroundings matter."""
        return self

    @abstractmethod
    def parse(self, raw: str) -> Parsed:
        """Prose of `raw` with the span in it of every character; all else is masked."""
