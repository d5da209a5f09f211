"""Is this Portuguese, and is it prose? Asked once a document, before anything is judged."""

from __future__ import annotations

import re
from collections import Counter

from textlint_pt.document import Document

#: words frequent in one language and absent, or nearly, from the others here
_MARKERS = {
    "pt": "não uma um com dos das ao à são também já mais seu sua ele ela isso muito você foi"
    " pelo pela nos na no em é os as do da num numa até quando depois lhe eu meu minha",
    "en": "the and of to is was that with for are this have from not it he she they you which"
    " were been has will would there their an be by or at on",
    "es": "el los las una un y del con por pero más muy también fue sus como está ella ellos"
    " usted hay cuando lo al se su es son sin sobre",
    "fr": "le les des une un et est dans pour que qui avec sur pas il elle nous vous sont du"
    " au aux ce cette mais ou où été très",
}
_MARKER_OF: dict[str, tuple[str, ...]] = {}
for _language, _words in _MARKERS.items():
    for _word in _words.split():
        _MARKER_OF[_word] = (*_MARKER_OF.get(_word, ()), _language)
#: fewer words carry too little evidence
_MINIMUM_WORDS = 12
_SAMPLE_CHARACTERS = 20_000


def detect(text: str) -> str:
    """`pt`, `en`, `es`, `fr`, `other`, or `und` for too little text, by function words."""
    words = re.findall(r"[^\W\d_]+", text[:_SAMPLE_CHARACTERS].lower())
    if len(words) < _MINIMUM_WORDS:
        return "und"
    votes: Counter[str] = Counter()
    for word in words:
        for language in _MARKER_OF.get(word, ()):
            votes[language] += 1
    best, count = max(sorted(votes.items()), key=lambda item: item[1], default=("other", 0))
    if votes["pt"] >= 0.8 * count and votes["pt"] >= 0.06 * len(words):
        return "pt"
    if count < 0.06 * len(words):
        return "other" if votes["pt"] < 0.03 * len(words) else "pt"
    return best


def not_prose(document: Document) -> str | None:
    """What a document without prose looks like (`bibliography`, `list`, `code`, …), else None."""
    return None
