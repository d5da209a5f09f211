"""`textlint-pt baseline`, `--baseline` and `--diff-base`."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Run
from tests.test_companions import git
from tests.toys import STORY

FILE = "textlint-pt-baseline.json"
PARAGRAPHS = STORY.strip().split("\n\n")
TOY = ("--select", "TOY001", "--language", "en")


def put(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def found(run: Run, *arguments: str) -> list[str]:
    """The marked words of what is reported."""
    (document,) = json.loads(run(*arguments, *TOY, "--format", "json").out)["documents"]
    raw = Path(document["path"]).read_bytes().decode()
    return [raw[one["start"] : one["end"]] for one in document["findings"]]


def test_findings_accepted_in_a_baseline_are_not_reported(run: Run, story: Path) -> None:
    written = run("baseline", "write", "story.txt", *TOY)
    assert (written.status, written.out) == (0, "")
    assert written.err == (
        f"textlint-pt: {FILE}: accepts 3 problems from now on\ntextlint-pt: rules.yaml: made\n"
    )
    assert Path("rules.yaml").read_text("utf-8") == f"baseline: {FILE}\n"
    kept = json.loads(Path(FILE).read_text("utf-8"))
    assert kept["version"] == 1
    first = kept["findings"][0]
    assert (first["code"], first["path"]) == ("TOY001", "story.txt")
    assert (
        first["text"] == "De repente alguém gritou SOCORRO do outro lado da ponte velha de pedra."
    )
    assert run("story.txt", *TOY, "--baseline", "").status == 1
    for _ in range(2):  # the second time from the cache
        assert run("story.txt", *TOY).status == 0
    assert run("baseline", "check", "story.txt", *TOY).status == 0
    put("story.txt", STORY.replace("fria", "FRIA"))
    assert found(run, "story.txt", "--baseline", FILE) == ["FRIA"]
    assert run("baseline", "check", "story.txt", *TOY).status == 1


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(paragraph.replace(" ", "\n") for paragraph in PARAGRAPHS),
        "\n\n".join(reversed(PARAGRAPHS)),
        f"Uma frase nova no princípio.\n\n{STORY}",
    ],
)
def test_baselined_findings_survive_rewrapped_lines_and_renamed_files(
    run: Run, story: Path, text: str
) -> None:
    run("baseline", "write", "story.txt", *TOY)
    story.unlink()
    put("outro-nome.md", text)
    assert found(run, "outro-nome.md", "--baseline", FILE) == []


def test_second_copy_of_a_baselined_sentence_is_reported(run: Run, story: Path) -> None:
    run("baseline", "write", "story.txt", *TOY)
    put("story.txt", f"{STORY}\n{PARAGRAPHS[1]}\n")
    assert found(run, "story.txt", "--baseline", FILE) == ["SOCORRO"]


def test_score_is_printed_with_and_without_baselined_findings(run: Run, story: Path) -> None:
    run("baseline", "write", "story.txt", *TOY)
    before = json.loads(run("story.txt", *TOY, "--format", "json").out)
    after = json.loads(run("story.txt", *TOY, "--format", "json", "--baseline", FILE).out)
    (document,) = after["documents"]
    score = document["score"]
    assert before["documents"][0]["score"]["total"] == score["total"] < score["without_accepted"]
    assert score["without_accepted"] == 1
    limited = run("story.txt", *TOY, "--baseline", FILE, "--fail-under", "99")
    assert limited.status == 0
    assert "score 92.1/100" in limited.out
    assert "100.0 without what the baseline accepts" in limited.out
    Path("b.txt").write_bytes(story.read_bytes())
    several = run("story.txt", "b.txt", *TOY, "--baseline", FILE)
    assert "All scores: 100.0 without what the baseline accepts" in several.out
    assert after["baseline"] == FILE
    assert [one["accepted"] for one in document["accepted"]] == [{"by": "baseline"}] * 3
    schema = json.loads((Path(__file__).parents[2] / "textlint_pt/report.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(after)


def test_baseline_write_command_adds_the_baseline_to_the_configuration(
    run: Run, story: Path
) -> None:
    put("rules.yaml", "select: [TOY001]\nlanguage: en")
    Path("docs").mkdir()
    Path("docs/story.txt").write_bytes(story.read_bytes())
    written = run("baseline", "write", "docs")
    assert written.err.splitlines() == [
        f"textlint-pt: {FILE}: accepts 3 problems from now on",
        "textlint-pt: rules.yaml: changed",
    ]
    named = f"select: [TOY001]\nlanguage: en\nbaseline: {FILE}\n"
    assert Path("rules.yaml").read_text("utf-8") == named
    assert run("docs").status == 0
    # a file that a person names stays theirs to name
    assert "rules.yaml" not in run("baseline", "write", "docs", "--baseline", "own.json").err
    assert Path("rules.yaml").read_text("utf-8") == named


def test_findings_in_the_configured_baseline_file_are_not_reported(run: Run, story: Path) -> None:
    Path("base").mkdir()
    put("rules.yaml", "select: [TOY001]\nlanguage: en\nbaseline: base/aceites.json\n")
    missing = run("story.txt")
    assert missing.status == 2
    assert missing.err == (
        "textlint-pt: base/aceites.json: no such baseline;"
        " `textlint-pt baseline write --baseline base/aceites.json PATH…` makes it\n"
    )
    assert run("baseline", "write", "story.txt").status == 0
    assert (
        json.loads(Path("base/aceites.json").read_text())["findings"][0]["path"] == "../story.txt"
    )
    assert run("story.txt").status == 0
    assert "baseline: base/aceites.json" in run("config", "show").out


def test_baseline_prune_command_removes_findings_that_are_gone(run: Run, story: Path) -> None:
    put("b.txt", "Ela gritou NUNCA do outro lado da ponte velha. Ninguém ouviu nada.\n")
    put("c.txt", "Ele gritou SEMPRE do outro lado da ponte velha. Ninguém ouviu nada.\n")
    run("baseline", "write", "story.txt", "b.txt", "c.txt", *TOY)
    put("story.txt", STORY.replace("SOCORRO", "por socorro"))
    Path("b.txt").unlink()
    check = run("baseline", "check", "story.txt", *TOY)
    assert check.status == 0
    assert f"{FILE}: accepted, and found no more: 2 problems (" in check.err
    pruned = run("baseline", "prune", "story.txt", *TOY)
    assert pruned.err == f"textlint-pt: {FILE}: accepts no longer what is no more: 2 problems\n"
    left = [one["text"] for one in json.loads(Path(FILE).read_text("utf-8"))["findings"]]
    assert [text.split()[2] for text in left] == ["respondeu", "respondeu", "SEMPRE"]


def test_baseline_write_and_check_commands_count_the_same_findings(run: Run, story: Path) -> None:
    put("b.txt", story.read_text("utf-8"))
    written = run("baseline", "write", "story.txt", "b.txt", *TOY)
    assert f"{FILE}: accepts 6 problems from now on" in written.err  # in three entries
    assert len(json.loads(Path(FILE).read_text("utf-8"))["findings"]) == 3
    check = run("baseline", "check", "story.txt", "b.txt", *TOY)
    assert "accepted: 6\n" in check.out
    assert not check.err  # no other number
    assert check.status == 0


def test_baseline_accept_command_adds_one_finding_by_fingerprint(run: Run, story: Path) -> None:
    (document,) = json.loads(run("story.txt", *TOY, "--format", "json").out)["documents"]
    print_ = document["findings"][1]["fingerprint"]
    assert run("baseline", "accept", print_, "story.txt", *TOY).status == 0
    kept = json.loads(Path(FILE).read_text("utf-8"))
    kept["findings"][0]["reason"] = "fala assim"
    put(FILE, json.dumps(kept))
    assert found(run, "story.txt", "--baseline", FILE) == ["SOCORRO", "MESMO"]
    assert run("baseline", "write", "story.txt", *TOY).status == 0
    reasons = [one.get("reason") for one in json.loads(Path(FILE).read_text("utf-8"))["findings"]]
    assert reasons == [None, "fala assim", None]
    wrong = run("baseline", "accept", "0" * 16, "story.txt", *TOY)
    assert wrong.err == f"textlint-pt: no finding has the fingerprint {'0' * 16}\n"
    assert run("baseline", "accept", "story.txt", *TOY).status == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"version": 2, "findings": []}', "a baseline of version 2, and this textlint-pt reads"),
        ("[]", "no baseline: it has no version"),
        ("não", "no baseline: Expecting value"),
        ("[" * 100_000, "no baseline: "),
        ('{"version": 1, "findings": [{"code": 3}]}', "no baseline: its findings have another"),
    ],
)
def test_file_that_is_not_a_baseline_is_refused_in_one_line(
    run: Run, story: Path, content: str, said: str
) -> None:
    put(FILE, content)
    for arguments in (("--baseline", FILE), ("baseline", "check"), ("baseline", "prune")):
        result = run(*arguments, "story.txt", *TOY)
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
        assert result.err.startswith(f"textlint-pt: {FILE}: {said}")


def test_no_baseline_is_written_if_a_file_could_not_be_checked(run: Run, story: Path) -> None:
    result = run("baseline", "write", "story.txt", "falta.txt", *TOY)
    assert result.status == 2
    assert not Path(FILE).exists()


# ------------------------------------------------------------------ --diff-base


@pytest.fixture
def committed(story: Path) -> Path:
    folder = story.parent
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Conto")
    return story


def test_diff_base_option_reports_findings_in_changed_sentences(run: Run, committed: Path) -> None:
    assert found(run, "story.txt") == ["SOCORRO", "AGORA", "MESMO"]
    assert found(run, "story.txt", "--diff-base", "HEAD") == []
    put("story.txt", "\n\n".join(reversed(PARAGRAPHS)).replace(" ", "\n", 9))
    assert found(run, "story.txt", "--diff-base", "HEAD") == []
    put("story.txt", STORY.replace("Um homem", "Uma mulher"))
    assert found(run, "story.txt", "--diff-base", "HEAD") == ["AGORA", "MESMO"]
    put("novo.txt", STORY)
    assert len(found(run, "novo.txt", "--diff-base", "HEAD")) == 3


def test_diff_base_option_reports_findings_that_refer_to_a_changed_sentence(
    run: Run, committed: Path
) -> None:
    # the later shouts of the toy rule relate to the first one
    put("story.txt", STORY.replace("De repente", "Depois"))
    assert found(run, "story.txt", "--diff-base", "HEAD") == ["SOCORRO", "AGORA", "MESMO"]


def test_score_with_diff_base_option_is_that_of_the_whole_text(run: Run, committed: Path) -> None:
    whole, changed = (
        json.loads(run("story.txt", *TOY, "--format", "jsonl", *more).out)["score"]
        for more in ((), ("--diff-base", "HEAD"))
    )
    assert whole == changed


def test_unknown_git_revision_of_diff_base_option_exits_with_2(run: Run, committed: Path) -> None:
    result = run("story.txt", "--diff-base", "nada")
    assert result.status == 2
    assert "--diff-base: " in result.err
    assert "git knows no commit 'nada'" in result.err


def test_diff_base_option_compares_a_git_submodule_with_its_recorded_commit(
    run: Run, committed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = committed.parent / "top"
    top.mkdir()
    git(top, "init", "-q")
    add = ("submodule", "--quiet", "add", str(committed.parent), "docs")
    git(top, "-c", "protocol.file.allow=always", *add)
    git(top, "commit", "-qm", "Com o conto")
    monkeypatch.chdir(top)
    assert found(run, "docs", "--diff-base", "HEAD") == []
    put("docs/story.txt", STORY.replace("Um homem", "Uma mulher"))
    assert found(run, "docs", "--diff-base", "HEAD") == ["AGORA", "MESMO"]
    git(top / "docs", "commit", "-qam", "Outro conto")  # which the repository around has not
    assert found(run, "docs", "--diff-base", "HEAD") == ["AGORA", "MESMO"]
    git(top, "commit", "-qam", "Com o outro")
    assert found(run, "docs", "--diff-base", "HEAD") == []
    assert found(run, "docs", "--diff-base", "HEAD~1") == ["AGORA", "MESMO"]
    (top / "docs" / "partes").mkdir()
    put("docs/partes/novo.txt", STORY)
    assert len(found(run, "docs/partes", "--diff-base", "HEAD")) == 3
