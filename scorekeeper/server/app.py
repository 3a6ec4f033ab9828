"""The factory: settings, storage, forms, pages and headers come together in one Flask app."""

import logging
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_compress import Compress
from limits.errors import ConfigurationError

from scorekeeper import api, web
from scorekeeper.access import Route, guard
from scorekeeper.access.setup import answer_only_at, trust_proxies
from scorekeeper.server.access_log import DiscreetFlask, add_access_log, add_request_ids, print_lines, print_once
from scorekeeper.server.arriving import LARGEST_BODY, CountedBodies
from scorekeeper.server.declared_settings import RATE_LIMIT_STORAGE
from scorekeeper.server.headers import FormCheck, add_headers
from scorekeeper.server.health import add_health
from scorekeeper.server.instance import base_config, open_to_others, openness_words, refuse_to_lose
from scorekeeper.server.metrics import add_metrics
from scorekeeper.server.settings import PACKAGE, BadSetting, Settings, read_settings
from scorekeeper.server.static_files import CompressedFiles, version_static_files
from scorekeeper.services.security_log import log as security_log
from scorekeeper.services.statistics import prepare
from scorekeeper.storage import init_storage

A_YEAR = 365 * 24 * 3600


def build_app(overrides: Mapping[str, Any]) -> Flask:
    """The app by the settings, with `overrides` on top; its database is made or upgraded when this returns."""
    chosen = read_settings()
    if "SQLALCHEMY_DATABASE_URI" not in overrides and not overrides.get("START_OVER"):
        refuse_to_lose(chosen)
    templates = PACKAGE / "templates"
    if not templates.is_dir():  # a checkout, or an editable install of one
        templates = PACKAGE.parent / "templates"
    app = DiscreetFlask("scorekeeper", instance_path=str(chosen.instance), template_folder=str(templates))
    app.url_rule_class = Route
    app.config.from_mapping(_config(chosen))
    app.config.from_mapping(overrides)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    if app.config["PUBLIC_URL"]:
        answer_only_at(app, app.config["PUBLIC_URL"])
    csrf = FormCheck(app)
    Compress(app)
    init_storage(app)
    version_static_files(app)
    add_headers(app)
    _print_logs(app, chosen)
    _add_routes(app, csrf)
    try:
        guard(app)
    except ConfigurationError as error:
        raise BadSetting(f"{RATE_LIMIT_STORAGE.name} is {app.config['RATE_LIMIT_STORAGE']!r}: {error}") from error
    trust_proxies(app, app.config["PROXIES"], app.config["FORWARDED_HOST"])
    app.wsgi_app = CountedBodies(app.wsgi_app)  # type: ignore[method-assign] # as Flask's documents do
    prepare(app)
    for path in open_to_others(chosen.instance, app.config["SQLALCHEMY_DATABASE_URI"]):
        app.logger.warning("%s", openness_words(path))
    return app


def _config(chosen: Settings) -> dict[str, Any]:
    """The app's configuration by the settings."""
    return base_config(chosen) | {
        "MAX_CONTENT_LENGTH": LARGEST_BODY,
        "MAX_FORM_MEMORY_SIZE": LARGEST_BODY,
        "SEND_FILE_MAX_AGE_DEFAULT": A_YEAR,  # each address carries the version of its file
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "WTF_CSRF_TIME_LIMIT": None,  # a pad may lie open on the table for an evening
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_MIN_SIZE": 400,
        "COMPRESS_STREAMS": False,
        "COMPRESS_CACHE_BACKEND": CompressedFiles,
        "COMPRESS_CACHE_KEY": CompressedFiles.key,
        "STRANGERS_CREATE_TABLES": chosen.strangers_create_tables,
        "PROXIES": chosen.proxies,
        "FORWARDED_HOST": chosen.forwarded_host,
        "RATE_LIMITS": chosen.rate_limits,
        "RATE_LIMIT_STORAGE": chosen.rate_limit_storage,
        "METRICS_TOKEN": chosen.metrics_token,
        "TIME_ZONE": chosen.time_zone,
    }


def _add_routes(app: Flask, csrf: FormCheck) -> None:
    """Pages, the API, and what machines ask that watch the server."""
    web.register(app)
    api.register(app, csrf)
    add_health(app)
    add_metrics(app)


def _print_logs(app: Flask, chosen: Settings) -> None:
    """Print the logs that the settings ask for, each once; a request has the same id in all of them."""
    add_request_ids(app)
    print_once(app, chosen.json_logs)
    security_log.setLevel(logging.WARNING)  # nothing, unless it is printed
    if chosen.security_log:
        print_lines(security_log, chosen.json_logs)
    if chosen.access_log:
        add_access_log(app, chosen.json_logs)
