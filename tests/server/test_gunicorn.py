"""What must hold inside gunicorn, which `server/connections` knows; docs/server.md says what depends on it."""

import inspect
from types import SimpleNamespace
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.http import Request, wsgi
from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.access.own_connection import ENVIRON_KEY
from scorekeeper.server.connections.connection import Connection
from scorekeeper.server.connections.processes import GracefulArbiter
from scorekeeper.server.connections.worker import Worker, WorkerResponse
from tests.each_case import each_case

REPLACED: dict[type, tuple[type, set[str]]] = {
    Worker: (
        ThreadWorker,
        {
            "accept",
            "check_config",
            "finish_request",
            "handle_request",
            "load_wsgi",
            "murder_keepalived",
            "murder_pending",
            "notify",
            "wait_for_and_dispatch_events",
            "_cap_keepalive",
        },
    ),
    Connection: (TConn, {"init"}),
    WorkerResponse: (wsgi.Response, {"default_headers"}),
    GracefulArbiter: (Arbiter, {"handle_int", "handle_hup"}),
}
"""The methods of gunicorn that ours replace."""

READ: dict[type, set[str]] = {
    ThreadWorker: {"age", "alive", "booted", "cfg", "nr_conns", "poller", "worker_connections", "enqueue_req"},
    TConn: {"cfg", "client", "data_ready", "initialized", "parser", "server", "sock", "close"},
    Request: {"force_close", "scheme", "version", "unreader"},
    Unreader: {"take_buffered"},
    Arbiter: {"handle_term"},
}
"""What else ours read, set or call of gunicorn's."""


@each_case("ours", list(REPLACED))
def test_methods_that_ours_replace_take_the_same(ours: type) -> None:
    """What ours defines and theirs does not is ours alone; a method that gunicorn renames would never be called."""
    theirs, expected = REPLACED[ours]
    replaced = {name for name in vars(ours) if callable(getattr(theirs, name, None)) and not name.startswith("__")}
    for name in replaced:
        own, known = (list(inspect.signature(getattr(kind, name)).parameters) for kind in (ours, theirs))
        assert own == known, f"gunicorn's {theirs.__name__}.{name} takes {known}: see what {ours.__name__} makes of it"
    assert replaced == expected, f"gunicorn's {theirs.__name__} no longer has {expected - replaced}"


@each_case("theirs", list(READ))
def test_what_ours_read_is_there(theirs: type) -> None:
    begin = [vars(kind)["__init__"] for kind in theirs.__mro__[:-1] if "__init__" in vars(kind)]
    begun = {name for each in begin for name in each.__code__.co_names}
    missing = {name for name in READ[theirs] if not hasattr(theirs, name) and name not in begun}
    assert not missing, f"gunicorn's {theirs.__name__} no longer has {missing}"


def test_answers_are_made_by_the_name_that_we_replace() -> None:
    assert "Response" in wsgi.create.__code__.co_names, "gunicorn.http.wsgi.create no longer looks `Response` up"


def test_request_has_its_connection() -> None:
    asked: Any = SimpleNamespace(body=None, method="GET", query="", uri="/", version=(1, 1))
    connection: Any = object()
    assert wsgi.default_environ(asked, connection, Config())[ENVIRON_KEY] is connection


def test_answer_names_no_server() -> None:
    sent: list[bytes] = []
    sock: Any = SimpleNamespace(sendall=sent.append)
    request: Any = SimpleNamespace(version=(1, 1), method="GET", should_close=lambda: False)
    config: Any = SimpleNamespace(is_ssl=False, sendfile=False)
    response = WorkerResponse(request, sock, config)
    response.start_response("200 OK", [("Content-Length", "4")])
    response.write(b"page")
    response.close()
    head, _, body = b"".join(sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Server:" not in head
    assert body == b"page"
