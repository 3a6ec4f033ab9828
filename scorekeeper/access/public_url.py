"""The app's public URL: links, QR codes and cookies go by it, and no other host is answered."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, request
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.access.refusals import WrongHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class AtPublicUrl:
    """WSGI middleware: a request to the URL's host counts as made to exactly that URL.

    A proxy may have dropped the port, or speak plain http to us where browsers speak https to it.
    """

    def __init__(self, app: "WSGIApplication", url: str) -> None:
        self.app = app
        self.scheme, self.host = urlsplit(url)[:2]

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["wsgi.url_scheme"] = self.scheme
        if host_is_trusted(environ.get("HTTP_HOST", "").lower(), [self.host]):
            environ["HTTP_HOST"] = self.host
        return self.app(environ, start_response)


def answer_only_at(app: Flask, url: str) -> None:
    """Make `url` (scheme and host, perhaps a port) the app's one address. Call it before anything judges requests."""
    app.wsgi_app = AtPublicUrl(app.wsgi_app, url)  # type: ignore[method-assign] # as Flask's documents do
    host = urlsplit(url).netloc

    @app.before_request
    def _is_meant() -> None:
        if request.host != host and request.endpoint != "static":  # the page that says so looks like the others
            raise WrongHost(f"This app is at {url}. Open it there.", url)
