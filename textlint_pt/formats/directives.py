"""Directives and roles of Sphinx and of what extends it, by what their text is."""

from __future__ import annotations

from textlint_pt.formats.markup import listed

CODE = listed("sphinx.code")
WITH_LANGUAGE = listed("sphinx.with-language")
SILENT = listed("sphinx.silent")
BODIES = listed("sphinx.bodies")
VERSIONS = listed("sphinx.versions")
TITLED = listed("sphinx.titled")
ARGUED = listed("sphinx.argued")

# Roles whose text is prose. Every other role, known or not, contains code, a name or a key.
PROSE_ROLES = listed("sphinx.prose-roles")
LINK_ROLES = listed("sphinx.link-roles")
