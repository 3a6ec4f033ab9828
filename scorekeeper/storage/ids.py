"""Ids that cannot be guessed: knowing one is what lets a person near a table or a game."""

from __future__ import annotations

import secrets
from string import ascii_letters, digits

LETTERS = digits + ascii_letters  # no punctuation: a double tap selects all of it, and no chat breaks the link
LENGTH = 22  # 62 ** 22 is more than 2 ** 130


def unguessable_id() -> str:
    """A new id with more than 128 random bits, fit for a web address."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
