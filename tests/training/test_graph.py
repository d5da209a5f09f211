"""The declared graph of sources and artefacts, and what is told of it."""

from __future__ import annotations

import importlib.util
import json
import re
import tomllib
from pathlib import Path

import pytest

from training import __main__ as command
from training import building, graph
from training import sources as declared
from training.graph import Artefact, FoundFiles, Status
from training.inputs import digest
from training.sources import Source

SHIPPED = [artefact for artefact in graph.artefacts().values() if artefact.folder]


# ------------------------------------------------------------------ what is declared


def test_every_training_data_source_declares_its_origin_and_licence() -> None:
    homes = r"https://github\.com/|PyPI: |this repository$|the BRAPT paper"
    for source in declared.sources().values():
        assert re.match(homes, source.address), source
        for name, sha256 in source.files.items():
            assert re.fullmatch(r"[0-9a-f]{64}", sha256), name
        assert all((graph.ROOT / path).exists() for path in source.inside)
    for artefact in SHIPPED:
        for source in artefact.made_from():
            assert not source.excluded
            if source.group != "evaluation":
                assert not re.search(r"NC|none stated|no licence$", source.licence), source


def test_incomplete_declaration_of_a_training_source_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "sources.toml"
    path.write_text('[a]\naddress = "x"\nversion = "1"\nfiles = {"a.txt" = ""}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"\[a\] lacks licence"):
        declared.read(path)
    path.write_text('[a]\naddress = "x"\nversion = "1"\nlicence = "MIT"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="files or inside"):
        declared.read(path)


@pytest.mark.parametrize("artefact", graph.artefacts().values(), ids=lambda one: one.name)
def test_every_python_file_declared_for_building_models_exists(artefact: Artefact) -> None:
    for pattern in artefact.code:
        assert list(graph.ROOT.glob(pattern)), pattern
    known = {*declared.sources(), *(s.group for s in declared.sources().values())}
    known |= {*artefact.artefacts, "work", "package", "repository"}
    for module, *arguments in artefact.steps:
        assert importlib.util.find_spec(module), module
        for argument in arguments:
            assert set(re.findall(r"\{([^}*]+)\*?\}", argument)) <= known
    if artefact.folder:
        assert set(graph.outputs(artefact)) == set(artefact.outputs)
    assert graph.status(artefact, FoundFiles([])).state != "missing"


def test_circular_dependencies_between_models_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "artefacts.toml"
    table = (
        '[{}]\nabout = ""\noutputs = []\nsources = []\ncode = []\nsteps = []\nartefacts = ["{}"]\n'
    )
    path.write_text(table.format("a", "b") + table.format("b", "a"), encoding="utf-8")
    with pytest.raises(ValueError, match="cycle"):
        graph.read(path)


@pytest.mark.parametrize("name", ["acceptability", "confidence", "meaning", "peers"])
def test_shipped_models_were_fitted_on_the_output_of_the_shipped_encoder(name: str) -> None:
    """Another encoder ships: `python -m training build encoder` remakes what was fitted on it."""
    artefact = graph.artefacts()[name]
    fitted = graph.load(graph.ROOT / artefact.manifest)["fitted_on"]
    assert "encoder" in fitted
    assert fitted == {
        other: graph.outputs(graph.artefacts()[other])
        for other in artefact.artefacts
        if graph.artefacts()[other].folder
    }


def test_training_documentation_page_lists_the_declared_models() -> None:
    page = (graph.ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \| (.+) \|$", page, re.M)
    told = {name: (about, tuple(re.findall(r"`([\w-]+)`", made))) for name, about, made in rows}
    assert {name: told.get(name) for name in graph.artefacts()} == {
        name: (one.about, one.artefacts) for name, one in graph.artefacts().items()
    }


def test_models_that_depend_on_the_encoder_are_built_after_it() -> None:
    order = building.plan("encoder")
    assert order.index("text") < order.index("encoder") < order.index("acceptability")
    assert {"confidence", "peers", "meaning"} <= set(order)
    assert not {"ngram", "vectors", "forms"} & set(order)
    assert building.plan("ngram", alone=True) == ["ngram"]


# ------------------------------------------------------------------ what is stale


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A graph of two: `top` is made from `base`, `base` from a source."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "verbs.txt").write_text("andar\n", encoding="utf-8")
    source = Source(
        "verbs", "PyPI: verbs", "1", "MIT", files={"verbs.txt": digest(data / "verbs.txt")}
    )
    monkeypatch.setattr(declared, "sources", lambda: {"verbs": source})
    base = Artefact("base", "", ("base.bin",), ("verbs",), ("make.py",), (), folder="base")
    top = Artefact("top", "", ("top.bin",), (), ("make.py",), (), "top", artefacts=("base",))
    monkeypatch.setattr(graph, "artefacts", lambda: {"base": base, "top": top})
    (tmp_path / "make.py").write_text('"""Make."""\n\nx = 1  # one\n', encoding="utf-8")
    for one in (base, top):
        (tmp_path / one.folder).mkdir()
        (tmp_path / one.folder / one.outputs[0]).write_bytes(b"1")
    graph.record(base, tmp_path, {"verbs": dict(source.files)})
    graph.record(top, tmp_path, {})
    return tmp_path


def told(root: Path, name: str) -> Status:
    return graph.status(graph.artefacts()[name], FoundFiles([root / "data"]), root)


def test_model_with_unchanged_inputs_is_reported_as_up_to_date(toys: Path) -> None:
    assert told(toys, "base") == Status("base", "current", (), (), 1, 1, ())
    (toys / "make.py").write_text('"""Made otherwise said."""\n\nx   =  1\n', encoding="utf-8")
    assert told(toys, "base").state == "current"


def test_changed_training_python_file_makes_a_model_outdated(toys: Path) -> None:
    (toys / "make.py").write_text("x = 2\n", encoding="utf-8")
    assert told(toys, "base").reasons == ("make.py has changed",)


def test_rebuilt_model_makes_dependent_models_outdated(toys: Path) -> None:
    (toys / "base" / "base.bin").write_bytes(b"2")
    assert told(toys, "top").reasons == ("base was made anew after it",)
    assert told(toys, "base").reasons == ("base.bin is not the one that was made",)
    (toys / "top" / "top.bin").unlink()
    assert told(toys, "top").state == "missing"


def test_changed_or_added_training_data_makes_a_model_outdated(
    toys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = Source("verbs", "PyPI: verbs", "2", "MIT", files={"verbs.txt": "0" * 64})
    monkeypatch.setattr(declared, "sources", lambda: {"verbs": changed})
    found = told(toys, "base")
    assert found.reasons == ("made from another verbs.txt",)
    assert found.absent[0].endswith("verbs.txt has another digest)")
    more = Source("verbs", "PyPI: verbs", "2", "MIT", files={"more.txt": "0" * 64})
    monkeypatch.setattr(declared, "sources", lambda: {"verbs": more})
    found = told(toys, "base")
    assert found.reasons == ("made without more.txt",)
    assert found.absent == ("verbs: more.txt (not in --data)",)


def test_model_without_recorded_inputs_has_unknown_build_state(toys: Path) -> None:
    for name in ("inputs.json", "manifest.json"):
        (toys / "top" / name).unlink()
        (toys / "base" / name).unlink()
    assert told(toys, "top").unknown == (
        "from which sources it was made (only making it again can tell)",
        "which base it was made from",
        "by which code it was made",
    )
    # a command run by hand names its inputs by file alone
    written = {"texts": dict(declared.sources()["verbs"].files)}
    (toys / "base" / "inputs.json").write_text(json.dumps(written), encoding="utf-8")
    assert told(toys, "base").unknown == ("by which code it was made",)
    graph.record(graph.artefacts()["base"], toys, None)
    assert told(toys, "base").state == "current"


# ------------------------------------------------------------------ building


def test_missing_training_inputs_are_named_with_their_url(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "12factor.txt.xz").write_bytes(b"")
    given = ["build", "vectors", "--alone", "--data", str(tmp_path), "--work", str(tmp_path / "w")]
    assert command.main(given) == 2
    said = capsys.readouterr().err
    assert "12factor.txt.xz: " in said and "has another digest" in said
    assert "https://github.com/heroku/12factor" in said
    assert command.main(["build", "vector"]) == 2
    assert "no artefact vector: " in capsys.readouterr().err
    assert command.main(["status", "--data", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


def test_training_status_command_prints_at_most_eight_outdated_artefact_reasons() -> None:
    reasons = tuple(f"{name}.py has changed" for name in "abcdefghij")
    printed = command.lines(Status("top", "stale", reasons, (), 0, 0, ()), False)
    assert printed[:2] == ["top: stale", "  a.py has changed"]
    assert printed[-1] == "  and 2 more reasons (--json has them all)"


def test_training_commands_print_status_and_checksums_of_models(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["status", "ngram", "text", "--data", str(tmp_path), "--json"]) == 0
    ngram, text = json.loads(capsys.readouterr().out)
    assert (ngram["name"], ngram["at_hand"]) == ("ngram", 0)
    assert text["state"] == "made on the way"
    assert command.main(["status", "ngram", "--data", str(tmp_path)]) == 0
    assert "inputs: 0 of" in capsys.readouterr().out
    file = tmp_path / "a.txt"
    file.write_text("Um dia.\n", encoding="utf-8")
    assert command.main(["digest", str(file)]) == 0
    assert tomllib.loads(capsys.readouterr().out) == {"files": {"a.txt": digest(file)}}


def shipped() -> dict[str, dict[str, str]]:
    return {artefact.name: graph.outputs(artefact) for artefact in SHIPPED}


def built(work: Path, *arguments: str) -> Path:
    assert command.main(["build", *arguments, "--mini", "--work", str(work)]) == 0
    return work / "package"


@pytest.mark.parametrize("name", ["ngram", "vectors", "choice"])
def test_miniature_model_build_does_not_change_the_installed_package(
    name: str, tmp_path: Path
) -> None:
    before = shipped()
    package = built(tmp_path, name, "--alone")
    artefact = graph.artefacts()[name]
    assert graph.outputs(artefact, package) != before[name]
    made = graph.load(package / artefact.inputs)
    assert made["sources"]["corpus"]
    assert made["code"] == graph.code(artefact)
    assert shipped() == before


def test_miniature_encoder_and_its_dependent_models_are_built(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = shipped()
    package = built(tmp_path, "encoder")
    encoder = graph.outputs(graph.artefacts()["encoder"], package)
    assert encoder == before["encoder"]  # the code writes what ships
    for name in ("acceptability", "confidence"):
        artefact = graph.artefacts()[name]
        manifest = graph.load(package / artefact.manifest)
        assert manifest["fitted_on"]["encoder"] == encoder
        assert manifest["fitted_on"]["ngram"] == before["ngram"]
    assert "meaning: has no small variant" in capfd.readouterr().out
    assert shipped() == before
