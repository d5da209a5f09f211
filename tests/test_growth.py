"""Time grows with the length of a text, whatever stands in it.

Every row of a table is clocked at its largest size, and where that takes long at a fourth and a
sixteenth of it: four times the text may take six times the time at most, twice in a row. It is time
of the processor, the least of several rounds, since a busy machine doubles it now and then and a
square makes sixteen of four.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count, groupby, pairwise
from pathlib import Path
from re import _constants as op
from re import _parser as parser
from typing import Any

import pytest
import yaml
from textlint_pt_embedded import tokens as ngram_tokens
from textlint_pt_embedded import words as model_words
from textlint_pt_embedded.encoder import LONGEST, model
from textlint_pt_questions.searcher import search

import textlint_pt
from tests import shapes, timing
from tests.conftest import ROOT
from tests.fuzz.mutations import seeds
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format, Parsed
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.finding import Finding
from textlint_pt.testing import Case, load_cases
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import tokens

pytestmark = pytest.mark.attacks

PLUGINS = Path(textlint_pt.__file__).parents[1] / "plugins"
MOST = 6.0


def _growths(work: Callable[[int], object], size: int, least: float) -> tuple[float, ...]:
    """How many times as long four times the text takes, the longest first: up to a size, and up to
    a fourth of it. Empty where it takes less than `least` seconds a byte: whatever grows by the
    square takes more than that at this size, or nobody has to wait for it at any size that is
    read."""
    floor = max(timing.FLOOR, least * size)
    sizes = [size, size // 4, size // 16]
    growths = []
    for large, small in pairwise(sizes):
        growth = timing.growth(lambda n=small: work(n), lambda n=large: work(n), MOST, floor)
        if growth <= MOST:
            break
        growths.append(growth)
        floor = 0.002
    return tuple(growths)


def _slow(rows: Mapping[str, Callable[[int], object]], size: int, least: float) -> dict[str, Any]:
    """The rows of a table that grow faster than the text."""
    grown = {name: _growths(work, size, least) for name, work in rows.items()}
    # what is done once a text may be most of a short one, but not of two
    return {name: found for name, found in grown.items() if len(found) == 2}


# ------------------------------------------------------------------ expressions


class _Pumps:
    """Strings that an expression may repeat: what precedes a repetition, and what it repeats."""

    _SIGNS = "ax 1-.A\n\t_,:\"'*`[]()<>{}é|=/\\$%@#!?;&~+^"

    def __init__(self, expression: re.Pattern[str]) -> None:
        self._groups: dict[int | None, str] = {}
        self._repeated: list[tuple[str, str]] = []
        whole = self._sample(parser.parse(expression.pattern, expression.flags), "")
        self.found = {("", sign) for sign in " a1\n"} | {("", whole)}
        for before, unit in self._repeated:
            self.found |= {(before, unit), ("", unit), ("", before), ("", before + unit)}
            self.found.add(("", before[-1:] + unit))
        self.found = {(before, unit) for before, unit in self.found if unit}

    def _sample(self, items: parser.SubPattern, before: str) -> str:
        """A string that a sequence matches, looking around left aside."""
        found = ""
        for item in items:
            found += self._one(item, before + found)
        return found

    def _one(self, item: tuple[object, object], before: str) -> str:
        match item:
            case (op.LITERAL, code):
                return chr(code)
            case (op.NOT_LITERAL, code):
                return "b" if code == ord("a") else "a"
            case (op.ANY, _):
                return "a"
            case (op.IN, members):
                return next(self._members(members), "a")
            case (op.BRANCH, (_, branches)):
                # every branch is sampled: each may hold repetitions
                samples = [self._sample(branch, before) for branch in branches]
                return samples[0]
            case (op.SUBPATTERN, (number, _, _, inner)):
                self._groups[number] = self._sample(inner, before)
                return self._groups[number]
            case (op.ATOMIC_GROUP, inner):
                return self._sample(inner, before)
            case (op.GROUPREF, number):
                return self._groups.get(number, "")
            case (op.MAX_REPEAT | op.MIN_REPEAT | op.POSSESSIVE_REPEAT, (least, most, inner)):
                units = self._alternatives(inner, before)
                if most >= 60:
                    self._repeated += [(before, unit) for unit in units]
                return units[0] * max(least, min(most, 1))
        return ""

    def _alternatives(self, items: parser.SubPattern, before: str) -> list[str]:
        if len(items) == 1:
            match items[0]:
                case (op.BRANCH, (_, branches)):
                    return [self._sample(branch, before) for branch in branches]
                case (op.SUBPATTERN, (_, _, _, inner)):
                    return self._alternatives(inner, before)
                case (op.IN, members):
                    return [*self._members(members)][:5] or ["a"]
        return [self._sample(items, before)]

    def _members(self, members: list[tuple[object, object]]) -> Iterator[str]:
        """Signs of a class of characters."""
        escaped = "".join(map(self._written, members))
        inside = re.compile(f"[{escaped}]")
        signs = [*self._SIGNS, *(chr(code) for kind, code in members if kind is op.LITERAL)]
        yield from filter(inside.match, signs)

    @staticmethod
    def _written(member: tuple[object, object]) -> str:
        match member:
            case (op.NEGATE, _):
                return "^"
            case (op.LITERAL, code):
                return re.escape(chr(code))
            case (op.RANGE, (first, last)):
                return f"{re.escape(chr(first))}-{re.escape(chr(last))}"
            case (op.CATEGORY, category):
                letter = str(category).rpartition("_")[2][0].lower()
                return "\\" + (letter.upper() if "_NOT_" in str(category) else letter)
        raise AssertionError(member)


@cache
def _modules() -> Mapping[str, str]:
    """The source of each module by its name, but for programs and models."""
    found = {}
    for folder in (Path(textlint_pt.__file__).parent, *sorted(PLUGINS.glob("textlint_pt_*"))):
        for module in pkgutil.walk_packages([str(folder)], f"{folder.name}."):
            spec = module.module_finder.find_spec(module.name, None)
            if spec and spec.origin and not module.name.endswith(("__main__", ".model")):
                found[module.name] = Path(spec.origin).read_text("utf-8")
    return found


def _flat(value: object) -> Iterator[re.Pattern[str]]:
    """The expressions in a module's value."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, (type(regex("")), re.Pattern)) and isinstance(value.pattern, str):
        yield re.compile(value.pattern, value.flags)


def _expressions(name: str) -> Iterator[tuple[str, re.Pattern[str], bool]]:
    """Name, expression of a module, and whether it is searched for: one that is only matched may
    look ahead from a single place as far as it likes."""
    sources = _modules()
    for key, value in vars(importlib.import_module(name)).items():
        expressions = list(_flat(value))
        if not expressions:
            continue
        used = sources[name] if key.startswith("_") else "\n".join(sources.values())
        searched = re.search(rf"\b{key}\b.{{0,9}}\.(?:search|finditer|sub|findall|split)", used)
        matched = re.search(rf"\b{key}\.(?:match|fullmatch)\b", used)
        for expression in expressions:
            yield f"{name}.{key}", expression, bool(searched or not matched)


def _apply(expression: re.Pattern[str], is_searched: bool, text: str) -> None:
    if is_searched:
        for _ in expression.finditer(text):
            pass
    else:
        expression.match(text)
        expression.fullmatch(text)


def _worst(expression: re.Pattern[str], is_searched: bool) -> tuple[float, tuple[str, str]]:
    def run(pump: tuple[str, str], size: int) -> Callable[[], None]:
        text = pump[0] + pump[1] * (size // len(pump[1])) + "\x02"
        return lambda: _apply(expression, is_searched, text)

    for pump in _Pumps(expression).found:
        for small, large in ((6, 20), (125, 500), (1_500, 6_000)):
            # short texts first: an exponential expression would never end a long one
            growth = timing.growth(run(pump, small), run(pump, large), MOST, timing.FLOOR / 10)
            if growth > MOST and large > 20:  # chance, or as steep over longer texts, too
                growth = timing.growth(run(pump, large), run(pump, 4 * large), MOST, timing.FLOOR)
            if growth > MOST:
                return growth, pump
    return 0.0, ("", "")


@pytest.mark.parametrize("name", sorted(_modules()))
def test_no_regular_expression_constant_backtracks_superlinearly(name: str) -> None:
    slow = {
        key: worst
        for key, expression, is_searched in _expressions(name)
        if (worst := _worst(expression, is_searched))[0] > MOST
    }
    assert not slow


def _made_in_functions(monkeypatch: pytest.MonkeyPatch) -> dict[str, re.Pattern[str]]:
    """The expressions that are made while files of every format are read and judged, and are no
    value of a module."""
    made: dict[str, re.Pattern[str]] = {}
    compile_ = re.compile

    def noted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled = compile_(pattern, flags)
        maker = sys._getframe(1).f_globals["__name__"]
        if maker.startswith("textlint_pt") and isinstance(compiled.pattern, str):
            made[compiled.pattern] = compiled
        return compiled

    monkeypatch.setattr(re, "compile", noted)
    for name in _modules():
        for value in list(vars(importlib.import_module(name)).values()):
            source = getattr(value, "__wrapped__", None)
            if source and re.search(r"regex\(|re\.compile\(", inspect.getsource(source)):
                value.cache_clear()
    plugins = load()
    linter = _linter(plugins)
    for path in seeds():
        list(linter.lint([Input(path.name, path.read_bytes())]))
    for shape in filter(_is_read, shapes.shapes()):
        reader = plugins.format_for(shape.file)
        with suppress(Unreadable):
            build(shape.file, decode(shape.file, shape.make(100), reader), reader)
    monkeypatch.undo()
    known = {expression.pattern for name in _modules() for _, expression, _ in _expressions(name)}
    assert len(known) > 250
    return {pattern: made[pattern] for pattern in made if pattern not in known}


def test_no_regular_expression_built_in_a_function_backtracks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = _made_in_functions(monkeypatch)
    assert any("currency" in pattern for pattern in made)  # that of tokens
    slow = {
        pattern: worst for pattern, one in made.items() if (worst := _worst(one, True))[0] > MOST
    }
    assert not slow


@pytest.mark.parametrize("pattern", [r"(?:a+)+b", r"\s+x", r"<!--.*?-->", r"[\w.]+@"])
def test_backtracking_check_detects_superlinear_regular_expressions(pattern: str) -> None:
    assert _worst(re.compile(pattern), True)[0] > MOST


# ------------------------------------------------------------------ formats and rules

#: bytes of the longest text that is read, and seconds a byte that no reader needs for prose
READ, READ_LEAST = 16_000, 4e-6
JUDGED, JUDGED_LEAST = 8_000, 2e-5
#: texts that are tried in every format of markup; all are in plain text
ANYWHERE = frozenset(
    (
        *(
            "a",
            " ",
            "\n",
            "e\u0301",
            "1. ",
            "- ",
            "a-",
            "(",
            "[",
            "[a ",
            "<",
            "<a ",
            "<!--",
            "&",
            "`",
        ),
        *("`a ", "*a ", "{{", "{", "$", "\\", "|a ", "a@", "www.a ", "a\n\n", "palavra№ ", "“a "),
        *("https://a.b/c№ ", "::"),
    )
)


#: strings that are tried in every format of records
IN_RECORDS = frozenset(map(repr, ("a ", "[a](b) ", "{a} ", "<a> ", "&", "\\")))
OF_TEXT = frozenset(map(repr, shapes.TEXTS))
OF_MARKDOWN = frozenset(map(repr, shapes.MARKUP["a.md"]))


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load()


def _is_read(shape: shapes.Shape) -> bool:
    if shape.file in shapes.RECORDS:
        return shape.name.startswith("record ") or shape.name.partition(" of ")[2] in IN_RECORDS
    if shape.name in OF_TEXT and shape.file != "a.txt":
        return shape.file != "a.mdx" and shape.name in map(repr, ANYWHERE)
    # the rest of MDX is Markdown
    return shape.file != "a.mdx" or shape.name not in OF_MARKDOWN


def growth_of_reading(
    reader: Format, of: Iterable[shapes.Shape], size: int = READ
) -> dict[str, tuple[float, ...]]:
    """The shapes that a reader is slow over."""

    def read(shape: shapes.Shape, size: int) -> None:
        with suppress(Unreadable):
            build(shape.file, decode(shape.file, shape.make(size), reader), reader)

    rows = {str(shape): lambda n, shape=shape: read(shape, n) for shape in of}
    return _slow(rows, size, READ_LEAST)


def test_parsing_time_of_every_format_is_linear_in_file_size(plugins: Plugins) -> None:
    slow: dict[str, Any] = {}
    for file, of in groupby(filter(_is_read, shapes.shapes()), key=lambda shape: shape.file):
        slow |= growth_of_reading(plugins.format_for(file), of)
    assert not slow


def _linter(plugins: Plugins) -> Linter:
    """The rules that need no model."""
    free = [
        code
        for code, rule in plugins.rules.items()
        if all(need == "forms" or need.startswith("alignment") for need in rule.declared.needs)
        and not rule.declared.metrics
    ]
    return Linter(plugins, [Layer("test", {"select": free, "language": "pt"})])


#: what takes rules long, in texts and in one string
HARD = {
    "a.md": (
        *("a", "-me", "a, ", "`a ", "a@b.c ", "1 ", '"', "(a ", "“a ", ".", "A. ", "que ", "- a\n"),
        *("O gato ,dorme. ", "palavra№ ", "Maria Silva№ ", "O gato ,dorme.\n\n"),
        "<!-- textlint-pt-disable GRA404 -->\n\nO gato ,dorme.\n\n",
        "<!-- textlint-pt-disable-next GRA404 -->\n\nO gato ,dorme.\n\n",
    ),
    "a.po": (
        *(
            "one of 'a'",
            "one of '.'",
            "one of '1 '",
            "one of '`a '",
            "one of '%s '",
            "one of 'O gato ,dorme. '",
        ),
        *("one of 'O gato № dorme. '", "many of 'Sim. '"),
    ),
    "m_pt.properties": ("one of 'palavra№ '",),
}


def growth_of_judging(
    linter: Linter, of: Iterable[shapes.Shape], size: int = JUDGED
) -> dict[str, tuple[float, ...]]:
    """The shapes that rules are slow over."""

    def judge(shape: shapes.Shape, size: int) -> None:
        # never the same sentence twice: what is remembered of one would cost nothing
        data = shape.make(size).replace(b"vizinha", f"vizinha {next(numbers)}".encode())
        entry = next(linter.lint([Input(shape.file, data, {})]))
        assert entry["error"] is None

    numbers = count()
    rows = {str(shape): lambda n, shape=shape: judge(shape, n) for shape in of}
    for work in rows.values():
        work(100)
    return _slow(rows, size, JUDGED_LEAST)


def test_linting_time_of_repetitive_hostile_texts_is_linear_in_length(plugins: Plugins) -> None:
    named = {
        f"{file}: {one if file in shapes.RECORDS else repr(one)}"
        for file in HARD
        for one in HARD[file]
    }
    hard = [shape for shape in shapes.shapes() if str(shape) in named]
    assert len(hard) == len(named)
    assert not growth_of_judging(_linter(plugins), hard)


class _Clock:
    """Seconds that each rule takes, whoever calls which of its methods."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.seconds: Counter[str] = Counter()
        self._running = ""
        for rule in rules:
            for name in ("find", "finish"):
                setattr(rule, name, self._clocked(rule.code, getattr(rule, name)))

    def _clocked(self, code: str, method: Callable[..., Iterable[Finding]]) -> Callable[..., Any]:
        def clocked(*given: Any) -> list[Finding]:
            if self._running:
                return list(method(*given))
            self._running, start = code, time.process_time()
            try:
                return list(method(*given))
            finally:
                self.seconds[code] += time.process_time() - start
                self._running = ""

        return clocked


def growth_of_rules(
    linter: Linter, make: Callable[[int], Input], sizes: Sequence[int]
) -> dict[str, tuple[float, ...]]:
    """The rules whose time grows faster than the text, of those that take long over the longest."""
    clock = _Clock(linter.rules.values())

    def clocked(size: int) -> Counter[str]:
        clock.seconds.clear()
        gc.collect()
        (entry,) = linter.lint([make(size)])
        assert entry["error"] is None
        return Counter(clock.seconds)

    clocked(sizes[0])
    least = {size: clocked(size) for size in sizes}

    def grown() -> dict[str, tuple[float, ...]]:
        small, middle, large = (least[size] for size in sizes)
        ratios = {
            code: (large[code] / max(middle[code], 0.002), middle[code] / max(small[code], 0.002))
            for code in large
            if large[code] >= timing.FLOOR
        }
        return {
            code: found
            for code, found in ratios.items()
            if found[0] > MOST and found[0] * found[1] > MOST**2
        }

    for _ in range(3):
        if not grown():
            break
        for size in sizes[1:]:
            again = clocked(size)
            least[size] = Counter({code: min(least[size][code], again[code]) for code in again})
    return grown()


def _cases() -> dict[str, Case]:
    """Of every rule the first text in which it finds something."""
    found: dict[str, Case] = {}
    for case in load_cases(ROOT / "tests" / "rules"):
        if case.values["findings"]:
            found.setdefault(case.rule, case)
    return found


CASES = _cases()


def _rows() -> dict[tuple[str, str, str, bool], list[str]]:
    """The rules that are clocked together: by format, preset, what is compared, and models."""
    rules = load(third_party=False).rules
    found: dict[tuple[str, str, str, bool], list[str]] = {}
    for code, case in CASES.items():
        rule, values = rules[code], case.values
        role = next((role for role in ("reference", "source") if role in values), "")
        needs = bool(rule.declared.metrics) or any(
            need != "forms" and not need.startswith("alignment") for need in rule.declared.needs
        )
        row = values.get("format", "txt"), values.get("preset", "default"), role, needs
        found.setdefault(row, []).append(code)
    return found


def _many(texts: Sequence[str], size: int, between: str) -> bytes:
    """Texts again and again up to a size, with something else between."""
    found: list[str] = []
    length = 0
    for number in count():
        if length >= size:
            return "\n".join(found).encode()
        found.append(f"{texts[number % len(texts)]}\n{between.format(number)}\n")
        length += len(found[-1])
    raise AssertionError


@pytest.mark.parametrize("row", _rows(), ids=lambda row: "-".join(map(str, row)))
def test_every_rule_takes_time_linear_in_the_number_of_findings(
    plugins: Plugins, row: tuple[str, str, str, bool]
) -> None:
    suffix, preset, role, needs = row
    codes = _rows()[row]
    texts = [CASES[code].values["text"] for code in codes]
    if suffix == "po":  # a header stands in a file once
        texts = [text.partition("\n\n")[2] for text in texts]
    others = [CASES[code].values[role] for code in codes] if role else []
    options = {code: CASES[code].values.get("options", {}) for code in codes}
    settings = {"select": codes, "language": "pt", "preset": preset, "rules": options}
    linter = Linter(plugins, [Layer("test", settings)])
    between = "# {}\n" if suffix == "po" else "Há {} dias que a loja fecha.\n"

    def make(size: int) -> Input:
        given = {role: (f"{role}.{suffix}", _many(others, size, between))} if role else {}
        return Input(f"x.{suffix}", _many(texts, size, between), given)

    sizes = (750, 3_000, 12_000) if needs else (3_000, 12_000, 48_000)
    assert not growth_of_rules(linter, make, sizes)


def test_timing_check_of_the_tests_detects_quadratic_growth(
    plugins: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Square(PlainText):
        def parse(self, raw: str) -> Parsed:
            for at in range(0, len(raw), 8):
                sum(range(at))
            return super().parse(raw)

    shape = shapes.Shape("a.txt", "prose", shapes.plain)
    assert growth_of_reading(PlainText(), [shape]) == {}
    assert set(growth_of_reading(Square(), [shape])) == {"a.txt: prose"}

    linter = Linter(plugins, [Layer("test", {"select": ["GRA404", "GRA405"], "language": "pt"})])
    rule = linter.rules["GRA404"]

    def finished(view: View, found: Iterable[Finding], options: object) -> Iterator[Finding]:
        for sentence in view.sentences:
            sum(range(200 * sentence.index))
        yield from found

    monkeypatch.setattr(rule, "finish", finished)

    def make(size: int) -> Input:
        return Input("x.txt", shapes.plain(size))

    assert set(growth_of_rules(linter, make, (3_000, 12_000, 48_000))) == {"GRA404"}


def _declared() -> dict[str, dict[str, object]]:
    """The rules that docs/custom-rules.md declares."""
    page = (ROOT / "docs" / "custom-rules.md").read_text(encoding="utf-8")
    found: dict[str, dict[str, object]] = {}
    for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL):
        found |= (yaml.safe_load(block) or {}).get("custom-rules", {})
    return {code: rule for code, rule in found.items() if rule.get("failing")}


def _first(failing: Any) -> str:
    """The first text of examples: of a list, or of the lines of a block, without what is meant."""
    first = failing.splitlines()[0] if isinstance(failing, str) else failing[0]
    text = first["text"] if isinstance(first, dict) else first
    return re.sub(r"\{([^{}|]*)(?:\|[^{}]*)?\}", r"\1", text)


def test_custom_rules_take_time_linear_in_the_number_of_findings(plugins: Plugins) -> None:
    rules = _declared()
    layer = Layer("test", {"custom-rules": rules, "select": [*rules], "language": "pt"})
    linter = Linter(plugins, [layer])
    texts = [_first(rule["failing"]) for rule in rules.values()]  # type: ignore[index]
    between = "Há {} dias que a loja fecha.\n"

    def make(size: int) -> Input:
        return Input("x.txt", _many(texts, size, between))

    (entry,) = linter.lint([make(10_000)])
    assert {found["code"] for found in entry["findings"]} == set(rules)
    assert not growth_of_rules(linter, make, (3_000, 12_000, 48_000))


def test_question_search_time_is_linear_in_the_number_of_questions(plugins: Plugins) -> None:
    def ask(count: int) -> None:
        text = "".join(
            f"## Onde fica a ponte {n}?\n\nJunto da praça {n}.\n\n" for n in range(count)
        )
        document = build("x.md", text, plugins.formats["markdown"])
        question = "onde fica a ponte 7"
        assert search([document], question, 5, lambda name, texts: None)

    ask(10)
    assert not _slow({"questions": ask}, 800, 0)


def test_tokenizing_time_is_linear_in_text_length() -> None:
    def cut(unit: str, size: int) -> None:
        text = unit * (size // len(unit))
        for cutter in (tokens, model_words.split, ngram_tokens.tokens):
            list(cutter(text))

    units = ("a", "a-", "-me", "a@", "www.a", "1.", "e\u0301", "😀", "中")
    assert not _slow({unit: lambda n, unit=unit: cut(unit, n) for unit in units}, 20_000, 4e-6)


@pytest.mark.parametrize("unit", ["中", "a", "a,b;", "gato "])
def test_only_the_first_words_of_a_very_long_sentence_reach_the_model(unit: str) -> None:
    encoded = model().encode([unit * 5_000])[0]
    assert 0 < len(encoded.words) <= LONGEST
    assert len(encoded.choices) <= 2 * LONGEST


def test_too_long_sentence_notice_gives_its_line_numbers(plugins: Plugins) -> None:
    linter = Linter(plugins, [Layer("test", {"select": ["GRA101"], "language": "pt"})])
    long = "O gato dorme " + "na cama da menina " * 100 + "."
    entry = next(linter.lint([Input("x.md", f"{shapes.PROSE}{long}\n".encode(), {})]))
    notices = [n["message"] for n in entry["notices"] if n["code"] == "long-sentence"]
    assert len(notices) == 1
    assert "linhas: 3)" in notices[0]
