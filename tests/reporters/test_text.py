"""The text report: places, marks, and a breakdown that adds up."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.measurement import Cost, Partial
from textlint_pt.contract.metric import PROFILES
from textlint_pt.engine.scoring import score
from textlint_pt.report.finding import Accepted, Excerpt, Finding, Fix, Lines, Related, String
from textlint_pt.report.messages import visible
from textlint_pt.report.report import (
    DIMENSIONS,
    Cause,
    Costly,
    DocumentReport,
    Notice,
    PartialScore,
    Report,
    Score,
    assemble,
)
from textlint_pt.report.report import failed as unread
from textlint_pt.reporters.concise import Concise
from textlint_pt.reporters.figures import apportion, signed
from textlint_pt.reporters.overview import in_short
from textlint_pt.reporters.rows import elided, of_string
from textlint_pt.reporters.text import Full, Text, wrap
from textlint_pt.text.document import Span

LONG = "Uma frase que de tão comprida não cabe numa linha e que por isso se parte, " * 3

NOWHERE = Excerpt("", 0, 0)


def finding(
    *,
    start: int = 10,
    end: int = 14,
    line: int = 3,
    column: int = 5,
    end_line: int = 3,
    end_column: int = 9,
    fix: Mapping[str, Any] | None = None,
    related: Iterable[Related] = (),
    **changes: Any,
) -> Finding:
    base = Finding(
        "TOY001",
        Span(start, end),
        {},
        "grita",
        sentence=0,
        related=tuple(related),
        fix=msgspec.convert(fix, Fix | None),
        name="toy.shout",
        severity="warning",
        lines=Lines(line, column, end_line, end_column),
        fingerprint="0" * 16,
        excerpt=Excerpt("Ela disse SIM.", 10, 13),
    )
    return base.replace(**changes)


def document(*findings: Finding, **changes: Any) -> DocumentReport:
    score = Score(None, "calibrated", reason="too-little-text")
    return DocumentReport("a.txt", 1, 4, "pt", None, score, list(findings)).replace(**changes)


def render(*documents: DocumentReport, language: str = "pt", concise: bool = False) -> str:
    report: Report = assemble(documents, "", "0")
    reporter = Concise() if concise else Text()
    return "".join(text for text, _ in reporter.render(report, language))


def related(
    start: int,
    line: int,
    path: str = "a.txt",
    role: str = "text",
    excerpt: Excerpt = NOWHERE,
) -> Related:
    span, lines = Span(start, start + 3), Lines(line, 1, line, 4)
    return Related(span, role, "antes", path, lines, excerpt)


def test_text_report_underlines_the_words_of_a_finding() -> None:
    lines = render(document(finding())).splitlines()
    assert lines[:4] == [
        "a.txt:3:5: ▲  grita [TOY001]",
        "  |",
        "3 | Ela disse SIM.",
        "  |           ^^^",
    ]


def test_text_report_shows_recurring_findings_once_with_positions() -> None:
    first, *later = (finding(line=line, recurs=True) for line in range(3, 15))
    other = finding(line=20, message="fala", recurs=True)
    shown = render(document(first, *later[:2], other))
    assert shown.count("grita") == 1
    assert "  = também em 4:5, 5:5\n" in shown
    assert "a.txt:20:5: ▲  fala [TOY001]" in shown
    brief = render(document(first, *later), language="en")
    assert brief.startswith("      3:5  ▲  SIM ×12 (4, 5, 6, …)  grita  TOY001\na.txt: 12 problems")
    assert render(document(finding(), finding(line=4))).count("grita") == 2
    assert render(document(first, *later), concise=True).count("grita") == 12


def rows(*documents: DocumentReport, columns: int = 80, **shown: bool) -> list[str]:
    reporter = Text()
    reporter.columns = columns
    for name, value in shown.items():
        setattr(reporter, name, value)
    report = assemble(documents, "", "0")
    return "".join(text for text, _ in reporter.render(report, "pt")).splitlines()


@pytest.mark.parametrize(
    ("columns", "lines"), [(80, ""), (84, " (101, …)"), (100, " (101, 102, 103, …)")]
)
def test_narrow_text_report_shortens_line_numbers_before_words(columns: int, lines: str) -> None:
    common: Any = {"title": "Grafia anterior ao acordo", "change": ("acçõezinhas", "ações")}
    many = document(*(finding(line=100 + n, **common) for n in range(12)))
    said = f"    100:5  ▲  acçõezinhas → ações ×12{lines}  Grafia anterior ao acordo  TOY001"
    assert rows(many, document(), columns=columns)[1] == said


def test_text_report_does_not_truncate_a_long_misspelt_word() -> None:
    common: Any = {"title": "Artigo que não concorda com o nome"}
    long = document(finding(change=("implementacao", "implementação"), **common))
    said = "      3:5  ▲  implementacao → implementação  Artigo que não concorda…     TOY001"
    assert rows(long, document(), columns=80)[1] == said


SAFE = {"applicability": "safe", "edits": [{"start": 10, "end": 14, "text": "sim"}]}


def test_text_report_of_several_files_has_one_line_per_finding() -> None:
    common: dict[str, Any] = {"title": "Palavra aos gritos", "change": ("SIM", "sim")}
    error = finding(line=90, severity="error", change=("NÃO", "não"), title="Negação")
    many = [finding(line=n, change=(f"A{n}", f"a{n}"), title="Letra") for n in range(10, 20)]
    texts = [
        document(finding(fix=SAFE, **common), finding(line=4, **common), path="docs/a.md"),
        document(*many, error, path="docs/b.md"),
        *(document(path=f"docs/{n}.md") for n in range(8)),
    ]
    assert rows(*texts) == [
        "docs/a.md  2 problemas",
        "      3:5  ▲  SIM → sim * ×2 (4)  Palavra aos gritos  TOY001",
        "docs/b.md  11 problemas, 1 erro",
        *(f"     {n}:5  ▲  A{n} → a{n}  Letra    TOY001" for n in range(10, 14)),
        "     90:5  ✖  NÃO → não  Negação  TOY001",
        "  … mais 6: textlint-pt docs/b.md",
        "",
        "13 problemas em 2 de 10 documentos: ✖ 1 erro, ▲ 12 avisos",
        "Mais frequentes: 10 letra · 2 palavra aos gritos · 1 negação",
        "* 1 sem risco: o mesmo comando com --fix (ver antes: --diff)",
        "12 a resolver à mão",
        "Explicação de um código, e o que fazer se não for erro: textlint-pt rule TOY001",
        "Aceitar o que já está e ver só o novo: textlint-pt baseline write docs",
        "Ler numa página: --output relatorio.html",
    ]
    assert sum("→" in line for line in rows(*texts, shows_all=True)) == 12
    assert any("sem nota" in line for line in rows(*texts, shows_scores=True))
    assert not any("Mais" in line for line in rows(*texts, quiet=True))


def test_only_the_full_text_format_shows_the_id_of_a_grammar_pattern() -> None:
    report = assemble([document(finding(evidence={"pattern": "crase.going"}))], "", "0")
    full, text = (
        "".join(text for text, _ in reporter.render(report, "pt")) for reporter in (Full(), Text())
    )
    assert " = padrão crase.going\n" in full
    assert "crase.going" not in text


def test_text_report_suggests_correcting_word_documents_in_a_copy() -> None:
    fixed = finding(fix=SAFE)
    letter, *_ = shown = document(fixed, path="carta.docx"), document(fixed, path="a.md")
    hint = "* 1 sem risco, numa cópia: textlint-pt carta.docx --fix --output corrigido.docx"
    said = " ".join("".join(t for piece in [render(letter)] for t in piece).split())
    assert (
        said.endswith(
            f"{hint} Explicação de um código, e o que fazer se não for erro: "
            "textlint-pt rule TOY001"
        )
        and "ver antes" not in said
    )
    several = rows(*shown, document(fixed, finding(), path="conto.docx"), columns=200)
    at = several.index("* 1 sem risco: o mesmo comando com --fix (ver antes: --diff)")
    assert several[at : at + 3] == [
        "* 1 sem risco: o mesmo comando com --fix (ver antes: --diff)",
        hint.replace("* 1", "* 2"),
        "1 a resolver à mão",
    ]
    assert not any("sem risco" in line for line in rows(letter, is_copied=True))


def test_text_report_of_100_files_is_at_most_300_lines_long() -> None:
    numbers = [41, 22, 17, *[3] * 29, *[2] * 39]
    found = [
        [finding(line=n + 1, change=(f"errado{n}", f"certo{n}")) for n in range(number)]
        for number in numbers
    ]
    texts = [document(*some, path=f"docs/{n}.md") for n, some in enumerate(found)]
    texts += [document(path=f"docs/{n}.md") for n in range(len(texts), 100)]
    assert sum(numbers) == 245
    assert len(rows(*texts)) <= 300


@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_shortened_line_of_a_text_report_keeps_the_changed_words(columns: int) -> None:
    long = "uma sequência muito comprida de palavras que "
    change = (f"{long}estava cheio de nada", f"{long}estava cheia de nada")
    one = finding(title="Adjetivo que não concorda com o nome", change=change)
    shown = rows(document(one), document(one, path="b.txt"), columns=columns)
    assert max(map(len, shown)) <= columns
    if columns >= 60:
        assert "cheio" in shown[1]
        assert "cheia" in shown[1]


def test_text_report_aligns_line_numbers() -> None:
    other = related(0, 120, "ref.txt", "reference", Excerpt("Ele não.", 0, 3))
    assert render(document(finding(related=[other]))).splitlines()[1:7] == [
        "    |",
        "  3 | Ela disse SIM.",
        "    |           ^^^",
        "    = ref.txt:120:1: antes",
        "120 | Ele não.",
        "    | ---",
    ]


def test_text_report_underlines_a_related_span_in_the_same_sentence_with_dashes() -> None:
    last, first = (Excerpt("SIM, disse, SIM.", start, start + 3) for start in (12, 0))
    near = related(100, 3, excerpt=first)
    shown = finding(start=112, end=115, related=[near], excerpt=last)
    assert render(document(shown)).splitlines()[1:6] == [
        "  |",
        "3 | SIM, disse, SIM.",
        "  | ---         ^^^",
        "  = a.txt:3:1: antes",
        "",
    ]
    twin = shown.replace(related=(related(300, 9, excerpt=first),))
    assert "9 | SIM, disse, SIM." in render(document(twin))


def test_text_report_wraps_long_sentences_and_underlines_every_line() -> None:
    lines = render(document(finding(excerpt=Excerpt(LONG, 80, 200)))).splitlines()
    marked = "".join(
        above[i]
        for above, under in itertools.pairwise(lines)
        for i, sign in enumerate(under)
        if sign == "^"
    )
    assert marked.replace(" ", "") == LONG[80:200].replace(" ", "")
    assert all(len(line) <= 100 for line in lines if not line.startswith("a.txt"))


def test_text_report_underlines_are_measured_in_terminal_columns() -> None:
    quote = Excerpt("👍 e\u0301 漢 SIM", 7, 10)
    lines = render(document(finding(excerpt=quote))).splitlines()
    assert lines[3] == "  | " + " " * 8 + "^^^"


@pytest.mark.parametrize(("columns", "most"), [(None, 96), (10, 40), (60, 60), (140, 140)])
def test_text_report_quotes_and_score_breakdown_fit_the_terminal_width(
    columns: int | None, most: int
) -> None:
    quote = Excerpt(LONG.replace("comprida", "長い"), 80, 200)
    shown = entry("gruen", {"redundancy": (0.5, 0.5)})
    partial = shown.partials["redundancy"].replace(formula=LONG.strip())
    shown = shown.replace(partials={"redundancy": partial})
    found = document(finding(line=7, excerpt=quote), score=shown)
    reporter = Text()
    reporter.columns = columns
    text = "".join(text for text, _ in reporter.render(assemble([found], "", "0"), "pt"))
    lines = text.splitlines()
    quoted = [line for line in lines if line.startswith(("7 |", "  |"))]
    assert most - 20 < max(len(line) + line.count("長い") * 2 for line in quoted) <= most
    breakdown = list(itertools.dropwhile(lambda line: "0,5000  " not in line, lines))
    breakdown = breakdown[: breakdown.index("")]
    assert " ".join(line.strip() for line in breakdown).endswith(LONG.strip())
    if columns:
        assert max(map(len, breakdown)) <= most
    else:
        assert len(breakdown) == 1


@given(st.text(alphabet="ab ", max_size=80), st.integers(1, 12))
def test_wrapped_lines_contain_the_text_without_spaces_at_line_breaks(
    text: str, width: int
) -> None:
    ranges = wrap(text, width)
    assert all(end - start <= width for start, end in ranges)
    assert ranges[0][0] == 0
    assert ranges[-1][1] == len(text)
    for (_, end), (start, _) in itertools.pairwise(ranges):
        assert text[end:start] in ("", " ")


PARTIALS = st.dictionaries(
    st.sampled_from(DIMENSIONS),
    st.tuples(st.one_of(st.none(), st.floats(0, 1)), st.floats(0, 0.25)),
    min_size=1,
)


def entry(profile: str, values: dict[str, tuple[float | None, float]]) -> Score:
    """The score of partials with a value and what they cost."""
    partials = {
        name: Partial(
            value, (0.0, 1.0), "f", {}, None if value else "r", [Cost(0, 1.0, name)], loss
        )
        for name, (value, loss) in values.items()
    }
    total = score(profile, partials, [], 10, 100)
    shown = {
        name: PartialScore(
            share.partial.value, [0.0, 1.0], share.loss, "f", {}, share.partial.reason, []
        )
        for name, share in total.shares.items()
    }
    causes = [Cause("", *one) for one in total.causes()] if profile == "calibrated" else []
    return Score(
        total.total, profile, "news", total.band, total.reason, shown, causes=causes, place=0.71
    )


@pytest.mark.parametrize("language", ["pt", "en"])
@given(values=PARTIALS)
def test_text_report_score_losses_add_up_to_the_total(
    language: str, values: dict[str, tuple[float | None, float]]
) -> None:
    shown = entry("calibrated", values)
    if shown["total"] is None:
        return
    text = render(document(score=shown), language=language)
    number = r"(-?\d+[.,]\d)"
    total = float(re.search(number + "/100", text)[1].replace(",", "."))  # type: ignore[index]
    losses = [
        float(loss.replace(",", "."))
        for loss in re.findall(rf"^ +{number}  \w+$", text, re.MULTILINE)
    ]
    assert all(losses)  # what is shown as 0.0 is left out
    assert len(losses) <= sum(loss > 0 for _, loss in values.values())
    assert round(100 + sum(losses), 6) == total
    assert ("," if language == "en" else ".") not in "".join(re.findall(number, text))


def test_text_report_lists_score_losses_after_the_score() -> None:
    shown = entry("calibrated", {"redundancy": (0.5, 0.5), "focus": (None, 0.0)})
    text = render(document(score=shown), language="en")
    assert "a.txt: no problems found; better than 7 of 10 news; score 50.0/100\n" in text
    assert "   -50.0  redundancy\n" in text


def test_text_report_of_a_gruen_score_lists_the_terms_of_its_sum() -> None:
    assert "gruen" in PROFILES
    shown = entry("gruen", {"grammaticality": (0.75, 0.25), "redundancy": (-0.25, 1.0)})
    text = render(document(score=shown), language="en")
    assert "score 50.0/100\n" in text
    assert "  grammaticality   +0.7500  f\n" in text
    assert "  redundancy       -0.2500  f\n" in text


REASONS = ["foco: longe", "gramaticalidade: GRA101"]
COSTLY = Costly(4, 7, 0.3, REASONS, "Uma frase que custa muito.")


def test_text_report_shows_low_scoring_sentences_of_a_text_without_findings() -> None:
    low = entry("calibrated", {"focus": (0.61, 0.39)})
    text = render(document(score=low, costliest=[COSTLY]))
    assert "a.txt: nenhum problema encontrado; melhor do que 7 em 10 notícias; nota 61,0" in text
    assert "mudar só se quiser):\n   -30,0  7 | Uma frase que custa muito.\n" in text
    assert "= foco: longe; gramaticalidade: GRA101\n" in text
    assert text.endswith("\nPode haver erros que o programa não vê.\n")
    assert "Pode haver" not in render(document(finding(), score=low))


def test_text_report_prints_score_margin_of_error_and_score_without_baselined() -> None:
    shown = entry("calibrated", {"focus": (0.9, 0.14)})
    shown = shown.replace(interval=[0.8, 0.914], without_accepted=0.963, place=0.02)
    text = render(document(score=shown), language="en")
    assert (
        "more than 9 of 10 news have a higher score; "
        "score 86.0/100 (margin of error: 80 to 91); 96.3 without what the" in text
    )
    short = shown.replace(total=None, band=None, reason="too-little-text")
    assert "it would be uncertain (margin of error: 80 to 91)\n" in render(
        document(score=short), language="en"
    )


def test_text_report_summary_names_the_score_dimensions_that_were_measured() -> None:
    shown = entry("calibrated", {"focus": (0.9, 0.14)})
    whole, part = (
        render(*(document(score=shown.replace(left_out=names), path=path) for path in "ab"))
        for names in ([], ["redundancy"])
    )
    assert "Todas as notas: 86,0\n" in whole
    assert "Todas as notas: 86,0 · nota só de foco\n" in part


def test_text_report_omits_score_losses_that_round_to_zero() -> None:
    shown = entry("calibrated", {"focus": (0.9, 0.1)})
    slight = COSTLY.replace(loss=0.0004)
    assert "custam" not in render(document(score=shown, costliest=[slight]))
    assert "custam" in render(document(score=shown, costliest=[slight.replace(loss=0.001)]))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (0.0, "mais de 9 em 10 notícias têm nota mais alta"),
        (0.1, "9 em 10 notícias têm nota mais alta"),
        (0.49, "6 em 10 notícias têm nota mais alta"),
        (0.5, "melhor do que 5 em 10 notícias"),
        (1.0, "melhor do que 9 em 10 notícias"),
    ],
)
def test_text_report_states_how_many_texts_of_the_genre_have_a_higher_score(
    place: float, said: str
) -> None:
    shown = entry("calibrated", {"focus": (0.9, 0.1)}).replace(place=place)
    assert f"; {said}; nota" in render(document(score=shown))


def test_rounded_score_losses_in_text_reports_add_up_to_the_rounded_total() -> None:
    assert apportion([1, 1, 1], 10) == [4, 3, 3]
    assert apportion([1, 2, 1], 10) == [3, 5, 2]
    assert apportion([0, 0], 10) == [0, 0]
    shown = [signed(value, "pt") for value in (-1.25, -0.04, 0.04, 1.0)]
    assert shown == ["-1,2", "0,0", "0,0", "+1,0"]


def summary(*documents: DocumentReport) -> list[str]:
    return list(in_short(assemble(documents, "", "0"), "pt"))


def test_text_report_summary_begins_with_the_lowest_scored_documents() -> None:
    notes = [finding(line=line, severity="info", title="Nota") for line in range(3, 6)]
    texts = [
        document(finding(title="Grito"), path="a.txt"),
        document(finding(title="Grito"), finding(line=4, title="Grito"), path="b.txt"),
        document(*notes, path="c.txt"),
        document(finding(severity="error", title="Erro"), path="d.txt"),
    ]
    assert summary(*texts, document()) == [
        "7 problemas em 4 de 5 documentos: ✖ 1 erro, ▲ 3 avisos, ● 3 sugestões",
        "Mais frequentes: 3 grito · 3 nota · 1 erro",
        "Comece por: d.txt (1: ✖ 1 erro) · b.txt (2) · a.txt (1)",
    ]
    assert not any("Comece" in line for line in summary(*texts[:3], document()))
    assert summary(texts[0], document()) == ["1 problema em 1 de 2 documentos: ▲ 1 aviso"]


def test_text_report_summary_counts_accepted_findings_and_unchecked_files() -> None:
    accepted = [finding(accepted=Accepted(by)) for by in ("baseline", "comment")]
    assert summary(document(accepted=accepted), document()) == [
        "nenhum problema novo em 2 documentos; na lista do que se aceita: 1"
    ]
    assert summary(document(accepted=accepted[1:]), document()) == [
        "nenhum problema encontrado em 2 documentos"
    ]
    stopped = [document(error="parou", path=f"{name}.txt") for name in "abcd"]
    assert summary(*stopped, unread("e.txt", "", "calibrated")) == [
        "0 problemas em 0 de 4 documentos",
        "nem tudo foi verificado: a.txt · b.txt · c.txt",
    ]
    assert summary(unread("e.txt", "", "calibrated")) == []


def test_text_report_summary_has_the_median_score_of_several_documents() -> None:
    high, middle, low = (
        document(score=entry("calibrated", {"focus": (0.9, loss)})) for loss in (0.04, 0.1, 0.14)
    )
    assert summary(low, high, middle)[1:] == ["Nota mediana 90,0 (de 86,0 a 96,0)"]
    assert summary(low, low, document())[1:] == ["Todas as notas: 86,0 · sem nota: 1"]
    assert summary(low, document())[1:] == []


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("um dois três", 12, "um dois três"),
        ("um dois três", 9, "um dois…"),
        ("um doisdoisdois", 9, "um doisd…"),  # half of it is kept
        ("inconstitucional", 6, "incon…"),
        ("inconstitucional", 0, "i…"),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"),
        ("e\u0301tico", 5, "e\u0301tico"),
    ],
)
def test_text_report_cuts_long_sentences_between_words(text: str, room: int, shown: str) -> None:
    assert elided(text, room) == shown


@pytest.mark.parametrize(
    ("string", "other", "said"),
    [
        (None, (), ""),
        (String("Open  the file"), (), "em «Open the file»"),
        (String("Open", "menu"), (), "em «Open» (msgctxt menu)"),
        (String("Open", "menu"), ("source",), "(msgctxt menu)"),
        (String("Open", "menu"), ("reference",), "em «Open» (msgctxt menu)"),
        (String("a" * 60), (), f"em «{'a' * 60}»"),
        (String("a" * 61), (), f"em «{'a' * 60}…»"),
    ],
)
def test_text_report_names_the_msgid_and_context_of_a_finding_in_a_po_file(
    string: String | None, other: Iterable[str], said: str
) -> None:
    one = finding(string=string, related=[related(0, 1, role=role) for role in other])
    assert of_string(one, "pt") == said
    if string and other:
        assert of_string(one, "pt", alone=True).startswith("em «Open»")


def test_text_report_does_not_count_unreadable_documents_as_checked() -> None:
    assert render(unread("b.txt", "b.txt: broken", "calibrated")) == ""
    both = render(document(finding()), unread("b.txt", "b.txt: broken", "calibrated"))
    assert both.endswith(
        "1 problema em 1 de 1 documento: ▲ 1 aviso\n"
        "Explicação de um código, e o que fazer se não for erro: textlint-pt rule TOY001\n"
    )


@pytest.mark.parametrize("concise", [True, False])
def test_text_report_does_not_print_control_characters(concise: bool) -> None:
    evil = "\x1b[2J\r\n\x07\x9b1m\u202e"
    quote = Excerpt(evil, 0, 3)
    shown = document(
        finding(message=evil, related=[related(0, 1, path=evil, excerpt=quote)], excerpt=quote),
        path=evil,
        notices=[Notice("x", evil)],
    )
    text = render(shown, concise=concise)
    assert "␛[2J␍␊␇�1m�" in text
    assert not set(evil.replace("[2J", "").replace("1m", "").replace("\n", "")) & set(text)


@given(st.text())
def test_escaping_control_characters_keeps_text_length_and_one_line(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert visible(shown) == shown
    if text.isprintable() and text.isascii():
        assert shown == text
