"""Files of any size that make a reader or a rule slow or large, for every format.

A shape is a stretch that is repeated: as text of the format's markup, or as a record (an entry, a
unit, a cue, a cell). `№` in it is another number each time.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

PROSE = (
    "O gato da vizinha dorme na cama da menina e não quer sair de casa hoje. A menina espera pela "
    "avó, que chega mais tarde, e as duas lêem um livro antes de dormir.\n\n"
)


class Shape(NamedTuple):
    """A file's name, what is the matter with it, and how one of about so many bytes is made."""

    file: str
    name: str
    make: Callable[[int], bytes]

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"


def repeated(unit: str, size: int) -> str:
    """A stretch again and again up to a size in bytes."""
    if "№" not in unit:
        return unit * (size // len(unit.encode()))
    stretches, length, number = [], 0, 0
    while length < size:
        number += 1
        stretches.append(unit.replace("№", str(number)))
        length += len(stretches[-1].encode())
    return "".join(stretches)


def plain(size: int) -> bytes:
    """Prose, no sentence of which is another."""
    return repeated(PROSE.replace("hoje", "há № dias").replace("livro", "livro de № folhas"), size)[
        :size
    ].encode("utf-8")


#: what is text in any format
TEXTS = (
    "a", "a ", "a\n", "a\n\n", " ", "\n", "\t", "\u00a0", "\u200b", "\u00ad", "\r", "e\u0301",
    "\u0301", "😀", "中", "中 ", "ﬁ", "İ", "A AA ", "AB", "1", "1 ", "1. ", "1,", "№ ", ".", ". ",
    "… ", "-", "- ", "a-", "-me", "-me ", "— ", "—", "'", "d'", "!", "?! ", ", ", ",", "a, ",
    "a: b ", "a; b ", "a/", "a.b ", "Dr. ", "a.", "A. ", "3,5 ", "10% ", "R$ 1,00 ", '"', '"a ',
    '"a" ', "“", "“a ", "“a” ", "«a ", "«a» ", "‘a ", "(", "(a ", "(a) ", ")", "[a ", "[", "[a] ",
    "[[", "{", "{a} ", "{{", "{{a}} ", "<", "<a", "<a ", "<a b=", "<a> ", "</a>", "<!--", "<?",
    "<![CDATA[", "&", "&amp; ", "&#97;", "`", "`a ", "``a ", "`a` ", "*", "*a ", "**a", "*a* ",
    "_a", "_", "__a ", "$", "$a ", "$a$ ", "\\", "\\a ", "\\(", "|", "|a ", "~a ", "#", "# ", "=",
    "^", "^a ", "@", "@a ", "a@", "a@b.c ", "www.a ", "https://a.b/c№ ", "::", ":a:", "%s ", "%",
    "%{a} ", "http://", "//", "{% a %}", "+", "++a ", "://", "Sim. ", "Sim № vezes. ", "Não, ",
    "palavra№ ", "palavra№\n\n", "Palavra№ ", "gato7 ", "GATO ", "da da ", "que ", "que o que a ",
    "e o gato ", "O gato dorme. ", "O gato ,dorme. ", "O gato № dorme na cama da menina. ",
    "O gato dorme na cama da menina.\n\n", "o gato, ", "à ", "Os gato dorme № vez. ",
    "Haviam № gatos. ", "Disse “sim” № vezes. ", "não-gato№ ", "O A B ", "Maria Silva№ ",
    "— Sim — disse ela.\n\n", "O gato dorme na cama № da menina\n", "1.º ", "é ", "gatoscachorro",
    "etc. ", "p. ex. ", "a nível de ", "se se ", "lhe-ei ", "Onde fica? ", "ao ",
    "Gato: dorme; cama: não; ", "por que ", "mais grande ", "a a ", "para mim fazer ",
    "vende-se ",
)  # fmt: skip
#: those of them that are tried as one long string, and one string each, of catalogues
STRINGS = (
    "a", "a ", " ", ".", "e\u0301", "1 ", "a, ", "-me ", "{", "{a} ", "{{a}} ", "<a", "<a> ", "%",
    "%s ", "&", "'", "`a ", "[a](b) ", "https://a.b/c№ ", "palavra№ ", "O gato № dorme. ", "中",
    "O gato ,dorme. ", "Sim. ", "(a ", '"a ', "{a, plural, one {b} other {c}} ", "$t(a) ", "@:a ",
    "<b>a</b> ", "&amp; ", "№ ", "\\", "n ", "%{a} ", "Maria Silva№ ",
)  # fmt: skip

_MARKED = (
    "- a\n", "- gato №\n", "- a\n\n", "* a\n", "  a\n", "    a\n", "    a\n\n", "1. a\n",
    "№. a\n", "> a\n", "> a\n\n", "> ", "# T №\n\n", "## T\n", "T\n=\n\n", "T\n-\n\n", "---\n",
    "***\n\n", "|a|b|\n|-|-|\n|c|d|\n\n", "|a|b|\n", "|a|b|\n|-|-|\n", "```\na\n```\n\n", "~~~\n",
    "```", "\\*", "[a](b) ", "[gato](x№) ", "[a][b] ", "[a][] ", "[a]: b\n", "[a№]: b\n", "[a]",
    "[a](", "](", "![a", "![a](b) ", "[^№]: a\n\nb[^№]\n\n", "[^a]", "^[a] ", "[[a]] ",
    "[a№][]\n\n[a№]: b\n\n", "<a@b.c> ", "<b>a</b> ", "<kbd>a</kbd> ", "<div>\n\n",
    "<p>a</p>\n\n", "<https://a.b> ", "<!-- a -->\n", "<a>\n", "***a*** ", "*a **b ", "*a_",
    "**a*", "~~a~~ ", "a  \nb\n", "a\\\n", "a\n: b\n", "a\n: b\n\n", "- [ ] a\n", ":::{note}\n",
    ":::note\na\n:::\n\n", "$$\na\n$$\n\n", "$$", "\\(a\\) ", "&aacute;", "&amp;", "+ a\n  + b\n",
    "<!-- textlint-pt-disable GRA404 -->\n\nO gato ,dorme.\n\n",
    "<!-- textlint-pt-disable -->\n\n",
    "<!-- textlint-pt-disable RED -->\n\na b\n\n<!-- textlint-pt-enable RED -->\n\n",
    "<!-- textlint-pt-disable-next GRA404 -->\n\nO gato ,dorme.\n\n", ":a: b\n", "import a\n",
    "a: b\n", "O gato ,dorme.\n\n", "{#a} ", "{.a}\n", "!!! note\n    a\n\n", "{{< a >}}\n",
    "{% a %}\n", "*[a]: b\n", "<code>a</code> ", '<a href="b">c</a> ', "<pre>", "<script>",
    "<!--", "<a\n", "\\begin{align}\n", "[TOC]\n", "=a= ", "==a== ", "++a++ ", "a^b^ ", "a~b~ ",
    "H~2~O ", "`` a ` ", "[a]{b} ", "@a2020 ", "[@a№] ", "\\[a\\]\n",
)  # fmt: skip
_MDX = (
    "<A>\n", "<A b={c} />\n", "<A b={", "{a}\n", "{/* a */}\n", "{/*", "export const a = 1\n\n",
    "<A>a</A> ", "<A>\n\na\n\n</A>\n\n", "import a from 'b'\n\n", "<></> ", "<a.b ", "{`a", '{"',
    "<A {...b}>", "{\n",
)  # fmt: skip
_RST = (
    "* a\n", "- a\n\n", "a\n  b\n", "T №\n===\n\n", "===\nT\n===\n\n", ".. a::\n",
    ".. note:: a\n\n", ".. a\n", ".. _a№: b\n", ".. [№] a\n\n", "[№]_ ", ".. |a№| replace:: b\n",
    "|a| ", "|a", ":ref:`a` ", ":a:`", "`a`_ ", "`a <b>`_ ", "`a`__ ", "a_ ", "a№_ ", "``a`` ",
    "``a ", "::\n\n  a\n\n", ":a: b\n", "a::\n", "+-+\n|a|\n+-+\n\n", "== ==\na  b\n== ==\n\n",
    "== ==\n", "| a\n", "-a  b\n", "--a=b  c\n", ">>> a\n", "\\ ", "a\n----\n", "1. a\n",
    "#. a\n", "i. a\n", "(a) b\n", ".. code::\n\n   a\n\n",
    ".. list-table::\n\n   * - a\n     - b\n\n", "__ a\n",
    ".. textlint-pt-disable GRA404\n\nO gato ,dorme.\n\n", ".. figure:: a\n\n   b\n\n", "..\n",
    "  a\n b\n", "   a\n",
)  # fmt: skip
_ADOC = (
    "* a\n", "** a\n", ". a\n", "a:: b\n", "a;; b\n", "== T №\n\n", "= T\n", "----\na\n----\n\n",
    "----\n", "====\n", "|===\n|a |b\n|===\n\n", "|===\n", "|a\n", "[source]\n", "[a]\n",
    "[[a№]]\n", "<<a>> ", "<<a", "link:a[b] ", "a:b[c] ", "image::a[]\n\n", "footnote:[a] ",
    "footnote:[", "{a} ", ":a: b\n", ":a№: b\n", "include::a[]\n", "ifdef::a[]\n", "+\n",
    "// a\n", "////\n", "++++\n", "+++a+++ ", "`+a+` ", "#a# ", "[.a]#b# ", "_a_ ", "^a^ ",
    "kbd:[a] ", "xref:a[b] ", "NOTE: a\n\n", "* a\n+\nb\n\n", ".T\n", "____\na\n____\n\n",
    "pass:[a] ", "stem:[a] ", "((a)) ", "(((a))) ", "a +\n", "--\n", "'''\n", "a::\n",
    "// textlint-pt-disable GRA404\n\nO gato ,dorme.\n\n", "[quote]\na\n\n", '"`a`" ', "<1> a\n",
    "***** a\n", "endif::[]\n",
)  # fmt: skip
_HTML = (
    "<p>a", "<p>a</p>", "<p>O gato ,dorme.</p>\n", "<b>a</b> ", "<b>", "<div>", "<div>a</div>",
    "<li>a", "<ul><li>a</li></ul>", "<table><tr><td>a</td></tr></table>", "<td>a", "<tr>",
    "<a href='b'>c</a> ", "<a href='", "<img alt='a'>", "<br>", "</p>", "<!-- a -->", "<!--a",
    "<script>a</script>", "<script>", "<style>", "<pre>a</pre>", "<code>a</code> ", "<textarea>",
    "<svg>", "&aacute;", "&amp", "&lt;", "<p a='b' c='d'>", "<p a=b ", "<p lang='en'>a</p>",
    "<h1>a</h1>", "<span>a</span>", "{{ a }}",
    "<!-- textlint-pt-disable GRA404 --><p>O gato ,dorme.</p>\n", "<template>", "<?php a ?>",
    "{% a %}", "<p translate='no'>a</p>", "</div>", "<option>a", "<i>a<b>b</i>c</b>", "<form>",
    "<button>a</button>", "<math>", "<q>a</q>", "<ruby>a<rt>b</rt></ruby>",
)  # fmt: skip
_TEX = (
    "\\a ", "\\a{b} ", "\\a{", "{", "}", "{a} ", "{a", "\\emph{a} ", "\\section{T №}\n\n",
    "\\item a\n", "\\footnote{a} ", "\\begin{itemize}\\item a\\end{itemize}\n", "\\begin{a}",
    "\\end{a}", "\\begin{verbatim}", "\\begin{align}a\\end{align}\n", "% a\n", "%", "$a$ ",
    "$$a$$ ", "\\(a\\) ", "\\[a\\]\n", "\\cite{a} ", "\\ref{a} ", "\\'e", "\\'{e}", "\\c{c}",
    "``a'' ", "``a ", "\\newcommand{\\a}{b}\n", "\\def\\a№{b}\n", "\\verb|a| ", "\\verb|",
    "a & b \\\\\n", "\\begin{tabular}{l}a\\end{tabular}\n", "\\\\\n", "---", "~", "\\ ",
    "\\input{a}\n", "\\iffalse\n", "% textlint-pt-disable GRA404\n\nO gato ,dorme.\n\n", "\\[",
    "\\(", "\\a[b]{c} ", "\\a[",
)  # fmt: skip

#: text files of each format, and what is repeated in them besides what is text anywhere
MARKUP: dict[str, tuple[str, ...]] = {
    "a.txt": (
        "- a\n", "CAPÍTULO №\n\n", "Gato: a\n", "* * *\n\n", "O gato ,dorme.\n\n", "  a\n",
    ),
    "a.md": _MARKED,
    "a.mdx": (*_MARKED, *_MDX),
    "a.rst": _RST,
    "a.adoc": _ADOC,
    "a.html": _HTML,
    "a.tex": _TEX,
    "a.gitcommit": (
        "# a\n", "- a\n", "Signed-off-by: a <b@c.d>\n", "#№ ", "a1b2c3d ", "fixup! ", "[a] ",
        "a: ", "diff --git a b\n",
    ),
}  # fmt: skip


def _xliff(units: str) -> str:
    return (
        '<xliff version="1.2"><file source-language="en" target-language="pt"><body>'
        f"{units}</body></file></xliff>"
    )


def _tmx(units: str) -> str:
    return f'<tmx version="1.4"><header srclang="en"/><body>{units}</body></tmx>'


def _docx(body: str) -> bytes:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return _archive(
        "word/document.xml", f'<w:document xmlns:w="{w}"><w:body>{body}</w:body></w:document>'
    )


def _odt(body: str) -> bytes:
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{one}="{oasis}:{one}:1.0"' for one in ("office", "text", "table"))
    return _archive(
        "content.xml",
        f"<office:document-content {names}><office:body><office:text>{body}</office:text>"
        "</office:body></office:document-content>",
    )


def _archive(part: str, content: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(part), content)
    return written.getvalue()


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _srt(text: str) -> str:
    return text.replace("\n\n", "\n")


class _File(NamedTuple):
    """A file of records: what stands around them, one with a text `§`, how a text is escaped, and
    records that are repeated as they are."""

    around: Callable[[str], str | bytes]
    record: str
    escape: Callable[[str], str]
    records: tuple[str, ...] = ()


def _between(before: str, after: str) -> Callable[[str], str]:
    return lambda records: before + records.rstrip(",\n") + after


_UNIT = '<trans-unit id="№"><source>The cat № sleeps.</source><target>§</target></trans-unit>\n'
_TU = (
    '<tu><tuv xml:lang="en"><seg>The cat № sleeps.</seg></tuv>'
    '<tuv xml:lang="pt"><seg>§</seg></tuv></tu>\n'
)
_CELL = '{"cell_type": "markdown", "source": "§"},\n'

RECORDS: dict[str, _File] = {
    "a.po": _File(
        lambda entries: f'msgid ""\nmsgstr "Language: pt\\n"\n\n{entries}',
        'msgid "The cat № sleeps."\nmsgstr "§"\n\n',
        _json,
        (
            'msgid "a"\nmsgstr ""\n',
            'msgid "a№"\nmsgstr ""\n\n',
            '"a "\n',
            "# a\n",
            '#~ msgid "a№"\n#~ msgstr "b"\n',
            '#, fuzzy\nmsgid "a№"\nmsgstr "b"\n\n',
            'msgctxt "a№"\nmsgid "a"\nmsgstr "b"\n\n',
            'msgid "%d a"\nmsgid_plural "№ %d as"\nmsgstr[0] "%d b"\nmsgstr[1] "№ %d bs"\n\n',
            '# textlint-pt-disable GRA404\nmsgid "a№"\nmsgstr "O gato ,dorme."\n\n',
            'msgid "a"\nmsgstr "O gato ,dorme."\n\n',
            "#: a.c:№\n",
        ),
    ),
    "a.xlf": _File(
        _xliff,
        _UNIT,
        escape,
        (
            _UNIT.replace("§", "O gato ,dorme."),
            '<trans-unit id="1"><source>a</source><target>b</target></trans-unit>',
            '<trans-unit id="№"><source><x/></source><target><x id="2"/></target></trans-unit>',
            '<group><trans-unit id="a№"><source>a</source><target>b</target></trans-unit></group>',
            "<note>a</note>",
            "<!-- a -->",
            "<!-- textlint-pt-disable GRA404 -->" + _UNIT.replace("§", "O gato ,dorme."),
        ),
    ),
    "a.tmx": _File(
        _tmx,
        _TU,
        escape,
        (
            _TU.replace("§", "O gato ,dorme."),
            "<tu><tuv xml:lang='pt'><seg>a</seg></tuv></tu>",
            "<note>a</note>",
            "<!-- a -->",
        ),
    ),
    "a.ipynb": _File(
        _between('{"cells": [\n', '\n], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'),
        _CELL,
        _json,
        (
            '{"cell_type": "code", "source": "a", "outputs": []},\n',
            '{"cell_type": "markdown", "source": ["a\\n", "b"]},\n',
            _CELL.replace("§", "O gato ,dorme."),
        ),
    ),
    "a.srt": _File(
        str,
        "№\n00:00:01,000 --> 00:00:02,000\n§\n\n",
        _srt,
        (
            "№\n00:00:01,000 --> 00:00:02,000\no gato\n\n",
            "00:00:01,000 --> 00:00:02,000\n",
            "№\n",
            "- Sim.\n",
            "{\\an8}",
        ),
    ),
    "a.vtt": _File(
        lambda cues: "WEBVTT\n\n" + cues,
        "00:01.000 --> 00:02.000\n§\n\n",
        _srt,
        (
            "00:01.000 --> 00:02.000\n<v Ana>o gato\n\n",
            "NOTE a\n\n",
            "<c>",
            "STYLE\na\n\n",
            "NOTE textlint-pt-disable GRA404\n\n",
        ),
    ),
    "a.docx": _File(
        _docx,
        "<w:p><w:r><w:t>§</w:t></w:r></w:p>",
        escape,
        (
            "<w:p/>",
            "<w:r><w:t>a</w:t></w:r>",
            "<w:p><w:r><w:t>O gato ,dorme.</w:t></w:r></w:p>",
            "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
            "<w:p><w:r><w:rPr><w:lang w:val='en'/></w:rPr><w:t>b</w:t></w:r></w:p>",
            "<w:p><w:r><w:br/></w:r></w:p>",
            "<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>T №</w:t></w:r></w:p>",
        ),
    ),
    "a.odt": _File(
        _odt,
        "<text:p>§</text:p>",
        escape,
        (
            "<text:p/>",
            "<text:span>a</text:span>",
            "<text:p>O gato ,dorme.</text:p>",
            "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>",
            "<text:p><text:span>a</text:span><text:s/><text:tab/><text:line-break/></text:p>",
            "<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>",
            "<text:p><text:s text:c='1000'/>a</text:p>",
            "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>",
            "<text:h>T №</text:h>",
        ),
    ),
    "a.jsonl": _File(str, '{"question": "Onde fica o gato №?", "answer": "§"}\n', _json),
    "a.csv": _File(
        lambda rows: "question,answer\n" + rows,
        'Onde fica o gato №?,"§"\n',
        lambda t: t.replace('"', '""'),
        ('"a","b"\n', "a,b\n"),
    ),
    "values-pt/strings.xml": _File(
        _between("<resources>", "</resources>"),
        '<string name="a№">§</string>\n',
        escape,
        (
            "<string-array name='a№'><item>a</item></string-array>",
            "<plurals name='a№'><item quantity='one'>a</item></plurals>",
            "<string name='a'>b</string>",
            "<!-- a -->",
            "<string name='a№'>a <b>b</b> c</string>",
        ),
    ),
    "pt.lproj/L.strings": _File(
        str, '"a№" = "§";\n', _json, ("/* a */\n", "// a\n", "a = b;\n", '"a" = "b";\n', "/*")
    ),
    "pt.lproj/L.stringsdict": _File(
        _between('<plist version="1.0"><dict>', "</dict></plist>"),
        "<key>a№</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@b@</string><key>b</key>"
        "<dict><key>one</key><string>§</string></dict></dict>\n",
        escape,
    ),
    "L.xcstrings": _File(
        _between('{"sourceLanguage": "en", "strings": {', "}}"),
        '"a№": {"localizations": {"pt": {"stringUnit": {"value": "§"}}}},\n',
        _json,
        ('"a№": {},\n', '"a": {},\n'),
    ),
    "pt.json": _File(
        _between("{", "}"),
        '"a№": "§",\n',
        _json,
        ('"a": "b",\n', '"a№": {"b": "c"},\n', '"a№": ["b"],\n', '"a№": 1,\n'),
    ),
    "app_pt.arb": _File(
        _between('{"@@locale": "pt",\n', "}"), '"a№": "§",\n"@a№": {"description": "b"},\n', _json
    ),
    "pt-BR.yml": _File(
        lambda keys: "pt-BR:\n" + keys,
        '  a№: "§"\n',
        _json,
        (
            "  a№: b\n",
            "  a№: >\n    b\n",
            "  a№:\n    b: c\n",
            "  a№: [b, c]\n",
            "  # a\n",
            "  - a\n",
            "  a№: &b c\n",
            "  a№: |\n    b\n    c\n",
        ),
    ),
    "m_pt.properties": _File(
        str,
        "a№ = §\n",
        lambda t: t.replace("\\", "\\\\").replace("\n", "\\n"),
        ("# a\n", "a = b\n", "a\\\n", "a\n", "\\u00e1"),
    ),
    "app_pt.ts": _File(
        _between('<TS version="2.1" language="pt_BR"><context><name>M</name>', "</context></TS>"),
        "<message><source>The cat № sleeps.</source><translation>§</translation></message>\n",
        escape,
        ("<message><source>a</source><translation type='unfinished'/></message>", "<!-- a -->"),
    ),
    "A.pt-BR.resx": _File(
        _between("<root>", "</root>"),
        '<data name="a№"><value>§</value></data>\n',
        escape,
        (
            "<data name='a'><value>b</value></data>",
            "<data name='a№'><comment>b</comment></data>",
            "<!-- a -->",
        ),
    ),
}


def _bytes(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")


def _text(unit: str) -> Callable[[int], bytes]:
    # what is not judged since it is no Portuguese costs little
    return lambda size: _bytes(PROSE + repeated(unit, size))


def _one(file: _File, unit: str) -> Callable[[int], bytes]:
    """A single record with a long text."""

    def make(size: int) -> bytes:
        text = PROSE.strip() + " " + repeated(unit, size)
        return _bytes(file.around(file.record.replace("№", "1").replace("§", file.escape(text))))

    return make


def _many(file: _File, unit: str) -> Callable[[int], bytes]:
    """Many records with a short text."""
    record = file.record.replace("§", file.escape(unit.strip("\n") or "a"))

    def make(size: int) -> bytes:
        first = file.record.replace("№", "0").replace("§", file.escape(PROSE.strip()))
        return _bytes(file.around(first + repeated(record, size)))

    return make


def _raw(file: _File, unit: str) -> Callable[[int], bytes]:
    def make(size: int) -> bytes:
        first = file.record.replace("№", "0").replace("§", file.escape(PROSE.strip()))
        return _bytes(file.around(first + repeated(unit, size)))

    return make


def _nested(size: int) -> bytes:
    """Quotations one in the other, line by line: the grammar nests 250 of them."""
    lines, length, depth = [PROSE], 0, 0
    while length < size:
        depth += 1
        lines.append("> " * depth + "a\n")
        length += 2 * depth + 2
    return "".join(lines).encode()


def _indented(mark: str) -> Callable[[int], bytes]:
    """Lists in lists, up to a depth and again from the start."""

    def make(size: int) -> bytes:
        turn = "".join(f"{'  ' * depth}{mark} a\n" for depth in range(40))
        return (PROSE + repeated(turn, size)).encode()

    return make


def _deep(before: str, after: str, depth: int) -> Callable[[int], bytes]:
    """As deep as is allowed, again and again."""
    return lambda size: (
        PROSE + repeated(before * depth + "a" + after * depth + "\n\n", size)
    ).encode()


#: what is no stretch that is repeated
MADE: dict[tuple[str, str], Callable[[int], bytes]] = {
    ("a.md", "nested"): _nested,
    ("a.mdx", "nested"): _nested,
    ("a.md", "lists in lists"): _indented("-"),
    ("a.rst", "lists in lists"): _indented("-"),
    ("a.html", "deep"): _deep("<div>", "</div>", 200),
    ("a.html", "deep spans"): _deep("<b>", "</b>", 200),
    ("a.md", "deep brackets"): _deep("[", "](b)", 50),
    ("a.md", "deep stars"): _deep("*a ", " b*", 50),
    ("a.tex", "deep groups"): _deep("{a", "}", 50),
    ("a.tex", "deep lists"): _deep("\\begin{itemize}\\item a ", "\\end{itemize}", 6),
    ("a.html", "attributes"): lambda size: f"<p {repeated('a№=b ', size)}>{PROSE}</p>".encode(),
    ("a.md", "front matter"): lambda size: (
        f"---\n{repeated('a№: b' + chr(10), size)}---\n\n{PROSE}".encode()
    ),
    ("a.md", "cells"): lambda size: (
        f"{PROSE}|{'a|' * (size // 6)}\n|{'-|' * (size // 6)}\n|{'b|' * (size // 6)}\n".encode()
    ),
    ("a.md", "rows"): lambda size: (
        f"{PROSE}|a|b|\n|-|-|\n{repeated('|c|№|' + chr(10), size)}".encode()
    ),
    ("a.adoc", "rows"): lambda size: (
        f"{PROSE}|===\n{repeated('|c |№' + chr(10), size)}|===\n".encode()
    ),
    ("a.html", "rows"): lambda size: (
        f"<p>{PROSE}</p><table>{repeated('<tr><td>c<td>№', size)}</table>".encode()
    ),
}


def shapes(wanted: str = "") -> Iterator[Shape]:
    """All shapes whose file and name have `wanted` in them, format by format."""
    yield from (shape for shape in _all() if wanted in str(shape))


def _all() -> Iterator[Shape]:
    for file, units in MARKUP.items():
        yield Shape(file, "prose", plain)
        for unit in dict.fromkeys((*TEXTS, *units)):
            yield Shape(file, repr(unit), _text(unit))
        yield from (Shape(file, name, make) for (of, name), make in MADE.items() if of == file)
    for file, form in RECORDS.items():
        for unit in STRINGS:
            yield Shape(file, f"one of {unit!r}", _one(form, unit))
            yield Shape(file, f"many of {unit!r}", _many(form, unit))
        for unit in form.records:
            yield Shape(file, f"record {unit!r}", _raw(form, unit))
