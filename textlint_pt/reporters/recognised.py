"""Whether a file holds a report of ours, which another may take the place of, by its beginning."""

from __future__ import annotations

import re
from functools import cache

from textlint_pt.report.messages import CATALOGUE
from textlint_pt.reporters.rows import SIGNS

#: bytes that tell
_HEAD = 4_096
_CODE = r"[A-Z]{2,}\d{3,}"
_PAGE = rb"<!DOCTYPE html>\s*<html[^>]*>\s*<head>(?s:.){0,3000}<title>textlint-pt"
#: how each format for programs begins
_FORMATS = rb"""\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"textlint-pt"
\{"path": ".*", "sentences": \d+, "words": \d+
\{\s*"\$schema": "[^"]*sarif(?s:.){0,300}"name": "textlint-pt"
(?:<\?xml[^>]*\?>\s*)?<testsuites name="textlint-pt"
\{\s*"source":\s*\{\s*"name":\s*"textlint-pt"
\[\s*\]\s*$
\[\s*\{\s*"description": ".*",\s*"check_name": "[a-z.-]+",\s*"fingerprint": "[0-9a-f]{32}"
\{\s*"pages":\s*\[\s*\{\s*"page": "
\{"schemaVersion": 1, "label": ".*", "message": "\d+/\d+", "color": "
path,sentences,words,total,
::(?:error|warning|notice) (?:file|title)=""".splitlines()


def is_report(data: bytes) -> bool:
    """Return whether a file's content is a report in one of our formats."""
    beginning = data[:_HEAD]
    if is_page(beginning) or any(re.match(pattern, beginning) for pattern in _FORMATS):
        return True
    line = beginning.decode("utf-8", "replace").lstrip().partition("\n")[0]
    return _first_line().match(line) is not None


def is_page(data: bytes) -> bool:
    """Return whether a file that begins with these bytes is a page of ours."""
    return re.match(_PAGE, data[:_HEAD]) is not None


@cache
def _first_line() -> re.Pattern[str]:
    """Return a regex for the first lines of the reports that are plain text.

    Its alternatives: findings (concise, text, statistics), a document's line, an overview, a
    heading of rows, measures, an interrupted run, and the table of `status`.
    """

    def alternatives(*names: str) -> str:
        return "|".join(re.escape(texts[name]) for texts in CATALOGUE.values() for name in names)

    listed = alternatives("finding.one", "finding.many").replace(re.escape("{count}"), r"\d+")
    after_path = f"{alternatives('clean', 'no_score', 'score', 'incomplete')}|{listed}"
    clean, partial = alternatives("clean"), alternatives("partial")
    heads = "|".join(
        r"\s*\|\s*".join(map(re.escape, texts["status-heads"].split("|")))
        for texts in CATALOGUE.values()
    )
    signs = "".join(SIGNS.values())
    return re.compile(
        rf".+:\d+:\d+: (?:{_CODE} |[{signs}]  .*\[{_CODE}\](?:\s[*?])?$)|\s*\d+  {_CODE}  [^\W\d_]"
        rf"|.+: (?:{after_path})(?:[;:] | [\d,.]+/100)|(?:{clean}) (?:em|in) \d+ "
        rf"|(?:.+  )?(?:{listed})(?:$|, \d| (?:em|in) \d+ )"
        rf"|.+:\d+: [a-z-]+: [a-z_]+=[\d,.-]+|(?:{partial})$"
        rf"|\|\s*(?:{heads})\s*\|$"
    )
