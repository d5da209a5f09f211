"""Which kind of text a document is taken for."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests import toys
from tests.conftest import ROOT
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.report.messages import CATALOGUE
from textlint_pt.text.kinds import KINDS, classifier, cues, features, loose, place, recognise

TEXTS = {
    "story": """A coelha Lina vivia numa toca com a mãe. Lina tinha medo do escuro. «Mãe, quem
está aí fora?», perguntou ela. «É só a coruja», disse a mãe. A coruja era velha e amiga. Lina olhou
pela janela. Viu a lua e viu as estrelas. «Que lindo!», gritou a Lina. O gato também olhou. Depois
foram todos dormir.""",
    "classic": """Não respondeu o morgado, que n'aquelle instante via passar diante dos olhos d'alma
a imagem da infeliz donzela. Ergueu-se a fidalga, e, apertando-lhe a mão, disse com voz tremula que
Deus havia de lhe perdoar tamanha ingratidão. O padre, homem de bom coração e de poucas letras,
limpava as lágrimas ao canto do lenço; e o velho criado, que servira a casa havia quarenta anos,
soluçava encostado à porta. — Senhor, disse ele enfim, vossa mercê há de ouvir-me. — Pois fala, meu
amigo, tornou-lhe o fidalgo, que eu te escuto. E sentou-se outra vez, pálido como a cera.""",
    "news": """O governo anunciou ontem que vai investir 120 milhões de euros na rede de hospitais
públicos até 2027. Segundo o ministro da Saúde, António Varela, as obras começam em março no Porto e
em Lisboa. A oposição criticou o plano. O deputado Rui Sena afirmou que o valor fica 15 por cento
abaixo do que foi prometido na campanha. Na quinta-feira, o sindicato dos médicos reúne com o
presidente da câmara de Braga. A empresa responsável pelo projeto disse que vai contratar 300
pessoas este ano.""",
    "essay": """A violência nas escolas é um problema da sociedade brasileira. Nesse contexto, a
falta de políticas públicas contribui para que o preconceito persista entre os jovens. Além disso,
a mídia expõe os indivíduos a conteúdos violentos, o que agrava a situação. Entretanto, a educação
pode mudar essa realidade. Portanto, é necessário que o governo tome medidas, por meio de campanhas
de conscientização, a fim de que os direitos dos cidadãos sejam respeitados. Dessa forma, a
população terá uma sociedade mais justa.""",
    "manual": """A função `abrir` devolve um objeto do tipo Ficheiro. O primeiro parâmetro é o
caminho e o segundo é o modo, que tem o valor `r` por omissão. Este método lança uma exceção se o
ficheiro não existe. Os dados são lidos para uma memória cujo tamanho pode ser definido na
configuração do servidor. A classe fornece também métodos para ler linhas. Cada módulo contém um
exemplo de código. O valor de retorno é um inteiro que representa o número de bytes escritos.""",
    "law": """Trata-se de recurso de apelação interposto pelo réu contra a sentença que o condenou
pelo crime previsto no art. 155, § 4º, do Código Penal. O Ministério Público pugnou pelo não
provimento do recurso. Presentes os pressupostos de admissibilidade, conheço da apelação. No
mérito, a prova dos autos demonstra a autoria do delito. Nos termos do art. 59 do Código Penal, a
pena deve ser mantida. Ante o exposto, o Tribunal nega provimento ao recurso, nos termos do voto
do relator.""",
    "letter": """Senhor Presidente, senhoras e senhores deputados, quero cumprimentar todos os
companheiros que vieram de longe. Gostaria de agradecer ao povo deste estado. O Brasil precisa de
nós, meus amigos e minhas amigas. Eu queria dizer que o nosso governo não vai abandonar a nossa
gente. Peço a V. Ex.ª que registre o meu protesto. Nós vamos lutar pela nação, e eu tenho a
certeza de que venceremos. Muito obrigado.""",
    "post": """Faz um tempo que eu não posto nada por aqui, né? Ontem resolvi trocar o meu teclado
e achei que era fácil. Bom, não foi. Passei a tarde toda no YouTube vendo vídeos da galera e
comecei a gostar da coisa. Então deixo aqui o link do site que eu usei. Se você também quiser
testar, me conta nos comentários o que achou. Acho que no próximo post eu mostro as fotos. Até lá,
pessoal!""",
    "thesis": """Este capítulo apresenta a metodologia utilizada neste trabalho. A área de estudo
localiza-se na porção sul da bacia, conforme a Figura 3. As amostras foram analisadas segundo o
método de Silva et al. (2010), e os resultados são apresentados na Tabela 2. Na seção seguinte, o
modelo proposto é comparado com os modelos da literatura. Os autores observam que as
características da rocha foram determinantes. Os objetivos desta pesquisa são, respectivamente, a
análise e a descrição dos dados.""",
    "notes": """Reunião de 3 de março

Presentes: Ana, Rui, Carla

- orçamento da festa
- nova sala de ensaio
- cartazes, quem imprime

Pendências

- ligar à câmara (Rui)
- pedir duas propostas de som
- lista de convidados, até sexta""",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_typical_text_of_each_genre_is_classified_as_that_genre(kind: str) -> None:
    found = recognise(build("x.txt", TEXTS[kind], PlainText()))
    assert next(iter(found)) == kind
    assert sum(found.values()) == pytest.approx(1)
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_text_without_words_has_the_genre_other() -> None:
    assert recognise(build("x.txt", "", PlainText())) == {"other": 1.0}


def test_shipped_genre_classifier_has_weights_for_every_feature_and_genre() -> None:
    fitted = classifier()
    assert fitted["features"] == list(features(["Uma frase."]))
    assert (*fitted["weights"], "notes") == KINDS
    size = len(fitted["features"])
    assert len(fitted["means"]) == len(fitted["spreads"]) == size
    assert {len(row) for row in fitted["weights"].values()} == {size + 1}
    assert all(cues().words.values()) and all(cues().openers.values())


@pytest.mark.parametrize("language", CATALOGUE)
def test_every_text_genre_has_a_display_name_in_both_languages(language: str) -> None:
    assert {f"kind-{kind}" for kind in KINDS} <= CATALOGUE[language].keys()


def test_genre_of_a_text_is_reported_and_can_be_configured_per_path(tmp_path: Path) -> None:
    assert toys.lint()["score"]["kind"] in KINDS
    assert toys.lint(kind="manual")["score"]["kind"] == "manual"
    assert toys.lint("")["score"]["kind"] is None
    (tmp_path / "rules.yaml").write_text('paths:\n  "avisos/**": {kind: news}\n')
    layers = config.read_layers(tmp_path / "rules.yaml", {})
    there = config.for_path(layers, str(tmp_path / "avisos" / "a.txt"))
    assert config.resolve(there, toys.plugins()).kind == "news"
    assert config.resolve(layers, toys.plugins()).kind is None


def test_unknown_genre_in_configuration_is_reported_with_the_nearest() -> None:
    layers = [Layer("rules.yaml", {"kind": "manuel"})]
    with pytest.raises(
        UserError, match=r'rules\.yaml: kind: unknown kind "manuel".*"manual".*story'
    ):
        config.resolve(layers, toys.plugins())


def test_model_card_of_the_genre_classifier_lists_every_genre() -> None:
    card = (ROOT / "textlint_pt" / "text" / "data" / "pt" / "kinds.md").read_text("utf-8")
    assert all(f"| {kind} |" in card for kind in KINDS[:-1])


def test_features_of_the_genre_classifier_are_shares_of_words_or_sentences() -> None:
    texts = ["Eu vi um gato.", "— Quem, ela?", "Que bom!", "Os 12 (doze); ver:", "a " * 41, "12."]
    found = features(texts)
    words, sentences = 4 + 2 + 2 + 3 + 41, 5
    assert found["sentence length"] == pytest.approx(math.log(words / sentences))
    assert found["long sentences"] == 1 / sentences
    assert found["short sentences"] == 4 / sentences
    for name in ("dialogue", "questions", "exclamations", "semicolons", "colons"):
        assert found[name] == 1 / sentences, name
    assert (found["numbers"], found["commas"]) == (1 / words, 1 / words)
    assert found["word length"] == (10 + 7 + 6 + 9 + 41) / words
    assert set(features(["12."]).values()) == {0.0}


def test_share_of_loose_lines_counts_short_lines_without_a_full_stop_only() -> None:
    assert loose(["um dois", "Uma frase.", "x " * 21]) == 2 / 25
    assert loose(["x " * 20]) == 1
    assert loose([]) == 0


def test_score_percentile_is_the_share_of_lower_scores_in_the_genre() -> None:
    assert place("nada", 0.5) is None
    assert (place("news", 0.0), place("news", 1.1)) == (0.0, 1.0)
    lower, higher = place("news", 0.97), place("news", 0.99)
    assert lower is not None and higher is not None
    assert 0 < lower < higher < 1
