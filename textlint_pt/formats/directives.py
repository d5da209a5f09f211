"""Directives and roles of Sphinx and of what extends it, by what their text is."""

from __future__ import annotations

from textlint_pt.formats.markup import words

CODE = words(
    "code code-block sourcecode highlight literalinclude math raw parsed-literal productionlist "
    "graphviz digraph graph uml plantuml mermaid testcode testoutput testsetup testcleanup doctest "
    "prompt jinja exec ipython plot inheritance-diagram"
)
WITH_LANGUAGE = words("code code-block sourcecode highlight")
SILENT = words(
    "toctree contents sectnum section-numbering include image index meta title header footer "
    "replace unicode date role default-role default-domain highlightlang target-notes "
    "tabularcolumns currentmodule module namespace sectionauthor "
    "codeauthor moduleauthor youtube vimeo video audio bibliography autosummary autodoc "
    "automodule autoclass autofunction automethod autoexception autoattribute autodata click "
    "todolist cssclass php:namespace php:currentnamespace py:module py:currentmodule js:module "
    "grid-item-image button-link button-ref"
)
BODIES = words(  # whatever follows the name is prose
    "attention caution danger error hint important note tip warning seealso todo "
    "epigraph highlights pull-quote compound glossary hlist line-block centered"
)
VERSIONS = words("versionadded versionchanged deprecated versionremoved deprecated-removed")
TITLED = words(  # the argument is a title, the body prose
    "admonition topic sidebar rubric table list-table tab tab-item dropdown card grid-item-card "
    "details collapse"
)
ARGUED = words(  # the argument is not prose, the body is
    "figure only ifconfig container class rst-class tabs tab-set tab-set-code "
    "grid grid-item grid-row card-carousel function method attribute data exception describe "
    "object option cmdoption confval envvar program property decorator decoratormethod "
    "staticmethod classmethod setting template tag filter templatetag templatefilter "
    "django-admin directive"
)

# Roles whose text is prose. Every other role, known or not, contains code, a name or a key.
PROSE_ROLES = words(
    "term abbr abbreviation ac acronym emphasis strong sub sup subscript superscript title "
    "title-reference t guilabel dfn"
)
LINK_ROLES = words("ref doc any numref download index term std:ref std:doc std:term")
