"""Rules that the configuration declares, beside those that plugins bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError

if TYPE_CHECKING:
    from textlint_pt.contract.rule import Rule
    from textlint_pt.registry.plugins import Plugins

#: the key of declared rules
KEY = "custom-rules"


def declared(layers: Sequence[Layer]) -> dict[str, Layer]:
    """Return the layer that declares each rule, by code: of several the last."""
    return {code: layer for layer in layers for code in layer.values.get(KEY, {})}


def with_custom_rules(plugins: Plugins, layers: Sequence[Layer]) -> Plugins:
    """Return the plugins with the rules that layers declare, or raise `UserError`."""
    if not (found := declared(layers)):
        return plugins
    from dataclasses import replace

    import msgspec

    from textlint_pt.custom.declarations import AnyDeclaration
    from textlint_pt.custom.rules import BadDeclaration, CustomRule, rule_class

    plugin_rules = {
        c: rule for c, rule in plugins.rules.items() if not issubclass(rule, CustomRule)
    }
    rules: dict[str, type[Rule]] = dict(plugin_rules)
    code_by_name = {rule.declared.name: code for code, rule in plugin_rules.items()}
    for code, layer in found.items():
        if existing := plugin_rules.get(code):
            raise UserError(
                f"{layer.place(KEY, code)}: {existing.declared.name} has this code: choose another"
            )
        try:
            declaration = msgspec.convert(layer.values[KEY][code], AnyDeclaration)
            rule = rule_class(code, declaration, layer.file)
        except msgspec.ValidationError as error:
            raise UserError(f"{layer.place(KEY, code)}: {error}") from error
        except BadDeclaration as error:
            raise UserError(f"{layer.place(KEY, code, *error.keys)}: {error}") from error
        name = rule.declared.name
        if (other := code_by_name.setdefault(name, code)) != code:
            raise UserError(f"{layer.place(KEY, code, 'name')}: {other} has the name {name}")
        rules[code] = rule
    return replace(plugins, rules=rules)
