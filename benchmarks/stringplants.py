"""Faults planted in gettext catalogues, and findings in good ones: our rules and other checkers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from xml.sax.saxutils import escape

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import Shown, read_text
from benchmarks.evaluation.corrected import linter
from textlint_pt.companions.input import Input
from textlint_pt.engine.memory import Memory
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.text.document import State

TABLE = Path(__file__).with_suffix(".tsv")
_SETTINGS: dict[str, Any] = tomllib.loads(read_text(str(TABLE.with_suffix(".toml"))))
_FAILS = re.compile(r"(?:^# \(pofilter\) |<note from=\"pofilter\">)(\w+):", re.MULTILINE)
#: checks of pofilter for strings that are not translated yet, which are not counted
_IGNORED = frozenset(("untranslated", "isfuzzy", "hassuggestion", "isreview"))
FindingCounts = Counter[tuple[str, str]]
Strings = Sequence[tuple[str, str]]


class Plant(NamedTuple):
    """A line of the table; `flags` as in a catalogue, or what the line is of."""

    kind: str
    flags: str
    source: str
    right: str
    wrong: str

    def catalogue(self, *, wrong: bool) -> str:
        """Return a catalogue with this string, right or wrong."""
        header, flags = dict(_SETTINGS["header"]), self.flags
        target = self.wrong if wrong else self.right
        entries = [_entry(*pair) for pair in _SETTINGS["always"]]
        if flags == "header":
            header[self.source] = target
            pages = ("%d page | %d pages", "%d página | %d páginas")
            entries.append(_entry(*pages, ("plural", "c-format")))
        elif flags == "twice":
            entries.append(_entry(self.source, self.right))
            entries += [_entry(self.source, self.wrong)] * wrong
        elif flags == "again":
            entries.append('msgctxt "menu"\n' + _entry(self.source, target))
        elif flags == "other":
            entries += map(_entry, self.source.split(" | "), target.split(" | "))
        else:
            names = () if flags in ("-", "glossary") else tuple(flags.split())
            if names == ("fuzzy",) and not wrong:
                names = ()
            entries.append(_entry(self.source, target, names))
        fields = "".join(f'"{name}: {value}\\n"\n' for name, value in header.items() if value)
        return "\n".join((f'msgid ""\nmsgstr ""\n{fields}', *entries))


def _entry(source: str, target: str, flags: Sequence[str] = ()) -> str:
    """Return the lines of a catalogue entry."""
    shown = [flag for flag in flags if flag != "plural"]
    lines = [f"#, {', '.join(shown)}"] if shown else []
    if "plural" in flags:
        one, many = source.split(" | ")
        lines += [f'msgid "{one}"', f'msgid_plural "{many}"']
        lines += [f'msgstr[{at}] "{form}"' for at, form in enumerate(target.split(" | "))]
    else:
        lines += [f'msgid "{source}"', f'msgstr "{target}"']
    return "\n".join(lines) + "\n"


class Format(NamedTuple):
    """A format of strings of apps, as the file of these says."""

    file: str
    source: str = ""
    flags: Sequence[str] = ()
    quote: str = "xml"
    row: str = ""
    before: str = ""
    after: str = ""

    def takes(self, plant: Plant) -> bool:
        # a word of the glossary is no fault of a format; a plain `%s` is one of printf
        return plant.flags in self.flags or (
            plant.flags == "-" and not re.search(r"%\w|\$\{|\{\{", plant.source)
        )

    def write(self, pairs: Strings, side: int) -> str:
        """Return a file with the sources (side 0) or translations (side 1) of pairs."""
        keyed = {f"key_{at}": pair for at, pair in enumerate(pairs)}
        if not self.row:
            return json.dumps({key: pair[side] for key, pair in keyed.items()}, indent=1)
        rows = []
        for key, pair in keyed.items():
            source, target = map(_QUOTES[self.quote], pair)
            text = (source, target)[side]
            rows.append(self.row.format(key=key, text=text, source=source, target=target))
        return self.before + "\n".join(rows) + self.after


def _backslashed(text: str, special: str) -> str:
    """Return the text with line breaks, tabs and `special` escaped by a backslash."""
    table = {"\n": "\\n", "\t": "\\t", **{char: f"\\{char}" for char in special}}
    return "".join(table.get(char, char) for char in text)


_QUOTES: Mapping[str, Callable[[str], str]] = {
    "xml": escape,
    "android": lambda text: _backslashed(escape(text), "\\'\""),
    "ios": lambda text: _backslashed(text, '\\"'),
    "properties": lambda text: re.sub(r"^ ", r"\\ ", _backslashed(text, "\\")),
}
FORMATS = {name: Format(**row) for name, row in _SETTINGS["formats"].items()}


def _source_of(path: Path) -> dict[str, tuple[str, bytes]]:
    """Return the companion with the sources of a translated file of an app format."""
    for form in FORMATS.values():
        if form.source and path.as_posix().endswith(f"/{form.file}"):
            source = Path(str(path)[: -len(form.file)]) / form.source
            return {"source": (str(source), source.read_bytes())}
    return {}


def plants() -> list[Plant]:
    return [Plant(*line.split("\t")) for line in read_text(str(TABLE)).splitlines()]


class Ours:
    """Lints catalogues; `asked`: with glossary, strict mode and consistency too."""

    name = "ours"

    def __init__(self, folder: Path, *, asked: bool) -> None:
        """Configure a linter with the rules of translation."""
        if asked:
            glossary = folder / "glossary.csv"
            glossary.write_text(_SETTINGS["glossary"], encoding="utf-8")
            consistency = {"TRA016": {"consistency": True}}
            values = {"glossary": [str(glossary)], "strict": True, "rules": consistency}
        else:
            rules = load_plugins(third_party=False).rules.values()
            default = [rule.code for rule in rules if rule.declared.default]
            values = {"select": [code for code in default if code.startswith("TRA")]}
        # most strings are the same in all catalogues
        self.linter = linter(memory=Memory(), **values)

    def reports(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
        """Yield of each file its findings, counted, and the lines to show for each."""
        for path in paths:
            companions = _source_of(path)
            entry = next(self.linter.lint([Input(str(path), path.read_bytes(), companions)]))
            if entry["error"]:
                print(f"{path}: {entry['error']}", file=sys.stderr)
            counts: FindingCounts = Counter()
            shown = []
            for one in entry.findings:
                what = f"{one.code} {one.evidence.get('what', '')}".strip()
                counts[what, one.message] += 1
                excerpts = (one.excerpt, *(related.excerpt for related in one.related))
                texts = "\n      ".join(excerpt.text for excerpt in excerpts)
                shown.append(f"{what} {path}:{one.line}: {one.message}\n      {texts}")
            yield counts, shown

    def strings(self, path: Path) -> int:
        units = self.linter.read(Input(str(path), path.read_bytes())).units
        return sum(unit.state in (State.TRANSLATED, State.IDENTICAL) for unit in units)


class Msgfmt:
    name = "msgfmt -c"
    reads: frozenset[str] = frozenset()

    def reports(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
        """Yield of each file the errors of msgfmt, counted."""
        for path in paths:
            command = ["msgfmt", "-c", "-o", "/dev/null", str(path)]
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            errors = [line.partition(": ")[2] for line in result.stderr.splitlines()]
            yield Counter(("msgfmt", error) for error in errors if error), []


class Pofilter:
    name = "pofilter"
    reads = frozenset(("xliff",))

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder = program, folder

    def reports(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
        """Yield of each file the checks that fail, counted, and the entries to show."""
        # one run for all: most of its time is its start
        source_folder, target_folder = (Path(tempfile.mkdtemp(dir=self._folder)) for _ in range(2))
        copies = [source_folder / f"{at}{path.suffix}" for at, path in enumerate(paths)]
        for path, copy in zip(paths, copies, strict=True):
            copy.write_bytes(path.read_bytes())
        command = [self._program, "--language=pt_BR", "--progress=none"]
        command += [str(source_folder), str(target_folder)]
        subprocess.run(command, capture_output=True, check=False)
        for path, copy in zip(paths, copies, strict=True):
            failed = target_folder / copy.name
            text = failed.read_text(encoding="utf-8") if failed.exists() else ""
            found: FindingCounts = Counter()
            shown = []
            for block in re.split(r"\n\n|(?=<trans-unit)", text):
                for name in _FAILS.findall(block):
                    if name not in _IGNORED:
                        found[name, block[max(0, block.find("msgid")) :]] += 1
                        shown.append(f"{name} {path}\n{block}")
            yield found, shown


def planted(systems: Sequence[Any], folder: Path) -> Iterator[Row]:
    """Yield a row for each fault with what every system finds, and totals by system."""
    table = plants()
    paths: dict[bool, list[Path]] = {False: [], True: []}
    for plant in table:
        for is_wrong, listed in paths.items():
            path = folder / f"{plant.kind}{'-wrong' * is_wrong}.po"
            path.write_text(plant.catalogue(wrong=is_wrong), encoding="utf-8")
            listed.append(path)
    by_kind: list[Row] = [{"set": TABLE.name, "kind": plant.kind} for plant in table]
    false: Counter[str] = Counter()
    for system in systems:
        sides = (system.reports(paths[False]), system.reports(paths[True]))
        for row, (right_counts, _), (wrong_counts, _) in zip(by_kind, *sides, strict=True):
            false[system.name] += right_counts.total()
            names = _new_names(right_counts, wrong_counts)
            row[system.name] = ", ".join(sorted(names))
    yield from by_kind
    for system in systems:
        found = sum(bool(row[system.name]) for row in by_kind)
        row = {"system": system.name, "set": TABLE.name, "kind": "all"}
        yield {**row, "found": found, "n": len(table), "false": false[system.name]}


def _new_names(right: FindingCounts, wrong: FindingCounts) -> Counter[str]:
    """Return what a system says of a wrong catalogue more often than of the right one."""
    before, after = (Counter(name for name, _ in side.elements()) for side in (right, wrong))
    return after - before


def planted_in_apps(ours: Ours, systems: Sequence[Any], folder: Path) -> Iterator[Row]:
    """Yield a row for each app format and system that reads it: faults found."""
    for name, form in FORMATS.items():
        format_folder = folder / name
        table = [plant for plant in plants() if form.takes(plant)]
        found: Counter[str] = Counter()
        false: Counter[str] = Counter()
        missed = []
        sides: dict[str, list[Path]] = {"right": [], "wrong": []}
        for plant in table:
            for truth, target in (("right", plant.right), ("wrong", plant.wrong)):
                strings = [*_SETTINGS["always"], (plant.source, target)]
                pairs = [(_unescaped(a), _unescaped(b)) for a, b in strings]
                for file, side in ((form.source, 0), (form.file, 1)):
                    if file:
                        path = format_folder / f"{plant.kind}-{truth}" / file
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_text(form.write(pairs, side), encoding="utf-8")
                sides[truth].append(path)
        readers = [ours, *(system for system in systems if name in system.reads)]
        for system in readers:
            reports = (system.reports(sides[side]) for side in ("right", "wrong"))
            for plant, (right, _), (wrong, _) in zip(table, *reports, strict=True):
                false[system.name] += right.total()
                if _new_names(right, wrong):
                    found[system.name] += 1
                elif system is ours:
                    missed.append(plant.kind)
        for system in readers:
            row = {"system": system.name, "set": TABLE.name, "kind": "all", "format": name}
            row |= {"found": found[system.name], "n": len(table), "false": false[system.name]}
            yield {**row, **({"missed": missed} if system is ours else {})}


def _unescaped(text: str) -> str:
    """Return a string of a catalogue as a program has it."""
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def clean(
    files: Sequence[str], systems: Sequence[Any], ours: Ours, name: str, worst: int
) -> Iterator[Row]:
    """Yield a row for each system: its findings per 1,000 strings of good catalogues."""
    shown = Shown(worst)
    for system in systems:
        total: Counter[str] = Counter()
        size = 0
        for file in map(Path, files):
            for counts, examples in system.reports([file]):
                total.update(what for what, _ in counts.elements())
                for example in examples:
                    shown(f"{system.name} {example.split('/')[0]}", example)
            size += ours.strings(file)
        row = {"system": system.name, "set": name, "n": size}
        yield {**row, "by": "all", "per_1000": 1000 * sum(total.values()) / max(1, size)}
        for what, count in total.most_common():
            yield {**row, "by": what, "per_1000": 1000 * count / max(1, size)}


def run(
    files: Files = (),
    *,
    pofilter: Annotated[str | None, "the program, to compare with it"] = None,
    worst: Annotated[int, "findings of each kind"] = 0,
    set_: Annotated[str, "what they are"] = "catalogues",
) -> Rows:
    """Yield rows for good catalogues or, without files, for planted faults."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Ours(folder, asked=not files)
        systems = [ours, *([Pofilter(pofilter, folder)] if pofilter else ())]
        if files:
            yield from clean(files, systems, ours, set_, worst)
        else:
            yield from planted([*systems, Msgfmt()], folder)
            yield from planted_in_apps(ours, systems[1:], folder)
