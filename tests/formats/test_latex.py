"""LaTeX: what is prose, what is not, and where every character stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.shown import assert_exact
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.text.document import Document

LATEX = declared()["latex"]


def read(raw: str) -> Document:
    return build("x.tex", raw, LATEX)


def said(raw: str) -> list[tuple[str, str]]:
    return [(sentence.kind.value, sentence.text) for sentence in read(raw).sentences]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"A introdu\c{c}\~ao \'e \textbf{curta}.", "A introdução é curta."),
        (r"S\'o 100\% do v\'{\i}deo, n\~{a}o tudo.", "Só 100% do vídeo, não tudo."),
        (r"Diz ``sim'' --- ou n\~ao\ldots{} talvez.", "Diz “sim” — ou não… talvez."),
        (r"um fim t\'ecnico\hyp cient\'ifico", "um fim técnico-científico"),
        (
            r'a casa"-grande, a faz\^e"-lo, \sig{EU}"-Irão e "pré"-pago',
            'a casa-grande, a fazê-lo, EU-Irão e "pré"-pago',
        ),
        (
            r"Veja \href{http://a.pt}{a página} de \textcolor{red}{cores}.",
            "Veja a página de cores.",
        ),
        (r"Um \meucomando{texto} novo.", "Um texto novo."),
        (r"\lettrine[lines=2]{\textcolor{red}{N}}{este} rio.", "Neste rio."),
        (
            '\\lstdefinelanguage{XML}\n{\n  morestring=[b]",\n  moredelim=[s]{>}{<},\n}\nUm rio.',
            "Um rio.",
        ),
        (
            r"\estilo{cor=azul, fundo=branco} A casa {\it sem cor, com $a=b$}.",
            "A casa sem cor, com $a=b$.",
        ),
        (
            r"\begin{fichacatalografica}30 p. : il. ; 30 cm.\end{fichacatalografica}Um rio."
            r"\begin{folhadeaprovacao}\assinatura{Ana \\ Doutora}\end{folhadeaprovacao}",
            "Um rio.",
        ),
        (r"É lida por \enquote{o conjunto} e \enquote*{a}.", "É lida por “o conjunto” e “a”."),
        (r"É lida por \entreaspas{o \emph{conjunto}}.", "É lida por “o conjunto”."),
        ("Fim.\n\n\\importsection{funcoes-trigonometricas}\n\\includechapter{introducao}", "Fim."),
        ("Uma linha % e um comentário\noutra linha.", "Uma linha outra linha."),
        (r"Um~espaço\,fino e uma pala\-vra.", "Um espaço fino e uma palavra."),
        (r"O rio\label{rio}\index{rio} corre.", "O rio corre."),
        (r"\marcador[0]{rio}{r}\lista* O rio\sai[2] corre.", "O rio corre."),
        (r"\caixa[t]{5cm}{O rio \textbf{corre}.}", "O rio corre."),
        (r"\begin{minipage}[c]{.5\textwidth}O rio corre.\end{minipage}", "O rio corre."),
        (r"\begin{resumo}[Abstract] O rio corre. \end{resumo}", "O rio corre."),
        ("O rio corre.\n\n$x$ -- \\ref{a}.", "O rio corre."),
        (
            r"O rio corre. \begin{otherlanguage*}{english}It runs.\end{otherlanguage*}",
            "O rio corre.",
        ),
        (r"\begin{otherlanguage}{brazil}O rio corre.\end{otherlanguage}", "O rio corre."),
        (r"\bibitem[Eça , 88]{a , b} O rio \hypertarget{a , b}{corre}.", "O rio corre."),
        (r"O rio \sout{a , b} corre.", "O rio corre."),
        (r"\ifthenelse{\boolean{a , b}}{}{} O rio corre.", "O rio corre."),
        (r"\begin{thm:soma a , b}O rio corre.\end{thm:soma a , b}", "O rio corre."),
        (r"\usetikzlibrary{a , b} O rio\sindex{a , b} corre.", "O rio corre."),
    ],
)
def test_latex_text_is_read_as_it_is_typeset(raw: str, text: str) -> None:
    assert said(raw) == [("paragraph", text)]


@pytest.mark.parametrize(
    ("raw", "opaque"),
    [
        (r"Vê-se em~\cite[p.~3]{silva} que sim.", [r"\cite[p.~3]{silva}"]),
        (r"Dizem \total \ menções e \usos{} usos.", [r"\total", r"\usos"]),
        (r"Se $x^2 > 1$ então \verb|a%b| sai.", ["$x^2 > 1$", r"\verb|a%b|"]),
        (r"A figura~\ref{fig:a} mostra \texttt{abc}.", [r"\ref{fig:a}", r"\texttt{abc}"]),
        (
            r"Segundo \citeonline[p.~3]{a}, é \pageref{b}.",
            [r"\citeonline[p.~3]{a}", r"\pageref{b}"],
        ),
        (
            r"O \nosso\ anda, o \nosso{} corre e \dorme\nada a \nossa.",
            ["\\nosso", "\\nosso", "\\nossa"],
        ),
    ],
)
def test_latex_commands_inside_a_sentence_are_not_checked_as_prose(
    raw: str, opaque: list[str]
) -> None:
    (sentence,) = read(raw).sentences
    assert [sentence.text[low:high] for low, high in sentence.opaque] == opaque


def test_first_argument_of_a_latex_frame_is_read_as_a_heading() -> None:
    raw = r"\begin{frame}[t]{O rio}{id} Corre para o mar. \end{frame}"
    assert said(raw) == [("heading", "O rio"), ("paragraph", "Corre para o mar.")]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"O rio \alert<2>{largo} corre.", "O rio largo corre."),
        (r"\only<1>{Sim}", "Sim"),
        (r"\onslide<2->O rio corre.", "O rio corre."),
        (r"O rio \textbf<handout:0|beamer:1>{corre}.", "O rio corre."),
        (r"\begin{frame}<1->[fragile]O rio corre.\end{frame}", "O rio corre."),
        ("Se a<2>b, o rio corre.", "Se a<2>b, o rio corre."),
    ],
)
def test_latex_beamer_overlay_specifications_are_not_read(raw: str, text: str) -> None:
    assert said(raw) == [("paragraph", text)]


def test_latex_beamer_items_and_overlays_are_separate_blocks() -> None:
    raw = (
        r"\begin{block}<2>{Um título}"
        "\n\\only<1>{O rio corre.}\n  \\only<2-3>{O mar não}\n"
        r"\begin{itemize}[<+->]\item<1-| alert@1> Um rio.\item<2>[Mar] Fundo.\end{itemize}"
        "\n\\end{block}"
    )
    assert said(raw) == [
        ("heading", "Um título"),
        ("paragraph", "O rio corre."),
        ("paragraph", "O mar não"),
        ("list-item", "Um rio."),
        ("list-item", "Mar Fundo."),
    ]


@pytest.mark.parametrize(
    ("raw", "texts"),
    [
        (r"O objeto\marginlabel{Objeto} é novo.", ["O objeto é novo.", "Objeto"]),
        (r"O rio corre.\nota{Ou o mar.}", ["O rio corre.", "Ou o mar."]),
        (r"A 1\sup{a} (\ingles{river}) corre.", ["A 1a (river) corre."]),
    ],
)
def test_unknown_latex_command_attached_to_a_word_is_a_footnote(raw: str, texts: list[str]) -> None:
    assert said(raw) == [("paragraph", text) for text in texts]


def test_optional_short_titles_of_latex_headings_are_not_read() -> None:
    raw = r"\begin{document}\title[Rios]{Os rios}\author[Silva]{Ana Silva}\end{document}"
    assert said(raw) == [("heading", "Os rios"), ("paragraph", "Ana Silva")]


def test_latex_document_is_divided_into_headings_paragraphs_and_list_items() -> None:
    raw = r"""\documentclass{article}
\newcommand{\nada}{nada disto}
\title{Um relat\'orio}
\begin{document}
\maketitle
\section{Método}
Um par\'agrafo.\footnote{Uma nota.}

\begin{itemize}
  \item Um item
  \item Outro item
\end{itemize}
\begin{quote}Quem espera sempre alcan\c{c}a.\end{quote}
\begin{lstlisting}
$ nada % \disto
\end{lstlisting}
A equa\c{c}\~ao
\[ x = 1 \]
mostra isto.
\begin{tabular}{ll}Nome & Idade \\ Ana & Dez anos\end{tabular}
\end{document}
"""
    assert said(raw) == [
        ("heading", "Um relatório"),
        ("heading", "Método"),
        ("paragraph", "Um parágrafo."),
        ("paragraph", "Uma nota."),
        ("list-item", "Um item"),
        ("list-item", "Outro item"),
        ("quote", "Quem espera sempre alcança."),
        ("paragraph", "A equação"),
        ("paragraph", "mostra isto."),
        ("table-cell", "Nome"),
        ("table-cell", "Idade"),
        ("table-cell", "Ana"),
        ("table-cell", "Dez anos"),
    ]
    document = read(raw)
    assert [raw[slice(*span)].split("\n")[0] for span in document.code] == [
        r"\begin{lstlisting}",
        r"\[ x = 1 \]",
    ]
    assert [block.content.text for block in document.blocks if block.continues] == [
        "\nmostra isto.\n"
    ]


def test_caption_of_a_latex_listing_is_read() -> None:
    options = "[language=Java, caption={A classe, com os dados}, label=lst:a]"
    raw = f"Veja a\n\\begin{{lstlisting}}{options}\nint a;\n\\end{{lstlisting}}\nque segue.\n"
    assert said(raw) == [
        ("paragraph", "Veja a"),
        ("paragraph", "A classe, com os dados"),
        ("paragraph", "que segue."),
    ]
    bare = (
        r"\begin{lstlisting}[caption=Os dados da turma, label=b]" + "\nx = 1\n\\end{lstlisting}\n"
    )
    assert said(bare) == [("paragraph", "Os dados da turma")]
    assert said(bare.replace("caption=Os dados da turma", r"caption={\texttt{x}}")) == []
    marked = bare.replace(
        "Os dados da turma", r"{Os dados de \emph{uma} turma: \texttt{x}, [1] e 3\%}"
    )
    (block,) = read(marked).blocks
    assert block.content.text == r"Os dados de uma turma: \texttt{x}, [1] e 3%"
    assert said(r"Veja \lstinputlisting[caption={O que se lê}, label=c]{a.c}") == [
        ("paragraph", "Veja"),
        ("paragraph", "O que se lê"),
    ]
    own = "\\begin{quadro}[title={Um título}, float]\nO texto.\n\\end{quadro}\n"
    assert said(own) == [("paragraph", "Um título"), ("paragraph", "O texto.")]


def test_latex_command_arguments_that_are_identifiers_are_not_prose() -> None:
    raw = "\\settocdepth{subsection} % até aqui\n\nUm \\novo{texto} segue.\n"
    assert said(raw) == [("paragraph", "Um texto segue.")]
    several = r"\figura[!htb]{a.png}{Esquema da aplicação}{fig:aplicacao}{width=1\textwidth}"
    assert said(several) == [("paragraph", "Esquema da aplicação")]


def test_latex_list_item_label_precedes_the_item_text() -> None:
    document = read("\\begin{description}\n\\item[Mó] Pedra \\emph{redonda}.\n\\end{description}\n")
    assert [sentence.text for sentence in document.sentences] == ["Mó Pedra redonda."]
    assert_exact(document, lambda raw, char: (raw, char) == ("] ", " ") or raw == "]")


def test_latex_comment_may_contain_a_suppression_directive() -> None:
    (comment,) = read("Texto. % textlint-pt-disable-line GRA101\n").comments
    assert comment.text == "textlint-pt-disable-line GRA101"


def test_latex_groups_nested_too_deep_are_rejected() -> None:
    with pytest.raises(Unreadable, match=r"x\.tex:1: nested too deeply"):
        read("{" * 20_000 + "a" + "}" * 20_000)


def test_deeply_stacked_latex_accents_are_decoded_without_crash() -> None:
    assert said(r"\'{\^{e}}")[0][1] == "ế"
    said("Há " + r"\c{" * 30 + "a" + "}" * 30 + " aqui.")  # in no time


PIECES = st.sampled_from(
    r"""\'e|\c{c}|\textbf{|}|{|$|$$|\[|\]|a|ção|~|--|``|\begin{itemize}|\end{itemize}|\item|%|&|\\
\section{|\footnote{|\verb|\begin{verbatim}|\end{verbatim}|\cite[|]|😀|ã|\foo|\href{|*""".replace(
        "\n", "|"
    ).split("|")
)


@given(st.lists(PIECES, max_size=12), st.sampled_from(["", " ", "\n", "\r\n\r\n"]))
def test_any_latex_input_is_read_or_refused(pieces: list[str], between: str) -> None:
    try:
        document = read(between.join(pieces))
    except Unreadable:
        return
    assert_exact(document, lambda raw, char: bool(raw))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (r"Um \lstinline|a , b| bom.", ["a , b"]),
        (r"Um \lstinline[language=C]!a , b! bom.", ["a , b"]),
        (r"Um \verb*+a , b+ bom.", ["a , b"]),
        (r"Um \mintinline{py}{a , b} e \mintinline{py}|c , d| bom.", ["a , b", "c , d"]),
    ],
)
def test_inline_latex_listings_are_recorded_as_inline_code(raw: str, code: list[str]) -> None:
    parsed = LATEX.parse(raw)
    assert [markup.content.text for markup in parsed.markup] == code
    (block,) = parsed.blocks
    for piece in code:
        at = raw.index(piece)
        assert any(span.start <= at < at + len(piece) <= span.end for span in block.opaque)


def test_latex_definitions_and_iffalse_text_are_not_read() -> None:
    parsed = LATEX.parse("\\def\\x{a , b}\\iffalse\nc , d\n\\fi\nTexto bom.\n")
    assert [block.content.text.strip() for block in parsed.blocks] == ["Texto bom."]


@pytest.mark.parametrize(
    ("raw", "opaque"),
    [
        (r"A \lstinline{de de} sai.", [r"\lstinline{de de}"]),
        (r"A \lstinline[language=C]|de % {| sai.", [r"\lstinline[language=C]|de % {|"]),
        (r"A \mintinline{py}{de {de}} sai.", [r"\mintinline{py}{de {de}}"]),
        (r"A \mintinline[a=b]{c}!de } de! sai.", [r"\mintinline[a=b]{c}!de } de!"]),
        (r"A \Verb!a } % a! sai.", [r"\Verb!a } % a!"]),
    ],
)
def test_inline_latex_code_is_not_checked_as_prose(raw: str, opaque: list[str]) -> None:
    document = read(raw)
    assert [document.raw[slice(*span)] for block in document.blocks for span in block.opaque] == (
        opaque
    )


@pytest.mark.parametrize(
    ("raw", "texts"),
    [
        (r"\caption[Curta]{Legenda longa.}", ["Legenda longa."]),
        (r"\captionof{table}[Curta]{Legenda longa.}", ["Legenda longa."]),
        (r"\section*[Curto]{Um título longo}", ["Um título longo"]),
        (r"\subsubsection[Curto]{Um título longo}", ["Um título longo"]),
        (
            "Antes.\n\n\\iffalse\nVelho.\n\\ifx a \\else b \\fi\n\\fi\n\nDepois.",
            ["Antes.", "Depois."],
        ),
        (r"Antes\iffalse nada\else{} e depois\fi.", ["Antes e depois."]),
        ("% \\iffalse\nIsto lê-se.\n\nE isto.", ["Isto lê-se.", "E isto."]),
        ("Antes.\n\n\\iffalse\nFica por fechar.", ["Antes."]),
        (
            "\\lstnewenvironment{python}{}{}\n\\begin{python}\nx = {\n\\end{python}\nDepois.",
            ["Depois."],
        ),
        ("\\begin{minted}[a]{py}\nx % {\n\\end{minted}\nDepois.", ["Depois."]),
        ("\\begin{filecontents*}{a.bib}\n@a{\n\\end{filecontents*}\nDepois.", ["Depois."]),
    ],
)
def test_latex_verbatim_and_unprinted_text_is_skipped(raw: str, texts: list[str]) -> None:
    assert [text for _, text in said(raw)] == texts


def test_latex_commands_alone_on_their_lines_are_separate_sentences() -> None:
    raw = (
        "\\campo{Antes disso:}{Não se aplica} % nada\n\\campo{Depois disso:}{Um fim feliz}\n\n"
        "Um texto com\n\\troca{a coisa velha}{a coisa nova}\nno meio.\n"
    )
    assert [sentence.text for sentence in read(raw).sentences] == [
        "Antes disso:",
        "Não se aplica",
        "Depois disso:",
        "Um fim feliz",
        "Um texto com a coisa velhaa coisa nova no meio.",
    ]


def test_latex_argument_that_begins_with_a_quotation_keeps_its_quotation_marks() -> None:
    raw = "\\epigraph{``\\textit{Quem sabe faz}''.}{Uma pessoa sábia}\n"
    assert [s.text for s in read(raw).sentences] == ["“Quem sabe faz”.", "Uma pessoa sábia"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "cp850", "mac-roman"])
def test_latex_chapters_in_legacy_encodings_are_decoded(encoding: str) -> None:
    """A chapter says nothing of `inputenc`; what it holds tells its encoding."""
    chapter = "\\chapter{Introdução}\nA dissertação não está em inglês: é em português.\n"
    assert decode("capitulo.tex", chapter.encode(encoding), LATEX) == chapter


def test_latex_chapter_with_one_invalid_utf8_byte_is_rejected() -> None:
    with pytest.raises(Unreadable, match="UTF-8, but not in line 1"):
        decode("capitulo.tex", "Não está em inglês. ".encode() + b"\xe9", LATEX)


def test_latex_glossary_entries_are_not_read_as_text() -> None:
    raw = "Um.\n\n\\newglossaryentry{a}{%\n  name = {B}, see = {c d}}\n\nDois.\n"
    assert [sentence.text for sentence in read(raw).sentences] == ["Um.", "Dois."]


def test_latex_file_names_and_lengths_are_not_prose() -> None:
    raw = (
        r"\Imagem{A crise dos refugiados.}{./img/DSC_0487.jpg} \Folha{./Pre/ficha.pdf}"
        "\n\n"
        r"\rule[1ex]{\textwidth}{0.25pt}"
        "\n\nUm texto.\n"
    )
    assert [sentence.text for sentence in read(raw).sentences] == [
        "A crise dos refugiados.",
        "Um texto.",
    ]


def test_unclosed_nested_latex_links_are_rejected_fast() -> None:
    linked = r"\href{h, " * 20 + r"\href{https://example.org}{aqui}. O gato dorme."
    with pytest.raises(Unreadable, match="too many braces that do not close"):
        read(linked)
    closed = r"\href{h}{ali} e \href{https://example.org}{aqui}. O gato dorme."
    assert said(closed)[-1] == ("paragraph", "O gato dorme.")
