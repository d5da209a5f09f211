"""What verbs, nouns, adjectives and adverbs govern (`data/government.txt`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.reading import listed, table


class Slip(NamedTuple):
    """`wrong` is written where `right` belongs ("-": nothing); `before`: what has to follow, ""
    for a noun, pronoun or numeral; `level`: never, learner or norm; `sure`: more than a hint;
    `certain`: so that no model has a say."""

    wrong: str
    right: str
    before: str
    level: str
    sure: bool
    certain: bool = False


class Entry(NamedTuple):
    """`pronominal`: with a clitic pronoun (True), without (False), either (None); `takes`: the
    prepositions, "-" for a plain object or none, "inf" for a plain infinitive; `rest`: what follows
    the verb in a phrase ("ter certeza")."""

    head: str
    part: str
    pronominal: bool | None
    rest: str
    takes: tuple[str, ...]
    slips: tuple[Slip, ...]


class Relative(NamedTuple):
    """What a relative pronoun needs before it where this verb governs it: one of the
    `prepositions`, the usual one first. `noun`: the class of noun it must stand for, "" any;
    `dative`: only where the verb has a dative, too ("que te falei")."""

    pronominal: bool
    prepositions: tuple[str, ...]
    noun: str
    dative: bool


class Government(NamedTuple):
    """Entries by part of speech (verb, noun, adjective, adverb) and head; `classes` of nouns and,
    as "after em", the words that make an adverb of a preposition; `relatives` by verb;
    `unpronominal`: verbs without pronoun."""

    entries: Mapping[tuple[str, str], tuple[Entry, ...]]
    classes: Mapping[str, frozenset[str]]
    relatives: Mapping[str, tuple[Relative, ...]]
    unpronominal: frozenset[str]


_BY_TAG = {"VERB": "verb", "AUX": "verb", "NOUN": "noun", "ADJ": "adjective"}
_PARTS = {"verbs": "verb", "phrases": "verb", "nouns": "noun", "adjectives": "adjective",
          "adverbs": "adverb"}  # fmt: skip


@cache
def government() -> Government:
    """The lexicon, read once."""
    entries: dict[tuple[str, str], tuple[Entry, ...]] = {}
    classes: dict[str, frozenset[str]] = {}
    relatives: dict[str, tuple[Relative, ...]] = {}
    unpronominal: set[str] = set()
    section = ""
    for line in table("government.txt"):
        if line.startswith("["):
            section = line.strip("[] ")
        elif section == "classes":
            name, _, members = line.partition(":")
            classes[name] = listed(members)
        elif section == "relatives":
            verb, prepositions, condition = (field.strip() for field in line.split("|"))
            own = Relative(
                verb.endswith("-se"),
                tuple(prepositions.split()),
                condition[1:] if condition.startswith("@") else "",
                condition == "dative",
            )
            plain = verb.removesuffix("-se")
            relatives[plain] = (*relatives.get(plain, ()), own)
        elif section == "unpronominal":
            unpronominal.update(line.split())
        else:
            entry = _entry(line, _PARTS[section])
            key = entry.part, entry.head
            entries[key] = (*entries.get(key, ()), entry)
    return Government(entries, classes, relatives, frozenset(unpronominal))


def _entry(line: str, part: str) -> Entry:
    """Return the entry of a line "head | takes | slips"; "head-se" is pronominal, "head!" never
    is."""
    written, takes, slips = (field.strip() for field in line.split("|"))
    head, _, rest = written.partition(" ")
    pronominal = None
    if head.endswith("-se"):
        head, pronominal = head[:-3], True
    elif head.endswith("!"):
        head, pronominal = head[:-1], False
    return Entry(
        head, part, pronominal, rest, tuple(takes.split()), tuple(map(_slip, slips.split()))
    )


@cache
def _slip(written: str) -> Slip:
    """Return a slip as written: "level:wrong>right/before", with "?" for a hint, "!" for certain,
    "+" for a space."""
    sure, certain = not written.endswith("?"), written.endswith("!")
    level, _, change = written.rstrip("?!").rpartition(":")
    change, _, before = change.partition("/")
    wrong, _, right = change.partition(">")
    return Slip(
        wrong.replace("+", " "), right.replace("+", " "), before, level or "never", sure, certain
    )


@lru_cache(4_096)
def relatives_of(verb: str) -> tuple[Relative, ...]:
    """Return what "que" needs before it as the complement of a verb: by the section on relatives,
    else by entries without a plain complement."""
    known = government()
    if verb in known.relatives:
        return known.relatives[verb]
    return tuple(
        Relative(entry.pronominal is True, entry.takes, "", False)
        for entry in known.entries.get(("verb", verb), ())
        if not entry.rest and not {"-", "inf"} & {*entry.takes}
    )


def governing(name: str) -> frozenset[str]:
    """A list that patterns name: a class of nouns ("class.abstract"), verbs without pronoun
    ("unpronominal"), what "a" follows ("a.verb", "a.verb-se", "a.adverb"), or verbs that
    "que" follows where people write "de que" ("que.verb"); `KeyError` if there is none."""
    kind, _, own = name.partition(".")
    if kind == "class":
        return government().classes[own]
    if name == "unpronominal":
        return government().unpronominal
    if name == "que.verb":
        return frozenset(
            head
            for (part, head), entries in government().entries.items()
            if part == "verb"
            and not any("de" in entry.takes for entry in entries)
            and any(slip.wrong == "de que" for entry in entries for slip in entry.slips)
        )
    if kind != "a":
        raise KeyError(f"@{name}: there is no such list")
    return led_by_a(own.removesuffix("-se"), own.endswith("-se") or None)


@cache
def led_by_a(part: str, pronominal: bool | None = None) -> frozenset[str]:
    """Return the heads of a part of speech built with "a"; verbs only if they have no plain object
    or are never written with one."""
    return frozenset(
        entry.head
        for entries in government().entries.values()
        for entry in entries
        if entry.part == part
        and not entry.rest
        and entry.takes[0] == "a"
        and entry.pronominal is pronominal
        and (
            part != "verb"
            or "-" not in entry.takes
            or any(
                (slip.wrong, slip.right, slip.level) == ("-", "a", "never") for slip in entry.slips
            )
        )
    )


def entries_at(sentence: ParsedSentence, at: int) -> tuple[Entry, ...]:
    """The entries of the word at a place, by what the parse takes it for."""
    word = sentence.parsed(at)
    part = _BY_TAG.get(word.tag) if word else None
    if word and part:
        return government().entries.get((part, word.lemma), ())
    return government().entries.get(("adverb", sentence.form(at)), ())
