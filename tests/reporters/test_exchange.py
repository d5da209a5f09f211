"""Formats that other programs read: SARIF, GitLab, JUnit, reviewdog."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.reporters.test_text import document, finding, related
from textlint_pt.contract.reporter import Reporter
from textlint_pt.report.finding import Accepted
from textlint_pt.report.report import DocumentReport, assemble, failed
from textlint_pt.reporters.built_in import named
from textlint_pt.reporters.sarif import FINGERPRINT

SCHEMA = json.loads(Path(__file__).with_name("sarif.schema.json").read_text(encoding="utf-8"))
#: a tab, letters of one, two, three and four bytes, a byte order mark, line ends of both kinds
TEXT = "\ufeffUm.\r\n\tPão «da» 🍞 da.\nFim.\n"
BREAD = finding(
    start=11, end=13, line=2, column=7, end_line=2, end_column=9,
    fix={"applicability": "safe", "edits": [{"start": 11, "end": 13, "text": "à"}]},
)  # fmt: skip
RULES = {
    "TOY001": {
        "name": "toy.shout",
        "severity": "warning",
        "summary": "Gritos.",
        "help": "# Gritos",
        "url": "https://example.org/toy",
    }
}


def render(
    name: str, *documents: DocumentReport, baseline: str | None = None, language: str = "pt"
) -> str:
    reporter = named(name)
    assert isinstance(reporter, Reporter)
    reporter.rules = RULES  # type: ignore[assignment]
    reporter.sources = {"a.txt": TEXT.encode()}
    report = assemble(documents, "profile:calibrated", "0.1.0", baseline)
    return "".join(text for text, _ in reporter.render(report, language))


def sarif(*documents: DocumentReport, **more: Any) -> dict[str, Any]:
    log = json.loads(render("sarif", *documents, **more))
    jsonschema.Draft202012Validator(SCHEMA).validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def test_sarif_result_has_location_message_and_fix() -> None:
    far = BREAD.replace(related=(related(80, 5, path="b c%.txt", role="reference"),))
    run = sarif(document(far, path="dóis/a b.md"))
    (result,) = run["results"]
    assert result["partialFingerprints"] == {FINGERPRINT: "0" * 16}
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "d%C3%B3is/a%20b.md"
    assert place["region"]["charOffset"] == 11
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "b%20c%25.txt"
    }
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change == {
        "deletedRegion": {"charOffset": 11, "charLength": 2},
        "insertedContent": {"text": "à"},
    }
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (rule["id"], rule["help"]["markdown"]) == (result["ruleId"], "# Gritos")
    assert rule["helpUri"] == "https://example.org/toy"


def test_sarif_report_lists_suppressed_and_baselined_findings() -> None:
    accepted = [
        BREAD.replace(accepted=Accepted("comment")),
        BREAD.replace(accepted=Accepted("baseline", "refrão")),
    ]
    given = document(finding(), accepted=accepted)
    assert ["baselineState" in result for result in sarif(given)["results"]] == [False] * 3
    results = sarif(given, baseline="base.json")["results"]
    assert [r["baselineState"] for r in results] == ["new", "new", "unchanged"]
    assert [r.get("suppressions") for r in results] == [
        None,
        [{"kind": "inSource", "status": "accepted"}],
        [{"kind": "external", "status": "accepted", "justification": "refrão"}],
    ]


def test_sarif_report_contains_a_notification_for_an_unreadable_document() -> None:
    run = sarif(failed("não.txt", "não.txt: no such file", "calibrated"), language="en")
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"].startswith("não.txt")
    assert run["results"] == []


def test_sarif_schema_used_in_tests_rejects_invalid_reports() -> None:
    log = json.loads(render("sarif", document(finding())))
    log["runs"][0]["results"][0]["level"] = "info"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(log, SCHEMA)


def test_gitlab_fingerprints_differ_for_the_same_sentence_in_two_files() -> None:
    entries = json.loads(render("gitlab", document(finding()), document(finding(), path="b.txt")))
    assert len({entry["fingerprint"] for entry in entries}) == 2
    assert entries[0] == {
        "description": "TOY001: grita",
        "check_name": "toy.shout",
        "fingerprint": entries[0]["fingerprint"],
        "severity": "major",
        "location": {"path": "a.txt", "lines": {"begin": 3, "end": 3}},
    }


def test_junit_report_is_valid_xml_for_any_text() -> None:
    odd = finding(message='<a> & "b"\n\x00\ufffe\udc80')
    text = render(
        "junit",
        document(odd, finding()),
        document(path="b.txt"),
        failed("c.txt", "c.txt: <não>", "x"),
    )
    root = ElementTree.fromstring(text.encode())
    assert root.attrib == {"name": "textlint-pt", "tests": "4", "failures": "2", "errors": "1"}
    assert [suite.get("tests") for suite in root] == ["2", "1", "1"]
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.get("message") == '<a> & "b"␊␀\ufffd\ufffd'
    error = root.find(".//error")
    assert error is not None
    assert error.get("message") == "c.txt: <não>"


def test_reviewdog_report_counts_columns_in_bytes() -> None:
    (entry,) = json.loads(render("rdjson", document(BREAD)))["diagnostics"]
    line = TEXT.removeprefix("\ufeff").split("\n")[1].encode()
    where = entry["location"]["range"]
    assert where["start"]["line"] == 2
    assert line[where["start"]["column"] - 1 : where["end"]["column"] - 1] == b"da"
    assert entry["suggestions"] == [{"range": where, "text": "à"}]
    (elsewhere,) = json.loads(render("rdjson", document(BREAD, path="b.docx")))["diagnostics"]
    assert elsewhere["location"]["range"] == {"start": {"line": 2}, "end": {"line": 2}}
