"""Facts of Portuguese stand in tables, once: no long word list in code, no two tables alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from textlint_pt_embedded.forms import form_lexicon

from textlint_pt.portuguese.lists import Lists, closed
from textlint_pt.shipped import read_rows

ROOT = Path(__file__).parent.parent
#: words of a list that may stand in code, by the folder; a longer one belongs into a table. Where
#: names of columns and the like are words, too, more may stand
MOST = {"plugins/textlint_pt_grammaticality": 3, "": 12}
#: of the words of a list, how many are Portuguese in one that counts
SHARE = 0.8
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
TABLES = (
    "textlint_pt/portuguese/data/words.tsv",
    "textlint_pt/portuguese/data/paradigms.tsv",
    "plugins/textlint_pt_grammaticality/data/words.tsv",
    "plugins/textlint_pt_redundancy/data/stopwords.tsv",
    "plugins/textlint_pt_translation/data/words.tsv",
    "textlint_pt/text/data/pt/denials.tsv",
    "plugins/textlint_pt_questions/data/words.tsv",
)
#: words that two lists must have to be compared
COMPARED = 10
#: lists that are alike by chance: what may stand before an hour, a day and a month; what people say
#: twice for emphasis; what attracts a pronoun, cannot be swapped, is in nearly every text, has no
#: content, is a verb before all
ALIKE = {
    # some of the verbs whose subject follows, of which "as" after them may stand for "às"
    ("agreement.appearing", "agreement.lacking"),
    ("agreement.lacking", "verbs.appearing"),
    ("doubled-word.emphatic", "times.hours"),
    # words that have a gender and say nothing of who is meant
    ("frames.without-article", "gender.free"),
    ("personal-infinitive.modals", "verb-form.modal"),
    # verbs that are common, that hardly stand without an object, that say how an act is done
    ("mood.common", "negation.having"),
    ("mood.common", "personal-infinitive.modals"),
    ("negation.having", "verbs.appearing"),
    # forms of "ter", and what is in nearly every text
    ("missing-function-word.having", "stop-words"),
    # English words that say little, of a sentence and of a term
    # verbs that say little of what is asked
    ("light", "stop-words"),
    # conjunctions that open a clause
    # what may stand before a noun that phrases name, and spans of time in phrases
    ("asks-time", "phrases.span"),
    ("a-or-ha.times", "phrases.span"),
    ("calques.det", "frames.without-article"),
    ("calques.det", "gender.free"),
    ("calques.det", "phrases.number"),
    ("gender.free", "phrases.possessive"),
    # conjunctions are in nearly every text, prepositions open an infinitive, adverbs of degree
    ("stop-words", "subject-verb.clauses"),
    ("negation.supposing", "subject-verb.clauses"),
    ("common", "predicative.degrees"),
    ("frames.degrees", "predicative.degrees"),
    # short lists of little words, of verbs of saying, and of adjectives that say what is thought
    ("numeral.millions", "partitives"),
    ("determiner-noun.after-noun", "phrases.of-one"),
    ("common", "subject-verb.comparing"),
    ("me-before-infinitive.judged", "predicative.general"),
    ("crase.no-hour", "doubled-word.prepositions"),
    ("mood.said", "predicative.general"),
    ("capital.saying", "stop-words"),
    ("capital.plural", "future-subjunctive.determiners"),
    ("doubled-word.emphatic", "predicative.degrees"),
    ("missing-comma.being", "stop-words"),
}


def collections(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, set[str]]]:
    """Line and words of each literal of strings, and of each string that a call takes apart."""
    for node in nodes:
        found: list[ast.expr | None] = []
        if isinstance(node, ast.Set | ast.List | ast.Tuple):
            found = list(node.elts)
        elif isinstance(node, ast.Dict):
            found = list(node.keys)
        elif isinstance(node, ast.Call):
            found = [*node.args, node.func.value if isinstance(node.func, ast.Attribute) else None]
            found = [one for one in found if isinstance(one, ast.Constant)]
        forms = [one.value for one in found if isinstance(one, ast.Constant)]
        words = {word for form in forms if isinstance(form, str) for word in form.split()}
        letters = all(len(word) == 1 for word in words)
        if not letters and all(WORD.fullmatch(word) and word.islower() for word in words):
            yield node.lineno, words


def long_lists() -> dict[str, set[str]]:
    """By file and name of the constant, or line: the long lists of Portuguese words."""
    known = form_lexicon().readings
    found: dict[str, set[str]] = {}
    for top in ("textlint_pt", "plugins", "training", "benchmarks"):
        for path in sorted((ROOT / top).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            names = {
                line: ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                for node in nodes
                if isinstance(node, ast.Assign | ast.AnnAssign)
                for line in range(node.lineno, (node.end_lineno or 0) + 1)
            }
            file = path.relative_to(ROOT).as_posix()
            most = next(most for folder, most in MOST.items() if file.startswith(folder))
            for line, words in collections(nodes):
                if len(words) > most and sum(bool(known(w)) for w in words) >= SHARE * len(words):
                    name = names.get(line, f"line {line}")
                    found[f"{file}: {name}"] = words
    return found


def test_source_code_contains_no_long_lists_of_portuguese_words() -> None:
    assert long_lists() == {}


def test_word_list_check_finds_a_long_list_in_source_code() -> None:
    words = "um dois três quatro cinco seis sete oito nove dez onze doze treze"
    for code in (f'x = listed("{words}")', f"x = {words.split()}", f"x = {set(words.split())}"):
        assert [len(found) for _, found in collections(ast.walk(ast.parse(code)))] == [13]


def test_no_two_word_lists_of_the_tsv_tables_share_half_of_their_words() -> None:
    """Without what they take of another by its name ("@articles")."""
    tables: dict[tuple[str, str], set[str]] = {}
    for path in TABLES:
        for name, words in read_rows(ROOT / path):
            own = {word for word in words.split() if not word.startswith("@")}
            tables.setdefault((path, name), set()).update(own)
    alike = {
        tuple(sorted((one[1], other[1])))
        for one, other in combinations(tables, 2)
        if (least := min(len(tables[one]), len(tables[other]))) >= COMPARED
        and 2 * len(tables[one] & tables[other]) >= least
    }
    assert alike == ALIKE


@pytest.mark.parametrize("path", TABLES)
def test_no_word_list_contains_a_word_twice(path: str) -> None:
    """Neither itself nor through another list that it takes."""
    lists: dict[str, list[str]] = {}
    for name, words in read_rows(ROOT / path):
        lists.setdefault(name, []).extend(words.split())
    file = Lists(ROOT / path)
    for name, words in lists.items():
        others = [one[1:] for one in words if one[0] == "@"]
        taken = {
            word
            for one in others
            for word in (file if one in file.names() else closed()).ordered(one)
        }
        assert not taken & set(words), name
        if "paradigms" not in path:  # where a form may stand for several: "tal tal tais tais"
            assert len(words) == len(set(words)), name
