from __future__ import annotations

import argparse
from pathlib import Path

from training import fingerprints, ngram
from training.corpus import reserved


def main() -> None:
    parser = argparse.ArgumentParser(
        description=fingerprints.__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--evaluation", type=Path, nargs="+", required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--ngram", nargs="+", required=True)
    options = parser.parse_args()
    evaluation = reserved(options.evaluation)
    fingerprints.write("evaluation", fingerprints.sample(evaluation))
    with options.encoder.open(encoding="utf-8") as stream:
        fingerprints.write("encoder", fingerprints.of_sentences(stream))
    counted = (text for text, held in ngram.sentences(options.ngram, evaluation) if not held)
    fingerprints.write("ngram", fingerprints.of_sentences(counted))


if __name__ == "__main__":
    main()
