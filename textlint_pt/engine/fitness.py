"""Whether there is anything to judge in a document: asked before anything is analysed."""

from __future__ import annotations

import os

from textlint_pt.report.messages import say
from textlint_pt.text.document import Document, Note, State
from textlint_pt.text.regex import regex

#: what fastlane and F-Droid keep of an app in each language
_STORE_LISTING = regex(r"(?:\A|/)metadata/(?:android/)?([a-z]{2,3}(?:-[A-Za-z]{2,4})?)/")
#: the codes of notices; those that have several messages
_CODES = {"no-translations": "not-prose", "declared-language": "other-language"}

#: letters that no neighbour has: without them a file is believed about its language, since short
#: strings do not tell Portuguese from others (but from English, which a header has of its source)
_OWN_LETTERS = frozenset("ãõ")

#: formats that read nothing but what is Portuguese prose, however little
_ALWAYS_PROSE = ("code", "code-strings")


def unfit(document: Document, language: str) -> Note | None:
    """Return why there is nothing to judge, in `language` (pt, en); None where there is.

    The note's code is a message: empty, not-prose, no-translations, other-language,
    declared-language. Its fields: `what` the document looks like, in words; `looks`, the same as
    the language (en, es, fr, other) or kind of text (code, list …) that was told, `markup` where
    there is no text at all.
    """
    from textlint_pt.text.language import is_bibliography, is_crowded, not_prose

    declared = _foreign_language(document)
    if not document.sentences:
        if not document.raw.strip():
            return Note("empty")
        if any(unit.state in (State.IDENTICAL, State.TRANSLATED) for unit in document.units):
            # a catalogue of placeholders, or in which sources stand in the place of translations
            return _declared(declared) if declared else None
        if document.units:
            return Note("no-translations")
        looks = "bibliography" if is_bibliography(document) else "markup"
        return _note("not-prose", looks, language)
    detected = detected_language(document)
    if detected not in ("pt", "und"):
        return _note("other-language", detected, language)
    if declared:
        lacks_own_letters = _OWN_LETTERS.isdisjoint("".join(document.texts))
        if detected == "und" or (declared != "en" and lacks_own_letters):
            return _declared(declared)
    if detected == "und" and (declared := _language_of_path(document.path)):
        return _declared(declared)
    if document.units and is_crowded(document):
        return _note("not-prose", "noise", language)
    if document.units or document.format in _ALWAYS_PROSE:
        return None
    if (reason := not_prose(document)) is not None:
        return _note("not-prose", reason, language)
    return None


def _language_of_path(path: str) -> str | None:
    """Return the foreign language that a store listing's folder names, if any."""
    from textlint_pt.formats.markup import is_portuguese

    match = _STORE_LISTING.search(path.replace(os.sep, "/"))
    return match[1] if match and not is_portuguese(match[1]) else None


def notice_code(note: Note) -> str:
    """Return the code of the notice that says so, and the reason why there is no score."""
    return _CODES.get(note.code, note.code)


def detected_language(document: Document) -> str:
    """`pt`, `en`, `es`, `fr`, `other`, or `und` for too little evidence."""
    from textlint_pt.text.language import detect

    return detect(" ".join(document.texts))


def _note(code: str, looks: str, language: str) -> Note:
    return Note(code, {"what": say(language, looks), "looks": looks})


def _declared(declared: str) -> Note:
    return Note("declared-language", {"what": declared, "looks": declared})


def _foreign_language(document: Document) -> str | None:
    """Return the declared language of a file's translations if it is not Portuguese."""
    from textlint_pt.formats.markup import is_portuguese

    declared = {
        unit.target_language
        for unit in document.units
        if unit.blocks or unit.state is State.IDENTICAL
    }
    language = declared.pop() if len(declared) == 1 else ""
    return language if language and not is_portuguese(language) else None
