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
from textlint_pt.text.document import EMPTY, Comment, Span, State, Text
from textlint_pt.text.regex import regex

#: keys and indices that lead to a string
_MAXIMUM_DEPTH = 30
_PLURAL_SUFFIX = regex(r"(.+?)(?:_(?:ordinal_)?)(zero|one|two|few|many|other|plural)\Z")
_LANGUAGE = regex(r"[a-z]{2,3}(?:[-_][A-Za-z]{2,4}|[-_]\d{3})*\Z")


class _StringAtPath(NamedTuple):
    """A string and the keys that lead to it."""

    path: tuple[str | int, ...]
    text: Text


def parse_json(raw: str) -> Parsed:
    """Parse JSON of i18next, vue-i18n and the like, Chrome's `messages.json`, ARB."""
    # the tools of Flutter leave an empty file where all is in another
    data = _loaded(raw) if raw.strip() else {}
    found = [
        _StringAtPath(value.path, jsonscan.decoded(raw, value.start, value.end))
        for value in jsonscan.values(raw, 0, len(raw), deepest=_MAXIMUM_DEPTH)
        if value.is_text
    ]
    if _is_chrome(data):
        found = [
            string._replace(path=string.path[:1])
            for string in found
            if len(string.path) == 2 and string.path[1] == "message"
        ]
    shown = (
        string
        for string in found
        if string.path  # empty where a string is the whole file
        and not any(str(key).startswith("@") for key in string.path)  # metadata of ARB
    )
    return _nested(shown, ())


def _is_chrome(data: Any) -> bool:
    """Return whether JSON has the shape of Chrome's: {"name": {"message": "Nome"}}."""
    return (
        isinstance(data, dict)
        and bool(data)
        and all(
            isinstance(value, dict) and isinstance(value.get("message"), str)
            for value in data.values()
        )
    )


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


def _nested(found: Iterator[_StringAtPath], comments: Sequence[Comment]) -> Parsed:
    """Return the strings, named by their keys joined with dots; a first key that is a language
    code ("pt-BR") and contains every string is left out of the names."""
    all_strings = list(found)
    first_keys = {str(path[0]) for path, _ in all_strings}
    are_all_nested = all(len(path) > 1 for path, _ in all_strings)
    if len(first_keys) == 1 and are_all_nested and _LANGUAGE.match(next(iter(first_keys))):
        all_strings = [string._replace(path=string.path[1:]) for string in all_strings]
    keys_by_parent: defaultdict[tuple[str | int, ...], set[str | int]] = defaultdict(set)
    for path, _ in all_strings:
        keys_by_parent[path[:-1]].add(path[-1])
    strings = Strings()
    for path, text in all_strings:
        siblings = keys_by_parent[path[:-1]]
        is_identifier = path[-1] == "id" and "translation" in siblings  # of Hugo
        if not is_identifier:
            strings.add(_key(path, siblings), text)
    return strings.parsed(comments)


def _key(path: Sequence[str | int], siblings: set[str | int]) -> str:
    """Return the name of a string; the category of a plural follows a zero character.

    Rails has "item: {one: …, other: …}", i18next has "item_one" or "item" and "item_plural".
    """
    *parents, last = map(str, path)
    if last in PLURALS and "other" in siblings and siblings <= PLURALS:
        return ".".join(parents) + f"\0{last}"
    match = _PLURAL_SUFFIX.match(last)
    if match and {f"{match[1]}_other", f"{match[1]}_plural"} & set(map(str, siblings)):
        category = "other" if match[2] == "plural" else match[2]
        return ".".join([*parents, match[1]]) + f"\0{category}"
    if f"{last}_plural" in siblings:
        return ".".join([*parents, last]) + "\0one"
    return ".".join([*parents, last])


# ------------------------------------------------------------------ YAML

#: by the quotation marks around the scalar
_YAML_ESCAPES = {
    '"': regex(
        r"\\(?:\r?\n[ \t]*|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^\r\n])"
        r"|(?<![ \t])[ \t]*+(?:\r?\n[ \t]*+)++"
    ),
    "'": regex(r"''|(?<![ \t])[ \t]*+(?:\r?\n[ \t]*+)++"),
}
_YAML_SIGNS = {"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029", " ": " "}
_COMMENT = regex(r"^[ \t]*#\s*(textlint-pt-[^\r\n]*)", re.MULTILINE)
#: of a node, before what it holds: its anchor and its tag
_PROPERTIES = regex(r"(?:[&!]\S*\s+)*")
_WORD_OR_SPACE, _SPACE = regex(r"\s+|\S+"), regex(r"\s*")


def parse_yaml(raw: str) -> Parsed:
    """Rails and the like: the language is the topmost key."""
    comments = [Comment(match[1].rstrip(), Span(*match.span())) for match in _COMMENT.finditer(raw)]
    return _nested(_scalars(raw, _yaml_tree(raw), (), set()), comments)


def is_mapping(raw: str) -> bool:
    """Return whether a text is YAML with keys at its top; `Malformed` where it is no YAML."""
    node = _yaml_tree(raw)
    return node is not None and node.id == "mapping"


def _yaml_tree(raw: str) -> Any:
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


def _scalars(
    raw: str, node: Any, path: tuple[str | int, ...], seen_nodes: set[int]
) -> Iterator[_StringAtPath]:
    """Yield the texts of a YAML tree; what an alias repeats is read once."""
    import yaml

    is_alias = id(node) in seen_nodes
    if node is None or is_alias or len(path) > _MAXIMUM_DEPTH:
        return
    seen_nodes.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(raw, value, (*path, str(key.value)), seen_nodes)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _scalars(raw, value, (*path, number), seen_nodes)
    elif node.tag == "tag:yaml.org,2002:str" and path:
        text = _scalar(raw, node)
        if text.text == node.value:  # else YAML reads it in a way that is not known here
            # the line break that ends a block scalar is no part of its text
            has_last_break = node.style in ("|", ">") and text.text.endswith("\n")
            yield _StringAtPath(path, text[:-1] if has_last_break else text)


def _scalar(raw: str, node: Any) -> Text:
    """Return the text of a YAML scalar, which is quoted, a block ("|", ">") or plain."""
    properties = _PROPERTIES.match(raw, node.start_mark.index)
    start = properties.end() if properties else node.start_mark.index
    end = node.end_mark.index
    if escapes := _YAML_ESCAPES.get(node.style):
        quoted = Text.verbatim(raw[start + 1 : end - 1], start + 1)
        return unescaped(quoted, escapes, _unescape_yaml)
    first = raw.find("\n", start) + 1 if node.style in ("|", ">") else start
    return _aligned(raw, first, str(node.value))


def _unescape_yaml(escape: str) -> str:
    """Return the text of a YAML escape or line fold."""
    if escape == "''":
        return "'"
    if escape[0] != "\\":
        breaks = escape.count("\n")
        return "\n" * (breaks - 1) if breaks > 1 else " "
    if escape[1] in "\r\n":
        return ""
    return _YAML_SIGNS.get(escape[1:]) or backslashed(escape)


def _aligned(raw: str, start: int, value: str) -> Text:
    """Return a value with the place of each word, which follow one another from `start` on.

    White space covers all that is written between two words. Empty if a word is not found.
    """
    pieces: list[Text] = []
    for match in _WORD_OR_SPACE.finditer(value):
        word_or_space, length = match[0], len(match[0])
        space = _SPACE.match(raw, start)
        end = space.end() if space else start
        if not word_or_space.isspace():
            start, end = end, end + length
            if not raw.startswith(word_or_space, start):
                return EMPTY
        is_same = raw[start:end] == word_or_space
        pieces.append(
            Text.verbatim(word_or_space, start)
            if is_same
            else Text(word_or_space, [start] * length, [end] * length)
        )
        start = end
    return Text.join(pieces)


# ------------------------------------------------------------------ Apple


def parse_xcstrings(raw: str) -> Parsed:
    """Parse Apple's catalogues, which hold all languages; Portuguese is read, with its source."""
    data = _loaded(raw)
    if not isinstance(data, dict) or not isinstance(data.get("strings"), dict):
        raise Malformed("no catalogue of strings: it has no “strings”", 0)
    source_language = str(data.get("sourceLanguage", "en"))
    # strings › KEY › localizations › LANGUAGE › form, as "variations/plural/one" › stringUnit ›
    # value or state; a key is the source where no other is given
    keys: dict[str, Text] = {}
    localized: dict[tuple[str | int, ...], Text] = {}
    for value in jsonscan.values(raw, 0, len(raw), deepest=_MAXIMUM_DEPTH, with_keys=True):
        if value.is_key:
            if len(value.path) == 2 and value.path[0] == "strings":
                keys[str(value.path[1])] = jsonscan.decoded(raw, value.start, value.end)
        elif value.is_text and len(value.path) > 5 and value.path[2] == "localizations":
            localized[value.path] = jsonscan.decoded(raw, value.start, value.end)
    written = {
        (str(path[1]), str(path[3]), "/".join(map(str, path[4:-2]))): (text, path[:-1])
        for path, text in localized.items()
        if path[-1] == "value"
    }
    strings = Strings(("objc-format",))
    for (key, language, form), (text, unit) in written.items():
        if language == source_language or not is_portuguese(language):
            continue
        other_form = form.rsplit("/", 1)[0] + "/other"
        candidates = [written.get((key, source_language, name)) for name in (form, other_form, "")]
        source = next((candidate[0] for candidate in candidates if candidate), keys[key])
        category = form.rsplit("/", 1)[-1]
        if category in PLURALS:
            name = f"{key}\0{category}"
        else:
            name = f"{key}/{form}" if form else key
        is_new = localized.get((*unit, "state"), EMPTY).text == "new"
        state = State.UNTRANSLATED if is_new else State.TRANSLATED
        strings.add(f"{language}\x04{name}", text, None, source, state=state)
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
        unescaped_text = unescaped(value, _APPLE_ESCAPE, _unescape_apple)
        strings.add(key, unescaped_text, Span(*match.span()))
    return strings.parsed(comments)


def _unescape_apple(escape: str) -> str:
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
    position = 0
    while match := _PROPERTY.search(raw, position):
        position = max(match.end(), position + 1)  # a match may be empty
        if match["comment"]:
            comments.append(Comment(match["comment"][1:].strip(), Span(*match.span("comment"))))
            continue
        value = Text.verbatim(match["value"], match.start("value"))
        text = unescaped(value, _PROPERTY_ESCAPE, _unescape_property)
        strings.add(match["key"], text, Span(*match.span()))
    return strings.parsed(comments)


def _unescape_property(escape: str) -> str:
    return "" if escape[1] in "\r\n" else backslashed(escape)
