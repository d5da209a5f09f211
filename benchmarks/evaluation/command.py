"""Command lines that are made of the signatures of functions, for benchmarks and training.

A table has a row a command: its name, of one word or two; where its function is (`module`, of which
`run` is meant, or `module:function`; a `main` reads its arguments itself); and what it does. Each
parameter of the function becomes an argument: by position, or as `--name` if it is keyword-only; a
flag for a `bool`, any number of values for a `Sequence`, a choice for a `Literal`. What one is says
`Annotated[…, "help"]`. A function returns None, an exit status, or rows (of system `ours` where one
names none), which are printed as a table or, with `--json`, as one object.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from benchmarks.evaluation.common import emit
from textlint_pt.contract import UserError

#: marks parameters whose values are named as the data of a benchmark
_DATA = object()
File = Annotated[str, _DATA]
Folder = Annotated[Path, _DATA]
Files = Sequence[File]
Row = dict[str, Any]
Rows = Iterable[Row]
Misses = Annotated[int, "list so many of each kind"]
#: by name: module or `module:function`, and what it does
Table = Mapping[str, tuple[str, str]]


def read_table(package: str, file: Path) -> Table:
    """Return the commands of a package by name: where the function is, and what it does."""
    lines = file.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: (f"{package}.{where}", about) for name, where, about in rows}


def main(package: str, table: Table, arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments (by default those of the program) begin with."""
    args = list(sys.argv[1:] if arguments is None else arguments)
    names = (" ".join(args[:2]), *args[:1])
    name = next((name for name in names if name in table), None)
    if name is None:
        group = {name: row for name, row in table.items() if name.split()[0] in args}
        print(f"usage: python -m {package} COMMAND …; --help after a command says more\n")
        for shown_name, (_, about) in (group or table).items():
            print(f"  {shown_name:{max(map(len, table))}}  {about}")
        if not args or args[0] in ("-h", "--help"):
            return 0
        sys.stderr.write(f"{package}: no command {' '.join(args[:2])}\n")
        return 2
    module, _, function = table[name][0].partition(":")
    run = getattr(importlib.import_module(module), function or "run")
    args = args[len(name.split()) :]
    if function == "main":  # which has a parser of its own
        return run(args) or 0
    return called(run, f"python -m {package} {name}", args)


def by_module(package: str, table: Table) -> None:
    """Run `python -m package.module ARGUMENT…` as the command of that module, then exit.

    Called while Python imports the package; returns where the module was started in another way.
    """
    if sys.argv[:1] == ["-m"]:
        module = sys.orig_argv[sys.orig_argv.index("-m") + 1]
        if first := words(table, module):
            sys.exit(main(package, table, [*first, *sys.argv[1:]]))


def words(table: Table, module: str) -> list[str]:
    """Return the words with which commands of a module begin; all of a single command."""
    names = [name for name, (where, _) in table.items() if where.partition(":")[0] == module]
    return names[0].split()[: 1 if len(names) > 1 else 2] if names else []


def called(run: Callable[..., Any], prog: str, arguments: Sequence[str]) -> int:
    """Call a function with the arguments of its command; return the exit status."""
    signature = inspect.signature(run, eval_str=True)
    parser = argparse.ArgumentParser(
        prog=prog,
        description=help_text(run.__module__),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    data = [declare_argument(parser, parameter) for parameter in signature.parameters.values()]
    if signature.return_annotation not in (None, int):
        parser.add_argument("--json", action="store_true", help="print one JSON object")
    values = vars(parser.parse_args(arguments))
    as_json = values.pop("json", False)
    try:
        result = run(**values)
        if result is None or isinstance(result, int):
            return result or 0
        rows = [{"system": "ours", **row} for row in result]
    except UserError as error:
        parser.error(str(error))
    given = [values[name] for name in data if values.get(name)]
    paths = [path for one in given for path in ([one] if isinstance(one, str | Path) else one)]
    emit(run.__module__.rpartition(".")[2], [*map(str, paths)], rows, as_json)
    return 0


def help_text(module: str) -> str:
    """Return the section of a module in its package's README.md, else its docstring."""
    package, _, name = module.partition(".")
    page = Path(sys.modules[package].__file__ or "").with_name("README.md")
    if page.exists():
        _, *found = re.split(r"^## (.+)\n", page.read_text("utf-8"), flags=re.MULTILINE)
        sections = dict(zip(found[::2], found[1::2], strict=True))
        if name in sections:
            return sections[name].strip()
    return sys.modules[module].__doc__ or ""


def declare_argument(parser: argparse.ArgumentParser, parameter: inspect.Parameter) -> str:
    """Declare the argument of a parameter; return its name if its values are data, else ""."""
    kind, notes = _unwrapped(parameter.annotation)
    is_list = get_origin(kind) in (Sequence, tuple)
    if is_list:
        kind, notes_of_item = _unwrapped(get_args(kind)[0])
        notes += notes_of_item
    is_required = parameter.default is inspect.Parameter.empty
    about = "".join(note for note in notes if isinstance(note, str))
    if not is_required and parameter.default not in (None, False, "", (), []):
        about += f" (default: {parameter.default})"
    options: dict[str, Any] = {"help": about.replace("%", "%%")}
    if is_list:
        options["nargs"] = "+" if is_required else "*"
    if kind is bool:
        options["action"] = "store_true"
    elif get_origin(kind) is Literal:
        options["choices"] = get_args(kind)
    else:
        options["type"] = kind
    name = parameter.name.rstrip("_")
    if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        name = f"--{name.replace('_', '-')}"
        options |= {"required": is_required, "dest": parameter.name}
        options |= {"action": "extend"} if is_list else {}
    elif not (is_required or is_list):
        options |= {"nargs": "?", "default": parameter.default}
    parser.add_argument(name, **options)
    return parameter.name if _DATA in notes else ""


def _unwrapped(kind: Any) -> tuple[Any, list[Any]]:
    """Return a type without None and `Annotated`, and its annotations."""
    notes: list[Any] = []
    while get_origin(kind) in (Annotated, Union, UnionType):
        if get_origin(kind) is Annotated:
            kind, *more = get_args(kind)
            notes += more
        else:
            (kind,) = (one for one in get_args(kind) if one is not type(None))
    return kind, notes
