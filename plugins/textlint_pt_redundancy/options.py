"""What can be set, declared once for the metric and the rules that show it.

"generated only", "generated and gruen only": under these values of the option `definition`.
"""

from __future__ import annotations

from textlint_pt.contract import Option

DEFAULT, GENERATED, GRUEN, GRUEN_PUBLISHED = "default", "generated", "gruen", "gruen-published"

SUBSTRING = Option(
    0.8,
    "generated and gruen only: "
    "share of the shorter sentence's characters that must be one common piece",
    0,
    1,
)
SUBSTRING_WORDS = Option(
    0.8,
    "generated and gruen only: "
    "share of the words of the sentence with fewer that must be in that piece",
    0,
    1,
)
EDIT = Option(
    0.6,
    "generated and gruen only: "
    "edit distance, as a share of the longer sentence, below which two are alike",
    0,
    1,
)
COMMON = Option(
    0.8,
    "generated and gruen only: "
    "share of the words of the sentence with fewer that must be in the other",
    0,
    1,
)

#: of every rule about pairs
PAIRS = {
    "definition": Option(
        DEFAULT,
        "what counts: default what an author would mend, copies and loops; generated all that says "
        "the same, sparing names, refrains and short lines; gruen all pairs as the paper says, "
        "gruen-published as its program does",
        choices=(DEFAULT, GENERATED, GRUEN, GRUEN_PUBLISHED),
    ),
    "alike": Option(
        0.75, "generated only: share of the content words of either that both must have", 0, 1
    ),
}

PHRASE = Option(3, "words of the shortest phrase that counts when said twice in a row", 2)
