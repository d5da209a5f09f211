"""Take from the edits in histories what corrects the language and not the matter.

Reads what `corrections mine` wrote to `--work`, and writes `learning`, `development` and `heldout`
(`.jsonl.xz`) and `counts.json` to `--data`.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.evaluation.common import json_lines, read_jsonl
from training.corrections.edits import Edit, judged
from training.corrections.repositories import Repository, repositories
from training.inputs import write_json
from training.sources import sources

Row = dict[str, Any]

SPLITS = ("learning", "development", "heldout")
#: shares of repositories that are not among the sources of what ships
_DEVELOPMENT, _HELDOUT = 0.2, 0.65
#: of one edit in one commit; more is another usage of words, or one slip counted often
MOST_IN_COMMIT = 2
MOST_IN_REPOSITORY = 10
_BOT = re.compile(r"\bbot\b|\[bot\]|-bot@|github-actions|crowdin|imgbot|dependabot", re.IGNORECASE)
_NO_REVISION = re.compile(r"^(?:Revert|Merge)\b|update-outdated|translate-page", re.IGNORECASE)
#: what commits that correct language say of themselves
_STATED = re.compile(
    r"typo|spell|gramm?a[rt]|ortogr|digita[çc]|portugu[eê]s\b|acent(?:o|ua)|v[ií]rgula|concord|crase"
    r"|pontua[çc]|revis|corrig|corre[çc]|erro[s ]|proofread|wording|review",
    re.IGNORECASE,
)


def keep(*, work: Path, data: Path) -> None:
    """Write the splits and their counts to the folder `data`, from the edits in `work`."""
    data.mkdir(parents=True, exist_ok=True)
    rows_by_split: dict[str, list[Row]] = {split: [] for split in SPLITS}
    counts: dict[str, Any] = {}
    seen: set[str] = set()
    for repository in repositories():
        path = work / f"{repository.file}.jsonl"
        if not path.exists():
            continue
        rows = read_jsonl(str(path))
        kept, rejected = kept_of(repository, rows)
        counts[repository.name] = {
            "licence": repository.licence,
            "edits": len(rows),
            "kept": len(kept) if repository.free else 0,
            "would_keep": len(kept),
            "rejected": dict(Counter(reason for _, reason in rejected).most_common()),
        }
        if not repository.free:
            continue
        new_rows = []
        for row in kept:
            sentences = {_plain(row["bad"]), _plain(row["good"])}
            if sentences.isdisjoint(seen):
                new_rows.append(row)
            seen |= sentences
        counts[repository.name] |= {"kept": len(new_rows), "split": split_of(repository)}
        rows_by_split[split_of(repository)] += new_rows
    for split, rows in rows_by_split.items():
        packed = lzma.compress(json_lines(rows).encode(), preset=9)
        (data / f"{split}.jsonl.xz").write_bytes(packed)
    totals = {split: _kinds(rows) for split, rows in rows_by_split.items()}
    write_json(data / "counts.json", {"kinds": totals, "repositories": counts}, indent=1)


def kept_of(repository: Repository, rows: Sequence[Row]) -> tuple[list[Row], list[tuple[Row, str]]]:
    """Return the edits of a history that correct language, and the rest with reasons."""
    kept: list[Row] = []
    rejected: list[tuple[Row, str]] = []
    counts_in_commit = Counter[tuple[str, tuple[str, ...]]]()
    counts = Counter[tuple[str, ...]]()
    for row in settled(_by_people(repository, rows)):
        is_stated = bool(_STATED.search(row["message"]))
        good = row["last"]
        bad, edits, reason = judged(row["bad"], good, is_stated)
        if reason and good != row["good"]:
            good = row["good"]
            bad, edits, reason = judged(row["bad"], good, is_stated)
        if reason:
            rejected.append((row, reason))
            continue
        usages = [_usage(edit) for edit in edits if edit.kind != "comma"]
        if usages and all(
            counts_in_commit[row["commit"], usage] >= MOST_IN_COMMIT
            or counts[usage] >= MOST_IN_REPOSITORY
            for usage in usages
        ):
            rejected.append((row, "the same again"))
            continue
        counts_in_commit.update((row["commit"], usage) for usage in usages)
        counts.update(usages)
        kept.append(
            {
                "repo": repository.name,
                "commit": row["commit"],
                "path": row["path"],
                "licence": repository.licence,
                "register": repository.register,
                "stated": is_stated,
                "whole": bad == row["bad"],
                "bad": bad,
                "good": good,
                "edits": [edit.as_row() for edit in edits],
                "kind": edits[0].kind if len({edit.kind for edit in edits}) == 1 else "several",
            }
        )
    return kept, rejected


def _usage(edit: Edit) -> tuple[str, ...]:
    """Return what identifies an edit; of insertions and deletions with the word before."""
    where = "" if edit.written and edit.meant else edit.before
    return where, edit.written.lower(), edit.meant.lower()


def settled(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the edits that lasted, from commits newest first; `last` is the final text of the
    sentence, after later edits."""
    final_text_of: dict[str, str] = {}
    seen = set()
    for row in rows:
        bad: str = row["bad"]
        final: str = row["good"]
        final = final_text_of.get(final, final)
        final_text_of.setdefault(bad, final)
        # not undone later, and not made a second time
        if bad != final and final_text_of.get(final, final) != bad and bad not in seen:
            seen.add(bad)
            yield {**row, "last": final}


def _by_people(repository: Repository, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the edits of people; a bot's only where it commits what people translated elsewhere."""
    for row in rows:
        if _NO_REVISION.search(row["message"]):
            continue
        if repository.synchronised or not _BOT.search(row["author"]):
            yield row


def split_of(repository: Repository) -> str:
    """Return the split of a repository; those that the shipped models read are for learning."""
    key = (repository.group or repository.name).lower()
    addresses = {f"https://github.com/{name}" for name in (key, repository.name.lower())}
    if any(one.address.lower().rstrip("/") in addresses for one in sources().values()):
        return "learning"
    share = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4]) / 2**32
    if share < _HELDOUT:
        return "heldout"
    return "development" if share < _HELDOUT + _DEVELOPMENT else "learning"


def _plain(sentence: str) -> str:
    return re.sub(r"\W+", " ", sentence.lower()).strip()


def _kinds(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the number of pairs, and of edits of each kind."""
    counts = Counter(edit["kind"] for row in rows for edit in row["edits"])
    return dict(Counter(pairs=len(rows), **counts).most_common())
