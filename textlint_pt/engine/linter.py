"""The engine: documents in, report entries out.

path -> format -> Document -> analyses -> metrics -> rules -> arbitration -> suppressions -> score.
Nothing flows back.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from textlint_pt.companions.attaching import Attached, Attacher
from textlint_pt.companions.finder import ROLES, mappings
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.config import config
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.config.mapping import mapped
from textlint_pt.contract.analysis import Failed, Refused, alignment_of, companion_of, split_role
from textlint_pt.contract.declared import Declared
from textlint_pt.contract.errors import DamagedFile, Unreadable, UserError, describe
from textlint_pt.contract.format import Format
from textlint_pt.contract.measurement import Partial
from textlint_pt.contract.metric import Metric
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.suppression import SuppressionRule
from textlint_pt.contract.view import View, anew
from textlint_pt.engine import arbitration, suppression
from textlint_pt.engine import cache as caching
from textlint_pt.engine.analyzer import LONG, Analysed, Analyzer, is_long
from textlint_pt.engine.baseline import current as current_baseline
from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.changes import Changes
from textlint_pt.engine.conventions import with_conventions
from textlint_pt.engine.fitness import detected_language, notice_code, unfit
from textlint_pt.engine.fixing import (
    CHANGES_MORE,
    RejectedFix,
    log_dropped,
    of_file,
    usable_fix,
    with_feasible_fixes,
)
from textlint_pt.engine.kept import Kept
from textlint_pt.engine.memory import Interrupted, Memory
from textlint_pt.engine.parts import Asked, Parts, Store
from textlint_pt.engine.places import Places
from textlint_pt.engine.presentation import Presenter, measures
from textlint_pt.engine.scoring import CALIBRATED, Fault, Score, score
from textlint_pt.engine.shares import Judged, Share, Shares
from textlint_pt.engine.suppression import with_fixes
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.plugins import Plugins
from textlint_pt.report.finding import Accepted, Finding
from textlint_pt.report.messages import fill, notice_text, say
from textlint_pt.report.report import DIMENSIONS, DocumentReport, Notice, failed
from textlint_pt.report.report import Score as ScoreReport
from textlint_pt.report.severity import Severity
from textlint_pt.text.document import Document, Note, Span
from textlint_pt.text.kinds import recognise

#: documents whose analyses run in one batch
BATCH = 16
#: bytes of them, about
BATCH_BYTES = 50_000
#: points of a finding by severity
GRAVITY = {Severity.ERROR: 3.0, Severity.WARNING: 1.0, Severity.INFO: 0.5}
#: findings of a document that are reported, at most: who has more needs no list
MAX_FINDINGS = 20_000


def batches(inputs: Iterable[Input], limit: int = BATCH) -> Iterator[list[Input]]:
    """Yield small batches of inputs, so that no report comes late."""
    batch: list[Input] = []
    size = 0
    for item in inputs:
        if batch and (len(batch) == limit or size + len(item.data) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += len(item.data)
    if batch:
        yield batch


class Linter:
    """Lints texts under one configuration. `damaged` collects reasons for exit status 2."""

    def __init__(
        self,
        plugins: Plugins,
        layers: Sequence[Layer],
        cache: Cache | None = None,
        memory: Memory | None = None,
    ) -> None:
        """Resolve the settings and create analyzer, rules and metrics."""
        self.plugins = plugins = with_custom_rules(config.with_formats(plugins, layers), layers)
        self._memory, self._cache = memory, cache
        #: what makes the shares of an input in other processes
        self.elsewhere: Callable[[Input, Shares], Iterator[Share]] | None = None
        self.layers = layers
        self.settings = config.resolve(layers, plugins)
        with self._with_position_in_errors():
            self.analyzer = Analyzer(
                plugins.resources.values(),
                {"lexicon": self.settings.lexicon, "models": self.settings.models},
                cache,
                memory,
            )
        current_baseline(self.settings.baseline)  # what is wrong with it is said before any work
        self._mappings = mappings(layers)
        memories = self.settings.memories
        self._attacher = Attacher(self._parse, memories, lambda: self.plugins.extensions)
        self.rules: dict[str, Rule] = {code: rule() for code, rule in plugins.rules.items()}
        self.metrics: dict[str, Metric] = {n: metric() for n, metric in plugins.metrics.items()}
        #: rules that may be asked about parts of a document, and that look at all they found in it
        self._by_part = {
            code
            for code, rule in self.rules.items()
            if rule.declared.by_block and not rule.declared.companions
        }
        self._finishing = {
            code for code, rule in self.rules.items() if type(rule).finish is not Rule.finish
        }

    @cached_property
    def _stamp(self) -> str:
        """Return what findings depend on besides text and options: code and model digests."""
        labels = self._labels(self.rules.values())
        return "|".join([caching.code_stamp(self.plugins.code), *labels])

    # -------------------------------------------------------------- what runs

    def settings_for(self, path: str) -> config.Settings:
        """Return settings with the sections for this path put over the rest."""
        layers = config.for_path(self.layers, path)
        if len(layers) == len(self.layers):
            return self.settings
        return config.resolve(layers, self.plugins)

    def _with_recognised_preset(
        self, document: Document, settings: config.Settings
    ) -> config.Settings:
        """Return the settings with the preset for this kind of document, if none was chosen."""
        layers = config.for_path(self.layers, document.path)
        if config.value(layers, "preset") is not None:
            return settings
        for preset, recognises in self.plugins.recognisers.items():
            if preset in self.plugins.presets and recognises(document):
                recognised = Layer(f"recognised as {preset}", {"preset": preset})
                return config.resolve([recognised, *layers], self.plugins)
        return settings

    def applicable(
        self,
        settings: config.Settings,
        companions: Iterable[str],
        missing: Iterable[str] = (),
        *,
        with_measures: bool = False,
    ) -> tuple[list[Rule], list[Metric]]:
        """Return the selected rules that apply to a document with these companions, and the
        metrics of the profile and of these rules."""
        present, absent = set(companions), set(missing)
        rules = [
            self.rules[code]
            for code in settings.rules
            if _applies(self.rules[code], present, absent)
        ]
        requested = {name for rule in rules for name in rule.declared.metrics}
        metrics = [
            metric
            for name, metric in sorted(self.metrics.items())
            if (metric.companion is None or metric.companion in present)
            and (name in requested or self._is_chosen(metric, settings, with_measures))
        ]
        for metric in metrics:
            reason = metric.unmet(self.analyzer.has)
            if reason:
                with self._with_position_in_errors():
                    raise UserError(reason)
        return rules, metrics

    @contextmanager
    def _with_position_in_errors(self) -> Iterator[None]:
        """Put file and line before errors about configured models (`models.NAME: …`)."""
        try:
            yield
        except UserError as error:
            keys = str(error).partition(":")[0].split(".")
            layer = next((one for one in reversed(self.layers) if keys[0] in one.values), None)
            if layer is None:
                raise
            raise UserError(f"{layer.at(*keys)}: {error}") from error

    def _is_chosen(self, metric: Metric, settings: config.Settings, with_measures: bool) -> bool:
        """Return whether a metric is of the profile, or of none and measured where it can be."""
        if metric.dimension not in settings.dimensions:
            return False
        if settings.profile in metric.profiles:
            return True
        return with_measures and not metric.profiles and all(map(self.analyzer.has, metric.needs))

    def signature(self) -> str:
        """Return what scores depend on: only scores of equal signatures are comparable."""
        rules, metrics = self.applicable(self.settings, ("reference", "source"))
        resources = self._labels(rules, metrics)
        stand_ins = sorted(
            note
            for metric in metrics
            if self.settings.profile in metric.profiles
            for note in metric.stand_ins(self.analyzer.has)
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
        return self.analyzer.damaged

    # -------------------------------------------------------------- linting

    def lint(
        self, inputs: Iterable[Input], *, with_measures: bool = False
    ) -> Iterator[DocumentReport]:
        """Yield the report of each input, in order."""
        return (checked.report for checked in self.check(inputs, Wanted(with_measures)))

    def check(self, inputs: Iterable[Input], wanted: Wanted) -> Iterator[Checked]:
        """Yield the report of each input with the document that was judged."""
        for batch in batches(inputs):
            yield from self._check_batch(batch, wanted)

    def read(self, given: Input) -> Document:
        """Return the document that `lint` judges, with companions, or raise `Unreadable`."""
        document = self._parse(given.path, given.data, given.extension)
        attached = self._attacher.attach(document, given, ROLES, self.settings.language)
        for problem in attached.problems.values():
            raise Unreadable(problem)
        document = attached.document
        return document if document.companions else portuguese_part(document)

    def _ignored_superseding(self, job: _Job) -> list[Rule]:
        """Return ignored rules that would supersede selected ones, if no analysis is added: what
        they find still hides the findings of those, and is dropped afterwards."""
        selected_codes = {rule.code for rule in job.rules}
        analysed = self._analyses(job.rules, job.metrics)
        companions = job.document.companions.keys()
        found = []
        for code in sorted(job.settings.ignored):
            rule = self.rules[code]
            hidden_codes = (*rule.declared.supersedes, *rule.declared.covers)
            if (
                _applies(rule, companions, frozenset())
                and not selected_codes.isdisjoint(hidden_codes)
                and analysed.issuperset(self._analyses([rule]))
            ):
                found.append(rule)
        return found

    def _analyses(self, rules: Iterable[Rule], metrics: Iterable[Metric] = ()) -> set[str]:
        """Return the analyses that rules and metrics need."""
        owners: list[Declared | Metric] = [rule.declared for rule in rules]
        owners += metrics
        has = self.analyzer.has
        return {name for owner in owners for name in (*owner.needs, *filter(has, owner.wants))}

    def _labels(self, rules: Iterable[Rule], metrics: Iterable[Metric] = ()) -> list[str]:
        """Return providers and digests of what rules and metrics need and can have."""
        names = filter(self.analyzer.has, self._analyses(rules, metrics))
        return sorted({*map(self.analyzer.label, names)})

    def _roles(self, rules: Iterable[str]) -> set[str]:
        """Return companions that these rules compare with: no other is looked into."""
        return {role for code in rules for role in self.rules[code].declared.companions}

    def scored_dimensions(self) -> list[str]:
        """Return the dimensions of documents without companions, the built-in ones first."""
        _, metrics = self.applicable(self.settings, ())
        profile = self.settings.profile
        found = {metric.dimension for metric in metrics if profile in metric.profiles}
        return [*(d for d in DIMENSIONS if d in found), *sorted(found - set(DIMENSIONS))]

    def reader(self, path: str, extension: str = "") -> Format:
        """Return the format a text at this path is read in, or that of names with this ending."""
        reader = self.plugins.format_for(f"text{extension}" if extension else path, path)
        return reader.with_fields(self.settings_for(path).fields) if reader.fields else reader

    def _parse(self, path: str, data: bytes, extension: str = "") -> Document:
        """Decode and parse a file; a crash of its format becomes `_FormatFailure`."""
        reader = self.reader(path, extension)
        try:
            return build(path, decode(path, data, reader), reader)
        except (Unreadable, UserError, Interrupted):
            raise
        except Exception as error:
            fault = describe(error, type(reader).__module__)
            raise _FormatFailure(f"{path}: format {reader.name} failed: {fault}") from error

    def _check_batch(self, batch: Sequence[Input], wanted: Wanted) -> Iterator[Checked]:
        """Yield checked documents, running the analyses of short ones together."""
        ready = [self._prepared(given, wanted) for given in batch]
        short_jobs = [
            prepared
            for prepared in ready
            if isinstance(prepared, _Job) and not self._in_shares(prepared)
        ]
        with self._with_position_in_errors():
            self.analyzer.add(short_jobs, {name for job in short_jobs for name in job.needed})
        for prepared in ready:
            if isinstance(prepared, _Job):
                if self._in_shares(prepared):
                    prepared.judged = self._run_in_shares(prepared)
                prepared = Checked(self._report_or_failure(prepared), prepared.document)
            yield prepared

    def _prepared(self, given: Input, wanted: Wanted) -> Checked | _Job:
        """Return the job for an input, or its report if there is nothing to check."""
        if given.error is not None:
            return Checked(failed(given.path, given.error, self.settings.profile, unread=True))
        settings = self.settings_for(given.path)
        try:
            document = given.document or self._parse(given.path, given.data, given.extension)
        except Unreadable as error:
            unread = not isinstance(error, _FormatFailure)
            return Checked(failed(given.path, str(error), settings.profile, unread=unread))
        if not given.companions and not given.found.companions:
            document = portuguese_part(document)
        settings = self._with_recognised_preset(document, settings)
        if given.found.localised:
            every = {name: settings.options[name] for name in (*self.rules, *self.metrics)}
            options = with_conventions(every, given.found.localised)
            settings = settings._replace(options=options)
        if self._memory is not None:
            self._memory.age(document)
            self.analyzer.checkpoint()
        reason = unfit(document, settings.language)
        if reason is not None:
            return Checked(self._unfit_report(document, given, settings, reason), document)
        attached = self._attacher.attach(
            document, given, self._roles(settings.rules), settings.language
        )
        rules, metrics = self.applicable(
            settings, attached.document.companions, attached.missing, with_measures=wanted.measures
        )
        if wanted.quick:  # what asks no model
            rules = [
                rule
                for rule in rules
                if not (rule.declared.needs or rule.declared.wants or rule.declared.metrics)
            ]
            metrics = []
        shown = set()
        if wanted.whole_texts:  # texts are shown beside what they are aligned with
            shown = {*filter(self.analyzer.has, map(alignment_of, attached.document.companions))}
        job = _Job(
            document=attached.document,
            missing=attached.missing,
            problems=attached.problems,
            given=given,
            settings=settings,
            rules=rules,
            metrics=metrics,
            shown=shown,
            needed=self._analyses(rules, metrics) | shown,
            wanted=wanted,
        )
        job.silencing = self._ignored_superseding(job)
        return job

    def _in_shares(self, job: _Job) -> bool:
        """Whether a document is looked at in shares: an editor keeps what was found in blocks."""
        return self._memory is None and is_long(job.document)

    def shares(self, given: Input, wanted: Wanted) -> Shares:
        """Return the shares of an input that is a long document."""
        job = self._prepared(given, wanted)
        assert isinstance(job, _Job)  # whoever asks has prepared it, too
        return self._shares_of(job)

    def _shares_of(self, job: _Job) -> Shares:
        """Return the shares of a long document."""
        document, options = job.document, job.settings.options
        asked_rules = (*job.rules, *job.silencing)
        by_part = {
            rule.code: (rule, options[rule.code])
            for rule in asked_rules
            if rule.code in self._by_part
        }
        on_whole = [r for r in asked_rules if r.code not in by_part or r.code in self._finishing]
        kept = self._analyses(on_whole, job.metrics) | job.shown

        def note_failure(rule: Rule, error: Exception, problems: list[str]) -> None:
            _note_failure(rule.code, rule, error, document, problems)

        view = partial(self._view, job)
        return Shares(document, self.analyzer, by_part, job.needed, kept, view, note_failure)

    def _run_in_shares(self, job: _Job) -> Judged:
        """Analyse a long document, and return what is found in it."""
        with self._with_position_in_errors():
            shares = self._shares_of(job)
            from_processes = self.elsewhere(job.given, shares) if self.elsewhere else None
            judged = shares.join(job, from_processes)
            self.analyzer.add([job], job.needed)
        return judged

    def _unfit_report(
        self, document: Document, given: Input, settings: config.Settings, reason: Note
    ) -> DocumentReport:
        """Return the report of a document that is no Portuguese prose: a notice, no score."""
        language = settings.language
        judging = [code for code in settings.rules if "unfit" in self.rules[code].declared.judges]
        roles = self._roles(judging) & {
            *given.companions,
            *document.companions,
            *(companion.role for companion in given.found.companions),
            *(note[0].partition("-")[0] for note in given.found.notes),
        }
        attached = Attached(document, {}, {})
        if roles or any(not self.rules[code].declared.companions for code in judging):
            attached = self._attacher.attach(document, given, roles, language)
        rules, _ = self.applicable(settings, attached.document.companions, attached.missing)
        job = _Job(
            document=attached.document,
            missing=attached.missing,
            given=given,
            settings=settings,
            rules=[rule for rule in rules if "unfit" in rule.declared.judges],
            unfit=reason,
        )
        job.view = self._view(job, job.values)
        findings, silenced = self._final_findings(job, *self._run_rules(job))
        presenter = Presenter(job.document, self.rules, language)
        reported = self._reported(job, presenter, findings, silenced)
        detected = detected_language(document)
        notice = Notice(notice_code(reason), notice_text(language, *reason))
        return _report_of(
            document,
            job,
            reported,
            language=detected if detected != "und" else None,
            score=ScoreReport(None, settings.profile, reason=notice.code),
            notices=[notice, *_notes(document.notes, language)],
        )

    def _report_or_failure(self, job: _Job) -> DocumentReport:
        """Return a job's report; an unexpected error becomes its `error`."""
        try:
            return self._build_report(job)
        except (UserError, Interrupted):
            raise
        except Exception as error:  # noqa: BLE001 - said of this document; exit status 2
            path = job.document.path
            return failed(path, f"{path}: {describe(error)}", job.settings.profile)

    def _build_report(self, job: _Job) -> DocumentReport:
        """Measure, run rules, arbitrate, score and present one document."""
        document, language = job.document, job.settings.language
        for role, reason in _refusals(job.refused):
            if role:
                path, why = document.companions[role].path, reason.explain(language)
                refused = Note(f"{role}-refused", {"path": path, "reason": why})
                job.missing = {**job.missing, role: refused}
        job.view = view = self._view(job, job.values)
        self._measure(job)  # rules read the measurements
        findings, ran = self._run_rules(job)
        findings, silenced = self._final_findings(job, findings, ran)
        presenter = Presenter(document, self.rules, language)
        reported = self._reported(job, presenter, findings, silenced)
        by_comment = [one for one in reported.accepted if one.accepted == Accepted("comment")]
        by_baseline = [one for one in reported.accepted if one not in by_comment]
        counted = [*reported.findings, *by_baseline]
        total = accepted_score = self._score(job, counted, by_comment)
        if by_baseline:
            accepted_score = self._score(job, reported.findings, reported.accepted)
        if job.given.base is not None:
            changes = self._changes(document, job.given)
            reported = reported._replace(findings=[*filter(changes.affects, reported.findings)])
        notices = self._notices(job, ran, reported.left_out)
        left_out = self._unmeasured_dimensions(job)
        unaccepted = accepted_score.total if by_baseline else None
        score = presenter.score(total, view.kind, unaccepted, left_out)
        whole_texts = None
        if job.wanted.whole_texts:
            alignments = {
                role: job.values[name]
                for role in document.companions
                if (name := alignment_of(role)) in job.values
            }
            whole_texts = presenter.whole_texts(reported.findings, alignments)
        columns = self._columns(job)
        return _report_of(
            document,
            job,
            reported,
            language="pt",
            score=score,
            notices=notices,
            measures=measures(document, columns) if any(job.wanted[:2]) else [],
            # what is accepted costs, but nobody is to be reminded of it
            costliest=presenter.costliest(
                score if accepted_score is total else presenter.score(accepted_score, view.kind),
                reported.findings,
            ),
            whole_texts=whole_texts,
        )

    def _final_findings(
        self, job: _Job, findings: Sequence[Finding], ran: Collection[str]
    ) -> tuple[list[Finding], list[Finding]]:
        """Return findings after arbitration, and those suppressed by comments.

        Ignored rules take part in the arbitration, and are dropped after it; findings in code and
        the like only count of rules that judge the markup of translations.
        """
        document = job.document
        no_prose = Places(opaque for block in document.blocks for opaque in block.opaque)
        findings = [
            finding
            for finding in findings
            if not no_prose.contain(finding.span)
            or (document.units and "markup" in self.rules[finding.code].declared.judges)
        ]
        findings = arbitration.arbitrate(findings, self.rules)
        findings = [finding for finding in findings if finding.code in job.settings.rules]
        standing, silenced, unused = suppression.apply(document, findings, ran, self.rules)
        for rule in job.rules:
            if isinstance(rule, SuppressionRule):
                standing.extend(rule.review(with_fixes(document, unused)))
        return standing, silenced

    def _measure(self, job: _Job) -> None:
        """Add the measurements of all metrics to the view."""
        view = job.view
        for metric in job.metrics:
            if _failed(metric, job.refused):
                continue
            missing = next((need for need in metric.needs if need not in job.values), None)
            if missing is None:
                with _failures_noted(metric.name, metric, job):
                    options = job.settings.options[metric.name]
                    view.measurements[metric.name] = metric.measure(view, options)
                continue
            is_reported_by_rules = any(
                rule.declared.measured == metric.dimension for rule in job.rules
            )
            if missing not in job.refused and not is_reported_by_rules:
                reason = self.analyzer.missing.get(missing, missing)
                dimension = say(job.settings.language, metric.dimension)
                job.skipped.setdefault(reason, []).append(dimension)

    def _run_rules(self, job: _Job) -> tuple[list[Finding], list[str]]:
        """Return what the rules find, and the codes of those that could run."""
        view, all_options = job.view, job.settings.options
        # what lacks these needs no notice of its own: it was noted with the metric or the refusal
        noted_needs = {one.name for one in job.metrics} - set(view.measurements) | set(job.refused)
        runnable = [*job.rules, *job.silencing]
        if job.refused:
            runnable = [rule for rule in runnable if not _failed(rule.declared, job.refused)]
        silencing = {rule.code for rule in job.silencing}
        reasons = {rule.code: self._missing_need(rule, job) for rule in runnable}
        by_part = {
            rule.code: (rule, all_options[rule.code])
            for rule in runnable
            if rule.code in self._by_part and reasons[rule.code] is None
        }

        def note_failure(rule: Rule, error: Exception) -> None:
            problems = [] if rule.code in silencing else job.errors
            _note_failure(rule.code, rule, error, job.document, problems)

        if job.judged is not None:
            for code in [code for code in by_part if code not in silencing]:
                job.errors.extend(job.judged.problems.get(code, ()))
        in_parts = self._found_in_parts(job, by_part, note_failure)
        findings: list[Finding] = []
        ran: list[str] = []
        for rule in runnable:
            if rule.code in by_part and rule.code not in in_parts:
                continue  # it failed, which is among the problems
            if (reason := reasons[rule.code]) is not None:
                if reason not in noted_needs and rule.code not in silencing:
                    job.skipped.setdefault(reason, []).append(rule.code)
                continue
            found = in_parts.pop(rule.code, None)
            if found is None or rule.code in self._finishing:
                self.analyzer.checkpoint()
                options = all_options[rule.code]
                try:
                    found = list(rule.find(view, options)) if found is None else found
                    found = _checked(rule, rule.finish(view, found, options))
                except Exception as error:  # noqa: BLE001 - the others must run
                    note_failure(rule, error)
                    continue
            findings += found
            ran.append(rule.code)
        return findings, [code for code in ran if code not in silencing]

    def _found_in_parts(
        self,
        job: _Job,
        by_part: Asked,
        note_failure: Callable[[Rule, Exception], None],
    ) -> dict[str, list[Finding]]:
        """Return by code what rules found that judge parts of a document; none of failed rules.

        Of a long document most were asked share by share before.
        """
        judged = job.judged
        found = judged.found if judged else {}
        done_codes = judged.found.keys() | judged.problems.keys() if judged else ()
        remaining = {code: asked for code, asked in by_part.items() if code not in done_codes}
        if remaining:
            by_sentence = frozenset(filter(self.analyzer.by_sentence, job.values))
            parts = Parts(job.view, by_sentence, job.values, LONG if judged else None)
            store = None if judged else self._store(job.document)
            found |= parts.find(remaining, store, note_failure, self.analyzer.checkpoint)
        return found

    def _notices(self, job: _Job, ran: Collection[str], unlisted: int) -> list[Notice]:
        """Return notices of what was skipped; what went wrong is added to `job.errors`.

        What a rule of translations reports as a finding gets neither notice nor error.
        """
        document, language, missing = job.document, job.settings.language, job.missing
        code = "skipped-rule"
        notices = [
            Notice(code, say(language, code, codes=", ".join(codes), reason=reason))
            for reason, codes in sorted(job.skipped.items())
        ]
        unread_spans = {
            "skipped-markup": document.skipped,
            "long-sentence": self.analyzer.cut(job),
        }
        for code, spans in unread_spans.items():
            if spans:
                message = say(language, code, lines=first_lines(document, spans))
                notices.append(Notice(code, message))
        if unlisted:
            notices.append(Notice("many-findings", say(language, "many-findings", count=unlisted)))
        reported_roles = {
            role
            for rule in job.rules
            if "missing" in rule.declared.judges and rule.code in ran
            for role in rule.declared.companions
        }
        reported_notes = [missing[role] for role in reported_roles if role in missing]
        notices.extend(
            _notes((note for note in document.notes if note not in reported_notes), language)
        )
        job.errors.extend(
            problem for role, problem in job.problems.items() if role not in reported_roles
        )
        for role, reason in _refusals(job.refused):
            if role in reported_roles:
                continue
            code, message = "refused", reason.explain(language)
            if role:
                code, message = missing[role].code, notice_text(language, *missing[role])
            if not role or role in job.given.companions:
                job.errors.append(f"{document.path}: {message}")
            else:
                notices.append(Notice(code, message))
        return notices

    def _reported(
        self,
        job: _Job,
        presenter: Presenter,
        findings: Sequence[Finding],
        silenced: Sequence[Finding],
    ) -> _Reported:
        """Return the presented findings in source order, accepted ones apart."""
        document, settings = job.document, job.settings
        left_out = max(0, len(findings) - MAX_FINDINGS)
        reported = _Reported(findings=[], accepted=[], left_out=left_out)
        baseline = current_baseline(self.settings.baseline)
        shown_findings = sorted(findings, key=_sort_key)[:MAX_FINDINGS]
        candidates = [(one, False) for one in shown_findings] + [(one, True) for one in silenced]
        usable: list[tuple[Finding, bool]] = []  # and whether a comment suppresses it
        for finding, is_silent in sorted(candidates, key=lambda one: _sort_key(one[0])):
            rule = self.rules[finding.code]
            with _failures_noted(rule.code, rule, job):
                fix = usable_fix(document, finding)
                if isinstance(fix, RejectedFix):
                    log_dropped(document.path, fix, settings.language)
                    fix = None
                usable.append((finding.replace(fix=fix), is_silent))
        feasible = self._with_feasible_fixes(job, [finding for finding, _ in usable])
        for finding, (_, is_silent) in zip(feasible, usable, strict=True):
            rule = self.rules[finding.code]
            with _failures_noted(rule.code, rule, job):
                shown = presenter.finding(finding, settings.rules[rule.code])
                entry = baseline and baseline.entries.get(shown.fingerprint)
                if is_silent:
                    reported.accepted.append(shown.replace(accepted=Accepted("comment")))
                elif entry:
                    acceptance = Accepted("baseline", entry.reason or None)
                    reported.accepted.append(shown.replace(accepted=acceptance))
                else:
                    reported.findings.append(shown)
        return reported

    def _with_feasible_fixes(self, job: _Job, findings: Sequence[Finding]) -> Sequence[Finding]:
        """Return the findings, where fixes that `--fix` would reject are suggestions."""
        document, language = job.document, job.settings.language
        reader = self.reader(document.path, job.given.extension)
        if self._memory is not None or reader.packed:
            return findings  # an editor asks of each correction by itself, a copy is marked
        read_and_encode = of_file(document, job.given.data, reader)
        made = with_feasible_fixes(document, findings, *read_and_encode)
        for before, after in zip(findings, made, strict=True):
            if after is not before:
                line, _ = document.position(after.span.start)
                log_dropped(document.path, RejectedFix(line, after.code, CHANGES_MORE), language)
        return made

    def _changes(self, document: Document, given: Input) -> Changes:
        """Return what is new in a document since its `base`."""
        assert given.base is not None
        try:
            before = self._parse(given.path, given.base, given.extension)
        except Unreadable:
            before = replace(document, raw="", sentences=(), companions={})
        return Changes(before, document)

    def _view(self, job: _Job, analyses: Mapping[str, Any]) -> View:
        """Return the view of a document and its companions with analysis results."""
        document = job.document
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
        return View(
            document,
            analyses,
            companions=companions,
            missing=job.missing,
            unfit=job.unfit,
            mapped=self._mapped,
            kinds=_kinds(job),
            remember=self._memory.notes.remember if self._memory else anew,
        )

    def _store(self, document: Document) -> Store | None:
        """Return what keeps findings in blocks: memory in an editor, else the cache."""
        if self._memory is not None:
            return self._memory
        return Kept(self._cache, self._stamp, document.format) if self._cache is not None else None

    def _mapped(self, path: str, role: str) -> str | None:
        if role not in self._mappings:
            return None
        mapping, layer = self._mappings[role]
        return mapped(path, mapping, layer.root)

    def _missing_need(self, rule: Rule, job: _Job) -> str | None:
        """Return why a rule cannot run, or None."""
        for need in rule.declared.needs:
            if need not in job.values:
                return self.analyzer.missing.get(need, need)
        for name in rule.declared.metrics:
            if name not in job.view.measurements:
                wanted = self.metrics[name].needs if name in self.metrics else ()
                reasons = [self.analyzer.missing.get(n, n) for n in wanted if n not in job.values]
                return reasons[0] if reasons else name
        return None

    def _unmeasured_dimensions(self, job: _Job) -> list[str]:
        """Return the profile's dimensions that were not measured."""
        profile, measured = job.settings.profile, job.view.measurements
        all_dimensions = {
            metric.dimension
            for metric in self.metrics.values()
            if metric.companion is None and profile in metric.profiles
        }
        return sorted(
            all_dimensions - {one.dimension for one in job.metrics if one.name in measured}
        )

    def _columns(self, job: _Job) -> dict[str, Sequence[float | None]]:
        """Return the values of each measure by sentence, None where not measured."""
        measured = job.view.measurements
        unmeasured: Sequence[float | None] = [None] * len(job.document.sentences)
        columns = {
            metric.measure_name: unmeasured
            for metric in self.metrics.values()
            if metric.measure_name and metric.profiles
        }
        for metric in job.metrics:
            if metric.measure_name and metric.name in measured:
                columns[metric.measure_name] = measured[metric.name].values
        return columns

    def _dimension(self, code: str) -> str | None:
        return self.rules[code].declared.dimension

    def _score(self, job: _Job, counted: Sequence[Finding], forgiven: Sequence[Finding]) -> Score:
        """Return the score of `counted` findings; `forgiven` ones and their sentences are free."""
        document, view = job.document, job.view
        free_sentences: dict[str | None, set[int]] = {}
        for finding in forgiven:
            if finding.sentence is not None:
                free_sentences.setdefault(self._dimension(finding.code), set()).add(
                    finding.sentence
                )
        partials: dict[str, Partial] = {}
        for metric in job.metrics:
            if job.settings.profile not in metric.profiles or metric.name not in view.measurements:
                continue
            with _failures_noted(metric.name, metric, job):
                found = metric.partial(
                    view.metric(metric.name),
                    view,
                    job.settings.options[metric.name],
                    frozenset(free_sentences.get(metric.dimension, ())),
                )
                if found is not None:
                    language = job.settings.language
                    partials[metric.dimension] = _with_wording(found, metric, language)
        if partials and job.settings.profile == CALIBRATED:
            # what is compared with a companion costs though no metric measures it
            reason = say(job.settings.language, "by-findings")
            for rule in job.rules:
                declared = rule.declared
                if declared.companions and declared.dimension and not declared.metrics:
                    partials.setdefault(declared.dimension, Partial(None, (0.0, 1.0), reason))
        errors = [
            Fault(
                dimension,
                _charged_sentence(document, finding),
                _cost_in_points(finding, self.rules[finding.code].declared.gravity),
                f"{finding.code} {finding.title}",
                finding.message,
            )
            for finding in counted
            if (dimension := self._dimension(finding.code)) is not None
        ]
        return score(
            job.settings.profile, partials, errors, len(document.sentences), document.words
        )


@contextmanager
def _failures_noted(name: str, owner: Rule | Metric, job: _Job) -> Iterator[None]:
    """Turn errors of a rule or metric into errors of the job."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever a plugin does, the others must run
        _note_failure(name, owner, error, job.document, job.errors)


def _note_failure(
    name: str, owner: Rule | Metric, error: Exception, document: Document, problems: list[str]
) -> None:
    """Add an error of a rule or metric to the problems of the document."""
    if isinstance(error, (Interrupted, DamagedFile)):
        raise error
    if isinstance(error, UserError):  # a file of words that was taken away since
        problems.append(f"{document.path}: {error}")
    else:
        fault = describe(error, type(owner).__module__)
        problems.append(f"{document.path}: {name} failed: {fault}")


def _kinds(job: _Job) -> Mapping[str, float]:
    """Return probability of each kind of text that a document may be."""
    if job.unfit:
        return {"other": 1.0}
    return {job.settings.kind: 1.0} if job.settings.kind else recognise(job.document)


def _failed(owner: Declared | Metric, refused: Mapping[str, Refused]) -> bool:
    """Whether an analysis failed that the owner would use: it does not do without it then."""
    return any(isinstance(refused.get(name), Failed) for name in (*owner.needs, *owner.wants))


def _refusals(refused: Mapping[str, Refused]) -> list[tuple[str, Refused]]:
    """Return each refusal once, with the companion it is about ("" for none)."""
    reasons: dict[int, tuple[str, Refused]] = {}
    for name, reason in refused.items():
        role = "" if isinstance(reason, Failed) else companion_of(name)
        reasons.setdefault(id(reason), (role, reason))
    return list(reasons.values())


def _sort_key(finding: Finding) -> tuple[int, int, str]:
    return finding.span.start, finding.span.end, finding.code


def _checked(rule: Rule, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings as a list; raise `TypeError` if one is not the rule's."""
    found = list(findings)
    for finding in found:
        if not isinstance(finding, Finding) or finding.code != rule.code:
            raise TypeError(f"{rule.code} gives what is no finding of its own: {finding!r}")
    return found


def _cost_in_points(finding: Finding, gravity: float | None) -> float:
    """Return what a finding costs, in points of 100 in a text of 20 sentences."""
    gravity = GRAVITY[Severity(finding.severity)] if gravity is None else gravity
    confidence = float(finding.evidence.get("confidence", 1))
    sentences = float(finding.evidence.get("sentences", 1))
    return gravity * confidence * sentences


def _applies(rule: Rule, companions: Set[str], missing: Set[str]) -> bool:
    """Return whether a rule needs no companion of a document, or one of those needed is there.

    `missing`: roles of companions that were given and are not there, which some rules report.
    """
    needed, judges_missing = rule.declared.companions, "missing" in rule.declared.judges
    judged = companions | missing if judges_missing else companions
    return not needed or not judged.isdisjoint(needed)


class _FormatFailure(Unreadable):
    """A format failed over a file: a fault of ours or of a plugin."""


@dataclass(eq=False, kw_only=True)
class _Job(Analysed):
    """A document with its companions, and what is to be found in it."""

    given: Input
    settings: config.Settings
    #: why companions that were given are not there, by role; of those named by hand in one line
    missing: Mapping[str, Note]
    problems: Mapping[str, str] = field(default_factory=dict)
    #: why there is nothing to judge in it for most rules
    unfit: Note | None = None
    rules: Sequence[Rule]
    #: what is found by these is not reported, nor by rules that give way before them
    silencing: Sequence[Rule] = ()
    metrics: Sequence[Metric] = ()
    #: analyses whose results the report shows, and all that are run
    shown: Set[str] = frozenset()
    needed: Set[str] = frozenset()
    wanted: Wanted = field(default_factory=Wanted)
    #: what was found share by share, of a long document
    judged: Judged | None = None
    #: the document as rules see it
    view: View = field(init=False)
    #: dimensions and codes of rules that were left out, by what they lack
    skipped: dict[str, list[str]] = field(default_factory=dict)
    #: what went wrong
    errors: list[str] = field(default_factory=list)


class Checked(NamedTuple):
    """What was made of a text; there is no document where it could not be read, or its report was
    kept."""

    report: DocumentReport
    document: Document | None = None


class _Reported(NamedTuple):
    """What a document's report says of its findings."""

    findings: list[Finding]
    accepted: list[Finding]
    #: how many more there are
    left_out: int


def _report_of(document: Document, job: _Job, reported: _Reported, **fields: Any) -> DocumentReport:
    """Return the report of a document with further fields."""
    return DocumentReport(
        path=document.path,
        sentences=len(document.sentences),
        words=document.words,
        error="; ".join(dict.fromkeys(job.errors)) or None,
        findings=reported.findings,
        accepted=reported.accepted,
        **fields,
    )


def first_lines(document: Document, spans: Iterable[Span]) -> str:
    """Return the first five lines in which spans begin: "3, 8, 12", with "…" if there are more."""
    numbers = sorted({document.position(span.start)[0] for span in spans})
    shown = [str(number) for number in numbers[:5]]
    if len(numbers) > 5:
        shown.append("…")
    return ", ".join(shown)


def _notes(notes: Iterable[Note], language: str) -> list[Notice]:
    """Return what is to be said of the file."""
    return [Notice(note.code, notice_text(language, *note)) for note in notes]


def _with_wording(partial: Partial, metric: Metric, language: str) -> Partial:
    """Return a partial score with formula and reasons in a language."""
    worded = metric.messages.get(language, {})
    costs = [
        cost._replace(
            reason=fill(worded.get(cost.reason, cost.reason), language, cost.fields),
            cause=worded.get(cost.cause, cost.cause),
        )
        for cost in partial.costs
    ]
    return partial._replace(formula=worded.get(partial.formula, partial.formula), costs=costs)


def _charged_sentence(document: Document, finding: Finding) -> int:
    """Return the sentence a finding costs in: its own, or the one at or after it."""
    if finding.sentence is not None:
        return finding.sentence
    after = bisect_right(document.sentence_ends, finding.span.start)
    return min(after, len(document.sentences) - 1)
