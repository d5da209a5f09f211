"""Texts of which each sentence is about one of three topics."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path

TOPICS = {
    topic: words.split()
    for topic, words in {
        "mar": "barco rede peixe onda praia vela remo cais maré pescador",
        "cozinha": "farinha forno panela bolo açúcar manteiga tigela receita cozinheira pão",
        "tribunal": "juiz sentença recurso advogado processo réu lei audiência prova crime",
    }.items()
}
FRAMES = (
    "O {} estava perto de {} e de {}.",
    "Vi um {} sem {} nem {} naquele dia.",
    "Com {} e {} se faz um dia.",
    "Não há {} que chegue para tanto {} e tanto {}.",
)


def paragraph(rng: random.Random, topic: str, sentences: int = 4) -> str:
    made = []
    for _ in range(sentences):
        frame = rng.choice(FRAMES)
        made.append(frame.format(*rng.sample(TOPICS[topic], frame.count("{}"))))
    return " ".join(made)


def write_corpus(folder: Path) -> list[Path]:
    """Three sources of 120 documents, one of each register."""
    rng = random.Random(3)
    paths = []
    for name in ("eltec-conto", "ms-manual", "discursos-dilma"):
        topics = [rng.choice(list(TOPICS)) for _ in range(120)]
        documents = ["\n".join(paragraph(rng, t) for _ in range(4)) + "\n" for t in topics]
        paths.append(folder / f"{name}.txt.xz")
        with lzma.open(paths[-1], "wt", encoding="utf-8") as stream:
            stream.write("\n".join(documents))
    return paths


def neighbours() -> str:
    """JSON Lines of sentences that stand side by side, in two versions."""
    rng = random.Random(4)
    rows = [
        {"doc": topic, "pt_PT": paragraph(rng, topic, 1), "pt_BR": paragraph(rng, topic, 1)}
        for topic in TOPICS
        for _ in range(5)
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)
