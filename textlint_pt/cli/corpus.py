"""Collections of documents: `textlint-pt corpus score|filter|report|duplicates`."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.layers import read_layers
from textlint_pt.cli.options import split
from textlint_pt.cli.output import complain, inform
from textlint_pt.companions.input import Wanted
from textlint_pt.contract.errors import DEBUG, UserError
from textlint_pt.engine.own_files import check_distinct
from textlint_pt.report.messages import say, visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.figures import localised

if TYPE_CHECKING:
    from rich.status import Status

    from textlint_pt.corpus.duplicates import Match, Place
    from textlint_pt.corpus.filtering import Filter
    from textlint_pt.corpus.reading import Record
    from textlint_pt.corpus.scoring import Progress

#: seconds between two lines of progress in a log
_SECONDS_IN_LOG = 60.0


def score(options: Mapping[str, Any]) -> int:
    """Run `corpus score`; return 2 if something could not be scored (`scores.errors.jsonl`)."""
    _need_arrow()
    from textlint_pt.config.config import check_sections
    from textlint_pt.corpus import scoring
    from textlint_pt.corpus.cluster import Cluster
    from textlint_pt.corpus.engines import Engine, Processes
    from textlint_pt.corpus.reading import Fields
    from textlint_pt.corpus.work import Scoring
    from textlint_pt.engine.parallel import cores
    from textlint_pt.engine.session import Session

    workers = options["workers"] or cores()
    if options["scheduler"]:
        _need("distributed", UserError("--scheduler needs dask: pip install distributed"))
        if options["workers"]:
            raise UserError("--workers is for this machine; with --scheduler the cluster has them")
    targets = scoring.outputs(
        options["out"], with_sentences=options["sentences"], with_findings=options["findings"]
    )
    layers = read_layers({**options, "paths": options["inputs"]})
    language = spoken()
    DEBUG.on = options["debug"]
    session = Session(layers, third_party=not options["no_plugins"])
    session.wanted = Wanted(measures=options["sentences"])
    linter = session.linter
    check_sections(layers, linter.plugins)
    for problem in linter.plugins.problems:
        complain(problem)
    work = Scoring(session.order(), options["findings"])
    engine: Engine = Processes(workers)
    if options["scheduler"]:
        engine = Cluster(options["scheduler"], complain)
        work = work._replace(signature=linter.signature())
    line = _ProgressLine(language, shown=not options["quiet"])
    outcome = scoring.score(
        options["inputs"],
        targets,
        linter,
        work,
        engine,
        Fields(options["id_field"], options["text_field"], tuple(options["keep"] or ())),
        overwrite=options["overwrite"],
        report_progress=line.show,
    )
    line.end()
    if outcome is None:
        if not options["quiet"]:
            inform(say(language, "corpus-there", path=targets.scores))
        return 0
    if not options["quiet"]:
        by_frequency = Counter(outcome.unscored).most_common()
        reasons = ", ".join(f"{number} {reason}" for reason, number in by_frequency)
        counts = {"documents": outcome.documents, "unscored": sum(outcome.unscored.values())}
        in_brackets = f" ({reasons})" if reasons else ""
        inform(say(language, "corpus-done", path=targets.scores, why=in_brackets, **counts))
    if outcome.first_error:
        complain(f"errors: {outcome.errors}, in {targets.errors}; the first:")
        complain(outcome.first_error)
    return 2 if outcome.errors or linter.plugins.problems else 0


def _need_arrow() -> None:
    _need("pyarrow", UserError("collections need pyarrow: pip install pyarrow"))


def _need(package: str, error: UserError) -> None:
    """Raise the error unless a package of the extra is installed."""
    if find_spec(package) is None:
        raise error


class _ProgressLine:
    """Progress on standard error: a changing line on a terminal, one a minute in a log."""

    def __init__(self, language: str, *, shown: bool) -> None:
        """Prepare a line that is printed only if `shown`."""
        self._language = language
        self._is_shown = shown
        self._status: Status | None = None
        self._started = time.monotonic()
        self._next = self._started + _SECONDS_IN_LOG
        if shown and sys.stderr.isatty():
            from rich.console import Console

            self._status = Console(stderr=True).status("")
            self._status.start()

    def show(self, progress: Progress) -> None:
        """Show the progress on a terminal; print it unless that was done a moment ago."""
        now = time.monotonic()
        if self._status:
            self._status.update(self._text(progress, now - self._started))
        elif self._is_shown and now >= self._next:
            self._next = now + _SECONDS_IN_LOG
            inform(self._text(progress, now - self._started))

    def _text(self, progress: Progress, seconds: float) -> str:
        """Return documents done, their rate, the share of input read and the time left."""
        done = progress.documents + progress.earlier
        share = min(1.0, progress.position / progress.size) if progress.size else 1.0
        # an earlier run, whose time is not known, read a part of that share
        share_of_this_run = share * progress.documents / done if done else 0.0
        remaining = seconds * (1 - share) / share_of_this_run if share_of_this_run else 0.0
        minutes, seconds_left = divmod(int(remaining), 60)
        hours, minutes = divmod(minutes, 60)
        rate = progress.documents / seconds if seconds else 0.0
        return say(
            self._language,
            "corpus-progress",
            documents=done,
            rate=localised(f"{rate:.1f}", self._language),
            share=f"{100 * share:.0f}",
            left=f"{hours}:{minutes:02}:{seconds_left:02}",
        )

    def end(self) -> None:
        if self._status:
            self._status.stop()


def filter_(options: Mapping[str, Any]) -> int:
    """Run `corpus filter`: print or write the ids, or the texts, of rows that are kept."""
    _need_arrow()
    from textlint_pt.corpus.filtering import COPY, WORSE, Best, Filter
    from textlint_pt.corpus.tables import replace_text

    if options["out"]:
        check_distinct(
            options["out"],
            [name for name in (options["scores"], options["copies"]) if name],
        )
    balance = [column for value in options["balance"] or () for column in split(value)]
    best = None
    if options["keep"] is not None or options["copies"]:
        best = Best(
            keep=1.0 if options["keep"] is None else options["keep"],
            rank=options["rank"] or "score",
            balance=balance,
            seed=options["seed"],
            copies=options["copies"],
        )
    elif balance or options["rank"]:
        raise UserError("--rank and --balance go with --keep, which says how many are kept")
    elif options["where"] is None:
        raise UserError("nothing to filter by: give --where, --keep or --copies")
    row_filter = Filter(options["scores"], options["where"], best)
    lines = (
        _kept_texts(row_filter, options["scores"]) if options["texts"] else _kept_ids(row_filter)
    )
    if options["out"]:
        replace_text(options["out"], lines)
    else:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    language = _language(options)
    total = row_filter.kept + row_filter.removed.total()
    inform(say(language, "corpus-kept", kept=row_filter.kept, total=total))
    messages = {WORSE: "corpus-worse", COPY: "corpus-copy"}
    for condition, number in row_filter.removed.most_common():
        message = messages.get(condition, "corpus-gone")
        inform(say(language, message, number=number, condition=condition))
    return 0


def _kept_ids(found: Filter) -> Iterator[str]:
    for row in found.rows():
        if row.kept:
            yield f"{visible(row.id)}\n"


def _kept_texts(found: Filter, scores: str) -> Iterator[str]:
    """Yield the kept documents as JSON lines, read again from the scored files."""
    from textlint_pt.corpus.reading import Fields, Reader
    from textlint_pt.corpus.tables import job_of
    from textlint_pt.registry.plugins import load

    job = job_of(scores)
    if job is None:
        raise UserError(f"{scores}: does not say what was scored: not a table of `corpus score`")
    paths = [path for path, *_ in job["files"]]
    fields = Fields(job["id_field"], job["text_field"])
    records = (
        record for record in Reader(paths, fields, load().extensions) if record.id is not None
    )
    for row, record in zip_longest(found.rows(), records):
        if row is None or record is None or row.id != record.id:
            raise UserError(f"{scores}: what was scored has changed since; score it again")
        if row.kept:
            text = record.data.decode("utf-8-sig", "replace")
            content = {"id": row.id, "path": record.path, "text": text}
            yield dumps(content) + "\n"


def report(options: Mapping[str, Any]) -> int:
    """Run `corpus report`: write a page of figures."""
    _need_arrow()
    from textlint_pt.corpus.report.page import Collection, page
    from textlint_pt.corpus.report.scores import Scores
    from textlint_pt.corpus.tables import replace_text

    if not options["out"].endswith((".html", ".htm")):
        raise UserError(f"--out: {options['out']}: the page is HTML; call it {options['out']}.html")
    check_distinct(options["out"], [options["scores"]])
    language = _language(options)
    collection = Collection(Scores(options["scores"]), options["by"], language)
    replace_text(options["out"], list(page(collection)))
    return 0


def plot(options: Mapping[str, Any]) -> int:
    """Run `corpus plot`: write one figure as a file."""
    _need_arrow()
    from textlint_pt.corpus.report.page import PLOTS, Collection, png, svg
    from textlint_pt.corpus.report.scores import Scores
    from textlint_pt.corpus.tables import replace

    ending = os.path.splitext(options["out"])[1].lower()  # noqa: PTH122
    if ending not in (".svg", ".png"):
        raise UserError(f"--out: {options['out']}: figures are .svg or .png")
    check_distinct(options["out"], [options["scores"]])
    collection = Collection(Scores(options["scores"]), options["by"], _language(options))
    figure = PLOTS[options["figure"]](collection, options["of"])
    if figure is None:
        raise UserError(f"{options['scores']}: {options['of']}: too few documents have a value")
    drawn = svg(figure).encode() if ending == ".svg" else png(figure)
    replace(options["out"], lambda name: Path(name).write_bytes(drawn))
    return 0


def _language(options: Mapping[str, Any]) -> str:
    """Return the language of messages: as the options or the configuration say."""
    read_layers({"paths": options.get("inputs", ["."]), **options})
    return spoken()


#: pairs that are shown where no file is asked for
_PAIRS = 20


def duplicates(options: Mapping[str, Any]) -> int:
    """Run `corpus duplicates`; return 2 if something could not be read."""
    _need_arrow()
    _need("rensa", UserError("finding copies needs rensa: pip install rensa"))
    from textlint_pt.corpus.duplicates import Finder, Limits
    from textlint_pt.corpus.reading import Fields, Reader, files
    from textlint_pt.corpus.tables import replace_text
    from textlint_pt.registry.plugins import load

    language = _language(options)
    plugins = load()
    fields = Fields(options["id_field"], options["text_field"])
    excluded = [options["out"]] if options["out"] else []
    best: list[Match] = []
    counts = dict.fromkeys(("pairs", "near", "passages"), 0)

    def json_lines(finder: Finder) -> Iterator[str]:
        for match in finder.matches():
            counts["pairs"] += 1
            counts["near"] += match.similarity >= options["similarity"]
            counts["passages"] += bool(match.passages)
            best.append(match)
            best.sort(key=_sort_key, reverse=True)
            del best[_PAIRS:]
            yield dumps(_pair_data(match, options["similarity"])) + "\n"

    with Finder(plugins, Limits(options["similarity"], options["passage"])) as finder:
        for inputs, reference in ((options["reference"] or [], True), (options["inputs"], False)):
            if inputs:
                check_distinct(options["out"] or "", inputs)
                paths = files(inputs, plugins.extensions, excluded)
                finder.read(Reader(paths, fields, plugins.extensions), reference=reference)
        if options["out"]:
            replace_text(options["out"], json_lines(finder))
        else:
            for _ in json_lines(finder):
                pass
    sys.stdout.writelines(_pair_text(match, language) for match in best)
    if counts["pairs"] > len(best) and not options["out"]:
        sys.stdout.write(say(language, "corpus-rest", count=counts["pairs"] - len(best)) + "\n")
    sys.stdout.flush()
    inform(say(language, "corpus-pairs", documents=finder.documents, **counts))
    for problem in finder.errors[:_PAIRS]:
        complain(problem)
    return 2 if finder.errors else 0


def _sort_key(match: Match) -> tuple[int, float]:
    """Return the sort key of a pair: its longest passage, then its similarity."""
    return max((passage.words for passage in match.passages), default=0), match.similarity


def _pair_data(match: Match, limit: float) -> dict[str, Any]:
    """Return a pair as JSON data."""
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
                "words": passage.words,
                "text": passage.text,
                **passage.here._asdict(),
                "other": passage.there._asdict(),
            }
            for passage in match.passages
        ],
    }


def _pair_text(match: Match, language: str) -> str:
    """Return a pair as lines of text with the positions of its passages."""
    document, other = match.document, match.other
    similarity, copied = f"{match.similarity:.2f}", f"{100 * match.copied:.0f}"
    figures = say(
        language, "corpus-pair", similarity=localised(similarity, language), copied=copied
    )
    lines = [visible(f"{document.id} = {other.id}"), f"  {figures}"]
    for passage in match.passages:
        here, there = _where(document, passage.here), _where(other, passage.there)
        heading = say(language, "corpus-passage", count=passage.words, here=here, there=there)
        lines += [f"  {visible(heading)}", f"    «{visible(passage.text)}»"]
    return "\n".join(lines) + "\n\n"


def _where(record: Record, place: Place) -> str:
    """Return `file:line:column`; for a row of a table, `file[row]:line:column` in its text."""
    row = "" if record.row is None else f"[{record.row}]"
    return f"{record.path}{row}:{place.line}:{place.column}"
