"""Formats of the strings of apps; each reader is imported when it is first needed."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats.code import Code
from textlint_pt.formats.conventions import may_hold_strings
from textlint_pt.formats.translations import XML_DECLARATION


class _OfXml(Format):
    encoding_declaration: ClassVar[bytes | None] = XML_DECLARATION
    may_be_utf16: ClassVar[bool] = True


class AndroidStrings(_OfXml):
    """Strings of Android: `values-pt-rBR/strings.xml`. In a folder, of Portuguese ones alone."""

    name: ClassVar[str] = "android"
    extensions: ClassVar[tuple[str, ...]] = (".xml",)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.xml_strings import parse_android

        return parse_android(raw)


class Resx(_OfXml):
    """Resources of .NET: `Texts.pt-BR.resx`, `pt-BR/Resources.resw`."""

    name: ClassVar[str] = "resx"
    extensions: ClassVar[tuple[str, ...]] = (".resx", ".resw")

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.xml_strings import parse_resx

        return parse_resx(raw)


class QtStrings(_OfXml):
    """Catalogues of Qt Linguist: `app_pt_BR.ts`. The source strings are the companion `source`."""

    name: ClassVar[str] = "qt"
    extensions: ClassVar[tuple[str, ...]] = (".ts",)

    def at(self, path: str) -> Format:
        return self if may_hold_strings(path) else Code(path)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.xml_strings import parse_qt

        return parse_qt(raw)


class StringsDict(_OfXml):
    """Plurals of Apple's programs: `pt-BR.lproj/Localizable.stringsdict`."""

    name: ClassVar[str] = "stringsdict"
    extensions: ClassVar[tuple[str, ...]] = (".stringsdict",)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.xml_strings import parse_stringsdict

        return parse_stringsdict(raw)


class AppleStrings(Format):
    """Strings of Apple's programs: `pt-BR.lproj/Localizable.strings`."""

    name: ClassVar[str] = "strings"
    extensions: ClassVar[tuple[str, ...]] = (".strings",)
    comment: ClassVar[tuple[str, str]] = ("/* ", " */")
    may_be_utf16: ClassVar[bool] = True

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.keyed_strings import parse_strings

        return parse_strings(raw)


class XcStrings(Format):
    """Apple's catalogues of all languages, of which Portuguese is read."""

    name: ClassVar[str] = "xcstrings"
    extensions: ClassVar[tuple[str, ...]] = (".xcstrings",)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.keyed_strings import parse_xcstrings

        return parse_xcstrings(raw)


class JsonStrings(Format):
    """Strings in JSON: i18next, vue-i18n, Chrome's `messages.json`, ARB of Flutter.

    Read where the name says so: `pt-BR.json`, `locales/pt/common.json`, `app_pt.arb`.
    """

    name: ClassVar[str] = "json-strings"
    extensions: ClassVar[tuple[str, ...]] = (".json", ".arb")

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.keyed_strings import parse_json

        return parse_json(raw)


class YamlStrings(Format):
    """Strings in YAML, as Rails has them: `config/locales/pt-BR.yml`."""

    name: ClassVar[str] = "yaml-strings"
    extensions: ClassVar[tuple[str, ...]] = (".yml", ".yaml")
    comment: ClassVar[tuple[str, str]] = ("# ", "")

    def at(self, path: str) -> Format:
        return self if may_hold_strings(path) else Code(path)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.keyed_strings import parse_yaml

        return parse_yaml(raw)


class Properties(Format):
    """Java's properties, in UTF-8 or ISO-8859-1: `messages_pt_BR.properties`."""

    name: ClassVar[str] = "properties"
    extensions: ClassVar[tuple[str, ...]] = (".properties",)
    comment: ClassVar[tuple[str, str]] = ("# ", "")
    may_be_legacy: ClassVar[bool] = True

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.keyed_strings import parse_properties

        return parse_properties(raw)
