"""gettext catalogues: what is read, where it stands, and what is said of files that are wrong."""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import polib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import timing
from tests.formats.describe import check_places, describe, expected, fixtures, read
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import Unreadable
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.formats.strings import is_restructured
from textlint_pt.lsp.code_action import comment_before
from textlint_pt.registry.plugins import load
from textlint_pt.report.report import DocumentReport, Notice
from textlint_pt.text.document import Document, State

PO = declared()["po"]

FILES = fixtures("po")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}


def parse(source: str, path: str = "x.po") -> Document:
    return build(path, source, PO)


def one(text: str) -> Document:
    """A catalogue with one translation, which stands between the quotes as given."""
    return parse(f'msgid "x y"\nmsgstr "{text}"\n')


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in one(text).sentences]


def opaque(text: str) -> list[str]:
    return [s.text[low:high] for s in one(text).sentences for low, high in s.opaque]


def as_bytes(escapes: re.Match[str]) -> str:
    values = re.findall(r"x([0-9a-f]{2})|\\([0-7]{3})", escapes[0])
    return bytes(int(h, 16) if h else int(o, 8) for h, o in values).decode("utf-8", "replace")


def unescaped(raw: str) -> str:
    """What a piece of a PO file says, read in the plainest way."""
    raw = re.sub(r'(?<!\\)"\s*"', "", raw)
    raw = re.sub(r"(?:\\(?:x[0-9a-f]{2}|[0-7]{3}))+", as_bytes, raw)
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1] if m[1] in '"\\' else m[0]), raw)


def decodes(raw: str, char: str) -> bool:
    said = html.unescape(unescaped(raw))
    if char == " ":
        return said.strip() == "" or (said[0].isspace() and said[-1].isspace()) or "<br>" in said
    # an accent may stand behind markup that shows nothing: "a<b>\u0303" is one letter
    bare = re.sub(r"<[^>]*>|\]\([^()]*\)|\]\[[^][]*\]|`", "", said)
    return any(char in unicodedata.normalize("NFC", text) for text in (raw, said, bare))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_po_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert describe(path) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_character_of_po_example_files_has_its_exact_source_span(path: Path) -> None:
    try:
        document = read(path)
    except Unreadable:
        return
    check_places(document, decodes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_po_example_files_are_parsed_to_the_same_strings_as_by_polib(path: Path) -> None:
    try:
        source = decode(path.name, path.read_bytes(), PO)
        ours = parse(source)
    except Unreadable:
        return
    if path.name == "joined.po":
        return  # polib knows neither several strings on a line nor octal escapes
    theirs = list(polib.pofile(source.replace("\r\n", "\n")))
    pairs = [
        (entry.msgid_plural if n else entry.msgid, said)
        for entry in theirs
        for n, said in (entry.msgstr_plural.items() if entry.msgid_plural else [(0, entry.msgstr)])
    ]
    assert sorted((u.source.text, u.target.text) for u in ours.units if u.source) == sorted(pairs)
    fuzzy = {entry.msgid for entry in theirs if entry.fuzzy and not entry.obsolete}
    assert {u.key for u in ours.units if u.state is State.FUZZY} == fuzzy


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Um texto.\\n\\nOutro.", ["Um texto.", "Outro."]),
        ("Um texto::\\n\\n  de de\\n\\n  Um de.\\n\\nOutro.", ["Um texto:", "Outro."]),
        ("Um texto: ::\\n\\n\\tde de\\n", ["Um texto:"]),
        ("Um texto::\\n\\nOutro.", ["Um texto::", "Outro."]),
        ("Um **texto** *novo* e __outro__.", ["Um texto novo e outro."]),
        ("Custa 5 * 3 * 2 e a_b_c.", ["Custa 5 * 3 * 2 e a_b_c."]),
        ("_a_\u0303 a\u0303_b_ _\u00e3_.", ["_a_\u0303 \u00e3_b_ \u00e3."]),
        ("Veja [o guia](http://a.pt) e [isto].", ["Veja o guia e [isto]."]),
        ("Veja [o guia][ref] já.", ["Veja o guia já."]),
        ('Veja <b>isto</b> e <a href=\\"x>y\\">aquilo</a>.', ["Veja isto e aquilo."]),
        ("Veja <m:a <m:b id=>.", ["Veja ."]),
        ("Uso: farol <ficheiro>.", ["Uso: farol <ficheiro>."]),
        ("Uma <!-- nota --> só.", ["Uma só."]),
        ("A&ccedil;&#227;o &amp; rea&shy;ção &marca;.", ["Ação & reação &marca;."]),
        ("100%% de 5%.", ["100% de 5%."]),
        ("Um \\\\* só.", ["Um * só."]),
        ("Corra B<farol> já.", ["Corra B<farol> já."]),
        ("- um\\n- dois\\n  e meio", ["um", "dois e meio"]),
        ("~~~\\ncódigo\\n~~~\\nE texto.", ["E texto."]),
        (">>> farol.open()", []),
        ("import farol\\nfarol.open()", []),
        ("``abrir()``", []),
        ("Use ``a`b`` já.", ["Use a`b já."]),
        ("Um exemplo::", ["Um exemplo::"]),
        ("_Ficheiro", ["Ficheiro"]),
        ("%d", []),
    ],
)
def test_html_and_sphinx_markup_is_removed_from_po_strings(text: str, shown: list[str]) -> None:
    assert texts(text) == shown


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Há 50% do peixe e 3 % dele.", []),
        (
            "Há %d, %ld, %1$s, %-5s, %.2f, %(n)d, %%.",
            ["%d", "%ld", "%1$s", "%-5s", "%.2f", "%(n)d"],
        ),
        ("O %nome, o %NOME% e o %dpx.", ["%nome", "%NOME%", "%dpx"]),
        ("O {}, o {0}, o {{a}}, o #{b}, o @{c}.", ["{}", "{0}", "{{a}}", "#{b}", "@{c}"]),
        ("Custa R$ 5 ou $preco, ana@a.pt, @ana.", ["$preco", "ana@a.pt", "@ana"]),
        ("Siga <http://a.pt/b> já.", ["http://a.pt/b"]),
        ("Siga <ana@b.pt> já.", ["ana@b.pt"]),
        ("Veja http://a.pt/x_y*z?b={c}&d=%20.", ["http://a.pt/x_y*z?b={c}&d=%20"]),
        ("A opção --sem-luz e o guarda--chuva.", ["--sem-luz"]),
        ("O <code>a <b>b</b></code> e o <kbd>C</kbd>.", ["a b", "C"]),
        ("Um `código`, uma `outra coisa`.", ["código", "outra coisa"]),
        ("A d`água e o `aberto.", []),
    ],
)
def test_placeholders_and_inline_code_in_po_strings_are_not_prose(
    text: str, hidden: list[str]
) -> None:
    assert opaque(text) == hidden


def test_sphinx_role_text_in_po_strings_is_read_without_markup() -> None:
    source = "Chame :func:`abrir` e veja :doc:`o guia </guia>` ou :class:`~a.B`."
    assert is_restructured(source)
    assert texts(source) == ["Chame abrir e veja o guia ou ~a.B."]
    assert opaque(source) == ["abrir", "~a.B"]
    assert texts("Um :class:`A`::") == ["Um A:"]
    assert texts("Um :class:`A`. ::") == ["Um A."]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('msgid "a"\nmsgid "b"\nmsgstr "c"', "x.po:1: msgid without msgstr"),
        ('msgstr "c"', "x.po:1: msgstr without msgid"),
        ('\nmsgid_plural "c"', "x.po:2: msgid_plural without msgid"),
        ('msgid "a"\nmsgstr[0] "c"', "x.po:2: msgstr[n] without msgid_plural"),
        (
            'msgid "a"\nmsgid_plural "b"\nmsgstr "c"',
            "x.po:3: msgstr without [n] after msgid_plural",
        ),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"', "x.po:3: msgstr twice in one entry"),
        ('msgctxt "a"\n', "x.po:1: msgctxt without msgstr"),
        ('"solta"', "x.po:1: a string without msgid or msgstr before it"),
        ('msgid "a\nmsgstr "b"', "x.po:1: a string that is not closed"),
        ('msgid "a" b', "x.po:1: text outside of the quotes"),
        ('msgid "a\\"', "x.po:1: a string that is not closed"),
        ("um texto", "x.po:1: neither a comment nor a keyword nor a string in quotes"),
    ],
)
def test_malformed_po_catalogues_are_rejected_with_line_and_reason(source: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(source)
    assert str(caught.value) == said


def test_po_catalogue_with_blank_lines_inside_entries_is_read() -> None:
    source = (
        'domain "farol"\n\nmsgid\n"a b"\n\nmsgstr\n\n"Um ""texto."\n#\n#.\n#:\n#, \n'
        '#~ \n#~ msgid "so"\n#~ "lto"\n'
    )
    document = parse(source)
    assert [s.text for s in document.sentences] == ["Um texto."]
    assert [unit.source.text for unit in document.units if unit.source] == ["a b"]


def test_msgid_and_msgstr_sentences_of_a_po_entry_are_paired() -> None:
    document = parse(
        'msgid "One. Two."\nmsgstr "Um texto. Dois textos."\n\nmsgid "Three."\nmsgstr ""\n\n'
        'msgid "Four."\nmsgstr "Quatro textos."\n'
    )
    source = document.companions["source"]
    assert source.path == document.path
    found = [
        (
            [s.text for s in source.sentences_in(unit.source_blocks)],
            [s.text for s in document.sentences_in(unit.blocks)],
        )
        for unit in document.units
    ]
    assert found == [
        (["One.", "Two."], ["Um texto.", "Dois textos."]),
        ([], []),
        (["Four."], ["Quatro textos."]),
    ]
    unit = document.units[0]
    assert document.raw[slice(*unit.span)].startswith('msgid "One.')
    assert document.raw[slice(*unit.target.span())] == "Um texto. Dois textos."


@pytest.mark.parametrize(
    ("source", "target", "is_read"),
    [
        ("translator-credits", "Ana Reis <ana@example.org>", False),
        ("external ref='a-3.png' md5='1f02'", "external ref='a-4.png' md5='4499'", False),
        ("Your names", "Ana Reis,Rui Sá", False),
        ("torrents;downloading;share;", "torrents;baixando;enviando,partilha;", False),
        ("Drag&nbsp;and&nbsp;drop", "Arraste&nbsp;e&nbsp;solte", True),
        ("Save; then close; then leave.", "Grave; depois feche; depois saia.", True),
    ],
)
def test_po_strings_that_are_credits_or_keyword_lists_are_not_read(
    source: str, target: str, is_read: bool
) -> None:
    unit = parse(f'msgid "{source}"\nmsgstr "{target}"\n').units[0]
    assert unit.state is (State.TRANSLATED if is_read else State.PROTECTED)


def test_translated_python_docstrings_in_po_catalogues_are_read_as_paragraphs() -> None:
    source = (
        "#: farol.py:docstring of farol.abrir:1\n"
        'msgid "Opens the lamp."\nmsgstr "Abre o farol e acende-o."\n'
    )
    assert [s.kind.value for s in parse(source).sentences] == ["paragraph"]


def lint(name: str, text: str) -> DocumentReport:
    (entry,) = Linter(load(False), []).lint([Input(name, text.encode())])
    return entry


def test_pot_template_is_reported_as_untranslated_template() -> None:
    header = r'"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\n"'
    plural = 'msgid "A lamp."\nmsgid_plural "Lamps."\nmsgstr[0] "{0}"\nmsgstr[1] "{0}"\n'
    start = f'msgid ""\nmsgstr ""\n{header}\n\n'
    entry = lint("farol.pot", start + plural.format(""))
    assert entry["error"] is None and not entry["findings"]
    (finding,) = lint("farol.po", start + plural.format("Luz"))["findings"]
    assert finding["code"] == "TRA012"
    assert "po-template" in [notice["code"] for notice in entry["notices"]]


def test_malformed_po_catalogue_is_reported_in_one_line() -> None:
    entry = lint("farol.po", 'msgid "The lamp.\n')
    assert entry["error"] == "farol.po:1: a string that is not closed"


def test_untranslated_po_entries_are_counted_in_a_notice() -> None:
    entry = lint(
        "farol.po", 'msgid ""\nmsgstr ""\n\nmsgid "A"\nmsgstr ""\n\nmsgid "B"\nmsgstr "Um."'
    )
    assert Notice("left-out", "entradas que não se leram: sem tradução (1)") in entry.notices


def test_new_suppression_comment_is_inserted_before_the_whole_po_entry() -> None:
    source = '#: a.c:1\nmsgid "a b"\nmsgstr ""\n"Um "\n"texto."\n'
    at = source.index("texto")
    assert comment_before(source, at, "RED003", PO) == (
        0,
        "# textlint-pt-disable-next RED003\n",
    )
    assert comment_before('msgid "', 0, "RED003", PO) is None


# Encodings

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset={}\\n"\nmsgid "a"\nmsgstr "Não há."\n'


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("UTF-8", "utf-8"),
        ("iso-8859-15", "iso-8859-15"),
        ("CP1252", "cp1252"),
        ("CHARSET", "utf-8"),
    ],
)
def test_po_catalogues_are_decoded_by_their_declared_encoding(declared: str, encoding: str) -> None:
    text = decode("x.po", HEADER.format(declared).encode(encoding), PO)
    assert text == HEADER.format(declared)


@pytest.mark.parametrize(
    ("declared", "encoding", "said"),
    [
        ("ISO-8859-1", "utf-8", "says in line 2 that it is ISO-8859-1, but it is UTF-8"),
        ("ASCII", "utf-8", "says in line 2 that it is ASCII, but it is UTF-8"),
        ("ASCII", "latin-1", "says in line 2 that it is ASCII, but it is not"),
        ("UTF-8", "latin-1", "says in line 2 that it is UTF-8; not UTF-8 (line 4), likely iso"),
        ("rot13", "utf-8", "says in line 2 that its encoding is rot13, which is not read"),
        ("KOI9", "utf-8", "says in line 2 that its encoding is KOI9, which is not read"),
    ],
)
def test_po_catalogues_that_cannot_be_decoded_are_rejected_with_a_reason(
    declared: str, encoding: str, said: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        decode("x.po", HEADER.format(declared).encode(encoding), PO)
    assert str(caught.value).startswith(f"x.po: {said}")
    assert "\n" not in str(caught.value)


def test_byte_order_mark_overrides_the_charset_header_of_a_po_catalogue() -> None:
    text = HEADER.format("ISO-8859-1")
    assert decode("x.po", b"\xef\xbb\xbf" + text.encode(), PO) == text


# Invariants

ESCAPED = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\", "\r": "\\r"}
WORDS = st.text(alphabet='aeo zãçé😀.\n\t"\\x{}%<>&;*`_[]()\u0303', max_size=30)
PLAIN = st.text(alphabet='aeo zãçé😀.,\n\t"\\\u0303', max_size=40)


@st.composite
def catalogues(
    draw: st.DrawFn, strings: st.SearchStrategy[str] = WORDS
) -> list[tuple[str, str, str]]:
    """Messages: source, translation, and both as an entry cut into pieces anywhere."""
    found = []
    for number, (source, target) in enumerate(
        draw(st.lists(st.tuples(strings, strings), max_size=4))
    ):
        source = f"{number}{source}"
        entry = ""
        for keyword, text in (("msgid", source), ("msgstr", target)):
            escaped = [ESCAPED.get(char, char) for char in text]
            cuts = draw(st.lists(st.integers(0, len(escaped)), max_size=3))
            bounds = [0, *sorted(cuts), len(escaped)]
            pieces = ["".join(escaped[a:b]) for a, b in pairwise(bounds)]
            entry += f"{keyword} " + "\n".join(f'"{piece}"' for piece in pieces) + "\n"
        found.append((source, target, entry))
    return found


def catalogue(target: str) -> list[tuple[str, str, str]]:
    return [("0", target, f'msgid "0"\nmsgstr "{target}"\n')]


@given(catalogues(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "# nota\n"]))
@example(catalogue("_a_\u0303"), "\n", "")
@example(catalogue("*a*\u0303"), "\n", "")
@example(catalogue("[a](o)\u0303 `a`\u0303"), "\n", "")
def test_any_generated_po_catalogue_is_parsed_to_the_same_strings(
    messages: list[tuple[str, str, str]], break_: str, between: str
) -> None:
    source = between.join(entry for *_, entry in messages).replace("\n", break_)
    document = parse(source)
    pairs = [(unit.source and unit.source.text, unit.target.text) for unit in document.units]
    assert [target for _, target in pairs] == [target for _, target, _ in messages]
    check_places(document, decodes)
    theirs = polib.pofile(source.replace("\r\n", "\n"))
    assert [entry.msgstr for entry in theirs] == [target for _, target, _ in messages]


@given(catalogues(PLAIN))
def test_span_of_a_po_sentence_contains_the_whole_sentence(
    messages: list[tuple[str, str, str]],
) -> None:
    source = "\n".join(entry for *_, entry in messages)
    document = parse(source)
    for sentence in document.sentences:
        said = unescaped(source[slice(*sentence.span)])
        if "\\" not in said:  # one before a mark is markup
            assert unicodedata.normalize("NFC", " ".join(said.split())) == sentence.text


@given(st.text(alphabet='msgidtrc"\\ \n#~,|[0]é', max_size=60))
def test_any_po_input_is_read_or_refused_in_one_line(source: str) -> None:
    try:
        parse(source)
    except Unreadable as error:
        assert re.match(r"x\.po:\d+: [^\n]+\Z", str(error))


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "{",
            "[",
            "](",
            "`",
            "``a ",
            "*a ",
            "_a ",
            "<a ",
            "<!--",
            "</p",
            "&a",
            "%",
            "%(",
            "http://",
        ),
        *(
            "{{a}} ",
            "a\\n",
            "- a\\n",
            "```\\n",
            ":a:`b",
            "|a",
            "\\\\",
            "\\x41",
            "<b>",
            "B<",
            "@a",
            "--a",
        ),
    ],
)
def test_hostile_po_strings_are_parsed_in_linear_time(piece: str) -> None:
    short, long = piece * 2_000, piece * 20_000
    grown = timing.growth(lambda: one(short), lambda: one(long), 30, floor=0.2)
    assert grown <= 30  # linear is 10 times, quadratic 100


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Para qu&alquer um e Sa&ir da &página", "Para qualquer um e Sair da página"),
        ("Pesquisa R&D em a&b e em x=a&lang=pt", "Pesquisa R&D em a&b e em x=a&lang=pt"),
    ],
)
def test_menu_accelerator_keys_in_po_strings_are_not_part_of_words(
    text: str, expected: str
) -> None:
    assert texts(text) == [expected]
