"""`textlint-pt models` against a hub of our own on this machine, and what it fetched in use."""

from __future__ import annotations

import builtins
import errno
import hashlib
import http.server
import json
import os
import pickle
import shutil
import socket
import subprocess
import sys
import threading
from collections import Counter, namedtuple
from collections.abc import Iterator

import pytest
import transformers
from textlint_pt_transformers import hub
from textlint_pt_transformers.resource import Transformers

from tests.plugins.test_transformers import WORDS, save_bert
from textlint_pt import cli
from textlint_pt.contract.analysis import DamagedResource, MissingNeed
from textlint_pt.registry import models

SHA = "0123456789abcdef0123456789abcdef01234567"
NAME = "ana/bertinho"


@pytest.fixture(autouse=True)
def _no_network(monkeypatch):
    """In the place of the guard for all tests: only this machine may be connected to."""
    connect = socket.socket.connect

    def guarded(self, address):
        assert self.family == socket.AF_UNIX or address[0] == "127.0.0.1", address
        return connect(self, address)

    resolve = socket.getaddrinfo

    def here(host, *args, **kwargs):
        assert host == "127.0.0.1", host
        return resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", here)


class Hub:
    """What the hub answers: repositories as mappings of file names to bytes."""

    def __init__(self) -> None:
        self.repositories: dict[str, dict[str, bytes]] = {}
        self.wrong: set[str] = set()
        self.status = 200
        self.fetched: Counter[str] = Counter()
        answer = self.answer

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, headers, body = answer(self.path.partition("?")[0], self.command)
                self.send_response(status)
                for key, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(key, value)
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(body)

            do_HEAD = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None  # a client that hangs up is no error
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, path: str, command: str) -> tuple[int, dict[str, str], bytes]:
        if self.status != 200:
            return self.status, {"X-Error-Code": "GatedRepo"} if self.status == 403 else {}, b"{}"
        if path.startswith("/api/models/"):
            name, _, revision = path.removeprefix("/api/models/").partition("/revision/")
            if name not in self.repositories:
                return 404, {"X-Error-Code": "RepoNotFound"}, b"{}"
            if revision not in ("", SHA, "main"):
                return 404, {"X-Error-Code": "RevisionNotFound"}, b"{}"
            siblings = [stated(*item) for item in self.repositories[name].items()]
            found = {"id": name, "sha": SHA, "siblings": siblings, "private": False, "tags": []}
            return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()
        name, _, file = path[1:].partition(f"/resolve/{SHA}/")
        body = self.repositories[name].get(file)
        if body is None:
            return 404, {"X-Error-Code": "EntryNotFound"}, b""
        if file in self.wrong:
            body = body[:-1] + bytes([body[-1] ^ 1])
        self.fetched[file] += command == "GET"
        tag = hashlib.sha256(body).hexdigest()
        return 200, {"ETag": f'"{tag}"', "X-Repo-Commit": SHA}, body


def stated(name: str, body: bytes) -> dict[str, object]:
    git = hashlib.sha1(b"blob %d\0" % len(body) + body).hexdigest()
    found: dict[str, object] = {"rfilename": name, "size": len(body), "blobId": git}
    if name.endswith((".safetensors", ".bin")):
        digest = hashlib.sha256(body).hexdigest()
        found["lfs"] = {"sha256": digest, "size": len(body), "pointerSize": 134}
    return found


@pytest.fixture(scope="module")
def bert(tmp_path_factory) -> dict[str, bytes]:
    folder = save_bert(tmp_path_factory.mktemp("model"), "BertForMaskedLM")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def far(monkeypatch, tmp_path, bert) -> Iterator[Hub]:
    """The hub, with one good model that has all sorts of other files beside it."""
    from huggingface_hub import constants

    found = Hub()
    extra = {
        "README.md": b"about",
        "pytorch_model.bin": pickle.dumps("not to be read"),
        "onnx/model.onnx": b"another format",
        "model.fp16.safetensors": b"a variant",
    }
    found.repositories[NAME] = {**bert, **extra}
    threading.Thread(target=found.server.serve_forever, daemon=True).start()
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, found.url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr(constants, "ENDPOINT", found.url)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def run(monkeypatch, capfd):
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(["models", *arguments])
        out, err = capfd.readouterr()
        return ended.value.code, out, err

    return call


def refusal(run, name: str) -> str:
    status, out, err = run("pull", name)
    assert (status, out) == (2, "")
    assert err.startswith("textlint-pt: ") and err.count("\n") == 1, err
    assert not models.fetched() and not list(models.folder().glob(".fetching-*"))
    return err


def loss(model: str):
    return Transformers().analyses({"models": {"masked-lm": model}})[0]


def test_models_commands_download_list_use_and_remove_a_model(far, run, bert):
    status, out, err = run("pull", NAME)
    place = models.place(NAME)
    assert (status, err) == (0, "")
    assert out.startswith(f"{NAME}  {SHA[:12]}  0.") and out.endswith(f" MB  {place}\n")
    assert {path.name for path in place.iterdir()} == {*bert, models.MANIFEST}
    assert not {"pytorch_model.bin", "model.fp16.safetensors", "README.md"} & set(far.fetched)
    assert run("list") == (0, out, "")
    (entry,) = json.loads(run("list", "--format", "json")[1])
    assert (entry["name"], entry["revision"], entry["path"]) == (NAME, SHA, str(place))
    weights = bert["model.safetensors"]
    assert entry["files"]["model.safetensors"] == {
        "sha256": hashlib.sha256(weights).hexdigest(),
        "bytes": len(weights),
    }
    (value,) = loss(NAME).run(["Lua!"], {})
    assert value > 0
    assert loss(f"{NAME}@{SHA}").run(["Lua!"], {}) == [value]
    shutil.rmtree(place)
    status, out, err = run("list")
    assert (status, err) == (0, "") and NAME not in out and "models pull" in out


def test_models_pull_command_does_not_download_existing_files_again(far, run):
    first = run("pull", NAME)
    far.fetched.clear()
    assert run("pull", f"{NAME}@main") == first
    assert not far.fetched
    (models.place(NAME) / "config.json").write_text("{}")
    assert run("pull", NAME) == first
    assert far.fetched["model.safetensors"] == 1
    (models.place(NAME) / models.MANIFEST).write_text("{")
    assert run("pull", f"{NAME}@{SHA}") == first


def test_sharded_model_weights_are_downloaded_and_loaded(far, run, tmp_path):
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=2
    )
    transformers.BertForMaskedLM(config).save_pretrained(tmp_path / "m", max_shard_size="100KB")
    far.repositories[NAME] = {
        **{path.name: path.read_bytes() for path in (tmp_path / "m").iterdir()},
        "vocab.txt": "\n".join(WORDS).encode(),
    }
    assert run("pull", NAME)[0] == 0
    shards = list(models.place(NAME).glob("model-*.safetensors"))
    assert len(shards) > 1
    assert loss(NAME).run(["Lua!"], {})


def test_successful_models_pull_command_prints_one_line_and_exits_with_0(far, tmp_path):
    """In a process of its own: one line, quiet, and the exit status."""
    environment = {
        **os.environ, "HF_ENDPOINT": far.url, "HF_HUB_OFFLINE": "0", "HF_HOME": str(tmp_path)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "textlint_pt", "models", "pull", NAME],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1 and SHA[:12] in done.stdout


def test_models_pull_command_rejects_a_model_with_only_pickled_weights(far, run):
    del far.repositories[NAME]["model.safetensors"]
    assert "only pickled weights (pytorch_model.bin)" in refusal(run, NAME)
    assert not far.fetched


@pytest.mark.parametrize(
    ("lost", "says"), [("config.json", "no config.json"), ("vocab.txt", "no tokenizer")]
)
def test_models_pull_command_rejects_a_hub_repository_without_model_files(far, run, lost, says):
    del far.repositories[NAME][lost]
    assert says in refusal(run, NAME)


def test_models_pull_command_reports_an_unknown_model_name_or_revision(far, run):
    assert "no model of this name" in refusal(run, "ana/bertao")
    assert "has no revision 99" in refusal(run, f"{NAME}@99")


@pytest.mark.parametrize(
    "name", ["./models/bert", "/models/bert", "a/b/c", "ana/../b", "ana/bertão", ""]
)
def test_models_pull_command_rejects_malformed_model_names(far, run, name):
    assert "not the name of a model" in refusal(run, name)


def test_models_pull_command_refuses_a_gated_model_that_requires_consent(far, run):
    far.status = 403
    assert "consent" in refusal(run, NAME)


def test_models_pull_command_reports_an_error_of_the_hugging_face_server(far, run):
    far.status = 400
    assert "cannot be fetched: " in refusal(run, NAME)


@pytest.mark.parametrize("file", ["model.safetensors", "vocab.txt"])
def test_models_pull_command_rejects_a_file_that_arrives_damaged(far, run, file):
    far.wrong.add(file)
    assert f"{file}: arrived damaged" in refusal(run, NAME)


def test_models_pull_command_is_refused_in_hugging_face_offline_mode(far, run, monkeypatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert "while HF_HUB_OFFLINE is set" in refusal(run, NAME)


def test_models_pull_command_reports_an_unreachable_server_in_one_line(far, run):
    far.server.shutdown()
    far.server.server_close()
    assert "cannot be fetched: " in refusal(run, NAME)


def test_model_larger_than_the_free_disk_space_is_not_downloaded(far, run, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, 1000))
    message = refusal(run, NAME)
    assert "room for 0" in message and "TEXTLINT_PT_DATA" in message
    assert not far.fetched


def test_models_pull_command_reports_a_full_disk(far, run, monkeypatch):
    from huggingface_hub import file_download

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device", "somewhere")

    monkeypatch.setattr(file_download, "http_get", full)
    assert "no room left in" in refusal(run, NAME)


def test_models_pull_command_reports_an_unwritable_model_folder(far, run, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "file"))
    status, _, err = run("pull", NAME)
    assert status == 2 and f"{tmp_path / 'file' / 'models'}: Not a directory" in err


def test_models_pull_command_reports_a_missing_optional_dependency(far, run, monkeypatch):
    plain = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "huggingface_hub":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return plain(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, hub.__name__)
    monkeypatch.setattr(builtins, "__import__", without)
    assert 'pip install "textlint-pt[transformers]"' in refusal(run, NAME)


@pytest.mark.parametrize(
    "change",
    [
        lambda place: (place / "vocab.txt").write_text("[PAD]\n"),
        lambda place: (place / "vocab.txt").rename(place / "vocab.model"),
        lambda place: (place / "tokenizer.json").write_text("{}"),
        lambda place: (place / models.MANIFEST).write_text("{}"),
    ],
)
def test_changed_file_of_a_downloaded_model_is_reported_as_damaged(far, run, change):
    run("pull", NAME)
    found = loss(NAME)
    assert found.digest
    change(models.place(NAME))
    with pytest.raises(DamagedResource, match="fetch"):
        loss(NAME).run(["Lua!"], {})


def test_configured_model_revision_that_was_not_downloaded_is_rejected(far, run):
    run("pull", NAME)
    with pytest.raises(MissingNeed, match=f"revision {SHA[:12]} was fetched; .*@9999999"):
        loss(f"{NAME}@9999999").run(["Lua!"], {})


def test_error_for_a_model_not_yet_downloaded_suggests_the_models_pull_command(far):
    with pytest.raises(MissingNeed, match=f"`textlint-pt models pull {NAME}` fetches"):
        loss(NAME).run(["Lua!"], {})
    assert not far.fetched


def test_local_model_folder_takes_precedence_over_a_downloaded_model(
    far, run, tmp_path, monkeypatch
):
    run("pull", NAME)
    monkeypatch.chdir(tmp_path)
    save_bert(tmp_path / NAME, "BertForMaskedLM", seed=9)
    assert loss(NAME).digest != loss(str(models.place(NAME))).digest


def test_changed_files_of_a_downloaded_model_invalidate_cached_reports(far):
    names = {"models": {"masked-lm": NAME}}
    assert {str(models.place(NAME)), NAME} <= set(Transformers().files(names))


def test_models_list_command_rejects_an_unsupported_format(run):
    assert run("list", "--format", "csv")[0] == 2


def test_models_list_command_exits_with_2_on_a_damaged_manifest(far, run):
    run("pull", NAME)
    (models.place(NAME) / models.MANIFEST).write_text("[]")
    status, _, err = run("list")
    assert status == 2 and f"{models.MANIFEST}: cannot be read" in err


def test_models_pull_command_is_refused_if_no_plugin_downloads_models(monkeypatch, run):
    from textlint_pt.registry.plugins import Plugins

    monkeypatch.setattr("textlint_pt.cli.config.load", lambda _: Plugins())
    assert "no plugin fetches models" in run("pull", NAME)[2]
