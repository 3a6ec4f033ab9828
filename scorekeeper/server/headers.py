"""The headers of every response: security headers, and nothing that identifies the server."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from scorekeeper.server.certificates import CERTIFICATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HEADERS = {
    # No inline scripts or styles: markup in a name can do nothing even if escaping fails.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Other sites see no Referer. Our own forms need one: over https, Flask-WTF checks it.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": (
        "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), "
        "encrypted-media=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), "
        "midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), xr-spatial-tracking=()"
    ),
}
HTTPS_ONLY = "Strict-Transport-Security"
HSTS = "max-age=31536000"
"""For this host only: subdomains may lack https. Not sent with our own certificate, which phones may not trust."""
NO_STORE = "no-store, private"
NOT_MODIFIED = "304"


class SecurityHeaders:
    """WSGI middleware: adds the headers that a response lacks, and forbids storing it unless it says otherwise.

    A 304 gets none: it has no content, and the browser keeps the headers that came with what it has.
    A Flask hook would add a twentieth to a short request.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._answer: WSGIApplication = app.wsgi_app
        plain = {**HEADERS, "Cache-Control": NO_STORE}
        self._plain = [(name.lower(), (name, value)) for name, value in plain.items()]
        self._secure = [*self._plain, (HTTPS_ONLY.lower(), (HTTPS_ONLY, HSTS))]

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        is_trusted = environ["wsgi.url_scheme"] == "https" and CERTIFICATES not in self._app.config
        added = self._secure if is_trusted else self._plain

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            if status.startswith(NOT_MODIFIED):
                return start_response(status, headers, *error)
            present = {name.lower() for name, _ in headers}
            missing = [header for name, header in added if name not in present]
            return start_response(status, [*headers, *missing], *error)

        return self._answer(environ, start)
