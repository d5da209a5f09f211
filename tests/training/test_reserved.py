"""Sentences that no training text may hold."""

from __future__ import annotations

import json
from pathlib import Path

from training import corpus

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


def test_held_out_sentence_is_recognised_despite_case_and_punctuation(tmp_path: Path) -> None:
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
