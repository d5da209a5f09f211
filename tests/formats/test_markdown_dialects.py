"""Markdown beyond CommonMark: what each dialect's own marks are, and what is prose in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.formats.test_markdown import decodes_to, opaque, read, shape, texts
from textlint_pt.formats import directives

# ------------------------------------------------------------------ lines


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Maçã\n: Fruto.\n\nPera\nPêra\n:   Outro\nfruto.\n: Árvore.",
         ["Maçã", "Fruto.", "Pera", "Pêra", "Outro fruto.", "Árvore."]),
        ("Maçã\n\n~   Fruto.\n\n    Vermelho.\n\n        código", ["Maçã", "Fruto.", "Vermelho."]),
        ("> Maçã\n> : Fruto.", ["Maçã", "Fruto."]),
        ("{% x %}\n  Maçã\n  : Fruto.", ["Maçã", "Fruto."]),
        ("- Maçã\n  : Fruto.", ["Maçã", "Fruto."]),
        ("Maçã\n:      Fruto.", ["Maçã", "Fruto."]),
        ("*Maçã*{#a}\n: `a , b` é *fruto*.", ["Maçã", "a , b é fruto."]),
    ],
)  # fmt: skip
def test_markdown_definition_terms_and_definitions_are_separate_blocks(
    source: str, expected: list[str]
) -> None:
    assert shape(source) == [("list-item", text) for text in expected]


def test_markdown_paragraph_before_a_definition_list_is_not_read_as_its_term() -> None:
    source = "Uma frase inteira,\nem duas linhas.\n\nMaçã\n: Fruto."
    assert texts(source) == ["Uma frase inteira, em duas linhas.", "Maçã", "Fruto."]
    assert texts("Às 10\n: nada.")[-1] == "nada."


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # remark, xaringan
        ("---\ntitle: Aula\n---\n\nclass: center, middle\n\n# Um\n\n---\nclass: inverse\n\nDois.",
         ["Aula", "Um", "Dois."]),
        (".pull-left[\nUm.\n]\n.pull-right[\n\nDois.\n\n- Três.\n\n].footnote[\nQuatro.\n]\n",
         ["Um.", "Dois.", "Três.", "Quatro."]),
        (".left[ Um\n\ne dois]\n\n.red[Três] e .a.b[quatro [x](y)].",
         ["Um", "e dois", "Três e quatro x."]),
        ("O vetor a.b[1] e [isto].", ["O vetor a.b[1] e [isto]."]),
        # MyST
        (":::{note}\n:class: a , b\n\nTexto.\n:::\nFim.", ["Texto.", "Fim."]),
        ("::::{tip}\n:::{code-block} py\na , b\n:::\nTexto.\n::::", ["Texto."]),
        ("```{warning}\n---\nname: a , b\n---\nTexto.\n```\nFim.", ["Texto.", "Fim."]),
        ("````{admonition} Título **bom**\nUm.\n```py\na , b\n```\nDois.\n````",
         ["Título bom", "Um.", "Dois."]),
        ("```{note} Começa aqui\ne continua.\n```", ["Começa aqui e continua."]),
        ("```{figure} a.png\n:alt: a , b\n\nA legenda.\n```", ["A legenda."]),
        (":::{figure} a.png\n:name: a\nA legenda.\n:::", ["A legenda."]),
        ("```{versionadded} 1.2\nUm modo novo.\n```", ["Um modo novo."]),
        ("```{code-cell} ipython3\na , b\n```", []),
        ("```{math}\n:label: x\na , b\n```", []),
        (":::{math}\na , b\n:::", []),
        (":::{eval-rst}\n.. note:: a , b\n:::", []),
        (":::{mermaid}\na , b\n:::", []),
        ("```{toctree}\n:caption: a , b\nintro\n```", []),
        ("::::{grid} 1 2\n:::{grid-item-card} Cartão\n:link: x\nTexto.\n:::\n::::",
         ["Cartão", "Texto."]),
        ("::::{tab-set}\n:::{tab-item} Aba\nTexto.\n:::\n::::", ["Aba", "Texto."]),
        ("- item\n\n  ```{note}\n  Texto.\n  ```\n", ["item", "Texto."]),
        ("Um.\n% a , b\nDois.\n\n(alvo)=\n# Fim\n\n+++ {\"a\": 1}\n\nTrês.",
         ["Um.", "Dois.", "Fim", "Três."]),
        ("São 50\n% dos casos.", ["São 50 % dos casos."]),
        # Pandoc, Quarto, R Markdown
        ("::: {.callout-note title=\"Um título\"}\nTexto.\n:::", ["Um título", "Texto."]),
        ("::: {.a}\n::: {.b}\nTexto.\n:::\n:::\nFim.", ["Texto.", "Fim."]),
        ("::: {lang=en}\nThe text.\n:::\nFim.", ["Fim."]),
        ("```{r, echo=FALSE}\n#| label: a , b\nx\n```", []),
        ("```{r}\n#| fig-cap: A legenda *dela*.\n#| echo: false\nx\n```", ["A legenda dela."]),
        ("```{python}\n#| tbl-cap: \"A legenda: tal.\"\nx\n```", ["A legenda: tal."]),
        ("```{ojs}\n//| fig-cap: |\n//|   Uma legenda\n//|   longa.\nx\n```",
         ["Uma legenda longa."]),
        ("```{r}\n#| fig-cap: !expr f(x , y)\nx\n```", []),
        ("```{r a, fig.cap=\"A legenda.\", out.width=\"50%\"}\nx <- c(1 ,2)\n```",
         ["A legenda."]),
        ("```r\n#| fig-cap: a , b\nx\n```", []),
        ("| a |\n|---|\n| b |\n\n: A legenda {#tbl-x}", ["a", "b", "A legenda"]),
        ("% Título\n% Autora\n\nTexto.", ["Texto."]),
        ("Um.\n\n\\newpage\n\nDois.", ["Um.", "Dois."]),
        ("Texto^[Uma nota.] segue.", ["Texto segue.", "Uma nota."]),
        ("  Um    Dois\n----- -----\n  três  quatro\n\nFim.", ["Fim."]),
        ("-----------\n  Um    Dois\n----- -----\n  três  quatro\n\n  e     mais\n"
         "-----------\n\nFim.", ["Fim."]),
        ("+---+---+\n| a | b |\n+---+---+\n\nFim.", ["Fim."]),
        # Docusaurus, VitePress, Azure, Learn
        (":::note[Um título]\nTexto.\n:::", ["Um título", "Texto."]),
        (":::danger Um título {#id}\n\nTexto.\n\n:::", ["Um título", "Texto."]),
        ("::: mermaid\na , b\n:::\nFim.", ["Fim."]),
        (":::image source=\"a , b\" alt-text=\"c\":::\n\nFim.", ["Fim."]),
        ("::youtube{#a}\n\nFim.", ["Fim."]),
        ("> [!TIP]\n> Texto.", ["Texto."]),
        ("> [!info]+ Um título\n> Texto.", ["Um título", "Texto."]),
        ("Clique em **[!UICONTROL Um só]** do [!DNL Target].\n\n[!BADGE a , b]{type=x} Fim.",
         ["Clique em Um só do [!DNL Target].", "Fim."]),
        ("> [!NOTE] O texto todo.\n> Mais.", ["O texto todo.", "Mais."]),
        # MkDocs and pymdownx
        ("--8<-- \"a , b.md\"\n\n--8<--\na , b.md\n--8<--\n\nFim.", ["Fim."]),
        ("/// note | Um título\n    open: a , b\n\nTexto.\n///\nFim.",
         ["Um título", "Texto.", "Fim."]),
        ("/// html | div.a\nTexto.\n///", ["Texto."]),
        ("!!! note \"Um título\"\n    Um.\n\n    Dois.\n\n        a , b\n\n"
         "    ??? tip\n        Três.",
         ["Um título", "Um.", "Dois.", "Três."]),
        ("!!! tip \"Dica\"\n      Quem quer?\n\n        a , b", ["Dica", "Quem quer?"]),
        ("=== \"Aba\"\n\n    Texto.\n\n=== \"Outra\"\n\n    Texto.",
         ["Aba", "Texto.", "Outra", "Texto."]),
        ("[TOC]\n\nA HTML é tal.\n\n*[HTML]: Hyper , Text", ["A HTML é tal."]),
        ("Texto.[^1]\n\n[^1]: Uma nota.\n\n    Segue.\n", ["Texto.", "Uma nota.", "Segue."]),
        # HTML
        ("<p align=\"center\">\n  <a href=\"a\"><img src=\"b\" alt=\"c , d\"></a>\n"
         "  Um <b>editor</b> &eacute; feito.\n</p>\n\nFim.", ["Um editor é feito.", "Fim."]),
        ("<details>\n<summary>Mais</summary>\n\nUm.\n\n```\na , b\n```\n\n<pre>\nc , d\n</pre>\n"
         "</details>\n\n<script>\ne , f\n</script>", ["Mais", "Um."]),
        ("> <div>Um\n> dois.</div>\n\n<td>\n\nTrês.\n\n</td>\n<td>Quatro.</td>",
         ["Um dois.", "Três.", "Quatro."]),
        ("<div markdown=\"1\">\n## a , b\n</div>\n\n<div>\n- a , b\n</div>\n\n"
         "<div translate=\"no\">a , b</div>\n\nFim.", ["Fim."]),
        # Hugo, Jekyll, kramdown
        ("{{< highlight go >}}\na , b\n\nc , d\n{{< /highlight >}}\nFim.", ["Fim."]),
        ("{% highlight go %}\na , b\n{% endhighlight %}\nFim.", ["Fim."]),
        ("{% include a.html b=\"c , d\" %}\nFim.", ["Fim."]),
        ("{{< figure src=\"a\"\n  title=\"b , c\"\n>}} Fim.", ["Fim."]),
        ("{{% notice tip %}}\nTexto.\n{{% /notice %}}", ["Texto."]),
        ("* Sumário\n{:toc}\n\n{::options a=\"b , c\" /}\n\nFim.\n{: .a }", ["Fim."]),
        ("| a | `b|c` |\n| d | e \\| f |", ["a", "d", "e | f"]),
        # formulas
        ("Temos\n\n\\begin{align}\na ,, b\n\n- c\n\\end{align}\n\nonde a.", ["Temos", "onde a."]),
        ("Temos\n\\[\na ,, b\n- c\n\\]\nonde a.", ["Temos", "onde a."]),
        ("Temos\n$$\na ,, b\n$$ (eq:x)\nonde a.", ["Temos", "onde a."]),
        # captions of code
        (":::{code-block} py\n:caption: Um.\na , b\n:::\n\nFim.", ["Um.", "Fim."]),
        ("```{code-block} py\n---\nlineno-start: 1\ncaption: Um.\n---\na , b\n```\nFim.",
         ["Um.", "Fim."]),
        ("```{note}\n:name: caption: a , b\nTexto.\n```\nFim.", ["Texto.", "Fim."]),
        # metadata
        ("Title: Um\nTags: c,d\nSummary: Dois.\n\nFim.", ["Um", "Dois.", "Fim."]),
        ("title: Um\ndate: 2020\n---\n\nFim.", ["Um", "Fim."]),
        ("+++\ntitle = 'Um'\nslug = 'a , b'\n+++\nFim.", ["Um", "Fim."]),
        ("---\ntitle: \"Um: dois\" # a , b\nlayout: a , b\n---\nFim.", ["Um: dois", "Fim."]),
        ("---\ndescription: Um.\nabstract: Dois.\n---\n- Fim.", ["Um.", "Dois.", "Fim."]),
        ("---\ntitle: [a , b]\nsummary: a ,\n  b\nexcerpt: &a b\n---\nFim.", ["Fim."]),
        ("---\nsummary: >-\n  Um\n  só.\n\n  Dois.\ntags: a , b\n---\nFim.",
         ["Um só.", "Dois.", "Fim."]),
        ("---\ntitle: |\n  Um\ndescription: >\n  Dois.\n---\nFim.", ["Um", "Dois.", "Fim."]),
        ("{\n  \"title\": \"Um \\\"só\\\"\",\n  \"summary\": \"Dois.\",\n  \"tags\": 1\n}\n\n"
         "Fim.",
         ["Um \"só\"", "Dois.", "Fim."]),
        ("---json\n{\"tags\": \"a , b\"}\n---\nFim.", ["Fim."]),
        ("Um.\n\n---\nlayout: a , b\n---\n\nFim.", ["Um.", "Fim."]),
        ("Nota: isto não é nada.\nNem isto.", ["Nota: isto não é nada.", "Nem isto."]),
        # HTML
        ("<math>a , b</math> e um texto.\n\nFim.", ["a , b e um texto.", "Fim."]),
        ("<svg>\n<text>a , b</text>\n\nc , d\n</svg>\n\nFim.", ["Fim."]),
        ("<div lang=\"en\">\n\nThe text.\n\n</div>\n\nFim.", ["Fim."]),
        ("<section lang=\"en\">\n\nThe text.\n\n<div lang=\"pt\">\n\nVolta.\n\n</div>\n\nText.\n\n"
         "</section>\n\nFim.", ["Volta.", "Fim."]),
        ("<p lang=\"en\">Text\n\nFim.", ["Fim."]),
        # files that are shown, what Obsidian hides, ids as MDX wants them
        ("@[code lang=java](@/a , b.java)\n\nFim.\n\n<<< @/a , b.js{1}\n", ["Fim."]),
        ("Um.\n\n%%\na , b\n%%\n\nFim.", ["Um.", "Fim."]),
        ("## Por quê? \\{#por-que}\n\nFim \\{#a}.", ["Por quê?", "Fim {#a}."]),
        # letters that count
        ("São:\n\na) um;\nb) dois,\nem duas linhas.\n\nFim.",
         ["São:", "um;", "dois, em duas linhas.", "Fim."]),
        ("São\n(a) um;\n(b) dois.", ["São", "um;", "dois."]),
        ("São:\n\na) um;\n\nb) dois.\n\nFim.", ["São:", "um;", "dois.", "Fim."]),
        ("i. um\nii. dois\niii. três", ["um", "dois", "três"]),
        ("(viii) um\n(ix) dois", ["(viii) um (ix) dois"]),
        ("Diz a\na) um só.", ["Diz a a) um só."]),
        ("a. S. João\ne. o resto", ["a. S. João e. o resto"]),
        ("<!--\n```\n:::{note}\n-->\n\nFim.", ["Fim."]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_markdown_dialect_syntax_gives_the_expected_sentences(
    source: str, expected: list[str], line_break: str
) -> None:
    assert texts(source.replace("\n", line_break)) == expected


def test_markdown_admonition_title_does_not_start_a_new_section() -> None:
    source = '# Um\n\n!!! note "Dois"\n    Três.\n\n    - Quatro.\n\n[^1]: Cinco.\n'
    assert shape(source) == [
        ("heading", "Um"),
        ("heading", "Dois"),
        ("paragraph", "Três."),
        ("list-item", "Quatro."),
        ("paragraph", "Cinco."),
    ]
    assert {sentence.section for sentence in read(source).sentences} == {1}


def test_markdown_paragraph_resumed_after_a_formula_is_a_continuation() -> None:
    source = "Temos\n\n\\begin{align}\na\n\\end{align}\n\nonde a é b.\n\nFim.\n"
    assert [block.continues for block in read(source).blocks] == [False, True, False]


def test_comments_of_markdown_dialects_may_contain_suppression_directives() -> None:
    source = "% textlint-pt-disable RED003\n\n{% comment %} textlint-pt-enable {% endcomment %}\nA."
    assert [comment.text for comment in read(source).comments] == [
        "textlint-pt-disable RED003",
        "textlint-pt-enable",
    ]


def test_programming_language_of_markdown_code_directives_is_recorded() -> None:
    source = (
        "```{code-block} python\na\n```\n\n```{r, echo=FALSE}\nb\n```\n\n"
        ":::{code-block} go\nc\n:::\n\n```{.ruby}\nd\n```\n"
    )
    names = [markup.name for markup in read(source).markup]
    assert names == ["python", "r", "go", "ruby"]


# ------------------------------------------------------------------ in a line


@pytest.mark.parametrize(
    ("source", "shown", "hidden"),
    [
        ("Veja {ref}`o texto <a , b>` já.", "Veja o texto já.", []),
        ("Veja {ref}`alvo` e {term}`maçã` já.", "Veja alvo e maçã já.", ["alvo"]),
        ("Use {py:func}`a , b` e {math}`c` já.", "Use a , b e c já.", ["a , b", "c"]),
        ("Seja \\(x , y\\) ou \\\\(z , w\\\\) ou \\[v , u\\] já.",
         "Seja \\(x , y\\) ou \\\\(z , w\\\\) ou \\[v , u\\] já.",
         ["\\(x , y\\)", "\\\\(z , w\\\\)", "\\[v , u\\]"]),
        ("Isto \\(nota do tradutor\\) fica.", "Isto (nota do tradutor) fica.", []),
        ("Seja $$a , b$$ e $c_1 +\nd$ já.", "Seja $$a , b$$ e $c_1 + d$ já.",
         ["$$a , b$$", "$c_1 + d$"]),
        ("Seja \\begin{a} b , c \\end{a} em \\ref{x} já.",
         "Seja \\begin{a} b , c \\end{a} em \\ref{x} já.",
         ["\\begin{a} b , c \\end{a}", "\\ref{x}"]),
        ("São 5$\\times$5 e $h_t$é já.", "São 5$\\times$5 e $h_t$é já.", ["$\\times$", "$h_t$"]),
        ("Custa R$ 10 e R$ 20, ou US$ 5 e $6.", "Custa R$ 10 e R$ 20, ou US$ 5 e $6.", []),
        ("Diz @silva2020 e [veja @a, p. 3; -@b] na @fig-x já.",
         "Diz @silva2020 e [veja @a, p. 3; -@b] na @fig-x já.",
         ["@silva2020", "[veja @a, p. 3; -@b]", "@fig-x"]),
        ("Escreva a ana@b.pt já.", "Escreva a ana@b.pt já.", ["ana@b.pt"]),
        ("São `r nrow(x)` na \\@ref(fig:x) já.", "São r nrow(x) na \\@ref(fig:x) já.",
         ["r nrow(x)", "\\@ref(fig:x)"]),
        ("Um [texto]{.mark} e [the text]{lang=en} já.", "Um texto e the text já.", ["the text"]),
        ("Um [link]({{< ref \"a , b\" >}}) e [outro](x){:target=\"_blank\"} já.",
         "Um link e outro já.", []),
        ("Prima ++ctrl+\"My Key\"++ e ==veja== já.", "Prima ++ctrl+\"My Key\"++ e veja já.",
         ["++ctrl+\"My Key\"++"]),
        ("Um {++texto++}{--velho--}{~~a~>novo~~}{>>nota<<} já.", "Um textonovo já.", []),
        ("Veja [[Página]] e [[outra|esta]] e ![[img.png]] já.", "Veja [[Página]] e esta e já.",
         ["[[Página]]"]),
        ("Leia [isto](um , dois.md) e [mais](um dois.md \"Um , dois\") ![a](b , c.png) já.",
         "Leia isto e mais já.", []),
        ("Leia [[Artigo] isto](u) já.", "Leia [Artigo] isto já.", []),
        ("Prima <kbd>a , b</kbd>, <samp>c</samp>, <var>d</var> já.", "Prima a , b, c, d já.",
         ["a , b", "c", "d"]),
        ("Diz <i lang=\"en\">the <b lang=\"pt\">texto</b> end</i> já.", "Diz the texto end já.",
         ["the ", " end"]),
        ("Um <span translate=\"no\">a , b</span> <i class=\"x notranslate\">c</i> já.",
         "Um a , b c já.", ["a , b", "c"]),
        ("Um <span lang=\"en\">sem fim.", "Um sem fim.", []),
        ("Um {{ valor }} e {{< var x >}}{% if a %}já.", "Um {{ valor }} e já.", ["{{ valor }}"]),
    ],
)  # fmt: skip
def test_inline_markup_of_markdown_dialects_is_not_checked_as_prose(
    source: str, shown: str, hidden: list[str]
) -> None:
    assert " ".join(texts(source)) == shown
    assert opaque(source) == hidden


# ------------------------------------------------------------------ invariants

LINES = st.sampled_from(
    "Maçã|: Fruto.|~ Fruto.|:   Fruto|:::{note}|:::|::::{tip} Dica|::::|:::{code-block} a|"
    "```{warning} Um|```|````|```{r}|:class: a|---|+++|title: a|Tags: b,c|% nada|(alvo)=|"
    '::: {.a title="b"}|:::note[Um]|/// note \\| Um|///|    a: b|!!! note "Um"|=== "Aba"|'
    '??? tip|    texto|        código|--8<-- "a"|--8<--|[^1]: nota|[^1]:|> [!NOTE] Um|> texto|'
    "- item|  texto|1. item|\\begin{a}|\\end{a}|\\[|\\]|$$|{% highlight %}|{% endhighlight %}|"
    '{{< a|>}} fim|{% comment %}|{% endcomment %}|<div lang="en">|</div>|<i lang=en>a <b lang=pt>|'
    "c</b></i>|<svg>|</svg>|<!--|-->|\\| a \\| `b` \\||# Título|{ref}`a <b>` e {x}`c`|a^[nota]|"
    "[[a] b](c)|[a]{.b}|{++a++}|\\(a\\)|==a==|@a [@b]|\\newpage||".replace("\\|", "\0").split("|")
).map(lambda line: line.replace("\0", "|"))
PAGES = st.tuples(
    st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\n\n", "\n> ", "\n  "])
).map(lambda pair: pair[1].join(pair[0]))


@given(PAGES)
@example("Maçã\r\n: Fruto.\r\n")
@example("> Um\n> dois\n> : três")
@example("{% x %}\n  Maçã\n  : Fruto.\n  :::{note}\n  Maçã")
@example('</svg>\nMaçã\n!!! note "Um"')
@example('</svg>\nMaçã\n=== "Aba"')
def test_every_character_of_markdown_dialects_has_its_exact_source_span(source: str) -> None:
    for sentence in (document := read(source)).sentences:
        content = sentence.content
        assert 0 <= sentence.span.start < sentence.span.end <= len(source)
        for i, char in enumerate(sentence.text):
            written = source[content.starts[i] : content.ends[i]]
            assert decodes_to(written, char), (written, char)
            assert not i or content.starts[i] >= content.starts[i - 1]
    for comment in document.comments:
        assert comment.text in source[comment.span.start : comment.span.end]


@pytest.mark.parametrize(
    "part",
    ["a\n: b\n", ":::{note}\n", "```{note}\n", "\\[a\n", "\\begin{a}\n", "{% a\n", "{{< a\n",
     "$$ a\n", "!!! a\n    ", "[^1]: ", "<i lang=en>", "<div lang=en>\n\n", "a^[", "[@a ", "{++",
     "==a", "---\n", "--8<--\n", "| a ", "\\(a ", "[[a", "(a)=\n", "/// a\n"],
)  # fmt: skip
def test_long_repeated_markup_of_markdown_dialects_is_parsed(part: str) -> None:
    read(part * 3_000)


# ------------------------------------------------------------------ an independent reader


def independent() -> MarkdownIt:
    """markdown-it with the plugins that myst-parser sets up."""
    pytest.importorskip("mdit_py_plugins", reason="the extra `test` has it")
    from mdit_py_plugins import (
        admon,
        amsmath,
        attrs,
        colon_fence,
        deflist,
        dollarmath,
        footnote,
        front_matter,
        myst_blocks,
        myst_role,
        tasklists,
    )  # fmt: skip

    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for plugin in (
        admon.admon_plugin, amsmath.amsmath_plugin, attrs.attrs_plugin,
        colon_fence.colon_fence_plugin, deflist.deflist_plugin, dollarmath.dollarmath_plugin,
        footnote.footnote_plugin, front_matter.front_matter_plugin, myst_blocks.myst_block_plugin,
        myst_role.myst_role_plugin, tasklists.tasklists_plugin,
    ):  # fmt: skip
        reader.use(plugin)
    return reader


#: those whose text is parsed again, as myst-parser does
_NESTED = directives.BODIES | directives.TITLED | directives.ARGUED


def prose(source: str, reader: MarkdownIt) -> Iterator[str]:
    """The words that a reader of the page sees as text."""
    env: dict[str, object] = {}
    for token in reader.parse(source, env):
        if token.type in ("fence", "colon_fence"):
            named = re.match(r"\{([\w-]+)\}\s*(.*)", token.info.strip())
            if named and named[1] in _NESTED:
                body = re.sub(r"\A(?::[\w-]+:.*\n)+", "", token.content)
                yield from prose(body, reader)
                if named[1] in directives.TITLED | directives.BODIES:
                    yield from prose(named[2], reader)
        for child in token.children or ():
            if child.type == "text":
                yield from re.findall(r"[a-z]\w*", child.content)
            if child.type == "myst_role" and child.meta["name"] in ("ref", "term"):
                yield from re.findall(r"\w+", child.content.partition("<")[0])


def ours(source: str) -> list[str]:
    """The words of our sentences outside opaque ranges."""
    found: list[str] = []
    for sentence in read(source).sentences:
        text = sentence.text
        for low, high in reversed(sentence.opaque):
            text = f"{text[:low]} {text[high:]}"
        found += re.findall(r"[a-z]\w*", text)
    return found


SEEN = (
    "p{0} *p{0}* e p{0}.", "# p{0}", "- p{0}\n- p{0}", "> p{0}", "p{0}\n: p{0}\n: p{0}",
    "| p{0} | p{0} |\n|---|---|\n| `c{0}` | p{0} |", "```py\nc{0} , d\n```", "    c{0}",
    "```{{note}}\n:class: c{0}\n\np{0} aqui.\n```", "```{{code-block}} py\nc{0}\n```",
    ":::{{tip}}\np{0} aqui.\n:::", ":::{{math}}\nc{0}\n:::",
    "::::{{warning}}\n:::{{code}}\nc{0}\n:::\np{0}\n::::",
    "```{{admonition}} p{0} título\nname\n```", "```{{mermaid}}\nc{0}\n```", "$$\nc{0}\n$$",
    "\\begin{{align}}\nc{0} &= d\n\\end{{align}}", "% c{0}", "(c{0})=", "+++ c{0}",
    "p{0} `c{0}` e $c{0}$ e {{ref}}`p{0} <c{0}>` e {{math}}`c{0}`.",
    "p{0}[^c{0}]\n\n[^c{0}]: p{0} nota",
    "!!! note \"p{0}\"\n    p{0} aqui.", "<kbd>c{0}</kbd>", "<!-- c{0} -->",
    "1. p{0}\n\n   ~~~\n   c{0}\n   ~~~",
    "- [ ] p{0}", "[p{0}](c{0} \"c{0}\") ![c{0}](c{0})", "p{0}{{#c{0} .c{0}}}",
)  # fmt: skip


@given(st.lists(st.sampled_from(SEEN), min_size=1, max_size=5))
@example(list(SEEN))
def test_text_of_markdown_dialects_equals_that_of_an_independent_parser(parts: list[str]) -> None:
    source = "\n\n".join(part.format(number) for number, part in enumerate(parts)) + "\n"
    theirs = set(prose(source, independent()))
    read_here = ours(source)
    assert set(read_here) <= theirs
    assert {word for word in theirs if re.fullmatch(r"p\d+", word)} <= set(read_here)
