"""Time grows with the length of a text, whatever stands in it: four times the text may take six
times the time at most."""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from re import _constants as op
from re import _parser as parser
from xml.sax.saxutils import escape

import pytest
import yaml
from textlint_pt_embedded import tokens as ngram_tokens
from textlint_pt_embedded import words as model_words
from textlint_pt_embedded.encoder import LONGEST, model
from textlint_pt_questions.searcher import QuestionSearcher

import textlint_pt
from tests.conftest import ROOT
from tests.fuzz.mutations import seeds
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.testing import Case, load_cases
from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import tokens

pytestmark = pytest.mark.attacks

PLUGINS = Path(textlint_pt.__file__).parents[1] / "plugins"
MOST = 6.0
PAIRS_MOST = 9
#: no ratio is formed of times that are too short to be measured
FLOOR = 0.03


def _seconds(work: Callable[[], object]) -> float:
    # what a collection costs depends on what other tests left behind
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def _growth(small: Callable[[], object], large: Callable[[], object], floor: float) -> float:
    """How many times as long `large` takes, 0 where that is too short to tell; of up to nine rounds
    the best of each."""
    longest = _seconds(large)
    if longest < floor:
        return 0.0
    shortest = min(_seconds(small) for _ in range(3))
    for _ in range(6):
        if longest <= MOST * shortest:
            break
        longest = min(longest, _seconds(large))
        shortest = min(shortest, _seconds(small))
    return longest / shortest if longest >= floor else 0.0


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


def _modules() -> Iterator[str]:
    for folder in (Path(textlint_pt.__file__).parent, *sorted(PLUGINS.glob("textlint_pt_*"))):
        yield from (m.name for m in pkgutil.walk_packages([str(folder)], f"{folder.name}."))


def _flat(value: object) -> Iterator[re.Pattern[str]]:
    """The expressions in a module's value."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, (type(regex("")), re.Pattern)) and isinstance(value.pattern, str):
        yield re.compile(value.pattern, value.flags)


def _expressions() -> Iterator[tuple[str, re.Pattern[str], bool]]:
    """Name, expression, and whether it is searched for: one that is only matched may look ahead
    from a single place as far as it likes."""
    names = [name for name in _modules() if not name.endswith(("__main__", ".model"))]
    modules = [(name, importlib.import_module(name)) for name in names]
    sources = {name: Path(module.__file__ or "").read_text("utf-8") for name, module in modules}
    for name, module in modules:
        for key, value in vars(module).items():
            used = sources[name] if key.startswith("_") else "\n".join(sources.values())
            expressions = list(_flat(value))
            if not expressions:
                continue
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
            growth = _growth(run(pump, small), run(pump, large), FLOOR / 10)
            if growth > MOST:
                return growth, pump
    return 0.0, ("", "")


def test_no_expression_backtracks() -> None:
    expressions = list(_expressions())
    assert len(expressions) > 250
    slow = {
        name: worst
        for name, expression, is_searched in expressions
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
        if not name.endswith(("__main__", ".model")):
            for value in list(vars(importlib.import_module(name)).values()):
                source = getattr(value, "__wrapped__", None)
                if source and re.search(r"regex\(|re\.compile\(", inspect.getsource(source)):
                    value.cache_clear()
    plugins = load()
    linter = _linter(plugins)
    for path in seeds():
        list(linter.lint([Input(path.name, path.read_bytes())]))
    for name in FORMATS:
        for unit in UNITS:
            with suppress(Unreadable):
                build("x", WRITTEN.get(name, str)(PROSE + unit * 20), plugins.formats[name])
    monkeypatch.undo()
    known = {expression.pattern for _, expression, _ in _expressions()}
    return {pattern: made[pattern] for pattern in made if pattern not in known}


def test_no_expression_made_in_a_function_backtracks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _made_in_functions(monkeypatch)
    assert any("currency" in pattern for pattern in made)  # that of tokens
    slow = {
        pattern: worst for pattern, one in made.items() if (worst := _worst(one, True))[0] > MOST
    }
    assert not slow


@pytest.mark.parametrize("pattern", [r"(?:a+)+b", r"\s+x", r"<!--.*?-->", r"[\w.]+@"])
def test_the_scan_finds_what_grows(pattern: str) -> None:
    assert _worst(re.compile(pattern), True)[0] > MOST


# ------------------------------------------------------------------ formats and rules

PROSE = "O gato da vizinha dorme na cama da menina e não quer sair de casa hoje.\n\n"
UNITS = (
    *("[", "](", "[a](", "*a ", "**a", "`a ", "`", "<a ", "<a>", "{{", "{", "&", "(", "<!--", "<?"),
    *("a-", "-me", "a", " ", "\n", "“a” ", "a, ", "A AA", "e\u0301", "😀", "<![CDATA["),
    *(":a: b\n", "a;; b\n", "# T\n\n", "T\n=\n\n", "- a\n", "> ", "|a|b|\n", "~~~\n"),
    *("[a]: b\n", ".. a::\n", "import a\n", "<A>\n", "  a\n", "i. a\n"),
    "<!-- textlint-pt-disable RED -->\n\n<!-- textlint-pt-enable RED -->\n\n",
)


def _nested(size: int) -> str:
    """Quotations one in the other, line by line; long, since the grammar nests 250 of them."""
    return "".join("> " * depth + "a\n" for depth in range(1, int((50 * size) ** 0.5)))


def _po(entries: str) -> str:
    return f'msgid ""\nmsgstr "Language: pt\\n"\n\n{entries}'


def _po_of(text: str) -> str:
    written = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return _po(f'msgid "a"\nmsgstr "{written}"\n')


def _xliff(units: str) -> str:
    return (
        '<xliff version="1.2"><file source-language="en" target-language="pt"><body>'
        f"{units}</body></file></xliff>"
    )


def _xliff_of(text: str) -> str:
    return _xliff(f'<trans-unit id="a"><source>a</source><target>{text}</target></trans-unit>')


def _tmx_of(text: str) -> str:
    return (
        '<tmx version="1.4"><body><tu><tuv xml:lang="en"><seg>a</seg></tuv>'
        f'<tuv xml:lang="pt"><seg>{text}</seg></tuv></tu></body></tmx>'
    )


WRITTEN: dict[str, Callable[[str], str]] = {
    "po": _po_of,
    "xliff": lambda text: _xliff_of(escape(text)),
    "tmx": lambda text: _tmx_of(escape(text)),
    "notebook": lambda text: json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}),
}
MADE: dict[tuple[str, str], Callable[[int], str]] = {
    ("markdown", "nested"): _nested,
    ("mdx", "nested"): _nested,
    ("html", "nested"): lambda n: "<div>" * min(n // 11, 400) + "a" + "<b>" * (n // 3),
    ("po", "entries"): lambda n: _po('msgid "a %d"\nmsgstr "b %d"\n\n' * (n // 30)),
    ("po", "pieces"): lambda n: _po('msgid "a"\nmsgstr ""\n' + '"a "\n' * (n // 5)),
    ("xliff", "cdata"): lambda n: _xliff_of("<![CDATA[O gato]]>" * (n // 18)),
    ("xliff", "tags"): lambda n: _xliff_of("a <x id='1'/>" * (n // 13)),
    ("tmx", "tags"): lambda n: _tmx_of("a <ph>b</ph>" * (n // 12)),
    ("latex", "groups"): lambda n: (
        "{a" * min(n // 4, 50) + "}" * min(n // 4, 50) + "{a}" * (n // 4)
    ),
    ("latex", "blanks"): lambda n: " " * (40 * n),
    ("latex", "letters"): lambda n: "a" * (40 * n),
    ("latex", "open"): lambda n: "\\begin{itemize}\\item a" * min(n // 24, 50),
    ("latex", "listings"): lambda n: "\\begin{verbatim}" * (n // 16),
    ("subtitles", "cues"): lambda n: "1\n00:01.000 --> 00:02.000\nolá\n\n" * (n // 31),
}


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load()


FORMATS = tuple(load(third_party=False).formats)


def growth_of_reading(reader: Format, name: str) -> dict[str, float]:
    """How the time of reading grows by hostile text, 0 where it is too short to tell."""

    def read(text: str) -> None:
        with suppress(Unreadable):
            build("x", text, reader)

    written = WRITTEN.get(name, str)
    made = {
        unit: lambda size, unit=unit: written(PROSE + unit * (size // len(unit))) for unit in UNITS
    }
    made |= {label: make for (owner, label), make in MADE.items() if owner == name}
    found = {}
    for label, make in made.items():
        small, large = make(2_000), make(8_000)
        found[label] = _growth(lambda text=small: read(text), lambda text=large: read(text), FLOOR)
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_reading_grows_with_the_text(plugins: Plugins, name: str) -> None:
    found = growth_of_reading(plugins.formats[name], name)
    assert not {label: growth for label, growth in found.items() if growth > MOST}


def _linter(plugins: Plugins) -> Linter:
    """The rules that need no model."""
    free = [
        code
        for code, rule in plugins.rules.items()
        if all(need == "forms" or need.startswith("alignment") for need in rule.needs)
        and not rule.metrics
    ]
    return Linter(plugins, [Layer("test", {"select": free, "language": "pt"})])


JUDGED = {
    "md": ("a", "-me", "a,b", "`a ", "a@b. ", "O gato ,dorme na `cama` .\n\n", "1 "),
    "po": ("- a\n", "``a", "1 ", "T\n=\n\n", "O gato %d ,dorme.\n\n"),
}


@pytest.mark.parametrize(
    ("suffix", "unit"), [(suffix, unit) for suffix, units in JUDGED.items() for unit in units]
)
def test_judging_grows_with_the_text(plugins: Plugins, suffix: str, unit: str) -> None:
    linter = _linter(plugins)
    written = WRITTEN.get(suffix, str)

    def judge(size: int) -> None:
        # never the same sentence twice: what is remembered of one would cost nothing
        text = written(f"{PROSE}{next(numbers)} " + unit * (size // len(unit)))
        entry = next(linter.lint([Input(f"x.{suffix}", text.encode(), {})]))
        assert entry["error"] is None

    numbers = count()
    judge(100)
    assert _growth(lambda: judge(1_500), lambda: judge(6_000), FLOOR) <= MOST


def test_comments_and_findings_by_the_thousand(plugins: Plugins) -> None:
    linter = _linter(plugins)
    disabled = "<!-- textlint-pt-disable{} GRA404 -->\n\nO gato ,dorme.\n\n"

    def judge(action: str, count: int) -> None:
        text = PROSE + disabled.format(action) * count
        entry = next(linter.lint([Input("x.md", text.encode(), {})]))
        assert not [found for found in entry["findings"] if found["code"] == "GRA404"]

    for action in ("", "-next"):
        judge(action, 2)
        growth = _growth(
            lambda action=action: judge(action, 100),
            lambda action=action: judge(action, 400),
            FLOOR,
        )
        assert growth <= MOST


def _cases() -> dict[str, Case]:
    """Of every rule the first text in which it finds something."""
    found: dict[str, Case] = {}
    for case in load_cases(ROOT / "tests" / "rules"):
        if case.values["findings"]:
            found.setdefault(case.rule, case)
    return found


CASES = _cases()


def _many(text: str, copies: int) -> bytes:
    """A text again and again, with something else between."""
    return "\n".join(f"{text}\nHá {n} dias que a loja fecha.\n" for n in range(copies)).encode()


@pytest.mark.parametrize("code", load(third_party=False).rules)
def test_each_rule_grows_with_what_it_finds(plugins: Plugins, code: str) -> None:
    values = CASES[code].values
    settings = {"select": [code], "language": "pt", "preset": values.get("preset", "default")}
    settings["rules"] = {code: values.get("options", {})}
    linter = Linter(plugins, [Layer("test", settings)])
    suffix = values.get("format", "txt")
    roles = [role for role in ("reference", "source") if role in values]

    def judge(copies: int) -> None:
        given = {role: (f"{role}.{suffix}", _many(values[role], copies)) for role in roles}
        list(linter.lint([Input(f"x.{suffix}", _many(values["text"], copies), given)]))

    judge(80)  # what is remembered of a sentence costs nothing in either
    # sentences that are all alike are compared pair by pair
    most = PAIRS_MOST if code.startswith("RED00") else MOST
    assert _growth(lambda: judge(20), lambda: judge(80), FLOOR) <= most


def _declared() -> dict[str, dict[str, object]]:
    """The rules that docs/custom-rules.md declares."""
    page = (ROOT / "docs" / "custom-rules.md").read_text(encoding="utf-8")
    found: dict[str, dict[str, object]] = {}
    for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL):
        found |= (yaml.safe_load(block) or {}).get("custom-rules", {})
    return {code: rule for code, rule in found.items() if rule.get("failing")}


@pytest.mark.parametrize("code", _declared())
def test_each_kind_of_declared_rule_grows_with_what_it_finds(plugins: Plugins, code: str) -> None:
    rule = _declared()[code]
    layer = Layer("test", {"custom-rules": {code: rule}, "select": [code], "language": "pt"})
    linter = Linter(plugins, [layer])
    first = rule["failing"][0]  # type: ignore[index]
    text = first["text"] if isinstance(first, dict) else first

    def judge(copies: int) -> None:
        entry = next(linter.lint([Input("x.txt", _many(text, copies))]))
        assert entry["error"] is None
        assert entry["findings"]

    judge(120)
    assert _growth(lambda: judge(30), lambda: judge(120), FLOOR) <= MOST


def test_searching_grows_with_the_questions(plugins: Plugins) -> None:
    def search(count: int) -> None:
        text = "".join(
            f"## Onde fica a ponte {n}?\n\nJunto da praça {n}.\n\n" for n in range(count)
        )
        document = build("x.md", text, plugins.formats["markdown"])
        question = "onde fica a ponte 7"
        assert QuestionSearcher().search([document], question, 5, lambda name, texts: None)

    search(10)
    assert _growth(lambda: search(200), lambda: search(800), FLOOR) <= MOST


@pytest.mark.parametrize("unit", ["a", "a-", "-me", "a@", "www.a", "1.", "e\u0301", "😀", "中"])
def test_cutting_into_words_grows_with_the_text(unit: str) -> None:
    def cut(size: int) -> None:
        text = unit * (size // len(unit))
        for cutter in (tokens, model_words.split, ngram_tokens.tokens):
            list(cutter(text))

    assert _growth(lambda: cut(5_000), lambda: cut(20_000), FLOOR) <= MOST


@pytest.mark.parametrize("unit", ["中", "a", "a,b;", "gato "])
def test_of_a_very_long_sentence_a_bounded_part_is_read(unit: str) -> None:
    encoded = model().encode(unit * 5_000)
    assert 0 < len(encoded.words) <= LONGEST
    assert len(encoded.choices) <= 2 * LONGEST


def test_a_notice_names_the_sentences_that_are_too_long(plugins: Plugins) -> None:
    linter = Linter(plugins, [Layer("test", {"select": ["GRA101"], "language": "pt"})])
    long = "O gato dorme " + "na cama da menina " * 100 + "."
    entry = next(linter.lint([Input("x.md", f"{PROSE}{long}\n".encode(), {})]))
    notices = [n["message"] for n in entry["notices"] if n["code"] == "long-sentence"]
    assert len(notices) == 1
    assert "linhas: 3)" in notices[0]
