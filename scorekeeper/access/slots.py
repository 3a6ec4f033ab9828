"""How much heavy work goes on at once. Whoever comes to more of it is asked to come again, and waits for nothing."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from scorekeeper.access.refusals import Busy

AT_ONCE = 2
PATIENCE = 0.5  # seconds: what most files take, so that a few people at once need not ask again

SLOTS = threading.BoundedSemaphore(AT_ONCE)
IMPORT = threading.Lock()
PIECES = threading.BoundedSemaphore(AT_ONCE)


@contextmanager
def slot() -> Iterator[None]:
    """Room for one piece of heavy work in this process. Raises `Busy` where there is none soon."""
    if not SLOTS.acquire(timeout=PATIENCE):
        raise Busy("Other files and sheets are being worked on here just now. Try again in a moment.")
    try:
        yield
    finally:
        SLOTS.release()


@contextmanager
def importing() -> Iterator[None]:
    """The one import at a time, which takes a slot too. Raises `Busy`."""
    if not IMPORT.acquire(timeout=PATIENCE):
        raise Busy("Another table is importing games just now. Nothing came in yet: try again in a moment.")
    try:
        with slot():
            yield
    finally:
        IMPORT.release()


def in_turns(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same pieces of a download; of all downloads two at once work one out, and nobody's slow line holds others up.

    A download that has begun cannot ask to come again: it waits.
    """
    source = iter(pieces)
    while True:
        with PIECES:
            piece = next(source, None)
        if piece is None:
            return
        yield piece
