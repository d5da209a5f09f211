"""The header `Plural-Forms` of gettext catalogues: how many forms, and which one a number has."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NamedTuple

from textlint_pt.text.regex import regex

_COUNT = regex(r"nplurals\s*=\s*([^\s;]*)")
_EXPRESSION = regex(r"plural\s*=\s*([^;]*)")
_TOKEN = regex(r"\s*(\d+|n|&&|\|\||[=!<>]=|[-+*/%<>?:()!])")
#: numbers for which an expression is tried, as gettext does
_TRIED = 1001
_DEEPEST = 50

_Value = Callable[[int], int]
_LEVELS: tuple[dict[str, Callable[[int, int], int]], ...] = (
    {"||": lambda a, b: int(bool(a or b))},
    {"&&": lambda a, b: int(bool(a and b))},
    {"==": operator.eq, "!=": operator.ne},
    {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": operator.floordiv, "%": operator.mod},
)


class PluralForms(NamedTuple):
    """How many forms a header promises, 0 if it does not say, and what is wrong with it: a name,
    "" if nothing."""

    forms: int
    fault: str = ""


def plural_forms(header: str) -> PluralForms:
    """Return the number of plural forms of a header, and what is wrong with it."""
    count, expression = _COUNT.search(header), _EXPRESSION.search(header)
    if count is None or expression is None:
        return PluralForms(0, "plural-header")
    number = int(count[1]) if count[1].isdecimal() and len(count[1]) < 5 else 0
    if not number:
        return PluralForms(0, "plural-expression")
    try:
        form = _Expression(expression[1]).read()
        highest = max(map(form, range(_TRIED)))
        lowest = min(map(form, range(_TRIED)))
    except (ValueError, ZeroDivisionError):
        return PluralForms(number, "plural-expression")
    return PluralForms(number, "" if highest < number and lowest >= 0 else "plural-range")


class _Expression:
    """An expression of C over `n`; `ValueError` if it is none."""

    def __init__(self, text: str) -> None:
        """Split an expression into tokens; `ValueError` at an unknown character."""
        self._tokens: list[str] = []
        position, text = 0, text.strip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise ValueError(text)
            self._tokens.append(match[1])
            position = match.end()
        self._position = self._depth = 0

    def read(self) -> _Value:
        found = self._choice()
        if self._position < len(self._tokens):
            raise ValueError(self._tokens[self._position])
        return found

    def _take(self, *tokens: str) -> str:
        """Return the next sign if it is one of these, else ""."""
        if self._position < len(self._tokens) and self._tokens[self._position] in tokens:
            self._position += 1
            return self._tokens[self._position - 1]
        return ""

    def _expect(self, token: str) -> None:
        if not self._take(token):
            raise ValueError(token)

    def _choice(self) -> _Value:
        """Parse a conditional expression (`a ? b : c`)."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("nested too deep")
        condition = self._binary(0)
        if self._take("?"):
            yes = self._choice()
            self._expect(":")
            no = self._choice()
            test = condition
            condition = lambda n: yes(n) if test(n) else no(n)  # noqa: E731
        self._depth -= 1
        return condition

    def _binary(self, level: int) -> _Value:
        """Parse binary operators from a level of precedence on."""
        if level == len(_LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while operator := self._take(*_LEVELS[level]):
            value = _joined(_LEVELS[level][operator], value, self._binary(level + 1))
        return value

    def _unary(self) -> _Value:
        """Parse a negation, parentheses, `n` or a number."""
        if self._take("!"):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise ValueError("nested too deep")
            inner = self._unary()
            self._depth -= 1
            return lambda n: int(not inner(n))
        if self._take("("):
            inner = self._choice()
            self._expect(")")
            return inner
        if self._take("n"):
            return lambda n: n
        if self._position < len(self._tokens) and self._tokens[self._position].isdecimal():
            number = int(self._tokens[self._position][:20])
            self._position += 1
            return lambda n: number
        raise ValueError("no operand")


def _joined(operation: Callable[[int, int], int], left: _Value, right: _Value) -> _Value:
    return lambda n: int(operation(left(n), right(n)))
