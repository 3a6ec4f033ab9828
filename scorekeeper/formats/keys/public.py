"""Public keys: how they are written and published, and whether one of them signed something."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

KEY_LENGTH = 32  # bytes of an Ed25519 public key
FORMAT = "scorekeeper-keys/1"
PEM_BEGINS = b"-----BEGIN PUBLIC KEY-----"
MOST_BYTES = 100_000
TAKES = "a PEM file, or the JSON that a server publishes at /.well-known/scorekeeper-keys.json"


class BadPublicKey(ValueError):
    """A file that holds no public key; the message says what it may be."""


def to_text(raw: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """The bytes of a base64url text. Raises `ValueError` where it has any other spelling."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NotBase64, UnicodeEncodeError) as error:
        raise ValueError(str(error)) from None
    if to_text(raw) != text:
        raise ValueError("not in its one spelling")
    return raw


def is_signed_by(key: str, value: str, message: bytes) -> bool:
    """Whether the owner of the public key signed these bytes; False for anything that is no key or no signature."""
    try:
        Ed25519PublicKey.from_public_bytes(from_text(key)).verify(from_text(value), message)
    except (ValueError, InvalidSignature):
        return False
    return True


def published(keys: Sequence[str]) -> dict[str, object]:
    """An instance's public keys, oldest first, as they are published: the last one signs now."""
    return {
        "format": FORMAT,
        "algorithm": "Ed25519",
        "keys": [{"key": key, "current": key == keys[-1]} for key in keys],
    }


def read_public_keys(content: bytes) -> list[str]:
    """The keys of a PEM file or of a published JSON, each in base64url. Raises `BadPublicKey`."""
    if len(content) > MOST_BYTES:
        raise BadPublicKey(f"This file is too large for public keys. Give {TAKES}.")
    if content.lstrip().startswith(PEM_BEGINS):
        return [_of_pem(content.lstrip())]
    try:
        listed = json.loads(content)["keys"]
        keys = [part["key"] for part in listed]
        if not keys or any(len(from_text(key)) != KEY_LENGTH for key in keys):
            raise ValueError("no keys, or none of Ed25519")
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        raise BadPublicKey(f"There is no public key in this file. Give {TAKES}.") from None
    return keys


def _of_pem(content: bytes) -> str:
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise BadPublicKey(f"This PEM file holds no public key of Ed25519. Give {TAKES}.")
    return to_text(key.public_bytes_raw())
