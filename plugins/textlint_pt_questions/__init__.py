"""Pages of questions and answers: asked twice, options that fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Document, Rule, Search

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt.contract import late_rules

    return late_rules(__name__)


@hookimpl
def textlint_pt_searchers() -> Mapping[str, Search]:
    from textlint_pt_questions.searcher import search

    return {"questions": search}


@hookimpl
def textlint_pt_recognisers() -> Mapping[str, Callable[[Document], bool]]:
    from textlint_pt_questions.kinds import is_question_page

    return {"faq": is_question_page}


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # a question does not follow from the answer above it
    return {"faq": {"ignore": ["FOC"]}}
