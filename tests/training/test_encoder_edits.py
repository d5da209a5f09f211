"""Corrections as tags, damage by tables, and the pack that teaches them, in miniature."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import artefact
from textlint_pt_embedded.edit_tags import APPEND, KEEP, OPEN
from textlint_pt_embedded.edits import Editor, read_tags
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.inflections import Inflections
from textlint_pt_embedded.pieces import Pieces

from tests.training.encoders import random_encoder
from tests.training.mini import world
from training import __main__ as command
from training.encoder.edits import damage, learn, pack, slips, tables
from training.encoder.edits.damage import Corpus, Damage
from training.encoder.edits.slips import KINDS, Seen
from training.encoder.edits.tags import Edit, Tagger, inventory, words
from training.encoder.inflection import of_forms

SENTENCES = [
    "Os alunos foram à escola porque queriam aprender, mas não havia aula.",
    "A menina está contente com o livro que leu durante as férias.",
    "Eles têm razão em dizer que a polícia não pôde fazer nada.",
    "Por que as pessoas, às vezes, não dizem o que pensam?",
    "O guarda-chuva dela ficou na sala de aula, e esse livro também.",
    "Depois disso, os vizinhos vieram ver o que havia acontecido.",
]
VOCABULARY = sorted({word for sentence in SENTENCES for word in words(sentence)})
WRONG = ["a", "esta", "tem", "mais", "agente", "policia", "aluno", "foi", "guarda", "chuva", "fooo"]
MORE = ["dormir", "embora", "sobretudo", "mudar"]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    lexicon = form_lexicon()
    inflections = of_forms(lexicon, [*VOCABULARY, *WRONG, *MORE])
    return Tagger(inflections, lexicon.known, lexicon.frequency, VOCABULARY)


@pytest.fixture(scope="module")
def built() -> tuple[tables.Builder, dict[str, torch.Tensor], Corpus]:
    """Tables of the sentences, every form of which may go wrong."""
    counted = tables.Forms()
    coded = [number for sentence in SENTENCES * 5 for number in counted.add(sentence)]
    forms, new = counted.by_use()
    numbers = new[torch.tensor(coded)]
    path = Path(pack.artefact.DATA / "encoder" / "pieces.tsv")
    builder = tables.Builder(forms, Pieces.read(path), slips.read())
    return builder, builder.build(), Corpus.of(damage.coded(numbers))


def carried_out(tagger: Tagger, wrong: Sequence[str], edits: Iterable[Edit]) -> list[str] | None:
    """The corrected tokens; None where a tag does not say what is right."""
    parts = [[token] for token in wrong]
    after: list[list[str]] = [[] for _ in range(len(wrong) + 1)]
    joined: dict[int, str] = {}
    for place, tag in edits:
        if tag.startswith(APPEND):
            after[place + 1].append(tag.removeprefix(APPEND))
        elif tag in ("JOIN", "HYPHEN"):
            joined[place] = "-" if tag == "HYPHEN" else ""
        elif (form := tagger.changed(wrong[place], tag)) is None:
            return None
        else:
            parts[place] = form.split()
    result = list(after[0])
    i = 0
    while i < len(wrong):
        part = list(parts[i])
        while i in joined and part and i + 1 < len(wrong):
            sign = joined[i]
            i += 1
            first, *rest = parts[i]
            part = [*part[:-1], part[-1] + sign + first, *rest]
        result += [*part, *after[i + 1]]
        i += 1
    return result


# -- tags ----------------------------------------------------------------------------------------


def test_names_of_the_edit_tags_for_corrections_are_unique() -> None:
    names = inventory()
    assert names[0] == KEEP
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("wrong", "right", "tags"),
    [
        ("Fui a escola.", "Fui à escola.", [(1, "CRASE")]),
        ("Os aluno foi embora.", "Os alunos foram embora.", [(1, "N_PL"), (2, "V_PL")]),
        ("A policia chegou.", "A polícia chegou.", [(1, "ACCENT")]),
        ("Fui mais não vi.", "Fui, mas não vi.", [(0, "APPEND_,"), (1, "REPLACE_mas")]),
        ("Ele, disse isso.", "Ele disse isso.", [(1, "DELETE")]),
        ("fui ver.", "Fui ver.", [(0, "CASE_UP")]),
        ("Vou dormi cedo.", "Vou dormir cedo.", [(1, "V_INF")]),
        ("Isso agente sabe.", "Isso a gente sabe.", [(1, "SPLIT")]),
        ("Um guarda chuva.", "Um guarda-chuva.", [(1, "HYPHEN")]),
        ("A sobre tudo.", "A sobretudo.", [(1, "JOIN")]),
        ("escola é boa", "a escola é boa", [(-1, "APPEND_a")]),
        ("Este este livro", "Este livro", [(1, "DELETE")]),
        ("Nada a mudar.", "Nada a mudar.", []),
    ],
)
def test_edit_tags_of_example_corrections_reproduce_them(
    tagger: Tagger, wrong: str, right: str, tags: list[tuple[int, str]]
) -> None:
    found = tagger.tag(words(wrong), words(right))
    assert found == tags
    assert carried_out(tagger, words(wrong), found) == words(right)
    assert tagger.corrected(wrong, found) == right


def test_correction_that_no_edit_tag_describes_is_not_restored(tagger: Tagger) -> None:
    assert tagger.tag(["um", "fooo"], ["um", "guarda"]) == [(1, "SPELL")]
    assert tagger.tag(["um", "livro"], ["um", "guarda"]) == [(1, "OTHER")]
    assert carried_out(tagger, ["um", "fooo"], [(1, "SPELL")]) is None
    assert tagger.corrected("um fooo", [(1, "SPELL")]) is None


tokens_of = st.lists(st.sampled_from([*VOCABULARY, *WRONG]), max_size=8)


@given(wrong=tokens_of, right=tokens_of)
def test_edit_tags_of_any_correction_reproduce_it(
    tagger: Tagger, wrong: list[str], right: list[str]
) -> None:
    found = tagger.tag(wrong, right)
    assert (found == []) == (wrong == right)
    if not any(tag in OPEN for _, tag in found):
        assert carried_out(tagger, wrong, found) == right


@given(right=st.sampled_from(SENTENCES), data=st.data())
def test_edit_tags_correct_a_sentence_with_several_errors(
    tagger: Tagger, right: str, data: st.DataObject
) -> None:
    parts = right.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(parts) - 1))
        parts[at : at + 1] = data.draw(st.sampled_from([[], [parts[at]] * 2, ["de", parts[at]]]))
        if len(parts) < 3:
            break
    wrong = " ".join(parts)
    found = tagger.tag(words(wrong), words(right))
    if not any(tag in OPEN for _, tag in found):
        assert tagger.corrected(wrong, found) == right


# -- rates ---------------------------------------------------------------------------------------


def test_error_rates_of_unknown_error_types_are_rejected(tmp_path: Path) -> None:
    folder = Path(slips.__file__).parent
    shutil.copyfile(folder / "slips.toml", tmp_path / "slips.toml")
    (tmp_path / "slips.tsv").write_text("grase\tà\ta\t0.1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no kinds grase"):
        slips.read(tmp_path)


def test_every_artificial_error_type_has_a_share_and_changes_the_text() -> None:
    rates = slips.read()
    assert set(rates.shares) == set(KINDS)
    for right, found in rates.pairs.items():
        assert all(slip.written != right and 0 < slip.rate < 1 for slip in found), right


def test_artificial_error_types_are_sampled_in_the_requested_shares() -> None:
    rates = slips.read()
    expected = dict.fromkeys(KINDS, 0.001)
    factors = slips.factors(rates, expected)["school"]
    total = sum(expected[kind] * factors[kind] for kind in KINDS)
    assert total == pytest.approx(sum(expected.values()))
    share = expected["crase"] * factors["crase"] / total
    assert share == pytest.approx(rates.shares["crase"] / sum(rates.shares.values()))


def test_mined_corrections_change_the_rates_of_artificial_errors() -> None:
    rates = slips.read()
    seen = [Seen("edited", "near", "mas", "mais")] * 300 + [Seen("edited", "crase", "à", "a")] * 100
    found = slips.refined(rates, seen, 0.02, {"mas": 0.01, "à": 0.01})
    shares = found.registers["edited"].shares
    assert shares is not None and shares["near"] > 2 * shares["crase"] > shares["gender"]
    assert found.registers["school"] == rates.registers["school"]
    (slip,) = [slip for slip in found.pairs["mas"] if slip.written == "mais"]
    assert slip.rate == 0.5  # 300 of 400 slips, .02 a word, over .01 uses a word: never above half
    (slip,) = [slip for slip in found.pairs["à"] if slip.written == "a"]
    assert slip.rate == pytest.approx(0.5)
    assert found.pairs["está"] == rates.pairs["está"]


# -- damage --------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 400_000), min_size=1))
def test_subword_sequences_of_word_forms_are_restored_after_encoding(forms: list[int]) -> None:
    given_forms = torch.tensor(forms)
    assert damage.decoded(damage.coded(given_forms)).tolist() == forms


def test_training_subwords_without_artificial_errors_are_those_of_the_sentence(
    built: tuple[tables.Builder, dict[str, torch.Tensor], Corpus],
) -> None:
    builder, made, corpus = built
    making = Damage(made)
    rows = torch.arange(len(SENTENCES))
    found = making.draw(corpus, rows, making.generator(1), clean=True)
    assert not (found.tags > 0).any()
    for sentence, ids in zip(
        SENTENCES, torch.split(found.ids, found.lengths.tolist()), strict=True
    ):
        assert ids.tolist()[1:-1] == builder.pieces.encode(sentence)[0]


def test_artificial_errors_depend_only_on_the_random_seed(
    built: tuple[tables.Builder, dict[str, torch.Tensor], Corpus],
) -> None:
    _, made, corpus = built
    rows = torch.arange(len(corpus))
    one, same, other = (
        Damage(made).draw(corpus, rows, Damage(made).generator(seed)) for seed in (3, 3, 4)
    )
    assert one.ids.equal(same.ids) and one.tags.equal(same.tags)
    assert not (len(one.ids) == len(other.ids) and one.ids.equal(other.ids))


def test_edit_tags_of_artificial_errors_restore_the_correct_sentence(
    built: tuple[tables.Builder, dict[str, torch.Tensor], Corpus],
) -> None:
    builder, made, corpus = built
    made = made | {"run_on": torch.tensor(0.0)}
    making, names, pieces = Damage(made), builder.tagger.names, builder.pieces.pieces
    kinds: Counter[str] = Counter()
    back = 0
    for seed in range(25):
        rows = torch.arange(len(SENTENCES))
        found = making.draw(corpus, rows, making.generator(seed))
        split = (torch.split(part, found.lengths.tolist()) for part in (found.ids, found.tags))
        for right, ids, tags in zip(SENTENCES, *split, strict=True):
            parts: list[str] = []
            edits = []
            for piece, tag in zip(ids.tolist()[:-1], tags.tolist()[:-1], strict=True):
                if tag >= 0:
                    parts.append("")
                    edits += [(len(parts) - 2, names[tag])] if tag else []
                parts[-1] += pieces[piece][0]
            wrong = [part.replace("▁", "") for part in parts[1:]]
            kinds.update(tag.partition("_")[0] for _, tag in edits)
            if any(tag in OPEN for _, tag in edits):
                continue
            carried = carried_out(builder.tagger, wrong, edits)
            # of two slips at one place only one has its tag
            back += carried == words(right)
            assert carried is not None
    assert {"DELETE", "APPEND", "ACCENT", "CRASE", "V", "N", "REPLACE", "CASE", "SPELL"} <= set(
        kinds
    )
    assert back > 110  # of 150, some of which are open


def test_training_sentences_are_joined_into_run_on_sentences(
    built: tuple[tables.Builder, dict[str, torch.Tensor], Corpus],
) -> None:
    builder, made, corpus = built
    always = made | {
        "run_on": torch.tensor(1e9), "rate": torch.zeros(len(made["rate"])),
        "careless": torch.full_like(made["careless"], 1e-8),
    }  # fmt: skip
    making = Damage(always)
    found = making.draw(corpus, torch.tensor([0, 3]), making.generator(1))
    pieces = builder.pieces.pieces
    texts = [
        "".join(pieces[i][0] for i in ids.tolist()[1:-1]).replace("▁", " ").strip()
        for ids in torch.split(found.ids, found.lengths.tolist())
    ]
    assert texts[0] == f"{SENTENCES[0][:-1]}, a{SENTENCES[1][1:]}"
    assert texts[1] == f"{SENTENCES[3]} {SENTENCES[4]}"  # after another sign it is two sentences


# -- pack, train, take ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `encoder`, what was exported, and `pack`, what was packed."""
    from training.encoder import export, prepare

    folder = tmp_path_factory.mktemp("edits")
    text, morphobr, _ = world.write(folder)
    data = folder / "data"
    prepare.run([text], morphobr=morphobr, out=data, held_out=0.1, least=1)
    start = folder / "start"
    start.mkdir()
    export.export(random_encoder(start), start, data, folder / "encoder")
    # the name of a source that may be learnt from
    text.rename(folder / "discursos-dilma.txt.xz")
    pairs = folder / "pairs.jsonl"
    row = {"bad": "O menino chegaram.", "good": "O menino chegou.", "register": "edited"}
    pairs.write_text(json.dumps(row) + "\n" + json.dumps(row | {"register": "new"}) + "\n")
    arguments = ["--data", str(folder), "--mib", "1", "--out", str(folder / "pack")]
    arguments += ["--corrections", str(pairs), "--encoder", str(folder / "encoder")]
    assert command.main(["encoder", "pack", *arguments]) == 0
    return folder


def test_exported_training_package_runs_without_the_repository(packed: Path) -> None:
    out = packed / "pack"
    about = json.loads((out / "manifest.json").read_text())
    assert pack.size(out) < 1 << 20
    assert about["corrections"] == 2 and "new" in about["registers"]
    assert about["sentences"] + about["held_out"] <= len(world.sentences())
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {
        "OUT": str(out / "o")
    }
    code = (
        "import runpy, sys; sys.argv = ['train.py', '--minutes', '2', '--pieces', '600',"
        " '--batch', '100']\n"
        f"runpy.run_path({str(out / 'train.py')!r})\n"
        "assert not {'textlint_pt', 'textlint_pt_embedded', 'onnx'} & set(sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=out,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    metrics = json.loads((out / "o" / "metrics.json").read_text())
    assert metrics["finished"] and metrics["pieces"] >= 600


def test_encoder_training_resumes_and_its_model_is_exported(
    packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "WARM_UP_STEPS", 5)

    folder = tmp_path / "pack"
    shutil.copytree(packed / "pack", folder)
    (folder / "checkpoint.pt").unlink(missing_ok=True)

    def run(*more: str) -> list[dict[str, Any]]:
        common = [str(folder), "--batch", "200", "--rate", "0.01"]
        learn.main([*common, *more])
        lines = (folder / "out" / "log.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]

    run("--minutes", "0.001")  # no time: what there is comes back at once
    (folder / "checkpoint.pt").unlink()
    assert json.loads((folder / "out" / "metrics.json").read_text())["finished"]
    log = run("--minutes", "5", "--pieces", "12000", "--snapshot", "0.1")
    first, last = log[0], log[-1]
    assert last["losses"]["tag"] < 0.8 * first["losses"]["tag"]
    before = torch.load(folder / "checkpoint.pt", weights_only=True)["at"]
    assert 0 < before[1] < last["pieces"]  # what goes on begins where the rate began to fall
    log = run("--minutes", "5", "--pieces", str(before[1] + 2_000))
    assert log[-1]["pieces"] >= before[1] + 2_000
    files = list((folder / "out").iterdir())
    assert len(files) <= 8 and max(path.stat().st_size for path in files) <= 16 << 20

    shipped = tmp_path / "edits"
    encoder = ["--encoder", str(packed / "encoder")]
    arguments = [str(folder / "out"), "--pack", str(folder), "--out", str(shipped), *encoder]
    assert command.main(["encoder", "export", *arguments]) == 0
    assert read_tags(shipped / "tags.json") == inventory()
    model = Editor(shipped.joinpath)
    (choices,) = model.choices(np.zeros((1, 6, 32), np.float32), np.array([6], np.int32), [[1, 3]])
    assert {choice.word for choice in choices} <= {0, 1}
    assert all(0 <= choice.fault <= 1 and choice.tag for choice in choices)
    assert json.loads((shipped / "manifest.json").read_text())["files"].keys() == {
        "model.onnx",
        "tags.json",
    }

    with pytest.raises(SystemExit, match="not the encoder"):
        other = ["--encoder", str(artefact.DATA / "encoder")]
        command.main(["encoder", "export", *arguments[:-2], *other])
    (folder / "out" / "weights.0.part").unlink()
    with pytest.raises(SystemExit, match=r"weights\.0\.part: not there"):
        command.main(["encoder", "export", *arguments])


def test_training_error_message_has_the_missing_file_or_malformed_line(
    packed: Path, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match=r"manifest\.json: not there"):
        learn.main([str(tmp_path), "--minutes", "1"])
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"bad": "a"}\n')
    with pytest.raises(SystemExit, match=r"pairs\.jsonl: line 1 lacks good"):
        pack.Pairs([str(pairs)])
    pairs.write_text('{"bad": "a", "good": "à"}\n{"bad": \n')
    with pytest.raises(SystemExit, match=r"pairs\.jsonl: line 2 is no JSON object"):
        pack.Pairs([str(pairs)])
    arguments = ["--out", str(tmp_path / "out"), "--encoder", str(packed / "encoder")]
    with pytest.raises(SystemExit, match="weights alone"):
        command.main(["encoder", "pack", "--data", str(packed), "--mib", "0.01", *arguments])
    with pytest.raises(SystemExit, match=r"no text of sources\.toml"):
        command.main(["encoder", "pack", "--data", str(tmp_path), "--mib", "1", *arguments])


def test_sentences_in_old_spelling_are_excluded_from_training() -> None:
    for sentence in ("Tenho uma idéia nova.", "A freqüência caiu.", "Isto é um codigo secreto."):
        assert pack.doubtful(sentence), sentence
    for sentence in ("Os papéis dos heróis.", "Tenho uma ideia nova.", "Isso dói."):
        assert not pack.doubtful(sentence), sentence


def test_inflections_looked_up_by_word_equal_those_of_the_whole_table() -> None:
    forms = ["aluno", "foi", "dormi", "bonitas", "feito", "deste", "homem", "cantarem"]
    table, asked = of_forms(form_lexicon(), forms), Inflections(form_lexicon())
    for form in forms:
        assert asked.conjugated(form) == table.conjugated(form), form
        for lemma, tense, person, _ in table.conjugated(form):
            cell = (tense, person, "PL")
            assert asked.verb_form(lemma, cell) == table.verb_form(lemma, cell), form
