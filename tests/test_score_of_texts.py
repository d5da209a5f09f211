"""What the score says of whole texts."""

from __future__ import annotations

import pytest

from textlint_pt.report.report import DocumentReport
from textlint_pt.testing import lint_text

ORIGINAL = """The program needs 2 GB of memory. Download the archive from [the
site](https://example.org/download). Unpack it in a folder. Open a terminal and start the program.
It creates a file with your settings. You can change the settings at any time. The file holds the
names of your folders as well. The program never deletes your files."""
TRANSLATION = """O programa precisa de 2 GB de memória. Descarregue o arquivo do
[site](https://example.org/download). Descompacte-o numa pasta. Abra um terminal e inicie o
programa. Ele cria um ficheiro com as suas definições. Pode mudar as definições a qualquer
momento. O ficheiro guarda também os nomes das suas pastas. O programa nunca apaga os seus
ficheiros."""
#: by how grave they are
GRAVE = ("number", "link", "untranslated", "omitted", "never")
FAULTS = {
    "slip": ("as suas definições", "as suas definição"),
    "number": ("2 GB", "4 GB"),
    "link": ("[site](https://example.org/download)", "site"),
    "untranslated": (
        "Ele cria um ficheiro com as suas definições",
        "It creates a file with your settings",
    ),
    "omitted": ("Pode mudar as definições a qualquer\nmomento. ", ""),
    "never": ("nunca apaga", "apaga"),
}
#: two paragraphs as long as each other, each with a slip
HALVES = [
    "O pescador saiu cedo. O mar estava calmo. As gaivotas voava por cima do barco. "
    "Ele lançou a rede à água. A rede voltou cheia de sardinhas. O pescador sorriu. "
    "À tarde vendeu tudo no mercado e voltou para casa com o cesto vazio.",
    "A padeira acendeu o forno. A massa cresceu devagar. Os pão saíram dourados do forno. "
    "Os vizinhos chegaram com fome. Ela abriu a porta da loja. Todos compraram pão quente. "
    "Ao fim da manhã já não havia nada nas prateleiras.",
]


def total(entry: DocumentReport) -> float:
    assert entry.score.total is not None
    return float(entry.score.total)


def translated(*faults: str) -> float:
    text = TRANSLATION
    for name in faults:
        text = text.replace(*FAULTS[name])
    return total(lint_text(text, path="a.md", source=ORIGINAL, select=["GRA", "TRA"]))


def test_grave_translation_errors_lower_the_score_more_than_slips() -> None:
    right = translated()
    assert right >= 0.99
    alone = {name: translated(name) for name in FAULTS}
    assert all(score < right - 0.01 for score in alone.values())
    assert max(alone[name] for name in GRAVE) < alone["slip"]
    every = translated("number", "link", "slip")
    # correcting the slip leaves what the others cost
    assert every < translated("number", "link") < 0.95


def test_each_half_of_a_text_has_nearly_the_score_of_the_whole() -> None:
    whole = total(lint_text("\n\n".join(HALVES)))
    assert whole < 0.98
    for half in HALVES:
        assert total(lint_text(half)) == pytest.approx(whole, abs=0.03)


def test_score_loss_of_a_text_is_the_sum_of_the_losses_by_rule() -> None:
    entry = lint_text(HALVES[0])
    assert sum(cause.loss for cause in entry.score.causes) == pytest.approx(1 - total(entry))
    right = lint_text(HALVES[0].replace("voava", "voavam"))
    assert right.findings == []
    assert total(right) >= 0.95
    assert total(right) > total(entry)


def test_text_too_short_for_a_score_has_a_score_interval() -> None:
    score = lint_text("O mar estava calmo. As gaivotas voavam por cima do barco.").score
    assert (score.total, score.reason) == (None, "too-little-text")
    assert score.interval is not None
    low, high = score.interval
    assert low < 0.95 <= high


ESSAY = """A violência nas escolas é um problema da sociedade brasileira. Nesse contexto, a falta
de políticas públicas contribui para que o preconceito persista entre os jovens. Além disso, a
mídia expõe os indivíduos a conteúdos violentos, o que agrava a situação. Entretanto, a educação
pode mudar essa realidade. Portanto, é necessário que o governo tome medidas, a fim de que os
direitos dos cidadãos sejam respeitados."""


def test_repeated_word_lowers_the_score_only_in_essays() -> None:
    again = ESSAY.replace("o que agrava a situação", "e os conteúdos agravam a situação")
    before, after, manual = (
        lint_text(text, kind=kind).score
        for text, kind in ((ESSAY, "essay"), (again, "essay"), (again, "manual"))
    )
    assert before.partials["redundancy"].loss < after.partials["redundancy"].loss <= 0.02
    assert [one.reason for one in after.partials["redundancy"].costs] == [
        "palavras que voltam logo: conteúdos"
    ]
    assert manual.partials["redundancy"].loss == 0
