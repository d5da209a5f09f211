"""What a user gets from the package index: the wheel in a fresh environment, and plugins."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.lock import LOCK

pytestmark = pytest.mark.install

STORY = ROOT / "examples" / "o-gato-e-a-lua.txt"
SHOUT = ROOT / "tests" / "plugins" / "textlint_pt_shout"
SHOUTED = "O comboio PARTIU SEM NINGUÉM DAR POR ISSO.\n"
REFUSED = (
    ("broken", "0.3.1", 'raise ImportError("o comboio partiu")\n', "ImportError: o comboio partiu"),
    ("elder", "2.0", "TEXTLINT_PT_API = 0\n", "written for API 0, this is API 1"),
)


def call(*command: str | Path, cwd: Path, status: int | None = 0) -> tuple[str, str]:
    """(standard output, standard error) of a command that must end with `status`."""
    # no variable of this test run may change what the installed program finds
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV"))}
    environment |= dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), LOCK.as_uri())
    environment["LC_ALL"] = "en_US.UTF-8"
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert status is None or done.returncode == status, done.stdout + done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--wheel", "--outdir", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def small_wheel(folder: Path, name: str, version: str, source: str) -> Path:
    """A plugin of one module, as an index would hold it."""
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[textlint_pt]\n{name} = {name}\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
    return path


@pytest.fixture(scope="session")
def tools(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh environment: the wheel, one good plugin, two bad ones."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    bad = [small_wheel(folder, f"textlint_pt_{n}", v, source) for n, v, source, _ in REFUSED]
    call(programs / "python", "-m", "pip", "install", "-q", wheel, SHOUT, *bad, cwd=folder)
    return programs


def warnings(names: Iterable[tuple[str, str, str, str]] = REFUSED) -> list[str]:
    """What standard error must say of the plugins that were refused."""
    return [
        f"textlint-pt: plugin textlint_pt_{name} {version} skipped: "
        f"{'RuntimeError: ' if 'API' in reason else ''}{reason}"
        for name, version, _, reason in names
    ]


def said(errors: str) -> list[str]:
    """The lines of standard error without the file and line that a fault has at its end."""
    return [re.sub(r" \(\S+\.py:\d+\)$", "", line) for line in errors.splitlines()]


def test_wheel_contains_the_licence_and_every_plugin(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    packages = [
        path.name for path in (ROOT / "plugins").iterdir() if (path / "__init__.py").exists()
    ]
    assert packages
    for package in ("textlint_pt", *packages):
        assert f"{package}/__init__.py" in names
    assert "textlint_pt/report.schema.json" in names
    shipped = ROOT / "plugins" / "textlint_pt_embedded" / "data"
    for manifest in shipped.glob("*/manifest.json"):
        assert f"textlint_pt_embedded/data/{manifest.parent.name}/manifest.json" in names


@pytest.mark.parametrize("module", ["torch", "transformers", "spacy"])
def test_base_installation_has_no_machine_learning_framework(
    tools: Path, tmp_path: Path, module: str
) -> None:
    _, errors = call(tools / "python", "-c", f"import {module}", cwd=tmp_path, status=1)
    assert f"No module named '{module}'" in errors


def test_base_installation_lints_a_sample_text(tools: Path, tmp_path: Path) -> None:
    # what a plugin that was refused would have found, nobody knows: status 2
    out, errors = call(tools / "textlint-pt", STORY, "--format", "json", cwd=tmp_path, status=2)
    assert said(errors) == warnings()
    (document,) = json.loads(out)["documents"]
    assert document["error"] is None
    assert document["notices"] == []
    assert document["score"]["total"] is not None
    partials = document["score"]["partials"]
    assert {"grammaticality", "redundancy", "focus"} <= set(partials)
    assert {finding["code"][:3] for finding in document["findings"]} >= {"RED"}


def test_installed_plugin_adds_its_rule_metric_format_reporter_and_preset(
    tools: Path, tmp_path: Path
) -> None:
    text = tmp_path / "comboio.txt"
    text.write_text(SHOUTED, encoding="utf-8")
    verse = tmp_path / "cantiga.lrc"
    verse.write_text(f"[00:01.00]{SHOUTED}", encoding="utf-8")
    out, errors = call(
        tools / "textlint-pt", text, verse, "--format", "json", "--measures", cwd=tmp_path, status=2
    )
    assert said(errors) == warnings()
    for document, column in zip(json.loads(out)["documents"], (1, 11), strict=True):
        (found,) = document["findings"]
        assert (found["code"], found["line"], found["column"]) == ("SHO001", 1, column)
        assert document["measures"][0]["shouting"] == pytest.approx(6 / 7)
    arguments = ("--preset", "whisper", "--format", "tally")
    out, _ = call(tools / "textlint-pt", text, *arguments, cwd=tmp_path, status=2)
    assert out == "SHO001 1\n"
    out, _ = call(tools / "textlint-pt", text, "--preset", "docs", cwd=tmp_path, status=2)
    assert "SHO001" in out


def test_no_plugins_option_disables_installed_third_party_plugins(
    tools: Path, tmp_path: Path
) -> None:
    text = tmp_path / "comboio.txt"
    text.write_text(SHOUTED, encoding="utf-8")
    out, errors = call(tools / "textlint-pt", text, "--no-plugins", cwd=tmp_path)
    assert "SHO001" not in out
    assert errors == ""
    _, errors = call(
        tools / "textlint-pt", text, "--no-plugins", "--select", "SHO001", cwd=tmp_path, status=2
    )
    assert 'no rule is called "SHO001"' in errors


def test_rules_command_lists_plugin_rules_and_reports_failed_plugins(
    tools: Path, tmp_path: Path
) -> None:
    out, errors = call(tools / "textlint-pt", "rules", cwd=tmp_path)
    codes = set(re.findall(r"\b[A-Z]{3}\d{3}\b", out))
    assert {"SHO001", "RED003", "DOC001"} <= codes
    assert said(errors) == warnings()
    out, errors = call(tools / "textlint-pt", "rules", "--no-plugins", cwd=tmp_path)
    assert set(re.findall(r"\b[A-Z]{3}\d{3}\b", out)) == codes - {"SHO001"}
    assert errors == ""
    out, _ = call(tools / "textlint-pt", "rule", "shouting.capitals", cwd=tmp_path)
    assert "## Why it matters" in out


def test_example_plugin_passes_its_own_rule_cases(tools: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from textlint_pt.testing import load_cases, run_case\n"
        "cases = load_cases(sys.argv[1])\n"
        "for case in cases: run_case(case)\n"
        "print(len(cases))"
    )
    out, _ = call(tools / "python", "-c", program, SHOUT / "tests" / "rules", cwd=tmp_path)
    assert int(out) >= 6


def test_damaged_word_list_of_an_installation_is_refused(tools: Path, tmp_path: Path) -> None:
    place = "from textlint_pt.portuguese.tables import DATA; print(DATA)"
    folder, _ = call(tools / "python", "-c", place, cwd=tmp_path)
    path = Path(folder.strip(), "words.tsv")
    content = path.read_bytes()
    path.write_bytes(content[:500])
    try:
        out, errors = call(tools / "textlint-pt", STORY, "--no-plugins", cwd=tmp_path, status=2)
    finally:
        path.write_bytes(content)
    assert out == ""
    assert errors.startswith(f"textlint-pt: {path}: damaged")
    assert errors.endswith("; reinstall textlint-pt\n")
    assert errors.count("\n") == 1
