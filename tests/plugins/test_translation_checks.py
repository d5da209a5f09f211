"""TRA003 to TRA008: what YAML cases cannot say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_translation.answering import disagreements
from textlint_pt_translation.figures import numbers
from textlint_pt_translation.kept import (
    Links,
    Placed,
    change,
    differences,
    is_rewritten,
    is_translated,
)
from textlint_pt_translation.pairs import strangers
from textlint_pt_translation.proportion import More
from textlint_pt_translation.skeleton import rearranged
from textlint_pt_translation.tokens import Token, address, tokens
from textlint_pt_translation.wrong_variant import target_of

from textlint_pt.contract.alignment import Link
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.report.report import DocumentReport
from textlint_pt.testing import lint_text

LONG = "The door of the house by the lake cannot be opened by anybody who lives here"
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


def unanswered(source: str, target: str) -> list[tuple[str | None, str | None]]:
    return [
        (
            source[d.source.start : d.source.end] if d.source else None,
            target[d.target.start : d.target.end] if d.target else None,
        )
        for d in disagreements(numbers(source, "en"), numbers(target, "pt"))
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("It costs 1,250.50 dollars", "Custa 1.250,50 dólares"),
        ("on 1/16/2018", "em 16.1.2018"),
        ("a 3-phase motor", "um motor trifásico"),
        ("10,000 people", "10 000 pessoas"),
        ("twenty-five boxes", "25 caixas"),
        ("two hundred and fifty boxes", "duzentas e cinquenta caixas"),
        ("1.7 million four years ago", "1,7 milhão há quatro anos"),
        ("$5bn", "5 mil milhões de dólares"),
        ("$5bn", "US$ 5 bilhões"),
        ("a $300+ billion impact", "um impacto de 300 bilhões"),
        ("between 5 and 10 million", "entre 5 milhões e 10 milhões"),
        ("at 2:30 pm", "às 14h30"),
        ("at 6.30-10am", "das 6h30 às 10h"),
        ("at noon", "às 12h"),
        ("the 1990s", "os anos 90"),
        ("the 1800s", "o século XIX"),
        ("in the 21st century", "no século XXI"),
        ("World War II", "Segunda Guerra Mundial"),
        ("12/24/2021", "24 de dezembro de 2021"),
        ("March 5, 2020", "05/03/2020"),
        ("the 2019-20 season", "a época 2019-2020"),
        ("ten miles away", "a 16 km"),
        ("80 °F (27 °C)", "27 °C"),
        ("a 20-degree difference", "uma diferença de 11 graus"),
        ("30 yards out", "a 30 metros"),
        ("half an inch", "12 mm"),
        (".08 percent", "0,08%"),
        ("5 per cent", "5 por cento"),
        ("100 percent certain", "com toda a certeza"),
        ("one of them", "um deles"),
        ("COVID-19 tests", "testes à covid"),
        ("version 3.11.2", "versão 3.11.2"),
        ("Nord Stream 2 is closed", "O Nord Stream está fechado"),
        ("half a million", "500 mil"),
        ("a quarter of a million", "250 mil"),
        ("two and a half million", "2,5 milhões"),
        ("a million and a half", "milhão e meio"),
        ("2.5 years", "dois anos e meio"),
        ("2 1/2 years", "2,5 anos"),
        ("3½ stars", "três estrelas e meia"),
        ("1/2 cup", "meia chávena"),
        ("90 minutes", "hora e meia"),
        ("45 minutes", "três quartos de hora"),
        ("two decades", "20 anos"),
        ("1 hour 20 minutes", "80 minutos"),
        ("12 stone 4 pounds", "78 kg"),
        ("5'10\" tall", "1,78 m de altura"),
        ("a 6-foot-4 player", "um jogador de 1,93 m"),
        ("6 feet 2 inches", "6 pés e 2 polegadas"),
        ("$2.5 billion", "dois mil e quinhentos milhões de dólares"),
        ("$220 million", "220 milhoes de dólares"),
        ("nineteen eighty-four", "1984"),
        ("since '98", "desde 1998"),
        ("the 1994 World Cup", "o Mundial de 94"),
        ("in his mid-30s", "com cerca de 35 anos"),
        ("the 25th Amendment", "a Vigésima Quinta Emenda"),
        ("the forty-fifth president", "o 45.º presidente"),
        ("the three-time champion", "o tricampeão"),
        ("a 2-D grid", "uma grade bidimensional"),
        ("won 3-0", "venceu por três a zero"),
        ("a 0-0 draw", "um empate sem golos"),
        ("the last 16", "os oitavos de final"),
        ("at 1930 GMT", "às 19h30 GMT"),
        ("at 5 in the afternoon", "às 17h"),
        ("24/7 support", "apoio permanente"),
        ("25% of them", "um quarto deles"),
        ("50 basis points", "0,5 pontos percentuais"),
        ("1,2 or 3", "1, 2 ou 3"),
        ("the range [1, 12]", "o intervalo [1,12]"),
    ],
)
def test_equivalent_numbers_written_differently_in_a_translation_are_accepted(
    source: str, target: str
) -> None:
    assert unanswered(source, target) == []


@pytest.mark.parametrize(
    ("source", "target", "found"),
    [
        ("1.5 GB", "15 GB", [("1.5", "15")]),
        ("twenty boxes", "trinta caixas", [("twenty", "trinta")]),
        ("in 1984", "há muito tempo", [("1984", None)]),
        ("long ago", "em 1984", [(None, "1984")]),
        ("5 million", "5 mil milhões", [("5", "5")]),
        ("version 3.11.2", "versão 3.12.2", [("3.11.2", "3.12.2")]),
        ("10 inches of rain", "25 mm de chuva", [("10", "25")]),
        ("5 kg", "5 g", [("5", "5")]),
        ("Windows 10 starts", "O Windows 11 começa", [("10", "11")]),
        ("half a million", "400 mil", [(None, "400")]),
        ("18 months", "dois anos e meio", [("18", "dois")]),
        ("two decades", "30 anos", [("two", "30")]),
        ("two dozen", "uma dúzia", [("two dozen", "uma dúzia")]),
        ("5'10\" tall", "1,98 m", [("5'10\"", "1,98")]),
        ("the 1980s", "a década de 1480", [("1980", "1480")]),
        ("in 1994", "em 95", [("1994", "95")]),
        ("2/3 of them", "três quartos deles", [("2/3", "três")]),
        ("25% of them", "um terço deles", [("25", None)]),
        ("the three-time champion", "o tetracampeão", [("three", "tetracampeão")]),
        ("two millennia ago", "há 200 anos", [("two", "200")]),
        ("at 1930 GMT", "às 20h30", [("1930", "20")]),
        ("1,2 or 3", "1, 3 ou 4", [("1,2", "1"), (None, "4")]),
    ],
)
def test_different_numbers_in_source_and_translation_are_reported(
    source: str, target: str, found: list[tuple[str | None, str | None]]
) -> None:
    assert unanswered(source, target) == found


@given(st.text(max_size=60), st.sampled_from(["en", "pt", "fr"]))
def test_any_text_has_no_number_differences_from_itself(text: str, language: str) -> None:
    found = numbers(text, language)
    assert all(0 <= n.start < n.end <= len(text) for n in found)
    assert disagreements(found, found) == []


def read(text: str, path: str = "a.po") -> list[Token]:
    """Tokens of a text, or of a string of a catalogue."""
    if path == "a.po":
        said = text.replace("\\", "\\\\").replace('"', '\\"')
        text = f'{HEADER}\nmsgid "Nothing"\nmsgstr "{said}"\n'
    reader = load(False).format_for(path)
    return tokens(build(path, text, reader).markup)


@given(
    st.text(alphabet="%s{}$<>/`:[]()ab1 |", max_size=40),
    st.sampled_from(["a.po", "a.md", "a.mdx", "a.rst", "a.adoc", "a.html", "a.txt"]),
)
def test_any_text_has_no_markup_differences_from_itself(text: str, path: str) -> None:
    found = read(text, path)
    placed = [Placed(token, at) for at, token in enumerate(found)]
    assert differences(placed, placed, lambda theirs, ours: False) == []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("%s %1$d %(name)s %%", ["%s", "%d", "%(name)s"]),
        ("{} {0} {name} {{ x }} ${path} %{n}", ["{}", "{0}", "{name}", "{{x}}", "${path}", "%{n}"]),
        ("{n, plural, one {# file} other {{m} files}}", ["{n}"]),
        ('<b>x</b> <0>y</0> <x id="2"/> <br/>', ["<b>", "</b>", "<0>", "</0>", "<x 2>", "<br>"]),
        ("[a](https://www.example.org/en/b/)", ["example.org/en/b"]),
        ('<a href="/pt/x">', ["<a>", "/pt/x"]),
        (":kbd:`Ctrl+S`", [":kbd:`Ctrl+S`"]),
        ("kbd:[Ctrl+C]", [":kbd:`Ctrl+C`"]),
        ("image::a/b.png[x] ![y](c.png)", ["a/b.png", "c.png"]),
        ("`open()` and ``close``", ["open()", "close"]),
        (":func:`open` :term:`lista <list>` |v| [1]_", [":func:`open`", ":term:", "|v|", "[1]_"]),
        ("`text <https://example.org>`_", ["example.org"]),
        ("100% sure, 5 % da turma", []),
        ("%1 x%2%3 %%4", ["%1", "%2", "%3"]),
        ("{0} {1:hour|hours} {Input:a label} {2:0.00}", ["{0}", "{1}", "{Input}", "{2:0.00}"]),
        ('"`quoted`" and `code`', ["code"]),
    ],
)
def test_translated_placeholders_and_inline_code_are_normalised_to_compare_them(
    text: str, keys: list[str]
) -> None:
    assert [token.key for token in read(text)] == keys


def test_translated_urls_may_differ_in_scheme_and_trailing_slash() -> None:
    same = {address(a) for a in ("https://www.wikipedia.org/a/", "http://wikipedia.org/a")}
    assert same == {"wikipedia.org/a"}
    assert address("/docs/pt-BR/x/#y") == "/docs/pt-BR/x#y"
    assert address("https://example.org/a") != address("https://example.org/b")


@pytest.mark.parametrize(
    ("theirs", "ours", "same"),
    [
        ("docs.example/en/a", "docs.example/pt-br/a", True),
        ("docs.example/en-us/a#use", "docs.example/pt-br/a#uso", True),
        ("docs.example/a", "docs.example/pt/a", True),
        ("/en/a", "/a", True),
        ("guide.en.md", "guide.pt.md", True),
        ("en.wiki.example/Tea", "pt.wiki.example/Chá", True),
        ("en.wiki.example/Tea", "fr.wiki.example/Thé", False),
        ("docs.example/en/a", "docs.example/pt/b", True),
        ("docs.example/help", "docs.example/pt-br/ajuda", True),
        ("docs.example/help", "docs.example/es/ayuda", False),
        ("docs.example/help", "docs.example/ajuda", False),
        ("shop.example/help", "shop.example.br/ajuda", True),
        ("shop.example/help", "shop.example/help?lang=pt-BR", True),
        ("manual.pt/a", "manual.pt/b", False),
        ("#use", "#us%C3%B3", True),
        ("shop.example/help", "outra.example.br/ajuda", True),
        ("docs.example/pt/a", "docs.example/en/a", False),
        ("a.md", "b.md", False),
        ("a.md#use", "a.md#uso", False),
        ("#use", "#uso", True),
        ("#use", "#nada", False),
        ("old/install.md", "novo/instalar.md", True),
        ("https://x.example", "https://y.example", False),
        ("shop.example/1", "loja.example/1", True),
        ("tree", "tree/README.pt-BR.md", True),
        ("tree", "bush/README.pt-BR.md", False),
        ("docs/tree", "docs/tree/index.pt.html", True),
        ("../tree/oak.md", "../tree/oak.md", True),
        ("./leaf.md#bud", "../en/leaf.md#bud", True),
        ("./leaf.md#bud", "../en/leaf.md#root", False),
        ("law.example/deed.en", "law.example/deed.pt", True),
        ("law.example/deed.en", "law.example/deed.es", False),
        ("tea.example/new?kind=1&title=My+tea", "tea.example/new?title=Meu+chá&kind=1", True),
        ("tea.example/new?kind=1&title=My+tea", "tea.example/new?title=Meu+chá&kind=2", False),
        ("tea.example/new?kind=1", "tea.example/new?user=&kind=1", True),
        ("tea.example/new?kind=1", "tea.example/old?kind=1", False),
        ("../pt/page.md", "../en/page.md", True),
        ("tea.example/badge/license-MIT-blue", "tea.example/badge/licenca-MIT-blue", True),
    ],
)
def test_translated_link_may_lead_to_the_portuguese_version_of_its_page(
    theirs: str, ours: str, same: bool
) -> None:
    mapped = {"pt/novo/instalar.md": "en/old/install.md"}
    patterns = {"*": "loja.example/*"}
    links = Links(("pt/page.md", "en/page.md"), mapped.get, {"use": "usó"}, patterns)
    assert links.same(theirs, ours) is same


@pytest.mark.parametrize(
    ("theirs", "ours", "same"),
    [
        ("the name of your dog", "o nome do seu cão", True),
        ("Got here", "Cheguei aqui", True),
        ("git clone <url>", "git clone <endereço>", True),
        ("zip {{path/to/file}}", "zip {{caminho/para/ficheiro}}", True),
        ("cp path/to/a", "cp caminho/para/b", True),
        ("24.2%", "24,2%", True),
        ("24.2%", "24,3%", False),
        ("name = {keyname}", "name = {nome da referência}", True),
        ("git push", "git pull", False),
        ("--days 9", "--days 90", False),
        ("pip install x", "pip uninstall x", False),
        ("{{ user }}", "{{ nome }}", False),
        ("zip -d {{50}} x", "zip -d {{60}} x", False),
        ("List<String>", "List<Integer>", False),
        ("<b>x</b>", "<i>x</i>", False),
        ("wait for the 3 of them", "espera pelos 4", False),
    ],
)
def test_inline_code_may_differ_only_in_translated_words_or_placeholders(
    theirs: str, ours: str, same: bool
) -> None:
    assert is_translated(theirs, ours) is same


def test_consistently_renamed_link_anchors_of_a_translation_are_accepted() -> None:
    links = [("#_install", "#r_install"), ("a#_update", "a#r_update")]
    assert {change(*link) for link in links} == {("#", "#r")}
    assert all(is_rewritten(*link, "#", "#r") for link in links)


@pytest.mark.parametrize(
    ("code", "target"),
    [("pt_BR", "pt-BR"), ("pt-PT", "pt-PT"), ("pt-AO", "pt-PT"), ("pt", None), ("en-US", None)],
)
def test_language_codes_are_mapped_to_pt_pt_or_pt_br(code: str, target: str | None) -> None:
    assert target_of(code) == target


def messages(entry: DocumentReport, code: str) -> list[str]:
    return [finding["message"] for finding in entry["findings"] if finding["code"] == code]


SOURCE = ("o original", "the source")
REFERENCE = ("a tradução de referência", "the reference translation")


@pytest.mark.parametrize(
    ("code", "text", "companion", "portuguese", "english"),
    [
        (
            "TRA003",
            "Dura 90 minutos.",
            {"source": "It lasts 80 minutes."},
            "o original diz «80», a tradução diz «90»",
            "the source says “80”, the translation says “90”",
        ),
        (
            "TRA003",
            "Dura 90 minutos.",
            {"reference": "Dura 80 minutos."},
            "a tradução de referência diz «80», a tradução diz «90»",
            "the reference translation says “80”, the translation says “90”",
        ),
        (
            "TRA004",
            "Depois de ler o texto, feche-o.",
            {"source": "Call [the doctor](open.html) after reading the text."},
            "falta «open.html», que está no original",
            "“open.html” of the source is missing",
        ),
        (
            "TRA004",
            "Depois de ler o texto, feche-o.",
            {"reference": "Depois de ler o texto, chame `open()`."},
            "falta «`open()`», que está na tradução de referência",
            "“`open()`” of the reference translation is missing",
        ),
        (
            "TRA005",
            "They did not want to sell the house.",
            {"source": "They did not want to sell the house."},
            "não está traduzido (8 palavras)",
            "left untranslated (8 words)",
        ),
        (
            "TRA005",
            "They did not want to sell the house.",
            {"reference": "Eles não quiseram vender a casa."},
            "não está traduzido (8 palavras)",
            "left untranslated (8 words)",
        ),
        (
            "TRA006",
            "Vendeu a casa.",
            {"source": "She sold the house with garden, kitchen, tower and bridge."},
            "a tradução tem 22% do tamanho que se espera do original",
            "the translation has 22% of the length its source makes one expect",
        ),
        (
            "TRA006",
            "Vendeu uma casa.",
            {"reference": "Vendeu a casa da praia, com o jardim e o poço velho que lá havia."},
            "a tradução tem 25% do tamanho que se espera da tradução de referência",
            "the translation has 25% of the length its reference translation makes one expect",
        ),
    ],
)
def test_translation_message_states_if_source_or_reference_differs(
    code: str, text: str, companion: dict[str, str], portuguese: str, english: str
) -> None:
    names = SOURCE if "source" in companion else REFERENCE
    for language, said, name in zip(("pt", "en"), (portuguese, english), names, strict=True):
        entry = lint_text(text, path="a.md", select=[code], language=language, **companion)
        assert messages(entry, code) == [said]
        (related,) = entry["findings"][0]["related"]
        assert related["message"] == name


def test_translation_equal_to_reference_is_not_reported_as_untranslated() -> None:
    kept = ["Pare o servidor antes de mais nada.", "Inicie a atualização a partir do menu."]
    text, reference = (
        "\n\n".join(lines)
        for lines in (kept, [kept[0], "Faça uma cópia da pasta com todos os documentos.", kept[1]])
    )
    entry = lint_text(text, reference=reference, select=["TRA006"], language="en")
    assert messages(entry, "TRA006") == [
        "after this sentence what the reference translation says is missing: “Faça uma cópia da "
        "pasta com todos os documentos.”"
    ]


def test_european_words_are_reported_in_a_file_under_a_pt_br_path() -> None:
    text = "O utilizador abre o ficheiro e lê o texto. Depois fecha-o e vai-se embora para casa."
    for path, size in (("docs/pt-BR/a.md", 2), ("docs/pt_PT/a.md", 0), ("docs/a.md", 0)):
        entry = lint_text(text, path=path, select=["TRA008"])
        assert len(entry["findings"]) == size, path


def test_fix_for_a_wrong_translated_number_uses_portuguese_separators() -> None:
    text = f'{HEADER}\nmsgid "It takes 1,234.5 s."\nmsgstr "Demora 1.243,5 s."\n'
    entry = lint_text(text, path="a.po", select=["TRA003"])
    fix = entry["findings"][0]["fix"]
    assert fix is not None
    assert fix["applicability"] == "suggestion"
    (edit,) = fix["edits"]
    assert (text[edit["start"] : edit["end"]], edit["text"]) == ("1.243,5", "1.234,5")


def test_wrong_number_with_another_unit_in_a_translation_has_no_fix() -> None:
    text = f'{HEADER}\nmsgid "It takes 5 minutes."\nmsgstr "Demora 7 horas."\n'
    entry = lint_text(text, path="a.po", select=["TRA003"])
    assert entry["findings"][0]["fix"] is None


def test_fix_for_a_translated_placeholder_restores_the_original_one() -> None:
    text = f'{HEADER}\nmsgid "Hello %(name)s"\nmsgstr "Olá %(nome)s"\n'
    entry = lint_text(text, path="a.po", select=["TRA004"])
    fix = entry["findings"][0]["fix"]
    assert fix is not None
    (edit,) = fix["edits"]
    assert (text[edit["start"] : edit["end"]], edit["text"]) == ("%(nome)s", "%(name)s")


def test_inline_code_moved_to_the_next_translated_sentence_is_not_missing() -> None:
    source = "Call `open()` first. Then wait for a while.\n"
    target = "Primeiro, abra. Depois de `open()` espere um pouco.\n"
    entry = lint_text(target, path="a.md", source=source, select=["TRA004"])
    assert entry["findings"] == []


def test_translation_rules_report_nothing_without_source_or_reference_text() -> None:
    codes = [f"TRA00{i}" for i in range(3, 7)]
    entry = lint_text("O comboio parte às 10h.", select=codes)
    assert (entry["findings"], entry["notices"]) == ([], [])


def test_numbers_written_as_words_in_a_german_source_are_not_compared() -> None:
    source = (
        "Am Bahnhof stehen 25 Wagen, und der Zug wird um zwölf Uhr fahren, wie es im Plan ist.\n"
        "\nNiemand hat mit den Leuten auf dem Platz gesprochen, und das ist auch nicht zu ändern.\n"
    )
    target = (
        "Na estação estão 52 vagões, e o comboio parte às 12 horas, como diz o horário da linha.\n"
        "\nNinguém falou com as pessoas que estavam na praça, e isso também já não se pode mudar.\n"
    )
    entry = lint_text(target, source=source, select=["TRA003"], language="en")
    assert entry["error"] is None
    assert messages(entry, "TRA003") == ["the source says “25”, the translation says “52”"]


def test_placeholder_missing_from_one_po_plural_form_is_reported() -> None:
    text = (
        f'{HEADER}\nmsgid "One file"\nmsgid_plural "%d files"\n'
        'msgstr[0] "%d ficheiro"\nmsgstr[1] "ficheiros"\n'
    )
    entry = lint_text(text, path="a.po", select=["TRA004"], language="en")
    assert messages(entry, "TRA004") == ["“%d” of the source is missing"]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "«a»; «a»; “a”"),
        (1, "«a» e mais uma frase; «a» e de mais uma frase; “a” and 1 more sentence"),
        (3, "«a» e mais 3 frases; «a» e de mais 3 frases; “a” and 3 more sentences"),
    ],
)
def test_untranslated_sentence_message_counts_the_further_sentences(count: int, said: str) -> None:
    more = More(count)
    assert f"«a»{more:pt}; «a»{more:pt-de}; “a”{more:en}" == said


def related(entry: DocumentReport, source: str) -> list[str]:
    """What the findings show of the source."""
    return [
        source[place["start"] : place["end"]]
        for finding in entry["findings"]
        for place in finding["related"]
    ]


def test_translation_finding_quotes_the_source_sentence_of_the_missing_text() -> None:
    text = (
        f'{HEADER}\nmsgid "The garden is open. Visits take 40 minutes. Write to {{name}} first."\n'
        'msgstr "O jardim está aberto. As visitas demoram 50 minutos. Escreva primeiro."\n'
    )
    entry = lint_text(text, path="a.po", select=["TRA003", "TRA004", "TRA006"])
    assert sorted(related(entry, text)) == ["Visits take 40 minutes.", "Write to {name} first."]
    source = "The garden is open. The way is in the `guide for\nguests <https://a.example/b>`__.\n"
    page = "O jardim está aberto e o caminho até lá vem no guia para os visitantes.\n"
    entry = lint_text(page, path="a.rst", source=source, select=["TRA004"], language="en")
    (said,) = [finding["message"] for finding in entry["findings"]]
    assert said == "“https://a.example/b” of the source is missing"
    assert related(entry, source)[0].startswith("The way is in")


def test_translation_finding_has_the_index_of_the_sentence_it_marks() -> None:
    text = (
        f'{HEADER}\nmsgid "The shop in the street is open, and the bakery always sells bread."\n'
        'msgstr "A loja da rua está aberta. A padaria nunca vende pão."\n'
    )
    (finding,) = lint_text(text, path="a.po", select=["TRA014"])["findings"]
    assert text[finding["start"] : finding["end"]] == "nunca"
    assert finding["sentence"] == 1


def test_message_about_a_missing_translated_link_contains_its_url_once() -> None:
    source = "The way there is told at [https://garden.example/way](https://garden.example/way).\n"
    entry = lint_text(
        "O caminho até lá vem explicado no nosso guia.\n",
        path="a.md",
        source=source,
        select=["TRA004"],
        language="en",
    )
    (said,) = [finding["message"] for finding in entry["findings"]]
    assert said == "“https://garden.example/way” of the source is missing"


def test_sentence_inside_unparsable_mdx_markup_is_not_reported_as_untranslated() -> None:
    source = (
        "Stop the server before anything else.\n\nMake a copy of the folder with all documents."
        "\n\nStart the update from the menu. It takes 20 minutes, on older machines 40.\n"
    )
    page = (
        "Pare o servidor antes de mais nada.\n\nFaça uma cópia da pasta com {`os documentos."
        "\n\nInicie a atualização pelo menu. Demora 20 minutos, em máquinas antigas 40.\n"
    )
    entry = lint_text(page, path="a.mdx", source=source, select=["TRA006"])
    assert (entry["findings"], [n["code"] for n in entry["notices"]]) == ([], ["skipped-markup"])
    entry = lint_text(page.replace("{`", ""), path="a.mdx", source=source, select=["TRA006"])
    assert (entry["findings"], entry["notices"]) == ([], [])


@pytest.mark.parametrize(
    ("similarities", "expected"),
    [
        ([1.0, 0.2, 0.0, 0.4, 0.1, 1.0], {1, 2, 3, 4}),
        ([0.2, 0.0, 0.4, 0.1, 0.0], {0, 1, 2, 3, 4}),
        ([0.2, 0.0, 0.1, 1.0, 0.4, 0.1], set()),  # three alone are three bad translations
        ([0.2, 0.0, None, 0.0, 0.4], set()),  # where nothing can be told, nothing is
        ([], set()),
    ],
)
def test_four_dissimilar_aligned_sentences_in_a_row_are_detected_as_unrelated(
    similarities: list[float | None], expected: set[int]
) -> None:
    links = [Link(at, at + 1, at, at + 1, value) for at, value in enumerate(similarities)]
    assert strangers(links) == expected


@pytest.mark.parametrize(
    ("pairs", "rule"),
    [
        (("Pictures-en/a.png", "Pictures/a.png"), ("Pictures-en/", "Pictures/")),
        (("../img/en-shots/a.png", "../img/shots/a.png"), ("en-shots/", "shots/")),
        (
            ("docs.example.com/a/b", "docs.example.pt/a/b"),
            ("docs.example.com/", "docs.example.pt/"),
        ),
        (("guide/a.html", "guide/a"), (".html", "")),
        (("img/a.gif", "img/a.png"), ("gif", "png")),
        (("img/menu-a-dark.png", "img/menu-a-light.png"), ("dark", "light")),
    ],
)
def test_common_url_change_of_all_translated_links_is_recognised(
    pairs: tuple[str, str], rule: tuple[str, str]
) -> None:
    def named(name: str) -> tuple[str, str]:
        there, here = (one.replace("/a", f"/{name}").replace("-a", f"-{name}") for one in pairs)
        return there, here

    links = [named(name) for name in "abc"]
    assert {change(*link) for link in links} == {rule}
    assert all(is_rewritten(*link, *rule) for link in links)
    assert not is_rewritten(links[0][0], links[1][1], *rule)


def test_translated_links_changed_in_different_ways_share_no_common_change() -> None:
    links = [("a/one.html", "a/um.html"), ("a/two.html", "a/dois.html"), ("b/c", "b/d")]
    assert len({change(*link) for link in links}) == len(links)


AROUND_SOURCE = "Who leaves loses all.\n\n{}\n\nThe program deletes nothing that was not chosen.\n"
AROUND_TARGET = "Quem sai perde tudo o que escreveu.\n\n{}\n\nO programa não apaga nada por si.\n"


@pytest.mark.parametrize(
    ("source", "target", "codes"),
    [
        ("Set it to `30` seconds.", "Ponha 30 segundos no campo.", []),
        ("Set it to 30 seconds.", "Ponha `30` segundos no campo.", []),
        ("Get [version 2.1](f-2.1.zip) now.", "Busque a [versão 2.2](f-2.2.zip).", ["TRA004"]),
        ("Get [version 2.1](f-2.1.zip) now.", "Busque a [versão 2.2](f-2.1.zip).", ["TRA003"]),
        (
            "Keep the 12 copies in the [folder](a.html) of the user.",
            "Keep the 14 copies in the [folder](b.html) of the user.",
            ["TRA005"],
        ),
        # what is read in a picture is no code
        ("```mermaid\ngraph LR\nA[one way]\n```", "```mermaid\ngraph LR\nA[um só]\n```", []),
        ("```\n│ one │ box-1.c │\n```", "```\n│ uma caixa │\n```", []),
        ("```\nbox-1.c\n```", "```\nbox-2.c\n```", ["TRA004"]),
        (
            '```\ncurl x/a \\\n-H "key: yours"\n```\n\nMore.\n\n```\ncurl -X POST x/a\n```',
            '```\ncurl x/a \\\n-H "key: sua"\n```\n\nMais.\n\n```\ncurl -X POST x/b\n```',
            ["TRA004"],
        ),
        ("The box stands right under the list.", "A caixa fica à esquerda, sob a lista.", []),
        # titles of pages and of what is cited stay as they are
        ("See [how to cut old roses](roses.md).", "Veja [how to cut old roses](roses.md).", []),
        ("Smith, how to cut roses: https://a.org", "Smith, how to cut roses: https://a.org", []),
        ("Set **`size`** to **large** now.", "Ponha `size` em **grande** agora.", []),
        ("```\n--size N  How many (two)\n```", "```\n--size N  Quantas (duas)\n```", []),
    ],
)
def test_one_translation_error_is_reported_by_one_rule_only(
    source: str, target: str, codes: list[str]
) -> None:
    source, target = AROUND_SOURCE.format(source), AROUND_TARGET.format(target)
    entry = lint_text(target, path="a.md", source=source, select=["TRA"])
    assert sorted(finding["code"] for finding in entry["findings"]) == codes


TABLE = """| Platform | `arm64` | `x64` |
| --- | --- | --- |
| Windows | `win32-arm64` (12 MB) | `win32-x64` (14 MB) |
| The newest Linux | `linux-arm64` (13 MB) | `linux-x64` (15 MB) |
| Any other system | `other-arm64` (16 MB) | `other-x64` (17 MB) |"""
BY_ROWS = """| Plataforma | `arm64` | `x64` |
| --- | --- | --- |
| Qualquer outro sistema | `other-arm64` (16 MB) | `other-x64` (17 MB) |
| O Linux mais recente | `linux-arm64` (13 MB) | `linux-x64` (15 MB) |
| Windows | `win32-arm64` (12 MB) | `win32-x64` (14 MB) |"""
BY_COLUMNS = """| Plataforma | `x64` | `arm64` |
| --- | --- | --- |
| Windows | `win32-x64` (14 MB) | `win32-arm64` (12 MB) |
| O Linux mais recente | `linux-x64` (15 MB) | `linux-arm64` (13 MB) |
| Qualquer outro sistema | `other-x64` (17 MB) | `other-arm64` (16 MB) |"""
TURNED = """| Processador | Windows | O Linux mais recente | Qualquer outro sistema |
| --- | --- | --- | --- |
| `arm64` | `win32-arm64` (12 MB) | `linux-arm64` (13 MB) | `other-arm64` (16 MB) |
| `x64` | `win32-x64` (14 MB) | `linux-x64` (15 MB) | `other-x64` (17 MB) |"""


@pytest.mark.parametrize("ours", [BY_ROWS, BY_COLUMNS, TURNED])
def test_reordered_table_rows_in_a_translation_are_accepted(ours: str) -> None:
    source = AROUND_SOURCE.format(TABLE)
    for target, is_right in ((ours, True), (ours.replace("`other-x64`", "`other-x86`"), False)):
        text = AROUND_TARGET.format(target)
        entry = lint_text(text, path="a.md", source=source, select=["TRA"])
        assert (not entry["findings"]) is is_right


def test_swapped_values_of_a_translated_table_are_not_taken_for_reordered_rows() -> None:
    source = AROUND_SOURCE.format(
        "| Size of it | MB |\n| --- | --- |\n| Windows | 12 |\n| Mac | 14 |"
    )
    text = AROUND_TARGET.format("| Tamanho | MB |\n| --- | --- |\n| Windows | 14 |\n| Mac | 12 |")
    sides = (build("a.md", side, load(False).format_for("a.md")) for side in (text, source))
    assert rearranged(*sides) == ([], [])


def _card(address: str) -> str:
    return f'<LinkCard href="{address}" />\n'


def test_link_missing_from_a_translation_is_reported_despite_an_added_link() -> None:
    same, lost, new = ("https://code.example/" + name for name in ("a/links", "b/tags", "b/intro"))
    source = AROUND_SOURCE.format(_card(same) + _card(lost))
    target = AROUND_TARGET.format(_card(new) + _card(same))
    (found,) = lint_text(target, path="a.mdx", source=source, select=["TRA004"])["findings"]
    assert found["evidence"] == {"what": "link", "source": lost, "target": None}
    assert found["fix"] is None


def test_untranslated_english_text_is_reported_without_a_source_text() -> None:
    left = "This is not what they have."
    rest = (
        "The museum opened its new rooms in the spring, and people came from all over the country "
        "to see the paintings. Nobody had thought that a small town would ever have so many. The "
        "director left two years later, and the rooms were closed while the roof was repaired. "
        "When they opened again the most valuable pictures had been sold to a bank of the town."
    )
    source = f"{rest} {rest.replace('museum', 'garden').replace('rooms', 'gates')}\n\n{left}\n"
    text = f"Não é isso. O que é? Não está em casa.\n\n{left}\n\nBata os ovos. Não os deixe.\n"
    entry = lint_text(text, path="a.md", source=source, select=["TRA"])
    assert {one["code"]: one["line"] for one in entry["findings"]} == {"TRA005": 3, "TRA011": 1}


def test_translation_message_names_an_added_non_breaking_space_by_its_code_point() -> None:
    text = 'msgid ""\nmsgstr "Language: pt_BR\\n"\n\nmsgid "Size: "\nmsgstr "Tamanho:\u00a0"\n'
    (found,) = lint_text(text, path="a.po", select=["TRA016"])["findings"]
    assert "U+00A0" in found["message"] and "␣" in found["message"]


@pytest.mark.parametrize(
    ("source", "target", "codes"),
    [
        ("Type <input>Default</input>.", "Digite <gui>Padrão</gui>.", ["TRA004"]),
        ("One.<br/><br/>Two.", "Um. Dois.", ["TRA004"]),
        ("Type <b>a</b> or <i>b</i>.", "Digite a ou b.", ["TRA004", "TRA004"]),
        ("Try again in %minutes% minute.", "Tente de novo em 1 minuto.", ["TRA004"]),
        ("Try again in %minutes% minute.", "Tente de novo 1 vez em %minutes% minuto.", ["TRA003"]),
        (f"{LONG} with %(key)s.", "A porta não abre.", ["TRA004"]),
        (f"{LONG} with a key.", "A porta não abre.", ["TRA006"]),
        ("Size: %1cm x %2cm", "Tamanho: %1 cm x %2 cm", []),
        ("Size: %1c x %2c", "Tamanho: %1 x %2", ["TRA004", "TRA004"]),
    ],
)
def test_one_translation_error_in_a_po_string_is_reported_only_once(
    source: str, target: str, codes: list[str]
) -> None:
    text = f'msgid ""\nmsgstr "Language: pt_BR\\n"\n\nmsgid "{source}"\nmsgstr "{target}"\n'
    entry = lint_text(text, path="a.po", select=["TRA003", "TRA004", "TRA006"])
    assert sorted(finding["code"] for finding in entry["findings"]) == codes


@pytest.mark.parametrize(("key", "codes"), [("time_format", []), ("time", ["TRA004", "TRA004"])])
def test_po_msgid_that_is_only_a_key_is_not_compared_as_source(key: str, codes: list[str]) -> None:
    text = f'{HEADER}\nmsgid "{key}"\nmsgstr "${{H}}h${{M}}"\n'
    entry = lint_text(text, path="pt.po", select=["TRA004"])
    assert [finding["code"] for finding in entry["findings"]] == codes


def test_android_plural_item_zero_listed_last_may_omit_the_placeholder() -> None:
    frame = (
        '<resources><plurals name="n"><item quantity="other">{}</item>'
        '<item quantity="zero">{}</item></plurals></resources>'
    )
    entry = lint_text(
        frame.format("%d meses passados", "nenhum mês ainda"),
        path="values-pt/strings.xml",
        source=frame.format("%d months passed", "no month yet"),
        select=["TRA004"],
        language="en",
    )
    assert messages(entry, "TRA004") == []


def test_all_qt_plural_forms_are_compared_with_the_one_english_string() -> None:
    message = "<message{}><source>{}</source><translation>{}</translation></message>"
    forms = "".join(
        f"<numerusform>{form}</numerusform>"
        for form in ("[%n mensagem ignorada]", "[%n mensagens ignoradas]", "[%n mensagens a mais]")
    )
    pairs = {
        "Could not save, the path does not point to a valid file.": "Não foi possível salvar, o"
        " caminho não aponta para um arquivo válido.",
        "The file was removed from the disk and the window was closed.": "O arquivo foi removido do"
        " disco e a janela foi fechada.",
    }
    text = "".join(
        (
            '<?xml version="1.0"?><!DOCTYPE TS><TS language="pt_BR"><context><name>A</name>',
            message.format("", "Original data:", "Dados originais:"),
            message.format(' numerus="yes"', "[%n more message(s) skipped]", forms),
            *(message.format("", *pair) for pair in pairs.items()),
            "</context></TS>\n",
        )
    )
    assert not lint_text(text, path="a_pt_BR.ts", select=["TRA006"])["findings"]
