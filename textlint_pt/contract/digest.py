"""What a rule's findings come from: a digest of its code and of the facts of language it uses.

The code is the rule's module and what that imports of its own plugin and of
`textlint_pt.portuguese`, directly or by way of others, and the metrics that it names; without
docstrings, comments and empty lines. The facts are what of `data` beside that code is named in it:
of a file of lists (`Lists`) the lists alone, of any other the whole file. The engine, the models
and what other plugins provide are left out, so that an edit makes only those figures old that may
have changed by it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.portuguese import Lists
from textlint_pt.portuguese.lists import closed

_PORTUGUESE = "textlint_pt.portuguese"
#: what it reads goes by the names of lists
_LISTS = f"{_PORTUGUESE}.lists"
#: of which only the lists count that are named
_FILES_OF_LISTS = ("words.tsv", "stopwords.tsv")
#: figures are no reason for findings
_FIGURES = "measured.json"


class _Module(NamedTuple):
    """`code` without what nobody runs; `imports`: modules of the homes; `strings` in the code;
    `named`: what its classes are called (`name = "focus.transition"`)."""

    code: str
    imports: frozenset[str]
    strings: frozenset[str]
    named: frozenset[str]


def digest(module: str, metrics: Iterable[str] = ()) -> str:
    """Twelve hexadecimal digits for a rule's module; "" where its source is not installed.

    `metrics`: names of metrics that the rule judges, wherever in its plugin they are.
    """
    top = module.partition(".")[0]
    waiting = [module, *(one for name in metrics for one in _providers(top, name))]
    found: dict[str, _Module] = {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        read = _read(name, top)
        if read is None:
            return ""
        found[name] = read
        if name != _LISTS:
            waiting += read.imports
    strings = frozenset().union(*(one.strings for one in found.values()))
    total = hashlib.sha256()
    for code in sorted(one.code for one in found.values()):
        total.update(f"{code}\n".encode())
    portuguese = any(name.startswith(_PORTUGUESE) for name in found)
    for folder in (_folder(top), _folder(_PORTUGUESE) if portuguese else None):
        for fact in _facts(folder, strings) if folder else ():
            total.update(fact)
    return total.hexdigest()[:12]


def _facts(folder: Path, strings: frozenset[str]) -> Iterator[bytes]:
    """What code that holds these strings reads of `data` in a folder."""
    own = folder != _folder(_PORTUGUESE)
    if not own:
        yield from _named(closed(), strings)
    for path in sorted((folder / "data").rglob("*")):
        if path.name not in strings or path.name == _FIGURES or not path.is_file():
            continue
        if path.name in _FILES_OF_LISTS:
            if own:
                yield from _named(Lists(path), strings)
        else:
            yield shipped.read_bytes(path).replace(b"\r\n", b"\n")


def _named(lists: Lists, strings: frozenset[str]) -> Iterator[bytes]:
    """The lists that strings name."""
    for name in sorted(strings.intersection(lists.names())):
        yield f"{name}\t{' '.join(lists.ordered(name))}\n".encode()


@cache
def _folder(package: str) -> Path | None:
    """Where a package lies; None for a single file."""
    file = getattr(sys.modules.get(package), "__file__", None)
    return Path(file).parent if file and Path(file).name == "__init__.py" else None


@cache
def _read(name: str, top: str) -> _Module | None:
    """A module of the plugin `top` or of `textlint_pt.portuguese`; None if there is no source."""
    path = _path(name)
    try:
        source = path.read_text(encoding="utf-8") if path else ""
    except OSError:
        return None
    if path is None:
        return None
    tree = ast.parse(source)
    texts = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    code = [
        line.rstrip()
        for number, line in enumerate(source.splitlines(), 1)
        if number not in texts and line.strip() and not line.strip().startswith("#")
    ]
    nodes = list(_running(tree))
    return _Module(
        "\n".join(code),
        frozenset(_imports(nodes, top)),
        frozenset(
            node.value
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ),
        frozenset(
            node.value.value
            for node in nodes
            if isinstance(node, ast.Assign | ast.AnnAssign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            and ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            == "name"
        ),
    )


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but texts that stand alone and what is there for type checking."""
    yield node
    for child in ast.iter_child_nodes(node):
        checked = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not checked and not text:
            yield from _running(child)


def _imports(nodes: Iterable[ast.AST], top: str) -> Iterator[str]:
    """The modules of the homes that code imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith(f"{top}."))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            home = node.module.partition(".")[0] == top or node.module.startswith(_PORTUGUESE)
            if home:
                yield from (_module(node.module, one.name) for one in node.names)
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "portuguese"
        ):
            yield _module(_PORTUGUESE, node.attr)


def _module(package: str, name: str) -> str:
    """The module that `from package import name` reads."""
    path = _path(f"{package}.{name}")
    if path is not None:
        return f"{package}.{name}"
    return _exports().get(name, package) if package == _PORTUGUESE else package


@cache
def _exports() -> dict[str, str]:
    """Which module of `textlint_pt.portuguese` has what can be imported from the package."""
    path = _path(_PORTUGUESE)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path else ()
    return {
        one.name: node.module
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for one in node.names
    }


@cache
def _path(name: str) -> Path | None:
    """The source of a module, which is not imported for it."""
    top, _, rest = name.partition(".")
    folder = _folder(top)
    if folder is None or not rest:
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is None and not rest:
            spec = importlib.util.find_spec(name)
            file = spec.origin if spec else None
        return Path(file) if file and file.endswith(".py") else None
    base = folder.joinpath(*rest.split("."))
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)


@cache
def _providers(top: str, metric: str) -> tuple[str, ...]:
    """The modules of a plugin with a class of this name."""
    folder = _folder(top)
    found = []
    for path in sorted(folder.rglob("*.py")) if folder else ():
        if path.name == "__init__.py" or f'"{metric}"' not in path.read_text(encoding="utf-8"):
            continue
        name = ".".join((top, *path.relative_to(folder or path).with_suffix("").parts))
        read = _read(name, top)
        if read and metric in read.named:
            found.append(name)
    return tuple(found)
