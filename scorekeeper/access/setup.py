"""Adds access control to the app: role checks, secure cookies, trusted proxies, the public URL, URLs for others."""

import ipaddress
import threading
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, current_app, request, url_for
from flask.sessions import SecureCookieSessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.access.cookie import cookie_path, own_name, renew_cookie, secure_name
from scorekeeper.access.gate import add_parts, authorize, can_create_table, forget_names, may
from scorekeeper.access.limits import add_limits
from scorekeeper.access.live import add_live_streams
from scorekeeper.access.refusals import WrongHost
from scorekeeper.access.routes import check_roles, is_probe
from scorekeeper.access.texts import CountedRequest, refuse_long_texts
from scorekeeper.core.words.language import translate as _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Sessions(SecureCookieSessionInterface):
    """Flask's session cookie, until the browser ends; if set over https, browsers send it over https only."""

    def get_cookie_name(self, app: Flask) -> str:
        """Over https a name that browsers accept only over https, without a path only from this host too."""
        name = secure_name if request.is_secure else own_name
        return name(super().get_cookie_name(app), request.script_root)

    def get_cookie_path(self, _app: Flask) -> str:
        """The path of this instance."""
        return cookie_path()

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether this request came over https."""
        return request.is_secure


def guard(app: Flask) -> None:
    """Check the role on every route, and before every request. Call it after adding all routes.

    Raises `RuntimeError` for routes without a role, `ConfigurationError` if the limits cannot be counted as configured.
    """
    check_roles(app, add_parts(app))
    app.session_interface = Sessions()
    app.request_class = CountedRequest
    add_limits(app)
    add_live_streams(app)
    app.before_request(authorize)
    app.teardown_request(forget_names)
    app.before_request(refuse_long_texts)
    app.after_request(renew_cookie)
    app.add_template_global(may)
    app.add_template_global(can_create_table)


def trust_proxies(app: Flask, count: int, host: bool) -> None:
    """Trust this many proxies for the client's address and https, and with `host` also for the host name.

    A proxy that does not set X-Forwarded-Host would pass on what the client sent.
    """
    if not count:
        _warn_of_proxies(app)
    else:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign] # the way Flask's documentation does it
            app.wsgi_app, x_for=count, x_proto=count, x_host=count if host else 0
        )


def _warn_of_proxies(app: Flask) -> None:
    """Warn once about requests through an untrusted proxy, whose clients all count as one address."""
    warned = threading.Event()

    @app.before_request
    def _warn() -> None:
        if "X-Forwarded-For" in request.headers and not warned.is_set():
            warned.set()
            app.logger.warning(
                "Requests have X-Forwarded-For, but SCOREKEEPER_PROXIES is 0: everyone behind that proxy counts "
                "as one address, and https is not detected. If the proxy is yours, set the number of proxies.",
            )


class AtPublicUrl:
    """WSGI middleware: a request to the public URL's host counts as made to exactly that URL.

    A proxy may have dropped the port or the path, or may use plain http behind https.
    """

    def __init__(self, app: "WSGIApplication", url: str) -> None:
        self.app = app
        self.scheme, self.host, self.root = urlsplit(url)[:3]

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environ["wsgi.url_scheme"] = self.scheme
        if host_is_trusted(environ.get("HTTP_HOST", "").lower(), [self.host]):
            environ["HTTP_HOST"] = self.host
        if self.root:
            environ["SCRIPT_NAME"], path = self.root, environ["PATH_INFO"]
            if f"{path}/".startswith(f"{self.root}/"):
                environ["PATH_INFO"] = path.removeprefix(self.root)
        return self.app(environ, start_response)


def answer_only_at(app: Flask, url: str) -> None:
    """Make `url` the app's only address: scheme, host, perhaps a port and a path below which everything is.

    Call it before adding other request checks.
    """
    app.wsgi_app = AtPublicUrl(app.wsgi_app, url)  # type: ignore[method-assign] # the way Flask's documentation does it
    host = urlsplit(url).netloc

    @app.before_request
    def _is_meant() -> None:
        needed_anywhere = request.endpoint == "static" or is_probe()  # the error page needs its styles
        if request.host != host and not needed_anywhere:
            raise WrongHost(_("This app is at {url}. Open it there.", url=url), url)


def address_for_others(endpoint: str, **values: Any) -> str:
    """The whole URL of a page.

    Opened on the server's own machine, a page has an address that leads other phones nowhere. They get the network's,
    where `scorekeeper serve` knows it.
    """
    url, network = url_for(endpoint, _external=True, **values), current_app.config.get("NETWORK_URL")
    asked = urlsplit(url)
    if network and not current_app.config["PUBLIC_URL"] and asked.scheme == "http" and is_this_machine(asked.hostname):
        return f"{network}{url.removeprefix(f'http://{asked.netloc}')}"
    return url


def is_this_machine(host: str | None) -> bool:
    """Whether a host name always means the machine that asks."""
    try:
        return host == "localhost" or ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False
