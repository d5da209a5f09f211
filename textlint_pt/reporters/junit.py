"""`--format junit`: XML as CI servers read it, a suite a document and a failed case a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import DocumentReport, Report, where

#: characters that XML does not allow, beside those that are made visible
_FORBIDDEN = re.compile("[\ud800-\udfff\ufffe\uffff]")


class JUnit(Reporter):
    name = "junit"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Yield the report as JUnit XML, a test suite for each document."""
        documents = report.documents
        failures = sum(len(document.findings) for document in documents)
        partial = int(report.partial)
        errors = sum(document.error is not None for document in documents) + partial
        tests = sum(map(_cases, documents)) + partial
        yield '<?xml version="1.0" encoding="UTF-8"?>\n', ""
        yield (
            f'<testsuites name="textlint-pt" tests="{tests}" failures="{failures}"'
            f' errors="{errors}">\n',
            "",
        )
        for document in documents:
            yield from _suite(document)
        if report.partial:
            message = _attribute(say(language, "partial"))
            yield '  <testsuite name="textlint-pt" tests="1" failures="0" errors="1">\n', ""
            yield '    <testcase name="textlint-pt" classname="textlint-pt">\n', ""
            yield f"      <error message={message}/>\n    </testcase>\n  </testsuite>\n", ""
        yield "</testsuites>\n", ""


def _cases(document: DocumentReport) -> int:
    """Return the number of test cases: findings and the error; a clean document is one that
    passes."""
    failed = len(document.findings) + (document.error is not None)
    return failed or 1


def _suite(document: DocumentReport) -> Iterator[Segment]:
    """Yield the test suite of a document, with a failure for each finding."""
    path, error = _attribute(document.path), document.error
    yield (
        f'  <testsuite name={path} tests="{_cases(document)}"'
        f' failures="{len(document.findings)}" errors="{int(error is not None)}">\n',
        "",
    )
    if error is not None:
        yield f'    <testcase name="textlint-pt" classname={path}>\n', ""
        yield f"      <error message={_attribute(error)}/>\n    </testcase>\n", ""
    for finding in document.findings:
        yield from _case(path, document.path, finding)
    if not document.findings and error is None:
        yield f'    <testcase name="textlint-pt" classname={path}/>\n', ""
    yield "  </testsuite>\n", ""


def _case(classname: str, path: str, finding: Finding) -> Iterator[Segment]:
    """Yield the failed test case of a finding."""
    place = where(finding)
    name = _attribute(f"{finding.code} {finding.name} {place}")
    message, kind = _attribute(finding.message), _attribute(finding.severity)
    body = f"{path}:{place}: {finding.code} {finding.message}"
    body = escape(_allowed(body), quote=False)
    yield f'    <testcase name={name} classname={classname} line="{finding.line}">\n', ""
    yield f"      <failure message={message} type={kind}>{body}</failure>\n    </testcase>\n", ""


def _attribute(text: str) -> str:
    return f'"{escape(_allowed(text))}"'


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", visible(text))
