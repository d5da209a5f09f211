"""The engine from end to end, over toy rules."""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests import toys
from tests.toys import STORY, Shouts, lint, plugins
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.analysis import Analysis, Resource
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.format import Parsed
from textlint_pt.contract.measurement import Measurement, Partial
from textlint_pt.contract.metric import Metric
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.scoring import EXTRA_SENTENCES, RATE
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport
from textlint_pt.text.document import Document


def spans(entry: DocumentReport, text: str = STORY) -> list[tuple[str, str]]:
    return [(f["code"], text[f["start"] : f["end"]]) for f in entry["findings"]]


def test_linter_findings_have_exact_positions_and_complete_messages() -> None:
    entry = lint(language="en")
    assert spans(entry) == [("TOY001", "SOCORRO"), ("TOY001", "AGORA"), ("TOY001", "MESMO")]
    first, second, _ = entry["findings"]
    assert (first["line"], first["column"], first["end_column"]) == (3, 26, 33)
    assert first["message"] == "1 shouted word(s)"
    assert second["related"][0]["message"] == "line 3"
    assert second["related"][0]["line"] == 3
    assert first.excerpt.text[25:32] == "SOCORRO"


def test_rule_option_is_passed_to_the_metric_of_the_rule() -> None:
    entry = lint(rules={"TOY001": {"minimum": 6}})
    assert spans(entry) == [("TOY001", "SOCORRO")]
    assert [row["shouting"] for row in entry["measures"]] == [0, 1, 0, 0, 0, 0]


def test_ignoring_one_rule_does_not_change_the_score_of_its_dimension() -> None:
    full = lint()["score"]
    less = lint(select=["TOY001", "TOY006"], ignore=["TOY006"])["score"]
    assert full == less
    assert full["total"] == pytest.approx(math.exp(-RATE * 3 / (6 + EXTRA_SENTENCES)))


def test_score_dimension_without_selected_rules_is_left_out() -> None:
    entry = lint(select=["TOY002"])
    assert entry["score"]["partials"] == {}
    assert entry["score"]["total"] is None


class OffByDefault(toys.Shout):
    declared = replace(toys.Shout.declared, default=False)


def test_score_dimension_is_measured_even_if_its_rules_are_off_by_default() -> None:
    parts = plugins()
    parts.rules["TOY001"] = OffByDefault

    def partials(**configuration: list[str]) -> list[str]:
        linter = Linter(parts, [Layer("test", configuration)])
        entry = next(linter.lint([Input("t.txt", STORY.encode())]))
        assert bool(entry["findings"]) == ("TOY001" in configuration.get("select", []))
        assert entry["notices"] == []
        return list(entry["score"]["partials"])

    assert partials() == ["focus"]
    assert partials(select=["DEFAULT", "TOY001"], ignore=["TOY006"]) == ["focus"]
    assert partials(select=["DOC001"]) == []
    assert partials(ignore=["TOY001"]) == []
    parts.resources = {}
    entry = next(Linter(parts, []).lint([Input("t.txt", STORY.encode())]))
    assert [notice["message"] for notice in entry["notices"]] == [
        'foco: não se verifica: nothing provides the analysis "toy.shouts"'
    ]


class OfNoRule(toys.ShoutMetric):
    name = "toy.silence"
    dimension = "silence"


def test_score_dimension_without_any_rule_is_measured_by_default() -> None:
    parts = plugins()
    parts.metrics[OfNoRule.name] = OfNoRule

    def partials(**configuration: list[str]) -> list[str]:
        linter = Linter(parts, [Layer("test", configuration)])
        (entry,) = linter.lint([Input("t.txt", STORY.encode())])
        return list(entry["score"]["partials"])

    assert partials() == ["focus", "silence"]
    assert partials(select=["TOY001"]) == ["focus"]


def test_finding_superseded_by_another_rule_is_dropped() -> None:
    entry = lint(select=["TOY001", "TOY002"])
    assert {code for code, _ in spans(entry)} == {"TOY002"}


def test_ignored_rule_still_supersedes_findings_of_other_rules() -> None:
    chosen = ["TOY001", "TOY002"]
    everywhere = lint(select=["TOY001"])
    assert {code for code, _ in spans(everywhere)} == {"TOY001"}  # not selected is not ignored
    ignored = lint(select=chosen, ignore=["TOY002"])
    assert spans(ignored) == [] and ignored["error"] is None
    other_way = lint(select=chosen, ignore=["TOY001"])
    assert spans(other_way) == spans(lint(select=chosen))


def test_analyses_needed_only_by_an_ignored_rule_do_not_run() -> None:
    chosen = ["TOY001", "TOY003"]
    ignored = lint(select=chosen, ignore=["TOY003"])  # needs what nothing provides
    assert len(ignored["findings"]) == 3 and ignored["notices"] == []


class Comparing(toys.LoudSentence):
    declared = replace(toys.LoudSentence.declared, needs=(), wants=("toy.pairs:reference",))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if view.has("toy.pairs:reference"):
            yield self.finding(view.sentences[0], {})


def test_analyses_for_a_comparing_rule_do_not_run_without_a_reference_text() -> None:
    parts = plugins()
    parts.rules = {Comparing.code: Comparing}
    linter = Linter(parts, [Layer("test", {"select": [Comparing.code], "profile": "gruen"})])
    Shouts.calls.clear()
    assert next(linter.lint([Input("a.txt", STORY.encode())]))["findings"] == []
    assert Shouts.calls == []
    both = Input("a.txt", STORY.encode(), {"reference": ("b.txt", STORY.encode())})
    assert len(next(linter.lint([both]))["findings"]) == 1
    assert len(Shouts.calls) == 2


def test_rule_whose_needed_analysis_is_missing_is_skipped_with_a_notice() -> None:
    entry = lint(select=["TOY001", "TOY003"])
    assert len(entry["findings"]) == 3
    assert [n["code"] for n in entry["notices"]] == ["skipped-rule"]
    assert "TOY003" in entry["notices"][0]["message"]
    assert "get it somewhere" in entry["notices"][0]["message"]


def test_linter_reports_a_damaged_model_file_and_runs_other_rules() -> None:
    linter = Linter(plugins(), [Layer("test", {"select": ["TOY001", "TOY004"]})])
    entry = next(linter.lint([Input("t.txt", STORY.encode())]))
    assert len(entry["findings"]) == 3
    assert list(linter.damaged) == ["model.bin: damaged; reinstall"]


def test_rule_that_raises_is_reported_and_other_rules_run() -> None:
    linter = Linter(plugins(), [Layer("test", {"select": ["TOY001", "TOY006"]})])
    entries = list(linter.lint([Input("a.txt", STORY.encode()), Input("b.txt", STORY.encode())]))
    assert [len(entry["findings"]) for entry in entries] == [3, 3]
    line = next(
        number
        for number, text in enumerate(Path(toys.__file__).read_text("utf-8").splitlines(), 1)
        if "raise KeyError" in text
    )
    assert [entry["error"] for entry in entries] == [
        f"{path}: TOY006 failed: KeyError: 'what the rule forgot' ({toys.__file__}:{line})"
        for path in ("a.txt", "b.txt")
    ]
    assert all(entry["notices"] == [] for entry in entries)


class Unsaid(toys.Shout):
    """A message with a field that nobody gives."""

    messages = {name: {"message": "{nothing}", "related": ""} for name in ("pt", "en")}


class Junk(toys.LoudSentence):
    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Any]:
        yield "no finding"


class Cold(toys.ShoutMetric):
    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        raise ZeroDivisionError("cold")


class Bottomless(toys.ShoutMetric):
    def partial(self, *_: Any) -> Partial:
        raise ZeroDivisionError("bottomless")


class Illiterate(PlainText):
    def parse(self, source: str) -> Parsed:
        raise ValueError("cannot read")


@pytest.mark.parametrize(
    ("part", "found", "says"),
    [
        (Unsaid, [], "TOY001 failed: KeyError: 'nothing'"),
        (Junk, ["TOY001"] * 3, "TOY002 failed: TypeError: TOY002 gives what is no finding"),
        (Cold, [], "toy.share failed: ZeroDivisionError: cold"),
        (Bottomless, ["TOY001"] * 3, "toy.share failed: ZeroDivisionError: bottomless"),
        (Illiterate, [], "format text failed: ValueError: cannot read"),
    ],
)
def test_exception_in_a_plugin_is_reported_with_file_and_line(
    part: type[Any], found: list[str], says: str
) -> None:
    parts = plugins()
    if issubclass(part, Rule):
        parts.rules[part.code] = part
    elif issubclass(part, Metric):
        parts.metrics[part.name] = part
    else:
        parts.formats["text"] = part()
    linter = Linter(parts, [Layer("test", {"select": ["TOY001", getattr(part, "code", "TOY001")]})])
    (entry,) = linter.lint([Input("t.txt", STORY.encode())])
    error = str(entry["error"])
    assert error.startswith(f"t.txt: {says}")
    assert re.search(r"\(/.*\.py:\d+\)$", error)
    assert part in (Unsaid, Junk) or f"({__file__}:" in error
    assert [f["code"] for f in entry["findings"]] == found
    assert entry["notices"] == []


class Picky(toys.Shouts):
    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Any:
        if any("fria" in text for text in texts):
            raise LookupError("nothing cold")
        return super().run(texts, given)


class PickyToys(toys.Toys):
    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [*super().analyses(settings), Picky()]


def test_analysis_that_fails_on_one_document_still_runs_on_the_others() -> None:
    parts = plugins()
    parts.resources = {"toys": PickyToys()}
    warm = STORY.replace("fria", "quente").encode()
    linter = Linter(parts, [Layer("test", {"select": ["TOY001", "TOY002"]})])
    sources = [Input("a.txt", warm), Input("b.txt", STORY.encode()), Input("c.txt", warm)]
    a, b, c = linter.lint(sources)
    expected = next(Linter(plugins(), linter.layers).lint([Input("a.txt", warm)]))
    assert a == expected
    assert c == expected.replace(path="c.txt", findings=c.findings)
    assert len(c["findings"]) == len(a["findings"]) > 0
    assert b["findings"] == b["notices"] == []
    assert re.match(
        rf"b.txt: toy.shouts failed: LookupError: nothing cold \({re.escape(__file__)}:\d+\)$",
        str(b["error"]),
    )
    assert b["score"]["total"] is None


class Wishful(toys.LoudSentence):
    declared = replace(toys.LoudSentence.declared, needs=(), wants=("toy.shouts",))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        assert not view.has("toy.shouts")
        yield self.finding(view.sentences[0], {})


def test_rule_is_skipped_if_its_optional_analysis_raised_an_exception() -> None:
    parts = plugins()
    parts.resources = {"toys": PickyToys()}
    parts.rules["TOY002"] = Wishful
    linter = Linter(parts, [Layer("test", {"select": ["TOY002"]})])
    (entry,) = linter.lint([Input("t.txt", STORY.encode())])
    assert entry["findings"] == []
    assert "toy.shouts failed" in str(entry["error"])


class Unpaired(toys.Louder):
    """Reports a reference with which nothing can be compared."""

    declared = replace(
        toys.Louder.declared,
        needs=(),
        wants=("toy.pairs:reference",),
        judges=frozenset({"unfit", "missing"}),
    )

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if view.unfit:
            raise LookupError("nothing to judge")
        if "reference" in view.missing:
            yield self.finding(view.sentences[0], {})


class FaultyPairs(toys.Pairs):
    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> Any:
        raise LookupError("no pairs today")


class FaultyPairsToys(toys.Toys):
    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [*super().analyses(settings), FaultyPairs()]


@pytest.mark.parametrize(
    ("resource", "text", "found", "fault"),
    [
        (toys.Toys, STORY, 1, None),
        (FaultyPairsToys, STORY, 0, "toy.pairs:reference failed: LookupError: no pairs today"),
        (toys.Toys, "", 0, "TOY005 failed: LookupError: nothing to judge"),
    ],
)
def test_exception_in_a_rule_is_not_reported_as_unalignable_reference_text(
    resource: type[toys.Toys], text: str, found: int, fault: str | None
) -> None:
    parts = plugins()
    parts.resources = {"toys": resource()}
    parts.rules["TOY005"] = Unpaired
    linter = Linter(parts, [Layer("test", {"select": ["TOY005"]})])
    reference = {"reference": ("ref.txt", STORY.partition(".")[0].encode())}
    (entry,) = linter.lint([Input("t.txt", text.encode(), reference)])
    assert len(entry["findings"]) == found
    assert str(entry["error"]).startswith(f"t.txt: {fault} (" if fault else "None")


class Unable(toys.Toys):
    name = "unable"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        raise LookupError("no analyses today")


def test_failing_model_provider_is_reported_and_the_next_one_is_used() -> None:
    parts = plugins()
    parts.resources["unable"] = Unable()
    linter = Linter(parts, [Layer("test", {"select": ["TOY001"]})])
    (entry,) = linter.lint([Input("t.txt", STORY.encode())])
    assert len(entry["findings"]) == 3
    (problem,) = linter.damaged
    assert problem.startswith("resource unable failed: LookupError: no analyses today (")


class Demanding(toys.ShoutMetric):
    def unmet(self, has: Callable[[str], bool]) -> str | None:
        return "one of two" if has("toy.shouts") and not has("toy.cries") else None


def test_metric_whose_required_model_is_missing_stops_linting_with_an_error() -> None:
    parts = plugins()
    parts.metrics["toy.share"] = Demanding
    with pytest.raises(UserError, match="one of two"):
        list(Linter(parts, []).lint([Input("t.txt", STORY.encode())]))


def test_suppressed_finding_does_not_lower_the_score() -> None:
    text = STORY.replace(
        "De repente", "<!-- textlint-pt-disable-next TOY001 -- é um grito -->\n\nDe repente"
    )
    entry = lint(text)
    assert spans(entry, text) == [("TOY001", "AGORA"), ("TOY001", "MESMO")]
    assert entry["score"]["total"] == pytest.approx(math.exp(-RATE * 2 / (6 + EXTRA_SENTENCES)))


def test_rule_that_compares_with_a_reference_text_runs_only_if_one_is_given() -> None:
    calm = STORY.replace("SOCORRO", "socorro")
    assert lint(select=["TOY005"])["notices"] == []
    entry = lint(reference=calm, select=["TOY005"])
    assert entry["findings"][0]["related"][0]["role"] == "reference"
    assert entry["findings"][0]["related"][0]["path"] == "ref.txt"


def test_unalignable_reference_translation_is_an_error_and_other_rules_run() -> None:
    entry = lint(reference="Só uma frase curta sobre o rio.", select=["TOY001", "TOY005"])
    assert entry["error"] == (
        "t.txt: não se compara com a referência ref.txt: another number of sentences"
    )
    assert len(entry["findings"]) == 3
    assert entry["notices"] == []


def test_linting_a_text_again_reads_sentence_analyses_from_the_cache(tmp_path: Path) -> None:
    Shouts.calls.clear()
    entries = []
    for _ in range(2):
        cache = Cache(tmp_path)
        linter = Linter(plugins(), [], cache)
        entries.append(next(linter.lint([Input("t.txt", STORY.encode())])))
        cache.close()
    assert Shouts.calls == [6]
    assert entries[0] == entries[1]


def test_batch_and_order_of_documents_do_not_change_a_report() -> None:
    other = STORY.replace("SOCORRO", "AJUDA")
    linter = Linter(plugins(), [])
    sources = [Input(f"{i}.txt", t.encode()) for i, t in enumerate([STORY, other] * 10)]
    together = {entry["path"]: entry for entry in linter.lint(sources)}
    for source in reversed(sources):
        alone = next(Linter(plugins(), []).lint([source]))
        assert together[source.path] == alone


def test_finding_fingerprints_are_unchanged_by_rewrapped_lines() -> None:
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
def test_text_without_prose_has_a_notice_and_no_score(text: str, code: str) -> None:
    entry = lint(text)
    assert entry["score"]["total"] is None
    assert entry["score"]["reason"] == code
    assert [notice["code"] for notice in entry["notices"]] == [code]
    assert entry["error"] is None


def test_text_too_short_for_a_score_still_has_findings() -> None:
    entry = lint("O homem gritou SOCORRO na ponte.")
    assert len(entry["findings"]) == 1
    assert entry["score"]["total"] is None
    assert entry["score"]["reason"] == "too-little-text"


def test_file_that_cannot_be_decoded_has_an_error_in_its_report() -> None:
    linter = Linter(plugins(), [])
    entries = list(linter.lint([Input("a.txt", b"\xe7\xe3o"), Input("b.txt", STORY.encode())]))
    assert "iso-8859-1" in str(entries[0]["error"])
    assert entries[1]["error"] is None


def test_score_signature_lists_the_profile_rules_and_models_used() -> None:
    signature = Linter(plugins(), []).signature()
    assert signature.startswith("profile:calibrated|rules:")
    assert "TOY001" in signature
    assert "toy.shouts=toys" in signature


def test_preset_sets_selected_rules_and_their_severity() -> None:
    entry = lint(preset="loud")
    assert {f["severity"] for f in entry["findings"]} == {"error"}


def test_unknown_preset_is_reported_with_the_nearest_name() -> None:
    with pytest.raises(UserError, match=r'unknown preset "lod".*"loud"'):
        lint(preset="lod")


def test_linter_reports_no_findings_inside_markdown_inline_code() -> None:
    text = STORY.replace("SOCORRO", "`SOCORRO`")
    parts = plugins()
    parts.formats = load_plugins().formats
    entry = next(Linter(parts, []).lint([Input("t.md", text.encode())]))
    assert [text[f["start"] : f["end"]] for f in entry["findings"]] == ["AGORA", "MESMO"]


class Whispers(Shouts):
    """Finds nothing."""

    cached = False

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> list[list[tuple[int, int]]]:
        return [[] for _ in texts]


@pytest.mark.parametrize("name", ["a model of the user's", "zz"])
@pytest.mark.parametrize(("priority", "found"), [(10, 0), (-10, 3)])
def test_model_provider_with_the_highest_priority_runs_the_analysis(
    name: str, priority: int, found: int
) -> None:
    class Mine(Resource):
        def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
            return [Whispers()]

    Mine.name, Mine.priority = name, priority
    loaded = plugins()
    loaded.resources[name] = Mine()
    linter = Linter(loaded, [])
    assert len(next(linter.lint([Input("t.txt", STORY.encode())]))["findings"]) == found
    provider = name if priority > 0 else "toys"
    assert linter.analyzer.label("toy.shouts").startswith(f"toy.shouts={provider}")


def test_user_supplied_models_take_precedence_over_shipped_models() -> None:
    resources = dict(load_plugins(third_party=False).resources)
    own = resources.pop("transformers")
    assert all(own.priority > shipped.priority for shipped in resources.values())


def test_documents_are_freed_from_memory_after_linting() -> None:
    """Nothing holds itself, so that memory does not depend on when Python looks for cycles."""
    linter = Linter(load_plugins(third_party=False), [Layer("test", {})])
    text = "As menina foram embora a pé, mas ele não veio: choveu muito. Haviam muitas casas.\n"
    gc.collect()
    before = {id(one) for one in gc.get_objects() if isinstance(one, View | Document)}
    gc.disable()
    try:
        (entry,) = linter.lint([Input("text.txt", text.encode())])
        assert entry.findings
        left = [one for one in gc.get_objects() if isinstance(one, View | Document)]
    finally:
        gc.enable()
    assert [one for one in left if id(one) not in before] == []


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ("Ele GRITA. Nada.", "Ele GRITA. Ela BERRA. Nada.", ["BERRA"]),
        ("Ele GRITA aqui.", "Nada.\n\nEle\nGRITA\naqui.", []),
        ("Ele GRITA.", "Ele GRITA. Nada. Ele GRITA.", ["GRITA"]),
        ("Ele GRITA. Nada.", "Ele GRITA já. Nada.", ["GRITA"]),
        ("", "Ele GRITA.", ["GRITA"]),
    ],
)
def test_linter_with_a_base_text_reports_only_findings_in_new_sentences(
    before: str, after: str, new: list[str]
) -> None:
    linter = Linter(toys.plugins(), [Layer("test", {"select": ["TOY001"]})])
    (entry,) = linter.lint([Input("t.txt", after.encode(), base=before.encode())])
    assert [after[one.start : one.end] for one in entry.findings] == new
    starts = [one.start for one in entry.findings]
    assert starts == [after.rindex(word) for word in new]
