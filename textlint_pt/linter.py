"""The engine: documents in, report entries out.

path -> format -> Document -> analyses -> metrics -> rules -> arbitration -> suppressions -> score.
Nothing flows back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from textlint_pt import arbitration, config, suppression
from textlint_pt.analysis import Refused
from textlint_pt.attaching import Attached, Attacher
from textlint_pt.cache import Cache
from textlint_pt.companions import ROLES, Found
from textlint_pt.document import Document
from textlint_pt.formats import build
from textlint_pt.kinds import recognise
from textlint_pt.laboratory import Laboratory, alignment_of, companion_of, split_role
from textlint_pt.messages import say, say_note
from textlint_pt.metric import Measurement, Metric, Partial
from textlint_pt.plugins import Plugins
from textlint_pt.presentation import Presenter, measures
from textlint_pt.report import DocumentDict, Notice, failed, no_score
from textlint_pt.rule import Finding, Rule, Severity
from textlint_pt.scoring import Score, score
from textlint_pt.sources import Unreadable, decode
from textlint_pt.view import Judged, View

#: documents whose analyses run in one batch
BATCH = 16


class Source(NamedTuple):
    """A text to lint: its bytes, and the path and bytes of each companion named by hand, by role.

    `found` are companions that stand in for those, as a `Finder` finds them.
    """

    path: str
    data: bytes
    companions: Mapping[str, tuple[str, bytes]] = {}
    found: Found = Found()


class Linter:
    """Lints sources under one configuration. `damaged` collects reasons for exit status 2."""

    def __init__(
        self, plugins: Plugins, layers: Sequence[config.Layer], cache: Cache | None = None
    ) -> None:
        self.plugins = plugins
        self.settings = config.resolve(layers, plugins)
        self.layers = layers
        self._by_layers: dict[int, config.Settings] = {len(layers): self.settings}
        self.laboratory = Laboratory(
            plugins.resources.values(),
            {"lexicon": self.settings.lexicon, "models": self.settings.models},
            cache,
        )
        self._attacher = Attacher(self._parse, self.settings.memories)
        self.rules: dict[str, Rule] = {code: rule() for code, rule in plugins.rules.items()}
        self.metrics: dict[str, Metric] = {n: metric() for n, metric in plugins.metrics.items()}

    # -------------------------------------------------------------- what runs

    def settings_for(self, path: str) -> config.Settings:
        """Settings with the sections for this path put over the rest."""
        layers = config.for_path(self.layers, path)
        if len(layers) == len(self.layers):
            return self.settings
        return config.resolve(layers, self.plugins)

    def applicable(
        self, settings: config.Settings, companions: Iterable[str]
    ) -> tuple[list[Rule], list[Metric]]:
        """Selected rules that apply to a document with these companions, and the metrics wanted.

        Metrics: those the rules ask for and, in every dimension that a selected rule speaks of,
        those of the profile: ignoring one rule of a dimension does not change its partial.
        """
        there = set(companions)
        rules = [
            self.rules[code]
            for code in settings.rules
            if _applies(self.rules[code].companion, there)
        ]
        asked = {name for rule in rules for name in rule.metrics}
        dimensions = {rule.dimension for rule in rules}
        metrics = [
            metric
            for name, metric in sorted(self.metrics.items())
            if (metric.companion is None or metric.companion in there)
            and (
                name in asked
                or (settings.profile in metric.profiles and metric.dimension in dimensions)
            )
        ]
        return rules, metrics

    def signature(self) -> str:
        """What a score depends on: compare scores only under equal signatures."""
        rules, metrics = self.applicable(self.settings, ("reference", "source"))
        names = {n for owner in _owners(rules, metrics) for n in (*owner.needs, *owner.wants)}
        resources = sorted({self.laboratory.label(n) for n in names if self.laboratory.has(n)})
        stand_ins = sorted(
            note
            for metric in metrics
            if self.settings.profile in metric.profiles
            for note in metric.stand_ins(self.laboratory.has)
        )
        parts = [
            f"profile:{self.settings.profile}",
            f"rules:{','.join(sorted(self.settings.rules))}",
            f"resources:{','.join(resources)}",
            *([f"stand-ins:{','.join(stand_ins)}"] if stand_ins else []),
        ]
        return "|".join(parts)

    @property
    def damaged(self) -> Sequence[str]:
        return self.laboratory.damaged

    # -------------------------------------------------------------- linting

    def lint(
        self,
        sources: Iterable[Source],
        *,
        with_measures: bool = False,
        with_reading: bool = False,
    ) -> Iterator[DocumentDict]:
        """One report entry a source, in order."""
        waiting = iter(sources)
        while batch := list(islice(waiting, BATCH)):
            yield from self._lint_batch(batch, with_measures, with_reading)

    def read(self, source: Source) -> Document:
        """Decode and parse a source and its companions; `Unreadable` says what is wrong."""
        attached = self.attach(source)
        if attached.problems:
            raise Unreadable(attached.problems[0])
        return attached.document

    def attach(self, source: Source) -> Attached:
        """Decode and parse a source, with such companions as can be had."""
        document = self._parse(source.path, source.data)
        return self._attacher.attach(document, source, ROLES, self.settings.language)

    def _roles(self, settings: config.Settings) -> set[str]:
        """Companions that a selected rule compares with: no other is looked into."""
        return {role for code in settings.rules for role in _named(self.rules[code].companion)}

    def _parse(self, path: str, data: bytes) -> Document:
        return build(path, decode(path, data), self.plugins.format_for(path))

    def _lint_batch(
        self, batch: Sequence[Source], with_measures: bool, with_reading: bool
    ) -> Iterator[DocumentDict]:
        entries: dict[int, DocumentDict] = {}
        jobs: list[_Job] = []
        for number, source in enumerate(batch):
            settings = self.settings_for(source.path)
            try:
                document = self._parse(source.path, source.data)
            except Unreadable as error:
                entries[number] = failed(source.path, str(error), settings.profile)
                continue
            unfit = self._unfit(document, settings)
            if unfit:
                entries[number] = unfit
                continue
            document, problems = self._attacher.attach(
                document, source, self._roles(settings), settings.language
            )
            rules, metrics = self.applicable(settings, document.companions)
            named = frozenset(source.companions)
            jobs.append(_Job(number, document, settings, rules, metrics, named, problems))
        names = {
            name
            for job in jobs
            for owner in _owners(job.rules, job.metrics)
            for name in (*owner.needs, *(n for n in owner.wants if self.laboratory.has(n)))
        }
        if with_reading:  # texts are shown beside what they are aligned with
            names |= {
                name
                for job in jobs
                for role in job.document.companions
                if self.laboratory.has(name := alignment_of(role))
            }
        results, refused = self.laboratory.run([job.document for job in jobs], names)
        judged = (
            self._judge(job, results[at], refused[at], with_measures, with_reading)
            for at, job in enumerate(jobs)
        )
        for number in range(len(batch)):
            yield entries[number] if number in entries else next(judged)

    def _unfit(self, document: Document, settings: config.Settings) -> DocumentDict | None:
        """The entry of a document there is nothing to judge in: a notice, no findings, no score."""
        from textlint_pt.language import detect, not_prose

        language = settings.language
        detected = detect(" ".join(sentence.text for sentence in document.sentences))
        notice: Notice | None = None
        if not document.sentences:
            if not document.source.strip():
                notice = {"code": "empty", "message": say(language, "empty")}
            elif document.units:
                notice = {"code": "not-prose", "message": say(language, "no-translations")}
            else:
                what = say(language, "noise")
                notice = {"code": "not-prose", "message": say(language, "not-prose", what=what)}
        elif detected not in ("pt", "und"):
            what = say(language, detected)
            notice = {
                "code": "other-language",
                "message": say(language, "other-language", what=what),
            }
        elif detected == "und" and (declared := _foreign_language(document)):
            said = say(language, "declared-language", what=declared)
            notice = {"code": "other-language", "message": said}
        elif not document.units and (reason := not_prose(document)) is not None:
            what = say(language, reason)
            notice = {"code": "not-prose", "message": say(language, "not-prose", what=what)}
        if notice is None:
            return None
        return {
            "path": document.path,
            "sentences": len(document.sentences),
            "words": document.words,
            "language": detected if detected != "und" else None,
            "error": None,
            "score": no_score(settings.profile, notice["code"]),
            "findings": [],
            "notices": [notice, *_notes(document, language)],
            "excerpts": [],
        }

    def _judge(
        self,
        job: _Job,
        analyses: Mapping[str, Any],
        refused: Mapping[str, Refused],
        with_measures: bool,
        with_reading: bool,
    ) -> DocumentDict:
        document, settings = job.document, job.settings
        kinds = {settings.kind: 1.0} if settings.kind else recognise(document)
        view = _view(document, analyses, kinds)
        skipped: dict[str, list[str]] = {}
        measured: dict[str, Measurement] = view.measurements
        for metric in job.metrics:
            if all(need in analyses for need in metric.needs):
                with self._contained(metric.name, document):
                    measured[metric.name] = metric.measure(view, settings.options[metric.name])
        findings: list[Finding] = []
        ran: list[str] = []
        for rule in job.rules:
            lacking = self._lacking(rule, analyses, measured)
            if lacking is not None:
                if lacking not in refused:  # which is said once, with its reason
                    skipped.setdefault(lacking, []).append(rule.code)
                continue
            with self._contained(rule.code, document):
                findings.extend(list(rule.check(view, settings.options[rule.code])))
                ran.append(rule.code)
        findings = [finding for finding in findings if not _in_opaque(document, finding)]
        findings = arbitration.arbitrate(findings, self.rules)
        findings, silenced, unused = suppression.apply(document, findings, ran, self.rules)
        for rule in job.rules:
            if isinstance(rule, suppression.SuppressionRule):
                findings.extend(rule.review(unused))
        findings.sort(key=lambda f: (f.span.start, f.span.end, f.code))
        view.findings = self._by_dimension(findings, settings)
        total = self._score(job, view, silenced)
        presenter = Presenter(document, self.rules, settings.language)
        shown = [presenter.finding(f, settings.rules[f.code]) for f in findings]
        language = settings.language
        notices: list[Notice] = [
            {
                "code": "skipped-rule",
                "message": say(language, "skipped-rule", codes=", ".join(codes), reason=reason),
            }
            for reason, codes in sorted(skipped.items())
        ]
        if document.skipped:
            places = [str(document.position(span.start)[0]) for span in document.skipped]
            where = ", ".join([*places[:5], "…"] if len(places) > 5 else places)
            message = say(language, "skipped-markup", lines=where)
            notices.append({"code": "skipped-markup", "message": message})
        notices.extend(_notes(document, language))
        problems = list(job.problems)
        for name, reason in refused.items():
            code, role = "refused", companion_of(name)
            said = reason.explain(language)
            if role:
                code, path = f"{role}-refused", document.companions[role].path
                said = say(language, code, path=path, reason=said)
            if not role or role in job.named:
                problems.append(f"{document.path}: {said}")
            else:
                notices.append({"code": code, "message": said})
        entry: DocumentDict = {
            "path": document.path,
            "sentences": len(document.sentences),
            "words": document.words,
            "language": "pt",
            "error": "; ".join(problems) or None,
            "score": presenter.score(total, view.kind, self._reasons(job)),
            "findings": [finding for finding, _ in shown],
            "notices": notices,
            "excerpts": [excerpts for _, excerpts in shown],
        }
        if costliest := presenter.costliest(entry["score"]):
            entry["costliest"] = costliest
        if with_measures:
            entry["measures"] = measures(document, self._columns(job, measured))
        if with_reading:
            alignments = {
                role: analyses[alignment_of(role)]
                for role in document.companions
                if alignment_of(role) in analyses
            }
            entry["reading"] = presenter.reading(findings, alignments)
        return entry

    @contextmanager
    def _contained(self, name: str, document: Document) -> Iterator[None]:
        """A rule or metric that fails takes neither the other rules nor the other texts with it."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever a plugin does, the others must run
            self.laboratory.note_damage([f"{document.path}: {name} failed: {error!r}"])

    def _lacking(
        self, rule: Rule, analyses: Mapping[str, Any], measured: Mapping[str, Measurement]
    ) -> str | None:
        """Why a rule cannot run here, or None."""
        for need in rule.needs:
            if need not in analyses:
                return self.laboratory.missing.get(need, need)
        for name in rule.metrics:
            if name not in measured:
                wanted = self.metrics[name].needs if name in self.metrics else ()
                reasons = [self.laboratory.missing.get(n, n) for n in wanted if n not in analyses]
                return reasons[0] if reasons else name
        return None

    def _columns(
        self, job: _Job, measured: Mapping[str, Measurement]
    ) -> dict[str, Sequence[float | None]]:
        nothing: Sequence[float | None] = [None] * len(job.document.sentences)
        columns = {m.measure_name: nothing for m in self.metrics.values() if m.measure_name}
        for metric in job.metrics:
            if metric.measure_name and metric.name in measured:
                columns[metric.measure_name] = measured[metric.name].values
        return columns

    def _by_dimension(
        self, findings: Sequence[Finding], settings: config.Settings
    ) -> dict[str, list[Judged]]:
        grouped: dict[str, list[Judged]] = {}
        for finding in findings:
            rule = self.rules[finding.code]
            if dimension := rule.dimension or rule.counts_in:
                judged = Judged(finding, settings.rules[finding.code])
                grouped.setdefault(dimension, []).append(judged)
        return grouped

    def _reasons(self, job: _Job) -> dict[str, Mapping[str, str]]:
        """Messages of the metrics that the score goes by, by dimension."""
        language = job.settings.language
        return {
            metric.dimension: metric.messages.get(language, {})
            for metric in job.metrics
            if job.settings.profile in metric.profiles
        }

    def _score(self, job: _Job, view: View, silenced: Sequence[Finding]) -> Score:
        forgiven: dict[str | None, set[int]] = {}
        for finding in silenced:
            if finding.sentence is not None:
                forgiven.setdefault(self.rules[finding.code].dimension, set()).add(finding.sentence)
        partials: dict[str, tuple[Partial, float]] = {}
        for metric in job.metrics:
            if job.settings.profile not in metric.profiles or metric.name not in view.measurements:
                continue
            partial = metric.partial(
                view.metric(metric.name),
                view,
                job.settings.options[metric.name],
                frozenset(forgiven.get(metric.dimension, ())),
            )
            if partial is not None:
                partials[metric.dimension] = (partial, metric.weight)
        return score(
            job.settings.profile, partials, len(job.document.sentences), job.document.words
        )


def _applies(companion: str | tuple[str, ...] | None, there: Set[str]) -> bool:
    """Whether a document with these companions has what a rule needs."""
    return companion is None or not there.isdisjoint(_named(companion))


def _named(companion: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (companion,) if isinstance(companion, str) else companion or ()


class _Job(NamedTuple):
    number: int
    document: Document
    settings: config.Settings
    rules: Sequence[Rule]
    metrics: Sequence[Metric]
    #: companions named by hand, and what is wrong with them
    named: frozenset[str]
    problems: Sequence[str]


def _in_opaque(document: Document, finding: Finding) -> bool:
    """Whether a finding lies inside code, a formula or an address, which are no prose."""
    return any(
        opaque.start <= finding.span.start and finding.span.end <= opaque.end
        for block in document.blocks
        for opaque in block.opaque
    )


def _foreign_language(document: Document) -> str | None:
    """The language that a file says its translations are in, if it is not Portuguese."""
    from textlint_pt.formats.catalogue import is_portuguese

    declared = {unit.target_language for unit in document.units if unit.blocks}
    language = declared.pop() if len(declared) == 1 else ""
    return language if language and not is_portuguese(language) else None


def _notes(document: Document, language: str) -> list[Notice]:
    """What the format has to say of the file."""
    return [
        {"code": note.code, "message": say_note(language, note.code, note.fields)}
        for note in document.notes
    ]


def _owners(rules: Sequence[Rule], metrics: Sequence[Metric]) -> list[Rule | Metric]:
    return [*rules, *metrics]


def _view(document: Document, analyses: Mapping[str, Any], kinds: Mapping[str, float]) -> View:
    companions = {
        role: View(
            companion,
            {
                base: result
                for name, result in analyses.items()
                for owner, base in [split_role(name)]
                if owner == role
            },
        )
        for role, companion in document.companions.items()
    }
    return View(document, analyses, {}, companions, kinds)


__all__ = ["BATCH", "Linter", "Severity", "Source"]
