"""The page in headless Chromium: what a writer does, what is shown, what is asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.conftest import ROOT, chromium
from tests.formats.test_office import open_document, word
from tests.server.conftest import Served
from website import demo

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = [
    pytest.mark.loopback,
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed"),
]
SLIP = "Os bigodes do gato estavam cheio de geada. 🐈 O padeiro deu um exmplo aos filhos."
MENDED = "Os bigodes do gato estavam cheios de geada. 🐈 O padeiro deu um exmplo aos filhos."
SECONDS = 60


class Opened:
    """The page, what it asked for and what it complained of."""

    def __init__(self, browser: Browser, served: Served, **options: object) -> None:
        self.context = browser.new_context(**options)  # type: ignore[arg-type]
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(1000 * SECONDS)
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.address = f"http://127.0.0.1:{served.port}"
        self.page.goto(f"{self.address}/")
        self.page.wait_for_selector("html[data-ready]")

    def paste(self, text: str) -> None:
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.press("ControlOrMeta+v")

    def text(self) -> str:
        self.page.locator("#copy").click()
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    def marked(self) -> list[str]:
        return self.page.locator(".mark").all_inner_texts()

    def wait_for(self, count: int) -> None:
        said = {0: "Nenhum problema encontrado.", 1: "1 problema"}.get(count, f"{count} problemas")
        self.page.wait_for_function("said => count.textContent === said", arg=said)


@pytest.fixture(name="opened")
def _opened(browser: Browser, served: Served) -> Iterator[Opened]:
    served.ask("POST", "/check", '{"text": "O gato."}')  # rules and models are loaded
    opened = Opened(browser, served)
    yield opened
    opened.context.close()
    assert opened.complaints == []
    assert all(url.startswith((f"{opened.address}/", "data:", "blob:")) for url in opened.requests)


def test_browser_editor_shows_a_removed_space_in_the_correction(opened: Opened) -> None:
    opened.paste("O gato dorme ao sol , e o cão corre pela casa toda.")
    opened.wait_for(1)
    opened.page.get_by_role("button", name="␣, → ,").wait_for(timeout=5000)


def test_browser_editor_corrects_a_pasted_text_within_20_seconds(opened: Opened) -> None:
    began = time.monotonic()
    opened.paste(SLIP)
    opened.wait_for(2)
    assert opened.marked() == ["cheio", "exmplo"]
    opened.page.get_by_role("button", name="Gramática cheio → cheios").click()
    card = opened.page.locator(".card")
    assert "«bigodes» está no plural" in card.inner_text()
    card.get_by_role("button", name="cheios", exact=True).click()
    assert opened.text() == MENDED
    assert time.monotonic() - began < 20
    opened.page.locator(".cm-content").click()
    opened.page.keyboard.press("ControlOrMeta+z")
    assert opened.text() == SLIP


def test_browser_editor_corrections_can_be_applied_by_keyboard(opened: Opened) -> None:
    opened.paste(SLIP)
    opened.wait_for(2)
    opened.page.keyboard.press("ControlOrMeta+Home")
    opened.page.keyboard.press("F8")
    opened.page.wait_for_selector(".card")
    focused = "() => document.activeElement.textContent"
    assert opened.page.evaluate(focused) == "cheios"
    opened.page.keyboard.press("F8")
    assert opened.page.evaluate(focused) == "exemplo"
    opened.page.keyboard.press("Enter")
    assert "exemplo" in opened.page.locator("#state").inner_text()
    opened.wait_for(1)
    opened.page.keyboard.press("F8")
    opened.page.keyboard.press("Escape")
    assert opened.page.evaluate("() => document.activeElement.className").startswith("cm-content")


def test_browser_editor_corrections_can_be_applied_one_after_another(opened: Opened) -> None:
    """The check that follows a correction leaves the next card open, and the keyboard there."""
    opened.paste(SLIP)
    opened.wait_for(2)
    opened.page.keyboard.press("ControlOrMeta+Home")
    opened.page.keyboard.press("F8")
    with opened.page.expect_response("**/check"):
        opened.page.keyboard.press("Enter")
    opened.page.wait_for_function("() => state.textContent === 'Verificado.'")
    assert opened.page.evaluate("() => document.activeElement.textContent") == "exemplo"
    opened.page.keyboard.press("Enter")
    opened.wait_for(0)
    assert opened.text() == MENDED.replace("exmplo", "exemplo")


def test_browser_editor_findings_can_be_ignored_and_explained(opened: Opened) -> None:
    opened.paste(
        "O amulheto dormia. O amulheto via tudo. Os bigodes do gato estavam cheio de geada."
    )
    opened.wait_for(3)
    opened.page.locator("#findings .place").first.click()
    opened.page.get_by_role("button", name="Porquê?").click()
    assert "nenhum dicionário tem" in opened.page.locator(".why").inner_text()
    opened.page.get_by_role("button", name="Ignorar aqui").click()
    opened.wait_for(2)
    opened.page.get_by_role("button", name="Adicionar ao dicionário").click()
    opened.page.wait_for_function("() => count.textContent === '1 problema'")
    opened.page.get_by_role("button", name="Não é erro").click()
    opened.wait_for(0)
    opened.page.locator(".cm-content").press("End")
    opened.page.keyboard.type(" A lua via tudo.")
    opened.page.wait_for_function("() => state.textContent === 'Verificado.'")
    opened.wait_for(0)


def test_browser_editor_underlines_move_with_their_words(opened: Opened) -> None:
    opened.paste(SLIP)
    opened.wait_for(2)
    opened.page.keyboard.press("ControlOrMeta+Home")
    opened.page.keyboard.type("Era uma vez. ")
    assert opened.marked() == ["cheio", "exmplo"]


def test_browser_editor_shows_the_score_of_a_text(opened: Opened) -> None:
    opened.paste((ROOT / "examples/o-gato-e-a-lua.txt").read_text(encoding="utf-8"))
    opened.page.wait_for_selector("#score:visible .points")
    points = int(opened.page.locator(".points").inner_text())
    assert 0 < points < 100
    assert opened.page.get_by_role("img", name=f"{points} em 100").is_visible()
    assert " em 10 textos deste género" in opened.page.locator("#score").inner_text()
    with opened.page.expect_download() as saved:
        opened.page.get_by_role("button", name="Relatório").click()
    assert "<title>" in Path(saved.value.path()).read_text(encoding="utf-8")


def drop(page: Page, on: str, name: str, data: bytes) -> None:
    """Let a file go over what stands there."""
    page.evaluate(
        """([on, name, data]) => {
            const given = new DataTransfer();
            given.items.add(new File([Uint8Array.from(data)], name));
            const {left, top} = document.querySelector(on).getBoundingClientRect();
            const at = {clientX: left + 50, clientY: top + 50};
            for (const type of ["dragover", "drop"])
                document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(
                    new DragEvent(type, {dataTransfer: given, bubbles: true, ...at}));
        }""",
        [on, name, list(data)],
    )


def test_browser_editor_checks_a_translation_against_its_source(opened: Opened) -> None:
    opened.page.get_by_label("É uma tradução").check()
    source = word("<w:p><w:r><w:t>The server needs 4 GB of memory.</w:t></w:r></w:p>")
    drop(opened.page, "#source", "source.docx", source)
    opened.page.wait_for_function("() => source.value.startsWith('The server needs')")
    opened.paste("O servidor precisa de 2 GB de memória.\n")
    opened.page.wait_for_selector(".mark")
    assert opened.marked() == ["2"]


DOCX = word(f"<w:p><w:r><w:t>{SLIP}</w:t></w:r></w:p>")
ODT = open_document(f"<text:p>{SLIP}</text:p>")


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.txt", SLIP.encode()), ("a.md", f"# Gato\n\n{SLIP}".encode()), ("a.docx", DOCX)],
)
def test_browser_editor_opens_a_file(opened: Opened, name: str, data: bytes) -> None:
    opened.page.locator("#file").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    )
    opened.wait_for(2)
    assert opened.marked() == ["cheio", "exmplo"]
    assert opened.page.get_by_label("Markdown").is_checked() == (name == "a.md")


@pytest.mark.parametrize(("name", "data"), [("a.txt", SLIP.encode()), ("a.odt", ODT)])
def test_browser_editor_accepts_a_dropped_file(opened: Opened, name: str, data: bytes) -> None:
    drop(opened.page, "#editor", name, data)
    opened.wait_for(2)
    assert opened.marked() == ["cheio", "exmplo"]
    with opened.page.expect_download() as saved:
        opened.page.get_by_role("button", name="Guardar").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8").rstrip() == SLIP
    assert opened.page.locator("#drop").is_hidden()


def test_browser_editor_reports_an_unreadable_file(opened: Opened) -> None:
    opened.page.locator("#file").set_input_files(
        {"name": "a.docx", "mimeType": "application/octet-stream", "buffer": b"PK\3\4 no archive"}
    )
    opened.page.wait_for_function("() => state.textContent.startsWith('Não foi possível')")
    opened.complaints.clear()  # the browser notes the status


def test_browser_editor_underlines_are_exact_with_emoji_and_crlf(opened: Opened) -> None:
    """Line ends of Windows, emoji that are several characters, a paragraph that goes on and on."""
    family = "👩‍👩‍👧‍👦"
    long = " ".join(f"O gato {number} dorme." for number in range(300))
    opened.paste(f"{family} Os bigodes estavam cheio de geada.\r\n\r\n{long} exmplo.")
    opened.wait_for(2)
    assert opened.marked() == ["cheio", "exmplo"]
    opened.page.get_by_role("button", name="cheio → cheios").click()
    opened.page.keyboard.press("Enter")
    assert opened.text().startswith(f"{family} Os bigodes estavam cheios de geada.\n\nO gato")


def test_browser_editor_shows_an_error_if_a_request_fails(opened: Opened) -> None:
    opened.paste("O cadernho sumiu ontem.")
    opened.wait_for(1)
    opened.page.locator("#findings .place").click()
    opened.page.route("**/words/add", lambda route: route.abort())
    opened.page.get_by_role("button", name="Adicionar ao dicionário").click()
    opened.page.wait_for_function("() => state.textContent.includes('não responde')")
    opened.wait_for(1)
    opened.complaints.clear()  # the browser notes what it could not load


def test_browser_editor_asks_before_closing_with_unsaved_text(opened: Opened) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    opened.page.on("dialog", stay)
    opened.paste(SLIP)
    opened.page.close(run_before_unload=True)
    opened.wait_for(2)
    assert asked == ["beforeunload"]
    assert opened.text() == SLIP  # copied
    with opened.page.expect_event("close"):
        opened.page.close(run_before_unload=True)
    assert asked == ["beforeunload"]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 390)])
def test_browser_editor_is_accessible(
    browser: Browser, served: Served, scheme: str, width: int
) -> None:
    axe = Axe()
    opened = Opened(browser, served, color_scheme=scheme, viewport={"width": width, "height": 900})
    placeholder = (
        "() => getComputedStyle(document.querySelector('.cm-content'), '::before').content"
    )
    assert opened.page.evaluate(placeholder) != "none"
    assert axe.run(opened.page).response["violations"] == []
    story = (ROOT / "examples/o-gato-e-a-lua.txt").read_text(encoding="utf-8")
    opened.paste(f"{SLIP}\n\n{story}")  # so long that it scrolls
    opened.page.wait_for_selector("#score:visible .points")
    assert opened.page.evaluate(placeholder) == "none"
    opened.page.keyboard.press("ControlOrMeta+Home")
    opened.page.keyboard.press("F8")
    opened.page.get_by_role("button", name="Porquê?").click()
    assert axe.run(opened.page).response["violations"] == []
    opened.page.get_by_label("É uma tradução").check()
    assert axe.run(opened.page).response["violations"] == []
    wide = "() => document.documentElement.scrollWidth <= innerWidth"
    assert opened.page.evaluate(wide)
    opened.context.close()


@pytest.mark.parametrize(("language", "width"), [("pt", 390), ("en", 900)])
def test_browser_editor_demo_on_the_website_corrects_its_example_offline(
    browser: Browser, tmp_path: Path, language: str, width: int
) -> None:
    """Recorded checks answer for the example and for what its corrections make of it."""
    file = tmp_path / demo.NAME
    file.write_text(demo.page(language), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 700})
    page, asked, complaints = context.new_page(), [], []
    page.set_default_timeout(1000 * SECONDS)
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector(".mark")
    assert page.locator(".mark").all_inner_texts() == ["cheio", "houveram", "exmplo"]
    lowest = int(page.locator(".points").inner_text())
    for wrong in ("exmplo", "cheio", "houveram"):  # not in the order of the text
        if not page.locator("#findings .open").filter(has_text=wrong).count():
            page.locator("#findings .place").filter(has_text=wrong).click()
        page.locator(".card .correct").click()  # which goes on to the next
    said = {
        "pt": ("Nenhum problema encontrado.", "Verificado."),
        "en": ("Nothing to correct.", "Checked."),
    }
    page.wait_for_function(
        "([none, checked]) => count.textContent === none && state.textContent === checked",
        arg=said[language],
    )
    assert int(page.locator(".points").inner_text()) > lowest
    page.locator(".cm-content").press("End")
    page.keyboard.type(" Mais.")
    page.wait_for_function("() => state.textContent.includes('textlint-pt page')")
    assert all(url.startswith(("file:", "data:")) for url in asked)
    assert complaints == []
    context.close()


def test_website_of_another_origin_cannot_send_texts_to_the_http_server(
    browser: Browser, served: Served
) -> None:
    """A page of another origin, as any that is open: it posts, loads pictures and forms."""
    asked: list[bytes] = []
    check = served.judge.check
    served.judge.check = lambda *given, **named: asked.append(given[0].data)  # type: ignore[method-assign,assignment,func-returns-value]
    try:
        context = browser.new_context()
        page = context.new_page()
        page.route(
            "http://evil.example/**",
            lambda route: route.fulfill(body="<p>", content_type="text/html"),
        )
        page.goto("http://evil.example/")
        said = page.evaluate(
            """async address => {
                const form = new URLSearchParams({text: "O o gato.", language: "pt"});
                const said = [], check = `${address}/v2/check`;
                for (const mode of ["cors", "no-cors"])
                    said.push(await fetch(check, {method: "POST", body: form, mode}).then(
                        answer => answer.type === "opaque" ? "opaque" : "read", () => "refused"));
                await new Promise(done => {
                    const image = new Image();
                    image.onload = image.onerror = done;
                    image.src = `${check}?text=O+o+gato&language=pt`;
                });
                return said;
            }""",
            f"http://127.0.0.1:{served.port}",
        )
        context.close()
    finally:
        served.judge.check = check  # type: ignore[method-assign]
    assert said in (["refused", "opaque"], ["refused", "refused"])
    assert asked == []
