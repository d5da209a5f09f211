"""Inflections of MorphoBr, as `textlint_pt_embedded.inflections` reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from textlint_pt_embedded.inflections import Inflections, build

from training.corpus import lines_of

_DEGREES = frozenset(["DIM", "AUG", "SUP"])


def pack(morphobr: Path, frequency: Mapping[str, int], minimum: int, out: Path) -> None:
    """Write `class lemma TAGS=form …` for every lemma with a form that occurs `minimum` times."""
    with out.open("w", encoding="utf-8", newline="\n") as stream:
        for name in ("nouns", "adjectives", "verbs"):
            rows: dict[str, list[tuple[str, str]]] = defaultdict(list)
            common: set[str] = set()
            for line in lines_of(morphobr / f"{name}.dict.xz"):
                form, _, analysis = line.partition("\t")
                lemma, *tags = analysis.split("+")
                if len(tags) < 2 or _DEGREES & set(tags) or "-" in form or " " in form:
                    continue
                rows[lemma].append((".".join(tags[1:]), form))
                if frequency.get(form, 0) >= minimum:
                    common.add(lemma)
            for lemma in sorted(common):
                pairs = " ".join(f"{tags}={form}" for tags, form in sorted(set(rows[lemma])))
                stream.write(f"{name[0]}\t{lemma}\t{pairs}\n")


def load(path: Path) -> Inflections:
    return build(path.read_text(encoding="utf-8").splitlines())
