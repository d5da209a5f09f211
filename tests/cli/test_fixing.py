"""`--fix`, `--unsafe-fixes` and `--diff`."""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import toys
from tests.cli.conftest import Run
from textlint_pt.cli import fixing
from textlint_pt.companions.input import Input
from textlint_pt.contract.declared import Declared
from textlint_pt.contract.format import Format
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine import fixing as engine
from textlint_pt.engine import writing
from textlint_pt.engine.linter import Linter
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.registry import plugins
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.report.report import DocumentReport

PO = declared()["po"]

_SHOUT = re.compile(r"\b[A-ZÁÉ]{3,}\b")
_TWICE = re.compile(r"\b(\w+)(\s+)\1\b", re.IGNORECASE)


class Calm(Rule):
    """Shouts and doubled words; its corrections take no notice of markup, as none of them may."""

    code = "TOY011"
    declared = Declared("toy.calm")
    messages = {"pt": {"message": "alto"}, "en": {"message": "loud"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            found = [(*m.span(), m.group().lower()) for m in _SHOUT.finditer(sentence.text)]
            found += [(*m.span(), m.group(1)) for m in _TWICE.finditer(sentence.text)]
            for start, end, text in found:
                span = sentence.content.span(start, end)
                fix = Fix(Applicability.SAFE, (Edit(span.start, span.end, text),))
                yield self.finding(sentence, {}, start=start, end=end, fix=fix)


class Whisper(Rule):
    """`ssst` becomes a shout again: two rules that undo each other's work."""

    code = "TOY012"
    declared = Declared("toy.whisper")
    messages = {"pt": {"message": "baixo"}, "en": {"message": "low"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            for match in re.finditer(r"\bssst\b", sentence.text):
                span = sentence.content.span(*match.span())
                fix = Fix(Applicability.SAFE, (Edit(span.start, span.end, "SSST"),))
                yield self.finding(sentence, {}, start=match.start(), end=match.end(), fix=fix)


@cache
def linter() -> Linter:
    toy = toys.plugins()
    rules = {"DOC001": toy.rules["DOC001"], "TOY011": Calm, "TOY012": Whisper}
    return Linter(replace(toy, rules=rules, metrics={}, formats=plugins.load(False).formats), [])


def fix(path: str, data: bytes) -> tuple[bytes, int]:
    """The corrected content and how many corrections were made."""

    def relint(corrected: Sequence[Input]) -> list[DocumentReport]:
        return list(linter().lint(corrected))

    given = Input(path, data)
    entries = relint([given])
    (fixed,) = fixing.fix([given], entries, linter().reader, relint, unsafe=False, known={})
    return fixed.data, fixed.mended.total()


OPEN = "O rio corre devagar junto da aldeia e ninguém tem pressa de chegar a casa"
#: in each kind of file prose around what is no prose, and that
KINDS = {
    "a.txt": (f"{OPEN}, {{a}}.\n{{b}} {OPEN} {{c}} em http://a.pt/LONGE.\n\n{{c}}\n", ["LONGE"]),
    "a.md": (
        f"---\nlayout: TITULO TITULO\n---\n\n# {{a}}\n\n{OPEN} **{{b}}** `COD COD` {{c}}"
        " [{a}](http://a.pt/LIGA \"TIT TIT\") da **da** \\* &amp;.\n\n```\nFORA FORA\n```\n\n"
        "> {b} na\n> na {c} casa.\n\n<!-- NOTA NOTA -->\n\n| {a} | {b} |\n|---|---|\n| {c} | x |\n",
        ["TITULO TITULO", "`COD COD`", "/LIGA", "TIT TIT", "FORA FORA", "NOTA NOTA", "da **da**",
         "\n> "],
    ),
    "a.mdx": (
        f"import A from 'VIA'\n\n{OPEN} <B c=\"ATR ATR\">{{a}}</B> {{b}} {{{{VAR}}}}.\n\n{{c}}\n",
        ["VIA", "ATR ATR", "{VAR}"],
    ),
    "a.rst": (
        f"{{a}}\n{'=' * 60}\n\n{OPEN} *{{b}}* ``COD COD`` {{c}} :ref:`ALVO`.\n\n"
        ".. code::\n\n   FORA FORA\n\n.. NOTA NOTA\n\n{b}\n",
        ["COD COD", "ALVO", "FORA FORA", "NOTA NOTA"],
    ),
    "a.adoc": (
        f"= {{a}}\n\n{OPEN} *{{b}}* `COD COD` {{c}}.\n\n----\nFORA FORA\n----\n\n"
        "// NOTA NOTA\n\n{b}\n",
        ["COD COD", "FORA FORA", "NOTA NOTA"],
    ),
    "a.html": (
        f"<!-- NOTA NOTA --><p title='ATR ATR'>{OPEN} <b>{{a}}</b> &eacute; {{b}}<br>"
        "{c} <code>COD COD</code> EST&Aacute;.</p><script>VAR VAR</script>\n",
        ["NOTA NOTA", "ATR ATR", "COD COD", "VAR VAR"],
    ),
    "a.po": (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n# NOTA NOTA\n'
        f'msgid "SRC SRC %(NOME)s"\nmsgstr "{OPEN} {{a}} %(NOME)s {{b}}\\n"\n"{{c}} \\"{{a}}\\""\n',
        ["NOTA NOTA", "SRC SRC", "%(NOME)s"],
    ),
    "a.xlf": (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2"><file source-language="en"'
        ' target-language="pt"><body><trans-unit id="UM"><source>SRC SRC</source>'
        f'<target>{OPEN} {{a}} <g id="GGG">{{b}}</g> {{c}}</target></trans-unit></body></file>'
        "</xliff>\n",
        ["UM", "SRC SRC", "GGG"],
    ),
    "a.tmx": (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="en"/><body>'
        '<tu><tuv xml:lang="en"><seg>SRC SRC</seg></tuv>'
        f'<tuv xml:lang="pt"><seg>{OPEN} {{a}} <ph>COD</ph> {{b}} {{c}}</seg></tuv></tu>'
        "</body></tmx>\n",
        ["SRC SRC", "COD"],
    ),
}  # fmt: skip
WORDS = st.sampled_from(
    ["casa", "CASA", "rio RIO", "RIO RIO RIO", "da da", "da  da", "da\nda", "ÁGUA", "fim", "E"]
)
PIECE = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def filled(path: str, **pieces: str) -> str:
    return KINDS[path][0].format(**pieces)


@settings(max_examples=25, deadline=None)
@given(
    path=st.sampled_from(list(KINDS)),
    pieces=st.fixed_dictionaries({"a": PIECE, "b": PIECE, "c": PIECE}),
    breaks=st.sampled_from(["\n", "\r\n"]),
    mark=st.sampled_from([b"", codecs.BOM_UTF8]),
)
def test_fixing_changes_only_prose_and_leaves_no_fixable_finding(
    path: str, pieces: dict[str, str], breaks: str, mark: bytes
) -> None:
    if not path.endswith(("md", "txt", "html")):  # elsewhere a line break ends what it stands in
        pieces = {name: text.replace("\n", " ") for name, text in pieces.items()}
    raw = filled(path, **pieces).replace("\n", breaks)
    data = mark + raw.encode()
    after, _ = fix(path, data)
    assert after.startswith(mark)
    text = after.removeprefix(mark).decode()
    assert ("\r\n" in text) == (breaks == "\r\n")
    assert text.count(breaks) == text.count("\n") == raw.count("\n")
    for masked in KINDS[path][1]:
        assert text.count(masked) == raw.count(masked), masked
    assert fix(path, after) == (after, 0)
    (entry,) = linter().lint([Input(path, after)])
    assert not entry["error"]
    reader = linter().plugins.format_for(path)
    document = build(path, decode(path, after, reader), reader)
    again = engine.correct(
        document,
        entry["findings"],
        lambda raw: build(path, raw, linter().plugins.format_for(path)),
    )
    assert not again.mended


@pytest.mark.parametrize("path", KINDS)
def test_fix_option_corrects_an_error_in_files_of_every_format(path: str) -> None:
    raw = filled(path, a="CASA", b="da da", c="rio")
    after, mended = fix(path, raw.encode())
    assert mended >= 2
    assert "CASA" not in after.decode()
    assert after.decode().count("da da") < raw.count("da da")


@pytest.mark.parametrize("word", ["SSST", "ssst"])
def test_fixes_of_two_rules_that_undo_each_other_change_nothing(word: str) -> None:
    data = f"{OPEN} {word} CASA.\n".encode()
    assert fix("a.txt", data) == (data, 0)


@pytest.mark.parametrize(
    ("path", "encoding"),
    [("a.html", "cp1252"), ("a.html", "utf-16"), ("a.po", "iso8859-1"), ("a.xlf", "utf-16")],
)
def test_fixing_keeps_the_encoding_of_a_file(path: str, encoding: str) -> None:
    raw = filled(path, a="ÁGUA", b="lá", c="c").replace("UTF-8", encoding.upper())
    if path == "a.html":
        raw = f"<meta charset='{encoding}'>{raw}"
    data = raw.encode(encoding)
    after, mended = fix(path, data)
    assert mended
    assert after.decode(encoding) == raw.replace("ÁGUA", "água").replace("EST&Aacute;", "está")
    assert after[:2] == data[:2]


def test_fix_with_characters_outside_the_file_encoding_is_not_written() -> None:
    def encode(data: bytes, before: str, after: str) -> bytes | None:
        return writing.encode(data, before, after, lambda content: decode("a.po", content, PO))

    head = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n'
    text = head.decode()
    assert encode(head, text, f"{text}# é\n") == head + b"# \xe9\n"
    assert encode(head, text, f"{text}# \u2014\n") is None


# ------------------------------------------------------------------ suppressions

UNUSED = "textlint-pt-disable-next TOY011"
SUPPRESSIONS = [
    ("a.md", f"A.\n\n<!-- {UNUSED} -->\n\n{OPEN}.\n", f"A.\n\n{OPEN}.\n"),
    ("a.md", f"<!-- {UNUSED} -->\n{OPEN}.\n", f"{OPEN}.\n"),
    ("a.md", f"<!-- {UNUSED}, DOC001 -- porque sim -->\n{OPEN}.\n", f"{OPEN}.\n"),
    (
        "a.md",
        f"<!-- {UNUSED}, TOY012 -->\n{OPEN} ssst.\n",
        f"<!-- textlint-pt-disable-next TOY012 -->\n{OPEN} ssst.\n",
    ),
    (
        "a.md",
        f"<!-- textlint-pt-disable-next TOY012 TOY011 -- riso -->\n{OPEN} ssst.\n",
        f"<!-- textlint-pt-disable-next TOY012 -- riso -->\n{OPEN} ssst.\n",
    ),
    (
        "a.md",
        f"<!-- textlint-pt-disable TOY011 -->\n\n{OPEN}.\n\n<!-- textlint-pt-enable TOY011 -->\n",
        f"{OPEN}.\n",
    ),
    ("a.md", f"{OPEN} <!-- {UNUSED} --> sempre.\n", f"{OPEN} sempre.\n"),
    ("a.txt", f"A.\r\n\r\n<!-- {UNUSED} -->\r\n{OPEN}.\r\n", f"A.\r\n\r\n{OPEN}.\r\n"),
    ("a.rst", f"A.\n\n.. {UNUSED}\n\n{OPEN}.\n", f"A.\n\n{OPEN}.\n"),
    ("a.adoc", f"A.\n\n// {UNUSED}\n{OPEN}.\n", f"A.\n\n{OPEN}.\n"),
    ("a.po", f'# {UNUSED}\nmsgid "a"\nmsgstr "{OPEN}."\n', f'msgid "a"\nmsgstr "{OPEN}."\n'),
    ("a.html", f"<p>A.</p>\n<!-- {UNUSED} -->\n<p>{OPEN}.</p>\n", f"<p>A.</p>\n<p>{OPEN}.</p>\n"),
]


@pytest.mark.parametrize(("path", "before", "after"), SUPPRESSIONS)
def test_fix_of_an_unused_suppression_comment_removes_the_comment(
    path: str, before: str, after: str
) -> None:
    assert accepted(path, before).decode() == after


def accepted(path: str, raw: str) -> bytes:
    """The text where an editor's user takes all that is suggested."""
    (entry,) = linter().lint([Input(path, raw.encode())])
    fixes = [one["fix"]["edits"] for one in entry["findings"] if one["fix"]]
    edits = {(edit["start"], edit["end"], edit["text"]) for one in fixes for edit in one}
    for start, end, text in sorted(edits, reverse=True):
        raw = raw[:start] + text + raw[end:]
    return raw.encode()


def test_fix_option_does_not_remove_an_unused_suppression_comment() -> None:
    text = f"<!-- {UNUSED} -->\n\n{OPEN}.\n"
    assert fix("a.md", text.encode()) == (text.encode(), 0)


def test_suppression_comment_that_names_an_unknown_rule_is_not_removed() -> None:
    text = f"<!-- textlint-pt-disable-next XYZ1 -->\n\n{OPEN}.\n"
    assert fix("a.md", text.encode()) == (text.encode(), 0)


# ------------------------------------------------------------------ the command

BAD = f"{OPEN} .\n\n<!-- textlint-pt-disable-file GRA404 -->\n"
SLIP = f"{OPEN} , e da  da outra margem ninguém responde.\n"
ONLY = ("--select", "GRA404,DOC", "--language", "en")


def test_fix_option_corrects_files_in_place(run_all: Run, folder: Path) -> None:
    Path("a.txt").write_bytes(SLIP.encode())
    Path("a.txt").chmod(0o640)
    Path("link.txt").symlink_to("a.txt")
    result = run_all("link.txt", *ONLY, "--fix")
    assert result.err == "textlint-pt: link.txt: 1 correction (1 GRA404)\n"
    assert result.status == 0
    assert Path("a.txt").read_bytes() == SLIP.replace(" ,", ",").encode()
    assert stat.S_IMODE(Path("a.txt").stat().st_mode) == 0o640
    assert Path("link.txt").is_symlink()
    assert sorted(map(str, Path().iterdir())) == ["a.txt", "link.txt"]
    again = run_all("a.txt", *ONLY, "--fix")
    assert (again.status, again.err) == (0, "")


def test_fix_option_reports_hard_links_that_keep_the_old_text(run_all: Run, folder: Path) -> None:
    (folder / "a.txt").write_text("O gato , e o cão.\n", encoding="utf-8")
    os.link("a.txt", "b.txt")
    result = run_all("a.txt", "--fix", "--select", "GRA404")
    assert Path("a.txt").read_text("utf-8") == "O gato, e o cão.\n"
    assert Path("b.txt").read_text("utf-8") == "O gato , e o cão.\n"
    assert "a.txt: its other names (hard links) keep the text as it was" in result.err


def test_diff_option_prints_a_patch_that_can_be_applied(run_all: Run, folder: Path) -> None:
    before = SLIP.replace("\n", "\r\n").replace("margem", "\tmargem").rstrip()
    Path("a.txt").write_bytes(before.encode())
    result = run_all("a.txt", *ONLY, "--diff")
    assert (result.status, Path("a.txt").read_bytes()) == (1, before.encode())
    assert result.err == "textlint-pt: 1 correction in 1 document that --fix would make\n"
    subprocess.run(["git", "apply", "-p0"], input=result.out.encode(), check=True)
    assert Path("a.txt").read_bytes() == before.replace(" ,", ",").encode()
    nothing = "textlint-pt: there is nothing that --fix would correct\n"
    assert run_all("a.txt", *ONLY, "--diff") == (0, "", nothing)
    assert run_all("a.txt", *ONLY, "--diff", "--quiet") == (0, "", "")


def test_diff_option_on_a_terminal_shows_only_words_around_a_change() -> None:
    long = "palavras que ficam como estão, " * 9
    before, after = (f"Um.\n\n{long}{word} outra, {long}fim.\n" for word in ("vez e", "vez ou"))
    reader = plugins.load(third_party=False).format_for("a.txt")
    shown = fixing.diff_in_words("a.txt", before.encode(), after.encode(), reader, 80)
    lines = "".join(text for text, _ in shown).splitlines()
    assert lines[0] == "a.txt"
    assert lines[1].startswith("      3  ")
    assert "vez [-e-]{+ou+} outra" in lines[1]
    assert len(lines[1]) <= 80
    assert lines[2:] == [""]


def test_unsafe_corrections_need_the_unsafe_fixes_option(run_all: Run, folder: Path) -> None:
    Path("a.md").write_text(f"{OPEN} da da aldeia.\n", encoding="utf-8")
    doubled = ("--select", "GRA401", "--language", "en")
    assert run_all("a.md", *doubled, "--fix").status == 1
    assert Path("a.md").read_text("utf-8") == f"{OPEN} da da aldeia.\n"
    result = run_all("a.md", *doubled, "--unsafe-fixes")
    assert result.status == 2
    assert result.err == (
        "textlint-pt: --unsafe-fixes goes with --fix, or with --diff to see them first\n"
    )
    seen = run_all("a.md", *doubled, "--diff", "--unsafe-fixes")
    claimed = "1 correction in 1 document that --fix --unsafe-fixes would make"
    assert seen.err == f"textlint-pt: {claimed}\n"
    assert run_all("a.md", *doubled, "--fix", "--unsafe-fixes").status == 0
    assert Path("a.md").read_text("utf-8") == f"{OPEN} da aldeia.\n"


def test_read_only_file_is_not_changed_by_fixing(run_all: Run, folder: Path) -> None:
    for name in ("a.txt", "b.txt"):
        Path(name).write_text(SLIP, encoding="utf-8")
    Path("a.txt").chmod(0o444)
    result = run_all("a.txt", "b.txt", *ONLY, "--fix", "--quiet")
    assert result.status == 2
    assert result.err == "textlint-pt: a.txt: read-only; left as it was\n"
    assert result.out.startswith("a.txt  1 problem\n     1:")
    assert (Path("a.txt").read_text("utf-8"), Path("b.txt").read_text("utf-8")) == (
        SLIP,
        SLIP.replace(" ,", ","),
    )


def test_file_changed_while_being_read_is_not_overwritten_by_fixing(folder: Path) -> None:
    Path("a.txt").write_text("novo", encoding="utf-8")
    said = fixing.write("a.txt", b"velho", b"velho, mas certo")
    assert said == "a.txt: changed while it was read; left as it is now, run again"
    assert list(Path().iterdir()) == [Path("a.txt")]
    assert Path("a.txt").read_text("utf-8") == "novo"
    Path("a.txt").unlink()
    assert "cannot be written: No such file" in (fixing.write("a.txt", b"a", b"b") or "")


def test_fixing_standard_input_prints_the_corrected_text(run_all: Run, folder: Path) -> None:
    result = run_all("-", *ONLY, "--fix", "--output", "sarif=o.sarif", stdin=SLIP.encode())
    assert (result.status, result.out) == (0, SLIP.replace(" ,", ","))
    assert Path("o.sarif").exists()
    assert run_all("-", *ONLY, "--fix", stdin=b"Bem.\n").out == "Bem.\n"


HARMFUL = """\
select: [ACME]
custom-rules:
  ACME001:
    kind: substitution
    message: "«{suggestion}»"
    swap: {zebra: '# gato', girafa: 'gato', lontra: "gato\\ngato"}
    fix: safe
"""


def test_debug_option_prints_why_a_finding_was_not_corrected(run_all: Run, folder: Path) -> None:
    Path("rules.yaml").write_text(HARMFUL, encoding="utf-8")
    text = "zebra preta.\n\nA girafa preta.\n\nA lontra preta.\n"
    Path("a.md").write_text(text, encoding="utf-8")
    plain = run_all("a.md", "--diff", "--language", "en")
    assert plain.err == "textlint-pt: 1 correction in 1 document that --fix would make\n"
    result = run_all("a.md", "--fix", "--debug", "--language", "en")
    assert result.err.splitlines() == [
        "textlint-pt: a.md:5: ACME001: not corrected: it would change the end of a line",
        "textlint-pt: a.md:1: ACME001: not corrected: read again, the text would not be the same"
        " beside the correction",
        "textlint-pt: a.md: 1 correction (1 ACME001)",
    ]
    assert Path("a.md").read_text("utf-8") == text.replace("girafa", "gato")
    # what cannot be corrected within its lines is not promised; the rest shows when it is tried
    found = json.loads(run_all("a.md", "--format", "json").out)["documents"][0]["findings"]
    assert [bool(one["fix"]) for one in found] == [True, False]


def test_fixing_parses_a_text_once_before_and_once_after_correction(
    run_all: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.txt").write_text(SLIP, encoding="utf-8")
    reader = type(plugins.load(False).formats["text"])
    parse, reads, decoded = reader.parse, [], []

    def counted(self: Any, raw: str) -> Any:
        reads.append(raw)
        return parse(self, raw)

    def decoding(path: str, data: bytes, reader: Format) -> str:
        decoded.append(data.decode())
        return decode(path, data, reader)

    monkeypatch.setattr(reader, "parse", counted)
    monkeypatch.setattr("textlint_pt.engine.linter.decode", decoding)
    monkeypatch.setattr("textlint_pt.engine.fixing.decode", decoding)
    monkeypatch.setattr("textlint_pt.formats.decoding.decode", decoding)
    assert run_all("a.txt", *ONLY, "--fix", "--no-cache", "--jobs", "1").status == 0
    after = SLIP.replace(" ,", ",")
    # linted, and tried for what is reported, which is what is made and linted then
    assert reads == [SLIP, after]
    assert decoded == [SLIP, after]


def test_fixing_joins_no_lines_of_subtitles_lists_or_definitions(
    run_all: Run, folder: Path
) -> None:
    texts = {
        "a.md": "# Glossário\n\nMaçã\n: Fruto da macieira.\n\nUma palavra  \n: com quebra dura\n",
        "a.txt": "Teclas do programa\n? mostra a ajuda\n! sai do programa\n: abre a linha\n",
        "a.srt": "1\n00:00:01,000 --> 00:00:02,000\nO gato subiu\n, e o cão também\n",
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
    result = run_all(*texts, *ONLY, "--fix", "--unsafe-fixes")
    assert {name: Path(name).read_text("utf-8") for name in texts} == texts
    assert result.err == ""
