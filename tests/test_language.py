"""Which language, and whether prose at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract import Format
from textlint_pt.engine.fitness import unfit
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.text import PlainText
from textlint_pt.text.language import (
    detect,
    foreign_script,
    is_code,
    is_entry,
    is_only_portuguese,
    is_program,
    lean,
    not_prose,
)

PO = declared()["po"]
MARKDOWN = declared()["markdown"]

LANGUAGES = {
    "pt": [
        "A Joana foi à feira com o irmão, mas não trouxe nada para casa além de uma laranja.",
        "O usuário pode abrir o menu e escolher uma opção; depois deve salvar o arquivo.",
        "Elle não vio a irman; ella, porém, estava á porta e ouvio tudo quanto se dizia na sala.",
        "Instale o pacote com npm install e configure o endpoint da API no arquivo .env.",
        "Está a chover. O gato dorme. Ela não quer sair. O pai lê uma história aos meninos.",
        "Nóis vai pra roça cedo, que o sol não espera ninguém e o boi já tá no pasto com sede.",
        "Unha nena foi á feira co seu irmán, mais non trouxo nada para a casa; ela estaba soa.",
    ],
    "en": [
        "The girl went to the market with her brother, but they did not bring anything home.",
        "You can install the package and then run the tests. This is what the guide says.",
    ],
    "es": [
        "La niña fue al mercado con su hermano, pero no trajeron nada a casa y el padre se enojó.",
        "Usted puede abrir el menú y elegir una opción; después debe guardar los cambios.",
    ],
    "fr": [
        "La mise à l'échelle verticale consiste à passer à un système avec plus de mémoire, à "
        "mesure que la charge augmente (référez-vous à la mise à l'échelle horizontale).",
        "La fille est allée au marché avec son frère, mais ils ne sont pas revenus pour dîner.",
        "Vous pouvez ouvrir le menu et choisir une option dans la liste qui est en haut.",
    ],
    "other": [
        "Das Mädchen ging mit dem Bruder auf den Markt, aber sie haben nicht viel gekauft.",
        "La ragazza è andata al mercato con il fratello, ma non hanno comprato nulla della lista.",
        "Het meisje ging met haar broer naar de markt, maar zij hebben daar niet veel gekocht.",
        "Esta páxina é unha axuda para a primeira vez: se queres máis, tamén hai información.",
        "Dziewczyna poszła z bratem na targ, ale nie kupili tam nic oprócz jednej pomarańczy.",
        "Девочка пошла с братом на рынок, но они ничего там не купили.",
        "女の子は兄と一緒に市場へ行きましたが、何も買いませんでした。とても静かな日でした。",
    ],
    "und": ["", "Fim.", "1 2 3 4 5 6 7 8 9 10 11 12", "Porto Lisboa Faro Braga Évora Beja Viseu"],
}


@pytest.mark.parametrize(
    ("expected", "text"), [(name, text) for name, some in LANGUAGES.items() for text in some]
)
def test_language_of_a_text_is_detected(expected: str, text: str) -> None:
    assert detect(text) == expected


def test_one_letter_words_do_not_change_the_detected_language() -> None:
    steps = "Instalar Java 17. {0} y Instalar Docker Compose. {0} y Instalar Maven 3. {0} y "
    assert detect(steps.format("Continuar? [Y/n]")) in ("und", "pt")
    assert detect("El programa y la tienda. Usted y su hijo. Y también ellos.") == "es"


def test_text_in_spanish_or_sardinian_is_not_detected_as_portuguese() -> None:
    spanish = (
        "Nuevos\n- Soporta métodos de entrega distintos a HTTP progresivo: tiempo más rápido de"
        " carga de reproducción, arreglos de livestreams recién terminados\n- Botón para añadir una"
        " lista de reproducción remota a una local\n- Vista previa de imagen y hoja de compartir y"
        " menú"
    )
    assert detect(spanish) == "es"
    sardinian = (
        "Megioramentu de sa descritzione de s'optzione de esportatzione de sa base de datos in sas"
        " impostatziones. Nùmene ammustradu in su servìtziu media de acontzadu."
    )
    assert detect(sardinian) == "other"


def test_lorem_ipsum_is_not_detected_as_portuguese() -> None:
    filler = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor."
    assert detect(filler) == "other"
    notes = (
        "Correção de bugs de sincronização; suporte a temas; melhoria de desempenho de listas"
        " longas; tradução de menus para português; remoção de código antigo; ajuste de cores de"
        " botões"
    )
    assert detect(notes) == "pt"


@pytest.mark.parametrize(
    ("folder", "code"),
    [("fastlane/metadata/android/ca", "declared-language"), ("metadata/pt-BR", None), ("ca", None)],
)
def test_app_store_listing_is_in_the_language_of_its_folder(folder: str, code: str | None) -> None:
    path = f"{folder}/short_description.txt"
    note = unfit(build(path, "Una galeria sense anuncis\n", PlainText()), "pt")
    assert (note and note.code) == code


_STRINGS = {
    "pt": ("Todos os arquivos de texto", "Preferências de som e de imagem", "Não salvar nada"),
    "es": ("Todos os días no rexistro", "Preferencias de som e de imagem", "Nada que gardar"),
    "eu": ("Ezin izan dira lortu", "Konfigurazioa da, eta e edo a", "Kentzea aplikatu da"),
}


@pytest.mark.parametrize(
    ("declared", "strings", "code"),
    [
        ("es", "es", "declared-language"),
        ("eu", "eu", "declared-language"),
        ("en", "pt", None),
        ("pt_BR", "es", None),
    ],
)
def test_po_file_declared_in_another_language_is_skipped_unless_portuguese(
    declared: str, strings: str, code: str | None
) -> None:
    entries = "".join(
        f'\nmsgid "{number}"\nmsgstr "{text}"\n' for number, text in enumerate(_STRINGS[strings])
    )
    header = f'msgid ""\nmsgstr "Language: {declared}\\n"\n'
    note = unfit(build("a.po", header + entries, PO), "pt")
    assert (note and note.code) == code


def test_text_in_portuguese_and_english_is_detected_as_portuguese() -> None:
    assert detect(LANGUAGES["pt"][0] + " " + LANGUAGES["en"][0]) == "pt"


@given(st.text(max_size=200))
def test_language_detection_accepts_any_text(text: str) -> None:
    assert detect(text) in ("pt", "en", "es", "fr", "other", "und")


BIBLIOGRAPHY = """\
ANDRADE, Rui. O rio e a ponte. 2. ed. Porto: Edições do Cais, 1998.

LOPES, M. T.; NUNES, A. Crianças que leem. Revista da Escola, v. 12, n. 3, p. 45-61, 2007.

MOTA, Inês (org.). Vozes do mercado. Recife: Editora Maré, 2015.

PRATES, João. Notas sobre o silêncio. Tese (Doutorado), Universidade do Sul, 2011.

SALES, B. Como se conta um conto. Disponível em: https://exemplo.org/conto. Acesso em: 3 maio 2020.
"""
APA = """\
- Andrade, R. (1998). *O rio e a ponte*. Edições do Cais.
- Lopes, M. T., & Nunes, A. (2007). Crianças que leem. *Revista da Escola*, 12(3), 45–61.
- Mota, I. (Org.). (2015). *Vozes do mercado*. Editora Maré.
- Prates, J. (2011). Notas sobre o silêncio. https://exemplo.org/prates
"""
NUMBERED = """\
[1] R. Andrade, "O rio e a ponte", Revista da Escola, vol. 12, pp. 4-9, 1998.
[2] M. Lopes et al., "Crianças que leem", in Actas do Encontro, Porto, 2007, pp. 45-61.
[3] I. Mota, Vozes do mercado, 2.ª ed., Recife: Maré, 2015.
[4] J. Prates, "Notas sobre o silêncio", tese, Universidade do Sul, 2011, doi 10.1/abc.
"""
PYTHON = """\
import sys

def soma(valores):
    # soma todos os valores da lista
    total = 0
    for valor in valores:
        total += valor
    return total

print(soma([1, 2, 3]))
"""
JAVASCRIPT = """\
const nome = "mundo";
function saudar(quem) {
  if (!quem) {
    return null;
  }
  console.log(`Olá, ${quem}!`);
}
saudar(nome);
"""
CSV = "nome,idade,cidade\n" + "\n".join(
    f"{name},{age},{town}"
    for name, age, town in [
        ("Ana", 31, "Porto"),
        ("Rui", 45, "Braga"),
        ("Inês", 27, "Faro"),
        ("Tomás", 39, "Évora"),
        ("Marta", 52, "Leiria"),
    ]
)
TABS = "produto\tpreço\n" + "\n".join(
    f"{item}\t{price}"
    for item, price in [
        ("pão de centeio", "1,20"),
        ("leite meio gordo", "0,89"),
        ("queijo fresco", "2,35"),
        ("arroz carolino", "1,45"),
        ("feijão manteiga", "1,10"),
    ]
)
FRUIT_NAMES = """
maçã pera laranja figo uva cereja morango ameixa pêssego romã kiwi banana limão melão"""
FRUIT = FRUIT_NAMES.split()
NAMES = "# Pessoas\n\n" + "\n".join(
    f"- {name}"
    for name in [
        "Ana Prates",
        "Rui Andrade",
        "Inês Mota",
        "Tomás Lopes",
        "Marta Nunes",
        "Beatriz Sales",
        "Hugo Reis",
        "Clara Dias",
    ]
)
NOISE = "xq zt kkkk 88 plo rtz. mmn vbt qq ppl zzt krt, bnm lkj 77 trewq; asdf ghjk. " * 3


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (BIBLIOGRAPHY, "bibliography"),
        (APA, "bibliography"),
        (NUMBERED, "bibliography"),
        (PYTHON, "code"),
        (JAVASCRIPT, "code"),
        (CSV, "table"),
        (CSV.replace(",", ";"), "table"),
        (TABS, "table"),
        ("\n\n".join(FRUIT), "list"),
        ("- " + "\n- ".join(FRUIT), "list"),
        (NAMES, "list"),
        (NOISE, "noise"),
    ],
)
@pytest.mark.parametrize("reader", [PlainText(), MARKDOWN], ids=["text", "markdown"])
def test_program_code_number_tables_and_bibliographies_are_not_prose(
    source: str, reason: str, reader: Format
) -> None:
    if reader.name == "markdown" and (reason in ("code", "table") or source is NUMBERED):
        return  # the lines are one paragraph there
    assert not_prose(build("x", source, reader)) == reason


def test_lower_case_text_without_accents_or_punctuation_is_not_prose() -> None:
    counted = "nao existir outro processo em ordenamento apto a sanar lesao a preceito_fundamental"
    assert not_prose(build("x.txt", counted, PlainText())) == "noise"
    for prose in (
        counted.replace("preceito_fundamental", "preceito fundamental"),
        f"{counted}, disse ele",
        counted.capitalize(),
        "veja o arquivo preceito_fundamental",
    ):
        assert not_prose(build("x.txt", prose, PlainText())) is None


STORY = """\
Era uma vez um moleiro que tinha três filhos e um gato.

Quando morreu, em 1812, deixou o moinho ao mais velho, o burro ao segundo e o gato ao terceiro.

— Que vou fazer com um gato? — disse ele.

O gato ouviu, calçou as botas e saiu para a floresta.
"""
LAW = """\
Art. 1.º A câmara reúne às segundas-feiras;
I - abre a sessão o presidente;
II - lê-se a ata da reunião anterior;
III - vota-se, por esta ordem, o que houver para votar;
IV - encerra-se a sessão com a leitura das decisões.
"""
CITED = """\
Andrade (1998) mostrou que as crianças leem mais quando escolhem o livro.

Lopes e Nunes (2007, p. 45) não encontraram essa diferença nas escolas do norte.

Mota (2015) juntou as duas amostras e voltou a medir.

O resultado, porém, ficou por explicar, como lembra Prates (2011).
"""
RECIPE = """\
- 2 ovos
- 200 g de farinha
- 1 copo de leite

Bata os ovos com o leite e junte a farinha aos poucos.
Deixe repousar durante meia hora e frite em lume brando.
"""


@pytest.mark.parametrize("source", [STORY, LAW, CITED, RECIPE, "", "Fim.", "Olá\n\nSim\n\nNão"])
def test_prose_and_very_short_texts_are_classified_as_prose(source: str) -> None:
    assert not_prose(build("x", source, PlainText())) is None
    assert not_prose(build("x", source, MARKDOWN)) is None


def test_plain_text_of_one_word_per_line_is_a_list_and_not_prose() -> None:
    assert not_prose(build("x", "\n".join(FRUIT), PlainText())) == "list"


def test_words_shared_with_spanish_do_not_make_a_text_portuguese() -> None:
    spanish = (
        "No se ha podido encontrar la página. Prueba a utilizar la barra para encontar lo demás."
    )
    assert detect(spanish) != "pt"
    assert detect("Para a festa de hoje se espera que a avó traga o bolo de que gosta.") == "pt"


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Привет, мир", "cyrillic"),
        ("abc мир", "cyrillic"),
        ("abcdef мир", None),
        ("日本の", "cjk"),
        ("한국어", "hangul"),
        ("ქართული", "other-script"),
        ("Olá, 12", None),
        ("", None),
    ],
)
def test_script_is_foreign_if_over_a_third_of_the_letters_are_not_latin(
    text: str, script: str | None
) -> None:
    assert foreign_script(text) == script


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("não", "pt"),
        ("ação", "pt"),
        ("que se", "pt"),
        ("a do", ""),  # words of English, too
        ("me do", ""),
        ("gato preto", ""),
        ("the house", "other"),
        ("de la casa", "other"),
        ("12", ""),
    ],
)
def test_language_of_a_short_text_is_guessed_or_left_undecided(text: str, language: str) -> None:
    assert lean(text) == language


@pytest.mark.parametrize(
    ("text", "expected"),
    [("não é também", True), ("não", False), ("de que se", False)],
)
def test_text_with_two_exclusively_portuguese_words_is_portuguese(
    text: str, expected: bool
) -> None:
    assert is_only_portuguese(text) is expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("SILVA, J. O gato. Porto: Livraria, 2010. p. 3.", True),
        ("Silva, J. (2010). O gato. Porto: Editora.", True),
        ("BRASIL. Ministério da Saúde. 2010. Acesso em: 3 maio 2011.", True),
        ("BRASIL. Ministério da Saúde, 2010.", False),
        ("SILVA, J. O gato. Porto: Livraria.", False),
        ("SILVA, J. O gato, 2010.", False),
        ("Em 2010, o gato foi a Lisboa.", False),
    ],
)
def test_bibliography_entry_is_recognised_by_author_year_and_publisher(
    block: str, expected: bool
) -> None:
    assert is_entry(block) is expected


@pytest.mark.parametrize(
    ("line", "code", "program"),
    [
        ("if (a == b) {", True, False),
        ("git commit --amend -m x", True, True),
        ("print('olá mundo que é de todos')", True, True),
        ("O gato -> foi com ela para a rua.", True, False),
        ("from a import b", False, False),
        ("Um gato preto.", False, False),
    ],
)
def test_line_with_program_syntax_is_code_unless_it_has_portuguese_function_words(
    line: str, code: bool, program: bool
) -> None:
    assert (is_code(line), is_program(line)) == (code, program)


@pytest.mark.parametrize(("stop", "reason"), [("", "list"), (".", None)])
def test_list_with_some_complete_sentences_is_prose(stop: str, reason: str | None) -> None:
    names = [" ".join(FRUIT[at : at + 3]) for at in range(10)]
    sentences = [f"sumo de {name} com gelo{stop}" for name in FRUIT[:3]]
    assert not_prose(build("x.txt", "\n\n".join([*names, *sentences]), PlainText())) == reason
