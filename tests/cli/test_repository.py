"""The command line inside a repository: other programs' files, what git ignores, paths from the
root."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.toys import STORY

pytestmark = pytest.mark.usefixtures("english")

LOUD = ("--select", "TOY001", "--language", "en")
OTHERS = {
    "Prometheus": "groups:\n- name: alerts\n  rules:\n  - alert: Up\n    expr: up == 0\n",
    "Semgrep": "rules:\n- id: a\n  languages: [python]\n  pattern: eval(...)\n  severity: ERROR\n",
    "Falco": "- rule: Shell\n  desc: A shell\n  condition: proc.name = bash\n",
    "Kubernetes": "apiVersion: v1\nkind: PrometheusRule\nmetadata: {name: a}\n",
    "several documents": "apiVersion: v1\nkind: List\n---\napiVersion: v1\nkind: List\n",
    "ast-grep": "id: a\nlanguage: TypeScript\nseverity: error\nrule: {pattern: a}\n",
    "Sigma": "title: A\nstatus: test\nlogsource: {product: linux}\nlevel: high\n",
    "OpenAPI": "openapi: 3.0.0\npaths:\n  /a:\n    get: {summary: A}\n",
    "a template": "{{- range .Values.rules }}\n- {{ .name }}\n{{- end }}\n",
    "text": "No rules.\n",
}


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a page in `docs`, outside of any job."""
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    (folder / ".git").mkdir()
    (folder / "docs").mkdir()
    (folder / "docs" / "á b.txt").write_text(STORY, encoding="utf-8")
    return folder


# ------------------------------------------------------------------ other programs' files


@pytest.mark.parametrize("whose", OTHERS)
@pytest.mark.parametrize("name", ["rules.yml", "rules.yaml"])
def test_rules_yaml_of_another_program_is_ignored_with_one_warning(
    run: Run, repository: Path, whose: str, name: str
) -> None:
    (repository / "docs" / name).write_text(OTHERS[whose], encoding="utf-8")
    (repository / "rules.yaml" if name == "rules.yml" else repository / "rules.yml").write_text(
        "select: [TOY001]\nlanguage: en\n", encoding="utf-8"
    )
    result = run("docs", "docs/á b.txt", "--format", "concise")
    assert {line.split(": ")[1].split()[0] for line in result.lines} == {"TOY001"}
    assert result.err.count("\n") == 1
    assert f"docs/{name}: no configuration of textlint-pt" in result.err
    assert run("docs", "--quiet").err == ""
    assert run("docs", "--config", f"docs/{name}").status == 2
    for command in (("baseline", "write", "docs"), ("config", "show", "docs")):
        assert run(*command).err.count("passed over") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("preset: default\ngroups: []\n", 'unknown key "groups"'),
        ("language: fr\n", 'unknown value "fr"'),
        ("rules: [GRA101]\n", "rules"),
        ("exclude: [a]\nlangauge: pt\n", 'unknown key "langauge" (did you mean "language"?)'),
        ("select: [TOY001\nignore: [TOY002]\n", "not valid YAML"),
    ],
)
def test_rules_yaml_with_any_textlint_pt_key_is_validated(
    run: Run, repository: Path, text: str, said: str
) -> None:
    (repository / "rules.yaml").write_text(text, encoding="utf-8")
    result = run("docs", "--language", "en")
    assert result.status == 2
    assert said in result.err


def test_dot_textlint_pt_yaml_takes_precedence_over_rules_yaml(run: Run, repository: Path) -> None:
    (repository / ".textlint-pt.yaml").write_text("language: en\n", encoding="utf-8")
    (repository / "rules.yaml").write_text(OTHERS["Semgrep"], encoding="utf-8")
    result = run("docs")
    assert "problems" in result.out
    assert result.err == ""
    (repository / "rules.yaml").write_text("language: pt\n", encoding="utf-8")
    result = run("docs")
    assert "problems" in result.out
    assert "rules.yaml: not read, since " in result.err
    (repository / ".textlint-pt.yaml").write_text("groups: []\n", encoding="utf-8")
    assert 'unknown key "groups"' in run("docs").err


def test_init_command_does_not_overwrite_rules_yaml_of_another_program(
    run: Run, repository: Path
) -> None:
    (repository / "rules.yaml").write_text(OTHERS["Semgrep"], encoding="utf-8")
    assert run("init").out == ".textlint-pt.yaml\n"
    assert (repository / "rules.yaml").read_text("utf-8") == OTHERS["Semgrep"]
    assert "already exists" in run("init").err


# ------------------------------------------------------------------ standard input


@pytest.mark.parametrize("written", ["rules.yaml", ".gitignore"])
def test_standard_input_named_like_an_excluded_file_is_not_linted(
    run: Run, repository: Path, written: str
) -> None:
    text = "exclude: [docs/old/]\n" if written == "rules.yaml" else "docs/old/\n"
    (repository / written).write_text(text, encoding="utf-8")
    piped = STORY.encode()
    for name, findings in (("docs/old/a.txt", False), ("docs/new/a.txt", True)):
        result = run("-", "--stdin-filename", name, *LOUD, "--format", "concise", stdin=piped)
        assert bool(result.out) == findings
        assert result.status == findings
        assert run("-", "--stdin-filename", name, *LOUD, "--fix", stdin=piped).out == STORY


# ------------------------------------------------------------------ paths from the root


def paths(format: str, out: str) -> set[str]:
    """The paths of a report."""
    if format == "github":
        return {line.partition("file=")[2].partition(",line")[0] for line in out.splitlines()}
    report = json.loads(out)
    if format == "gitlab":
        return {one["location"]["path"] for one in report}
    if format == "rdjson":
        return {one["location"]["path"] for one in report["diagnostics"]}
    return {
        location["physicalLocation"]["artifactLocation"]["uri"]
        for one in report["runs"][0]["results"]
        for location in one["locations"]
    }


@pytest.mark.parametrize("format", ["github", "gitlab", "rdjson", "sarif"])
@pytest.mark.parametrize("given", [".", "á b.txt", "../docs", "absolute"])
@pytest.mark.parametrize("told_by", ["git", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_report_paths_are_relative_to_the_repository_root(
    run: Run,
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    format: str,
    given: str,
    told_by: str,
) -> None:
    monkeypatch.chdir(repository / "docs")
    if told_by != "git":
        (repository / ".git").rmdir()
        monkeypatch.setenv(told_by, f"{repository}/docs/..")
    given = str(repository / "docs" / "á b.txt") if given == "absolute" else given
    expected = "docs/%C3%A1%20b.txt" if format == "sarif" else "docs/á b.txt"
    assert paths(format, run(given, *LOUD, "--format", format).out) == {expected}
    # what people read at the place stays as they wrote it
    assert run(given, *LOUD, "--format", "concise").out.startswith(given if "txt" in given else "")


def test_sarif_report_paths_are_relative_to_a_declared_repository_root(
    run: Run, repository: Path
) -> None:
    (sarif,) = json.loads(run("docs", *LOUD, "--format", "sarif").out)["runs"]
    base = sarif["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert base == f"{repository.as_uri()}/"
    place = sarif["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uriBaseId"] == "%SRCROOT%"


def test_report_paths_are_relative_to_git_root_or_ci_workspace_inside_it(
    run: Run, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(repository.parent))
    assert paths("github", run("docs", *LOUD, "--format", "github").out) == {"docs/á b.txt"}
    monkeypatch.setenv("GITHUB_WORKSPACE", str(repository / "docs"))
    assert paths("github", run("docs", *LOUD, "--format", "github").out) == {"á b.txt"}


def test_symlinked_file_is_reported_under_the_path_of_the_symlink(
    run: Run, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "link.txt").symlink_to("docs/á b.txt")
    (repository.parent / "other").symlink_to(repository)
    given = str(repository.parent / "other" / "link.txt")
    assert paths("gitlab", run(given, *LOUD, "--format", "gitlab").out) == {"link.txt"}


def test_report_paths_outside_a_git_repository_are_those_given(run: Run, repository: Path) -> None:
    (repository / ".git").rmdir()
    assert paths("gitlab", run("docs", *LOUD, "--format", "gitlab").out) == {"docs/á b.txt"}
