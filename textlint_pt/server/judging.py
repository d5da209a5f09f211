"""Texts judged by one thread, in time: what was found by then is the answer.

A text is judged whole. A long one is judged some paragraphs at a time first: what is known of them
stays in memory, so that this is no work done twice, and it is what there is to say if the time is
up before the whole is judged. The work goes on while nobody else waits, so that the text is known
when it comes again. No text is kept on disk.
"""

from __future__ import annotations

import gc
import math
import queue
import re
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from textlint_pt import heap
from textlint_pt.companions.input import Input, Wanted, encoded
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import cache as caching
from textlint_pt.engine.memory import Interrupted, Memory
from textlint_pt.engine.session import Session
from textlint_pt.registry.plugins import Plugins
from textlint_pt.report.finding import Finding, Lines
from textlint_pt.report.report import DocumentReport, Score
from textlint_pt.text.document import Span

#: name of a text without markup
PLAIN = "text.txt"
#: characters of a text from which on it is judged in parts first, and of a part, about
LONG, PART = 2_000, 1_000
#: blocks of memory by which caches of plugins may make the process grow: some 30 MB
GROWN = 300_000
#: texts and parts of texts whose reports are kept, and their characters
KEPT, KEPT_CHARACTERS = 1_000, 1_000_000
#: texts that wait, at most
WAITING = 100
#: seconds after which a text that nobody waits for is judged no further
LONGEST = 120.0
_CACHE = type(lru_cache(len))
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n\s*")


class Busy(Exception):
    """More texts wait than can be judged."""


class Judged(NamedTuple):
    """What was found in a text, and where its sentences are. `complete`: in time, by all rules."""

    report: DocumentReport
    sentences: Sequence[Span]
    complete: bool = True


#: what was found in a part of a text, and where that begins
_Part = tuple[int, Judged]


@dataclass
class _Job:
    """A text to be judged, and what is known of it."""

    given: Input
    #: when the last one who waits stops waiting
    until: float
    whole: bool = False
    #: rules by which it is judged besides those of the configuration
    more: frozenset[str] = frozenset()
    done: threading.Event = field(default_factory=threading.Event)
    result: Judged | None = None
    problem: str | None = None
    #: the parts that were judged so far
    parts: list[_Part] = field(default_factory=list)


class Judge:
    """Judges texts under one configuration. Safe to be called by many threads, but to be made
    before there are others.

    `tell` is told in one line of what a user of the server should know.
    """

    def __init__(
        self, layers: Sequence[Layer], plugins: Plugins, tell: Callable[[str], None]
    ) -> None:
        self.plugins = config.with_formats(plugins, layers)
        self._layers = layers
        self._tell = tell
        self.session = self._new()
        #: the last rules that were wanted besides, and the session that has them
        self._with_more: tuple[frozenset[str], Session] = frozenset(), self.session
        self._stamp = self._file_stamp()
        self._changed = threading.Lock()
        self._jobs: dict[bytes, _Job] = {}
        self._kept: OrderedDict[bytes, tuple[Judged, int]] = OrderedDict()
        self._kept_characters = 0
        self._waiting: queue.Queue[tuple[bytes, _Job]] = queue.Queue(WAITING)
        first = _Job(Input(PLAIN, b"O gato subiu ao telhado. A lua via tudo."), math.inf)
        self._judge(first)  # loads rules and models, so that nobody waits for that
        if first.problem is not None:
            tell(first.problem)
        self._caches = _bounded_caches()
        threading.Thread(target=self._work, name="textlint-pt", daemon=True).start()

    def check(
        self,
        text: Input,
        seconds: float,
        *,
        whole: bool = False,
        more: frozenset[str] = frozenset(),
    ) -> Judged:
        """Return what is found in time; `Busy` if too many wait, `UserError` if none can be."""
        began = time.monotonic()
        key = _key(text, whole, more, self._file_stamp())
        with self._changed:
            if (cached := self._cached(key)) is not None:
                return cached
            job = self._jobs.get(key)
            if job is None:
                job = _Job(text, began + seconds, whole, more)
                try:
                    self._waiting.put_nowait((key, job))
                except queue.Full:
                    raise Busy from None
                self._jobs[key] = job
            job.until = max(job.until, began + seconds)
        job.done.wait(seconds)
        if job.problem is not None:
            raise UserError(job.problem)
        if job.result is not None:
            return job.result
        problem = f"{len(text.data)} bytes were not judged in {seconds:g} seconds"
        self._tell(f"{problem}: what was found by then is the answer")
        return _joined(text, list(job.parts), self.session.settings.profile)

    # ------------------------------------------------------------------ in the thread that judges

    def _work(self) -> None:
        """Judge waiting texts one after the other, and empty caches as they grow."""
        allocated = _free_memory(self._caches)
        while True:
            key, job = self._waiting.get()
            is_overdue = time.monotonic() > job.until
            if not is_overdue or not self._waiting.qsize():  # else others wait, and for it nobody
                self._judge(job)
            with self._changed:
                del self._jobs[key]
                if job.result is not None:
                    self._cache(key, job.result, len(job.given.data))
            job.done.set()
            if sys.getallocatedblocks() > allocated + GROWN:
                allocated = _free_memory(self._caches)

    def _judge(self, job: _Job) -> None:
        """Judge a text part by part, then as a whole, until its time is over."""

        def checkpoint() -> None:
            seconds_overdue = time.monotonic() - job.until
            if seconds_overdue > 0 and (self._waiting.qsize() or seconds_overdue > LONGEST):
                raise Interrupted

        try:
            self._renew()
            session = self._session_with(job.more)
            session.linter.analyzer.checkpoint = checkpoint
            if not job.whole:
                for start, part in _parts(job.given):
                    job.parts.append((start, self._part(session, part, job.more)))
            job.result = _checked(session, job.given, job.whole)
        except Interrupted:
            pass
        except UserError as error:
            job.problem = str(error)
        except Exception as error:  # noqa: BLE001 - others wait; what it says may quote the text
            job.problem = f"internal error: {type(error).__name__}"

    def _session_with(self, extra_rules: frozenset[str]) -> Session:
        """Return the session that also has these rules; only the last such one is kept."""
        if not extra_rules:
            return self.session
        rules_of_last, session = self._with_more
        if extra_rules != rules_of_last:
            session = self._new(extra_rules)
            self._with_more = extra_rules, session
        return session

    def _part(self, session: Session, part: Input, extra_rules: frozenset[str]) -> Judged:
        """Return the findings of a part, cached if an earlier text had it too."""
        key = _key(part, False, extra_rules, self._stamp)
        with self._changed:
            if (cached := self._cached(key)) is not None:
                return cached
        found = _checked(session, part)
        with self._changed:
            self._cache(key, found, len(part.data))
        return found

    def _renew(self) -> None:
        """Begin anew where files have changed that results depend on."""
        if self._file_stamp() != self._stamp:
            session = self._new()
            self._stamp = caching.file_stamp(session.files())  # which has it made before it is used
            self.session, self._with_more = session, (frozenset(), session)

    def _new(self, more: frozenset[str] = frozenset()) -> Session:
        layers = self._layers
        if more:
            chosen = sorted({*self.session.settings.rules, *more})
            layers = [*layers, Layer("enabledRules", {"select": chosen})]
        return Session(layers, lambda: self.plugins, memory=Memory())

    def _file_stamp(self) -> str:
        return caching.file_stamp(self.session.files())

    # ------------------------------------------------------------------ for those who wait

    def _cached(self, key: bytes) -> Judged | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def _cache(self, key: bytes, judged: Judged, size: int) -> None:
        """Cache a result, and drop the oldest while there are too many."""
        if judged.report.error is not None or size > KEPT_CHARACTERS:
            return
        self._kept[key] = judged, size
        self._kept_characters += size
        while len(self._kept) > KEPT or self._kept_characters > KEPT_CHARACTERS:
            _, (_, size_of_oldest) = self._kept.popitem(last=False)
            self._kept_characters -= size_of_oldest


def _bounded_caches() -> list[Any]:
    """Return the bounded caches of all modules. To be called before other threads begin: none may
    fill a tuple while `gc` has it in a list."""
    gc.unfreeze()  # what is frozen is not listed
    caches = (one for one in gc.get_objects() if type(one) is _CACHE)
    return [one for one in caches if one.cache_parameters()["maxsize"]]


def _free_memory(caches: Sequence[Any]) -> int:
    """Empty caches, collect garbage, and return the allocated blocks of memory."""
    gc.unfreeze()
    for one in caches:
        one.cache_clear()
    gc.collect()
    gc.freeze()  # rules and models stay, and need not be gone through again and again
    heap.give_back()
    return sys.getallocatedblocks()


def _key(given: Input, whole: bool, more: frozenset[str], stamp: str) -> bytes:
    texts = [
        part for role in sorted(given.companions) for part in (role, given.companions[role][1])
    ]
    chosen = ",".join(sorted(more))
    return caching.key(stamp, str(whole), chosen, given.path, given.data, *texts)


def _checked(session: Session, given: Input, whole: bool = False) -> Judged:
    """Return what is found in a text; `whole`: with all that a page of it shows."""
    session.wanted = Wanted(measures=whole, whole_texts=whole)
    ((report, document),) = session.check([given])
    return Judged(report, [sentence.span for sentence in document.sentences] if document else [])


def _parts(text_input: Input) -> list[tuple[int, Input]]:
    """Return the parts of a long plain text with their offsets; none of other texts."""
    text = text_input.data.decode("utf-8-sig", "replace")
    if text_input.path != PLAIN or text_input.companions or len(text) < LONG:
        return []
    ends = [end for match in _PARAGRAPH.finditer(text) if (end := match.end()) < len(text)]
    parts: list[tuple[int, Input]] = []
    start = 0
    for end in [*ends, len(text)]:
        if end - start >= PART or end == len(text):
            parts.append((start, text_input._replace(data=encoded(text[start:end]))))
            start = end
    return parts


def _joined(text_input: Input, parts: Sequence[_Part], profile: str) -> Judged:
    """Return one result from the results of a text's parts."""
    text = text_input.data.decode("utf-8-sig", "replace")
    findings: list[Finding] = []
    sentences: list[Span] = []
    for start, part in parts:
        lines_before, sentences_before = text.count("\n", 0, start), len(sentences)
        findings += (
            _moved(finding, start, lines_before, sentences_before)
            for finding in part.report.findings
        )
        sentences += (Span(start + span.start, start + span.end) for span in part.sentences)
    reports = [part.report for _, part in parts]
    report = DocumentReport(
        path=text_input.path,
        sentences=len(sentences),
        words=sum(one.words for one in reports),
        language=next((one.language for one in reports if one.language), None),
        error=next((one.error for one in reports if one.error), None),
        score=Score(None, profile, reason="out-of-time"),
        findings=findings,
    )
    return Judged(report, sentences, False)


def _moved(finding: Finding, offset: int, lines: int, sentences: int) -> Finding:
    """Return a finding of a part with its places in the whole text."""

    def below(place: Lines) -> Lines:
        return place._replace(line=place.line + lines, end_line=place.end_line + lines)

    moved = finding.moved(lambda span: Span(span.start + offset, span.end + offset))
    assert moved is not None
    return moved.replace(
        lines=below(finding.lines),
        sentence=None if finding.sentence is None else finding.sentence + sentences,
        related=tuple(
            one.replace(lines=below(one.lines)) if one.role == "text" else one
            for one in moved.related
        ),
    )
