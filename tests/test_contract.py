"""What plugins import from `textlint_pt.contract`."""

from __future__ import annotations

import pytest

from textlint_pt import contract


def test_every_public_name_of_the_plugin_api_exists() -> None:
    assert len(contract.modules()) > 50
    for name in contract.modules():
        assert getattr(contract, name) is not None


def test_unknown_name_of_the_plugin_api_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        contract.nothing  # noqa: B018
