"""Are questions about texts answered from them? Pirá's six benchmarks, in Portuguese."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import f1_score
from textlint_pt_questions.kinds import light
from textlint_pt_questions.retrieval import Field, Index, Search, lexical, ranked
from textlint_pt_questions.terms import stems, words

from benchmarks.aia_bde import tf_idf, vectors
from benchmarks.evaluation.command import File, Folder, Rows
from benchmarks.evaluation.common import paper, read_jsonl
from textlint_pt.contract import UserError
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText

DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100)
PASSAGES = (5, 10, 15)
PASSAGE = 100
DRAWS = 1000
#: tokens of an answer that is written, and questions that are answered at once
GENERATED = 64
GENERATED_AT_ONCE = 16

Line = Mapping[str, Any]
#: a question and five answers
Choice = tuple[Line, list[str]]
#: how rare a stem is
Rarity = Callable[[str], float]
#: questions to what is written as their answers, in order
Answering = Callable[[Sequence[str]], Iterable[str]]


def token_f1(answer: str, expected: str) -> float:
    """Return F1 of the words that two texts share, in percent."""
    answer_words, expected_words = Counter(words(answer)), Counter(words(expected))
    common = (answer_words & expected_words).total()
    return 200 * common / (answer_words.total() + expected_words.total()) if common else 0.0


@cache
def sentences(text: str) -> tuple[str, ...]:
    return tuple(one.text for one in build("a.txt", text, PlainText()).sentences)


def nearest(question: str, among: Sequence[str]) -> str:
    """Return the text nearest to the question; the first if none shares a word."""
    found = ranked(Search(lexical(among)).scores(question), 1)
    return among[found[0] if found else 0]


def retrieval(lines: Sequence[Line], texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row for each system and depth: recall of the question's text."""
    systems = {"ours": Search(lexical(texts)).scores, "bm25": Index([Field(texts)], words).scores}
    rows = []
    for system, rank in systems.items():
        places = []
        for line in lines:
            found = ranked(rank(line["question_pt"]), max(DEPTHS))
            own_rank = [at for at, one in enumerate(found) if texts[one] == line["context_pt"]]
            places.append(own_rank[0] if own_rank else max(DEPTHS))
        for depth in DEPTHS:
            recall = 100 * float(np.mean([place < depth for place in places]))
            row = {"system": system, "task": "ir", "k": depth, "recall": recall}
            rows.append({**row, "n": len(lines)})
    return rows


def reading(lines: Sequence[Line], texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return F1 of the nearest sentence as answer: of the given text, then of passages found."""
    sentences_of = {text: sentences(text) for text in {line["context_pt"] for line in lines}}
    scores = [
        token_f1(nearest(line["question_pt"], sentences_of[line["context_pt"]]), line["answer_pt"])
        for line in lines
        if sentences_of[line["context_pt"]]
    ]
    rows = [{"task": "mrc", "f1": float(np.mean(scores)), "n": len(scores)}]
    passages = []
    for text in texts:
        split = text.split()
        passages += [" ".join(split[at : at + PASSAGE]) for at in range(0, len(split), PASSAGE)]
    search = Search(lexical(passages))
    for depth in PASSAGES:
        scores = []
        for line in lines:
            best = [passages[at] for at in ranked(search.scores(line["question_pt"]), depth)]
            candidates = [one for passage in best for one in passage.split(". ")] or [""]
            scores.append(token_f1(nearest(line["question_pt"], candidates), line["answer_pt"]))
        rows.append({"task": "oqa", "k": depth, "f1": float(np.mean(scores)), "n": len(scores)})
    return rows


def generation(lines: Sequence[Line], answer: Answering) -> list[dict[str, Any]]:
    """Return F1 of answers written without a text."""
    questions = [line["question_pt"] for line in lines]
    scores = [
        token_f1(written, line["answer_pt"])
        for written, line in zip(answer(questions), lines, strict=True)
    ]
    return [{"system": "generator", "task": "cgqa", "f1": float(np.mean(scores)), "n": len(scores)}]


_TENSORS: Mapping[str, Any] = {"return_tensors": "pt", "return_token_type_ids": False}


def writer(folder: str) -> Answering:
    """Return a function to a seq2seq model's likeliest answers, `GENERATED` tokens at most.

    The model is read with `transformers` from the folder alone, beams as its configuration says.
    """
    if not (Path(folder) / "config.json").is_file():
        raise UserError(f"{folder}: no model; --generator is a folder with its config.json")
    try:
        import torch
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
    except ImportError as error:
        raise UserError("--generator needs: pip install 'textlint-pt[transformers]'") from error
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = AutoModelForSeq2SeqLM.from_pretrained(folder, local_files_only=True).eval()
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise UserError(f"{folder}: no sequence-to-sequence model: {reason}") from error

    def answer(questions: Sequence[str]) -> Iterator[str]:
        for at in range(0, len(questions), GENERATED_AT_ONCE):
            asked = list(questions[at : at + GENERATED_AT_ONCE])
            batch = tokenizer(asked, padding=True, truncation=True, **_TENSORS)
            with torch.inference_mode():
                written = model.generate(**batch, do_sample=False, max_new_tokens=GENERATED)
            yield from tokenizer.batch_decode(written, skip_special_tokens=True)

    return answer


def macro_f1(predicted: Sequence[int], expected: Sequence[int]) -> tuple[float, float]:
    """Return F1 of label 1, and the mean of both labels, in percent."""
    each = f1_score(expected, predicted, labels=[1, 0], average=None, zero_division=0.0)
    return 100 * float(each[0]), 100 * float(each.mean())


def triggering(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return F1 of recognising answerable questions, with bootstrap intervals."""
    judged = [line for line in lines if line.get("at_label") is not None]
    expected = [int(line["at_label"]) for line in judged]
    predicted = [int(_is_answerable(line["question_pt"], line["context_pt"])) for line in judged]
    rows = []
    for system, labels in (("ours", predicted), ("majority", [1] * len(expected))):
        rng = random.Random(0)
        samples = []
        for _ in range(DRAWS):
            drawn = rng.choices(range(len(expected)), k=len(expected))
            samples.append(
                macro_f1([labels[at] for at in drawn], [expected[at] for at in drawn])[1]
            )
        low, high = np.percentile(samples, [2.5, 97.5]).tolist()
        f1, macro = macro_f1(labels, expected)
        row = {"system": system, "task": "at", "f1": f1, "macro_f1": macro}
        rows.append({**row, "low": low, "high": high, "n": len(expected)})
    return rows


def _is_answerable(question: str, text: str) -> bool:
    """Return whether a sentence has half of the question's content stems."""
    needed = _content_stems(question)
    return any(2 * len(needed.intersection(stems(one))) >= len(needed) for one in sentences(text))


def choices(lines: Sequence[Line]) -> list[Choice]:
    """Return each question with its answer and four likely others (TF-IDF), shuffled."""
    answers = list(dict.fromkeys(line["answer_pt"] for line in lines))
    rank = tf_idf(answers)
    rng = random.Random(0)
    result = []
    for line in lines:
        order = np.argsort(-rank(line["context_pt"]), kind="stable")
        correct = line["answer_pt"]
        options = [correct, *[answers[at] for at in order if answers[at] != correct][:4]]
        rng.shuffle(options)
        result.append((line, options))
    return result


def support(
    question: str, text: str, options: Sequence[str], vector_of: Mapping[str, Any], rarity: Rarity
) -> Any:
    """Return how well each option is supported as an answer by the text (array of floats).

    Adds up: the best sentence near both question and option by meaning, the same by stems, and the
    option's new stems in sentences near the question.
    """
    text_sentences = sentences(text)
    lexical = [set(stems(one)) for one in text_sentences]
    question_stems = _content_stems(question)

    def share(stems_wanted: set[str]) -> Any:
        total = sum(map(rarity, stems_wanted)) or 1
        return np.array([sum(map(rarity, stems_wanted & one)) / total for one in lexical])

    centre = np.mean([vector_of[one] for one in (*text_sentences, *options)], 0)

    def vector(one: str) -> Any:
        centred = vector_of[one] - centre
        return centred / (np.linalg.norm(centred) or 1)

    vectors_there = np.stack([vector(one) for one in text_sentences])
    meaning, overlap = vectors_there @ vector(question), share(question_stems)
    about = np.exp(_standardised(meaning) + _standardised(overlap))
    about /= about.sum()
    rows = []
    for option in options:
        option_stems = _content_stems(option)
        near = np.max(vectors_there @ vector(option) + meaning)
        in_words = np.max(share(option_stems) + overlap)
        rows.append([near, in_words, np.sum(share(option_stems - question_stems) * about)])
    return sum(_standardised(column) for column in np.array(rows).T)


def _content_stems(text: str) -> set[str]:
    return {stem for word in words(text) if word not in light() for stem in stems(word)}


def rarities(texts: Sequence[str]) -> Rarity:
    """Return how rare a stem is in texts: the logarithm of their number over those with it."""
    found = Counter(stem for text in texts for stem in set(stems(text)))
    return lambda stem: math.log((len(texts) + 1) / (found[stem] + 0.5))


def multiple_choice(built: Sequence[Choice], rarity: Rarity) -> list[dict[str, Any]]:
    """Return the accuracy of each system in choosing among options."""
    needed = [
        text
        for line, options in built
        for text in (line["question_pt"], *options, *sentences(line["context_pt"]))
    ]
    vector_of = vectors(list(dict.fromkeys(needed)))
    right: Counter[str] = Counter()
    for line, options in built:
        question, text = line["question_pt"], line["context_pt"]
        cosines = np.array([float(vector_of[question] @ vector_of[one]) for one in options])
        judged = {
            "ours": support(question, text, options, vector_of, rarity),
            "meaning": cosines,
            "tf-idf": tf_idf(options)(text),
        }
        for system, scores in judged.items():
            right[system] += options[int(np.argmax(scores))] == line["answer_pt"]
    return [
        {"system": system, "task": "mcqa", "accuracy": 100 * count / len(built), "n": len(built)}
        for system, count in right.items()
    ]


def _standardised(values: Any) -> Any:
    return (values - values.mean()) / (values.std() or 1)


def read(folder: Path, test: str | None) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return the questions that are judged, and those with all texts and answers."""
    files = [Path(test) if test else folder / "validation.jsonl", folder / "train_from_v1.jsonl"]
    if not files[0].is_file():
        raise UserError(f"{files[0]}: no such file; --data is the folder with validation.jsonl")
    needed = ("question_pt", "answer_pt", "context_pt")
    all_lines = [line for path in files if path.is_file() for line in read_jsonl(str(path))]
    judged = [line for line in read_jsonl(str(files[0])) if all(line.get(key) for key in needed)]
    if not judged:
        raise UserError(f"{files[0]}: no line has all of {', '.join(needed)}")
    return judged, all_lines


def run(*, data: Folder, test: File | None = None, generator: str | None = None) -> Rows:
    """Yield the rows of all tasks, and those that the paper prints."""
    writing = writer(generator) if generator else None
    lines, every = read(data, test)
    texts = list(dict.fromkeys(line["context_pt"] for line in every if line.get("context_pt")))
    rarity = rarities(texts)
    yield from retrieval(lines, texts)
    yield from reading(lines, texts)
    yield from triggering(lines)
    yield from multiple_choice(choices(lines), rarity)
    yield from generation(lines, writing) if writing else ()
    yield from paper("pira")["rows"]
