"""GRA214: the infinitive with and without a person."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class PersonalInfinitive(Diagnosis):
    """An infinitive with an ending it must not have, or without one it needs."""

    code = "GRA214"
    name = "government.personal-infinitive"
