"""What `editors` has for each editor fits the server; Neovim tries it where it is installed.

The extension for VS Code has tests of its own (`editors/vscode/build`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from textlint_pt import __version__
from textlint_pt.config.layer import Layer
from textlint_pt.config.schema import check
from textlint_pt.lsp.checker import EXTENSIONS
from website.guides import PARTS

EDITORS = ROOT / "editors"
COMMAND = ["textlint-pt", "lsp"]
WRONG = "A loja fecha cedo , mas o café fica aberto."
RIGHT = "A loja fecha cedo, mas o café fica aberto."


def read(name: str) -> str:
    return (EDITORS / name).read_text(encoding="utf-8")


def understood(settings: dict[str, Any]) -> None:
    """What goes to the server has keys of rules.yaml, and known ones."""
    check(Layer("editor settings", settings, ROOT))


def test_every_supported_editor_has_a_docs_page_in_both_languages() -> None:
    pages = {name.removeprefix("editor-") for name in PARTS["editors"] if "-" in name}
    assert pages == {folder.name for folder in EDITORS.iterdir()}
    for page in pages:
        for folder in ("", "pt"):
            assert (ROOT / "docs" / folder / f"editor-{page}.md").is_file()


def test_kate_editor_settings_contain_the_language_server_command() -> None:
    servers = json.loads(read("kate/settings.json"))["servers"]
    for kind, server in servers.items():
        assert kind in EXTENSIONS
        assert server["command"] == COMMAND
        re.compile(server["highlightingModeRegex"])


def test_helix_editor_settings_use_the_language_server_for_each_listed_language() -> None:
    given = tomllib.loads(read("helix/languages.toml"))
    server = given["language-server"]["textlint-pt"]
    assert [server["command"], *server["args"]] == COMMAND
    for language in given["language"]:
        assert language["language-servers"] == ["textlint-pt"]
        assert language["name"] in EXTENSIONS


@pytest.mark.parametrize("folder", ["", "pt"])
def test_helix_editor_applies_corrections_on_save(folder: str) -> None:
    page = (ROOT / "docs" / folder / "editor-helix.md").read_text("utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    (language,) = tomllib.loads(block)["language"]
    given = language["formatter"]
    assert given["command"] == COMMAND[0]
    done = subprocess.run(
        [sys.executable, "-m", "textlint_pt", *given["args"]],
        input=f"{WRONG}\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=180,
    )
    assert done.stdout == f"{RIGHT}\n"


def test_zed_editor_extension_and_settings_use_the_same_language_server() -> None:
    settings = json.loads(read("zed/settings.json"))
    extension = tomllib.loads(read("zed/extension.toml"))
    (server,) = extension["language_servers"]
    assert settings["lsp"].keys() == {server} == {extension["language_servers"][server]["name"]}
    understood(settings["lsp"][server]["initialization_options"]["settings"])
    declared = extension["language_servers"][server]
    assert settings["languages"].keys() <= set(declared["languages"])
    assert declared["language_ids"].keys() == set(declared["languages"])
    assert set(declared["language_ids"].values()) <= EXTENSIONS.keys()
    for language in settings["languages"].values():
        assert language["language_servers"][0] == server
    assert f'"{COMMAND[1]}".into()' in read("zed/src/lib.rs")


def test_emacs_lisp_file_has_balanced_parentheses_and_the_server_command() -> None:
    text = read("emacs/textlint-pt.el")
    code = re.sub(r'"[^"]*"|;.*', "", text)
    depth = 0
    for sign in re.findall(r"[()]", code):
        depth += 1 if sign == "(" else -1
        assert depth >= 0
    assert depth == 0
    assert "(provide 'textlint-pt)" in code
    assert text.count('("textlint-pt" "lsp")') == text.count(":language-id") == 3
    assert set(re.findall(r':language-id "(\w+)"', text)) <= EXTENSIONS.keys()


def test_vscode_extension_offers_the_settings_of_the_language_server() -> None:
    manifest = json.loads(read("vscode/package.json"))
    assert __version__.startswith(manifest["version"])
    offered = manifest["contributes"]["configuration"]["properties"]
    for key in ("settings", "references", "maxSize"):
        assert f"textlint-pt.{key}" in offered
    assert offered["textlint-pt.command"]["default"] == COMMAND
    assert set(offered["textlint-pt.languages"]["default"]) <= EXTENSIONS.keys()


NVIM, EMACS = shutil.which("nvim"), shutil.which("emacs")


def driven(command: list[str | Path], folder: Path, **environment: str) -> str:
    """What an editor says that opens a text, and corrects it."""
    own = {"HOME": str(folder), "XDG_STATE_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(
        command,
        env={**os.environ, **own, "COMMAND": f"{sys.executable} -m textlint_pt", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.skipif(NVIM is None, reason="Neovim is not installed")
def test_neovim_editor_applies_a_correction(tmp_path: Path) -> None:
    assert f"corrected: {RIGHT}" in driven([EDITORS / "neovim" / "check"], tmp_path)


def has_eglot() -> bool:
    """Whether Emacs is installed, and Eglot with it."""
    if EMACS is None:
        return False
    asked = [EMACS, "-q", "--batch", "--eval", "(package-initialize)", "-l", "eglot"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_eglot(), reason="Emacs with Eglot is not installed")
def test_emacs_editor_applies_corrections_on_save(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("select: [GRA404]\n", encoding="utf-8")
    text = tmp_path / "a.txt"
    text.write_text(f"{WRONG}\n", encoding="utf-8")
    script = EDITORS / "emacs" / "check.el"
    said = driven([EMACS or "", "-q", "--batch", "-l", script], tmp_path, TEXT=str(text))
    assert "[GRA404]" in said
    assert text.read_text("utf-8") == f"{RIGHT}\n"
