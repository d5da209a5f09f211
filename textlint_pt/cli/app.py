"""The command parser: lint by default, and the other commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from textlint_pt import __version__
from textlint_pt.cli.language import catalogue, translated
from textlint_pt.cli.language import language as spoken
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
#: the default of what has to be given
REQUIRED = Parameter.empty
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
        said = "Usage: " if prefix is None else prefix
        said = said.replace("Usage:", translated("Usage:"))
        args = _BRACED.sub(r"\1", args)
        args = _NAMED.sub(lambda found: translated(found[0]), args)
        super().write_usage(prog, args, said)

    def write_heading(self, heading: str) -> None:
        super().write_heading(translated(heading))

    def write_text(self, text: str) -> None:
        paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
        super().write_text("\n\n".join(map(translated, paragraphs)))

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        said = [(_named(name), _about(text)) for name, text in rows]
        super().write_dl(said, col_max, col_spacing)


#: what an option or argument is called in the help
_NAMED = re.compile(r"\b[A-Z]{2,}\b")


#: the type that typer writes where nothing says what is taken
_TYPED = re.compile(r"(?<!\S)(\S{1,40}) <(list|str|int)[^<>]{0,40}>")


def _named(option: str) -> str:
    """An option or command as the help shows it, with what it takes."""

    def taken(found: re.Match[str]) -> str:
        name = found[1]
        if not name.startswith("-"):
            return name
        known = next((one.metavar for one in OPTIONS if one.flag == name), None)
        return f"{name} {known or ('N' if found[2] == 'int' else 'VALUE')}"

    return _NAMED.sub(lambda found: translated(found[0]), _TYPED.sub(taken, option))


def _about(text: str) -> str:
    """What an option or command is for, and what it is if it is not given."""
    if spoken() == "en":
        return text
    text, bracket, more = text.partition("  [")
    begun = text.removesuffix("...")
    if begun != text:  # cut to fit a line: the Portuguese is not
        text = next((one for one in catalogue() if one.startswith(begun)), text)
    added = ", ".join(translated(one) for one in more.removesuffix("]").split("; "))
    return translated(text) + (f"{bracket}{added}]" if bracket else "")


class _Context(typer.Context):
    formatter_class = _Formatter


# every command's, also of those that the decorators below make
TyperCommand.context_class = TyperGroup.context_class = _Context


class _Lint(TyperCommand):
    """A command with the options of linting, which its help shows in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{one: [] for one in GROUPS}}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            known = (group for group, flags in GROUPS.items() if one.opts[0] in flags)
            is_argument = one.param_type_name == "argument"
            group = "Arguments" if is_argument else next(known, "Advanced")
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
        formatter.write_usage(ctx.command_path, "[OPTIONS] [PATH...]", "Usage: ")
        margin = " " * len(translated("Usage:") + " ")
        formatter.write_usage(ctx.command_path, "COMMAND ...", margin)
        formatter.write_usage(ctx.command_path, "--version", margin)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.commands["lint"].format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h", "--version"):
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
config_app = typer.Typer(help="Show the configuration: `config show --origin`, `config schema`.")
app.add_typer(config_app, name="config")
baseline_app = typer.Typer(help="Accept what is found: `baseline write`, then lint --baseline.")
app.add_typer(baseline_app, name="baseline")
models_app = typer.Typer(help="Fetch and list models of your own: `models pull ORGANISATION/NAME`.")
app.add_typer(models_app, name="models")
vocabulary_app = typer.Typer(help="Words of your own: `vocabulary add WORD`.")
app.add_typer(vocabulary_app, name="vocabulary")


corpus_app = typer.Typer(help="Many documents: `corpus score FOLDER --out scores.parquet`.")
app.add_typer(corpus_app, name="corpus")


def run(arguments: Sequence[str]) -> int:
    """Parse and run a command; returns its exit status."""
    try:
        result = app(list(arguments), prog_name="textlint-pt", standalone_mode=False)
    except typer.Abort as abort:  # what typer makes of it
        cause = abort.__cause__
        raise (cause if isinstance(cause, KeyboardInterrupt) else KeyboardInterrupt()) from None
    except typer.Exit as ended:
        return ended.exit_code
    except typer.TyperException as error:
        problem = error.format_message().rstrip(".").replace(": Value error, ", ": ")
        problem = _NAMED.sub(lambda found: translated(found[0]), problem)
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "textlint-pt"
        raise UserError(f"{problem}; `{command} --help` says more") from error
    return result if isinstance(result, int) else 0


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"textlint-pt {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Options before the command."""


FLAG, TEXT, TEXTS = bool, str | None, list[str] | None
_TYPES: dict[str, Any] = {
    "flag": FLAG,
    "integer": int | None,
    "number": float | None,
    "text": TEXT,
    "list": TEXTS,
    "texts": TEXTS,
}


def _parameter(name: str, kind: Any, about: Any, default: Any) -> Parameter:
    annotation = Annotated[kind, about]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _argument(
    name: str, metavar: str, about: str, default: Any = REQUIRED, *, kind: Any = str, **more: Any
) -> Parameter:
    """What a command takes by its place."""
    return _parameter(name, kind, typer.Argument(metavar=metavar, help=about, **more), default)


def _option(
    name: str,
    kind: Any,
    about: str | None,
    metavar: str | None = None,
    default: Any = None,
    *,
    flag: str | None = None,
    **more: Any,
) -> Parameter:
    """What a command takes by a flag, which is the name unless another is given."""
    flag = flag or "--" + name.replace("_", "-")
    absent = False if kind is FLAG and default is None else default
    return _parameter(name, kind, typer.Option(flag, help=about, metavar=metavar, **more), absent)


def _option_of_lint(flag: str) -> Parameter:
    """An option of linting, described by the table that the quick reader reads, too."""
    option, one_of = BY_FLAG[flag], Literal
    kind: Any = one_of[option.choices] | None if option.choices else _TYPES[option.kind]
    return _option(option.name, kind, option.help, option.metavar, flag=flag)


_OPTIONS_OF_LINT = (
    _argument(
        "paths",
        "[PATH...]",
        "Files, folders, globs, or - for standard input (default: what is piped in).",
        None,
        kind=TEXTS,
        show_default=False,
    ),
    *(_option_of_lint(option.flag) for option in OPTIONS),
)


def _declare(
    group: typer.Typer,
    name: str,
    place: str,
    about: str,
    parameters: Sequence[Parameter],
    given: Callable[[dict[str, Any]], Sequence[Any]],
    kind: type[TyperCommand] = TyperCommand,
) -> None:
    """A command that calls its handler, `place` being "module.function" of this package, with what
    `given` makes of the values of the parameters."""
    module, _, function = place.partition(".")

    def command(**values: Any) -> int:
        handler: Callable[..., int]
        handler = getattr(import_module(f"textlint_pt.cli.{module}"), function)
        return handler(*given(values))

    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    group.command(name, cls=kind, help=about)(command)


def _lint_like(group: typer.Typer, name: str, place: str, about: str) -> None:
    """A command that takes paths and options as `lint` does, and its handler one mapping."""
    _declare(group, name, place, about, _OPTIONS_OF_LINT, lambda values: [_split(values)], _Lint)


def _split(values: dict[str, Any]) -> dict[str, Any]:
    """Options as `cli.options.read` gives them, of what the parser gives."""
    given = {**values, "paths": values["paths"] or []}
    for option in OPTIONS:
        items = given[option.name] or []
        if option.kind == "list":
            given[option.name] = [item for value in items for item in split(value)] or None
        elif option.kind == "texts":
            given[option.name] = items or None
    return given


def _mapped(group: typer.Typer, name: str, place: str, about: str, *parameters: Parameter) -> None:
    """A command whose handler takes its values as one mapping."""
    _declare(group, name, place, about, parameters, lambda values: [values])


def _command(group: typer.Typer, name: str, place: str, about: str, *parameters: Parameter) -> None:
    """A command whose handler takes its values in their order: without the language, which is read
    before (`cli.language`), and `--no-plugins` as whether plugins of others are loaded."""

    def given(values: dict[str, Any]) -> list[Any]:
        return [
            not value if name == "no_plugins" else value
            for name, value in values.items()
            if name != "language"
        ]

    _declare(group, name, place, about, parameters, given)


_lint_like(app, "lint", "lint.lint", "Lint files (the default command).")
_lint_like(
    app,
    "report",
    "report.report",
    "A report for whoever wrote a text; --output report.html makes a page to print.",
)
_lint_like(
    baseline_app,
    "write",
    "baseline.write",
    "Accept all that is found now: write the baseline anew.",
)
_lint_like(
    baseline_app,
    "check",
    "baseline.check",
    "Lint, and report what the baseline has not; say what it has and is no more.",
)
_lint_like(
    baseline_app, "prune", "baseline.prune", "Take out of the baseline what is found no more."
)
_lint_like(
    baseline_app,
    "accept",
    "baseline.accept",
    "Accept single findings, named by fingerprint before the paths: accept FINGERPRINT… PATH…",
)
_lint_like(
    app,
    "status",
    "status.status",
    "How far translations are behind their sources: a table, --format json, or badge.",
)

_NO_PLUGINS = _option("no_plugins", FLAG, "Load no third-party plugins.")
_FORM = _option("output", str, "text or json.", None, "text", flag="--format")
_LANGUAGE = _option("language", Language | None, "Language: pt or en.", "LANG")
_CONFIG = _option("config", TEXT, "Configuration file.")

_command(
    app,
    "rules",
    "listing.rules",
    "List the rules, or look for some: `rules acento`.",
    _argument(
        "words", "[WORD...]", "Words that it is about.", (), kind=list[str], show_default=False
    ),
    _FORM,
    _CONFIG,
    _NO_PLUGINS,
    _LANGUAGE,
)
_command(
    app,
    "rule",
    "rule.rule",
    "Explain a rule, by code or name, or one of its patterns.",
    _argument("name", "CODE", "Code or name, e.g. RED003."),
    _CONFIG,
    _NO_PLUGINS,
    _LANGUAGE,
)
_command(
    app,
    "test-rules",
    "test_rules.test_rules",
    "Try the rules that rules.yaml declares on the examples beside them.",
    _argument(
        "codes",
        "[CODE...]",
        "Rules (default: all declared).",
        (),
        kind=list[str],
        show_default=False,
    ),
    _option("corpus", TEXT, "Show what they find in this file instead.", "FILE"),
    _CONFIG,
    _NO_PLUGINS,
    _LANGUAGE,
)
_command(
    vocabulary_app,
    "add",
    "vocabulary.add",
    "Add words to the vocabulary of the project, or to your own.",
    _argument("words", "WORD...", "Words or phrases.", kind=list[str]),
    _option("own", FLAG, "Your own vocabulary, which counts in every project."),
    _CONFIG,
    _LANGUAGE,
)
for _listed, _about_it in (
    ("analyses", "List every analysis that rules may ask for, and what provides it."),
    ("metrics", "List every metric: dimension, profiles, analyses it needs."),
    ("formats", "List every format and the endings of its files."),
    ("plugins", "List the plugins: version, API they were written for, what they brought."),
):
    _command(app, _listed, f"listing.{_listed}", _about_it, _FORM, _NO_PLUGINS)
_command(
    config_app,
    "show",
    "config.show",
    "Show the settings that hold for a file.",
    _argument("path", "PATH", "File whose settings to show.", "."),
    _option("origin", FLAG, "Say where each value is from."),
    _CONFIG,
    _option("preset", TEXT, "As if given to lint."),
    _NO_PLUGINS,
)
_command(
    config_app,
    "schema",
    "config.schema",
    "Print the JSON schema of rules.yaml, for completion in editors.",
    _NO_PLUGINS,
)
_command(
    app,
    "init",
    "init.init",
    "Write a commented rules.yaml into the current folder.",
    _option("force", FLAG, "Replace what is there."),
    _LANGUAGE,
)
_command(
    app,
    "ask",
    "ask.ask",
    "Find the question or passage of some files that answers a question; exit 1 if none does.",
    _argument("question", "QUESTION", "What to find, in quotation marks."),
    _argument("files", "FILE...", "Files, folders, globs, or -.", kind=list[str]),
    _option("limit", int, "Answers to show.", None, 3, min=1),
    _FORM,
    _NO_PLUGINS,
    _LANGUAGE,
)

_PORT = _option("port", int, "Port; 0 takes any that is free.", None, 8081, min=0, max=65535)

_mapped(
    app,
    "serve",
    "serve.serve",
    "Check texts over HTTP, as LanguageTool's clients ask for it; and a page to write in.",
    _option(
        "host", str, "Address to listen on; 0.0.0.0: all of this machine's.", None, "127.0.0.1"
    ),
    _PORT,
    _option(
        "allow_origin",
        TEXTS,
        "Page that may ask, besides those of this machine: https://example.org.",
        "ORIGIN",
    ),
    _option("allow_host", TEXTS, "Name under which this server is reached.", "NAME"),
    _option("max_length", int, "Characters of a text, at most.", None, 200_000, min=1),
    _CONFIG,
    _option_of_lint("--preset"),
    _option_of_lint("--select"),
    _option_of_lint("--ignore"),
    _NO_PLUGINS,
    _LANGUAGE,
)
_mapped(
    app,
    "page",
    "serve.page",
    "Write in the browser, in an editor that checks as you write; no text leaves this machine.",
    _PORT,
    _option("browser", FLAG, "Open the browser.", None, True, flag="--browser/--no-browser"),
    _CONFIG,
    _NO_PLUGINS,
    _LANGUAGE,
)
_command(
    app,
    "sentences",
    "sentences.sentences",
    "Show the sentences that rules see, with their places.",
    _argument("file", "FILE", "File, or - for standard input."),
    _FORM,
    _option("stdin_filename", TEXT, "Name for standard input."),
    _NO_PLUGINS,
)
_command(
    app,
    "compare",
    "compare.compare_and_print",
    "How alike two texts are in what they say (1 to 5), what differs, and if their scores do.",
    _argument("first", "A", "A file, or a sentence."),
    _argument("second", "B", "Another."),
    _FORM,
    _LANGUAGE,
    _NO_PLUGINS,
)
_command(
    models_app,
    "pull",
    "models.pull",
    "Fetch a model from the Hugging Face hub (needs the extra `transformers`).",
    _argument("name", "NAME", "ORGANISATION/NAME, or with @REVISION behind it."),
    _NO_PLUGINS,
)
_command(
    models_app,
    "list",
    "models.list_",
    "List the models that were fetched: name, revision, size, folder.",
    _FORM,
)
_MODEL = _argument("name", "NAME", "ORGANISATION/NAME.")
_command(models_app, "path", "models.path", "Print the folder of a fetched model.", _MODEL)
_command(models_app, "remove", "models.remove", "Delete a fetched model.", _MODEL)

_INPUTS = _argument(
    "inputs",
    "INPUT...",
    "Folders, globs, texts, JSONL, CSV, Parquet; also .gz, .xz, .zst; .tar.",
    kind=list[str],
    show_default=False,
)
_ID_FIELD = _option("id_field", TEXT, "Column of identifiers (default: id, if any).", "NAME")
_TEXT_FIELD = _option("text_field", str, "Column of texts.", "NAME", "text")
_SCORES = _argument("scores", "SCORES", "Table of `corpus score`.")
_BY = _option("by", TEXT, "Column that divides the documents, or folder.", "COLUMN")
_LANGUAGE_OF_LINT = _option_of_lint("--language")

_mapped(
    corpus_app,
    "score",
    "corpus.score",
    "Score every document of a collection into a table; what was ended goes on where it was.",
    _INPUTS,
    _option("out", str, "Table to write, .parquet.", "FILE", REQUIRED),
    _ID_FIELD,
    _TEXT_FIELD,
    _option("keep", TEXTS, "Column of the input to take along.", "NAME"),
    _option("sentences", FLAG, "Also a table with a row a sentence."),
    _option("findings", FLAG, "Also a table with a row a finding."),
    _option("workers", int | None, "Processes (default: one a core).", "N"),
    _option(
        "scheduler",
        TEXT,
        "Cluster of dask that does the work: address of its scheduler.",
        "ADDRESS",
    ),
    _option("overwrite", FLAG, "Replace a table of another run."),
    _option("quiet", FLAG, "Show no progress."),
    _option_of_lint("--preset"),
    _option_of_lint("--kind"),
    _option_of_lint("--select"),
    _option_of_lint("--ignore"),
    _option_of_lint("--config"),
    _NO_PLUGINS,
    _option_of_lint("--debug"),
    _LANGUAGE_OF_LINT,
)
_mapped(
    corpus_app,
    "filter",
    "corpus.filter_",
    "Print the documents that fulfil a condition or are best; on standard error, why not all.",
    _SCORES,
    _option("where", TEXT, "What must hold: score > .5 and redundancy > .9.", "CONDITION"),
    _option("keep", float | None, "The best: a share (0.4), or so many (5000).", "SHARE"),
    _option("rank", TEXT, "Column whose highest values are the best (score), or random.", "COLUMN"),
    _option("balance", TEXTS, "Column whose values stay as frequent, or length.", "COLUMN"),
    _option("seed", int, "Seed of what is drawn: ties, and --rank random.", None, 1),
    _option("copies", TEXT, "Pairs of `corpus duplicates`: of near-duplicates the best.", "FILE"),
    _option("out", TEXT, "File instead of standard output.", "FILE"),
    _option("texts", FLAG, "Texts as JSONL instead of identifiers."),
    _LANGUAGE_OF_LINT,
)
_mapped(
    corpus_app,
    "report",
    "corpus.report",
    "Write a page of figures: distributions, groups, trend, best and worst texts.",
    _SCORES,
    _option("out", str, "Page to write, .html.", "FILE", REQUIRED),
    _BY,
    _LANGUAGE_OF_LINT,
)
_mapped(
    corpus_app,
    "plot",
    "corpus.plot",
    "Write one figure as SVG or PNG.",
    _SCORES,
    _argument(
        "figure",
        "FIGURE",
        "histogram, box, trend, length, correlation.",
        # which the corpus' own table of figures has, too
        kind=Literal["histogram", "box", "trend", "length", "correlation"],
    ),
    _option("out", str, "File to write, .svg or .png.", "FILE", REQUIRED),
    _option("of", str, "Column of numbers that is drawn.", "COLUMN", "score"),
    _BY,
    _LANGUAGE_OF_LINT,
)
_mapped(
    corpus_app,
    "duplicates",
    "corpus.duplicates",
    "Search for copies: near-duplicates and passages in common, here and in a reference.",
    _INPUTS,
    _option("reference", TEXTS, "Collection that may have been copied from.", "INPUT"),
    _option("similarity", float, "Similarity of near-duplicates, 0 to 1.", "X", 0.8),
    _option("passage", int, "Words of the shortest passage told.", "N", 25),
    _option("out", TEXT, "Also all pairs as JSONL.", "FILE"),
    _ID_FIELD,
    _TEXT_FIELD,
    _LANGUAGE_OF_LINT,
)


@app.command("lsp")
def _lsp(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="The only way there is; editors may name it.")
    ] = True,
) -> int:
    """Serve editors (Language Server Protocol, stdio)."""
    from textlint_pt.cli.language import in_portuguese, locale
    from textlint_pt.lsp.server import serve

    return serve(locale(), in_portuguese)
