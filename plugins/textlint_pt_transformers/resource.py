"""The resource `transformers`: analyses by models that the user names in rules.yaml.

    models:
      masked-lm: models/bertimbau          # masked-lm.loss
      classifier: models/acceptability     # acceptability.logit
      token-classifier: models/errors      # error-probabilities
      device: cuda                         # optional; the processor where there is no GPU

Each is a folder as `save_pretrained` writes it, or the name of a model that `textlint-pt models
pull` fetched. What is named must be usable: where it is not, the run ends with a reason. This
module is light: torch and transformers are imported by `textlint_pt_transformers.model` when an
analysis first runs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textlint_pt import files
from textlint_pt.contract import (
    Analysis,
    DamagedResource,
    Fetched,
    MissingNeed,
    Resource,
    SentenceAnalysis,
)
from textlint_pt.registry import models
from textlint_pt.text.regex import regex

if TYPE_CHECKING:
    from textlint_pt_transformers.model import Model

DEVICES = ("cpu", "cuda")
#: bytes of the largest config.json
_MAXIMUM_CONFIG = 10_000_000
#: everything transformers reads from a folder: weights, configuration, vocabulary
READ = (".safetensors", ".json", ".txt", ".model")
VOCABULARIES = ("tokenizer.json", "vocab.txt", "vocab.json")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl")


#: weights as `save_pretrained` names them, whole or in shards
WEIGHTS = regex(r"model(?:-\d{5}-of-\d{5})?\.safetensors")


def unusable(names: Collection[str]) -> str | None:
    """Return why files of these names are not a model that can be read, or None."""
    if "config.json" not in names:
        return "not a model folder (no config.json); name a folder that `save_pretrained` wrote"
    if "adapter_config.json" in names:
        return "an adapter, not a model; merge it and save the whole"
    if not any(WEIGHTS.fullmatch(name) for name in names):
        pickles = sorted(name for name in names if name.endswith(PICKLES))
        found = f"only pickled weights ({pickles[0]})" if pickles else "no model.safetensors"
        return (
            f"{found}; a pickle can run code, so only safetensors are read: "
            "`save_pretrained` writes them"
        )
    if not any(name in VOCABULARIES or name.endswith(".model") for name in names):
        return (
            f"no tokenizer ({', '.join(VOCABULARIES)} or a sentencepiece .model); "
            "save the model's own tokenizer into the folder"
        )
    return None


def read(names: Collection[str]) -> list[str]:
    """Return those of the names that transformers reads, sorted."""
    return sorted(name for name in names if name.endswith(READ) and name != models.MANIFEST)


@dataclass(frozen=True)
class ModelFolder:
    """A local folder that should hold a model for `task` (a key of `models` in rules.yaml).

    `given` is what the user wrote there: the folder itself, or the name of a fetched model.
    """

    task: str
    path: Path
    device: str
    given: str

    @property
    def where(self) -> str:
        return f"models.{self.task}: {self.given}"

    def files(self) -> list[Path]:
        """Return the files of a model, by name. `MissingNeed` if the folder does not hold a
        model."""
        if not self.path.is_dir():
            pull = (
                f"; `textlint-pt models pull {self.given}` fetches a model of this name"
                if models.is_name(self.given)
                else ""
            )
            raise MissingNeed(
                f"{self.where}: no such folder; name a local folder with config.json, "
                f"model.safetensors and the tokenizer's files{pull}"
            )
        names = {path.name for path in self.path.iterdir() if path.is_file()}
        problem = unusable(names)
        if problem:
            raise MissingNeed(f"{self.where}: {problem}")
        return [self.path / name for name in read(names)]

    def check(self, digest: str) -> None:
        """Raise if the files cannot be those of `digest`, just before they are read."""
        if self.current_digest() != digest:
            raise MissingNeed(f"{self.where}: has just changed; run again")
        path = self.path / "config.json"
        try:
            config = json.loads(files.read(path, _MAXIMUM_CONFIG).decode("utf-8"))
        except (OSError, ValueError) as error:
            raise DamagedResource(f"{path}: damaged ({error})") from error
        if not isinstance(config, dict):
            raise DamagedResource(f"{path}: damaged (not a JSON object)")

    @cached_property
    def digest(self) -> str:
        """`current_digest` when first asked: cache keys need it for every sentence."""
        return self.current_digest()

    def current_digest(self) -> str:
        """Return a digest of file names, bytes and device, whose arithmetic differs slightly.

        `DamagedResource` where a fetched model's files are not those that were fetched.
        """
        digests = {path.name: _digest(path) for path in self.files()}
        fetched = models.recorded(self.path)
        if fetched is not None:
            expected = {name: file.sha256 for name, file in fetched.files.items()}
            for name in sorted({*digests, *expected}):
                if digests.get(name) != expected.get(name):
                    raise DamagedResource(
                        f"{self.where}: {self.path / name}: damaged (its digest is not the one it "
                        f"was fetched with); `textlint-pt models pull {fetched.name}` fetches it "
                        "again"
                    )
            _check_revision(self, fetched)
        combined = hashlib.sha256(self.device.encode())
        for name, digest in digests.items():
            combined.update(f"\n{name} {digest}".encode())
        return combined.hexdigest()[:12]

    def model(self) -> Model:
        """Return the model of this digest, loaded once, whatever happens to its files
        afterwards."""
        digest = self.digest
        from textlint_pt_transformers.model import load

        return load(self, digest)


def _check_revision(folder: ModelFolder, fetched: Fetched) -> None:
    """Raise `MissingNeed` if another revision of the model was fetched."""
    _, wanted_revision = models.split(folder.given)
    if folder.path == models.place(folder.given) and not fetched.has_revision(wanted_revision):
        raise MissingNeed(
            f"{folder.where}: revision {fetched.revision[:12]} was fetched; "
            f"`textlint-pt models pull {folder.given}` fetches the other"
        )


def _digest(path: Path) -> str:
    stat = path.stat()
    return _sha256(path, stat.st_size, stat.st_mtime_ns)


@cache
def _sha256(path: Path, size: int, changed: int) -> str:
    """Return the digest of a file; `size` and `changed` (modification time in ns) only invalidate
    cached answers."""
    return models.sha256(path)


class ModelAnalysis(SentenceAnalysis):
    """An analysis by the model in `folder`; its value is one number unless a subclass packs."""

    cached = True
    configured = True

    def __init__(self, folder: ModelFolder) -> None:
        self.folder = folder

    @property
    def digest(self) -> str:
        return self.folder.digest

    def pack(self, value: float) -> bytes:
        return struct.pack("<d", value)

    def unpack(self, data: bytes) -> float:
        (value,) = struct.unpack("<d", data)
        return float(value)


class MaskedLmLoss(ModelAnalysis):
    """Cross-entropy (nats a token, >= 0) of the sentence given itself: nothing is masked.

    Special tokens count, and at most 510 tokens of the sentence do: exactly what GRUEN's published
    program feeds to its formula (Zhu & Bhat 2020, `get_lm_score`).
    """

    name = "masked-lm.loss"

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[float]:
        return self.folder.model().losses(texts)


class AcceptabilityLogit(ModelAnalysis):
    """The classifier's logit (unbounded) for "acceptable".

    That is the second of two labels, or the one named so; at most 128 tokens, special ones
    included, are read. Both as in GRUEN's published program (Zhu & Bhat 2020, `get_cola_score`).
    """

    name = "acceptability.logit"

    def run(self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]) -> Sequence[float]:
        return self.folder.model().acceptable_logits(texts)


class WordFault(NamedTuple):
    """A word or run of punctuation and the probability, in [0, 1], that it is wrong."""

    start: int
    end: int
    probability: float


class ErrorProbabilities(ModelAnalysis):
    """One tuple of `WordFault` per sentence: each word and run of punctuation, in order.

    Offsets are into the normalised sentence. A word takes the highest probability of its pieces;
    words beyond the model's length are left out.
    """

    name = "error-probabilities"
    _ITEM: ClassVar[struct.Struct] = struct.Struct("<IId")

    def run(
        self, texts: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> Sequence[tuple[WordFault, ...]]:
        return self.folder.model().error_probabilities(texts)

    def pack(self, value: Any) -> bytes:
        return b"".join(self._ITEM.pack(*item) for item in value)

    def unpack(self, data: bytes) -> Any:
        return tuple(WordFault(*item) for item in self._ITEM.iter_unpack(data))


ANALYSES: Mapping[str, tuple[type[ModelAnalysis], ...]] = {
    "masked-lm": (MaskedLmLoss,),
    "classifier": (AcceptabilityLogit,),
    "token-classifier": (ErrorProbabilities,),
}


class Transformers(Resource):
    """Analyses by the models that `models` in rules.yaml names; none if it names none."""

    name = "transformers"
    priority = 10

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        """Return the analyses of all configured models; `MissingNeed` if a folder is unusable."""
        folders = _folders(settings)
        if folders:
            _check_extra(folders[0])
        for folder in folders:
            folder.files()
        return [analysis(folder) for folder in folders for analysis in ANALYSES[folder.task]]

    def provides(self) -> Collection[str]:
        return [analysis.name for task in ANALYSES.values() for analysis in task]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        """Return the files that decide whether cached values are current: those of the models'
        folders, and these themselves, which may come and go."""
        paths: list[Path] = []
        for folder in _folders(settings):
            # a name means a local folder or, where there is none, the model fetched under it
            is_name = models.is_name(folder.given)
            places = (Path(folder.given), models.place(folder.given)) if is_name else (folder.path,)
            for place in places:
                paths += [place, *(sorted(place.iterdir()) if place.is_dir() else ())]
        return list(map(str, paths))

    def pull(self, name: str, revision: str | None) -> Fetched:
        from textlint_pt_transformers.hub import pull

        return pull(name, revision)


def _check_extra(folder: ModelFolder) -> None:
    """Raise `MissingNeed` if torch or transformers is not installed, without importing them."""
    for module in ("torch", "transformers"):
        if importlib.util.find_spec(module) is None:
            raise MissingNeed(
                f"{folder.where}: {module}, which runs models of your own, is not installed: "
                'pip install "textlint-pt[transformers]"'
            )


def _folders(settings: Mapping[str, Any]) -> list[ModelFolder]:
    """Return the folders that the settings name; `MissingNeed` for unknown keys."""
    named: Mapping[str, Any] = settings.get("models") or {}
    for key in named:
        if key not in ANALYSES and key != "device":
            import difflib

            closest = difflib.get_close_matches(str(key), [*ANALYSES, "device"], n=1, cutoff=0)
            raise MissingNeed(f"models.{key}: unknown key; did you mean `{closest[0]}`?")
    device = named.get("device", "cpu")
    if device not in DEVICES:
        raise MissingNeed(f"models.device: {device!r} is neither cpu nor cuda")
    return [_folder(task, str(named[task]), device) for task in ANALYSES if task in named]


def _folder(task: str, given: str, device: str) -> ModelFolder:
    """Return the folder of this name, else the one of a fetched model of this name."""
    path = Path(given).expanduser()
    if not path.is_dir() and models.is_name(given) and models.place(given).is_dir():
        path = models.place(given)
    return ModelFolder(task, path, device, given)
