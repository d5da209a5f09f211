"""Formats of the strings of apps; each reader is imported when it is first needed."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format
from textlint_pt.formats.code import Code
from textlint_pt.formats.conventions import may_hold_strings
from textlint_pt.formats.late import ReadLate
from textlint_pt.formats.translations import XML_DECLARATION


class _OfXml(ReadLate):
    encoding_declaration: ClassVar[bytes | None] = XML_DECLARATION
    may_be_utf16: ClassVar[bool] = True


class AndroidStrings(_OfXml):
    """Strings of Android: `values-pt-rBR/strings.xml`. In a folder, of Portuguese ones alone."""

    name: ClassVar[str] = "android"
    reader: ClassVar[str] = "xml_strings.parse_android"
    extensions: ClassVar[tuple[str, ...]] = (".xml",)


class Resx(_OfXml):
    """Resources of .NET: `Texts.pt-BR.resx`, `pt-BR/Resources.resw`."""

    name: ClassVar[str] = "resx"
    reader: ClassVar[str] = "xml_strings.parse_resx"
    extensions: ClassVar[tuple[str, ...]] = (".resx", ".resw")


class QtStrings(_OfXml):
    """Catalogues of Qt Linguist: `app_pt_BR.ts`. The source strings are the companion `source`."""

    name: ClassVar[str] = "qt"
    reader: ClassVar[str] = "xml_strings.parse_qt"
    extensions: ClassVar[tuple[str, ...]] = (".ts",)

    def at(self, path: str) -> Format:
        return self if may_hold_strings(path) else Code(path)


class StringsDict(_OfXml):
    """Plurals of Apple's programs: `pt-BR.lproj/Localizable.stringsdict`."""

    name: ClassVar[str] = "stringsdict"
    reader: ClassVar[str] = "xml_strings.parse_stringsdict"
    extensions: ClassVar[tuple[str, ...]] = (".stringsdict",)


class AppleStrings(ReadLate):
    """Strings of Apple's programs: `pt-BR.lproj/Localizable.strings`."""

    name: ClassVar[str] = "strings"
    reader: ClassVar[str] = "keyed_strings.parse_strings"
    extensions: ClassVar[tuple[str, ...]] = (".strings",)
    comment: ClassVar[tuple[str, str]] = ("/* ", " */")
    may_be_utf16: ClassVar[bool] = True


class XcStrings(ReadLate):
    """Apple's catalogues of all languages, of which Portuguese is read."""

    name: ClassVar[str] = "xcstrings"
    reader: ClassVar[str] = "keyed_strings.parse_xcstrings"
    extensions: ClassVar[tuple[str, ...]] = (".xcstrings",)


class JsonStrings(ReadLate):
    """Strings in JSON: i18next, vue-i18n, Chrome's `messages.json`, ARB of Flutter.

    Read where the name says so: `pt-BR.json`, `locales/pt/common.json`, `app_pt.arb`.
    """

    name: ClassVar[str] = "json-strings"
    reader: ClassVar[str] = "keyed_strings.parse_json"
    extensions: ClassVar[tuple[str, ...]] = (".json", ".arb")


class YamlStrings(ReadLate):
    """Strings in YAML, as Rails has them: `config/locales/pt-BR.yml`."""

    name: ClassVar[str] = "yaml-strings"
    reader: ClassVar[str] = "keyed_strings.parse_yaml"
    extensions: ClassVar[tuple[str, ...]] = (".yml", ".yaml")
    comment: ClassVar[tuple[str, str]] = ("# ", "")

    def at(self, path: str) -> Format:
        return self if may_hold_strings(path) else Code(path)


class Properties(ReadLate):
    """Java's properties, in UTF-8 or ISO-8859-1: `messages_pt_BR.properties`."""

    name: ClassVar[str] = "properties"
    reader: ClassVar[str] = "keyed_strings.parse_properties"
    extensions: ClassVar[tuple[str, ...]] = (".properties",)
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    may_be_legacy: ClassVar[bool] = True
