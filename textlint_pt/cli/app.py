"""The command parser: lint by default, and the other commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from textlint_pt import __version__
from textlint_pt.cli.language import catalogue, translated
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.options import BY_FLAG, GROUPS, OPTIONS, LintOption, split
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
        said = "Usage: " if prefix is None else prefix
        said = said.replace("Usage:", translated("Usage:"))
        args = _BRACED.sub(r"\1", args)
        args = _METAVAR.sub(lambda found: translated(found[0]), args)
        super().write_usage(prog, args, said)

    def write_heading(self, heading: str) -> None:
        super().write_heading(translated(heading))

    def write_text(self, text: str) -> None:
        paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
        super().write_text("\n\n".join(map(translated, paragraphs)))

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        said = [(_with_metavar(name), _about(text)) for name, text in rows]
        super().write_dl(said, col_max, col_spacing)


#: what an option or argument is called in the help
_METAVAR = re.compile(r"\b[A-Z]{2,}\b")


#: the type that typer writes where nothing says what is taken
_TYPED_OPTION = re.compile(r"(\S+) <(list|str|int)[^>]*>")


def _with_metavar(option: str) -> str:
    """An option or command as the help shows it, with the metavar of its value."""

    def add_metavar(match: re.Match[str]) -> str:
        name = match[1]
        if not name.startswith("-"):
            return name
        metavar = next((declared.metavar for declared in OPTIONS if declared.flag == name), None)
        return f"{name} {metavar or ('N' if match[2] == 'int' else 'VALUE')}"

    return _METAVAR.sub(lambda match: translated(match[0]), _TYPED_OPTION.sub(add_metavar, option))


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
        problem = _METAVAR.sub(lambda found: translated(found[0]), problem)
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


def _option(flag: str) -> Any:
    """An option of linting, described by the table that the quick reader reads, too."""
    option = BY_FLAG[flag]
    return typer.Option(flag, help=option.help, metavar=option.metavar)


_PATHS = typer.Argument(
    metavar="[PATH...]",
    help="Files, folders, globs, or - for standard input (default: what is piped in).",
    show_default=False,
)
_TYPES: dict[str, Any] = {
    "flag": bool,
    "integer": int | None,
    "number": float | None,
    "text": str | None,
    "list": list[str] | None,
    "texts": list[str] | None,
}


def _type(option: LintOption) -> Any:
    one_of: Any = Literal
    return one_of[option.choices] | None if option.choices else _TYPES[option.kind]


def _takes_options_of_lint(command: Callable[..., int]) -> Callable[..., int]:
    """Let the parser see the table of options in the place of `**values`."""
    types = {"paths": Annotated[list[str] | None, _PATHS]}
    types |= {one.name: Annotated[_type(one), _option(one.flag)] for one in OPTIONS}
    absent = {one.name: False for one in OPTIONS if one.kind == "flag"}
    kind = Parameter.POSITIONAL_OR_KEYWORD
    parameters = (
        Parameter(name, kind, default=absent.get(name), annotation=annotation)
        for name, annotation in types.items()
    )
    command.__signature__ = Signature([*parameters])  # type: ignore[attr-defined]
    command.__annotations__ = types
    return command


@app.command("lint", cls=_Lint)
@_takes_options_of_lint
def _lint(**values: Any) -> int:
    """Lint files (the default command)."""
    from textlint_pt.cli.lint import lint

    return lint(_given(values))


@app.command("report", cls=_Lint)
@_takes_options_of_lint
def _report(**values: Any) -> int:
    """A report for whoever wrote a text; --output report.html makes a page to print."""
    from textlint_pt.cli.report import report

    return report(_given(values))


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """Options as `cli.options.read` gives them, of what the parser gives."""
    given = {**values, "paths": values["paths"] or []}
    for option in OPTIONS:
        items = given[option.name] or []
        if option.kind == "list":
            given[option.name] = [item for value in items for item in split(value)] or None
        elif option.kind == "texts":
            given[option.name] = items or None
    return given


def _with_options_of_lint(
    name: str, group: typer.Typer = baseline_app
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A command that takes paths and options as `lint` does."""

    def declare(command: Callable[[dict[str, Any]], int]) -> Callable[..., int]:
        @_takes_options_of_lint
        def call(**values: Any) -> int:
            return command(_given(values))

        return group.command(name, cls=_Lint, help=command.__doc__)(call)

    return declare


@_with_options_of_lint("write")
def _baseline_write(given: dict[str, Any]) -> int:
    """Accept all that is found now: write the baseline anew."""
    from textlint_pt.cli.baseline import write

    return write(given)


@_with_options_of_lint("check")
def _baseline_check(given: dict[str, Any]) -> int:
    """Lint, and report what the baseline has not; say what it has and is no more."""
    from textlint_pt.cli.baseline import check

    return check(given)


@_with_options_of_lint("prune")
def _baseline_prune(given: dict[str, Any]) -> int:
    """Take out of the baseline what is found no more."""
    from textlint_pt.cli.baseline import prune

    return prune(given)


@_with_options_of_lint("accept")
def _baseline_accept(given: dict[str, Any]) -> int:
    """Accept single findings, named by fingerprint before the paths: accept FINGERPRINT… PATH…"""
    from textlint_pt.cli.baseline import accept

    return accept(given)


@_with_options_of_lint("status", app)
def _status(given: dict[str, Any]) -> int:
    """How far translations are behind their sources: a table, --format json, or badge."""
    from textlint_pt.cli.status import status

    return status(given)


NoPlugins = Annotated[bool, typer.Option("--no-plugins", help="Load no third-party plugins.")]
Form = Annotated[str, typer.Option("--format", help="text or json.")]
#: read before the command is: `cli.language`
Spoken = Annotated[
    Language | None, typer.Option("--language", help="Language: pt or en.", metavar="LANG")
]
ConfigFile = Annotated[str | None, typer.Option("--config", help="Configuration file.")]


@app.command("rules")
def _rules(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD...]", help="Words that it is about.")
    ] = None,
    output: Form = "text",
    config: ConfigFile = None,
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """List the rules, or look for some: `rules acento`."""
    from textlint_pt.cli.listing import rules

    return rules(words or [], output, config, not no_plugins)


@app.command("rule")
def _rule(
    name: Annotated[str, typer.Argument(metavar="CODE", help="Code or name, e.g. RED003.")],
    config: ConfigFile = None,
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """Explain a rule, by code or name."""
    from textlint_pt.cli.rule import rule

    return rule(name, config, not no_plugins)


@app.command("test-rules")
def _test_rules(
    codes: Annotated[
        list[str] | None, typer.Argument(metavar="[CODE...]", help="Rules (default: all declared).")
    ] = None,
    config: ConfigFile = None,
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """Try the rules that rules.yaml declares on the examples beside them."""
    from textlint_pt.cli.test_rules import test_rules

    return test_rules(codes or [], config, not no_plugins)


@vocabulary_app.command("add")
def _vocabulary_add(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words or phrases.")],
    own: Annotated[
        bool, typer.Option("--own", help="Your own vocabulary, which counts in every project.")
    ] = False,
    config: ConfigFile = None,
    language: Spoken = None,
) -> int:
    """Add words to the vocabulary of the project, or to your own."""
    from textlint_pt.cli.vocabulary import add

    return add(words, own, config)


def _lists(what: str, about: str) -> None:
    """A command that lists what plugins brought."""

    def call(output: Form = "text", no_plugins: NoPlugins = False) -> int:
        from textlint_pt.cli import listing

        status: int = getattr(listing, what)(output, not no_plugins)
        return status

    app.command(what, help=about)(call)


_lists("analyses", "List every analysis that rules may ask for, and what provides it.")
_lists("metrics", "List every metric: dimension, profiles, analyses it needs.")
_lists("formats", "List every format and the endings of its files.")
_lists("plugins", "List the plugins: version, API they were written for, what they brought.")


@config_app.command("show")
def _config_show(
    path: Annotated[str, typer.Argument(metavar="PATH", help="File whose settings to show.")] = ".",
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value is from.")] = False,
    config: ConfigFile = None,
    preset: Annotated[str | None, typer.Option(help="As if given to lint.")] = None,
    no_plugins: NoPlugins = False,
) -> int:
    """Show the settings that hold for a file."""
    from textlint_pt.cli.config import show

    return show(path, origin, config, preset, not no_plugins)


@config_app.command("schema")
def _config_schema(no_plugins: NoPlugins = False) -> int:
    """Print the JSON schema of rules.yaml, for completion in editors."""
    from textlint_pt.cli.config import schema

    return schema(not no_plugins)


@app.command("init")
def _init(
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    language: Spoken = None,
) -> int:
    """Write a commented rules.yaml into the current folder."""
    from textlint_pt.cli.init import init

    return init(force)


@app.command("ask")
def _ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What to find, in quotation marks.")
    ],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files, folders, globs, or -.")
    ],
    limit: Annotated[int, typer.Option("--limit", help="Answers to show.", min=1)] = 3,
    output: Form = "text",
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """Find the question or passage of some files that answers a question; exit 1 if none does."""
    from textlint_pt.cli.ask import ask

    return ask(question, files, limit, output, not no_plugins)


Port = Annotated[
    int, typer.Option("--port", help="Port; 0 takes any that is free.", min=0, max=65535)
]


@app.command("serve")
def _serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; 0.0.0.0: all of this machine's.")
    ] = "127.0.0.1",
    port: Port = 8081,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-origin",
            help="Page that may ask, besides those of this machine: https://example.org.",
            metavar="ORIGIN",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", help="Name under which this server is reached.", metavar="NAME"
        ),
    ] = None,
    max_length: Annotated[
        int, typer.Option("--max-length", help="Characters of a text, at most.", min=1)
    ] = 200_000,
    config: ConfigFile = None,
    preset: Annotated[str | None, _option("--preset")] = None,
    select: Annotated[list[str] | None, _option("--select")] = None,
    ignore: Annotated[list[str] | None, _option("--ignore")] = None,
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """Check texts over HTTP, as LanguageTool's clients ask for it; and a page to write in."""
    given = locals()
    from textlint_pt.cli.serve import serve

    return serve(given)


@app.command("page")
def _page(
    port: Port = 8081,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    config: ConfigFile = None,
    no_plugins: NoPlugins = False,
    language: Spoken = None,
) -> int:
    """Write in the browser, in an editor that checks as you write; no text leaves this machine."""
    given = locals()
    from textlint_pt.cli.serve import page

    return page(given)


@app.command("sentences")
def _sentences(
    file: Annotated[str, typer.Argument(metavar="FILE", help="File, or - for standard input.")],
    output: Form = "text",
    stdin_filename: Annotated[str | None, typer.Option(help="Name for standard input.")] = None,
    no_plugins: NoPlugins = False,
) -> int:
    """Show the sentences that rules see, with their places."""
    from textlint_pt.cli.sentences import sentences

    return sentences(file, output, stdin_filename, not no_plugins)


@app.command("compare")
def _compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A file, or a sentence.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    output: Form = "text",
    language: Spoken = None,
    no_plugins: NoPlugins = False,
) -> int:
    """How alike two texts are in what they say (1 to 5), what differs, and if their scores do."""
    from textlint_pt.cli.compare import compare_and_print

    return compare_and_print(first, second, output, not no_plugins)


@models_app.command("pull")
def _models_pull(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="ORGANISATION/NAME, or with @REVISION behind it.")
    ],
    no_plugins: NoPlugins = False,
) -> int:
    """Fetch a model from the Hugging Face hub (needs the extra `transformers`)."""
    from textlint_pt.cli.models import pull

    return pull(name, not no_plugins)


@models_app.command("list")
def _models_list(
    output: Form = "text",
) -> int:
    """List the models that were fetched: name, revision, size, folder."""
    from textlint_pt.cli.models import list_

    return list_(output)


@models_app.command("path")
def _models_path(
    name: Annotated[str, typer.Argument(metavar="NAME", help="ORGANISATION/NAME.")],
) -> int:
    """Print the folder of a fetched model."""
    from textlint_pt.cli.models import path

    return path(name)


@models_app.command("remove")
def _models_remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="ORGANISATION/NAME.")],
) -> int:
    """Delete a fetched model."""
    from textlint_pt.cli.models import remove

    return remove(name)


Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUT...",
        help="Folders, globs, texts, JSONL, CSV, Parquet; also .gz, .xz, .zst; .tar.",
        show_default=False,
    ),
]
IdField = Annotated[
    str | None,
    typer.Option("--id-field", help="Column of identifiers (default: id, if any).", metavar="NAME"),
]
TextField = Annotated[str, typer.Option("--text-field", help="Column of texts.", metavar="NAME")]


@corpus_app.command("score")
def _corpus_score(
    inputs: Inputs,
    out: Annotated[str, typer.Option("--out", help="Table to write, .parquet.", metavar="FILE")],
    id_field: IdField = None,
    text_field: TextField = "text",
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", help="Column of the input to take along.", metavar="NAME"),
    ] = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="Also a table with a row a sentence.")
    ] = False,
    findings: Annotated[
        bool, typer.Option("--findings", help="Also a table with a row a finding.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Processes (default: one a core).", metavar="N"),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            "--scheduler",
            help="Cluster of dask that does the work: address of its scheduler.",
            metavar="ADDRESS",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace a table of another run.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    preset: Annotated[str | None, _option("--preset")] = None,
    kind: Annotated[str | None, _option("--kind")] = None,
    select: Annotated[list[str] | None, _option("--select")] = None,
    ignore: Annotated[list[str] | None, _option("--ignore")] = None,
    config: Annotated[str | None, _option("--config")] = None,
    no_plugins: NoPlugins = False,
    debug: Annotated[bool, _option("--debug")] = False,
    language: Annotated[Language | None, _option("--language")] = None,
) -> int:
    """Score every document of a collection into a table; what was ended goes on where it was."""
    from textlint_pt.cli.corpus import score

    return score(locals())


@corpus_app.command("filter")
def _corpus_filter(
    scores: Annotated[str, typer.Argument(metavar="SCORES", help="Table of `corpus score`.")],
    where: Annotated[
        str | None,
        typer.Option(
            "--where", help="What must hold: score > .5 and redundancy > .9.", metavar="CONDITION"
        ),
    ] = None,
    keep: Annotated[
        float | None,
        typer.Option("--keep", help="The best: a share (0.4), or so many (5000).", metavar="SHARE"),
    ] = None,
    rank: Annotated[
        str | None,
        typer.Option(
            "--rank",
            help="Column whose highest values are the best (score), or random.",
            metavar="COLUMN",
        ),
    ] = None,
    balance: Annotated[
        list[str] | None,
        typer.Option(
            "--balance", help="Column whose values stay as frequent, or length.", metavar="COLUMN"
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Seed of what is drawn: ties, and --rank random.")
    ] = 1,
    copies: Annotated[
        str | None,
        typer.Option(
            "--copies",
            help="Pairs of `corpus duplicates`: of near-duplicates the best.",
            metavar="FILE",
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", help="File instead of standard output.", metavar="FILE")
    ] = None,
    texts: Annotated[
        bool, typer.Option("--texts", help="Texts as JSONL instead of identifiers.")
    ] = False,
    language: Annotated[Language | None, _option("--language")] = None,
) -> int:
    """Print the documents that fulfil a condition or are best; on standard error, why not all."""
    from textlint_pt.cli.corpus import filter_

    return filter_(locals())


#: figures of `corpus plot`, which the corpus' own table of them has, too
Plot = Literal["histogram", "box", "trend", "length", "correlation"]
By = Annotated[
    str | None,
    typer.Option("--by", help="Column that divides the documents, or folder.", metavar="COLUMN"),
]


@corpus_app.command("report")
def _corpus_report(
    scores: Annotated[str, typer.Argument(metavar="SCORES", help="Table of `corpus score`.")],
    out: Annotated[str, typer.Option("--out", help="Page to write, .html.", metavar="FILE")],
    by: By = None,
    language: Annotated[Language | None, _option("--language")] = None,
) -> int:
    """Write a page of figures: distributions, groups, trend, best and worst texts."""
    from textlint_pt.cli.corpus import report

    return report(locals())


@corpus_app.command("plot")
def _corpus_plot(
    scores: Annotated[str, typer.Argument(metavar="SCORES", help="Table of `corpus score`.")],
    figure: Annotated[
        Plot, typer.Argument(metavar="FIGURE", help="histogram, box, trend, length, correlation.")
    ],
    out: Annotated[str, typer.Option("--out", help="File to write, .svg or .png.", metavar="FILE")],
    of: Annotated[
        str, typer.Option("--of", help="Column of numbers that is drawn.", metavar="COLUMN")
    ] = "score",
    by: By = None,
    language: Annotated[Language | None, _option("--language")] = None,
) -> int:
    """Write one figure as SVG or PNG."""
    from textlint_pt.cli.corpus import plot

    return plot(locals())


@corpus_app.command("duplicates")
def _corpus_duplicates(
    inputs: Inputs,
    reference: Annotated[
        list[str] | None,
        typer.Option(
            "--reference", help="Collection that may have been copied from.", metavar="INPUT"
        ),
    ] = None,
    similarity: Annotated[
        float,
        typer.Option("--similarity", help="Similarity of near-duplicates, 0 to 1.", metavar="X"),
    ] = 0.8,
    passage: Annotated[
        int, typer.Option("--passage", help="Words of the shortest passage told.", metavar="N")
    ] = 25,
    out: Annotated[
        str | None, typer.Option("--out", help="Also all pairs as JSONL.", metavar="FILE")
    ] = None,
    id_field: IdField = None,
    text_field: TextField = "text",
    language: Annotated[Language | None, _option("--language")] = None,
) -> int:
    """Search for copies: near-duplicates and passages in common, here and in a reference."""
    from textlint_pt.cli.corpus import duplicates

    return duplicates(locals())


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
