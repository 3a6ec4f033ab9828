"""The error log says where an error was raised and its kind, and never what it quotes: a client's text, with names."""

from __future__ import annotations

import io
import json
import logging
import sys

import pytest

from scorekeeper.server.access_log import APP_FORMAT, SERVER_FORMAT, TEXT_FORMAT, JsonLines

SENT = "Annabel Lee"


def _chained() -> None:
    try:
        {"Ben": 1}[SENT]
    except KeyError as error:
        raise ValueError(f"{SENT!r} is no player") from error


def logged(formatter: logging.Formatter) -> str:
    """What the log prints for an error that quotes what was sent, and led to another."""
    out = io.StringIO()
    log = logging.getLogger(f"{__name__}.{id(out)}")
    log.addHandler(logging.StreamHandler(out))
    log.handlers[0].setFormatter(formatter)
    try:
        _chained()
    except ValueError:
        log.exception("Error in POST /tables")
    return out.getvalue()


@pytest.mark.parametrize("formatter", [TEXT_FORMAT, APP_FORMAT, SERVER_FORMAT, JsonLines()])
def test_log_has_the_place_and_kind_of_an_error_and_no_text_of_a_client(formatter: logging.Formatter) -> None:
    found = logged(formatter)
    assert SENT not in found
    assert "Error in POST /tables" in found
    for part in ("builtins.KeyError", "builtins.ValueError", "in _chained", __file__):
        assert part in found, found


def test_what_the_system_says_stays() -> None:
    """It says what a host has to know, and quotes nobody."""
    found = ""
    try:
        open("/nowhere/at/all")  # noqa: PTH123, SIM115 - it fails
    except OSError:
        found = APP_FORMAT.formatException(sys.exc_info())
    assert found.endswith("builtins.FileNotFoundError: No such file or directory")


def test_each_line_of_json_is_one_object() -> None:
    assert json.loads(logged(JsonLines()))["error"].count("Traceback") == 2
