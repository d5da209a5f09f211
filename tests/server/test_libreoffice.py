"""LibreOffice, where it is installed: its own checker, and our extension."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conftest import ROOT
from tests.server.conftest import Served
from textlint_pt import __version__

EXTENSION = ROOT / "editors" / "libreoffice"
PYTHON = "/usr/bin/python3"
TEXT = "Os bolsos do casaco estavam cheio de geada. O padeiro deu um exmplo aos filhos."
#: unopkg refuses to work for root
PERSON: Mapping[str, Any] = (
    {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
)


@pytest.fixture(scope="module", name="package")
def _package() -> Path:
    subprocess.run([EXTENSION / "build"], check=True, capture_output=True)
    return EXTENSION / "dist" / "textlint-pt.oxt"


@pytest.fixture(name="home")
def _home() -> Iterator[Path]:
    """A folder that whoever runs LibreOffice may write to."""
    office = shutil.which("soffice")
    has_uno = subprocess.run([PYTHON, "-c", "import uno"], check=False, capture_output=True)
    if office is None or has_uno.returncode:
        pytest.skip("LibreOffice is not installed, or not its Python")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        shutil.copy(Path(__file__).with_name("office.py"), home)
        if PERSON:
            os.chown(home, PERSON["user"], PERSON["group"])
        yield home


def profile(home: Path) -> str:
    return f"-env:UserInstallation={(home / 'profile').as_uri()}"


def office(home: Path, *arguments: str, **environment: str) -> list[Any]:
    """What office.py prints."""
    pipe = f"textlint-pt-{home.name}"
    options = ("--headless", "--norestore", f"--accept=pipe,name={pipe};urp;", profile(home))
    given = {"HOME": str(home), "PATH": f"{home}:/usr/bin:/bin", **environment}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        ["soffice", *options], stdout=quiet, stderr=quiet, env=given, **PERSON
    ) as running:
        try:
            ran = subprocess.run(
                [PYTHON, str(home / "office.py"), pipe, *arguments],
                capture_output=True,
                text=True,
                check=False,
                timeout=180,
                cwd=home,
                **PERSON,
            )
            assert ran.returncode == 0, ran.stderr
            running.wait(60)
        finally:
            running.terminate()
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.loopback
def test_libreoffice_languagetool_client_shows_the_findings(served: Served, home: Path) -> None:
    """It loses unsaved text where an answer lacks a field."""
    url = f"http://127.0.0.1:{served.port}/v2"
    ((found, _),) = office(home, f"🐈 {TEXT} Custa 5 & meio.", url)
    assert (found["start"], found["length"], found["suggestions"]) == (31, 5, ["cheios"])
    # what it does not show, and our extension does
    assert (found["rule"], found["full"]) == ("", "Gramática")
    assert "FullCommentURL" not in found["more"]


@pytest.mark.loopback
def test_libreoffice_extension_shows_findings(served: Served, home: Path, package: Path) -> None:
    """Nothing answers where the server usually is, so that it starts the program."""
    shutil.copy(package, home)
    install = ["unopkg", "add", "--suppress-license", str(home / package.name), profile(home)]
    subprocess.run(install, check=True, cwd=home, env={**os.environ, "HOME": str(home)}, **PERSON)
    program = home / "textlint-pt"
    program.write_text(
        f'#!/bin/sh\necho "$@" > {home}/started\ntrap "touch {home}/ended; exit" TERM\n'
        f'echo "http://127.0.0.1:{served.port}: aqui se verificam textos"\n'
        "while :; do sleep 1; done\n"
    )
    program.chmod(0o755)
    configured, every, ignored, added = office(home, TEXT, TEXTLINT_PT_SERVER="http://127.0.0.1:9")
    assert configured == ["textlint_pt.Checker"]
    cheio, exmplo = every
    assert (cheio["start"], cheio["length"], cheio["suggestions"]) == (28, 5, ["cheios"])
    assert (
        cheio["short"] == "«cheio» está no singular, mas «bolsos» está no plural: deve ser «cheios»"
    )
    assert cheio["full"].endswith("\n\nO que se diz do sujeito não concorda com ele.")
    assert cheio["more"]["FullCommentURL"].endswith("/GRA103.html")
    assert exmplo["more"]["LineColor"] != cheio["more"]["LineColor"]
    assert ignored == [exmplo]
    assert added == []
    assert "exmplo" in served.ask("GET", "/v2/words").json["words"]
    assert (home / "started").read_text() == "serve --port 8081\n"
    for _ in range(100):  # it ends with LibreOffice
        if (home / "ended").exists():
            break
        time.sleep(0.1)
    assert (home / "ended").exists()


def test_libreoffice_extension_package_contains_all_files_it_lists(package: Path) -> None:
    first = package.read_bytes()
    subprocess.run([EXTENSION / "build"], check=True, capture_output=True)
    assert package.read_bytes() == first
    with zipfile.ZipFile(package) as archive:
        names = archive.namelist()
        manifest = ElementTree.fromstring(archive.read("META-INF/manifest.xml"))
        about = ElementTree.fromstring(archive.read("description.xml"))
        program = archive.read("checker.py").decode()
    listed = [value for one in manifest for key, value in one.items() if key.endswith("full-path")]
    hrefs = [value for one in about.iter() for key, value in one.items() if key.endswith("href")]
    assert {*listed, *hrefs, "META-INF/manifest.xml", "description.xml"} == set(names)
    version = next(one for one in about if one.tag.endswith("version"))
    assert version.attrib == {"value": __version__}
    ast.parse(program, feature_version=(3, 8))  # the oldest that LibreOffice 7.4 brings
