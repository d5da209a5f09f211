"""`disable-next` works on what is read next, wherever it stands: formats and places."""

from __future__ import annotations

import pytest

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
XLIFF = (
    '<xliff version="1.2"><file source-language="en" target-language="pt" original="a"><body>'
    '{}<trans-unit id="1"><source>The cat</source>{}<target>{}.</target></trans-unit>'
    "</body></file></xliff>"
)
BAD = "O gato subiu ao ao telhado"
MD = "<!-- textlint-pt-disable-next GRA401 -->"
RST = ".. textlint-pt-disable-next GRA401"
AD = "// textlint-pt-disable-next GRA401"
NOTE = "# textlint-pt-disable-next GRA401"
TEX = "% textlint-pt-disable-next GRA401"
MDX = "{/* textlint-pt-disable-next GRA401 */}"


def _marked(C: str, html: bool = True) -> dict[str, str]:
    return {
        "paragraph": f"Um texto curto.\n\n{C}\n{BAD}.\n",
        "after a blank line": f"Um texto curto.\n\n{C}\n\n{BAD}.\n",
        "right below paragraph": f"Um texto curto.\n{C}\n\n{BAD}.\n",
        "first": f"{C}\n\n{BAD}.\n",
        "heading": f"{C}\n## {BAD}\n",
        "setext": f"Um texto.\n\n{C}\n\n{BAD}\n======\n",
        "after heading": f"# Um título\n{C}\n{BAD}.\n",
        "list": f"{C}\n- {BAD}.\n- Outra coisa.\n",
        "second item": f"- Uma coisa.\n{C}\n- {BAD}.\n",
        "second item indented": f"- Uma coisa.\n  {C}\n- {BAD}.\n",
        "item blank": f"- Uma coisa.\n\n{C}\n\n- {BAD}.\n",
        "inside item": f"- {C}\n  {BAD}.\n",
        "item paragraph": f"- Uma coisa.\n\n  {C}\n\n  {BAD}.\n",
        "nested item": f"- Uma coisa.\n  {C}\n  - {BAD}.\n",
        "nested item deep": f"- Uma coisa.\n  - Outra.\n    {C}\n    - {BAD}.\n",
        "numbered": f"1. Uma coisa.\n   {C}\n2. {BAD}.\n",
        "task": f"- [ ] Uma coisa.\n  {C}\n- [x] {BAD}.\n",
        "quote": f"{C}\n> {BAD}.\n",
        "inside quote": f"> Uma coisa.\n>\n> {C}\n>\n> {BAD}.\n",
        "quote tight": f"> {C}\n> {BAD}.\n",
        "table": f"Um texto.\n\n{C}\n\n| {BAD} | b |\n|---|---|\n| c | d |\n",
        "table tight": f"{C}\n| {BAD} | b |\n|---|---|\n| c | d |\n",
        "in cell": f"| a | b |\n|---|---|\n| {C} {BAD} | d |\n",
        "in row before": f"| a | b |\n|---|---|\n| x {C} | {BAD} |\n",
        "after code": f"```\ncode\n```\n{C}\n{BAD}.\n",
        "after table": f"| a | b |\n|---|---|\n| c | d |\n\n{C}\n{BAD}.\n",
        "after html": f"<div>\nx\n</div>\n\n{C}\n{BAD}.\n" if html else f"Um.\n\n{C}\n\n{BAD}.\n",
        "after list": f"- Uma coisa.\n\n{C}\n{BAD}.\n",
        "footnote": f"Um texto.[^1]\n\n{C}\n[^1]: {BAD}.\n",
        "alert": f"{C}\n> [!NOTE]\n> {BAD}.\n",
        "inside alert": f"> [!NOTE]\n> {C}\n> {BAD}.\n",
        "admonition": f"{C}\n!!! note\n    {BAD}.\n",
        "directive": f"{C}\n:::note\n{BAD}.\n:::\n",
        "inside directive": f":::note\n{C}\n{BAD}.\n:::\n",
        "inside paragraph": f"Um texto curto. {C} {BAD}.\n\nOutro texto.\n",
        "after quote": f"> Citação.\n\n{C}\n{BAD}.\n",
        "after rule": f"---\n\n{C}\n{BAD}.\n",
        "multi-line comment": f"<!--\ntextlint-pt-disable-next GRA401\n-->\n\n{BAD}.\n"
        if html
        else f"{C}\n\n{BAD}.\n",
        "after front matter": f"---\ntitle: x\n---\n{C}\n{BAD}.\n",
        "in front matter": f"---\n# textlint-pt-disable-next GRA401\ntitle: {BAD}\n---\nUm.\n",
    }


PLACES = {
    "md": _marked(MD),
    "mdx": _marked(MDX, False),
    "html": {
        "paragraph": f"<p>Um texto.</p>{MD}<p>{BAD}.</p>",
        "inside p": f"<p>{MD}{BAD}.</p>",
        "heading": f"{MD}<h2>{BAD}</h2>",
        "li": f"<ul><li>x</li>{MD}<li>{BAD}.</li></ul>",
        "inside li": f"<ul><li>{MD}{BAD}.</li></ul>",
        "nested": f"<ul><li>Uma coisa{MD}<ul><li>{BAD}.</li></ul></li></ul>",
        "td": f"<table><tr>{MD}<td>{BAD}</td><td>b</td></tr></table>",
        "in td": f"<table><tr><td>a</td><td>{MD}{BAD}</td></tr></table>",
        "quote": f"{MD}<blockquote>{BAD}.</blockquote>",
        "dd": f"<dl><dt>a</dt>{MD}<dd>{BAD}.</dd></dl>",
        "figcaption": f"<figure>{MD}<figcaption>{BAD}.</figcaption></figure>",
        "title": f"<html><head>{MD}<title>{BAD}</title></head><body><p>Olá.</p></body></html>",
        "after pre": f"<pre>x</pre>{MD}<p>{BAD}.</p>",
        "after script": f"<script>x</script>{MD}<p>{BAD}.</p>",
        "button": f"{MD}<button>{BAD}</button>",
        "option": f"<select>{MD}<option>{BAD}</option></select>",
        "text": f"<div>Olá<br>{MD}<p>{BAD}.</p></div>",
    },
    "rst": {
        "paragraph": f"Um texto.\n\n{RST}\n\n{BAD}.\n",
        "tight": f"Um texto.\n\n{RST}\n{BAD}.\n",
        "heading": f"{RST}\n\n{BAD}\n==========================\n\nUm texto.\n",
        "list": f"{RST}\n\n- {BAD}.\n- Outra.\n",
        "second": f"- Uma.\n\n{RST}\n\n- {BAD}.\n",
        "second indented": f"- Uma.\n\n  {RST}\n\n- {BAD}.\n",
        "inside item": f"- Uma.\n\n  {RST}\n\n  {BAD}.\n",
        "nested": f"- Uma.\n\n  {RST}\n\n  - {BAD}.\n",
        "definition": f"{RST}\n\ntermo\n    {BAD}.\n",
        "inside definition": f"termo\n    {RST}\n\n    {BAD}.\n",
        "second definition": f"termo\n    Um texto.\n\n    {RST}\n\nOutro\n    {BAD}.\n",
        "note": f"{RST}\n\n.. note:: {BAD}.\n",
        "inside note": f".. note::\n\n   {RST}\n\n   {BAD}.\n",
        "figure": f"{RST}\n\n.. figure:: a.png\n\n   {BAD}.\n",
        "footnote": f"Um texto [1]_.\n\n{RST}\n\n.. [1] {BAD}.\n",
        "table": f"{RST}\n\n====== =====\na      b\n"
        "====== =====\nx      O gato subiu ao ao telhado da casa.\n====== =====\n",
        "grid": f"{RST}\n\n+-----------------------------+\n"
        f"| {BAD}. |\n+-----------------------------+\n",
        "list-table": ".. list-table::\n\n   * - a\n     - b\n   * - c\n"
        f"\n       {RST}\n\n     - {BAD}.\n",
        "py": f".. py:function:: f(x)\n\n   {RST}\n\n   {BAD}.\n",
        "after code": f"Assim::\n\n    code\n\n{RST}\n\n{BAD}.\n",
        "after directive": f".. code-block:: python\n\n   x\n\n{RST}\n\n{BAD}.\n",
        "line block": f"{RST}\n\n| {BAD}.\n",
        "after comment": f".. um comentário\n\n{RST}\n\n{BAD}.\n",
        "first": f"{RST}\n\n{BAD}.\n",
    },
    "adoc": {
        "paragraph": f"Um texto.\n\n{AD}\n{BAD}.\n",
        "blank": f"Um texto.\n\n{AD}\n\n{BAD}.\n",
        "below": f"Um texto.\n{AD}\n\n{BAD}.\n",
        "heading": f"{AD}\n== {BAD}\n\nUm texto.\n",
        "title": f"{AD}\n= {BAD}\n\nUm texto.\n",
        "list": f"{AD}\n* {BAD}.\n",
        "second": f"* Uma.\n{AD}\n* {BAD}.\n",
        "nested": f"* Uma.\n{AD}\n** {BAD}.\n",
        "attached": f"* Uma.\n+\n{AD}\n{BAD}.\n",
        "attached2": f"* Uma.\n{AD}\n+\n{BAD}.\n",
        "definition": f"{AD}\ntermo:: {BAD}.\n",
        "definition2": f"termo::\n{AD}\n{BAD}.\n",
        "admonition": f"{AD}\nNOTE: {BAD}.\n",
        "admonition block": f"[NOTE]\n====\n{AD}\n{BAD}.\n====\n",
        "before block": f"{AD}\n[NOTE]\n====\n{BAD}.\n====\n",
        "quote": f"{AD}\n[quote]\n{BAD}.\n",
        "table": f"{AD}\n|===\n|{BAD}\n|b\n|===\n",
        "cell": f"|===\n|a\n{AD}\n|{BAD}\n|===\n",
        "a cell": f"|===\na|\n{AD}\n{BAD}.\n|===\n",
        "block title": f"{AD}\n.{BAD}\n----\nx\n----\n",
        "footnote": f"{AD}\nUm texto.footnote:[{BAD}.]\n",
        "after listing": f"----\nx\n----\n{AD}\n{BAD}.\n",
        "after table": f"|===\n|a\n|===\n\n{AD}\n{BAD}.\n",
        "sidebar": f"****\n{AD}\n{BAD}.\n****\n",
        "verse": f"{AD}\n[verse]\n{BAD}\n",
        "callout": f"----\nx <1>\n----\n{AD}\n<1> {BAD}.\n",
        "open": f"--\n{AD}\n{BAD}.\n--\n",
    },
    "tex": {
        "paragraph": f"Um texto.\n\n{TEX}\n{BAD}.\n",
        "blank": f"Um texto.\n\n{TEX}\n\n{BAD}.\n",
        "below": f"Um texto.\n{TEX}\n\n{BAD}.\n",
        "section": f"{TEX}\n\\section{{{BAD}}}\nUm texto.\n",
        "item": f"\\begin{{itemize}}\n\\item Uma.\n{TEX}\n\\item {BAD}.\n\\end{{itemize}}\n",
        "first item": f"\\begin{{itemize}}\n{TEX}\n\\item {BAD}.\n\\end{{itemize}}\n",
        "before list": f"{TEX}\n\\begin{{itemize}}\n\\item {BAD}.\n\\end{{itemize}}\n",
        "nested": f"\\begin{{itemize}}\n\\item Uma.\n{TEX}\n\\begin{{itemize}}\n"
        f"\\item {BAD}.\n\\end{{itemize}}\n\\end{{itemize}}\n",
        "quote": f"{TEX}\n\\begin{{quote}}\n{BAD}.\n\\end{{quote}}\n",
        "caption": f"\\begin{{figure}}\n{TEX}\n\\caption{{{BAD}.}}\n\\end{{figure}}\n",
        "cell": f"\\begin{{tabular}}{{ll}}\na &\n{TEX}\n{BAD} \\\\\n\\end{{tabular}}\n",
        "table": f"{TEX}\n\\begin{{tabular}}{{ll}}\n{BAD} & b\\\\\n\\end{{tabular}}\n",
        "footnote": f"Um texto.%\n{TEX}\n\\footnote{{{BAD}.}}\n",
        "in footnote": f"Um texto.\\footnote{{%\n{TEX}\n{BAD}.}}\n",
        "title": f"\\documentclass{{a}}\n{TEX}\n\\title{{{BAD}}}\n"
        f"\\begin{{document}}\nUm texto.\n\\end{{document}}\n",
        "after begin": f"\\documentclass{{a}}\n\\begin{{document}}\n{TEX}\n"
        f"{BAD}.\n\\end{{document}}\n",
        "after math": f"\\[x\\]\n{TEX}\n{BAD}.\n",
        "after verbatim": f"\\begin{{verbatim}}\nx\n\\end{{verbatim}}\n{TEX}\n{BAD}.\n",
        "after iffalse": f"\\iffalse\nx\n\\fi\n{TEX}\n{BAD}.\n",
        "after comment env": f"\\begin{{comment}}\nx\n\\end{{comment}}\n{TEX}\n{BAD}.\n",
        "abstract": f"{TEX}\n\\begin{{abstract}}\n{BAD}.\n\\end{{abstract}}\n",
        "theorem": f"{TEX}\n\\begin{{teorema}}\n{BAD}.\n\\end{{teorema}}\n",
        "description": f"\\begin{{description}}\n{TEX}\n\\item[Um] {BAD}.\n\\end{{description}}\n",
        "frame": f"{TEX}\n\\begin{{frame}}{{{BAD}}}\nUm texto.\n\\end{{frame}}\n",
        "in group": f"{{\\small\n{TEX}\n{BAD}.}}\n",
        "textbf": f"{TEX}\n\\textbf{{{BAD}.}}\n",
        "after env": f"\\begin{{figure}}\\includegraphics{{a}}\\end{{figure}}\n{TEX}\n{BAD}.\n",
    },
    "txt": {
        "paragraph": f"Um texto curto.\n\n{MD}\n{BAD}.\n",
        "blank": f"Um texto curto.\n\n{MD}\n\n{BAD}.\n",
        "list": f"- Uma coisa.\n{MD}\n- {BAD}.\n",
        "dialogue": f"{MD}\n— {BAD}.\n",
    },
    "po": {
        "entry": f'{PO}{NOTE}\nmsgid "The cat"\nmsgstr "{BAD}."\n',
        "between": f'{PO}#: a.c:1\n{NOTE}\nmsgctxt "a"\nmsgid "The cat"\nmsgstr "{BAD}."\n',
        "plural": f'{PO}{NOTE}\nmsgid "The cat"\nmsgid_plural "Cats"\n'
        f'msgstr[0] "Um gato."\nmsgstr[1] "{BAD}."\n',
        "two paragraphs": f'{PO}{NOTE}\nmsgid "The cat"\nmsgstr "Um gato.\\n\\n{BAD}."\n',
    },
    "xlf": {
        "unit": XLIFF.format(MD, "", BAD),
        "target": XLIFF.format("", MD, BAD),
    },
    "vtt": {
        "cue": "WEBVTT\n\nNOTE textlint-pt-disable-next GRA401\n"
        f"\n00:01.000 --> 00:02.000\n{BAD}.\n",
    },
}


@pytest.fixture(scope="module")
def linter() -> Linter:
    return Linter(load(third_party=False), [Layer("test", {"select": ["GRA401", "DOC001"]})])


@pytest.mark.parametrize(
    ("ending", "place"), [(ending, place) for ending, places in PLACES.items() for place in places]
)
def test_disable_next_comment_suppresses_the_next_block_in_every_format(
    linter: Linter, ending: str, place: str
) -> None:
    text = PLACES[ending][place]

    def codes(text: str) -> list[str]:
        (entry,) = linter.lint([Input(f"a.{ending}", text.encode())])
        return [finding["code"] for finding in entry["findings"]]

    assert codes(text.replace("textlint-pt-disable-next", "um comentário")) == ["GRA401"]
    assert codes(text) == []


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("md", f"{MD}\n{BAD}.\n\n{BAD}.\n"),
        ("md", f"{MD}\n- {BAD}.\n- {BAD}.\n"),
        ("md", f"{MD}\n- {BAD}.\n  - {BAD}.\n"),
        ("md", f"Um texto {MD} {BAD}.\n\n{BAD}.\n"),
        ("md", f"{MD}\n\n| a | {BAD} |\n|---|---|\n| c | d |\n\n{BAD}.\n"),
        ("rst", f"{RST}\n\ntermo\n    {BAD}.\n\noutro\n    {BAD}.\n"),
        ("adoc", f"{AD}\ntermo:: {BAD}.\noutro:: {BAD}.\n"),
        ("adoc", f"{AD}\n* {BAD}.\n+\n{BAD}.\n"),
        ("html", f"<dl>{MD}<dt>a</dt>\n<dd>{BAD}.</dd>\n<dt>b</dt>\n<dd>{BAD}.</dd></dl>"),
        ("tex", f"{TEX}\n{BAD}.\n\n{BAD}.\n"),
        ("tex", f"{TEX}\n\\section{{{BAD}}}\n{BAD}.\n"),
    ],
)
def test_disable_next_comment_does_not_suppress_later_blocks(
    linter: Linter, ending: str, text: str
) -> None:
    (entry,) = linter.lint([Input(f"a.{ending}", text.encode())])
    assert [finding["code"] for finding in entry["findings"]] == ["GRA401"]
    assert entry["findings"][0]["start"] > text.rindex(BAD)
