"""The web server: listens, and serves with gunicorn (one process with threads) or, on Windows, waitress."""

import errno
import ipaddress
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from scorekeeper.core.words.language import translate as _
from scorekeeper.server.certificates import CERTIFICATES, OwnCertificates
from scorekeeper.server.connections.incoming_request import MAX_DRAIN_BYTES
from scorekeeper.server.settings import BadSetting
from scorekeeper.web.https_help import AUTHORITY, FINGERPRINT

BACKLOG = 512  # connections that can queue while the app starts
PORTS_TO_TRY = 50  # ports to try above a busy one, to suggest a free one


class CannotListen(Exception):
    """Cannot listen there; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """A server's URL on this machine and on the network, or why the network cannot reach it."""

    here: str
    network: str | None
    why_none: str = ""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket (port 0: any free one). Raises `CannotListen`."""
    try:
        return _listener(host, port)
    except OSError as error:
        raise CannotListen(_listen_error(host, port, error)) from error


def addresses(host: str, listener: socket.socket, scheme: str = "http") -> Addresses:
    """The URLs of a server that listens on `host`; this machine always uses plain http, which is secure there."""
    bound, port = listener.getsockname()[:2]
    address = ipaddress.ip_address(bound.split("%")[0])
    if address.is_loopback:
        return Addresses(_url(host, port), None, _("--host {host} keeps phones out", host=host))
    if not address.is_unspecified:
        return Addresses(_url(host, port, scheme), _url(host, port, scheme))
    here, on_network = _url("127.0.0.1", port), network_address()
    if on_network is None:
        return Addresses(here, None, _("this machine is on no network"))
    return Addresses(here, _url(on_network, port, scheme))


def likely_address(port: int) -> str:
    """Where phones on the same network most likely reach a server on this machine."""
    return _url(network_address() or "127.0.0.1", port)


def _listener(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, address = found[0]
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)


def _listen_error(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return _(
            "There is no host {host}. Use --host 0.0.0.0 (every network), 127.0.0.1 (this machine) or an address",
            host=host,
        )
    if error.errno == errno.EADDRINUSE:
        free = next((other for other in range(port + 1, port + PORTS_TO_TRY) if _is_free(host, other)), 0)
        return _("Port {port} is in use, perhaps by Scorekeeper itself. Use --port {free}", port=port, free=free)
    if error.errno == errno.EACCES:
        return _("Port {port} is not allowed here. Use one above 1023, for example --port 8000", port=port)
    if error.errno == errno.EADDRNOTAVAIL:
        return _("{host} is not an address of this machine. Use --host 0.0.0.0 to listen on all of them", host=host)
    return _("Cannot listen on {host}, port {port} ({why})", host=host, port=port, why=str(error.strerror or error))


def _is_free(host: str, port: int) -> bool:
    try:
        _listener(host, port).close()
    except (OSError, OverflowError):
        return False
    return True


def network_address() -> str | None:
    """This machine's address on its network, None if it has none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: nothing is sent
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def _url(host: str, port: int, scheme: str = "http") -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def use_own_certificates(app: Flask) -> OwnCertificates:
    """Answer over https too, with certificates of the instance's own. Raises `BadSetting`."""
    if sys.platform == "win32":
        raise BadSetting(_("On Windows, --https is not available. Put a proxy in front, such as Caddy"))
    own = OwnCertificates(Path(app.instance_path))
    app.config[CERTIFICATES] = own
    app.config[AUTHORITY], app.config[FINGERPRINT] = own.authority.pem, own.authority.fingerprint
    return own


IDLE_TIMEOUT = 30  # seconds after which waitress closes an idle connection


def serve(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on this socket until stopped, in as many processes as the app was built for.

    Calls `ready` once clients can connect and a signal can stop it.
    """
    if sys.platform == "win32":
        _waitress(app, listener, ready)
    else:
        from scorekeeper.server.connections.processes import run  # noqa: PLC0415 - gunicorn is not there on Windows

        run(app, listener, ready)


def _waitress(app: Flask, listener: socket.socket, ready: Callable[[], None]) -> None:
    import waitress  # noqa: PLC0415 - only installed on Windows

    ready()
    waitress.serve(
        app,
        sockets=[listener],
        threads=64,
        asyncore_use_poll=True,
        connection_limit=1000,
        channel_timeout=IDLE_TIMEOUT,
        max_request_body_size=MAX_DRAIN_BYTES,
        ident=None,
        _quiet=True,
    )
