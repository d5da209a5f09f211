"""Bad input: one clear line each, exit status 2, and the other files are linted all the same."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.toys import STORY
from textlint_pt import cli
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats import decoding
from textlint_pt.formats.text import PlainText
from textlint_pt.registry import plugins
from textlint_pt.reporters.built_in import NAMES

pytestmark = pytest.mark.usefixtures("english")

PROSE = "O João não quis dizer à avó que a lição já tinha começado."
TYPESET = "“Está bem”, disse ela — e foi-se embora até à praça…\n"
NOISE = random.Random(7).randbytes(5000)


def assert_one_line(run: Run, *arguments: str, says: str) -> None:
    """These arguments give one line on standard error, and the story beside them its findings."""
    Path("story.txt").write_text(STORY, encoding="utf-8")
    result = run(*arguments, "story.txt", "--format", "concise")
    assert result.status == 2
    assert result.err.startswith("textlint-pt: ")
    assert result.err.count("\n") == 1
    assert says in result.err
    assert result.out.count("story.txt:") == 3


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (PROSE.encode("latin-1"), "not UTF-8 (line 1), likely iso-8859-1; convert it: iconv -f"),
        (TYPESET.encode("cp1252"), "iconv -f windows-1252 -t utf-8 bad.txt > bad.utf8.txt"),
        ("“Olá”\n".encode("cp1252"), "likely windows-1252"),
        (f"\n\n{PROSE}".encode("cp850"), "not UTF-8 (line 3), likely cp850"),
        (PROSE.upper().encode("cp850"), "likely cp850"),
        (PROSE.encode("mac-roman"), "likely macintosh; convert it: iconv -f macintosh"),
        (PROSE.encode("utf-16"), "not UTF-8 but UTF-16; convert it: iconv -f utf-16 -t utf-8"),
        (PROSE.encode("utf-16-le"), "iconv -f utf-16le"),
        (PROSE.encode("utf-16-be"), "iconv -f utf-16be"),
        (PROSE.encode("utf-32"), "iconv -f utf-32"),
        (f"{PROSE}\n".encode() + b"caf\xe9\n", "UTF-8, but not in line 2 (byte "),
        (NOISE, "binary, not text"),
        (NOISE.replace(b"\x00", b""), "binary, not text"),
        (b"a " * 25_000_000, "over the limit of 20 MB; split it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_file_that_is_not_utf8_is_reported_with_a_remedy(
    run: Run, folder: Path, data: bytes, says: str
) -> None:
    Path("bad.txt").write_bytes(data)
    assert_one_line(run, "bad.txt", says=says)


def test_same_decoding_error_in_many_files_is_printed_only_once(run: Run, folder: Path) -> None:
    Path("in").mkdir()
    Path("in/good.txt").write_text(STORY, encoding="utf-8")
    for name, start in (("a", ""), ("b", "\n\n"), ("c", ""), ("d", ""), ("e", "\n")):
        Path(f"in/{name}.txt").write_bytes((start + PROSE).encode("latin-1"))
    (line,) = run("in").err.splitlines()
    assert line.startswith("textlint-pt: in/a.txt: not UTF-8 (line 1), likely iso-8859-1; ")
    assert line.endswith("; likewise in 4 more files: in/b.txt, in/c.txt, in/d.txt, …")
    for name in "cde":
        Path(f"in/{name}.txt").unlink()
    assert [line.split(" (")[0] for line in run("in").err.splitlines()] == [
        "textlint-pt: in/a.txt: not UTF-8",
        "textlint-pt: in/b.txt: not UTF-8",
    ]


def test_suggested_iconv_command_quotes_the_file_name(run: Run, folder: Path) -> None:
    Path("a b'c.txt").write_bytes(PROSE.encode("latin-1"))
    command = """iconv -f iso-8859-1 -t utf-8 'a b'"'"'c.txt' > 'a b'"'"'c.utf8.txt'"""
    assert_one_line(run, "a b'c.txt", says=command)
    result = run("-", stdin=PROSE.encode("latin-1"))
    assert "iconv -f iso-8859-1 -t utf-8 | textlint-pt -" in result.err


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nada.txt", "nada.txt: no such file"),
        ("nada/nada.txt", "nada/nada.txt: no such file"),
        ("story.txt/nada.txt", "story.txt/nada.txt: Not a directory"),
        ("*.md", "*.md: matches no file"),
        ("empty", "empty: holds no text to lint"),
        ("en.lproj", "en.lproj: holds no text to lint"),
        ("a" * 300, ": File name too long"),
        ("", "'': holds no text to lint"),
        ("a\0b", "embedded null byte"),
        ("linha\nnova.txt", "linha␊nova.txt: no such file"),
        ("\x1b]0;red.txt", "␛]0;red.txt: no such file"),
        (os.fsdecode(b"caf\xe9.txt"), "caf\\udce9.txt: no such file"),
    ],
)
def test_path_that_contains_no_lintable_file_exits_with_2(
    run: Run, folder: Path, path: str, says: str
) -> None:
    Path("empty").mkdir()
    Path("en.lproj").mkdir()
    Path("story.txt").touch()
    assert_one_line(run, path, says=says)


def test_mistyped_command_is_reported_with_a_suggestion(run: Run, folder: Path) -> None:
    result = run("baselin", "write")
    assert result.status == 2
    hint = 'baselin: no such file or command (did you mean "baseline"?)'
    assert result.err == f"textlint-pt: {hint}\n"
    Path("baselin").write_text(STORY, encoding="utf-8")
    assert run("baselin").status != 2


def test_file_without_read_permission_is_reported_in_one_line(run: Run, folder: Path) -> None:
    Path("shut.txt").write_text(STORY)
    Path("shut.txt").chmod(0)
    if os.access("shut.txt", os.R_OK):
        pytest.skip("who runs this may read everything")
    assert_one_line(run, "shut.txt", says="shut.txt: no permission to read it")
    Path("in").mkdir()
    Path("in").chmod(0)
    assert_one_line(run, "in", says="in: no permission to read it")
    assert_one_line(run, "in/a.txt", says="in/a.txt: no permission to read it")
    Path("in").chmod(0o700)


@pytest.mark.skipif(os.name != "posix", reason="needs named pipes")
def test_endless_device_as_input_file_is_refused(run: Run, folder: Path) -> None:
    assert_one_line(run, "/dev/zero", says="/dev/zero: a device, no file")


@pytest.mark.parametrize(
    "name", ["a b.txt", "linha\nnova.txt", "\x1b[31m.txt", os.fsdecode(b"caf\xe9.txt"), "-x.txt"]
)
@pytest.mark.parametrize("form", NAMES)
def test_files_with_special_characters_in_their_names_are_linted(
    run: Run, folder: Path, name: str, form: str
) -> None:
    Path(name).write_text(STORY, encoding="utf-8")
    for _ in range(2):  # afresh, and from the cache
        result = run("--format", form, "--", name)
        assert (result.status, result.err) == (1, "")
        if form == "json":
            assert json.loads(result.out)["documents"][0]["path"] == name
        if form in ("text", "concise"):
            assert "\x1b" not in result.out


TEXTS = {
    "control characters": STORY.replace("O rio", "O\x1b[31m rio\x07\x08").replace("SOC", "SO\x1bC"),
    "zero": STORY + "\x00" * 9000,
    "late zero": "Olá. " * 2000 + "\x00",
    "zero width": "\u200b".join(STORY),
    "right to left": STORY.replace("SOCORRO", "\u202eSOCORRO\u202c\u2066\u061c"),
    "combining": STORY + "e" + "\u0301" * 5000 + ".\n",
    "emoji": STORY.replace(".", " 👩‍👩‍👧‍👦."),
    "private and unassigned": STORY + "\ue000\uffff\U0010ffff \U000e0001.\n",
    "line separators": STORY.replace(" ", "\u2028").replace("\n", "\x85\x0b\x0c\x1c"),
    "carriage returns": STORY.replace("\n", "\r"),
    "a very long word": STORY + "a" * 50_000 + "\n",
    "one long sentence": STORY.replace(".", "").replace("\n", " ").casefold() * 20,
    "only stops": "." * 10_000 + "\n" + "! ? … " * 3000,
    "no letters": "1 2 3 " * 200,
    "open quotes": '"(«“' * 3000 + STORY,
    "mark inside": "\ufeff" + STORY.replace("\n\n", "\n\ufeff"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_of_unusual_characters_do_not_crash_the_command_line(
    run_all: Run, folder: Path, name: str
) -> None:
    Path("a.txt").write_text(TEXTS[name], encoding="utf-8", newline="")
    Path("a.md").write_text(TEXTS[name], encoding="utf-8", newline="")
    result = run_all("a.txt", "a.md", "--measures", "--select", "ALL", "--format", "text")
    binary = "\x00" in TEXTS[name][:8192]
    assert result.status == 2 if binary else result.status in (0, 1)
    assert not set(map(chr, (*range(10), *range(11, 32), 0x7F, 0x9B, 0x202E))) & set(result.out)
    report = run_all("a.txt", "a.md", "--measures", "--select", "ALL", "--format", "json")
    assert json.loads(report.out)["summary"]["documents"] == 2


def test_control_characters_of_a_text_are_escaped_in_the_output(run: Run, folder: Path) -> None:
    Path("a.txt").write_text(TEXTS["control characters"], encoding="utf-8")
    out = run("a.txt", "--select", "TOY002").out
    assert "SO␛CORRO" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--select", "REDD003"), 'command line: select: no rule is called "REDD003"'),
        (("--select", "TOI001"), '(did you mean "TOY001"?)'),
        (("--preset", "lod"), 'unknown preset "lod" (did you mean "loud"?); known: default,'),
        (("--format", "jsn"), 'unknown format "jsn" (did you mean "json"?); known: concise, csv'),
        (("--formt", "json"), "--formt"),
        (("--language", "fr"), "fr"),
        (("--fail-on", "always"), "always"),
        (("--fail-under", "x"), "--fail-under"),
        (("--fail-under", "101"), "'--fail-under': Input should be less than or equal to 100"),
        (("--fail-under", "nan"), "'--fail-under': Input should be less than or equal to 100"),
        (("--jobs", "0"), "'--jobs': Input should be greater than or equal to 1"),
        (("--config", "nada.yaml"), "nada.yaml: cannot be read: No such file"),
        (("--reference", "nada.txt"), "nada.txt: no such file"),
        (("--reference", "latin1.txt"), "latin1.txt: not UTF-8 (line 1), likely iso-8859-1"),
        (("--source", "nada.txt"), "nada.txt: no such file"),
        (("--output", "nada/out.txt"), "nada/out.txt: cannot be written: No such file"),
        (("--output", "."), ".: cannot be written: Is a directory"),
        (("--select",), "--select"),
    ],
)
def test_invalid_command_line_option_prints_one_error_line_and_exits_with_2(
    run: Run, story: Path, arguments: tuple[str, ...], says: str
) -> None:
    Path("latin1.txt").write_bytes(PROSE.encode("latin-1"))
    result = run("story.txt", *arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("textlint-pt: ")
    assert result.err.count("\n") == 1
    assert says in result.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("select: [RED\n", "rules.yaml:2:1: not valid YAML"),
        ("presset: docs\n", 'unknown key "presset" (did you mean "preset"?)'),
        ("preset: lod\n", 'unknown preset "lod"'),
        ("select: [TOI001]\n", 'no rule is called "TOI001" (did you mean "TOY001"?)'),
        ("rules: {TOY001: {minimun: 2}}\n", '(did you mean "minimum"?)'),
        (
            "paths: {'x/**': {preset: lod}}\n",
            'rules.yaml:1: paths.x/**.preset: unknown preset "lod"',
        ),
        ("lexicon: nada.dic\n", "nada.dic: no such file"),
    ],
)
def test_invalid_configuration_prints_one_error_line_and_exits_with_2(
    run: Run, story: Path, text: str, says: str
) -> None:
    Path("rules.yaml").write_text(text, encoding="utf-8")
    result = run("story.txt")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "rules.yaml" in result.err
    assert says in result.err


@pytest.mark.parametrize("text", ["exclude: ['!']\n", "paths: {'!': {preset: loud}}\n"])
def test_invalid_path_pattern_in_configuration_exits_with_2(
    run: Run, story: Path, text: str
) -> None:
    Path("rules.yaml").write_text(text, encoding="utf-8")
    result = run("story.txt")
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert '`exclude` or `paths`: "!" is no pattern' in result.err


def test_damaged_model_file_exits_with_2_and_other_rules_are_reported(
    run: Run, story: Path
) -> None:
    for _ in range(2):
        result = run("story.txt", "--select", "TOY001,TOY004", "--format", "concise")
        assert result.status == 2
        assert result.err == "textlint-pt: model.bin: damaged; reinstall\n"
        assert result.out.count("TOY001") == 3


def test_error_message_for_a_too_large_input_file_states_the_size_limit() -> None:
    assert decoding.MAXIMUM_BYTES == 20_000_000
    with pytest.raises(Unreadable, match="limit of 20 MB"):
        decoding.decode("x", b"a" * (decoding.MAXIMUM_BYTES + 1), PlainText())
    assert decoding.decode("x", b"a" * decoding.MAXIMUM_BYTES, PlainText())


def test_rule_that_raises_an_exception_exits_with_2(run: Run, story: Path) -> None:
    Path("calm.txt").write_text(PROSE, encoding="utf-8")
    result = run("story.txt", "calm.txt", "--select", "TOY006", "--language", "en")
    assert result.status == 2
    assert "no problems found" not in result.out
    assert "not everything was checked: story.txt · calm.txt" in result.out
    first, second = result.err.splitlines()
    assert first.startswith("textlint-pt: story.txt: TOY006 failed: KeyError: 'what the rule")
    assert re.search(r"toys\.py:\d+\)$", first)
    assert second.startswith("textlint-pt: calm.txt: TOY006 failed: ")


def test_exit_status_stays_2_if_a_rule_fails_and_others_have_findings(
    run: Run, story: Path
) -> None:
    result = run("story.txt", "--select", "TOY001,TOY006", "--language", "en")
    assert result.status == 2
    assert "3 problems (▲ 3 warnings); not everything was checked; " in result.out
    page = run("story.txt", "--select", "TOY006", "--format", "html").out
    assert 'class="clean"' not in page
    assert "TOY006 failed" in page


def test_debug_option_prints_the_traceback_of_a_failing_rule(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], run: Run
) -> None:
    Path("story.txt").write_text(STORY, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        cli.main(["story.txt", "--select", "TOY006", "--debug"])
    _, err = capfd.readouterr()
    assert ended.value.code == 2
    assert "Traceback (most recent call last)" in err
    assert 'raise KeyError("what the rule forgot")' in err
    assert err.endswith(")\n")
    assert "Traceback" not in run("story.txt", "--select", "TOY006").err


def test_unexpected_exception_while_linting_exits_with_2(
    run: Run, story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("a wall")

    monkeypatch.setattr("textlint_pt.cli.lint.assemble", fall)
    result = run("story.txt", "--format", "json")
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith("textlint-pt: internal error: RuntimeError: a wall (")
    monkeypatch.undo()


def test_linting_with_a_plugin_that_cannot_be_imported_exits_with_2(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class Broken:
        distribution, version, name = "broken", "0.1", "broken"

        def load(self) -> None:
            raise ImportError("no module named so")

    own = [point for point in plugins.find("textlint_pt") if point.distribution == "textlint-pt"]
    monkeypatch.setattr(plugins, "find", lambda group: [*own, Broken()])
    Path("story.txt").write_text(STORY, encoding="utf-8")
    for more, status in (((), 2), (("--no-plugins",), 0)):
        with pytest.raises(SystemExit) as ended:
            cli.main(["story.txt", "--select", "RED001", *more])
        out, err = capfd.readouterr()
        assert ended.value.code == status
        assert "story.txt: no problems found" in out
        assert ("plugin broken 0.1 skipped: ImportError: no module named so" in err) == (
            status == 2
        )
