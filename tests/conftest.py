"""Every test: no network, a cache of its own, the repository's root as the current folder."""

from __future__ import annotations

import functools
import os
import shutil
import socket
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from hypothesis.errors import UnsatisfiedAssumption

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# as the command line does, before numpy is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# programs that tests start compile the package once, not each anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).parent.parent
#: a plugin's own tests run where it is installed
collect_ignore = ["plugins/textlint_pt_shout"]

# New examples every time, and those that failed before first, but for the gate: whether a commit
# passes depends on nothing but the commit. `thorough` is for those who change what the tests are
# about, and for `python -m tests --all`.
_FREE = settings(settings.get_profile("default"), derandomize=False, deadline=None, print_blob=True)
settings.register_profile("free", _FREE)
settings.load_profile("free")  # a busy machine takes long over a first example
settings.register_profile("gate", _FREE, derandomize=True)
settings.register_profile("thorough", _FREE, max_examples=2000)
#: seconds after which a test is content with the examples it has seen
_LIMITS = {"gate": 10.0, "thorough": 60.0}

#: tests of what takes long by its nature, which `python -m tests --all` runs: growth, damage drawn
#: for seconds, every hostile repository, trainings and races in miniature
STRESS = (
    "tests/benchmarks/test_narratives.py::test_narratives_loop_reports_scores_of_tales_and_samples",
    "tests/cli/test_damage.py::test_changed_byte_in_any_shipped_model_exits_with_2",
    "tests/corpus/test_cluster.py::test_document_that_crashes_dask_workers_is_reported_as_an_error",
    "tests/corpus/test_cluster.py::test_killed_dask_worker_does_not_change_the_score_table",
    "tests/fuzz/test_fuzz.py::test_fuzzed_files_violate_no_linter_invariant",
    "tests/fuzz/test_inputs.py::test_fuzzed_configuration_and_data_files_cause_no_crash",
    "tests/server/test_libreoffice.py::test_libreoffice_languagetool_client_shows_the_findings",
    "tests/plugins/test_mechanics.py::test_punctuation_rules_take_time_linear_in_text_length",
    "tests/test_attacks.py::test_linting_a_hostile_repository_reads_writes_or_runs_no_file_outside",
    "tests/test_bounds.py::test_linting_time_and_memory_grow_linearly_with_the_text",
    "tests/test_growth.py",
    "tests/training/test_graph.py::test_miniature_encoder_and_its_dependent_models_are_built",
)
#: tests that start programs, train, load much or belong to one format, which `python -m tests
#: --quick` leaves out
SLOW = (
    *("tests/benchmarks/", "tests/cli/", "tests/corpus/", "tests/editors/", "tests/formats/"),
    *("tests/fuzz/", "tests/lsp/", "tests/server/", "tests/training/"),
    *("tests/plugins/test_embedded_", "tests/plugins/test_grammar_pages", "tests/plugins/test_hub"),
    *("tests/plugins/test_same_anywhere", "tests/plugins/test_transformers", "tests/test_attacks"),
    *("tests/test_bounds", "tests/test_confined", "tests/test_docs_repository"),
    *("tests/test_fixing", "tests/test_hooks", "tests/test_light_start", "tests/test_parallel"),
    *("tests/test_shipped", "tests/test_unharmed", "tests/test_website"),
)

_INTERNET = (socket.AF_INET, socket.AF_INET6)
#: what tests marked `loopback` may reach, as numbers: a name could be resolved to anything
_LOOPBACK = frozenset(("127.0.0.1", "::1"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark, beginnings in (("stress", STRESS), ("slow", SLOW)):
            if item.nodeid.startswith(beginnings):
                item.add_marker(mark)


class NetworkBlocked(RuntimeError):
    """A test that is not marked `install` tried to reach the network."""


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Internet sockets cannot connect or send; Unix sockets and socket pairs can.

    Tests marked `loopback` may reach this machine, by number.
    """
    if request.node.get_closest_marker("install"):
        return
    here = _LOOPBACK if request.node.get_closest_marker("loopback") else frozenset[str]()
    look_up = socket.getaddrinfo

    def guarded(name: str) -> Any:
        original = getattr(socket.socket, name)

        def call(self: socket.socket, *arguments: Any) -> Any:
            if self.family in _INTERNET and arguments[-1][0] not in here:
                raise NetworkBlocked(f"socket.{name}{arguments[-1:]} in {request.node.nodeid}")
            return original(self, *arguments)

        return call

    def resolve(host: Any, *more: Any, **named: Any) -> Any:
        if host in here:
            return look_up(host, *more, **named)
        raise NetworkBlocked(f"name look-up of {host!r} in {request.node.nodeid}")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, guarded(name))
    monkeypatch.setattr(socket, "getaddrinfo", resolve)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cache and the words of a person lie in folders of this test run, for programs that tests
    start, too."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEXTLINT_PT_CACHE", str(folder))
        patch.setenv("TEXTLINT_PT_DATA", str(tmp_path_factory.mktemp("data")))
        yield folder


@pytest.fixture(autouse=True)
def _in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests mean the same wherever pytest is started, and whatever colours and which language are
    asked for there."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _untranslated_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors are said as they are raised where a test asks for no language; that a run is in one
    is tested for itself (`tests/cli/test_language.py`)."""
    from textlint_pt.cli import language

    put = language.in_portuguese

    def asked(text: str, where: str) -> str:
        chosen = language._Chosen.language or language.locale()[:2] == "pt"
        return put(text, where) if chosen else text

    monkeypatch.setattr(language, "in_portuguese", asked)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Under the profiles `gate` and `thorough` a test with drawn examples ends in time."""
    handle = getattr(getattr(item, "obj", None), "hypothesis", None)
    limit = _LIMITS.get(item.config.getoption("--hypothesis-profile"))
    if handle is None or limit is None:
        return (yield)
    whole = handle.inner_test
    handle.inner_test = _for_seconds(limit, whole)
    try:
        return (yield)
    finally:
        handle.inner_test = whole


def _for_seconds(limit: float, test: Callable[..., object]) -> Callable[..., object]:
    """`test`, which passes without a look once `limit` is over, unless it failed before."""
    until, failed = time.monotonic() + limit, False

    @functools.wraps(test)
    def limited(*arguments: Any, **named: Any) -> object:
        nonlocal failed
        if not failed and time.monotonic() > until:
            return None
        try:
            return test(*arguments, **named)
        except UnsatisfiedAssumption:
            raise
        except Exception:
            failed = True
            raise

    return limited


def chromium() -> str | None:
    """Where Chromium or a browser made from it is installed."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for path in map(shutil.which, names) if path), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        # its own sandbox is not to be had inside a container
        started = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()
