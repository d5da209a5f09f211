"""Configuration: layers, origins, selection, and errors that say the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toys import plugins
from textlint_pt import config
from textlint_pt.errors import UserError
from textlint_pt.rule import Severity


def layers(folder: Path, text: str, name: str = "rules.yaml") -> list[config.Layer]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return config.read_layers(path, {})


def resolve(folder: Path, text: str) -> config.Settings:
    return config.resolve(layers(folder, text), plugins())


def test_defaults() -> None:
    settings = config.resolve([], plugins())
    assert (settings.preset, settings.profile, settings.language) == ("default", "calibrated", "pt")
    assert "TOY001" in settings.rules
    assert "TOY002" not in settings.rules
    assert settings.options["TOY001"] == {"minimum": 3}


def test_both_files_have_one_schema(tmp_path: Path) -> None:
    yaml = layers(tmp_path, "language: en\nrules: {TOY001: {minimum: 5}}\n")
    toml = layers(
        tmp_path,
        '[tool.textlint-pt]\nlanguage = "en"\n[tool.textlint-pt.rules]\nTOY001 = {minimum = 5}\n',
        "pyproject.toml",
    )
    assert yaml[0].values == toml[0].values


def test_nearest_file_upwards_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "rules.yaml").write_text("preset: default\n")
    assert config.discover(inner) == tmp_path / "rules.yaml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert config.discover(inner) == tmp_path / "rules.yaml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.textlint-pt]\n")
    assert config.discover(inner) == tmp_path / "a" / "pyproject.toml"


def test_origins_name_file_section_preset_and_command_line(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("rules: {TOY001: {minimum: 9}}\n")
    read = layers(
        tmp_path,
        "extends: base.yaml\npreset: loud\nlanguage: en\n"
        'paths:\n  "docs/**": {severity: {TOY002: info}}\n',
    )
    read += config.read_layers(None, {"select": ["TOY"]})
    docs = config.for_path(read, str(tmp_path / "docs" / "a.txt"))
    settings = config.resolve(docs, plugins())
    origins = settings.origins
    assert origins["rules.TOY001.minimum"] == str(tmp_path / "base.yaml")
    assert origins["language"] == str(tmp_path / "rules.yaml")
    assert origins["severity.TOY002"] == f"{tmp_path / 'rules.yaml'} paths.docs/**"
    assert origins["select"] == "command line"
    assert settings.rules["TOY002"] is Severity.INFO
    assert config.resolve(read, plugins()).rules["TOY002"] is Severity.ERROR
    assert settings.options["toy.share"] == {"minimum": 9}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("select: [TOY]\nignore: [TOY00]\n", set()),
        ("select: [TOY001]\nignore: [TOY]\n", {"TOY001"}),
        ("select: [toy.shout]\n", {"TOY001"}),
        ("select: [toy]\nignore: [toy.shout, TOY003, TOY004, TOY005, TOY006]\n", {"TOY002"}),
        ("select: [ALL]\nignore: [TOY00]\n", {"DOC001"}),
        ("select: [DEFAULT, TOY002]\n", {"DOC001", "TOY001", "TOY002", "TOY005"}),
        ("select: [DEFAULT]\nignore: [TOY005]\n", {"DOC001", "TOY001"}),
    ],
)
def test_the_more_specific_selector_wins(tmp_path: Path, text: str, codes: set[str]) -> None:
    assert set(resolve(tmp_path, text).rules) == codes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("presset: story\n", r'rules.yaml: unknown key "presset" \(did you mean "preset"\?\)'),
        ('paths: {"a/**": {igmore: []}}\n', r'unknown key "igmore" under "paths.*"ignore"'),
        ("rules: {TOY001: {minimun: 2}}\n", r'rules.TOY001: unknown option "minimun".*"minimum"'),
        ("rules: {TOY001: {minimum: many}}\n", r"rules.TOY001.minimum: must be a number"),
        ("rules: {TOY001: {minimum: 99}}\n", r"must lie between 1 and 50, not 99"),
        ("select: [TOI001]\n", r'select: no rule is called "TOI001" \(did you mean "TOY001"\?\)'),
        ("severity: {TOY001: loud}\n", r"severity.*: Invalid enum value 'loud'"),
        ("profile: calibated\n", r'unknown profile "calibated" \(did you mean "calibrated"'),
        ("fail-under: much\n", r"fail-under: Expected a number, got text"),
        ("fail-under: .nan\n", r"fail-under: Expected a number >= 0"),
        ("fail-under: 101\n", r"fail-under: Expected a number <= 100"),
        ("select: TOY\n", r"select: Expected a list, got text"),
        ("select: ['']\n", r'no rule is called ""'),
        ("rules: [TOY001]\n", r"rules: Expected keys and values, got a list"),
        ("rules: {TOY001: {minimum: .nan}}\n", r"must lie between 1 and 50, not nan"),
        ("language: [pt\n", r"rules.yaml:2:1: not valid YAML"),
        ("rules: {}\nlanguage: en\nrules: {}\n", r'rules.yaml:3:1: .*the key "rules" comes twice'),
        ("- a\n- b\n", r"must hold keys and values"),
        ("extends: rules.yaml\n", r"extends itself"),
        ("lexicon: nowhere.dic\n", r"rules.yaml: lexicon: .*nowhere.dic: no such file"),
        ("extends: nowhere.yaml\n", r"nowhere.yaml: cannot be read: No such file"),
    ],
)
def test_errors_say_what_and_the_way_out(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as raised:
        resolve(tmp_path, text)
    assert "\n" not in str(raised.value)


def test_a_key_with_nothing_after_it_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    keys = (
        "preset profile language select ignore severity rules paths exclude extends lexicon models"
    )
    text = "".join(f"{key}:\n" for key in keys.split())
    assert resolve(tmp_path, text) == config.resolve([], plugins())
    inside = "rules: {TOY001: }\npaths: {'*.txt': }\n"
    assert resolve(tmp_path, inside).options == config.resolve([], plugins()).options


def test_an_error_in_a_section_shows_before_a_file_meets_it(tmp_path: Path) -> None:
    read = layers(tmp_path, "paths: {'*.md': {select: [TOI001]}}\n")
    config.resolve(config.for_path(read, str(tmp_path / "a.txt")), plugins())
    with pytest.raises(UserError, match=r'paths.\*.md: select: no rule is called "TOI001"'):
        config.check_sections(read, plugins())


def test_what_is_no_pattern_is_said_when_it_is_used(tmp_path: Path) -> None:
    read = layers(tmp_path, "paths: {'!': {preset: story}}\n")
    with pytest.raises(UserError, match=r"`exclude` or `paths`: Invalid git pattern: '!'"):
        config.for_path(read, "a.txt")


@pytest.mark.parametrize(
    "text", ["tool = 3\n", "# tool.textlint-pt\n", "[tool.textlint-pt-x]\na=1\n"]
)
def test_a_project_file_without_our_table_sets_nothing(tmp_path: Path, text: str) -> None:
    assert layers(tmp_path, text, "pyproject.toml")[0].values == {}


def test_model_paths_start_at_the_file_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "bert").mkdir()
    (tmp_path / "my.dic").touch()
    settings = resolve(tmp_path, "models: {masked-lm: bert, device: cpu}\nlexicon: my.dic\n")
    assert settings.models == {"masked-lm": str(tmp_path / "bert"), "device": "cpu"}
    assert settings.lexicon == str(tmp_path / "my.dic")
