"""The noisy channel is fitted to corrections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from textlint_pt_grammaticality import channel

from training import slips
from training.slips import Choice

#: written, meant, and the rows on the way
WAYS = (
    ("fazér", "fazer", {("á", "a"): 1}),
    ("caza", "casa", {("z", "s"): 1}),
    ("Qunado".lower(), "quando", {("swapped", ""): 1}),
    ("comoo", "como", {("doubled", ""): 1}),
    ("oje", "hoje", {("", "h"): 1}),
    ("gomer", "comer", {("*", "*"): 1, ("first", ""): 1}),
    ("indepentende", "independente", {("exchanged", ""): 1}),
    ("enconcontrar", "encontrar", {("repeated", ""): 1}),
    ("oque", "o que", {("space", ""): 1}),
    ("compralo", "comprá-lo", {("hyphen", ""): 1, ("a", "á"): 1}),
)


@pytest.mark.parametrize(("written", "meant", "rows"), WAYS)
def test_rows_of_the_cheapest_way(written: str, meant: str, rows: dict[slips.Slip, int]) -> None:
    assert slips.slips_of(written, meant) == Counter(rows)


@pytest.mark.parametrize("meant", ["fazer", "casa", "quando", "como", "hoje", "comer", "exceção"])
def test_the_way_costs_what_the_channel_says(meant: str) -> None:
    shipped = slips.read(slips.SHIPPED)
    for written in (meant[1:], meant[:-1], f"{meant[0]}{meant}", meant.replace("s", "z"), "qasa"):
        cost = sum(shipped[row] * n for row, n in slips.way(written, meant).items())
        assert cost == pytest.approx(channel.cost_of(written, meant))


def test_a_slip_that_was_made_costs_less_and_others_stay() -> None:
    shipped = {("z", "s"): 2.0, ("t", "d"): 4.0}
    found = [Choice([0.0, 0.0], [Counter({("z", "s"): 1}), Counter()], 0)] * 50
    fitted = slips.fit(found, shipped)
    assert fitted["z", "s"] < 1.0
    assert fitted["t", "d"] == 4.0
    assert slips.share_first(found, shipped) == 0.0
    assert slips.fit([], shipped) == shipped


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    shipped = slips.read(slips.SHIPPED)
    path = tmp_path / "slips.tsv"
    path.write_text(slips.written(shipped), encoding="utf-8")
    assert path.read_bytes() == slips.SHIPPED.read_bytes()
    assert slips.read(path) == shipped
