"""The user's own models: any Hugging Face masked LM or classifier in a local folder."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt import hookimpl
from textlint_pt.contract import Metric, Resource

TEXTLINT_PT_API = 1


@hookimpl
def textlint_pt_metrics() -> Sequence[type[Metric]]:
    from textlint_pt_transformers.metrics import METRICS

    return METRICS


@hookimpl
def textlint_pt_resources() -> Sequence[Resource]:
    from textlint_pt_transformers.resource import Transformers

    return [Transformers()]
