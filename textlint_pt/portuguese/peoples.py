"""Names of peoples and languages, which have a small letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from textlint_pt.portuguese.tables import rows

_FEMININE = (("ês", "esa"), ("ão", "ã"), ("eu", "eia"), ("ol", "ola"), ("uz", "uza"), ("o", "a"))
_PLURAL_OF = (("alemão", "alemães"), ("catalão", "catalães"), ("ão", "ões"), ("ês", "eses"),
              ("ol", "óis"), ("uz", "uzes"), ("r", "res"), ("", "s"))  # fmt: skip


@cache
def peoples() -> Mapping[str, str]:
    """Singular forms, the feminine where it is no place; "~" of those that are names too."""
    result: dict[str, str] = {}
    for (line,) in rows("peoples.txt"):
        for entry in line.split():
            form = entry.lstrip("~^")
            result[form] = "~" if "~" in entry else ""
            if "^" not in entry:
                result[_ending(form, _FEMININE)] = result[form]
    return result


@cache
def forms_of_peoples() -> frozenset[str]:
    """Singular and plural forms."""
    return frozenset(peoples()) | {_ending(form, _PLURAL_OF) for form in peoples()}


def _ending(form: str, endings: Sequence[tuple[str, str]]) -> str:
    for old, new in endings:
        if form.endswith(old):
            return form.removesuffix(old) + new
    return form
