"""The page about https: what a phone misses without it, why a browser warns, and the certificate to install."""

from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, abort, current_app, make_response, render_template, request

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import keep_cookie, own_cookie
from scorekeeper.access.setup import is_this_machine

pages = Blueprint("secure", __name__, url_prefix="/https")

AUTHORITY, FINGERPRINT = "AUTHORITY_CERTIFICATE", "AUTHORITY_FINGERPRINT"
"""The configuration key for the certificate that phones install (as PEM) and its fingerprint, if there is one."""

HTML = "text/html"


SEEN = "scorekeeper_https"
"""The cookie of a browser that has already shown what it misses."""


@pages.get("", role=ANYONE)
def show() -> Response:
    answer = make_response(_page(None))
    keep_cookie(answer, SEEN, "seen")
    return answer


def is_first_on_http() -> bool:
    """Whether this phone uses plain http, and has not shown yet what it misses."""
    return not request.is_secure and own_cookie(SEEN) is None and not _on_this_machine()


def _on_this_machine() -> bool:
    return is_this_machine(urlsplit(request.host_url).hostname)


@pages.get("/certificate.crt", role=ANYONE)
def certificate() -> Response:
    """Send the certificate of the server's authority; iOS and Android offer to install a file of this type."""
    content = current_app.config.get(AUTHORITY) or abort(404)
    return Response(
        content,
        mimetype="application/x-x509-ca-cert",
        headers={"Content-Disposition": "attachment; filename=scorekeeper.crt"},
    )


def _page(asked: str | None) -> str:
    """The page; `asked` is the https URL of the requested page."""
    return render_template(
        "secure.html",
        asked=asked,
        own=AUTHORITY in current_app.config,
        fingerprint=current_app.config.get(FINGERPRINT),
        secure=request.is_secure,
    )


def lead_to_https(app: Flask) -> None:
    """Let templates know whether to say what plain http misses.

    On a server with its own certificate, show this page instead of any page requested over plain http. Taps waiting on
    a phone, scripts and the API still work there. A browser on this machine needs no https.
    """
    app.add_template_global(is_first_on_http)

    @app.before_request
    def _lead() -> str | None:
        if AUTHORITY not in app.config or request.is_secure or request.method != "GET":
            return None
        is_page = request.headers.get("Accept", "").startswith(HTML)
        if not is_page or request.blueprint == pages.name or _on_this_machine():
            return None
        return _page(f"https://{request.host}{request.script_root}{request.full_path.rstrip('?')}")
