"""Strings of apps: what is read, under which key, and where every character stands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats import conventions
from textlint_pt.formats.building import build
from textlint_pt.formats.decoding import decode
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Document, MarkupKind

PLUGINS = load(third_party=False)
ANDROID = r"""<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
  <!-- nota -->
  <string name="app" translatable="false">Farol</string>
  <string name="a">O gato %1$s subiu.</string>
  <string name="b">N\u00e3o se esque\u00e7a <b>disto</b>\n
    já, d\'água</string>
  <string name="r">@string/a</string>
  <string name="g">Olá <xliff:g id="name">%s</xliff:g>, bem-vindo.</string>
  <string name="c"><![CDATA[Um <i>texto</i>]]> &amp; outro</string>
  <plurals name="n"><item quantity="one">um dia</item>
  <item quantity="other">%d dias</item></plurals>
  <string-array name="l"><item>Sim</item><item>Não</item></string-array>
  <color name="red">#f00</color>
</resources>
"""
YAML = """pt-BR:
  # textlint-pt-disable-next GRA401
  user:
    hello: "Olá %{name}, \\"a\\u00e7ão\\""
    items:
      one: 'um copo d''água'
      other: "%{count} copos"
    long: >
      Um texto que
      continua.

      Outro.
    lit: |
      Uma linha.
      Outra.
    plain: Um texto sem
      aspas
  on: true
  days: [dom, seg]
"""
CHROME = {"name": {"message": "Um farol", "description": "the name", "placeholders": {}}}
CATALOGUE = {
    "sourceLanguage": "en",
    "strings": {
        "Hello %@": {
            "localizations": {
                "pt-BR": {"stringUnit": {"state": "translated", "value": "Olá %@"}},
                "fr": {"stringUnit": {"state": "translated", "value": "Salut %@"}},
            }
        },
        "n": {
            "localizations": {
                language: {
                    "variations": {
                        "plural": {
                            name: {"stringUnit": {"state": "translated", "value": value}}
                            for name, value in forms.items()
                        }
                    }
                }
                for language, forms in (
                    ("en", {"one": "%d file", "other": "%d files"}),
                    ("pt-BR", {"one": "um ficheiro", "other": "%d ficheiros"}),
                )
            }
        },
    },
}
QT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR"><context><name>Main</name>
<message><source>Open %1</source><translation>Abrir %1 &amp;já</translation></message>
<message numerus="yes"><source>%n file(s)</source>
<translation><numerusform>%n dia</numerusform><numerusform>%n dias</numerusform></translation>
</message>
<message><source>Close</source><translation type="unfinished"></translation></message>
<message><source>Old</source><translation type="vanished">Velho</translation></message>
</context></TS>
"""
RESX = """<root><resheader name="x"><value>text/x</value></resheader>
<data name="A" xml:space="preserve"><value>Olá {0} &lt;b&gt;já&lt;/b&gt;.</value>
<comment>the greeting</comment></data>
<data name="I" type="System.Drawing.Bitmap"><value>a.png</value></data></root>
"""
PLIST = """<?xml version="1.0"?>
<plist version="1.0"><dict><key>n</key><dict>
<key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
<key>files</key><dict><key>NSStringFormatValueTypeKey</key><string>d</string>
<key>one</key><string>um dia</string><key>other</key><string>%d dias</string></dict>
</dict></dict></plist>
"""
STRINGS = """/* Greeting */
"hello" = "Olá %@,\\n\\"a\\U00e7ão\\" d\\'água";
// one more
bare = "Sim";
"""
PROPERTIES = "# nota\nhello = Ol\\u00e1 {0}, \\\n   bem.\n! outra\nb.c:a\\=b\n"


def read(name: str, text: str) -> Document:
    return build(name, text, PLUGINS.format_for(name))


def strings(document: Document) -> dict[str, str]:
    """What is read, by key."""
    return {
        re.sub(r"[\0\x04]", "|", unit.key): unit.target.text
        for unit in document.units
        if unit.state == "translated"
    }


FILES = {
    "values-pt/strings.xml": (
        ANDROID,
        {
            "a": "O gato %1$s subiu.",
            "b": "Não se esqueça <b>disto</b>\n     já, d'água",
            "g": 'Olá <xliff:g id="name">%s</xliff:g>, bem-vindo.',
            "c": "Um <i>texto</i> & outro",
            "n|one": "um dia",
            "n|other": "%d dias",
            "l[0]": "Sim",
            "l[1]": "Não",
        },
    ),
    "pt-BR.yml": (
        YAML,
        {
            "user.hello": 'Olá %{name}, "ação"',
            "user.items|one": "um copo d'água",
            "user.items|other": "%{count} copos",
            "user.long": "Um texto que continua.\nOutro.",
            "user.lit": "Uma linha.\nOutra.",
            "user.plain": "Um texto sem aspas",
            "days.0": "dom",
            "days.1": "seg",
        },
    ),
    "pt.json": (
        '{"a": {"b": "Ol\\u00e1 \\"{{name}}\\""}, "n_one": "um dia", "n_other": "{{count}} dias"}',
        {"a.b": 'Olá "{{name}}"', "n|one": "um dia", "n|other": "{{count}} dias"},
    ),
    "_locales/pt_BR/messages.json": (json.dumps(CHROME), {"name": "Um farol"}),
    "app_pt.arb": (
        '{"@@locale": "pt", "a": "Olá {b}", "@a": {"description": "x y", "placeholders": {}}}',
        {"a": "Olá {b}"},
    ),
    "L.xcstrings": (
        json.dumps(CATALOGUE),
        {"pt-BR|Hello %@": "Olá %@", "pt-BR|n|one": "um ficheiro", "pt-BR|n|other": "%d ficheiros"},
    ),
    "app_pt.ts": (
        QT,
        {
            "Main|Open %1": "Abrir %1 &já",
            "Main|%n file(s)|0": "%n dia",
            "Main|%n file(s)|1": "%n dias",
        },
    ),
    "A.pt-BR.resx": (RESX, {"A": "Olá {0} <b>já</b>."}),
    "pt.lproj/L.stringsdict": (PLIST, {"n/files|one": "um dia", "n/files|other": "%d dias"}),
    "pt.lproj/L.strings": (STRINGS, {"hello": 'Olá %@,\n"ação" d\'água', "bare": "Sim"}),
    "m_pt.properties": (PROPERTIES, {"hello": "Olá {0}, bem.", "b.c": "a=b"}),
}


@pytest.mark.parametrize("name", FILES)
def test_only_translated_strings_of_app_string_files_are_read(name: str) -> None:
    text, expected = FILES[name]
    assert strings(read(name, text)) == expected


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_character_of_app_strings_has_its_exact_source_span(name: str, ends: str) -> None:
    document = read(name, FILES[name][0].replace("\n", ends))
    assert document.sentences
    for sentence in document.sentences:
        for char, start, end in zip(
            sentence.text, sentence.content.starts, sentence.content.ends, strict=True
        ):
            raw = document.raw[start:end]
            is_escape = raw.startswith(("\\", "&", "''")) or not raw.strip() or "<" in raw
            assert char == raw or is_escape, (char, raw, sentence.text)


def test_empty_app_string_file_is_read_without_error() -> None:
    assert read("app_pt.arb", "\n").blocks == ()


def test_keys_and_ids_in_yaml_string_files_are_not_read_as_text() -> None:
    hugo = "- id: btn_copy\n  translation: Copiar\n- id: more\n  translation: Mais\n"
    assert [*strings(read("pt.yaml", hugo)).values()] == ["Copiar", "Mais"]
    assert [*strings(read("pt.yaml", "a:\n  id: Documento\n")).values()] == ["Documento"]


def test_comments_of_app_string_files_are_not_read_as_strings() -> None:
    comments = {
        name: [c.text for c in read(name, text).comments] for name, (text, _) in FILES.items()
    }
    assert comments["values-pt/strings.xml"] == ["nota"]
    assert comments["pt.lproj/L.strings"] == ["Greeting", "one more"]
    assert comments["m_pt.properties"] == ["nota", "outra"]
    assert comments["pt-BR.yml"] == ["textlint-pt-disable-next GRA401"]


def test_app_string_files_in_declared_or_legacy_encodings_are_decoded() -> None:
    properties = PLUGINS.format_for("a.properties")
    assert decode("a.properties", "a=ação".encode("latin-1"), properties) == "a=ação"
    said = "1\n00:00:01,000 --> 00:00:02,000\nNão é hoje.\n"
    assert decode("a.srt", said.encode("cp1252"), PLUGINS.format_for("a.srt")) == said
    apple = PLUGINS.format_for("a.strings")
    assert decode("a.strings", '"a" = "ação";'.encode("utf-16"), apple) == '"a" = "ação";'


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("pt.json", '{"a": "b",\n}', 2),
        ("pt.json", "[" * 100_000, 1),
        ("pt.yml", "a: b\n  c: [\n", 2),
        ("pt.strings", '"a" = "b";\noops', 2),
        ("a.xml", "<project/>", 1),
        ("a.resx", "<root>\n", 2),
        ("pt.ts", "export default {}", 1),
        ("a.xcstrings", "{}", 1),
    ],
)
def test_malformed_app_string_files_are_reported_with_their_line(
    name: str, text: str, line: int
) -> None:
    with pytest.raises(Unreadable, match=rf"{re.escape(name)}:{line}: [^\n]+\Z"):
        read(name, text)


@given(
    st.sampled_from(sorted(FILES)), st.text(alphabet="\"'{}[]<>/:=\\,;#|>&- \nabé1", max_size=80)
)
def test_any_app_string_file_is_read_or_refused_with_its_line(name: str, text: str) -> None:
    try:
        read(name, text)
    except Unreadable as error:
        assert re.match(rf"{re.escape(name)}:\d+: [^\n]+\Z", str(error))


def test_line_break_span_in_a_yaml_block_string_includes_indentation() -> None:
    raw = "pt:\n  a: >\n    Uma linha\n    e outra.\n      Mais funda.\n"
    (unit,) = read("pt.yml", raw).units
    assert unit.target.text == "Uma linha e outra.\n  Mais funda."
    start, end = unit.target.span(9, 10)
    assert raw[start:end] == "\n    "


def test_yaml_app_strings_with_anchors_are_read() -> None:
    raw = "pt:\n  a: &Om O moinho\n  b: &c 'O rio'\n  d: *c\n"
    units = read("pt.yml", raw).units
    assert [raw[slice(*unit.target.span())] for unit in units] == ["O moinho", "O rio"]


@given(st.text(max_size=60), st.sampled_from(['"', "'", None, "|", ">"]))
def test_yaml_strings_are_read_as_pyyaml_reads_them(text: str, style: str | None) -> None:
    import yaml

    written = yaml.dump({"pt": {"a": text}}, default_style=style, allow_unicode=True, width=20)
    found = strings(read("pt.yml", written))
    said = yaml.safe_load(written)["pt"]["a"]
    said = said.removesuffix("\n") if re.search(r'a"?: [|>]', written) else said
    assert found.get("a", said) == said


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60), st.booleans())
def test_json_strings_are_read_as_python_reads_them(text: str, ascii_only: bool) -> None:
    document = read("pt.json", json.dumps({"a": text}, ensure_ascii=ascii_only))
    (unit,) = document.units
    assert unit.target.text == text


@pytest.mark.parametrize(
    ("path", "in_folders", "source"),
    [
        ("res/values-pt-rBR/strings.xml", True, "res/values/strings.xml"),
        ("res/values-b+pt+BR/strings.xml", True, "res/values/strings.xml"),
        ("res/values/strings.xml", False, None),
        ("pom.xml", False, None),
        ("pt-BR.lproj/L.strings", True, "en.lproj/L.strings"),
        ("src/locales/pt.json", True, "src/locales/en.json"),
        ("public/locales/pt-BR/a.json", True, "public/locales/en/a.json"),
        ("config/locales/devise.pt-BR.yml", True, "config/locales/devise.en.yml"),
        ("lib/l10n/app_pt.arb", True, "lib/l10n/app_en.arb"),
        ("messages_pt_BR.properties", True, "messages_en.properties"),
        ("A.pt-BR.resx", True, "A.en.resx"),
        ("Strings/pt-BR/Resources.resw", True, "Strings/en/Resources.resw"),
        ("Resources/Lang/pt-BR.json", True, "Resources/Lang/en.json"),
        ("i18n/pt-BR.i18n.json", True, "i18n/en.i18n.json"),
        ("lang/main-pt.json", True, "lang/main-en.json"),
        ("lang/main-pt_PT.json", True, "lang/main-en.json"),
        ("messages_pt_PT.properties", True, "messages_en.properties"),
        ("client/i18n/locales/portuguese/a.json", True, "client/i18n/locales/en/a.json"),
        ("data/portuguese.json", False, None),
        ("resources/settings/a.json", False, None),
        ("translation/dest/site/pt-BR.xml", True, "translation/source/site.xml"),
        ("package.json", False, None),
        ("data/pt/a.json", False, None),
        ("rules.yaml", False, None),
        ("excerpt.json", False, None),
        ("script.properties", False, None),
        ("a.md", True, None),
    ],
)
def test_english_source_file_of_app_strings_is_derived_from_the_file_name(
    path: str, in_folders: bool, source: str | None
) -> None:
    assert conventions.is_found_in_folders(path) is in_folders
    assert next(conventions.sources(path), None) == source


def test_english_source_file_of_app_strings_is_found_without_a_language_code() -> None:
    assert "messages.properties" in conventions.sources("messages_pt_BR.properties")
    assert "A.resx" in conventions.sources("A.pt-BR.resx")
    assert "lang/main.json" in conventions.sources("lang/main-pt.json")
    assert "locales/english/a.json" in conventions.sources("locales/portuguese/a.json")
    names = [*conventions.sources("A.pt-BR.resx")]
    assert names.index("A.resx") < names.index("A.en-GB.resx")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("values/strings.xml", "<resources><string name='a'>{}</string></resources>"),
        ("Base.lproj/Localizable.strings", '"a" = "{}";'),
        ("Texts.resx", "<root><data name='a'><value>{}</value></data></root>"),
        ("messages.properties", "a={}"),
    ],
)
def test_app_string_file_without_a_language_code_is_linted_if_portuguese(
    path: str, text: str, tmp_path: Path
) -> None:
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        text.format("Não foi possível guardar as alterações que fez neste ficheiro."),
        encoding="utf-8",
    )
    assert conventions.is_found_in_folders(str(file))
    file.write_text(text.format("The changes could not be saved to this file."), encoding="utf-8")
    assert not conventions.is_found_in_folders(str(file))


def test_java_properties_with_unicode_escapes_are_recognised_as_portuguese(tmp_path: Path) -> None:
    file = tmp_path / "messages.properties"
    file.write_text(
        "a=N\\u00e3o foi poss\\u00edvel guardar as altera\\u00e7\\u00f5es que fez neste ficheiro.",
        "ascii",
    )
    assert conventions.is_found_in_folders(str(file))


def test_typescript_files_are_not_mistaken_for_qt_translations(tmp_path: Path) -> None:
    (tmp_path / "pt.ts").write_text("export default {}", encoding="utf-8")
    (tmp_path / "app_pt.ts").write_text(QT, encoding="utf-8")
    assert not conventions.is_found_in_folders(str(tmp_path / "pt.ts"))
    assert conventions.is_found_in_folders(str(tmp_path / "app_pt.ts"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"Feito.\\nA seguinte é a última.", ["Feito.", "A seguinte é a última."]),
        (r"Calculado pelo Spotify\\nque varia.", ["Calculado pelo Spotify que varia."]),
        (r"Escreva '\\n' para uma linha nova.", [r"Escreva '\n' para uma linha nova."]),
        (r"Guardado em C:\\\\novo\\\\dia.", [r"Guardado em C:\novo\dia."]),
        (
            "Participe na <%= original_post_link %> já.",
            ["Participe na <%= original_post_link %> já."],
        ),
    ],
)
def test_placeholders_in_app_strings_are_not_checked_as_prose(text: str, shown: list[str]) -> None:
    document = read("pt.json", f'{{"a": "{text}"}}')
    assert [sentence.text for sentence in document.sentences] == shown


def test_template_tags_in_json_strings_are_not_checked_as_prose() -> None:
    (sentence,) = read("pt.json", '{"a": "Participe na <%= original_post %> já."}').sentences
    at = sentence.text.index("post")
    assert sentence.is_opaque(at, at + 4)


NAMED = """<!DOCTYPE resources [<!ENTITY nome "Casa"> {}]>
<resources><string name="a">A &nome; está aberta.</string></resources>"""


def test_xml_entities_in_android_strings_keep_their_span() -> None:
    (sentence,) = read("values-pt/strings.xml", NAMED.format("")).sentences
    assert sentence.text == "A Casa está aberta."
    start, end = sentence.content.span(2, 6)
    assert NAMED.format("")[start:end] == "&nome;"


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY b "&nome;">',
        '<!ENTITY b SYSTEM "c">',
        '<!ENTITY % b "c">',
        f'<!ENTITY b "{"c" * 101}">',
    ],
)
def test_xml_string_files_with_nested_or_unsafe_entities_are_rejected(declared: str) -> None:
    with pytest.raises(Unreadable, match="declares the entity b"):
        read("values-pt/strings.xml", NAMED.format(declared))
    with pytest.raises(Unreadable, match="declares the entity nome"):
        read("A.pt.resx", NAMED.format("").replace("resources", "root"))


def test_weekday_abbreviations_in_rails_yaml_are_not_read_as_prose() -> None:
    written = (
        "pt-BR:\n  date:\n    abbr_day_names: [dom, seg, ter, qua, qui]\n    day_names: [domingo]\n"
        "  i18n:\n    transliterate:\n      rule:\n        æ: ae\n  hello: Olá, qui\n"
    )
    assert read("config/locales/pt-BR.yml", written).texts == ["domingo", "Olá, qui"]


def test_format_strings_in_ios_stringsdict_files_are_read() -> None:
    frame = PLIST.replace("%#@files@", "%#@files@ por ver")
    assert strings(read("pt.lproj/L.stringsdict", frame))["n/NSStringLocalizedFormatKey"] == (
        "%#@files@ por ver"
    )


def test_xliff_elements_in_android_strings_are_not_recorded_as_tags() -> None:
    document = read("values-pt/strings.xml", ANDROID)
    names = [one.name for one in document.markup if one.kind is MarkupKind.TAG]
    assert "b" in names and "g" not in names


def test_command_names_and_colour_codes_in_java_properties_are_not_prose() -> None:
    text = "set.command=definirpadrao\na=&7Clique &caqui\nb=&8* &fquadro\nc=&eUm &9dia\nd=&Abrir\n"
    document = read("m_pt.properties", text)
    assert [one.text for one in document.sentences] == [
        "Clique aqui",
        "quadro",
        "Um dia",
        "Abrir",
    ]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("um dia|%count% dias", ["um dia", "%count% dias"]),
        ("{0} nada|{1} um dia|]1,Inf[ %count% dias", ["{0} nada", "{1} um dia", "%count% dias"]),
        ("um dia | {n} dias", ["um dia", "{n} dias"]),
        (":count dia|:count dias", [":count dia", ":count dias"]),
        ("Início | Site", ["Início | Site"]),
        (
            "{count, plural, one {a|b} other {c}} do dia",
            ["{count, plural, one {a|b} other {c}} do dia"],
        ),
        (
            "{n, plural, =0{Não há dias} one{Há um} other{Há {n} de {a, select, x{y} other{z}}}}",
            ["Não há dias", "Há um", "Há {n} de {a, select, x{y} other{z}}"],
        ),
        ("{n, plural, one{Há um} other{Há dois}", ["{n, plural, one{Há um} other{Há dois}"]),
    ],
)
def test_plural_forms_of_one_json_app_string_are_read_as_sentences(
    text: str, forms: list[str]
) -> None:
    assert [one.text for one in read("pt.json", json.dumps({"a": text})).sentences] == forms


def test_comma_separated_keywords_in_json_are_not_read_as_prose() -> None:
    raw = '{"keywords": "senha,gerenciador de senhas,cofre,login", "a": "Um, dois,três e já."}'
    document = build("pt.json", raw, PLUGINS.format_for("pt.json"))
    assert [sentence.text for sentence in document.sentences] == ["Um, dois,três e já."]


def test_plural_rule_in_a_json_app_string_file_is_not_read_as_text() -> None:
    raw = '{"translations": {"A": "Um gato"}, "pluralForm": "nplurals=2; plural=(n > 1);"}'
    assert strings(read("l10n/pt_BR.json", raw)) == {"translations.A": "Um gato"}
