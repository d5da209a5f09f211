"""The blocks of a page as readers that are not ours see them, and all of it that is no prose.

`structure` of a page before and after corrections has to be the same: of prose it keeps only where
its lines end, of all else every character.
"""

from __future__ import annotations

import csv
import html.parser
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import PurePath
from typing import Any
from xml.etree import ElementTree

import docutils.nodes
import html5lib
import markdown
import polib
import yaml
from docutils.core import publish_doctree
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from pylatexenc.latexwalker import LatexWalker

#: an item of a page: what it is, and all of it that is no prose
Item = Any
_OPAQUE_ELEMENTS = frozenset(("script", "style", "code", "kbd", "samp", "var", "math", "textarea"))
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sd]|\{\w*\}|<[^>]*>|``[^`]*``|:[\w:]+:`[^`]*`(?!\w)")


def structure(path: str, raw: str) -> list[Item]:
    """What a page is besides its prose. An error of the reader is part of it."""
    return [raw.count("\n"), raw.count("\r"), *READERS[PurePath(path).suffix](raw)]


def _prose(text: str) -> Item:
    """What is kept of a piece of prose: that there is one, and its lines."""
    return ("prose", text.count("\n")) if text.strip() else ("space", text.count("\n"))


# ------------------------------------------------------------------ Markdown


@cache
def _markdown_it() -> MarkdownIt:
    return (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .use(front_matter_plugin)
        .use(deflist_plugin)
        .use(footnote_plugin)
        .use(dollarmath_plugin, allow_space=False, allow_digits=False)
        .use(amsmath_plugin)
        .use(colon_fence_plugin)
        .use(myst_block_plugin)
        .use(myst_role_plugin)
    )


#: metadata end at the margin; markdown-it takes lines of dashes that are indented, too
_FRONT = re.compile(r"---[ \t]*\n(?:.*\n)*?---[ \t]*$", re.MULTILINE)


#: admonitions of MkDocs, whose pages Python-Markdown reads; to CommonMark their text is code
_ADMONITION = re.compile(r"^ {0,3}(?:!!!|\?\?\?\+?) \w", re.MULTILINE)
_EXTENSIONS = ("extra", "admonition", "pymdownx.details", "pymdownx.superfences")


def _markdown(raw: str) -> Iterator[Item]:
    if _ADMONITION.search(raw):
        yield from _html(markdown.markdown(raw, extensions=_EXTENSIONS))
    else:
        yield from _tokens(_parsed(_markdown_it(), raw))


def _parsed(known: MarkdownIt, raw: str) -> list[Token]:
    return known.parse(raw if _FRONT.match(raw) else f"\n{raw}")


@cache
def _mdx_it() -> MarkdownIt:
    known = MarkdownIt("commonmark").enable("table").disable(["code", "html_block"])
    return known.use(front_matter_plugin)


_OPAQUE_TAG = re.compile(rf"<(/?)(?:{'|'.join(_OPAQUE_ELEMENTS)})\b")


_SHOWN = frozenset(["title", "subtitle", "description", "summary", "excerpt", "abstract"])


def _metadata(written: str) -> Iterator[Item]:
    try:
        found = yaml.safe_load(written)
    except yaml.YAMLError:
        found = None
    if not isinstance(found, dict):
        yield written
        return
    for key, value in found.items():
        yield key, _prose(value) if key in _SHOWN and isinstance(value, str) else value


#: what holds no prose, of what stands between three colons
_DIRECTIVE = re.compile(r"\{(?!note|tip|warning|important|caution|admonition)")


def _tokens(tokens: list[Token]) -> Iterator[Item]:
    prose = False
    opaque = 0
    for token in tokens:
        if token.type == "text" and not opaque:
            prose = prose or bool(token.content.strip())
            continue
        if token.type == "html_inline" and (tag := _OPAQUE_TAG.match(token.content)):
            opaque = max(0, opaque - 1) if tag[1] else opaque + 1
        yield token.type, token.tag, token.map, token.info, token.markup, token.level
        yield sorted((name, str(value)) for name, value in token.attrs.items())
        if token.type == "inline":
            yield list(_tokens(token.children or []))
        elif token.type == "html_block":
            yield list(_fragment(token.content))
        elif token.type == "image":  # its description is an attribute
            yield token.content
        elif token.type == "front_matter":
            yield from _metadata(token.content)
        elif token.type == "colon_fence" and not _DIRECTIVE.match(token.info):
            yield list(_markdown(token.content))
        else:
            yield token.content
    if prose:
        yield "prose"


class _Tags(html.parser.HTMLParser):
    """Tags and comments as they stand, what is between them as prose."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[Item] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(self.get_starttag_text())

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        self.found.append(data)

    def handle_data(self, data: str) -> None:
        self.found.append(_prose(data))


def _fragment(raw: str) -> list[Item]:
    tags = _Tags()
    tags.feed(raw)
    tags.close()
    return tags.found


_JSX = re.compile(
    r"\{[^{}]*\}|</?[A-Za-z](?:(?!\n[ \t]*\n)[^<>])*>|^import .* from .*$"
    r"|^export (?:const|default)\b.*$",
    re.MULTILINE,
)


def _mdx(raw: str) -> Iterator[Item]:
    """As Markdown, and what braces and tags hold."""
    yield _JSX.findall(raw)
    yield from _tokens(_parsed(_mdx_it(), raw))


# ------------------------------------------------------------------ other text formats

_NAMES = frozenset(("ids", "names", "dupnames", "backrefs", "refid", "title", "colwidth"))
_LITERAL = (
    docutils.nodes.literal,
    docutils.nodes.literal_block,
    docutils.nodes.math,
    docutils.nodes.comment,
    docutils.nodes.raw,
    docutils.nodes.field_name,
    docutils.nodes.option_string,
    docutils.nodes.option_argument,
)


def _rst(raw: str) -> Iterator[Item]:
    settings = {
        "report_level": 5,
        "halt_level": 5,
        "file_insertion_enabled": False,
        "_disable_config": True,
    }
    yield from _node(publish_doctree(raw, settings_overrides=settings))


def _node(node: docutils.nodes.Node, literal: bool = False) -> Iterator[Item]:
    if isinstance(node, docutils.nodes.Text):
        yield str(node) if literal else _prose(str(node))
        return
    assert isinstance(node, docutils.nodes.Element)
    if isinstance(node, docutils.nodes.system_message) and node["level"] < 3:
        return  # a remark about a mark that is shown as it is
    names = {*_NAMES, "name"} if "refuri" in node else _NAMES
    if node.tagname == "admonition":  # its title makes its class
        names = {*_NAMES, "classes"}
    kept = {name: value for name, value in node.attributes.items() if name not in names}
    yield node.tagname, node.line, sorted((name, str(value)) for name, value in kept.items())
    if isinstance(node, docutils.nodes.system_message):
        return  # it quotes what it is about
    literal = literal or isinstance(node, _LITERAL)
    # marks that nothing closes are prose, too
    is_text = docutils.nodes.Text, docutils.nodes.problematic
    for shown, run in groupby(node.children, lambda child: isinstance(child, is_text)):
        children = list(run)
        if shown:
            children = [docutils.nodes.Text("".join(child.astext() for child in children))]
        for child in children:
            yield from _node(child, literal)
    yield "end"


_DELIMITER = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,})(?=\s*$|(?<=`).)")
_CONTAINER = re.compile(r"--|={4,}|\*{4,}|_{4,}")
_ADOC_ENTRY = re.compile(r":!?\w[^:]*:(?=[ \t]|$)")
_ADOC_MARK = re.compile(
    r"(?:={1,6} |[*.-]+ |//.*|\[(?:[\w.#%{,\"'].*|\[(?:[^\W\d][\w:.-]*(?:, *.+)?)?\])?\]$"
    r"|image::?[^\[]*(?=\[)|\.(?=\w)|[=_*|]{3,}\s*$| +)?"
)
_ADOC_TERM = re.compile(r"\S:{2,4}(?= |$)")
_ADOC_INLINE = re.compile(
    r"(?<![\w\"'])`[^`]*`(?![\"'])|<<[^<>,]*(?=(?:,(?:(?!>>).)*)?>>)|link:[^\[]*|stem:\[[^\]]*\]|\w+://[^\s\[]*[^\s\[.,:;!?)]|^\|"
    r"|(?<= )\+$"
)


def _asciidoc(raw: str) -> Iterator[Item]:
    """Line by line: what it begins with and what is no prose in it; delimited blocks whole."""
    inside = title = ""
    in_paragraph = plain = False
    around: list[str] = []
    lines = re.split("\r\n?|\n", raw)
    header = lines.index("") if raw.startswith("= ") and "" in lines else -1
    verse = ""
    for number, line in enumerate(lines):
        if verse and line != verse:  # shown as it stands
            yield "verse", _prose(line)
            continue
        is_verse = number > 0 and lines[number - 1].startswith("[verse") and line[:4] == "____"
        verse = line if is_verse and not inside else ""
        delimiter = None if _is_underline(line, title) and not inside else _DELIMITER.match(line)
        title = line
        if _CONTAINER.fullmatch(line) and (line in around or not inside):
            inside = ""  # what is not closed ends with what stands around it
            around = around[: around.index(line)] if line in around else [*around, line]
        if inside or delimiter:
            in_paragraph = plain = False
            yield line
            if delimiter and inside in ("", delimiter.group()):
                inside = "" if inside else delimiter.group()
            continue
        if _ADOC_ENTRY.match(line) and not in_paragraph:
            yield line
            continue
        is_first, in_paragraph = not in_paragraph, number > header and bool(line.strip())
        found = _ADOC_MARK.match(line)
        assert found is not None  # the pattern matches anything
        # no list begins in a paragraph
        mark = "" if plain and re.fullmatch("[*.-]+ ", found.group()) else found.group()
        plain = in_paragraph and (is_first or plain) and not mark
        is_term = _ADOC_TERM.search(line) is not None
        yield mark, is_term, _ADOC_INLINE.findall(line), _prose(line)


def _is_underline(line: str, above: str) -> bool:
    return above[:1].isalnum() and len(set(line)) == 1 and abs(len(line) - len(above)) <= 1


#: macros whose arguments are read as prose, and environments that are no prose; of these and of any
#: other macro every character is kept
_PROSE_MACROS = frozenset((
    *("title", "author", "chapter", "section", "subsection", "subsubsection", "paragraph", "item"),
    *("date", "emph", "textbf", "textit", "textsc", "underline", "footnote", "caption", "enquote"),
    *("text", "textsuperscript", "mbox", "href"),
))  # fmt: skip
_OPAQUE_ENVIRONMENT = re.compile(
    r"(?:equation|align|alignat|flalign|gather|multline|eqnarray|math|displaymath|array|split"
    r"|[vV]erbatim|lstlisting|minted|tikzpicture|pspicture|comment|filecontents)\*?"
)


#: a letter with its accent or cedilla, which is one letter of a word
_TEX_LETTER = re.compile(r"\\(?:[\"'^`~]|[cuvH](?=[ {]) ?)(?:\{\\?[A-Za-z]\}|[A-Za-z]|\\[ij]\b)")


def _latex(raw: str) -> Iterator[Item]:
    for name in ("alltt", "lstlisting", "minted"):
        if raw.count(rf"\begin{{{name}}}") != raw.count(rf"\end{{{name}}}"):
            raise ValueError(f"{name} that ends nowhere")
        raw = raw.replace(f"{{{name}}}", "{verbatim}")  # which pylatexenc knows
    raw = _TEX_LETTER.sub("a", raw)
    walker = LatexWalker(raw, tolerant_parsing=True)
    yield from _latex_nodes(walker.get_latex_nodes()[0], raw)


def _latex_nodes(nodes: list[Any], raw: str) -> Iterator[Item]:
    for node in nodes or []:
        if node is None:
            continue
        kind = type(node).__name__
        name = getattr(node, "macroname", getattr(node, "environmentname", ""))
        whole = raw[node.pos : node.pos + node.len]
        if kind == "LatexCharsNode":
            yield _prose(node.chars)
        elif kind == "LatexGroupNode":
            yield kind, whole[:1]
            yield from _latex_nodes(node.nodelist, raw)
            yield "end"
        elif kind == "LatexEnvironmentNode" and name == "tabular":
            yield kind, name, raw[node.pos :].splitlines()[0]
            yield from _latex_nodes(node.nodelist, raw)
        elif kind == "LatexEnvironmentNode" and not _OPAQUE_ENVIRONMENT.fullmatch(name):
            yield kind, name
            yield from _latex_nodes(node.nodelist, raw)
            yield "end"
        elif kind == "LatexMacroNode" and name in _PROSE_MACROS:
            yield kind, name, node.macro_post_space
            yield from _latex_nodes(node.nodeargd.argnlist if node.nodeargd else [], raw)
            yield "end"
        elif name == "verb" and "\n" in whole:
            raise ValueError("no code of one line")
        else:
            yield kind, whole


def _python(raw: str) -> Iterator[Item]:
    """Comments, docstrings and strings as prose."""
    for token in tokenize.generate_tokens(io.StringIO(raw).readline):
        is_prose = token.type in (tokenize.COMMENT, tokenize.STRING)
        yield token.type, token.start[0], is_prose or token.string


def _text(raw: str) -> Iterator[Item]:
    for line in raw.splitlines():
        yield bool(line.strip()), line[:1].isspace()


# ------------------------------------------------------------------ tags


def _html(raw: str) -> Iterator[Item]:
    yield from _element(html5lib.parse(raw, namespaceHTMLElements=False))


def _element(element: Any, opaque: bool = False) -> Iterator[Item]:
    if not isinstance(element.tag, str):
        yield "comment", element.text
        return
    translate = element.attrib.get("translate")
    opaque = (opaque and translate != "yes") or translate == "no" or element.tag in _OPAQUE_ELEMENTS
    yield element.tag, sorted(element.attrib.items())
    yield element.text if opaque else _prose(element.text or "")
    for child in element:
        yield from _element(child, opaque)
        yield child.tail if opaque else _prose(child.tail or "")
    yield "end"


def _xml(raw: str) -> Iterator[Item]:
    try:
        yield from _tree(ElementTree.fromstring(raw.encode()), None, False)
    except ElementTree.ParseError as error:
        yield str(error)


def _tree(element: ElementTree.Element, language: str | None, prose: bool) -> Iterator[Item]:
    name = element.tag.rpartition("}")[2]
    language = element.get("{http://www.w3.org/XML/1998/namespace}lang", language)
    protected = element.get("translate") == "no" or element.get("translatable") == "false"
    if name in ("target", "seg", "string", "item", "value", "translation", "numerusform"):
        prose = (language or "pt").lower().startswith("pt") and not protected
    elif name in ("trans-unit", "ph", "x", "bpt", "ept", "it") or protected:
        prose = False
    kept = _prose if prose else str
    yield name, sorted(element.attrib.items()), kept(element.text or "")
    for child in element:
        if not (protected and name == "trans-unit" and child.tag.endswith("target")):
            yield from _tree(child, language, prose)
        else:
            yield "".join(child.itertext())
        yield kept(child.tail or "")
    yield "end"


# ------------------------------------------------------------------ strings


def _po(raw: str) -> Iterator[Item]:
    catalogue = polib.pofile(raw)
    yield sorted(catalogue.metadata.items()), catalogue.header
    for entry in catalogue:
        yield entry.msgid, entry.msgctxt, entry.msgid_plural, entry.flags, entry.occurrences
        yield entry.comment, entry.tcomment, entry.obsolete, entry.linenum
        for text in entry.msgstr_plural.values() or [entry.msgstr]:
            fixed = entry.fuzzy or entry.obsolete
            yield text if fixed else (_prose(text), _PLACEHOLDER.findall(text))


_TAG = re.compile(r"<[^>\n]*>|\{\\[^}]*\}|\{\w+(?::[^}]*)?\}")


def _subtitles(raw: str) -> Iterator[Item]:
    for part in raw.split("\n\n"):
        before, timing, after = part.partition("-->")
        if not timing:
            yield part
            continue
        clock, _, shown = after.partition("\n")
        yield before, clock, _TAG.findall(shown), shown.count("\n")
        yield [line.strip()[:1] == "-" for line in shown.splitlines()]


def _notebook(raw: str) -> Iterator[Item]:
    book = json.loads(raw)
    for cell in book.pop("cells"):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines = cell["source"]
            cell["source"] = lines.count("\n") if isinstance(lines, str) else len(lines)
            yield list(_markdown(source))
        yield cell
    yield book


def _csv(raw: str) -> Iterator[Item]:
    header, *rows = csv.reader(io.StringIO(raw, newline=""), strict=True)
    yield header
    for row in rows:
        yield row[0], [_prose(cell) for cell in row[1:]]


def _jsonl(raw: str) -> Iterator[Item]:
    for line in raw.splitlines():
        record = json.loads(line)
        yield record.pop("id"), {name: _prose(text) for name, text in record.items()}


# ------------------------------------------------------------------ strings of apps


def _json(raw: str) -> Iterator[Item]:
    yield from _leaves(json.loads(raw))


def _yaml(raw: str) -> Iterator[Item]:
    """Comments are what stands outside of texts."""
    try:
        scalars = [token for token in yaml.scan(raw) if isinstance(token, yaml.ScalarToken)]
        data = yaml.safe_load(raw)
    except yaml.YAMLError as error:
        raise ValueError(error) from error
    ends = [0, *(token.end_mark.index for token in scalars)]
    starts = [*(token.start_mark.index for token in scalars), len(raw)]
    for start, end in zip(ends, starts, strict=True):
        yield re.findall("#.*", raw[start:end])
    yield from _leaves(data)


def _leaves(value: Any) -> Iterator[Item]:
    """Keys, and their texts without the prose."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _leaves(inner)
    elif isinstance(value, list):
        yield len(value)
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield _prose(value), _PLACEHOLDER.findall(value)
    else:
        yield value


_QUOTED = r'"(?:\\.|[^"\\])*"'
_QUOTED_PAIR = rf"(?:\w+|{_QUOTED})\s*=\s*{_QUOTED}\s*;"  # over several lines, too
_PAIR = re.compile(r'("?\w+"?\s*[=: ]\s*"?)(.*?)("\s*;)?', re.DOTALL)


def _strings(raw: str) -> Iterator[Item]:
    return _pairs(raw, comments=("#", "!", "/"))


def _pairs(raw: str, comments: tuple[str, ...] = ("#", "!")) -> Iterator[Item]:
    """`.strings` and `.properties`, a pair a line or on lines that go on; comments whole."""
    for line in re.findall(rf"[#!].*|{_QUOTED_PAIR}|(?:\\\n|.)+|(?<=\n)(?=\n)", raw):
        if not line or line.startswith(comments):
            yield line
            continue
        pair = _PAIR.fullmatch(line)
        if pair is None:
            yield None
        else:
            yield pair[1], pair[3], _prose(pair[2]), re.findall(r"%@|\{\d\}|\\n|\\\n", pair[2])
            yield re.search(r"(?<!\\)\"", pair[2]) is None


READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    ".md": _markdown, ".mdx": _mdx, ".rst": _rst, ".adoc": _asciidoc, ".tex": _latex,
    ".txt": _text, ".html": _html, ".htm": _html, ".xhtml": _html, ".po": _po, ".pot": _po,
    ".xlf": _xml, ".xliff": _xml, ".tmx": _xml, ".xml": _xml, ".resx": _xml, ".ts": _xml,
    ".srt": _subtitles, ".vtt": _subtitles, ".ipynb": _notebook, ".csv": _csv, ".jsonl": _jsonl,
    ".json": _json, ".arb": _json, ".yml": _yaml, ".yaml": _yaml, ".strings": _strings,
    ".properties": _pairs, ".asc": _asciidoc, ".rmd": _markdown, ".qmd": _markdown,
    ".xcstrings": _json, ".stringsdict": _xml, ".py": _python, ".gitcommit": _text,
}  # fmt: skip
