"""Security headers on every answer, no server name, and the check that a form came from our own page."""

from typing import Any

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFError, CSRFProtect
from gunicorn.http import wsgi

HEADERS = {
    # No inline script or style anywhere: a name that slips through as markup stays text.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Other sites learn nothing; our own forms need it: over https they are held to the page that they came from.
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
HTTPS_ALONE = "max-age=31536000"  # for this host: what its subdomains speak is not ours to say
KEPT_NOWHERE = "no-store, private"


def add_headers(app: Flask) -> None:
    """Send the headers with every answer. Unless an answer says otherwise itself, no browser and no cache keeps it."""

    @app.after_request
    def _headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure:
            response.headers.setdefault("Strict-Transport-Security", HTTPS_ALONE)
        response.headers.setdefault("Cache-Control", KEPT_NOWHERE)
        return response


class NamelessResponse(wsgi.Response):
    """An answer without a Server header; gunicorn has no setting for that."""

    def default_headers(self) -> list[str]:
        return [line for line in super().default_headers() if not line.startswith("Server:")]


def leave_out_the_name() -> None:
    """Let every answer of this process be one of these."""
    wsgi.Response = NamelessResponse  # type: ignore[misc] # the one place from which gunicorn makes them


class FormCheck(CSRFProtect):  # type: ignore[misc] # Flask-WTF has no types
    """Flask-WTF's check; a Referer that is no address is refused as well, where that one would fail."""

    def protect(self, *words: Any, **parts: Any) -> None:
        """Raise `CSRFError` for a form that is not ours."""
        try:
            super().protect(*words, **parts)
        except ValueError as error:
            raise CSRFError("The Referer header is no address.") from error
