"""GRA218: words that agree in one use and not in another."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class HalfOrEnclosed(Diagnosis):
    """*Meio*, *anexo*, *obrigado* or *mesmo* inflected where it is fixed, or fixed where it
    agrees.
    """

    code = "GRA218"
    name = "agreement.half-or-enclosed"
    supersedes = ("GRA001", "GRA102", "GRA103")
