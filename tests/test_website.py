"""The pages of the site: written without MkDocs, which builds them (`python -m website`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from unittest import mock

import pytest
import yaml

from tests.conftest import ROOT
from textlint_pt.contract.rule import address
from textlint_pt.registry.documentation import DOCUMENTATION, FAMILIES, HEADINGS_IN
from textlint_pt.registry.plugins import load
from textlint_pt.testing import Case, lint_text
from website import demo, examples, guides, rules
from website.__main__ import write_pages
from website.guides import SEARCHED, SUMMARIES, WORDS

RULES = load(third_party=False).rules
LANGUAGES = ("pt", "en")


@cache
def pages(language: str) -> Mapping[str, str]:
    """All pages, those of rules without their linted examples."""
    with mock.patch.object(rules, "examples", lambda *_: ("", "")):
        return rules.pages(language) | guides.pages(language)


def test_website_address_equals_that_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Documentation"] == DOCUMENTATION
    settings = yaml.safe_load((ROOT / "website" / "mkdocs.yml").read_text(encoding="utf-8"))
    assert settings["repo_url"] == project["urls"]["Source"]
    assert settings["theme"]["font"] is False  # fonts would be fetched from elsewhere


@pytest.mark.parametrize("language", LANGUAGES)
def test_finding_url_leads_to_an_existing_rule_page_of_the_website(language: str) -> None:
    found = lint_text("Um , dois.", select=["GRA404"], language=language)["findings"][0]
    assert found["url"] == f"{DOCUMENTATION}{language}/rules/GRA404.html"
    assert "rules/GRA404.md" in pages(language)
    addresses = {address(rule, language) for rule in RULES.values()}
    assert len(addresses) == len(RULES)
    assert None not in addresses


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["DOC001", "GRA404", "RED001", "TRA003"])
def test_website_rule_page_shows_examples_and_options(code: str, language: str) -> None:
    text = rules.rule_page(RULES[code], language)
    titles = re.findall(r"(?m)^## (.+)$", text)
    evidence = dict(zip(HEADINGS_IN["en"], HEADINGS_IN[language], strict=True))["Evidence"]
    assert {*HEADINGS_IN[language]} - {evidence} <= {*titles}
    assert titles[-1] == WORDS[language]["evidence"]  # what programs read comes last
    assert titles[:2] == [*HEADINGS_IN[language]][2:4]  # the wrong and the right text
    assert f"disable-next {code}" in text
    assert WORDS[language]["examples"] in titles
    assert text.count('<div class="example">') >= 2
    marked = re.findall(r'<mark class="(\w+)">', text)
    assert set(marked) == {RULES[code].declared.severity.value}
    for name in RULES[code].options:
        assert f"| `{name}` |" in text
    # HTML ends at an empty line
    for block in re.findall(r'(?s)<div class="example">.*?\n\n', text):
        assert block.count("<div") == block.count("</div")


def test_rule_examples_on_the_website_are_escaped_in_html() -> None:
    case = Case(
        "GRA404",
        "x",
        {"text": "Os <b> gatos & os cães , aqui.\n", "findings": [{"span": " ,", "fix": "cães,"}]},
    )
    pt, en = (examples._example(case, language) for language in LANGUAGES)
    assert 'Os &lt;b&gt; gatos &amp; os cães<mark class="warning"> ,</mark> aqui.' in pt
    assert "antes de" in pt
    assert "before" in en
    wrong = Case("GRA404", "x", {"text": "Um, dois.\n", "findings": [{"span": " "}]})
    with pytest.raises(AssertionError, match="found"):
        examples._example(wrong, "pt")


def test_website_lists_every_rule_in_both_languages() -> None:
    assert pages("pt").keys() == pages("en").keys()
    for language in LANGUAGES:
        for code in RULES:
            assert f"]({code}.md)**" in pages(language)["rules/index.md"]
    assert len(list(rules.families())) <= len(FAMILIES["pt"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_website_links_lead_to_existing_pages(language: str) -> None:
    seen = 0
    for name, text in pages(language).items():
        for target in re.findall(r"\]\((?!https?:|#)([^)\s#]+)", re.sub("(?s)```.*?```", "", text)):
            seen += 1
            assert (Path(name).parent / target).as_posix() in {*pages(language), demo.NAME}, (
                f"{name}: {target}"
            )
    assert seen > 200


def test_mkdocs_settings_list_every_page_of_the_website(tmp_path: Path) -> None:
    file = write_pages("pt", tmp_path, "DOC")
    given = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert given["site_url"] == f"{DOCUMENTATION}pt/"
    assert given["theme"]["language"] == "pt"

    def files(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        parts = entry.values() if isinstance(entry, dict) else entry
        return [name for part in parts for name in files(part)]  # type: ignore[union-attr]

    listed = files(given["nav"])
    assert (tmp_path / "pt" / demo.NAME).is_file()
    written = {path.relative_to(tmp_path / "pt").as_posix() for path in tmp_path.rglob("*.md")}
    assert len(listed) == len(set(listed))
    assert set(listed) == written


def test_website_search_finds_a_rule_with_and_without_accents() -> None:
    for language in LANGUAGES:
        words = [word for some in SEARCHED[language].values() for word in some.split()]
        assert len(words) == len(set(words))
    first = {"porquê": "GRA206", "hífen": "GRA904", "ortografia": "GRA901", "vírgula": "GRA415"}
    for word, code in {**first, "acento": "GRA902", "crase": "GRA201"}.items():
        for shown in (word, rules._plain(word)):
            tagged = [
                rule.code for rule in RULES.values() if shown in rules.searched(rule.code, "", "pt")
            ]
            assert tagged == [code]
    assert rules.searched("GRA409", "Vírgula entre sujeito e verbo", "pt") == ["virgula"]
    page = rules.rule_page(RULES["GRA904"], "pt")
    assert {"hifen", "hífen"} <= {*yaml.safe_load(page.split("---")[1])["tags"]}


def test_untranslated_website_pages_say_that_they_are_in_english() -> None:
    note = WORDS["pt"]["only-english"].partition("{")[0]
    assert note in pages("pt")["design.md"]
    assert note not in pages("pt")["ci.md"]
    english = {name for name, text in pages("pt").items() if note in text}
    assert english == {guides._page(name) for name in SUMMARIES}
    assert all(SUMMARIES[name] in pages("pt")[guides._page(name)] for name in SUMMARIES)


def test_website_loads_nothing_from_other_hosts() -> None:
    own = [*(ROOT / "website").rglob("*.html"), *(ROOT / "website" / "assets").iterdir()]
    assert len(own) >= 4
    for path in own:
        assert not re.search(r"(src=|href=|url\(|import )['\"]?https?:", path.read_text("utf-8"))


def test_website_interface_texts_are_in_both_languages() -> None:
    for key in WORDS["en"]:
        fields = [set(re.findall(r"\{\w+\}", WORDS[language][key])) for language in LANGUAGES]
        assert fields[0] == fields[1], key
        assert all(WORDS[language][key].strip() for language in LANGUAGES), key


def code(text: str) -> list[str]:
    """The blocks of code of a guide, without comments, and without what is printed and where that
    is said to be in the page's language."""
    blocks = re.findall(r"(?ms)^```[^\n]*\n.*?^```$", text)
    blocks = [
        re.sub(r"(?m)^(?!\$|```).*\n", "", block) if block.startswith("```console") else block
        for block in blocks
    ]
    apart = r"(?m)\s+#.*$|(?<=language)(: | )(pt|en)\b| -- .*(?= -->$)"
    return [re.sub(apart, "", block) for block in blocks]


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "pt").iterdir()), ids=lambda p: p.stem)
def test_documentation_guides_have_the_same_code_blocks_in_pt_and_en(path: Path) -> None:
    english = (ROOT / "docs" / path.name).read_text(encoding="utf-8")
    assert code(path.read_text(encoding="utf-8")) == code(english)


def test_outdated_translation_of_a_documentation_guide_has_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    newer = WORDS["pt"]["newer"]
    monkeypatch.setattr(guides, "changed_since", lambda _: frozenset())
    assert newer not in guides.pages("pt")["ci.md"]
    monkeypatch.setattr(guides, "changed_since", lambda _: frozenset({ROOT / "docs" / "ci.md"}))
    there = guides.pages("pt")
    assert newer in there["ci.md"]
    assert newer not in there["python.md"]
    assert newer not in guides.pages("en")["ci.md"]
