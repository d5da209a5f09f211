"""Redundant pairs against the published program, and loops planted in stories."""

from __future__ import annotations

import ast
import difflib
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal

import editdistance

from benchmarks.evaluation.command import File, Files, Row, Rows
from benchmarks.evaluation.common import read_jsonl, read_text, stem
from textlint_pt.contract import UserError
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind
from textlint_pt.text.overlap import overlaps
from textlint_pt.text.segmentation import count_words

SEED = 7
#: the issue's size for the memory of a whole novel
NOVEL = 10_000
_CHARACTERS = 400  # of a sentence, more than enough: how much of a book is read
#: sentences of which the plain statement is asked
PLAIN_UPTO = 1600

Function = Callable[[str, str], int]

# ---------------------------------------------------------------- the published program


def published_function(clone: str) -> Function:
    """Return `if_two_sentence_redundant` of a clone of GRUEN's repository."""
    inside = ["-C", clone] if (Path(clone) / ".git").exists() else ["--git-dir", clone]
    source = subprocess.run(
        ["git", *inside, "show", "HEAD:main.py"], capture_output=True, text=True, check=True
    ).stdout
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == "if_two_sentence_redundant":
            space: dict[str, Any] = {"difflib": difflib, "editdistance": editdistance}
            exec(compile(ast.Module([node], []), "gruen", "exec"), space)
            function: Function = space[node.name]
            return function
    raise SystemExit(f"{clone}: main.py has no function if_two_sentence_redundant")


def plain(a: str, b: str, autojunk: bool = False) -> int:
    """Return m_ij as the paper defines it; `autojunk`: with the published program's cut-off."""
    if a in b or b in a:
        return 4
    words_a, words_b = a.split(), b.split()
    fewer = min(len(words_a), len(words_b))
    if max(len(words_a), len(words_b)) < 5:
        return 0
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=autojunk)
    match = matcher.find_longest_match(0, len(a), 0, len(b))
    substring = a[match.a : match.a + match.size]
    tests = (
        len(substring) > 0.8 * min(len(a), len(b)),
        len(substring.split()) > 0.8 * fewer,
        editdistance.eval(a, b) < 0.6 * max(len(a), len(b)),
        len([word for word in words_a if word in words_b]) > 0.8 * fewer,
    )
    return sum(tests)


def all_pairs(function: Function, sentences: Sequence[str]) -> dict[tuple[int, int], int]:
    """Return m_ij (`function`) of each pair of sentences, by their indices, without pairs of 0."""
    pairs = combinations(enumerate(sentences), 2)
    points = ((i, j, int(function(one, other))) for (i, one), (j, other) in pairs)
    return {(i, j): count for i, j, count in points if count}


def points(sentences: Sequence[str], autojunk: bool) -> dict[tuple[int, int], int]:
    """Return m_ij of every pair that has any, by our function."""
    return {(i, j): t.bit_count() for i, j, t in overlaps(sentences, autojunk=autojunk)}


def timed(work: Callable[[], Any], times: int = 1) -> tuple[float, Any]:
    """Return the least processor seconds of some runs, and the last result."""
    shortest = float("inf")
    result = None
    for _ in range(times):
        start = time.process_time()
        result = work()
        shortest = min(shortest, time.process_time() - start)
    return shortest, result


_MEMORY = """
import json, resource, sys
start = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 1e6
sentences = json.load(sys.stdin)
from textlint_pt.text.overlap import overlaps
pairs = overlaps(sentences, autojunk=sys.argv[1] == "gruen-published")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
print(json.dumps([peak - start, len(pairs)]))
"""


def peak_memory_mb(sentences: Sequence[str], profile: str) -> tuple[float, int]:
    """Return peak memory above start-up in a process of its own, and the number of pairs."""
    out = subprocess.run(
        [sys.executable, "-c", _MEMORY, profile],
        input=json.dumps(sentences),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    peak, pairs = json.loads(out)
    return round(peak, 1), pairs


def against_published(book: str, clone: str, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield rows for each size and profile; a difference of flags ends the program."""
    name = stem(book)
    source = read_text(book)[: max(*sizes, NOVEL) * _CHARACTERS]
    sentences = [s.text for s in build(book, source, PlainText()).sentences]
    function = published_function(clone)
    for n in sizes:
        subset = sentences[:n]
        their_seconds, expected = timed(partial(all_pairs, function, subset))
        statement = all_pairs(plain, subset[:PLAIN_UPTO])
        found: dict[str, dict[tuple[int, int], int]] = {}
        yield {"system": "GRUEN", "set": name, "n": len(subset), "seconds": round(their_seconds, 3)}
        for profile, autojunk in (("gruen-published", True), ("gruen", False)):
            our_seconds, _ = timed(partial(overlaps, subset, autojunk=autojunk), times=3)
            found[profile] = points(subset, autojunk)
            if autojunk:
                is_equal = found[profile] == expected
            else:
                is_equal = points(subset[:PLAIN_UPTO], autojunk) == statement
            row = {
                "set": name,
                "profile": profile,
                "n": len(subset),
                "ratio": round(their_seconds / our_seconds, 1),
                "equal_flags": is_equal,
                "seconds": round(our_seconds, 4),
                "pairs": len(found[profile]),
                "rss_mb": peak_memory_mb(subset, profile)[0],
            }
            if not autojunk:
                row["plain_n"] = min(PLAIN_UPTO, len(subset))
                both = found["gruen-published"].keys() | found["gruen"].keys()
                row["differ"] = sum(
                    found["gruen"].get(pair) != found["gruen-published"].get(pair) for pair in both
                )
            yield row
            if not is_equal:
                raise SystemExit(
                    f"{profile}: the flags of {len(subset)} sentences are not the same"
                )
    novel = sentences[:NOVEL]
    for profile in ("gruen-published", "gruen"):
        memory, pairs = peak_memory_mb(novel, profile)
        yield {"set": name, "profile": profile, "n": len(novel), "pairs": pairs, "rss_mb": memory}


# ---------------------------------------------------------------- planted loops

CODES = [f"RED00{number}" for number in range(1, 6)]
KINDS = ("exact", "one-word", "reordered", "inside", "exact-anywhere")
SHARE = 0.1
LEAST_WORDS = 6
PROSE = frozenset((Kind.PARAGRAPH, Kind.QUOTE, Kind.DIALOGUE))

ENDS = "\"'”’»).!?…"
ENDED = re.compile("[.!?…][\"'”’»)]*$")

Place = tuple[int, int]


def find(source: str, preset: str = "default") -> list[Mapping[str, Any]]:
    """Return the findings of rules RED in a text."""
    return list(lint_text(source, preset=preset, select=CODES)["findings"])


def plant(
    document: Document, kind: str, forms: Sequence[str], rng: random.Random
) -> tuple[str, list[Place]]:
    """Return the text with repeated sentences, and the offsets of what was planted."""
    prose = [s for s in document.sentences if s.kind in PROSE and ENDED.search(s.text)]
    long_enough = [s for s in prose if count_words(s.text) >= LEAST_WORDS]
    number = max(1, round(SHARE * len(document.sentences)))
    chosen = rng.sample(long_enough, min(len(long_enough), number))
    # what to put in place of which part of the source: no two at one offset
    edits: dict[int, tuple[int, str]] = {}
    for sentence in sorted(chosen, key=lambda s: s.index):
        if kind == "inside":
            edits[sentence.span.start] = (sentence.span.end, stutter(sentence.text, rng))
            continue
        last = sentence.index + (2 if kind != "exact-anywhere" else len(document.sentences))
        ends_in_reach = [s.span.end for s in prose if sentence.index <= s.index <= last]
        if after := [end for end in ends_in_reach if end not in edits]:
            at = rng.choice(after)
            edits[at] = (at, " " + changed(sentence.text, kind, forms, rng))
    parts, places = list[str](), list[Place]()
    copied = length = 0
    for start, (end, text) in sorted(edits.items()):
        parts += [document.raw[copied:start], text]
        length += start - copied
        places.append((length + len(text) - len(text.lstrip()), length + len(text)))
        length += len(text)
        copied = end
    parts.append(document.raw[copied:])
    return "".join(parts), places


def changed(text: str, kind: str, forms: Sequence[str], rng: random.Random) -> str:
    """Return a sentence with one word replaced, its parts reordered, or as it is."""
    words = text.split()
    if kind == "one-word":
        places = [i for i, word in enumerate(words) if any(map(str.isalpha, word))]
        index = rng.choice(places)
        core = words[index].strip("\"'“”‘’«»()[].,;:!?…—–-")
        other = rng.choice([form for form in rng.choices(forms, k=9) if form != core.lower()])
        if core[:1].isupper():
            other = other[0].upper() + other[1:]
        words[index] = words[index].replace(core, other, 1) if core else other
        return " ".join(words)
    if kind == "reordered":
        return reordered(text, rng)
    return text


def reordered(text: str, rng: random.Random) -> str:
    """Return a sentence with its clauses or, without commas, three parts reordered."""
    body = text.rstrip(ENDS)
    tail = text[len(body) :]
    parts = [part.strip() for part in body.split(",")]
    joint = ", "
    if len(parts) < 2:
        words = body.split()
        first, second = sorted(rng.sample(range(1, len(words)), 2))
        thirds = words[:first], words[first:second], words[second:]
        parts = [" ".join(third) for third in thirds]
        joint = " "
    order = list(range(len(parts)))
    while order == sorted(order):
        rng.shuffle(order)
    opening = parts[order[0]]
    moved = [opening[:1].upper() + opening[1:], *(parts[i] for i in order[1:])]
    return joint.join(moved) + tail


def stutter(text: str, rng: random.Random) -> str:
    """Return a sentence with a phrase of 3 to 6 words repeated two to four times in a row."""
    words = text.split()
    size = rng.randint(3, min(6, len(words)))
    start = rng.randint(0, len(words) - size)
    phrase = words[start : start + size]
    repeated = [*phrase[:-1], phrase[-1].rstrip(ENDS)] * rng.randint(1, 3)
    return " ".join([*words[:start], *repeated, *words[start:]])


def rows_of_planted(stories: str, clean: Sequence[str], preset: str) -> Iterator[Row]:
    """Yield the rows of each kind of planted loop, and those of undamaged sets."""
    documents = [build(row["id"], row["text"], PlainText()) for row in read_jsonl(stories)]
    vocabularies = [
        sorted({w.lower() for s in d.sentences for w in s.text.split() if w.isalpha()})
        for d in documents
    ]
    undamaged = list(_undamaged(stem(stories), preset, documents))
    for kind in KINDS:
        rng = random.Random(f"{SEED} {kind}")
        hits = count = 0
        by_code: Counter[str] = Counter()
        for document in documents:
            source, places = plant(document, kind, rng.choice(vocabularies), rng)
            findings = find(source, preset)
            codes_by_place = [
                {
                    finding["code"]
                    for finding in findings
                    if finding["start"] < end and start < finding["end"]
                }
                for start, end in places
            ]
            by_code.update(code for codes in codes_by_place for code in codes)
            hits += sum(map(bool, codes_by_place))
            count += len(places)
        row = {"set": stem(stories), "preset": preset, "kind": kind, "n": count}
        false = undamaged[0]["false_per_1000"]
        yield {**row, "found": hits / max(1, count), "false_per_1000": false}
        for code in CODES:
            yield {**row, "code": code, "found": by_code[code] / max(1, count)}
    yield from undamaged
    for path in clean:
        yield from _undamaged(stem(path), preset, clean_documents(path))


def _undamaged(name: str, preset: str, documents: Sequence[Document]) -> Iterator[Row]:
    """Yield findings per 1,000 sentences of undamaged documents, of all rules and of each."""
    codes = [finding["code"] for document in documents for finding in find(document.raw, preset)]
    sentences = sum(len(document.sentences) for document in documents)
    row = {"set": name, "preset": preset, "kind": "undamaged", "n": sentences}
    yield {**row, "false_per_1000": 1000 * len(codes) / max(1, sentences)}
    for code in CODES:
        rate = 1000 * codes.count(code) / max(1, sentences)
        yield {**row, "code": code, "false_per_1000": rate}


def clean_documents(path: str) -> list[Document]:
    """Return the documents of a file of stories or of translated segments, a paragraph each."""
    rows = read_jsonl(path)
    if rows and "text" in rows[0]:
        return [build(row["id"], row["text"], PlainText()) for row in rows]
    texts: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        for column in ("pt_PT", "pt_BR"):
            texts[f"{row['doc']}/{column}"].append(row[column])
    return [build(name, "\n\n".join(parts), PlainText()) for name, parts in texts.items()]


def run(
    *,
    text: Annotated[File | None, "a book, .txt or .txt.xz"] = None,
    gruen: Annotated[str | None, "clone of GRUEN's repository"] = None,
    sizes: Annotated[str, "numbers of sentences"] = "400,1600",
    planted: Annotated[File | None, "stories to plant loops in"] = None,
    clean: Annotated[Files, "undamaged texts"] = (),
    preset: Literal["default", "generated"] = "default",
) -> Rows:
    """Yield the rows compared with GRUEN, and those of planted loops."""
    if not (text or planted):
        raise UserError("give --text and --gruen, or --planted")
    if text:
        if not gruen:
            raise UserError("--text needs --gruen")
        yield from against_published(text, gruen, [*map(int, sizes.split(","))])
    if planted:
        yield from rows_of_planted(planted, clean, preset)
