"""What a plugin is written against; every name here is imported when it is asked for.

docs/plugins.md tells what each of them is for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from textlint_pt.contract.alignment import Alignment as Alignment
    from textlint_pt.contract.alignment import Link as Link
    from textlint_pt.contract.alignment import NotAligned as NotAligned
    from textlint_pt.contract.analysis import Analysis as Analysis
    from textlint_pt.contract.analysis import DamagedResource as DamagedResource
    from textlint_pt.contract.analysis import DocumentAnalysis as DocumentAnalysis
    from textlint_pt.contract.analysis import Failed as Failed
    from textlint_pt.contract.analysis import MissingNeed as MissingNeed
    from textlint_pt.contract.analysis import Refused as Refused
    from textlint_pt.contract.analysis import Resource as Resource
    from textlint_pt.contract.analysis import SentenceAnalysis as SentenceAnalysis
    from textlint_pt.contract.categories import Categorised as Categorised
    from textlint_pt.contract.declared import Declared as Declared
    from textlint_pt.contract.declared import Scope as Scope
    from textlint_pt.contract.edits import ProposedEdit as ProposedEdit
    from textlint_pt.contract.errors import Unreadable as Unreadable
    from textlint_pt.contract.errors import UserError as UserError
    from textlint_pt.contract.faults import Fault as Fault
    from textlint_pt.contract.fetched import Fetched as Fetched
    from textlint_pt.contract.figures import Measured as Measured
    from textlint_pt.contract.format import Format as Format
    from textlint_pt.contract.format import Malformed as Malformed
    from textlint_pt.contract.format import Parsed as Parsed
    from textlint_pt.contract.forms import Forms as Forms
    from textlint_pt.contract.forms import Reading as Reading
    from textlint_pt.contract.hookspecs import hookimpl as hookimpl
    from textlint_pt.contract.late import late_rules as late_rules
    from textlint_pt.contract.measurement import Cost as Cost
    from textlint_pt.contract.measurement import Measurement as Measurement
    from textlint_pt.contract.measurement import Partial as Partial
    from textlint_pt.contract.metric import Metric as Metric
    from textlint_pt.contract.option import Option as Option
    from textlint_pt.contract.reporter import Reporter as Reporter
    from textlint_pt.contract.reporter import Segment as Segment
    from textlint_pt.contract.rule import Rule as Rule
    from textlint_pt.contract.search import Found as Found
    from textlint_pt.contract.search import Search as Search
    from textlint_pt.contract.search import Values as Values
    from textlint_pt.contract.suppression import SuppressionRule as SuppressionRule
    from textlint_pt.contract.suppression import Unused as Unused
    from textlint_pt.contract.translations import Translations as Translations
    from textlint_pt.contract.view import View as View
    from textlint_pt.contract.wording import Wording as Wording
    from textlint_pt.report.finding import Applicability as Applicability
    from textlint_pt.report.finding import Bar as Bar
    from textlint_pt.report.finding import Edit as Edit
    from textlint_pt.report.finding import Finding as Finding
    from textlint_pt.report.finding import Fix as Fix
    from textlint_pt.report.finding import Localised as Localised
    from textlint_pt.report.finding import Related as Related
    from textlint_pt.report.report import Report as Report
    from textlint_pt.report.severity import Severity as Severity
    from textlint_pt.text.document import Block as Block
    from textlint_pt.text.document import Comment as Comment
    from textlint_pt.text.document import Defect as Defect
    from textlint_pt.text.document import Document as Document
    from textlint_pt.text.document import Kind as Kind
    from textlint_pt.text.document import Markup as Markup
    from textlint_pt.text.document import MarkupKind as MarkupKind
    from textlint_pt.text.document import Note as Note
    from textlint_pt.text.document import Sentence as Sentence
    from textlint_pt.text.document import Span as Span
    from textlint_pt.text.document import State as State
    from textlint_pt.text.document import Text as Text
    from textlint_pt.text.document import TranslationUnit as TranslationUnit
    from textlint_pt.text.parse import ParsedWord as ParsedWord

#: names by the module that has them
_HOME = {
    "contract.alignment": "Alignment Link NotAligned",
    "contract.analysis": "Analysis DamagedResource DocumentAnalysis Failed MissingNeed Refused"
    " Resource SentenceAnalysis",
    "contract.categories": "Categorised",
    "contract.errors": "Unreadable UserError",
    "contract.edits": "ProposedEdit",
    "contract.faults": "Fault",
    "contract.fetched": "Fetched",
    "report.finding": "Applicability Bar Edit Finding Fix Localised Related",
    "contract.format": "Format Malformed Parsed",
    "contract.forms": "Forms Reading",
    "contract.hookspecs": "hookimpl",
    "contract.late": "late_rules",
    "contract.measurement": "Cost Measurement Partial",
    "contract.metric": "Metric",
    "contract.option": "Option",
    "contract.figures": "Measured",
    "contract.declared": "Declared Scope",
    "contract.rule": "Rule",
    "contract.search": "Found Search Values",
    "contract.suppression": "SuppressionRule Unused",
    "contract.translations": "Translations",
    "contract.view": "View",
    "contract.wording": "Wording",
    "report.report": "Report",
    "contract.reporter": "Reporter Segment",
    "report.severity": "Severity",
    "text.document": "Block Comment Defect Document Kind Markup MarkupKind Note Sentence Span State"
    " Text TranslationUnit",
    "text.parse": "ParsedWord",
}
_MODULES = {name: module for module, names in _HOME.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first used."""
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"textlint_pt.{module}"), name)
    globals()[name] = value
    return value
