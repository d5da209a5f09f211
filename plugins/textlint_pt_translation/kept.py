"""Which tokens of a source a translation kept: the same ones, as often, near the same place.

Some may differ: code and strings that are prose and were translated, names in angle brackets or
braces that the reader replaces, links that lead to the Portuguese page.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import word_lists
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.tokens import Token, What, address

#: links of the alignment, or paragraphs, by which something may have moved
_REACH = 3
#: how similar a replacement in the next sentence must be
_LIKE = 0.6
#: how similar addresses are of which one is misspelt
_MISSPELT = 0.9
#: letters from which the name of a page is its own
_NAME_OF_A_PAGE = 5
_EVERYWHERE = frozenset(("index", "readme", "_index"))


class Placed(NamedTuple):
    """A token and the number of the pair that it stands in."""

    token: Token
    place: int


class Difference(NamedTuple):
    """A token of the source that the translation lacks, its replacement, or a superfluous one."""

    source: Placed | None
    target: Placed | None

    @property
    def lost(self) -> Token | None:
        """The token of the source that nothing replaces."""
        return self.source.token if self.source and self.target is None else None

    @property
    def alone(self) -> Token | None:
        """The token that one side alone has; None where both have one."""
        return self.lost or (self.target.token if self.target and self.source is None else None)


Same = Callable[[Token, Token], bool]


def differences(
    source: Sequence[Placed], target: Sequence[Placed], may_stand_for: Same
) -> list[Difference]:
    """Return the tokens (placeholders, code, links) that only one side has, in reading order.

    `may_stand_for(source, target)`: whether the target's token is a translation of the source's.
    """
    lost, new = list(source), list(target)
    for is_same in (lambda one, other: one.key == other.key, may_stand_for):
        partners = _partners(
            (distance, i, j)
            for distance, i, j in _near(lost, new, _REACH)
            if is_same(lost[i].token, new[j].token)
        )
        lost, new = _without(lost, partners), _without(new, partners.values())
    replaced = _partners(_alike(lost, new))
    found = [Difference(lost[i], new[j]) for i, j in replaced.items()]
    found += [Difference(placed, None) for placed in _without(lost, replaced)]
    found += [Difference(None, placed) for placed in _without(new, replaced.values())]
    return sorted(found, key=lambda d: (d.target or d.source or source[0]).place)


def _near(
    source: Sequence[Placed], target: Sequence[Placed], reach: int
) -> Iterator[tuple[int, int, int]]:
    """Yield how far apart two tokens stand, at most `reach` places, and the index of each."""
    by_place: dict[int, list[int]] = defaultdict(list)
    for j, placed in enumerate(target):
        by_place[placed.place].append(j)
    for i, placed in enumerate(source):
        for distance in range(-reach, reach + 1):
            for j in by_place.get(placed.place + distance, ()):
                yield abs(distance), i, j


def _alike(
    lost: Sequence[Placed], new: Sequence[Placed]
) -> Iterator[tuple[float, float, int, int]]:
    """Yield tokens of one kind that may replace each other, with their distance and likeness."""
    for distance, i, j in _near(lost, new, 1):
        if lost[i].token.what is new[j].token.what:
            likeness = _likeness(lost[i], new[j])
            if not distance or likeness >= _LIKE:
                yield distance, -likeness, i, j


def _partners(candidates: Iterable[tuple[*tuple[float, ...], int, int]]) -> dict[int, int]:
    """Return indices of the target by those of the source, each once, the least candidates
    first."""
    partners: dict[int, int] = {}
    taken = set[int]()
    for *_, i, j in sorted(candidates):
        if i not in partners and j not in taken:
            partners[i] = j
            taken.add(j)
    return partners


def _without(placed: Sequence[Placed], indices: Iterable[int]) -> list[Placed]:
    gone = frozenset(indices)
    return [one for at, one in enumerate(placed) if at not in gone]


def is_like(difference: Difference) -> bool:
    """Return whether what stands in place of a token is the same, changed, wherever it stands."""
    source, target = difference
    return source is not None and target is not None and _likeness(source, target) >= _LIKE


def _likeness(source: Placed, target: Placed) -> float:
    """Return how similar two tokens are (0–1); links to other hosts and files less."""
    keys = source.token.key, target.token.key
    ratio = SequenceMatcher(None, *keys).ratio()
    if source.token.what is not What.LINK or ratio >= _MISSPELT:
        return ratio
    hosts, names = ({at(key) for key in keys} for at in (_host_of, posixpath.basename))
    return ratio if "" in hosts or len(hosts) == len(names) == 1 else ratio * _LIKE


def _host_of(address: str) -> str:
    """Return the host of an address as `tokens.address` gives it; "" of one within a site."""
    host, slash, _ = address.partition("/")
    return host if slash and "." in host.lstrip(".") else ""


def is_elsewhere(source: str, target: str) -> bool:
    """Return whether two addresses lead to different hosts, or one of them out of the site; a badge
    is no screenshot that has one of its own."""
    return "/badge" not in source and _host_of(address(source)) != _host_of(address(target))


# ------------------------------------------------------------------ what may differ


_NUMBER = regex(r"\d+")
_YEAR = regex(r"Y{2,4}")
_POINTS = str.maketrans(",.", ".,")
_INTO = regex(r"\s(?:→|->|>|»|/)\s")
#: placeholders for something that the reader fills in: <branch>, {{path/to/file}}, tool [options]
_HOLE = regex(
    r"(?<![A-Za-z\d$])<([a-z][\w ./|-]*)>|\{\{([^{}\s\[][^{}\[]*)\}\}"
    r"|(?:path/to|caminho/para)(?:/[\w.-]+)+|(?<=//)(?!localhost\b)[a-z]+(?=[/:])"
    r"|\b(?:your|my|seu|sua|meu|minha)(?:[-_]?[a-z\d]+)+\b"
    r"|(?<=[\w\])>] )\[([^\W\d_A-Z][\w ./|-]{2,})(?:\.{3})?\](?!\S)"
    r"|(?<=[./-])\{[a-z][\w-]*\}(?=[./-])|(?<![\w.+-])(?:[\w.+-]+@)?ex[ae]mpl[eo](?:\.(?:com|org|net|br))+\b|(?<![\w.+-])[\w.+-]+@ex[ae]mpl[eo]\b"
)
_NAMED = regex(r"<([^\W\d_][\w .|-]+)>")
_HTML = frozenset(
    (
        *("a", "abbr", "article", "audio", "b", "body", "br", "button", "canvas", "code", "dd"),
        *("div", "dl", "dt", "em", "figure", "footer", "form", "h1", "h2", "h3", "h4", "head"),
        *("header", "hr", "html", "i", "iframe", "img", "input", "kbd", "label", "li", "link"),
        *("main", "meta", "nav", "ol", "option", "p", "pre", "s", "script", "section", "select"),
        *("small", "span", "strong", "style", "sub", "sup", "svg", "table", "tbody", "td"),
        *("textarea", "th", "thead", "title", "tr", "u", "ul", "video"),
    )
)
_PROSE_MARKS = regex(r"[^\w\s.,;:!?'’\"“”«»()…–—-]|\w[._:(]\w|\w\([\"']|(?<!\S)-{1,2}\w|_")


def is_translated(source: str, target: str) -> bool:
    """Return whether code or a string was translated: prose on both sides, or only a name that
    the reader replaces differs, as `<branch>` and `<ramo>`."""
    if _NUMBER.findall(source) == _NUMBER.findall(target) and (
        (_is_text(source) and is_prose(target, "pt")) or (_is_label(source) and _is_label(target))
    ):
        return True
    # "id=number or list"
    (name, _, value), (our_name, _, our_value) = (
        map(str.strip, one.partition("=")) for one in (source, target)
    )
    if name == our_name and is_prose(value, "en") and is_prose(our_value, "pt"):
        return True
    if _YEAR.sub(lambda year: "A" * len(year[0]), source) == target != source:
        return True  # how a date is written, for people
    if not LETTERS.search(source) and source.translate(_POINTS) == target:
        return True  # a figure with the comma of Portuguese
    holes = _HOLE.sub(_hole, source), _HOLE.sub(_hole, target)
    if holes[0] == holes[1]:
        return True
    return source.isascii() and not target.isascii() and _shape(source) == _shape(target)


def is_hole(written: str) -> bool:
    """Return whether a tag is a name in angle brackets that the reader replaces: `<value>`."""
    match = _NAMED.fullmatch(written)
    return match is not None and match[1].lower() not in _HTML


def _folded(fragment: str) -> str:
    """Return an anchor as sites write it that know no accents and no capitals."""
    plain = unicodedata.normalize("NFD", unquote(fragment).lower())
    return re.sub(r"-{2,}", "-", re.sub(r"[^\w-]", "", plain))


def _named(fragment: str) -> str:
    """Return an anchor without its number and what stands for signs before it."""
    return _COUNTED.sub("", _folded(fragment)).strip("-")


def _is_one_page(path: str, other: str) -> bool:
    """Return whether two addresses of a site lead to one page: /a/page.md, ./page.md."""
    names = [_name(_delocalised(one)[0]) for one in (path, other)]
    hosts = [one.lstrip("./").partition("/") for one in (path, other)]
    if names[0] != names[1] or any(slash and "." in host for host, slash, _ in hosts):
        return False
    stem = names[0].partition(".")[0].lower()
    return len(stem) >= _NAME_OF_A_PAGE and stem not in _EVERYWHERE


def _from_here(path: str) -> str:
    """Return a path without leading "../" and without what marks the file of a page."""
    return _PAGE.sub("", _UPWARD.sub("", path, count=1))


def _name(path: str) -> str:
    """Return the last name of a path, without what tells that it is the file of a page."""
    return _PAGE.sub("", posixpath.basename(path.rstrip("/")))


def _hole(match: re.Match[str]) -> str:
    """Return a mark for a name that may be translated, else the text itself."""
    if match[1]:
        return match[0] if match[1].split()[0].rstrip("/") in _HTML else "<…>"
    if match[2]:
        is_value = len(match[0]) == len(match.string) or not LETTERS.search(match[2])
        return match[0] if is_value else "{{…}}"
    return "…"


def _is_text(text: str) -> bool:
    """Return whether a text is several words, in whatever language, and nothing else."""
    return len(LETTERS.findall(text)) > 1 and not _PROSE_MARKS.search(text)


def _is_label(text: str) -> bool:
    """Return whether a text is several words, the first with a capital, and nothing else, as are
    the names of a menu and what is in it."""
    text = _INTO.sub(" ", text)
    words = text.split()
    return len(words) > 1 and words[0][0].isupper() and not _PROSE_MARKS.search(text)


def _shape(text: str) -> str:
    """Return what is left of code without its words, however many stand in a row."""
    return re.sub(r"x(?: x)+", "x", LETTERS.sub("x", text))


@cache
def marking(language: str) -> frozenset[str]:
    """Return the function words by which a language is recognised, `en` or `pt`."""
    lists = word_lists("languages.txt")
    words = frozenset(lists[language])
    return words | frozenset(lists["romance"]) if language == "pt" else words


def marked(words: Sequence[str]) -> tuple[int, int]:
    """Return how many words mark English and not Portuguese, and how many Portuguese."""
    english, portuguese = marking("en") - marking("pt"), marking("pt")
    return sum(word in english for word in words), sum(word in portuguese for word in words)


def is_prose(text: str, language: str) -> bool:
    """Return whether a text is several words of a language (`en`, `pt`), one a function word."""
    words = [word.lower() for word in LETTERS.findall(text)]
    if len(words) < 2 or _PROSE_MARKS.search(text):
        return False
    return not marking(language).isdisjoint(words) or not text.isascii()


# ------------------------------------------------------------------ links

_CODES = r"(?:en|pt|eng|por|br)(?:[-_]?(?:us|gb|br|pt|latn))?"
_LANGUAGE = regex(_CODES, re.IGNORECASE)
_IN_NAME = regex(
    rf"(?:[._-]|(?<=[a-z\d])(?=(?-i:EN|PT|BR)))({_CODES})(?=\.\w+\Z)|\.({_CODES})\Z"
    rf"|(?:[_-]|\A)({_CODES})(?=[_-]|%20)|[_-]((?:pt|por)(?:[-_]?br)?)\Z",
    re.IGNORECASE,
)
#: how the files of pages end, and the way up from a page to what it names
_PAGE = regex(r"\.(?:mdx?|markdown|html?|rst|adoc)\Z")
_UPWARD = regex(r"(?:\.{1,2}/)*")
#: what tools put in names of files for what is in them
_DIGEST = regex(r"[._-][0-9a-f]{16,}(?=\.)")
#: the end of the anchor of a heading that stands twice
_COUNTED = regex(r"-\d\Z")
_OF_LANGUAGE = regex(
    r"(?i)(?<![^\W_])(?:portugu[eê]s[ae]?|brasil)(?![^\W_])|=pt(?:[-_]br)?(?![\w-])"
    r"|\A[^/]+\.(?:br|pt)(?![^/])"
)
#: words of Portuguese in the name of a page, as of an article, that tell its language
_TELLING = 3
_PORTUGUESE = regex(r"(?:pt|por|br)(?:[-_]?(?:br|pt|latn))?", re.IGNORECASE)


class Links:
    """Which links lead to the Portuguese page for the target of the source's link.

    `mapped`: the source's path for one of the target, relative to the folder of both, or None;
    `headings`: slugs of headings of the page by those of the source's headings; `localised`: parts
    of the source's addresses, or patterns of them, and what stands in their place; `anchors`: those
    of our page.
    """

    def __init__(
        self,
        paths: tuple[str, str],
        mapped: Callable[[str], str | None],
        headings: Mapping[str, str],
        localised: Mapping[str, str] = MappingProxyType({}),
        anchors: Iterable[str] = (),
    ) -> None:
        """Store how links of the source may be changed in the translation."""
        self._anchors = frozenset(map(_named, anchors))
        self._paths = paths
        self._mapped = mapped
        self._headings = headings
        self._localised = localised

    def same(self, source: str, target: str) -> bool:
        """Return whether our link is the localised one of the source; both as `tokens.address`
        gives them."""
        is_open = source == "#" or ("{{" in source) is not ("{{" in target)
        if is_open or any(is_rewritten(source, target, *one) for one in self._localised.items()):
            return True
        path, _, fragment = source.partition("#")
        our_path, _, our_fragment = target.partition("#")
        if fragment == our_fragment and (
            _is_one_page(path, our_path)
            or (path[:1] == "/" and our_path.endswith(path))
            or (path and _from_here(path) == _from_here(our_path))
            or self._is_same_file(path, our_path)
        ):
            return True
        if not path and not our_path:
            wanted = _folded(fragment), _folded(our_fragment)
            has = [_named(one) in self._anchors for one in (fragment, our_fragment)]
            are_headings = any(
                wanted == (_folded(a), _folded(b)) for a, b in self._headings.items()
            )
            # of anchors that no heading has, as those of HTML, nothing but their words is known
            return (
                are_headings or has[1] > has[0] or (not any(has) and _put(fragment, our_fragment))
            )
        if self._is_mapped(path, our_path) or (path == our_path and _put(fragment, our_fragment)):
            return True
        (plain, _), (our_plain, our_code) = map(_delocalised, (path, our_path))
        return path != our_path and (
            (plain == our_plain and our_code is None)
            or _leads_to_portuguese(path, our_path)
            or is_localised(path, our_path)
        )

    def _is_same_file(self, path: str, our_path: str) -> bool:
        """Return whether two addresses lead from the folders of the pages to one file, or each
        to the page in the other language."""
        sides = zip(self._paths, (our_path, path), strict=True)
        reached = {posixpath.normpath(posixpath.join(posixpath.dirname(a), b)) for a, b in sides}
        return bool(path and our_path) and (len(reached) == 1 or reached == set(self._paths))

    def _is_mapped(self, path: str, path_there: str) -> bool:
        """Return whether a link leads to the translated file of the source's target."""
        if "://" in path or not path_there:
            return False
        base = posixpath.dirname(self._paths[1])
        folder = posixpath.dirname(self._paths[0])
        mapped = self._mapped(posixpath.normpath(posixpath.join(folder, path_there)))
        return mapped == posixpath.normpath(posixpath.join(base, path))


def _leads_to_portuguese(path: str, target: str) -> bool:
    """Return whether our address alone says that what it leads to is Portuguese, wherever that is:
    `example.com/help` and `example.com/pt-br/ajuda`, `example.com.br/ajuda`, `manual.pt`,
    `/blog/a` and `/pt/blog/b`."""
    is_whole = target.startswith("/") or bool(_host_of(f"{target}/"))
    return is_whole and is_portuguese(target) and not is_portuguese(path)


def is_portuguese(address: str) -> bool:
    """Return whether an address says that it is Portuguese: by a code, its country, a word, or
    the sentence that names its page."""
    _, code = _delocalised(address)
    plain = unquote(address)
    if _PORTUGUESE.fullmatch(code or "") or _OF_LANGUAGE.search(plain):
        return True
    words = LETTERS.findall(posixpath.basename(plain.rstrip("/")).lower())
    marks = [sum(word in marking(language) for word in words) for language in ("pt", "en")]
    return marks[0] >= _TELLING and marks[0] > marks[1]


def _put(fragment: str, target: str) -> bool:
    """Return whether an anchor is one of a heading, put into Portuguese."""
    source, target = fragment.replace("-", " "), target.replace("-", " ")
    return len(source.split()) > 1 and is_prose(target, "pt") and not is_prose(source, "pt")


def _host(host: str) -> str | None:
    """Return a host without the language code that it begins with; None if there is none."""
    first, _, rest = host.partition(".")
    return rest if "." in rest and _LANGUAGE.fullmatch(first) else None


def _delocalised(path: str) -> tuple[str, str | None]:
    """Return a path without language codes, and the first of them."""
    codes: list[str] = []
    parts: list[str] = []
    for number, part in enumerate(_DIGEST.sub("", path).split("/")):
        if _LANGUAGE.fullmatch(part):
            codes.append(part)
            continue
        if number == 0 and (site := _host(part)) is not None:
            codes.append(part.partition(".")[0])
            part = site
        if match := _IN_NAME.search(part):
            codes.append(next(filter(None, match.groups())))
            part = (part[: match.start()] + part[match.end() :]).lstrip("-_.")
        parts.append(part)
    if len(parts) > 1 and parts[-1].partition(".")[0].lower() in _EVERYWHERE:
        parts.pop()  # what a folder opens with
    return "/".join(parts), codes[0].lower() if codes else None


def is_localised(source: str, target: str) -> bool:
    """Return whether two paths differ only in language codes or in text for people: the label of a
    badge, the words of a query."""
    site, is_badge, _ = source.partition("/badge/")
    if is_badge and target.startswith(site + is_badge):
        return True
    (page, asks, query), (our_page, our_asks, our_query) = (
        one.partition("?") for one in (source, target)
    )
    if page == our_page and asks == our_asks and asks:
        in_target = dict(parse_qsl(our_query, keep_blank_values=True))
        return all(
            value == in_target.get(name) or (" " in value and " " in in_target.get(name, ""))
            for name, value in parse_qsl(query, keep_blank_values=True)
        )
    (plain, code), (our_plain, our_code) = _delocalised(source), _delocalised(target)
    return (
        plain == our_plain
        and code != our_code
        and _PORTUGUESE.fullmatch(our_code or "") is not None
    )


def change(source: str, target: str) -> tuple[str, str] | None:
    """Return what differs between two addresses: whole folder names, or a part of the last name;
    None where they share nothing."""
    start = source.rfind("/", 0, len(posixpath.commonprefix((source, target)))) + 1
    source, target = source[start:], target[start:]
    size = len(posixpath.commonprefix((source[::-1], target[::-1])))
    end = source.find("/", len(source) - size)
    if end >= 0:
        cut = len(source) - end - 1
        return source[: len(source) - cut], target[: len(target) - cut]
    same = posixpath.commonprefix((source, target))
    at = max((i + 1 for i, mark in enumerate(same) if mark in "-_.#"), default=0)
    if len(same) in (len(source), len(target)):
        at = len(same)  # an ending more or less
    source, target = source[at:], target[at:]
    size = len(posixpath.commonprefix((source[::-1], target[::-1])))
    tail = source[len(source) - size :]
    begin = next((i for i, mark in enumerate(tail) if mark in "-_.#"), len(tail))
    cut = len(tail) - begin
    if not (start or at or cut):
        return None
    source, target = source[: len(source) - cut], target[: len(target) - cut]
    put_after = same[at - 1 : at] if at and cut and not source else ""
    return put_after + source, put_after + target


def is_rewritten(source: str, target: str, old: str, new: str) -> bool:
    """Return whether replacing `old` by `new` in the source's address gives the target's; with `*`
    in `new`, whether `old` and `new` are patterns that match the two."""
    if "*" in new:
        return fnmatchcase(source, old) and fnmatchcase(target, new)
    if not old:
        return target in (new + source, source + new)
    at = source.find(old)
    while at >= 0:
        if source[:at] + new + source[at + len(old) :] == target:
            return True
        at = source.find(old, at + 1)
    return False


def slug(heading: str) -> str:
    """Return the id that most programs give a heading."""
    kept = re.sub(r"[^\w\s-]", "", heading.strip().lower())
    return re.sub(r"\s", "-", kept)
