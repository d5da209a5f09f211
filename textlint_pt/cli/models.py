"""`textlint-pt models`: models of the user's own, fetched when asked for and never otherwise."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from textlint_pt.cli.config import installed
from textlint_pt.cli.language import translated
from textlint_pt.contract.analysis import DamagedResource, MissingNeed
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.fetched import Fetched
from textlint_pt.registry import models

_NONE = (
    "No model was fetched; those that come with the program suffice.",
    "One of the Hugging Face hub: textlint-pt models pull ORGANISATION/NAME",
)


def pull(options: Mapping[str, Any]) -> int:
    """Download a model of the Hugging Face hub."""
    name: str = options["name"]
    if not models.is_name(name):
        raise UserError(
            f"{name}: not the name of a model (ORGANISATION/NAME or ORGANISATION/NAME@REVISION); "
            "a local folder needs no fetching, name it in rules.yaml"
        )
    resources = installed(options).resources.values()
    for resource in sorted(resources, key=lambda found: -found.priority):
        try:
            model = resource.pull(*models.split(name))
        except MissingNeed as error:
            raise UserError(str(error)) from error
        if model is not None:
            _write(model)
            return 0
    raise UserError(f"{name}: no plugin fetches models")


def list_(options: Mapping[str, Any]) -> int:
    """Print the downloaded models."""
    models_found = _fetched()
    if options["output"] == "text":
        for model in models_found:
            _write(model)
        if not models_found:
            sys.stdout.writelines(f"{translated(line)}\n" for line in _NONE)
        return 0
    entries = [
        {
            "name": model.name,
            "revision": model.revision,
            "path": str(model.folder),
            "files": {
                name: {"sha256": file.sha256, "bytes": file.bytes}
                for name, file in model.files.items()
            },
        }
        for model in models_found
    ]
    sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    return 0


def _fetched() -> list[Fetched]:
    try:
        return models.fetched()
    except DamagedResource as error:
        raise UserError(str(error)) from error


def _write(model: Fetched) -> None:
    sys.stdout.write(
        f"{model.name}  {model.revision[:12]}  {model.bytes / 1e6:.1f} MB  {model.folder}\n"
    )
