"""The command line. What needs no command parser answers before one is imported."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

#: objects made before cycles are looked for: rules and analyses make many that stay, and few cycles
COLLECT_AFTER = 500_000
COMMANDS = (
    *("rules", "rule", "formats", "plugins"),
    *("ask", "baseline", "compare", "config", "corpus", "init", "lsp", "models", "status"),
    "vocabulary",
    *("page", "report", "sentences", "serve", "test-rules"),
)


def main(argv: Sequence[str] | None = None) -> None:
    """Run `textlint-pt` and exit with 0 (clean), 1 (findings) or 2 (error)."""
    collect_garbage_rarely()
    # vectors are short: threads that wait for one another take more time than they save
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    arguments = list(sys.argv[1:] if argv is None else argv)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by who started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8", errors="backslashreplace"
            )
    try:
        if not arguments and sys.stdin.isatty():
            arguments = ["--help"]
        status = _run(arguments)
        sys.stdout.flush()
    except Terminated:
        from textlint_pt.cli.output import complain

        status = 143
        complain("terminated")
    except KeyboardInterrupt:
        from textlint_pt.cli.output import complain

        status = 130
        complain("interrupted")
    except OSError as error:
        # what is left to write must not fail again when Python closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0  # the reader has gone (`| head`) and misses nothing
        if not isinstance(error, BrokenPipeError):
            status = 2
            message = str(error)
            if error.filename is None and error.strerror:
                message = f"standard output: cannot be written: {error.strerror}"
            sys.stderr.write(f"textlint-pt: {message}\n")
    if argv is None:
        _exit_at_once(status)
    sys.exit(status)


def _exit_at_once(status: int) -> NoReturn:
    """End the process at once: unloading everything would cost a quarter of a start."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(status)


class Terminated(KeyboardInterrupt):
    """The process is told to end (SIGTERM): it does what an interrupt lets it do."""


def _raise_on_sigterm() -> None:
    """Turn SIGTERM into `Terminated`, an exception, unless somebody handles it."""
    import signal

    def terminate(number: int, frame: FrameType | None) -> None:
        raise Terminated

    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminate)


def collect_garbage_rarely() -> None:
    """Collect garbage less often than Python does, which saves a tenth of the time."""
    gc.set_threshold(COLLECT_AFTER)


def _run(arguments: list[str]) -> int:
    """Run the command that the arguments name; return its exit status."""
    if arguments[:1] == ["--version"]:
        from textlint_pt import __version__

        sys.stdout.write(f"textlint-pt {__version__}\n")
        return 0
    if arguments[:1] != ["lsp"]:  # there is nothing in a server that would be left half done
        _raise_on_sigterm()
    from textlint_pt.cli import language
    from textlint_pt.contract.errors import UserError

    language.set_by_arguments(arguments)
    try:
        if not arguments or arguments[0] not in COMMANDS:
            from textlint_pt.cli.options import read

            options = read(arguments[1:] if arguments[:1] == ["lint"] else arguments)
            if options is not None:
                from textlint_pt.cli.lint import lint

                return lint(options)
        if arguments in (["lsp"], ["lsp", "--stdio"]):  # the parser would stay in its memory
            from textlint_pt.lsp.server import serve

            return serve(language.locale(), language.in_portuguese)
        from textlint_pt.cli.app import run

        return run(arguments)
    except UserError as error:
        from textlint_pt.cli.output import complain

        complain(str(error))
        return 2
    except OSError:  # of writing; `main` says so
        raise
    except Exception as error:  # noqa: BLE001 - status 1 would say that there are findings
        from textlint_pt.cli.output import complain
        from textlint_pt.contract.errors import describe

        complain(f"internal error: {describe(error)}")
        return 2
