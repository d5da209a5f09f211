"""JSON that may be shown on a terminal."""

from __future__ import annotations

import json
import re
from typing import Any

#: what JSON allows as it is and a terminal obeys: control characters, and what reorders text
_STEERING = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def dumps(value: Any, indent: int | None = None) -> str:
    """JSON in UTF-8 that is safe to show on a terminal: what would steer it is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _STEERING.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
