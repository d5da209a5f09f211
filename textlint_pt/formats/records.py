"""Questions and answers as records: an object of JSON a line (`.jsonl`), or a table (`.csv`)."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from re import Match
from typing import ClassVar, NamedTuple, Self

from textlint_pt.contract.format import Format, Malformed, Parsed
from textlint_pt.formats.escapes import unescaped
from textlint_pt.formats.jsonscan import decoded, values
from textlint_pt.text.document import Block, Kind, Markup, MarkupKind, Note, Text
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import folded

#: what a field is, and what it is called where nothing else is said (without accents)
FIELDS: Mapping[str, tuple[str, ...]] = {
    "question": ("pergunta", "question", "questao", "enunciado", "pergunta_pt", "question_pt"),
    "answer": ("resposta", "answer", "respostas", "answers", "resposta_pt", "answer_pt"),
    "options": ("opcoes", "alternativas", "options", "choices", "opcao", "alternativa", *"abcde"),
    "key": ("gabarito", "correta", "chave", "key", "label", "answer_key", "resposta_correta"),
    "text": ("texto", "text", "contexto", "context", "passagem", "contexto_pt", "context_pt"),
}
#: what a whole record is called among the markup of a document
RECORD = "record"
_KINDS = {"question": Kind.HEADING, "options": Kind.LIST_ITEM}
_LINE = regex(r"[^\r\n]+")
_PARAGRAPHS = regex(r"\n[ \t\r]*\n\s*")
#: "b) Lisboa"; "opção b"
_MARK = regex(r"\s*\(?([a-eA-E])[).]\s+(?=\S)")
_LETTER = regex(r"(?:.*[ _])?([a-e])")
#: a key: "C", "c)", "Alternativa C", "2"
_KEY = regex(
    r"(?:(?:alternativa|opcao|letra|resposta)(?:\s*+:)?+\s*+)?\(?(?:([a-e])|(\d{1,3}))[).]?"
)
#: what ends a cell
_CELL_ENDS = {mark: regex(rf"{mark}|\r\n|\r|\n|\Z") for mark in ",;\t"}
_QUOTES = regex('""')


class _Field(NamedTuple):
    """A text of a record: what it is, the letter of an option or "", the text, and all that is
    written for it, with quotation marks."""

    role: str
    letter: str
    content: Text
    written: Text

    @property
    def text(self) -> str:
        return self.content.text.strip()


class _Record(NamedTuple):
    start: int
    end: int
    fields: Sequence[_Field]


class Records(Format):
    """Base of both: blocks and markup of records.

    What a field is stands in the markup: a tag for each record (`RECORD`) and one for each of its
    fields, called as in `FIELDS`. The target of that of an option is its letter, that of a key the
    letter that it names, or "" if no option is what it says.
    """

    fields: ClassVar[tuple[str, ...]] = tuple(FIELDS)
    in_folders: ClassVar[bool] = False

    def __init__(self, names: Mapping[str, Sequence[str]] | None = None) -> None:
        self._names = {
            role: tuple(map(_plain, (names or {}).get(role) or own)) for role, own in FIELDS.items()
        }
        self._roles = {name: role for role, own in self._names.items() for name in own}

    def with_fields(self, names: Mapping[str, Sequence[str]]) -> Self:
        return type(self)(names) if names else self

    def parse(self, raw: str) -> Parsed:
        """Return the fields of all records as blocks and markup."""
        from textlint_pt.text.language import detect

        records = list(self._records(raw))
        keys = {f.text for record in records for f in record.fields if f.role == "key"}
        first_number = 0 if "0" in keys else 1  # of the options
        records = [
            record._replace(fields=_with_key_letters(record.fields, first_number))
            for record in records
        ]
        missing = {"no-question": 0, "no-answer": 0}
        for record in records:
            roles_with_text = {field.role for field in record.fields if field.text}
            missing["no-question"] += "question" not in roles_with_text
            missing["no-answer"] += not roles_with_text & {"answer", "key"}
        if records and missing["no-question"] == len(records):
            names = ", ".join(self._names["question"])
            raise Malformed(
                f"no record has a question (looked for: {names}); name the field in rules.yaml: "
                "`fields: {question: NAME}`",
                0,
            )
        languages = [detect(" ".join(field.text for field in record.fields)) for record in records]
        foreign = {
            index for index, language in enumerate(languages) if language not in ("pt", "und")
        }
        if 2 * len(foreign) >= len(records):
            foreign = set()  # the whole file is in another language, and is reported as such
        blocks: list[Block] = []
        markup: list[Markup] = []
        for index, record in enumerate(records):
            if index in foreign:
                continue
            record_text = Text.verbatim(raw[record.start : record.end], record.start)
            markup.append(Markup(MarkupKind.TAG, record_text, name=RECORD))
            for role, letter, content, written in record.fields:
                markup.append(Markup(MarkupKind.TAG, written, content, letter, role))
                if role != "key":
                    kind = _KINDS.get(role, Kind.PARAGRAPH)
                    blocks += [
                        Block(kind, paragraph, section=index + 1)
                        for paragraph in _paragraphs(content)
                    ]
        notes: list[Note] = []
        if lacking := {code: count for code, count in missing.items() if count}:
            notes.append(Note("records-lack", lacking))
        if foreign:
            notes.append(Note("left-out", {"foreign": len(foreign)}))
        return Parsed(tuple(blocks), notes=tuple(notes), markup=tuple(markup))

    def _role(self, name: str) -> str:
        """Return the role of a field of this name; "" if it is not read."""
        plain = _plain(name)
        letter = _LETTER.fullmatch(plain)
        if plain not in self._roles and letter:
            plain = plain[: letter.start(1)].rstrip(" _")  # "opção b"
        return self._roles.get(plain, "")

    @abstractmethod
    def _records(self, raw: str) -> Iterator[_Record]:
        """Return the records of a file; `Malformed` for what is none."""


class JsonLines(Records):
    """Questions and answers, an object of JSON a line; positions are those in the file."""

    name: ClassVar[str] = "jsonl"
    extensions: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")

    def _records(self, raw: str) -> Iterator[_Record]:
        """Yield the records of the lines; `Malformed` at one that is no JSON object."""
        for line in _LINE.finditer(raw):
            if line[0].isspace():
                continue
            try:
                record = json.loads(line[0])
            except (ValueError, RecursionError) as error:
                reason = getattr(error, "msg", "nested too deep")
                offset = line.start() + getattr(error, "pos", 0)
                raise Malformed(f"not JSON: {reason}", offset) from error
            if not isinstance(record, dict):
                raise Malformed("no object with fields", line.start())
            yield _Record(*line.span(), list(self._fields(raw, *line.span())))

    def _fields(self, raw: str, start: int, end: int) -> Iterator[_Field]:
        """Yield the fields of a line that have a role."""
        for path, value_start, value_end, is_text, _ in values(raw, start, end):
            role = self._role(str(path[0]))
            # {"text": ["…"]} and [{"text": "…"}], too
            inner = [key for key in path[1:] if str(key) not in FIELDS["text"]]
            if not role or len(inner) > 1 or not (is_text or role == "key"):
                continue
            last = inner[0] if inner else path[0]
            letter = _letter_at(last) if isinstance(last, int) else _letter(last)
            quote_width = 1 if is_text else 0
            written_start = value_start - quote_width
            written = Text.verbatim(raw[written_start : value_end + quote_width], written_start)
            content = decoded(raw, value_start, value_end)
            if role == "options":
                yield from _options(content, letter, written)
            else:
                yield _Field(role, "", content, written)


class Csv(Records):
    """Questions and answers in a table with a header.

    Cells are parted by commas, semicolons or tabs, whichever the header has most of. Positions are
    those in the file.
    """

    name: ClassVar[str] = "csv"
    extensions: ClassVar[tuple[str, ...]] = (".csv", ".tsv")

    def _records(self, raw: str) -> Iterator[_Record]:
        """Yield the records of the rows; `Malformed` at one with other cells than the header."""
        head = raw.partition("\n")[0]
        rows = _rows(raw, max(",;\t", key=head.count))
        header = next(rows, _Row(0, 0, []))
        names = [content.text for content, _ in header.cells]
        roles = [(self._role(name), _letter(name)) for name in names]
        for start, end, row in rows:
            if len(row) != len(names):
                found = f"{len(row)} cells, not {len(names)} as in the header"
                raise Malformed(found, start)
            fields: list[_Field] = []
            for (role, letter), (content, written) in zip(roles, row, strict=True):
                if role == "options":
                    fields += _options(content, letter, written)
                elif role:
                    fields.append(_Field(role, "", content, written))
            yield _Record(start, end, fields)


class _Row(NamedTuple):
    """Where a row is written, and of each cell the text and what is written for it."""

    start: int
    end: int
    cells: list[tuple[Text, Text]]


def _rows(raw: str, separator: str) -> Iterator[_Row]:
    """Yield the rows of a table that are not empty; a quoted cell may have line breaks in it."""
    cells: list[tuple[Text, Text]] = []
    row_start = position = 0
    while position < len(raw) or cells:
        content, end = _cell(raw, position, separator)
        cells.append((content, Text.verbatim(raw[position : end.start()], position)))
        position = end.end()
        if end[0] != separator:
            if len(cells) > 1 or cells[0][0].text.strip():
                yield _Row(row_start, end.start(), cells)
            cells = []
            row_start = position


def _cell(raw: str, start: int, separator: str) -> tuple[Text, Match[str]]:
    """Return the text of the cell that begins at `start`, and the match of its end."""
    if not raw.startswith('"', start):
        end = _CELL_ENDS[separator].search(raw, start)
        assert end is not None
        return Text.verbatim(raw[start : end.start()], start), end
    quote = raw.find('"', start + 1)
    while raw.startswith('""', quote) and quote >= 0:  # an escaped quotation mark
        quote = raw.find('"', quote + 2)
    end = _CELL_ENDS[separator].match(raw, quote + 1) if quote >= 0 else None
    if end is None:
        raise Malformed("a quotation mark that is not closed, or text behind one", start)
    content = Text.verbatim(raw[start + 1 : quote], start + 1)
    return unescaped(content, _QUOTES, lambda _: '"'), end


def _options(content: Text, letter: str, written: Text) -> Iterator[_Field]:
    """Yield the option of a field, or all options if it has one on each line.

    Its letter is that of the field, that of a mark ("b) Lisboa"), or that of its position.
    """
    lines = [content[slice(*line.span())] for line in _LINE.finditer(content.text)]
    if letter or len(lines) < 2:
        lines = [content]
    for index, line in enumerate(lines):
        mark = _MARK.match(line.text)
        letter_of_mark = mark[1].lower() if mark else ""
        option = line[mark.end() :] if mark else line
        yield _Field(
            "options",
            letter or letter_of_mark or _letter_at(index),
            option,
            written if len(lines) == 1 else line,
        )


def _letter(name: str) -> str:
    """Return the letter that the name of a field ends with ("opção b"), or ""."""
    found = _LETTER.fullmatch(_plain(name))
    return found[1] if found else ""


def _letter_at(index: int) -> str:
    """Return the letter of the option at an index; "z" for all after it."""
    return chr(ord("a") + min(index, 25))


def _with_key_letters(fields: Sequence[_Field], first: int) -> list[_Field]:
    """Return the fields with the letters that keys name; answers that only name an option are keys.

    `first` is the number of the first option: 0 or 1, where keys are numbers.
    """
    letters_by_text = {field.text: field.letter for field in fields if field.role == "options"}
    if not letters_by_text:
        return list(fields)
    keyed = []
    for field in fields:
        key_match = _KEY.fullmatch(_plain(field.text))
        letter = letters_by_text.get(field.text)
        if letter is None and key_match:
            letter = key_match[1] or chr(ord("a") - first + min(int(key_match[2]), 25))
        names_option = field.role == "answer" and letter and field.text
        if field.role == "key" or names_option:
            # a number before the first option gives a character before "a"
            is_letter = letter is not None and letter >= "a"
            field = field._replace(role="key", letter=letter if letter and is_letter else "")
        keyed.append(field)
    return keyed


def _paragraphs(content: Text) -> Iterator[Text]:
    """Yield the paragraphs of a text, which blank lines divide."""
    start = 0
    for gap in _PARAGRAPHS.finditer(content.text):
        yield content[start : gap.start()]
        start = gap.end()
    yield content[start:]


def _plain(name: str) -> str:
    return folded(name.strip().strip("\ufeff").casefold())
