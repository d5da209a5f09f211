"""GRA215: the participle of a verb that has two."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class WrongParticiple(Diagnosis):
    """A participle that the verb does not have, or not after this auxiliary."""

    code = "GRA215"
    name = "government.wrong-participle"
    supersedes = ("GRA001", "GRA901", "GRA906")
