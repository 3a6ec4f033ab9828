"""The one source of ids, salts and secrets: random numbers of the operating system, which nobody can foresee."""

from base64 import urlsafe_b64encode
from random import Random, SystemRandom
from uuid import UUID

source: Random = SystemRandom()
"""A test that plays the same again puts a seeded one here."""


def new_id() -> str:
    """A new UUID of version 4."""
    return str(UUID(int=source.getrandbits(128), version=4))


def random_below(most: int) -> int:
    """A whole number from 0 up, less than this one."""
    return source.randrange(most)


def random_hex(length: int) -> str:
    """`length` random bytes, each as two hexadecimal digits."""
    return source.randbytes(length).hex()


def random_token(length: int) -> str:
    """`length` random bytes in letters, digits, `-` and `_`."""
    return urlsafe_b64encode(source.randbytes(length)).rstrip(b"=").decode("ascii")


def random_letters(letters: str, length: int) -> str:
    """A text of `length`, of these letters."""
    return "".join(source.choice(letters) for _ in range(length))
