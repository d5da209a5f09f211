"""`python -m website`: write the pages and build the site (docs/site.md)."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import yaml

from textlint_pt.registry.documentation import DOCUMENTATION
from textlint_pt.report.messages import LANGUAGES
from website import demo, guides, rules
from website.guides import WORDS

HERE = Path(__file__).parent
ROOT = HERE.parent
BUILD = ROOT / "build"
#: pages that MkDocs reads, and the site it makes of them
PAGES, SITE = BUILD / "site-pages", BUILD / "site"


def write_pages(language: str, folder: Path, only: str = "") -> Path:
    """Write the pages in one language; return the configuration of MkDocs for them."""
    docs = folder / language
    shutil.rmtree(docs, ignore_errors=True)
    pages = rules.pages(language, only) | guides.pages(language)
    for name, text in pages.items():
        file = docs / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copytree(HERE / "assets", docs / "assets")
    (docs / demo.NAME).write_text(demo.page(language), encoding="utf-8")
    configuration = {
        "INHERIT": str(HERE / "mkdocs.yml"),
        "site_name": "textlint-pt",
        "site_description": WORDS[language]["description"],
        "site_url": f"{DOCUMENTATION}{language}/",
        "docs_dir": str(docs),
        "site_dir": str(SITE / language),
        "theme": {"language": language, "custom_dir": str(HERE / "theme")},
        "nav": [*guides.navigation(language), rules.navigation(language, only)],
        "extra": {
            "spoken": language,
            "alternate": [
                {"lang": other, "name": WORDS[other]["name"], "link": f"../{other}/index.html"}
                for other in LANGUAGES
            ],
        },
    }
    file = folder / f"mkdocs.{language}.yml"
    text = yaml.safe_dump(configuration, allow_unicode=True, sort_keys=False)
    file.write_text(text, encoding="utf-8")
    return file


def build(only: str = "") -> int:
    """Build every language into `build/site`; return MkDocs' exit status."""
    shutil.rmtree(SITE, ignore_errors=True)
    # Material prints an advertisement for its successor otherwise
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    for language in LANGUAGES:
        file = write_pages(language, PAGES, only)
        command = [sys.executable, "-m", "mkdocs", "build", "-f", str(file)]
        if not only:  # links to pages that were left out are no mistake
            command.append("--strict")
        result = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        if result.returncode:
            print(result.stderr, file=sys.stderr)
            return result.returncode
    shutil.copy(HERE / "index.html", SITE / "index.html")
    return 0


def main() -> int:
    """Build the site from the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("--only", default="", metavar="PREFIX", help="rules to make pages of")
    started = time.monotonic()
    status = build(parser.parse_args().only)
    if not status:
        print(f"{SITE.relative_to(ROOT)}: built in {time.monotonic() - started:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
