"""What plugins import from `textlint_pt.contract`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from textlint_pt import contract


def test_every_public_name_exists_and_is_typed() -> None:
    tree = ast.parse(Path(contract.__file__).read_text(encoding="utf-8"))
    typed = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textlint_pt.")
        for alias in node.names
    }
    offered = {f"textlint_pt.{module}.{name}" for name, module in contract._MODULES.items()}
    assert typed == offered
    for name in contract._MODULES:
        assert getattr(contract, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        contract.nothing  # noqa: B018
