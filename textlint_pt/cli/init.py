"""`textlint-pt init`: a rules.yaml to start from."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from textlint_pt.cli.language import language
from textlint_pt.config.config import CONFIG_FILES, is_ours, new_file, project
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import ours
from textlint_pt.formats import decoding

_ADDED = re.compile(r"(baseline|vocabulary): \S.*")
_ENGLISH = """\
# Settings of textlint-pt: `textlint-pt config show --origin` says what holds and why.
# Named set of rules and thresholds: default, docs, translation, gruen.
preset: default

# Language of messages: pt or en; without it, the terminal's.
# language: en

# Exit status 1 from this severity on: info, warning or error; and below this score (0-100).
fail-on: warning
# fail-under: 60

# Rules by code, beginning of a code, or name; DEFAULT: those that run where nothing is selected.
# `textlint-pt rules` lists them.
# select: [DEFAULT, RED006]
# ignore: [RED004]

# severity:
#   RED005: info

# Thresholds of redundancy in the preset generated, as shares of the shorter (edit: of the longer)
# sentence.
# rules:
#   RED001: {substring: 0.8}
#   RED002: {substring_words: 0.8}
#   RED003: {edit: 0.6}
#   RED004: {common: 0.8}

# Trusted translations and originals, by path from here; memories: TMX, PO or XLIFF files.
# references:
#   "docs/pt/**": "docs/pt-reference/**"
# sources:
#   "docs/pt/**": "docs/en/**"
# memories: []

# A file of the project's own words, one a line, which are no spelling mistakes; `deletar -> apagar`
# forbids a word. Rules of the project are declared under `custom-rules` (docs/custom-rules.md).
# vocabulary: ""

# Findings that were accepted: `textlint-pt baseline write` makes the file.
# baseline: textlint-pt-baseline.json

# Files never linted, and other settings for some paths (gitignore patterns).
# exclude: [vendor/]
# paths:
#   "docs/**": {preset: docs}
"""

_PORTUGUESE = """\
# Definições de textlint-pt: `textlint-pt config show --origin` diz o que vale e porquê.
# Conjunto de regras e limites, pelo nome: default, docs, translation, gruen.
preset: default

# Língua das mensagens: pt ou en; sem isto, a do terminal.
# language: pt

# Código de saída 1 a partir desta gravidade: info, warning ou error; e abaixo desta nota (0-100).
fail-on: warning
# fail-under: 60

# Regras por código, início de código ou nome; DEFAULT: as que se verificam por padrão.
# `textlint-pt rules` lista todas.
# select: [DEFAULT, RED006]
# ignore: [RED004]

# severity:
#   RED005: info

# Limites de redundância na predefinição generated, como parte da frase mais curta (edit: da mais
# longa).
# rules:
#   RED001: {substring: 0.8}
#   RED002: {substring_words: 0.8}
#   RED003: {edit: 0.6}
#   RED004: {common: 0.8}

# Traduções de confiança e originais, por caminho a partir daqui; memórias: TMX, PO ou XLIFF.
# references:
#   "docs/pt/**": "docs/pt-reference/**"
# sources:
#   "docs/pt/**": "docs/en/**"
# memories: []

# Lista das palavras do projeto, uma por linha, que não são erros de ortografia; `deletar -> apagar`
# proíbe uma palavra. As regras do projeto declaram-se em `custom-rules` (docs/custom-rules.md).
# vocabulary: ""

# Problemas que se aceitam: quem os escreve é `textlint-pt baseline write`.
# baseline: textlint-pt-baseline.json

# O que nunca se verifica, e outras definições para alguns caminhos (padrões de gitignore).
# exclude: [vendor/]
# paths:
#   "docs/**": {preset: docs}
"""


def template(language: str) -> str:
    """The commented rules.yaml in a language."""
    return _PORTUGUESE if language == "pt" else _ENGLISH


def init(force: bool) -> int:
    path = new_file(Path())
    for name in CONFIG_FILES:
        other = Path(name)
        if other == path or not other.is_file() or not is_ours(other):
            continue
        if CONFIG_FILES.index(name) < CONFIG_FILES.index(path.name):
            raise UserError(f"{other}: already exists, and is read in place of {path}")
        if not force:
            raise UserError(
                f"{other}: already exists; --force writes {path}, which is read instead"
            )
    text = template(language())
    if os.path.lexists(path) and not force:
        added = _added(path)
        if not added:
            raise UserError(f"{path}: already exists; --force replaces it")
        lines = (added.get(line[2:].partition(":")[0], line) for line in text.splitlines())
        text = "".join(f"{line}\n" for line in lines)
    kind = ours.Kind("configuration", (path.suffix,), lambda data: True)
    ours.write(str(path), text.encode(), kind, project(path))
    sys.stdout.write(f"{path}\n")
    return 0


def _added(path: Path) -> dict[str, str]:
    """The lines of a file that has only such as `baseline write` and `vocabulary add` make, by
    key."""
    if not path.is_file():
        return {}
    lines = decoding.read(str(path)).decode("utf-8", "replace").splitlines()
    found = [_ADDED.fullmatch(line) for line in lines]
    return {one[1]: one[0] for one in found if one} if all(found) else {}
