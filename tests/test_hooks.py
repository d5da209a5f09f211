"""The hooks through the real `pre-commit`, as this repository defines them but with the program
that is installed here: nothing is built and nothing is fetched (test_pre_commit.py does that)."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

FIRST = "O pescador velho saiu de madrugada com a rede azul às costas."
AGAIN = "O pescador velho saiu de madrugada com a rede nova às costas."
OTHER = "Na praia ninguém sabia ainda que o inverno tinha chegado."
GOOD = f"# Praia\n\n{FIRST} {OTHER}\n"
BAD = f"# Praia\n\n{FIRST} {OTHER} {AGAIN}\n"
CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: pt\\n"

#: menu.c:10
msgid "The old fisherman left at dawn and nobody on the beach saw him."
msgstr "O pescador velho saiu de madrugada e ninguém na praia o viu."

#: menu.c:20
#, c-format
msgid "The baker took %d loaves out of the oven."
msgstr ""
"{text}"
"""
CALM = "Não esperava a resposta, mas ficou contente."
DRIFTED = "Chorarei muito se me deixares."
#: what 20 changed files may cost
FILES, BUDGET = 20, 2.0


def hook(name: str, arguments: Sequence[str] = ()) -> dict[str, Any]:
    """A hook of this repository as one that runs the installed program."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    found: dict[str, Any] = next(hook for hook in hooks if hook["id"] == name)
    program, *rest = found["entry"].split()
    assert program == "textlint-pt"
    entry = " ".join([sys.executable, "-m", "textlint_pt", *rest, *arguments])
    return {**found, "language": "system", "entry": entry}


class Repository:
    """A git repository with a hook, and a commit to begin with."""

    def __init__(self, path: Path, home: Path) -> None:
        self.path = path
        # git's own variables point elsewhere when the tests are run by a hook themselves
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "COV"))}
        author = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.pt"}
        committer = {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.pt"}
        # a proxy that is not there: whoever tries to fetch something fails
        offline = {"PIP_NO_INDEX": "1", "https_proxy": "http://127.0.0.1:9"}
        self.environment = {
            **kept, **author, **committer, **offline, "PRE_COMMIT_HOME": str(home),
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        }  # fmt: skip

    def call(self, *command: str) -> tuple[int, str]:
        done = subprocess.run(
            command,
            cwd=self.path,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def git(self, *arguments: str) -> str:
        status, output = self.call("git", *arguments)
        assert status == 0, output
        return output

    def run(self, *arguments: str) -> tuple[int, str]:
        """(exit status, output) of `pre-commit run`."""
        command = (sys.executable, "-m", "pre_commit", "run", "--color", "never")
        return self.call(*command, *arguments)

    def write(self, name: str, content: str, *, stage: bool = True) -> None:
        path = self.path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        if stage:
            self.git("add", name)

    def use(self, *hooks: dict[str, Any]) -> None:
        """Set the hooks, and commit everything there is, unchecked."""
        config = {"repos": [{"repo": "local", "hooks": list(hooks)}]}
        self.write(".pre-commit-config.yaml", yaml.safe_dump(config, allow_unicode=True))
        self.git("commit", "-q", "--no-verify", "-m", "begin")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    (tmp_path / "work").mkdir()
    repository = Repository(tmp_path / "work", tmp_path / "home")
    repository.git("init", "-q")
    repository.write("rules.yaml", "preset: generated\nlanguage: en\nexclude: [antigo/]\n")
    repository.write("página.md", GOOD)
    repository.write("antigo/página.md", GOOD)
    repository.write("programa.py", "x = 1\n")
    repository.use(hook("textlint-pt-quick"))
    return repository


def test_default_pre_commit_hook_reports_the_same_as_the_command_line(
    repository: Repository,
) -> None:
    repository.use(hook("textlint-pt"))
    repository.write(
        "página.md", "# Praia\n\nOs meninos foi à praia e fizerão castelos de areia.\n"
    )
    status, output = repository.run()
    assert status == 1
    found = {code for code in ("GRA104", "GRA901") if code in output}
    program = [sys.executable, "-m", "textlint_pt", "--quiet", "página.md"]
    assert repository.call(*program)[1] in output
    assert found == {"GRA104", "GRA901"}, output


def test_quick_pre_commit_hook_score_covers_only_the_checked_dimensions(
    repository: Repository,
) -> None:
    text = " ".join(f"A onda número {n} chegou devagar à areia da praia." for n in range(6))
    repository.write("página.md", f"# Praia\n\n{text}\n")
    entry = hook("textlint-pt-quick")["entry"].split()
    _, output = repository.call(*entry, "página.md", "--preset", "default")
    assert "score of redundancy alone: " in output
    _, output = repository.call(*entry, "página.md", "--preset", "translation")
    assert "/100" not in output


def test_pre_commit_hook_fails_on_a_bad_staged_change_only(repository: Repository) -> None:
    repository.write("página.md", BAD)
    status, output = repository.run()
    assert status == 1
    assert "página.md:3:121: ▲  almost the same as the sentence of line 3 [RED003]" in output
    assert AGAIN in output
    repository.write("página.md", GOOD.replace("azul", "verde"))
    status, output = repository.run()
    assert (status, "Passed" in output) == (0, True)


def test_pre_commit_hook_checks_the_staged_version_of_a_file(repository: Repository) -> None:
    repository.write("página.md", BAD)
    repository.write("página.md", GOOD, stage=False)
    assert repository.run()[0] == 1
    assert (repository.path / "página.md").read_text("utf-8") == GOOD
    changed = GOOD.replace("azul", "verde")
    repository.write("página.md", changed)
    repository.write("página.md", BAD, stage=False)
    status, output = repository.run()
    assert status == 0, output
    assert (repository.path / "página.md").read_text("utf-8") == BAD
    assert "RED003" not in output


def test_pre_commit_hook_blocks_a_commit_until_findings_are_fixed(repository: Repository) -> None:
    status, output = repository.call(sys.executable, "-m", "pre_commit", "install")
    assert status == 0, output
    repository.write("página.md", BAD)
    status, output = repository.call("git", "commit", "-m", "bad")
    assert status == 1
    assert "página.md:3:121: " in output
    assert "[RED003]" in output
    assert repository.git("log", "--format=%s") == "begin\n"
    repository.write("página.md", GOOD.replace("azul", "verde"))
    assert repository.call("git", "commit", "-m", "good")[0] == 0
    assert repository.git("log", "--format=%s") == "good\nbegin\n"


def test_pre_commit_hook_skips_an_excluded_file_even_if_named(repository: Repository) -> None:
    repository.write("antigo/página.md", BAD)
    status, output = repository.run()
    assert status == 0, output
    assert "RED003" not in output
    status, output = repository.run("--files", "antigo/página.md", "página.md")
    assert status == 0, output


def test_pre_commit_hook_does_not_run_for_other_file_types(repository: Repository) -> None:
    repository.write("programa.py", f"# {BAD}")
    status, output = repository.run()
    assert status == 0
    assert "(no files to check)" in output


def test_commit_hook_reports_po_findings_at_the_msgstr_line(repository: Repository) -> None:
    repository.write("pt.po", CATALOGUE.format(text="O padeiro tirou os pães do do forno."))
    status, output = repository.run()
    assert status == 1
    assert "pt.po:14:2: " in output
    assert "[TRA004]" in output
    assert "pt.po:14:26: " in output
    assert "[GRA401]" in output
    repository.write("pt.po", CATALOGUE.format(text="O padeiro tirou %d pães do forno."))
    status, output = repository.run()
    assert status == 0, output


def test_pre_commit_hook_with_reference_rev_reports_changed_meaning(
    repository: Repository,
) -> None:
    arguments = ("--reference-rev", "HEAD", "--select", "TRA001")
    page = f"# Carta\n\n{CALM} {OTHER}\n"
    repository.write("carta.md", page)
    repository.use(hook("textlint-pt", arguments))
    repository.write("carta.md", page.replace(CALM, DRIFTED))
    status, output = repository.run()
    assert status == 1, output
    assert "carta.md:3:1: " in output
    assert "[TRA001]" in output
    assert "HEAD:carta.md:3:1: the reference's sentence" in output
    repository.write("carta.md", page.replace("a resposta", "uma resposta"))
    status, output = repository.run()
    assert status == 0, output


@pytest.mark.parametrize("sign", ["#", ";"])
def test_commit_msg_hook_checks_the_message_without_its_comments(
    repository: Repository, sign: str
) -> None:
    repository.use(hook("textlint-pt-commit-msg"))
    install = (sys.executable, "-m", "pre_commit", "install", "--hook-type", "commit-msg")
    assert repository.call(*install)[0] == 0
    repository.git("config", "core.commentChar", sign)
    # the message as it is left in an editor, with the diff of --verbose below it
    repository.git("config", "core.editor", 'sh -c \'sed -i "1s/.*/$SUBJECT/" "$0"\'')
    for subject, expected in (("Corrige o o erro da página", 1), ("Corrige o erro da página", 0)):
        repository.environment["SUBJECT"] = subject
        repository.write("página.md", f"{GOOD}\n{expected} The the cat went to the house.\n")
        status, output = repository.call("git", "commit", "--verbose")
        assert status == expected, output
        assert output.count("[GRA401]") == expected
    assert repository.git("log", "-1", "--format=%s") == "Corrige o erro da página\n"


def test_quick_pre_commit_hook_checks_20_files_within_the_time_limit(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seconds of the processor: those of the clock depend on what else is running."""
    story = (ROOT / "examples/o-gato-e-a-lua.txt").read_text("utf-8")
    for number in range(FILES):
        repository.write(f"{number}.md", f"# Dia {number}\n\n{story}")
    entry = [*hook("textlint-pt-quick")["entry"].split(), "--no-cache"]
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    status, output = repository.call(*entry, *(f"{number}.md" for number in range(FILES)))
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert status == 1, output
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with capsys.disabled():
        print(f"\n{FILES} changed files: {wall:.2f} s, {spent:.2f} s of the processor")
    assert spent < BUDGET
