"""The base of the rules of language, and how those work that ask the models."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from msgspec.structs import replace

from textlint_pt.contract import (
    Applicability,
    Edit,
    Finding,
    Fix,
    MarkupKind,
    Option,
    Related,
    Rule,
    Sentence,
    Span,
    View,
    Wording,
)
from textlint_pt.contract.rule import Tried
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt.text.regex import regex
from textlint_pt.text.variants import spelling
from textlint_pt_grammaticality.document import of_whole
from textlint_pt_grammaticality.document.foreign import foreign
from textlint_pt_grammaticality.document.manner import foreign_terms, writing_style
from textlint_pt_grammaticality.document.names import is_name, is_of_person
from textlint_pt_grammaticality.document.old_spelling import in_old_spelling
from textlint_pt_grammaticality.judge.confidence import (
    CERTAIN,
    OPTION,
    REPORTED,
    Signals,
    all_signals,
    confidence,
    place_of,
)
from textlint_pt_grammaticality.judge.judged import (
    MOST_ASKED,
    Verdict,
    judge,
    reads,
    signals_of,
    strongest_per_error,
)
from textlint_pt_grammaticality.judge.phrases import by_patterns, is_decided, may_be_said
from textlint_pt_grammaticality.judge.safe import limit_of, with_safety
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence, Proposal
from textlint_pt_grammaticality.sentence.reading import (
    of_statutes,
    own_words,
    quotations,
    together,
    touches,
)


class LanguageRule(Rule):
    """Base of the rules of this plugin: `candidates` gives what may be wrong, `find` reports what
    probably is.

    By default the candidates are what the patterns of the rule and its `proposals` propose, of
    which the models are asked.
    """

    options: ClassVar[Mapping[str, Option]] = {"confidence": OPTION}
    #: whether all that the rule marks is never right
    certain: ClassVar[bool] = False
    #: whether quotations of one word, compounds, code and names (a capital inside the sentence) are
    #: left alone
    spares_names: ClassVar[bool] = True
    #: whether the words it chooses among form confusion sets, whose log-odds count
    weighs_choice: ClassVar[bool] = False
    #: whether speech, which subtitles write down, goes its own way
    of_writing: ClassVar[bool] = False
    #: how sure one may be of a replacement that is the only one
    applicability: ClassVar[Applicability] = Applicability.UNSAFE

    @staticmethod
    def proposals(sentence: ParsedSentence) -> Iterable[Proposal]:
        """What is wrong in a sentence beside what patterns find."""
        return ()

    def is_certain(self, finding: Finding) -> bool:
        """Whether what is marked is never right, whatever stands around it: such a finding is at
        least `CERTAIN`."""
        return self.certain

    def least(self, finding: Finding) -> float:
        """The least probability of being right that is known of a finding beforehand."""
        return CERTAIN if self.is_certain(finding) or _is_by_words(finding) else 0.0

    def kind_of(self, finding: Finding) -> str:
        """Name of the class of corrections within the rule, which may earn being safe (`safe`)."""
        return f"by words {finding.message}" if _is_by_words(finding) else finding.message

    def is_choice(self, finding: Finding) -> bool:
        """Whether there are several ways of correcting, so that none is safe."""
        return len(finding.evidence.get("suggestions", ())) > 1

    def chance(self, finding: Finding, signals: Signals) -> float:
        """How probably a finding is right, as all that is known of it together says."""
        return round(confidence(signals), 3)

    def signals(self, view: View, finding: Finding) -> Signals:
        """What is known about a finding besides its rule and place."""
        return signals_of(view, finding) if "_proposal" in finding.arguments else {}

    def tried_examples(self) -> Iterator[Tried]:
        from textlint_pt_grammaticality.patterns.examples import of_rule

        return of_rule(self.code)

    # -- what the models are asked about ------------------------------------------------------

    def propose(self, read: AnalysedSentence) -> Iterator[Proposal]:
        """What the rule takes for wrong in a sentence, before the models are asked."""
        if not read.words:
            return
        sentence = read.once(ParsedSentence)
        matched = by_patterns(sentence, self.code)
        for one in self.proposals(sentence):
            if not is_decided(one, matched):
                if not self.spares_names or may_be_said(sentence, one):
                    yield one
            elif (
                not self.spares_names
                and (said := matched[one.start])
                and said.replacements == one.replacements  # which names what it disagrees with
            ):
                matched[one.start] = replace(
                    one, prior=said.prior, sure=True, by_words=True, pattern=said.pattern
                )
        yield from filter(None, matched.values())

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """What may be wrong, however improbable."""
        if self.of_writing and view.document.format == "subtitles":
            return
        wording: Wording = view.analysis("wording")
        for read in reads(view):
            found = []
            for proposal in islice(self.propose(read), MOST_ASKED):
                if proposal.related and read.sentence.is_opaque(*proposal.related):
                    continue  # a name in code has neither gender nor number
                verdict = judge(read.sentence.text, proposal, read.faults, read.edits, wording)
                if verdict:
                    found.append((proposal, verdict))
            for proposal, verdict in strongest_per_error(found) if found else ():
                yield self._judged(read, proposal, verdict)

    def _judged(self, read: AnalysedSentence, proposal: Proposal, verdict: Verdict) -> Finding:
        sentence, start, end = read.sentence, proposal.start, proposal.end
        best = verdict.replacements[0]
        odds = read.log_odds(start, end, best) if self.weighs_choice else None
        related = proposal.related
        named = {"related": sentence.text[slice(*related)]} if related else {}
        return self.correction(
            sentence,
            start,
            end,
            best,
            {
                "probability": round(verdict.probability, 3),
                "suggestions": list(verdict.replacements),
                **({} if odds is None else {"choice": round(odds, 2)}),
                **({"pattern": proposal.pattern} if proposal.pattern else {}),
            },
            message=proposal.message,
            arguments={
                "suggestion": best,
                **named,
                **proposal.arguments,
                "_proposal": proposal,
            },
            related=[Related(sentence.content.span(*related))] if related else [],
            applicability=self.applicability
            if len(proposal.replacements) == 1
            else Applicability.SUGGESTION,
        )

    def correction(
        self,
        sentence: Sentence,
        start: int,
        end: int,
        new: str | None,
        evidence: Mapping[str, Any] | None = None,
        *,
        arguments: Mapping[str, Any] | None = None,
        applicability: Applicability = Applicability.UNSAFE,
        change: tuple[int, int] | None = None,
        **more: Any,
    ) -> Finding:
        """A finding over `text[start:end]` of a sentence, which names it as `form`; its fix writes
        `new` there, or over the range `change`, unless that is None or markup stands inside."""
        content, (first, last) = sentence.content, change or (start, end)
        span, fix = content.span(min(first, last - 1), last), None
        if new is not None and together(
            content, *((first, last) if first < last else (start, end))
        ):
            edit = Edit(span.start if first < last else span.end, span.end, new)
            fix = Fix(applicability, (edit,))
        return self.finding(
            sentence,
            {"suggestion": new} if evidence is None else evidence,
            start=start,
            end=end,
            arguments={"form": sentence.text[start:end], **(arguments or {})},
            fix=fix,
            **more,
        )

    # -- what is reported -----------------------------------------------------------------------

    def in_prose(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """The candidates in Portuguese prose of today, without code and foreign phrases."""
        for finding in self.candidates(view, options):
            if finding.sentence is not None:
                own = read_vocabulary(options.get("vocabulary", ()))
                strange = foreign(view)
                terms = foreign_terms(view) if "forms" in self.declared.needs else strange
                old, enacted = in_old_spelling(view), of_statutes(view.document)
                text = view.sentences[finding.sentence].text
                start, end = place_of(view, finding, finding.sentence)
                if touches(strange[finding.sentence], start, end) or own.accepts(text, start, end):
                    continue
                # a form of it, that is, not the comma after it
                ends = finding.evidence.get("suggestion") != ","
                if any(low <= start and end < high + ends for low, high in terms[finding.sentence]):
                    continue
                if _OTHER_GENDER.match(text, max(0, start - 1)):
                    continue
                meant = finding.fix.edits[0].text if finding.fix else ""
                if is_of_person(view, text, start, end, meant):
                    continue
                # a title agrees with nothing outside of it: "*Os números* traz a contagem"
                other = _titled(view, finding.related[0].span.start) if finding.related else None
                if other and other != _titled(view, finding.span.start):
                    continue
                was = spelling(text[start:end].lower())
                if (
                    was
                    and was.way == "former"
                    and (enacted[finding.sentence] or _titled(view, finding.span.start))
                ):
                    continue  # a law is not spelt anew, nor a book
                if "forms" in self.declared.needs and old[view.first + finding.sentence]:
                    continue
            yield finding

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        """Whether the text was written without accents, so that nothing is judged."""
        return writing_style(view).whole if "forms" in self.declared.needs else None

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        """Where it is in an old spelling or in unknown words, so that nothing there is judged."""
        return view.once(_unjudged) if "forms" in self.declared.needs else b""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for finding in self.in_prose(view, options):
            signals = all_signals(self.signals(view, finding), view, finding)
            value = max(self.chance(finding, signals), self.least(finding))
            limit: float = options["confidence"]
            kind = self.kind_of(finding)
            if limit == REPORTED:
                limit = limit_of(f"{self.code} {kind}")
            if value >= limit and not _names_code(view, finding):
                evidence = {"limit": limit, **finding.evidence, "confidence": value}
                judged = finding.replace(evidence=evidence)
                # what is quoted is somebody else's, and may be meant to stand as it is
                law = finding.sentence is not None and of_statutes(view.document)[finding.sentence]
                if not (self.is_choice(finding) or law or signals.get("quoted")):
                    judged = with_safety(judged, kind, value)
                yield judged


def _unjudged(view: View) -> bytes:
    told = bytearray(in_old_spelling(view))
    for index in writing_style(view).outliers:
        told[index] = 2
    return bytes(told)


#: the second of two forms of which a reader chooses: "peça ao/à administrador(a)", "atento/a às"
_OTHER_GENDER = regex(r"(?i)/(?:[dn]?[ao]s?|[àáe]s?|um(?:as?)?)(?![^\W_])")
#: nouns that lists have as adjectives, too
_NOUNS = own_words("names.nouns")


def _titled(view: View, place: int) -> Span | None:
    """The title that a place is in."""
    return next((title for title in _titles(view) if title.start <= place < title.end), None)


@of_whole
def _titles(view: View) -> Sequence[Span]:
    """Where italics or a quotation begin with a capital and have several words."""
    italics = [one.content for one in view.document.markup if one.kind is MarkupKind.EMPHASIS]
    quoted = [
        sentence.content[start:end]
        for sentence, ranges in zip(view.document.sentences, quotations(view.document), strict=True)
        for start, end in ranges
    ]
    return [
        content.span()
        for content in (*italics, *quoted)
        if content.text.lstrip("«“\"‘'")[:1].isupper() and " " in content.text
    ]


def _is_by_words(finding: Finding) -> bool:
    """Whether the words alone say that a proposal is right."""
    proposal: Proposal | None = finding.arguments.get("_proposal")
    return proposal is not None and proposal.by_words


def _names_code(view: View, finding: Finding) -> bool:
    """Whether what is marked is a word that names a thing in code, and another is proposed."""
    if finding.sentence is None or not view.has("forms"):
        return False
    meant = finding.evidence.get("suggestions") or [finding.arguments.get("suggestion", "")]
    text = view.sentences[finding.sentence].text
    start, end = place_of(view, finding, finding.sentence)
    if not (text[start:end].isalpha() and meant[0].isalpha()):
        return False
    kinds = {one.upos for one in view.analysis("forms").readings(meant[0].lower())}
    nouns = "NOUN" in kinds and ("ADJ" not in kinds or meant[0].lower() in _NOUNS)
    return is_name(text, start, nouns)
