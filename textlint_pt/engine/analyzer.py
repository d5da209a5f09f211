"""Runs analyses: each once, for the union of what is needed, batched over documents, cached."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

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
from textlint_pt.engine.memory import Interrupted, Memory, RecentValues, weight
from textlint_pt.text.document import Document, Kind, Sentence, Span, Text

#: sentences after which a run may be ended, where there is a memory that keeps what was computed;
#: and those that an analysis is given at once where there is none
BATCH, LARGE_BATCH = 32, 256
#: a document of more sentences is long: its sentences are analysed a batch at a time, and what can
#: be packed of it is kept packed; a sentence of more characters counts as several
LONG = 400
#: sentences whose values are compressed together
_GROUP = 64


class CompressedList:
    """Bytes in order, kept compressed by the `_GROUP`."""

    def __init__(self) -> None:
        #: the bytes of each group, and where each of its values ends in them
        self._full: list[tuple[bytes, Sequence[int]]] = []
        self._open: list[bytes] = []
        self._unpacked: tuple[int, list[bytes]] = -1, []

    def extend(self, data: Iterable[bytes]) -> None:
        """Append values, compressing each full group."""
        for value in data:
            self._open.append(value)
            if len(self._open) == _GROUP:
                ends = array("I", accumulate(map(len, self._open)))
                self._full.append((zlib.compress(b"".join(self._open), 1), ends))
                self._open = []

    def __getitem__(self, index: int) -> bytes:
        """Return a value; its group is decompressed, and kept for the next one asked for."""
        group, offset = divmod(index, _GROUP)
        if group == len(self._full):
            return self._open[offset]
        if self._unpacked[0] != group:
            compressed, ends = self._full[group]
            joined = zlib.decompress(compressed)
            self._unpacked = group, [joined[start:end] for start, end in pairwise((0, *ends))]
        return self._unpacked[1][offset]


class Packed(Sequence[Any]):
    """Values of a sentence analysis over a document, as bytes until they are asked for.

    `where[i]` is the place of the value of sentence i in `data`.
    """

    def __init__(
        self,
        analysis: SentenceAnalysis,
        data: CompressedList | Sequence[bytes],
        where: Sequence[int],
    ) -> None:
        self._analysis, self._data, self._where = analysis, data, where
        self._unpacked: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self._where)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._analysis.unpack(self._data[at]) for at in self._where[index]]
        at = self._where[index]
        if at not in self._unpacked:
            if len(self._unpacked) >= LARGE_BATCH:
                self._unpacked.clear()
            self._unpacked[at] = self._analysis.unpack(self._data[at])
        return self._unpacked[at]


class Gathered:
    """Values of an analysis over a document as they come, kept packed where it packs them."""

    def __init__(self, analysis: SentenceAnalysis) -> None:
        self._analysis = analysis
        self._packed = CompressedList() if _packs(analysis) else None
        self._values: list[Any] = []

    def sent(self, values: Sequence[Any]) -> Sequence[Any]:
        """Return values in the form that `add` takes, which processes can send: packed, or not."""
        return values if self._packed is None else list(map(self._analysis.pack, values))

    def add(self, values: Sequence[Any]) -> None:
        if self._packed is None:
            self._values += values
        else:
            self._packed.extend(values)

    def all(self, count: int) -> Sequence[Any]:
        """Return the values of so many sentences."""
        if self._packed is None:
            return self._values
        return Packed(self._analysis, self._packed, range(count))


class CutOnly(NamedTuple):
    """What is left of values that nobody asked for but other analyses: the sentences that were not
    read to their end."""

    cut: frozenset[int]


@dataclass(eq=False)
class Analysed:
    """A document with the values of its analyses by name, and why others were refused."""

    document: Document
    values: dict[str, Any] = field(default_factory=dict)
    refused: dict[str, Refused] = field(default_factory=dict)

    def subject(self, role: str | None) -> Document | None:
        """Return the document, or its companion in a role."""
        return self.document.companions.get(role) if role else self.document


class Analyzer:
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
        """Collect the analyses of all resources; later ones take precedence."""
        self._cache, self._memory = cache, memory
        #: called between rules, analyses and, with a memory, batches: it may raise `Interrupted`
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
            self._analyses |= {analysis.name: analysis for analysis in provided}
            self._provider |= {analysis.name: resource.name for analysis in provided}

    def has(self, name: str) -> bool:
        """Whether an analysis is provided and none of its runs said that it cannot be had."""
        return split_role(name)[1] in self._analyses and name not in self.missing

    def label(self, name: str) -> str:
        """Return provider and digest of an analysis, for the signature."""
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

    def run(self, documents: Sequence[Document], names: Iterable[str]) -> list[Analysed]:
        """Return the documents analysed; `UserError` for unusable models."""
        analysed = [Analysed(document) for document in documents]
        self.add(analysed, names)
        return analysed

    def add(self, analysed: Sequence[Analysed], names: Iterable[str]) -> None:
        """Add the values of analyses to documents, one analysis after the other.

        Values that were not asked for are dropped once no later analysis needs them.
        """
        wanted = sorted(names)
        uses = [self._used([name]) for name in wanted]
        for position, name in enumerate(wanted):
            self._provide(name, analysed)
            used = set(wanted).union(*uses[position + 1 :])
            for one in analysed:
                self._drop_unused(used, one)

    def of_sentences(self, names: Iterable[str]) -> frozenset[str]:
        """Return analyses, with what others need, that can run on some sentences at a time."""
        direct = {name for name in names if self._is_of_sentences(name)}
        needed = self._used(name for name in names if name not in direct)
        return frozenset(direct.union(filter(self._is_of_sentences, needed)))

    def is_of_whole(self, name: str) -> bool:
        """Return whether an analysis is made of all sentences of the document together."""
        return not self._is_of_sentences(name) and any(
            not split_role(one)[0] and self.by_sentence(one) for one in self._used([name])
        )

    def window(
        self, document: Document, names: Collection[str], first: int, last: int
    ) -> tuple[dict[str, Sequence[Any]], Mapping[str, Set[int]], dict[str, Refused]]:
        """Return values of the sentences `first` to `last` by analysis, the indices (of the whole
        document) of those that each did not read to their end, and refusals."""
        (found,) = self.run([_of_texts(document.texts[first:last])], names)
        values = {
            name: values for name, values in found.values.items() if not isinstance(values, CutOnly)
        }
        cut = {
            name: {first + at for at in self._cut(name, found)}
            for name, one in found.values.items()
            if isinstance(one, CutOnly) or self._may_be_cut(name)
        }
        return values, cut, found.refused

    def gather(self, name: str) -> Gathered:
        """Return what gathers the values of an analysis of sentences over a document."""
        analysis = self._analyses[name]
        assert isinstance(analysis, SentenceAnalysis)
        return Gathered(analysis)

    def _is_of_sentences(self, name: str) -> bool:
        """Whether an analysis of the document itself has values by sentence, made of no others."""
        return not split_role(name)[0] and all(
            isinstance(self._analyses.get(one), SentenceAnalysis) for one in self._used([name])
        )

    def values(self, name: str, texts: Sequence[str]) -> Sequence[Any] | None:
        """Return an analysis' values for texts outside files; None if it is missing."""
        (found,) = self.run([_of_texts(texts)], [name])
        values: Sequence[Any] | None = found.values.get(name)
        return values

    def _used(self, names: Iterable[str]) -> set[str]:
        """Return these analyses and all that they need."""
        used: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in used:
                used.add(name)
                pending += self._needs(name)
        return used

    def _needs(self, name: str) -> list[str]:
        """Return the analyses that one needs, over the same document or companion."""
        role, base = split_role(name)
        needs = self._analyses[base].needs if base in self._analyses else ()
        return [f"{role}:{need}" if role else need for need in needs]

    def _drop_unused(self, used: Collection[str], analysed: Analysed) -> None:
        """Drop unused values, keeping which sentences were cut."""
        for name in [name for name in analysed.values if name not in used]:
            if self._may_be_cut(name):
                analysed.values[name] = CutOnly(self._cut(name, analysed))
            elif not isinstance(analysed.values[name], CutOnly):
                del analysed.values[name]

    def cut(self, analysed: Analysed) -> list[Span]:
        """Return the spans of sentences that are longer than the analyses read."""
        found = frozenset[int]().union(*(self._cut(name, analysed) for name in analysed.values))
        return [analysed.document.sentences[index].span for index in sorted(found)]

    def _may_be_cut(self, name: str) -> bool:
        """Return whether an analysis may read only a part of a sentence."""
        analysis = self._analyses.get(name)
        return (
            isinstance(analysis, SentenceAnalysis)
            and type(analysis).reads_whole is not SentenceAnalysis.reads_whole
        )

    def _cut(self, name: str, analysed: Analysed) -> frozenset[int]:
        """Return indices of sentences that an analysis did not read to their end."""
        values, analysis = analysed.values[name], self._analyses.get(name)
        if isinstance(values, CutOnly):
            return values.cut
        if not (isinstance(analysis, SentenceAnalysis) and self._may_be_cut(name)):
            return frozenset()
        known = self._memory.values(f"{name} whole") if self._memory else RecentValues()
        texts = analysed.document.texts
        if unknown_texts := set(known.missing_keys(texts)):
            known.update(
                {
                    text: analysis.reads_whole(text, values[index])
                    for index, text in enumerate(texts)
                    if text in unknown_texts
                }
            )
        return frozenset(index for index, is_whole in enumerate(known.all(texts)) if not is_whole)

    def _provide(self, name: str, analysed: Sequence[Analysed]) -> bool:
        """Run an analysis and its needs on all documents; False if it is unavailable."""
        if name in self.missing:
            return False
        self.checkpoint()
        todo = [one for one in analysed if name not in one.values and name not in one.refused]
        if not todo:
            return True
        role, base = split_role(name)
        analysis = self._analyses.get(base)
        if analysis is None:
            self.missing[name] = f'nothing provides the analysis "{base}"'
            return False
        todo = [
            one
            for one in todo
            if one.subject(role) is not None and _has_companions(analysis, one.document)
        ]
        if not todo:  # what it needs may take long to read
            return True
        needs = self._needs(name)
        for need in needs:
            if not self._provide(need, analysed):
                self.missing[name] = self.missing[need]
                return False
        ready: list[Analysed] = []
        for one in todo:
            refusal = next((one.refused[need] for need in needs if need in one.refused), None)
            if refusal is not None:
                one.refused[name] = refusal
            elif all(need in one.values for need in needs):
                ready.append(one)
        try:
            self._run(analysis, name, needs, ready)
        except MissingNeed as reason:
            if analysis.configured:
                raise UserError(str(reason)) from reason
            self.missing[name] = str(reason)
            if isinstance(reason, DamagedResource):
                self.note_damage([str(reason)])
            return False
        return True

    def _run(
        self, analysis: Analysis, name: str, needs: Sequence[str], ready: Sequence[Analysed]
    ) -> None:
        """Run on documents, together if possible.

        When a joint run fails, each document is run by itself, so that the others have values.
        """
        is_joint = isinstance(analysis, SentenceAnalysis)
        groups = [ready] if is_joint else [[one] for one in ready]
        while groups:
            group = groups.pop(0)
            try:
                if isinstance(analysis, SentenceAnalysis):
                    self._sentences(analysis, name, needs, group)
                elif isinstance(analysis, DocumentAnalysis):
                    for one in group:
                        given = {need: one.values[need] for need in needs}
                        one.values[name] = analysis.run(one.document, given)
            except (MissingNeed, Interrupted, DamagedFile):
                raise
            except Exception as error:  # noqa: BLE001 - a plugin's fault must not take the rest along
                if len(group) > 1:
                    groups = [[one] for one in group]
                elif isinstance(error, Refused):
                    group[0].refused[name] = error
                else:
                    fault = describe(error, type(analysis).__module__)
                    group[0].refused[name] = Failed(f"{analysis.name} failed: {fault}")

    def _sentences(
        self,
        analysis: SentenceAnalysis,
        name: str,
        needs: Sequence[str],
        analysed: Sequence[Analysed],
    ) -> None:
        """Add the values of all sentences; those that neither memory nor cache has are computed,
        each distinct text once."""
        role, _ = split_role(name)
        subjects = [subject for one in analysed if (subject := one.subject(role)) is not None]
        values_by_text = self._memory.values(analysis.name) if self._memory else RecentValues()
        unknown_texts = values_by_text.missing_keys(chain.from_iterable(s.texts for s in subjects))
        packs = _packs(analysis) and (
            analysis.bulky if self._memory else any(map(is_long, subjects))
        )
        if unknown_texts:
            values_by_text.update(
                self._kept(self._recall(analysis, unknown_texts), analysis, packs)
            )
            unknown_texts = values_by_text.missing_keys(unknown_texts)
        first_seen = _first_places(analysed, subjects, unknown_texts) if unknown_texts else {}
        size = BATCH if self._memory else LARGE_BATCH
        for start in range(0, len(unknown_texts), size):
            if start:
                self.checkpoint()
            batch = unknown_texts[start : start + size]
            places = [first_seen[text] for text in batch]
            given = {
                base: [one.values[need][index] for one, index in places]
                for base, need in zip(analysis.needs, needs, strict=True)
            }
            computed = dict(zip(batch, analysis.run(batch, given), strict=True))
            computed = self._kept(computed, analysis, packs)
            values_by_text.update(computed)
            self._store(analysis, computed, packs)
        for one, subject in zip(analysed, subjects, strict=True):
            if packs and not self._memory:  # each distinct text once, compressed
                positions = {text: index for index, text in enumerate(dict.fromkeys(subject.texts))}
                compressed = CompressedList()
                compressed.extend(values_by_text.all(positions))
                where = array("I", (positions[text] for text in subject.texts))
                one.values[name] = Packed(analysis, compressed, where)
            else:
                values = values_by_text.all(subject.texts)
                one.values[name] = Packed(analysis, values, range(len(values))) if packs else values

    def by_sentence(self, name: str) -> bool:
        """Return whether an analysis has a value a sentence."""
        return isinstance(self._analyses.get(split_role(name)[1]), SentenceAnalysis)

    def _recall(self, analysis: SentenceAnalysis, texts: Sequence[str]) -> dict[str, Any]:
        """Return the values of texts that the cache has."""
        if self._cache is None or not analysis.cached:
            return {}
        prefix = _prefix(analysis)
        keys = {key(prefix, text): text for text in texts}
        stored = self._cache.unpacked(list(keys), analysis.unpack)
        return {keys[name]: value for name, value in stored.items()}

    @staticmethod
    def _kept(values: dict[str, Any], analysis: SentenceAnalysis, packs: bool) -> dict[str, Any]:
        """Return values as they are kept, packed or not."""
        if not packs:
            return values
        return {text: analysis.pack(value) for text, value in values.items()}

    def _store(self, analysis: SentenceAnalysis, kept: Mapping[str, Any], packs: bool) -> None:
        """Keep values on disk."""
        if self._cache is not None and analysis.cached:
            prefix, pack = _prefix(analysis), bytes if packs else analysis.pack
            self._cache.put({key(prefix, text): pack(value) for text, value in kept.items()})


def _first_places(
    analysed: Sequence[Analysed], subjects: Sequence[Document], wanted: Iterable[str]
) -> dict[str, tuple[Analysed, int]]:
    """Return for each wanted sentence where it stands first: document and index.

    There stand the values of other analyses that it is analysed with.
    """
    texts = frozenset(wanted)
    found: dict[str, tuple[Analysed, int]] = {}
    for one, subject in zip(analysed, subjects, strict=True):
        for index, text in enumerate(subject.texts):
            if text in texts:
                found.setdefault(text, (one, index))
    return found


def is_long(document: Document) -> bool:
    """Return whether not all that analyses and rules read of a document is kept at once."""
    return len(document.sentences) > LONG or document.once(_weight) > LONG


def _weight(document: Document) -> int:
    return sum(map(weight, document.texts))


def _of_texts(texts: Iterable[str]) -> Document:
    """Return sentences that are in no file."""
    sentences = (
        Sentence(at, Text.verbatim(text, 0), Kind.PARAGRAPH, at, 0) for at, text in enumerate(texts)
    )
    return Document("", "", "text", (), tuple(sentences))


def _packs(analysis: Analysis) -> bool:
    """Return whether values are packed, and so can be kept as bytes."""
    return (
        isinstance(analysis, SentenceAnalysis) and type(analysis).pack is not SentenceAnalysis.pack
    )


def _prefix(analysis: Analysis) -> bytes:
    return key("sentence", analysis.name, str(analysis.version), analysis.digest)


def _has_companions(analysis: Analysis, document: Document) -> bool:
    """Return whether a document has the companion that an analysis is about, if it is about one."""
    role = companion_of(analysis.name) if isinstance(analysis, DocumentAnalysis) else ""
    return not role or role in document.companions
