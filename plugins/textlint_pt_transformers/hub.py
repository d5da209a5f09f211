"""Fetching a model from the Hugging Face hub: the only module here that opens a socket.

Only `textlint-pt models pull` uses it. It fetches only the files that `resource.read` names, never
a pickle; every file is checked against the digest that the hub states for the revision.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textlint_pt.contract import DamagedResource, Fetched, MissingNeed
from textlint_pt.registry import models
from textlint_pt_transformers.resource import WEIGHTS, read, unusable

try:
    # read once, when huggingface_hub is imported: no telemetry, and one protocol
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_XET", "1")
    import huggingface_hub
    from huggingface_hub import errors
    from huggingface_hub.utils import logging
    from huggingface_hub.utils.tqdm import disable_progress_bars
except ImportError as error:
    raise MissingNeed(
        f"huggingface_hub, which fetches models, is not there ({error}): "
        'pip install "textlint-pt[transformers]"'
    ) from error

#: the exceptions of the hub's client when a connection fails; its own errors have the same base
#: class
NETWORK: tuple[type[BaseException], ...] = (OSError, *errors.HfHubHTTPError.__bases__)
MEGABYTE = 1_000_000


def pull(name: str, revision: str | None) -> Fetched:
    """Fetch `name` in `revision` (default: the newest), unless it is present already."""
    logger: Any = logging  # without types
    logger.set_verbosity_error()  # the error is reported once, at the end
    if not sys.stderr.isatty():
        disable_progress_bars()
    with _explained(name, revision):
        hub = huggingface_hub.HfApi()
        info = hub.model_info(name, revision=revision, files_metadata=True)
        fetched_before = _fetched_before(name)
        if fetched_before is not None and fetched_before.revision == info.sha:
            return fetched_before
        siblings = {found.rfilename: found for found in info.siblings or ()}
        wanted_files = _wanted(name, siblings)
        _check_room(name, sum(siblings[file].size or 0 for file in wanted_files))
        with models.making(name, str(info.sha)) as folder:
            for file in wanted_files:
                hub.hf_hub_download(name, file, revision=info.sha, local_dir=folder)
                _check(folder / file, siblings[file])
            shutil.rmtree(folder / ".cache", ignore_errors=True)  # the hub's own notes
    fetched = models.find(name)
    assert fetched is not None
    return fetched


def _fetched_before(name: str) -> Fetched | None:
    """Return the model as fetched before, if its files are unchanged."""
    try:
        found = models.find(name)
        intact = found is not None and all(
            models.sha256(found.folder / file) == recorded.sha256
            for file, recorded in found.files.items()
        )
    except (OSError, DamagedResource):
        return None
    return found if intact else None


def _wanted(name: str, siblings: dict[str, Any]) -> list[str]:
    """Return the top-level files to fetch, each weight once."""
    names = {file for file in siblings if "/" not in file and "\\" not in file}
    problem = unusable(names)
    if problem:
        raise MissingNeed(f"{name}: {problem}")
    is_single_file = "model.safetensors" in names
    return [
        file
        for file in read(names)
        if not file.endswith(".safetensors")
        or (file == "model.safetensors" if is_single_file else WEIGHTS.fullmatch(file))
    ]


def _check_room(name: str, needed: int) -> None:
    """Raise `MissingNeed` if the disk has less than `needed` bytes free."""
    place = models.folder()
    place.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(place).free
    if free < needed:
        raise MissingNeed(
            f"{name}: needs {needed / MEGABYTE:.0f} MB, {place} has room for "
            f"{free / MEGABYTE:.0f}; TEXTLINT_PT_DATA names another folder"
        )


def _check(path: Path, stated: Any) -> None:
    """Raise `MissingNeed` if a file differs from the hub's digest (SHA-256 or git's)."""
    if stated.lfs is not None:
        is_equal = models.sha256(path) == stated.lfs.sha256
    else:
        data = path.read_bytes()
        git = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
        is_equal = git.hexdigest() == stated.blob_id
    if not is_equal:
        raise MissingNeed(f"{path.name}: arrived damaged (not the digest that the hub states)")


@contextmanager
def _explained(name: str, revision: str | None) -> Iterator[None]:
    """Turn errors of the hub into one line why a model cannot be fetched."""
    try:
        yield
    except errors.GatedRepoError as error:
        raise MissingNeed(
            f"{name}: its authors ask for consent first: give it on the model's page, then "
            "`hf auth login`"
        ) from error
    except errors.RepositoryNotFoundError as error:
        raise MissingNeed(
            f"{name}: the hub has no model of this name, or it is private (`hf auth login`)"
        ) from error
    except errors.RevisionNotFoundError as error:
        raise MissingNeed(f"{name}: has no revision {revision}") from error
    except errors.OfflineModeIsEnabled as error:
        raise MissingNeed(f"{name}: cannot be fetched while HF_HUB_OFFLINE is set") from error
    except NETWORK as error:
        is_disk_full = isinstance(error, OSError) and error.errno == errno.ENOSPC
        if isinstance(error, OSError) and error.filename and not is_disk_full:
            reason = f"{error.filename}: {error.strerror}"
        else:
            reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise MissingNeed(
            f"{name}: no room left in {models.folder()}; TEXTLINT_PT_DATA names another folder"
            if is_disk_full
            else f"{name}: cannot be fetched: {reason}"
        ) from error
