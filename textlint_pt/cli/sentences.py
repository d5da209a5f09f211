"""`textlint-pt sentences FILE`: what the rules see."""

from __future__ import annotations

import sys
from pathlib import Path

from textlint_pt.cli.config import layers_at
from textlint_pt.cli.language import language
from textlint_pt.cli.listing import check_form
from textlint_pt.config import config
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.formats import decoding
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import say, visible
from textlint_pt.report.safe_json import dumps
from textlint_pt.text.document import Kind


def sentences(file: str, output: str, stdin_filename: str | None, third_party: bool) -> int:
    """Print the sentences of a file as rules see them, as text or JSON."""
    check_form(output)
    path = (stdin_filename or "-") if file == "-" else file
    try:
        data = decoding.read(file)
        layers = layers_at(Path(path).absolute().parent, None)
        reader = config.with_formats(load(third_party), layers).format_for(path)
        document = build(path, decoding.decode(path, data, reader), reader)
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
    text = dumps(entries, 2) + "\n"
    if output != "json":
        kinds = {kind.value: say(language(), f"block-{kind}") for kind in Kind}
        text = "".join(
            f"{e['line']}\t{kinds[str(e['kind'])]}\t{visible(str(e['text']))}\n" for e in entries
        )
    sys.stdout.write(text)
    return 0
