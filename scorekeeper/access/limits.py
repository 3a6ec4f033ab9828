"""Limits for each address: on guesses at links, codes and tokens, and on new tables. Nothing else is limited."""

import ipaddress
import time
from enum import Enum

from flask import Flask, current_app, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError

from scorekeeper.access.refusals import TooMany
from scorekeeper.settings import RATE_LIMIT_STORAGE, BadSetting

KEY = "scorekeeper-limits"


class Limit(Enum):
    """What is counted, how much of it an address may, and what it is told past that."""

    GUESSES = ("15 per minute; 100 per hour", "Too many links or codes that were not right came from this address.")
    TABLES = ("20 per hour; 100 per day", "Too many tables were started from this address.")
    CHECKS = ("30 per minute; 300 per hour", "Too many sheets were checked from this address.")
    RECEIPTS = ("15 per minute; 100 per hour", "Too many receipts that are not kept here came from this address.")

    @property
    def items(self) -> list[RateLimitItem]:
        return parse_many(self.value[0])


def add_limits(app: Flask) -> None:
    """Count in the storage of the settings; switched off, nothing is counted. Raises `BadSetting`."""
    limiter = Limiter(
        address,
        enabled=app.config["RATE_LIMITS"],
        storage_uri=app.config["RATE_LIMIT_STORAGE"],
        strategy="fixed-window",
        headers_enabled=False,
    )
    try:
        limiter.init_app(app)
    except ConfigurationError as error:
        raise BadSetting(f"{RATE_LIMIT_STORAGE.name} is {app.config['RATE_LIMIT_STORAGE']!r}: {error}") from error
    app.extensions[KEY] = limiter


def check(limit: Limit) -> None:
    """Raise `TooMany` where this address has used up what it may."""
    limiter = _limiter()
    if limiter is None:
        return
    for item in limit.items:
        if not limiter.limiter.test(item, limit.name, address()):
            reset = limiter.limiter.get_window_stats(item, limit.name, address()).reset_time
            wait = max(1, int(reset - time.time()) + 1)
            raise TooMany(f"{limit.value[1]} Wait {_words(wait)}, then try again.", wait)


def spend(limit: Limit) -> None:
    """Count one for this address."""
    limiter = _limiter()
    if limiter is not None:
        for item in limit.items:
            limiter.limiter.hit(item, limit.name, address())


def address() -> str:
    """Who is counted: the address, of IPv6 the network that one household has."""
    try:
        found = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _limiter() -> Limiter | None:
    limiter: Limiter = current_app.extensions[KEY]
    return limiter if limiter.enabled else None


def _words(seconds: int) -> str:
    if seconds < 90:
        return f"{seconds} seconds"
    return f"{round(seconds / 60)} minutes"
