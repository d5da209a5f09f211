"""Running a local model: the only module here that imports torch and transformers.

A sentence's value must not depend on its batch, to the last bit. Matrix products of different
shapes round differently, so on the processor every sentence is run alone (batches of equal length
were measured: not the same bits). A GPU runs batches of one fixed shape, of sentences with the same
number of tokens and without padding, filled up with copies.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from textlint_pt.contract import DamagedResource, MissingNeed
from textlint_pt.text.words import WORD_OR_MARKS
from textlint_pt_transformers.resource import ModelFolder, WordFault

try:
    os.environ["HF_HUB_OFFLINE"] = "1"  # read once, when huggingface_hub is imported
    import torch
    import transformers
    from safetensors import SafetensorError
    from transformers.utils import logging
except ImportError as error:
    raise MissingNeed(
        f"torch and transformers, which run models of your own, are not there ({error}): "
        'pip install "textlint-pt[transformers]"'
    ) from error

CLASSES = {
    "masked-lm": ("AutoModelForMaskedLM", "a masked language model"),
    "classifier": ("AutoModelForSequenceClassification", "a sequence classifier"),
    "token-classifier": ("AutoModelForTokenClassification", "a token classifier"),
}
#: tokens read of a sentence, special ones included; the first two are the published program's
LENGTH = {"masked-lm": 512, "classifier": 128, "token-classifier": 512}
ACCEPTABLE = ("acceptable", "aceitável", "aceitavel", "grammatical", "gramatical")
CORRECT = ("o", "c", "ok", "correct", "correto", "correta", "certo")
GPU_BATCH = 16


class Model:
    """A loaded model with its tokenizer. `batch` sentences run together (see the module)."""

    def __init__(self, folder: ModelFolder, network: Any, tokenizer: Any) -> None:
        """Move the network to the configured device and limit the length of its input."""
        gpu = folder.device == "cuda" and torch.cuda.is_available()
        self.where = folder.where
        self.device = torch.device("cuda" if gpu else "cpu")
        self.batch = GPU_BATCH if gpu else 1
        self.network = network.float().eval().to(self.device)
        self.tokenizer = tokenizer
        self.length = min(LENGTH[folder.task], tokenizer.model_max_length, _positions(network))

    def encode(self, text: str, **wanted: bool) -> Any:
        return self.tokenizer(text, truncation=True, max_length=self.length, **wanted)

    def logits(self, sentences: Sequence[Sequence[int]]) -> Iterator[tuple[int, torch.Tensor]]:
        """Yield (index of a sentence, its logits), in the order of the batches; a batch is filled
        up with copies of its first row."""
        for indices in _equal_lengths(sentences, self.batch):
            batch = [sentences[index] for index in indices]
            batch += batch[:1] * (self.batch - len(batch))
            with torch.inference_mode():
                logits = self.network(input_ids=torch.tensor(batch, device=self.device)).logits
            yield from zip(indices, logits, strict=False)

    def losses(self, texts: Sequence[str]) -> list[float]:
        """Return the cross-entropy of each text given itself."""
        sentences = [self.encode(text)["input_ids"] for text in texts]
        values = [0.0] * len(texts)
        for index, logits in self.logits(sentences):
            target = torch.tensor(sentences[index], device=self.device)
            values[index] = torch.nn.functional.cross_entropy(logits, target).item()
        return values

    def acceptable_logits(self, texts: Sequence[str]) -> list[float]:
        """Return the logit for "acceptable" of each text."""
        if self.network.config.num_labels != 2:
            raise MissingNeed(f"{self.where}: an acceptability classifier has two labels")
        acceptable = self._label(ACCEPTABLE, default=1)
        values = [0.0] * len(texts)
        for index, logits in self.logits([self.encode(text)["input_ids"] for text in texts]):
            values[index] = logits[acceptable].item()
        return values

    def error_probabilities(self, texts: Sequence[str]) -> list[tuple[WordFault, ...]]:
        """Return the words of each text with the probability that they are wrong."""
        if not self.tokenizer.is_fast:
            raise MissingNeed(f"{self.where}: its tokenizer gives no offsets; save a fast one")
        correct = self._label(CORRECT, default=0)
        encoded = [self.encode(text, return_offsets_mapping=True) for text in texts]
        values: list[tuple[WordFault, ...]] = [()] * len(texts)
        for index, logits in self.logits([item["input_ids"] for item in encoded]):
            probabilities = (1 - logits.softmax(-1)[:, correct]).tolist()
            pieces = list(zip(encoded[index]["offset_mapping"], probabilities, strict=True))
            values[index] = tuple(_words(texts[index], pieces))
        return values

    def _label(self, names: Sequence[str], default: int) -> int:
        """Return the label with one of these names; `default` if labels are only numbered."""
        labels = {int(i): str(name) for i, name in self.network.config.id2label.items()}
        for index, label in sorted(labels.items()):
            if label.casefold() in names:
                return index
        if all(re.fullmatch(r"(LABEL_)?\d+", label) for label in labels.values()):
            return default
        raise MissingNeed(
            f"{self.where}: cannot tell its labels apart ({', '.join(labels.values())}); "
            f"name one of them `{names[0]}` in id2label of config.json"
        )


@lru_cache(maxsize=len(CLASSES))
def load(folder: ModelFolder, digest: str) -> Model:
    """Return the model of a folder, from local safetensors only; a folder whose files have another
    digest is refused."""
    folder.check(digest)
    auto, kind = CLASSES[folder.task]
    where = folder.where
    logger: Any = logging  # without types
    logger.set_verbosity_error()
    logger.disable_progress_bar()
    torch.set_num_threads(1)
    try:
        network, info = getattr(transformers, auto).from_pretrained(
            str(folder.path),
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            output_loading_info=True,
            attn_implementation="eager",  # as published, and never one that a config.json names
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(folder.path), local_files_only=True, trust_remote_code=False
        )
    except SafetensorError as error:
        raise DamagedResource(f"{where}: damaged weights ({error})") from error
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise MissingNeed(f"{where}: cannot be loaded as {kind}: {reason}") from error
    if info["missing_keys"]:
        raise MissingNeed(
            f"{where}: not {kind} (there are no weights for {min(info['missing_keys'])}); "
            f"name a folder that holds one"
        )
    if len(tokenizer) > network.get_input_embeddings().num_embeddings:
        raise MissingNeed(f"{where}: the tokenizer belongs to another model (too many tokens)")
    return Model(folder, network, tokenizer)


def _positions(network: Any) -> int:
    """Return the number of positions that the network has for tokens (RoBERTa's start after the
    padding's)."""
    embeddings = getattr(network.base_model, "embeddings", None)
    table = getattr(embeddings, "position_embeddings", None)
    if not isinstance(table, torch.nn.Embedding):
        return max(LENGTH.values())
    return table.num_embeddings - (0 if table.padding_idx is None else table.padding_idx + 1)


def _equal_lengths(sentences: Sequence[Sequence[int]], size: int) -> Iterator[list[int]]:
    """Yield the indices of sentences of equal length, at most `size` together."""
    groups: dict[int, list[int]] = {}
    for index, sentence in enumerate(sentences):
        groups.setdefault(len(sentence), []).append(index)
    for length in sorted(groups):
        group = groups[length]
        for first in range(0, len(group), size):
            yield group[first : first + size]


def _words(text: str, pieces: Sequence[tuple[tuple[int, int], float]]) -> Iterator[WordFault]:
    """Yield each word of `text` with the highest value of the pieces that touch it."""
    for word in WORD_OR_MARKS.finditer(text):
        start, end = word.span()
        touching = [p for (first, last), p in pieces if first < end and start < last]
        if touching:
            yield WordFault(start, end, max(touching))
