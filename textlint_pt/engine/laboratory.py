"""Runs analyses: each once, for the union of what is needed, batched over documents, cached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from textlint_pt.contract.analysis import (
    Analysis,
    DamagedResource,
    DocumentAnalysis,
    Failed,
    MissingNeed,
    Refused,
    Resource,
    SentenceAnalysis,
    companion_of,
    split_role,
)
from textlint_pt.contract.errors import DamagedFile, UserError, describe
from textlint_pt.engine.cache import Cache, key
from textlint_pt.engine.memory import Interrupted, Memory
from textlint_pt.text.document import Document, Span

#: sentences after which a run may be ended, where there is a memory that keeps what was computed
BATCH = 32


class Laboratory:
    """The analyses that resources provide under given settings, and their results.

    `missing` names each analysis that cannot be had, with the reason and the way out; `damaged`
    the reasons that end a run with status 2.
    """

    def __init__(
        self,
        resources: Iterable[Resource],
        settings: Mapping[str, Any],
        cache: Cache | None = None,
        memory: Memory | None = None,
    ) -> None:
        self._cache = cache
        self._memory = memory
        #: called between analyses and, with a memory, between batches: it may raise to end the run
        self.checkpoint: Callable[[], None] = lambda: None
        self._analyses: dict[str, Analysis] = {}
        self._provider: dict[str, str] = {}
        self.missing: dict[str, str] = {}
        self.damaged: list[str] = []
        for resource in sorted(resources, key=lambda r: (r.priority, r.name)):
            try:
                provided = resource.analyses(settings)
            except MissingNeed as error:  # what the user named cannot be had: that is no "missing"
                raise UserError(str(error)) from error
            except DamagedFile:
                raise
            except Exception as error:  # noqa: BLE001 - a plugin's fault must not take the rest along
                fault = describe(error, type(resource).__module__)
                self.note_damage([f"resource {resource.name} failed: {fault}"])
                continue
            for analysis in provided:
                self._analyses[analysis.name] = analysis
                self._provider[analysis.name] = resource.name

    def has(self, name: str) -> bool:
        """Whether an analysis is provided and none of its runs said that it cannot be had."""
        return split_role(name)[1] in self._analyses and name not in self.missing

    def label(self, name: str) -> str:
        """Provider and digest of an analysis, for the signature."""
        analysis = self._analyses[split_role(name)[1]]
        try:
            digest = analysis.digest
        except Exception:  # noqa: BLE001 - why is said where the analysis runs
            digest = "unavailable"
        provider = self._provider[analysis.name]
        return f"{analysis.name}={provider}{f'@{digest}' if digest else ''}"

    def note_damage(self, reasons: Iterable[str]) -> None:
        """Add reasons, each once (other processes report theirs here)."""
        self.damaged.extend(reason for reason in reasons if reason not in self.damaged)

    def run(
        self, documents: Sequence[Document], names: Iterable[str]
    ) -> tuple[list[dict[str, Any]], list[dict[str, Refused]]]:
        """For each document the results by analysis name, and by name why one was refused.

        `Failed` among these is a fault in an analysis. `UserError`: a model that the configuration
        names cannot be used.
        """
        results: list[dict[str, Any]] = [{} for _ in documents]
        refused: list[dict[str, Refused]] = [{} for _ in documents]
        for name in sorted(names):
            self._provide(name, documents, results, refused)
        return results, refused

    def cut(self, document: Document, results: Mapping[str, Any]) -> list[Span]:
        """Where the sentences are that are longer than the analyses in `results` read."""
        readers = [
            (analysis, values)
            for name, values in results.items()
            if isinstance(analysis := self._analyses.get(name), SentenceAnalysis)
        ]
        return [
            sentence.span
            for sentence in document.sentences
            if not all(
                analysis.reads_whole(sentence.text, values[sentence.index])
                for analysis, values in readers
            )
        ]

    def _provide(
        self,
        name: str,
        documents: Sequence[Document],
        results: list[dict[str, Any]],
        refused: list[dict[str, Refused]],
    ) -> bool:
        """Add `name` to every document's results that can have it; False if it cannot be had."""
        if name in self.missing:
            return False
        self.checkpoint()
        role, base = split_role(name)
        subjects = [d.companions.get(role) if role else d for d in documents]
        todo = [
            i
            for i, s in enumerate(subjects)
            if s is not None and name not in results[i] and name not in refused[i]
        ]
        analysis = self._analyses.get(base)
        if analysis is None:
            self.missing[name] = f'nothing provides the analysis "{base}"'
            return False
        needs = [f"{role}:{need}" if role else need for need in analysis.needs]
        for need in needs:
            if not self._provide(need, documents, results, refused):
                self.missing[name] = self.missing[need]
                return False
        ready = []
        for i in todo:
            without = next((need for need in needs if need in refused[i]), None)
            if without is not None:
                refused[i][name] = refused[i][without]
            elif all(need in results[i] for need in needs):
                ready.append(i)
        try:
            self._run(analysis, name, needs, subjects, documents, ready, results, refused)
        except MissingNeed as reason:
            if analysis.configured:
                raise UserError(str(reason)) from reason
            self.missing[name] = str(reason)
            if isinstance(reason, DamagedResource):
                self.note_damage([str(reason)])
            return False
        return True

    def _run(
        self,
        analysis: Analysis,
        name: str,
        needs: Sequence[str],
        subjects: Sequence[Document | None],
        documents: Sequence[Document],
        ready: Sequence[int],
        results: list[dict[str, Any]],
        refused: list[dict[str, Refused]],
    ) -> None:
        """Run over the documents `ready`: together if may be; one that fails fails alone."""
        together = isinstance(analysis, SentenceAnalysis)
        groups = [list(ready)] if together else [[i] for i in ready]
        while groups:
            group = groups.pop(0)
            try:
                if isinstance(analysis, SentenceAnalysis):
                    self._sentences(analysis, name, needs, subjects, group, results)
                elif isinstance(analysis, DocumentAnalysis):
                    for i in group:
                        if _has_companions(analysis, documents[i]):
                            given = {need: results[i][need] for need in needs}
                            results[i][name] = analysis.run(documents[i], given)
            except (MissingNeed, Interrupted, DamagedFile):
                raise
            except Exception as error:  # noqa: BLE001 - a plugin's fault must not take the rest along
                if len(group) > 1:
                    groups = [[i] for i in group]
                elif isinstance(error, Refused):
                    refused[group[0]][name] = error
                else:
                    fault = describe(error, type(analysis).__module__)
                    refused[group[0]][name] = Failed(f"{analysis.name} failed: {fault}")

    def _sentences(
        self,
        analysis: SentenceAnalysis,
        name: str,
        needs: Sequence[str],
        subjects: Sequence[Document | None],
        todo: Sequence[int],
        results: list[dict[str, Any]],
    ) -> None:
        # first occurrence of every distinct sentence, with what other analyses say of it
        where: dict[str, tuple[int, int]] = {}
        for i in todo:
            subject = subjects[i]
            assert subject is not None
            for index, text in enumerate(subject.texts):
                if text not in where:
                    where[text] = i, index
        values = self._in_memory(analysis, where)
        if len(values) < len(where):
            values |= self._recall(analysis, [text for text in where if text not in values])
        fresh = [text for text in where if text not in values]
        size = BATCH if self._memory else len(fresh)
        for at in range(0, len(fresh), max(1, size)):
            if at:
                self.checkpoint()
            batch = fresh[at : at + size]
            given = {
                analysis.needs[n]: [results[where[t][0]][need][where[t][1]] for t in batch]
                for n, need in enumerate(needs)
            }
            computed = dict(zip(batch, analysis.run(batch, given), strict=True))
            self._remember(analysis, computed)
            values.update(computed)
        for i in todo:
            subject = subjects[i]
            assert subject is not None
            results[i][name] = [values[text] for text in subject.texts]

    def by_sentence(self, name: str) -> bool:
        """Whether an analysis has a value a sentence."""
        return isinstance(self._analyses.get(split_role(name)[1]), SentenceAnalysis)

    def _in_memory(self, analysis: SentenceAnalysis, texts: Collection[str]) -> dict[str, Any]:
        if self._memory is None:
            return {}
        return self._memory.values(analysis.name).known(texts)

    def _recall(self, analysis: SentenceAnalysis, texts: Sequence[str]) -> dict[str, Any]:
        if self._cache is None or not analysis.cached:
            return {}
        prefix = _prefix(analysis)
        keys = {key(prefix, text): text for text in texts}
        stored = self._cache.get(list(keys))
        values = {keys[name]: analysis.unpack(data) for name, data in stored.items()}
        if self._memory is not None:
            self._memory.values(analysis.name).update(values)
        return values

    def _remember(self, analysis: SentenceAnalysis, values: Mapping[str, Any]) -> None:
        if self._memory is not None:
            self._memory.values(analysis.name).update(values)
        if self._cache is not None and analysis.cached:
            prefix = _prefix(analysis)
            self._cache.put({key(prefix, t): analysis.pack(v) for t, v in values.items()})


def _prefix(analysis: Analysis) -> bytes:
    return key("sentence", analysis.name, str(analysis.version), analysis.digest)


def _has_companions(analysis: DocumentAnalysis, document: Document) -> bool:
    role = companion_of(analysis.name)
    return not role or role in document.companions
