"""Loading plugins: one that fails is named with its version and brings nothing."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests import toys
from textlint_pt import hookimpl
from textlint_pt.contract import Declared, Kind, Rule, Scope, Severity, declared
from textlint_pt.formats.text import PlainText
from textlint_pt.registry import models, plugins
from textlint_pt.registry.documentation import family, page

DOCS = Path(__file__).parent.parent / "docs" / "plugins.md"


class Point:
    """An entry point of a distribution that nobody installed."""

    distribution = "someone"
    version = "1.2"

    def __init__(self, name: str, module: ModuleType | Exception) -> None:
        self.name = name
        self._module = module

    def load(self) -> ModuleType:
        if isinstance(self._module, Exception):
            raise self._module
        return self._module


class Shouting(toys.ShoutMetric):
    """In a dimension of its own: those of ours have a score already."""

    dimension = "shouting"


def plugin(api: Any = 1, **hooks: Callable[..., Any]) -> ModuleType:
    """A module with these hooks: rules=..., presets=..."""
    module = ModuleType("someone")
    module.__dict__["TEXTLINT_PT_API"] = api
    for name, function in hooks.items():
        hook = lambda function=function: function()  # noqa: E731
        hook.__name__ = f"textlint_pt_{name}"
        module.__dict__[hook.__name__] = hookimpl(hook)
    return module


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., plugins.Plugins]:
    """Load the package's own plugins and these."""
    own = [point for point in plugins.find("textlint_pt") if point.distribution == "textlint-pt"]

    def load(*points: Point, third_party: bool = True) -> plugins.Plugins:
        monkeypatch.setattr(plugins, "find", lambda group: [*points, *own])
        return plugins.load(third_party)

    return load


Install = Callable[..., plugins.Plugins]


def test_plugin_registers_rules_metrics_and_presets_of_its_hooks(install: Install) -> None:
    module = plugin(
        rules=lambda: [toys.Shout],
        metrics=lambda: [Shouting],
        resources=lambda: [toys.Toys()],
        presets=lambda: {"docs": {"ignore": ["TOY"]}, "loud": {"select": ["TOY"]}},
    )
    loaded = install(Point("toys", module))
    assert loaded.problems == []
    assert loaded.rules["TOY001"] is toys.Shout
    assert loaded.metrics["toy.share"] is Shouting
    assert loaded.resources["toys"].name == "toys"
    assert ("toys", {"ignore": ["TOY"]}) in loaded.presets["docs"]
    assert loaded.presets["loud"] == [("toys", {"select": ["TOY"]})]
    assert "DOC001" in loaded.rules


def test_loading_without_third_party_plugins_loads_built_in_rules_only(install: Install) -> None:
    point = Point("toys", plugin(rules=lambda: [toys.Shout]))
    loaded = install(point, Point("broken", ImportError("no")), third_party=False)
    assert "TOY001" not in loaded.rules
    assert "DOC001" in loaded.rules
    assert loaded.problems == []


def fails() -> Any:
    raise LookupError("nothing here\nand more")


class Mute(toys.Shout):
    code = "TOY009"
    messages = {"pt": {"message": "só em português"}}


class Unfinished(Rule):
    code = "TOY008"
    declared = toys.Shout.declared
    messages = toys.Shout.messages


class Nameless:
    pass


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        (plugin(api=0), "RuntimeError: written for API 0, this is API 1"),
        (plugin(api=None), "RuntimeError: written for API None, this is API 1"),
        (ImportError("no module named so"), "ImportError: no module named so"),
        (SyntaxError("line one\nline two"), "SyntaxError: line one"),
        (plugin(rules=fails), "LookupError: nothing here"),
        (plugin(rules=lambda: [Nameless]), "AttributeError: "),
        (plugin(rules=lambda: None), "TypeError: "),
        (plugin(rules=lambda: [toys.Shout, toys.Shout]), "rule TOY001 is already provided"),
        (plugin(rules=lambda: [Mute]), "rule TOY009 lacks messages in en"),
        (plugin(rules=lambda: [Unfinished]), "rule TOY008 lacks find"),
        (plugin(formats=lambda: [PlainText()]), "format text is already provided"),
        (
            plugin(metrics=lambda: [toys.ShoutMetric]),
            "metric toy.share scores focus in calibrated, as focus.transition does",
        ),
        (plugin(colours=list), "PluginValidationError: "),
        (plugin(rules=lambda: [toys.Shout], presets=fails), "LookupError: nothing here"),
        (plugin(rules=lambda: [toys.Shout], formats=lambda: [PlainText()]), "format text is"),
    ],
)
def test_a_failing_plugin_is_reported_and_registers_nothing(
    install: Install, module: ModuleType | Exception, reason: str
) -> None:
    loaded = install(Point("someone", module))
    (problem,) = loaded.problems
    assert problem.startswith("plugin someone 1.2 skipped: ")
    assert reason in problem
    assert "\n" not in problem
    rest = install()
    assert loaded.rules == rest.rules
    assert loaded.presets == rest.presets
    assert loaded.formats.keys() == rest.formats.keys()


def test_keyboard_interrupt_during_plugin_loading_is_not_caught(install: Install) -> None:
    def define() -> Any:
        class Interrupting:
            def __set_name__(self, owner: type, name: str) -> None:
                raise KeyboardInterrupt

        return type("Rule", (), {"field": Interrupting()})

    with pytest.raises(KeyboardInterrupt):
        install(Point("someone", plugin(rules=define)))


def test_plugins_are_loaded_even_if_another_plugin_failed(install: Install) -> None:
    loaded = install(
        Point("a", plugin(colours=list)),
        Point("b", plugin(rules=lambda: [toys.Shout])),
        Point("c", plugin(rules=lambda: [toys.Shout])),
    )
    assert loaded.rules["TOY001"] is toys.Shout
    assert [problem.split()[1] for problem in loaded.problems] == ["a", "c"]


def test_plugin_rule_with_a_built_in_code_is_refused(install: Install) -> None:
    class Impostor(toys.Shout):
        code = "DOC001"

    loaded = install(Point("impostor", plugin(rules=lambda: [Impostor])))
    assert loaded.rules["DOC001"] is not Impostor
    assert "rule DOC001 is already provided" in loaded.problems[0]


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ({"needs": ("toy.shout",)}, '`needs` names the analysis "toy.shout"'),
        ({"needs": ("reference:toy.shout",)}, 'the analysis "reference:toy.shout"'),
        ({"wants": ("toy.shout",)}, '`wants` names the analysis "toy.shout"'),
        ({"needs": ("masked-lm.los",)}, '(did you mean "masked-lm.loss"?)'),
        ({"metrics": ("toy.shares",)}, 'metric "toy.shares", which no plugin provides (did you'),
    ],
)
def test_a_plugin_that_needs_an_unknown_analysis_is_refused(
    install: Install, asks: dict[str, Any], says: str
) -> None:
    for base, kind in ((toys.Shout, "rules"), (Shouting, "metrics")):
        if kind == "metrics" and "metrics" in asks:
            continue
        of_rule = {"code": "TOY011", "declared": Declared("toy.wrong", **asks)}
        of_metric = {"name": "toy.wrong", "profiles": (), **asks}
        wrong = type("Wrong", (base,), of_rule if kind == "rules" else of_metric)
        module = plugin(**{kind: lambda wrong=wrong: [wrong], "presets": lambda: {"new": {}}})
        good = plugin(
            rules=lambda: [toys.Shout],
            metrics=lambda: [Shouting],
            resources=lambda: [toys.Toys()],
        )
        loaded = install(Point("a-wrong", module), Point("good", good))
        (problem,) = loaded.problems
        what = "rule TOY011" if kind == "rules" else "metric toy.wrong"
        assert problem.startswith(f"plugin a-wrong 1.2 skipped: {what}: ")
        assert says in problem
        assert "TOY011" not in loaded.rules
        assert "toy.wrong" not in loaded.metrics
        assert "new" not in loaded.presets
        assert loaded.rules["TOY001"] is toys.Shout


DECLARED = re.search(r"```\n(paired\t.*?)```", DOCS.read_text(encoding="utf-8"), re.S)


def test_rules_tsv_example_in_the_plugin_documentation_declares_valid_rules(tmp_path: Path) -> None:
    assert DECLARED
    (file := tmp_path / "rules.tsv").write_text(DECLARED[1], encoding="utf-8")
    assert declared.rows(file) == {
        "MYP001": Declared("my-plugin.same-opening", kinds=frozenset({Kind.PARAGRAPH})),
        "MYP002": Declared(
            "my-plugin.echo",
            Scope.PAIR,
            Severity.INFO,
            needs=("word-vectors",),
            kinds=frozenset({Kind.PARAGRAPH, Kind.QUOTE}),
            supersedes=("MYP001",),
        ),
    }


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("TOY031", "a row has a code, a name, "),
        ("TOY031\ttoy.wrong\tpaired", 'no row above is called "paired"'),
        ("TOY031\ttoy.wrong\tneed=parse", "unknown field `need`"),
        ("TOY031\ttoy.wrong\tseverity=worst", "Invalid enum value 'worst' - at `$.severity`"),
        ("TOY031\ttoy.wrong\tkinds=poem", "Invalid enum value 'poem' - at `$.kinds[0]`"),
        ("TOY031\ttoy.wrong\tgravity=much", "Expected `float | null`, got `str` - at `$.gravity`"),
        ("TOY030\ttoy.again", "TOY030 has a row already"),
        ("TOY032\ttoy.other", "TOY031 has neither `declared` nor a row in "),
    ],
)
def test_plugin_with_a_wrong_rules_tsv_row_is_refused_with_its_line(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str, why: str
) -> None:
    file = tmp_path / "rules.tsv"
    file.write_text(f"# code, name, settings\nTOY030\ttoy.right\n{row}\n", encoding="utf-8")
    package = ModuleType("someone_toys")
    package.__file__ = str(tmp_path / "__init__.py")
    monkeypatch.setitem(sys.modules, package.__name__, package)
    there = {
        "__module__": package.__name__,
        "find": toys.Shout.find,
        "messages": toys.Shout.messages,
    }
    rules = [type("New", (Rule,), {"code": code, **there}) for code in ("TOY030", "TOY031")]
    (problem,) = install(Point("someone", plugin(rules=lambda: rules))).problems
    assert problem.startswith("plugin someone 1.2 skipped: RuntimeError: ")
    assert why in problem
    assert str(file) if "neither" in why else f"{file}:3: " in problem


def test_plugin_rule_class_that_sets_a_field_of_rules_tsv_is_refused(install: Install) -> None:
    class Loud(toys.Shout):
        severity = Severity.ERROR

    (problem,) = install(Point("loud", plugin(rules=lambda: [Loud]))).problems
    assert "rule TOY001: Loud.severity has no effect; write severity in the rule's row" in problem


def test_plugin_rule_may_need_an_analysis_by_a_user_supplied_model(install: Install) -> None:
    class Surprised(toys.Shout):
        declared = Declared(
            "toy.surprised",
            needs=("masked-lm.loss", "reference:acceptability.logit"),
            wants=("alignment:reference", "error-probabilities"),
        )

    loaded = install(Point("surprised", plugin(rules=lambda: [Surprised])))
    assert loaded.problems == []
    assert loaded.rules["TOY001"] is Surprised


def test_rule_whose_analysis_may_come_from_a_failed_plugin_is_not_refused(install: Install) -> None:
    loaded = install(
        Point("a", plugin(resources=fails)), Point("b", plugin(rules=lambda: [toys.Shout]))
    )
    assert [problem.split()[1] for problem in loaded.problems] == ["a"]
    assert loaded.rules["TOY001"] is toys.Shout


def test_a_plugin_whose_rule_raises_on_creation_is_refused(install: Install) -> None:
    class Stillborn(toys.Shout):
        def __init__(self) -> None:
            raise LookupError("no data")

    loaded = install(Point("still", plugin(rules=lambda: [Stillborn])))
    assert "plugin still 1.2 skipped: LookupError: no data (" in loaded.problems[0]
    assert f"({__file__}:" in loaded.problems[0]


def test_file_format_is_chosen_by_extension_regardless_of_case() -> None:
    loaded = plugins.load()
    assert loaded.format_for("a.MD").name == "markdown"
    assert loaded.format_for("a.xyz").name == "text"
    assert loaded.format_for("-").name == "text"
    assert {".txt", ".md"} <= loaded.extensions
    assert "" not in loaded.extensions


def test_configured_file_extensions_take_precedence_over_built_in_formats() -> None:
    loaded = plugins.load(third_party=False)
    assert loaded.format_for("pasta/COMMIT_EDITMSG").name == "commit-message"
    assert ".md" not in plugins.Plugins(formats={"text": loaded.formats["text"]}).extensions
    loaded.endings = {".md": "rst", ".toy": "markdown", ".tmx": "text"}
    names = {loaded.format_for(f"a.{ending}").name for ending in ("md", "TOY", "tmx", "rst")}
    assert names == {"rst", "markdown", "text"}
    assert {".md", ".toy", ".tmx"} <= loaded.in_folders


def test_loaded_plugin_lists_its_version_folder_and_registered_names(
    install: Install, tmp_path: Path
) -> None:
    module = plugin(
        rules=lambda: [toys.Shout], resources=lambda: [toys.Toys()], presets=lambda: {"docs": {}}
    )
    module.__file__ = str(tmp_path / "one.py")
    package = plugin(metrics=lambda: [Shouting])
    package.__file__ = str(tmp_path / "two" / "__init__.py")
    loaded = install(Point("one", module), Point("two", package))
    *_, one, two = loaded.loaded
    assert (one.label, one.api, one.code) == ("one 1.2", 1, str(tmp_path / "one.py"))
    assert (two.code, loaded.code[-2:]) == (str(tmp_path / "two"), [one.code, two.code])
    kinds = ("rules", "resources", "presets", "metrics")
    assert [one.names(kind) for kind in kinds] == [["TOY001"], ["toys"], ["docs"], []]
    assert sorted(one.names("analyses")) == sorted(toys.Toys().provides())
    assert two.names("metrics") == ["toy.share"]
    assert loaded.rules["DOC001"].declared.url.endswith("/{language}/rules/DOC001.html")
    assert loaded.rules["TOY001"].declared.url == ""


def test_presets_and_python_folder_of_a_refused_plugin_are_not_registered(
    install: Install, tmp_path: Path
) -> None:
    wrong = type("Wrong", (toys.Shout,), {"declared": Declared("toy.wrong", needs=("no.such",))})
    module = plugin(rules=lambda: [wrong], presets=lambda: {"docs": {"ignore": ["TOY"]}})
    module.__file__ = str(tmp_path / "one.py")
    loaded = install(Point("one", module))
    assert module.__file__ not in loaded.code
    assert loaded.presets["docs"] == install().presets["docs"] != []


class Paged(toys.Shout):
    """# A title

    What is found,
    in one paragraph.

    And a second one.

    ## What it finds

    Shouts.

    ## Good

    > Quiet.
    """

    code = "TOY021"
    declared = Declared(
        "toy.paged-rule",
        pages={"pt": "# Um título\n\nO que há.\n\n## O que encontra\n\nGritos.\n\n"
        "## Opções\n\n- `minimum`: letras\n  de um grito\n"},
    )  # fmt: skip


def test_rule_documentation_page_is_parsed_into_title_summary_and_sections() -> None:
    english, portuguese = page(Paged), page(Paged, "pt")
    assert (english.title, english.language) == ("A title", "en")
    assert english.summary == "What is found, in one paragraph."
    assert english.sections == {"What it finds": "Shouts.", "Good": "> Quiet."}
    assert english.options == {"minimum": toys.MINIMUM.help}
    assert english.text.startswith("What is found,\n")
    assert (portuguese.title, portuguese.summary) == ("Um título", "O que há.")
    assert (portuguese.sections["What it finds"], portuguese.sections["Good"]) == (
        "Gritos.",
        "> Quiet.",
    )
    assert portuguese.options == {"minimum": "letras de um grito"}
    assert portuguese.text.startswith("O que há.\n\n## O que encontra\n\nGritos.\n\n## Por que")
    assert (page(toys.LoudSentence).title, page(toys.LoudSentence, "pt").language) == (
        "Loud sentence",
        "en",
    )
    shipped = plugins.load(third_party=False).rules["GRA104"]
    file = Path(sys.modules["textlint_pt_grammaticality"].__file__ or "").parent
    text = (file / "pages" / "en" / "GRA104.md").read_text("utf-8")
    assert f"# {page(shipped).title}\n\n{page(shipped).text}\n" == text
    codeless = {"code": "TOY022", "declared": Declared("custom.toy022"), "__doc__": "Is said."}
    assert page(type("Codeless", (toys.Shout,), codeless)).title == "Is said."


def test_rule_family_without_a_translated_name_is_named_by_its_code_prefix() -> None:
    assert family("TOY001", "pt") == "TOY"
    assert family("RED003", "en") != family("RED003", "pt") != "RED"


@pytest.mark.parametrize(
    ("name", "base", "revision", "valid"),
    [
        ("ana/bertinho", "ana/bertinho", None, True),
        ("ana/bertinho@abc", "ana/bertinho", "abc", True),
        ("bertinho@", "bertinho", None, True),
        ("ana/..", "ana/..", None, False),
        ("/etc/passwd", "/etc/passwd", None, False),
        ("a/b/c", "a/b/c", None, False),
    ],
)
def test_model_names_that_are_file_paths_are_invalid(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    base: str,
    revision: str | None,
    valid: bool,
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path))
    assert (models.split(name), models.is_name(name)) == ((base, revision), valid)
    assert models.find(name) is None
    assert models.fetched() == []


def test_downloaded_model_replaces_its_previous_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path))
    for revision, text in (("1" * 40, "old"), ("2" * 40, "newer")):
        with models.making("ana/bertinho", revision) as folder:
            (folder / "model.bin").write_text(text)
    (models.folder() / "stray").mkdir()
    (found,) = models.fetched()
    assert found == models.find("ana/bertinho@main")
    assert (found.name, found.revision, found.bytes) == ("ana/bertinho", "2" * 40, 5)
    assert found.files["model.bin"].sha256 == models.sha256(found.folder / "model.bin")
    assert sorted(path.name for path in models.folder().iterdir()) == ["ana--bertinho", "stray"]
    (found.folder / models.MANIFEST).write_text("{", encoding="utf-8")
    (tmp_path / models.MANIFEST).write_text("{", encoding="utf-8")
    assert models.find("..") is None
    with pytest.raises(models.DamagedResource, match=r"textlint-pt.json: cannot be read"):
        models.fetched()
