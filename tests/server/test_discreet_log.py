"""The error log says where an error was raised and its kind, and never what it quotes: a client's text, with names."""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from collections.abc import Callable
from functools import partial

import pytest

from scorekeeper.server import access_log
from scorekeeper.server.access_log import APP_FORMAT, SERVER_FORMAT, TEXT_FORMAT, JsonLines, OncePerMinute

SENT = "Annabel Lee"


def _chained() -> None:
    try:
        {"Ben": 1}[SENT]
    except KeyError as error:
        raise ValueError(f"{SENT!r} is no player") from error


def logged(formatter: logging.Formatter, fault: Callable[[], None] = _chained) -> str:
    """What the log prints for an error that quotes what was sent, and led to another; or for another fault."""
    out = io.StringIO()
    log = logging.getLogger(f"{__name__}.{id(out)}")
    log.addHandler(logging.StreamHandler(out))
    log.handlers[0].setFormatter(formatter)
    try:
        fault()
    except (ValueError, RecursionError):
        log.exception("Error in POST /tables")
    return out.getvalue()


@pytest.mark.parametrize("formatter", [TEXT_FORMAT, APP_FORMAT, SERVER_FORMAT, JsonLines()])
def test_log_has_the_place_and_kind_of_an_error_and_no_text_of_a_client(formatter: logging.Formatter) -> None:
    found = logged(formatter)
    assert SENT not in found
    assert "Error in POST /tables" in found
    for part in ("builtins.KeyError", "builtins.ValueError", "in _chained", __file__):
        assert part in found, found


def _again(more: int) -> None:
    if more:
        _again(more - 1)
    raise RecursionError


def _other(more: int) -> None:
    """Calls itself by way of another: Python's own tracebacks have every call of it."""
    for _ in map(_other, [more - 1] if more else []):
        pass
    if not more:
        _chained()


def _led_to(more: int) -> None:
    try:
        _led_to(more - 1) if more else _other(50)
    except ValueError as error:
        raise ValueError(more) from error


DEEP = {"itself": partial(_again, 800), "another": partial(_other, 400), "led": partial(_led_to, 30)}


@pytest.mark.parametrize("fault", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("formatter", [APP_FORMAT, SERVER_FORMAT])
def test_a_fault_takes_forty_lines_at_most(formatter: logging.Formatter, fault: partial[None]) -> None:
    found = logged(formatter, fault)
    assert found.count("\n") <= 40, found
    assert f"in {fault.func.__name__}" in found
    assert "_chained" in found or "RecursionError" in found
    assert len(found) < 8_000


def test_the_same_fault_is_counted_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "MINUTE", 0.4)
    out, log = io.StringIO(), logging.getLogger(f"{__name__} again")
    log.addHandler(logging.StreamHandler(out))
    log.handlers[0].addFilter(OncePerMinute())
    log.handlers[0].setFormatter(APP_FORMAT)
    for fault in (_chained, lambda: _again(3), _chained, _chained):
        try:
            fault()
        except (ValueError, RecursionError):
            log.exception("Error in POST /tables")
    log.warning("said as often as it is")
    log.warning("said as often as it is")
    assert tuple(out.getvalue().count(f"builtins.{kind}Error") for kind in ("Value", "Recursion")) == (1, 1)
    assert out.getvalue().count("said as often as it is") == 2
    late = time.monotonic() + 20
    while "times more" not in out.getvalue() and time.monotonic() < late:
        time.sleep(0.05)
    summary = out.getvalue().splitlines()[-1]
    assert "ValueError in " in summary
    assert summary.endswith(": 2 times more in a minute")
    try:
        _chained()
    except ValueError:
        log.exception("Error in POST /tables")
    assert out.getvalue().count("builtins.ValueError") == 2


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
