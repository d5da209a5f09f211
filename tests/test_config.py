"""Configuration: layers, origins, selection, and errors that say the way out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.toys import Shout, plugins
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.config.lines import line_of
from textlint_pt.config.patterns import Patterns
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.option import Option
from textlint_pt.registry.plugins import load
from textlint_pt.report.severity import Severity


def layers(folder: Path, text: str, name: str = "rules.yaml") -> list[Layer]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return config.read_layers(path, {})


def resolve(folder: Path, text: str) -> config.Settings:
    return config.resolve(layers(folder, text), plugins())


def test_default_preset_and_rules_apply_without_a_configuration_file() -> None:
    settings = config.resolve([], plugins())
    assert (settings.preset, settings.profile, settings.language) == ("default", "calibrated", "pt")
    assert "TOY001" in settings.rules
    assert "TOY002" not in settings.rules
    assert settings.options["TOY001"] == {"minimum": 3}


def test_yaml_and_toml_configuration_have_the_same_schema(tmp_path: Path) -> None:
    yaml = layers(tmp_path, "language: en\nrules: {TOY001: {minimum: 5}}\n")
    toml = layers(
        tmp_path,
        '[tool.textlint-pt]\nlanguage = "en"\n[tool.textlint-pt.rules]\nTOY001 = {minimum = 5}\n',
        "pyproject.toml",
    )
    assert yaml[0].values == toml[0].values


def test_nearest_configuration_file_in_parent_folders_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "rules.yaml").write_text("preset: default\n")
    assert config.discover(inner) == tmp_path / "rules.yaml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\n")
    assert config.discover(inner) == tmp_path / "rules.yaml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.textlint-pt]\n")
    assert config.discover(inner) == tmp_path / "a" / "pyproject.toml"


def test_each_setting_records_the_file_preset_or_option_it_comes_from(tmp_path: Path) -> None:
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
        ("select: [toy]\nignore: [TO]\n", set()),
        ("select: [toy]\nignore: [focus]\n", {f"TOY00{number}" for number in range(1, 7)}),
        ("select: [focus]\nignore: [TO]\n", set()),
        ("select: [DEFAULT]\nignore: [ALL]\n", set()),
        ("select: [ALL]\nignore: [DEFAULT]\n", {"TOY002", "TOY003", "TOY004", "TOY006"}),
    ],
)
def test_more_specific_rule_selector_takes_precedence_over_a_general_one(
    tmp_path: Path, text: str, codes: set[str]
) -> None:
    assert set(resolve(tmp_path, text).rules) == codes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "# ours\n\npresset: story\n",
            r'rules.yaml:3: unknown key "presset" \(did you mean "preset"\?\)',
        ),
        (
            'paths:\n  "b/**": {ignore: []}\n  "a/**":\n    igmore: []\n',
            r'rules.yaml:4: unknown key "igmore" under "paths.a/\*\*" \(did you mean "ignore"',
        ),
        (
            "rules:\n  TOY001:\n    minimun: 2\n",
            r'rules.yaml:3: rules.TOY001: unknown option "minimun".*"minimum"',
        ),
        (
            "rules:\n  TOY001:\n\n    minimum: many\n",
            r"rules.yaml:4: rules.TOY001.minimum: must be",
        ),
        ("rules: {TOY001: {minimum: many}}\n", r"rules.TOY001.minimum: must be a number"),
        ("rules: {TOY001: {minimum: 99}}\n", r"must lie between 1 and 50, not 99"),
        ("select: [TOI001]\n", r'select: no rule is called "TOI001" \(did you mean "TOY001"\?\)'),
        (
            "severity:\n  TOY: error\n  TOY001: warn\n",
            r'rules.yaml:3: severity.TOY001: unknown value "warn" \(did you mean "warning"\?\); '
            r"allowed: error, warning, info$",
        ),
        (
            "paths:\n  a: {preset: loud}\n  b:\n    severity: {TOY001: loud}\n",
            r'rules.yaml:4: paths.b.severity.TOY001: unknown value "loud"; allowed: error, warning',
        ),
        (
            "severity: warn\n",
            r"rules.yaml:1: severity: must be keys and values, not text, e.g. {RED: info}; "
            r"allowed: error, warning, info$",
        ),
        ("fail-on: warn\n", r'rules.yaml:1: fail-on: unknown value "warn" .*allowed: error, w'),
        ("\nlanguage: es\n", r'rules.yaml:2: language: unknown value "es"; allowed: pt, en$'),
        ("severity:\n  1: error\n", r"rules.yaml:2: severity.1: a key must be text: put it in q"),
        ("1: 2\n", r"rules.yaml:1: 1: a key must be text"),
        ("rules:\n  TOY001: {1: 2}\n", r"rules.yaml:2: rules.TOY001.1: a key must be text"),
        ("rules:\n  TOY: {}\n  TOY001: 3\n", r"rules.yaml:3: rules.TOY001: must be keys and v"),
        ("models:\n  device: 3\n", r"rules.yaml:2: models.device: must be text, not a number"),
        ("select:\n  - TOY\n  - 3\n", r"rules.yaml:3: select: must be text, not a number"),
        ("select: {TOY: 1}\n", r"rules.yaml:1: select: must be a list or text, not keys and"),
        ("ignore:\n- TOY\n- TOI\n", r'rules.yaml:3: ignore: no rule is called "TOI"'),
        ("severity:\n  TOI001: info\n", r'rules.yaml:2: severity: no rule is called "TOI001"'),
        ("a:\n\tb: 1\n", r"rules.yaml:2: a tab: YAML allows only spaces for indentation$"),
        ("a:\n  b: 1\n \tc: 2\n", r"rules.yaml:3: a tab: YAML allows only spaces"),
        ("- a\n\t- b\n", r"rules.yaml:2: a tab: YAML allows only spaces"),
        ("memories: ['', nada.tmx]\n", r"rules.yaml:1: memories: .*nada.tmx: no such file"),
        ("vocabulary: nada.txt\n", r"rules.yaml:1: vocabulary: no rule has this option"),
        ("vocabulary: {a: b}\n", r"rules.yaml:1: vocabulary: must be a list or text, not keys"),
        ("dictionary: a.txt\n", r'rules.yaml:1: unknown key "dictionary"'),
        ("profile: calibated\n", r'unknown profile "calibated" \(did you mean "calibrated"'),
        ("fail-under: much\n", r"fail-under: must be a number, not text"),
        ("fail-under: .nan\n", r"fail-under: must be a number >= 0"),
        ("fail-under: 101\n", r"fail-under: must be a number <= 100"),
        ("select: ['']\n", r'no rule is called ""'),
        ("rules: [TOY001]\n", r"rules: must be keys and values, not a list"),
        ("rules: {TOY001: {minimum: .nan}}\n", r"must lie between 1 and 50, not nan"),
        ("language: [pt\n", r"rules.yaml:2:1: not valid YAML"),
        ("rules: {}\nlanguage: en\nrules: {}\n", r'rules.yaml:3:1: .*the key "rules" comes twice'),
        ("- a\n- b\n", r"must hold keys and values"),
        ("extends: rules.yaml\n", r"extends itself"),
        ("lexicon: nowhere.dic\n", r"rules.yaml:1: lexicon: .*nowhere.dic: no such file"),
        ("extends: nowhere.yaml\n", r"nowhere.yaml: cannot be read: No such file"),
    ],
)
def test_configuration_error_message_has_the_problem_and_a_remedy(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(UserError, match=message) as raised:
        resolve(tmp_path, text)
    assert "\n" not in str(raised.value)


def test_configuration_key_without_a_value_is_ignored(tmp_path: Path) -> None:
    keys = (
        "preset profile language select ignore severity rules paths exclude extends lexicon models"
    )
    text = "".join(f"{key}:\n" for key in keys.split())
    assert resolve(tmp_path, text) == config.resolve([], plugins())
    inside = "rules: {TOY001: }\npaths: {'*.txt': }\n"
    assert resolve(tmp_path, inside).options == config.resolve([], plugins()).options


def test_errors_in_unused_path_sections_of_configuration_are_reported(tmp_path: Path) -> None:
    read = layers(tmp_path, "paths: {'*.md': {select: [TOI001]}}\n")
    config.resolve(config.for_path(read, str(tmp_path / "a.txt")), plugins())
    with pytest.raises(UserError, match=r'yaml:1: paths.\*.md.select: no rule is called "TOI001"'):
        config.check_sections(read, plugins())


def test_invalid_path_pattern_in_configuration_is_reported(tmp_path: Path) -> None:
    read = layers(tmp_path, "paths: {'!': {preset: docs}}\n")
    with pytest.raises(UserError, match='`exclude` or `paths`: "!" is no pattern'):
        config.for_path(read, "a.txt")


def test_last_matching_pattern_of_the_exclude_setting_takes_precedence() -> None:
    few = Patterns(["# a", "", "a.md", "!b/a.md", "x" * 4_097, "y" * 4_096])
    names = ("a.md", "b/a.md", "c.md", "# a", "x" * 4_097, "y" * 4_096)
    assert [few.match(name) for name in names] == [True, False, None, None, None, True]
    many = Patterns(["*.md", *(f"z{number}" for number in range(600)), "!a.md"])
    assert [many.match(name) for name in ("a.md", "b.md", "z599", "q")] == [False, True, True, None]
    with pytest.raises(ValueError, match="more than 10000 patterns"):
        Patterns(["a"] * 10_001)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("a/b.md", "/a/b.md"),
        ("../a/b.md", "/b.md"),
        ("a b ", "/a b\\ "),
        ("#a", "/\\#a"),
        ("!x", "/\\!x"),
        ("[a]*?.md", "/\\[a\\]\\*\\?.md"),
        ("b\udcff.md", "/b?.md"),
    ],
)
def test_exclude_pattern_generated_for_a_path_matches_that_path(path: str, pattern: str) -> None:
    assert config.pattern_of(path) == pattern
    assert Patterns([pattern]).match(path.removeprefix("../a/")) is True
    assert Patterns([pattern]).match("other.md") is None


@pytest.mark.parametrize(
    "text", ["tool = 3\n", "# tool.textlint-pt\n", "[tool.textlint-pt-x]\na=1\n"]
)
def test_pyproject_toml_without_a_textlint_pt_section_sets_nothing(
    tmp_path: Path, text: str
) -> None:
    assert layers(tmp_path, text, "pyproject.toml")[0].values == {}


def test_model_paths_are_relative_to_the_configuration_file(tmp_path: Path) -> None:
    (tmp_path / "bert").mkdir()
    (tmp_path / "my.dic").touch()
    settings = resolve(tmp_path, "models: {masked-lm: bert, device: cpu}\nlexicon: my.dic\n")
    assert settings.models == {"masked-lm": str(tmp_path / "bert"), "device": "cpu"}
    assert settings.lexicon == str(tmp_path / "my.dic")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[tool.other]\nselect = 3\n\n[tool.textlint-pt]\npreset = "loud"\nselekt = ["TOY"]\n',
            r'pyproject.toml:6: unknown key "selekt"',
        ),
        (
            '[tool.textlint-pt]\n[tool.textlint-pt.severity]\nTOY = "error"\nTOY001 = "warn"\n',
            r'pyproject.toml:4: severity.TOY001: unknown value "warn"',
        ),
        (
            '[tool.textlint-pt]\nselect = [\n    "TOY",\n    "TOI",\n]\n',
            r'pyproject.toml:5: select: no rule is called "TOI"',
        ),
        ('[tool]\n[tool.textlint-pt]\npreset = "lod"\n', r"pyproject.toml:3: preset: unknown pre"),
    ],
)
def test_error_message_for_pyproject_toml_has_the_line_number(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        config.resolve(layers(tmp_path, text, "pyproject.toml"), plugins())


def test_error_message_for_an_extended_configuration_has_its_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("language: en\nrules:\n  TOY001: {minimum: 99}\n")
    with pytest.raises(UserError, match=r"base.yaml:3: rules.TOY001.minimum: must lie"):
        resolve(tmp_path, "extends: base.yaml\n")
    with pytest.raises(UserError, match=r"^command line: select: no rule is called"):
        config.resolve(config.read_layers(None, {"select": ["TOI"]}), plugins())


def test_configuration_error_has_the_right_line_number_with_yaml_anchors(tmp_path: Path) -> None:
    text = "paths:\n  a: &loud\n    severity: {TOY001: info}\n  b: *loud\n  c:\n    preset: lod\n"
    with pytest.raises(UserError, match=r"rules.yaml:6: paths.c.preset: unknown preset"):
        config.check_sections(layers(tmp_path, text), plugins())


def test_configuration_accepts_a_single_string_in_place_of_a_list(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("preset: loud\n")
    (tmp_path / "memory.tmx").touch()
    single = "select: TOY\nignore: TOY002\nexclude: a/\nmemories: memory.tmx\nextends: base.yaml\n"
    listed = "select: [TOY]\nignore: [TOY002]\nexclude: [a/]\nmemories: [memory.tmx]\n"
    listed += "extends: [base.yaml]\n"
    for part in ("", "paths: {b: {select: TOY001}}\n"):
        one = layers(tmp_path, single + part)
        many = layers(tmp_path, listed + part.replace("TOY001", "[TOY001]"))
        assert [layer.values for layer in one] == [layer.values for layer in many]
    assert "TOY001" in config.resolve(one, plugins()).rules


class Worded(Shout):
    """A rule with options that are files, lists and truth values."""

    code = "TOY012"
    options = {
        "vocabulary": Option([], "words", path=True),
        "words": Option([], "more words"),
        "strict": Option(False, "or not"),
    }


def worded(folder: Path, text: str) -> dict[str, Any]:
    parts = plugins()
    parts.rules["TOY012"] = Worded
    read = layers(folder, text)
    options = dict(config.resolve(read, parts).options["TOY012"])
    assert set(config.option_files(read, parts)) == (set(options["vocabulary"]))
    return options


def test_top_level_vocabulary_setting_applies_to_all_rules_with_that_option(tmp_path: Path) -> None:
    words, others = (str(tmp_path / name) for name in ("words.txt", "others.txt"))
    for name in (words, others):
        Path(name).touch()
    top = "vocabulary: words.txt\n"
    assert worded(tmp_path, top)["vocabulary"] == [words]
    both = "rules: {TOY012: {vocabulary: words.txt}}\nvocabulary: words.txt\n"
    assert worded(tmp_path, both)["vocabulary"] == [words]
    read = layers(tmp_path, "rules: {TOY012: {vocabulary: others.txt}}\nvocabulary: words.txt\n")
    parts = plugins()
    parts.rules["TOY012"] = Worded
    settings = config.resolve(read, parts)
    assert settings.options["TOY012"]["vocabulary"] == [others]
    assert settings.options["TOY001"] == {"minimum": 3}
    with pytest.raises(UserError, match=r"rules.yaml:1: vocabulary: .*nada.txt: no such file"):
        worded(tmp_path, "vocabulary: nada.txt\n")


def test_user_vocabulary_is_added_to_the_project_vocabulary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    own, words = config.own_vocabulary(), tmp_path / "words.txt"
    own.parent.mkdir(parents=True)
    for path in (own, words):
        path.touch()
    parts = plugins()
    parts.rules["TOY012"] = Worded
    settings = config.resolve(layers(tmp_path, "vocabulary: words.txt\n"), parts)
    assert settings.options["TOY012"]["vocabulary"] == [str(own), str(words)]
    assert settings.options["TOY001"] == {"minimum": 3}
    assert config.resolve([], parts).origins["rules.TOY012.vocabulary"] == str(own)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        (lambda count: "exclude:\n" + "- a\n" * count, 10_000),
        (lambda count: f"extends: [{', '.join(['base.yaml'] * count)}]\n", 100),
        (lambda count: f"rules: {{TOY: {{minimum: {'[' * (count - 3)}{']' * (count - 3)}}}}}", 40),
    ],
)
def test_configuration_with_too_long_lists_or_too_deep_nesting_is_refused(
    tmp_path: Path, text: Callable[[int], str], most: int
) -> None:
    (tmp_path / "base.yaml").write_text("preset: loud\n")
    assert layers(tmp_path, text(most))
    with pytest.raises(UserError, match=rf"(more|deeper) than {most}"):
        layers(tmp_path, text(most + 1))


def test_list_and_boolean_rule_options_of_wrong_type_are_refused(tmp_path: Path) -> None:
    assert worded(tmp_path, "rules: {TOY012: {words: tupi}}\n")["words"] == ["tupi"]
    with pytest.raises(UserError, match=r"TOY012.words: must be a list, not 3"):
        worded(tmp_path, "rules: {TOY012: {words: 3}}\n")
    with pytest.raises(UserError, match=r"TOY012.strict: must be true or false, not 'yes'"):
        worded(tmp_path, "rules: {TOY012: {strict: 'yes'}}\n")


def test_rules_yml_is_read_if_rules_yaml_is_missing(tmp_path: Path) -> None:
    other = tmp_path / "rules.yml"
    other.write_text("language: en\n")
    assert config.discover(tmp_path) == other
    assert config.unread_warning(other) is None
    (tmp_path / "rules.yaml").write_text("language: pt\n")
    assert config.discover(tmp_path) == tmp_path / "rules.yaml"
    said = config.unread_warning(tmp_path / "rules.yaml")
    assert (
        said
        == f"{other}: not read, since {tmp_path / 'rules.yaml'} is there too: keep one of the two"
    )
    assert config.unread_warning(tmp_path / "pyproject.toml") is None


@pytest.mark.parametrize(("size", "line"), [(20_000, 2), (20_001, 0)])
def test_error_line_of_a_toml_key_is_found_in_files_up_to_20000_characters(
    size: int, line: int
) -> None:
    text = '[tool.textlint-pt]\npreset = "loud"\n'
    assert line_of("a.toml", text + "#" * (size - len(text)), ["preset"]) == line


def test_field_names_of_question_records_are_configurable(tmp_path: Path) -> None:
    plugins = load(third_party=False)
    file = tmp_path / "rules.yaml"
    file.write_text("fields: {question: titulo}\npaths: {'*.csv': {fields: {answer: [a, b]}}}\n")
    layers = config.read_layers(file, {})
    assert config.resolve(layers, plugins).fields == {"question": ["titulo"]}
    inside = config.for_path(layers, str(tmp_path / "x.csv"))
    assert config.fields(inside, plugins) == {"question": ["titulo"], "answer": ["a", "b"]}
    file.write_text("fields: {titulo: question}\n")
    with pytest.raises(UserError, match=r"rules\.yaml:1: fields\.titulo: no format"):
        config.resolve(config.read_layers(file, {}), plugins)


def test_file_extension_is_read_in_the_format_set_in_configuration(tmp_path: Path) -> None:
    plugins = load(third_party=False)
    file = tmp_path / "rules.yaml"
    file.write_text("formats: {Page: markdown, .txt: rst, data: jsonl}\n")
    given = config.with_formats(plugins, config.read_layers(file, {}))
    names = [given.format_for(f"x.{ending}").name for ending in ("PAGE", "txt", "md", "nada")]
    assert names == ["markdown", "rst", "markdown", "text"]
    assert given.extensions - plugins.extensions == {".page", ".data"}
    assert given.in_folders - plugins.in_folders == {".page", ".data"}
    assert config.with_formats(plugins, []) is plugins


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "{qmd: markdow}",
            r'1: formats\.qmd: unknown format "markdow" \(did you mean "markdown"\?\)',
        ),
        ("{a.b: rst}", r'1: formats\.a\.b: "a\.b" is no ending of a name'),
        ("{'.': rst}", r'1: formats\.\.: "\." is no ending of a name'),
        ("{qmd: 1}", "1: formats.qmd: must be text"),
    ],
)
def test_configuration_that_maps_an_extension_to_an_unknown_format_is_refused(
    tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(f"formats: {line}\n")
    with pytest.raises(UserError, match=said):
        config.with_formats(load(third_party=False), config.read_layers(file, {}))
