"""Trees, links of agreement, and sentences that no training text may hold."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

from benchmarks.evaluation.treebank import read
from textlint_pt.text.segmentation import tokens
from training import corpus
from training.__main__ import main
from training.encoder import inflection, treebank
from training.encoder.faults import Damage
from training.encoder.links import Parse
from training.mini import world as encoder_data

CONLLU = """\
# text = As meninas da casa leram-no, felizes.
# sent_id = 1
1	As	o	DET	_	Definite=Def|Gender=Fem|Number=Plur|PronType=Art	2	det	_	_
2	meninas	menina	NOUN	_	Gender=Fem|Number=Plur	6	nsubj	_	_
3-4	da	_	_	_	_	_	_	_	_
3	de	de	ADP	_	_	5	case	_	_
4	a	o	DET	_	Definite=Def|Gender=Fem|Number=Sing|PronType=Art	5	det	_	_
5	casa	casa	NOUN	_	Gender=Fem|Number=Sing	2	nmod	_	_
6-7	leram-no	_	_	_	_	_	_	_	SpaceAfter=No
6	leram	ler	VERB	_	Mood=Ind|Number=Plur|Person=3|VerbForm=Fin	0	root	_	_
7	no	ele	PRON	_	Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs	6	obj	_	_
8	,	,	PUNCT	_	_	9	punct	_	_
9	felizes	feliz	ADJ	_	Gender=Fem|Number=Plur|Typo=Yes	6	advcl	_	SpaceAfter=No
10	.	.	PUNCT	_	_	6	punct	_	_
"""


def test_words_stand_where_their_token_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu.xz"
    path.write_bytes(lzma.compress((CONLLU + "\n" + CONLLU).encode()))
    trees = list(read(path))
    assert len(trees) == 2
    tree = trees[1]
    shown = [(tree.text[w.start : w.end], w.part, w.form) for w in tree.words]
    assert shown[:8] == [
        ("As", 0, "As"),
        ("meninas", 0, "meninas"),
        ("da", 1, "de"),
        ("da", 2, "a"),
        ("casa", 0, "casa"),
        ("leram-no", 1, "leram"),
        ("leram-no", 2, "no"),
        (",", 0, ","),
    ]
    assert tree.words[8].features == "Gender=Fem|Number=Plur"  # no slip of the writer's


def test_labels_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    main(["encoder", "treebank", str(path), "--data", str(tmp_path)])
    known = json.loads((tmp_path / "trees.json").read_text(encoding="utf-8"))
    text, words = known["trees"][0]
    assert text[words[4][0] : words[4][1]] == "casa"
    assert known["tags"][words[4][3]] == "NOUN"
    assert known["relations"][words[4][6]] == "nmod"


def test_spans_follow_a_form_of_another_length() -> None:
    moved = treebank.spans_after("as meninas chegaram.", "a menina chegou.")
    assert moved is not None
    assert moved(0, 2) == (0, 1)
    assert moved(3, 10) == (2, 8)
    assert moved(11, 19) == (9, 15)
    assert treebank.spans_after("as meninas", "meninas") is None


FINITE = "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin"
DISTANT = "As casas perto do rio são brancas."
ROWS = [
    (1, "det", "DET", "Definite=Def|Gender=Fem|Number=Plur|PronType=Art"),
    (6, "nsubj", "NOUN", "Gender=Fem|Number=Plur"),
    (1, "advmod", "ADV", ""),
    (4, "case", "ADP", ""),
    (2, "obl", "NOUN", "Gender=Masc|Number=Sing"),
    (6, "cop", "AUX", FINITE),
    (-1, "root", "ADJ", "Gender=Fem|Number=Plur"),
    (6, "punct", "PUNCT", ""),
]


def parse(text: str, rows: list[tuple[int, str, str, str]]) -> Parse:
    return Parse([(token.start, token.text) for token in tokens(text)], rows)


def named(links: list[tuple[str, int, int]], text: str) -> set[tuple[str, str, str]]:
    return {
        (kind, text[target:].split(" ")[0].strip("."), text[other:].split(" ")[0])
        for kind, target, other in links
    }


def test_a_parse_links_what_agrees() -> None:
    assert named(parse(DISTANT, ROWS).links(), DISTANT) == {
        ("determiner", "As", "casas"),
        ("verb", "são", "casas"),
        ("predicative", "brancas", "casas"),
    }


def test_coordinated_and_partitive_subjects_are_left_out() -> None:
    joined = [*ROWS[:4], (1, "conj", "NOUN", "Gender=Masc|Number=Sing"), *ROWS[5:]]
    assert named(parse(DISTANT, joined).links(), DISTANT) == {("determiner", "As", "casas")}
    partitive = "A maioria perto do rio é branca."
    assert named(parse(partitive, ROWS).links(), partitive) == {("determiner", "A", "maioria")}


def test_unsure_arcs_link_nothing() -> None:
    unsure = [(-2, relation, tag, features) for _, relation, tag, features in ROWS]
    assert parse(DISTANT, unsure).links() == []


def test_links_break_agreement_far_from_the_subject(tmp_path: Path) -> None:
    _, morphobr, _ = encoder_data.write(tmp_path)
    frequency = dict.fromkeys(("casas", "brancas", "são", "rio"), 9)
    inflection.pack(morphobr, frequency, 1, tmp_path / "inflections.tsv")
    damage = Damage(inflection.load(tmp_path / "inflections.tsv"), ["casa"], 3)
    links = parse(DISTANT, ROWS).links()
    made: set[str] = set()
    for _ in range(200):
        text, marks, kinds = damage.damage(DISTANT, 1, links)
        for kind in kinds:
            if not kind.startswith("linked-"):
                continue
            made.add(kind)
            at_fault = [text[start:].split(" ")[0] for start, fault in marks if fault]
            assert len(at_fault) == 1
            assert at_fault[0].strip(".") not in DISTANT.replace(".", "").split(" ")
    assert made == {"linked-determiner", "linked-verb", "linked-predicative"}


def test_reserved_sentences_are_known_by_their_words(tmp_path: Path) -> None:
    rows = tmp_path / "pairs.jsonl"
    pair = {"good": ["O gato dorme na cadeira. A porta bate com o vento."], "id": 3}
    rows.write_text(json.dumps(pair) + "\n", encoding="utf-8")
    tree = tmp_path / "dev.conllu"
    tree.write_text(CONLLU, encoding="utf-8")
    plain = tmp_path / "prose.txt"
    plain.write_text("Ontem choveu muito na serra\n", encoding="utf-8")
    known = corpus.reserved([rows, tree, plain])
    assert corpus.fingerprint("o gato dorme, na cadeira!") in known
    assert corpus.fingerprint("A porta bate com o vento.") in known
    assert corpus.fingerprint("As meninas da casa leram-no, felizes.") in known
    assert corpus.fingerprint("Ontem choveu muito na serra.") in known
    assert corpus.fingerprint("O gato dorme na varanda.") not in known
    assert corpus.fingerprint("Sim, senhor.") is None
