"""Translation memories (TMX 1.x) with the place of every character."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.catalogue import Entry, parsed
from textlint_pt.formats.markup import is_portuguese
from textlint_pt.formats.segments import Segment
from textlint_pt.formats.strings import String
from textlint_pt.formats.xmlscan import Scanner
from textlint_pt.text.document import Span, State


def parse(raw: str) -> Parsed:
    """Return what the format `tmx` reads."""
    reader = _Reader(raw)
    reader.scan()
    return parsed(reader.entries, reader.comments, in_order=False)


class _Variant(NamedTuple):
    language: str
    string: String


class _Reader(Scanner):
    root: ClassVar[str] = "tmx"
    namespace: ClassVar[str] = "http://www.lisa.org/tmx"

    def __init__(self, raw: str) -> None:
        """Prepare to read a memory."""
        super().__init__(raw)
        self.entries: list[Entry] = []
        self._source_language = ""
        self._language = ""  # of the variant
        self._unit_language = ""  # the unit's source
        self._key = ""
        self._unit_start = 0
        self._variants: list[_Variant] = []

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read the languages of the memory, of a unit or of a variant, or begin its string."""
        if name == "header":
            self._source_language = attributes.get("srclang", "")
        elif name == "tu":
            self._unit_language = attributes.get("srclang", self._source_language)
            self._key = attributes.get("tuid", "")
            self._unit_start, self._variants = tag.start, []
        elif name == "tuv":
            self._language = attributes.get("xml:lang") or attributes.get("lang") or ""
        elif name == "seg":
            self.record(wrapped=True)

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        if segment is not None:
            self._variants.append(_Variant(self._language, segment.string()))
        elif name == "tu":
            self._finish(tag.end)

    def _finish(self, end: int) -> None:
        """Add an entry for each Portuguese variant of a unit, or a foreign one if there is none."""
        source = self._source()
        others = [variant for variant in self._variants if variant is not source]
        targets = [variant for variant in others if is_portuguese(variant.language)]
        state = State.TRANSLATED if targets else State.FOREIGN
        for target in targets or others[:1]:
            source_string = source.string if source else None
            key = self._key or (source_string or target.string).text.text
            if len(targets) > 1:
                key = f"{key}\x04{target.language}"
            self.entries.append(
                Entry(
                    key,
                    Span(self._unit_start, end),
                    source_string,
                    target.string,
                    state=state,
                    source_language=source.language if source else "",
                    target_language=target.language,
                )
            )

    def _source(self) -> _Variant | None:
        """Return the source: the declared variant, else the first that is not Portuguese."""
        declared = self._unit_language.lower()
        declared_base = declared.split("-")[0]  # "en-GB" → "en"
        languages = [(variant, variant.language.lower()) for variant in self._variants]
        candidates = [
            *(variant for variant, code in languages if code == declared),
            *(variant for variant, code in languages if code.split("-")[0] == declared_base),
            *(variant for variant, code in languages if not is_portuguese(code)),
        ]
        return candidates[0] if candidates else None
