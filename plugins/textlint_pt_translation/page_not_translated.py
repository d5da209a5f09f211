"""TRA010: a page that is not a translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Rule
from textlint_pt_translation.pairs import ROLES, first_place

if TYPE_CHECKING:
    from textlint_pt.contract import Document, Note, View

#: share of the sentences, and of their length, that two lists have in common which translate one
_ALIKE = 0.75


class PageNotTranslated(Rule):
    """A page that should be a translation is not: it is in another language, or empty."""

    code = "TRA010"

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield the finding for a page that is empty or still in another language."""
        document, reason = view.document, view.unfit
        role = next((role for role in ROLES if role in document.companions), None)
        if reason is None or role is None:
            return
        other = document.companions[role]
        message = _message_key(document, other, reason)
        if message is not None:
            yield Finding(
                self.code,
                first_place(document),
                {
                    "reason": message if message in ("empty", "no-text") else reason.code,
                    "looks": reason.fields.get("looks"),
                },
                message,
                {"path": other.path, "what": reason.fields.get("what")},
                sentence=0 if document.sentences else None,
            )


def _are_alike(document: Document, other: Document) -> bool:
    """Return whether two texts have about as many pieces of about the same length, as lists on
    both sides have."""
    counts = [len(text.sentences) for text in (document, other)]
    lengths = [
        sum(len(one.text) for one in text.sentences) / len(text.sentences)
        for text in (document, other)
    ]
    return all(min(both) >= _ALIKE * max(both) for both in (counts, lengths))


def _message_key(document: Document, other: Document, reason: Note) -> str | None:
    """Return the key of the message about a page that was skipped; None if nothing is wrong."""
    from textlint_pt.formats.markup import is_portuguese
    from textlint_pt.text.language import detect

    if document.units:
        # one in another language is not the target to judge, unless it says that it is Portuguese
        declared = {unit.target_language for unit in document.units}
        says_so = any(map(is_portuguese, declared)) and reason.code == "other-language"
        return "catalogue" if says_so else None
    if not other.sentences:
        return None
    if not document.raw.strip():
        return "empty"
    if not document.sentences:
        return None if other.units else "no-text"  # a program shows what its source says
    if reason.code == "not-prose":
        # a list has too few function words to recognise its language
        is_identified = detect(" ".join(sentence.text for sentence in other.sentences)) != "und"
        return "not-prose" if is_identified and not _are_alike(document, other) else None
    return "declared" if reason.code == "declared-language" else "language"
