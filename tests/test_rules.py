"""Every rule's YAML cases, and what every rule must bring."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT
from textlint_pt.contract.figures import figures_file
from textlint_pt.registry.documentation import HEADINGS, HEADINGS_IN, page
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import fill
from textlint_pt.testing import Case, load_cases, run_case

CASES = load_cases(Path(__file__).parent / "rules")
RULES = load(third_party=False).rules


@pytest.mark.parametrize("case", CASES, ids=str)
def test_yaml_cases_of_every_rule_have_the_expected_findings(case: Case) -> None:
    run_case(case)


def test_no_yaml_rule_test_lowers_the_confidence_limit_to_pass() -> None:
    lowered = [
        str(case)
        for case in CASES
        if case.values["findings"] and "confidence" in case.values.get("options", {})
        if case.values["options"]["confidence"] < RULES[case.rule].options["confidence"].default
    ]
    assert lowered == []


def test_every_rule_has_test_texts_with_and_without_findings() -> None:
    kinds: dict[str, set[bool]] = defaultdict(set)
    for case in CASES:
        kinds[case.rule].add(bool(case.values["findings"]))
    # it asks git: tests/cli/test_stale.py
    assert {code for code in RULES if kinds[code] != {True, False}} == {"TRA015"}


def test_every_rule_documentation_page_has_all_headings() -> None:
    for code, rule in RULES.items():
        found = page(rule)
        assert list(found.sections) == list(HEADINGS), code
        assert all(found.sections.values()), code
        assert figures_file(rule) is not None, code


#: what both languages must have alike: names of options and of evidence, examples, figures
ALIKE = {
    "names": re.compile(r"`([^`]+)`"),
    "examples": re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)"),
    "figures": re.compile(r"(?<![\w`])\d[\d.,]*(?<![.,])|(?<!\w)\.\d+"),
}


def alike(kind: str, text: str) -> set[str]:
    text = re.sub(r"(?<=\d) (?=\d{3}\b)", "", " ".join(text.split()))
    found = {one.casefold() for one in ALIKE[kind].findall(text)}
    if kind == "figures":  # 0.5 and 0,5; 1,000 and 1000; .43 and 0,43
        found = {re.sub(r"[.,]", "", one).lstrip("0") or "0" for one in found}
    return found


def test_portuguese_rule_pages_have_the_same_content_as_english_ones() -> None:
    """A page is complete in both languages; where one was changed, the other has to follow."""
    for code, rule in RULES.items():
        english, portuguese = page(rule), page(rule, "pt")
        assert portuguese.language == "pt", code
        assert re.findall("(?m)^## (.+)$", portuguese.text) == list(HEADINGS_IN["pt"]), code
        assert list(portuguese.sections) == list(HEADINGS), code
        assert all(portuguese.sections.values()), code
        assert portuguese.summary != english.summary, code
        assert set(portuguese.options) == set(rule.options), code
        for name, said in portuguese.options.items():
            assert said != english.options[name], (code, name)
        for section in ("What it finds", "Why it matters", "Evidence"):
            for kind in ALIKE:
                theirs, ours = (alike(kind, one.sections[section]) for one in (english, portuguese))
                # an example more in English makes nothing untrue
                same = ours <= theirs if kind == "examples" else ours == theirs
                assert same, (code, section, kind, theirs ^ ours)


def test_every_rule_page_belongs_to_an_existing_rule() -> None:
    codes: dict[str, set[str]] = defaultdict(set)
    for code, rule in RULES.items():
        codes[rule.__module__.partition(".")[0]].add(code)
    for package, own in codes.items():
        pages = ROOT / "plugins" / package / "pages"
        found = {x: {path.stem for path in (pages / x).glob("*")} for x in HEADINGS_IN}
        assert found["pt"] == own, package
        assert found["en"] <= own, package


def test_rule_docstrings_equal_the_summary_of_their_documentation_pages() -> None:
    for code, rule in RULES.items():
        if rule.__doc__ is None:  # made of a row: its page alone says it
            continue
        said = inspect.cleandoc(rule.__doc__).partition("\n\n")[0]
        assert " ".join(said.split()) == page(rule).summary, code


def test_rule_without_a_portuguese_help_page_shows_its_english_docstring() -> None:
    class Plain(RULES["GRA404"]):  # type: ignore[misc,valid-type]
        """Another.

        ## What it finds

        Nothing.
        """

        code = "PLAIN1"

    assert page(Plain, "pt").language == "en"
    assert page(Plain, "pt").sections == {"What it finds": "Nothing."}


def test_python_file_and_class_of_a_rule_are_named_after_it() -> None:
    modules = Counter(rule.__module__ for rule in RULES.values())
    for code, rule in RULES.items():
        if rule.__module__.startswith("textlint_pt."):
            continue
        family, _, name = rule.declared.name.partition(".")
        plugin, *folders, file = rule.__module__.split(".")
        assert rule.__name__.lower() == name.replace("-", ""), code
        if file in ("pattern_rules", "pair_rules"):  # rules that differ by a pattern or a test
            continue
        if modules[rule.__module__] == 1:  # rules of one kind share a module
            assert name.replace("-", "_") == file or name.startswith(f"{file}-"), code
        assert folders == [family] or plugin == f"textlint_pt_{family}", code


def _fields(message: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(message) if field}


def test_rule_messages_have_the_same_placeholders_in_both_languages() -> None:
    for code, rule in RULES.items():
        assert set(rule.messages) == {"pt", "en"}, code
        portuguese, english = (rule.messages[language] for language in ("pt", "en"))
        assert set(portuguese) == set(english), code
        for name, message in portuguese.items():
            assert _fields(message) == _fields(english[name]), (code, name)


def test_score_formulas_are_explained_in_both_languages() -> None:
    for name, metric in load(third_party=False).metrics.items():
        worded = {"pt", "en"} if metric.profiles else set()
        assert set(metric.messages) == worded, name
        assert len({frozenset(metric.messages[language]) for language in worded}) <= 1, name


#: quotation marks that messages in a language may not have
FOREIGN_MARKS = {"pt": '“”„‟"‘', "en": '«»„"‘'}


def modules() -> Iterator[ModuleType]:
    """Every module of the package and of its plugins."""
    for folder in (ROOT / "textlint_pt", *(ROOT / "plugins").glob("textlint_pt_*")):
        for found in pkgutil.walk_packages([str(folder)], f"{folder.name}."):
            if not found.name.endswith("__main__"):  # which runs when it is imported
                yield importlib.import_module(found.name)


def texts(catalogue: object) -> Iterator[str]:
    if isinstance(catalogue, str):
        yield catalogue
    elif isinstance(catalogue, Mapping):
        for item in catalogue.values():
            yield from texts(item)
    elif isinstance(catalogue, list | tuple):
        for item in catalogue:
            yield from texts(item)


def test_rule_messages_use_quotation_marks_usual_in_their_language() -> None:
    catalogues = {
        id(value): value
        for module in modules()
        for owner in (module, *(c for c in vars(module).values() if isinstance(c, type)))
        for value in vars(owner).values()
        if isinstance(value, Mapping) and {"pt", "en"} <= set(value)
    }
    said = [
        (language, text)
        for catalogue in catalogues.values()
        for language in FOREIGN_MARKS
        for text in texts(catalogue[language])
    ]
    assert len(said) > 400
    assert [item for item in said if set(item[1]) & set(FOREIGN_MARKS[item[0]])] == []


def test_word_lists_in_messages_use_the_quotation_marks_of_the_language() -> None:
    assert fill("de {words}", "pt", {"words": ["um", "dois"]}) == "de «um», «dois»"
    assert fill("of {words}", "en", {"words": ("um", "dois")}) == "of “um”, “dois”"


def test_rule_code_prefixes_match_the_family_of_the_rule_name() -> None:
    families = {
        "GRA": {
            "grammaticality", "agreement", "government", "clitics", "mechanics",
            "spelling", "wording",
        },
        "RED": {"redundancy"}, "VOC": {"vocabulary"}, "FOC": {"focus"}, "TRA": {"translation"},
        "FAQ": {"questions"},
    }  # fmt: skip
    for code, rule in RULES.items():
        assert rule.declared.name.partition(".")[0] in families.get(code[:3], {"document"}), code


#: what is said of a count and not of a limit
TYPED = re.compile(
    r"(?i)\b(measured|medid[oa])\b[^.]*\d|\b(per|in|por|em) 1[,. ]?000\b|\bAUC\b|\d %"
    r"|\b\d+ (of|de|em) \d+\b[^.]* (right|found|cert[oa]s|encontr\w+)"
)
#: examples of what a rule is about, and limits beside the option that sets them
NOT_COUNTED = re.compile(r"\*[^*\n]+\*|`\w+` \(\d+ %\)|\(\d+ %\)|(?m:^ *>.*$)")


def test_no_rule_documentation_has_a_hard_coded_measured_number() -> None:
    """Figures come from `measured.json`, with their date."""
    for code, rule in RULES.items():
        for language in ("en", "pt"):
            found = page(rule, language)
            for heading in ("What it finds", "Why it matters", "Evidence", "Source"):
                said = NOT_COUNTED.sub("", " ".join(found.sections[heading].split()))
                assert not TYPED.search(said), (code, language, heading, TYPED.search(said))


def test_hard_coded_number_check_finds_measured_numbers_in_rule_pages() -> None:
    for said in (
        "Measured on news: 3",
        "0,5 achados por 1000 frases",
        "finds 12 % of them",
        "11 of 46 were right",
    ):
        assert TYPED.search(NOT_COUNTED.sub("", said))
    assert not TYPED.search(NOT_COUNTED.sub("", "more than `common` (80 %) of them"))
