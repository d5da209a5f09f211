"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt_grammaticality.contractions import ARTICLES, joined, split
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.nominal import persons
from textlint_pt_grammaticality.phrases import HINT, LIKELY, Diagnosis, Line, cue
from textlint_pt_grammaticality.reading import listed, own_words

_ARTICLES = portuguese.words("articles.definite")
_CLITICS = portuguese.words("clitics")
#: they are followed by "de que" alone
_OF_WHICH = listed("apesar além fim")
_OF_PLACE = listed("perto longe dentro")
#: "de" follows them before a noun or an infinitive
_OF = _OF_PLACE | listed("apesar além antes depois vez fim cima frente lado")
#: before "gostar" they may be what is liked
_ASKED = listed("que quem qual quais quanto como se disso dessa disto desta")
_HOW_MANY = portuguese.words("indefinites.how-much")
_TOWNS = own_words("missing-function-word.towns")
_MEALS = listed("almoço jantar aula aulas jogo filme escola trabalho festa missa")
_BORN = listed("nascer falecer morrer")
_COMING = listed("chegar sair começar acordar voltar levantar fechar abrir terminar acabar")
_PARTS_OF_DAY = listed("manhã tarde noite madrugada")
_PLACED = frozenset({("em", "cima"), ("em", "frente"), ("ao", "lado"), ("por", "cima")})
_THINKING = listed("achar crer esperar acreditar supor pensar duvidar parecer")
_GRASPING = listed("saber perceber imaginar descobrir julgar concluir")
_SAYING = own_words("missing-function-word.saying") | _THINKING | _GRASPING
#: before these verbs another clause has begun
_OPENED = own_words("missing-function-word.opened")
_SUBJECTS = own_words("missing-function-word.subjects")
_LIGHT = _CLITICS | listed("não já nunca ainda também só sempre")
_PLACES = own_words("missing-function-word.places")
_DEGREES = listed("muito bem tão bastante já também sempre meio")
#: no finite verb follows them
_PREPOSITIONS = own_words("missing-function-word.prepositions")
_MEASURES = own_words("missing-function-word.measures")
_PRONOUNS = listed("ele ela eles elas você vocês eu nós isso isto tudo")
_QUOTES = frozenset("\"“«‘'")


class MissingFunctionWord(Diagnosis):
    """A little word is missing that the sentence cannot do without."""

    code = "GRA414"
    name = "mechanics.missing-function-word"
    supersedes = ("GRA001", "GRA403")
    cue = cue(r"\w+")
    messages: ClassVar = {
        "pt": {
            "message": "falta uma palavra: «{suggestion}» em vez de «{form}»",
            "that": "falta «que»: «{suggestion}»",
            "of": "falta «de»: «{suggestion}»",
            "article": "depois de «{related}» falta o artigo: «{suggestion}»",
            "have": "«ter» com infinitivo leva «que» ou «de»: «{suggestion}»",
            "passive": "falta o verbo «ser»: «{suggestion}»",
            "copula": "falta o verbo: «{suggestion}»",
            "towards": "falta a preposição que diz para onde: «{suggestion}»",
            "click": "falta «em»: «{suggestion}»",
            "accent": "falta o verbo, ou o acento dele: «{suggestion}»",
            "between": "depois de «{related}» não vem um verbo conjugado: talvez «{suggestion}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "a word is missing: “{suggestion}” for “{form}”",
            "that": "“que” is missing: “{suggestion}”",
            "of": "“de” is missing: “{suggestion}”",
            "article": "the article is missing after “{related}”: “{suggestion}”",
            "have": "“ter” takes “que” or “de” before an infinitive: “{suggestion}”",
            "passive": "the verb “ser” is missing: “{suggestion}”",
            "copula": "the verb is missing: “{suggestion}”",
            "towards": "the preposition that says where to is missing: “{suggestion}”",
            "click": "“em” is missing: “{suggestion}”",
            "accent": "the verb is missing, or its accent: “{suggestion}”",
            "between": "no finite verb follows “{related}”: perhaps “{suggestion}”",
            "related": "this word decides",
        },
    }

    def cases(self, line: Line) -> Iterator[Proposal]:
        for at in range(len(line)):
            form = line.form(at)
            if form in _OF:
                yield from self._of(line, at)
            if form in _PREPOSITIONS:
                yield from self._between(line, at)
            elif form in _MEASURES or form in ("todos", "todas"):
                yield from self._measured(line, at)
            if not line.spaced(at, at + 1):
                continue
            if form == "certeza" and line.form(at + 1) in _SUBJECTS:
                yield from self._that(line, at, "de que")
            if line.tag(at) not in ("VERB", "AUX"):
                continue
            lemmas = _lemmas(line, at)
            if "clicar" in lemmas:
                yield from self._click(line, at)
            yield from self._after_verb(line, at, lemmas)
            if lemmas & {"dever", "poder"} and line.is_finite(at):
                yield from self._passive(line, at)
            if form != "foi" and any(r.lemma == "ir" for r in line.readings(at)):
                yield from self._towards(line, at)
            if "ter" in lemmas and line.is_finite(at):
                yield from self._have(line, at)
            if lemmas & _SAYING and line.features(at).get("VerbForm") == "Fin":
                yield from self._that(line, at, "que")
        yield from self._copula(line)

    # -- "gosto chocolate", "nasceu 1985", "está cima da mesa" -------------------------------

    @staticmethod
    def _after_verb(line: Line, at: int, lemmas: set[str]) -> Iterator[Proposal]:
        """Prepositions and articles that nothing can stand for after a finite verb."""
        after, second, before = line.form(at + 1), line.form(at + 2), line.form(at - 1)
        if line.features(at).get("VerbForm") != "Fin" or not line.spaced(at, at + 1):
            return
        written = _text(line, at + 1)
        asked = {line.form(i) for i in range(at)} & _ASKED
        opens = before in _PRONOUNS or before in ("não", "muito", "também") or at == 0
        if "gostar" in lemmas and line.tag(at) == "VERB" and opens and not asked:
            noun = line.tag(at + 1) == "NOUN" and not line.can_be(at + 1, "ADV", "DET", "PRON")
            act = line.is_infinitive(at + 1) and line.tag(at + 1) in ("VERB", "AUX")
            thing = after in _ARTICLES and line.tag(at + 2) == "NOUN"
            if (noun and after.isalpha()) or act or thing:
                new = joined("de", after) if thing else f"de {written}"
                yield line.instead(at + 1, new, related=at, message="of", sure=True)
        elif lemmas & _BORN and len(after) == 4 and after.isdigit() and "1200" < after < "2100":
            yield line.instead(at + 1, f"em {after}", sure=True)
        elif lemmas & {"morar", "residir"} and line.is_capital(at + 1) and line.is_word(at - 1):
            if after in _TOWNS or f"{after}+{second}" in _TOWNS:
                yield line.instead(at, f"{_text(line, at)} em", sure=True)
        elif (
            lemmas & {"estar", "ficar"} and after == "cima" and second in ("do", "da", "dos", "das")
        ):
            yield line.instead(at + 1, "em cima", sure=True)
        elif "estar" in lemmas and after == "espera" and second in ("de", "do", "da", "dos", "das"):
            yield line.instead(at + 1, "à espera", sure=True)
        elif lemmas & _COMING and line.tag(at + 1) == "NUM" and second == "horas":
            if line.form(at + 3) == "da" and line.form(at + 4) in _PARTS_OF_DAY:
                yield line.instead(at + 1, f"às {written}", sure=True)
        elif (
            "ser" in lemmas and after in ("melhor", "pior", "maior") and line.tag(at + 2) == "NOUN"
        ):
            of_all = line.form(at + 3) in ("do", "da", "dos", "das") and line.form(at + 4) != "que"
            number, gender = (line.features(at + 2).get(name) for name in ("Number", "Gender"))
            said = line.tag(at - 1) in ("NOUN", "PROPN", "PRON") and before != "que"
            if of_all and said and number == "Sing" and gender:
                article = "a" if gender == "Fem" else "o"
                yield line.instead(at + 1, f"{article} {written}", sure=True)

    # -- "apesar o frio", "depois sair", "apesar que" ----------------------------------------

    @staticmethod
    def _of(line: Line, at: int) -> Iterator[Proposal]:
        form, after = line.form(at), line.form(at + 1)
        if not line.spaced(at, at + 1):
            return
        if form == "fim" and line.form(at - 1) != "a":
            return
        if form == "vez" and line.form(at - 1) != "em":
            return
        if after == "que" and form in _OF_WHICH and line.form(at + 2) != "nem":
            yield line.instead(at + 1, "de que", prior=LIKELY, related=at, message="of")
        elif _is_verb(line, at + 1) and line.is_infinitive(at + 1):
            # "e depois ir embora", "antes morrer que ceder"
            loose = form in ("antes", "depois")
            opens = at == 0 or not line.is_word(at - 1)
            chosen = any(line.form(i) == "que" for i in range(at + 2, at + 6))
            if loose and chosen:
                return
            if loose and line.tag(at - 1) == "NOUN" and not line.is_word(at + 2):
                # "lave as mãos antes comer."
                yield line.instead(
                    at + 1, f"de {_text(line, at + 1)}", related=at, message="of", sure=True
                )
                return
            if loose and not (opens and any(line.form(i) == "," for i in range(at, len(line)))):
                return
            written = _text(line, at + 1)
            yield line.instead(at + 1, f"de {written}", prior=HINT, related=at, message="of")
        elif form in ("apesar", "além") and after in _ARTICLES and line.tag(at + 2) == "NOUN":
            yield line.instead(at + 1, joined("de", after), prior=LIKELY, related=at, message="of")
        elif form in ("depois", "antes") and after in _MEALS and line.tag(at + 1) == "NOUN":
            article = ("a" if line.features(at + 1).get("Gender") == "Fem" else "o") + (
                "s" if after.endswith("s") else ""
            )
            new = f"{joined('de', article)} {_text(line, at + 1)}"
            yield line.instead(at + 1, new, related=at, message="of", sure=True)
        elif form == "apesar" and not after.startswith("d") and after.isalpha():
            # "apesar tudo"
            yield line.instead(
                at + 1, f"de {_text(line, at + 1)}", related=at, message="of", sure=True
            )
        elif (
            form in _OF_PLACE
            and after in _OWNING
            and line.tag(at + 2) == "NOUN"
            and line.form(at - 1) not in ("quão", "quanto", "que")  # "quão longe nosso ponto está"
        ):
            article = ("a" if after.rstrip("s").endswith("a") else "o") + "s" * (after[-1] == "s")
            ways = [f"{joined('de', article)} {after}", f"de {after}"]
            yield line.instead(at + 1, *ways, prior=HINT, related=at, message="of")
        elif (
            (form in _OF_PLACE or (line.form(at - 1), form) in _PLACED)
            and line.tag(at + 1) == "NOUN"
            and after.isalpha()
        ):
            gender = line.features(at + 1).get("Gender")
            if line.features(at + 1).get("Number") == "Sing" and gender:
                article = "a" if gender == "Fem" else "o"
                new = f"{joined('de', article)} {_text(line, at + 1)}"
                yield line.instead(at + 1, new, prior=HINT, related=at, message="of")

    # -- "acho ele vem", "disse não podia" ---------------------------------------------------

    @staticmethod
    def _that(line: Line, at: int, word: str) -> Iterator[Proposal]:
        if line.after_hyphen(at + 1) or not line.is_word(at + 1):
            return
        if line.form(at + 1) in _HOW_MANY:
            return  # "conta quantas linhas existem"
        before = {line.form(i) for i in range(at)}
        verb = at + 1
        if line.form(verb) in _SUBJECTS or (
            line.form(verb) == "a" and line.form(verb + 1) == "gente"
        ):
            if line.form(at - 1) in _OPENED:
                return
            verb += 1 + (line.form(verb) == "a")
        elif line.tag(verb) == "DET" and len(line.tokens[verb].words) == 1:
            if before & _OPENED:
                return
            while line.tag(verb) in ("DET", "NUM", "ADJ") and verb < at + 5:
                verb += 1
            if line.tag(verb) != "NOUN":
                return
            noun = verb
            verb += 1
            while line.tag(verb) == "ADJ" and verb < noun + 3:
                verb += 1
        elif line.form(verb) != "não" or before & _OPENED:
            return
        while line.form(verb) in _LIGHT and verb < at + 8:
            verb += 1
        if not line.spaced(at, verb) or not _is_finite(line, verb):
            return
        # the clause hangs on the verb of saying: not "conhece a lei sabe o que diz"
        own = line.words[line.tokens[verb].words[0]].relation
        if line.form(at + 1) != "não" and own in ("root", "conj", "acl:relcl"):
            return
        if line.form(at + 1) != "não" and not _agrees(line, at + 1, verb):
            return
        written = _text(line, at + 1)
        yield line.instead(at + 1, f"{word} {written}", prior=HINT, related=at, message="that")

    # -- verbs --------------------------------------------------------------------------------

    @staticmethod
    def _have(line: Line, at: int) -> Iterator[Proposal]:
        """ "Tenho sair": but "tem poder" has a noun."""
        verb = at + 1
        if not _is_verb(line, verb) or not line.is_infinitive(verb) or line.is_noun(verb):
            return
        if line.form(at - 1) in ("que", "de") and line.form(at) in ("ter", "terem"):
            return
        written = _text(line, verb)
        yield line.instead(
            verb, f"que {written}", f"de {written}", prior=LIKELY, related=at, message="have"
        )

    @staticmethod
    def _passive(line: Line, at: int) -> Iterator[Proposal]:
        """ "Devem salvas na pasta"."""
        verb = at + 1
        if not _describes(line, verb) or not line.is_participle(verb) or line.after_hyphen(verb):
            return
        written = _text(line, verb)
        plural = line.form(at).endswith("m")
        if line.form(verb).endswith("s") == plural:
            yield line.instead(
                verb, f"ser {written}", f"estar {written}", prior=HINT, related=at,
                message="passive",
            )  # fmt: skip

    @staticmethod
    def _towards(line: Line, at: int) -> Iterator[Proposal]:
        """ "Fui praia", "vou escola"."""
        place = line.form(at + 1)
        if place not in _PLACES:
            return
        feminine = line.features(at + 1).get("Gender") == "Fem" or place.endswith("a")
        article = "a" if feminine else "o"
        written = _text(line, at + 1)
        ways = [f"{joined('a', article)} {written}", f"para {article} {written}"]
        if place == "casa":
            ways = [f"para {written}", f"a {written}"]
        yield line.instead(at + 1, *ways, prior=LIKELY, related=at, message="towards")

    @staticmethod
    def _click(line: Line, at: int) -> Iterator[Proposal]:
        """ "Clique “Avançar”"."""
        if line.form(at + 1) in _QUOTES or (line.is_capital(at + 1) and not line.is_capital(at)):
            yield line.instead(at, f"{_text(line, at)} em", prior=LIKELY, message="click")

    @staticmethod
    def _between(line: Line, at: int) -> Iterator[Proposal]:
        """ "O token de expira", "faz favor de trazes"."""
        verb = at + 1
        readings = line.readings(verb)
        if not line.spaced(at, verb) or line.after_hyphen(verb + 1) or line.is_capital(verb):
            return
        if line.tag(verb) not in ("VERB", "AUX") or not readings:
            return
        if any(
            reading.upos not in ("VERB", "AUX") or reading.feature("VerbForm") != "Fin"
            for reading in readings
        ):
            return
        if line.tag(at - 1) == "ADP" or line.form(verb) in ("é", "são", "era", "foi", "há", "ia"):
            return  # "a partir de há dois anos", "o nome de é isso", "vozes de ia"
        infinitives = {reading.lemma for reading in readings}
        written = _text(line, verb)
        ways = [f"{_text(line, at)} {lemma}" for lemma in sorted(infinitives)]
        yield line.instead(at, *ways, written, last=verb, prior=HINT, related=at, message="between")

    # -- "ela cansada porque trabalhou" -------------------------------------------------------

    @staticmethod
    def _measured(line: Line, at: int) -> Iterator[Proposal]:
        """ "Um copo água", "todos alunos"."""
        noun = at + 1
        if not line.spaced(at, noun) or line.tag(noun) != "NOUN" or line.is_capital(noun):
            return
        if line.can_be(noun, "ADJ", "ADV", "NUM", "DET", "ADP", "PRON"):
            return
        written = _text(line, noun)
        if not line.is_noun(noun) or written.startswith(("anti", "pró")):
            return  # "o pacote anticorrupção"
        if line.form(at) in ("todos", "todas"):
            if line.tag(at - 1) in ("AUX", "VERB") and "ser" in _lemmas(line, at - 1):
                return  # "são todos colegas"
            article = "os" if line.form(at) == "todos" else "as"
            if line.features(noun).get("Number") == "Plur":
                yield line.instead(
                    noun, f"{article} {written}", prior=HINT, related=at, message="article"
                )
        elif line.tag(at) == "NOUN" and split(line.form(at - 1))[1] not in ARTICLES:
            # not "na caixa filtro": a name
            yield line.instead(noun, f"de {written}", prior=HINT, related=at, message="of")

    def _copula(self, line: Line) -> Iterator[Proposal]:
        subject = self._opening_subject(line)
        if subject is not None:
            yield from self._predicated(line, subject)

    @staticmethod
    def _predicated(line: Line, subject: int) -> Iterator[Proposal]:
        """ "Os sócios preocupados com a dívida e pedem uma assembleia"."""
        pronoun = line.form(subject) in _SUBJECTS
        start = subject + 1
        joining = line.form(start) == "e" and line.spaced(subject, start)
        at = start + joining
        while line.form(at) in _DEGREES and at < start + 3:
            at += 1
        bare = joining and line.tag(at) == "NOUN" and line.form(start + 2) not in _OF_WHOM
        if not line.spaced(subject, at) or not (bare or line.tag(at) in ("ADJ", "VERB")):
            return
        if (not bare and not _describes(line, at)) or not _alike(line, subject, at):
            return
        verb = next((i for i in range(at + 1, len(line)) if _is_finite(line, i)), None)
        by = any(
            line.form(i) in ("por", "pelo", "pela", "pelos", "pelas") for i in (at + 1, at + 2)
        )
        if verb is None:
            known = pronoun or line.form(0) in _OWNING
            joined = line.form(at + 1) in _BESIDE and line.is_participle(at)
            if line.form(len(line) - 1) not in (".", "!"):
                return
            if not (pronoun or at > start or by or (known and joined)):
                return
            if len(line) - at < 3:
                return
        else:
            # "e pedem", "porque trabalhou": the verb that follows is of another clause
            opener = verb - 1
            while line.form(opener) in _LIGHT or line.tag(opener) in ("PRON", "DET", "NOUN"):
                opener -= 1
            opening = ("e", "mas", "porque", "quando", "que", "pois", "há", "se")
            if line.form(opener) not in opening and line.form(verb) != "há":
                return
            relative = line.form(opener) == "que" and line.tag(opener - 1) in ("NOUN", "PROPN")
            if opener <= at or (relative and not pronoun):
                return
            series = line.form(opener) == "e" and any(
                line.tag(i) in ("NOUN", "PROPN") for i in range(opener + 1, verb)
            )
            if series and line.features(verb).get("Number") == "Plur":
                return  # "o tráfego muito barulhento, a poluição e a correria parecem"
            if line.form(opener) in ("que", "quando", "se") and not pronoun:
                return
        if joining:  # "o meu pai e pedreiro, e"
            if _person(line, subject) == ("3", "S") and not line.is_capital(subject):
                yield line.instead(start, "é", prior=HINT, related=subject, message="accent")
            return
        written = _text(line, start)
        forms = _BEING.get(_person(line, subject), ())
        if forms:
            ways = [f"{form} {written}" for form in (*forms, *(_PASSIVE[forms] if by else ()))]
            yield line.instead(start, *ways, prior=HINT, related=subject, message="copula")

    @staticmethod
    def _opening_subject(line: Line) -> int | None:
        """The head of a subject that opens the sentence, or the last word of what hangs on it."""
        if line.form(0) in _SUBJECTS:
            return 0
        if line.tag(0) != "DET" or line.form(0) not in _ARTICLES | _OWNING:
            return None
        at = 0
        while line.tag(at) == "DET" and at < 3:
            at += 1
        if line.tag(at) != "NOUN":
            return None
        # "a casa da minha avó muito antiga"
        while line.form(at + 1) in _OF_WHOM:
            last = at + 2
            while line.tag(last) == "DET":
                last += 1
            if line.tag(last) not in ("NOUN", "PROPN"):
                break
            at = last
        return at


_BESIDE = listed("com em no na há desde")
_OF_WHOM = listed("de da do das dos")
_OWNING = portuguese.words(
    "possessives.first", "possessives.second", "possessives.third", "possessives.ours"
)
_BEING = {
    ("1", "S"): ("sou", "estou", "estava"),
    ("2", "S"): ("és", "estás", "estavas"),
    ("3", "S"): ("é", "está", "estava"),
    ("1", "P"): ("somos", "estamos", "estávamos"),
    ("3", "P"): ("são", "estão", "estavam"),
}
_PASSIVE = {
    forms: {"S": ("foi",), "P": ("foram",)}[number] if person == "3" else ()
    for (person, number), forms in _BEING.items()
}
_PERSONS = {"eu": ("1", "S"), "tu": ("2", "S"), "nós": ("1", "P")}


def _person(line: Line, subject: int, first: int = 0) -> tuple[str, str]:
    """Person and number of a subject that begins at `first`."""
    form = line.form(subject)
    while line.tag(first) == "DET" and first < subject:
        first += 1
    return _PERSONS.get(form, ("3", "P" if line.form(first).endswith("s") else "S"))


def _alike(line: Line, subject: int, at: int, first: int = 0) -> bool:
    """Whether an adjective has the number, and if that shows the gender, of the subject."""
    person, number = _person(line, subject, first)
    own = line.features(at)
    if own.get("Number") not in (None, "Plur" if number == "P" else "Sing"):
        return False
    while line.tag(first) == "DET" and first < subject:
        first += 1
    gender = line.features(first).get("Gender")
    return person != "3" or None in (gender, own.get("Gender")) or own.get("Gender") == gender


def _describes(line: Line, at: int) -> bool:
    """Whether it is read as an adjective or participle."""
    read = line.tag(at) == "VERB" and line.features(at).get("VerbForm") == "Part"
    return line.tag(at) == "ADJ" or read


def _is_verb(line: Line, at: int) -> bool:
    return line.tag(at) in ("VERB", "AUX")


def _is_finite(line: Line, at: int) -> bool:
    return _is_verb(line, at) and line.features(at).get("VerbForm") == "Fin"


def _lemmas(line: Line, at: int) -> set[str]:
    return {line.words[line.tokens[at].words[0]].lemma}


def _agrees(line: Line, first: int, verb: int) -> bool:
    """Whether the verb has the person of the word or phrase that begins at `first`."""
    readings = [r for r in line.readings(verb) if r.feature("VerbForm") == "Fin"]
    form = line.form(first)
    plural = form.endswith("s") and form not in ("nós",) and line.tag(first) != "NUM"
    person = _PERSONS.get(form, ("3", "P" if plural else "S"))
    return person in persons(readings)


def _text(line: Line, at: int) -> str:
    token = line.tokens[at]
    return line.text[token.start : token.end]
