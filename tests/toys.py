"""A small plugin's worth of parts for tests of the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.analysis import (
    Analysis,
    DamagedResource,
    DocumentAnalysis,
    MissingNeed,
    Refused,
    Resource,
    SentenceAnalysis,
)
from textlint_pt.contract.declared import Declared
from textlint_pt.contract.measurement import Measurement, Partial
from textlint_pt.contract.metric import Metric
from textlint_pt.contract.option import Option
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import Plugins
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.report import DocumentReport
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Document

MINIMUM = Option(3, "Letters a word needs to be a shout.", 1, 50)


class Shouts(SentenceAnalysis):
    """Ranges of words in capitals."""

    name = "toy.shouts"
    cached = True
    calls: list[int] = []

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> list[list[tuple[int, int]]]:
        self.calls.append(len(texts))
        return [
            [m.span() for m in re.finditer(r"\w+", text) if m.group().isupper()] for text in texts
        ]

    def pack(self, value: list[tuple[int, int]]) -> bytes:
        return repr(value).encode()

    def unpack(self, data: bytes) -> list[tuple[int, int]]:
        return [(int(a), int(b)) for a, b in re.findall(r"\((\d+), (\d+)\)", data.decode())]


class Missing(SentenceAnalysis):
    name = "toy.missing"

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> list[Any]:
        raise MissingNeed("no such model; get it somewhere")


class Damaged(SentenceAnalysis):
    name = "toy.damaged"

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> list[Any]:
        raise DamagedResource("model.bin: damaged; reinstall")


class Pairs(DocumentAnalysis):
    """Refuses companions of another length."""

    name = "toy.pairs:reference"
    needs = ("toy.shouts", "reference:toy.shouts")

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> list[tuple[int, int]]:
        theirs = document.companions["reference"]
        if len(theirs.sentences) != len(document.sentences):
            raise Refused("another number of sentences")
        ours, others = given["toy.shouts"], given["reference:toy.shouts"]
        return [(len(a), len(b)) for a, b in zip(ours, others, strict=True)]


class Toys(Resource):
    name = "toys"

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [Shouts(), Missing(), Damaged(), Pairs()]


class ShoutMetric(Metric):
    name = "toy.share"
    dimension = "focus"
    profiles = ("calibrated",)
    measure_name = "shouting"
    needs = ("toy.shouts",)
    options = {"minimum": MINIMUM}

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        found = view.analysis("toy.shouts")
        shouts = [[(a, b) for a, b in spans if b - a >= options["minimum"]] for spans in found]
        return Measurement([float(len(spans)) for spans in shouts], shouts)

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        loud = sum(1 for i, value in enumerate(measurement.values) if value and i not in without)
        share = loud / len(measurement.values)
        return Partial(1 - share, (0.0, 1.0), "1 - shouting sentences / sentences", {"loud": loud})


class Shout(Rule):
    """Words in capitals."""

    code = "TOY001"
    declared = Declared("toy.shout", dimension="focus", metrics=("toy.share",))
    options = {"minimum": MINIMUM}
    messages = {
        "pt": {"message": "{count} palavra(s) aos gritos", "related": "linha {line}"},
        "en": {"message": "{count} shouted word(s)", "related": "line {line}"},
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        first: int | None = None
        for sentence, spans in zip(view.sentences, view.metric("toy.share").detail, strict=True):
            for start, end in spans:
                related = [Related(view.sentences[first].span)] if first is not None else []
                yield self.finding(
                    sentence, {"count": len(spans)}, start=start, end=end, related=related
                )
                first = sentence.index if first is None else first


class LoudSentence(Rule):
    """Sentences with a shout: gives way to TOY001? No: TOY001 gives way to none."""

    code = "TOY002"
    declared = Declared(
        "toy.loud-sentence",
        severity=Severity.INFO,
        default=False,
        needs=("toy.shouts",),
        supersedes=("TOY001",),
    )
    messages = {"pt": {"message": "frase alta"}, "en": {"message": "loud sentence"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence, spans in zip(view.sentences, view.analysis("toy.shouts"), strict=True):
            if spans:
                yield self.finding(sentence, {"shouts": len(spans)})


class NeedsMissing(LoudSentence):
    code = "TOY003"
    declared = replace(LoudSentence.declared, name="toy.missing", needs=("toy.missing",))


class NeedsDamaged(LoudSentence):
    code = "TOY004"
    declared = replace(LoudSentence.declared, name="toy.damaged", needs=("toy.damaged",))


class Broken(LoudSentence):
    code = "TOY006"
    declared = replace(LoudSentence.declared, name="toy.broken", supersedes=())

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        yield self.finding(view.sentences[0], {})
        raise KeyError("what the rule forgot")


class Louder(Rule):
    """Sentences louder than the reference's."""

    code = "TOY005"
    declared = Declared("toy.louder", companions=("reference",), needs=("toy.pairs:reference",))
    messages = {
        "pt": {"message": "mais alta do que a referência", "related": "referência"},
        "en": {"message": "louder than the reference", "related": "reference"},
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        theirs = view.companion("reference")
        assert theirs is not None
        for sentence, (ours, other) in zip(
            view.sentences, view.analysis("toy.pairs:reference"), strict=True
        ):
            if ours > other:
                where = theirs.sentences[sentence.index].span
                yield self.finding(
                    sentence, {"shouts": ours}, related=[Related(where, "reference")]
                )


def plugins() -> Plugins:
    from textlint_pt_document.unused_suppression import UnusedSuppression

    rules = (Shout, LoudSentence, NeedsMissing, NeedsDamaged, Louder, Broken, UnusedSuppression)
    return Plugins(
        rules={rule.code: rule for rule in rules},
        metrics={ShoutMetric.name: ShoutMetric},
        formats={"text": PlainText()},
        resources={"toys": Toys()},
        presets={
            "default": [("core", {})],
            "loud": [("toys", {"select": ["TOY002"], "severity": {"TOY002": "error"}})],
        },
    )


STORY = """O rio corre devagar junto da aldeia e ninguém tem pressa de o atravessar.

De repente alguém gritou SOCORRO do outro lado da ponte velha de pedra. Toda a gente parou.

Um homem respondeu AGORA MESMO e correu pela margem abaixo. A água estava fria e escura.

Depois tudo voltou ao que era, e o rio continuou a correr para o mar sem olhar para trás.
"""


def lint(text: str = STORY, reference: str | None = None, **configuration: Any) -> DocumentReport:
    layers = [Layer("test", configuration)] if configuration else []
    companions = {"reference": ("ref.txt", reference.encode())} if reference else {}
    linter = Linter(plugins(), layers)
    return next(linter.lint([Input("t.txt", text.encode(), companions)], with_measures=True))
