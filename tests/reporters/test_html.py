"""The page: what it holds, what it escapes, and that it adds up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

import html5lib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.reporters import pages
from tests.reporters.test_text import document, entry, finding, related
from textlint_pt.registry.documentation import DOCUMENTATION
from textlint_pt.report.finding import Bar, Excerpt
from textlint_pt.report.report import (
    Cause,
    DocumentReport,
    Mark,
    MarkedSentence,
    Notice,
    Report,
    SentenceCost,
    Shown,
    Side,
    WholeTexts,
    assemble,
    failed,
)
from textlint_pt.reporters.html import Html
from textlint_pt.reporters.html.beside import rows_of
from textlint_pt.reporters.html.templates import continued, environment

EVIL = """<script>alert(1)</script><img src=x onerror=alert(2)>"'&amp;\x00\u202e\ud800"""


class Tree(HTMLParser):
    """Elements with their attributes, the identifiers and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside not in ("style", "script"):
            self.text.append(data)

    def attributes(self, name: str) -> Iterator[str]:
        for _, attributes in self.elements:
            if name in attributes:
                yield attributes[name] or ""

    def having(self, tag: str, class_: str = "") -> list[dict[str, str | None]]:
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and (not class_ or class_ in (attributes.get("class") or "").split())
        ]


def render(*documents: DocumentReport, language: str = "pt") -> str:
    report: Report = assemble(documents, "profile:calibrated", "0.1")
    return "".join(part for part, _ in Html().render(report, language))


def side(*texts: str, role: str = "text", links: list[list[int]] | None = None) -> Side:
    sentences = [MarkedSentence(one, n + 1, "paragraph", n // 2) for n, one in enumerate(texts)]
    return Side(role, f"{role}.txt", "pt", sentences, links or [])  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=["pt", "en"])
def page(request: pytest.FixtureRequest) -> str:
    return pages.page(request.param)


def test_html_report_is_valid_html(page: str) -> None:
    html5lib.HTMLParser(strict=True).parse(page)


def test_html_report_internal_links_lead_to_unique_element_ids(page: str) -> None:
    tree = Tree(page)
    names = list(tree.attributes("id"))
    assert len(names) == len(set(names))
    links = [link for link in tree.attributes("href") if not link.startswith(DOCUMENTATION)]
    assert len(links) > 12
    assert all(link[0] == "#" and link[1:] in names for link in links)
    for name in [*tree.attributes("aria-labelledby"), *tree.attributes("data-ref")]:
        assert name in names


def test_html_report_links_findings_to_sentences_and_back(page: str) -> None:
    tree = Tree(page)
    cards = [card["id"] for card in tree.having("article", "card")]
    codes = [card["data-code"] for card in tree.having("article", "card")]
    assert sorted(map(str, codes)) == ["DOC001", "GRA401", "GRA404", "RED003", "TRA001"]
    assert len(tree.having("li")) >= len(cards) == len(set(cards))
    into = {(a.get("href") or "")[1:] for a in tree.having("a", "ref")}
    outside = [card for card, code in zip(cards, codes, strict=True) if code == "DOC001"]
    assert into == set(cards) - set(outside)
    numbers = {a["id"] for a in tree.having("a", "ref")}
    assert {(a.get("href") or "")[1:] for a in tree.having("a", "count")} <= numbers


def test_html_report_loads_no_other_file_or_url(page: str) -> None:
    assert not re.search(r"(src|action|srcset|url|@import)\s*[=(]", page.replace("data-", ""))
    pages = re.findall(rf'href="({DOCUMENTATION}(?:pt|en)/rules/[A-Z]+\d+\.html)"', page)
    assert pages
    for link in pages:
        page = page.replace(link, "")
    assert "http" not in page.replace("http-equiv", "")
    policies = [a["content"] for a in Tree(page).having("meta") if "http-equiv" in a]
    assert len(policies) == 1
    assert policies[0] is not None
    assert policies[0].startswith("default-src 'none'; style-src 'sha256-")
    assert " style=" not in page


def test_html_report_is_accessible_to_screen_readers(page: str) -> None:
    tree = Tree(page)
    tags = [tag for tag, _ in tree.elements]
    assert all(tags.count(tag) == 1 for tag in ("main", "header", "footer", "h1", "form"))
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(drawing["aria-hidden"] == "true" for drawing in tree.having("svg"))
    assert all(ref.get("aria-label") for ref in tree.having("a", "ref"))
    html = tree.having("html")[0]
    assert html["lang"] in ("pt", "en")
    assert {a["lang"] for a in tree.having("td", "source")} == {"en"}
    for severity in ("error", "warning", "info"):  # by sign and word, not by colour alone
        assert tree.having("span", severity)


def test_html_report_shows_aligned_sentences_side_by_side(page: str) -> None:
    tree = Tree(page)
    heads = [head for head in tree.having("th") if head.get("role") == "columnheader"]
    assert len(heads) == 4
    assert tree.having("tr", "drift-4")
    assert tree.having("tr", "drift-0")
    assert tree.having("td", "alone")
    bars = tree.having("table", "bars")
    assert len(bars) == 1
    assert tree.having("rect", "lost")
    assert tree.having("rect", "gained")


def test_html_report_highlights_words_that_differ_from_the_aligned_sentence() -> None:
    text = side("Espere 60 minutos.", "Fica igual.", links=[[0, 1, 0, 1], [1, 2, 1, 2]])
    reference = side("Espere 30 minutos.", "Fica igual.", role="reference", links=text.links)  # type: ignore[arg-type]
    shown = [Shown(7, 9, "code"), Shown(10, 17, "link", "https://example.org")]
    first = text.sentences[0].replace(markup=shown)
    text = text.replace(sentences=[first, *text.sentences[1:]], links=[])
    tree = Tree(render(document(whole_texts=WholeTexts([text, reference], []))))
    assert len(tree.having("ins", "word")) == len(tree.having("del", "word")) == 1
    assert tree.having("span", "link")[0]["title"] == "https://example.org"
    assert len(tree.having("code")) == 2  # the signature is code, too
    assert [("changed" in str(row["class"])) for row in tree.having("tr", "pair")] == [True, False]


def test_html_report_of_the_same_findings_has_the_same_bytes(page: str) -> None:
    language = "pt" if '<html lang="pt">' in page else "en"
    assert pages.page(language) == page
    assert not re.search(r"\b20\d\d-\d\d-\d\d|\b\d\d:\d\d:\d\d", page)


def test_html_report_escapes_hostile_text_from_every_field() -> None:
    first = side(f"{EVIL} é isto.", EVIL)
    marks = [Mark(0, None, 3, 20), Mark(0, 0, 20, 30)]
    first = first.replace(sentences=[one.replace(marks=marks) for one in first.sentences])
    quote = Excerpt(EVIL, 0, 9)
    other = side(EVIL, role="reference", links=[[0, 2, 0, 1]]).replace(path=EVIL)
    score = entry("calibrated", {"focus": (None, 0.0), "redundancy": (0.5, 0.5)})
    partials = score.partials.items()
    evil = {name: one.replace(formula=EVIL, reason=EVIL) for name, one in partials}
    shown = document(
        finding(
            message=EVIL, name=EVIL, evidence={EVIL: [EVIL, {EVIL: EVIL}]},
            related=[related(0, 1, path=EVIL, excerpt=quote)], excerpt=quote,
            fix={"applicability": "safe", "edits": [{"start": 0, "end": 1, "text": EVIL}]},
        ),
        path=EVIL, notices=[Notice("x", EVIL)], score=score.replace(partials=evil),
        whole_texts=WholeTexts([first, other], [[Bar(EVIL, -1.0, EVIL)]]),
    )  # fmt: skip
    page = render(shown, failed(EVIL, EVIL, "calibrated"))
    html5lib.HTMLParser(strict=True).parse(page)
    page.encode()
    tree = Tree(page)
    assert len(tree.having("script")) == 1
    assert not tree.having("img")
    assert not [name for _, attributes in tree.elements for name in attributes if name[:2] == "on"]
    assert "\u202e" not in page
    assert "".join(tree.text).count("<script>alert(1)</script>") >= 12


@given(st.text())
def test_html_template_escaping_of_text_and_attributes_is_reversible(content: str) -> None:
    paragraph = environment().from_string('<p title="{{ said }}">{{ said }}</p>')
    shown = paragraph.render(said=content)
    tree = Tree(shown)
    assert set("<>\"'") & set(shown.partition(">")[2].removesuffix("</p>")) == set()
    assert "".join(tree.text) == (tree.elements[0][1]["title"] or "")


def test_html_template_joins_an_indented_line_to_the_line_before_it() -> None:
    assert continued('<p>\n  <b\n    id="a">{% if x %}\n  {{ x }}\n{% endif %}\n</b>') == (
        '<p><b id="a">{% if x %}{{ x }}{% endif %}\n</b>'
    )


def test_html_report_splits_overlapping_highlights_at_their_ends() -> None:
    text = side("Ela disse que SIM e que NÃO.")
    places = [(0, None, 4, 17), (1, None, 14, 27), (1, 0, 0, 3), (2, None, 9, 9)]
    marked = text.sentences[0].replace(marks=[Mark(*place) for place in places])
    shown = document(
        finding(severity="info"),
        finding(severity="error", related=[related(0, 1)]),
        finding(),
        whole_texts=WholeTexts([text.replace(sentences=[marked])], [[], [], []]),
    )
    page = render(shown)
    sentence = re.search(r'<span class="sentence".*?</span>', page)
    assert sentence is not None
    parts = re.sub(r'<a class="ref[^>]*>(\w+)</a>', r"[\1]", sentence[0])
    parts = re.sub(r"<mark class=\"(\w+)\" data-marks=\"[^>]*>(.*?)</mark>", r"{\1:\2}", parts)
    assert re.sub("<[^>]*>", "", parts) == (
        "{related:Ela}[2a] {info:disse}[3]{info: que }{error:SIM}[1]{error: e que NÃO}[2]."
    )
    assert 'data-marks="d1-f1:info d1-f2:error"' in page


def test_html_report_lists_documents_without_findings_and_unreadable_ones() -> None:
    clean = document(whole_texts=WholeTexts([side("Uma só.")], []))
    page = render(clean, failed("b.txt", "b.txt: no such file", "calibrated"), language="en")
    assert "No problems found" in page
    assert '<p class="failed">b.txt: no such file</p>' in page
    assert "no score: too little text" in page
    assert "<form" not in page
    other = Notice("other-language", "another language: looks like English")
    unfit = document(notices=[other], language="en")
    unfit = unfit.replace(score=unfit.score.replace(reason="other-language"))
    assert render(unfit, language="en").count("another language") == 1


def test_html_report_colours_sentences_by_their_score_loss() -> None:
    score = entry("calibrated", {"focus": (0.9, 0.1), "redundancy": (0.9, 0.1)})
    losses = {"focus": 0.004, "redundancy": 0.003}
    costly = {
        name: partial.replace(costs=[SentenceCost(1, 2, losses[name], f"porque {EVIL}")])
        for name, partial in score.partials.items()
    }
    texts = WholeTexts([side("Uma que nada custa.", "Outra.")], [])
    page = render(document(score=score.replace(partials=costly), whole_texts=texts))
    (coloured,) = Tree(page).having("span", "cost-2")
    assert coloured["id"] == "d1-text-2"
    assert re.search(r'<a href="#d1-text-2">linha \d+</a>: 0,7 \(', page)
    assert len(Tree(page).having("span", "sentence")) == 2
    assert "<summary>Pontos perdidos por frase</summary>" in page
    assert "Nada a apontar." not in page  # with 81 points of 100


@pytest.mark.parametrize("language", ["pt", "en"])
@example(values={"grammaticality": 0.0445})  # half a tenth of a point
@given(
    values=st.dictionaries(
        st.sampled_from(["grammaticality", "redundancy", "focus", "drift"]),
        st.floats(0.01, 1),
        min_size=1,
    )
)
def test_html_report_score_losses_add_up_to_the_total(
    language: str, values: dict[str, float]
) -> None:
    score = entry("calibrated", {name: (value, (1 - value) / 4) for name, value in values.items()})
    page = render(document(score=score), language=language)
    table = re.search(r'<table class="breakdown".*?</table>', page)
    assert table is not None
    cells = re.findall(r'<td class="number">(−?\d+[.,]\d)</td>', table[0])
    numbers = [float(cell.replace(",", ".").replace("−", "-")) for cell in cells]
    assert len(numbers) == len(values) + 1
    assert round(100 + sum(numbers[:-1]), 6) == numbers[-1]
    whole = re.search(r'<svg class="stack".*?</svg>', page)
    assert whole is not None
    widths = [float(width) for width in re.findall(r'<rect[^>]* width="([\d.]+)%"', whole[0])]
    assert sum(widths) == pytest.approx(100, abs=0.2)


def test_html_report_lists_the_findings_behind_the_score_before_its_formulas() -> None:
    score = entry("calibrated", {"grammaticality": (0.9, 0.02), "redundancy": (0.9, 0.01)})
    unread = score.partials["redundancy"].replace(value=None, loss=0.0, reason="nada medido")
    causes = [Cause("GRA102", "Artigo", 2, 0.02)]
    partials = {**score.partials, "drift": unread}
    page = render(document(score=score.replace(causes=causes, partials=partials)))
    how = page[page.index('<details class="how">') :]
    assert how.index("2 × artigo (GRA102)") < how.index('<details class="how">', 1)
    assert how.index('<details class="how">', 1) < how.index('class="breakdown"')
    rows = re.findall(r'<th scope="row">(.*?)</th>', how)
    assert rows == ["gramaticalidade", "redundância", "Total"]


def test_html_report_of_a_gruen_score_has_no_stacked_bar_chart() -> None:
    page = render(document(score=entry("gruen", {"grammaticality": (0.75, 0.25)})))
    assert '<svg class="stack"' not in page
    assert "+0,7500" in page


# ---------------------------------------------------------------- rows


@st.composite
def aligned(draw: st.DrawFn) -> dict[str, Side]:
    """A text and one or two companions with links that cover all sentences of both."""
    size = draw(st.integers(1, 8))
    sides = {"text": side(*["x"] * size)}
    for role in draw(st.sampled_from([["reference"], ["source"], ["reference", "source"]])):
        links, left, right = [], 0, 0
        while left < size:
            a, b = draw(st.sampled_from([(1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2)]))
            a = min(a, size - left)
            if a or b:
                links.append([left, left + a, right, right + b])
            left, right = left + a, right + b
        sides[role] = side(*["y"] * right, role=role, links=links)
    return sides


@given(aligned())
def test_html_report_shows_every_sentence_once_in_the_side_by_side_view(
    sides: dict[str, Side],
) -> None:
    rows = list(rows_of(sides))
    for role, one in sides.items():
        assert [i for row in rows for i in row[role]] == list(range(len(one["sentences"])))
        for left, left_end, right, right_end in one["links"]:
            mine, theirs = set(range(left, left_end)), set(range(right, right_end))
            holding = [r for r in rows if mine & set(r["text"]) or theirs & set(r[role])]
            assert len(holding) == 1
    assert all(any(row.values()) for row in rows)


# ---------------------------------------------------------------- colours

STYLE = (ROOT / "textlint_pt/reporters/html/page.css").read_text("utf-8")
PAIRS = [
    (ink, paper)
    for paper in ("paper", "panel")
    for ink in ("ink", "quiet", "link", "error", "warning", "info", "related", "good")
]
PAIRS += [("ink", f"{name}-tint") for name in ("error", "warning", "info")]
PAIRS += [("ink", f"drift-{step}") for step in range(1, 5)]
PAIRS += [("paper", name) for name in ("error", "warning", "info", "related")]
DRAWN = ["grammaticality", "redundancy", "focus", "drift", "kept", "lost", "gained"]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2) of #rrggbb."""
    values = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", range(3), ids=["light", "dark", "print"])
def test_html_report_text_colours_have_enough_contrast(palette: int) -> None:
    blocks = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    assert len(blocks) == 3
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", blocks[palette]))
    for ink, paper in PAIRS:
        assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)
    for name in DRAWN:
        assert contrast(colours[name], colours["paper"]) >= 3, name


def test_html_report_lists_the_first_findings_above_the_text() -> None:
    found = [finding(line=line, change=(f"A{line}", f"a{line}")) for line in range(1, 13)]
    texts = WholeTexts([side("Uma só.")], [[] for _ in found])
    page = render(document(*found, whole_texts=texts))
    named = re.findall(r'<li data-ref="(d1-f\d+)"><a href="#(d1-f\d+)">(.*?)</a>', page)
    assert named == [(f"d1-f{n}", f"d1-f{n}", f"A{n} → a{n}") for n in range(1, 9)]
    assert "<li>… mais 4</li>" in page
    assert 'class="first"' not in render(document(whole_texts=texts.replace(bars=[])))


def test_html_report_shows_a_recurring_finding_once_with_links_to_the_others() -> None:
    found = [finding(line=line, recurs=True) for line in (3, 4, 5)]
    sentence = MarkedSentence("Ela disse SIM.", 3, "paragraph", 0, [Mark(0, None, 10, 13)])
    texts = WholeTexts([Side("text", "a.txt", "pt", [sentence])], [[], [], []])
    page = render(document(*found, whole_texts=texts))
    assert page.count("<article") == 3
    assert page.count('<a href="#d1-f1">grita</a>') == 2  # of the later cards


def test_html_report_folds_many_documents_and_lists_the_worst_first() -> None:
    texts = [document(*[finding()] * n, path=f"{n}.md") for n in (0, 3, 1, 12, 0)]
    page = render(*texts)
    assert re.findall(r"<h2[^>]*>(\d+)\.md", page) == ["12", "3", "1", "0", "0"]
    assert ">16 problemas em 3 de 5 documentos: ▲ 16 avisos</p>" in page  # as on a terminal
    opened, *folded = re.findall(r"<details[^>]*text-of[^>]*>", page)
    assert "open" in opened and "open" not in " ".join(folded)
    assert "12 problemas" in page
    assert "Nenhum problema encontrado" in page
    assert "text-of" in page and " open>" in render(*texts[:3])


def test_html_report_text_of_unknown_language_has_no_lang_attribute() -> None:
    source = side("Hello.", role="source", links=[[0, 1, 0, 1]]).replace(language=None)
    page = render(document(whole_texts=WholeTexts([side("Olá."), source], [])))
    (cell,) = Tree(page).having("td", "source")
    assert "lang" not in cell
