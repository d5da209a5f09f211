"""GRA901 to GRA903: forms that are no words, accents that are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from textlint_pt.contract import (
    Applicability,
    Edit,
    Finding,
    Forms,
    Kind,
    Option,
    Related,
    Rule,
    Scope,
    Sentence,
    Severity,
    View,
)
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.coinage import is_borrowed, is_coined, is_term
from textlint_pt_grammaticality.confidence import MEASURED, OPTION, Signals
from textlint_pt_grammaticality.foreign import foreign_markers
from textlint_pt_grammaticality.judged import Judged, Proposal, Read
from textlint_pt_grammaticality.manner import EVERYDAY, LEAST_LOST, manner
from textlint_pt_grammaticality.reading import listed, quotations, table, touches
from textlint_pt_grammaticality.respelling import Candidate, bare, divided, joined, near, with_marks

#: kinds whose words are the author's own, in sentences or parts of them
_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE, Kind.LIST_ITEM})
#: what the lexicon says for a correction, in nats, where the form is no word, or none of the class
#: that the parser reads there, and the correction is. A model that finds the sentence far worse
#: with the correction takes it back
_NO_WORD = 2.0
#: and against it, where the form is of that class and the correction is not
_ITS_CLASS = -2.0
#: share of the words that may be names; above, it is a list of them
_MOST_NAMES = 0.4
#: letters from which a form is judged, by how far the correction is from it
_LEAST_LETTERS = {0.5: 3, 1.0: 4, 1.5: 5, 2.0: 7}
#: frequency class of a correction: by marks alone, by other slips, and of each of two words
_MARKS_LEAST, _LEAST, _APART_LEAST = 3, 4, 9
#: frequency class of a word of two letters
_SHORT_LEAST = 12
#: corrections that are tried, and how far behind the best one they may rank
_MOST, _BEHIND = 4, 3.0
#: rank of a correction from which a space left out is the likelier slip
_SURE = -2.0
#: how many classes rarer than the word with the accent a word without it is; what is no rare word
_RARER, _RARE = 3, 12
#: quotations of fewer characters mention a word or a name
_MENTION = 40

_WORD = regex(r"[^\W\d_]+(?:[-‑'’][^\W\d_]+)*")
_LONGEST_NAMING = 30
#: soft hyphens and what has no width too
_CODE_BEFORE = frozenset("./\\-‑_@#$%&<=~^*+[{\u00ad\u200b\u200d")
_CODE_AFTER = frozenset("-‑/\\_@<=~^*+({[\u00ad\u200b\u200d")
_SIC = regex(r"[\"”»]? ?[(\[]sic[)\]]", re.IGNORECASE)
#: the end of a line at which a word was divided
_CUT = regex(r"[^\W\d_][-‑] $")
#: a clitic that spaces part from its verb
_CUT_OFF = regex(r" [-‑–] ?(?:l[oa]s?|me|te|se|lhes?|nos?|vos)\b")
_STRETCHED = regex(r"(.)\1\1")
#: share of the words, and how many, from which a text has another spelling, is dialect or a poor
#: scan: it is said once
_MANY, _LEAST_MANY = 0.03, 12
#: different forms, and their share of the words, from which a text is in a spelling of before 1945
_LEAST_FORMER, _FORMER_SHARE = 5, 0.005
#: forms that other rules tell apart, by what stands around them
_APART = listed("este esta estas por pode tem vem da de se e a as nos vos")

_OPTIONS = {
    "confidence": OPTION,
    "dictionary": Option("", "file of the project's own words, one a line", path=True),
    "words": Option([], "further words that are not reported"),
    "uses": Option(3, "a form that the text uses so often is taken for a word of its own", 2),
}


class _Spelt(Judged):
    """A correction of a form that is no word."""

    weighs_parse = False
    kinds = _KINDS
    reach = None  # how often the text uses a form
    options = _OPTIONS

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        own = {word.lower() for word in options["words"]}
        if options["dictionary"]:
            own |= _dictionary(options["dictionary"])
        uses = _uses(view)
        quoted = quotations(view.document)

        def passed(sentence: Sentence, proposal: Proposal) -> bool:
            start, end = proposal.start, proposal.end
            form = sentence.text[start:end].lower()
            # a word of its own, unless it is one that lost its accent
            own_word = (
                proposal.arguments["unknown"]
                and not _lost_marks(form, proposal)
                and (uses.names[form] > 0 or uses.all[form] >= options["uses"])
            )
            mentions = [(a, b) for a, b in quoted[sentence.index] if b - a < _MENTION]
            return (
                own_word
                or form in own
                or sentence.is_opaque(start, end)
                or touches(mentions, start, end)
            )

        return passed

    def signals(self, view: View, finding: Finding) -> Signals:
        forms: Forms = view.analysis("forms")
        proposal: Proposal = finding.arguments["proposal"]
        form = finding.arguments["form"].lower()
        meant = proposal.replacements[0].lower()
        return {
            **super().signals(view, finding),
            "form in use": float(forms.frequency(form)) / 4,
            "meant in use": float(forms.frequency(meant)) / 4,
            "one meant": float(len(proposal.replacements) == 1),
            "long": min(len(form), 12) / 4,
            "marks alone": float(bare(form) == bare(meant)),
            "capital": float(finding.arguments["form"][:1].isupper()),
            "named": float(_is_named(view.sentences[finding.sentence or 0].text, proposal.start)),
        }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        if not _uses(view).former:
            yield from super().find(view, options)

    def summarise(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterator[Finding]:
        if len(found) < _LEAST_MANY or len(found) < _MANY * view.document.words:
            yield from _once(found)
            return
        first = found[0]
        yield first._replace(
            evidence={**first.evidence, "others": len(found) - 1}, message="many", fix=None
        )


def _once(found: Sequence[Finding]) -> Iterator[Finding]:
    """One finding a form, which names the other places and mends them all."""
    by_form: dict[str, list[Finding]] = {}
    for finding in found:
        by_form.setdefault(finding.arguments["form"].lower(), []).append(finding)
    for first, *others in by_form.values():
        if not others:
            yield first
            continue
        edits = [edit for finding in (first, *others) for edit in _edits(finding)]
        yield first._replace(
            evidence={**first.evidence, "uses": 1 + len(others)},
            related=tuple(Related(other.span) for other in others),
            fix=first.fix and first.fix._replace(edits=tuple(edits)),
        )


def _edits(finding: Finding) -> Sequence[Edit]:
    return finding.fix.edits if finding.fix else ()


_NAMING = regex(
    r"\b(?:comandos?|alias|apelido|fun(?:ç|c)(?:ão|ões)|op(?:ç|c)(?:ão|ões)|pacotes?|programas?|tipos?|"
    r"vari(?:á|a)ve(?:l|is)|par(?:â|a)metros?|m(?:é|e)todos?|classes?|m(?:ó|o)dulos?|bibliotecas?|"
    r"campos?|usuários?|utilizadores?|palavras?(?:-chave)?|chamad[oa]s?|nomes?)(?: de| d[oa])? $",
    re.IGNORECASE,
)


def _is_named(text: str, start: int) -> bool:
    """Whether words that introduce a name of programmers stand before: "um alias de zgrep"."""
    return _NAMING.search(text, max(0, start - _LONGEST_NAMING), start) is not None


class UnknownForm(_Spelt):
    """A form that is no Portuguese word.

    ## What it finds

    A form in small letters that the lexicon neither has nor can put together of what it has, and
    that one slip away from a word in use: a letter too few or too many, two exchanged, one that
    sounds the same, a space left out. Names (a capital inside a sentence, or elsewhere in the text)
    are not judged, nor are words of English, phrases in another language, short quotations, code, a
    form that the text uses again and again, or sentences that are mostly names; nor what is made by
    rule of known words ("mutador", "modelão"), borrowed words with their plurals ("charts"), or the
    terms of a list (`data/terms.txt`). A form is said once a text, with all its places.

    ## Why it matters

    A misspelt word distracts from what is said, and search does not find it.

    ## Bad

    > O poblema é que ninguém tanbém quis esperar.

    ## Good

    > O problema é que ninguém também quis esperar.

    ## Evidence

    `suggestions`: the likeliest words first; `gain`: what speaks for the first, in nats: that the
    form is no word, and by how much the model finds the sentence better or worse with the
    suggestion; `probability` that the model takes the form for wrong; `confidence`: how probably
    the finding is right; `limit`: from where on it is reported;
    `uses`: how often the text has the form; `others`: where more than three words in a hundred are
    such forms, it is said once.

    The project's words stand in a file, one a line, that `rules.yaml` names beside itself:
    `dictionary: words.txt` at its top, or stand under `words` of the rule. A form used three times
    (`uses`) is taken for a word of its own.

    ## Source

    Kukich (1992), "Techniques for Automatically Correcting Words in Text": most slips are one
    letter away, or sound the same.
    """

    code = "GRA901"
    name = "spelling.unknown-form"
    needs = (*Judged.needs, "categories.en")
    messages = {
        "pt": {
            "message": "«{form}» não consta do léxico; talvez «{suggestion}»",
            "many": "«{form}» não consta do léxico, como {others} outras formas: outra ortografia, "
            "dialeto, ou um texto mal digitalizado?",
            "related": "aqui também",
        },
        "en": {
            "message": "“{form}” is not in the lexicon; perhaps “{suggestion}”",
            "many": "“{form}” is not in the lexicon, nor are {others} other forms: another "
            "spelling, dialect, or a poor scan?",
            "related": "here too",
        },
    }

    def propose(self, read: Read) -> Iterator[Proposal]:
        for place in read.of(_unknown):
            if place.marked or place.form in _explained():
                continue
            found = corrections(place.form, read.forms)
            if found:
                yield _proposal(place, found)

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        passed = super().passed_over(view, options)
        english = view.analysis("categories.en")

        def foreign(sentence: Sentence, proposal: Proposal) -> bool:
            return any(
                categories and start == proposal.start
                for start, _, categories in english[sentence.index].words
            )

        return lambda sentence, proposal: passed(sentence, proposal) or foreign(sentence, proposal)


class MissingAccent(_Spelt):
    """A word without its accent, or with a wrong one.

    ## What it finds

    A form that is no word and becomes one by its accent, tilde or cedilla (*voce*, *orgãos*), and a
    rare word where the same letters with an accent are an everyday one and the model finds the
    sentence better with it (*agua*, *historia*, *ate*). Pairs that only the sentence tells apart
    and that are both frequent (*esta* and *está*, *a* and *à*) have rules of their own; spellings
    of before 1990 and of the other variant are judged by GRA501 and GRA502, and a text without any
    accents by GRA903.

    ## Why it matters

    The accent tells words apart (*sabia*, *sabiá*, *sábia*), and readers stop where it is missing.

    ## Bad

    > Ninguem sabia que a agua ia subir.

    ## Good

    > Ninguém sabia que a água ia subir.

    ## Evidence

    `suggestions`: the likeliest first; `gain`: what speaks for the first, in nats: for a form that
    is no word that it is none, and by how much the model finds the sentence better;
    `probability` that the model takes the form for wrong; `confidence`: how probably the finding is
    right; `limit`: from where on it is reported.

    ## Source

    Simard and Deslauriers (2001), "Real-time automatic insertion of accents in French text".
    """

    code = "GRA902"
    name = "spelling.missing-accent"
    #: lists of confusions have some of these pairs too
    supersedes = ("GRA001", "GRA217")
    messages = {
        "pt": {
            "message": "«{form}» escreve-se «{suggestion}»",
            "many": "«{form}» escreve-se «{suggestion}», e {others} outras formas têm um "
            "acento que não é o de hoje",
            "related": "aqui também",
        },
        "en": {
            "message": "“{form}” is written “{suggestion}”",
            "many": "“{form}” is written “{suggestion}”, and {others} other forms have other "
            "accents than today's",
            "related": "here too",
        },
    }

    def propose(self, read: Read) -> Iterator[Proposal]:
        forms = read.forms
        for place in read.of(_unknown):
            if place.marked:
                yield _proposal(place, place.marked)
        for place in _rarer(read.sentence.text, forms):
            tag = next((word.tag for word in read.words if word.start == place.start), None)
            as_it_is = _may_be(tag, [place.form], forms)
            marked = _may_be(tag, place.marked, forms)
            prior = 0.0 if as_it_is == marked else _ITS_CLASS if as_it_is else _NO_WORD
            yield _proposal(place, place.marked, prior, known=True)

    def applicability_of(self, proposal: Proposal) -> Applicability:
        certain = proposal.arguments["unknown"] and len(proposal.replacements) == 1
        return Applicability.UNSAFE if certain else Applicability.SUGGESTION


class WithoutAccents(Rule):
    """The text was written without accents.

    ## What it finds

    A text, or paragraphs of it, where words lack the accent that they cannot be without (*nao*,
    *voce*, *tambem*), or the letter with it (*tambm*, *situao*), and next to none has one. It
    is said once; the other rules of grammar and spelling pass over what was written so.

    ## Why it matters

    It is one cause, often a keyboard or a file that went through the wrong encoding, and is put
    right as one: word by word the reader would drown in findings.

    ## Bad

    > Voce nao sabe, mas eles tambem nao vao la. Ninguem esta em casa, so o cao.

    ## Good

    > Você não sabe, mas eles também não vão lá. Ninguém está em casa, só o cão.

    ## Evidence

    `lost`: words that can only be others without their accent; `kept`: words with one; `limit`: how
    many must have lost it (and ten times as many as kept it).

    ## Source

    Our own.
    """

    code = "GRA903"
    name = "spelling.without-accents"
    counts_in = "grammaticality"
    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    needs = ("forms",)
    messages = {
        "pt": {
            "message": "este texto foi escrito sem acentos: {lost} palavras como «{form}», "
            "que é «{suggestion}»",
            "part": "parte deste texto foi escrita sem acentos: {lost} palavras como «{form}», "
            "que é «{suggestion}»",
            "related": "",
        },
        "en": {
            "message": "this text was written without accents: {lost} words like “{form}”, "
            "which is “{suggestion}”",
            "part": "part of this text was written without accents: {lost} words like “{form}”, "
            "which is “{suggestion}”",
            "related": "",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = manner(view)
        if found.bare is None:
            return
        lost = found.bare
        yield self.finding(
            lost.sentence,
            {"lost": lost.lost, "kept": lost.kept, "limit": LEAST_LOST},
            start=lost.start,
            end=lost.end,
            message="message" if found.whole else "part",
            arguments={
                "form": lost.sentence.text[lost.start : lost.end],
                "suggestion": lost.suggestion,
            },
        )


# ------------------------------------------------------------------ places


class Place(NamedTuple):
    """A form in small letters in a sentence; `marked`: the words that it is with other marks."""

    form: str
    start: int
    end: int
    written: str
    marked: Sequence[str]


def _unknown(read: Read) -> Sequence[Place]:
    return list(unknown(read.sentence.text, read.forms))


@lru_cache(512)  # three that ask for the same sentences in turn
def _words(text: str) -> Sequence[re.Match[str]]:
    return tuple(_WORD.finditer(text))


def unknown(text: str, forms: Forms) -> Iterator[Place]:
    """Forms that are no words, where they are neither names nor foreign nor code."""
    found = _words(text)
    if _are_names([match.group() for match in found]):
        return
    for at, match in enumerate(found):
        written = match.group()
        first = at == 0 and written[1:].islower()
        if not (written.islower() or first) or not written.isalpha() or forms.known(written):
            continue
        form = written.lower()
        if len(form) < 2 or is_term(form) or _STRETCHED.search(form) or _is_code(text, match):
            continue
        if _CUT_OFF.match(text, match.end()):
            continue  # "levá - lo"
        marked = _marked(form, forms)
        if len(form) == 2:
            marked = [other for other in marked if forms.frequency(other) >= _SHORT_LEAST]
            if not marked:
                continue
        if form.endswith("ámos") and forms.known(f"{form[:-4]}amos"):
            continue  # the preterite of Portugal
        if _SIC.match(text, match.end()):
            continue
        if not marked and _unmarked(form) != form and forms.known(_unmarked(form)):
            continue  # the spelling of another time
        if first and not any(_is_everyday(other, forms) for other in marked):
            continue  # as likely a name
        beside = [found[other].group() for other in (at - 1, at + 1) if 0 <= other < len(found)]
        if (
            not marked
            and (
                all(not word.islower() for word in beside)  # part of a name
                or any(_is_foreign(word, forms) for word in _neighbours(found, at))
                or _is_foreign_phrase([one.group() for one in found[max(0, at - 4) : at + 5]])
            )
        ):
            continue
        yield Place(form, *match.span(), written, marked)


def _is_everyday(form: str, forms: Forms) -> bool:
    return forms.frequency(form) >= EVERYDAY and not any(
        reading.source == "name" for reading in forms.readings(form)
    )


def _neighbours(found: Sequence[re.Match[str]], at: int) -> Iterator[str]:
    """The words beside one, and those beyond a particle: "coups de poing"."""
    for step in (-1, 1):
        for other in (at + step, at + 2 * step):
            if 0 <= other < len(found):
                yield found[other].group()
                if len(found[other].group()) > 2:
                    break


def _is_foreign_phrase(words: Sequence[str]) -> bool:
    """Whether at least two of the words are such as mark another language, as in a quotation."""
    votes = Counter(language for word in set(words) for language in foreign_markers().get(word, ()))
    return any(number > 1 for number in votes.values())


def _is_foreign(word: str, forms: Forms) -> bool:
    return word.islower() and not forms.known(word) and not _marked(word, forms)


def _rarer(text: str, forms: Forms) -> Iterator[Place]:
    """Words without an accent, where the same letters with one are a far commoner word."""
    for at, match in enumerate(_words(text)):
        written = match.group()
        form = written.lower()
        if forms.frequency(form) >= _RARE:
            continue
        if not (form.isascii() and form.isalpha() and len(form) > 1) or form in _APART:
            continue
        if not (written.islower() or (at == 0 and written[1:].islower())):
            continue
        if not forms.readings(form) or _is_code(text, match):
            continue
        found = _commoner(form, forms)
        if found:
            yield Place(form, *match.span(), written, found)


def _commoner(form: str, forms: Forms) -> Sequence[str]:
    """Words with the same letters and an accent that are far commoner, at most two."""
    known = _known_commoner.setdefault(forms, {})
    if form not in known:
        if len(known) >= _REMEMBERED:
            known.clear()
        least = max(_MARKS_LEAST, forms.frequency(form) + _RARER)
        known[form] = tuple(one.form for one in with_marks(form, forms, least)[:2])
    return known[form]


#: what was found of words met before
_known_commoner: WeakKeyDictionary[Forms, dict[str, Sequence[str]]] = WeakKeyDictionary()
_known_corrections: WeakKeyDictionary[Forms, dict[str, Sequence[str]]] = WeakKeyDictionary()
_REMEMBERED = 1 << 14


def corrections(form: str, forms: Forms) -> Sequence[str]:
    """Words that a form is a slip for, the likeliest first; none if it is none that we know."""
    known = _known_corrections.setdefault(forms, {})
    if form not in known:
        if len(known) >= _REMEMBERED:
            known.clear()
        known[form] = tuple(_corrections(form, forms))
    return known[form]


def _corrections(form: str, forms: Forms) -> list[str]:
    listed = _misspellings().get(form)
    if listed is not None:
        return [listed]
    if is_coined(form, forms):
        return []
    found = near(form, forms, _LEAST, _MOST)
    result = [
        one.form
        for one in found
        if len(form) >= _LEAST_LETTERS[one.cost] and one.rank <= found[0].rank + _BEHIND
    ]
    if is_borrowed(form, result, forms):
        return []
    apart = joined(form, forms, _LEAST) or divided(form, forms, _APART_LEAST)[:1]
    return [*apart, *result] if "-" in "".join(apart) or _unsure(found) else result


def _unsure(found: Sequence[Candidate]) -> bool:
    return not found or found[0].rank > _SURE


def _marked(form: str, forms: Forms) -> list[str]:
    """Words that a form that is none becomes by its marks alone."""
    if _unmarked(form) != form and forms.known(_unmarked(form)):
        return []
    found = with_marks(form, forms, _MARKS_LEAST)
    return [one.form for one in found if one.frequency >= found[0].frequency - _BEHIND]


def _unmarked(form: str) -> str:
    """Without the marks that spelling no longer has: "êle", "sòmente", "freqüente"."""
    return form.translate(_FORMER_MARKS)


def _is_former(form: str, forms: Forms) -> bool:
    """Whether a form that is no word is one in the spelling of another time: "elle", "êle"."""
    if forms.known(_unmarked(form)):
        return True
    today = _DOUBLED.sub(r"\1", form)
    for letters, now in _FORMER_LETTERS:
        today = today.replace(letters, now)
    return today != form and (forms.known(today) or bool(with_marks(today, forms, _MARKS_LEAST)))


_FORMER_MARKS = str.maketrans("êôèòìùü", "eoeoiuu")
_DOUBLED = regex(r"([bcdfglmnpt])\1")
_FORMER_LETTERS = (
    ("ph", "f"), ("th", "t"), ("rh", "r"), ("y", "i"), ("mn", "n"), ("ct", "t"), ("pt", "t"),
    ("ah", "a"), ("aes", "ais"), ("oes", "ois"), ("chr", "cr"),
)  # fmt: skip


def _is_code(text: str, match: re.Match[str]) -> bool:
    """Whether a form is part of a name of programmers, an address or a word cut in two."""
    start, end = match.span()
    before, after = text[start - 1 : start], text[end : end + 2]
    return (
        before in _CODE_BEFORE
        or before.isdigit()
        or after[:1] in _CODE_AFTER
        or after[:1].isdigit()
        or (after[:1] in (".", ":") and after[1:].isalnum())
        or (before == "(" and after[:1] == ")")
        or _CUT.search(text, max(0, start - 3), start) is not None
    )


def _are_names(words: Sequence[str]) -> bool:
    later = words[1:]
    return sum(not word.islower() for word in later) > _MOST_NAMES * len(later)


def _may_be(tag: str | None, words: Sequence[str], forms: Forms) -> bool:
    """Whether one of the words may have the part of speech that the parser reads."""
    classes = {"VERB", "AUX"} if tag in ("VERB", "AUX") else {tag}
    return any(reading.upos in classes for word in words for reading in forms.readings(word))


def _proposal(
    place: Place, found: Sequence[str], prior: float = _NO_WORD, *, known: bool = False
) -> Proposal:
    capital = place.written[:1].isupper()
    return Proposal(
        place.start,
        place.end,
        tuple(form[:1].upper() + form[1:] if capital else form for form in found),
        arguments={"unknown": not known},
        prior=prior,
    )


def _lost_marks(form: str, proposal: Proposal) -> bool:
    return form.isascii() and all(bare(other.lower()) == form for other in proposal.replacements)


class _Uses(NamedTuple):
    """How often each form stands in the text, and how often as a name, by its small letters;
    whether the text is in a spelling of before 1945."""

    all: Counter[str]
    names: Counter[str]
    former: bool


_known_uses: WeakKeyDictionary[View, _Uses] = WeakKeyDictionary()


def _uses(view: View) -> _Uses:
    if view not in _known_uses:
        _known_uses[view] = _count_uses(view, view.analysis("forms"))
    return _known_uses[view]


def _count_uses(view: View, forms: Forms) -> _Uses:
    every: Counter[str] = Counter()
    names: Counter[str] = Counter()
    small: set[str] = set()
    for sentence in view.sentences:
        for at, match in enumerate(_words(sentence.text)):
            form = match.group()
            every[form.lower()] += 1
            if form.islower():
                small.add(form)
            elif at and sentence.kind is not Kind.HEADING:
                names[form.lower()] += 1
    former = sum(
        not forms.known(form) and _is_former(form, forms) for form in small if form.isalpha()
    )
    least = max(_LEAST_FORMER, _FORMER_SHARE * every.total())
    return _Uses(every, names, former >= least)


@cache
def _misspellings() -> Mapping[str, str]:
    """Words by forms that are more than one slip away from them."""
    pairs = (line.partition(" ") for line in table("misspellings.txt"))
    return {form: word for form, _, word in pairs}


@cache
def _explained() -> frozenset[str]:
    """Forms that GRA217 has something to say of."""
    return frozenset(line.partition(" = ")[0] for line in table("confusions.txt") if " = " in line)


def _dictionary(path: str) -> frozenset[str]:
    """The words of a file, in small letters; comments begin with "#"."""
    return _words_of(path, Path(path).stat().st_mtime_ns)


@cache
def _words_of(path: str, changed: int) -> frozenset[str]:
    lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    words = (line.partition("#")[0].strip().lower() for line in lines)
    return frozenset(word for word in words if word)
