"""The command line in this process, over toy rules, with a cache and a folder of the test's own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from tests import toys
from textlint_pt import cli, hookimpl
from textlint_pt.registry import plugins


class Result(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Run = Callable[..., Result]


class _Toys:
    """The entry point of a plugin with the toy rules."""

    distribution, version, name = "toys", "0.1", "toys"

    def load(self) -> ModuleType:
        module = ModuleType("toys_plugin")
        found = toys.plugins()

        def textlint_pt_rules() -> list[object]:
            return [rule for code, rule in found.rules.items() if code != "DOC001"]

        def textlint_pt_metrics() -> list[object]:
            return list(found.metrics.values())

        def textlint_pt_resources() -> list[object]:
            return list(found.resources.values())

        def textlint_pt_presets() -> dict[str, object]:
            return {"loud": dict(found.presets["loud"])["toys"]}

        module.__dict__["TEXTLINT_PT_API"] = 1
        hooks = (textlint_pt_rules, textlint_pt_metrics, textlint_pt_resources, textlint_pt_presets)
        for hook in hooks:
            module.__dict__[hook.__name__] = hookimpl(hook)
        return module


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal in English."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder outside any project, and an empty cache."""
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


@pytest.fixture
def story(folder: Path) -> Path:
    path = folder / "story.txt"
    path.write_text(toys.STORY, encoding="utf-8")
    return path


def in_process(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    *arguments: str,
    stdin: bytes,
) -> Result:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    out, err = capfd.readouterr()
    assert isinstance(ended.value.code, int)
    assert "Traceback" not in err
    return Result(ended.value.code, out, err)


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """`textlint-pt ARGUMENTS` with the toy rules and DOC001 as the only rules."""
    wanted = ("core", "document")
    own = [point for point in plugins.find("textlint_pt") if point.name in wanted]
    monkeypatch.setattr(plugins, "find", lambda group: [*own, _Toys()])

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return in_process(monkeypatch, capfd, *arguments, stdin=stdin)

    return call


@pytest.fixture
def run_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Run:
    """`textlint-pt ARGUMENTS` with the rules that come with the package."""
    own = [point for point in plugins.find("textlint_pt") if point.distribution == "textlint-pt"]
    monkeypatch.setattr(plugins, "find", lambda group: own)

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        return in_process(monkeypatch, capfd, *arguments, stdin=stdin)

    return call


def program(*arguments: str | bytes, **more: object) -> subprocess.Popen[bytes]:
    """`textlint-pt ARGUMENTS` as a process, not traced: an interrupt inside a tracer hangs."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    environment = {**inherited, "COLUMNS": "100", **dict(more.pop("env", {}))}  # type: ignore[call-overload]
    command = [sys.executable, "-m", "textlint_pt", *arguments]
    return subprocess.Popen(command, env=environment, **more)  # type: ignore[call-overload,no-any-return]
