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


def token_f1(given: str, wanted: str) -> float:
    """Of the words that two texts have in common, in percent."""
    ours, theirs = Counter(words(given)), Counter(words(wanted))
    common = (ours & theirs).total()
    return 200 * common / (ours.total() + theirs.total()) if common else 0.0


@cache
def sentences(text: str) -> tuple[str, ...]:
    return tuple(one.text for one in build("a.txt", text, PlainText()).sentences)


def nearest(question: str, among: Sequence[str]) -> str:
    """The text that is nearest to the question; the first if none has any of its words."""
    found = ranked(Search(lexical(among)).scores(question), 1)
    return among[found[0] if found else 0]


def retrieval(lines: Sequence[Line], texts: Sequence[str]) -> list[dict[str, Any]]:
    systems = {"ours": Search(lexical(texts)).scores, "bm25": Index([Field(texts)], words).scores}
    rows = []
    for system, rank in systems.items():
        places = []
        for line in lines:
            found = ranked(rank(line["question_pt"]), max(DEPTHS))
            own = [at for at, one in enumerate(found) if texts[one] == line["context_pt"]]
            places.append(own[0] if own else max(DEPTHS))
        rows += [
            {
                "system": system,
                "task": "ir",
                "k": depth,
                "recall": 100 * float(np.mean([place < depth for place in places])),
                "n": len(lines),
            }
            for depth in DEPTHS
        ]
    return rows


def reading(lines: Sequence[Line], texts: Sequence[str]) -> list[dict[str, Any]]:
    """Machine reading, and the same where the passage has to be found first."""
    cut = {text: sentences(text) for text in {line["context_pt"] for line in lines}}
    scores = [
        token_f1(nearest(line["question_pt"], cut[line["context_pt"]]), line["answer_pt"])
        for line in lines
        if cut[line["context_pt"]]
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
            there = [one for passage in best for one in passage.split(". ")] or [""]
            scores.append(token_f1(nearest(line["question_pt"], there), line["answer_pt"]))
        rows.append({"task": "oqa", "k": depth, "f1": float(np.mean(scores)), "n": len(scores)})
    return rows


def generation(lines: Sequence[Line], answer: Answering) -> list[dict[str, Any]]:
    """Answers written without a text."""
    questions = [line["question_pt"] for line in lines]
    scores = [
        token_f1(given, line["answer_pt"])
        for given, line in zip(answer(questions), lines, strict=True)
    ]
    return [{"system": "generator", "task": "cgqa", "f1": float(np.mean(scores)), "n": len(scores)}]


_TENSORS: Mapping[str, Any] = {"return_tensors": "pt", "return_token_type_ids": False}


def writer(folder: str) -> Answering:
    """What a sequence-to-sequence model in a folder writes to each question, the likeliest first.
    The model is read with `transformers`, from the folder alone; what it writes is cut at
    `GENERATED` tokens. Beams are as its generation configuration has them; nothing is drawn."""
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


def macro_f1(said: Sequence[int], wanted: Sequence[int]) -> tuple[float, float]:
    """F1 of label 1, and the mean of both labels, in percent."""
    each = []
    for label in (1, 0):
        pairs = list(zip(said, wanted, strict=True))
        right = sum(ours == theirs == label for ours, theirs in pairs)
        all_of = sum((ours == label) + (theirs == label) for ours, theirs in pairs)
        each.append(200 * right / all_of if all_of else 0.0)
    return each[0], sum(each) / 2


def triggering(lines: Sequence[Line]) -> list[dict[str, Any]]:
    judged = [line for line in lines if line.get("at_label") is not None]
    wanted = [int(line["at_label"]) for line in judged]
    said = [int(_answered(line["question_pt"], line["context_pt"])) for line in judged]
    rows = []
    for system, labels in (("ours", said), ("majority", [1] * len(wanted))):
        rng = random.Random(0)
        drawn = []
        for _ in range(DRAWS):
            some = rng.choices(range(len(wanted)), k=len(wanted))
            drawn.append(macro_f1([labels[at] for at in some], [wanted[at] for at in some])[1])
        low, high = np.percentile(drawn, [2.5, 97.5]).tolist()
        f1, macro = macro_f1(labels, wanted)
        rows.append(
            {
                "system": system,
                "task": "at",
                "f1": f1,
                "macro_f1": macro,
                "low": low,
                "high": high,
                "n": len(wanted),
            }
        )
    return rows


def _answered(question: str, text: str) -> bool:
    wanted = {stem for word in words(question) if word not in light() for stem in stems(word)}
    return any(2 * len(wanted.intersection(stems(one))) >= len(wanted) for one in sentences(text))


def choices(lines: Sequence[Line]) -> list[Choice]:
    """Each question with its answer and four of the other questions, the most like its text by
    TF-IDF; an answer that is not among the five is put in the place of the last."""
    answers = list(dict.fromkeys(line["answer_pt"] for line in lines))
    rank = tf_idf(answers)
    rng = random.Random(0)
    result = []
    for line in lines:
        order = np.argsort(-rank(line["context_pt"]), kind="stable")
        own = line["answer_pt"]
        options = [own, *[answers[at] for at in order if answers[at] != own][:4]]
        rng.shuffle(options)
        result.append((line, options))
    return result


def published(
    lines: Sequence[Line], every: Sequence[Line], options: Sequence[Line]
) -> list[Choice]:
    """The published choices, which are in English, with the Portuguese of each answer; those of
    which one is not at hand are left out."""
    translated = {
        _plain(line["answer_en"]): line["answer_pt"]
        for line in reversed(every)
        if line.get("answer_en") and line.get("answer_pt")
    }
    by_id = {one["id"]: one for one in options}
    result = []
    for line in lines:
        one = by_id.get(line["id"])
        if one is None:
            continue
        given = one["options"].values() if isinstance(one["options"], dict) else one["options"]
        wrong = [_plain(each) for each in given if _plain(each) != _plain(one["answer"])]
        if all(each in translated for each in wrong):
            result.append((line, [line["answer_pt"], *[translated[each] for each in wrong]]))
    return result


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def support(
    question: str, text: str, options: Sequence[str], known: Mapping[str, Any], rarity: Rarity
) -> Any:
    """How well each option is supported as an answer: by the sentence of the text that both it and
    the question are nearest to, in what they say and in their words (by `rarity`), and by what it
    has beyond the question in the sentences that the question is about."""
    there = sentences(text)
    lexical = [set(stems(one)) for one in there]
    asked_for = _said(question)

    def share(wanted: set[str]) -> Any:
        total = sum(map(rarity, wanted)) or 1
        return np.array([sum(map(rarity, wanted & one)) / total for one in lexical])

    centre = np.mean([known[one] for one in (*there, *options)], 0)

    def vector(one: str) -> Any:
        apart = known[one] - centre
        return apart / (np.linalg.norm(apart) or 1)

    vectors_there = np.stack([vector(one) for one in there])
    meant, worded = vectors_there @ vector(question), share(asked_for)
    about = np.exp(_standard(meant) + _standard(worded))
    about /= about.sum()
    rows = []
    for option in options:
        said = _said(option)
        rows.append(
            [
                np.max(vectors_there @ vector(option) + meant),
                np.max(share(said) + worded),
                np.sum(share(said - asked_for) * about),
            ]
        )
    return sum(_standard(column) for column in np.array(rows).T)


def _said(text: str) -> set[str]:
    return {stem for word in words(text) if word not in light() for stem in stems(word)}


def rarities(texts: Sequence[str]) -> Rarity:
    """How rare a stem is among some texts: the logarithm of their number over those with it."""
    found = Counter(stem for text in texts for stem in set(stems(text)))
    return lambda stem: math.log((len(texts) + 1) / (found[stem] + 0.5))


def multiple_choice(task: str, built: Sequence[Choice], rarity: Rarity) -> list[dict[str, Any]]:
    needed = [
        text
        for line, options in built
        for text in (line["question_pt"], *options, *sentences(line["context_pt"]))
    ]
    known = vectors(list(dict.fromkeys(needed)))
    right: Counter[str] = Counter()
    for line, options in built:
        question, text = line["question_pt"], line["context_pt"]
        cosines = np.array([float(known[question] @ known[one]) for one in options])
        judged = {
            "ours": support(question, text, options, known, rarity),
            "meaning": cosines,
            "tf-idf": tf_idf(options)(text),
        }
        for system, scores in judged.items():
            right[system] += options[int(np.argmax(scores))] == line["answer_pt"]
    return [
        {"system": system, "task": task, "accuracy": 100 * count / len(built), "n": len(built)}
        for system, count in right.items()
    ]


def _standard(values: Any) -> Any:
    return (values - values.mean()) / (values.std() or 1)


def read(folder: Path, test: str | None) -> tuple[list[Line], list[Line]]:
    """The questions that are judged, and those with all the texts and answers at hand."""
    files = [Path(test) if test else folder / "validation.jsonl", folder / "train_from_v1.jsonl"]
    if not files[0].is_file():
        raise UserError(f"{files[0]}: no such file; --data is the folder with validation.jsonl")
    needed = ("question_pt", "answer_pt", "context_pt")
    every: list[Line] = [line for path in files if path.is_file() for line in read_jsonl(str(path))]
    judged: list[Line] = [
        line for line in read_jsonl(str(files[0])) if all(line.get(key) for key in needed)
    ]
    if not judged:
        raise UserError(f"{files[0]}: no line has all of {', '.join(needed)}")
    return judged, every


def run(*, data: Folder, test: File | None = None, generator: str | None = None) -> Rows:
    writing = writer(generator) if generator else None
    lines, every = read(data, test)
    texts = list(dict.fromkeys(line["context_pt"] for line in every if line.get("context_pt")))
    rarity = rarities(texts)
    options = data / "mcqa_validation.jsonl"
    known = published(lines, every, read_jsonl(str(options))) if options.is_file() else []
    yield from retrieval(lines, texts)
    yield from reading(lines, texts)
    yield from triggering(lines)
    yield from multiple_choice("mcqa", choices(lines), rarity)
    yield from multiple_choice("mcqa-published", known, rarity) if known else ()
    yield from generation(lines, writing) if writing else ()
    yield from paper("pira")["rows"]
