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
        """Try the examples of the rule's patterns."""
        from textlint_pt_grammaticality.patterns.examples import of_rule

        return of_rule(self.code)

    # -- what the models are asked about ------------------------------------------------------

    def propose(self, analysed: AnalysedSentence) -> Iterator[Proposal]:
        """Yield what the rule proposes for a sentence, before the models are asked: what its
        patterns match, and what they do not decide of its `proposals`."""
        if not analysed.words:
            return
        sentence = analysed.once(ParsedSentence)
        matched = by_patterns(sentence, self.code)
        for proposal in self.proposals(sentence):
            if not is_decided(proposal, matched):
                if not self.spares_names or may_be_said(sentence, proposal):
                    yield proposal
                continue
            by_pattern = matched[proposal.start]
            is_same = by_pattern and by_pattern.replacements == proposal.replacements
            if by_pattern and is_same and not self.spares_names:
                # the proposal alone names the word it disagrees with
                matched[proposal.start] = replace(
                    proposal,
                    prior=by_pattern.prior,
                    sure=True,
                    by_words=True,
                    pattern=by_pattern.pattern,
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
        """Return the finding for a proposal that the models support."""
        sentence, start, end = read.sentence, proposal.start, proposal.end
        best = verdict.replacements[0]
        odds = read.log_odds(start, end, best) if self.weighs_choice else None
        related = proposal.related
        related_form = {"related": sentence.text[slice(*related)]} if related else {}
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
                **related_form,
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
        """Return a finding over `text[start:end]`, the message argument `form`; its fix writes
        `new` there or over `change`. No fix if `new` is None or markup stands inside."""
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
        """Yield the candidates in Portuguese prose of today: no code, foreign phrases, names,
        titles, laws in their own spelling."""
        for finding in self.candidates(view, options):
            if finding.sentence is None or self._is_of_prose(
                view, finding, finding.sentence, options
            ):
                yield finding

    def _is_of_prose(
        self, view: View, finding: Finding, index: int, options: Mapping[str, Any]
    ) -> bool:
        """Whether what is marked in a sentence is prose of today, and the author's own."""
        reads_forms = "forms" in self.declared.needs
        if reads_forms and in_old_spelling(view)[view.first + index]:
            return False
        text, foreign_ranges = view.sentences[index].text, foreign(view)
        start, end = place_of(view, finding, index)
        vocabulary = read_vocabulary(options.get("vocabulary", ()))
        if touches(foreign_ranges[index], start, end) or vocabulary.accepts(text, start, end):
            return False
        # a form of it, that is, not the comma after it
        last = end - (finding.evidence.get("suggestion") != ",")
        terms = foreign_terms(view) if reads_forms else foreign_ranges
        meant = finding.fix.edits[0].text if finding.fix else ""
        if (
            any(low <= start and last < high for low, high in terms[index])
            or _OTHER_GENDER.match(text, max(0, start - 1))
            or is_of_person(view, text, start, end, meant)
        ):
            return False
        # a title agrees with nothing outside of it: "*Os números* traz a contagem"
        place, related = finding.span.start, finding.related
        # titles have their places in the whole document, of which the view may show a few blocks
        shift = (
            view.whole.sentences[view.first + index].span.start - view.sentences[index].span.start
        )
        place += shift
        title = _title_at(view, related[0].span.start + shift) if related else None
        if title and title != _title_at(view, place):
            return False
        found = spelling(text[start:end].lower())
        if found is None or found.way != "former":
            return True
        # a law is not spelt anew, nor a book
        return not (of_statutes(view.document)[index] or _title_at(view, place))

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        """Whether the text was written without accents, so that nothing is judged."""
        return writing_style(view).whole if "forms" in self.declared.needs else None

    def facts_by_sentence(self, view: View, options: Mapping[str, Any]) -> bytes:
        """Where it is in an old spelling or in unknown words, so that nothing there is judged."""
        return view.once(_unjudged_sentences) if "forms" in self.declared.needs else b""

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield the candidates whose confidence reaches the limit, with safe fixes where their
        class has earned it."""
        for finding in self.in_prose(view, options):
            signals = all_signals(self.signals(view, finding), view, finding)
            probability = max(self.chance(finding, signals), self.least(finding))
            limit: float = options["confidence"]
            kind = self.kind_of(finding)
            if limit == REPORTED:
                limit = limit_of(f"{self.code} {kind}")
            if probability >= limit and not _is_name_in_code(view, finding):
                evidence = {"limit": limit, **finding.evidence, "confidence": probability}
                judged = finding.replace(evidence=evidence)
                # what is quoted is somebody else's, and may be meant to stand as it is
                is_statute = (
                    finding.sentence is not None and of_statutes(view.document)[finding.sentence]
                )
                if not (self.is_choice(finding) or is_statute or signals.get("quoted")):
                    judged = with_safety(judged, kind, probability)
                yield judged


def _unjudged_sentences(view: View) -> bytes:
    """Return a byte a sentence: 1 in an old spelling, 2 with too many unknown words, else 0."""
    told = bytearray(in_old_spelling(view))
    for index in writing_style(view).outliers:
        told[index] = 2
    return bytes(told)


#: the second of two forms of which a reader chooses: "peça ao/à administrador(a)", "atento/a às"
_OTHER_GENDER = regex(r"(?i)/(?:[dn]?[ao]s?|[àáe]s?|um(?:as?)?)(?![^\W_])")
#: nouns that lists have as adjectives, too
_NAMING_NOUNS = own_words("names.nouns")


def _title_at(view: View, place: int) -> Span | None:
    """Return the title that a place is in, None if it is in none."""
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


def _is_name_in_code(view: View, finding: Finding) -> bool:
    """Whether the marked word names a thing in code, and another word is proposed for it."""
    if finding.sentence is None or not view.has("forms"):
        return False
    meant = finding.evidence.get("suggestions") or [finding.arguments.get("suggestion", "")]
    text = view.sentences[finding.sentence].text
    start, end = place_of(view, finding, finding.sentence)
    if not (text[start:end].isalpha() and meant[0].isalpha()):
        return False
    parts_of_speech = {one.upos for one in view.analysis("forms").readings(meant[0].lower())}
    may_be_noun = "ADJ" not in parts_of_speech or meant[0].lower() in _NAMING_NOUNS
    return is_name(text, start, "NOUN" in parts_of_speech and may_be_noun)
