"""Who may ask: looked at before anything else of a request.

Any page that a browser shows can send a form to a server on the same machine without asking first,
and a name that its owner points at 127.0.0.1 makes such a page look like our own. So a request
must name this machine (Host), and one that a page sends must come from a page or an extension that
may ask (Origin, or Sec-Fetch-Site where browsers send no Origin).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::\d{1,5})?")
#: who asks from inside a browser, or as one: extensions, applications, pages of this machine
_ORIGINS = re.compile(
    r"(?:moz-extension|chrome-extension|safari-web-extension)://[\w.-]+"
    r"|app://obsidian\.md|capacitor://localhost"
    r"|https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?"
)


class Guard:
    """Lets requests to `hosts` pass, besides addresses in numbers, which no name can stand for, and
    requests from `origins`, besides pages and extensions of this machine."""

    def __init__(self, hosts: Collection[str] = (), origins: Collection[str] = ()) -> None:
        self._hosts = {"localhost", *(name.lower() for name in hosts)}
        self._origins = {origin.rstrip("/").lower() for origin in origins}

    def refuses_host(self, host: str | None) -> bool:
        """Return whether a request for this host is none for us. A browser always names one."""
        if host is None:
            return False
        found = _HOST.fullmatch(host.strip())
        return found is None or not self._is_here(found[1].lower())

    def refuses_origin(self, origin: str | None, site: str | None, host: str | None) -> bool:
        """Return whether a page that is not allowed sent this (`site`: Sec-Fetch-Site)."""
        if origin is None:
            return site in ("cross-site", "same-site")
        origin = origin.strip()
        own = host is not None and origin.partition("://")[2] == host.strip()
        return not (own or origin.lower() in self._origins or _ORIGINS.fullmatch(origin))

    def _is_here(self, name: str) -> bool:
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name in self._hosts
        return True
