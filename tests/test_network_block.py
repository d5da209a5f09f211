"""The guard of `conftest.py` itself."""

from __future__ import annotations

import asyncio
import socket
import urllib.request

import pytest

from tests.conftest import NetworkBlocked


def test_test_suite_blocks_connections_to_the_internet() -> None:
    with socket.socket() as tcp, pytest.raises(NetworkBlocked, match="connect"):
        tcp.connect(("127.0.0.1", 9))
    with (
        socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as udp,
        pytest.raises(NetworkBlocked, match="sendto"),
    ):
        udp.sendto(b"", ("::1", 9))
    with pytest.raises(NetworkBlocked, match=r"example\.org"):
        socket.create_connection(("example.org", 80))
    with pytest.raises(NetworkBlocked):
        urllib.request.urlopen("http://127.0.0.1:9/")


async def test_network_block_of_tests_allows_event_loops_and_socket_pairs() -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"x")
        assert right.recv(1) == b"x"
    await asyncio.sleep(0)


@pytest.mark.loopback
def test_tests_allowed_to_use_loopback_cannot_reach_other_machines() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
        port = server.getsockname()[1]
    with socket.socket() as tcp, pytest.raises(NetworkBlocked, match="connect"):
        tcp.connect(("192.0.2.1", port))
    for name in ("example.org", "localhost"):
        with pytest.raises(NetworkBlocked, match=name):
            socket.getaddrinfo(name, port)
