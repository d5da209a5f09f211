"""The page in headless Chromium: filter, links, no request, no complaint; also without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.cli.test_report import TEXT as WRITTEN
from tests.conftest import chromium
from tests.reporters import pages
from tests.reporters.test_html import EVIL, render, side
from tests.reporters.test_text import document, finding
from textlint_pt.cli.app import run as run_command
from textlint_pt.report.finding import Excerpt
from textlint_pt.report.report import Mark, WholeTexts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: findings of the page by severity and code
ALL = {"error GRA401", "info RED003", "warning DOC001", "warning TRA001", "warning GRA404"}

pytestmark = pytest.mark.skipif(chromium() is None, reason="Chromium is not installed")


class Opened:
    """A page with what it asked for and what it complained of."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        page.goto(path.as_uri())

    def cards(self) -> set[str]:
        """Severity and code of the findings that can be seen."""
        cards = self.page.locator(".card:visible")
        datasets = cards.evaluate_all("cards => cards.map(card => ({...card.dataset}))")
        return {f"{data['severity']} {data['code']}" for data in datasets}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_in("en", tmp_path_factory)


@pytest.fixture(scope="module")
def path_pt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_in("pt", tmp_path_factory)


def page_in(language: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("page") / f"{language}.html"
    written.write_text(pages.page(language), encoding="utf-8")
    return written


@pytest.fixture
def opened(browser: Browser, path: Path) -> Iterator[Opened]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    opened = Opened(context.new_page(), path)
    yield opened
    assert opened.complaints == []
    assert {url.partition("#")[0] for url in opened.requests} == {path.as_uri()}
    context.close()


def test_html_report_filter_hides_findings_by_severity_and_rule_code(opened: Opened) -> None:
    page = opened.page
    assert opened.cards() == ALL
    assert page.locator("#shown").inner_text() == "5 of 5 problems shown"
    page.locator("[name=severity][value=warning]").uncheck()
    assert opened.cards() == {"error GRA401", "info RED003"}
    assert page.locator("#shown").inner_text() == "2 of 5 problems shown"
    assert page.locator("mark.warning:visible").count() == 0
    assert page.locator(".ref.warning:visible").count() == 0
    page.locator("label[title=GRA401] input").uncheck()
    assert opened.cards() == {"info RED003"}
    assert page.locator("mark.error:visible").count() == 0
    page.locator("#filter [type=reset]").click()
    page.locator(".card[hidden]").first.wait_for(state="detached")
    assert opened.cards() == ALL
    assert page.locator("mark.error:visible").count() == 1


def test_html_report_can_hide_sentences_without_findings(opened: Opened) -> None:
    rows = opened.page.locator(".pair:visible")
    before = rows.count()
    opened.page.locator("#only").check()
    assert rows.count() == 2 < before
    opened.page.locator("label[title=TRA001] input").uncheck()
    assert rows.count() == 1


def test_html_report_can_hide_sentences_equal_to_the_reference_translation(opened: Opened) -> None:
    rows = opened.page.locator(".pair:visible")
    before = rows.count()
    assert opened.page.locator("td.text ins.word:visible").count()
    opened.page.locator("#changed").check()
    assert 0 < rows.count() < before
    assert rows.count() == opened.page.locator(".pair.changed:visible").count()


def test_html_report_keyboard_shortcuts_move_between_findings(opened: Opened) -> None:
    page = opened.page
    target = page.locator(":target")
    seen = []
    for _ in ALL:
        page.keyboard.press("j")
        seen.append(target.get_attribute("data-code"))
    assert {f"{code}" for code in seen} == {one.split()[1] for one in ALL}
    page.keyboard.press("k")
    assert target.get_attribute("data-code") == seen[-2]
    page.locator("#next").click()
    while target.get_attribute("data-code") != "TRA001":
        page.locator("#before").click()
    name = target.get_attribute("id")
    number = target.locator("a.count")
    number.click()
    assert page.locator(":target").get_attribute("class") == "ref warning"
    assert page.evaluate("location.hash") == f"#{name}-at"
    page.locator(":target").click()
    assert page.evaluate("location.hash") == f"#{name}"
    page.locator(f"[id={name}] .related a").click()
    assert page.locator(":target").evaluate("ref => ref.closest('td').className") == (
        "reference paragraph"
    )


def test_html_report_link_targets_are_not_hidden_by_the_sticky_header(opened: Opened) -> None:
    page = opened.page
    for card in page.locator(".card").all():
        page.evaluate("name => { location.hash = name }", card.get_attribute("id"))
        bars = page.locator("#filter, .beside > thead th").evaluate_all(
            "bars => bars.map(bar => bar.getBoundingClientRect())"
            ".filter(box => box.top < 200).map(box => box.bottom)"
        )
        box = card.bounding_box()
        assert box is not None
        assert box["y"] >= max(bars) - 1


def test_html_report_link_to_a_filtered_finding_shows_it_again(opened: Opened) -> None:
    page = opened.page
    page.locator("[name=severity][value=error]").uncheck()
    assert "error GRA401" not in opened.cards()
    name = page.locator(".card.error").get_attribute("id")
    page.evaluate("name => { location.hash = name }", name)
    page.locator(f"[id={name}]:not([hidden])").wait_for(state="attached")
    assert opened.cards() == ALL


def test_html_report_filter_and_links_are_reachable_by_keyboard(opened: Opened) -> None:
    page = opened.page
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("class") == "skip"
    reached = set()
    focused = "document.activeElement.className || document.activeElement.name"
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(focused))
    assert {"severity", "kind", "ref error", "count"} <= reached


#: widths of letters differ by half between these, whatever fonts a system has for them
FAMILIES = ("sans-serif", "serif", "monospace", "DejaVu Sans", "Liberation Sans")


def test_html_report_does_not_scroll_horizontally(
    browser: Browser, path: Path, path_pt: Path
) -> None:
    root = "document.documentElement"
    sticks_out = f"{root}.scrollWidth - {root}.clientWidth"
    fonts = (
        f"font => ['ui', 'prose', 'code'].forEach(n => {root}.style.setProperty('--' + n, font))"
    )
    seen = []
    for written in (path, path_pt):
        page = browser.new_page()
        page.goto(written.as_uri())
        for family in FAMILIES:
            page.evaluate(fonts, family)
            for width in (320, 480, 800, 1280, 1920):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate(sticks_out) <= 0, (written.name, family, width)
            seen.append(
                page.locator("h2").first.evaluate("title => getComputedStyle(title).fontFamily")
            )
        page.close()
    assert seen == [f'"{name}"' if " " in name else name for name in FAMILIES] * 2


def test_html_report_columns_are_stacked_on_a_narrow_screen(opened: Opened) -> None:
    cells = opened.page.locator(".pair").first.locator("td")
    places = "cells => new Set(cells.map(cell => cell.getBoundingClientRect().top)).size"
    opened.page.set_viewport_size({"width": 670, "height": 900})  # A4 without its margins
    assert cells.evaluate_all(places) == cells.count() > 1
    opened.page.emulate_media(media="print")
    assert cells.evaluate_all(places) == 1


@pytest.fixture(scope="module")
def surfaces(path: Path) -> dict[str, Path]:
    """The page of texts, the report for a writer and that of a collection."""
    text, table = path.with_name("mar.txt"), path.with_name("scores.parquet")
    text.write_text(f"{WRITTEN}\n" * 3, encoding="utf-8")
    report, collection = path.with_name("report.html"), path.with_name("collection.html")
    assert run_command(["report", str(text), "--select", "GRA404", "--output", str(report)]) == 0
    score = ["corpus", "score", str(text), "--select", "GRA404", "--out", str(table)]
    assert run_command(score) == 0
    assert run_command(["corpus", "report", str(table), "--out", str(collection)]) == 0
    return {"texts": path, "report": report, "collection": collection}


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
@pytest.mark.parametrize("name", ["texts", "report", "collection"])
def test_axe_finds_no_accessibility_problem_in_html_reports(
    browser: Browser,
    surfaces: dict[str, Path],
    name: str,
    scheme: Literal["light", "dark"],
    width: int,
) -> None:
    # the page's own policy would not let axe in
    viewport = {"width": width, "height": 900}
    context = browser.new_context(bypass_csp=True, color_scheme=scheme, viewport=viewport)
    opened = Opened(context.new_page(), surfaces[name])
    found = Axe().run(opened.page)
    assert found.violations_count == 0, found.generate_report()
    context.close()


def test_html_report_shows_all_content_without_javascript_and_in_print(
    browser: Browser, path: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = Opened(context.new_page(), path)
    page = opened.page
    assert page.locator("#filter").is_hidden()
    assert page.locator(".card:visible").count() == len(ALL)
    page.locator(".ref.error").click()
    page.emulate_media(media="print")
    assert page.locator(".card:visible").count() == len(ALL)
    assert page.locator(".beside thead").is_visible()
    assert page.pdf()[:5] == b"%PDF-"
    context.close()


def test_hostile_text_in_an_html_report_runs_no_script(browser: Browser, tmp_path: Path) -> None:
    reading = side(EVIL)
    sentence = reading.sentences[0].replace(marks=[Mark(0, None, 0, 9)])
    texts = WholeTexts([reading.replace(sentences=[sentence])], [[]])
    evil = finding(message=EVIL, title=EVIL, change=(EVIL, EVIL), excerpt=Excerpt(EVIL, 0, 9))
    shown = document(evil, path=EVIL, whole_texts=texts)
    written = tmp_path / "page.html"
    written.write_text(render(shown), encoding="utf-8")
    opened = Opened(browser.new_page(), written)
    assert opened.complaints == []
    assert opened.requests == [written.as_uri()]
    assert opened.page.locator("h2").inner_text().startswith("<script>alert(1)</script><img")
    # and were something not escaped, the page's policy would not run it
    open_door = render(shown).replace("<main", "<script>alert(3)</script><main")
    written.write_text(open_door, encoding="utf-8")
    opened = Opened(browser.new_page(), written)
    assert any("Content Security Policy" in complaint for complaint in opened.complaints)
    assert "3" not in opened.complaints
