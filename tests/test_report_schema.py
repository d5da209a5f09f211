"""The JSON report is what its schema file says, whatever the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

from tests import toys
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.report import assemble
from textlint_pt.reporters.json import Json

SCHEMA = json.loads(files("textlint_pt").joinpath("report.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
LOOP = toys.STORY * 3
ENGLISH = "The river runs slowly by the village and nobody is in a hurry to cross it. " * 3
TEXTS = {
    "story": toys.STORY,
    "loop": LOOP,
    "suppressed": f"<!-- textlint-pt-disable-file RED -->\n<!-- textlint-pt-enable -->\n{LOOP}",
    "short": "Olá.",
    "empty": "",
    "english": ENGLISH,
    "separators": "* * *\n",
    "control": "Um \x1b[31m texto\x00\x07 estranho\u2028 demais. " * 8,
    "emoji": "O gato 🐱 viu a lua 🌕 e miou. " * 6,
}


def report(plugins: Plugins, *sources: Input, **configuration: Any) -> dict[str, Any]:
    """What `--format json --measures` prints, read as a strict reader does."""
    linter = Linter(plugins, [Layer("test", configuration)])
    documents = list(linter.lint(sources, with_measures=True))
    written = Json().render(assemble(documents, linter.signature(), "0"), linter.settings.language)

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    read: dict[str, Any] = json.loads("".join(text for text, _ in written), parse_constant=refuse)
    return read


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" in schema:
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_json_report_schema_is_valid_and_allows_no_unknown_key() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    described = list(objects(SCHEMA))
    assert len(described) > 8
    assert all("additionalProperties" in schema for schema in described)
    assert all(schema["required"] for schema in described)


@pytest.mark.parametrize("preset", ["default", "docs", "gruen", "gruen-published"])
@pytest.mark.parametrize("name", TEXTS)
def test_json_reports_of_all_rules_match_the_schema(name: str, preset: str) -> None:
    sources = [Input(f"a.{kind}", TEXTS[name].encode()) for kind in ("txt", "md")]
    shown = report(load(third_party=False), *sources, preset=preset, select=["ALL"])
    VALIDATOR.validate(shown)
    for document in shown["documents"]:
        assert len(document.get("measures", ())) in (0, document["sentences"])


def test_json_report_of_compared_and_of_unreadable_files_matches_the_schema() -> None:
    calm = toys.STORY.replace("SOCORRO", "socorro").encode()
    shown = report(
        toys.plugins(),
        Input("a.txt", toys.STORY.encode(), {"reference": ("ref.txt", calm)}),
        Input("b.txt", toys.STORY.encode(), {"reference": ("ref.txt", "Uma só.".encode())}),
        Input("c.txt", b"\xff\x00\xe9"),
        select=["TOY", "DOC"],
        ignore=["TOY006"],
        language="en",
    )
    VALIDATOR.validate(shown)
    assert [bool(document["error"]) for document in shown["documents"]] == [False, True, True]
    places = [p for f in shown["documents"][0]["findings"] for p in f["related"]]
    assert {("ref.txt", "reference")} == {(place["path"], place["role"]) for place in places}
    assert shown["documents"][0]["measures"][0].keys() >= {"sentence", "kind", "shouting"}


def test_json_report_schema_rejects_an_unknown_key() -> None:
    shown = report(toys.plugins(), Input("a.txt", toys.STORY.encode()))
    shown["documents"][0]["findings"][0]["colour"] = "red"
    with pytest.raises(ValidationError, match="colour"):
        VALIDATOR.validate(shown)


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_any_text_has_a_valid_json_report_with_positions_inside_it(text: str) -> None:
    shown = report(toys.plugins(), Input("a.txt", text.encode()), select=["TOY001", "TOY002"])
    VALIDATOR.validate(shown)
    source = text.removeprefix("\ufeff")
    for document in shown["documents"]:
        for place in (*document["findings"], *document.get("measures", ())):
            assert 0 <= place["start"] <= place["end"] <= len(source)
