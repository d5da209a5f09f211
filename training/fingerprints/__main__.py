from __future__ import annotations

import argparse
from pathlib import Path

from textlint_pt.text.segmentation import sentence_spans
from training import fingerprints, ngram, vectors
from training.corpus import reserved


def main() -> None:
    parser = argparse.ArgumentParser(
        description=fingerprints.__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--evaluation", type=Path, nargs="+", required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--corpus", nargs="+", required=True)
    options = parser.parse_args()
    evaluation = reserved(options.evaluation)
    fingerprints.write("evaluation", fingerprints.sample(evaluation))
    with options.encoder.open(encoding="utf-8") as stream:
        fingerprints.write("encoder", fingerprints.of_sentences(stream))
    counted = (text for text, held in ngram.sentences(options.corpus, evaluation) if not held)
    fingerprints.write("ngram", fingerprints.of_sentences(counted))
    kept, _ = vectors.divided(vectors.read(options.corpus, evaluation))
    paragraphs = (paragraph for source in kept for paragraph in source.paragraphs)
    learnt = (text[start:end] for text in paragraphs for start, end in sentence_spans(text))
    fingerprints.write("vectors", fingerprints.of_sentences(learnt))


if __name__ == "__main__":
    main()
