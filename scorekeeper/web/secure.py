"""The page about https: what a phone misses without it, why a browser warns, and the certificate to install."""

from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.addresses import is_this_machine

pages = Blueprint("secure", __name__, url_prefix="/https")

AUTHORITY, FINGERPRINT = "AUTHORITY_CERTIFICATE", "AUTHORITY_FINGERPRINT"
"""Where the configuration has the certificate that phones install, as PEM, and its fingerprint, if there is one."""

A_PAGE = "text/html"


@pages.get("", role=ANYONE)
def show() -> str:
    return _page(None)


@pages.get("/certificate.crt", role=ANYONE)
def certificate() -> Response:
    """The certificate of the server's authority; iOS and Android offer to install a file of this type."""
    content = current_app.config.get(AUTHORITY) or abort(404)
    return Response(
        content,
        mimetype="application/x-x509-ca-cert",
        headers={"Content-Disposition": "attachment; filename=scorekeeper.crt"},
    )


def _page(asked: str | None) -> str:
    """The page; `asked` is the page that was asked for, as its address over https."""
    return render_template(
        "secure.html",
        asked=asked,
        own=AUTHORITY in current_app.config,
        fingerprint=current_app.config.get(FINGERPRINT),
        secure=request.is_secure,
    )


def lead_to_https(app: Flask) -> None:
    """On a server with a certificate of its own, show this page for each page that is asked for over plain http.

    Taps that wait on a phone, scripts and the API still work there. This machine's own browser needs no https.
    """

    @app.before_request
    def _lead() -> str | None:
        if AUTHORITY not in app.config or request.is_secure or request.method != "GET":
            return None
        is_page = request.headers.get("Accept", "").startswith(A_PAGE)
        if not is_page or request.blueprint == pages.name or is_this_machine(urlsplit(request.host_url).hostname):
            return None
        return _page(f"https://{request.host}{request.full_path.rstrip('?')}")
