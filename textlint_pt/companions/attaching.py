"""Gives a document its companions: the first that serves of those that were found.

A file of units is given the units that answer for its own, so that nothing else is analysed or
compared. What cannot be compared is put aside with the reason.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.companions.finder import ROLES, Companion, Origin
from textlint_pt.companions.pairing import Answers, Matched, joined
from textlint_pt.contract.analysis import Refused
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.formats import decoding
from textlint_pt.report.messages import notice_text, say
from textlint_pt.text.document import Document, Note

if TYPE_CHECKING:
    from textlint_pt.companions.input import Input

#: the role of a source's companion: what it was when the document was translated
FORMER = "former"
#: sentences that tell the language of a companion
_SAMPLE = 400


class Attached(NamedTuple):
    """A document with its companions. `missing`: why one that was given is not among them, by role;
    `problems`: the same in one line, of those named by hand."""

    document: Document
    missing: Mapping[str, Note]
    problems: Mapping[str, str]


class _Chosen(NamedTuple):
    """The companion of a document in one role, if one serves, and notes about the others.

    `missing`: why there is none; `refused`: the same of one that was named by hand.
    """

    companion: Document | None
    notes: Sequence[Note]
    missing: Note | None = None
    refused: Note | None = None


class Unfit(Refused):
    """A companion with which a document cannot be compared; `code` names the message."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code, fields)
        self.code = code
        self.fields = fields

    def explain(self, language: str) -> str:
        fields = {
            name: say(language, value) if isinstance(value, str) else value
            for name, value in self.fields.items()
        }
        return notice_text(language, self.code, fields)

    def __str__(self) -> str:
        return self.explain("en")


class Beyond(Unfit):
    """A companion that may well correspond, in a way that is not compared here."""


class Attacher:
    """Attaches companions. `memory_paths` are those of files of units, each read once; `extensions`
    gives those of what a mapping may lead to, since a companion is quoted."""

    def __init__(
        self,
        parse: Callable[[str, bytes], Document],
        memory_paths: Sequence[str],
        extensions: Callable[[], Collection[str]],
    ) -> None:
        self._parse = parse
        self._extensions = extensions
        self._memory_paths = memory_paths
        self._answers_by_path: dict[str, tuple[tuple[int, int], Answers]] = {}

    def attach(
        self, document: Document, given: Input, roles: Collection[str], language: str
    ) -> Attached:
        """Return the document with its usable companions, and the reasons for the others."""
        companions = dict(document.companions)
        notes = list(document.notes)
        missing: dict[str, Note] = {}
        problems: dict[str, str] = {}
        if "source" in companions and "source" in roles and "source" not in given.companions:
            try:
                _check_script(companions["source"])
            except Unfit as reason:
                del companions["source"]
                notes.append(
                    Note("source-refused", _reason_fields(document.path, reason, language))
                )
        for role in ROLES:
            if role not in roles and role not in given.companions:
                continue
            if role == "source" and _has_own_source(document) and role not in given.companions:
                continue
            chosen = self._choose(document, given, role, language)
            notes += chosen.notes
            if chosen.companion is not None:
                companions[role] = chosen.companion
            if chosen.refused is not None:
                companions.pop(role, None)
                problems[role] = f"{document.path}: {notice_text(language, *chosen.refused)}"
            if chosen.missing is not None:
                missing[role] = chosen.missing
        source = companions.get("source")
        if source is not None and source.units and not _has_own_source(document):
            document = joined(document, source)
        elif source is not None and (former := given.found.former):
            companions["source"] = self._with_former(source, *former)
        return Attached(
            replace(
                document, companions=companions, notes=tuple(notes), elsewhere=given.found.elsewhere
            ),
            missing,
            problems,
        )

    def _choose(self, document: Document, given: Input, role: str, language: str) -> _Chosen:
        """Return the first companion in a role that serves, or why none does."""
        notes = [Note(*note) for note in given.found.notes if note[0].startswith(role)]
        # why the companion is missing, if no candidate serves; that a file is new is no failure
        failures = [note for note in notes if note.code != f"{role}-new"]
        for candidate in self._candidates(document, given, role):
            try:
                companion, note = self._fit(document, candidate, given)
            except (Unreadable, Refused) as reason:
                if candidate.origin is Origin.CONVENTION:  # a guess, which nobody asked for
                    continue
                refused = Note(f"{role}-refused", _reason_fields(candidate.path, reason, language))
                if not isinstance(reason, Beyond):
                    failures.append(refused)
                if candidate.origin is Origin.NAMED:  # which is the only candidate
                    return _Chosen(None, notes, next(iter(failures), None), refused)
                notes.append(refused)
                continue
            failed = [other for other in notes if other.code != f"{role}-new"]
            notes = [note] if note else []
            if failed:
                reasons = [notice_text(language, other.code, other.fields) for other in failed]
                fields = {"path": companion.path, "reason": "; ".join(reasons)}
                notes.append(Note(f"{role}-instead", fields))
            return _Chosen(companion, notes)
        return _Chosen(None, notes, next(iter(failures), None))

    def _with_former(self, source: Document, path: str, data: bytes) -> Document:
        """Attach the source's version from the time of the translation, if it can be read."""
        try:
            return replace(source, companions={FORMER: self._parse(path, data)})
        except Unreadable:
            return source

    def _candidates(self, document: Document, given: Input, role: str) -> Iterator[Companion]:
        """Yield possible companions, most trusted first; one named by hand stands alone."""
        if role in given.companions:
            yield Companion(role, *given.companions[role], Origin.NAMED)
            return
        found = [companion for companion in given.found.companions if companion.role == role]
        yield from (
            companion
            for companion in found
            if companion.origin in (Origin.MAPPING, Origin.CONVENTION)
        )
        if role == "reference" and self._memory_paths and (document.units or _sources(given)):
            paths = ", ".join(map(os.path.basename, self._memory_paths))
            yield Companion(role, paths, b"", Origin.MEMORY)
        yield from (companion for companion in found if companion.origin is Origin.REVISION)

    def _fit(
        self, document: Document, candidate: Companion, given: Input
    ) -> tuple[Document, Note | None]:
        """Return the companion reduced to matching units, and a note of those without match."""
        note: Note | None = None
        counts: Counter[str] | None = None
        if candidate.origin is Origin.MEMORY:
            memory, counts = self._best_memory_match(document, given)
            companion = _with_path_style_of(memory, document)
        else:
            extension = Path(candidate.path).suffix.lower()
            if candidate.origin is Origin.MAPPING and extension not in self._extensions():
                raise Unreadable(f"{candidate.path}: no format reads files of this kind")
            companion = self._parse(candidate.path, candidate.data)
            if document.units and companion.units:
                companion, counts = Answers(companion).matched(document)
        if counts is not None and candidate.origin is Origin.CONVENTION:
            if not counts["answered"] or (document.sentences and not companion.sentences):
                raise Unfit("no-units")  # names alone, as of InfoPlist.strings
        elif counts is not None and counts["answered"] < counts.total():
            reasons = ("new", "unread", "ambiguous")
            others = {reason: counts[reason] for reason in reasons if counts[reason]}
            if not counts["answered"]:
                raise Unfit("no-units", **others)
            answered, asked = str(counts["answered"]), str(counts.total())
            fields = {"path": companion.path, "answered": answered, "asked": asked, **others}
            note = Note(f"{candidate.role}-units", fields)
        if candidate.role == "reference":
            _check_language(companion)
        else:
            _check_script(companion)
        return companion, note

    # -------------------------------------------------------------- memories

    def _best_memory_match(self, document: Document, given: Input) -> Matched:
        """Return the matches of the memory with most of them, the first of equals."""
        memories = [
            self._memory(path) for path in self._memory_paths if not _same_file(path, document.path)
        ]
        if not memories:
            raise Unfit("own-memory")
        if document.units:
            found = [memory.matched(document, by_source=True) for memory in memories]
        else:
            original = self._parse(*_sources(given)[0])
            found = [memory.for_page(document, original) for memory in memories]
        return max(found, key=lambda matched: matched.counts["answered"])

    def _memory(self, path: str) -> Answers:
        """Return the units of a translation memory; `UserError` if it is unreadable."""
        try:
            state = Path(path).stat()
            stamp = state.st_mtime_ns, state.st_size
            if path not in self._answers_by_path or self._answers_by_path[path][0] != stamp:
                document = self._parse(path, decoding.read(path))
                if not document.units:
                    raise UserError(f"{path}: a memory without translations")
                self._answers_by_path[path] = stamp, Answers(document)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from error
        except Unreadable as error:
            raise UserError(str(error)) from error
        return self._answers_by_path[path][1]


def _sources(given: Input) -> list[tuple[str, bytes]]:
    """Path and bytes of what a page translates, as far as it is known."""
    if "source" in given.companions:
        return [given.companions["source"]]
    return [(c.path, c.data) for c in given.found.companions if c.role == "source"]


def _with_path_style_of(memory: Document, document: Document) -> Document:
    """Return the memory under a path as the document's is: relative or not."""
    absolute = Path(document.path).is_absolute()
    return replace(memory, path=memory.path if absolute else os.path.relpath(memory.path))


def _has_own_source(document: Document) -> bool:
    """Return whether the file itself says what its units translate."""
    return any(unit.source is not None for unit in document.units)


def _same_file(path: str, other: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def _sample(document: Document) -> str:
    return " ".join(sentence.text for sentence in document.sentences[:_SAMPLE])


def _prose(document: Document) -> str:
    """Return the beginning of a document without code."""
    pieces: list[str] = []
    for sentence in document.sentences[:_SAMPLE]:
        start = 0
        for code_start, code_end in sentence.opaque:
            pieces.append(sentence.text[start:code_start])
            start = code_end
        pieces.append(sentence.text[start:])
    return " ".join(pieces)


def _check_language(reference: Document) -> None:
    """Raise `Unfit` for a reference that is not Portuguese."""
    from textlint_pt.text.language import detect

    language = detect(_sample(reference))
    if language not in ("pt", "und"):
        raise Unfit("not-portuguese", what=language)


def _check_script(source: Document) -> None:
    """Raise `Beyond` for a source in a script that cannot be compared."""
    from textlint_pt.text.language import foreign_script

    script = foreign_script(_prose(source))
    if script is not None:
        raise Beyond("foreign-script", what=script)


def _reason_fields(path: str, reason: Exception, language: str) -> Mapping[str, str]:
    text = reason.explain(language) if isinstance(reason, Refused) else str(reason)
    return {"path": path, "reason": text.removeprefix(f"{path}: ")}
