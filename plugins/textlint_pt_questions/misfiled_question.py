"""FAQ003: a question below a heading where another one fits better."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, View
from textlint_pt_questions.reading import Question, questions
from textlint_pt_questions.study import content
from textlint_pt_questions.terms import stems

#: questions that a section has at least, to be compared
_SECTION = 3
#: questions of a section that one is compared with: the nearest of them
_NEAREST = 2
#: and of how many of them, at most
_COMPARED = 200
#: letters that a stem has more than, to name a section
_NAMED = 2
#: likeness that the better section has at least, as a cosine
_LEAST = 0.1
#: share of the questions of other sections that may have the word that names the better one
_COMMON = 0.2
#: weight of a term in the answer (in the question it is 1), and characters of it that are read
_ANSWER = 0.3
_READ = 400


class _Better(NamedTuple):
    """A question, the section it is in and the one that fits better, how well each does, and the
    stems of the better heading that the question has."""

    at: int
    own: str
    other: str
    likeness: float
    likeness_there: float
    named: tuple[str, ...]


class MisfiledQuestion(Rule):
    """A question stands below one heading and is about what another one names."""

    code = "FAQ003"
    name = "questions.misfiled-question"
    scope = Scope.DOCUMENT
    default = False
    explicit = True
    options = {
        "clearer": Option(
            2.0,
            "how many times as alike as those of its own section the questions of another are",
            minimum=1.0,
            maximum=20.0,
        )
    }
    messages = {
        "pt": {
            "message": "esta pergunta parece pertencer a «{better}», não a «{section}»",
            "related": "uma pergunta dessa parte",
        },
        "en": {
            "message": "this question seems to belong to “{better}”, not to “{section}”",
            "related": "a question of that section",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = questions(view.document)
        for one in better_sections(found, options["clearer"]):
            there = next(each for each in found if each.section == one.other)
            question = found[one.at]
            yield Finding(
                code=self.code,
                span=question.span,
                evidence={
                    "section": one.own,
                    "better": one.other,
                    "likeness": round(one.likeness, 3),
                    "likeness_there": round(one.likeness_there, 3),
                    "named": list(one.named),
                    "limit": options["clearer"],
                },
                sentence=question.asked[0].sentence.index,
                related=(Related(there.span),),
            )


def better_sections(found: Sequence[Question], clearer: float) -> Iterator[_Better]:
    """The questions that another section fits better, in order."""
    members: defaultdict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(found):
        members[one.section].append(at)
    sections = {name: each for name, each in members.items() if name and len(each) >= _SECTION}
    if len(sections) < 2:
        return
    asked = [frozenset(_stems(one.text)) for one in found]
    titles = {name: frozenset(_stems(name)) for name in sections}
    shared = Counter(stem for title in titles.values() for stem in title)
    #: for each section the stems that name it and no other, as far as they are rare elsewhere
    names: dict[str, frozenset[str]] = {}
    often = Counter(stem for each in asked for stem in each)
    for name, there in sections.items():
        inside = Counter(stem for at in there for stem in asked[at])
        most = max(1, _COMMON * (len(found) - len(there)))
        names[name] = frozenset(
            stem
            for stem in titles[name]
            if len(stem) > _NAMED and shared[stem] == 1 and often[stem] - inside[stem] <= most
        )
    by_name = {stem: name for name, each in names.items() for stem in each}
    vectors = _vectors(found)
    for at, one in enumerate(found):
        if one.section not in sections or asked[at] & titles[one.section]:
            continue
        candidates = sorted({by_name[stem] for stem in asked[at] if stem in by_name})
        if not candidates:
            continue
        own = _alike(vectors, at, sections[one.section])
        scores = {name: _alike(vectors, at, sections[name]) for name in candidates}
        best = max(candidates, key=scores.__getitem__)
        if scores[best] >= max(_LEAST, clearer * own):
            named = tuple(sorted(asked[at] & names[best]))
            yield _Better(at, one.section, best, own, scores[best], named)


def _stems(text: str) -> list[str]:
    return [stem for word in content(text) for stem in stems(word)]


def _vectors(found: Sequence[Question]) -> list[dict[str, float]]:
    """Weighted stems of each question with its answer, of length 1."""
    counts: list[dict[str, float]] = []
    for one in found:
        count: dict[str, float] = dict(Counter(_stems(one.text)))
        for stem, times in Counter(_stems(one.answer_text[:_READ])).items():
            count[stem] = count.get(stem, 0.0) + _ANSWER * times
        counts.append(count)
    often = Counter(stem for count in counts for stem in count)
    result = []
    for count in counts:
        vector = {
            stem: times * math.log((len(found) + 1) / (often[stem] + 0.5))
            for stem, times in count.items()
        }
        length = math.sqrt(sum(value * value for value in vector.values())) or 1.0
        result.append({stem: value / length for stem, value in vector.items()})
    return result


def _alike(vectors: Sequence[Mapping[str, float]], at: int, there: Sequence[int]) -> float:
    """The mean cosine of a question and the nearest others of a section."""
    mine = vectors[at]
    cosines = sorted(
        (
            sum(value * vectors[other].get(stem, 0.0) for stem, value in mine.items())
            for other in there[:_COMPARED]
            if other != at
        ),
        reverse=True,
    )
    return sum(cosines[:_NEAREST]) / _NEAREST
