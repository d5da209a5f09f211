"""Sentence boundaries, tokens and words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.text.segmentation import TokenKind, count_words, sentence_spans, tokens

# "|" stands at every boundary
SPLIT = """
O Sr. Matias saiu cedo.| A Sra. Lopes ficou.
Falei com a Dra. Inês e com o Prof. Ramos.| Ninguém discordou.
O Exmo. Senhor Reitor falou.| A Exma. Sr.ª Vereadora respondeu.
Consulte o n.º 7 da revista.| Devolva-o depois.
Segundo o art. 12.º do contrato, nada muda.| O resto mantém-se.
Vale o art. 9, § 3.º, inc. IV, da lei.| O parágrafo único caiu.
D. Pedro e D. Maria voltaram.| O navio partiu.
A igreja de S. Roque abriu.| Entrámos.
M. F. Andrade e L. T. R. Nunes assinaram.| O texto saiu em maio.
O bilhete custa R$ 1.250,75 por pessoa.| Achei caro.
O valor subiu 3,2 % em 2021.| Depois estabilizou.
O muro mede 1,80 m.| A porta é mais baixa.
O pacote pesa 5 kg.| Leve-o ao correio.
Leia https://exemplo.org/guia.html?p=2.| Volte amanhã.
Escreva para rita.mota@exemplo.pt.| Respondemos logo.
Abra o ficheiro dados.csv e guarde-o.| Feche o resto.
A versão 2.10.3 já saiu.| Instale-a.
Trouxe fruta, pão, etc. e sentou-se.| Comeu pouco.
Trouxe fruta, pão, etc.| Depois sentou-se.
— Não vás! — gritou ela.| Ele foi.
— Quem está aí? — perguntou o guarda.| Ninguém respondeu.
— Espera... — pediu o avô.| A menina parou.
— Fica.| — Não posso.
Ele murmurou: «Já chega.»| E fechou a porta.
Ele murmurou: “Já chega.”| E fechou a porta.
Ele murmurou: "Já chega."| E fechou a porta.
«Onde moras?» perguntou a mulher.| O rapaz apontou.
(Ninguém riu.)| A festa acabou.
Chegaram cedo (às 7h.) e esperaram.| Foi em vão.
Não sei... talvez domingo.| Logo se vê.
Calou-se...| Ninguém falou.
Calou-se…| Ninguém falou.
Tudo mudou ...| Ninguém falou.
Disse que vinha (...) e não veio.| Esperei.
O quê?!| Não pode ser!!!| Pode, sim.
Ah! se eu soubesse.| Agora é tarde.
1. Abra a caixa.| 2. Retire o manual.
I. Corte o papel.| II. Dobre-o.
Veja a pág. 14.| Copie a tabela.
Veja as págs. 14 a 16 e a fig. 3.| Copie a tabela.
Nasceu em 43 a.C. e morreu novo.| Pouco se sabe.
A cidade caiu em 146 a.C.| Os romanos venceram.
Os E.U.A. recusaram.| A proposta caiu.
A firma Dias & Cia. Lda. fechou.| A dívida ficou.
A firma é a Dias, Lda.| O dono reformou-se.
O séc. XIX foi longo.| O séc. XX, nem tanto.
V. Ex.ª decidirá.| Nós esperamos.
Mora na Av. Central, n. 20.| A casa é amarela.
Temos, p. ex., três casos.| São raros.
Silva et al. mediram tudo.| O método é antigo.
Foi ao mar.| A água estava fria.
Não quero ir.| A chuva não para.
Formam um par.| Dançam bem.
Sim.| Não.| Talvez.
"""

LOST_STOPS = """
Chuva fecha a ponte velha| A câmara municipal mandou cortar o trânsito.
O abade foi à «Feira do Livro»| Os leitores esperavam desde cedo.
Leu o romance O cortiço duas vezes.| Gostou.
Leia A arte da escrita.| Depois escreva.
Consulte O que há de novo.| Depois instale.
A turma A venceu.| A turma B perdeu.
"""


def cases(block: str) -> list[str]:
    return block.strip().splitlines()


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize("case", cases(SPLIT))
def test_text_is_split_into_sentences_at_expected_boundaries(case: str) -> None:
    assert split(case.replace("|", "")) == [part.strip() for part in case.split("|")]


@pytest.mark.parametrize("case", cases(LOST_STOPS))
def test_a_capitalised_article_after_a_missing_full_stop_starts_a_sentence(case: str) -> None:
    assert split(case.replace("|", "")) == [part.strip() for part in case.split("|")]


def test_sentences_with_several_missing_full_stops_are_split() -> None:
    text = "Sobe a água O povo foge Os barcos partem. Fim."
    assert split(text) == ["Sobe a água", "O povo foge", "Os barcos partem.", "Fim."]


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_empty_text_is_split_into_no_sentences(text: str) -> None:
    assert sentence_spans(text) == []


def test_a_full_stop_inside_inline_code_does_not_end_a_sentence() -> None:
    text = "Chame f. Abre. e espere. Fim."
    low, high = text.index("f. Abre."), text.index(" e espere")
    assert len(sentence_spans(text)) == 3
    assert [text[a:b] for a, b in sentence_spans(text, [(low, high)])] == [
        "Chame f. Abre. e espere.",
        "Fim.",
    ]


def test_sentence_that_starts_with_lower_case_inline_code_is_split_off() -> None:
    text = "Lê-se o disco. config é o nome."
    at = text.index("config")
    assert len(sentence_spans(text)) == 1
    assert len(sentence_spans(text, [(at, at + 6)])) == 2


@given(st.text(alphabet=st.sampled_from('aA É.!?…»"”)—,;1º O\t'), max_size=60))
def test_sentence_spans_cover_all_text_but_white_space(text: str) -> None:
    spans = sentence_spans(text)
    at = 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        at = end
    assert not text[at:].strip()


@given(st.text(max_size=80))
def test_token_spans_cover_all_text_but_white_space(text: str) -> None:
    at = 0
    for token in tokens(text):
        assert token.text == text[token.start : token.end] != ""
        assert not text[at : token.start].strip()
        at = token.end
    assert not text[at:].strip()
    assert count_words(text) >= 0


@pytest.mark.parametrize(
    "text",
    [
        *(part * 60_000 for part in ("?", ".", "-", "a.", "a-", "a_", "a/", "www.")),
        "(" * 100_000 + "a. b. " * 2_000,
        "casa O gato " * 20_000,
    ],
    ids=lambda text: text[:6],
)
def test_sentence_segmentation_of_long_texts_takes_bounded_time(text: str) -> None:
    begin = time.process_time()
    sentence_spans(text)
    tokens(text)
    count_words(text)
    assert time.process_time() - begin < 5


def kinds(text: str) -> dict[str, str]:
    return {token.text: token.kind.value for token in tokens(text)}


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        ("O Sr. Reis veio.", "Sr.", TokenKind.WORD),
        ("Comprei pão, etc.", "etc.", TokenKind.WORD),
        ("Dir-lhe-ei tudo.", "Dir-lhe-ei", TokenKind.WORD),
        ("Um copo d’água.", "d’água", TokenKind.WORD),
        ("Vive nos E.U.A. há anos.", "E.U.A.", TokenKind.WORD),
        ("O n.º 5.", "n.º", TokenKind.WORD),
        ("Custa R$ 1.000,50 hoje.", "1.000,50", TokenKind.NUMBER),
        ("Custa R$ 1.000,50 hoje.", "R$", TokenKind.PUNCTUATION),
        ("Subiu 5% ontem.", "5%", TokenKind.NUMBER),
        ("Ficou em 3.º lugar.", "3.º", TokenKind.NUMBER),
        ("Foi às 10h30.", "10h30", TokenKind.NUMBER),
        ("Usa vitamina B12.", "B12", TokenKind.WORD),
        ("Veja https://a.pt/x?y=1, sim.", "https://a.pt/x?y=1", TokenKind.URL),
        ("Veja www.exemplo.pt.", "www.exemplo.pt", TokenKind.URL),
        ("Abra jdbc:x e git+ssh://a.b/c, já.", "git+ssh://a.b/c", TokenKind.URL),
        ("Escreva a ana@exemplo.pt.", "ana@exemplo.pt", TokenKind.EMAIL),
        ("Abra config.yaml agora.", "config.yaml", TokenKind.CODE),
        ("Chame foo_bar() já.", "foo_bar()", TokenKind.CODE),
        ("Está em src/app/main.py hoje.", "src/app/main.py", TokenKind.CODE),
        ("Use --no-cache aqui.", "--no-cache", TokenKind.CODE),
        ("Acabou.Depois saiu.", "Acabou", TokenKind.WORD),
        ("Ficou mudo...", "...", TokenKind.PUNCTUATION),
    ],
)
def test_text_is_split_into_tokens_of_the_expected_type(
    text: str, expected: str, kind: TokenKind
) -> None:
    assert kinds(text)[expected] == kind


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("", 0),
        ("— ... !", 0),
        ("O guarda-chuva caiu.", 3),
        ("Dir-lhe-ei — disse ela — que sim.", 5),
        ("Custou R$ 1.000,50.", 2 + 1),
        ("Um copo d'água e/ou vinho.", 5),
        ("Esperou…e foi.", 3),
    ],
)
def test_word_count_counts_compounds_and_clitics_as_one_word(text: str, n: int) -> None:
    assert count_words(text) == n
