"""`--show-alignment`: which sentences are compared with which, and why some texts are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from textlint_pt.cli.output import complain, write
from textlint_pt.companions.finder import ROLES
from textlint_pt.companions.input import Input
from textlint_pt.contract.alignment import Alignment, Link
from textlint_pt.contract.analysis import alignment_of
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.linter import Linter
from textlint_pt.report.messages import opening, say, say_note, visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.text.document import Document, Sentence


def show(
    inputs: Iterable[Input],
    linter_for: Callable[[str], Linter],
    form: str,
    output: str | None,
    language: str,
) -> int:
    """Write the alignments of every text; 2 if one that was asked for by hand cannot be had."""
    if form not in ("text", "json"):
        raise UserError(f'--show-alignment: unknown format "{form}"; known: text, json')
    problems: list[str] = []
    entries: list[dict[str, Any]] = []
    for given in inputs:
        try:
            linter = linter_for(given.path)
            attached = linter.attach(given)
        except Unreadable as error:
            problems.append(str(error))
            continue
        entry = _entry(attached.document, language, linter)
        entries.append(entry)
        problems.extend(attached.problems)
        for alignment in entry["alignments"]:
            if alignment["reason"] and alignment["role"] in given.companions:
                problems.append(f"{given.path}: {alignment['reason']}")
    if not problems and not any(entry["alignments"] for entry in entries):
        problems.append(say(language, "nothing-to-align"))
    if form == "json":
        text = dumps(entries, 2) + "\n"
    else:
        text = "".join(f"{line}\n" for entry in entries for line in _lines(entry, language))
    write([(text, "")], output)
    for problem in problems:
        complain(problem)
    return 2 if problems else 0


def _entry(document: Document, language: str, linter: Linter) -> dict[str, Any]:
    notices = [
        {"code": note.code, "message": say_note(language, note.code, note.fields)}
        for note in document.notes
        if note.code.startswith(ROLES)
    ]
    roles = [role for role in ROLES if role in document.companions]
    alignments = [_alignment(document, role, language, linter) for role in roles]
    return {"path": document.path, "alignments": alignments, "notices": notices}


def _alignment(document: Document, role: str, language: str, linter: Linter) -> dict[str, Any]:
    companion = document.companions[role]
    quality, reason, pairs = None, None, []
    # as rules see it
    results, refused = linter.analyzer.run([document], [name := alignment_of(role)])
    if error := refused[0].get(name):
        said = error.explain(language)
        reason = say(language, f"{role}-refused", path=companion.path, reason=said)
    else:
        found: Alignment = results[0][name]
        quality = round(found.quality, 4)
        pairs = [_pair(link, document, companion) for link in found.links]
    return {
        "role": role,
        "path": companion.path,
        "quality": quality,
        "reason": reason,
        "pairs": pairs,
    }


def _pair(link: Link, document: Document, companion: Document) -> dict[str, Any]:
    ours = document.sentences[link.left : link.left_end]
    theirs = companion.sentences[link.right : link.right_end]
    return {
        "similarity": None if link.similarity is None else round(link.similarity, 4),
        "text": _places(ours, document),
        "companion": _places(theirs, companion),
    }


def _places(sentences: Sequence[Sentence], owner: Document) -> list[dict[str, Any]]:
    return [
        {
            "start": sentence.span.start,
            "end": sentence.span.end,
            "line": owner.position(sentence.span.start)[0],
            "text": sentence.text,
        }
        for sentence in sentences
    ]


def _lines(entry: dict[str, Any], language: str) -> Iterator[str]:
    for notice in entry["notices"]:
        yield opening(f"{entry['path']}: {notice['message']}")
    for alignment in entry["alignments"]:
        role = say(language, f"role-{alignment['role']}")
        yield opening(f"{entry['path']} = {alignment['path']} ({role})")
        if alignment["reason"]:
            yield f"  {visible(alignment['reason'])}"
            continue
        for pair in alignment["pairs"]:
            sizes = f"{len(pair['text'])}-{len(pair['companion'])}"
            similarity = pair["similarity"]
            yield (
                sizes
                if similarity is None
                else say(language, "paired", sizes=sizes, similarity=similarity)
            )
            for mark, places in (("<", pair["text"]), (">", pair["companion"])):
                for place in places:
                    yield f"  {mark} {place['line']:>4}  {visible(place['text'])}"
        yield say(language, "alignment", **_summary(alignment))
        yield ""


def _summary(alignment: dict[str, Any]) -> dict[str, Any]:
    pairs = alignment["pairs"]
    return {
        "paired": sum(bool(pair["text"] and pair["companion"]) for pair in pairs),
        "ours": sum(len(pair["text"]) for pair in pairs if not pair["companion"]),
        "theirs": sum(len(pair["companion"]) for pair in pairs if not pair["text"]),
        "quality": alignment["quality"],
    }
