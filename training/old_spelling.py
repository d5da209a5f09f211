"""What is usual for prose in the spelling of before 1911: acceptability, and unknown words.

    python -m training.old_spelling FILE…

FILEs are sources as `training.corpus` reads them, in that spelling. As in `training.peers`, half
their documents stay unseen, and of each a stretch of 8 to 150 sentences is taken. Written is
`data/old_spelling.json` of `textlint_pt_grammaticality`: `acceptability`, the mean that nine in ten
texts reach, and `unknown`, the share of words that are not in the lexicon in nine in ten. Both
belong to the encoder, the n-gram model and the lexicon that ship.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.old_spelling import FILE, unknown

from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from training.corpus import EXCLUDED, documents
from training.peers import WORST, Text, drawn_from, measure, texts_of

#: texts measured of a source
EACH = 20


def texts(files: Sequence[Path]) -> list[Text]:
    found: list[Text] = []
    for file in files:
        name = file.name.partition(".")[0]
        if name in EXCLUDED:
            raise SystemExit(f"{name}: {EXCLUDED[name]}")
        pool = [document for document in documents(file) if drawn_from(document)]
        found.extend(texts_of("classic", name, pool, EACH))
    return found


def unknown_share(text: str) -> float:
    """As the score counts it (`textlint_pt_grammaticality.old_spelling`)."""
    lexicon = form_lexicon()
    counts = [unknown(one.text, lexicon) for one in build("", text, PlainText()).sentences]
    return sum(new for _, new in counts) / max(1, sum(every for every, _ in counts))


def _write(content: Mapping[str, float]) -> None:
    FILE.write_text(f"{json.dumps(content)}\n", encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    options.add_argument("files", nargs="+", type=Path, metavar="FILE")
    found = texts(options.parse_args(arguments).files)
    shares = [unknown_share(text.text) for text in found]
    if not FILE.exists():  # the linter that measures reads it; this changes nothing
        _write({"acceptability": 1.0, "unknown": 1.0})
    measured = [one.acceptability for one in measure(found)]
    content = {
        "acceptability": round(float(np.quantile(measured, WORST)), 4),
        "unknown": round(float(np.quantile(shares, WORST)), 4),
        "fitted_on": len(measured),
    }
    _write(content)
    print(FILE.name, content, f"mean acceptability {fmean(measured):.3f}")


if __name__ == "__main__":
    main()
