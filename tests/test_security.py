"""What the configuration and the files of a checked-out repository can and cannot do: every
sentence of docs/security.md."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import attacks
from tests.conftest import ROOT
from textlint_pt import cli
from textlint_pt.cli import app
from textlint_pt.companions.finder import Finder
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.config.mapping import mapped
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.discovery import discover
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.messages import notice_text

pytestmark = pytest.mark.attacks

PROSE = "A loja da vila fecha cedo e o café fica aberto todos os dias.\n"
SECRET = "segredo -> \n"
#: seconds that a run may take whatever stands in the configuration; what these attacks aim at is
#: hours
LIMIT = 20.0


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checked-out repository, with a secret beside it."""
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    repository = tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    (repository / "docs").mkdir()
    (repository / "docs" / "a.md").write_text(PROSE, encoding="utf-8")
    monkeypatch.chdir(repository)
    return repository


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load(third_party=False)


def linter(text: str, plugins: Plugins, name: str = "rules.yaml") -> Linter:
    path = Path(name).absolute()
    path.write_text(text, encoding="utf-8")
    return Linter(plugins, config.read_layers(path, {"select": ["RED001"]}))


# ------------------------------------------------------------------ no files outside

OUTSIDE = {
    "extends": "extends: {}",
    "vocabulary": "vocabulary: [{}]",
    "rules.VOC001.vocabulary": "rules: {{VOC001: {{vocabulary: {}}}}}",
    "lexicon": "lexicon: {}",
    "memories": "memories: [{}]",
    "baseline": "baseline: {}",
    "models.masked-lm": "models: {{masked-lm: {}}}",
}


@pytest.mark.parametrize("way", ["../secret.txt", "docs/../../secret.txt", "absolute", "link"])
@pytest.mark.parametrize("key", OUTSIDE)
def test_configuration_keys_with_paths_outside_the_project_are_refused(
    repository: Path, plugins: Plugins, key: str, way: str
) -> None:
    secret = repository.parent / "secret.txt"
    if way == "link":
        Path("link.txt").symlink_to(secret)
    given = {"absolute": str(secret), "link": "link.txt"}.get(way, way)
    with pytest.raises(UserError) as refused:
        linter(OUTSIDE[key].format(given), plugins).lint([Input("docs/a.md", PROSE.encode())])
    said = str(refused.value)
    assert said.startswith(
        f"{repository}/rules.yaml:1: {key}: {given}: lies outside of the project"
    )
    assert "segredo" not in said
    assert len(said.splitlines()) == 1


def test_command_line_configuration_may_use_files_outside_project(repository: Path) -> None:
    words = repository.parent / "words.txt"
    words.write_text("zurzidela\n", encoding="utf-8")
    path = repository / "rules.yaml"
    path.write_text("vocabulary: ../words.txt\n", encoding="utf-8")
    layers = config.read_layers(path, {}, is_explicit=True)
    settings = config.resolve(layers, load(third_party=False))
    assert settings.options["VOC001"]["vocabulary"] == [str(path.parent / "../words.txt")]


def test_project_root_is_the_git_repository_or_the_configuration_folder(tmp_path: Path) -> None:
    inner = tmp_path / "repository" / "docs" / "pt"
    inner.mkdir(parents=True)
    assert config.project(inner / "rules.yaml") == inner
    (tmp_path / "repository" / ".git").write_text("gitdir: elsewhere\n")  # as in a worktree
    assert config.project(inner / "rules.yaml") == tmp_path / "repository"


def test_extends_setting_cannot_read_files_outside_a_python_package(
    repository: Path, plugins: Plugins
) -> None:
    with pytest.raises(UserError, match="lies outside of the project"):
        linter("extends: package:yaml/../../../../secret.txt\n", plugins)


def test_configuration_that_is_a_symlink_to_outside_is_refused(
    repository: Path, plugins: Plugins
) -> None:
    Path("rules.yaml").symlink_to(repository.parent / "secret.txt")
    with pytest.raises(UserError, match="lies outside of the project") as refused:
        config.read_layers(repository / "rules.yaml", {})
    assert "segredo" not in str(refused.value)


@pytest.mark.parametrize("target", ["../secret.txt", "en.md"])
def test_reference_setting_cannot_read_files_outside_the_project(
    repository: Path, target: str
) -> None:
    Path("en.md").symlink_to(repository.parent / "secret.txt")
    Path("rules.yaml").write_text(f'references: {{"docs/a.md": "{target}"}}\n', encoding="utf-8")
    found = Finder(config.read_layers(repository / "rules.yaml", {})).find("docs/a.md")
    assert not found.companions
    ((code, fields),) = found.notes
    assert (code, fields["why"]) == ("reference-beyond", "outside")
    assert notice_text("pt", code, fields).endswith(f"{fields['path']} está fora do projeto")


def test_symlinks_out_of_the_project_are_not_followed(repository: Path) -> None:
    Path("docs/out.md").symlink_to(repository.parent / "secret.txt")
    Path("docs/in.md").symlink_to(repository / "docs" / "a.md")
    Path("docs/folder").symlink_to(repository.parent)
    assert list(discover(["."], {".md", ".txt"}, (), repository)) == ["docs/a.md", "docs/in.md"]
    assert list(discover(["docs/out.md"], {".md"}, (), repository)) == ["docs/out.md"]


# ------------------------------------------------------------------ no code


def test_python_code_in_the_linted_repository_is_not_run(repository: Path) -> None:
    """Neither modules beside the texts nor what YAML may be asked to make."""
    evil = "from pathlib import Path; Path('ran').touch()\n"
    for name in ("yaml.py", "sitecustomize.py", "conftest.py", "textlint_pt_evil.py"):
        Path(name).write_text(evil, encoding="utf-8")
    Path("evil").mkdir()
    Path("evil/__init__.py").write_text(evil, encoding="utf-8")
    Path("evil/rules.yaml").write_text("select: [RED]\n", encoding="utf-8")
    for text, status in (
        ("extends: package:evil\n", 2),
        ("select: [RED]\nplugins: [textlint_pt_evil]\n", 2),
        ("select: !!python/object/apply:os.system [touch ran]\n", 2),
        ("select: [RED]\n", 0),
    ):
        Path("rules.yaml").write_text(text, encoding="utf-8")
        program = Path(sys.executable).with_name("textlint-pt")
        ran = subprocess.run([program, "docs"], capture_output=True, text=True, check=False)
        assert ran.returncode == status, ran.stderr
    assert not Path("ran").exists()


# ------------------------------------------------------------------ bounded time and memory


def _laughs() -> str:
    lines = ["rules:", " a: &a {x: 1}"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f" {name}: &{name} {{{', '.join(f'k{n}: *{before}' for n in range(10))}}}")
    return "\n".join(lines)


BOMBS = {
    "billion laughs": (_laughs, "too many values"),
    "an alias in itself": (lambda: "rules: &a {x: *a}", "stands for itself"),
    "nested": (lambda: "select: " + "[" * 50_000, "yaml:1: nested deeper than 40$"),
    "nested mappings": (lambda: "rules: " + "{a: " * 50_000, "yaml:1: nested deeper than 40$"),
    "nested lines": (lambda: "- " * 50_000, "yaml:1: nested deeper than 40$"),
    "brackets in quotes": (lambda: "select: '" + "[" * 50, "not valid YAML"),
    "a number": (lambda: "fail-under: " + "9" * 100_000, "not valid YAML"),
    "no number": (lambda: 'fail-under: !!int "0x"', "not valid YAML"),
    "no fraction": (lambda: 'fail-under: !!float "_"', "not what its tag says"),
    "no truth": (lambda: "language: !!bool x", "not what its tag says"),
    "no date": (lambda: "language: !!timestamp x", "not what its tag says"),
    "large": (lambda: "#" * 3_000_000, "over the limit"),
    "a format": (
        lambda: (
            "custom-rules: {ACME001: {kind: existence, patterns: [a],"
            ' message: "{match:>999999999}"}}'
        ),
        "has a format",
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_yaml_bomb_in_the_configuration_is_refused_in_one_line(
    repository: Path, plugins: Plugins, name: str
) -> None:
    text, said = BOMBS[name]
    started = time.process_time()
    with pytest.raises(UserError, match=said) as refused:
        linter(text(), plugins)
    assert time.process_time() - started < LIMIT
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "select = " + "[" * 50_000,
        "\n" * 100_000 + "[tool.textlint-pt]\nx = 1",
        "fail-under = " + "9" * 5_000,
    ],
)
def test_toml_bomb_in_the_configuration_is_refused(
    repository: Path, plugins: Plugins, text: str
) -> None:
    started = time.process_time()
    with pytest.raises(UserError):
        linter(
            f"[tool.textlint-pt]\n{text}" if "x = 1" not in text else text,
            plugins,
            "pyproject.toml",
        )
    assert time.process_time() - started < LIMIT


HOSTILE = (
    *("(a+)+$x", "(a|a)*b", "(a|aa)+$", "(.*)*y", "(.*.*.*)*y", "([a-z]+)*[A-Z]", "a{0,900}b"),
    *("(x+x+)+y", "(?:a?){50}a{50}", r"(\w+\s?)*!"),
)


@pytest.mark.parametrize("pattern", HOSTILE)
def test_no_custom_rule_regex_takes_unbounded_time(
    repository: Path, plugins: Plugins, pattern: str
) -> None:
    declared = {
        "kind": "existence",
        "message": "x",
        "whole-words": False,
        "patterns": [pattern],
        "exceptions": [pattern],
    }
    Path("rules.yaml").write_text(json.dumps({"custom-rules": {"ACME001": declared}}), "utf-8")
    layers = config.read_layers(repository / "rules.yaml", {"select": ["ACME"]})
    text = PROSE + "a" * 20_000 + " " + "xay " * 2_000
    started = time.process_time()
    entry = next(Linter(plugins, layers).lint([Input("a.txt", text.encode())]))
    assert time.process_time() - started < LIMIT
    assert entry["error"] is None


def _excluded(path: str, root: Path) -> object:
    return config.matches(path, ["*a" * 20 + "b", "**/a" * 20 + "b"], root)


def _ignored(path: str, root: Path) -> object:
    (root / ".gitignore").write_text("*a" * 20 + "b\n", encoding="utf-8")
    (root / Path(path).name).write_text(PROSE, encoding="utf-8")
    return list(discover([str(root)], {".md"}, (), root)) == []


def _mapped(path: str, root: Path) -> object:
    return mapped(path, {"*a" * 20 + "b": "c"}, root)


@pytest.mark.parametrize("match", [_excluded, _ignored, _mapped])
def test_no_wildcard_pattern_of_a_path_takes_unbounded_time(
    tmp_path: Path, match: Callable[[str, Path], object]
) -> None:
    (tmp_path / ".git").mkdir()
    started = time.process_time()
    assert not match(str(tmp_path / ("a" * 200 + ".md")), tmp_path)
    assert time.process_time() - started < LIMIT


def test_reference_file_setting_with_many_wildcards_gives_the_right_path() -> None:
    root = Path("/p")
    mapping = {"docs/**/*-*-*.md": "en/**/*-*-*.md"}
    assert mapped("/p/docs/a/b/x-y-z.md", mapping, root) == "/p/en/a/b/x-y-z.md"
    assert mapped("/p/docs/x-y.md", mapping, root) is None


# ------------------------------------------------------------------ what is shown


def test_a_custom_rule_cannot_print_control_characters(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    declared = {
        "kind": "existence",
        "name": "a.b",
        "patterns": ["a\x1b"],
        **dict.fromkeys(("message", "summary", "why"), "x\x1b[31m\x9b2J"),
        "failing": ["\x1b[2J"],
    }
    Path("rules.yaml").write_text(json.dumps({"custom-rules": {"ACME001": declared}}), "utf-8")
    for command in (["rules"], ["rule", "ACME001"], ["rules", "--format", "json"]):
        assert app.run([*command, "--no-plugins"]) == 0
        said = capsys.readouterr().out
        assert "ACME001" in said
        assert not {"\x1b", "\x9b"} & set(said)


# ------------------------------------------------------------------ no network


def test_model_names_in_the_configuration_open_no_network_connection(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sockets raise in tests (tests/conftest.py): a name of the hub is not fetched."""
    Path("rules.yaml").write_text(
        "profile: gruen\nmodels: {masked-lm: some/model, classifier: https://example.org/m}\n",
        encoding="utf-8",
    )
    with pytest.raises(SystemExit) as ended:
        cli.main(["docs/a.md", "--no-cache"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "rules.yaml:2: models." in said
    assert "NetworkBlocked" not in said


def test_every_claim_of_the_security_documentation_names_an_existing_test() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    said = page[page.index("## A repository") : page.index("## Attacks that are tried")]
    promises = re.split(r"^(?=\*\*|## )", said, flags=re.MULTILINE)[1:]
    silent = [one for one in promises if one.count("\n") > 2 and "`test" not in one
              and "(the cases `" not in one]  # fmt: skip
    assert silent == []
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    for name in re.findall(r"`(test_\w+)`", said):
        assert f"def {name}(" in code, name
    for path in re.findall(r"`(tests/[\w/.]+)`", said):
        assert (ROOT / path).exists(), path
    groups = {group for group, *_ in attacks.cases()}
    for named in re.findall(r"the\s+cases\s+`([\w ]+)`", said):
        assert named in groups
