"""`--format html`: one page to read, to print and to listen to, which asks for nothing else.

The page is made of functions that escape whatever they are given (`elements`), which is less than a
template library would be. Its policy allows the one style and the one script that it holds, by
their digests, and nothing from anywhere else. The script filters; without it everything is shown.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from textlint_pt.messages import count, say
from textlint_pt.report import (
    BarDict,
    DocumentDict,
    Excerpt,
    FindingDict,
    MarkDict,
    Notice,
    RelatedDict,
    Report,
    ScoreDict,
    SentenceDict,
    SideDict,
    notices,
)
from textlint_pt.reporters import Reporter, Segment
from textlint_pt.reporters.elements import Element, element, raw, text
from textlint_pt.reporters.figures import decimal, points, signed, terms

_SEVERITIES = ("error", "warning", "info")
#: a sign for each severity, since colour alone tells nothing to some
_SIGNS = {"error": "✖", "warning": "▲", "info": "●"}
#: sides in the order they stand beside one another
_ROLES = ("source", "reference", "text")
#: drift from which on a row is coloured, lightest first
DRIFT_STEPS = (0.1, 0.2, 0.35, 0.5)
#: characters quoted on each side of a place
_AROUND = 60

_WORDS: Mapping[str, Mapping[str, str]] = {
    "pt": {
        "title": "textlint-pt: relatório",
        "skip": "Ir para os documentos",
        "documents": "Documentos",
        "document": "Documento",
        "findings": "Achados",
        "none": "Nada a apontar.",
        "score": "Nota",
        "loss": "Custo",
        "share": "Parcela",
        "value": "Valor",
        "dimension": "Dimensão",
        "formula": "Como se calcula",
        "total": "Total",
        "of100": "{score} em 100",
        "text": "Texto",
        "read": "Texto com os achados",
        "beside": "Lado a lado",
        "role.text": "Texto",
        "role.reference": "Referência",
        "role.source": "Original",
        "line": "linha {line}",
        "drift": "deriva {drift}",
        "drift-scale": "Deriva em relação à referência (0: nenhuma, 1: toda):",
        "from": "desde {value}",
        "under": "menos de {value}",
        "alone": "sem correspondência",
        "row": "Linha",
        "error": "erro",
        "warning": "aviso",
        "info": "informação",
        "severity": "Gravidade",
        "code": "Regra",
        "filter": "Filtrar os achados",
        "only": "só as linhas com achados",
        "all": "Mostrar tudo",
        "shown": "{shown} de {all} achados à vista",
        "finding": "Achado {number}",
        "ref": "achado {number}, {severity}, {code}",
        "ref-related": "outro lugar do achado {number}",
        "back": "ao texto",
        "evidence": "Medidas",
        "bars": "Categorias perdidas (à esquerda) e ganhas (à direita)",
        "fix": "Sugestão",
        "fix-remove": "apagar",
        "elsewhere": "Achados fora das frases",
        "notices": "Avisos sobre o documento",
        "summary": "{findings}, {documents}, {sentences} frases",
        "made": "Feito por textlint-pt {version}; só se comparam notas com a mesma assinatura:",
    },
    "en": {
        "title": "textlint-pt: report",
        "skip": "Skip to the documents",
        "documents": "Documents",
        "document": "Document",
        "findings": "Findings",
        "none": "Nothing to report.",
        "score": "Score",
        "loss": "Cost",
        "share": "Term",
        "value": "Value",
        "dimension": "Dimension",
        "formula": "How it is computed",
        "total": "Total",
        "of100": "{score} of 100",
        "text": "Text",
        "read": "The text with its findings",
        "beside": "Side by side",
        "role.text": "Text",
        "role.reference": "Reference",
        "role.source": "Source",
        "line": "line {line}",
        "drift": "drift {drift}",
        "drift-scale": "Drift from the reference (0: none, 1: all):",
        "from": "from {value}",
        "under": "under {value}",
        "alone": "no counterpart",
        "row": "Row",
        "error": "error",
        "warning": "warning",
        "info": "info",
        "severity": "Severity",
        "code": "Rule",
        "filter": "Filter the findings",
        "only": "only rows with findings",
        "all": "Show all",
        "shown": "{shown} of {all} findings shown",
        "finding": "Finding {number}",
        "ref": "finding {number}, {severity}, {code}",
        "ref-related": "another place of finding {number}",
        "back": "to the text",
        "evidence": "Measures",
        "bars": "Categories lost (left) and gained (right)",
        "fix": "Suggestion",
        "fix-remove": "remove",
        "elsewhere": "Findings outside the sentences",
        "notices": "Notices about the document",
        "summary": "{findings}, {documents}, {sentences} sentences",
        "made": "Made by textlint-pt {version}; compare scores only under equal signatures:",
    },
}


class Html(Reporter):
    name = "html"
    shows_texts = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        words = _Words(language)
        own, shared = notices(report)
        shown = [
            _Shown(number, document, about, words)
            for number, (document, about) in enumerate(
                zip(report["documents"], own, strict=True), start=1
            )
        ]
        yield f"<!DOCTYPE html>\n<html lang={_LANGUAGES[language]}>\n", ""
        yield f"{_head(words)}\n<body>\n{_top(report, shown, shared, words)}\n", ""
        yield '<main id="documents">\n', ""
        for document in shown:
            yield f"{document.section(alone=len(shown) == 1)}\n", ""
        yield f"</main>\n{_foot(report, words)}\n{raw('script', _part('html.js'))}\n", ""
        yield "</body>\n</html>\n", ""


#: tags of the languages of messages
_LANGUAGES = {"pt": "pt", "en": "en"}


class _Words:
    """What the page says, in its language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, name: str, **fields: object) -> str:
        return _WORDS[self.language][name].format(**fields)


# ------------------------------------------------------------------ the page round the documents


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8").strip()


def _head(words: _Words) -> Element:
    style, script = _part("html.css"), _part("html.js")
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", words("title")),
        raw("style", style),
    )


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def _top(
    report: Report, shown: Sequence[_Shown], shared: Sequence[Notice], words: _Words
) -> Element:
    summary = report["summary"]
    line = words(
        "summary",
        findings=count(words.language, "finding", summary["findings"]),
        documents=count(words.language, "document", summary["documents"]),
        sentences=summary["sentences"],
    )
    return text(
        [
            element("a", words("skip"), class_="skip", href="#documents"),
            element(
                "header",
                element("h1", words("title")),
                element("p", line, class_="summary"),
                _list_of_notices(shared, words),
            ),
            _index(shown, words) if len(shown) > 1 else "",
            _filter(report, words) if summary["findings"] else "",
        ]
    )


def _index(shown: Sequence[_Shown], words: _Words) -> Element:
    """All documents with score and findings, linked."""
    head = [
        element("th", words(name), scope="col")
        for name in ("document", "score", "error", "warning", "info")
    ]
    rows = []
    for document in shown:
        counts = Counter(finding["severity"] for finding in document.findings)
        total = document.entry["score"]["total"]
        rows.append(
            element(
                "tr",
                element(
                    "th",
                    element("a", document.entry["path"], href=f"#{document.id}"),
                    scope="row",
                ),
                element(
                    "td",
                    [_small_bar(total), points(total, words.language)]
                    if total is not None
                    else "–",
                    class_="number",
                ),
                [
                    element(
                        "td",
                        str(counts[severity]),
                        class_=f"number {severity if counts[severity] else 'zero'}",
                    )
                    for severity in _SEVERITIES
                ],
            )
        )
    return element(
        "nav",
        element("h2", words("documents"), id="index"),
        element(
            "div",
            element("table", element("thead", element("tr", head)), element("tbody", rows)),
            class_="scroll",
        ),
        class_="index",
        aria_labelledby="index",
    )


def _small_bar(share: float) -> Element:
    return _svg(_rect(0, 100, "track"), _rect(0, 100 * share, "fill"), class_="small")


def _filter(report: Report, words: _Words) -> Element:
    """Boxes to uncheck; hidden until the script is there to mind them."""
    findings = [finding for document in report["documents"] for finding in document["findings"]]
    severities = Counter(finding["severity"] for finding in findings)
    codes = {finding["code"]: finding["name"] for finding in findings}
    boxes = [
        element(
            "fieldset",
            element("legend", words("severity")),
            [
                _box(
                    "severity",
                    severity,
                    [_badge(severity, words), f" {severities[severity]}"],
                )
                for severity in _SEVERITIES
                if severities[severity]
            ],
        ),
        element(
            "fieldset",
            element("legend", words("code")),
            [
                _box("code", code, [element("code", code), f" {number}"], codes[code])
                for code, number in report["summary"]["by_code"].items()
            ],
        ),
    ]
    if any(len(d["reading"]["sides"]) > 1 for d in report["documents"] if "reading" in d):
        boxes.append(
            element(
                "fieldset",
                element("legend", words("beside")),
                element(
                    "label",
                    element("input", type="checkbox", id="only"),
                    f" {words('only')}",
                ),
            )
        )
    template = words("shown", shown="{shown}", all="{all}")
    return element(
        "form",
        boxes,
        element("button", words("all"), type="reset"),
        element("output", id="shown", data_template=template),
        id="filter",
        role="search",
        aria_label=words("filter"),
        autocomplete="off",
        hidden=True,
    )


def _box(kind: str, value: str, label: Iterable[str], title: str | None = None) -> Element:
    box = element("input", type="checkbox", name=kind, value=value, checked=True)
    return element("label", box, " ", label, title=title)


def _badge(severity: str, words: _Words) -> Element:
    sign = element("span", _SIGNS[severity], aria_hidden="true")
    return element("span", sign, f" {words(severity)}", class_=f"badge {severity}")


def _list_of_notices(about: Sequence[Notice], words: _Words) -> Element:
    if not about:
        return text("")
    return element(
        "ul",
        [element("li", notice["message"]) for notice in about],
        class_="notices",
        aria_label=words("notices"),
    )


def _foot(report: Report, words: _Words) -> Element:
    return element(
        "footer",
        element("p", words("made", version=report["tool"]["version"])),
        element("p", element("code", report["signature"])),
    )


# ------------------------------------------------------------------ drawings


def _svg(*shapes: Element, class_: str) -> Element:
    """A drawing that is told in words beside it."""
    return element(
        "svg", shapes, class_=class_, aria_hidden="true", focusable="false", width="100%"
    )


def _rect(start: float, end: float, class_: str) -> Element:
    """A bar from `start` to `end`, in per cent of the width."""
    left, width = f"{min(start, end):.2f}%", f"{abs(end - start):.2f}%"
    return element("rect", x=left, y="0", width=width, height="100%", class_=class_)


def _bars(bars: Sequence[BarDict], words: _Words) -> Element:
    """Bars to the left and right of one line, all on one scale."""
    if not bars:
        return text("")
    most = max(abs(bar["value"]) for bar in bars) or 1.0
    rows = []
    for bar in bars:
        end = 50 + 50 * bar["value"] / most
        side = "gained" if bar["value"] > 0 else "lost"
        axis = element("line", x1="50%", x2="50%", y1="0", y2="100%", class_="axis")
        number = f"{bar['value']:g}"
        if words.language == "pt":
            number = number.replace(".", ",")
        number = f"+{number}" if bar["value"] > 0 else number.replace("-", "−")
        rows.append(
            element(
                "tr",
                element("th", bar["label"], scope="row"),
                element("td", _svg(_rect(50, end, side), axis, class_="bar")),
                element("td", number, class_="number"),
                element("td", bar["note"], lang="pt"),
            )
        )
    return element(
        "table", element("caption", words("bars")), element("tbody", rows), class_="bars"
    )


# ------------------------------------------------------------------ one document


class _Shown:
    """One document's part of the page; `id` begins every name in it."""

    def __init__(
        self, number: int, entry: DocumentDict, about: Sequence[Notice], words: _Words
    ) -> None:
        self.id = f"d{number}"
        self.entry = entry
        self.findings = entry["findings"]
        self.words = words
        self._about = about
        reading = entry.get("reading")
        self._sides: Mapping[str, SideDict] = (
            {side["role"]: side for side in reading["sides"]} if reading else {}
        )
        self._bars = reading["bars"] if reading else [[] for _ in self.findings]

    def section(self, *, alone: bool) -> Element:
        entry, words = self.entry, self.words
        unfit = entry["score"]["reason"] if not self._sides else None
        error = entry["error"]
        parts: list[Element] = [
            element("h2", entry["path"], id=self.id),
            element("p", error, class_="failed") if error else text(""),
            _list_of_notices(self._about, words),
        ]
        if self._sides:
            parts.append(self._score())
            parts.append(self._overview())
            parts.append(self._reading(is_open=alone or bool(self.findings)))
        elif not error and not any(notice["code"] == unfit for notice in self._about):
            parts.append(self._score())
        return element("section", parts, class_="document", aria_labelledby=self.id)

    # -------------------------------------------------------------- score

    def _score(self) -> Element:
        words, score = self.words, self.entry["score"]
        heading = element("h3", words("score"), id=f"{self.id}-score")
        if score["total"] is None:
            why = say(words.language, score["reason"] or "nothing-measured")
            said = f"{say(words.language, 'no_score')}: {why}"
            return element("div", heading, element("p", said), class_="score")
        band = score["band"] or "low"
        total = element(
            "p",
            element("strong", points(score["total"], words.language)),
            element("span", "/100"),
            f" {say(words.language, band)}, {score['profile']}",
            class_=f"total {band}",
        )
        return element("div", heading, total, self._breakdown(score), class_="score")

    def _breakdown(self, score: ScoreDict) -> Element:
        """A bar of all the points, then a line for each dimension: they add up to the total."""
        words, language = self.words, self.words.language
        calibrated = score["profile"] == "calibrated"
        total = score["total"] or 0.0
        digits = 1 if calibrated else 4
        shares = terms(score)
        stack, at = [_rect(0, 100 * total, "kept")], 100 * total
        rows = []
        for (dimension, partial), share in zip(score["partials"].items(), shares, strict=True):
            if calibrated:
                stack.append(_rect(at, at - share, f"dimension {dimension}"))
                at -= share
            value = partial["value"]
            low, high = partial["range"]
            bar = text("")
            if value is not None and low is not None and high is not None and low < high:
                zero, end = (100 * (p - low) / (high - low) for p in (max(low, 0.0), value))
                bar = _svg(
                    _rect(0, 100, "track"), _rect(zero, end, f"dimension {dimension}"), class_="bar"
                )
            rows.append(
                element(
                    "tr",
                    element("th", say(language, dimension), scope="row"),
                    element("td", bar, class_="drawn"),
                    element(
                        "td", "–" if value is None else decimal(value, 3, language), class_="number"
                    ),
                    element(
                        "td",
                        "–" if value is None else signed(share, language, digits),
                        class_="number",
                    ),
                    element(
                        "td",
                        (partial["reason"] or "") if value is None else partial["formula"],
                        class_="formula",
                        lang="en",
                    ),
                )
            )
        head = element(
            "tr",
            element("th", words("dimension"), scope="col"),
            element("th", words("value"), scope="colgroup", colspan="2"),
            element("th", words("loss" if calibrated else "share"), scope="col", class_="number"),
            element("th", words("formula"), scope="col", class_="formula"),
        )
        foot = element(
            "tr",
            element("th", words("total"), scope="row"),
            element("td"),
            element("td"),
            element("td", points(total, language), class_="number"),
            element("td", self._sum(total, shares) if calibrated else "", class_="formula"),
        )
        table = element(
            "table",
            element("thead", head),
            element("tbody", rows),
            element("tfoot", foot),
            class_="breakdown",
            aria_labelledby=f"{self.id}-score",
        )
        return text([_svg(*stack, class_="stack") if calibrated else "", table])

    def _sum(self, total: float, shares: Sequence[float]) -> str:
        language = self.words.language
        losses = [f" − {decimal(-share, 1, language)}" for share in shares if share]
        return f"100{''.join(losses)} = {points(total, language)}" if losses else ""

    # -------------------------------------------------------------- findings

    def _overview(self) -> Element:
        """All findings, a line each, linked to where they are explained."""
        words = self.words
        heading = element("h3", f"{words('findings')} ({len(self.findings)})")
        if not self.findings:
            return text([heading, element("p", words("none"), class_="clean")])
        items = [
            element(
                "li",
                element("span", str(number + 1), class_="number", aria_hidden="true"),
                _badge(finding["severity"], words),
                element("code", finding["code"]),
                element("a", finding["message"], href=f"#{self._name(number)}"),
                element("span", words("line", line=finding["line"]), class_="place"),
                **self._data(number),
            )
            for number, finding in enumerate(self.findings)
        ]
        return text([heading, element("ol", items, class_="overview")])

    def _name(self, finding: int) -> str:
        return f"{self.id}-f{finding + 1}"

    def _data(self, number: int) -> dict[str, str]:
        """What the filter goes by."""
        finding = self.findings[number]
        return {
            "data_finding": self._name(number),
            "data_severity": finding["severity"],
            "data_code": finding["code"],
        }

    def _card(self, number: int) -> Element:
        """A finding in full."""
        words, finding = self.words, self.findings[number]
        excerpts = self.entry["excerpts"][number]
        anchored = number in self._anchored
        place = f"{finding['line']}:{finding['column']}"
        title = element(
            "h4",
            element(
                "a" if anchored else "span",
                str(number + 1),
                class_="count",
                href=f"#{self._name(number)}-at" if anchored else None,
                aria_label=f"{words('finding', number=number + 1)}, {words('back')}"
                if anchored
                else None,
            ),
            _badge(finding["severity"], words),
            element("code", finding["code"]),
            element("span", finding["name"], class_="name"),
            element("span", place, class_="place"),
        )
        parts = [
            title,
            element("p", finding["message"], class_="message"),
            text("") if anchored else _quote(excerpts[0], finding["severity"]),
            self._related(number, finding, excerpts[1:]),
            _bars(self._bars[number], words),
            self._fix(finding),
            self._evidence(number, finding),
        ]
        return element(
            "article",
            parts,
            class_=f"card {finding['severity']}",
            id=self._name(number),
            **self._data(number),
        )

    def _related(self, number: int, finding: FindingDict, excerpts: Sequence[Excerpt]) -> Element:
        if not finding["related"]:
            return text("")
        items = []
        for at, (related, excerpt) in enumerate(zip(finding["related"], excerpts, strict=True)):
            label = f"{number + 1}{_letter(at)}"
            # beside one another, what a sentence is compared with stands in its row
            quoted = not (related["role"] in self._sides and related["role"] != "text")
            items.append(
                element(
                    "li",
                    element("a", label, href=f"#{self._name(number)}-at-{_letter(at)}")
                    if (number, at) in self._related_anchored
                    else element("span", label),
                    f" {_where(self.entry, related)}: {related['message']}",
                    _quote(excerpt, "related") if quoted else "",
                )
            )
        return element("ul", items, class_="related")

    def _fix(self, finding: FindingDict) -> Element:
        fix = finding["fix"]
        if fix is None:
            return text("")
        edits = [
            element("ins", edit["text"], lang="pt")
            if edit["text"]
            else element("em", self.words("fix-remove"))
            for edit in fix["edits"]
        ]
        joined = [part for edit in edits for part in (" · ", edit)][1:]
        return element("p", f"{self.words('fix')}: ", joined, class_="fix")

    def _evidence(self, number: int, finding: FindingDict) -> Element:
        """The evidence as it stands in the other formats, but for what is drawn."""
        language = self.words.language
        items = [
            [element("dt", name), element("dd", _value(value, language))]
            for name, value in finding["evidence"].items()
            if not (self._bars[number] and isinstance(value, list))
        ]
        if not items:
            return text("")
        return element("details", element("summary", self.words("evidence")), element("dl", items))

    # -------------------------------------------------------------- the text

    @cached_property
    def _anchored(self) -> frozenset[int]:
        """Findings that have a place in the text."""
        return frozenset(mark["finding"] for mark in self._marks() if mark["related"] is None)

    @cached_property
    def _related_anchored(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            (mark["finding"], mark["related"])
            for mark in self._marks()
            if mark["related"] is not None
        )

    def _marks(self) -> Iterator[MarkDict]:
        for side in self._sides.values():
            for sentence in side["sentences"]:
                yield from sentence["marks"]

    @cached_property
    def _last(self) -> Mapping[tuple[int, int | None], tuple[str, int]]:
        """Where each mark is numbered: the side and the last of the sentences it covers."""
        return {
            (mark["finding"], mark["related"]): (role, index)
            for role, side in self._sides.items()
            for index, sentence in enumerate(side["sentences"])
            for mark in sentence["marks"]
        }

    def _reading(self, *, is_open: bool) -> Element:
        words = self.words
        beside = len(self._sides) > 1
        outside = [n for n in range(len(self.findings)) if n not in self._anchored]
        return element(
            "details",
            element("summary", element("h3", words("beside" if beside else "read"))),
            element(
                "div",
                element("p", words("elsewhere")),
                [self._card(number) for number in outside],
                class_="notes outside",
            )
            if outside
            else "",
            self._table() if beside else self._paragraphs(),
            class_="reading",
            open=is_open,
        )

    def _paragraphs(self) -> Element:
        """Blocks with their findings in the margin."""
        side = self._sides["text"]
        numbered = enumerate(side["sentences"])
        rows = []
        for _, block in groupby(numbered, key=lambda item: item[1]["block"]):
            indices = [index for index, _ in block]
            first = side["sentences"][indices[0]]
            notes = self._notes(indices)
            rows.append(
                element(
                    "div",
                    element(
                        "span",
                        str(first["line"]),
                        class_="line",
                        title=self.words("line", line=first["line"]),
                        aria_hidden="true",
                    ),
                    element(
                        "blockquote" if first["kind"] == "quote" else "p",
                        self._sentences("text", indices),
                        class_=f"block {first['kind']}",
                        lang="pt",
                        dir="auto",
                    ),
                    notes,
                    class_="row",
                )
            )
        return element("div", rows, class_="text")

    def _notes(self, indices: Iterable[int]) -> Element:
        """Cards of the findings whose place ends in these sentences of the text."""
        here = set(indices)
        numbers = [
            number for number in sorted(self._anchored) if self._last[number, None][1] in here
        ]
        if not numbers:
            return text("")
        return element("div", [self._card(number) for number in numbers], class_="notes")

    def _sentences(self, role: str, indices: Iterable[int]) -> Element:
        sentences = self._sides[role]["sentences"]
        parts: list[str] = []
        for index in indices:
            parts += [" ", self._sentence(role, index, sentences[index])]
        return text(parts[1:])

    def _sentence(self, role: str, index: int, sentence: SentenceDict) -> Element:
        """The text cut where marks begin and end, each mark with its number at its end."""
        shown, marks = sentence["text"], sentence["marks"]
        cuts = sorted({0, len(shown), *(m["start"] for m in marks), *(m["end"] for m in marks)})
        parts: list[Element] = []
        for at, cut in enumerate(cuts):
            ending = [
                mark
                for mark in marks
                if mark["end"] == cut
                and self._last[mark["finding"], mark["related"]] == (role, index)
            ]
            ending.sort(key=lambda mark: (mark["finding"], mark["related"] or -1))
            parts.extend(map(self._ref, ending))
            if at + 1 < len(cuts):
                end = cuts[at + 1]
                over = [mark for mark in marks if mark["start"] <= cut and end <= mark["end"]]
                parts.append(self._stretch(shown[cut:end], over))
        return element("span", parts, class_="sentence", id=f"{self.id}-{role}-{index + 1}")

    def _stretch(self, shown: str, over: Sequence[MarkDict]) -> Element:
        if not over:
            return text(shown)
        looks = {
            f"{self._name(mark['finding'])}:"
            + (
                self.findings[mark["finding"]]["severity"] if mark["related"] is None else "related"
            ): None
            for mark in over
        }
        order = [*_SEVERITIES, "related"]
        strongest = min((look.partition(":")[2] for look in looks), key=order.index)
        return element("mark", shown, class_=strongest, data_marks=" ".join(looks))

    def _ref(self, mark: MarkDict) -> Element:
        """The number of a finding in the text: a link to its card."""
        words, number, related = self.words, mark["finding"], mark["related"]
        finding = self.findings[number]
        letter = "" if related is None else _letter(related)
        if related is None:
            said = words(
                "ref",
                number=number + 1,
                severity=words(finding["severity"]),
                code=finding["code"],
            )
        else:
            said = words("ref-related", number=number + 1)
        return element(
            "a",
            f"{number + 1}{letter}",
            class_=f"ref {finding['severity'] if related is None else 'related'}",
            id=f"{self._name(number)}-at{f'-{letter}' if letter else ''}",
            href=f"#{self._name(number)}",
            aria_label=said,
            title=None if related is not None else finding["message"],
            data_ref=self._name(number),
        )

    # -------------------------------------------------------------- side by side

    def _table(self) -> Element:
        words = self.words
        roles = [role for role in _ROLES if role in self._sides]
        paths = {side["path"] for side in self._sides.values()}
        head = [
            element(
                "th",
                words(f"role.{role}"),
                element("span", self._sides[role]["path"], class_="path") if len(paths) > 1 else "",
                scope="col",
                role="columnheader",
            )
            for role in roles
        ]
        corner = element(
            "th",
            element("span", words("row"), class_="unseen"),
            scope="col",
            role="columnheader",
        )
        rows = [self._beside(row, roles) for row in rows_of(self._sides)]
        return text(
            [
                self._scale(),
                element(
                    "table",
                    element("thead", element("tr", corner, head, role="row"), role="rowgroup"),
                    element("tbody", rows, role="rowgroup"),
                    class_=f"beside of{len(roles)}",
                    role="table",
                    aria_label=words("beside"),
                ),
            ]
        )

    def _beside(self, row: Mapping[str, Sequence[int]], roles: Sequence[str]) -> Element:
        words = self.words
        own = row["text"]
        drift = self._drift(own)
        step = "" if drift is None else f" drift-{sum(drift >= least for least in DRIFT_STEPS)}"
        first = self._sides["text"]["sentences"][own[0]] if own else None
        head = element(
            "th",
            element("span", words("line", line=first["line"]), class_="line") if first else "",
            element("span", words("drift", drift=decimal(drift, 2, words.language)), class_="drift")
            if drift is not None
            else "",
            scope="row",
            role="rowheader",
        )
        cells = []
        for role in roles:
            side, indices = self._sides[role], row[role]
            label = words(f"role.{role}")
            if not indices:
                cells.append(
                    element(
                        "td", words("alone"), class_=f"{role} alone", data_label=label, role="cell"
                    )
                )
                continue
            kind = side["sentences"][indices[0]]["kind"]
            cells.append(
                element(
                    "td",
                    self._sentences(role, indices),
                    class_=f"{role} {kind}",
                    lang=side["language"],
                    dir="auto",
                    data_label=label,
                    role="cell",
                )
            )
        notes = self._notes(own)
        lines = [element("tr", head, cells, class_=f"pair{step}", role="row")]
        if notes:
            width = str(len(roles) + 1)
            cell = element("td", notes, colspan=width, role="cell", aria_colspan=width)
            lines.append(element("tr", cell, class_="notes-row", role="row"))
        return text(lines)

    def _drift(self, indices: Sequence[int]) -> float | None:
        measures = self.entry.get("measures", [])
        values = [measures[index].get("drift") for index in indices] if measures else []
        return max((value for value in values if value is not None), default=None)

    def _scale(self) -> Element:
        """What the colours stand for, where drift was measured."""
        words, language = self.words, self.words.language
        if self._drift(range(len(self._sides["text"]["sentences"]))) is None:
            return text("")
        labels = [words("under", value=decimal(DRIFT_STEPS[0], 1, language))]
        labels += [
            words("from", value=f"{step:g}".replace(".", "," if language == "pt" else "."))
            for step in DRIFT_STEPS
        ]
        swatches = [
            element("li", label, class_=f"drift-{step}") for step, label in enumerate(labels)
        ]
        return element(
            "div", element("p", words("drift-scale")), element("ul", swatches), class_="scale"
        )


def rows_of(sides: Mapping[str, SideDict]) -> Iterator[dict[str, list[int]]]:
    """Sentences that belong beside one another, as indices by role: the smallest rows in which
    every link of every companion is whole, and companions' sentences without a partner in rows of
    their own where they would stand."""
    size = len(sides["text"]["sentences"])
    companions = {role: side["links"] for role, side in sides.items() if role != "text"}
    inside = {
        place
        for links in companions.values()
        for left, left_end, _, _ in links
        for place in range(left + 1, left_end)
    }
    paired: dict[str, dict[int, list[int]]] = {}
    missing: dict[str, dict[int, list[int]]] = {}
    for role, links in companions.items():
        paired[role], missing[role] = {}, {}
        for left, left_end, right, right_end in links:
            there = paired[role] if left < left_end or left in inside else missing[role]
            there.setdefault(left, []).extend(range(right, right_end))
    start = 0
    for place in range(size + 1):
        if place in inside:
            continue
        if place > start:
            yield {
                "text": list(range(start, place)),
                **{
                    role: [index for at in range(start, place) for index in found.get(at, ())]
                    for role, found in paired.items()
                },
            }
        start = place
        lacking = {role: found.get(place, []) for role, found in missing.items()}
        if any(lacking.values()):
            yield {"text": [], **lacking}


def _letter(at: int) -> str:
    """a, b, … z, a1, b1, …"""
    return chr(ord("a") + at % 26) + (str(at // 26) if at >= 26 else "")


def _where(entry: DocumentDict, related: RelatedDict) -> str:
    """A place, without the path where it is the document's own."""
    place = f"{related['line']}:{related['column']}"
    return place if related["path"] == entry["path"] else f"{related['path']}:{place}"


def _quote(excerpt: Excerpt, class_: str) -> Element:
    """The marked stretch with a little of what stands around it."""
    shown, start, end = excerpt["text"], excerpt["start"], excerpt["end"]
    before = shown[:start] if start <= _AROUND else f"…{shown[start - _AROUND : start]}"
    after = shown[end:] if len(shown) - end <= _AROUND else f"{shown[end : end + _AROUND]}…"
    return element("q", before, element("mark", shown[start:end], class_=class_), after, lang="pt")


def _value(value: Any, language: str) -> str:
    """An item of the evidence in one line."""
    if isinstance(value, bool) or value is None:
        return {True: "✓", False: "✗", None: "–"}[value]
    if isinstance(value, float):
        return f"{value:.4g}".replace(".", "," if language == "pt" else ".")
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_value(item, language)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(item, language) for item in value)
    return str(value)
