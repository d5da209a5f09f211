"""What comments, docstrings and strings of programs say: lines without what decorates them,
paragraphs, and what in these is no prose."""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Parsed
from textlint_pt.formats.code_languages import BY_ENDING, Language, ending_of
from textlint_pt.formats.markup import Line, joined, listed
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.language import detect, is_code, is_only_portuguese, lean
from textlint_pt.text.reading import touches
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import ALPHANUMERIC, LETTERS

if TYPE_CHECKING:
    import tree_sitter

_SUPPRESSION = regex(r"textlint-pt-.*")
#: what a comment or a string begins with
_OPENING = regex(
    r"/\*[*!]*<?|//[/!]*<?|\#[\#!:]*|--+|=begin\b|<!--"
    r"|(?:[A-Za-z]{0,3}(?=[\"'])|[$@]{1,2}(?=\"))(?:\"\"\"|'''|\#*\"|'|`)|r\#+\"|`"
)
_CLOSING = regex(r"(?<!\*)\*+/\s*$|=end\s*$|-->\s*$|(?:\"\"\"|'''|[\"'`])\#*\s*$")
#: strips of stars, dashes and the like around the words of a line
_RULE_SIGNS, _BOX_SIGNS = r"*=#~_+/|\\", "─═━│┃║┌┐└┘╔╗╚╝┄·"
_STRIP = rf"(?:[{_RULE_SIGNS}{_BOX_SIGNS}]{{2,}}+|-{{3,}}+|[{_RULE_SIGNS}-]{{4,}}+)"
_LEFT = regex(rf"(?:(?:\*++(?=\s|$)|{_STRIP}|[|│║]\s)\s*+)++")
#: from the end of a line backwards, where a space parts it from the words
_RIGHT = regex(rf"\A(?:(?:[{_RULE_SIGNS}-]{{4,}}+|{_STRIP}|[*#|│║])(?=\s|$)\s*+)++")
#: how lines begin that tools read
_FOR_TOOLS = regex(
    r"!|\#!|-\*-|vim?:|@ts-|@flow|@jsx|@formatter|\+build|go:|global |coding[:=]|encoding:"
    r"|language=|(?:Uso|Usage):"
    r"|\#?(?:end)?region|(?:noqa|nosec|type: ?ignore|pylint|flake8|mypy|pragma|isort|fmt|yapf|ruff"
    r"|black|eslint|jshint|jslint|tslint|prettier|istanbul|webpack|babel|nolint|NOLINT|clang-format"
    r"|rubocop|frozen_string_literal|shellcheck|phpcs|phpstan|psalm|phan|codeCoverage|ReSharper"
    r"|NOSONAR|yamllint)\b"
)
#: tags of documentation whose line names something
_DROPPED_TAGS = listed("code.dropped-tags")
#: those whose text follows a name
_NAMED_TAGS = listed("code.named-tags")
_RETURN_TAGS = listed("code.return-tags")
_EXAMPLE_TAGS = listed("code.example-tags")
_TAG = regex(r"[@\\]([A-Za-z]\w*)(?:\[[\w,]*\])?:?(?:\s+|$)|:([a-z]+)(?:\s++([^:\n]*+))?:(?:\s+|$)")
#: so many signs or spaces in a row are a picture, and would take long to undress
_DRAWN = f"{_RULE_SIGNS}{_BOX_SIGNS}.-"
_PICTURE = regex(rf"(?<![{_DRAWN}])[{_DRAWN}]{{1000}}|(?<!\s)\s{{1000}}")
_BRACES = regex(r"(?:\{[^{}]*\}|\[[^\[\]]*\])\s*")
_TYPED_NAME = regex(r"(?:[\w\\|\[\]<>?&:]+\s+)?&?(?:\.\.\.)?\$\w+\s*")
_NAME = regex(r"(?:\[[^\]]*\]|<?[\w.\\*&|<>\[\]]+)\s*(?:\[[^\[\]]*\]\s*)?(?::\w+\s+)?")
_TYPE = regex(
    r"(?:(?:string|int|integer|bool|boolean|array|void|mixed|float|double|object|null|self|static|callable"
    r"|iterable|resource|number|any|true|false|stdClass|\$this)\b(?![ ]?[,.])|\S*[\\|<>\[\]]\S*"
    r"|[A-Z]\w+(?=\s*$|\s+[A-Z$]))[\w\\|\[\]<>?]*\s*"
)
_AFTER_NAME = regex(r"[-–—:]+\s*")
#: tags of documentation in XML (C#), and of pages, at the margins of a line
_XML = regex(r"(?:</?[A-Za-z][\w:]*(?:\s[^<>]*)?/?>\s*+)++")
_XML_RIGHT = regex(r"(?:>/?(?:[^<>]*\s)?[\w:]*[A-Za-z]/?<\s*+)++")  # backwards
_TASK = regex(r"(?:TODO|FIXME|XXX|HACK|BUG|REVIEW|OPTIMIZE)\b(?:\s?\([^()]*\))?\s*+[:\-–]*+\s*")
_ITEM = regex(r"(?:[-*+•–]|\(?\d{1,3}[.)º]|\(?[a-z]\))\s+(?=\S)")
#: headings of parts of docstrings, whose entries begin with a name
_PART = regex(
    r"(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields?|Attributes|Keyword Args|Other "
    r"Parameters|Argumentos|Parâmetros|Parametros|Atributos|Retornos?|Retorna|Exceções|Lança|Levanta|Campos):?"
)
_ENTRY = regex(r"(?:\*{0,2}[\w.$-]++|`[^`]+`)(?:\s*\([^()]*\))?(?:\s*+:(?!:)|\s++[-–]\s)\s*")
_EXAMPLE = regex(r"(?:Examples?|Exemplos?|Usage|Uso|Ex\.?)\s*:{1,2}")
_FENCE = regex(r"(?:`{3,}|~{3,}).*|@code\b.*|<(?:code|pre|example)>(?!.*</(?:code|pre|example)>).*")
_FENCE_END = regex(r"(?:`{3,}|~{3,})|@endcode|.*</(?:code|pre|example)>")
_PROMPT = regex(r">>>|\.\.\. |\$ |In \[|C:\\")
_LICENCE = regex(
    r"copyright|\(c\)\s*\d{4}|©|SPDX|licen[sc]e|licenç?a\b.{0,40}(?:GNU|MIT|BSD|Apache|Pública|Geral)"
    r"|todos os direitos reservados|all rights reserved|software livre|GNU (?:Lesser )?General",
    re.IGNORECASE,
)
_WIDE_GAP = regex(r"(?<=\S)(?:[ ]{3,}|[ ]*\t\s*|\s+\|\s+)(?=\S)")
_SQL = regex(r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|ALTER TABLE|WHERE)\b")
#: code that was commented out, and a comment behind it
_NESTED = regex(r"(.*[;{}(),])\s*(?://|\#|--)\s*(?=[^\W\d_])")
#: a line of code that was commented out, whatever words its strings have
_STATEMENT = regex(
    r"\w\((?:[\"'&*]|\)\s*[;{])|[\"')\]]\s\.\s[\"'$]|^[\"'].*[\"']\s?[,+]$|\\n\"|[\"'\w)\]]\s*;\s*$(?<![a-zà-ÿ]{4};)|[{}]\s*$"
    r"|^\(?(?:select$|select\b.*\b(?:from|as)\b|insert\s+into\b|update\s+\w+\s+set\b|delete\s+from\b|exec\s+\w+$"
    r"|(?:create|alter|drop|truncate)\s+(?:or\s+replace\s+)?(?:table|view|database|procedure|index|schema)\b"
    r"|where\s+\S+\s*(?:=|<|>|in\b|like\b|is\b)|(?:order|group)\s+by\b)",
    re.IGNORECASE,
)

#: what in a sentence names something of a program
_NAMES = regex(
    r"""
    # no word; with it no other is tried at each of its letters
      \S{120,}
    # put in by tools: {@link A}, <b>, &amp;, {0}, %s, \n
    | \{@\w+[^{}\n]{0,200}\} | </?[A-Za-z][^<>\n]{0,200}> | &\w{2,8}; | \$?\{[^{}\n]{0,80}\}
    | %[-\d.]*[sdifxr]\b | \\[^\s)]
    # a word in quotation marks, or alone in parentheses; a sign of code
    | "[^"\s]{1,60}" | '[^'\s]{1,60}' | “[^”\s]{1,60}” | (?<=\s\()(?:[A-Za-z]\w*|["'`\\])(?=\))
    | \([=!<>+*/%&|^~-]{1,3}\)
    # paths and files: /a/b, ./c, a/b.c, a/b/c, .env, b.py
    | (?<![\w/.:-])(?:\w+:)?(?:~|\.{1,2})?/[\w.~*{}<>$:-]+(?:/[\w.~*{}<>$:-]*)*
    | [\w.~-]+(?:[/\\][\w.~*-]+)+\.\w+ | [\w.-]+(?:/[\w.-]+){2,}/?
    | (?<!\w)\.[A-Za-z]\w{0,5}\b
    | \b\w+\.(?:py|js|ts|java|cs|go|rs|rb|php|c|h|cpp|sh|sql|ya?ml|toml|json|xml|txt|md|html?|css
                |csv|zip|pdf|exe|ini|cfg|log|env)\b
    # options, but no clitics: --option, -x
    | (?<![\w-])--[A-Za-z][\w-]*(?:=\S+)? | (?<![\w-])-(?:[A-Za-z](?![a-z]{1,3}\b(?!-))[\w-]*|\w\b)
    # $name, @tag, #id, :symbol
    | [$@\#\\][A-Za-z_][\w.\\>-]*(?:\(\))? | (?<![\w:]):[A-Za-z_]\w*\b
    # a.b, A::b, a->b; call(x), but not aluno(s); a[i], #[test]
    | (?=[\w.:>\\-]*[A-Za-z_])\w+(?:(?:\.|::|->|\\(?=[A-Z]))\w+)+(?:\([^()\n]{0,200}\))?
    | \w+\((?!(?:[aeo]?s|[aeo]|is|ns|ões|ais|eis|m)\))(?:(?:[^()\n]|\([^()\n]{0,40}\)){0,60}\)|$)
    # a pointer in parentheses
    | \(\s?[*&]\w+\s?\)
    | \w+\[[^\]\n]{0,200}\] | \#!?\[[^\]\n]{0,200}\]
    # a == b, x = 1, a => b
    | [^\s()]*[=!<>+-]=[^\s()]* | [^\s()"]+=[^\s()"]+ | [^\s()]+=[^\s()]+
    | \S*(?:->|=>|<-|&&|\|\|)\S*
    # camelCase, XMLHttp, snake_case, x1, 2binvoiced, 0xFF
    | \b\w*[a-z0-9]\w*[A-Z]\w*\b | \b[A-Z]+[A-Z][a-z]+\w*\b | \b\w*_\w*\b | \b[A-Za-z]+\d\w*\b
    | \b\d+[A-Za-z]{6,}\w*\b
    | \b[A-Z]{2,}-[a-z]{1,3}\b
    | \b0x[0-9A-Fa-f]+\b
    # words of languages
    | \b(?:null|NULL|None|nil|TRUE|FALSE|True|False|true|false|undefined|NaN|self|this)\b
    | \b(?:SELECT|INSERT|UPDATE|DELETE|TRUNCATE|DISTINCT|FROM|WHERE|JOIN|INTO|TABLE|DROP|ALTER
          |CREATE)\b
    """,
    re.VERBOSE,
)


#: words in parentheses, names of the program if it has them all: "(rotulo, botao)"
_LISTED = regex(r"\([A-Za-z]\w*(?:, ?[A-Za-z]\w*)+\)")
#: lines after a comment in which the name may stand that it documents
_LINES_AFTER_COMMENT = 6
_MIN_STRING_WORDS = 4
_COMMENTED = regex(r"\s*(?://|\#|--|\*|/\*)")


class _Group(NamedTuple):
    """Lines of one comment, or of several that go on from line to line."""

    lines: list[Line]
    is_string: bool


def parse(raw: str, path: str, *, with_strings: bool) -> Parsed:
    """Return the prose of a program's comments; `Unreadable` where the grammar is missing."""
    language = BY_ENDING.get(ending_of(path))
    if language is None:
        suffixes = " ".join(sorted(BY_ENDING))
        raise Unreadable(f"{path}: of no language whose comments are read; those are {suffixes}")
    pieces = _pieces(raw, language, path, with_strings)
    code = tuple(_code(raw, [span for span, _ in pieces]))
    names = {name for piece in code for name in ALPHANUMERIC.findall(piece.content.text)}
    collector = _Collector(raw, names)
    for group_index, group in enumerate(_groups(raw, pieces)):
        text = "\n".join(line.text for line in group.lines)
        if group_index or not _LICENCE.search(text):
            collector.read(group)
    return Parsed(collector.blocks, tuple(collector.comments), markup=code)


# ------------------------------------------------------------------ where words may stand


@cache
def _grammar(
    language: Language, with_strings: bool
) -> tuple[tree_sitter.Language, tree_sitter.Query]:
    """Return the grammar of a language and the query for comments and strings."""
    import tree_sitter

    module = importlib.import_module(language.package)
    grammar = tree_sitter.Language(getattr(module, language.function)())
    query = f"{language.comments} {language.strings}" if with_strings else language.comments
    return grammar, tree_sitter.Query(grammar, query)


def _pieces(raw: str, language: Language, path: str, with_strings: bool) -> list[tuple[Span, bool]]:
    """Return spans of comments and strings (true for strings), in order; none inside another."""
    try:
        import tree_sitter

        grammar, query = _grammar(language, with_strings)
    except (ImportError, AttributeError) as error:
        raise Unreadable(
            f"{path}: reading programs needs their grammars: pip install 'textlint-pt[code]'"
        ) from error
    data = raw.encode("utf-8", "surrogatepass")
    tree = tree_sitter.Parser(grammar).parse(data)
    captures = tree_sitter.QueryCursor(query).captures(tree.root_node)
    found: list[tuple[int, int, bool]] = []
    for is_string, name in enumerate(("comment", "string")):
        found += [(n.start_byte, n.end_byte, bool(is_string)) for n in captures.get(name, ())]
    kept: list[tuple[int, int, bool]] = []
    for start, end, is_string in sorted(found):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end, is_string))
    char_offsets = _char_offsets(data, [bound for start, end, _ in kept for bound in (start, end)])
    return [
        (Span(char_offsets[start], char_offsets[end]), is_string) for start, end, is_string in kept
    ]


def _char_offsets(data: bytes, offsets: Sequence[int]) -> dict[int, int]:
    """Return the offsets in characters of ascending offsets in bytes."""
    char_offsets: dict[int, int] = {}
    previous = characters = 0
    for offset in offsets:
        characters += len(data[previous:offset].decode("utf-8", "surrogatepass"))
        previous = offset
        char_offsets[offset] = characters
    return char_offsets


def _code(raw: str, prose: Sequence[Span]) -> Iterator[Markup]:
    """Yield the program between its comments: its names are no misspelt words in these."""
    previous_end = 0
    for start, end in [*prose, Span(len(raw), len(raw))]:
        if raw[previous_end:start].strip():
            written = Text.verbatim(raw[previous_end:start], previous_end)
            yield Markup(MarkupKind.CODE_BLOCK, written, written)
        previous_end = end


def _continues(raw: str, previous: Span, current: Span) -> bool:
    """Return whether a comment is on the line after the previous one, at the same column."""
    column, previous_column = (
        span.start - raw.rfind("\n", 0, span.start) for span in (current, previous)
    )
    between = raw[previous.end : current.start]
    # the span of some comments includes the line feed at their end
    line_breaks = between.count("\n") + (raw[previous.end - 1] == "\n")
    return column == previous_column and not between.strip() and line_breaks == 1


def _groups(raw: str, pieces: Sequence[tuple[Span, bool]]) -> Iterator[_Group]:
    """Join comments that each take a line and follow one another."""
    lines: list[Line] = []
    previous: Span | None = None  # if it is a comment on one line
    for span, is_string in pieces:
        is_on_one_line = not is_string and "\n" not in raw[span.start : span.end].rstrip()
        if lines and not (is_on_one_line and previous and _continues(raw, previous, span)):
            yield _Group(lines, is_string=False)
            lines = []
        if is_string:
            yield _Group(_lines(raw, span), is_string=True)
        else:
            lines += _lines(raw, span)
        previous = span if is_on_one_line else None
    if lines:
        yield _Group(lines, is_string=False)


def _lines(raw: str, span: Span) -> list[Line]:
    """Return the lines of a comment or a string without its marks; none of a drawn picture."""
    written = raw[span.start : span.end]
    if _PICTURE.search(written):
        return []
    opening = _OPENING.match(written)
    content_start = opening.end() if opening else 0
    runs_to_line_end = written[:1] in "#-" or (opening and opening[0].startswith("//"))
    closing = None if runs_to_line_end else _CLOSING.search(written, content_start)
    content_end = closing.start() if closing else len(written)
    is_starred = written.startswith("/*")
    lines: list[Line] = []
    offset = content_start
    for part in written[content_start:content_end].split("\n"):
        text = part.strip()
        start = span.start + offset + len(part) - len(part.lstrip())
        indent = start - (raw.rfind("\n", 0, start) + 1)
        line = Line(text, start, indent)
        if is_starred and offset > content_start and text[:1] == "*" and text[1:2] != "*":
            line = line.after(1)  # also without a space: *texto
        lines.append(_without_decoration(line))
        offset += len(part) + 1
    return lines


def _without_decoration(line: Line) -> Line:
    """Return a line without strips of signs and tags of XML at its margins."""
    if match := _LEFT.match(line.text):
        line = line.after(match.end())
    return _shortened(line, _RIGHT)


def _shortened(line: Line, pattern: re.Pattern[str]) -> Line:
    """Return a line without the end that `pattern` matches in the reversed text.

    A search forward would try every sign of a row of signs.
    """
    match = pattern.match(line.text[::-1])
    return line._replace(text=line.text[: -match.end()]) if match else line


# ------------------------------------------------------------------ paragraphs


class _Collector:
    """Blocks and suppressions that are collected, comment by comment."""

    def __init__(self, raw: str, names: Container[str]) -> None:
        """Collect from a file; `names`: those that its code uses."""
        self._raw = raw
        #: what the program around the comments names
        self._names = names
        #: each block, and whether it is certainly in Portuguese
        self._blocks: list[tuple[Block, bool]] = []
        #: how many paragraphs are in Portuguese, Spanish or another language, or in an unknown one
        self._languages: Counter[str] = Counter()
        self.comments: list[Comment] = []
        self._section = 0
        #: lines and kind of the paragraph that is being read
        self._paragraph: list[Line] = []
        self._kind = Kind.PARAGRAPH
        #: whether the comment has a single line of text
        self._is_alone = True

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Return the Portuguese blocks; those of unknown language if most others are Portuguese.

        Where Spanish comments prevail, only blocks with words that Spanish does not have.
        """
        if self._languages["es"] > self._languages["pt"]:
            return tuple(
                block for block, _ in self._blocks if is_only_portuguese(block.content.text)
            )
        mostly = self._languages["pt"] > max(1, self._languages["other"])
        return tuple(block for block, is_sure in self._blocks if is_sure or mostly)

    def read(self, group: _Group) -> None:
        """Add the paragraphs of a comment, without examples, code and tags."""
        self._section += 1
        if group.is_string:
            self._string(group.lines)
            return
        filled = [line for line in group.lines if line.text]
        self._is_alone = len(filled) == 1
        self._width = max([72, *(line.indent + len(line.text) for line in filled)])
        skipped_until: Literal["fence", "tag"] | None = None
        example_indent: int | None = None  # deeper lines are an example
        part_indent: int | None = None  # of the part of a docstring ("Args:") that is read
        for line in group.lines:
            text = line.text
            if _SUPPRESSION.match(text):
                self._end()
                self.comments.append(Comment(text, Span(line.start, line.end)))
                continue
            if skipped_until:
                if _FENCE_END.match(text):
                    skipped_until = None
                elif text[:1] == "@" and skipped_until == "tag":
                    skipped_until = None
                    part_indent, example_indent = self._line(line, None), None
                continue
            if not text:
                self._end()
                continue
            if example_indent is not None:
                if line.indent > example_indent:
                    continue
                example_indent = None
            if _FENCE.match(text):
                self._end()
                skipped_until = "fence"
                continue
            if (tag := _TAG.match(text)) and tag[1] in _EXAMPLE_TAGS:
                self._end()
                skipped_until = "tag"
                continue
            if _EXAMPLE.fullmatch(text) or text.endswith("::"):
                self._end()
                example_indent = line.indent
                continue
            if part_indent is not None and line.indent < part_indent:
                part_indent = None
            part_indent = self._line(line, part_indent)
        self._end()

    def _line(self, line: Line, part_indent: int | None) -> int | None:
        """Read a line outside of examples; return the indent of the docstring's part it is in.

        A part is a list such as "Args:", whose entries begin with a name.
        """
        nested = _NESTED.match(line.text)
        if nested and _is_statement(nested[1]):
            self._end()
            line = line.after(nested.end())
        text = line.text
        if _FOR_TOOLS.match(text) or _PROMPT.match(text) or _is_statement(text):
            self._end()
            return part_indent
        if _PART.fullmatch(text):
            self._end()
            return line.indent
        line, is_new = _strip_doc_tag(line)
        if part_indent is not None and (entry := _ENTRY.match(line.text)):
            line, is_new = line.after(entry.end()), True
        if task := _TASK.match(line.text):
            line, is_new = line.after(task.end()), True
        if item := _ITEM.match(line.text):
            line, is_new = line.after(item.end()), True
        if is_new:
            self._end()
            self._kind = Kind.LIST_ITEM
        parts = list(_columns(line))
        for part in parts:
            if len(parts) > 1:
                self._end()
                self._kind = Kind.LIST_ITEM
            if not part.text:
                self._end()
                continue
            if self._paragraph and self._begins_paragraph(part):
                self._end()
            self._paragraph.append(part)
        return part_indent

    def _begins_paragraph(self, line: Line) -> bool:
        """Return whether a line begins a paragraph: with a capital, though its first word would
        have fitted on the line before it."""
        previous = self._paragraph[-1]
        first_word = line.text.split()[0]
        if not line.text[:1].isupper() or previous.text.endswith((",", "(")):
            return False
        return previous.indent + len(previous.text) + 1 + len(first_word) <= self._width

    def _string(self, lines: Sequence[Line]) -> None:
        """Add the paragraphs of a string literal, unless it is SQL."""
        if _SQL.search("\n".join(line.text for line in lines)):
            return
        for has_text, part in groupby(lines, lambda line: bool(line.text)):
            if not has_text:
                continue
            paragraph = list(part)
            word_count = sum(len(LETTERS.findall(line.text)) for line in paragraph)
            if word_count >= _MIN_STRING_WORDS:
                self._paragraph, self._kind = paragraph, Kind.LIST_ITEM
                self._end()

    def _end(self) -> None:
        """End the paragraph; it is a block if it is in Portuguese."""
        lines, kind = self._paragraph, self._kind
        self._paragraph, self._kind = [], Kind.PARAGRAPH
        if not lines:
            return
        content = joined(lines)
        masked = [match.span() for match in _NAMES.finditer(content.text)]
        for match in _LISTED.finditer(content.text):
            are_names = all(word in self._names for word in ALPHANUMERIC.findall(match[0]))
            if are_names and not touches(masked, *match.span()):
                masked = sorted([*masked, match.span()])
        masked = self._with_documented(content, masked)
        chars = list(content.text)
        for start, end in masked:
            chars[start:end] = " " * (end - start)
        text_without_names = "".join(chars)
        language = lean(text_without_names)
        self._languages[language] += 1
        if language == "other":
            self._languages["es"] += detect(text_without_names) == "es"
        if language not in ("pt", "und"):
            return
        if self._is_alone:
            kind = Kind.LIST_ITEM
        opaque = tuple(content.span(start, end) for start, end in masked)
        block = Block(kind, content, self._section, opaque=opaque)
        self._blocks.append((block, language == "pt"))

    def _with_documented(
        self, content: Text, masked: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Return the masked ranges and the name that a comment documents ("// Total soma …")."""
        first_word = LETTERS.match(content.text)
        is_masked = bool(masked) and masked[0][0] == 0
        if is_masked or first_word is None or len(first_word[0]) < 3:
            return masked
        if not first_word[0][0].isupper():
            return masked
        name = re.compile(rf"\b{first_word[0]}\b")
        end = content.ends[-1]
        for _ in range(_LINES_AFTER_COMMENT):
            start, end = end, self._raw.find("\n", end + 1)
            code = self._raw[start : end if end > 0 else len(self._raw)]
            if name.search(code) and not _COMMENTED.match(code):
                spans = [match.span() for match in name.finditer(content.text)]
                return sorted({*masked, *(span for span in spans if not touches(masked, *span))})
            if end < 0:
                break
        return masked


def _strip_doc_tag(line: Line) -> tuple[Line, bool]:
    """Return a line without its documentation tag, type and parameter name ("@param {int} n
    text" is "text"), and whether it had one."""
    had_tag = False
    if match := _XML.match(line.text):
        line, had_tag = line.after(match.end()), True
    line = _shortened(line, _XML_RIGHT)
    match = _TAG.match(line.text)
    if match is None:
        return line, had_tag
    at_tag, field = match[1], match[2]  # "@param" of Javadoc, ":param" of Sphinx
    name = (at_tag or field).lower()
    if name in _DROPPED_TAGS:
        return line.after(len(line.text)), True
    line = line.after(match.end())
    if field:
        return line, True
    if name in _NAMED_TAGS | _RETURN_TAGS and (braces := _BRACES.match(line.text)):
        line = line.after(braces.end())
    if name in _NAMED_TAGS:
        typed_name = _TYPED_NAME.match(line.text) or _NAME.match(line.text)
        line = line.after(typed_name.end()) if typed_name else line
    elif name in _RETURN_TAGS and (typed_name := _TYPE.match(line.text)):
        line = line.after(typed_name.end())
    if separator := _AFTER_NAME.match(line.text):
        line = line.after(separator.end())
    return line, True


def _columns(line: Line) -> Iterator[Line]:
    """Yield the parts of a line that wide gaps divide, as in a table."""
    is_first = True
    while gap := _WIDE_GAP.search(line.text):
        part = line._replace(text=line.text[: gap.start()])
        if not is_first or len(part.text.split()) > 2:  # else the name of what follows
            yield part
        line, is_first = line.after(gap.end()), False
    yield line


def _is_statement(text: str) -> bool:
    """Return whether a line of a comment is code that was commented out."""
    if _STATEMENT.search(text):
        return True
    if not is_code(text):
        return False
    if text.endswith((";", "{", "}")):
        return True
    words = [word.lower() for word in LETTERS.findall(_NAMES.sub(" ", text))]
    return sum(word in function_words() for word in words) < 2
