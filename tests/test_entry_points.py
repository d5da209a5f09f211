"""Entry points are those that importlib.metadata finds."""

from __future__ import annotations

import importlib.metadata
import os.path
import re
from pathlib import Path

import pytest

from textlint_pt.registry.entry_points import EntryPoint, find


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("group", ["textlint_pt", "console_scripts", "pytest11"])
def test_plugin_entry_points_equal_those_of_importlib_metadata(group: str) -> None:
    there = {
        (_key(point.dist.name), point.dist.version, point.name, point.value)
        for point in importlib.metadata.entry_points(group=group)
        if point.dist
    }
    assert there
    assert {tuple(point) for point in find(group)} == there


def write(folder: Path, info: str, files: dict[str, str]) -> None:
    (folder / info).mkdir(parents=True)
    for name, content in files.items():
        (folder / info / name).write_text(content, encoding="utf-8")


def test_plugin_installed_twice_is_loaded_from_the_first_path(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    text = "[other]\nx = no\n\n[group]\n# y = no\none = m.n:f.g [extra]\ntwo=k\n[more]\nz = no\n"
    write(first, "Some_Tool-1.5.dist-info", {"entry_points.txt": text})
    write(second, "some.tool-1.4.dist-info", {"entry_points.txt": "[group]\nold = m\n"})
    write(
        second,
        "grown.egg-info",
        {"entry_points.txt": "[group]\nthree = e\n", "PKG-INFO": "Name: grown\nVersion: 0.7\n"},
    )
    write(second, "plain-2.0.dist-info", {})
    (tmp_path / "archive.zip").touch()
    path = [str(tmp_path / "none"), str(tmp_path / "archive.zip"), str(first), str(second)]
    assert find("group", path) == [
        EntryPoint("some-tool", "1.5", "one", "m.n:f.g [extra]"),
        EntryPoint("some-tool", "1.5", "two", "k"),
        EntryPoint("grown", "0.7", "three", "e"),
    ]


def test_loading_an_entry_point_imports_its_module_and_attribute() -> None:
    assert EntryPoint("d", "1", "n", "os.path").load() is os.path
    assert EntryPoint("d", "1", "n", "pathlib : Path.cwd [x]").load() == Path.cwd
    with pytest.raises(ModuleNotFoundError):
        EntryPoint("d", "1", "n", "there.is.no.such").load()
