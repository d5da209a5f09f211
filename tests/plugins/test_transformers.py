"""Models of the user's, with tiny networks that the tests build and save."""

from __future__ import annotations

import builtins
import importlib.util
import json
import math
import os
import pickle
import random
import shutil
import socket
import subprocess
import sys
import unittest.mock
from pathlib import Path

import pytest
import torch
import transformers
from textlint_pt_transformers import textlint_pt_resources
from textlint_pt_transformers.model import Model, load
from textlint_pt_transformers.resource import Transformers

from textlint_pt.companions.input import Input
from textlint_pt.config.config import read_layers
from textlint_pt.config.layer import Layer
from textlint_pt.contract.analysis import DamagedResource, MissingNeed, SentenceAnalysis
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load as load_plugins

SENTENCES = [
    "A gata dormia na janela.",
    "O gato comeu o peixe todo.",
    "A gata dormia.",
    "Todo o peixe dormia, e a lua subiu.",
    "Lua!",
    "O gato comeu a janela azul.",
    "A lua subiu na janela do gato, e o gato subiu na lua.",
    "A gata dormia na janela.",
    "O peixe comeu.",
    "E a coruja?",
]
PIECES = """
    [PAD] [UNK] [CLS] [SEP] [MASK] A O E Lua Todo a o e na do gat ##a ##o peixe lua dorm ##ia
    com ##eu sub ##iu jan ##ela azul todo . , ! ?
"""
WORDS = PIECES.split()
NETWORK = {
    "vocab_size": len(WORDS),
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 512,
    "initializer_range": 0.3,  # far from uniform, so that a wrong token would show
}
GPU = pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")


def save_tokenizer(folder: Path) -> None:
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    config = {"tokenizer_class": "BertTokenizer", "do_lower_case": False, "model_max_length": 512}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")


def save_bert(folder: Path, kind: str, seed: int = 5, **config: object) -> Path:
    torch.manual_seed(seed)
    network = getattr(transformers, kind)(transformers.BertConfig(**NETWORK, **config))
    network.save_pretrained(folder)
    save_tokenizer(folder)
    return folder


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    root = tmp_path_factory.mktemp("models")
    return {
        "masked-lm": save_bert(root / "mlm", "BertForMaskedLM"),
        "classifier": save_bert(root / "cola", "BertForSequenceClassification", num_labels=2),
        "token-classifier": save_bert(root / "errors", "BertForTokenClassification", num_labels=2),
    }


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def copy(saved, tmp_path):
    """A copy of a saved folder that a test may damage."""

    def make(task: str) -> Path:
        return Path(shutil.copytree(saved[task], tmp_path / task))

    return make


def analysis(name: str, **models: object):
    settings = {"lexicon": None, "models": {k.replace("_", "-"): v for k, v in models.items()}}
    return {found.name: found for found in Transformers().analyses(settings)}[name]


def every_analysis(saved, **more: object):
    models = {task: str(path) for task, path in saved.items()}
    found = Transformers().analyses({"models": {**models, **more}})
    return [analysis for analysis in found if isinstance(analysis, SentenceAnalysis)]


def network_of(folder: Path, auto: str):
    return getattr(transformers, auto).from_pretrained(str(folder)).eval()


def wordpieces(text: str) -> list[int]:
    """Token ids by a plain reading of WordPiece, without specials."""
    ids = []
    for word in (
        text.replace(".", " .").replace(",", " ,").replace("!", " !").replace("?", " ?").split()
    ):
        pieces, rest = [], word
        while rest:
            heads = [
                w
                for w in WORDS
                if rest.startswith(w.removeprefix("##")) and w.startswith("##") == bool(pieces)
            ]
            if not heads:
                pieces = ["[UNK]"]
                break
            pieces.append(max(heads, key=lambda w: len(w.removeprefix("##"))))
            rest = rest[len(pieces[-1].removeprefix("##")) :]
        ids += [WORDS.index(piece) for piece in pieces]
    return ids


CLS, SEP, PAD = (WORDS.index(w) for w in ("[CLS]", "[SEP]", "[PAD]"))


def test_transformers_plugin_without_user_supplied_models_provides_no_analyses():
    (resource,) = textlint_pt_resources()
    assert resource.name == "transformers"
    assert resource.analyses({"lexicon": None, "models": {}}) == []
    assert resource.analyses({}) == []
    assert resource.files({"models": {}}) == []


def test_each_type_of_user_supplied_model_provides_the_expected_analyses(saved):
    models = {task: str(path) for task, path in saved.items()}
    everything = [
        "masked-lm.loss",
        "acceptability.logit",
        "error-probabilities",
    ]
    assert [found.name for found in Transformers().analyses({"models": models})] == everything
    assert list(Transformers().provides()) == everything
    only = {"classifier": models["classifier"]}
    assert [found.name for found in Transformers().analyses({"models": only})] == [
        "acceptability.logit"
    ]


def test_gruen_with_user_supplied_models_equals_the_published_program(saved):
    """Term by term as the published program: loss without a mask, classifier padded to 128."""
    losses = analysis("masked-lm.loss", masked_lm=saved["masked-lm"]).run(SENTENCES, {})
    logits = analysis("acceptability.logit", classifier=saved["classifier"]).run(SENTENCES, {})

    lm = network_of(saved["masked-lm"], "AutoModelForMaskedLM")
    cola = network_of(saved["classifier"], "AutoModelForSequenceClassification")
    published = []
    for text in SENTENCES:
        ids = [CLS, *wordpieces(text), SEP]
        whole = torch.tensor([ids])
        padding = [0] * (128 - len(ids))
        with torch.no_grad():
            loss = lm(whole, labels=whole)[0].item()
            logit = cola(
                input_ids=torch.tensor([ids + padding]),
                attention_mask=torch.tensor([[1] * len(ids) + padding]),
                token_type_ids=torch.zeros((1, 128), dtype=torch.long),
            )[0][0, 1].item()
        published.append(max(0.0, (math.exp(-0.5 * math.exp(loss)) + logit) / 8 + 0.5))
    ours = [
        max(0.0, (math.exp(-0.5 * math.exp(loss)) + logit) / 8 + 0.5)
        for loss, logit in zip(losses, logits, strict=True)
    ]
    assert ours == pytest.approx(published, abs=1e-6)
    assert len(set(ours)) == len(set(SENTENCES))


def test_user_models_truncate_sentences_at_the_token_limits_of_the_gruen_program(saved):
    """510 tokens for the masked LM, 126 for the classifier; what follows changes nothing."""
    text = " ".join(["lua"] * 510)
    loss = analysis("masked-lm.loss", masked_lm=saved["masked-lm"])
    short, full, beyond = loss.run([text[:-4], text, text + " azul azul"], {})
    assert full == beyond != short
    logit = analysis("acceptability.logit", classifier=saved["classifier"])
    text = " ".join(["lua"] * 126)
    short, full, beyond = logit.run([text[:-4], text, text + " azul azul"], {})
    assert full == beyond != short


def test_user_supplied_token_classifier_gives_every_word_an_error_probability(saved):
    found = analysis("error-probabilities", token_classifier=saved["token-classifier"])
    text = "A gata dormia, e a lua?!"
    (words,) = found.run([text], {})
    assert [text[start:end] for start, end, _ in words] == [
        "A",
        "gata",
        "dormia",
        ",",
        "e",
        "a",
        "lua",
        "?!",
    ]
    errors = network_of(saved["token-classifier"], "AutoModelForTokenClassification")
    with torch.no_grad():
        logits = errors(torch.tensor([[CLS, *wordpieces(text), SEP]])).logits[0]
    wrong = logits.softmax(-1)[:, 1].tolist()
    assert [p for _, _, p in words] == pytest.approx(
        [
            wrong[1], max(wrong[2:4]), max(wrong[4:6]), wrong[6], wrong[7], wrong[8], wrong[9],
            max(wrong[10:12]),
        ],
        abs=1e-6,
    )  # fmt: skip


@pytest.mark.parametrize(("names", "correct"), [(["O", "ERR"], 0), (["i", "correct"], 1)])
def test_error_label_of_a_user_token_classifier_is_recognised_by_name(copy, names, correct):
    folder = copy("token-classifier")
    rename_labels(folder, names)
    found = analysis("error-probabilities", token_classifier=folder)
    ((first, *_),) = found.run(["Lua!"], {})
    errors = network_of(folder, "AutoModelForTokenClassification")
    logits = errors(torch.tensor([[CLS, *wordpieces("Lua!"), SEP]])).logits[0]
    assert first[2] == pytest.approx(1 - logits[1].softmax(-1)[correct].item(), abs=1e-6)


def rename_labels(folder: Path, names: list[str]) -> None:
    path = folder / "config.json"
    config = json.loads(path.read_text())
    config["id2label"] = {str(i): name for i, name in enumerate(names)}
    config["label2id"] = {name: i for i, name in enumerate(names)}
    path.write_text(json.dumps(config))


def test_acceptability_by_a_user_classifier_is_that_of_its_acceptable_label(copy, saved):
    folder = copy("classifier")
    rename_labels(folder, ["acceptable", "unacceptable"])
    cola = network_of(folder, "AutoModelForSequenceClassification")
    with torch.no_grad():
        logits = cola(torch.tensor([[CLS, *wordpieces("Lua!"), SEP]])).logits[0].tolist()
    named = analysis("acceptability.logit", classifier=folder).run(["Lua!"], {})
    numbered = analysis("acceptability.logit", classifier=saved["classifier"]).run(["Lua!"], {})
    assert named + numbered == pytest.approx(logits, abs=1e-6)


def test_user_supplied_model_output_does_not_depend_on_batch_or_order(saved):
    for found in every_analysis(saved):
        together = list(found.run(SENTENCES, {}))
        assert [found.run([text], {})[0] for text in SENTENCES] == together, found.name
        order = list(range(len(SENTENCES)))
        random.Random(7).shuffle(order)
        shuffled = found.run([SENTENCES[i] for i in order], {})
        assert list(shuffled) == [together[i] for i in order], found.name
        assert [found.unpack(found.pack(value)) for value in together] == together


def test_gpu_batches_of_user_supplied_models_have_fixed_size(saved, monkeypatch):
    """What a GPU does, on the processor: the batches of one shape agree with single sentences."""
    for found in every_analysis(saved):
        model = found.folder.model()
        alone = found.run(SENTENCES, {})
        monkeypatch.setattr(model, "batch", 4)
        with unittest.mock.patch.object(
            model.network, "forward", wraps=model.network.forward
        ) as forward:
            batched = found.run(SENTENCES, {})
        for one, other in zip(alone, batched, strict=True):
            assert flat(one) == pytest.approx(flat(other), abs=1e-5)
        assert {call.kwargs["input_ids"].shape[0] for call in forward.call_args_list} == {4}


def flat(value):
    return [p for *_, p in value] if isinstance(value, tuple) else value


@GPU
def test_user_supplied_model_output_on_gpu_equals_that_on_cpu(saved):
    cpu, gpu = every_analysis(saved), every_analysis(saved, device="cuda")
    for on_cpu, on_gpu in zip(cpu, gpu, strict=True):
        together = list(on_gpu.run(SENTENCES, {}))
        assert on_gpu.folder.model().device.type == "cuda"
        for one, other in zip(on_cpu.run(SENTENCES, {}), together, strict=True):
            assert flat(one) == pytest.approx(flat(other), abs=1e-4)
        assert [on_gpu.run([text], {})[0] for text in SENTENCES] == together
        assert list(on_gpu.run(SENTENCES[::-1], {})) == together[::-1]


def test_user_supplied_model_output_is_the_same_if_the_gpu_is_unavailable(saved, monkeypatch):
    cpu = analysis("acceptability.logit", classifier=saved["classifier"])
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    gpu = analysis("acceptability.logit", classifier=saved["classifier"], device="cuda")
    assert gpu.digest != cpu.digest
    assert gpu.run(SENTENCES, {}) == cpu.run(SENTENCES, {})
    with pytest.raises(MissingNeed, match="'tpu' is neither cpu nor cuda"):
        analysis("acceptability.logit", classifier=saved["classifier"], device="tpu")


def test_user_supplied_model_inference_uses_one_thread(saved):
    analysis("masked-lm.loss", masked_lm=saved["masked-lm"]).run(["Lua!"], {})
    assert torch.get_num_threads() == 1


def test_checksum_of_a_user_supplied_model_changes_with_its_files(copy):
    folder = copy("masked-lm")

    def fresh():
        return analysis("masked-lm.loss", masked_lm=folder)

    before, unused = fresh(), fresh()
    values = before.run(SENTENCES, {})
    (folder / "README.md").write_text("nothing a model reads")
    assert fresh().digest == before.digest == unused.digest
    save_bert(folder, "BertForMaskedLM", seed=6)
    assert fresh().digest != before.digest
    assert fresh().run(SENTENCES, {}) != values
    # one run is of one model, and no value is ever kept under another model's digest
    assert before.run(SENTENCES, {}) == values
    load.cache_clear()
    with pytest.raises(MissingNeed, match="has just changed"):
        unused.run(SENTENCES, {})


def test_changed_files_of_a_user_supplied_model_invalidate_the_cache(saved, tmp_path):
    files = Transformers().files({"models": {"masked-lm": str(saved["masked-lm"])}})
    names = {Path(file).name for file in files}
    assert names >= {"mlm", "config.json", "model.safetensors", "vocab.txt"}
    gone = str(tmp_path / "gone")
    assert Transformers().files({"models": {"masked-lm": gone}}) == [gone]


def refusal(task: str, folder: Path) -> str:
    name = {"masked-lm": "masked-lm.loss", "classifier": "acceptability.logit"}.get(
        task, "error-probabilities"
    )
    with pytest.raises(MissingNeed) as caught:  # at once, or where the model is loaded
        analysis(name, **{task: str(folder)}).run(["Lua!"], {})
    message = str(caught.value)
    assert "\n" not in message
    assert str(folder) in message
    return message


def test_missing_user_supplied_model_folder_is_rejected(tmp_path):
    assert "no such folder" in refusal("masked-lm", tmp_path / "gone")


def test_user_supplied_model_folder_without_config_json_is_rejected(tmp_path):
    assert "no config.json" in refusal("classifier", tmp_path)


def test_user_supplied_model_without_tokenizer_is_rejected(copy):
    folder = copy("masked-lm")
    (folder / "vocab.txt").unlink()
    assert "no tokenizer" in refusal("masked-lm", folder)


def test_folder_with_only_a_lora_adapter_is_rejected_as_a_user_supplied_model(copy):
    folder = copy("masked-lm")
    (folder / "adapter_config.json").write_text("{}")
    assert "adapter" in refusal("masked-lm", folder)


def test_user_supplied_model_without_weights_is_rejected(copy):
    folder = copy("masked-lm")
    (folder / "model.safetensors").unlink()
    assert "no model.safetensors" in refusal("masked-lm", folder)


@pytest.mark.parametrize(
    ("task", "kind"),
    [("masked-lm", "classifier"), ("classifier", "masked-lm"), ("token-classifier", "masked-lm")],
)
def test_user_supplied_model_trained_for_another_task_is_rejected(saved, task, kind):
    assert "not a" in refusal(task, saved[kind])


def test_user_supplied_model_without_a_masked_lm_head_is_rejected(tmp_path):
    config = transformers.GPT2Config(vocab_size=len(WORDS), n_embd=32, n_layer=1, n_head=2)
    transformers.GPT2LMHeadModel(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    assert "cannot be loaded as a masked language model" in refusal("masked-lm", tmp_path)


def test_user_supplied_model_of_unknown_architecture_is_rejected(copy):
    folder = copy("masked-lm")
    (folder / "config.json").write_text('{"model_type": "no-such-network"}')
    assert "cannot be loaded" in refusal("masked-lm", folder)


def test_code_in_a_user_supplied_model_folder_is_not_run(copy):
    folder = copy("masked-lm")
    (folder / "own.py").write_text("raise SystemExit('code of the folder was run')")
    auto = {"AutoConfig": "own.Config", "AutoModelForMaskedLM": "own.Network"}
    (folder / "config.json").write_text(json.dumps({"model_type": "own", "auto_map": auto}))
    assert "cannot be loaded" in refusal("masked-lm", folder)


def test_user_supplied_classifier_without_an_acceptable_label_is_rejected(copy):
    folder = copy("classifier")
    rename_labels(folder, ["happy", "sad"])
    assert "name one of them `acceptable`" in refusal("classifier", folder)


def test_user_supplied_classifier_with_more_than_two_labels_is_rejected(tmp_path):
    save_bert(tmp_path, "BertForSequenceClassification", num_labels=3)
    assert "two labels" in refusal("classifier", tmp_path)


def test_user_supplied_model_with_the_tokenizer_of_another_model_is_rejected(copy):
    folder = copy("masked-lm")
    with (folder / "vocab.txt").open("a", encoding="utf-8") as vocabulary:
        vocabulary.write("coruja\n")
    assert "another model" in refusal("masked-lm", folder)


@pytest.mark.parametrize("keep", [100, 5000])
def test_damaged_user_supplied_model_weights_are_rejected(copy, keep):
    path = copy("masked-lm") / "model.safetensors"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(DamagedResource, match=r"masked-lm.*damaged"):
        analysis("masked-lm.loss", masked_lm=path.parent).run(["Lua!"], {})


@pytest.mark.parametrize("text", ["{", "[]"])
def test_damaged_user_supplied_model_config_json_is_rejected(copy, text):
    path = copy("masked-lm") / "config.json"
    path.write_text(text)
    with pytest.raises(DamagedResource, match=r"config\.json: damaged"):
        analysis("masked-lm.loss", masked_lm=path.parent).run(["Lua!"], {})


class Bomb:
    def __reduce__(self):
        return (exec, ("raise AssertionError('a pickle was loaded')",))


def test_user_supplied_model_with_only_pickled_weights_is_rejected(copy):
    folder = copy("masked-lm")
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb()))
    message = refusal("masked-lm", folder)
    assert "only pickled weights (pytorch_model.bin)" in message
    assert "save_pretrained" in message


def test_pickle_file_beside_safetensors_weights_is_not_loaded(copy, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("a pickle was loaded")

    for module, name in ((torch, "load"), (pickle, "load"), (pickle, "loads")):
        monkeypatch.setattr(module, name, refuse)
    folder = copy("masked-lm")
    for name in ("pytorch_model.bin", "training_args.bin", "optimizer.pt"):
        (folder / name).write_bytes(b"not to be read")
    assert analysis("masked-lm.loss", masked_lm=folder).run(["Lua!"], {})


def test_unknown_key_of_the_models_setting_is_reported_with_the_nearest_key():
    with pytest.raises(MissingNeed, match=r"models\.masked_lm: unknown key.*`masked-lm`"):
        Transformers().analyses({"models": {"masked_lm": "x"}})


def test_missing_transformers_package_is_reported(saved, monkeypatch):
    plain = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "transformers":
            raise ModuleNotFoundError("No module named 'transformers'", name="transformers")
        return plain(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "textlint_pt_transformers.model")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingNeed, match=r'pip install "textlint-pt\[transformers\]"'):
        analysis("masked-lm.loss", masked_lm=saved["masked-lm"]).run(["Lua!"], {})


def test_user_supplied_model_tokenizer_without_offsets_is_rejected(copy):
    found = analysis("error-probabilities", token_classifier=copy("token-classifier"))
    found.folder.model().tokenizer = unittest.mock.Mock(is_fast=False)
    with pytest.raises(MissingNeed, match="no offsets"):
        found.run(["Lua!"], {})


def test_roberta_model_accepts_two_tokens_fewer_than_its_positions(tmp_path):
    config = transformers.RobertaConfig(
        **{**NETWORK, "max_position_embeddings": 24, "pad_token_id": 1}
    )
    transformers.RobertaForMaskedLM(config).save_pretrained(tmp_path)
    save_tokenizer(tmp_path)
    loss = analysis("masked-lm.loss", masked_lm=tmp_path)
    full, beyond = loss.run([" ".join(["lua"] * n) for n in (20, 30)], {})
    assert loss.folder.model().length == 22
    assert full == beyond


def test_transformers_models_of_the_user_are_loaded_lazily_and_offline(saved):
    """Nothing heavy before an analysis runs; nothing printed and no socket when it does."""
    script = f"""
import socket, sys
def refuse(*a, **k): raise SystemExit("a socket was opened")
socket.socket.connect = socket.getaddrinfo = refuse
import textlint_pt_transformers
(resource,) = textlint_pt_transformers.textlint_pt_resources()
settings = {{"models": {{"masked-lm": {str(saved["masked-lm"])!r}}}}}
loss = resource.analyses(settings)[0]
resource.files(settings)
loss.digest
heavy = {{"torch", "transformers", "numpy", "safetensors"}} & set(sys.modules)
assert not heavy, heavy
print(loss.run(["Lua!"], {{}})[0] > 0)
"""
    environment = {**os.environ, "HF_HUB_OFFLINE": "0"}
    done = subprocess.run(
        [sys.executable, "-W", "always::UserWarning", "-c", script],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)


# ------------------------------------------------------------------ in the linter

STORY = "\n\n".join(
    [
        "A gata dormia na janela, e a lua subiu sobre o gato azul que comeu todo o peixe.",
        "O gato comeu todo o peixe que havia na janela, e a gata dormia. O peixe era do gato.",
        "A lua subiu na janela do gato. O gato subiu na lua. A gata dormia na janela azul.",
    ]
)


def lint(models: dict[str, object], measures: bool = False, **values: object):
    """The linter and its entry for a story with these models, none by `load` from before."""
    layer = Layer("test", {"models": {k: str(v) for k, v in models.items()}, **values})
    linter = Linter(load_plugins(third_party=False), [layer])
    (entry,) = linter.lint([Input("t.txt", STORY.encode())], with_measures=measures)
    return linter, entry


def test_grammar_rules_use_the_user_supplied_token_classifier(saved):
    """Every rule that asks a model asks this one."""
    with unittest.mock.patch.object(
        Model, "error_probabilities", autospec=True, side_effect=Model.error_probabilities
    ) as model:
        linter, entry = lint({"token-classifier": saved["token-classifier"]}, select=["GRA"])
    asked = [text for call in model.call_args_list for text in call.args[1]]
    assert entry["error"] is None
    assert not linter.damaged
    assert entry["notices"] == []
    assert "A gata dormia na janela azul." in asked
    assert "error-probabilities=transformers@" in linter.signature()


def test_words_labelled_wrong_by_a_user_token_classifier_have_exact_offsets(copy):
    folder = copy("token-classifier")
    rename_labels(folder, ["ERR", "O"])
    network = network_of(folder, "AutoModelForTokenClassification")
    with torch.no_grad():
        network.classifier.bias.copy_(torch.tensor([9.0, 0.0]))  # every word is wrong
    network.save_pretrained(folder)
    found = analysis("error-probabilities", **{"token-classifier": folder})
    (faults,) = found.run(["O gato subiu na lua."], {})
    assert (faults[1].start, faults[1].end) == (2, 6)


@pytest.mark.parametrize("preset", ["default", "gruen"])
@pytest.mark.parametrize("task", ["masked-lm", "classifier", "token-classifier"])
def test_missing_user_supplied_model_stops_linting_with_an_error(saved, tmp_path, task, preset):
    models = {**saved, task: tmp_path / "gone"}
    with pytest.raises(
        UserError, match=rf"^test: models\.{task}: .*gone: no such folder; name a local"
    ):
        lint(models, preset=preset)
    with pytest.raises(UserError, match="no such folder"):
        lint(models, select=["RED"])


@pytest.mark.parametrize("task", ["masked-lm", "classifier"])
def test_user_supplied_model_of_wrong_type_stops_linting_with_an_error(saved, task):
    other = {"masked-lm": "classifier", "classifier": "masked-lm"}[task]
    with pytest.raises(UserError, match=rf"^test: models\.{task}: .*: not a"):
        lint({task: saved[other], other: saved[other]}, preset="gruen")


def test_user_supplied_model_error_message_has_the_configuration_line(tmp_path):
    path = tmp_path / "rules.yaml"
    path.write_text("preset: gruen\nmodels:\n  device: cpu\n  classifier: gone\n")
    with pytest.raises(UserError, match=r"rules\.yaml:4: models\.classifier: gone: no such folder"):
        Linter(load_plugins(third_party=False), read_layers(path, {}))


def test_user_supplied_model_with_pickled_weights_stops_linting(copy, saved):
    folder = copy("masked-lm")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(UserError, match=r"^test: models\.masked-lm: .*only pickled weights"):
        lint({**saved, "masked-lm": folder}, preset="gruen")


@pytest.mark.parametrize("module", ["torch", "transformers"])
def test_user_supplied_model_without_transformers_package_stops_linting(saved, monkeypatch, module):
    plainly = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == module else plainly(name)
    )
    with pytest.raises(UserError, match=rf'{module}.*pip install "textlint-pt\[transformers\]"'):
        lint({"masked-lm": saved["masked-lm"]})


@pytest.mark.parametrize(
    ("named", "lacking"), [("masked-lm", "classifier"), ("classifier", "masked-lm")]
)
def test_gruen_preset_with_only_one_of_its_two_models_stops_linting(saved, named, lacking):
    with pytest.raises(
        UserError, match=rf"^test: models\.{named}: .* with models\.{lacking}, which is"
    ):
        lint({named: saved[named]}, preset="gruen")
    _, entry = lint({named: saved[named]})
    assert entry["error"] is None


def test_measures_of_a_sentence_include_loss_and_logit_of_user_models(saved):
    both = {task: saved[task] for task in ("masked-lm", "classifier")}
    sentences = None
    for preset in ("default", "gruen"):
        _, entry = lint(both, measures=True, preset=preset)
        sentences = [STORY[row["start"] : row["end"]] for row in entry["measures"]]
        loss = analysis("masked-lm.loss", masked_lm=saved["masked-lm"]).run(sentences, {})
        logit = analysis("acceptability.logit", classifier=saved["classifier"]).run(sentences, {})
        assert [row["loss"] for row in entry["measures"]] == loss
        assert [row["logit"] for row in entry["measures"]] == logit
    _, entry = lint({"classifier": saved["classifier"]}, measures=True)
    assert "logit" in entry["measures"][0]
    assert "loss" not in entry["measures"][0]
    _, entry = lint({}, measures=True)
    assert not {"loss", "logit"} & set(entry["measures"][0])


def test_user_supplied_masked_lm_is_loaded_only_for_the_gruen_score(saved):
    load.cache_clear()
    both = {task: saved[task] for task in ("masked-lm", "classifier")}
    _, entry = lint(both)
    assert load.cache_info().misses == 0
    assert entry["score"] == lint({})[1]["score"]
