"""Ed25519 keys: the instance's own, one PEM file each in a folder, and public keys to verify with."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from scorekeeper.clock import utc_now
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.durable_files import make_folder, write_private
from scorekeeper.formats.chain import ChainHead, Signature, canonical_time, statement

KEY_LENGTH = 32  # bytes of an Ed25519 public key
FORMAT = "scorekeeper-keys/1"
PEM_BEGINS = b"-----BEGIN PUBLIC KEY-----"
MAX_BYTES = 100_000
TAKES = translatable("Give a PEM file, or the JSON that a server publishes at /.well-known/scorekeeper-keys.json")


class BadPublicKey(ValueError):
    """A file without a public key; the message says what is accepted."""


def to_text(raw: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """The bytes of a base64url text. Raises `ValueError` for any other spelling."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (NotBase64, UnicodeEncodeError) as error:
        raise ValueError(str(error)) from None
    if to_text(raw) != text:
        raise ValueError("not in its one spelling")
    return raw


def is_signed_by(key: str, value: str, message: bytes) -> bool:
    """Whether the owner of the public key signed these bytes; False for an invalid key or signature."""
    try:
        Ed25519PublicKey.from_public_bytes(from_text(key)).verify(from_text(value), message)
    except (ValueError, InvalidSignature):
        return False
    return True


def published(keys: Sequence[str]) -> dict[str, object]:
    """An instance's public keys as published, oldest first: the last one signs now."""
    return {
        "format": FORMAT,
        "algorithm": "Ed25519",
        "keys": [{"key": key, "current": key == keys[-1]} for key in keys],
    }


def read_public_keys(content: bytes) -> list[str]:
    """The keys of a PEM file or of a published JSON, each in base64url. Raises `BadPublicKey`."""
    if len(content) > MAX_BYTES:
        raise BadPublicKey(_("This file is too large for public keys. {takes}", takes=_(TAKES)))
    if content.lstrip().startswith(PEM_BEGINS):
        return [_of_pem(content.lstrip())]
    try:
        listed = json.loads(content)["keys"]
        keys = [part["key"] for part in listed]
        if not keys or any(len(from_text(key)) != KEY_LENGTH for key in keys):
            raise ValueError("no keys, or none of Ed25519")
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        raise BadPublicKey(_("There is no public key in this file. {takes}", takes=_(TAKES))) from None
    return keys


def _of_pem(content: bytes) -> str:
    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise BadPublicKey(_("This PEM file has no Ed25519 public key. {takes}", takes=_(TAKES)))
    return to_text(key.public_bytes_raw())


FILES = "[0-9][0-9][0-9][0-9].pem"


class KeysUnreadable(Exception):
    """A key file that cannot be read or written; the message names it and says what to do."""


@dataclass(slots=True)
class InstanceKeys:
    """The keys in this folder. Another process may add one at any time: the next use sees it."""

    folder: Path
    _seen: int = -1  # the folder's modification time in nanoseconds when its keys were read
    _keys: tuple[tuple[str, Ed25519PrivateKey], ...] = field(default=(), repr=False)

    def exist(self) -> bool:
        """Whether there is a key."""
        return any(self.folder.glob(FILES))

    def make(self) -> None:
        """Make a new key, which signs from now on. The caller makes sure that nobody else does so at the same time."""
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        try:
            make_folder(self.folder)
            numbers = [int(path.stem) for path in self.folder.glob(FILES)]
            write_private(self.folder / f"{max(numbers, default=0) + 1:04}.pem", pem)
        except OSError as error:
            raise KeysUnreadable(
                _(
                    "The keys cannot be stored in {folder} ({why}). Let the server write there",
                    folder=str(self.folder),
                    why=str(error.strerror or error),
                )
            ) from error

    def public(self) -> list[str]:
        """The public keys, oldest first. Raises `KeysUnreadable`."""
        return [key for key, _ in self._read()]

    def sign(self, head: ChainHead, record: str | None = None) -> Signature:
        """A signature by the newest key, made now. Raises `KeysUnreadable`."""
        keys = self._read()
        if not keys:
            raise KeysUnreadable(
                _("There is no key in {folder}. Start the server once to make one", folder=str(self.folder))
            )
        public, private = keys[-1]
        at = canonical_time(utc_now())
        return Signature(public, at, to_text(private.sign(statement(head, at, record))))

    def _read(self) -> tuple[tuple[str, Ed25519PrivateKey], ...]:
        try:
            changed = self.folder.stat().st_mtime_ns
        except OSError:
            return ()
        if changed != self._seen:
            self._keys = tuple(_read_key(path) for path in sorted(self.folder.glob(FILES)))
            self._seen = changed
        return self._keys


def _read_key(path: Path) -> tuple[str, Ed25519PrivateKey]:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise KeysUnreadable(
            _("{file} cannot be read ({why})", file=str(path), why=str(error.strerror or error))
        ) from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeysUnreadable(_("{file} holds no key. Restore it from a copy, or remove it", file=str(path))) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysUnreadable(_("{file} holds a key of another kind, not Ed25519. Remove it", file=str(path)))
    return to_text(key.public_key().public_bytes_raw()), key


__all__ = ["BadPublicKey", "InstanceKeys", "KeysUnreadable", "is_signed_by", "published", "read_public_keys"]
