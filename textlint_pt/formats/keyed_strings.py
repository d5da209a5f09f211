"""Strings of apps under keys: JSON, YAML, ARB, `.xcstrings`, `.strings`, `.properties`."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats import jsonscan
from textlint_pt.formats.escapes import backslashed, unescaped
from textlint_pt.formats.keyed import PLURALS, Strings
from textlint_pt.formats.markup import is_portuguese
from textlint_pt.text.document import Comment, Span, State, Text
from textlint_pt.text.regex import regex

#: keys and indices that lead to a string
_DEEPEST = 30
_PLURAL_SUFFIX = regex(r"(.+?)(?:_(?:ordinal_)?)(zero|one|two|few|many|other|plural)\Z")
_LANGUAGE = regex(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4}|[-_]\d{3})*\Z")


class _Found(NamedTuple):
    """A string and the keys that lead to it."""

    path: tuple[str | int, ...]
    text: Text


def parse_json(raw: str) -> Parsed:
    """Parse JSON of i18next, vue-i18n and the like, Chrome's `messages.json`, ARB."""
    # the tools of Flutter leave an empty file where all is in another
    data = _loaded(raw) if raw.strip() else {}
    is_chrome = (
        isinstance(data, dict)
        and bool(data)
        and all(
            isinstance(value, dict) and isinstance(value.get("message"), str)
            for value in data.values()
        )
    )
    found = [
        _Found(value.path, jsonscan.decoded(raw, value.start, value.end))
        for value in jsonscan.values(raw, 0, len(raw), deepest=_DEEPEST)
        if value.is_text
    ]
    if is_chrome:
        found = [
            one._replace(path=one.path[:1])
            for one in found
            if len(one.path) == 2 and one.path[1] == "message"
        ]
    # a string that is the whole of the file has no name
    shown = (
        one for one in found if one.path and not any(str(key).startswith("@") for key in one.path)
    )
    return _nested(shown, ())


def _loaded(raw: str) -> Any:
    """Return the JSON of a file; `Malformed` where it is none."""
    try:
        return json.loads(raw)
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise Malformed("nested too deeply to be read", 0) from None
    except ValueError:
        raise Malformed("a number of thousands of digits", 0) from None


def _nested(found: Iterator[_Found], comments: Sequence[Comment]) -> Parsed:
    """Return the strings, named by their keys joined with dots; a first key that is a language
    code ("pt-BR") and contains every string is left out of the names."""
    all_strings = list(found)
    roots = {str(one.path[0]) for one in all_strings if len(one.path) > 1}
    if (
        len(roots) == 1
        and all(len(one.path) > 1 for one in all_strings)
        and _LANGUAGE.match(next(iter(roots)))
    ):
        all_strings = [one._replace(path=one.path[1:]) for one in all_strings]
    siblings: defaultdict[tuple[str | int, ...], set[str | int]] = defaultdict(set)
    for one in all_strings:
        siblings[one.path[:-1]].add(one.path[-1])
    strings = Strings()
    for path, text in all_strings:
        siblings_of = siblings[path[:-1]]
        if path[-1] != "id" or "translation" not in siblings_of:  # identifiers (Hugo)
            strings.add(_key(path, siblings_of), text)
    return strings.parsed(comments)


def _key(path: Sequence[str | int], siblings: set[str | int]) -> str:
    """Return the name of a string; the category of a plural follows a zero character."""
    *above, last = map(str, path)
    if last in PLURALS and "other" in siblings and siblings <= PLURALS:
        return ".".join(above) + f"\0{last}"
    match = _PLURAL_SUFFIX.match(last)
    if match and {f"{match[1]}_other", f"{match[1]}_plural"} & {str(s) for s in siblings}:
        category = "other" if match[2] == "plural" else match[2]
        return ".".join([*above, match[1]]) + f"\0{category}"
    if f"{last}_plural" in siblings:
        return ".".join([*above, last]) + "\0one"
    return ".".join([*above, last])


# ------------------------------------------------------------------ YAML

_QUOTED = regex(
    r"\\(?:\r?\n[ \t]*|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^\r\n])"
    r"|(?<![ \t])[ \t]*+(?:\r?\n[ \t]*+)++"
)
_SINGLE = regex(r"''|(?<![ \t])[ \t]*+(?:\r?\n[ \t]*+)++")
_YAML_SIGNS = {"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", " ": " "}
_COMMENT = regex(r"^[ \t]*#\s*(textlint-pt-[^\r\n]*)", re.MULTILINE)
#: of a node, before what it holds: its anchor and its tag
_PROPERTIES = regex(r"(?:[&!]\S*\s+)*")
_RUN, _SPACE = regex(r"\s+|\S+"), regex(r"\s*")


def parse_yaml(raw: str) -> Parsed:
    """Rails and the like: the language is the topmost key."""
    return _nested(_scalars(raw, _composed(raw), (), set()), _comments(raw, _COMMENT))


def is_mapping(raw: str) -> bool:
    """Return whether a text is YAML with keys at its top; `Malformed` where it is no YAML."""
    node = _composed(raw)
    return node is not None and node.id == "mapping"


def _composed(raw: str) -> Any:
    """Return the tree of a text in YAML, None for an empty one."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.compose(raw, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise Malformed(f"not YAML: {error.problem}", mark.index if mark else 0) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise Malformed(f"not YAML: {str(error).splitlines()[0]}", 0) from None


def _scalars(raw: str, node: Any, path: tuple[str | int, ...], seen: set[int]) -> Iterator[_Found]:
    """Yield the texts of a YAML tree; what an alias repeats is read once."""
    import yaml

    if node is None or id(node) in seen or len(path) > _DEEPEST:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(raw, value, (*path, str(key.value)), seen)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _scalars(raw, value, (*path, number), seen)
    elif node.tag == "tag:yaml.org,2002:str" and path:
        text = _scalar(raw, node)
        if text.text == node.value:  # of a way to write that is not known nothing is read
            is_block = node.style in ("|", ">") and text.text.endswith("\n")
            # the break that ends a block is how it is written: quotes have none
            yield _Found(path, text[:-1] if is_block else text)


def _scalar(raw: str, node: Any) -> Text:
    """Return the text of a YAML scalar, by its style."""
    properties = _PROPERTIES.match(raw, node.start_mark.index)
    start = properties.end() if properties else node.start_mark.index
    end = node.end_mark.index
    if node.style == '"':
        return unescaped(Text.verbatim(raw[start + 1 : end - 1], start + 1), _QUOTED, _of_yaml)
    if node.style == "'":
        return unescaped(Text.verbatim(raw[start + 1 : end - 1], start + 1), _SINGLE, _of_yaml)
    first = raw.find("\n", start) + 1 if node.style in ("|", ">") else start
    return _aligned(raw, first, str(node.value))


def _of_yaml(escape: str) -> str:
    """Return the text of a YAML escape or line fold."""
    if escape == "''":
        return "'"
    if escape[0] != "\\":
        breaks = escape.count("\n")
        return "\n" * (breaks - 1) if breaks > 1 else " "
    if escape[1] in "\r\n":
        return ""
    return _YAML_SIGNS.get(escape[1:]) or backslashed(escape)


def _aligned(raw: str, at: int, value: str) -> Text:
    """Return a text whose words stand in the file from `at` on as they are, empty if they do not;
    white space that is written otherwise covers all between two words."""
    pieces: list[Text] = []
    for run in _RUN.finditer(value):
        shown, n = run[0], len(run[0])
        space = _SPACE.match(raw, at)
        end = space.end() if space else at
        if not shown.isspace():
            at, end = end, end + n
            if not raw.startswith(shown, at):
                return Text("", (), ())
        is_same = raw[at:end] == shown
        pieces.append(Text.verbatim(shown, at) if is_same else Text(shown, [at] * n, [end] * n))
        at = end
    return Text.join(pieces) if pieces else Text("", (), ())


def _comments(raw: str, pattern: re.Pattern[str]) -> list[Comment]:
    return [
        Comment(match[1].rstrip(), Span(match.start(), match.end()))
        for match in pattern.finditer(raw)
    ]


# ------------------------------------------------------------------ Apple


def parse_xcstrings(raw: str) -> Parsed:
    """Parse Apple's catalogues, which hold all languages; Portuguese is read, with its source."""
    data = _loaded(raw)
    if not isinstance(data, dict) or not isinstance(data.get("strings"), dict):
        raise Malformed("no catalogue of strings: it has no “strings”", 0)
    language = str(data.get("sourceLanguage", "en"))
    keys: dict[str, Text] = {}
    written: dict[tuple[str, str, str], tuple[Text, str]] = {}
    states: dict[tuple[str | int, ...], str] = {}
    found: list[jsonscan.Value] = []
    for value in jsonscan.values(raw, 0, len(raw), deepest=_DEEPEST, with_keys=True):
        if value.is_key:
            if len(value.path) == 2 and value.path[0] == "strings":
                keys[str(value.path[1])] = jsonscan.decoded(raw, value.start, value.end)
        elif len(value.path) > 5 and value.path[2] == "localizations" and value.is_text:
            if value.path[-1] == "state":
                states[value.path[:-1]] = raw[value.start : value.end]
            elif value.path[-1] == "value":
                found.append(value)
    for value in found:
        form = "/".join(map(str, value.path[4:-2]))
        state = states.get(value.path[:-1], "")
        text = jsonscan.decoded(raw, value.start, value.end)
        written[str(value.path[1]), str(value.path[3]), form] = text, state
    strings = Strings(("objc-format",))
    for (key, of, form), (text, state) in written.items():
        if of == language or not is_portuguese(of):
            continue
        other = form.rsplit("/", 1)[0] + "/other"
        candidates = [written.get((key, language, name)) for name in (form, other, "")]
        source = next((known[0] for known in candidates if known), keys[key])
        category = form.rsplit("/", 1)[-1]
        name = f"{key}\0{category}" if category in PLURALS else f"{key}{form and '/' + form}"
        state_of = State.UNTRANSLATED if state == "new" else State.TRANSLATED
        strings.add(f"{of}\x04{name}", text, None, source, state=state_of)
    return strings.parsed()


_APPLE = regex(
    r"(?P<block>/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))|(?P<line>//[^\r\n]*)"
    r'|(?P<key>"(?:[^"\\]|\\.)*+"|(?<![\w.-])[\w.-]++)\s*+=\s*+"(?P<value>(?:[^"\\]|\\.)*+)"\s*;'
    r"|(?P<other>\S)",
    re.DOTALL,
)
_APPLE_ESCAPE = regex(r"(?:\\[uU][0-9a-fA-F]{4})+|\\[0-7]{3}|\\.", re.DOTALL)


def parse_strings(raw: str) -> Parsed:
    """Parse Apple's `.strings`."""
    strings = Strings(("objc-format",))
    comments: list[Comment] = []
    for match in _APPLE.finditer(raw):
        if match["other"]:
            raise Malformed('neither a comment nor "key" = "text";', match.start())
        remark = match["block"] or match["line"]
        if remark:
            text = remark.removeprefix("//").removeprefix("/*").removesuffix("*/").strip()
            comments.append(Comment(text, Span(*match.span())))
            continue
        value = Text.verbatim(match["value"], match.start("value"))
        key = match["key"].strip('"')
        text_read = unescaped(value, _APPLE_ESCAPE, _of_apple)
        strings.add(key, text_read, Span(*match.span()))
    return strings.parsed(comments)


def _of_apple(escape: str) -> str:
    if escape[1] in "01234567" and len(escape) == 4:
        return bytes([int(escape[1:], 8) & 0xFF]).decode("mac-roman")
    return backslashed(escape)


# ------------------------------------------------------------------ properties

_PROPERTY = regex(
    r"^[ \t\f]*(?:(?P<comment>[#!][^\r\n]*)"
    r"|(?P<key>(?:\\(?:\r\n|.)|[^\s\\:=])++)[ \t\f]*(?:[:=][ \t\f]*)?"
    r"(?P<value>(?:\\(?:\r\n|[\s\S])|[^\\\r\n])*+))",
    re.MULTILINE,
)
_PROPERTY_ESCAPE = regex(r"(?:\\u[0-9a-fA-F]{4})+|\\(?:\r\n|[\r\n])[ \t\f]*|\\.")


def parse_properties(raw: str) -> Parsed:
    """Parse Java's `.properties`."""
    strings = Strings()
    comments: list[Comment] = []
    at = 0
    while match := _PROPERTY.search(raw, at):
        at = max(match.end(), at + 1)
        if match["comment"]:
            comments.append(Comment(match["comment"][1:].strip(), Span(*match.span("comment"))))
            continue
        value = Text.verbatim(match["value"], match.start("value"))
        text = unescaped(value, _PROPERTY_ESCAPE, _of_properties)
        strings.add(match["key"], text, Span(*match.span()))
    return strings.parsed(comments)


def _of_properties(escape: str) -> str:
    return "" if escape[1] in "\r\n" else backslashed(escape)
