"""The command parser: lint by default, and the other commands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from textlint_pt import shipped
from textlint_pt.cli.language import in_portuguese, locale, translated
from textlint_pt.cli.options import BY_FLAG, GROUPS, OPTIONS, split
from textlint_pt.contract.errors import UserError
from textlint_pt.report.messages import Language

_HELP = """Lint Portuguese text: mistakes, repetition, lost focus, what a translation lost.

Settings come from the nearest rules.yaml or [tool.textlint-pt] in pyproject.toml; options override
them.

Exit status: 0 clean, 1 findings at or above --fail-on (default: warning) or a score below
--fail-under, 2 the job could not be done.
"""
#: an argument that has to be given, as typer writes it: "{FILE...}..."
_BRACED = re.compile(r"\{([^{}]+)\}(?:\.\.\.)?")
#: what most people begin with
_EXAMPLES = (
    ("textlint-pt texto.txt", "Check a text."),
    ("textlint-pt docs/ --fix", "Correct what is safe in a folder (see first: --diff)."),
    ("textlint-pt docs/ --output relatorio.html", "A page with the texts and their problems."),
)


class _Formatter(typer.Context.formatter_class):  # type: ignore[misc,valid-type]
    """Help in the language of the command line: it is written in English, and put into Portuguese
    on its way out."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line in the user's language."""
        label = "Usage: " if prefix is None else prefix
        label = label.replace("Usage:", translated("Usage:"))
        super().write_usage(prog, _with_placeholders(_BRACED.sub(r"\1", args)), label)

    def write_heading(self, heading: str) -> None:
        super().write_heading(translated(heading))

    def write_text(self, text: str) -> None:
        paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
        super().write_text("\n\n".join(map(translated, paragraphs)))

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options or commands with their help in the user's language."""
        translated_rows = [
            (_with_placeholders(_TYPE.sub("", name)), _help_text(text)) for name, text in rows
        ]
        super().write_dl(translated_rows, col_max, col_spacing)


#: the type that typer writes behind the name of an argument
_TYPE = re.compile(r"(?<=\S) <(?:list|str)[^<>]{0,40}>")
#: what an option or argument is called in the help
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")


def _with_placeholders(text: str) -> str:
    """Return a text with its words in capitals in the user's language."""
    return _PLACEHOLDER.sub(lambda found: translated(found[0]), text)


def _help_text(text: str) -> str:
    """Return the translated help of an option or command: "Text.  [default: 5; x>=1]"."""
    text, bracket, notes = text.partition("  [")
    if not bracket:
        return translated(text)
    translated_notes = ", ".join(map(translated, notes.removesuffix("]").split("; ")))
    return f"{translated(text)}{bracket}{translated_notes}]"


class _Context(typer.Context):
    formatter_class = _Formatter


# every command's, also of those that the decorators below make
TyperCommand.context_class = TyperGroup.context_class = _Context


class _Lint(TyperCommand):
    """A command with the options of linting, which its help shows in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options of linting in groups."""
        groups: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Arguments", *GROUPS)}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            option = BY_FLAG.get(parameter.opts[0])
            group = option.group if option else "Advanced"
            if parameter.param_type_name == "argument":
                group = "Arguments"
            groups[group] += [record] if record else []
        for group, records in groups.items():
            with formatter.section(group):
                formatter.write_dl(records)


class _LintByDefault(TyperGroup):
    """`textlint-pt story.txt` means `textlint-pt lint story.txt`."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            formatter.write_dl(_EXAMPLES, 48)
        super().format_help_text(ctx, formatter)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage of linting and of the other commands."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] [PATH...]", "Usage: ")
        margin = " " * len(translated("Usage:") + " ")
        formatter.write_usage(ctx.command_path, "COMMAND ...", margin)
        formatter.write_usage(ctx.command_path, "--version", margin)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.commands["lint"].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = ["lint", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_LintByDefault,
    help=_HELP,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def run(arguments: Sequence[str]) -> int:
    """Parse and run a command; return its exit status."""
    try:
        result = app(list(arguments), prog_name="textlint-pt", standalone_mode=False)
    except typer.Abort as abort:  # what typer makes of it
        cause = abort.__cause__
        raise (cause if isinstance(cause, KeyboardInterrupt) else KeyboardInterrupt()) from None
    except typer.Exit as exit_:
        return exit_.exit_code
    except typer.TyperException as error:
        problem = error.format_message().rstrip(".").replace(": Value error, ", ": ")
        problem = _with_placeholders(problem)
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "textlint-pt"
        raise UserError(f"{problem}; `{command} --help` says more") from error
    return result if isinstance(result, int) else 0


def lsp(_: Mapping[str, Any]) -> int:
    """Serve editors (Language Server Protocol, stdio)."""
    from textlint_pt.lsp.server import serve

    return serve(locale(), in_portuguese)


_TYPES: dict[str, Any] = {
    **{"flag": bool, "integer": int, "number": float, "text": str},
    **{"list": list[str], "texts": list[str], "language": Language, "form": str},
}


def _parameter(row: Mapping[str, Any]) -> Parameter:
    """Return the parameter that a row of `commands.toml` declares; further keys go to typer."""
    for_typer = {**row}
    name, kind = for_typer.pop("name"), for_typer.pop("kind", "text")
    argument = for_typer.pop("argument", None)  # the name in the help; None for an option
    flag = for_typer.pop("flag", "--" + name.replace("_", "-"))
    choices, one_of = for_typer.pop("choices", ()), Literal
    default = for_typer.pop("default", False if kind == "flag" else None)
    required = for_typer.pop("required", bool(argument) and default is None)
    if kind == "form":
        for_typer["callback"] = _form
    if kind != "flag" and not argument:
        for_typer.setdefault("metavar", "N" if kind in ("integer", "number") else "VALUE")
    typer_info: Any
    if argument:
        typer_info = typer.Argument(metavar=argument, **for_typer)
    else:
        typer_info = typer.Option(flag, **for_typer)
    value_type: Any = one_of[tuple(choices)] if choices else _TYPES[kind]
    if required:
        default = Parameter.empty
    elif default is None:
        value_type |= None
    annotation: Any = Annotated[value_type, typer_info]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _option_of_lint(flag: str) -> Parameter:
    """Return an option of linting as declared in `options.tsv`."""
    option = BY_FLAG[flag]
    row = {"name": option.name, "kind": option.kind, "help": option.help, **option.limits}
    row |= {"metavar": option.metavar, "choices": option.choices}
    return _parameter({**row, "callback": _split} if option.kind == "list" else row)


def _form(name: str) -> str:
    if name not in ("text", "json"):
        raise UserError(f'--format: unknown format "{name}"; known: text, json')
    return name


def _split(values: Sequence[str] | None) -> list[str] | None:
    return [item for value in values or () for item in split(value)] or None


def _options_of_lint() -> list[Parameter]:
    """Return the paths and all options of linting."""
    help_text = "Files, folders, globs, or - for standard input (default: what is piped in)."
    paths = {"name": "paths", "argument": "[PATH...]", "kind": "list", "help": help_text}
    return [
        _parameter({**paths, "default": [], "show_default": False}),
        *(_option_of_lint(option.flag) for option in OPTIONS),
    ]


def _declare(
    group: typer.Typer, name: str, row: Mapping[str, Any], parameters: Sequence[Parameter]
) -> None:
    """Register a command that calls its handler, "module.function" of `textlint_pt.cli`."""
    module, _, function = row["place"].partition(".")

    def command(**options: Any) -> int:
        handler: Callable[[Mapping[str, Any]], int]
        handler = getattr(import_module(f"textlint_pt.cli.{module}"), function)
        return handler(options)

    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    kind = _Lint if row.get("takes") == "lint" else TyperCommand
    group.command(name, cls=kind, help=row["about"], short_help=row["about"])(command)


def _declare_all() -> None:
    """Register all commands of `commands.toml`."""
    table = tomllib.loads(shipped.read_text(Path(__file__).with_name("commands.toml")))
    groups = {"": app}
    for name, about in table["groups"].items():
        groups[name] = typer.Typer(help=about, short_help=about)
        app.add_typer(groups[name], name=name)
    shared = {key: _parameter({"name": key, **row}) for key, row in table["parameters"].items()}
    for row in table["commands"]:
        group, _, name = row["name"].rpartition(" ")
        parameters = _options_of_lint() if row.get("takes") == "lint" else []
        for parameter in row.get("parameters", ()):
            if isinstance(parameter, str):
                parameters.append(
                    shared[parameter] if parameter in shared else _option_of_lint(parameter)
                )
            else:
                parameters.append(_parameter(parameter))
        _declare(groups[group], name, row, parameters)


_declare_all()
