"""`textlint-pt sentences FILE`: what the rules see."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textlint_pt.cli.config import document_in, installed
from textlint_pt.cli.language import language
from textlint_pt.cli.layers import layers_at
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.report.messages import say, visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.text.document import Kind


def sentences(options: Mapping[str, Any]) -> int:
    """Print the sentences of a file as rules see them, as text or JSON."""
    file: str = options["file"]
    path = (options["stdin_filename"] or "-") if file == "-" else file
    try:
        layers = layers_at(Path(path).absolute().parent, None)
        plugins = config.with_formats(installed(options), layers)
        document = document_in(file, path, plugins, layers)
    except Unreadable as error:
        raise UserError(str(error)) from error
    entries = [
        {
            "start": sentence.span.start,
            "end": sentence.span.end,
            "line": document.position(sentence.span.start)[0],
            "kind": sentence.kind.value,
            "text": sentence.text,
        }
        for sentence in document.sentences
    ]
    if options["output"] == "json":
        sys.stdout.write(dumps(entries, 2) + "\n")
        return 0
    kinds = {kind.value: say(language(), f"block-{kind}") for kind in Kind}
    sys.stdout.writelines(
        f"{entry['line']}\t{kinds[str(entry['kind'])]}\t{visible(str(entry['text']))}\n"
        for entry in entries
    )
    return 0
