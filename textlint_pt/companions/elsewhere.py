"""What other catalogues of a run have for the sources of one: translations that are not its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from textlint_pt.contract.errors import Unreadable
from textlint_pt.text.document import Document, Elsewhere, State

#: the same string in so many other files is enough
_MAX_PER_STRING = 3


class Catalogues:
    """The translations of several files, by language and source.

    `read` gives a file that holds strings with their sources; of any other nothing is kept.
    """

    def __init__(self, paths: Iterable[str], read: Callable[[str], Document | None]) -> None:
        """Index the translated units of all files by target language and source."""
        self._targets_by_path: dict[str, dict[tuple[str, str], str]] = {}
        self._by_source: defaultdict[tuple[str, str], list[Elsewhere]] = defaultdict(list)
        for path in paths:
            try:
                document = read(path)
            except Unreadable:
                continue  # what is linted says so
            targets = self._targets_by_path.setdefault(path, {})
            for unit in document.units if document else ():
                if unit.state is not State.TRANSLATED or unit.source is None:
                    continue
                assert document is not None
                source, target = unit.source.text.strip(), unit.target.text.strip()
                key = unit.target_language.lower(), source
                targets[key] = target
                line, _ = document.position(unit.target.span().start)
                self._by_source[key].append(Elsewhere(source, target, path, line))

    def differing(self, path: str) -> tuple[Elsewhere, ...]:
        """Return other files' translations of a file's sources that differ from its own."""
        found: list[Elsewhere] = []
        for key, target in self._targets_by_path.get(path, {}).items():
            differing = [
                one for one in self._by_source[key] if one.path != path and one.target != target
            ]
            found += differing[:_MAX_PER_STRING]
        return tuple(found)
