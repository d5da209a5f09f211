"""What the engine itself says, in both languages, and how rules' templates are filled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from textlint_pt import shipped

#: languages of messages, the first by default
Language = Literal["pt", "en"]
LANGUAGES: tuple[str, ...] = get_args(Language)


def spoken(locale: str) -> str:
    """Return the language of messages for a locale: Portuguese, unless it is English."""
    return "en" if locale[:2].lower() == "en" else LANGUAGES[0]


def catalogue(path: Path) -> Mapping[str, Mapping[str, str]]:
    """The texts of a file by language and name: a line a text, its name, then each language."""
    rows = shipped.read_rows(path)
    return {language: {row[0]: row[at] for row in rows} for at, language in enumerate(LANGUAGES, 1)}


#: messages by language and name
CATALOGUE = catalogue(Path(__file__).with_name("messages.tsv"))

#: quotation marks of each language, around what is quoted
_QUOTES = {"pt": "«{}»", "en": "“{}”"}


def quoted(text: str, language: str) -> str:
    """Return the text in the quotation marks of the language of messages."""
    return _QUOTES[language].format(text)


class _WithComma(float):
    def __format__(self, format_spec: str) -> str:
        return super().__format__(format_spec).replace(".", ",")


class _Fields(dict[str, Any]):
    """Fields of a message: numbers with a decimal comma where the language has one, the items of a
    list in its quotation marks."""

    def __init__(self, fields: Mapping[str, Any], language: str) -> None:
        super().__init__(fields)
        self._language = language

    def __getitem__(self, name: str) -> Any:
        """Return a message's field as people of the language write it."""
        value = super().__getitem__(name)
        if isinstance(value, float) and self._language == "pt":
            return _WithComma(value)
        if isinstance(value, list | tuple):
            return ", ".join(quoted(str(item), self._language) for item in value)
        return value


def fill(template: str, language: str, fields: Mapping[str, Any]) -> str:
    return template.format_map(_Fields(fields, language))


def say(language: str, name: str, **fields: Any) -> str:
    """Return a message of the engine's own catalogue; an unknown name stands for itself."""
    template = CATALOGUE[language].get(name, name)
    return fill(template, language, fields) if fields else template


def notice_text(language: str, name: str, fields: Mapping[str, Any]) -> str:
    """Return the text of a notice; one with counts of several things lists them."""
    if why := fields.get("why"):
        fields = {**fields, "why": say(language, why)}
    counts = {what: number for what, number in fields.items() if isinstance(number, int)}
    if not counts or "{what}" not in CATALOGUE[language].get(name, ""):
        return say(language, name, **fields)
    listed = ", ".join(say(language, what, count=number) for what, number in counts.items())
    return say(language, name, **{**fields, "what": listed})


def count(language: str, name: str, number: int) -> str:
    return say(language, f"{name}.{'one' if number == 1 else 'many'}", count=number)


#: what would move the cursor, hide or reorder text on a terminal, each as one visible character
_VISIBLE = {
    **{code: 0x2400 + code for code in range(0x20)},
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    **dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
    **dict.fromkeys((0x061C, 0x200E, 0x200F), 0xFFFD),
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
    ord("\t"): 0x20,
    0x7F: 0x2421,
}


def visible(text: str) -> str:
    """The text as one line that is safe on a terminal, as long as it was: ESC is shown as ␛."""
    return text.translate(_VISIBLE)


def opening(text: str) -> str:
    """Return `visible` text so that a line that begins with it is no workflow command."""
    shown = visible(text)
    return f"./{shown}" if shown.lstrip().startswith(("::", "##[")) else shown
