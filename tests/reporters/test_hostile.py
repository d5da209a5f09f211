"""Whatever stands in texts and names of files, no output steers what shows or reads it."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from tests.reporters.test_text import document, entry, finding
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.config.layer import Layer
from textlint_pt.contract.reporter import Reporter
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Accepted, Excerpt, Lines, Related
from textlint_pt.report.messages import opening
from textlint_pt.report.report import Costly, DocumentReport, Notice, SentenceCost, assemble
from textlint_pt.reporters.built_in import NAMES, named
from textlint_pt.text.document import Span

pytestmark = pytest.mark.attacks

#: ESC and CSI, a title, bells, what reorders, what ends lines, and surrogates of names that are
#: no UTF-8
STEERING = "\x1b[31m\x1b]0;t\x07\x9b2J\x08\x7f\u202e\u2066\u2028\x85\r\n\udcff"
MARKUP = "<script>alert(1)</script>\"'&]]><!--"
COMMAND = "::error file=a::x"
ATTACKS = {
    "steering": f"a{STEERING}b",
    "markup": MARKUP,
    "command": COMMAND,
    "command after a line": f"a\n{COMMAND}\r{COMMAND}",
    "old command": "##[error]x",
    "formula": "=cmd|' /C calc'!A0",
}
#: lines may end; nothing else that steers may come out
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def hostile(attack: str) -> DocumentReport:
    """A report in which everything that may come from others is an attack."""
    quoted = Excerpt(attack, 0, 1)
    other = Related(Span(0, 1), "text", attack, attack, Lines(1, 1, 1, 2), quoted)
    found = finding(
        message=attack,
        evidence={"word": attack, "words": [attack]},
        related=[other],
        excerpt=quoted,
        fix={"applicability": "safe", "edits": [{"start": 10, "end": 14, "text": attack}]},
    )
    score = entry("calibrated", {"redundancy": (0.5, 0.5)})
    partial = score.partials["redundancy"].replace(costs=[SentenceCost(0, 1, 0.1, attack)])
    score = score.replace(partials={"redundancy": partial})
    return document(
        found,
        path=attack,
        error=attack,
        notices=[Notice("x", attack)],
        score=score,
        costliest=[Costly(0, 1, 0.1, [attack], attack)],
        accepted=[found.replace(accepted=Accepted("baseline", attack))],
    )


def rendered(reporter: Reporter, *documents: DocumentReport) -> str:
    reporter.rules = {
        "TOY001": {"name": "toy.shout", "severity": "warning", "summary": "x", "help": "x"}
    }
    report = assemble(documents, "profile:calibrated", "0.1", "baseline.json")
    text = "".join(part for part, _ in reporter.render(report, "pt"))
    return text.encode("utf-8", "backslashreplace").decode()  # as `write` does


def reporter(name: str) -> Reporter:
    found = named(name)
    assert isinstance(found, Reporter)
    return found


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "html"])
def test_no_report_format_prints_control_characters_of_the_text(name: str, attack: str) -> None:
    text = rendered(reporter(name), hostile(ATTACKS[attack]))
    assert not FORBIDDEN.search(text)
    if name != "github":
        lines = text.splitlines()
        assert not [line for line in lines if line.lstrip().startswith(("::", "##["))]
    if name in ("json", "sarif", "gitlab", "rdjson"):
        json.loads(text)
    if name == "junit":
        ET.fromstring(text)


@pytest.mark.parametrize("attack", ATTACKS)
def test_text_content_cannot_inject_github_actions_commands(attack: str) -> None:
    (line,) = rendered(reporter("github"), hostile(ATTACKS[attack])).splitlines()
    command, properties, data = re.fullmatch(r"::(\w+) (.*?)::(.*)", line).groups()  # type: ignore[union-attr]
    assert command == "warning"
    given = dict(part.partition("=")[::2] for part in properties.split(","))
    assert set(given) == {"file", "line", "endLine", "title", "col", "endColumn"}
    assert not re.search(r"%(?!25|0A|0D|3A|2C)", properties + data)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_csv_report_cells_are_never_spreadsheet_formulas(sign: str) -> None:
    shown = hostile(f"{sign}1+1")
    partials = {**shown.score.partials, f"{sign}own": shown.score.partials["redundancy"]}
    shown = shown.replace(score=shown.score.replace(partials=partials, reason=f"{sign}1+1"))
    for row in csv.reader(io.StringIO(rendered(reporter("csv"), shown))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.attributes: list[str] = []
        self.comments: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.attributes += [name for name, _ in attributes]

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


@pytest.mark.parametrize("attack", ATTACKS)
def test_html_report_escapes_everything_from_the_text(attack: str) -> None:
    """A page of a whole text, since it shows more than the report does."""
    given = ATTACKS[attack].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    linter = Linter(load(third_party=False), [Layer("test", {"select": ["GRA404", "RED001"]})])
    prose = f"A loja fecha cedo ,{given} e o café fica aberto {given} .\n\n" * 2
    source = Input(f"{ATTACKS[attack]}.txt", prose.encode())
    ((linted, _),) = linter.check([source], Wanted(True, True))
    if linted.findings:
        linted.findings[0] = linted.findings[0].replace(message=ATTACKS[attack])
    linted.notices.append(Notice("x", ATTACKS[attack]))
    text = rendered(reporter("html"), linted)
    assert not FORBIDDEN.search(text)
    parsed = _Elements()
    parsed.feed(text)
    assert parsed.scripts == 1
    assert not parsed.comments
    assert not [name for name in parsed.attributes if name.startswith("on")]
    assert "script-src 'sha256-" in html.unescape(text)


def test_file_name_at_the_start_of_an_output_line_is_never_a_ci_command() -> None:
    assert opening("::error::.md") == "./::error::.md"
    assert opening(" ##[group]a.md") == "./ ##[group]a.md"
    assert opening("docs/::a.md") == "docs/::a.md"
