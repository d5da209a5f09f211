"""GRA105: the person of a verb and of its subject."""

from __future__ import annotations

from textlint_pt_grammaticality.agreement.subject_verb import SubjectVerb
from textlint_pt_grammaticality.nominal import Person


class SubjectVerbPerson(SubjectVerb):
    """A verb does not agree with its subject in person.

    ## What it finds

    A verb in another person than its subject: "nós vai", "a gente vamos", "tu disse", "os
    pais fizemos". *Você* and *a gente* go with the third person. *Todos sabemos* and *os
    brasileiros somos*, where the writer is one of them, are sound; after *quem* and in a relative
    clause that may have dropped its subject ("a casa que vimos") nothing is said.

    ## Why it matters

    The verb tells who acts more often than the subject does; where they contradict one another the
    reader must choose.

    ## Bad

    > As minhas irmãs cheguei cedo. Amanhã a gente vamos ao mercado.

    ## Good

    > As minhas irmãs chegaram cedo. Amanhã a gente vai ao mercado.

    ## Evidence

    `probability` that one of the two words is wrong as it stands; `confidence`: how probably the
    finding is right; `limit`: from where on it is reported; `suggestions`, the best first.

    ## Source

    Cunha and Cintra, *Nova Gramática do Português Contemporâneo*, chapter 13 (concordância verbal).
    """

    code = "GRA105"
    name = "agreement.subject-verb-person"
    by_person = True
    trusts_links = False
    messages = {
        "pt": {
            "message": "«{form}» está na {has}.ª pessoa, mas o sujeito, «{related}», é da "
            "{wants}.ª: «{suggestion}»",
            "related": "o sujeito",
        },
        "en": {
            "message": "“{form}” is a form of person {has}, but its subject, “{related}”, is of "
            "person {wants}: “{suggestion}”",
            "related": "the subject",
        },
    }

    def _message(self, own: frozenset[Person]) -> str:
        return "message"
