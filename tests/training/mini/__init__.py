"""Small inputs of our own, with which every step runs in seconds (`build --mini`).

They show that the whole way works, not how good a model is.
"""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

from benchmarks.evaluation.documents import digest
from tests.training.mini import agreement, topics, world

#: a slip of punctuation that GRA404 finds
SLIPS = ("A loja fecha cedo ,mas o café fica aberto.", "O trem chegou tarde ,e ninguém esperou.",
         "A chuva parou ,porém o rio ainda sobe.", "O pão acabou ,mas há bolo na mesa.",
         "A porta abriu ,e o gato saiu devagar.", "O livro é longo ,mas lê-se bem.")  # fmt: skip
CASES = """\
rule: GRA404
cases:
  - name: before a comma
    text: |
      A feira abre cedo ,mas a padaria abre mais tarde.
    findings:
      - {span: " ,"}
"""


def write(folder: Path) -> dict[str, list[Path]]:
    """Files by source or group, written under the folder."""
    words, text = folder / "words", folder / "text"
    for place in (words, text, folder / "cases"):
        place.mkdir(parents=True, exist_ok=True)
    lexicon = {**world.lexicon(), "words": agreement.LEXICON.splitlines()}
    for name, lines in lexicon.items():
        _pack(words / f"{name}.dict.xz", "".join(f"{line}\n" for line in lines))
    sentences = agreement.sentences()
    tens = ["\n".join(sentences[at : at + 10]) for at in range(0, len(sentences), 10)]
    _pack(text / "frases.txt.xz", "\n\n".join(tens) + "\n")
    _pack(text / "casas.txt.xz", "".join(f"{sentence}\n\n" for sentence in world.sentences()))
    _pack(text / "notas.txt.xz", "\n\n".join(SLIPS) + "\n")
    corpus = sorted([*topics.write_corpus(text), *text.glob("*.txt.xz")])
    verdicts = [
        {"id": digest(slip), "code": "GRA404", "start": slip.index(" ,"),
         "end": slip.index(" ,") + 2, "register": "notas", "verdict": verdict}
        for slip, verdict in zip(SLIPS, ["right"] * 4 + ["wrong"] * 2, strict=True)
    ]  # fmt: skip
    rng = random.Random(8)
    unseen = [{"text": topics.paragraph(rng, topic, 1)} for topic in topics.TOPICS]
    (folder / "e5.bin").write_bytes(world.e5_file())
    (folder / "cases" / "GRA404.yml").write_text(CASES, encoding="utf-8")
    return {
        "corpus": list(dict.fromkeys(corpus)),
        "old-orthography": [],
        "nilc-ugc": [],
        "morphobr": sorted(words.glob("*.dict.xz")),
        "e5": [folder / "e5.bin"],
        "parallel-docs": [_pack(text.parent / "parallel.tsv.xz", _parallel(sentences))],
        "ntrex": [_written(folder / "neighbours.jsonl", topics.neighbours())],
        "evaluation": [_written(folder / "unseen.jsonl", _lines(unseen))],
        "verdicts": [_written(folder / "verdicts.jsonl", _lines(verdicts))],
        "rule-cases": [folder / "cases"],
        "error-pairs": [_written(folder / "pairs.jsonl", _lines(PAIRS))],
        "spent-documents": [_written(folder / "ledger.txt", "0123456789abcdef\n")],
    }


def _parallel(sentences: list[str]) -> str:
    """Segments side by side, as the documentation has them: English that knows few words."""
    english = ("The boys talk with the tall neighbour.", "A friend of theirs came home again.")
    rows = [
        f"{english[at % len(english)]}\t{text}\tpage-{at // 4}\tMIT\tpt-BR\n"
        for at, text in enumerate(sentences[:40])
    ]
    return "en\tpt\tfile\tlicence\tvariety\n" + "".join(rows)


#: a sentence with an error, and without
PAIRS = [
    {
        "bad": "Os vizinhos foi embora cedo , ontem.",
        "good": "Os vizinhos foram embora cedo, ontem.",
    },
    {"bad": "A casa dela ficava longe do do rio.", "good": "A casa dela ficava longe do rio."},
]


def _lines(rows: list[dict[str, str]] | list[dict[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _pack(path: Path, text: str) -> Path:
    path.write_bytes(lzma.compress(text.encode()))
    return path
