"""Write all that a machine with only torch needs to train the encoder to correct.

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

from benchmarks.evaluation.common import read_jsonl
from textlint_pt.text.segmentation import tokens
from training.corpus import LeaveOut, fingerprint, reserved
from training.encoder import artefact as exported
from training.encoder import corpus
from training.encoder.edits import damage, slips
from training.encoder.edits.damage import CLOSING, UNLABELLED
from training.encoder.edits.slips import Rates, Seen
from training.encoder.edits.tables import Builder, Forms, encoded
from training.encoder.edits.tags import Tagger, words
from training.inputs import digests, write_json
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
BYTES_PER_TOKEN, BYTES_OF_TABLES = 1.0, 600 << 10
#: spellings that the agreement of 1990 took away, which are right in older text alone
_OLD = re.compile(r"ü|ôo\b|êem\b|(?:éi|ói)(?!s?\b)", re.IGNORECASE)
#: marks that may be missing from a letter, and how common a word is (class) that shows one to be
_MARKS = {"a": "áâãà", "e": "éê", "i": "í", "o": "óôõ", "u": "ú", "c": "ç"}
_COMMON_FREQUENCY = 4
_WORD = re.compile(r"\b[a-z]{3,}\b")


def tier(source: Source) -> int:
    """Return the index in `TIERS` of a source's register; text of lower tiers is taken first."""
    found = (i for i, (names, _) in enumerate(TIERS) if source.register.startswith(names))
    return next(found, len(TIERS) - 2)


@lru_cache(400_000)
def unmarked(form: str) -> bool:
    """Return whether a form is a word without its accent ("espirito")."""
    lexicon = form_lexicon()
    if not form.isascii() or not form.islower() or lexicon.known(form):
        return False
    return any(
        lexicon.frequency(form[:i] + mark + form[i + 1 :]) >= _COMMON_FREQUENCY
        for i, char in enumerate(form)
        for mark in _MARKS.get(char, "")
    )


def doubtful(sentence: str) -> bool:
    """Return whether a sentence has spellings that are not current."""
    found = _OLD.search(sentence)
    return bool(found) or any(unmarked(word) for word in _WORD.findall(sentence))


#: sources whose histories of corrections are kept for checking
FOR_CHECKING = ("vuejs-docs-pt",)


def source_files(folders: Sequence[Path], without: Set[str] = frozenset()) -> dict[str, Path]:
    """Return the file of each source that may be trained on."""
    files = {path.name: path for folder in folders for path in sorted(folder.glob("*.txt.xz"))}
    return {
        source.name: files[name]
        for source in sources().values()
        if source.group == "corpus" and not source.excluded and source.name not in without
        for name in source.files
        if name in files
    }


def sentences(
    folders: Sequence[Path], excluded: Set[bytes], seed: int, without: Set[str] = frozenset()
) -> Iterator[tuple[str, str, bool]]:
    """Yield (source, sentence, is held out) of the text to learn from, in order."""
    seen: set[bytes] = set()
    files = source_files(folders, without)
    for place, name in sorted((tier(sources()[name]), name) for name in files):
        path = files[name]
        for sentence, is_held_out in corpus.sentences(path, seed, HELD_OUT_SHARE, TIERS[place][1]):
            digest = fingerprint(sentence)
            if digest is None or digest in seen or digest in excluded or doubtful(sentence):
                continue
            seen.add(digest)
            yield name, sentence, is_held_out


def packed(name: str, weight: Tensor) -> Any:
    """Return a matrix as int8 with scales of rows and columns; small ones and the fault head as
    half floats."""
    if weight.ndim < 2 or min(weight.shape) < 16 or name.startswith("fault"):
        return weight.half()
    column_scales = weight.abs().amax(0, keepdim=True).clamp(min=1e-12)
    if name == "body.pieces.weight":  # a scale for each row is how it comes
        column_scales = torch.ones_like(column_scales)
    row_scales = (weight / column_scales).abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
    return (weight / column_scales / row_scales).round().to(torch.int8), row_scales, column_scales


def weights_of(folder: Path, begun: Path | None) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the encoder's weights as `learn` reads them, and its shape.

    `begun`: exported layers to continue from.
    """
    model = exported.read(folder)
    needed = ("body.", "fault.", "parser.mix")
    state = {k: v for k, v in model.state_dict().items() if k.startswith(needed)}
    if begun:
        state |= exported.edit_layers(begun)
    return {name: packed(name, value) for name, value in state.items()}, model.shape


class Pairs:
    """Mined corrections as examples and as slips that were seen."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.rows = [row for path in paths for row in read_jsonl(path, ("bad", "good"))]

    def seen(self, tagger: Tagger, rates: Rates) -> list[Seen]:
        """Return the slips that the pairs show."""
        result = []
        kinds = {
            (right, slip.written): slip.kind for right in rates.pairs for slip in rates.pairs[right]
        }
        for row in self.rows:
            wrong, right = words(row["bad"]), words(row["good"])
            for token_index, tag in tagger.tag(wrong, right):
                written = wrong[token_index].lower() if token_index >= 0 else ""
                corrected = tagger.changed(written, tag) or ""
                if tag.startswith("APPEND_"):
                    written, corrected = "", tag.removeprefix("APPEND_")
                kind = kinds.get((corrected, written)) or slips.kind_of(tag, written, corrected)
                result.append(Seen(row.get("register") or "edited", kind, corrected, written))
        return result

    def examples(self, tagger: Tagger, pieces: Pieces) -> dict[str, Tensor]:
        """Return the bad sentences with tags and the good ones without, as `Examples`."""
        ids, tags, lengths = list[int](), list[int](), list[int]()
        for row in self.rows:
            right = words(row["good"])
            for text in (row["bad"], row["good"]):
                text_tokens = tokens(text)
                edits = tagger.tag([token.text for token in text_tokens], right)
                tag_names = [KEEP] * (len(text_tokens) + 1)  # the first: before the first token
                for place, tag in edits:
                    # of several tags of a token the first
                    if tag_names[place + 1] == KEEP:
                        tag_names[place + 1] = tag
                first_piece, end_of_last = len(ids), 0
                ids.append(BOS)
                tags.append(tagger.ids[tag_names[0]])
                for token, name in zip(text_tokens, tag_names[1:], strict=True):
                    is_spaced = token.start > end_of_last or not token.start
                    token_pieces = encoded(pieces, token.text, is_spaced)
                    end_of_last = token.end
                    ids += token_pieces
                    tags += [tagger.ids[name], *[UNLABELLED] * (len(token_pieces) - 1)]
                ids.append(EOS)
                tags.append(UNLABELLED)
                lengths.append(len(ids) - first_piece)
        return {
            "ids": torch.tensor(ids, dtype=torch.int32),
            "tags": torch.tensor(tags, dtype=torch.int32),
            "lengths": torch.tensor(lengths),
        }


def write_code(out: Path) -> None:
    """Copy the code that training needs, and write `train.py`."""
    for name in CODE:
        path = out / "code" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.name == "__init__.py":
            path.touch()
        else:
            shutil.copyfile(ROOT / name, path)
    (out / "train.py").write_text(START, encoding="utf-8")


def size(out: Path) -> int:
    """Return the bytes of what `pack` wrote; results of runs do not count."""
    names = ("text.xz", "tables.xz", "weights.xz", "manifest.json", "train.py")
    files = [*(out / name for name in names), *(out / "code").rglob("*.py")]
    return sum(path.stat().st_size for path in files if path.exists())


def collect_forms(
    source_sentences: Iterator[tuple[str, str, bool]], budget: float
) -> tuple[Forms, Tensor, Tensor, Counter[str]]:
    """Return forms, sentences to learn from and held out as numbers, and counts by source."""
    forms, counts = Forms(), Counter[str]()
    train, held_out_forms = array("I"), array("I")
    held_out = Counter[str]()
    for name, sentence, is_held_out in source_sentences:
        if is_held_out:
            if held_out[name] < HELD_OUT:
                held_out_forms.extend(forms.add(sentence))
                held_out[name] += 1
            continue
        train.extend(forms.add(sentence))
        counts[name] += 1
        if len(train) * BYTES_PER_TOKEN > budget:
            break
    if not train or not held_out_forms:
        raise SystemExit("pack: the folders of --data hold no text of sources.toml, or too little")
    forms, new_numbers = forms.by_use()
    learnt, held_out_codes = (
        new_numbers[torch.tensor(codes, dtype=torch.int64)] for codes in (train, held_out_forms)
    )
    return forms, learnt, held_out_codes, counts


def first_part(codes: Tensor, share: float) -> Tensor:
    """Return the first sentences, `share` of them."""
    ends = torch.nonzero(codes == CLOSING).squeeze(1) + 1
    return codes[: int(ends[max(0, int(len(ends) * share) - 1)])]


def run(
    *,
    data: Sequence[Path],
    mib: Annotated[float, "what DIR may weigh"],
    out: Path,
    corrections: Annotated[Sequence[str], "PAIRS.jsonl"] = (),
    leave_out: LeaveOut = (),
    without: Annotated[Sequence[str], "sources to leave out"] = tuple(FOR_CHECKING),
    encoder: Path = artefact.DATA / "encoder",
    begun: Annotated[Path | None, "an exported model to go on from"] = None,
    seed: int = 7,
) -> None:
    """Write the pack: text, tables, weights, code and manifest, at most `mib` in all."""
    out.mkdir(parents=True, exist_ok=True)
    limit = int(mib * (1 << 20))
    pairs = Pairs(corrections)
    rates = slips.read()
    left_out = reserved(leave_out)
    write_code(out)
    weights, shape = weights_of(encoder, begun)
    damage.write(out / "weights.xz", weights)
    code_size = sum((out / name).stat().st_size for name in ("weights.xz", "train.py"))
    if (budget := limit - code_size - BYTES_OF_TABLES) <= 0:
        raise SystemExit(
            f"pack: --mib {mib:g} is too little: weights alone are {code_size / 2**20:.1f} MiB"
        )
    given = sentences(data, left_out, seed, frozenset(without))
    forms, train, held_out, counts = collect_forms(given, budget)
    pieces = Pieces.read(encoder / "pieces.tsv")
    builder = Builder(forms, pieces, rates)
    tables = builder.build()
    text: dict[str, Any] = {"held_out": damage.coded(held_out)}
    if pairs.rows:
        rates = refine(rates, pairs, builder)
        builder = Builder(forms, pieces, rates)
        tables = builder.build()
        text["mined"] = pairs.examples(builder.tagger, pieces)
    damage.write(out / "tables.xz", tables)
    manifest = {
        "tags": builder.tagger.names,
        "shape": shape,
        "held_out": int((held_out == CLOSING).sum()),
        "forms": len(forms.uses),
        "slips": len(tables["rate"]),
        "corrections": len(pairs.rows),
        "left_out": len(left_out),
        "begun": json.loads((begun / "inputs.json").read_text("utf-8"))["pieces"] if begun else 0,
        "registers": list(rates.registers),
        "seed": seed,
        "sources": dict(counts),
        "inputs": digests(source_files(data, frozenset(without)).values()),
        "encoder": digests([encoder / "model.onnx", encoder / "parser.onnx"]),
    }
    print(json.dumps(fitted(out, limit, text, train, manifest)))


def fitted(
    out: Path, limit: int, text: dict[str, Any], train: Tensor, manifest: dict[str, Any]
) -> dict[str, Any]:
    """Write as much of the text as fits, and the manifest, cutting the text until all fits in
    `limit` bytes; return sizes in MiB."""
    share = 1.0
    while True:
        part = first_part(train, share)
        amount = {"sentences": int((part == CLOSING).sum()), "tokens": len(part)}
        damage.write(out / "text.xz", text | {"train": damage.coded(part)})
        write_json(out / "manifest.json", manifest | amount, indent=1)
        excess = size(out) - limit
        if excess <= 0:
            sizes = {path.name: path.stat().st_size for path in sorted(out.glob("*.xz"))}
            sizes = {"all": size(out), **sizes}
            return {name: round(one / 2**20, 2) for name, one in sizes.items()} | amount
        share *= 1 - 1.05 * excess / (out / "text.xz").stat().st_size
        if share <= 0:
            raise SystemExit(f"pack: {limit / 2**20:g} MiB leave no room for text")


def refine(rates: Rates, pairs: Pairs, builder: Builder) -> Rates:
    """Return the rates refined by mined corrections."""
    used = builder.forms.words()
    total = used.total()
    uses = {word: count / total for word, count in used.items()}
    return slips.refined(
        rates, pairs.seen(builder.tagger, rates), sum(builder.expected.values()), uses
    )
