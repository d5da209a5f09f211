"""What formats say of the markup they saw."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.shown import assert_marked
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, Markup, Span


def read(text: str, path: str) -> Document:
    return build(path, text, load(False).format_for(path))


def told(markup: Markup) -> tuple[str, ...]:
    """Kind, what is written, content, target and name, without empty ones at the end."""
    parts = [markup.kind.value, markup.written.text, markup.content.text]
    parts += [markup.target, markup.name]
    while not parts[-1]:
        parts.pop()
    return tuple(parts)


def catalogue(said: str) -> str:
    """A catalogue with one string."""
    written = said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    return f'{header}\nmsgid "Nothing to see"\nmsgstr "{written}"\n'


def notebook(said: str) -> str:
    """A notebook with one cell of text."""
    return json.dumps({"cells": [{"cell_type": "markdown", "source": [said]}]})


@pytest.mark.parametrize(
    ("path", "text", "marked"),
    [
        ("a.md", "Use `a  b` e ``c`d``.", [("code", "`a  b`", "a  b"), ("code", "``c`d``", "c`d")]),
        ("a.md", "> ver `a\n> b`", [("code", "`a\n> b`", "a\n b")]),
        ("a.md", "ver <kbd>F&amp;1</kbd>", [("code", "<kbd>F&amp;1</kbd>", "F&1")]),
        (
            "a.md",
            "> ~~~ py x\n> a\n>   b\n> ~~~\n",
            [("code-block", "~~~ py x\n> a\n>   b\n> ~~~", "a\n  b\n", "", "py")],
        ),
        ("a.md", "Texto\n\n    a\n", [("code-block", "    a", "    a")]),
        (
            "a.md",
            '[o *x*](<a b> "t")',
            [("link", '[o *x*](<a b> "t")', "o x", "a b"), ("emphasis", "*x*", "x")],
        ),
        ("a.md", "[o](a\\_b&amp;c)", [("link", "[o](a\\_b&amp;c)", "o", "a_b&c")]),
        (
            "a.md",
            "[o][L] e [l].\n\n[l]: http://a.b 'T'\n",
            [("link", "[o][L]", "o", "http://a.b"), ("link", "[l]", "l", "http://a.b")],
        ),
        ("a.md", "[o][l]", []),
        ("a.md", "![d](i.png)", [("image", "![d](i.png)", "d", "i.png")]),
        (
            "a.md",
            'ver <a href="u" id="z">o *x*</a>',
            [
                ("link", '<a href="u" id="z">o *x*</a>', "o x", "u"),
                ("anchor", '<a href="u" id="z">', "", "z"),
                ("emphasis", "*x*", "x"),
            ],
        ),
        ("a.md", "<http://a.b>", [("link", "<http://a.b>", "http://a.b", "http://a.b")]),
        ("a.md", "em http://a.b/c.", [("link", "http://a.b/c", "http://a.b/c", "http://a.b/c")]),
        ("a.md", "# Uso {#use}", [("anchor", "{#use}", "", "use")]),
        ("a.md", "nota[^1].\n\n[^1]: a nota\n", [("footnote", "[^1]", "", "1")]),
        ("a.md", "Olá, {name} e %s, 5 % {a b}", [("placeholder", "{name}"), ("placeholder", "%s")]),
        ("a.md", '<p><img src="i.png"></p>\n', [("image", '<img src="i.png">', "", "i.png")]),
        (
            "a.mdx",
            '<Card href="u">\n  o {name} `c`\n</Card>\n',
            [
                ("link", '<Card href="u">\n  o {name} `c`\n</Card>', "\n  o {name} `c`\n", "u"),
                ("placeholder", "{name}"),
                ("code", "`c`", "c"),
            ],
        ),
        ("a.mdx", "o <code>{a}</code>", [("code", "<code>{a}</code>", "{a}")]),
        (
            "a.rst",
            "Ver :ref:`o guia <setup>` e :py:func:`~a.b`.",
            [
                ("role", ":ref:`o guia <setup>`", "o guia", "setup", "ref"),
                ("role", ":py:func:`~a.b`", "~a.b", "a.b", "py:func"),
            ],
        ),
        (
            "a.rst",
            "Ver `o guia`_, outro__ e `x <http://x.y>`__.\n\n.. _o Guia: http://a.b\n__ http://c.d\n",
            [
                ("link", "`o guia`_", "o guia", "http://a.b", "o guia"),
                ("link", "outro__", "outro", "http://c.d", "__"),
                ("link", "`x <http://x.y>`__", "x", "http://x.y"),
            ],
        ),
        (
            "a.rst",
            "Um ``c`` com |v| [1]_ e _`aqui`, `x`.",
            [
                ("code", "``c``", "c"),
                ("substitution", "|v|", "", "v"),
                ("footnote", "[1]_", "", "1"),
                ("anchor", "_`aqui`", "aqui", "aqui"),
                ("role", "`x`", "x", "x"),
            ],
        ),
        (
            "a.rst",
            ".. _use:\n\n.. image:: i.png\n   :target: http://a.b\n\n.. |l| image:: l.png\n",
            [
                ("anchor", ".. _use:", "", "use"),
                ("image", "i.png", "", "i.png"),
                ("link", "http://a.b", "", "http://a.b"),
                ("image", "l.png", "", "l.png"),
            ],
        ),
        (
            "a.rst",
            ".. code-block:: sh\n   :name: x\n\n   a\n     b\n\nFim.\n",
            [("code-block", "a\n     b", "a\n     b", "", "sh")],
        ),
        (
            "a.adoc",
            "[[use]]\n== Uso\n\nVer link:u[o `c`], <<use,o uso>>, http://a.b[x] e {version}.\n",
            [
                ("anchor", "[[use]]", "", "use"),
                ("link", "link:u[o `c`]", "o c", "u"),
                ("code", "`c`", "c"),
                ("link", "<<use,o uso>>", "o uso", "#use"),
                ("link", "http://a.b[x]", "x", "http://a.b"),
                ("placeholder", "{version}"),
            ],
        ),
        (
            "a.adoc",
            'Prima kbd:[F1], veja image:i.png[d] e `+a+`, "`assim`".\n\nimage::j.png[]\n',
            [
                ("role", "kbd:[F1]", "F1", "", "kbd"),
                ("image", "image:i.png[d]", "d", "i.png"),
                ("code", "`+a+`", "a"),
                ("image", "image::j.png[]", "", "j.png"),
            ],
        ),
        (
            "a.adoc",
            "[source,ruby]\n----\na\n  b\n----\n",
            [("code-block", "a\n  b", "a\n  b", "", "ruby")],
        ),
        (
            "a.html",
            '<p id=z>Ver <a href="u">o <b>x</b></a>, <code>a&lt;b</code>{{ v }}<img src=i.png>',
            [
                ("anchor", "<p id=z>", "", "z"),
                ("link", '<a href="u">o <b>x</b></a>', "o x", "u"),
                ("strong", "<b>x</b>", "x"),
                ("code", "<code>a&lt;b</code>", "a<b"),
                ("placeholder", "{{ v }}"),
                ("image", "<img src=i.png>", "", "i.png"),
            ],
        ),
        (
            "a.html",
            "<pre><code>a &lt;\n b</code></pre><p>Olá",
            [("code-block", "<pre><code>a &lt;\n b</code></pre>", "a <\n b")],
        ),
        ("a.html", '<link href="s.css"><script src="x.js"></script><p>Olá', []),
        ("a.md", "**a** e __b c__", [("strong", "**a**", "a"), ("strong", "__b c__", "b c")]),
        ("a.rst", "um **a** só", [("strong", "**a**", "a")]),
        ("a.adoc", "um *a* e **b**c", [("strong", "*a*", "a"), ("strong", "**b**", "b")]),
        (
            "a.tex",
            "um {\\it a}, {\\bfseries b} e \\textbf{c}, {\\tt d e}.",
            [
                ("emphasis", "{\\it a}", "a"),
                ("strong", "{\\bfseries b}", "b"),
                ("strong", "\\textbf{c}", "c"),
                ("code", "{\\tt d e}", "d e"),
            ],
        ),
        ("a.txt", "em www.a.b e {name}", [("link", *["www.a.b"] * 3), ("placeholder", "{name}")]),
        ("a.txt", "em git+ssh://a.b/c", [("link", *["git+ssh://a.b/c"] * 3)]),
        (
            "a.tex",
            "Ver \\href{http://a.b}{o \\emph{guia}} e \\ref{use}, \\texttt{a}"
            " \\verb|b|.\\label{c}\n\n"
            "\\includegraphics[width=1cm]{i.png}\n\\begin{verbatim}\na\n\\end{verbatim}\n",
            [
                ("link", "\\href{http://a.b}{o \\emph{guia}}", "o guia", "http://a.b"),
                ("emphasis", "\\emph{guia}", "guia"),
                ("role", "\\ref{use}", "use", "use", "ref"),
                ("code", "\\texttt{a}", "a"),
                ("code", "\\verb|b|", "b"),
                ("anchor", "\\label{c}", "", "c"),
                ("image", "\\includegraphics[width=1cm]{i.png}", "", "i.png"),
                ("code-block", "\\begin{verbatim}\na\n\\end{verbatim}", "\na\n"),
            ],
        ),
        (
            "a.ipynb",
            notebook('Ver [o "x"](u) e `c`\n\n```py\na\n```'),
            [
                ("link", '[o "x"](u)', 'o "x"', "u"),
                ("code", "`c`", "c"),
                ("code-block", "```py\na\n```", "a\n", "", "py"),
            ],
        ),
        (
            "a.po",
            catalogue('Ver <a href="u">o</a> e <code>x</code>, {n, plural, other {# a}}, %1$s'),
            [
                ("tag", '<a href="u">', "", "", "a"),
                ("link", '<a href="u">', "", "u"),
                ("tag", "</a>", "", "", "/a"),
                ("code", "<code>x</code>", "x"),
                ("placeholder", "{n, plural, other {# a}}", "", "n"),
                ("placeholder", "%1$s"),
            ],
        ),
        (
            "a.po",
            catalogue("{{count, plural, one {dia} other {dias}}}"),
            [("placeholder", "{{count, plural, one {dia} other {dias}}}", "", "count")],
        ),
        ("a.po", catalogue("$ rm %s"), [("code-block", *["$ rm %s"] * 2), ("placeholder", "%s")]),
        (
            "a.po",
            catalogue("Ver :ref:`o guia <setup>` e ``c`` de %(x)s"),
            [
                ("role", ":ref:`o guia <setup>`", "o guia", "setup", "ref"),
                ("code", "``c``", "c"),
                ("placeholder", "%(x)s"),
            ],
        ),
        (
            "a.po",
            catalogue("Ver [o `c`](u) e kbd:[F1]\n\n```sh\na\n```\nFim"),
            [
                ("link", "[o `c`](u)", "o c", "u"),
                ("code", "`c`", "c"),
                ("role", "kbd:[F1]", "F1", "", "kbd"),
                ("code-block", "```sh\na\n```", "a\n", "", "sh"),
            ],
        ),
    ],
)
def test_links_inline_code_and_tags_are_recorded_with_their_spans_in_each_format(
    path: str, text: str, marked: list[tuple[str, ...]]
) -> None:
    assert [told(markup) for markup in read(text, path).markup] == marked


def test_xliff_inline_elements_are_recorded_as_tags_in_source_and_target() -> None:
    text = (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
        '<file original="a" source-language="en" target-language="pt"><body><trans-unit id="1">'
        '<source>A <g id="1">list</g></source><target>Uma <g id="1">lista</g> <ph id="2">x</ph>'
        "</target></trans-unit></body></file></xliff>"
    )
    document = read(text, "a.xlf")
    tags = [("tag", '<g id="1">', "", "1", "g"), ("tag", "</g>", "", "", "/g")]
    (unit,) = document.units
    assert unit.source is not None
    assert [*map(told, document.markup_in(unit.source.span()))] == tags
    assert [*map(told, document.markup_in(unit.target.span()))] == [
        *tags,
        ("tag", '<ph id="2">x</ph>', "", "2", "ph"),
    ]
    assert document.companions["source"].markup == document.markup


def test_recorded_links_and_inline_code_of_a_text_can_be_looked_up_by_span() -> None:
    document = read("a [o `c` x](u) b `d` e", "a.md")
    link, code, other = document.markup
    assert document.markup_in(Span(0, 22)) == [link, code, other]
    assert document.markup_in(link.content.span(0, 1)) == [link]
    assert document.markup_in(code.content.span()) == [link, code]
    assert document.markup_in(Span(link.span.end, other.span.start)) == []
    assert document.code == ()


PIECES = (
    *("`a`", "``b``", "[o", "](u)", "][l]", "[l]: http://a.b\n", "![d](i)", "<a href='u'>", "</a>"),
    *("<code>", "</code>", "{name}", "{#id}", "%s", "http://a.b", "\n", "\n\n", "> ", "    ", "é"),
    *(":ref:`x <y>`", "|v|", "[1]_", "o_", "`o`__", "__ http://c\n", ".. _a: http://d\n", "\\"),
    *(
        ".. image:: i\n",
        "::\n\n  x\n",
        "link:u[x]",
        "<<a,b>>",
        "[[id]]",
        "kbd:[F]",
        "----\n",
        "&lt;",
    ),
    *(
        "```\n",
        "- ",
        "# ",
        " ",
        "a",
        "<pre>",
        "</pre>",
        "<p id=x>",
        "*",
        "_",
        '"',
        "{n, plural, x}",
    ),
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.sampled_from(["a.md", "a.mdx", "a.rst", "a.adoc", "a.html", "a.txt", "a.po", "a.ipynb"]),
)
def test_spans_of_recorded_markup_match_the_document_text(text: str, path: str) -> None:
    held = {"a.po": catalogue, "a.ipynb": notebook}
    document = read(held[path](text) if path in held else text, path)

    def decodes(raw: str, char: str) -> bool:
        return "&" in raw or raw.startswith("\\")

    assert_marked(document, decodes)
    everything = Span(0, len(document.raw))
    assert document.markup_in(everything) == list(document.markup)


@pytest.mark.parametrize(
    ("path", "text", "opaque"),
    [
        ("a.md", "Ver [novo-diario](https://x.org/a/novo-diario/) e `a`.", ["novo-diario", "a"]),
        ("a.html", '<p>Ver <a href="b/guia.md">guia.md</a> já.</p>', ["guia.md"]),
        ("a.md", "Ver [o-novo](https://x.org/novo), [novo](https://x.org/novo).", []),
    ],
)
def test_link_text_that_is_the_file_name_of_its_url_is_not_checked_as_prose(
    path: str, text: str, opaque: list[str]
) -> None:
    (sentence,) = read(text, path).sentences
    assert [sentence.text[low:high] for low, high in sentence.opaque] == opaque


def test_markdown_paragraph_that_is_a_shell_command_is_not_prose() -> None:
    said = (
        "npm install --save react\n\nUse git push --force no ramo.\n\nSaiu --disse ela-- de casa.\n"
    )
    found = [sentence.text for sentence in read(said, "a.md").sentences]
    assert found == ["Use git push --force no ramo.", "Saiu --disse ela-- de casa."]


def test_markdown_links_inside_html_blocks_are_recorded_as_links() -> None:
    page = read(
        '<p align="center">\n[um](um.md "dois") ![três](t.png) [![q](q.svg)](q.md)\n'
        "<!-- [nada](nada.md) -->\n</p>\n",
        "a.md",
    )
    assert sorted((markup.kind.value, markup.target) for markup in page.markup) == [
        ("image", "q.svg"),
        ("image", "t.png"),
        ("link", "q.md"),
        ("link", "um.md"),
    ]
