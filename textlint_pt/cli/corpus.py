"""Collections of documents: `textlint-pt corpus score|filter|report|duplicates`."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.options import split
from textlint_pt.cli.output import complain
from textlint_pt.cli.run import read_layers
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.ours import check_distinct
from textlint_pt.report.messages import say, visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.figures import localised

if TYPE_CHECKING:
    from textlint_pt.corpus.duplicates import Match, Place
    from textlint_pt.corpus.filtering import Filter
    from textlint_pt.corpus.reading import Record
    from textlint_pt.corpus.scoring import Progress

#: seconds between two lines of progress, on a terminal and in a log
_OFTEN, _SELDOM = 0.5, 60.0


def score(given: Mapping[str, Any]) -> int:
    """`corpus score`: 2 where something could not be scored, which `scores.errors.jsonl` names."""
    need_arrow()
    from textlint_pt.config.config import check_sections
    from textlint_pt.corpus import scoring
    from textlint_pt.corpus.cluster import Cluster
    from textlint_pt.corpus.engines import Engine, Processes
    from textlint_pt.corpus.reading import Fields
    from textlint_pt.corpus.work import Order
    from textlint_pt.engine.linter import Linter
    from textlint_pt.engine.parallel import cores
    from textlint_pt.registry.plugins import load

    workers = given["workers"] or cores()
    if given["scheduler"]:
        _need_dask()
        if given["workers"]:
            raise UserError("--workers is for this machine; with --scheduler the cluster has them")
    to = scoring.outputs(
        given["out"], with_sentences=given["sentences"], with_findings=given["findings"]
    )
    layers = read_layers({**given, "paths": given["inputs"]})
    language = spoken()
    linter = Linter(load(third_party=not given["no_plugins"]), layers)
    check_sections(layers, linter.plugins)
    for problem in linter.plugins.problems:
        complain(problem)
    order = Order(
        layers, not given["no_plugins"], given["sentences"], given["findings"], given["debug"]
    )
    engine: Engine = Processes(workers)
    if given["scheduler"]:
        engine = Cluster(given["scheduler"], complain)
        order = order._replace(signature=linter.signature())
    line = _Line(language, shown=not given["quiet"])
    outcome = scoring.score(
        given["inputs"],
        to,
        linter,
        order,
        engine,
        Fields(given["id_field"], given["text_field"], tuple(given["keep"] or ())),
        overwrite=given["overwrite"],
        tell=line.show,
    )
    line.end()
    if outcome is None:
        if not given["quiet"]:
            _tell(language, "corpus-there", path=to.scores)
        return 0
    if not given["quiet"]:
        kinds = Counter(outcome.unscored).most_common()
        why = ", ".join(f"{number} {reason}" for reason, number in kinds)
        counts = {"documents": outcome.documents, "unscored": sum(outcome.unscored.values())}
        why = f" ({why})" if why else ""
        _tell(language, "corpus-done", path=to.scores, why=why, **counts)
    if outcome.first_error:
        complain(f"errors: {outcome.errors}, in {to.errors}; the first:")
        complain(outcome.first_error)
    return 2 if outcome.errors or linter.plugins.problems else 0


def need_arrow() -> None:
    """`UserError` where the extra is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise UserError("collections need pyarrow: pip install pyarrow") from error


def _need_dask() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise UserError("--scheduler needs dask: pip install distributed") from error


def _tell(language: str, name: str, **fields: object) -> None:
    sys.stderr.write(f"textlint-pt: {say(language, name, **fields)}\n")


class _Line:
    """Progress on standard error: one line that changes on a terminal, a line a minute in a log."""

    def __init__(self, language: str, *, shown: bool) -> None:
        self._language = language
        self._shown = shown
        self._live = sys.stderr.isatty()
        self._started = time.monotonic()
        self._before: Progress | None = None
        self._next = self._started + (_OFTEN if self._live else _SELDOM)

    def show(self, progress: Progress) -> None:
        now = time.monotonic()
        if not self._shown or now < self._next:
            return
        self._next = now + (_OFTEN if self._live else _SELDOM)
        said = self._said(progress, now - self._started)
        if self._live:
            sys.stderr.write(f"\r\x1b[K{said}")
        else:
            sys.stderr.write(f"textlint-pt: {said}\n")
        sys.stderr.flush()

    def _said(self, progress: Progress, seconds: float) -> str:
        """Documents, their rate, the share of the inputs that is read, and the time left.

        The time left is that of the bytes that are not read, at the rate of this run, which begins
        where an earlier one ended.
        """
        done = progress.documents + progress.earlier
        share = min(1.0, progress.position / progress.size) if progress.size else 1.0
        own = share * progress.documents / done if done else 0.0
        left = seconds * (1 - share) / own if own else 0.0
        rate = progress.documents / seconds if seconds else 0.0
        return say(
            self._language,
            "corpus-progress",
            documents=done,
            rate=localised(f"{rate:.1f}", self._language),
            share=f"{100 * share:.0f}",
            left=f"{int(left) // 3600}:{int(left) % 3600 // 60:02}:{int(left) % 60:02}",
        )

    def end(self) -> None:
        if self._live and self._shown:
            sys.stderr.write("\r\x1b[K")


def filter_(given: Mapping[str, Any]) -> int:
    """`corpus filter`: identifiers, or rows with their texts, of what is kept."""
    need_arrow()
    from textlint_pt.corpus.filtering import COPY, WORSE, Best, Filter
    from textlint_pt.corpus.tables import replace_text

    if given["out"]:
        check_distinct(given["out"], [name for name in (given["scores"], given["copies"]) if name])
    balance = [one for value in given["balance"] or () for one in split(value)]
    best = None
    if given["keep"] is not None or given["copies"]:
        keep, rank = given["keep"], given["rank"]
        keep, rank = 1.0 if keep is None else keep, rank or "score"
        best = Best(keep, rank, balance, given["seed"], given["copies"])
    elif balance or given["rank"]:
        raise UserError("--rank and --balance go with --keep, which says how many are kept")
    elif given["where"] is None:
        raise UserError("nothing to filter by: give --where, --keep or --copies")
    found = Filter(given["scores"], given["where"], best)
    lines = _kept_texts(found, given["scores"]) if given["texts"] else _kept_ids(found)
    if given["out"]:
        replace_text(given["out"], lines)
    else:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    language = _language(given)
    total = found.kept + found.gone.total()
    _tell(language, "corpus-kept", kept=found.kept, total=total)
    said = {WORSE: "corpus-worse", COPY: "corpus-copy"}
    for condition, number in found.gone.most_common():
        name = said.get(condition, "corpus-gone")
        _tell(language, name, number=number, condition=condition)
    return 0


def _kept_ids(found: Filter) -> Iterator[str]:
    for row in found.rows():
        if row.kept:
            yield f"{visible(row.id)}\n"


def _kept_texts(found: Filter, scores: str) -> Iterator[str]:
    """The kept documents as JSONL, read again from where they were scored."""
    from textlint_pt.corpus.reading import Fields, Reader
    from textlint_pt.corpus.tables import job_of
    from textlint_pt.registry.plugins import load

    job = job_of(scores)
    if job is None:
        raise UserError(f"{scores}: does not say what was scored: not a table of `corpus score`")
    paths = [path for path, *_ in job["files"]]
    fields = Fields(job["id_field"], job["text_field"])
    records = (one for one in Reader(paths, fields, load().extensions) if one.id is not None)
    for row, record in zip_longest(found.rows(), records):
        if row is None or record is None or row.id != record.id:
            raise UserError(f"{scores}: what was scored has changed since; score it again")
        if row.kept:
            text = record.data.decode("utf-8-sig", "replace")
            content = {"id": row.id, "path": record.path, "text": text}
            yield dumps(content) + "\n"


def report(given: Mapping[str, Any]) -> int:
    """`corpus report`: a page of figures."""
    need_arrow()
    from textlint_pt.corpus.report.page import Collection, page
    from textlint_pt.corpus.report.scores import Scores
    from textlint_pt.corpus.tables import replace_text

    if not given["out"].endswith((".html", ".htm")):
        raise UserError(f"--out: {given['out']}: the page is HTML; call it {given['out']}.html")
    check_distinct(given["out"], [given["scores"]])
    language = _language(given)
    collection = Collection(Scores(given["scores"]), given["by"], language)
    replace_text(given["out"], list(page(collection)))
    return 0


def plot(given: Mapping[str, Any]) -> int:
    """`corpus plot`: one figure as a file."""
    need_arrow()
    from textlint_pt.corpus.report.page import PLOTS, Collection, png, svg
    from textlint_pt.corpus.report.scores import Scores
    from textlint_pt.corpus.tables import replace

    ending = os.path.splitext(given["out"])[1].lower()  # noqa: PTH122
    if ending not in (".svg", ".png"):
        raise UserError(f"--out: {given['out']}: figures are .svg or .png")
    check_distinct(given["out"], [given["scores"]])
    collection = Collection(Scores(given["scores"]), given["by"], _language(given))
    figure = PLOTS[given["figure"]](collection, given["of"])
    if figure is None:
        raise UserError(f"{given['scores']}: {given['of']}: too few documents have a value")
    drawn = svg(figure).encode() if ending == ".svg" else png(figure)
    replace(given["out"], lambda name: Path(name).write_bytes(drawn))
    return 0


def _language(given: Mapping[str, Any]) -> str:
    """The language of messages: as given, or of the configuration."""
    read_layers({"paths": given.get("inputs", ["."]), **given})
    return spoken()


#: pairs that are shown where no file is asked for
_PAIRS = 20


def duplicates(given: Mapping[str, Any]) -> int:
    """`corpus duplicates`: 2 where something could not be read, which standard error names."""
    need_arrow()
    try:
        import rensa  # noqa: F401
    except ImportError as error:
        raise UserError("finding copies needs rensa: pip install rensa") from error
    from textlint_pt.corpus.duplicates import Finder, Limits
    from textlint_pt.corpus.reading import Fields, Reader, files
    from textlint_pt.corpus.tables import replace_text
    from textlint_pt.registry.plugins import load

    language = _language(given)
    plugins = load()
    fields = Fields(given["id_field"], given["text_field"])
    leave = [given["out"]] if given["out"] else []
    best: list[Match] = []
    counts = dict.fromkeys(("pairs", "near", "passages"), 0)

    def told(finder: Finder) -> Iterator[str]:
        for match in finder.matches():
            counts["pairs"] += 1
            counts["near"] += match.similarity >= given["similarity"]
            counts["passages"] += bool(match.passages)
            best.append(match)
            best.sort(key=_weight, reverse=True)
            del best[_PAIRS:]
            yield dumps(_pair(match, given["similarity"])) + "\n"

    with Finder(plugins, Limits(given["similarity"], given["passage"])) as finder:
        for inputs, reference in ((given["reference"] or [], True), (given["inputs"], False)):
            if inputs:
                check_distinct(given["out"] or "", inputs)
                paths = files(inputs, plugins.extensions, leave)
                finder.read(Reader(paths, fields, plugins.extensions), reference=reference)
        if given["out"]:
            replace_text(given["out"], told(finder))
        else:
            for _ in told(finder):
                pass
    sys.stdout.writelines(_shown(match, language) for match in best)
    if counts["pairs"] > len(best) and not given["out"]:
        sys.stdout.write(say(language, "corpus-rest", count=counts["pairs"] - len(best)) + "\n")
    sys.stdout.flush()
    _tell(language, "corpus-pairs", documents=finder.documents, **counts)
    for problem in finder.errors[:_PAIRS]:
        complain(problem)
    return 2 if finder.errors else 0


def _weight(match: Match) -> tuple[int, float]:
    """What makes a pair worth a look: the longest passage, then how alike they are."""
    return max((one.words for one in match.passages), default=0), match.similarity


def _pair(match: Match, limit: float) -> dict[str, Any]:
    document, other = match.document, match.other
    return {
        **{"id": document.id, "path": document.path, "row": document.row},
        "other": {"id": other.id, "path": other.path, "row": other.row},
        "in_reference": match.in_reference,
        "similarity": round(match.similarity, 4),
        "near_duplicate": match.similarity >= limit,
        "copied": round(match.copied, 4),
        "passages": [
            {
                "words": one.words,
                "text": one.text,
                **one.here._asdict(),
                "other": one.there._asdict(),
            }
            for one in match.passages
        ],
    }


def _shown(match: Match, language: str) -> str:
    """A pair on lines of its own, with the places of its passages."""
    document, other = match.document, match.other
    similarity, copied = f"{match.similarity:.2f}", f"{100 * match.copied:.0f}"
    lines = [
        visible(f"{document.id} = {other.id}"),
        "  "
        + say(language, "corpus-pair", similarity=localised(similarity, language), copied=copied),
    ]
    for one in match.passages:
        here, there = _where(document, one.here), _where(other, one.there)
        said = say(language, "corpus-passage", count=one.words, here=here, there=there)
        lines += [f"  {visible(said)}", f"    «{visible(one.text)}»"]
    return "\n".join(lines) + "\n\n"


def _where(record: Record, place: Place) -> str:
    """`file:line:column`; of a row of a table, `file[row]:line:column` in its text."""
    row = "" if record.row is None else f"[{record.row}]"
    return f"{record.path}{row}:{place.line}:{place.column}"
