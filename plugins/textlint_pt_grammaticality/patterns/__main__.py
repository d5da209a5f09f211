"""`python -m textlint_pt_grammaticality.patterns` checks and compiles the files of patterns.

The examples of files that changed are tried before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from textlint_pt.contract import Rule
from textlint_pt.errors import UserError
from textlint_pt.patterns.loading import Entry, changed_files, read_file, write_compiled
from textlint_pt_grammaticality import textlint_pt_rules
from textlint_pt_grammaticality.patterns import FOLDER, Pattern
from textlint_pt_grammaticality.patterns.examples import of_entries
from textlint_pt_grammaticality.phrasebook import FOLDER as PHRASES


@cache
def _rules() -> Mapping[str, type[Rule]]:
    return {rule.code: rule for rule in textlint_pt_rules()}


def problems(entry: Entry) -> Iterator[str]:
    """Yield what is wrong with an entry: its rule, message or reason. `UserError` for its
    patterns."""
    rule = _rules().get(entry.rule)
    related_words = [Pattern(entry, *one).parts[0].related for one in entry.patterns]
    # an unknown name of a certainty is a UserError when it is read
    entry.nats  # noqa: B018
    if rule is None:
        yield f"{entry.id}: rule: there is no rule {entry.rule}"
    elif entry.message not in rule.messages["pt"]:
        known = ", ".join(name for name in rule.messages["pt"] if name != "related")
        yield f"{entry.id}: message: {entry.rule} has these: {known}"
    elif any(related_words) and "related" not in rule.messages["pt"]:
        yield f"{entry.id}: (x): the messages of {entry.rule} name no reason"


def check(folder: Path) -> Iterator[str]:
    """Yield what is wrong with the files of a folder."""
    for file in sorted(folder.glob("*.yml")):
        try:
            for entry in read_file(file):
                try:
                    yield from (f"{file.name}: {problem}" for problem in problems(entry))
                except UserError as error:
                    yield f"{file.name}: {error}"
        except UserError as error:
            yield str(error)


def violated(folder: Path) -> Iterator[str]:
    """Yield the examples that are violated in the files that changed since they were compiled."""
    entries = [entry for file in changed_files(folder) for entry in read_file(file)]
    for one in of_entries(entries):
        if one.found != one.marked:
            found, marked = one.found or "nothing", one.marked or "nothing"
            yield f'{one.pattern}: finds {found} in "{one.text}", not {marked}'


def main(folders: Sequence[Path] = (FOLDER, PHRASES)) -> int:
    """Compile the files of folders and return 0, or print what is wrong with them and return 1."""
    found = [problem for folder in folders for problem in check(folder)]
    found = found or [problem for folder in folders for problem in violated(folder)]
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        written = [write_compiled(folder) for folder in folders]
        print("compiled" if any(written) else "as they were")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
