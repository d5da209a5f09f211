"""GRA305: how a pronoun is joined to its verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt import portuguese
from textlint_pt.contract import Finding, Forms, Reading, View
from textlint_pt.patterns.joining import enclitic
from textlint_pt.text.regex import regex
from textlint_pt_grammaticality.document.manner import checkable, of_kinds
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.parsed import like
from textlint_pt_grammaticality.sentence.reading import own_words, touches, words
from textlint_pt_grammaticality.sentence.respelling import bare

#: "nos" may be "os" after a nasal
_CLITIC = regex(rf"-({portuguese.clitic_pattern(*own_words('form.clitics'))})$")
_ACCENTED = {"a": "á", "e": "ê", "o": "ô", "i": "i"}
_NASAL = regex(r"(?:[^\W\d_][aeéê]m|(?<!r)ão|õem?)$")
_ORAL = regex(r"(?:ou|eu|iu|ei|ndo)$")
_BEFORE_INFINITIVE = own_words("form.before-infinitive")
#: "quer-o" is one of its forms
_KEEPS = ("quer",)


def joined(form: str, forms: Forms, before: str = "") -> str | None:
    """Return how verb and pronoun are written, in small letters, or None where `form` is right:
    "vende-la" → "vendê-la". `before`: the word before, which tells an infinitive."""
    match = _CLITIC.search(form)
    if match is None:
        return None
    verb, clitic = form[: match.start()], match[1]
    if clitic == "nos":
        return f"{verb[:-1]}-nos" if _is_first_plural(verb, forms) else None
    readings = _verbs(verb, forms)
    if not readings or verb.endswith(_KEEPS):
        return None
    ending = clitic[1:] if clitic[0] in "ln" else clitic
    if verb[-1] in "rsz" or _NASAL.search(verb):
        return enclitic(verb, (ending,)) if clitic[0] != "n" else None
    persons = {(r.feature("Person"), r.feature("Number")) for r in readings}
    # "conheço-lo", but "temo-lo": temos + o
    is_first_person = (
        verb[-1] == "o" and ("1", "Sing") in persons and not _is_first_plural(f"{verb}s", forms)
    )
    of_vos = ("2", "Plur") in persons  # "conhecei-lo": conheceis + o
    ends_in_vowel = _ORAL.search(verb) and clitic[0] in "ln" and not of_vos
    if ends_in_vowel or (is_first_person and clitic[0] == "l"):
        return f"{verb}-{ending}"
    if (
        clitic[0] == "l"
        and verb[-1] in "ae"
        and before in _BEFORE_INFINITIVE
        and any(r.feature("VerbForm") == "Inf" for r in _verbs(verb + "r", forms))
    ):  # "vou busca-lo", "para vende-la"
        return f"{verb[:-1]}{_ACCENTED[verb[-1]]}-l{ending}"
    # "salve-lo" can only ask or wish: "tu salves" has its pronoun before it, but "come-lo"
    is_command = all(
        r.lemma.endswith("ar") and r.feature("Mood") in ("Sub", "Imp") for r in readings
    )
    return f"{verb}-{ending}" if clitic[0] == "l" and verb[-1] == "e" and is_command else None


def _verbs(form: str, forms: Forms) -> list[Reading]:
    """Return the readings of a form as a verb, participles left out."""
    return [
        r
        for r in forms.readings(form)
        if r.upos in ("VERB", "AUX") and r.feature("VerbForm") != "Part"
    ]


def _is_first_plural(form: str, forms: Forms) -> bool:
    return form.endswith("mos") and any(
        r.feature("Person") == "1" and r.feature("Number") == "Plur" for r in _verbs(form, forms)
    )


class Form(LanguageRule):
    """A pronoun is joined to its verb in a form that it does not have there."""

    code = "GRA305"
    certain = True

    def kind_of(self, finding: Finding) -> str:
        written, suggestion = finding.arguments["form"], finding.evidence["suggestion"]
        return "infinitive" if bare(written) == bare(suggestion) else super().kind_of(finding)

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        forms: Forms = view.analysis("forms")
        for sentence, quoted in of_kinds(view, self.declared.kinds, checkable(view)):
            before = ""
            for word in words(sentence.text):
                previous, before = before, word.form
                if "-" not in word.form:
                    continue
                start, end = word.start, word.end
                written = sentence.text[start:end]
                if not written[1:].islower() or (start and not written.islower()):
                    continue
                meant = joined(word.form, forms, previous)
                if meant is None or touches(quoted, start, end):
                    continue
                yield self.correction(sentence, start, end, like(meant, written))
