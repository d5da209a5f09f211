"""`textlint-pt test-rules`: declared rules tried on the examples beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from textlint_pt.cli.config import layers_at
from textlint_pt.cli.language import language, translated
from textlint_pt.companions.input import Input
from textlint_pt.config.custom import KEY, declared, with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.rule import findings
from textlint_pt.contract.view import View
from textlint_pt.custom.declarations import Example, examples
from textlint_pt.custom.rules import PatternRule
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.fixing import correct
from textlint_pt.engine.presentation import Presenter
from textlint_pt.engine.session import Session
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import visible
from textlint_pt.text.document import Document

#: places of a corpus that are shown of each pattern, at most
_SHOWN = 20
#: characters beside what is marked
_BESIDE = 45


def test_rules(
    codes: Sequence[str], corpus: str | None, file: str | None, third_party: bool
) -> int:
    """1 where a rule does not do what its examples say, 2 where there is none to try."""
    layers = layers_at(Path.cwd(), file)
    plugins = with_custom_rules(load(third_party), layers)
    found = declared(layers)
    if corpus is not None:
        return _in_corpus(codes or sorted(found), Path(corpus), layers, plugins)
    for code in codes:
        if code not in found:
            raise UserError(f'no rule is declared with the code "{code}"{nearest(code, found)}')
    if not found:
        raise UserError(f"no rule is declared: `{KEY}` in rules.yaml declares some")
    failed = 0
    for code in codes or sorted(found):
        trials = _Trials(plugins, code, found[code])
        problems = list(trials.problems())
        failed += bool(problems)
        said = _say("failed" if problems else "no examples" if not trials.count else "ok")
        number = f" ({_say('{0} examples', trials.count)})" if trials.count else ""
        sys.stdout.write(f"{code} {plugins.rules[code].declared.name}: {said}{number}\n")
        for problem in (*problems, *trials.doubts()):
            sys.stdout.write(f"  {problem}\n")
    return 1 if failed else 0


def _in_corpus(
    codes: Sequence[str], corpus: Path, layers: Sequence[Layer], plugins: Plugins
) -> int:
    """What each rule finds in a file, whatever its confidence, by the pattern that spoke."""
    for code in codes:
        if code not in plugins.rules:
            raise UserError(f'no rule is called "{code}"{nearest(code, plugins.rules)}')
    certain = [code for code in codes if "confidence" in plugins.rules[code].options]
    options = {code: {"confidence": 0.0} for code in certain}
    own = Layer("", {"select": [*codes], "ignore": [], "options": options})
    session = Session([own, *layers], lambda: plugins)
    try:
        data = corpus.read_bytes()
    except OSError as error:
        raise UserError(f"{corpus}: {error.strerror}") from error
    (checked,) = session.check([Input(str(corpus), data)])
    if checked.report.error:
        raise UserError(f"{corpus}: {checked.report.error}")
    assert checked.document is not None  # nothing was kept
    places: dict[str, list[Finding]] = {}
    for finding in checked.report.findings:
        places.setdefault(finding.evidence.get("pattern", finding.code), []).append(finding)
    for name in sorted(places, key=lambda name: -len(places[name])):
        sys.stdout.write(f"{name}: {len(places[name])}\n")
        for finding in places[name][:_SHOWN]:
            sys.stdout.write(f"  {_in_context(checked.document.raw, finding)}\n")
    return 0


def _in_context(raw: str, finding: Finding) -> str:
    before = raw[max(0, finding.start - _BESIDE) : finding.start]
    after = raw[finding.end : finding.end + _BESIDE]
    suggestions = finding.evidence.get("suggestions", [])
    better = f" > {suggestions[0]}" if suggestions else ""
    marked = f"{before}[{raw[finding.start : finding.end]}{better}]{after}"
    return visible(f"{finding.line}: {' '.join(marked.split())}")


def _say(said: str, *fields: object) -> str:
    """What is written here in English in the language of the command line; only then filled in,
    so that no text of an example is taken for something to translate."""
    return translated(said).format(*fields)


class _Trials:
    """The examples of one rule."""

    def __init__(self, plugins: Plugins, code: str, layer: Layer) -> None:
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
        """What does not come out as the examples say: place, key and what was found."""
        for key, tried in (("passing", self._passing), ("failing", self._failing)):
            for at, example in enumerate(tried):
                place = self._layer.place(KEY, self._rule.code, key, at)
                for problem in self._try(example, key == "failing"):
                    yield visible(f"{place}: {problem}")

    def doubts(self) -> Iterator[str]:
        """What patterns name and the lexicon does not know, so that nothing fits."""
        if not isinstance(self._rule, PatternRule):
            return
        document = build("example.txt", "Sim.", self._plugins.format_for("example.txt"))
        (analyses, *_), _ = self._analyzer.run([document], {"forms"})
        forms = analyses.get("forms")
        if forms is None:
            return
        for lemma in self._rule.lemmas():
            if all(reading.lemma != lemma for reading in forms.readings(lemma)):
                place = self._layer.place(KEY, self._rule.code, "pattern")
                yield visible(f"{place}: {_say('no word of the lexicon has the lemma {0}', lemma)}")

    def _try(self, example: Example, fails: bool) -> Iterator[str]:
        path = f"example.{example.format}"
        reader = self._plugins.format_for(path)
        document = build(path, example.text, reader)
        found = self._found(document)
        spans = [document.raw[one.start : one.end] for one in found]
        wanted = example.spans if fails else []
        if wanted is None and not spans:
            yield _say('finds nothing in "{0}"', example.text.strip())
        elif wanted is not None and spans != wanted:
            shown, expected = (
                ", ".join(f'"{span}"' for span in listed) or _say("nothing")
                for listed in (spans, wanted)
            )
            text = example.text.strip()
            yield _say('finds {0} in "{1}", not {2}', shown, text, expected)
        if example.fixed is not None:
            fixed = correct(document, found, lambda raw: build(path, raw, reader)).raw
            if fixed != example.fixed:
                wanted_text = example.fixed.strip()
                yield _say('makes "{0}" of it, not "{1}"', fixed.strip(), wanted_text)

    def _found(self, document: Document) -> list[Finding]:
        rule = self._rule
        analyses, refused = self._analyzer.run([document], set(rule.declared.needs))
        for need in rule.declared.needs:
            if need not in analyses[0]:
                why = self._analyzer.missing.get(need) or refused[0].get(need) or need
                raise UserError(f"{rule.code} cannot be tried: {why}")
        found = sorted(findings(rule, View(document, analyses[0]), {}), key=lambda one: one.span)
        presenter = Presenter(document, {rule.code: rule}, language())
        return [presenter.finding(one, rule.declared.severity) for one in found]
