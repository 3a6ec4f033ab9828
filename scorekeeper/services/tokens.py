"""Tokens and secrets of cookies, links and codes: creates, hashes and compares them."""

import hmac
import secrets
from datetime import datetime
from hashlib import sha256

from flask import current_app

from scorekeeper.storage.columns import LENGTH, LETTERS

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no characters that look alike
LOOK_ALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None, "–": None})
SIDE_KEY_LENGTH = 16
CODE_LENGTH = 8  # 40 bits are enough: a code is valid for minutes, and guesses are limited


def token_of(invite_id: str) -> str:
    """An invite's link token: 130 bits in letters and digits."""
    return _in_letters(int.from_bytes(_keyed("invite", invite_id)), LETTERS, LENGTH)


def token_hash(token: str) -> str:
    """The stored hash of a token. A plain hash is enough for 130 random bits."""
    return sha256(token.encode()).hexdigest()


def code_of(invite_id: str, expires: datetime) -> str:
    """The invite's short code until this time."""
    return _in_letters(int.from_bytes(_keyed("code", f"{invite_id} {expires.isoformat()}")), DIGITS, CODE_LENGTH)


def code_hash(code: str) -> str:
    """The stored hash of a short code in any spelling. It is keyed, since forty bits could be brute-forced."""
    return _keyed("code hash", code.upper().translate(LOOK_ALIKES)).hex()


def code_words(code: str) -> str:
    """The code in groups, for reading aloud: `7F3K-92QX`."""
    return f"{code[:4]}-{code[4:]}"


def side_key(game_id: str, side: int) -> str:
    """The key in a side's QR code that attaches a watcher's phone to it: 80 bits."""
    return _in_letters(int.from_bytes(_keyed("side", f"{game_id} {side}")), DIGITS, SIDE_KEY_LENGTH)


def side_key_fits(given: str, game_id: str, side: int) -> bool:
    """Whether this is the key of the side."""
    return hmac.compare_digest(given.encode(), side_key(game_id, side).encode())


def new_device_secret() -> str:
    """A device cookie's secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def device_hash(secret: str) -> str:
    """The stored hash of a device's secret."""
    return sha256(b"device " + secret.encode()).hexdigest()


def short_hash(text: str) -> str:
    """A log's stand-in for an id: eight hex digits, meaningless without the server's secret key."""
    return _keyed("log", text).hex()[:8]


def _keyed(use: str, text: str) -> bytes:
    key = current_app.config["SECRET_KEY"]
    return hmac.digest(key.encode() if isinstance(key, str) else key, f"{use}: {text}".encode(), "sha256")


def _in_letters(number: int, letters: str, length: int) -> str:
    written = []
    for _ in range(length):
        number, place = divmod(number, len(letters))
        written.append(letters[place])
    return "".join(written)
