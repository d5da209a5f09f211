"""Pages of questions and answers: asked twice, options that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt import hookimpl

if TYPE_CHECKING:
    from textlint_pt.contract import Recogniser, Rule, Searcher

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_rules() -> Sequence[type[Rule]]:
    from textlint_pt.contract import late_rules

    return late_rules(__name__)


@hookimpl
def textlint_pt_searchers() -> Sequence[Searcher]:
    from textlint_pt_questions.searcher import QuestionSearcher

    return [QuestionSearcher()]


@hookimpl
def textlint_pt_recognisers() -> Sequence[Recogniser]:
    from textlint_pt_questions.kinds import QuestionPage

    return [QuestionPage()]


@hookimpl
def textlint_pt_presets() -> Mapping[str, Mapping[str, Any]]:
    # a question does not follow from the answer above it
    return {"faq": {"ignore": ["FOC"]}}
