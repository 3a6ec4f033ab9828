"""Bodies that come in chunks, without saying how long they are: counted, so that the limit holds for them too.

Werkzeug reads such a body up to the limit and takes that for all of it, so a file would come in cut off.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING

from scorekeeper.server.arriving import LARGEST_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class CountedBodies:
    """Gives each body a length before the app sees it; one byte past the limit is enough for the app to refuse it."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "CONTENT_LENGTH" not in environ and environ.get("wsgi.input_terminated"):
            body = environ["wsgi.input"].read(LARGEST_BODY + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
            environ.pop("HTTP_TRANSFER_ENCODING", None)  # with it no length counts
        return self._app(environ, start_response)
