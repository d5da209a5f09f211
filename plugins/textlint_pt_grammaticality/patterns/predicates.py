"""Tests of a word that patterns name (`:name`) and whose answer has to be computed."""

from __future__ import annotations

from collections.abc import Mapping

from textlint_pt.patterns.notation import Test
from textlint_pt_grammaticality.patterns.verbal import VERBAL

PREDICATES: Mapping[str, Test] = {**VERBAL}
