"""GRA224: a negation said once too often, or once too little."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import CERTAIN, HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words, table

_CLITICS = portuguese.words("articles.definite", "clitics")
#: before the verb these deny alone
_NEGATIVE = listed("ninguém nada nunca jamais")
_NONE = listed("nenhum nenhuma")
#: what denies a sentence, or makes "nada" and "ninguém" in it need no other negation
_DENYING = own_words("negation.denying")
_FOR_SOME = {
    "algum": "nenhum", "alguma": "nenhuma", "alguém": "ninguém", "algo": "nada",
}  # fmt: skip


@cache
def _entries(kind: str) -> frozenset[str]:
    found: set[str] = set()
    for line in table("negation.txt"):
        own, words = (part.strip() for part in line.split("|"))
        if own == kind:
            found |= set(words.split())
    return frozenset(found)


class Negation(Diagnosis):
    """A negation too many, or one too few.

    ## What it finds

    *Não* after a subject or adverb that denies already (*ninguém não veio*, *nenhum dos dois não
    quis*, *jamais não aceitaria*); *algum* and *alguém* where a verb is denied (*não tenho alguma
    dúvida*, *sem alguma explicação*); *nada*, *ninguém* or *nenhum* after a verb that is not
    denied (*conheço ninguém aqui*).

    ## Why it matters

    Before the verb one negative word is enough, after it *não* must stand before: *ninguém veio*,
    *não veio ninguém*. Elsewhere the reader has to guess what is denied.

    ## Bad

    > Ninguém não telefonou durante a tarde.

    ## Good

    > Ninguém telefonou durante a tarde.

    ## Evidence

    `probability`: how sure the model is that a word there is wrong; `gain`: by how many nats the
    correction makes the sentence likelier to be sound, with what the words alone say for it;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported;
    `suggestions`. The related place is the other negation, or the verb.

    ## Source

    Bechara, *Moderna gramática portuguesa*, on negation; Mateus and others, *Gramática da língua
    portuguesa*, on negative concord.
    """

    code = "GRA224"
    name = "government.negation"
    cue = cue(
        "ninguém", "nada", "nunca", "jamais", "nenhum", "nenhuma", "nem", "algum", "alguma",
        "alguém", "algo",
    )  # fmt: skip
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: antes do verbo, «{related}» já nega",
            "some": "«{form}» deve ser «{suggestion}»: depois de «{related}», que nega",
            "missing": "«{form}» deve ser «{suggestion}»: depois do verbo, «{related}» pede «não» "
            "antes dele",
            "related": "esta palavra nega",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: before the verb “{related}” denies "
            "already",
            "some": "“{form}” should be “{suggestion}”: “{related}” denies it",
            "missing": "“{form}” should be “{suggestion}”: after the verb “{related}” asks for "
            "“não” before it",
            "related": "this word denies",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form == "não":
                yield from self._twice(line, at)
            elif form in _FOR_SOME:
                yield from self._some(line, at)
            if form in ("nada", "ninguém") or form in _NONE:
                yield from self._missing(line, at)

    # -- "ninguém não veio" -----------------------------------------------------------------

    @staticmethod
    def _twice(line: Line, at: int) -> Iterator[Proposal]:
        verb = at + 1
        while line.form(verb) in _CLITICS:
            verb += 1
        if line.tag(verb) not in ("VERB", "AUX") or not line.is_finite(verb):
            return
        subject = Negation._denier(line, at)
        if subject is None or not line.spaced(at - 1, at + 1):
            return
        after = line.tokens[at + 1]
        yield line.instead(
            at, line.text[after.start : after.end], last=at + 1,
            prior=LIKELY if line.form(subject) == "nem" else CERTAIN, related=subject,
        )  # fmt: skip

    @staticmethod
    def _denier(line: Line, at: int) -> int | None:
        """What denies right before "não": "nada", "nenhum dos dois", "nem eu nem ele"."""
        near = at - 1
        if line.form(near) in _NEGATIVE:
            # "o nada não é", "não é nada, não", "quase nada não"
            noun = line.tag(near - 1) in ("DET", "ADP", "ADJ", "VERB", "AUX")
            return None if noun or line.form(near - 1) in _DENYING else near
        for first in range(near, max(-1, at - 8), -1):
            form = line.form(first)
            if form in _NONE:
                opens = first == 0 or not line.is_word(first - 1) or line.form(first - 1) in (
                    "que", "e", "mas", "porque",
                )  # fmt: skip
                of = line.form(first + 1) in ("dos", "das", "deles", "delas", "de")
                alone = first == near - 1 and line.tag(near) == "NOUN"
                return first if opens and (of or alone) else None
            if form == "nem" and first < near:
                earlier = [i for i in range(max(0, first - 6), first) if line.form(i) == "nem"]
                starts = bool(earlier) and (earlier[0] == 0 or not line.is_word(earlier[0] - 1))
                return first if starts else None
            relative = form in ("que", "quem", "cujo", "cuja", "onde")
            if not line.is_word(first) or relative or line.tag(first) in ("VERB", "AUX", "SCONJ"):
                return None
        return None

    # -- "não tenho alguma dúvida" ----------------------------------------------------------

    @staticmethod
    def _some(line: Line, at: int) -> Iterator[Proposal]:
        form = line.form(at)
        if line.text.rstrip().endswith("?"):
            return
        noun = form in ("algum", "alguma")
        if noun and (line.tag(at + 1) != "NOUN" or line.form(at + 1) in _entries("indefinite")):
            return
        if noun and line.form(at - 1) == "sem":
            # "não sem alguma hesitação", "não se vive sem algum sonho", "impossível sem algum erro"
            if not any(line.form(i) in _DENYING for i in range(at - 1)):
                yield line.instead(at, _FOR_SOME[form], prior=HINT, related=at - 1, message="some")
            return
        if form == "algo" and line.form(at + 1) in ("que", "assim", "como", "parecido", "mais"):
            return
        verb = at - 1
        if form == "alguém" and line.form(verb) in ("a", "com", "de", "por", "para"):
            verb -= 1
        if line.after_hyphen(verb):
            verb -= 1
        if line.features(verb).get("VerbForm") != "Fin" or not line.is_finite(verb):
            return
        denial = verb - 1
        while line.form(denial) in _CLITICS or line.form(denial) in ("mais", "ainda", "lá"):
            denial -= 1
        if line.form(denial) not in ("não", "nunca", "jamais") or line.form(verb - 1) == "se":
            return
        if any(r.lemma in _entries("copula") for r in line.readings(verb)):
            return  # "não é algo que se diga"
        before = {line.form(i) for i in range(denial)}
        if before & _entries("supposing"):
            return  # "se não houver algum problema"
        yield line.instead(
            at, _FOR_SOME[form], prior=LIKELY if noun else HINT, related=denial, message="some"
        )

    # -- "conheço ninguém" ------------------------------------------------------------------

    @staticmethod
    def _missing(line: Line, at: int) -> Iterator[Proposal]:
        verb = at - 1
        if line.tag(verb) not in ("VERB", "AUX") or line.after_hyphen(verb):
            return
        readings = [r for r in line.readings(verb) if r.feature("VerbForm") == "Fin"]
        if not readings or line.features(verb).get("VerbForm") != "Fin":
            return
        if any(r.feature("Mood") != "Ind" for r in readings if r.feature("Person") != "2"):
            return  # "veja nada": a command
        if not any(r.lemma in _entries("having") for r in readings) or line.is_capital(at):
            return
        if line.tag(at) == "VERB" or line.form(at + 1) in ("menos", "mais", "a"):
            return  # "o peixe que nada", "custou nada menos que"
        if line.form(at) in _NONE and line.tag(at + 1) != "NOUN":
            return
        after = at + 1 + (line.form(at) in _NONE)
        while line.form(after) in _CLITICS:
            after += 1
        if line.tag(after) in ("VERB", "AUX") or line.text.rstrip().endswith("?"):
            return  # "o que ele disse ninguém soube"
        if any(line.form(i) in _DENYING for i in range(verb)):
            return
        first = verb
        while line.form(first - 1) in _CLITICS:
            first -= 1
        if line.form(first) == "se":
            return  # "vê se há nada que pague isto"
        text = line.text[line.tokens[first].start : line.tokens[verb].end]
        if not line.is_capital(first):
            yield line.instead(
                first, f"não {text}", last=verb, prior=CERTAIN, related=at, message="missing"
            )
        elif first == 0:
            lower = text[:1].lower() + text[1:]
            yield line.instead(
                first, f"Não {lower}", last=verb, prior=CERTAIN, related=at, message="missing"
            )
