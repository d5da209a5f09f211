"""`textlint-pt test-rules`: rules tried on the examples beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.config import installed
from textlint_pt.cli.language import language, translated
from textlint_pt.cli.layers import layers_at
from textlint_pt.companions.input import Input
from textlint_pt.config.custom import KEY, declared, with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.rule import Tried, findings
from textlint_pt.contract.view import View
from textlint_pt.custom.declarations import Example, examples
from textlint_pt.custom.rules import PatternRule
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.fixing import correct
from textlint_pt.engine.presentation import Presenter
from textlint_pt.engine.session import Session
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import Plugins
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import visible
from textlint_pt.text.document import Document

#: places of a corpus that are shown of each pattern, at most
_SHOWN = 20
#: characters beside what is marked
_CONTEXT = 45


def test_rules(options: Mapping[str, Any]) -> int:
    """Run the examples of rules; return 1 if some fail, raise `UserError` without rules."""
    codes: Sequence[str] = options["codes"]
    layers = layers_at(Path.cwd(), options["config"])
    plugins = with_custom_rules(installed(options), layers)
    found = declared(layers)
    for code in codes:
        if code not in plugins.rules:
            raise UserError(f'no rule is called "{code}"{nearest(code, plugins.rules)}')
    if options["corpus"] is not None:
        return _search_corpus(codes or sorted(found), Path(options["corpus"]), layers, plugins)
    if not codes and not found:
        raise UserError(f"no rule is declared: `{KEY}` in rules.yaml declares some")
    failed = 0
    for code in codes or sorted(found):
        if code in found:
            examples_run = _Examples(plugins, code, found[code])
            count, problems = examples_run.count, list(examples_run.problems())
            warnings = list(examples_run.unknown_lemmas())
        else:
            tried = list(plugins.rules[code]().tried_examples())
            count, problems, warnings = len(tried), list(_violations(tried)), []
        failed += bool(problems)
        if problems:
            result = _translated("failed")
        else:
            result = _translated("ok" if count else "no examples")
        number = f" ({_translated('{0} examples', count)})" if count else ""
        sys.stdout.write(f"{code} {plugins.rules[code].declared.name}: {result}{number}\n")
        for problem in (*problems, *warnings):
            sys.stdout.write(f"  {problem}\n")
    return 1 if failed else 0


def _violations(tried: Iterable[Tried]) -> Iterator[str]:
    """Yield the examples of patterns with another result than expected."""
    for example in tried:
        if example.found != example.marked:
            found = example.found or _translated("nothing")
            marked = example.marked or _translated("nothing")
            difference = _translated('finds {0} in "{1}", not {2}', found, example.text, marked)
            yield visible(f"{example.pattern}: {difference}")


def _search_corpus(
    codes: Sequence[str], corpus: Path, layers: Sequence[Layer], plugins: Plugins
) -> int:
    """Print what each rule finds in a file at any confidence, grouped by pattern."""
    with_confidence = [code for code in codes if "confidence" in plugins.rules[code].options]
    options = {code: {"confidence": 0.0} for code in with_confidence}
    override = Layer("", {"select": [*codes], "ignore": [], "options": options})
    session = Session([override, *layers], lambda: plugins)
    try:
        data = corpus.read_bytes()
    except OSError as error:
        raise UserError(f"{corpus}: {error.strerror}") from error
    (checked,) = session.check([Input(str(corpus), data)])
    if checked.report.error:
        raise UserError(f"{corpus}: {checked.report.error}")
    assert checked.document is not None  # nothing was kept
    by_pattern: dict[str, list[Finding]] = {}
    for finding in checked.report.findings:
        by_pattern.setdefault(finding.evidence.get("pattern", finding.code), []).append(finding)
    for name in sorted(by_pattern, key=lambda name: -len(by_pattern[name])):
        sys.stdout.write(f"{name}: {len(by_pattern[name])}\n")
        for finding in by_pattern[name][:_SHOWN]:
            sys.stdout.write(f"  {_in_context(checked.document.raw, finding)}\n")
    return 0


def _in_context(raw: str, finding: Finding) -> str:
    """Return a finding with its suggestion and the text around it on one line."""
    before = raw[max(0, finding.start - _CONTEXT) : finding.start]
    after = raw[finding.end : finding.end + _CONTEXT]
    suggestions = finding.evidence.get("suggestions", [])
    suggestion = f" > {suggestions[0]}" if suggestions else ""
    marked = f"{before}[{raw[finding.start : finding.end]}{suggestion}]{after}"
    return visible(f"{finding.line}: {' '.join(marked.split())}")


def _translated(template: str, *fields: object) -> str:
    return translated(template).format(*fields)


class _Examples:
    """The examples of one rule."""

    def __init__(self, plugins: Plugins, code: str, layer: Layer) -> None:
        """Collect the examples of a rule and what is needed to run them."""
        self._plugins = plugins
        self._layer = layer
        self._rule = plugins.rules[code]()
        settings: dict[str, Any] = {"lexicon": None, "models": {}}
        self._analyzer = Analyzer(plugins.resources.values(), settings)
        declaration: Any = self._rule.declaration  # type: ignore[attr-defined]
        self._passing = examples(declaration, "passing")
        self._failing = examples(declaration, "failing")
        self.count = len(self._passing) + len(self._failing)

    def problems(self) -> Iterator[str]:
        """Yield examples with another result than expected, each with its position."""
        for key, examples_of_key in (("passing", self._passing), ("failing", self._failing)):
            for index, example in enumerate(examples_of_key):
                place = self._layer.place(KEY, self._rule.code, key, index)
                for problem in self._check_example(example, key == "failing"):
                    yield visible(f"{place}: {problem}")

    def unknown_lemmas(self) -> Iterator[str]:
        """Yield messages about lemmas in patterns that the lexicon lacks."""
        if not isinstance(self._rule, PatternRule):
            return
        document = build("example.txt", "Sim.", self._plugins.format_for("example.txt"))
        (analysed,) = self._analyzer.run([document], {"forms"})
        forms = analysed.values.get("forms")
        if forms is None:
            return
        for lemma in self._rule.lemmas():
            if all(reading.lemma != lemma for reading in forms.readings(lemma)):
                place = self._layer.place(KEY, self._rule.code, "pattern")
                yield visible(
                    f"{place}: {_translated('no word of the lexicon has the lemma {0}', lemma)}"
                )

    def _check_example(self, example: Example, is_failing: bool) -> Iterator[str]:
        """Yield how findings and correction differ from what an example expects."""
        path = f"example.{example.format}"
        reader = self._plugins.format_for(path)
        document = build(path, example.text, reader)
        found = self._findings(document)
        spans = [document.raw[finding.start : finding.end] for finding in found]
        expected_spans = example.spans if is_failing else []
        if expected_spans is None and not spans:
            yield _translated('finds nothing in "{0}"', example.text.strip())
        elif expected_spans is not None and spans != expected_spans:
            actual, expected = (
                ", ".join(f'"{span}"' for span in some_spans) or _translated("nothing")
                for some_spans in (spans, expected_spans)
            )
            text = example.text.strip()
            yield _translated('finds {0} in "{1}", not {2}', actual, text, expected)
        if example.fixed is not None:
            fixed = correct(document, found, lambda raw: build(path, raw, reader)).raw
            if fixed != example.fixed:
                wanted_text = example.fixed.strip()
                yield _translated('makes "{0}" of it, not "{1}"', fixed.strip(), wanted_text)

    def _findings(self, document: Document) -> list[Finding]:
        """Return the rule's findings in a document; `UserError` if it cannot run."""
        rule = self._rule
        (analysed,) = self._analyzer.run([document], set(rule.declared.needs))
        for need in rule.declared.needs:
            if need not in analysed.values:
                why = self._analyzer.missing.get(need) or analysed.refused.get(need) or need
                raise UserError(f"{rule.code} cannot be tried: {why}")
        view = View(document, analysed.values)
        found = sorted(findings(rule, view, {}), key=lambda finding: finding.span)
        presenter = Presenter(document, {rule.code: rule}, language())
        return [presenter.finding(finding, rule.declared.severity) for finding in found]
