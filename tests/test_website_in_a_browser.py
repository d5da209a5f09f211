"""The site in headless Chromium, as MkDocs builds it: what is found, and who is kept out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.conftest import ROOT, chromium
from website import rules
from website.__main__ import write_pages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(chromium() is None, reason="Chromium is not installed")


@pytest.fixture(scope="module", name="site")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Portuguese part, without examples, which the models would have to find."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "examples", lambda *_: ("", ""))
        file = write_pages("pt", folder)
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    command += ["-f", str(file), "-d", str(folder / "built")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    yield folder / "built"


@pytest.mark.parametrize(
    ("query", "code"),
    [("crase", "GRA201"), ("porque", "GRA206"), ("porquê", "GRA206"), ("hífen", "GRA904")],
)
def test_website_search_lists_the_matching_rule_first(
    browser: Browser, site: Path, query: str, code: str
) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type(query, delay=20)  # it listens to keys
    first = page.locator(".md-search-result__item a").first
    first.wait_for()
    assert f"rules/{code}.html" in (first.get_attribute("href") or "")
    page.close()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 400)])
@pytest.mark.parametrize(
    "name", ["index.html", "score.html", "rules/index.html", "rules/GRA201.html"]
)
def test_axe_finds_no_accessibility_problem_on_the_website(
    browser: Browser, site: Path, name: str, scheme: Literal["light", "dark"], width: int
) -> None:
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    page.goto((site / name).as_uri())
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.close()
