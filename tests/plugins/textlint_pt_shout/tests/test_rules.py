"""The plugin's cases: `pip install -e . pytest && pytest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from textlint_pt.testing import Case, load_cases, run_case

CASES = load_cases(Path(__file__).parent / "rules")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_rule_case_gives_the_expected_findings(case: Case) -> None:
    run_case(case)
