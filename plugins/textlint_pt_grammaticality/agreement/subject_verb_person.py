"""GRA105: the person of a verb and of its subject."""

from __future__ import annotations

from textlint_pt_grammaticality.agreement.subject_verb import SubjectVerb
from textlint_pt_grammaticality.nominal import Person


class SubjectVerbPerson(SubjectVerb):
    """A verb does not agree with its subject in person."""

    code = "GRA105"
    name = "agreement.subject-verb-person"
    by_person = True
    trusts_links = False

    def _message(self, own: frozenset[Person]) -> str:
        return "message"
