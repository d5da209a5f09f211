"""Documents that a preset is for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from textlint_pt.text.document import Document


class Recogniser(ABC):
    """Says which documents its `preset` holds for where none was chosen. It must be cheap."""

    preset: ClassVar[str]

    @abstractmethod
    def recognises(self, document: Document) -> bool:
        """Return whether this is a document of that kind."""
