"""Faults planted in catalogues of gettext, and what is said of good ones: ours beside its peers."""

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
from benchmarks.evaluation.common import read_text
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.memory import Memory
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.text.document import State

TABLE = Path(__file__).with_suffix(".tsv")
_GIVEN: dict[str, Any] = tomllib.loads(read_text(str(TABLE.with_suffix(".toml"))))
_FAILS = re.compile(r"(?:^# \(pofilter\) |<note from=\"pofilter\">)(\w+):", re.MULTILINE)
#: what pofilter says of strings that nobody translated yet, and none of ours counts either
_LEFT = frozenset(("untranslated", "isfuzzy", "hassuggestion", "isreview"))
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
        """A catalogue with this string, right or wrong."""
        header, flags = dict(_GIVEN["header"]), self.flags
        target = self.wrong if wrong else self.right
        entries = [_entry(*pair) for pair in _GIVEN["always"]]
        if flags == "header":
            header[self.source] = target
            entries.append(
                _entry("%d page | %d pages", "%d página | %d páginas", ("plural", "c-format"))
            )
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
        """A file with a side of pairs (0: the source, 1: the translation)."""
        keyed = {f"key_{at}": pair for at, pair in enumerate(pairs)}
        if not self.row:
            return json.dumps({key: pair[side] for key, pair in keyed.items()}, indent=1)
        rows = []
        for key, pair in keyed.items():
            source, target = map(_QUOTES[self.quote], pair)
            text = (source, target)[side]
            rows.append(self.row.format(key=key, text=text, source=source, target=target))
        return self.before + "\n".join(rows) + self.after


def _backslashed(text: str, signs: str) -> str:
    """Line breaks, tabs and these signs after a backslash."""
    table = {"\n": "\\n", "\t": "\\t", **{sign: f"\\{sign}" for sign in signs}}
    return "".join(table.get(sign, sign) for sign in text)


_QUOTES: Mapping[str, Callable[[str], str]] = {
    "xml": escape,
    "android": lambda text: _backslashed(escape(text), "\\'\""),
    "ios": lambda text: _backslashed(text, '\\"'),
    "properties": lambda text: re.sub(r"^ ", r"\\ ", _backslashed(text, "\\")),
}
FORMATS = {name: Format(**row) for name, row in _GIVEN["formats"].items()}


def _source_of(path: Path) -> dict[str, tuple[str, bytes]]:
    """The file with the sources of a file of a format of apps, as a companion."""
    for form in FORMATS.values():
        if form.source and path.as_posix().endswith(f"/{form.file}"):
            source = Path(str(path)[: -len(form.file)]) / form.source
            return {"source": (str(source), source.read_bytes())}
    return {}


def plants() -> list[Plant]:
    return [Plant(*line.split("\t")) for line in read_text(str(TABLE)).splitlines()]


class Ours:
    """Lints catalogues, with what the project asks for where `asked`."""

    name = "ours"

    def __init__(self, folder: Path, *, asked: bool) -> None:
        values: dict[str, Any] = {"language": "en"}
        plugins = load_plugins(third_party=False)
        if asked:
            glossary = folder / "glossary.csv"
            glossary.write_text(_GIVEN["glossary"], encoding="utf-8")
            values["glossary"] = [str(glossary)]
            values["strict"] = True
            values["rules"] = {"TRA016": {"consistency": True}}
        else:
            rules = plugins.rules.values()
            values["select"] = [
                r.code for r in rules if r.declared.default and r.code.startswith("TRA")
            ]
        # most strings are the same in all catalogues
        self.linter = Linter(plugins, [Layer(str(folder), values)], memory=Memory())

    def said(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
        for path in paths:
            given = _source_of(path)
            entry = next(self.linter.lint([Input(str(path), path.read_bytes(), given)]))
            if entry["error"]:
                print(f"{path}: {entry['error']}", file=sys.stderr)
            found = [
                (f"{one.code} {one.evidence.get('what', '')}".strip(), one)
                for one in entry.findings
            ]
            shown = [
                f"{what} {path}:{one.line}: {one.message}\n      "
                + "\n      ".join(e.text for e in (one.excerpt, *(r.excerpt for r in one.related)))
                for what, one in found
            ]
            yield Counter((what, one.message) for what, one in found), shown

    def strings(self, path: Path) -> int:
        units = self.linter.read(Input(str(path), path.read_bytes())).units
        return sum(unit.state in (State.TRANSLATED, State.IDENTICAL) for unit in units)


class Msgfmt:
    name = "msgfmt -c"
    reads: frozenset[str] = frozenset()

    def said(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
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

    def said(self, paths: Sequence[Path]) -> Iterator[tuple[FindingCounts, list[str]]]:
        # one run for all: most of its time is its start
        given, into = (Path(tempfile.mkdtemp(dir=self._folder)) for _ in range(2))
        copies = [given / f"{at}{path.suffix}" for at, path in enumerate(paths)]
        for path, copy in zip(paths, copies, strict=True):
            copy.write_bytes(path.read_bytes())
        command = [self._program, "--language=pt_BR", "--progress=none", str(given), str(into)]
        subprocess.run(command, capture_output=True, check=False)
        for path, copy in zip(paths, copies, strict=True):
            failed = into / copy.name
            text = failed.read_text(encoding="utf-8") if failed.exists() else ""
            found: FindingCounts = Counter()
            shown = []
            for block in re.split(r"\n\n|(?=<trans-unit)", text):
                for name in _FAILS.findall(block):
                    if name not in _LEFT:
                        found[name, block[max(0, block.find("msgid")) :]] += 1
                        shown.append(f"{name} {path}\n{block}")
            yield found, shown


def planted(systems: Sequence[Any], folder: Path) -> Iterator[Row]:
    """What each system says of each fault, and of how many it says anything."""
    table = plants()
    paths: dict[bool, list[Path]] = {False: [], True: []}
    for plant in table:
        for wrong, listed in paths.items():
            path = folder / f"{plant.kind}{'-wrong' * wrong}.po"
            path.write_text(plant.catalogue(wrong=wrong), encoding="utf-8")
            listed.append(path)
    by_kind: list[Row] = [{"set": TABLE.name, "kind": plant.kind} for plant in table]
    false: Counter[str] = Counter()
    for system in systems:
        sides = (system.said(paths[False]), system.said(paths[True]))
        for row, (right, _), (said, _) in zip(by_kind, *sides, strict=True):
            false[system.name] += right.total()
            names = Counter(name for name, _ in said.elements())
            names.subtract(Counter(name for name, _ in right.elements()))
            row[system.name] = ", ".join(sorted(name for name, n in names.items() if n > 0))
    yield from by_kind
    for system in systems:
        found = sum(bool(row[system.name]) for row in by_kind)
        row = {"system": system.name, "set": TABLE.name, "kind": "all"}
        yield {**row, "found": found, "n": len(table), "false": false[system.name]}


def planted_in_apps(ours: Ours, systems: Sequence[Any], folder: Path) -> Iterator[Row]:
    """The faults of the table that a format of apps can have, in each of them; of the peers those
    that read it."""
    for name, form in FORMATS.items():
        of = folder / name
        table = [plant for plant in plants() if form.takes(plant)]
        found: Counter[str] = Counter()
        false: Counter[str] = Counter()
        missed = []
        sides: dict[str, list[Path]] = {"right": [], "wrong": []}
        for plant in table:
            for truth, target in (("right", plant.right), ("wrong", plant.wrong)):
                pairs = [
                    (_unescaped(a), _unescaped(b))
                    for a, b in [*_GIVEN["always"], (plant.source, target)]
                ]
                for file, side in ((form.source, 0), (form.file, 1)):
                    if file:
                        path = of / f"{plant.kind}-{truth}" / file
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_text(form.write(pairs, side), encoding="utf-8")
                sides[truth].append(path)
        reading = [ours, *(system for system in systems if name in system.reads)]
        for system in reading:
            said = (system.said(sides[side]) for side in ("right", "wrong"))
            for plant, (right, _), (wrong, _) in zip(table, *said, strict=True):
                names = [Counter(what for what, _ in side.elements()) for side in (right, wrong)]
                false[system.name] += right.total()
                if names[1] - names[0]:
                    found[system.name] += 1
                elif system is ours:
                    missed.append(plant.kind)
        for system in reading:
            row = {"system": system.name, "set": TABLE.name, "kind": "all", "format": name}
            row |= {"found": found[system.name], "n": len(table), "false": false[system.name]}
            yield {**row, **({"missed": missed} if system is ours else {})}


def _unescaped(text: str) -> str:
    """A string of a catalogue as a program has it."""
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def clean(
    files: Sequence[str], systems: Sequence[Any], ours: Ours, name: str, worst: int
) -> Iterator[Row]:
    shown: Counter[str] = Counter()
    for system in systems:
        total: Counter[str] = Counter()
        size = 0
        for file in map(Path, files):
            for said, examples in system.said([file]):
                total.update(what for what, _ in said.elements())
                for example in examples:
                    kind = f"{system.name} {example.split('/')[0]}"
                    shown[kind] += 1
                    if shown[kind] <= worst:
                        print(example)
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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Ours(folder, asked=not files)
        systems = [ours, *([Pofilter(pofilter, folder)] if pofilter else ())]
        if files:
            yield from clean(files, systems, ours, set_, worst)
        else:
            yield from planted([*systems, Msgfmt()], folder)
            yield from planted_in_apps(ours, systems[1:], folder)
