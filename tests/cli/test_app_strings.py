"""Strings of apps on the command line: found, compared with their source, corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_app_string_file_is_compared_with_the_english_file_in_its_folder(
    run_all: Run, folder: Path
) -> None:
    for name, text in {
        "en.json": '{"a": "Hello {{name}}, welcome to the house.", "b": "Save", "c": "Hotel"}',
        "pt.json": '{"a": "Olá {{nome}}, bem-vindo à casa.", "b": "Guardar", "c": "Hotel"}',
        "package.json": '{"a": "ao ao"}',
    }.items():
        Path(name).write_text(text, encoding="utf-8")
    result = run_all(".", "--select", "TRA004,GRA401", "--format", "concise", "--language=en")
    assert result.out.splitlines() == [
        "pt.json:1:8: TRA004 instead of the source's “{{name}}” there is “{{nome}}”"
    ]


def test_android_plurals_are_compared_with_the_english_item_called_other(
    run_all: Run, folder: Path
) -> None:
    for language, forms in {
        "values": {"one": "%d file was found", "other": "%d files were found"},
        "values-pt": {
            "one": "um ficheiro foi encontrado",
            "many": "%d de ficheiros foram encontrados",
            "other": "os ficheiros foram encontrados",
        },
    }.items():
        items = "".join(f'<item quantity="{q}">{text}</item>\n' for q, text in forms.items())
        Path(language).mkdir()
        Path(language, "strings.xml").write_text(
            f'<resources><plurals name="n">\n{items}</plurals></resources>', encoding="utf-8"
        )
    result = run_all(".", "--select", "TRA004", "--format", "concise", "--language=en")
    assert result.out.splitlines() == [
        "values-pt/strings.xml:4:24: TRA004 “%d” of the source is missing"
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pt.json", '{"a": "Um ao ao \\"lado\\"",  "b": "\\u00e7"}'),
        ("pt.yml", "pt:\n  a:   'd''água ao ao lado'  # c\n"),
        ("m_pt.properties", "a : Ol\\u00e1 ao ao \\\n   lado\n"),
        ("pt.lproj/a.strings", '"a"="d\\"água ao ao lado" ;'),
        ("values-pt/a.xml", "<resources><string name='a'>d\\'água ao ao lado</string></resources>"),
    ],
)
def test_fixing_app_string_files_changes_only_the_corrected_words(
    run_all: Run, folder: Path, name: str, text: str
) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    run_all(name, "--fix", "--unsafe-fixes", "--select", "GRA401")
    assert Path(name).read_text(encoding="utf-8") == text.replace("ao ao", "ao")


def test_configured_json_and_yaml_files_are_read_as_app_strings(run_all: Run, folder: Path) -> None:
    Path("ui").mkdir()
    Path("ui", "texts.json").write_text('{"a": "Um gato dorme ao ao lado."}', encoding="utf-8")
    Path("ui", "texts.yaml").write_text("a: Um gato dorme ao ao lado.\n", encoding="utf-8")
    options = ("--select", "GRA401", "--format", "concise", "--language=en")
    assert run_all("ui", *options).out == ""
    assert "but files of strings" in run_all("ui/texts.json", *options).err
    said = run_all("ui/texts.json", *options[:-1], "--language=pt").err
    assert "nenhum formato lê .json, a não ser ficheiros de textos, como locales/pt-BR.json" in said
    Path("rules.yaml").write_text("formats: {json: json-strings, yaml: yaml-strings}\n")
    found = ["ui/texts.json:1:22: GRA401", "ui/texts.yaml:1:18: GRA401"]
    for arguments in (["ui"], ["ui/texts.json", "ui/texts.yaml"]):
        result = run_all(*arguments, *options)
        assert [line.partition("401")[0] + "401" for line in result.out.splitlines()] == found


def test_symlink_to_app_strings_outside_project_is_not_read(run_all: Run, folder: Path) -> None:
    outside = folder.parent / f"{folder.name}-outside.json"
    outside.write_text('{"a": "Hello {{name}}, welcome."}', encoding="utf-8")
    Path("pt.json").write_text('{"a": "Olá {{nome}}, bem-vindo."}', encoding="utf-8")
    options = ("pt.json", "--select", "TRA004", "--format", "concise", "--language=en")
    Path("en.json").symlink_to(outside)
    assert run_all(*options).out == ""
    Path("en.json").unlink()
    Path("en.json").write_bytes(outside.read_bytes())
    assert "{{nome}}" in run_all(*options).out


def test_percent_sign_after_a_number_is_not_a_placeholder(run_all: Run, folder: Path) -> None:
    for language, text in (("en", "50% of the screen"), ("pt-BR", "50% da tela inteira")):
        Path(f"{language}.lproj").mkdir()
        Path(f"{language}.lproj", "A.strings").write_text(f'"a" = "{text}";', encoding="utf-8")
    assert run_all(".", "--select", "TRA004").status == 0


def test_app_string_equal_to_its_english_proper_name_is_not_reported(
    run_all: Run, folder: Path
) -> None:
    for language, more in (
        ("en", ""),
        ("pt-BR", '"b" = "O farol usa a câmera para ler códigos.";'),
    ):
        Path(f"{language}.lproj").mkdir()
        Path(f"{language}.lproj", "InfoPlist.strings").write_text(
            f'"a" = "Farol";\n{more}\n', encoding="utf-8"
        )
    assert run_all("pt-BR.lproj/InfoPlist.strings", "--select", "TRA011").status == 0
