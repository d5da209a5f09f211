"""Word and Open Document texts: what is read of them, and comments written into a copy."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from html import escape
from pathlib import Path

import docx
import pytest
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.ns import qn

from tests.cli.conftest import Result, in_process
from textlint_pt.contract.errors import Unreadable
from textlint_pt.contract.format import Format
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.formats.office_marks import MARKS, Remark, WordMarks
from textlint_pt.report.finding import Edit
from textlint_pt.text.document import Document, MarkupKind

DOCX, ODT = declared()["docx"], declared()["odt"]

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PARAGRAPH_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
OPEN = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
)


def packed(**parts: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, text in parts.items():
            archive.writestr(
                name.replace("__", "/").replace("_xml", ".xml").replace("META_", "META-"), text
            )
    return stream.getvalue()


def word(body: str) -> bytes:
    text = f"<w:document {W}><w:body>{body}</w:body></w:document>"
    return packed(word__document_xml=text)


def open_document(body: str) -> bytes:
    style = '<style:style style:name="P1" style:parent-style-name="Quotations"/>'
    return packed(
        content_xml=f"<office:document-content {OPEN}>{style}<office:body><office:text>{body}"
        "</office:text></office:body></office:document-content>"
    )


def read(data: bytes, reader: Format) -> Document:
    path = f"x{reader.extensions[0]}"
    return build(path, decode(path, data, reader), reader)


def said(data: bytes, reader: Format) -> list[tuple[str, str]]:
    return [(sentence.kind.value, sentence.text) for sentence in read(data, reader).sentences]


@pytest.fixture
def written(tmp_path: Path) -> Path:
    document = docx.Document()
    document.add_heading("Relatório anual", 1)
    paragraph = document.add_paragraph("Os ")
    paragraph.add_run("menino").bold = True
    paragraph.add_run(" foi embora de de casa.")
    document.add_paragraph("Um item da lista", style="List Bullet")
    document.add_paragraph("Quem espera sempre alcança.", style="Quote")
    document.add_table(1, 1).cell(0, 0).text = "Célula"
    path = tmp_path / "texto.docx"
    document.save(str(path))
    return path


def test_word_document_is_divided_into_headings_paragraphs_and_list_items(written: Path) -> None:
    assert said(written.read_bytes(), DOCX) == [
        ("heading", "Relatório anual"),
        ("paragraph", "Os menino foi embora de de casa."),
        ("list-item", "Um item da lista"),
        ("quote", "Quem espera sempre alcança."),
        ("table-cell", "Célula"),
    ]


def test_finding_positions_in_word_documents_are_paragraph_and_column(written: Path) -> None:
    document = read(written.read_bytes(), DOCX)
    assert document.position(document.raw.index("menino")) == (2, 4)


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (
            "<w:p><w:r><w:t>Foi </w:t></w:r><w:del><w:r><w:delText>mal</w:delText></w:r></w:del>"
            "<w:ins><w:r><w:t>bem.</w:t></w:r></w:ins></w:p>",
            ["Foi bem."],
        ),
        ("<w:p><w:r><w:t>Um</w:t><w:tab/><w:t>dois</w:t><w:br/><w:t>três</w:t></w:r></w:p>",
         ["Um dois três"]),
        ("<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>Texto</w:t></w:r></w:p>",
         ["Texto"]),
        (
            "<w:p><w:r><w:t>Fora</w:t></w:r><w:r><w:txbxContent><w:p><w:r><w:t>Caixa</w:t></w:r>"
            "</w:p></w:txbxContent></w:r></w:p>",
            ["Fora", "Caixa"],
        ),
        ('<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>1. Rio 3</w:t></w:r></w:p>', []),
        ('<w:p><w:pPr><w:pStyle w:val="SourceCode"/></w:pPr><w:r><w:t>x = 1</w:t></w:r></w:p>', []),
    ],
)  # fmt: skip
def test_hidden_and_deleted_text_of_word_documents_is_skipped(body: str, texts: list[str]) -> None:
    assert [text for _, text in said(word(body), DOCX)] == texts


def test_word_paragraph_that_is_a_program_statement_is_not_prose() -> None:
    code = ["    return $a . ' ' . $b;", "$frutas = [", '  <div id="app"></div>', "if (x == 1) {"]
    prose = ["O prazo é de 15 dias, a contar da data do item 5;", "{Ana} quer as quotas de lá;"]
    body = "".join(f"<w:p><w:r><w:t>{escape(text)}</w:t></w:r></w:p>" for text in code + prose)
    document = read(word(body), DOCX)
    assert [sentence.text for sentence in document.sentences] == prose


@pytest.mark.parametrize("count", ["2", "9" * 5_000, "²", "-1"])
def test_malformed_space_count_in_open_document_is_read_as_one_space(count: str) -> None:
    body = f"<text:p>Um<text:s text:c='{count}'/>texto.</text:p>"
    assert said(open_document(body), ODT) == [("paragraph", "Um texto.")]


@pytest.mark.parametrize("number", ["7", "9" * 5_000, "²", ""])
def test_malformed_tracked_change_id_in_a_word_document_is_ignored(number: str) -> None:
    data = packed(
        word__document_xml=f"<w:document {W}><w:body><w:p><w:ins w:id='{number}'><w:r>"
        "<w:t>Foi bem</w:t></w:r></w:ins></w:p></w:body></w:document>",
        **{"[Content_Types]_xml": "<Types/>", "word___rels__document_xml.rels": "<Relationships/>"},
    )
    assert (
        b"GRA101"
        in parts(WordMarks(data).copy([Remark(0, 3, "GRA101: x")], []).data)["word/comments.xml"]
    )


def test_open_document_is_divided_into_headings_paragraphs_and_list_items() -> None:
    body = (
        "<text:bibliography><text:p>Obra</text:p></text:bibliography>"
        "<text:tracked-changes><text:p>Apagado</text:p></text:tracked-changes><text:h>Título</text:h>"
        "<text:p>Um<text:s text:c='2'/>texto<text:note><text:note-citation>1</text:note-citation>"
        "<text:note-body><text:p>Nota.</text:p></text:note-body></text:note> com\nnota.</text:p>"
        "<text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>"
        '<text:p text:style-name="P1">Citação.</text:p>'
        "<table:table><table:table-row><table:table-cell><text:p>Célula</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    assert said(open_document(body), ODT) == [
        ("heading", "Título"),
        ("paragraph", "Um texto com nota."),
        ("paragraph", "Nota."),
        ("list-item", "Item"),
        ("quote", "Citação."),
        ("table-cell", "Célula"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"texto", r"x\.docx: damaged, or no Word document"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "protected by a password, or of an older program"),
        (packed(a_xml="<a/>"), r"damaged: word/document\.xml is missing"),
        (packed(word__document_xml="<a>"), r"word/document\.xml is not XML"),
        (packed(word__document_xml='<?xml version="1.0" encoding="x-y"?><a/>'), "unknown encoding"),
        (
            packed(word__document_xml='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
            "has a document type",
        ),
        (
            packed(word__document_xml=f"<!--{'x' * 2000}--><!DOCTYPE a><a/>"),
            "has a document type",
        ),
        (
            packed(word__document_xml='<!DOCTYPE a [<!ENTITY b "c">]><a/>'.encode("utf-16")),
            "has a document type",
        ),
        (word("<w:p/>")[:-40], "damaged"),
    ],
)
def test_unreadable_word_documents_are_rejected_with_a_reason(data: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read(data, DOCX)


def test_encrypted_open_document_is_refused_with_a_reason() -> None:
    entry = "<m:file-entry><m:encryption-data/></m:file-entry>"
    manifest = f"<m:manifest xmlns:m='m'>{entry}</m:manifest>"
    with pytest.raises(Unreadable, match="protected by a password"):
        read(packed(META_INF__manifest_xml=manifest, content_xml="\x93\x02"), ODT)


Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """`textlint-pt ARGUMENTS` in this process, on a terminal in Portuguese."""
    monkeypatch.setenv("LC_ALL", "pt_PT.UTF-8")

    def call(*arguments: str) -> Result:
        given = (*arguments, "--no-cache", "--format", "concise")
        return in_process(monkeypatch, capfd, *given, stdin=b"")

    return call


def test_findings_become_comments_in_a_copy_of_a_word_document(
    written: Path, tmp_path: Path, run: Run
) -> None:
    before, copy = written.read_bytes(), tmp_path / "cópia.docx"
    done = run(str(written), "--output", f"docx={copy}", "--select", "GRA101,GRA401")
    assert done.status == 1
    assert done.err.endswith("2 comentários\n")
    assert written.read_bytes() == before
    document = docx.Document(str(copy))
    assert [comment.text.split(":")[0] for comment in document.comments] == ["GRA101", "GRA401"]
    paragraph = document.paragraphs[1]
    assert paragraph.text == "Os menino foi embora de de casa."
    tags = [element.tag.rpartition("}")[2] for element in paragraph._p]
    start = tags.index("commentRangeStart")
    assert paragraph._p[start + 1].text == "Os"
    assert said(copy.read_bytes(), DOCX) == said(before, DOCX)


def test_annotating_a_word_document_again_replaces_own_old_comments(
    written: Path, tmp_path: Path, run: Run
) -> None:
    """Those of people stay."""
    document = docx.Document(str(written))
    document.add_comment(document.paragraphs[1].runs[0], "Quem?", "Ana", "A")
    document.save(str(written))
    once, twice = tmp_path / "cópia.docx", tmp_path / "outra.docx"
    select = ("--select", "GRA101,GRA401")
    assert run(str(written), "--output", f"docx={once}", *select).status == 1
    assert run(str(once), "--output", f"docx={twice}", *select).status == 1
    found = docx.Document(str(twice))
    assert [one.text.split(":")[0] for one in found.comments] == ["Quem?", "GRA101", "GRA401"]
    marks = re.findall("w:comment(RangeStart|RangeEnd|Reference) ", found.element.xml)
    assert len(marks) == 3 * 3
    assert said(twice.read_bytes(), DOCX) == said(written.read_bytes(), DOCX)


@pytest.mark.parametrize("lost", ["word/styles.xml", "[Content_Types].xml", "word/comments.xml"])
def test_annotating_an_incomplete_word_document_exits_with_2(
    written: Path, lost: str, run: Run
) -> None:
    whole, _ = WordMarks(written.read_bytes()).copy([Remark(20, 26, "GRA101: x")], [])
    with zipfile.ZipFile(io.BytesIO(whole)) as archive, zipfile.ZipFile(written, "w") as other:
        for name in archive.namelist():
            if name != lost:
                other.writestr(name, archive.read(name))
    copy = written.parent / "cópia.docx"
    done = run(str(written), "--output", f"docx={copy}", "--select", "GRA401")
    assert done.status == 2
    (line,) = done.err.splitlines()
    assert "não é um documento completo; é preciso abri-lo" in line
    assert not copy.exists()


@pytest.mark.parametrize(("answers", "comments"), [("A0", 1), ("0A1B2C3D", 2)])
def test_docx_comment_with_a_reply_is_kept(written: Path, answers: str, comments: int) -> None:
    remark = Remark(20, 26, "GRA101: x")
    first, _ = WordMarks(written.read_bytes()).copy([remark], [])
    document = docx.Document(io.BytesIO(first))
    (comment,) = document.comments
    comment._comment_elm.find(qn("w:p")).set(PARAGRAPH_ID, "0A1B2C3D")
    extended = f'<commentsEx><commentEx paraId="1" paraIdParent="{answers}"/></commentsEx>'
    name = PackURI("/word/commentsExtended.xml")
    part = Part(name, "application/xml", extended.encode(), document.part.package)
    document.part.relate_to(part, "http://schemas.microsoft.com/commentsExtended")
    stream = io.BytesIO()
    document.save(stream)
    again, _ = WordMarks(stream.getvalue()).copy([remark], [])
    assert len(list(docx.Document(io.BytesIO(again)).comments)) == comments


@pytest.mark.parametrize(
    ("target", "message"),
    [("cópia.txt", "a cópia é um documento .docx"), ("texto.docx", "é o próprio texto")],
)
def test_annotated_copy_never_overwrites_the_original_word_document(
    written: Path, target: str, message: str, run: Run
) -> None:
    done = run(str(written), "--output", f"docx={written.parent / target}")
    assert done.status == 2
    assert message in done.err


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_corrections_become_tracked_changes_in_a_copy_of_a_word_document(
    tmp_path: Path, run: Run
) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Os menino foi ")
    paragraph.add_run("embora de de").bold = True
    paragraph.add_run(" casa.")
    path, copy = tmp_path / "texto.docx", tmp_path / "cópia.docx"
    document.save(str(path))
    before = path.read_bytes()
    done = run(str(path), "--output", f"docx={copy}", "--select", "GRA101,GRA401", "--fix")
    assert "1 alteração controlada, 1 comentário" in done.err
    assert "não se escreve" not in done.err
    assert path.read_bytes() == before
    assert said(copy.read_bytes(), DOCX) == [("paragraph", "Os menino foi embora de casa.")]
    made = docx.Document(str(copy)).element
    (deleted,) = made.iter(qn("w:del"))
    assert [one.text.strip() for one in deleted.iter(qn("w:delText"))] == ["de"]
    assert deleted.find(f".//{qn('w:b')}") is not None  # it stays in bold type
    old, new = parts(before), parts(copy.read_bytes())
    assert {name for name in old if old[name] != new[name]} == {
        "[Content_Types].xml", "word/document.xml", "word/_rels/document.xml.rels",
    }  # fmt: skip


def test_unchanged_parts_of_a_word_document_are_copied_byte_for_byte() -> None:
    body = (
        "<w:p><!-- a --><w:r><w:t>Foi </w:t></w:r><w:r><w:t>bem &amp;  mal</w:t><w:tab/>"
        "<w:t xml:space='preserve'> sim</w:t></w:r></w:p><w:p><w:r><w:t>Fim</w:t></w:r></w:p>"
    )
    data = packed(
        word__document_xml=f"<w:document {W}><w:body>{body}</w:body></w:document>",
        **{"[Content_Types]_xml": "<Types/>", "word___rels__document_xml.rels": "<Relationships/>"},
    )
    at = read(data, DOCX).raw.index("&")
    marks = WordMarks(data)
    assert marks.can_change([Edit(at, at + 1, "e")])
    assert not marks.can_change([Edit(at, at + 8, "e")])  # a tab is in it
    copy = marks.copy([Remark(0, 3, "A < b")], [Edit(at, at + 1, "e")])
    assert read(copy.data, DOCX).raw == read(data, DOCX).raw.replace("&", "e")
    made = parts(copy.data)
    document = made["word/document.xml"].decode()
    assert document.endswith("<w:p><w:r><w:t>Fim</w:t></w:r></w:p></w:body></w:document>")
    # the space that Word does not show stays one that it does not show
    assert '<w:t xml:space="preserve">Foi</w:t>' in document and "<w:t> </w:t>" in document
    assert '<w:delText xml:space="preserve">&amp;</w:delText>' in document
    assert "A &lt; b" in made["word/comments.xml"].decode()


def test_findings_become_comments_and_tracked_changes_in_open_documents(
    tmp_path: Path, run: Run
) -> None:
    body = "<text:p>Ele foi <text:span text:style-name='T1'>embora de de</text:span> casa.</text:p>"
    data = open_document(body)
    path, copy, again = (tmp_path / name for name in ("a.odt", "b.odt", "c.odt"))
    path.write_bytes(_with_dublin(data))
    before = read(path.read_bytes(), ODT).raw
    assert run(str(path), "--output", f"odt={copy}", "--select", "GRA401").status == 1
    assert read(copy.read_bytes(), ODT).raw == before
    assert parts(copy.read_bytes())["content.xml"].count(b"<office:annotation ") == 1
    assert run(str(copy), "--output", f"odt={again}", "--select", "GRA401").status == 1
    assert parts(again.read_bytes())["content.xml"].count(b"<office:annotation ") == 1
    run(str(path), "--output", f"odt={copy}", "--select", "GRA401", "--fix")
    assert said(copy.read_bytes(), ODT) == [("paragraph", "Ele foi embora de casa.")]
    content = parts(copy.read_bytes())["content.xml"].decode()
    # LibreOffice drops a plain space at the end of a paragraph, and what is rejected would lack it
    deleted = "<text:span text:style-name='T1'><text:s/>de</text:span></text:p></text:deletion>"
    assert deleted in content


def test_comments_after_italics_in_open_documents_have_the_right_position() -> None:
    """What says that words are in italics, or in another language, moves nothing that follows."""
    fo = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    style = (
        '<style:style style:name="T1"><style:text-properties fo:font-style="italic"'
        ' fo:language="en"/></style:style>'
    )
    body = (
        '<text:p>Foi ao <text:span text:style-name="T1">sprint</text:span> da equipa de hoje.'
        "</text:p><text:p>Ele foi embora de casa.</text:p>"
    )
    content = parts(_with_dublin(open_document(body)))["content.xml"].decode()
    content = content.replace("<office:body>", f"{style}<office:body>")
    data = packed(content_xml=content.replace("-content ", f"-content {fo} ", 1))
    raw = read(data, ODT).raw
    at = raw.index("casa")
    copy = MARKS[".odt"](data).copy([Remark(at, at + 4, "!")], [Edit(at, at + 4, "cá")]).data
    assert read(copy, ODT).raw == raw.replace("casa", "cá")
    assert b"<text:p>casa</text:p></text:deletion>" in parts(copy)["content.xml"]


def _with_dublin(data: bytes) -> bytes:
    content = parts(data)["content.xml"].decode()
    root = "<office:document-content "
    dublin = 'xmlns:dc="http://purl.org/dc/elements/1.1/" '
    return packed(content_xml=content.replace(root, root + dublin))


def test_damaged_open_document_archive_is_refused_with_a_reason() -> None:
    data = bytearray(_with_dublin(open_document("<text:p>Foi.</text:p>")))
    at = data.index(b"Foi.")
    data[at : at + 4] = b"Fui."
    with pytest.raises(Unreadable, match="not a whole document"):
        MARKS[".odt"](bytes(data))


def test_fix_option_does_not_change_a_word_document(written: Path, run: Run) -> None:
    before = written.read_bytes()
    done = run(str(written), "--fix", "--unsafe-fixes")
    assert written.read_bytes() == before
    assert "não se escreve num .docx" in done.err


def test_fix_option_error_suggests_an_annotated_copy_of_the_odt_file(
    tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "texto.odt"
    path.write_bytes(open_document("<text:p>Ele foi embora de de casa.</text:p>"))
    done = run(str(path), "--fix", "--select", "GRA401")
    assert "não se escreve num .odt" in done.err
    assert "--fix --output odt=corrigido.odt" in done.err


def runs(*parts: tuple[str, str]) -> bytes:
    """A paragraph of runs, each with the language it says it is in."""
    return word(
        "<w:p>"
        + "".join(
            f'<w:r><w:rPr><w:lang w:val="{language}"/></w:rPr>'
            f'<w:t xml:space="preserve">{text}</w:t></w:r>'
            for language, text in parts
        )
        + "</w:p>"
    )


def opaque(data: bytes) -> list[str]:
    sentences = read(data, DOCX).sentences
    return [s.text[low:high] for s in sentences for low, high in s.opaque]


def test_word_text_marked_as_another_language_is_not_checked_as_prose() -> None:
    data = runs(
        ("pt-BR", "O artigo chama-se "),
        ("en-US", "The the end of lines"),
        ("pt-PT", " e foi publicado há pouco tempo numa revista."),
    )
    assert opaque(data) == ["The the end of lines"]
    assert read(data, DOCX).position(read(data, DOCX).raw.index("publicado")) == (1, 46)


@pytest.mark.parametrize(
    "parts",
    [
        # the keyboard's language, not the text's
        [("en-US", "Foi publicado há pouco."), ("pt-BR", " Sim.")],
        [("en-US", "Foi publicado há pouco numa revista que não se lê por cá e que é cara. "),
         ("pt-BR", "Sim, mas o que nela se diz não é novidade para quem já leu os outros.")],
        [("x-none", "Sim."), ("pt-BR", " Foi publicado há pouco numa revista.")],
    ],
)  # fmt: skip
def test_wrong_language_labels_of_word_text_are_ignored(parts: list[tuple[str, str]]) -> None:
    assert opaque(runs(*parts)) == []


def italics(document: Document) -> list[str]:
    return [one.content.text for one in document.markup if one.kind is MarkupKind.EMPHASIS]


def test_italic_text_of_word_documents_is_recorded_as_emphasis() -> None:
    styles = '<w:style w:styleId="Enfase"><w:name w:val="Emphasis"/></w:style>'
    body = (
        "<w:p><w:r><w:t>O </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>back</w:t></w:r>"
        "<w:r><w:rPr><w:i/></w:rPr><w:t>log</w:t></w:r><w:r><w:rPr><w:i w:val='0'/></w:rPr>"
        "<w:t> e o </w:t></w:r><w:r><w:rPr><w:rStyle w:val='Enfase'/></w:rPr><w:t>sprint</w:t>"
        "</w:r><w:r><w:t>.</w:t></w:r></w:p>"
    )
    document = read(
        packed(
            word__document_xml=f"<w:document {W}><w:body>{body}</w:body></w:document>",
            word__styles_xml=f"<w:styles {W}>{styles}</w:styles>",
        ),
        DOCX,
    )
    assert document.sentences[0].text == "O backlog e o sprint."
    assert italics(document) == ["backlog", "sprint"]


def test_italics_and_language_attributes_of_open_documents_are_recorded() -> None:
    fo = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
    styles = (
        '<style:style style:name="T1"><style:text-properties fo:font-style="italic"/></style:style>'
        '<style:style style:name="T2"><style:text-properties fo:language="en"/></style:style>'
        '<style:style style:name="T3"><style:text-properties fo:language="pt"/></style:style>'
    )
    body = (
        '<text:p>O <text:span text:style-name="T1">backlog</text:span> chama-se'
        ' <text:span text:style-name="T2">The the end</text:span> e'
        ' <text:span text:style-name="T3">está na mesa do canto</text:span>.</text:p>'
    )
    document = read(
        packed(
            content_xml=f"<office:document-content {OPEN} {fo}>{styles}<office:body><office:text>"
            f"{body}</office:text></office:body></office:document-content>"
        ),
        ODT,
    )
    (sentence,) = document.sentences
    assert sentence.text == "O backlog chama-se The the end e está na mesa do canto."
    assert [sentence.text[low:high] for low, high in sentence.opaque] == ["The the end"]
    assert italics(document) == ["backlog"]
