"""Rules that rules.yaml declares: what they report, what is refused, and that they are rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from textlint_pt.config import config
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.contract.errors import UserError
from textlint_pt.registry.documentation import HEADINGS, HEADINGS_IN, page
from textlint_pt.registry.plugins import load
from textlint_pt.report.report import DocumentReport
from textlint_pt.testing import lint_text


def lint(rule: dict[str, Any], text: str, path: str = "t.txt", **more: Any) -> DocumentReport:
    declared = {"ACME001": {"message": "«{match}»", **rule}}
    entry = lint_text(text, path=path, **{"custom-rules": declared, "select": ["ACME"], **more})
    assert entry["error"] is None
    return entry


def spans(entry: DocumentReport, text: str) -> list[str]:
    return [text[finding["start"] : finding["end"]] for finding in entry["findings"]]


def fixed(entry: DocumentReport, text: str) -> str:
    fixes = [finding["fix"] for finding in entry["findings"] if finding["fix"]]
    edits = [edit for fix in fixes for edit in fix["edits"]]
    for edit in sorted(edits, key=lambda edit: -edit["start"]):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


JARGON = {"kind": "existence", "patterns": ["jargão", "treta"]}


def test_custom_rule_finding_has_the_declared_message_and_severity() -> None:
    rule = {**JARGON, "severity": "error", "url": "https://example.org/e", "name": "acme.x"}
    (finding,) = lint(rule, "Isto é treta pura, disse ele.")["findings"]
    assert finding["message"] == "«treta»"
    assert (finding["code"], finding["name"], finding["severity"]) == ("ACME001", "acme.x", "error")
    assert finding["url"] == "https://example.org/e"
    assert finding["fix"] is None


def test_custom_rule_pattern_matches_across_markup_and_line_breaks() -> None:
    text = (
        "# Um jargão\n\nAqui há **jargão\nnovo** e `treta`; e um \n\n> jargão&amp;treta citado.\n"
    )
    rule = {**JARGON, "patterns": ["jargão", "treta", "jargão novo"]}
    assert spans(lint(rule, text, "t.md"), text) == ["jargão", "jargão", "jargão", "treta"]
    longest = {**JARGON, "patterns": ["jargão novo"]}
    assert spans(lint(longest, text, "t.md"), text) == ["jargão\nnovo"]


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ([], ["Título", "prosa", "lista", "citação"]),
        ("heading", ["Título"]),
        ("list", ["lista"]),
        ("prose", ["prosa", "lista", "citação"]),
        (["paragraph", "quote"], ["prosa", "citação"]),
    ],
)
def test_custom_rule_checks_only_the_block_types_of_its_scope(
    scope: object, expected: list[str]
) -> None:
    text = "# Título daqui\n\nUma prosa daqui.\n\n- a lista daqui\n\n> a citação daqui\n"
    patterns = ["Título", "prosa", "lista", "citação"]
    rule = {"kind": "existence", "patterns": patterns, "scope": scope}
    assert spans(lint(rule, text, "t.md"), text) == expected


def test_custom_rule_matches_inside_exceptions_are_skipped() -> None:
    text = "Alavancar o carro é bom, alavancar as vendas não é."
    rule = {"kind": "existence", "patterns": "alavancar", "exceptions": ["alavancar o carro"]}
    (finding,) = lint(rule, text)["findings"]
    assert finding["start"] == text.rindex("alavancar")


@pytest.mark.parametrize(
    ("swap", "text", "expected"),
    [
        ({"e-?mail": "correio"}, "Email? O email. O E-MAIL.", "Correio? O correio. O CORREIO."),
        ({"internet": "Internet"}, "A internet e a Internet.", "A Internet e a Internet."),
        ({r"(\d+)%": r"\1 %"}, "São 20% de 30%.", "São 20 % de 30 %."),
        ({"muito muito": ""}, "É muito muito bom.", "É bom."),
        ({"deletar": ["apagar", "eliminar"]}, "Vou deletar isto.", "Vou apagar isto."),
    ],
)
def test_custom_substitution_rule_replaces_the_matched_words(
    swap: dict[str, Any], text: str, expected: str
) -> None:
    rule = {"kind": "substitution", "message": "«{suggestion}»", "swap": swap}
    assert fixed(lint(rule, text), text) == expected


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("mesmo", "É bom mesmo.", "É bom."),
        ("enfim,", "Enfim, é bom.", "é bom."),
        (",", "Mas, ele foi.", "Mas ele foi."),
    ],
)
def test_custom_substitution_that_deletes_text_leaves_no_extra_space(
    pattern: str, text: str, expected: str
) -> None:
    rule = {"kind": "substitution", "swap": {pattern: ""}, "whole-words": False}
    assert fixed(lint(rule, text), text) == expected


def test_custom_rule_fixes_have_declared_safety_and_never_cross_markup() -> None:
    rule: dict[str, Any] = {"kind": "substitution", "swap": {"abrir mão": "desistir"}}
    for sure in ("safe", "unsafe", "suggestion"):
        (finding,) = lint({**rule, "fix": sure}, "Vou abrir mão disto hoje.")["findings"]
        assert finding["fix"] is not None
        assert finding["fix"]["applicability"] == sure
    for text, more in (("Vou abrir mão.", {"fix": "none"}), ("Vou abrir **mão** disto hoje.", {})):
        (finding,) = lint({**rule, **more}, text, "t.md")["findings"]
        assert finding["fix"] is None


@pytest.mark.parametrize(
    ("more", "text", "expected"),
    [
        ({}, "A casa casa bem com com o campo.", "A casa bem com o campo."),
        ({}, "Casa, casa e mais casa.", "Casa, casa e mais casa."),
        ({"ignore-case": False}, "Casa casa bonita.", "Casa casa bonita."),
        ({"within": 3}, "Comprei uma casa e vendi a casa.", "Comprei uma casa e vendi a casa."),
    ],
)
def test_custom_repetition_rule_removes_repeated_words(
    more: dict[str, Any], text: str, expected: str
) -> None:
    entry = lint({"kind": "repetition", **more}, text)
    assert fixed(entry, text) == expected


def test_custom_repetition_finding_links_to_the_first_occurrence() -> None:
    text = "Comprei uma casa e vendi a casa."
    (finding,) = lint({"kind": "repetition", "within": 4}, text)["findings"]
    assert (finding["start"], finding["related"][0]["start"]) == (27, 12)
    assert lint({"kind": "repetition", "within": 3}, text)["findings"] == []


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"max": 1}, [(11, {"count": 2, "limit": 1})]),
        ({"max": 2, "per": "paragraph"}, [(18, {"count": 3, "limit": 2})]),
        ({"max": 3, "per": "document"}, [(32, {"count": 4, "limit": 3})]),
        ({"max": 4, "per": "document"}, []),
        ({"min": 2}, [(13, {"count": 1, "limit": 2}), (27, {"count": 1, "limit": 2})]),
        ({"min": 2, "per": "paragraph"}, [(27, {"count": 1, "limit": 2})]),
    ],
)
def test_custom_occurrence_rule_reports_words_over_their_limit(
    more: dict[str, Any], expected: list[tuple[int, object]]
) -> None:
    text = "O mar e o mar. Há mar ali.\n\nVi o mar já hoje.\n"
    rule = {"kind": "occurrence", "patterns": "mar", **more}
    found = lint(rule, text)["findings"]
    places = {11: 10, 13: 15, 18: 18, 27: 28, 32: 33}
    assert [(f["start"], f["evidence"]) for f in found] == [(places[a], b) for a, b in expected]


def test_custom_occurrence_rule_does_not_count_words_in_code() -> None:
    rule = {"kind": "occurrence", "patterns": "mar", "max": 1}
    assert lint(rule, "O `mar` e o mar hoje.\n", "t.md")["findings"] == []
    assert len(lint(rule, "O mar e o mar hoje.\n", "t.md")["findings"]) == 1


def test_custom_consistency_rule_reports_the_rarer_of_two_spellings() -> None:
    rule = {
        "kind": "consistency",
        "message": {"pt": "«{suggestion}», linha {line}", "en": "“{suggestion}”, line {line}"},
        "forms": [["ficheiros?", "arquivos?"]],
    }
    text = "Abra o arquivo.\nFeche o ficheiro. Um Arquivo e um ficheiro. Mais ficheiros."
    entry = lint(rule, text, language="en")
    assert spans(entry, text) == ["arquivo", "Arquivo"]
    assert [f["message"] for f in entry["findings"]] == ["“ficheiro”, line 2", "“Ficheiro”, line 2"]
    assert entry["findings"][0]["evidence"] == {"uses": 2, "others": 3}
    assert fixed(entry, text).count("rquivo") == 0
    tied = "Abra o arquivo. Feche o ficheiro."
    assert spans(lint(rule, tied), tied) == ["ficheiro"]


def test_custom_pattern_rule_marks_bracketed_words_and_inflects_its_fix() -> None:
    rule = {
        "kind": "pattern",
        "message": "«{suggestion}»",
        "pattern": ["[vão fazendo>=]", "[<ir>&is:AUX is:ADV* <estar> GER > $1 $2 $4:inf]"],
    }
    text = "Amanhã eles vão também estar fazendo o bolo e vão fazendo a massa."
    entry = lint(rule, text)
    assert spans(entry, text) == ["vão também estar fazendo"]
    assert fixed(entry, text) == "Amanhã eles vão também fazer o bolo e vão fazendo a massa."
    mark = {**rule, "message": "m", "pattern": "<ir> is:ADV* <estar> [GER]"}
    assert spans(lint(mark, text), text) == ["fazendo"]


def test_custom_pattern_rule_corrects_the_accent_of_a_word() -> None:
    patterns = "da [FIN > $2^f.s]\neu [can:NOUN > $2^fin.1.s]"
    rule = {"kind": "pattern", "message": "«{suggestion}»", "pattern": patterns}
    text = "Soube da renuncia; eu cálculo que basta, e que o da é meu."
    entry = lint(rule, text)
    assert spans(entry, text) == ["renuncia", "cálculo"]
    right = "Soube da renúncia; eu calculo que basta, e que o da é meu."
    assert fixed(entry, text) == right


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("[<ir> > $1:s]", "Ontem eles foram ao mercado.", "Ontem eles foi ao mercado."),
        ("[INF > $1:1.p] juntos", "Queremos ficar juntos.", "Queremos ficarmos juntos."),
        ("<casa> [Am > $2~$1]", "As casas bonito caíram.", "As casas bonitas caíram."),
        (
            "<coisa> [que > em+o~$1 qual~$1] penso",
            "As coisas que penso são estas.",
            "As coisas nas quais penso são estas.",
        ),
        (
            "[-ndo > $1(ndo>do)] por",
            "O livro escrevendo por ele e lendo por mim.",
            "O livro escrevendo por ele e ledo por mim.",
        ),
        (
            "[<aplicar> > <usar>]",
            "Aplicamos a regra. Eles aplicaram-na. Aplicar-se-ia a regra.",
            "Usamos a regra. Eles usaram-na. Usar-se-ia a regra.",
        ),
        (
            "[<utilizar> > <servir-se> de]",
            "Nós utilizamos isto e eles utilizaram isto. Eu utilizo isto.",
            "Nós servimo-nos de isto e eles serviram-se de isto. Eu sirvo-me de isto.",
        ),
        (
            "[<aplicar> para > <aderir> a+]",
            "Ela aplicou para o programa. Ela aplicou para programas.",
            "Ela aderiu ao programa. Ela aderiu a programas.",
        ),
        (
            "[FIN ele > $1=o]",
            "Vi ele. Fez ele. Farei ele feliz. Têm ele aqui. Temos ele. Tens ele.",
            "Vi-o. Fê-lo. Fá-lo-ei feliz. Têm-no aqui. Temo-lo. Tem-lo.",
        ),
        ("[FIN ele > o=$1]", "Vi ele ontem.", "O vi ontem."),
        (
            "[INF ela > $1=a]",
            "Quero ver ela e construir ela e seguir ela e pôr ela.",
            "Quero vê-la e construí-la e segui-la e pô-la.",
        ),
        ("[<lembrar> nós > $1=nos]", "Lembramos nós disso.", "Lembramo-nos disso."),
        ("[em Nfp > em+as $2]", "Vivo em casas grandes.", "Vivo nas casas grandes."),
        (
            "[em base ao|à|aos > com base em+$3']",
            "Foi em base ao texto, em base à lei e em base aos textos.",
            "Foi com base no texto, com base na lei e com base nos textos.",
        ),
        ("[para > a/em] casa", "Vou para casa.", "Vou a casa."),
        (
            "[a|as > à|às] <vez>",
            "Foi a vez e às vezes e as vezes.",
            "Foi à vez e às vezes e às vezes.",
        ),
        ("[NUM W > $1 coisas]", "Vi 12 gatos e vinte gatos.", "Vi 12 coisas e vinte coisas."),
        ("[UP > Ana] foi", "A Maria foi e a maria foi.", "A Ana foi e a maria foi."),
        (
            "[<bom> > <belo>]",
            "Uma boa casa, bons livros, boas coisas, um bom dia.",
            "Uma bela casa, belos livros, belas coisas, um belo dia.",
        ),
        (
            "[<fazer>&prev:<ter> > <dizer>]",
            "Tinha feito o bolo; faz o bolo.",
            "Tinha dito o bolo; faz o bolo.",
        ),
        ("[lemma:comer > faz]", "Comi o bolo.", "Faz o bolo."),
        ("[<dar>&later:bolo > <pôr>]", "Dei o bolo. Dei o pão.", "Pus o bolo. Dei o pão."),
        (
            "[<dar>&!earlier:não > <pôr>]",
            "Não dei o bolo. Dei o pão.",
            "Não dei o bolo. Pus o pão.",
        ),
        ("[W&NAME > Ana]", "A Maria vive em Lisboa.", "A Ana vive em Ana."),
        ("[re- tudo > $1]", "Refazer tudo e ler tudo.", "Refazer e ler tudo."),
        ("[FUSED > de] casa", "Vim da casa e de casa.", "Vim de casa e de casa."),
        ("[KNOWN > rua] ali", "A casa ali e a xpto ali.", "A rua ali e a xpto ali."),
        (
            "[<gato> > <cão>] is:ADJ",
            "O gato preto e os gatos pretos e o gato.",
            "O cão preto e os cães pretos e o gato.",
        ),
        ("[W&has:det > coisa]", "A casa caiu e tudo ardeu.", "A coisa caiu e tudo ardeu."),
        (
            "[is:NOUN.p > coisas]",
            "As casas caíram e a rua ardeu.",
            "As coisas caíram e a rua ardeu.",
        ),
        (
            "[may:ADJ.f > boa] casa",
            "Uma grande casa, uma bela casa, um belo casa.",
            "Uma boa casa, uma boa casa, um belo casa.",
        ),
        ("[only:NOUN > coisa]", "A casa e a mesa e o rio.", "A casa e a coisa e o rio."),
        (
            "o [gato+preto|cão > rato]",
            "Vi o gato preto e o cão e o gato branco.",
            "Vi o rato e o rato e o gato branco.",
        ),
        (
            "não [W{1,2} > vi] bem",
            "Ele não se sente bem nem não come bem.",
            "Ele não vi bem nem não vi bem.",
        ),
        (
            "!(não) [quero > queria]",
            "Quero isto, mas não quero aquilo.",
            "Queria isto, mas não quero aquilo.",
        ),
        (
            "[quero > queria] !(mais)",
            "Não quero isto nem quero mais.",
            "Não queria isto nem quero mais.",
        ),
        ("[SPACED&, > ;]", "Um , dois, três.", "Um ; dois, três."),
        ("[HYPHEN&a > o]", "Vi-a a ela.", "Vi-o a ela."),
        ("[GER > a $1:inf]", "Estava comendo e dormindo.", "Estava a comer e a dormir."),
        ("[INF GER > $2]", "Vou ter comendo.", "Vou comendo."),
        ("[Ap > bons]", "Livros bonitos e livro bonito.", "Livros bons e livro bonito."),
        ("[rel:obj > arroz]", "Comi bolo.", "Comi arroz."),
        ("[HOUR > meia-noite]", "Cheguei 14h30 e 25h.", "Cheguei meia-noite e 25h."),
    ],
)
def test_custom_pattern_rule_matches_and_replaces_by_its_pattern_notation(
    pattern: str, text: str, expected: str
) -> None:
    assert (
        fixed(lint({"kind": "pattern", "message": "m", "pattern": pattern}, text), text) == expected
    )


@pytest.mark.parametrize("order", [1, -1])
def test_longest_custom_pattern_match_takes_precedence_in_any_order(order: int) -> None:
    patterns = ["[<ir> > $1:s]", "[<ir> <estar> GER > $3:inf]", "<costumar> [<ir> > $2]"]
    rule = {"kind": "pattern", "pattern": "\n".join(patterns[::order])}
    text = "Eles vão estar fazendo o bolo e costumam ir embora."
    assert fixed(lint(rule, text), text) == "Eles fazer o bolo e costumam ir embora."


def test_custom_patterns_insert_and_remove_commas_with_correct_spaces() -> None:
    rule = {"kind": "pattern", "pattern": "# both\n<livro> [, > ] que\nW [mas > , $2]\n"}
    text = "Li o livro, que comprei mas gostei."
    entry = lint(rule, text)
    assert spans(entry, text) == [",", " mas"]
    assert fixed(entry, text) == "Li o livro que comprei, mas gostei."


def test_custom_rules_can_be_selected_ignored_and_suppressed_by_comment() -> None:
    text = "Isto é treta pura.\n\n<!-- textlint-pt-disable-next ACME001 -->\nOutra treta aqui.\n"
    assert len(lint(JARGON, text, "t.md")["findings"]) == 1
    assert lint(JARGON, text, "t.md", ignore=["custom.acme001"])["findings"] == []
    (finding,) = lint(JARGON, text, "t.md", severity={"ACME": "info"})["findings"]
    assert finding["severity"] == "info"
    off = {**JARGON, "default": False}
    assert lint(off, text, "t.md", select=["DEFAULT"], ignore=["GRA", "RED"])["findings"] == []
    sections = {"*.md": {"ignore": ["ACME001"]}}
    assert lint(JARGON, text, "t.md", paths=sections)["findings"] == []


# ------------------------------------------------------------------ configuration


def read(folder: Path, text: str) -> dict[str, Any]:
    path = folder / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    layers = config.read_layers(path, {})
    plugins = with_custom_rules(load(third_party=False), layers)
    config.resolve(layers, plugins)
    return dict(plugins.rules)


EXISTENCE = "custom-rules:\n  A1:\n    kind: existence\n    message: m\n    patterns: a\n"
PATTERN = "custom-rules:\n  A1:\n    kind: pattern\n    message: m\n"
OTHER = "custom-rules:\n  A1:\n    message: m\n    kind: "


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OTHER + "existens\n", r':4: custom-rules.A1.kind: unknown value "existens" \(did you mea'),
        ("custom-rules:\n  A1: {message: m}\n", r':2: custom-rules.A1: lacks the key "kind"; one'),
        (OTHER + "existence\n", r':2: custom-rules.A1: lacks the key "patterns"$'),
        (EXISTENCE + "    pattens: a\n", r':6: unknown key "pattens" under "custom-rules.A1" \(di'),
        (EXISTENCE + "    severity: warn\n", r":6: custom-rules.A1.severity: .*allowed: error, in"),
        (EXISTENCE + "    scope: [prose, head]\n", r":6: custom-rules.A1.scope: .*\(did you mean"),
        (EXISTENCE + "    name: Foo\n", r":6: custom-rules.A1.name: must be text "),
        (EXISTENCE + "    failing: [{txt: a}]\n", r':6: unknown key "txt" .* \(did you mean "text'),
        (EXISTENCE.replace(": a", ": [b, '(a']"), r':5: custom-rules.A1.patterns: "\(a": '),
        (EXISTENCE.replace(": a", ": []"), r":5: custom-rules.A1.patterns: must be a list of len"),
        (EXISTENCE + "    exceptions: '(?=a)'\n", r":6: custom-rules.A1.exceptions: .*linear time"),
        (EXISTENCE.replace(": m", ": '{mach}'"), r":4: .*message: unknown field {mach} \(did you"),
        (EXISTENCE.replace(": m", ': "{a\\nb}"'), r":4: .*message: unknown field {a\u240ab}"),
        (EXISTENCE.replace(": m", ": '{match'"), r":4: custom-rules.A1.message: .*}"),
        (EXISTENCE.replace(": m", ": ''"), r":4: custom-rules.A1.message: says nothing"),
        (EXISTENCE.replace(": m", ": {fr: m}"), r':4: unknown key "fr" .*; known: pt, en$'),
        (EXISTENCE.replace("A1", "a1"), r":2: custom-rules.a1: a code is capitals and a number"),
        (EXISTENCE.replace("A1", "GRA101"), r":2: custom-rules.GRA101: agreement.* has this code"),
        (
            EXISTENCE + "  A2: {kind: existence, message: m, patterns: b, name: custom.a1}\n",
            r":6: custom-rules.A2.name: A1 has the name custom.a1",
        ),
        (OTHER + "substitution\n    swap: {a: b, '(c': d}\n", r":5: .*swap.\(c: \"\(c\": "),
        (OTHER + "substitution\n    swap: {a: '\\1'}\n", r":5: .*swap.a: \\1: the pattern has 0"),
        (
            OTHER + "substitution\n    swap: {a: b}\n    exceptions: '(c'\n",
            r":6: custom-rules.A1.exceptions: \"\(c\": ",
        ),
        (OTHER + "substitution\n    swap: {a: []}\n", r":5: .*swap.a: says nothing to write inste"),
        (OTHER + "substitution\n    swap: {a: b}\n    fix: yes\n", r":6: .*fix: must be text"),
        (OTHER + "occurrence\n    patterns: a\n", r":2: custom-rules.A1: needs `max` or `min`"),
        (OTHER + "occurrence\n    patterns: a\n    max: 1\n    min: 2\n", r":7: .*min: must not b"),
        (OTHER + "consistency\n    forms: [[a]]\n", r":5: .*forms: must be a list of length >= 2"),
        (OTHER + "consistency\n    forms:\n    - [a, '(b']\n", r":6: .*forms: \"\(b\": "),
        (PATTERN + "    pattern: em casa\n", r":5: custom-rules.A1.pattern: em casa: no \[wrong"),
        (
            PATTERN + "    pattern:\n    - '[a]'\n    - '[b] is:V.x'\n",
            r":7: .*pattern: \[b\] is:V.x: x: not one",
        ),
        (
            PATTERN + "    pattern: '[a] @nada'\n",
            r":5: .*there is no list 'nada'; rules of a project",
        ),
        (PATTERN + "    pattern: '[a] @times.week'\n", r":5: .*\(did you mean \"times"),
        (
            PATTERN + "    pattern: |\n      [a]\n      b\n",
            r":5: .*pattern: b: no \[wrong > right\]",
        ),
        (PATTERN + "    pattern: |\n      # a\n", r":5: .*pattern: holds no pattern"),
        (
            PATTERN + "    pattern: '[a]'\n    failing: ['{a|b']\n",
            r":6: .*failing: a brace marks no",
        ),
        (
            PATTERN + "    id: x\n    wrong: y\n",
            r':5: unknown keys "id", "wrong" under "custom-rul',
        ),
        (PATTERN.replace(": m", ": '{suggestion}'") + "    pattern: '[a]'\n", r":4: .*no \[wrong"),
        ("custom-rules: {A1: 3}\n", r":1: custom-rules.A1: must be keys and values, not a number"),
        ("extends: package:nada\n", r":1: extends: no package 'nada' is installed here"),
        ("extends: package:os.path\n", r":1: extends: no package 'os.path' is installed here"),
    ],
)
def test_error_message_for_a_custom_rule_has_file_line_and_key(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(UserError, match=r"rules.yaml" + says) as raised:
        read(tmp_path, text)
    assert "\n" not in str(raised.value)


def test_every_custom_rule_type_has_a_help_text_with_all_headings(tmp_path: Path) -> None:
    text = (Path(__file__).parent.parent / "docs" / "custom-rules.md").read_text(encoding="utf-8")
    bodies = text.split("# rules.yaml\ncustom-rules:\n")[1:]
    rules = read(tmp_path, "custom-rules:\n" + "".join(body.split("```")[0] for body in bodies))
    declared = [rule for code, rule in rules.items() if code.startswith("ACME")]
    assert len(declared) == 9
    for rule in declared:
        found = page(rule)
        assert list(found.sections) == list(HEADINGS)
        assert all(found.sections.values())
        assert "> " in found.sections["Bad"]
        portuguese = page(rule, "pt")
        assert re.findall("(?m)^## (.+)$", portuguese.text) == list(HEADINGS_IN["pt"])
        assert portuguese.sections["What it finds"].startswith("Apresenta ")
        assert portuguese.sections["Bad"] == found.sections["Bad"]
    assert "`e-?mail`: `correio eletrónico`, `mensagem`" in page(rules["ACME002"]).text
    assert "`<fazer> is:DET? [uso|utilização > emprego]`" in page(rules["ACME009"]).text


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 1)])
def test_help_page_of_a_custom_rule_lists_at_most_20_patterns(
    tmp_path: Path, count: int, more: int
) -> None:
    patterns = ", ".join(f"a{number}" for number in range(count))
    text = EXISTENCE.replace("patterns: a", f"patterns: [{patterns}]\n    exceptions: [b, c]")
    found = page(read(tmp_path, text)["A1"]).sections["What it finds"]
    assert found.count("- `a") == 20
    assert ("1 more" in found) == bool(more)
    assert "`b`, `c`." in found


def test_project_can_override_custom_rules_of_an_extended_configuration(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    two = EXISTENCE + "  A2: {kind: existence, message: of the pack, patterns: b}\n"
    (pack / "rules.yaml").write_text(two, encoding="utf-8")
    own = "custom-rules:\n  A2: {kind: existence, message: own, patterns: b}\n"
    rules = read(tmp_path, f"extends: pack/rules.yaml\n{own}")
    assert rules["A2"].messages["en"]["message"] == "own"
    assert str(pack) in page(rules["A1"]).sections["Source"]


def test_rules_of_an_installed_python_package_are_read_without_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "acme_style"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('run')\n", encoding="utf-8")
    (package / "rules.yaml").write_text(EXISTENCE, encoding="utf-8")
    (package / "docs.yaml").write_text(EXISTENCE.replace("A1", "A3"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    rules = read(tmp_path, "extends: ['package:acme_style', 'package:acme_style/docs.yaml']\n")
    assert {"A1", "A3"} <= set(rules)
    with pytest.raises(UserError, match=r"acme_style/x.yaml: cannot be read"):
        read(tmp_path, "extends: package:acme_style/x.yaml\n")
