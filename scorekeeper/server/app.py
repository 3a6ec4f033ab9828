"""The app factory: settings, storage, pages, and security headers on every response."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask_compress import Compress
from flask_wtf.csrf import CSRFError, CSRFProtect
from limits.errors import ConfigurationError

from scorekeeper import api, hooks, web
from scorekeeper.access import Route, guard
from scorekeeper.access.limits import check_limits
from scorekeeper.access.setup import answer_only_at, trust_proxies
from scorekeeper.core.words.language import translate as _
from scorekeeper.found_rooms import importable
from scorekeeper.server.access_log import DiscreetFlask, add_access_log, add_request_ids, print_app_log, print_log
from scorekeeper.server.connections.incoming_request import MAX_BODY_BYTES
from scorekeeper.server.declared_settings import DATABASE_URL, RATE_LIMIT_STORAGE, URL
from scorekeeper.server.headers import SecurityHeaders
from scorekeeper.server.instance import (
    base_config,
    exposed_paths,
    exposure_message,
    left_out_rooms,
    note_used,
    refuse_missing_database,
)
from scorekeeper.server.metrics import add_metrics
from scorekeeper.server.monitoring import add_health
from scorekeeper.server.settings import BadSetting, ServerSettings, read_settings, templates_folder
from scorekeeper.server.static_files import CompressedFiles, version_static_files
from scorekeeper.services.security_log import log as security_log
from scorekeeper.services.who_played import prepare
from scorekeeper.storage.backups import check_file
from scorekeeper.storage.cleaning import finish_cleaning
from scorekeeper.storage.setup import init_storage, is_postgres


class CsrfCheck(CSRFProtect):  # type: ignore[misc] # Flask-WTF has no types
    """Flask-WTF's CSRF check, which would crash on a Referer that is not a URL; this one refuses it."""

    def protect(self, *words: Any, **parts: Any) -> None:
        """Raise `CSRFError` unless the form is ours."""
        try:
            super().protect(*words, **parts)
        except ValueError as error:
            raise CSRFError("The Referer header is not a URL.") from error


A_YEAR = 365 * 24 * 3600


def build_app(overrides: Mapping[str, Any]) -> Flask:
    """Build the app from the settings and these overrides, and create or upgrade its database."""
    settings = read_settings()
    if "SQLALCHEMY_DATABASE_URI" not in overrides and not overrides.get("START_OVER"):
        refuse_missing_database(settings)
    app = DiscreetFlask("scorekeeper", instance_path=str(settings.instance), template_folder=str(templates_folder()))
    app.url_rule_class = Route
    app.config.from_mapping(_config(settings))
    app.config.from_mapping(overrides)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.wsgi_app = SecurityHeaders(app)  # type: ignore[method-assign] # the way Flask's documentation does it
    if app.config["PUBLIC_URL"]:
        answer_only_at(app, app.config["PUBLIC_URL"])
    csrf = CsrfCheck(app)
    _compress(app)
    init_storage(app, [room.keeps_score for room in hooks.parts() if room.keeps_score is not None])
    _check_processes(app)
    version_static_files(app)
    _print_logs(app, settings)
    _add_routes(app, csrf)
    _check_path(app)
    with _limits_counted(app):
        guard(app)
    trust_proxies(app, app.config["PROXIES"], app.config["FORWARDED_HOST"])
    _prepare(app)
    if "SQLALCHEMY_DATABASE_URI" not in overrides:
        note_used(settings)
    exposed = exposed_paths(settings.instance, app.config["SQLALCHEMY_DATABASE_URI"])
    for message in (*left_out_rooms(), *map(exposure_message, exposed)):
        app.logger.warning("%s", message)
    return app


def _prepare(app: Flask) -> None:
    """Prepare what the app stores, finish what was interrupted, and check that requests can be counted."""
    check_file(app.config["SQLALCHEMY_DATABASE_URI"])
    prepare(app)
    finish_cleaning(app)
    with _limits_counted(app):
        check_limits(app)


def _compress(app: Flask) -> None:
    """Compress answers, then send 304 to a browser that has the answer as it is packed.

    Flask-Compress would look for that in answers without a version too, which takes a fiftieth of a page.
    """

    @app.after_request  # added before Flask-Compress, so it runs after that
    def _not_modified(response: Response) -> Response:
        if "ETag" in response.headers:
            response.make_conditional(request)
        return response

    Compress(app)


def _check_processes(app: Flask) -> None:
    """Raise `BadSetting` if several processes would write to SQLite, which allows writers in one process only."""
    if app.config["WORKERS"] > 1 and not is_postgres(app):
        raise BadSetting(
            _(
                "--workers needs PostgreSQL, because writers on SQLite take turns inside one process. "
                "Leave it out, or set {setting} to postgresql://user@host/name",
                setting=DATABASE_URL.name,
            )
        )


def _check_path(app: Flask) -> None:
    """Raise `BadSetting` if the public URL's path begins like one of the app's own.

    Of a request without the path, nobody could tell whether a proxy has stripped it.
    """
    path = urlsplit(app.config["PUBLIC_URL"] or "").path
    first = path.split("/")[1] if path else ""
    if first and any(rule.rule.split("/")[1] == first for rule in app.url_map.iter_rules()):
        raise BadSetting(
            _(
                "{setting} has the path {path}, but the app has pages of its own below /{first}. Choose another path",
                setting=URL.name,
                path=path,
                first=first,
            )
        )


@contextmanager
def _limits_counted(app: Flask) -> Iterator[None]:
    """Raise `BadSetting` if the configured storage cannot count rate limits."""
    try:
        yield
    except ConfigurationError as error:
        raise BadSetting(
            _(
                "{setting} is {value}, which does not work ({why})",
                setting=RATE_LIMIT_STORAGE.name,
                value=repr(app.config["RATE_LIMIT_STORAGE"]),
                why=str(error),
            )
        ) from error


def _config(settings: ServerSettings) -> dict[str, Any]:
    """The app's configuration from the settings."""
    return base_config(settings) | {
        "MAX_CONTENT_LENGTH": MAX_BODY_BYTES,
        "MAX_FORM_MEMORY_SIZE": MAX_BODY_BYTES,
        "SEND_FILE_MAX_AGE_DEFAULT": A_YEAR,  # the URL of each file has its version
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "WTF_CSRF_TIME_LIMIT": None,  # a phone may have the pad open all evening
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 7,  # a seventh smaller than at 4, in 0.15 ms more
        "COMPRESS_LEVEL": 3,  # gzip, for plain http: a fifth larger than at 6, in a third of the time
        "COMPRESS_MIN_SIZE": 300,  # the icon loses a third
        "COMPRESS_STREAMS": False,
        "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,
        "COMPRESS_CACHE_BACKEND": CompressedFiles,
        "COMPRESS_CACHE_KEY": CompressedFiles.key,
        "WORKERS": 1,
    }


def _add_routes(app: Flask, csrf: CsrfCheck) -> None:
    """Add the pages, the API, and the routes for monitoring."""
    app.config["ROOMS"] = importable(app.config["ROOMS"])
    web.register(app)
    api.register(app, csrf)
    add_health(app)
    add_metrics(app)


def _print_logs(app: Flask, settings: ServerSettings) -> None:
    """Print the configured logs, each line once and with the request id."""
    add_request_ids(app)
    print_app_log(app, settings.json_logs)
    security_log.setLevel(logging.WARNING)  # silent unless the settings turn it on
    if settings.security_log:
        print_log(security_log, settings.json_logs)
    if settings.access_log:
        add_access_log(app, settings.json_logs)
