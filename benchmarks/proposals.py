"""What a rule of language makes of a text: the parse, its proposals, why they were refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt_grammaticality.judge.judged import judge, reads
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence, Proposal

from benchmarks.evaluation.common import columns
from textlint_pt.companions.input import Input
from textlint_pt.contract import UserError
from textlint_pt.contract.rule import findings
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.text.kinds import recognise

_HEADINGS = ("", "word", "tag", "features", "head", "relation", "lemma", "wrong")


def explain(code: str, name: str, raw: bytes) -> Iterator[str]:
    """Yield the lines that explain a rule's proposals in a file of this name and content."""
    plugins = load(third_party=False)
    rule = plugins.rules[code]()
    document = Linter(plugins, []).read(Input(name, raw))
    analyzer = Analyzer(plugins.resources.values(), {})
    needs = sorted({*rule.declared.needs, "error-probabilities", "parse", "forms", "choice"})
    (found,) = analyzer.run([document], needs)
    if missing := [analyzer.missing[need] for need in needs if need in analyzer.missing]:
        raise SystemExit(f"proposals: {missing[0]}")
    view = View(document, found.values, kinds=recognise(document))
    options = {name: option.default for name, option in rule.options.items()}
    if not (isinstance(rule, LanguageRule) and "choice" in rule.declared.needs):
        raise SystemExit(f"proposals: {code} proposes nothing that models are asked about")
    rule_findings = findings(rule, view, {**options, "confidence": 0.0})
    analysed = {read.sentence.index: read for read in reads(view)}
    for sentence in document.sentences:
        yield sentence.text
        read = analysed.get(sentence.index)
        if read is None:
            yield "  not judged: no Portuguese prose, or code"
            continue
        yield from _table(read)
        yield from _proposals(rule, view, read, rule_findings, options)
        yield ""


def _table(read: AnalysedSentence) -> Iterator[str]:
    """Yield a table of the parse, with the probability that each word is wrong."""
    rows: list[Sequence[str]] = [_HEADINGS]
    for number, word in enumerate(read.words, 1):
        probabilities = [
            f.probability for f in read.faults if f.start < word.end and word.start < f.end
        ]
        share = f"{100 * max(probabilities, default=0.0):.0f} %"
        place = (word.tag, word.features, str(word.head + 1), word.relation, word.lemma)
        rows.append((str(number), word.form, *place, share))
    yield from (f"  {line}" for line in columns(rows))


def _proposals(
    rule: LanguageRule,
    view: View,
    read: AnalysedSentence,
    found: Sequence[Finding],
    options: Mapping[str, Any],
) -> Iterator[str]:
    """Yield a line for each proposal of a rule in a sentence."""
    proposals = list(rule.propose(read))
    if not proposals:
        yield f"  {rule.code} proposes nothing"
    for proposal in proposals:
        text = read.sentence.text
        marked = text[proposal.start : proposal.end]
        start = f"  “{marked}” > {' | '.join(proposal.replacements)}  ({proposal.message})"
        outcome = _outcome(rule, view, read, proposal, found, options)
        yield f"{start}  prior {proposal.prior:.2f}  {outcome}"


def _outcome(
    rule: LanguageRule,
    view: View,
    read: AnalysedSentence,
    proposal: Proposal,
    found: Sequence[Finding],
    options: Mapping[str, Any],
) -> str:
    """Return strength and confidence of a proposal, and whether it is reported."""
    if read.sentence.kind not in rule.declared.kinds:
        return f"refused: not judged in a {read.sentence.kind.value}"
    wording = view.analysis("wording")
    verdict = judge(read.sentence.text, proposal, read.faults, read.edits, wording)
    if verdict is None:
        return "refused: the models doubt no word concerned"
    strength = f"strength {verdict.strength:.2f}"
    reported = next((f for f in found if f.arguments.get("_proposal") == proposal), None)
    if reported is None:
        return (
            f"{strength}  refused: another proposal for the place is stronger, or it is not prose"
        )
    confidence = f"{strength}  confidence {reported.evidence['confidence']:.3f}"
    limit = options["confidence"]
    if reported.evidence["confidence"] < limit:
        return f"{confidence}  refused: under {limit}"
    return f"{confidence}  reported, unless a more specific rule speaks of the place"


def run(code: str, file: Path | None = None, *, text: str | None = None) -> None:
    """Print how a rule of language comes to its findings in a file or text."""
    if (file is None) == (text is None):
        raise UserError("name a file, or give a --text")
    rules = load(third_party=False).rules
    if not issubclass(rules.get(code, object), LanguageRule):
        raise UserError(f"{code} is no rule of language; `textlint-pt rules` lists the rules")
    raw = file.read_bytes() if file else (text or "").encode()
    for line in explain(code, file.name if file else "text.txt", raw):
        print(line)
