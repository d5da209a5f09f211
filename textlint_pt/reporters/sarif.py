"""`--format sarif`: SARIF 2.1.0, which code hosts and editors read (OASIS standard).

Findings that are accepted are there too, with why: a host keeps its record of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from textlint_pt.contract.reporter import Reporter, RuleDict, Segment
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import Report
from textlint_pt.report.safe_json import dumps

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_DRIVE = re.compile(r"[A-Za-z]:/")
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
#: what paths in a repository start from, by the name that code hosts and editors know
ROOT = "%SRCROOT%"
#: in `partialFingerprints`: another way of making them gets another name
FINGERPRINT = "textlintPt/v1"


class Sarif(Reporter):
    name = "sarif"
    from_root = True
    explains_rules = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Yield the report as SARIF 2.1.0, its results one by one."""
        rule_indexes = {code: number for number, code in enumerate(self.rules)}
        tool = {
            "driver": {
                "name": report.tool.name,
                "semanticVersion": report.tool.version,
                "rules": [_rule(code, rule) for code, rule in self.rules.items()],
            }
        }
        errors = [document.error for document in report.documents if document.error]
        if report.partial:
            errors.append(say(language, "partial"))
        run = {
            "tool": tool,
            "language": language,
            "columnKind": "unicodeCodePoints",
            **({"originalUriBaseIds": {ROOT: {"uri": _folder(self.root)}}} if self.root else {}),
            "invocations": [
                {
                    "executionSuccessful": not errors,
                    "toolExecutionNotifications": [
                        {"level": "error", "message": {"text": visible(error)}} for error in errors
                    ],
                }
            ],
            "properties": {"signature": report.signature},
        }
        # the run is left open, its results follow one by one: there may be a hundred thousand
        head = dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
        yield f'{head.removesuffix("}]}")}, "results": [', ""
        separator = "\n"
        for document in report.documents:
            for finding in (*document.findings, *document.accepted):
                has_baseline = report.baseline is not None
                result = self._result(document.path, finding, rule_indexes, has_baseline)
                yield f"{separator}{dumps(result)}", ""
                separator = ",\n"
        yield "\n]}]}\n", ""

    def _result(
        self, path: str, finding: Finding, rule_indexes: Mapping[str, int], has_baseline: bool
    ) -> dict[str, Any]:
        """Return SARIF's result for a finding, with its fix and whether it is accepted."""
        code, accepted = finding.code, finding.accepted
        result: dict[str, Any] = {
            "ruleId": code,
            **({"ruleIndex": rule_indexes[code]} if code in rule_indexes else {}),
            "level": _LEVELS[finding.severity],
            "message": {"text": visible(finding.message)},
            "locations": [self._location(path, finding)],
            "partialFingerprints": {FINGERPRINT: finding.fingerprint},
            "properties": {"evidence": finding.evidence},
        }
        if finding.related:
            result["relatedLocations"] = [
                {
                    "id": number,
                    **self._location(related.path, related),
                    "message": {"text": visible(related.message)},
                }
                for number, related in enumerate(finding.related)
            ]
        if has_baseline:
            is_in_baseline = accepted is not None and accepted.by == "baseline"
            result["baselineState"] = "unchanged" if is_in_baseline else "new"
        if accepted:
            result["suppressions"] = [
                {
                    "kind": "inSource" if accepted.by == "comment" else "external",
                    "status": "accepted",
                    **({"justification": visible(accepted.reason)} if accepted.reason else {}),
                }
            ]
        if finding.fix:
            result["fixes"] = [
                {
                    "artifactChanges": [
                        {
                            "artifactLocation": self._artifact(path),
                            "replacements": [
                                {
                                    "deletedRegion": {
                                        "charOffset": edit.start,
                                        "charLength": edit.end - edit.start,
                                    },
                                    "insertedContent": {"text": edit.text},
                                }
                                for edit in finding.fix.edits
                            ],
                        }
                    ]
                }
            ]
            result["properties"]["applicability"] = finding.fix.applicability
        return result

    def _location(self, path: str, place: Finding | Related) -> dict[str, Any]:
        """Return SARIF's location of a finding or of a related place."""
        return {
            "physicalLocation": {
                "artifactLocation": self._artifact(path),
                "region": {
                    "startLine": place.line,
                    "startColumn": place.column,
                    "endLine": place.end_line,
                    "endColumn": place.end_column,
                    "charOffset": place.start,
                    "charLength": place.end - place.start,
                },
            }
        }

    def _artifact(self, path: str) -> dict[str, str]:
        """Return SARIF's name of a file; a relative path starts from the root, if one is known."""
        uri = _uri(path)
        is_relative = bool(self.root) and not uri.startswith("file:")
        return {"uri": uri, **({"uriBaseId": ROOT} if is_relative else {})}


def _rule(code: str, rule: RuleDict) -> dict[str, Any]:
    """Return SARIF's description of a rule."""
    return {
        "id": code,
        "name": rule["name"],
        "shortDescription": {"text": rule["summary"]},
        "fullDescription": {"text": rule["summary"]},
        "help": {"text": rule["help"], "markdown": rule["help"]},
        **({"helpUri": rule["url"]} if rule.get("url") else {}),
        "defaultConfiguration": {"level": _LEVELS[rule["severity"]]},
    }


def _folder(path: str) -> str:
    return f"{_uri(path).removesuffix('/')}/"


def _uri(path: str) -> str:
    """Return a URI reference for a relative path, a file URI for an absolute one."""
    slashed = path.replace(os.sep, "/")
    if _DRIVE.match(slashed):
        slashed = f"/{slashed}"
    quoted = quote(os.fsencode(slashed), safe="/:" if slashed.startswith("/") else "/")
    return f"file://{quoted}" if quoted.startswith("/") else quoted
