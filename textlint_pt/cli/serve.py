"""`textlint-pt serve` and `textlint-pt page`: texts over HTTP, and an editor in the browser."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from collections.abc import Mapping
from typing import Any

from textlint_pt.cli.language import translated
from textlint_pt.cli.output import complain
from textlint_pt.contract.errors import UserError

#: clients at once whose requests are read while others wait for their answers
THREADS, CONNECTIONS = 40, 200
#: seconds after which a connection on which nothing moves is closed
IDLE_SECONDS = 60
#: characters of a text, at most, unless `--max-length` says otherwise
MAX_CHARACTERS = 200_000
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(options: Mapping[str, Any], *, browser: bool = False) -> int:
    """Answer requests until the process is terminated; return 0, or raise `UserError`."""
    try:
        from waitress.server import create_server
    except ImportError as error:
        raise UserError("serving needs waitress: pip install waitress") from error
    from textlint_pt.cli.layers import read_layers
    from textlint_pt.registry.plugins import load
    from textlint_pt.server.application import LARGEST, Application
    from textlint_pt.server.guard import Guard
    from textlint_pt.server.judging import Judge

    logging.getLogger("waitress").setLevel(logging.CRITICAL)  # what it logs may name a request
    host: str = options["host"]
    layers = read_layers({**options, "paths": [os.curdir]})
    listening = _listen(host, options["port"])
    try:
        judge = Judge(layers, load(not options["no_plugins"]), complain)
        hosts = [*(options["allow_host"] or []), *([] if _is_everywhere(host) else [host])]
        application = Application(
            judge,
            Guard(hosts, options["allow_origin"] or []),
            longest=options["max_length"],
            may_write=host in _LOOPBACK,
            translated=translated,
        )
        server = create_server(
            application,
            sockets=[listening],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_SECONDS,
            max_request_body_size=LARGEST,
            max_request_header_size=LARGEST,  # a text may be in the query
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
    except BaseException:
        listening.close()
        raise
    address = _address(host, listening.getsockname()[1])
    sys.stdout.write(f"{translated(f'{address}: texts are checked here; Ctrl-C ends it')}\n")
    sys.stdout.flush()
    if browser:
        _open(address)
    server.run()  # which ends at an interrupt, or when it is told to
    return 0


def page(requested: Mapping[str, Any]) -> int:
    """Serve and open the page in the browser; only open it if a server runs already."""
    port: int = requested["port"]
    if port and _is_our_server(port):
        if requested["browser"]:
            _open(_address(_LOOPBACK[0], port))
        return 0
    options = {
        "host": _LOOPBACK[0],
        "allow_host": [],
        "allow_origin": [],
        "max_length": MAX_CHARACTERS,
    }
    return serve({**options, **requested}, browser=requested["browser"])


def _is_our_server(port: int) -> bool:
    """Return whether our server answers on a port."""
    import http.client

    connection = http.client.HTTPConnection(_LOOPBACK[0], port, timeout=1)
    try:
        connection.request("GET", "/v2/info")
        answer = connection.getresponse().read(1000)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return b"textlint-pt" in answer


def _open(address: str) -> None:
    import webbrowser

    threading.Timer(0.2, webbrowser.open, [address]).start()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on host and port, or raise `UserError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise UserError(
            f"{host}:{port}: cannot listen there: {reason}; --port 0 takes any that is free"
        ) from error


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if _is_everywhere(host) else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _is_everywhere(host: str) -> bool:
    return host in ("0.0.0.0", "::", "")
