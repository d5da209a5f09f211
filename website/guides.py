"""Pages that people wrote: those of `docs`, in Portuguese those of `docs/pt` where they exist."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from textlint_pt import shipped
from textlint_pt.report.messages import catalogue

WORDS = catalogue(Path(__file__).with_name("words.tsv"))
#: words that a rule's page comes first for in the search, by its code
SEARCHED = catalogue(Path(__file__).with_name("searched.tsv"))

_GUIDES = shipped.read_rows(Path(__file__).with_name("guides.tsv"))
#: what the guides are called in the Portuguese menu that have no Portuguese page, and what they say
TITLES = {name: title for name, title, _ in _GUIDES}
SUMMARIES = {name: summary for name, _, summary in _GUIDES}


ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
OWN = ROOT / "website" / "pages"
#: guides by part of the menu; one that is not there is left out
PARTS: dict[str, Sequence[str]] = {
    "use": (
        "settings", "score", "corrections", "ci", "docs-repository", "formats", "translation",
        "custom-rules", "rules-guide", "models", "python", "corpus", "security",
    ),
    "editors": (
        "editor", "editor-page", "editor-libreoffice", "server", "editor-vscode", "editor-neovim",
        "editor-helix", "editor-emacs", "editor-zed", "editor-kate",
    ),
    "extend": ("plugins", "CONTRIBUTING"),
    "background": (
        "measures", "measures/computed", "measures/findings", "measures/language",
        "measures/translations", "measures/texts", "measures/cost", "forms", "training", "site",
        "design", "CHANGELOG",
    ),
}  # fmt: skip
#: a span of code, in which nothing is a link, or where a link leads
_LINK = re.compile(r"`[^`\n]*`|(?<=\]\()(?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?(?=\))")
_INCLUDE = re.compile(r"(?m)^<!-- include: (\S+) -->$")
_TITLE = re.compile(r"(?m)^# (.+)$")


def pages(language: str) -> dict[str, str]:
    """Return the Markdown of all guides by file name."""
    found = {"index.md": (OWN / language / "index.md").read_text(encoding="utf-8")}
    for name in _guides():
        translated = DOCS / language / f"{name}.md"
        file = translated if language != "en" and translated.is_file() else _file(name)
        text = _with_links(file, file.read_text(encoding="utf-8"))
        text = _INCLUDE.sub(lambda match: _shown(ROOT / match[1]), text)
        note_key = None
        if language != "en":
            note_key = "only-english" if file != translated else None
            if file == translated and _file(name).resolve() in changed_since(translated):
                note_key = "newer"
        title = _TITLE.search(text)
        if note_key and title:
            note_text = WORDS[language][note_key].format(summary=SUMMARIES.get(name, ""))
            admonition = f'\n\n!!! note ""\n    {note_text}\n'
            text = text[: title.end()] + admonition + text[title.end() :]
            if note_key == "only-english":  # what is looked for in Portuguese is not found there
                text = f"---\nsearch: {{exclude: true}}\n---\n\n{text}"
        found[_page(name)] = text
    return found


@cache
def changed_since(file: Path) -> frozenset[Path]:
    """Return the files that differ from the commit that last changed `file`; none outside a
    clone."""
    commit = _git("log", "-1", "--format=%H", "--", str(file))
    names = _git("diff", "--name-only", commit).splitlines() if commit else []
    return frozenset((ROOT / name).resolve() for name in names)


def _git(*arguments: str) -> str:
    """Return the output of a Git command, "" if it fails."""
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return result.stdout.strip() if result.returncode == 0 else ""


def navigation(language: str) -> list[dict[str, Any]]:
    """Return the part of the menu that has the guides."""
    words, texts = WORDS[language], pages(language)

    def entry(name: str) -> dict[str, str]:
        file = _page(name)
        title = _TITLE.search(texts[file])
        if language != "en" and not (DOCS / language / f"{name}.md").is_file():
            return {f"{TITLES[name]} ({words['in-english']})": file}
        return {title[1].strip("`") if title else name: file}

    parts = {
        part: [entry(name) for name in names if _page(name) in texts]
        for part, names in PARTS.items()
    }
    parts["use"].append({words["presets"]: "presets.md"})
    parts["background"].insert(0, {words["papers"]: "sources.md"})
    return [
        {words["home"]: "index.md"},
        *({words[part]: entries} for part, entries in parts.items()),
    ]


def _guides() -> list[str]:
    return [name for names in PARTS.values() for name in names if _file(name).is_file()]


def _file(name: str) -> Path:
    return (ROOT if name.isupper() else DOCS) / f"{name}.md"


def _page(name: str) -> str:
    return f"{name.lower().replace('/', '-')}.md"


def _shown(file: Path) -> str:
    return f"```{file.suffix[1:]}\n{file.read_text(encoding='utf-8').rstrip()}\n```"


def _with_links(file: Path, text: str) -> str:
    """Return the text with links to guides as pages, and to files in the repository."""
    site = {_file(name).resolve(): _page(name) for name in _guides()}

    def target(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        path = (file.parent / match[1]).resolve()
        if path in site:
            return site[path] + (match[2] or "")
        if not path.exists():
            raise FileNotFoundError(f"{file}: {match[1]}")
        kind = "tree" if path.is_dir() else "blob"
        return f"{_repository()}/{kind}/main/{path.relative_to(ROOT)}{match[2] or ''}"

    return _LINK.sub(target, text)


def _repository() -> str:
    settings = yaml.safe_load((ROOT / "website" / "mkdocs.yml").read_text(encoding="utf-8"))
    return str(settings["repo_url"])
