"""Repositories that nobody vouches for: what stands in one, and what is done with it.

Each case is built anew beside a secret and files of the user; `broken` says what it did that it may
not: change a file that was there, make one that no command may make, show a secret, end with an
internal error.
"""

from __future__ import annotations

import os
import re
import socket
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

#: words that stand only where nobody may read
SECRET = "ghp-segredo-do-cofre"
TEXT = (
    "A loja da vila fecha cedo ,sim, e o café fica aberto. O rio corre devagar devagar.\n\n"
    "Ninguém tem pressa de o atravessar, e a ponte fica junto da praça grande.\n"
)
#: what git keeps, the user's keys, and a draft that git ignores: each quotable if it were read
KEPT = f"[remote]\n\turl = https://{SECRET}@example.org\n\nO {SECRET} fica na praça grande.\n"
BASELINE = '{\n "version": 1,\n "findings": []\n}\n'
MADE = "textlint-pt-baseline.json"


class Place(NamedTuple):
    """Folders of a case: the repository, which is the current folder, and what is outside."""

    repository: Path
    outside: Path

    def put(self, name: str, content: str | bytes = TEXT, mode: int | None = None) -> Path:
        """A file of the repository."""
        path = self.repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        if mode is not None:
            path.chmod(mode)
        return path

    def link(self, name: str, target: str | Path) -> None:
        path = self.repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)


class Attack(NamedTuple):
    """What is built, and the commands that are run then, in turn; `makes` are files of the
    repository that may come into being or change, `status` the exit status if only one is right."""

    build: Callable[[Place], object]
    commands: Sequence[Sequence[str]]
    makes: frozenset[str] = frozenset()
    status: int | None = None
    says: str = ""


def prepared(folder: Path) -> Place:
    """A repository as it was cloned, with the files of the user around it."""
    place = Place(folder / "repository", folder / "outside")
    place.outside.mkdir(parents=True)
    for name in ("bashrc", "keys.md", "keys.json"):
        (place.outside / name).write_text(KEPT, encoding="utf-8")
    (place.outside / "ours.json").write_text(BASELINE, encoding="utf-8")
    for name in ("objects", "refs"):
        (place.repository / ".git" / name).mkdir(parents=True)
    for name in ("config", "HEAD", "notes.md", "notes.po"):
        place.put(f".git/{name}", KEPT)
    place.put(".git/ours.json", BASELINE)
    place.put(".git/hooks/pre-commit", "#!/bin/sh\n", 0o755)
    place.put(".gitignore", "/private/\n*.env\n")
    place.put("private/draft.md", KEPT)
    place.put("private/ours.json", BASELINE)
    place.put("keys.env", KEPT)
    place.put("id_rsa", KEPT)  # neither ignored nor of a kind that is read
    place.put("docs/a.md")
    return place


Snapshot = dict[str, tuple[int, bytes]]


def snapshot(folder: Path) -> Snapshot:
    """What stands below a folder: mode and content, or where a link leads."""
    found: Snapshot = {}
    waiting = [folder]
    while waiting:
        for path in waiting.pop().iterdir():
            about = path.lstat()
            content = b""
            if stat.S_ISDIR(about.st_mode):
                waiting.append(path)
            elif path.is_symlink():
                content = os.fsencode(path.readlink())
            elif stat.S_ISREG(about.st_mode) and about.st_size < 1_000_000:
                content = path.read_bytes()
            found[os.path.relpath(path, folder)] = about.st_mode, content
    return found


def broken(before: Snapshot, after: Snapshot, attack: Attack, said: str) -> list[str]:
    """What a case did that it may not."""
    allowed = {f"repository/{name}" for name in attack.makes}
    changed = {
        name
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name) and not name.startswith("cache")
    }
    wrong = [f"writes {name}" for name in sorted(changed - allowed)]
    if SECRET in said:
        wrong.append("shows the secret")
    if "Traceback" in said or re.search("internal error|erro interno", said):
        wrong.append("internal error")
    return wrong


# ------------------------------------------------------------------ a write that becomes execution

WRITE = ("baseline", "write", "docs", "--select", "GRA4")
ACCEPT = ("baseline", "prune", "docs", "--select", "GRA4")
#: where a configuration may want the baseline, none of which it gets
TARGETS = (
    *(".git/hooks/pre-commit", ".git/config", ".git/HEAD", ".git/new.json", ".git/ours.json"),
    *(".GIT/new.json", ".git./new.json", ".git /new.json", "git~1/new.json", ".Git/hooks/x.json"),
    *("docs/../.git/new.json", "./.git/new.json", ".g\u200cit/new.json", "docs/.git/new.json"),
    *("docs/a.md", "rules.yaml", "pyproject.toml", "package.json", "Makefile", "new.sh", "new"),
    *("../new.json", "../outside/ours.json", "../outside/bashrc", "/dev/stdout", "/dev/null"),
    *("private/new.json", "private/ours.json", "new.env", "run.json", "pipe.json", "socket.json"),
    *("out.json", "out-new.json", "inside.json", "folder/new.json", "git/new.json", "loop.json"),
    *("meta/new.json", "docs", "a\\0b.json", "", "x" * 300 + ".json", "no/folder/x.json"),
)


def targets(place: Place) -> None:
    """What stands at those of them that are there."""
    place.put("package.json", '{"version": 1, "scripts": {"test": "true"}}\n')
    place.put("pyproject.toml", "[project]\nname = 'x'\n")
    place.put("Makefile", "all:\n")
    place.put("run.json", BASELINE, 0o755)
    place.put("good.json", BASELINE)
    for name in ("HEAD", "objects/x", "refs/x"):
        place.put(f"meta/{name}", "")
    place.link("out.json", place.outside / "ours.json")
    place.link("out-new.json", place.outside / "new.json")
    place.link("inside.json", "good.json")
    place.link("folder", place.outside)
    place.link("git", ".git")
    place.link("loop.json", "loop.json")
    _pipe(place, "pipe.json")
    _socket(place, "socket.json")


def _pipe(place: Place, name: str) -> None:
    if hasattr(os, "mkfifo"):
        (place.repository / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(place.repository / name)


def _socket(place: Place, name: str) -> None:
    if hasattr(socket, "AF_UNIX"):
        here = Path.cwd()
        os.chdir(place.repository)  # its name may not be long
        with suppress(OSError), socket.socket(socket.AF_UNIX) as opened:
            opened.bind(name)
        os.chdir(here)


def _configured(text: str, *more: Callable[[Place], object]) -> Callable[[Place], None]:
    def build(place: Place) -> None:
        for one in more:
            one(place)
        place.put("rules.yaml", text)

    return build


def writes() -> Iterator[tuple[str, Attack]]:
    for target in TARGETS:
        text = f'baseline: "{target}"\n'
        # "" is no baseline: the usual one is written
        makes = frozenset([MADE] if not target else ())
        yield (
            f"baseline: {target[:30]}",
            Attack(_configured(text, targets), (WRITE, ACCEPT), makes, status=None if makes else 2),
        )
    for name, target in (
        ("out", "../outside/bashrc"),
        ("new", "../outside/new"),
        ("git", ".git/config"),
    ):

        def build(place: Place, target: str = target) -> None:
            place.link(MADE, target)

        yield f"the usual baseline is a link: {name}", Attack(build, (WRITE,), status=2)

        def configuration(place: Place, target: str = target) -> None:
            place.link("rules.yaml", target)

        # what is there and has no key of ours is another program's, and passed over
        theirs = name != "new"
        yield (
            f"rules.yaml is a link: {name}",
            Attack(
                configuration,
                (("init", "--force"), ("init",), WRITE),
                frozenset([".textlint-pt.yaml", MADE] if theirs else ()),
                status=None if theirs else 2,
            ),
        )

        def report(place: Place, target: str = target) -> None:
            place.link("report.html", target)

        yield (
            f"a report is a link: {name}",
            Attack(report, (("docs", "--output", "report.html", "--select", "GRA4"),), status=2),
        )
    for target in ("docs/a.md", ".git/config", "rules.yaml", "id_rsa", "../outside/bashrc"):
        yield (
            f"--output {target}",
            Attack(
                _configured("language: en\n"),
                (
                    ("docs/a.md", "--output", target, "--select", "GRA4"),
                    ("docs/a.md", "--output", f"json={target}", "--select", "GRA4"),
                    ("baseline", "write", "docs", "--baseline", target, "--select", "GRA4"),
                ),
                status=2,
            ),
        )
    for target in ("../../outside/keys.md", "../.git/notes.md", "../private/draft.md"):

        def fixed(place: Place, target: str = target) -> None:
            path = place.repository / "docs" / target
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(", ", " ,") + " Sim ,não.\n", encoding="utf-8")
            place.link("docs/b.md", target)

        yield (
            f"--fix of a link: {target}",
            Attack(
                fixed,
                (
                    ("docs", "--fix", "--quiet", "--select", "GRA4"),
                    ("docs/b.md", "--fix", "--quiet", "--format", "csv", "--select", "GRA404"),
                ),
                frozenset(["docs/a.md"]) | frozenset([target[3:]] if "private" in target else ()),
            ),
        )


# ------------------------------------------------------------------ secrets

KEYS = {
    "references": 'references: {{"docs/a.md": "{}"}}',
    "sources": 'sources: {{"docs/a.md": "{}"}}',
    "vocabulary": 'vocabulary: ["{}"]',
    "VOC001": 'rules: {{VOC001: {{vocabulary: "{}"}}}}',
    "lexicon": 'lexicon: "{}"',
    "memories": 'memories: ["{}"]',
    "baseline": 'baseline: "{}"',
    "extends": 'extends: "{}"',
    "models": 'models: {{masked-lm: "{}"}}\nprofile: gruen',
}
SECRETS = (
    *(".git/config", ".git/notes.md", ".git/notes.po", ".GIT/notes.md", "docs/../.git/notes.md"),
    *("private/draft.md", "keys.env", "id_rsa", "../outside/keys.md", "link.md", "git/notes.md"),
    *("link-to-draft.md", "folder/keys.md", "pipe.md", "zero.md", "/dev/zero", "/dev/stdin"),
    *("socket.md", "large.md", "loop.md", "docs", "a\\0b", "\\udc80", "", "x" * 5000, "~/keys.md"),
)
SHOWN = (("docs", "--format", "html", "--select", "TRA,RED001,VOC001"),)


def secret_files(place: Place) -> None:
    place.link("link.md", ".git/notes.md")
    place.link("link-to-draft.md", "private/draft.md")
    place.link("git", ".git")
    place.link("folder", place.outside)
    place.link("zero.md", "/dev/zero")
    place.link("loop.md", "loop.md")
    _pipe(place, "pipe.md")
    _socket(place, "socket.md")
    with (place.repository / "large.md").open("wb") as file:
        file.truncate(3_000_000_000)  # of holes


def secrets() -> Iterator[tuple[str, Attack]]:
    for key, text in KEYS.items():
        for target in SECRETS:
            yield (
                f"{key}: {target[:30]}",
                Attack(_configured(text.format(target) + "\n", secret_files), SHOWN),
            )
    for target in ("../.git/notes.md", "../private/draft.md", "../../outside/keys.md"):

        def build(place: Place, target: str = target) -> None:
            place.link("docs/b.md", target)
            place.link("docs/c", Path(target).parent)

        yield (
            f"a link among the texts: {target}",
            Attack(build, (("docs", "--select", "RED,GRA4"),)),
        )


# ------------------------------------------------------------------ special files, one bad file

LINT = ("docs", "--select", "RED001", "--format", "json", "--output", "report.json")
REPORTS = (LINT, ("baseline", "write", "docs", "--select", "RED001"))
#: the second names its file in rules.yaml
BOTH = frozenset(("report.json", MADE, "rules.yaml"))


def _large(place: Place, name: str) -> None:
    with place.put(name, "").open("wb") as file:
        file.truncate(3_000_000_000)


def _special() -> Iterator[tuple[str, Callable[[Place, str], object]]]:
    yield "a pipe", _pipe
    yield "a socket", _socket
    yield "a link to /dev/zero", lambda place, name: place.link(name, "/dev/zero")
    yield "a link to /dev/tty", lambda place, name: place.link(name, "/dev/tty")
    yield "a link to itself", lambda place, name: place.link(name, Path(name).name)
    yield "3 GB", _large


def special() -> Iterator[tuple[str, Attack]]:
    """Special files where a run looks by itself: a report and a baseline are written all the same,
    unless it is the configuration."""
    for what, make in _special():
        for name in ("docs/b.md", "docs/b.docx", ".gitignore", "docs/.gitignore"):

            def build(place: Place, name: str = name, make: Callable[..., object] = make) -> None:
                (place.repository / name).unlink(missing_ok=True)
                make(place, name)

            yield f"{what}: {name}", Attack(build, REPORTS, BOTH, status=0)
        for name in ("rules.yaml", "pyproject.toml", MADE):

            def configured(
                place: Place, name: str = name, make: Callable[..., object] = make
            ) -> None:
                make(place, name)

            yield f"{what}: {name}", Attack(configured, REPORTS, BOTH - {name})


def _deep(place: Place) -> None:
    here = Path.cwd()
    os.chdir(place.repository / "docs")
    for _ in range(1_100):
        Path("d").mkdir()
        os.chdir("d")
    Path("a.md").write_text(TEXT, encoding="utf-8")
    os.chdir(here)


def cleared(place: Place) -> None:
    """Take away folders that lie in so many that nothing else can take them away."""
    here = Path.cwd()
    os.chdir(place.repository / "docs")
    depth = 0
    while Path("d").is_dir() and not Path("d").is_symlink():
        os.chdir("d")
        depth += 1
    for _ in range(depth):
        for path in Path().iterdir():
            path.rmdir() if path.is_dir() else path.unlink()
        os.chdir("..")
    if depth:
        Path("d").rmdir()
    os.chdir(here)


def _nested(suffix: str) -> Callable[[Place], object]:
    return lambda place: place.put(f"docs/b{suffix}", nested(suffix, 3_000))


def nested(suffix: str, depth: int) -> bytes:
    """An office file of some 2 kB whose tables or sections stand in one another."""
    import io
    import zipfile

    if suffix == ".docx":
        names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        opened, closed = "<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"
        inner = "<w:p><w:r><w:t>A loja fecha cedo.</w:t></w:r></w:p>"
        part, begin, end = (
            "word/document.xml",
            f"<w:document {names}><w:body>",
            "</w:body></w:document>",
        )
    else:
        names = " ".join(
            f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
            for name in ("office", "text")
        )
        opened, closed = "<text:section>", "</text:section>"
        inner, part = "<text:p>A loja fecha cedo.</text:p>", "content.xml"
        begin = f"<office:document-content {names}><office:body><office:text>"
        end = "</office:text></office:body></office:document-content>"
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(part, begin + opened * depth + inner + closed * depth + end)
    return written.getvalue()


def _strange_name(place: Place) -> None:
    with suppress(OSError):  # a file system that takes UTF-8 only
        Path(os.fsdecode(os.fsencode(place.repository) + b"/docs/caf\xe9.md")).write_text(
            TEXT, encoding="utf-8"
        )


def _pipe_below(place: Place) -> None:
    place.put("docs/inner/b.md")
    _pipe(place, "docs/inner/rules.yaml")


def one_bad_file() -> Iterator[tuple[str, Attack]]:
    """What cannot be read among what can: status 0, a report and a baseline."""
    builds: dict[str, Callable[[Place], object]] = {
        "a name that is not UTF-8": _strange_name,
        "a name that is a pattern": lambda place: place.put("docs/[!a]*.md", b"\xe1\xe9"),
        "folders in folders": _deep,
        "tables in tables": _nested(".docx"),
        "sections in sections": _nested(".odt"),
        "an owner file of Word": lambda place: place.put("docs/~$a.docx", b"\x05Ana\0" * 30),
        "a lock of Emacs": lambda place: place.link("docs/.#a.md", "ana@host.1:2"),
        "ISO-8859-1": lambda place: place.put(
            "docs/b.md", "Não há maçãs à mão.\n".encode("latin-1")
        ),
        "5,000 digits": lambda place: place.put("docs/pt.json", f'{{"a": {"9" * 5_000}}}'),
        "a link to nothing": lambda place: place.link("docs/b.md", "gone.md"),
        "no archive": lambda place: place.put("docs/b.docx", b"PK\3\4" + b"x" * 500),
        "a bad line in .gitignore": lambda place: place.put(".gitignore", "!\n[\n\\\n*.env\n"),
        "50,000 lines in .gitignore": lambda place: place.put(
            ".gitignore", "".join(f"a{n}/**/b*.md\n" for n in range(50_000))
        ),
        "a configuration below that is a pipe": _pipe_below,
        "a configuration below": lambda place: (
            place.put("docs/inner/b.md"),
            place.put("docs/inner/rules.yaml", "presset: x\n"),
        ),
    }
    for name, build in builds.items():
        expected = 2 if "configuration" in name else 0
        makes = frozenset(["report.json"]) if expected else BOTH
        yield name, Attack(build, REPORTS, makes, status=expected)
    configurations = {
        "a zero byte in a path": 'vocabulary: "a\\0b"\n',
        "half of a pair in a path": 'vocabulary: "\\ud800"\n',
        "a zero byte in a mapping": 'references: {"docs/a.md": "a\\0b"}\n',
        "a circle of links": "extends: x.yaml\n",
        "itself": "extends: rules.yaml\n",
        "50,000 patterns": "exclude:\n" + "".join(f"- a{n}/**/b*.md\n" for n in range(50_000)),
        "a path of 5,000 letters": f"vocabulary: {'a' * 5_000}\n",
        "10,000 stars": f"exclude: ['{'*a' * 10_000}']\n",
    }
    for name, text in configurations.items():

        def circle(place: Place) -> None:
            place.link("x.yaml", "y.yaml")
            place.link("y.yaml", "x.yaml")

        expected = 0 if "stars" in name else 2
        yield (
            f"rules.yaml: {name}",
            Attack(_configured(text, circle), REPORTS, frozenset() if expected else BOTH, expected),
        )


# ------------------------------------------------------------------ trust in the base


def _planted(place: Place) -> None:
    """A bare repository among the texts, in whose HEAD they are as they are now."""
    for name in ("objects/x", "refs/heads/x"):
        place.put(f"docs/{name}", "")
    place.put("docs/HEAD", "ref: refs/heads/main\n")
    place.put("docs/config", "[core]\n\tbare = true\n\trepositoryformatversion = 0\n")


def bases() -> Iterator[tuple[str, Attack]]:
    for option in ("--diff-base", "--reference-rev", "--config", "--reference", "--source"):
        yield f"{option} ''", Attack(lambda place: None, (("docs/a.md", option, ""),), status=2)
    yield (
        "a repository among the texts",
        Attack(_planted, (("docs", "--diff-base", "HEAD", "--select", "GRA4"),), status=2),
    )


def cases() -> Iterator[tuple[str, str, Attack]]:
    """Every case: its group, its name and the attack."""
    groups = (writes, secrets, special, one_bad_file, bases)
    for group in groups:
        for name, attack in group():
            yield group.__name__.replace("_", " "), name, attack
