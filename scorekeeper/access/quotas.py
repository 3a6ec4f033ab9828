"""Quotas: a device's writes, a table's size, concurrent heavy work, disk space."""

import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from blinker import Signal
from flask import current_app, request, stream_with_context

from scorekeeper.access.limits import RateLimit, charge, hit
from scorekeeper.access.own_connection import own_connection
from scorekeeper.access.refusals import Busy, Refused
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.membership import Membership
from scorekeeper.storage.errors import DatabaseGone

READING = ("GET", "HEAD", "OPTIONS")


def count_write(grows: RateLimit | None, membership: Membership | None, *, saves: bool = True) -> None:
    """Count this request as a write, unless its method only reads, and once more for the table whose number of games or
    links `grows`; nothing of its body has been looked at.

    Raises `TooMany` if the device, its table or the address is over its quota; if it `saves`, `NoRoom` if the disk is
    nearly full.
    """
    if request.method in READING:
        return
    if saves:
        check_room()
    if membership is None:  # what such a request makes counts once more, in its view
        hit(RateLimit.POSTS)
        return
    _count(RateLimit.WRITES, _device(membership))
    if grows is not None:
        _count(grows, membership.table_id)


def count_events(number: int, membership: Membership) -> None:
    """Count the events of one request like as many requests. Raises `TooMany`."""
    if number > 1:
        _count(RateLimit.WRITES, _device(membership), number - 1)


def _device(membership: Membership) -> str:
    return f"{membership.table_id} {membership.member_id or membership.name}"


def _count(limit: RateLimit, whose: str, cost: int = 1) -> None:
    hit(limit, cost=cost, whose=whose)


MAX_HEAVY_JOBS = 2
SLOT_TIMEOUT = 0.5  # seconds; most files take less, so a few people at once need not retry

slots_changed = Signal("Sent with how many slots are `in_use` when one is taken or released.")
SLOTS = threading.BoundedSemaphore(MAX_HEAVY_JOBS)
_taken: list[None] = []  # one for each slot in use; a list, since threads append and pop at once
IMPORT = threading.Lock()
PIECES = threading.Lock()  # Python computes one at a time anyway; pages wait for fewer threads
PIECE = 64 * 1024  # bytes of a download that are sent together
TURN = 0.02  # seconds of a processor that a download takes before others have their turn


@contextmanager
def slot() -> Iterator[None]:
    """A slot for heavy work in this process. Raises `Busy` if none is free soon."""
    if not SLOTS.acquire(timeout=SLOT_TIMEOUT):
        raise Busy(_("The server is working on other files. Try again in a moment."))
    _taken.append(None)
    slots_changed.send(in_use=slots_in_use())
    try:
        yield
    finally:
        _taken.pop()
        SLOTS.release()
        slots_changed.send(in_use=slots_in_use())


@contextmanager
def timed_slot(limit: RateLimit) -> Iterator[None]:
    """A slot for heavy work, each second of which counts against this limit of the address. Raises `Busy`."""
    with slot():
        began = time.monotonic()
        try:
            yield
        finally:
            charge(limit, int(time.monotonic() - began))


def slots_in_use() -> int:
    """How many slots are in use."""
    return len(_taken)


@contextmanager
def importing() -> Iterator[None]:
    """The slot for imports, one at a time; an import also takes a heavy-work slot. Raises `Busy`."""
    if not IMPORT.acquire(timeout=SLOT_TIMEOUT):
        raise Busy(_("Another table is importing games. Nothing was imported. Try again in a moment."))
    try:
        with slot():
            yield
    finally:
        IMPORT.release()


MAX_DOWNLOADS, MAX_DEVICE_DOWNLOADS = 8, 2
LARGE_GAME = 250
"""Events of a game from which on an answer about all of it is a download."""


class _AtOnce:
    """How much of something each device, or link of a program, has at once, and all together."""

    def __init__(self, most_of_device: int, most: int, enough: str, full: str) -> None:
        self._most_of_device = most_of_device
        self._most = most
        self._enough = enough
        self._full = full
        self._changed = threading.Condition()
        self._of_device = Counter[object]()

    def begin(self, device: object, wait: float = 0) -> Callable[[], None]:
        """Count one more of this device, in its turn; returns the function that ends it. Raises `Busy`."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._of_device[device] < self._most_of_device, wait):
                raise Busy(_(self._enough))
            if self._of_device.total() >= self._most:
                raise Busy(_(self._full))
            self._of_device[device] += 1
        return partial(self._end, device)

    def _end(self, device: object) -> None:
        with self._changed:
            self._of_device[device] -= 1
            if not self._of_device[device]:
                del self._of_device[device]
            self._changed.notify_all()


_DOWNLOADS = _AtOnce(
    MAX_DEVICE_DOWNLOADS,
    MAX_DOWNLOADS,
    translatable("This device is already downloading two files. Try again when one is complete."),
    translatable("The server is sending as many files as it can. Try again in a moment."),
)
_OWN_WORK = _AtOnce(
    2,
    16,
    translatable("This device is already waiting for two such answers. Try again when they are there."),
    translatable("The server has too much to do. Try again in a moment."),
)
OWN_WORKER = threading.BoundedSemaphore(1)
FILE_WORKER = threading.BoundedSemaphore(1)
"""For files that worker processes make: a large one may take minutes, and pictures do not wait for it."""
MAX_WAIT = 10.0
"""Seconds until it is one’s turn: whoever waits takes no processor."""
PAGE_SLOTS = threading.BoundedSemaphore(2)
"""For what is made for many or takes long: the others wait, so that they don’t compete with pages of tables."""


@contextmanager
def own_worker() -> Iterator[None]:
    """The turn for a picture, a pairing or a page in a worker process, one at a time. Raises `Busy`."""
    if not OWN_WORKER.acquire(timeout=MAX_WAIT):
        raise Busy(_("The server has too much to do. Try again in a moment."))
    try:
        yield
    finally:
        OWN_WORKER.release()


@contextmanager
def drawing(membership: Membership) -> Iterator[None]:
    """Draw a picture that is not kept, counted for this device and its address. Raises `Busy`, `TooMany`."""
    hit(RateLimit.PICTURES)
    hit(RateLimit.PICTURES, whose=_device(membership))
    with counted_work(membership):
        yield


@contextmanager
def working_out(membership: Membership) -> Iterator[None]:
    """Work out a page that is not kept and takes long, counted like a picture. Raises `Busy`, `TooMany`."""
    hit(RateLimit.DEAR_PAGES)
    hit(RateLimit.DEAR_PAGES, whose=_device(membership))
    with counted_work(membership):
        yield


@contextmanager
def counted_work(membership: Membership) -> Iterator[None]:
    """Work in a process of its own, in its turn and counted for this device. Raises `Busy`."""
    done = _OWN_WORK.begin(membership.member_id or membership.invite_id, MAX_WAIT)
    try:
        with own_worker():
            yield
    finally:
        done()


def begin_download(membership: Membership) -> None:
    """Count a download of this device until the client has read it. Call it before collecting what to send.

    Raises `Busy` if the device has enough of them for `SLOT_TIMEOUT`, or the server has: who asks without a pause would
    be refused hundreds of times a second, which takes more of the processor than the downloads. Counts nothing where
    the server cannot tell when the client has read it.
    """
    connection = own_connection()
    if connection is not None:
        device = membership.member_id or membership.invite_id
        connection.when_answered(_DOWNLOADS.begin(device, SLOT_TIMEOUT))


@contextmanager
def answer_about(events: int, membership: Membership) -> Iterator[None]:
    """Collect an answer about a whole game with this many events: like a download, if it is large. Raises `Busy`."""
    if events < LARGE_GAME:
        yield
        return
    begin_download(membership)
    with PIECES:
        yield


def download(pieces: Iterable[bytes], is_short: bool, *, made_apart: bool = False) -> bytes | Iterator[bytes]:
    """The body of a response: a short one whole, since a stream would read its request and the database twice.

    What a worker process makes is made before the answer begins, so that it can still be refused. Raises `Busy`.
    """
    if made_apart:
        return _made_in_turn(pieces)
    if not is_short:
        return stream_with_context(in_turns(in_larger_pieces(pieces)))
    with PIECES:
        return b"".join(pieces)


def _made_in_turn(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes, once all are made, one file at a time. Raises `Busy`."""
    if not FILE_WORKER.acquire(timeout=MAX_WAIT):
        raise Busy(_("The server is sending as many files as it can. Try again in a moment."))
    file = TemporaryFile(dir=current_app.instance_path)  # noqa: SIM115 - it is closed when it was sent
    try:
        file.writelines(pieces)
    except BaseException:
        file.close()
        raise
    finally:
        FILE_WORKER.release()
    return _read_from_start(file)


def _read_from_start(file: BinaryIO) -> Iterator[bytes]:
    with file:
        file.seek(0)
        yield from iter(partial(file.read, PIECE), b"")


def in_larger_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes, `PIECE` or more at a time, or what could be made in a `TURN`.

    Sending each game by itself takes a twentieth of a large export. No piece is empty: that would end the answer.
    """
    some: list[bytes] = []
    size, began = 0, time.thread_time()
    for piece in pieces:
        some.append(piece)
        size += len(piece)
        if size >= PIECE or (size and time.thread_time() - began >= TURN):
            yield b"".join(some)
            some, size, began = [], 0, time.thread_time()
    if size:
        yield b"".join(some)


def in_turns(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a download; one is computed at a time, and a slow reader delays nobody.

    A download that has begun waits, since it can no longer be refused.
    """
    source = iter(pieces)
    while True:
        with PIECES:
            piece = next(source, None)
        if piece is None:
            return
        yield piece


LEAST_FREE = 32 * 1024 * 1024
"""Bytes of disk space to leave free for the database itself."""


class NoRoom(Refused):
    """The disk is nearly full."""

    status = 507
    code = "no-room"
    heading = translatable("The disk is full")

    def __init__(self) -> None:
        super().__init__(
            _(
                "The server’s disk is nearly full. Nothing was saved; earlier games are safe. "
                "Whoever runs the server has to make room."
            )
        )


def check_room(needed: int = 0) -> None:
    """Raise `NoRoom` if this many more bytes would leave too little space, `DatabaseGone` if the instance is away."""
    if not has_room(current_app.instance_path, needed):
        raise NoRoom if Path(current_app.instance_path).is_dir() else DatabaseGone


def has_room(folder: str, needed: int = 0) -> bool:
    """Whether this many more bytes leave enough space on the disk of this folder; not if the folder is away."""
    try:
        return shutil.disk_usage(folder).free - needed >= LEAST_FREE
    except OSError:
        return False
