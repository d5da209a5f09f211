"""The languages of programs: which files, which grammar of tree-sitter, and what in it is prose."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """`package` is the module of the grammar, `function` what gives it; `comments` and `strings`
    are patterns of tree-sitter queries. Strings that stand alone, as documentation does in Python,
    count as comments."""

    endings: tuple[str, ...]
    package: str
    comments: str = "(comment) @comment"
    strings: str = "(string) @string"
    function: str = "language"


_C = Language(
    (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".ino"),
    "tree_sitter_cpp",  # C is close enough to its subset, and comments are the same
    strings="(string_literal) @string (raw_string_literal) @string",
)
_SCRIPT_STRINGS = "(string) @string (template_string) @string"

LANGUAGES = (
    Language(
        (".py", ".pyi", ".pyw"),
        "tree_sitter_python",
        "(comment) @comment (expression_statement . (string) @comment .)",
    ),
    Language(
        (".js", ".mjs", ".cjs", ".jsx", ".tsx"),
        "tree_sitter_typescript",
        strings=f"{_SCRIPT_STRINGS} (jsx_text) @string",
        function="language_tsx",
    ),
    Language(
        (".ts", ".mts", ".cts"),
        "tree_sitter_typescript",
        strings=_SCRIPT_STRINGS,
        function="language_typescript",
    ),
    Language(
        (".java",),
        "tree_sitter_java",
        "(line_comment) @comment (block_comment) @comment",
        "(string_literal) @string",
    ),
    Language(
        (".cs",),
        "tree_sitter_c_sharp",
        strings=(
            "(string_literal) @string (verbatim_string_literal) @string"
            " (raw_string_literal) @string (interpolated_string_expression) @string"
        ),
    ),
    Language(
        (".go",),
        "tree_sitter_go",
        strings="(interpreted_string_literal) @string (raw_string_literal) @string",
    ),
    Language(
        (".rs",),
        "tree_sitter_rust",
        "(line_comment) @comment (block_comment) @comment",
        "(string_literal) @string (raw_string_literal) @string",
    ),
    Language((".rb", ".rake", ".gemspec"), "tree_sitter_ruby"),
    Language(
        (".php",),
        "tree_sitter_php",
        strings="(string) @string (encapsed_string) @string",
        function="language_php",
    ),
    _C,
    Language(
        (".sh", ".bash", ".zsh", ".ksh"),
        "tree_sitter_bash",
        strings="(string) @string (raw_string) @string",
    ),
    Language(
        (".sql",),
        "tree_sitter_sql",
        "(comment) @comment (marginalia) @comment",
        "(literal) @string",
    ),
    Language(
        (".yml", ".yaml"),
        "tree_sitter_yaml",
        strings=(
            "(plain_scalar) @string (single_quote_scalar) @string (double_quote_scalar) @string"
        ),
    ),
    Language((".toml",), "tree_sitter_toml"),
)
BY_ENDING = {ending: language for language in LANGUAGES for ending in language.endings}
