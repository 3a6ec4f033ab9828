"""Rate limits: per address for guesses, new tables and checked files; per device and table for writes.

They are counted by `hit`: decorators of Flask-Limiter would share one storage and one switch between all apps of a
process, take four times as long for a counted request (90 µs, not 20), and double the time of a request that is not
counted if they count only refused ones, as that needs hooks before and after every request.
"""

import ipaddress
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from flask import Flask, current_app, g, request
from flask_limiter import Limiter
from limits import RateLimitItem, RateLimitItemPerMinute, parse_many
from limits.errors import ConfigurationError
from limits.storage import Storage

from scorekeeper.access.refusals import TooMany
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.errors import StorageError
from scorekeeper.storage.limit_counters import LimitCounters
from scorekeeper.storage.setup import is_postgres

KEY = "scorekeeper-limits"
A_LINE = RateLimitItemPerMinute(1, namespace="LOGGED")  # log lines for each exceeded limit and address


@dataclass(slots=True)
class Counter:
    """How many were counted, until when, in seconds since 1970."""

    count: int
    expires: float


class BoundedMemoryStorage(Storage):
    """Counters in this process, at most `MAX_COUNTERS`: those that expire first are dropped for others.

    The library's own storage in memory has no maximum, so requests from many addresses would fill the memory.
    """

    STORAGE_SCHEME = ("bounded-memory",)  # type: ignore[assignment] # a list in the base class, a tuple here
    base_exceptions = ()  # memory is always there

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: float | str | bool) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._counters: dict[str, Counter] = {}
        self._lock = threading.Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count; see `Storage`."""
        with self._lock:
            counter = self._running(key)
            if counter is None:
                if len(self._counters) >= MAX_COUNTERS:
                    self._make_room()
                counter = self._counters[key] = Counter(0, time.time() + expiry)
            counter.count += amount
            return counter.count

    def _running(self, key: str) -> Counter | None:
        """The counter, unless it has expired."""
        counter = self._counters.get(key)
        return counter if counter is not None and counter.expires > time.time() else None

    def _make_room(self) -> None:
        soonest = sorted(self._counters, key=lambda key: self._counters[key].expires)
        for key in soonest[: MAX_COUNTERS // 10]:
            del self._counters[key]

    def get(self, key: str) -> int:
        """The value of a counter."""
        counter = self._running(key)
        return counter.count if counter is not None else 0

    def get_expiry(self, key: str) -> float:
        """When a counter expires, in seconds since 1970."""
        counter = self._running(key)
        return counter.expires if counter is not None else time.time()

    def check(self) -> bool:
        """Memory can always be read."""
        return True

    def reset(self) -> int:
        """Drop all counters; returns how many."""
        with self._lock:
            dropped = len(self._counters)
            self._counters.clear()
        return dropped

    def clear(self, key: str) -> None:
        """Drop a counter."""
        with self._lock:
            self._counters.pop(key, None)


class DatabaseStorage(Storage):
    """The library's storage in the app's own PostgreSQL: several processes share limits without another server."""

    STORAGE_SCHEME = ("database",)  # type: ignore[assignment] # a list in the base class, a tuple here
    base_exceptions = StorageError

    @cached_property
    def _counters(self) -> LimitCounters:
        return LimitCounters()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count; see `Storage`."""
        return self._counters.add(key, amount, expiry)

    def get(self, key: str) -> int:
        """The value of a counter."""
        return self._counters.find(key)[0]

    def get_expiry(self, key: str) -> float:
        """When a counter expires, in seconds since 1970."""
        return self._counters.find(key)[1]

    def check(self) -> bool:
        """Whether counters can be read."""
        return self.get("check") == 0

    def reset(self) -> int:
        """Drop all counters; returns how many."""
        return self._counters.forget()

    def clear(self, key: str) -> None:
        """Drop a counter."""
        self._counters.forget(key)


IN_MEMORY = f"{BoundedMemoryStorage.STORAGE_SCHEME[0]}://"
MEMORY = "memory://"
IN_DATABASE = f"{DatabaseStorage.STORAGE_SCHEME[0]}://"


class AnyLimit(Enum):
    """What is limited: how many per address, device or table, and the message above that."""

    @property
    def items(self) -> list[RateLimitItem]:
        return parse_many(self.value[0])


class RateLimit(AnyLimit):
    """The limits of the table; a room has its own."""

    GUESSES = ("15 per minute; 100 per hour", translatable("Too many wrong links or tokens from this address."))
    CODES = (
        "15 per minute; 100 per hour",
        translatable("Too many codes tried from this address. A link or QR code still works."),
    )
    JOINS = ("60 per hour; 300 per day", translatable("Too many devices joined this table from this address."))
    TABLES = ("20 per hour; 100 per day", translatable("Too many new tables from this address."))
    CHECKS = ("30 per minute; 300 per hour", translatable("Too many sheets checked from this address."))
    RECEIPTS = ("15 per minute; 100 per hour", translatable("Too many unknown receipts from this address."))

    POSTS = ("600 per minute; 6000 per hour", translatable("Too many forms and calls from this address."))
    SCORES = ("600 per minute; 6000 per hour", translatable("Too many sheets scored from this address."))

    PICTURES = ("60 per minute; 600 per hour", translatable("Too many new pictures."))
    DEAR_PAGES = ("60 per minute; 600 per hour", translatable("Too many pages that take long to work out."))
    WRITES = ("600 per minute", translatable("Too many entries from this device in a minute."))
    GAMES = ("200 per hour; 1000 per day", translatable("Too many new games at this table."))
    LINKS = ("100 per hour; 300 per day", translatable("Too many new links and codes at this table."))


def add_limits(app: Flask) -> None:
    """Set up the limiter with the configured storage: by default memory, or the database for several processes.

    Raises `ConfigurationError` if that does not work.
    """
    several = app.config["WORKERS"] > 1
    storage = app.config["RATE_LIMIT_STORAGE"] or (IN_DATABASE if several else IN_MEMORY)
    if storage not in {MEMORY, IN_MEMORY, IN_DATABASE}:
        why = _("use {memory} for one process, or {shared} for several", memory=MEMORY, shared=IN_DATABASE)
        raise ConfigurationError(why)
    if several and storage != IN_DATABASE:
        raise ConfigurationError(_("each process would count on its own: use {shared}", shared=IN_DATABASE))
    if storage == IN_DATABASE and not is_postgres(app):
        raise ConfigurationError(_("only PostgreSQL can count for several processes"))
    limiter = Limiter(
        address,
        enabled=app.config["RATE_LIMITS"],
        storage_uri=IN_MEMORY if storage == MEMORY else storage,
    )
    # No route has limits of its own: requests are counted by `hit`. A known limiter adds no look at every request.
    app.extensions.setdefault("limiter", set()).add(limiter)
    limiter.init_app(app)
    app.extensions[KEY] = limiter


def check_limits(app: Flask) -> None:
    """Raise `ConfigurationError` if the limits cannot be counted. Call it once the database is up to date."""
    limiter: Limiter = app.extensions[KEY]
    with app.app_context():
        if limiter.enabled and not limiter.limiter.storage.check():
            raise ConfigurationError(_("it does not answer"))


def hit(limit: AnyLimit, cost: int = 1, whose: str | None = None) -> None:
    """Count one, or `cost`, for this address or for `whose`, before doing the work.

    Raises `TooMany` above the limit.
    """
    limiter = _limiter()
    if limiter is None:
        return
    whose = whose or address()
    g.setdefault("limits", {})[limit, whose] = None
    full = None
    with _unless_away(limiter):
        full = next((item for item in limit.items if not limiter.limiter.hit(item, limit.name, whose, cost=cost)), None)
    if full is None:
        return
    if limiter.limiter.hit(A_LINE, limit.name, whose):
        security_event("limit reached", limit=limit.name.lower())
    reset = limiter.limiter.get_window_stats(full, limit.name, whose).reset_time
    wait = max(1, int(reset - time.time()) + 1)
    raise TooMany(_("{why} Wait {time}, then try again.", why=_(limit.value[1]), time=_words(wait)), wait)


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of a limit is left to the requester: of `most` in `window` seconds, for another `seconds`."""

    name: str
    most: int
    window: int
    left: int
    seconds: int


def quotas_counted() -> list[Quota]:
    """What is left of every limit that counted this request."""
    limiter = _limiter()
    if limiter is None or "limits" not in g:
        return []
    found: list[Quota] = []
    with _unless_away(limiter):
        for limit, whose in g.limits:
            for item in limit.items:
                stats = limiter.limiter.get_window_stats(item, limit.name, whose)
                name = f"{limit.name.lower().replace('_', '-')}-{item.GRANULARITY.name}"
                seconds = max(0, int(stats.reset_time - time.time()) + 1)
                found.append(Quota(name, item.amount, item.get_expiry(), stats.remaining, seconds))
    return found


def charge(limit: AnyLimit, cost: int) -> None:
    """Count the additional cost of finished work; never refuses."""
    limiter = _limiter()
    if limiter is not None:
        with _unless_away(limiter):
            for item in limit.items:
                limiter.limiter.hit(item, limit.name, address(), cost=cost)


@contextmanager
def _unless_away(limiter: Limiter) -> Iterator[None]:
    """Skip counting while a separate counting server is down: a score is worth more than a limit."""
    try:
        yield
    except StorageError:  # our own database is down, so nothing can be saved either
        raise
    except limiter.limiter.storage.base_exceptions as problem:
        current_app.logger.warning("Limits are not counted now: %s", problem)


def address() -> str:
    """The requester as counted: the IPv4 address, or the IPv6 network of a household."""
    return network_key(str(request.remote_addr))


def _limiter() -> Limiter | None:
    limiter: Limiter = current_app.extensions[KEY]
    return limiter if limiter.enabled else None


def _words(seconds: int) -> str:
    if seconds < 90:
        return _n(seconds, "1 second", "{count} seconds")
    return _n(round(seconds / 60), "1 minute", "{count} minutes")


MAX_COUNTERS = 100_000
"""About 30 MB. A household has a few, and each expires after its minute, hour or day."""


def network_key(address: str) -> str:
    """The address as counted: IPv4 unchanged, IPv6 by its /64, `unknown` for anything else."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.IPv6Interface((ip, 64)).network)
    return str(ip)


def on_this_machine(address: str) -> bool:
    """Whether the address is this machine's own, such as that of a local proxy."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return True  # a Unix socket has no address
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback
