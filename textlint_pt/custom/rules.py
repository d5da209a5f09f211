"""From a declaration in rules.yaml to a rule like any other."""

from __future__ import annotations

import re
import string
from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from textlint_pt import portuguese
from textlint_pt.contract.declared import Declared, Scope
from textlint_pt.contract.errors import nearest
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.custom.declarations import (
    Consistency,
    Declaration,
    Existence,
    Occurrence,
    Repetition,
    Substitution,
    Textual,
    TokenPattern,
    examples,
    listed,
)
from textlint_pt.custom.matching import BadPattern, Match, Matcher
from textlint_pt.custom.page import page
from textlint_pt.patterns import matching
from textlint_pt.patterns.loading import lines, rank
from textlint_pt.patterns.matching import find
from textlint_pt.patterns.notation import Notation, NotationError, Reader
from textlint_pt.patterns.sentence import TokenSentence, tokens_of
from textlint_pt.patterns.writing import Writer, Written
from textlint_pt.portuguese.lists import closed
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix, Related
from textlint_pt.text.document import Kind, Sentence
from textlint_pt.text.reading import cased, together

#: kinds of block by the words that stand for several
_SCOPES = {
    "prose": {Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.QUOTE, Kind.DIALOGUE},
    "list": {Kind.LIST_ITEM},
}
_CODE = re.compile(r"[A-Z]+[0-9]+")
_RELATED = {"pt": "o outro lugar", "en": "the other place"}
_GROUP = re.compile(r"\\(\d)")
_LEMMAS = re.compile(r"<([^<>:\s]+?)(?:-se)?(?::\d+)?>")


class BadDeclaration(ValueError):
    """A declaration that makes no rule: the key that is wrong, and why."""

    def __init__(self, why: str, *keys: object) -> None:
        super().__init__(why)
        self.keys = keys


D = TypeVar("D", bound=Declaration)
T = TypeVar("T", bound=Textual)


class CustomRule(Rule, Generic[D]):
    """Base of what declarations become: `rule_class` sets what is declared."""

    #: what its declaration does not say
    scope: ClassVar[Scope] = Scope.SPAN
    needs: ClassVar[tuple[str, ...]] = ()
    declaration: ClassVar[Any]
    #: fields that messages may have
    fields: ClassVar[tuple[str, ...]] = ("match",)

    @classmethod
    @abstractmethod
    def prepare(cls, declared: D) -> Mapping[str, Any]:
        """Return class attributes, such as compiled patterns, or raise `BadDeclaration`."""

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        return repr(self.declaration)

    def checked_sentences(self, view: View) -> Iterator[Sentence]:
        return (sentence for sentence in view.sentences if sentence.kind in self.declared.kinds)

    def report(
        self,
        sentence: Sentence,
        start: int,
        end: int,
        evidence: Mapping[str, Any],
        *,
        replacement: str | None = None,
        related: Sequence[Related] = (),
        cut: tuple[int, int] | None = None,
    ) -> Finding:
        """Return a finding on `sentence.text[start:end]`; the fix replaces `cut` (or the same)."""
        fix_start, fix_end = cut or (start, end)
        if replacement == "" and cut is None:  # of the spaces around what is deleted one stays
            if sentence.text[:start].endswith(" "):
                fix_start -= 1
            elif sentence.text.startswith(" ", end) and sentence.text[start].isalnum():
                fix_end += 1
        applicability = getattr(self.declaration, "fix", "none")
        fix = None
        if (
            replacement is not None
            and applicability != "none"
            and together(sentence.content, fix_start, fix_end)
        ):
            span = sentence.content.span(fix_start, fix_end)
            fix = Fix(Applicability(applicability), (Edit(span.start, span.end, replacement),))
        written = sentence.text[start:end]
        suggestion = {} if replacement is None else {"suggestion": replacement}
        return self.finding(
            sentence,
            evidence,
            start=start,
            end=end,
            arguments={"match": written, **suggestion},
            related=related,
            fix=fix,
        )


class _TextRule(CustomRule[T]):
    """What has patterns over the text."""

    #: the key of its declaration that holds patterns, a list or a mapping from them
    key: ClassVar[str] = "patterns"
    matcher: ClassVar[Matcher]
    exception_matcher: ClassVar[Matcher]

    @classmethod
    def prepare(cls, declared: T) -> Mapping[str, Any]:
        return {
            "matcher": _matcher(getattr(declared, cls.key, []), declared, cls.key),
            "exception_matcher": _matcher(declared.exceptions, declared, "exceptions"),
        }

    def matches(self, sentence: Sentence, matcher: Matcher | None = None) -> Iterator[Match]:
        """Yield matches in prose that lie in no exception."""
        text = sentence.text
        exceptions: list[Match] | None = None
        for match in (matcher or self.matcher).find(text):
            if exceptions is None:
                exceptions = list(self.exception_matcher.find(text))
            if any(one.start <= match.start and match.end <= one.end for one in exceptions):
                continue
            if not sentence.is_opaque(match.start, match.end):
                yield match


class ExistenceRule(_TextRule[Existence]):
    """`kind: existence`."""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in self.checked_sentences(view):
            for match in self.matches(sentence):
                yield self.report(sentence, match.start, match.end, {})


class SubstitutionRule(_TextRule[Substitution]):
    """`kind: substitution`."""

    fields = ("match", "suggestion", "suggestions")
    key = "swap"

    @classmethod
    def prepare(cls, declared: Substitution) -> Mapping[str, Any]:
        """Compile patterns; check that each has a replacement with existing groups."""
        prepared = super().prepare(declared)
        for pattern_index, (pattern, texts) in enumerate(declared.swap.items()):
            if not listed(texts):
                raise BadDeclaration("says nothing to write instead", "swap", pattern)
            groups = prepared["matcher"].groups_of(pattern_index)
            for number in (int(n) for text in listed(texts) for n in _GROUP.findall(text)):
                if number > groups:
                    raise BadDeclaration(
                        f"\\{number}: the pattern has {groups} groups", "swap", pattern
                    )
        return prepared

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield matches with their replacements."""
        swaps = [listed(texts) for texts in self.declaration.swap.values()]
        for sentence in self.checked_sentences(view):
            for match in self.matches(sentence):
                groups = self.matcher.groups(match, sentence.text)
                suggestions = [
                    cased(_filled(text, groups), groups[0]) for text in swaps[match.pattern]
                ]
                if groups[0] in suggestions:
                    continue  # as it should be, but for capitals
                evidence = {"suggestions": suggestions}
                first = suggestions[0]
                yield self.report(sentence, match.start, match.end, evidence, replacement=first)


class RepetitionRule(_TextRule[Repetition]):
    """`kind: repetition`."""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield matches equal to one of the last `within`, with a fix if they are adjacent."""
        within = self.declaration.within
        for sentence in self.checked_sentences(view):
            seen: list[tuple[str, Match]] = []
            for match in self.matches(sentence):
                written = sentence.text[match.start : match.end]
                key = written.lower() if self.declaration.ignore_case else written
                earlier = next((old for form, old in seen[-within:][::-1] if form == key), None)
                seen.append((key, match))
                if earlier is None:
                    continue
                adjacent = not sentence.text[earlier.end : match.start].strip()
                if within == 1 and not adjacent:
                    continue
                yield self.report(
                    sentence,
                    match.start,
                    match.end,
                    {"within": within},
                    replacement="" if adjacent else None,
                    cut=(earlier.end, match.end),
                    related=[Related(sentence.content.span(earlier.start, earlier.end))],
                )


class OccurrenceRule(_TextRule[Occurrence]):
    """`kind: occurrence`."""

    fields = ("match", "count", "limit")

    @classmethod
    def prepare(cls, declared: Occurrence) -> Mapping[str, Any]:
        """Check limits and compile patterns."""
        if declared.max is None and declared.min is None:
            raise BadDeclaration("needs `max` or `min`")
        if declared.max is not None and declared.min is not None and declared.min > declared.max:
            raise BadDeclaration(f"must not be more than `max`, {declared.max}", "min")
        scope = Scope.SENTENCE if declared.per == "sentence" else Scope.DOCUMENT
        reach = None if declared.per == "document" else 0
        return {**super().prepare(declared), "scope": scope, "reach": reach}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield units with too many or too few matches."""
        units: dict[int, list[Sentence]] = {}
        for sentence in self.checked_sentences(view):
            # a sentence, a paragraph, or the whole document
            indices = {"sentence": sentence.index, "paragraph": sentence.block}
            unit_index = indices.get(self.declaration.per, 0)
            units.setdefault(unit_index, []).append(sentence)
        maximum, minimum = self.declaration.max, self.declaration.min
        for sentences in units.values():
            found = [(s, match) for s in sentences for match in self.matches(s)]
            if maximum is not None and len(found) > maximum:
                sentence, match = found[maximum]
                evidence = {"count": len(found), "limit": maximum}
                yield self.report(sentence, match.start, match.end, evidence)
            if minimum is not None and len(found) < minimum:
                evidence = {"count": len(found), "limit": minimum}
                yield self.report(sentences[0], 0, len(sentences[0].text), evidence)


class ConsistencyRule(_TextRule[Consistency]):
    """`kind: consistency`."""

    scope = Scope.DOCUMENT
    fields = ("match", "suggestion", "line")
    groups: ClassVar[Sequence[Matcher]]

    @classmethod
    def prepare(cls, declared: Consistency) -> Mapping[str, Any]:
        """Compile the alternative forms of each group."""
        groups = [
            _matcher(forms, declared, "forms", number)
            for number, forms in enumerate(declared.forms)
        ]
        return {**super().prepare(declared), "groups": groups}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield forms other than the most frequent of their group."""
        for group in self.groups:
            found = [
                (s, match) for s in self.checked_sentences(view) for match in self.matches(s, group)
            ]
            uses = Counter(match.pattern for _, match in found)
            if len(uses) < 2:
                continue
            # the most frequent, of several the one that comes first in the text
            preferred = uses.most_common(1)[0][0]
            first_sentence, first = next(
                (s, match) for s, match in found if match.pattern == preferred
            )
            preferred_form = first_sentence.text[first.start : first.end]
            for sentence, match in found:
                if match.pattern != preferred:
                    yield self.report(
                        sentence,
                        match.start,
                        match.end,
                        {"uses": uses[match.pattern], "others": uses[preferred]},
                        replacement=cased(preferred_form, sentence.text[match.start : match.end]),
                        related=[Related(first_sentence.content.span(first.start, first.end))],
                    )


class PatternRule(CustomRule[TokenPattern]):
    """`kind: pattern`."""

    needs = ("forms", "parse")
    fields = ("match", "suggestion")
    patterns: ClassVar[Sequence[tuple[Notation, Writer]]]

    @classmethod
    def prepare(cls, declared: TokenPattern) -> Mapping[str, Any]:
        """Compile the word patterns, or raise `BadDeclaration`."""
        reader = Reader(portuguese.words, {})
        patterns = {}
        texts = enumerate(listed(declared.pattern))
        for number, written in ((index, line) for index, text in texts for line in lines(text)):
            try:
                notation = reader.read(written)
                patterns[written] = (notation, Writer(notation))
            except NotationError as error:
                raise BadDeclaration(f"{written}: {error}", "pattern", number) from error
            except KeyError as error:
                names = closed().names()
                hint = nearest(str(error.args[0]), names)
                list_names = ", ".join(sorted({name.partition(".")[0] for name in names}))
                reason = f"there is no list {error}{hint}; rules of a project have {list_names}"
                raise BadDeclaration(f"{written}: {reason}", "pattern", number) from error
        if not patterns:
            raise BadDeclaration("holds no pattern", "pattern")
        lacks_correction = any(notation.right is None for notation, _ in patterns.values())
        if "suggestion" in _fields(declared) and lacks_correction:
            raise BadDeclaration(
                "has {suggestion}, and a pattern has no [wrong > right]", "message"
            )
        return {"patterns": [patterns[written] for written in sorted(patterns, key=rank)]}

    @classmethod
    def lemmas(cls) -> Sequence[str]:
        """Return the lemmas that the patterns name: "<aplicar/usar>" → "aplicar", "usar"."""
        written = " ".join(listed(cls.declaration.pattern))
        named = "/".join(_LEMMAS.findall(written)).split("/")
        return list(dict.fromkeys(filter(None, named)))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield matches of the word patterns with their corrections."""
        parses, forms = view.analysis("parse"), view.analysis("forms")
        for sentence in self.checked_sentences(view):
            text, words = sentence.text, parses[sentence.index]
            tokens = TokenSentence(text, forms, tokens_of(text, words), words)
            for match, written in self._matches(tokens):
                start = tokens.tokens[match.first].start
                end = tokens.tokens[written.last].end
                replacement = next(iter(written.corrections), None)
                if (replacement or "")[:1] == "," and match.first:  # no space before it
                    start = tokens.tokens[match.first - 1].end
                if replacement != text[start:end] and not sentence.is_opaque(start, end):
                    if replacement is not None:
                        replacement = cased(replacement, text[start:end])
                    yield self.report(sentence, start, end, {}, replacement=replacement)

    def _matches(self, sentence: TokenSentence) -> list[tuple[matching.Match, Written]]:
        """Return the first pattern that matches at each position."""
        found: dict[int, tuple[matching.Match, Written]] = {}
        for notation, writer in self.patterns:
            for match in find(sentence, notation):
                written = writer.corrections_for(sentence, match)
                if written is not None:
                    found.setdefault(match.first, (match, written))
        return [found[position] for position in sorted(found)]


_RULES: dict[type[Declaration], type[CustomRule[Any]]] = {
    Existence: ExistenceRule,
    Substitution: SubstitutionRule,
    Repetition: RepetitionRule,
    Occurrence: OccurrenceRule,
    Consistency: ConsistencyRule,
    TokenPattern: PatternRule,
}


def rule_class(code: str, declared: Declaration, origin: str) -> type[Rule]:
    """Return the class of a declared rule, or raise `BadDeclaration`."""
    if not _CODE.fullmatch(code):
        raise BadDeclaration("a code is capitals and a number, e.g. ACME001")
    for key in ("passing", "failing"):
        try:
            examples(declared, key)
        except ValueError as error:
            raise BadDeclaration(str(error), key) from error
    base = _RULES[type(declared)]
    kinds: set[Kind] = set()
    for word in listed(declared.scope):
        kinds |= _SCOPES.get(word) or {Kind(word)}
    return type(
        f"{base.__name__}_{code}",
        (base,),
        {
            "__module__": base.__module__,
            "__doc__": page(declared, origin, "en"),
            "code": code,
            "declared": Declared(
                declared.name or f"custom.{code.lower()}",
                base.scope,
                declared.severity,
                declared.default,
                needs=base.needs,
                kinds=frozenset(kinds or Kind),
                by_block=base.scope is Scope.SPAN,
                url=declared.url,
                pages={"pt": page(declared, origin, "pt")},
            ),
            "messages": _messages(declared, base.fields),
            "declaration": declared,
            **base.prepare(declared),
        },
    )


def _messages(declared: Declaration, known: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """Return messages by language, with the related place."""
    if not declared.texts:
        raise BadDeclaration("says nothing", "message")
    for field in _fields(declared):
        if field not in known:
            raise BadDeclaration(
                f"unknown field {{{field}}}{nearest(field, known)}; "
                f"known: {', '.join(known)} (a brace is written twice)",
                "message",
            )
    return {
        language: {"message": text, "related": _RELATED[language]}
        for language, text in declared.texts.items()
    }


def _fields(declared: Declaration) -> list[str]:
    """Return the field names in the message."""
    try:
        parsed = [p for text in declared.texts.values() for p in string.Formatter().parse(text)]
    except ValueError as error:
        raise BadDeclaration(f"{error} (a brace is written twice)", "message") from error
    for _, field, spec, conversion in parsed:
        if spec or conversion:
            field_name = " ".join(str(field).split())
            raise BadDeclaration(
                f"{{{field_name}}} has a format, which messages have not", "message"
            )
    return [field for _, field, _, _ in parsed if field is not None]


def _matcher(
    declared_patterns: str | Sequence[str] | Mapping[str, Any], declared: Textual, *keys: object
) -> Matcher:
    """Return a matcher of the patterns under some keys, or raise `BadDeclaration`."""
    is_mapping = isinstance(declared_patterns, Mapping)
    patterns = list(declared_patterns) if is_mapping else listed(declared_patterns)
    try:
        return Matcher(patterns, ignore_case=declared.ignore_case, whole_words=declared.whole_words)
    except BadPattern as error:
        reason, index = error.args
        last_key = patterns[index] if is_mapping else index
        raise BadDeclaration(f'"{patterns[index]}": {reason}', *keys, last_key) from error


def _filled(text: str, groups: Sequence[str]) -> str:
    r"""The text with what groups matched in the place of \1 to \9."""
    return _GROUP.sub(lambda match: groups[int(match[1])], text)
