"""The engine from end to end, over toy rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toys import STORY, Shout, Shouts, lint, plugins
from textlint_pt.cache import Cache
from textlint_pt.config import Layer
from textlint_pt.errors import UserError
from textlint_pt.linter import Linter, Source
from textlint_pt.plugins import load as load_plugins
from textlint_pt.report import DocumentDict


def spans(entry: DocumentDict, text: str = STORY) -> list[tuple[str, str]]:
    return [(f["code"], text[f["start"] : f["end"]]) for f in entry["findings"]]


def test_findings_carry_exact_places_and_filled_messages() -> None:
    entry = lint(language="en")
    assert spans(entry) == [("TOY001", "SOCORRO"), ("TOY001", "AGORA"), ("TOY001", "MESMO")]
    first, second, _ = entry["findings"]
    assert (first["line"], first["column"], first["end_column"]) == (3, 26, 33)
    assert first["message"] == "1 shouted word(s)"
    assert second["related"][0]["message"] == "line 3"
    assert second["related"][0]["line"] == 3
    assert entry["excerpts"][0][0]["text"][25:32] == "SOCORRO"


def test_option_set_for_a_rule_reaches_its_metric() -> None:
    entry = lint(rules={"TOY001": {"minimum": 6}})
    assert spans(entry) == [("TOY001", "SOCORRO")]
    assert [row["shouting"] for row in entry["measures"]] == [0, 1, 0, 0, 0, 0]


def test_ignoring_a_rule_does_not_change_the_partial_of_its_dimension() -> None:
    full = lint()["score"]
    less = lint(select=["TOY001", "TOY002"], ignore=["TOY002"])["score"]
    assert full == less
    assert full["total"] == pytest.approx(2 / 3)


def test_a_dimension_nobody_selected_is_left_out() -> None:
    entry = lint(select=["TOY002"])
    assert entry["score"]["partials"] == {}
    assert entry["score"]["total"] is None


class OffByDefault(Shout):
    default = False


def test_a_dimension_whose_rules_are_off_by_default_is_measured_unless_it_is_left_out() -> None:
    parts = plugins()
    parts.rules["TOY001"] = OffByDefault

    def partials(**configuration: list[str]) -> list[str]:
        linter = Linter(parts, [Layer("test", configuration)])
        entry = next(linter.lint([Source("t.txt", STORY.encode())]))
        assert bool(entry["findings"]) == ("TOY001" in configuration.get("select", []))
        assert entry["notices"] == []
        return list(entry["score"]["partials"])

    assert partials() == ["focus"]
    assert partials(select=["DEFAULT", "TOY001"], ignore=["TOY006"]) == ["focus"]
    assert partials(select=["DOC001"]) == []
    assert partials(ignore=["TOY001"]) == []
    parts.resources = {}
    entry = next(Linter(parts, []).lint([Source("t.txt", STORY.encode())]))
    assert [notice["message"] for notice in entry["notices"]] == [
        'foco: não se verifica: nothing provides the analysis "toy.shouts"'
    ]


def test_superseded_finding_gives_way() -> None:
    entry = lint(select=["TOY001", "TOY002"])
    assert {code for code, _ in spans(entry)} == {"TOY002"}


def test_missing_need_is_said_once_and_other_rules_run() -> None:
    entry = lint(select=["TOY001", "TOY003"])
    assert len(entry["findings"]) == 3
    assert [n["code"] for n in entry["notices"]] == ["skipped-rule"]
    assert "TOY003" in entry["notices"][0]["message"]
    assert "get it somewhere" in entry["notices"][0]["message"]


def test_damage_is_reported_by_the_linter() -> None:
    linter = Linter(plugins(), [Layer("test", {"select": ["TOY001", "TOY004"]})])
    entry = next(linter.lint([Source("t.txt", STORY.encode())]))
    assert len(entry["findings"]) == 3
    assert list(linter.damaged) == ["model.bin: damaged; reinstall"]


def test_a_rule_that_fails_is_named_and_the_others_run() -> None:
    linter = Linter(plugins(), [Layer("test", {"select": ["TOY001", "TOY006"]})])
    entries = list(linter.lint([Source("a.txt", STORY.encode()), Source("b.txt", STORY.encode())]))
    assert [len(entry["findings"]) for entry in entries] == [3, 3]
    assert list(linter.damaged) == [
        f"{path}: TOY006 failed: KeyError('what the rule forgot')" for path in ("a.txt", "b.txt")
    ]


def test_suppression_silences_and_takes_its_loss_back() -> None:
    text = STORY.replace(
        "De repente", "<!-- textlint-pt-disable-next TOY001 -- é um grito -->\n\nDe repente"
    )
    entry = lint(text)
    assert spans(entry, text) == [("TOY001", "AGORA"), ("TOY001", "MESMO")]
    assert entry["score"]["total"] == pytest.approx(5 / 6)


def test_companion_rule_runs_only_with_its_companion() -> None:
    calm = STORY.replace("SOCORRO", "socorro")
    assert lint(select=["TOY005"])["notices"] == []
    entry = lint(reference=calm, select=["TOY005"])
    assert entry["findings"][0]["related"][0]["role"] == "reference"
    assert entry["findings"][0]["related"][0]["path"] == "ref.txt"


def test_refused_document_is_an_error_with_the_other_findings_kept() -> None:
    entry = lint(reference="Só uma frase curta sobre o rio.", select=["TOY001", "TOY005"])
    assert entry["error"] == (
        "t.txt: não se compara com a referência ref.txt: another number of sentences"
    )
    assert len(entry["findings"]) == 3
    assert entry["notices"] == []


def test_sentence_values_come_from_the_cache(tmp_path: Path) -> None:
    Shouts.calls.clear()
    entries = []
    for _ in range(2):
        cache = Cache(tmp_path)
        linter = Linter(plugins(), [], cache)
        entries.append(next(linter.lint([Source("t.txt", STORY.encode())])))
        cache.close()
    assert Shouts.calls == [6]
    assert entries[0] == entries[1]


def test_batch_and_order_do_not_change_an_entry() -> None:
    other = STORY.replace("SOCORRO", "AJUDA")
    linter = Linter(plugins(), [])
    sources = [Source(f"{i}.txt", t.encode()) for i, t in enumerate([STORY, other] * 10)]
    together = {entry["path"]: entry for entry in linter.lint(sources)}
    for source in reversed(sources):
        alone = next(Linter(plugins(), []).lint([source]))
        assert together[source.path] == alone


def test_fingerprints_survive_rewrapping() -> None:
    wrapped = STORY.replace("gritou SOCORRO", "gritou\nSOCORRO").replace("\n\n", "\n\n\n")
    before = [f["fingerprint"] for f in lint()["findings"]]
    assert [f["fingerprint"] for f in lint(wrapped)["findings"]] == before
    assert len(set(before)) == 3


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\n", "empty"),
        ("The river runs slowly by the village and nobody is in a hurry to cross it. "
         "Then somebody cried for help from the other side of the old bridge.", "other-language"),
    ],
)  # fmt: skip
def test_nothing_to_judge_is_a_notice_without_score(text: str, code: str) -> None:
    entry = lint(text)
    assert entry["score"]["total"] is None
    assert entry["score"]["reason"] == code
    assert [notice["code"] for notice in entry["notices"]] == [code]
    assert entry["error"] is None


def test_too_little_text_has_findings_but_no_score() -> None:
    entry = lint("O homem gritou SOCORRO na ponte.")
    assert len(entry["findings"]) == 1
    assert entry["score"]["total"] is None
    assert entry["score"]["reason"] == "too-little-text"


def test_unreadable_source_is_an_error_entry() -> None:
    linter = Linter(plugins(), [])
    entries = list(linter.lint([Source("a.txt", b"\xe7\xe3o"), Source("b.txt", STORY.encode())]))
    assert "iso-8859-1" in str(entries[0]["error"])
    assert entries[1]["error"] is None


def test_signature_names_profile_rules_and_resources() -> None:
    signature = Linter(plugins(), []).signature()
    assert signature.startswith("profile:calibrated|rules:")
    assert "TOY001" in signature
    assert "toy.shouts=toys" in signature


def test_preset_sets_selection_and_severity() -> None:
    entry = lint(preset="loud")
    assert {f["severity"] for f in entry["findings"]} == {"error"}


def test_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(UserError, match=r'unknown preset "lod".*"loud"'):
        lint(preset="lod")


def test_nothing_is_found_inside_code() -> None:
    text = STORY.replace("SOCORRO", "`SOCORRO`")
    parts = plugins()
    parts.formats = load_plugins().formats
    entry = next(Linter(parts, []).lint([Source("t.md", text.encode())]))
    assert [text[f["start"] : f["end"]] for f in entry["findings"]] == ["AGORA", "MESMO"]
