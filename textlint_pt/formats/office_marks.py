"""A copy of a document of a word processor with comments and tracked changes.

What is not marked stays byte by byte as it was: elements that hold marked words are written anew,
and all other parts of the archive are copied.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple
from xml.etree.ElementTree import Element

from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.office_text import (
    WORD_PARTS,
    Paragraph,
    open_paragraphs,
    rendered,
    word_paragraphs,
    word_styles,
)
from textlint_pt.formats.office_xml import Placed, escaped, local, rewritten
from textlint_pt.report.finding import Edit

_NOT_WHOLE = "not a whole document; open it in a word processor and save it anew"
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError)
_AUTHOR, _INITIALS = "textlint-pt", "tp"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_W_ID, _W_AUTHOR = f"{_W}id", f"{_W}author"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PARAGRAPH_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
_MARKS = (f"{_W}commentRangeStart", f"{_W}commentRangeEnd", f"{_W}commentReference")
_DOCUMENT = WORD_PARTS[0]
_TYPES, _RELATIONS = "[Content_Types].xml", "word/_rels/document.xml.rels"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
#: what names a comment that another one answers
_ANSWERED = re.compile(rb"paraIdParent=[\"']([0-9A-Fa-f]+)")
#: what a tracked change may lie in: none in another one, nor in a field
_MAY_CONTAIN_CHANGES = ("hyperlink", "smartTag", "sdt", "sdtContent", "customXml")
_OPEN_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OPEN_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_DUBLIN = "{http://purl.org/dc/elements/1.1/}"
_DRAWING = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"


class Remark(NamedTuple):
    """A comment on the range [start, end) of the text that the document was read as."""

    start: int
    end: int
    text: str


class Copy(NamedTuple):
    """A marked document, and how many remarks had no place in it."""

    data: bytes
    lost: int


_OUTER_SPACE = re.compile(r"\A[ \t\r\n]+|[ \t\r\n]+\Z")


class _Slot(NamedTuple):
    """Text that is written in one piece, so that marks can be put between its characters.

    `bounds` are the bytes at which its characters begin, and its end.
    """

    start: int
    end: int
    part: Placed
    element: Element
    bounds: Sequence[int]
    may_change: bool
    may_hold_comments: bool


class _Step(NamedTuple):
    """What is written at an offset of a slot: changes and comments there, then bytes of the slot
    up to the next offset (none at its end)."""

    start: int
    raw: bytes
    is_deleted: bool
    inserted: str
    ends: Sequence[int]
    begins: Sequence[tuple[int, str]]


class Marks(ABC):
    """A document that is to be marked: what can be, and the copy with the marks."""

    def __init__(self, data: bytes) -> None:
        """Read the archive; `Unreadable` where it is damaged."""
        self._data = data
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                self._read(archive)
        except _DAMAGE as error:
            raise Unreadable(_NOT_WHOLE) from error

    def can_change(self, edits: Iterable[Edit]) -> bool:
        """Return whether edits of the text can be written as tracked changes."""
        return all(self._changed_slots(edit) for edit in edits)

    def copy(self, remarks: Iterable[Remark], edits: Iterable[Edit]) -> Copy:
        """Return the document with comments and tracked changes; edits do not overlap."""
        plan: defaultdict[int, _Plan] = defaultdict(_Plan)  # by the index of the slot
        self._free = self._remove_earlier_comments()
        for edit in edits:
            touched = self._changed_slots(edit)
            for slot_index in touched:
                slot = self._slots[slot_index]
                start, end = max(edit.start, slot.start), min(edit.end, slot.end)
                if start < end:
                    plan[slot_index].deleted.append((start, end))
            if touched and edit.text:
                place = min(edit.end, self._slots[touched[-1]].end)
                plan[touched[-1]].inserted[place] += edit.text
        without_place = 0
        comments: list[tuple[int, str]] = []
        for remark in sorted(remarks):
            end = max(remark.end, remark.start + 1)  # an empty range has no place for a comment
            touched = [
                slot_index
                for slot_index in self._touching(remark.start, end)
                if self._slots[slot_index].may_hold_comments
            ]
            if not touched:
                without_place += 1
                continue
            first, last = self._slots[touched[0]], self._slots[touched[-1]]
            comment = (self._free, remark.text)
            plan[touched[0]].begins[max(remark.start, first.start)].append(comment)
            plan[touched[-1]].ends[min(end, last.end)].append(self._free)
            comments.append(comment)
            self._free += 1
        self._write(plan)
        try:
            return Copy(rewritten(self._data, self._parts(comments)), without_place)
        except _DAMAGE as error:
            raise Unreadable(_NOT_WHOLE) from error

    # -------------------------------------------------------------- places

    def _touching(self, start: int, end: int) -> list[int]:
        return [n for n, slot in enumerate(self._slots) if slot.start < end and start < slot.end]

    def _changed_slots(self, edit: Edit) -> list[int]:
        """Return the slots that an edit changes; none if it cannot be made."""
        found = self._touching(edit.start, edit.end)
        if edit.start == edit.end:  # inserted within a slot or at its end, else before one
            place, indexed = edit.start, list(enumerate(self._slots))
            within = [n for n, slot in indexed if slot.start < place <= slot.end]
            before = [n for n, slot in indexed if slot.start == place]
            found = [*within, *before][:1]
        slots = [self._slots[slot_index] for slot_index in found]
        covered = sum(min(edit.end, slot.end) - max(edit.start, slot.start) for slot in slots)
        is_whole = bool(slots) and covered == edit.end - edit.start
        return found if is_whole and all(slot.may_change for slot in slots) else []

    def _slots_of(self, parts: Sequence[tuple[Placed, Sequence[Paragraph]]]) -> Iterator[_Slot]:
        """Yield what of the text is written in one piece, without markup in it."""
        paragraph_start = 0
        for part, paragraphs in parts:
            for paragraph in paragraphs:
                start = paragraph_start
                for piece in paragraph.pieces:
                    end = start + len(piece.text)
                    if piece.element is not None and piece.text:
                        text_range = part.text_place(piece.element, is_tail=piece.is_tail)
                        bounds = part.characters(*text_range)
                        if bounds is not None and len(bounds) == end - start + 1:
                            may_change, may_comment = self._permissions(part, piece.element)
                            yield _Slot(
                                start, end, part, piece.element, bounds, may_change, may_comment
                            )
                    start = end
                paragraph_start += len(rendered([paragraph])) + 1

    # -------------------------------------------------------------- for each format

    _slots: list[_Slot]
    #: the next number for a comment or a change
    _free: int

    @abstractmethod
    def _read(self, archive: zipfile.ZipFile) -> None: ...

    @abstractmethod
    def _permissions(self, part: Placed, element: Element) -> tuple[bool, bool]:
        """Return whether the text of an element may change, and whether marks may stand in it."""

    @abstractmethod
    def _remove_earlier_comments(self) -> int:
        """Remove earlier comments of ours; return the first number that is free."""

    @abstractmethod
    def _write(self, plan: Mapping[int, _Plan]) -> None:
        """Write comments and changes, by the index of their slot."""

    @abstractmethod
    def _parts(self, comments: Sequence[tuple[int, str]]) -> Mapping[str, bytes]: ...


class _Plan:
    """What happens to a slot, by offsets of the text: changes, and comments by their numbers."""

    def __init__(self) -> None:
        self.deleted: list[tuple[int, int]] = []
        self.inserted: defaultdict[int, str] = defaultdict(str)
        self.begins: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
        self.ends: defaultdict[int, list[int]] = defaultdict(list)

    def steps(self, slot: _Slot, *bounds: int) -> Iterator[_Step]:
        """Yield what is written of a slot, divided where something happens and at `bounds`."""
        cuts = {slot.start, slot.end, *bounds, *self.inserted, *self.begins, *self.ends}
        cuts.update(bound for deleted_range in self.deleted for bound in deleted_range)
        for start, end in pairwise([*sorted(cuts), slot.end]):
            yield _Step(
                start,
                slot.part.data[slot.bounds[start - slot.start] : slot.bounds[end - slot.start]],
                any(low <= start < high for low, high in self.deleted),
                self.inserted.get(start, ""),
                self.ends.get(start, ()),
                self.begins.get(start, ()),
            )


# ------------------------------------------------------------------ Word


class WordMarks(Marks):
    """Marks in a Word document. Comments of ours that are there give way, unless somebody has
    answered them; notes and text boxes can hold none."""

    def _read(self, archive: zipfile.ZipFile) -> None:
        """Read parts, comments, styles and text of the archive; `KeyError` if one is missing."""
        names = set(archive.namelist())
        self._types = Placed(_TYPES, archive.read(_TYPES))
        self._relations = Placed(_RELATIONS, archive.read(_RELATIONS))
        part_kinds = {
            _part_name(relation.get("Target", "")): relation.get("Type", "")
            for relation in self._relations.root
            if relation.get("TargetMode") != "External"
        }
        part_names = {name for name in part_kinds if ".." not in name}
        if missing := part_names - names - {"word/NULL"}:
            raise KeyError(min(missing))
        comments = next(
            (name for name, kind in part_kinds.items() if kind == f"{_RELATION}/comments"), None
        )
        self._comments = Placed(comments, archive.read(comments)) if comments else None
        styles = "word/styles.xml"
        styles_by_id: dict[str, str] = {}
        if styles in names:
            styles_by_id = word_styles(Placed(styles, archive.read(styles)).root)
        texts = [Placed(name, archive.read(name)) for name in WORD_PARTS if name in names]
        self._texts = texts
        self._in_fields = {run for part in texts for run in _runs_of_fields(part.root)}
        self._answered = {
            parent.upper()
            for name in names
            if name.endswith("commentsExtended.xml")
            for parent in _ANSWERED.findall(archive.read(name))
        }
        self._slots = list(
            self._slots_of([(part, word_paragraphs(part.root, styles_by_id)) for part in texts])
        )

    def _permissions(self, part: Placed, element: Element) -> tuple[bool, bool]:
        """Return whether text may be changed, and whether it may have a comment."""
        run, *ancestors = part.above(element)
        if local(run) != "r":
            return False, False
        in_paragraph = takewhile(lambda ancestor: local(ancestor) != "p", ancestors)
        may_contain_changes = all(
            local(ancestor) in _MAY_CONTAIN_CHANGES for ancestor in in_paragraph
        )
        may_change = may_contain_changes and run not in self._in_fields
        is_in_box = any(local(ancestor) == "txbxContent" for ancestor in ancestors)
        return may_change, part.name == _DOCUMENT and not is_in_box

    def _remove_earlier_comments(self) -> int:
        """Remove our earlier unanswered comments; return the next free number."""
        removed: set[str] = set()
        used = [0]
        for part in self._texts:
            used += [_number(element.get(_W_ID, "")) for element in part.root.iter()]
        if self._comments is None:
            return max(used) + 1
        for comment in self._comments.root.findall(f"{_W}comment"):
            number = comment.get(_W_ID, "")
            used.append(_number(number))
            paragraph_ids = {
                paragraph.get(_PARAGRAPH_ID, "").encode().upper()
                for paragraph in comment.iter(f"{_W}p")
            }
            is_answered = bool(paragraph_ids & self._answered)
            if comment.get(_W_AUTHOR) == _AUTHOR and not is_answered:
                removed.add(number)
                self._comments.remove(comment)
        for part in self._texts:
            for mark in part.root.iter():
                if mark.tag in _MARKS and mark.get(_W_ID) in removed:
                    parent = part.parents[mark]
                    is_alone_in_run = local(parent) == "r" and all(
                        child is mark or local(child) == "rPr" for child in parent
                    )
                    part.remove(parent if is_alone_in_run else mark)
        # numbers have 31 bits: some stay for the new comments and changes
        return min(max(used) + 1, 2**31 - 10**6)

    def _write(self, plan: Mapping[int, _Plan]) -> None:
        """Write comments and changes into the runs of the document."""
        # for each run its part, and what happens to each of its texts
        runs: dict[Element, tuple[Placed, dict[Element, tuple[_Slot, _Plan]]]] = {}
        for slot_index, slot_plan in plan.items():
            slot = self._slots[slot_index]
            _, planned = runs.setdefault(slot.part.parents[slot.element], (slot.part, {}))
            planned[slot.element] = slot, slot_plan
        # a run within another, as in a text box, is written first: it begins later
        for run, (part, planned) in sorted(
            runs.items(), key=lambda item: -item[1][0].place(item[0]).start
        ):
            run_place = part.place(run)
            part.replace(run_place.start, run_place.end, self._run(part, run, planned))

    def _run(
        self, part: Placed, run: Element, planned: Mapping[Element, tuple[_Slot, _Plan]]
    ) -> bytes:
        """Return the XML of the runs that replace one, divided where comments and changes begin."""
        w = part.prefix(run)  # of the namespace: "w:"
        run_place = part.place(run)
        head, close = part.data[run_place.start : run_place.opened], f"</{w}r>".encode()
        out: list[bytes] = []
        waiting: list[bytes] = []  # the content of the next run

        def flush() -> None:
            if waiting:
                out.append(b"".join([head, *waiting, close]))
                waiting.clear()

        def text(raw: bytes, name: str = "t", space: str = ' xml:space="preserve"') -> bytes:
            return f"<{w}{name}{space}>".encode() + raw + f"</{w}{name}>".encode()

        for child in run:
            bounds = part.place(child)
            if local(child) == "rPr":
                head += part.data[bounds.start : bounds.end]
            elif child not in planned:
                waiting.append(part.written(bounds.start, bounds.end))
            else:
                slot, slot_plan = planned[child]
                shown_start, shown_end = _shown_range(child, slot)
                for step in slot_plan.steps(slot, shown_start, shown_end):
                    if step.inserted or step.ends or step.begins or step.is_deleted:
                        flush()
                    if step.inserted:
                        inner = head + text(escaped(step.inserted).encode()) + close
                        out.append(self._tracked(w, "ins", inner))
                    for number in step.ends:
                        out.append(
                            f'<{w}commentRangeEnd {w}id="{number}"/><{w}r><{w}commentReference'
                            f' {w}id="{number}"/></{w}r>'.encode()
                        )
                    for number, _ in step.begins:
                        out.append(f'<{w}commentRangeStart {w}id="{number}"/>'.encode())
                    if step.is_deleted:
                        inner = head + text(step.raw, "delText") + close
                        out.append(self._tracked(w, "del", inner))
                    elif shown_start <= step.start < shown_end:
                        waiting.append(text(step.raw))
                    elif step.raw:  # white space that is not shown
                        waiting.append(text(step.raw, space=""))
        flush()
        return b"".join(out)

    def _tracked(self, prefix: str, name: str, inner: bytes) -> bytes:
        """Return a run as a tracked change: inserted ("ins") or deleted ("del")."""
        self._free += 1
        opening = f'<{prefix}{name} {prefix}id="{self._free}" {prefix}author="{_AUTHOR}">'
        return opening.encode() + inner + f"</{prefix}{name}>".encode()

    def _parts(self, comments: Sequence[tuple[int, str]]) -> Mapping[str, bytes]:
        """Return the changed parts of the archive, with the comments."""
        parts = {part.name: part.written() for part in self._texts}
        if comments and self._comments is None:
            name = "word/comments.xml"
            parts[name] = (
                '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
                f'<w:comments xmlns:w="{_W[1:-1]}">{_comments(comments, "w:")}</w:comments>'
            ).encode()
            types, relations = self._types, self._relations
            t, r = types.prefix(types.root), relations.prefix(relations.root)
            types.append(
                types.root,
                f'<{t}Override PartName="/{name}" ContentType="{_COMMENTS_TYPE}"/>'.encode(),
            )
            used_ids = {relation.get("Id") for relation in relations.root}
            free_id = next(f"tp{n}" for n in range(len(used_ids) + 1) if f"tp{n}" not in used_ids)
            relations.append(
                relations.root,
                f'<{r}Relationship Id="{free_id}" Type="{_RELATION}/comments"'
                ' Target="comments.xml"/>'.encode(),
            )
            parts |= {_TYPES: types.written(), _RELATIONS: relations.written()}
        elif self._comments is not None:
            w = self._comments.prefix(self._comments.root)
            if comments:
                self._comments.append(self._comments.root, _comments(comments, w).encode())
            parts[self._comments.name] = self._comments.written()
        return parts


def _part_name(target: str) -> str:
    """Return the name of a part in the archive by the target of a relation, from word/ or "/"."""
    return target.removeprefix("/") if target.startswith("/") else f"word/{target}"


def _number(written: str) -> int:
    """Return a number as Word writes it, of at most ten digits; 0 if it is none."""
    return int(written) if written.isdecimal() and len(written) <= 10 else 0


def _runs_of_fields(root: Element) -> Iterator[Element]:
    """Yield the runs of fields, whose text is generated when they are updated."""
    depth = 0
    for element in root.iter():
        if element.tag == f"{_W}fldChar":
            kind = element.get(f"{_W}fldCharType")
            depth += {"begin": 1, "end": -1}.get(kind or "", 0)
        elif element.tag == f"{_W}r" and depth > 0:
            yield element


def _shown_range(element: Element, slot: _Slot) -> tuple[int, int]:
    """Return the range of a run's text without the white space that Word ignores at its ends."""
    text = element.text or ""
    if element.get(_SPACE) == "preserve":
        return slot.start, slot.end
    shown_start = slot.start + len(text) - len(text.lstrip(" \t\r\n"))
    return min(shown_start, slot.end), max(shown_start, slot.start + len(text.rstrip(" \t\r\n")))


def _comments(comments: Sequence[tuple[int, str]], w: str) -> str:
    """Return the XML of comments by number and text; `w` is the prefix of Word's namespace."""
    return "".join(
        f'<{w}comment {w}id="{number}" {w}author="{_AUTHOR}" {w}initials="{_INITIALS}"><{w}p><{w}r>'
        f'<{w}t xml:space="preserve">{escaped(text)}</{w}t></{w}r></{w}p></{w}comment>'
        for number, text in comments
    )


# ------------------------------------------------------------------ Open Document


class OpenMarks(Marks):
    """Marks in an Open Document text. Earlier comments of ours give way; what is drawn can hold
    none. Dates are that of the text in its archive."""

    def _read(self, archive: zipfile.ZipFile) -> None:
        """Read content and styles of the archive; `KeyError` if the text is missing."""
        self._content = content = Placed("content.xml", archive.read("content.xml"))
        year, month, day, hour, minute, second = archive.getinfo("content.xml").date_time
        self._date = f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
        text = content.root.find(f"{_OPEN_OFFICE}body/{_OPEN_OFFICE}text")
        if text is None:
            raise KeyError("office:text")
        self._text = text
        name = "styles.xml"
        styles = Placed(name, archive.read(name)).root if name in archive.namelist() else None
        self._slots = list(self._slots_of([(content, open_paragraphs(content.root, styles))]))

    def _permissions(self, part: Placed, element: Element) -> tuple[bool, bool]:
        """Return whether text may be changed, and whether it may have a comment."""
        tags = [str(ancestor.tag) for ancestor in part.above(element)]
        is_in_drawing = any(tag.startswith(_DRAWING) for tag in tags)
        is_in_note = f"{_OPEN_TEXT}note-body" in tags
        return not is_in_drawing, not (is_in_drawing or is_in_note)

    def _name(self, uri: str, fallback: str) -> str:
        """Return the prefix that the root element gives to a namespace."""
        place = self._content.place(self._content.root)
        head = self._content.data[place.start : place.opened].decode()
        prefix = re.search(rf"xmlns:([\w.-]+)\s*=\s*[\"']{re.escape(uri[1:-1])}[\"']", head)
        if prefix is None:
            raise Unreadable(f"content.xml names no {fallback}; open it and save it anew")
        return prefix[1]

    def _remove_earlier_comments(self) -> int:
        """Remove our earlier comments; return the next free number."""
        removed: set[str] = set()
        marks = (f"{_OPEN_OFFICE}annotation", f"{_OPEN_OFFICE}annotation-end")
        for mark in self._content.root.iter():
            if mark.tag not in marks:
                continue
            creator = mark.find(f"{_DUBLIN}creator")
            name = mark.get(f"{_OPEN_OFFICE}name", "")
            is_ours = creator is not None and creator.text == _AUTHOR
            ends_ours = name in removed  # an end has no creator
            if is_ours or ends_ours:
                removed.add(name)
                self._content.remove(mark)
        our_numbers = re.findall(
            rb"\"(?:textlint-pt-|__textlint-pt__)(\d{1,9})\"", self._content.data
        )
        return max(map(int, our_numbers), default=0) + 1

    def _write(self, plan: Mapping[int, _Plan]) -> None:
        """Write comments and tracked changes into the text."""
        content = self._content
        changes: list[str] = []  # what they delete and who made them stands apart from the text
        for slot_index, slot_plan in sorted(plan.items()):
            slot = self._slots[slot_index]
            start_in_bytes, end_in_bytes = slot.bounds[0], slot.bounds[-1]
            content.replace(start_in_bytes, end_in_bytes, self._marked(slot, slot_plan, changes))
        if not changes:
            return
        earlier = self._text.find(f"{_OPEN_TEXT}tracked-changes")
        if earlier is not None:
            content.append(earlier, "".join(changes).encode())
            return
        t = self._name(_OPEN_TEXT, "text")
        opened = content.place(self._text).opened
        content.replace(
            opened,
            opened,
            f'<{t}:tracked-changes {t}:track-changes="false">{"".join(changes)}'
            f"</{t}:tracked-changes>".encode(),
        )

    def _marked(self, slot: _Slot, slot_plan: _Plan, changes: list[str]) -> bytes:
        """Return the XML of a slot with its comments and with references to its changes.

        Add the changes themselves ("changed regions") to `changes`.
        """
        # prefixes of the namespaces
        o = self._name(_OPEN_OFFICE, "office")
        t = self._name(_OPEN_TEXT, "text")
        d = self._name(_DUBLIN, "dc")
        author_and_date = f"<{d}:creator>{_AUTHOR}</{d}:creator><{d}:date>{self._date}</{d}:date>"

        def add_change(kind: str, inner: str = "") -> str:
            """Add an "insertion" or a "deletion" of `inner`; return its name."""
            self._free += 1
            name = f"textlint-pt-{self._free}"
            changes.append(
                f'<{t}:changed-region xml:id="{name}" {t}:id="{name}"><{t}:{kind}>'
                f"<{o}:change-info>{author_and_date}</{o}:change-info>{inner}</{t}:{kind}>"
                f"</{t}:changed-region>"
            )
            return name

        written: list[str] = []
        for step in slot_plan.steps(slot):
            if step.inserted:
                name = add_change("insertion")
                written.append(
                    f'<{t}:change-start {t}:change-id="{name}"/>{escaped(step.inserted)}'
                    f'<{t}:change-end {t}:change-id="{name}"/>'
                )
            for number in step.ends:
                written.append(f'<{o}:annotation-end {o}:name="__textlint-pt__{number}"/>')
            for number, text in step.begins:
                written.append(
                    f'<{o}:annotation {o}:name="__textlint-pt__{number}">{author_and_date}'
                    f"<{t}:p>{escaped(text)}</{t}:p></{o}:annotation>"
                )
            raw = step.raw.decode()
            if step.is_deleted:
                head, tail = self._span_tags(slot)
                # a space at the ends of a paragraph is none unless it is written so
                kept = _OUTER_SPACE.sub(f"<{t}:s/>", raw)
                name = add_change("deletion", f"<{t}:p>{head}{kept}{tail}</{t}:p>")
                raw = f'<{t}:change {t}:change-id="{name}"/>'
            written.append(raw)
        return "".join(written).encode()

    def _span_tags(self, slot: _Slot) -> tuple[str, str]:
        """Return the tags of the innermost formatted span that a slot is in."""
        data, text_start = slot.part.data, slot.bounds[0]
        for element in (slot.element, *slot.part.above(slot.element)):
            place = slot.part.place(element)
            is_inside = place.opened <= text_start < place.closed
            if is_inside and str(element.tag) == f"{_OPEN_TEXT}span":
                start_tag = data[place.start : place.opened]
                end_tag = data[place.closed : place.end]
                return start_tag.decode(), end_tag.decode()
        return "", ""

    def _parts(self, comments: Sequence[tuple[int, str]]) -> Mapping[str, bytes]:
        return {"content.xml": self._content.written()}


MARKS: Mapping[str, type[Marks]] = {".docx": WordMarks, ".odt": OpenMarks}
