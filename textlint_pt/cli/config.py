"""`textlint-pt config show`: what holds for a file, and where each value came from."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.language import translated
from textlint_pt.cli.layers import layers_at
from textlint_pt.config import config
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.text.document import Document


def plugins_here(options: Mapping[str, Any]) -> Plugins:
    """What is installed, with the rules that are declared in a file or for the current folder."""
    return with_custom_rules(installed(options), layers_at(Path.cwd(), options["config"]))


def installed(options: Mapping[str, Any]) -> Plugins:
    return load(not options["no_plugins"])


def document_in(file: str, path: str, plugins: Plugins, layers: Sequence[Layer]) -> Document:
    """Return a file as rules read one at `path`, or raise `Unreadable`."""
    reader = plugins.format_for(path)
    if reader.fields:
        reader = reader.with_fields(config.fields(config.for_path(layers, path), plugins))
    return build(path, decoding.decode(path, decoding.read(file), reader), reader)


def show(options: Mapping[str, Any]) -> int:
    """Print the settings that apply to a path, with the origin of each if asked."""
    path: str = options["path"]
    start = Path(path).absolute()
    if not start.exists():
        raise UserError(f"{path}: no such file or folder")
    folder = start if start.is_dir() else start.parent
    read = layers_at(folder, options["config"], {"preset": options["preset"]})
    layers = config.for_path(read, path)
    plugins = with_custom_rules(installed(options), read)
    settings = config.resolve(layers, plugins)
    origins = {
        **settings.origins,
        **{
            key: next(
                (layer.origin for layer in reversed(layers) if key in layer.values), "default"
            )
            for key in ("fail-on", "fail-under", "formats", "exclude", "references", "sources")
        },
    }

    def line(key: str, shown: Any, indent: str = "") -> None:
        name = key.rsplit(".", 1)[-1]
        origin = f"  # {translated(origins.get(key, 'default'))}" if options["origin"] else ""
        sys.stdout.write(f"{indent}{name}: {_yaml(shown)}{origin}\n")

    line("preset", settings.preset)
    line("profile", settings.profile)
    line("kind", settings.kind)
    line("language", settings.language)
    line("fail-on", config.value(layers, "fail-on", config.DEFAULT_FAIL_ON))
    line("fail-under", config.value(layers, "fail-under"))
    line("formats", config.formats(layers, plugins))
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


def schema(options: Mapping[str, Any]) -> int:
    from textlint_pt.config.json_schema import schema_text

    sys.stdout.write(schema_text(installed(options)))
    return 0


def _yaml(value: Any) -> str:
    import yaml

    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6)
    return str(text).removesuffix("\n...\n").removesuffix("\n")
