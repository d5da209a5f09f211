"""The spaCy component `textlint_pt`: findings and score of a `Doc` (extra `spacy`).

`nlp.add_pipe("textlint_pt")` adds it anywhere in a pipeline, for it needs the text alone:

- `doc._.textlint`: the report of `textlint_pt.lint` on it, `doc._.textlint_score`: its total score
  in [0, 1] or None;
- `doc._.textlint_findings`, `span._.textlint_findings`: the findings, for a span those that
  overlap it;
- `doc.spans["textlint_pt"]`: a span a finding, its code as label, widened to whole tokens.

Offsets of findings count characters of `doc.text`. What is found is kept with the document when it
is written to disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import tee
from typing import Any

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Span

from textlint_pt.api import documents
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport

_KEY = "textlint_pt"


class Component:
    """Lints documents. `settings` is what would stand in a rules.yaml, or the path of one."""

    def __init__(
        self, preset: str | None, settings: str | Mapping[str, Any] | None, language: str | None
    ) -> None:
        self._settings: dict[str, Any] = {
            "preset": preset,
            "config": settings,
            "language": language,
        }

    def __call__(self, doc: Doc) -> Doc:
        (found,) = documents([doc.text], **self._settings)
        return _store(doc, found)

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Documents in batches, which is quicker than one by one."""
        docs, again = tee(stream)
        found = documents((doc.text for doc in docs), **self._settings)
        for doc, document in zip(again, found, strict=True):
            yield _store(doc, document)


def _store(doc: Doc, document: DocumentReport) -> Doc:
    """Store the report and the spans of its findings in the document."""
    doc.user_data[_KEY] = msgspec.to_builtins(document)
    spans = (
        doc.char_span(finding.start, finding.end, label=finding.code, alignment_mode="expand")
        for finding in document.findings
    )
    doc.spans[_KEY] = [span for span in spans if span is not None and len(span)]
    return doc


def _document(doc: Doc) -> DocumentReport | None:
    found = doc.user_data.get(_KEY)
    return None if found is None else msgspec.convert(found, DocumentReport)


def _score(doc: Doc) -> float | None:
    document = _document(doc)
    return None if document is None else document.score.total


def _findings(doc: Doc) -> list[Finding]:
    document = _document(doc)
    return document.findings if document else []


def _inside(span: Span) -> list[Finding]:
    start, end = span.start_char, span.end_char
    return [one for one in _findings(span.doc) if one.start < end and start < one.end]


@Language.factory(
    "textlint_pt",
    default_config={"preset": None, "settings": None, "language": None},
    assigns=["doc._.textlint", "doc._.textlint_score", "doc._.textlint_findings"],
)
def create(
    nlp: Language,
    name: str,
    preset: str | None,
    settings: str | Mapping[str, Any] | None,
    language: str | None,
) -> Component:
    """Return the component for a pipeline, and register our extensions."""
    Doc.set_extension("textlint", getter=_document, force=True)
    Doc.set_extension("textlint_score", getter=_score, force=True)
    Doc.set_extension("textlint_findings", getter=_findings, force=True)
    Span.set_extension("textlint_findings", getter=_inside, force=True)
    return Component(preset, settings, language)
