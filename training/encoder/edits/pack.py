"""Write all that a bare machine needs to teach the encoder to correct.

DIR gets text.xz (sentences as numbers of forms), tables.xz (what may be written for each form),
weights.xz (of the encoder, int8), code, train.py and manifest.json. Whoever has DIR, Python and
torch runs `python DIR/train.py --minutes N`. The text is of sources that what ships may be made of
(`training/sources.toml`), news and speeches first, software documentation last, as much of it as
fits.

`--corrections`: pairs that were mined, JSON lines with "bad", "good" and "register": kinds and
words of the damage get the rates that they show, and the run ends on them.
"""

from __future__ import annotations

import json
import re
import shutil
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import torch
from textlint_pt_embedded import artefact
from textlint_pt_embedded.edit_tags import KEEP
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.pieces import BOS, EOS, Pieces
from torch import Tensor

from textlint_pt.text.segmentation import tokens
from training.corpus import LeaveOut, fingerprint, reserved
from training.encoder import artefact as exported
from training.encoder import corpus
from training.encoder.edits import damage, slips
from training.encoder.edits.damage import CLOSING, UNLABELLED
from training.encoder.edits.slips import Rates, Seen
from training.encoder.edits.tables import Builder, Forms, encoded
from training.encoder.edits.tags import Tagger
from training.inputs import digests
from training.sources import Source, sources

ROOT = Path(__file__).parents[3]
#: what a bare machine runs
CODE = (
    "training/__init__.py",
    "training/encoder/__init__.py",
    "training/encoder/model.py",
    "training/encoder/edits/__init__.py",
    "training/encoder/edits/damage.py",
    "training/encoder/edits/learn.py",
)
START = '''"""Teach the encoder: see training/encoder/edits/learn.py."""
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER / "code"))
from training.encoder.edits.learn import main

main(folder=FOLDER)
'''
#: registers (how `sources.toml` begins them) in the order in which text is taken, and how many of
#: the paragraphs: documentation is dry. What is not named comes before the last.
TIERS = (
    (("news", "web", "speeches", "parliamentary", "blog", "academic"), 1.0),
    (("education", "encyclopaedic", "guide", "legal", "children"), 1.0),
    (("narrative",), 1.0),
    ((), 1.0),
    (("software docs (machine", "command help", "religious", "short", "glossary"), 0.5),
)
#: sentences of a source that are held out at most, and of its documents how many
HELD_OUT, HELD_OUT_SHARE = 200, 0.01
#: bytes for a token, about, and of the tables: where to begin with what fits
TOKEN, TABLES = 1.0, 600 << 10
#: spellings that the agreement of 1990 took away, which are right in older text alone
_OLD = re.compile(r"ü|ôo\b|êem\b|(?:éi|ói)(?!s?\b)", re.IGNORECASE)
#: marks that may be missing from a letter, and how common a word is (class) that shows one to be
_MARKS = {"a": "áâãà", "e": "éê", "i": "í", "o": "óôõ", "u": "ú", "c": "ç"}
_COMMON = 4
_WORD = re.compile(r"\b[a-z]{3,}\b")


def tier(source: Source) -> int:
    """When the text of a source is taken: the lower the sooner."""
    found = (i for i, (names, _) in enumerate(TIERS) if source.register.startswith(names))
    return next(found, len(TIERS) - 2)


@lru_cache(400_000)
def unmarked(form: str) -> bool:
    """Whether a form is a word that lacks a mark ("espirito"), by older spelling or by a slip."""
    lexicon = form_lexicon()
    if not form.isascii() or not form.islower() or lexicon.known(form):
        return False
    return any(
        lexicon.frequency(form[:i] + mark + form[i + 1 :]) >= _COMMON
        for i, char in enumerate(form)
        for mark in _MARKS.get(char, "")
    )


def doubtful(sentence: str) -> bool:
    """Whether a sentence is spelt as it would not be today."""
    found = _OLD.search(sentence)
    return bool(found) or any(unmarked(word) for word in _WORD.findall(sentence))


#: sources whose histories of corrections are kept for checking
FOR_CHECKING = ("vuejs-docs-pt",)


def source_files(folders: Sequence[Path], without: Set[str] = frozenset()) -> dict[str, Path]:
    """By source the file of each that what ships may be made of."""
    files = {path.name: path for folder in folders for path in sorted(folder.glob("*.txt.xz"))}
    return {
        source.name: files[name]
        for source in sources().values()
        if source.group == "corpus" and not source.excluded and source.name not in without
        for name in source.files
        if name in files
    }


def sentences(
    folders: Sequence[Path], left_out: Set[bytes], seed: int, without: Set[str] = frozenset()
) -> Iterator[tuple[str, str, bool]]:
    """(source, sentence, held out) of what may be learnt from, in the order of taking it."""
    seen: set[bytes] = set()
    files = source_files(folders, without)
    for place, name in sorted((tier(sources()[name]), name) for name in files):
        path = files[name]
        for sentence, away in corpus.sentences(path, seed, HELD_OUT_SHARE, TIERS[place][1]):
            known = fingerprint(sentence)
            if known is None or known in seen or known in left_out or doubtful(sentence):
                continue
            seen.add(known)
            yield name, sentence, away


def packed(name: str, weight: Tensor) -> Any:
    """A matrix as int8 with scales of its rows and columns; what is small as half floats."""
    if weight.ndim < 2 or min(weight.shape) < 16 or name.startswith("fault"):
        return weight.half()
    columns = weight.abs().amax(0, keepdim=True).clamp(min=1e-12)
    if name == "body.pieces.weight":  # a scale for each row is how it comes
        columns = torch.ones_like(columns)
    rows = (weight / columns).abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
    return (weight / columns / rows).round().to(torch.int8), rows, columns


def weights_of(folder: Path, begun: Path | None) -> tuple[dict[str, Any], dict[str, int]]:
    """The encoder's weights as `learn` reads them, and its shape; with the layers of `begun`, a
    folder that `export` wrote, if it is given."""
    model = exported.read(folder)
    needed = ("body.", "fault.", "parser.mix")
    state = {k: v for k, v in model.state_dict().items() if k.startswith(needed)}
    if begun:
        state |= exported.edit_layers(begun)
    return {name: packed(name, value) for name, value in state.items()}, model.shape


def learnt_before(begun: Path) -> int:
    """Pieces that an exported model has read."""
    pieces: int = json.loads((begun / "inputs.json").read_text(encoding="utf-8"))["pieces"]
    return pieces


class Pairs:
    """Mined corrections as examples and as slips that were seen; `ValueError` names a bad line."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.rows: list[dict[str, str]] = []
        for path in paths:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if not line.strip():
                    continue
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise ValueError(f"{path}:{number}: {error}") from None
                if not isinstance(row, dict) or not {"bad", "good"} <= row.keys():
                    raise ValueError(f'{path}:{number}: no pair of "bad" and "good"')
                self.rows.append(row)

    def seen(self, tagger: Tagger, rates: Rates) -> list[Seen]:
        found = []
        named = {(to, slip.written): slip.kind for to, own in rates.pairs.items() for slip in own}
        for row in self.rows:
            wrong = [token.text for token in tokens(row["bad"])]
            right = [token.text for token in tokens(row["good"])]
            for place, tag in tagger.tag(wrong, right):
                old = wrong[place].lower() if place >= 0 else ""
                new = tagger.changed(old, tag) or ""
                if tag.startswith("APPEND_"):
                    old, new = "", tag.removeprefix("APPEND_")
                kind = named.get((new, old)) or slips.kind_of(tag, old, new)
                found.append(Seen(row.get("register") or "edited", kind, new, old))
        return found

    def examples(self, tagger: Tagger, pieces: Pieces) -> dict[str, Tensor]:
        """What was wrong with its tags, and what is right with none, as `Examples` has them."""
        ids, tags, lengths = list[int](), list[int](), list[int]()
        for row in self.rows:
            right = [token.text for token in tokens(row["good"])]
            for text in (row["bad"], row["good"]):
                found = tokens(text)
                edits = tagger.tag([token.text for token in found], right)
                names = [KEEP] * (len(found) + 1)  # the first: before the first token
                for place, tag in edits:
                    names[place + 1] = tag if names[place + 1] == KEEP else names[place + 1]
                before, end = len(ids), 0
                ids.append(BOS)
                tags.append(tagger.ids[names[0]])
                for token, name in zip(found, names[1:], strict=True):
                    own = encoded(pieces, token.text, token.start > end or not token.start)
                    end = token.end
                    ids += own
                    tags += [tagger.ids[name], *[UNLABELLED] * (len(own) - 1)]
                ids.append(EOS)
                tags.append(UNLABELLED)
                lengths.append(len(ids) - before)
        return {
            "ids": torch.tensor(ids, dtype=torch.int32),
            "tags": torch.tensor(tags, dtype=torch.int32),
            "lengths": torch.tensor(lengths),
        }


def write_code(out: Path) -> None:
    for name in CODE:
        path = out / "code" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.name == "__init__.py":
            path.touch()
        else:
            shutil.copyfile(ROOT / name, path)
    (out / "train.py").write_text(START, encoding="utf-8")


def size(out: Path) -> int:
    """Bytes of what `pack` wrote; results and checkpoints of runs in the folder do not count."""
    named = [
        out / name for name in ("text.xz", "tables.xz", "weights.xz", "manifest.json", "train.py")
    ]
    return sum(
        path.stat().st_size for path in (*named, *(out / "code").rglob("*.py")) if path.exists()
    )


def gathered(
    given: Iterator[tuple[str, str, bool]], budget: float
) -> tuple[Forms, Tensor, Tensor, Counter[str]]:
    """Forms, sentences to learn from and held out as their numbers, and sentences by source."""
    forms, counts = Forms(), Counter[str]()
    train, held = array("I"), array("I")
    held_out = Counter[str]()
    for name, sentence, is_away in given:
        if is_away:
            if held_out[name] < HELD_OUT:
                held.extend(forms.add(sentence))
                held_out[name] += 1
            continue
        train.extend(forms.add(sentence))
        counts[name] += 1
        if len(train) * TOKEN > budget:
            break
    if not train or not held:
        raise SystemExit("pack: the folders of --data hold no text of sources.toml, or too little")
    forms, new = forms.by_use()
    learnt, away = (new[torch.tensor(codes, dtype=torch.int64)] for codes in (train, held))
    return forms, learnt, away, counts


def first_part(codes: Tensor, share: float) -> Tensor:
    """So much of the sentences, the first of them."""
    ends = torch.nonzero(codes == CLOSING).squeeze(1) + 1
    return codes[: int(ends[max(0, int(len(ends) * share) - 1)])]


def run(
    *,
    data: Sequence[Path],
    mib: Annotated[float, "what DIR may weigh"],
    out: Path,
    corrections: Annotated[Sequence[Path], "PAIRS.jsonl"] = (),
    leave_out: LeaveOut = (),
    without: Annotated[Sequence[str], "sources to leave out"] = tuple(FOR_CHECKING),
    encoder: Path = artefact.DATA / "encoder",
    begun: Annotated[Path | None, "an exported model to go on from"] = None,
    seed: int = 7,
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    limit = int(mib * (1 << 20))
    pairs = Pairs(corrections)
    of_slips = slips.read()
    left_out = reserved(leave_out)
    write_code(out)
    weights, shape = weights_of(encoder, begun)
    damage.write(out / "weights.xz", weights)
    own = sum((out / name).stat().st_size for name in ("weights.xz", "train.py"))
    if (budget := limit - own - TABLES) <= 0:
        raise SystemExit(
            f"pack: --mib {mib:g} is too little: weights alone are {own / 2**20:.1f} MiB"
        )
    given = sentences(data, left_out, seed, frozenset(without))
    forms, train, held, counts = gathered(given, budget)
    pieces = Pieces.read(encoder / "pieces.tsv")
    builder = Builder(forms, pieces, of_slips)
    tables = builder.build()
    text: dict[str, Any] = {"held_out": damage.coded(held)}
    if pairs.rows:
        of_slips = refine(of_slips, pairs, builder)
        builder = Builder(forms, pieces, of_slips)
        tables = builder.build()
        text["mined"] = pairs.examples(builder.tagger, pieces)
    damage.write(out / "tables.xz", tables)
    manifest = {
        "tags": builder.tagger.names,
        "shape": shape,
        "held_out": int((held == CLOSING).sum()),
        "forms": len(forms.uses),
        "slips": len(tables["rate"]),
        "corrections": len(pairs.rows),
        "left_out": len(left_out),
        "begun": learnt_before(begun) if begun else 0,
        "registers": list(of_slips.registers),
        "seed": seed,
        "sources": dict(counts),
        "inputs": digests(source_files(data, frozenset(without)).values()),
        "encoder": digests([encoder / "model.onnx", encoder / "parser.onnx"]),
    }
    print(json.dumps(fitted(out, limit, text, train, manifest)))


def fitted(
    out: Path, limit: int, text: dict[str, Any], train: Tensor, manifest: dict[str, Any]
) -> dict[str, Any]:
    """Write as much of the text as fits, and the manifest; sizes in MiB and what there is."""
    share = 1.0
    while True:
        kept = first_part(train, share)
        amount = {"sentences": int((kept == CLOSING).sum()), "tokens": len(kept)}
        damage.write(out / "text.xz", text | {"train": damage.coded(kept)})
        content = json.dumps(manifest | amount, ensure_ascii=False, indent=1)
        (out / "manifest.json").write_text(content + "\n", encoding="utf-8")
        over = size(out) - limit
        if over <= 0:
            sizes = {path.name: path.stat().st_size for path in sorted(out.glob("*.xz"))}
            sizes = {"all": size(out), **sizes}
            return {name: round(one / 2**20, 2) for name, one in sizes.items()} | amount
        share *= 1 - 1.05 * over / (out / "text.xz").stat().st_size
        if share <= 0:
            raise SystemExit(f"pack: {limit / 2**20:g} MiB leave no room for text")


def refine(rates: Rates, pairs: Pairs, builder: Builder) -> Rates:
    """The rates after mined corrections."""
    used = builder.forms.words()
    whole = used.total()
    uses = {word: count / whole for word, count in used.items()}
    return slips.refined(
        rates, pairs.seen(builder.tagger, rates), sum(builder.expected.values()), uses
    )
