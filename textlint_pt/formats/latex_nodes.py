"""The prose of LaTeX: pylatexenc reads the markup, this says what of it is text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexCommentNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexNode,
    LatexSpecialsNode,
    LatexToken,
    LatexWalker,
    LatexWalkerError,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import MacroSpec

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats.markup import are_verses, by_word, listed, words
from textlint_pt.text.document import EMPTY, Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS

_HEADINGS = listed("latex.headings")
#: what stands apart from the sentence that it is written in
_APART = listed("latex.apart")
#: what has a place in the sentence, and is no prose
_OPAQUE = listed("latex.opaque")
#: inline code in braces or between two equal signs, in which no sign means anything
_PRINTED = listed("latex.printed")
_CODE = words("texttt code path") | _PRINTED
_OPAQUE |= _PRINTED
#: commands and declarations (`{\\it x}`) that set their text apart
_SET_APART = {
    **dict.fromkeys(listed("latex.set-apart.emphasis"), MarkupKind.EMPHASIS),
    "textbf": MarkupKind.STRONG,
}
_DECLARED = {
    **dict.fromkeys(listed("latex.declared.emphasis"), MarkupKind.EMPHASIS),
    **dict.fromkeys(words("bf bfseries"), MarkupKind.STRONG),
    **dict.fromkeys(words("tt ttfamily"), MarkupKind.CODE),
}
#: of what is opaque: what names a part of the text, a source, a term
_REFERENCES = listed("latex.references")
#: what leaves no trace, with its arguments
_DROPPED = listed("latex.dropped")
#: commands of an author's own: those that read a file, and those that quote
_LOADS = regex(r"(?:import|include|input|load)[A-Za-z]*")
_FILE = regex(r"\{\s*[\w./-]{1,200}\.(?:jpe?g|png|pdf|eps|svg|tex|JPE?G|PNG|PDF)\s*\}")
_QUOTES_WORDS = regex(r"enquote|[a-z]*[aA]spas|mkbibquote")
_LISTINGS = listed("latex.listings")
_NO_PROSE = _LISTINGS | listed("latex.no-prose")
#: what defines a listing of the author's own, with its name
_DEFINES_LISTING = regex(
    r"\\(?:lstnewenvironment|DefineVerbatimEnvironment|newtcblisting|specialcomment|excludecomment"
    r"|newverbatim)\{(\w+)\}|\\newminted(?:\[(?P<name>\w+)\])?\{(?P<language>\w+)\}"
)
_NO_MARKUP = regex(
    r"\\begin\{(?P<listing>\w+)\*?\}|\\(?P<false>iffalse)(?![A-Za-z@])"
    rf"|\\(?P<code>{'|'.join(sorted(_PRINTED))})(?![A-Za-z@])\*?"
    r"|\\verb(?P<star>\*?)(?P<sign>[^\sA-Za-z*])[^\r\n]*?(?P=sign)|\\(?:[A-Za-z@]+|.)|%[^\r\n]*",
    re.DOTALL,
)
_CONDITION = regex(
    r"\\(?:(?P<begin>if[A-Za-z@]*)|(?P<else>else)|(?P<end>fi))(?![A-Za-z@])|\\.|%[^\r\n]*"
)
#: an argument with settings, whatever the command
_SETTINGS = regex(
    r"\{\s*(?:[A-Za-z][\w /.-]{0,40}=[^={}]{0,80}(?:\{[^{}]{0,80}\}\s*)?,\s*){1,3}"
    r"[A-Za-z][\w /.-]{0,40}="
)
#: one that is a name: \\settocdepth{subsection}
_SETTING = regex(r"\{[a-z]{1,60}\}")
_OPTIONS = regex(r"[ \t]*+(?:\[[^\[\]]*+\][ \t]*+)?")
#: a command with its arguments, or how an environment begins
_BRACED = r"\{(?:[^{}]++|\{[^{}]*+\})*+\}"
_BEGIN = regex(
    rf"\\(?:begin\{{[^{{}}]*\}}|[A-Za-z]+\*?)(?:\[(?:[^\[\]{{}}]++|{_BRACED})*+\]|{_BRACED})*+"
)
_NAME = regex(r"(\\(?:begin|end)\{)([^{}\\\n]{1,80})(?=\})")
#: the caption among options
_CAPTION = regex(r"[\[,]\s*(?:caption|title)\s*=\s*(?:(?P<braced>\{)|(?P<bare>[^{}\\,\]]+))")
_LISTS = listed("latex.lists")
_QUOTES = listed("latex.quotes")
#: environments whose argument is a heading
_TITLED = listed("latex.titled")
#: languages as babel and polyglossia call them
_PORTUGUESE = listed("latex.portuguese")
_LANGUAGES = listed("latex.languages")
#: after a command without arguments: it stands for words
_AFTER_WORDS = regex(r"[ \t]*\\ |\{\}|[~.,;:!?)\]}'\u201d\u00bb]")
_BEFORE_WORDS = regex(r"[\s~({`\u201c\u00ab]")
#: on which slides beamer shows what follows a command: \\only<2->, \\item<+-| alert@+>
_OVERLAY = regex(r"<(?=[^<>\n]{0,60}[\d+.])[\w+.,|@:()\- ]{1,60}>")
_WITH_OVERLAY = regex(r"(?:\\begin\{[^{}\n]{1,40}\}|\\[A-Za-z]+\*?)(?=<)")
#: before a command whose argument is a note: nothing in the sentence clings to a word
_NOTED = regex(r"[^\W_]|[.,;:!?]")
_COMMANDS = regex(r"\\[A-Za-z@]+")
#: around a command that is no part of a paragraph: blank lines, comments, other commands
_LINES_BEFORE = regex(r"(?:\A|\n[ \t]*\n|[}\]][ \t]*(?:%[^\n]{0,80})?\n)[ \t]*\Z")
_LINES_AFTER = regex(r"[ \t]*(?:%[^\n]*)?(?:\n[ \t]*(?:[\n\\%]|\Z)|\Z)")
_TABLES = listed("latex.tables")
#: arguments that pylatexenc does not know: "{" one that must be there, "[" one that may, "*" a star
_ARGUMENTS = by_word("latex.arguments")
#: characters of an argument in which words are looked for
_CONTEXT_LENGTH = 400
_BRACKETS = regex(r"(?s)\\.|[\[\]{}]")
_BLANK = regex(r"(?:\r\n|[\r\n])[ \t]*(?:\r\n|[\r\n])\s*")
_GROUP = regex(rf"[{{}}]|{_BLANK.pattern}")
#: a hyphen as babel has it be repeated where the line ends: fazê"-lo
_HYPHEN = regex(r'(?<=[\w}])"[-=](?=\s?\w|\Z)')
_QUOTED = regex(r'"[^\W_]+\Z')
_SUPPRESSION = regex(r"\s*(textlint-pt-.*)")
_SPECIALS = {"~": "\u00a0", "--": "–", "---": "—", "``": "“", "''": "”", "<<": "«", ">>": "»"}
_SIGNS = {**{sign: sign for sign in "%&_#$"}, "{": "{", "}": "}"}
_SPACES = frozenset((" ", ",", ";", ":", "\n", "\t", "\r\n", "\r", "/", "quad", "qquad"))
_SYMBOLS = {
    "ldots": "…", "dots": "…", "textellipsis": "…", "guillemotleft": "«", "guillemotright": "»",
    "textemdash": "—", "textendash": "–", "textquotedblleft": "“", "textquotedblright": "”",
    "S": "§", "textbackslash": "\\", "ordm": "º", "ordf": "ª", "textordmasculine": "º",
    "textordfeminine": "ª", "euro": "€", "copyright": "©", "og": "«", "fg": "»", "hyp": "-",
}  # fmt: skip
#: letters that macros write: accents over a letter, and letters of other alphabets than ASCII
_LETTERS = listed("latex.letters")
#: tokens a character that are read, with those that are read again: documents have .1 to .3, one of
#: links alone 5
_MAX_TOKENS_PER_CHARACTER = 10
#: characters of such a macro with its letter, of which pylatexenc reads an accent over an accent
#: twice, and what is in these four times
_LONGEST_LETTER = 24


def parse(raw: str) -> Parsed:
    """Return the prose of a LaTeX file; `Malformed` where it cannot be read."""
    readable = _NAME.sub(_plain_name, _without_overlays(_without_listings(raw)))
    walker = _Walker(readable, latex_context=_context(), tolerant_parsing=True)
    try:
        nodes, _, _ = walker.get_latex_nodes()
        reader = _Reader(raw, _closing_brackets(readable), walker)
        reader.read(nodes, in_preamble="\\begin{document}" in readable)
    except RecursionError as error:
        raise Malformed("nested too deeply to be read", 0) from error
    except IndexError as error:  # pylatexenc, where the text ends after \verb
        raise Malformed("ends inside a command", len(raw)) from error
    except LatexWalkerError as error:
        raise Malformed(str(error).splitlines()[0], int(getattr(error, "pos", 0) or 0)) from error
    reader.flush()
    return Parsed(tuple(reader.blocks), tuple(reader.comments), markup=tuple(reader.markup))


def _plain_name(match: re.Match[str]) -> str:
    """Return an environment's name without the signs that the parser takes for the end of it."""
    return match[1] + re.sub(r"[^\w*]", "x", match[2])


def _without_listings(raw: str) -> str:
    """Return a text of the same length without listings, verbatim and unprinted text.

    The parser would read these as markup: code becomes "{xxx}", `\\iffalse … \\fi` "\\hspace{xxx}".
    """
    own_listings = {name for match in _DEFINES_LISTING.finditer(raw) for name in _defined(match)}
    parts, copied_to, end = [], 0, 0
    while match := _NO_MARKUP.search(raw, end):
        end = match.end()
        if match["listing"] in _LISTINGS or match["listing"] in own_listings:
            start, end = end, raw.find(f"\\end{{{match['listing']}", end)
            end = len(raw) if end < 0 else end
            caption_start, caption_end = _caption_range(raw, match.start(), end)
            replacement = (
                " " * (caption_start - start)
                + raw[caption_start:caption_end]
                + " " * (end - caption_end)
            )
        elif match["false"]:
            start, end = match.start(), _end_of_false(raw, end)
            filling = end - start - len("\\hspace{}")  # which leaves no trace
            replacement = f"\\hspace{{{'x' * filling}}}" if filling >= 0 else ""
            end = end if replacement else start
        elif match["code"]:
            start, end = _inline_code(raw, match["code"], end)
            replacement = f"{{{'x' * (end - start - 2)}}}"
        elif match["star"]:  # of which pylatexenc knows nothing
            start = match.start("star")
            replacement = match["sign"] + "x" * (end - start - 2) + match["sign"]
        else:
            continue
        if end > start:
            parts += [raw[copied_to:start], replacement]
            copied_to = end
        end = max(end, match.end())
    return "".join([*parts, raw[copied_to:]])


def _caption_range(raw: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of a caption among options; an empty one at the end if there is none."""
    opening = _BEGIN.match(raw, start, end)
    found = _CAPTION.search(raw, start, opening.end()) if opening else None
    if found is None:
        return end, end
    if found["bare"]:
        return found.span("bare")
    group_start = found.start("braced")
    group_end = _group_end(raw, group_start)
    return (group_start, group_end) if group_end >= 0 else (end, end)


def _defined(match: re.Match[str]) -> Sequence[str]:
    """Return the names of listings that a definition makes."""
    name = match[1] or match["name"] or f"{match['language']}code"
    return name, f"{name}*"


def _end_of_false(raw: str, start: int) -> int:
    """Return where the text continues after `\\iffalse`: at its `\\else` or `\\fi`."""
    depth = 0
    for match in _CONDITION.finditer(raw, start):
        if match["begin"]:
            depth += 1
        elif depth == 0 and (match["end"] or match["else"]):
            return match.end()
        elif match["end"]:
            depth -= 1
    return len(raw)


def _inline_code(raw: str, name: str, start: int) -> tuple[int, int]:
    """Return the range of inline code with its delimiters; empty if there is none."""
    nothing = -1
    start = _after_options(raw, start)
    if name in ("mintinline", "mint", "inputminted"):  # whose first argument is the language
        start = _after_options(raw, max(start, _group_end(raw, start)))
    end = _group_end(raw, start)
    sign = raw[start : start + 1]  # the code may stand between two of it: \lstinline|x = 1|
    if end < 0 and sign and not (sign.isalnum() or sign.isspace()):
        end = raw.find(sign, start + 1) + 1 or nothing
        if end > 0 and _BLANK.search(raw, start, end):
            end = nothing
    return (start, end) if end > start else (start, start)


def _after_options(raw: str, position: int) -> int:
    """Return where the options in brackets end that may begin here."""
    match = _OPTIONS.match(raw, position)
    return match.end() if match else position


def _group_end(raw: str, start: int) -> int:
    """Return the end of the group in braces at `start`; -1 if its paragraph ends before."""
    if not raw.startswith("{", start):
        return -1
    depth = 0
    for match in _GROUP.finditer(raw, start):
        if match[0] not in "{}":  # a blank line
            break
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return -1


def _without_overlays(raw: str) -> str:
    """Return the text with overlay specifications of beamer blanked out: "\\only<2->"."""
    parts, copied_to = [], 0
    for match in _WITH_OVERLAY.finditer(raw):
        if overlay := _OVERLAY.match(raw, match.end()):
            parts += [raw[copied_to : match.end()], " " * len(overlay[0])]
            copied_to = overlay.end()
    return "".join([*parts, raw[copied_to:]])


class _Walker(LatexWalker):  # type: ignore[misc]
    """Reads plain text in runs: character by character its time grows with the square of the text.
    Braces without their partner, at which it reads the same text repeatedly, are refused."""

    _token_count = 0

    def get_token(
        self, pos: int, include_brace_chars: Any = None, environments: bool = True, **options: Any
    ) -> Any:
        """Return the token at `pos`, plain characters in a row as one; `Malformed` if too many."""
        self._token_count += 1
        if self._token_count > _MAX_TOKENS_PER_CHARACTER * (len(self.s) + _LONGEST_LETTER):
            raise Malformed("too many braces that do not close", pos)
        # pylatexenc turns `environments` off for an argument, which without braces is one character
        if environments:
            found = _plain(bool(include_brace_chars)).match(self.s, pos)
            if found:
                return LatexToken("char", found.group(), pos, len(found.group()), "")
        return super().get_token(pos, include_brace_chars, environments, **options)


@cache
def _plain(in_brackets: bool) -> re.Pattern[str]:
    """Return a pattern of plain characters with blanks between them, or of many blanks."""
    specials = [s for category in _context().d.values() for s in category["specials"]]
    marks = "|".join(re.escape(special) for special in specials)
    brackets = r"<>()\[\]" if in_brackets else ""
    plain_character = rf"(?:(?!{marks})[^\s\\%{{}}${brackets}])"
    # a star may belong to the command before it
    return re.compile(
        rf"(?![ \n]?\*)(?:{plain_character}++|[ \n](?={plain_character}))++|\s{{50,}}(?=\s)"
    )


@cache
def _context() -> Any:
    """Return the macros that pylatexenc knows, with ours."""
    context = get_default_latex_context_db()
    context.add_context_category(
        "textlint-pt",
        prepend=True,
        macros=[MacroSpec(name, arguments) for name, arguments in _ARGUMENTS.items()],
    )
    return context


class _Reader:
    """Collects blocks from nodes; `_parts` is the paragraph that is being read."""

    def __init__(self, raw: str, closing: Mapping[int, int], walker: _Walker) -> None:
        """Prepare to read nodes; `closing`: ends of brackets and braces by start."""
        self._raw = raw
        self._walker = walker
        self._closing = closing
        self.blocks: list[Block] = []
        self.comments: list[Comment] = []
        self.markup: list[Markup] = []
        self._parts: list[Text] = []
        self._opaque: list[Span] = []
        #: footnotes and the like, read when the paragraph ends
        self._later: list[tuple[Kind, Sequence[LatexNode]]] = []
        self._kind = Kind.PARAGRAPH
        self._section = 0
        self._interrupted = False
        #: arguments that are not read, from here on
        self._skipped: list[Span] = []
        #: where arguments begin that are read as notes
        self._notes: set[int] = set()
        #: what accents and their letters stand for, as they are written
        self._letters: dict[str, str] = {}
        #: where paragraphs end though no blank line says so
        self._ends: list[int] = []
        self._readers: Mapping[type[LatexNode], Callable[[Any], None]] = {
            LatexCharsNode: self._chars,
            LatexSpecialsNode: self._special,
            LatexGroupNode: self._group,
            LatexMathNode: self._math,
            LatexCommentNode: self._comment,
            LatexMacroNode: self._macro,
            LatexEnvironmentNode: self._environment,
        }

    def flush(self) -> None:
        """End the paragraph, then read footnotes and the like that were in it."""
        if self._parts:
            content = Text.join(self._parts)
            first = content.text.lstrip()[:1]
            if first and self._has_words():
                continues = self._interrupted and self._kind is Kind.PARAGRAPH and first.islower()
                opaque = tuple(self._opaque)
                self.blocks.append(Block(self._kind, content, self._section, continues, opaque))
                self._interrupted = False
        self._parts, self._opaque = [], []
        pending, self._later = self._later, []
        for kind, nodes in pending:
            self._read_as_block(kind, nodes)

    def _has_words(self) -> bool:
        """Return whether the paragraph has a letter or figure that is not opaque."""
        opaque = {span.start for span in self._opaque}
        return any(
            any(map(str.isalnum, part.text))
            for part in self._parts
            if part.text and part.span().start not in opaque
        )

    def _read_as_block(self, kind: Kind, nodes: Sequence[LatexNode]) -> None:
        """Read nodes as a block of their own."""
        outer_kind, self._kind = self._kind, kind
        self.read(nodes)
        self.flush()
        self._kind = outer_kind

    def read(self, nodes: Sequence[LatexNode], in_preamble: bool = False) -> None:
        """Read nodes in order; in the preamble only titles and comments."""
        follows_dropped = follows_quoting = False  # whether a group may be a command's argument
        for node in nodes:
            if node is None or self._skipped_arguments_end(node.pos) >= node.pos + node.len:
                continue
            if self._ends and self._ends[0] <= node.pos:
                self.flush()
                self._ends = [end for end in self._ends if end > node.pos]
            is_group = isinstance(node, LatexGroupNode)
            if is_group and (follows_dropped or _SETTINGS.match(self._raw, node.pos)):
                continue
            macro = node.macroname if isinstance(node, LatexMacroNode) else ""
            follows_dropped = macro in _DROPPED or _LOADS.fullmatch(macro) is not None
            if is_group and follows_quoting:
                self._quotation(node)
                follows_quoting = False
                continue
            is_star = isinstance(node, LatexCharsNode) and node.chars == "*"
            is_quoting = _QUOTES_WORDS.fullmatch(macro) is not None
            follows_quoting = is_quoting or (follows_quoting and is_star)
            if follows_quoting:
                continue
            if in_preamble:
                self._preamble(node)
            else:
                self._readers[type(node)](node)

    def _group(self, node: LatexGroupNode) -> None:
        """Read a group in braces, and mark it if a declaration formats it."""
        if node.pos in self._notes:
            self._later.append((Kind.PARAGRAPH, node.nodelist))
            return
        kind = _declared_kind(node)
        if kind is MarkupKind.CODE:
            first = node.nodelist[0]
            inner = self._written(first.pos + first.len, node.pos + node.len - 1)
            self._mark(kind, node, inner)
            self._hide(node)
            return
        first_part = len(self._parts)
        self.read(node.nodelist)
        if kind is not None:
            self._mark(kind, node, Text.join(self._parts[first_part:]))

    def _quotation(self, node: LatexGroupNode) -> None:
        """Read an argument that is shown in quotation marks: "\\enquote{sim}" → "“sim”"."""
        end = node.pos + node.len
        self._parts.append(Text("“", [node.pos], [node.pos + 1]))
        self.read(node.nodelist)
        self._parts.append(Text("”", [end - 1], [end]))

    def _preamble(self, node: LatexNode) -> None:
        """Read a node of the preamble: comments, title, and the document itself."""
        if isinstance(node, LatexCommentNode):
            self._comment(node)
        elif isinstance(node, LatexEnvironmentNode) and node.environmentname == "document":
            self.read(node.nodelist)
            self.flush()
        elif isinstance(node, LatexMacroNode) and node.macroname in ("title", "subtitle"):
            self._macro(node)

    # -------------------------------------------------------------- characters

    def _put(self, node: LatexNode, text: str) -> None:
        """Add characters that stand for the whole node: "\\S" → "§"."""
        count = len(text)
        self._parts.append(Text(text, [node.pos] * count, [node.pos + node.len] * count))

    def _hide(self, node: LatexNode) -> None:
        """Add a node as opaque text, and the white space after it as plain text."""
        end = node.pos + len(self._raw[node.pos : node.pos + node.len].rstrip())
        if end > node.pos:
            self._parts.append(Text.verbatim(self._raw[node.pos : end], node.pos))
            self._opaque.append(Span(node.pos, end))
            if end < node.pos + node.len:
                self._parts.append(Text.verbatim(self._raw[end : node.pos + node.len], end))

    def _chars(self, node: LatexCharsNode) -> None:
        """Add characters; blank lines end the paragraph."""
        start = self._skipped_arguments_end(node.pos)
        text, run_start = node.chars[start - node.pos :], 0
        for match in _BLANK.finditer(text):
            self._run(text[run_start : match.start()], start + run_start)
            self.flush()
            run_start = match.end()
        if run_start < len(text):
            self._run(text[run_start:], start + run_start)

    def _run(self, text: str, start: int) -> None:
        """Add the characters of one paragraph; the hyphens of babel are hyphens: 'fazê"-lo'."""
        position = 0
        for match in _HYPHEN.finditer(self._raw, start, start + len(text)):
            if _QUOTED.search(self._raw, max(0, match.start() - _CONTEXT_LENGTH), match.start()):
                continue
            self._parts.append(
                Text.verbatim(text[position : match.start() - start], start + position)
            )
            self._parts.append(Text("-", [match.start()], [match.end()]))
            position = match.end() - start
        self._parts.append(Text.verbatim(text[position:], start + position))

    def _special(self, node: LatexSpecialsNode) -> None:
        written = node.specials_chars
        if _BLANK.match(written) or written == "&":
            self.flush()
        else:
            self._put(node, _SPECIALS.get(written, written))

    def _math(self, node: LatexMathNode) -> None:
        if node.displaytype == "inline":
            self._hide(node)
            return
        self._code(node)

    def _code(self, node: LatexNode) -> None:
        """Read a block that is not prose: the paragraph before it may continue after it."""
        self.flush()
        opening = _BEGIN.match(self._raw, node.pos)
        end = self._raw.rfind("\\end{", node.pos, node.pos + node.len)
        start = opening.end() if opening else node.pos
        content = self._written(start, end) if opening and start < end else EMPTY
        self._mark(MarkupKind.CODE_BLOCK, node, content)
        self._interrupted = True
        self._caption(node)

    def _caption(self, node: LatexNode) -> None:
        """Read the caption among the options of a command or an environment."""
        start, end = _caption_range(self._raw, node.pos, node.pos + node.len)
        if start == end:
            return
        self.flush()
        self._interrupted = False  # what follows goes on with no caption
        if self._raw[start] == "{":
            self._read_as_block(Kind.PARAGRAPH, self._walker.get_latex_expression(start)[:1])
        else:
            self._parts.append(self._written(start, end))
            self.flush()

    def _written(self, start: int, end: int) -> Text:
        return Text.verbatim(self._raw[start:end], start)

    def _mark(
        self, kind: MarkupKind, node: LatexNode, content: Text, target: str = "", name: str = ""
    ) -> None:
        """Record markup on a node."""
        written = self._written(node.pos, node.pos + node.len)
        written = written[: len(written.text.rstrip())]
        content = content.within(written.span())
        self.markup.append(Markup(kind, written, content, target, name))

    def _mark_macro(self, node: LatexMacroNode, shown: Text) -> None:
        """Record the markup of a command; `shown`: what it adds to the text."""
        name = node.macroname
        arguments = [  # those in braces, as they are written
            self._written(argument.pos + 1, argument.pos + argument.len - 1)
            for argument in _arguments(node)
            if argument is not None and _is_in_braces(argument) and argument.len > len("{}")
        ]
        if name == "verb":
            delimiter = node.pos + len("\\verb")
            if self._raw.startswith("*", delimiter):
                delimiter += 1
            inner = self._written(delimiter + 1, node.pos + node.len - 1)
            self._mark(MarkupKind.CODE, node, inner)
        if not arguments:
            return
        first, last = arguments[0], arguments[-1]
        if name in _CODE:
            self._mark(MarkupKind.CODE, node, last)
        elif kind := _SET_APART.get(name):
            self._mark(kind, node, shown)
        elif name in ("url", "href"):
            self._mark(MarkupKind.LINK, node, shown if name == "href" else last, first.text)
        elif name == "includegraphics":
            self._mark(MarkupKind.IMAGE, node, EMPTY, last.text)
        elif name == "label":
            self._mark(MarkupKind.ANCHOR, node, EMPTY, last.text)
        elif name in _REFERENCES:
            self._mark(MarkupKind.ROLE, node, last, last.text, name)

    def _comment(self, node: LatexCommentNode) -> None:
        """Record a comment that suppresses findings; blank lines after one end the paragraph."""
        end = node.pos + 1 + len(node.comment)
        if match := _SUPPRESSION.fullmatch(node.comment):
            self.comments.append(Comment(match[1].rstrip(), Span(node.pos, end)))
        elif _BLANK.search(self._raw[end : node.pos + node.len]):
            self.flush()

    # -------------------------------------------------------------- commands

    def _macro(self, node: LatexMacroNode) -> None:
        """Read a command: a symbol, heading, footnote, formatting or unknown one."""
        name = node.macroname
        if name in _SIGNS or name in _SYMBOLS:
            self._put(node, _SIGNS.get(name) or _SYMBOLS[name])
        elif name in _SPACES:
            self._put(node, " ")
        elif name in _LETTERS and node.len <= _LONGEST_LETTER:
            written = self._raw[node.pos : node.pos + node.len]
            if written not in self._letters:
                letter = LatexNodes2Text().nodelist_to_text([node])
                self._letters[written] = unicodedata.normalize("NFC", letter)
            self._put(node, self._letters[written])
        elif name in ("\\", "newline", "linebreak"):
            self._put(node, "\n")
            if self._kind is Kind.TABLE_CELL:
                self.flush()
        elif name in ("-", "/"):
            return  # where a word may be divided
        elif name == "par":
            self.flush()
        elif name == "item":
            self.flush()
            self.read([n for n in _arguments(node) if n is not None][:1])
            if self._parts:  # the label's bracket parts it from the text
                end = node.pos + node.len
                self._parts.append(Text(" ", [end - 1], [end]))
        elif name in _HEADINGS:
            self._section += 1
            self.flush()
            self._read_as_block(Kind.HEADING, _shown_argument(node))
        elif name in _APART:
            self._later.append((Kind.PARAGRAPH, _shown_argument(node)))
        elif name in _OPAQUE or name in _LETTERS:
            self._mark_macro(node, EMPTY)
            self._hide(node)
        elif name in _DROPPED:
            self._mark_macro(node, EMPTY)
            self._caption(node)
        elif not any(_arguments(node)):
            self._unknown(node)
        else:
            first_part = len(self._parts)
            self.read(_arguments(node)[1:] if name == "lettrine" else _shown_argument(node))
            if name == "href" or name in _SET_APART:
                self._mark_macro(node, Text.join(self._parts[first_part:]))

    def _unknown(self, node: LatexMacroNode) -> None:
        """Handle a command whose arguments are unknown.

        Of several arguments those with words are read, none in brackets; a command without any may
        stand for words, and one attached to a word adds a note to it.
        """
        # pylatexenc counts the blanks after a command to it, LaTeX gives it none of them
        end = node.pos + len(f"\\{node.macroname}")
        line = self._raw[self._raw.rfind("\n", 0, node.pos) + 1 : node.pos]
        if not line.strip() and _OVERLAY.match(self._raw, end):
            self.flush()  # the slides show this line apart
        arguments = self._arguments_after(end)
        groups = [span for span in arguments if self._raw[span.start] == "{"]
        if not arguments:
            follows_blank = not node.pos or _BEFORE_WORDS.match(self._raw, node.pos - 1)
            if follows_blank and _AFTER_WORDS.match(self._raw, end):
                self._hide(node)
        elif len(arguments) == 1 and self._is_setting(node, arguments[0]):
            self._skipped.append(arguments[0])
        elif len(arguments) == len(groups) == 1:
            if self._is_note(node, arguments[0]):
                self._notes.add(arguments[0].start)
        else:
            if len(groups) > 1 and self._is_alone(node.pos, arguments[-1].end):
                # a field of a form, an entry of a list: its arguments are no sentence together
                self._ends = [*(span.start for span in arguments), arguments[-1].end]
            self._skipped += [
                span for span in arguments if span not in groups or not self._is_prose(span)
            ]

    def _is_setting(self, node: LatexMacroNode, argument: Span) -> bool:
        """Return whether an argument is a file, or one word in lower case after a command alone."""
        if _FILE.fullmatch(self._raw[argument.start : argument.end]):
            return True
        is_word = _SETTING.match(self._raw, argument.start) is not None
        return is_word and self._is_alone(node.pos, argument.end)

    def _is_prose(self, argument: Span) -> bool:
        """Return whether an argument has at least two words of two letters, and is no file."""
        written = self._raw[argument.start : argument.end]
        if " " not in written or _FILE.fullmatch(written):
            return False
        words_of_argument = LETTERS.findall(_COMMANDS.sub(" ", written[:_CONTEXT_LENGTH]))
        return sum(len(word) > 1 for word in words_of_argument) >= 2

    def _is_alone(self, start: int, end: int) -> bool:
        """Return whether a command stands on lines of its own, outside of paragraphs."""
        before = self._raw[max(0, start - _CONTEXT_LENGTH) : start]
        return bool(_LINES_BEFORE.search(before) and _LINES_AFTER.match(self._raw, end))

    def _is_note(self, node: LatexMacroNode, argument: Span) -> bool:
        """Return whether a command clings to a word; two letters are a suffix (1\\sup{a})."""
        return argument.end - argument.start > 4 and bool(_NOTED.match(self._raw, node.pos - 1))

    def _skipped_arguments_end(self, position: int) -> int:
        """Return the end of the skipped arguments at a position, or the position itself.

        Positions must ascend from call to call: arguments that end before one are forgotten.
        """
        while self._skipped and self._skipped[0].end <= position:
            self._skipped.pop(0)
        for span in self._skipped:  # one may follow another
            if span.start <= position < span.end:
                position = span.end
        return position

    def _arguments_after(self, position: int) -> list[Span]:
        """Return the star, brackets and braces right after a command and its overlay."""
        found: list[Span] = []
        if overlay := _OVERLAY.match(self._raw, position):
            position = overlay.end()
        if self._raw.startswith("*", position):
            found.append(Span(position, position + 1))
            position += 1
        while position in self._closing:
            end = self._closing[position] + 1
            if end > position + 2:  # an empty group only ends the command's name
                found.append(Span(position, end))
            elif self._raw[position] == "{":
                break
            position = end
        return found

    def _environment(self, node: LatexEnvironmentNode) -> None:
        """Read an environment by its name: code, list, quotation, table, verse, other language."""
        name = node.environmentname.rstrip("*")
        opening = self._raw.find("}", node.pos) + 1
        arguments = [] if any(_arguments(node)) else self._arguments_after(opening)
        language = name
        if name == "otherlanguage" and arguments:
            language = self._raw[arguments[-1].start + 1 : arguments[-1].end - 1]
        if name in _NO_PROSE:
            self._code(node)
            return
        self.flush()
        is_foreign = language in _LANGUAGES or (
            name == "otherlanguage" and language not in _PORTUGUESE
        )
        if is_foreign:
            self._interrupted = True
            return
        titles = [span.start for span in arguments if self._raw[span.start] == "{"]
        if titles and name in _TITLED:
            self._section += 1
            for title in (n for n in node.nodelist if n.pos == titles[0]):
                self._read_as_block(Kind.HEADING, title.nodelist)
        self._caption(node)
        if arguments:
            self._skipped += [Span(opening, arguments[0].start), *arguments]
        outer_kind = self._kind
        if name in _LISTS:
            self._kind = Kind.LIST_ITEM
        elif name in _QUOTES:
            self._kind = Kind.QUOTE
        elif name in _TABLES:
            self._kind = Kind.TABLE_CELL
        elif name == "verse" or (name == "center" and self._is_verse(node)):
            self._kind = Kind.VERSE
        self.read(node.nodelist)
        self.flush()
        self._kind = outer_kind

    def _is_verse(self, node: LatexEnvironmentNode) -> bool:
        """Return whether the lines between the first and the last line break are verse."""
        written = self._raw[node.pos : node.pos + node.len]
        lines = [line.strip() for line in written.split("\\\\")]
        return len(lines) > 2 and are_verses(lines[1:-1])


def _closing_brackets(raw: str) -> dict[int, int]:
    """Return where each bracket and brace is closed, by where it opens."""
    closing: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    for match in _BRACKETS.finditer(raw):
        bracket = match[0]
        if bracket in ("[", "{"):
            opened.append((bracket, match.start()))
        elif bracket == "}":
            while opened and opened[-1][0] == "[":
                opened.pop()
            if opened:
                closing[opened.pop()[1]] = match.start()
        elif bracket == "]" and opened and opened[-1][0] == "[":
            closing[opened.pop()[1]] = match.start()
    return closing


def _declared_kind(node: LatexGroupNode) -> MarkupKind | None:
    """Return how a group says that its text is set: `{\\it x}`, `{\\tt x}`."""
    first = node.nodelist[0] if node.nodelist else None
    return _DECLARED.get(first.macroname) if isinstance(first, LatexMacroNode) else None


def _arguments(node: LatexMacroNode) -> Sequence[LatexNode | None]:
    """Return the arguments that the parser found; None for one that is left out."""
    known = node.nodeargd
    if known is None or not known.argnlist:
        return ()
    arguments: Sequence[LatexNode | None] = known.argnlist
    return arguments


def _shown_argument(node: LatexMacroNode) -> Sequence[LatexNode]:
    """Return the last argument in braces, or else the last without, unless that is a star."""
    found = [argument for argument in _arguments(node) if argument is not None]
    if in_braces := list(filter(_is_in_braces, found)):
        return in_braces[-1:]
    last = [argument for argument in found if not isinstance(argument, LatexGroupNode)][-1:]
    return [n for n in last if not (isinstance(n, LatexCharsNode) and n.chars == "*")]


def _is_in_braces(argument: LatexNode) -> bool:
    return isinstance(argument, LatexGroupNode) and argument.delimiters[0] == "{"
