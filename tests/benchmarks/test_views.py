"""What analyses say of texts, for benchmarks."""

from __future__ import annotations

import pytest

from benchmarks.evaluation import views
from tests import toys


def test_benchmark_aborts_if_no_installed_plugin_provides_an_analysis_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "load", lambda third_party: toys.plugins())
    with pytest.raises(SystemExit, match='nothing provides the analysis "error-probabilities"'):
        views.analysed("error-probabilities", ["Chove."])
