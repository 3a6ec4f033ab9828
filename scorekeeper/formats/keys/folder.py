"""The keys of an instance: one PEM file each in a folder of its own, numbered; the last one signs, none is deleted."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from scorekeeper.formats.chain import ChainHead, Signature, canonical_time, statement
from scorekeeper.formats.keys.public import to_text

FILES = "[0-9][0-9][0-9][0-9].pem"


class KeysUnreadable(Exception):
    """A key file that cannot be read or written; the message names it and says what to do."""


@dataclass(slots=True)
class InstanceKeys:
    """The keys in this folder. Another process may make a new one at any time: it is seen at the next use."""

    folder: Path
    _seen: int = -1  # when the folder had last changed, in nanoseconds, as its keys were read
    _keys: tuple[tuple[str, Ed25519PrivateKey], ...] = field(default=(), repr=False)

    def exist(self) -> bool:
        """Whether there is a key yet."""
        return any(self.folder.glob(FILES))

    def make(self) -> None:
        """Make a new key, which signs from now on. Whoever calls sees to it that nobody else does just now."""
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            numbers = [int(path.stem) for path in self.folder.glob(FILES)]
            unfinished = self.folder / f".{token_hex(8)}"
            try:
                _write_private(unfinished, pem)
                unfinished.rename(self.folder / f"{max(numbers, default=0) + 1:04}.pem")
            finally:
                with suppress(FileNotFoundError):
                    unfinished.unlink()
        except OSError as error:
            raise KeysUnreadable(
                f"The keys cannot be kept in {self.folder}: {error.strerror or error}. Let the server write there."
            ) from error

    def public(self) -> list[str]:
        """The public keys, oldest first. Raises `KeysUnreadable`."""
        return [key for key, _ in self._read()]

    def sign(self, head: ChainHead, record: str | None = None) -> Signature:
        """A signature by the newest key, made now. Raises `KeysUnreadable`."""
        keys = self._read()
        if not keys:
            raise KeysUnreadable(f"There is no key in {self.folder}. Start the server once: it makes one.")
        public, private = keys[-1]
        at = canonical_time(datetime.now(UTC))
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


def _write_private(path: Path, content: bytes) -> None:
    """A new file that only its owner can read, from its first moment; on the disk when this returns."""
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(file, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())


def _read_key(path: Path) -> tuple[str, Ed25519PrivateKey]:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise KeysUnreadable(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise KeysUnreadable(f"{path} holds no key. Put the file back from a copy, or take it away.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysUnreadable(f"{path} holds a key of another kind, not Ed25519. Take it away.")
    return to_text(key.public_key().public_bytes_raw()), key
