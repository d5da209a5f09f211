"""Strings under keys, whose source stands in another file: what such formats have in common."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.catalogue import Entry, parsed
from textlint_pt.formats.strings import String
from textlint_pt.text.document import Comment, Span, State, Text
from textlint_pt.text.regex import regex

#: the categories of CLDR
PLURALS = frozenset(("zero", "one", "two", "few", "many", "other"))
#: a conversion of `printf` or a numbered argument, but not the "% d" in "100 % de"
_FORMAT_DIRECTIVE = regex(
    r"%(?:\d{1,2}\$)?[-+#0]*\d*(?:\.\d+)?[hlqLzjt]{0,2}[a-zA-Z@](?![^\W\d_]{2})|\{\d"
)


#: keys of what a program goes by and no person reads
_TECHNICAL_KEY = regex(
    r"(?:.*[._-])?(?:commands?|cmd|aliases|permission|regex|class|icon|url|href)\Z"
)

#: of Rails: abbreviations of days and months, and letters that stand for others
_RAILS_KEY = regex(r"(?:\A|\.)(?:abbr_(?:day|month)_names|i18n\.transliterate)\.")


#: commas that part words for a program, and no space after any, at least: "senha,login,cofre"
_MIN_COMMAS = 3


def _is_identifier(key: str, text: str) -> bool:
    """Return whether a string is a name that is typed, or that programs look for.

    That is a single word under a key such as "menu.icon", or a list such as "senha,login,cofre".
    """
    is_listed = text.count(",") >= _MIN_COMMAS and ", " not in text and "\n" not in text
    if is_listed or text.startswith("nplurals="):
        return True
    if " " in text.strip():
        return False
    return _TECHNICAL_KEY.match(key) is not None or _RAILS_KEY.search(key) is not None


class Strings:
    """Collects the strings of a file in its order."""

    def __init__(self, formats: Sequence[str] = ()) -> None:
        self._formats = tuple(formats)
        self._entries: list[Entry] = []

    def add(
        self,
        key: str,
        text: Text | String,
        span: Span | None = None,
        source: Text | String | None = None,
        *,
        protected: bool = False,
        state: State = State.TRANSLATED,
        language: str = "",
    ) -> None:
        """Add a string under its key; of a form of the plural the key is `key\\0category`."""
        target = text if isinstance(text, String) else String(text)
        protected = protected or _is_identifier(key, target.text.text)
        source = String(source) if isinstance(source, Text) else source
        self._entries.append(
            Entry(
                key,
                span or target.text.span(),
                source,
                target,
                state=State.PROTECTED if protected else state,
                target_language=language,
                formats=self._formats if _FORMAT_DIRECTIVE.search(target.text.text) else (),
            )
        )

    def parsed(self, comments: Sequence[Comment] = ()) -> Parsed:
        """Return all strings; the forms of one plural share a span."""
        spans: dict[str, Span] = {}
        for entry in self._entries:
            name, is_form, _ = entry.key.partition("\0")
            if is_form:
                span_so_far = spans.get(name, entry.span)
                spans[name] = Span(
                    min(span_so_far.start, entry.span.start), max(span_so_far.end, entry.span.end)
                )
        entries: list[Entry] = []
        for entry in self._entries:
            name, is_form, _ = entry.key.partition("\0")
            entries.append(entry._replace(span=spans[name]) if is_form else entry)
        return parsed(entries, comments)
