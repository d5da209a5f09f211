"""What translated pages of a run agree on: said once for the run, and on a page alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TOPICS = ("bread", "cheese", "butter", "honey"), ("pão", "queijo", "manteiga", "mel")
ENGLISH = """# About {0}

:::note
The {0} comes from the village, and the {0} is sold in the market on Saturday.
:::

Look at [the picture](/pictures/{0}/one.html) before you buy the {0} from a neighbour.
"""
OURS = """# Sobre {1}

:::info
O {1} vem da aldeia, e o {1} vende-se no mercado ao sábado.
:::

Veja [a imagem](/{folder}/{0}/one.html) antes de comprar o {1} a um vizinho.

Esta página pertence ao museu da aldeia e aos seus amigos.
"""


@pytest.fixture
def pages(folder: Path) -> list[str]:
    """Four pages: what three of them agree on, the fourth has in its own way."""
    paths: list[str] = []
    for number, topic in enumerate(zip(*TOPICS, strict=True)):
        name = f"{topic[0]}.md"
        ours = OURS.format(*topic, folder="figuras" if number < 3 else "fotos")
        for place, text in (("pt", ours), ("en", ENGLISH.format(*topic))):
            Path(place).mkdir(exist_ok=True)
            Path(place, name).write_text(text, encoding="utf-8")
        paths.append(f"pt/{name}")
    Path("rules.yaml").write_text('language: en\nsources: {"pt/**": "en/**"}\n', encoding="utf-8")
    return paths


def said(run: Run, paths: Sequence[str], *more: str) -> dict[str, list[str]]:
    """What is said of each page: findings by code and what is marked, notices by code."""
    select = ("--select", "TRA004,TRA006,TRA013", "--format", "json")
    report = json.loads(run(*paths, *select, *more).out)
    return {
        document["path"]: [
            *(f"{one['code']} {one['line']}" for one in document["findings"]),
            *(one["message"] for one in document["notices"] if one["code"] == "conventions"),
        ]
        for document in report["documents"]
    }


def test_same_link_change_in_three_translated_files_is_one_notice_only(
    run_all: Run, pages: list[str]
) -> None:
    found = said(run_all, pages)
    entries = '{"links": {"pictures/": "figuras/"}, "names": {"note": "info"}}'
    assert found["pt/bread.md"] == [
        "what 3 pages or more have in the same way counts as a convention, and is not reported;"
        f" declared in rules.yaml, this notice ends: localised: {entries}"
    ]
    assert found["pt/cheese.md"] == found["pt/butter.md"] == []
    assert found["pt/honey.md"] == ["TRA004 7"]  # the folder of its own
    # declared, nothing is left to be said
    with Path("rules.yaml").open("a", encoding="utf-8") as file:
        file.write(f"localised: {entries}\n")
    assert said(run_all, pages)["pt/bread.md"] == []


def test_link_change_in_fewer_than_three_translated_files_is_reported(
    run_all: Run, pages: list[str]
) -> None:
    assert said(run_all, pages[:1]) == {"pt/bread.md": ["TRA013 3", "TRA004 7", "TRA006 9"]}
    assert said(run_all, pages[:2])["pt/cheese.md"] == ["TRA013 3", "TRA004 7", "TRA006 9"]


def test_shared_link_changes_are_detected_regardless_of_file_order_and_cache(
    run_all: Run, pages: list[str]
) -> None:
    fresh = said(run_all, pages, "--no-cache")
    assert said(run_all, pages[::-1]) == fresh
    assert said(run_all, pages) == fresh  # from the cache
    assert said(run_all, pages, "--no-cache", "--jobs", "2") == fresh
    assert said(run_all, pages[:1]) == {"pt/bread.md": ["TRA013 3", "TRA004 7", "TRA006 9"]}
