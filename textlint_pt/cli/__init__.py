"""The command line. What needs no command parser answers before one is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence

COMMANDS = ("rules", "rule", "config", "init", "sentences", "lsp")


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point of `textlint-pt`; ends the process with the exit status of the design."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        from textlint_pt import __version__

        sys.stdout.write(f"textlint-pt {__version__}\n")
        sys.exit(0)
    sys.exit(_run(arguments))


def _run(arguments: list[str]) -> int:
    from textlint_pt.errors import UserError

    try:
        if arguments and arguments[0] not in COMMANDS:
            from textlint_pt.cli.options import read

            given = read(arguments)
            if given is not None:
                from textlint_pt.cli.lint import lint

                return lint(given)
        from textlint_pt.cli.app import run

        return run(arguments)
    except UserError as error:
        sys.stderr.write(f"textlint-pt: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("textlint-pt: interrupted\n")
        return 130
    except BrokenPipeError:
        # the reader has gone (`| head`): nothing more can be said, and nothing is wrong
        sys.stderr.close()
        return 0
