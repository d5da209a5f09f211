"""`textlint-pt config show`: what holds for a file, and where each value came from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from textlint_pt.cli.output import complain
from textlint_pt.config import config
from textlint_pt.contract.errors import UserError
from textlint_pt.registry.plugins import load


def show(
    path: str, with_origin: bool, file: str | None, preset: str | None, third_party: bool
) -> int:
    start = Path(path).absolute()
    if not start.exists():
        raise UserError(f"{path}: no such file or folder")
    found = Path(file) if file else config.discover(start if start.is_dir() else start.parent)
    unread = config.unread_beside(found) if found and not file else None
    if unread:
        complain(unread)
    layers = config.for_path(config.read_layers(found, {"preset": preset}), path)
    settings = config.resolve(layers, load(third_party))
    origins = {
        **settings.origins,
        **{
            key: next((x.origin for x in reversed(layers) if key in x.values), "default")
            for key in ("fail-on", "fail-under", "exclude", "references", "sources")
        },
    }

    def line(key: str, shown: Any, indent: str = "") -> None:
        name = key.rsplit(".", 1)[-1]
        origin = f"  # {origins.get(key, 'default')}" if with_origin else ""
        sys.stdout.write(f"{indent}{name}: {_yaml(shown)}{origin}\n")

    line("preset", settings.preset)
    line("profile", settings.profile)
    line("kind", settings.kind)
    line("language", settings.language)
    line("fail-on", config.value(layers, "fail-on", config.DEFAULT_FAIL_ON))
    line("fail-under", config.value(layers, "fail-under"))
    line("exclude", list(config.value(layers, "exclude", [])))
    line("lexicon", settings.lexicon)
    line("models", dict(settings.models))
    for key in ("references", "sources"):
        line(key, dict(config.value(layers, key, {})))
    line("memories", list(settings.memories))
    line("baseline", settings.baseline or None)
    line("select", list(settings.rules))
    sys.stdout.write("severity:\n")
    for code, severity in settings.rules.items():
        line(f"severity.{code}", severity.value, "  ")
    sys.stdout.write("rules:\n")
    for code in settings.rules:
        if settings.options[code]:
            sys.stdout.write(f"  {code}:\n")
            for name, given in settings.options[code].items():
                line(f"rules.{code}.{name}", given, "    ")
    return 0


def _yaml(value: Any) -> str:
    import yaml

    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6)
    return str(text).removesuffix("\n...\n").removesuffix("\n")
