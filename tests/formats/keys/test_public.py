"""Public keys for verifying: a PEM file, or a server's published keys."""

import json
from pathlib import Path

import pytest

from scorekeeper.formats.chain import ChainHead, statement
from scorekeeper.formats.keys import MAX_BYTES, BadPublicKey, is_signed_by, published, read_public_keys
from tests.each_case import each_case
from tests.formats.verification.forging import keys_in

HEAD = ChainHead("game", 3, "ab" * 32)


def pem_of(key: str) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from scorekeeper.formats.keys import from_text

    key_object = Ed25519PublicKey.from_public_bytes(from_text(key))
    return key_object.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def test_published_keys_are_read(tmp_path: Path) -> None:
    keys = keys_in(tmp_path)
    keys.make()
    written = published(keys.public())
    assert read_public_keys(json.dumps(written).encode()) == keys.public()
    assert [part["current"] for part in json.loads(json.dumps(written))["keys"]] == [False, True]


def test_a_pem_file_is_read(tmp_path: Path) -> None:
    (key,) = keys_in(tmp_path).public()
    assert read_public_keys(b"\n" + pem_of(key)) == [key]


NONE = [
    b"",
    b"hello",
    b"{}",
    b"[]",
    b'{"keys": []}',
    b'{"keys": [{"key": "AAAA"}]}',
    b'{"keys": [{"key": 7}]}',
    b'{"keys": 7}',
    b"\xff\xfe",
    b"[" * 9000,
    b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    b" " * 200_000,
]


TAKES = "Give a PEM file, or the JSON that a server publishes at /.well-known/scorekeeper-keys.json"


@each_case("content", NONE)
def test_file_without_a_key_is_refused(content: bytes) -> None:
    with pytest.raises(BadPublicKey) as refused:
        read_public_keys(content)
    words = "There is no public key in this file"
    if content.startswith(b"-----BEGIN"):
        words = "This PEM file has no Ed25519 public key"
    elif len(content) > MAX_BYTES:
        words = "This file is too large for public keys"
    assert str(refused.value) == f"{words}. {TAKES}"


def test_a_file_of_keys_may_be_as_large_as_allowed(tmp_path: Path) -> None:
    keys = keys_in(tmp_path).public()
    written = json.dumps(published(keys)).encode()
    assert read_public_keys(written.ljust(MAX_BYTES)) == keys
    with pytest.raises(BadPublicKey, match="too large"):
        read_public_keys(written.ljust(MAX_BYTES + 1))


def test_a_pem_key_of_another_kind_is_refused() -> None:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    other = X25519PrivateKey.generate().public_key()
    with pytest.raises(BadPublicKey, match=r"^This PEM file has no Ed25519 public key\. "):
        read_public_keys(other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def test_signature_is_valid_only_for_its_statement(tmp_path: Path) -> None:
    signature = keys_in(tmp_path).sign(HEAD)
    message = statement(HEAD, signature.at)
    assert is_signed_by(signature.key, signature.value, message)
    others = [
        ChainHead("other", HEAD.seq, HEAD.hash),
        ChainHead(HEAD.game, 4, HEAD.hash),
        ChainHead(HEAD.game, HEAD.seq, "cd" * 32),
    ]
    for other in others:
        assert not is_signed_by(signature.key, signature.value, statement(other, signature.at))
    assert not is_signed_by(signature.key, signature.value, statement(HEAD, "2026-11-20T20:14:05.000000Z"))
    assert not is_signed_by(signature.key, signature.value, statement(HEAD, signature.at, "00"))


@each_case(("key", "value"), [("", ""), ("é", "é"), ("A" * 43, "A" * 86), ("=" * 43, "x"), ("A", "A")])
def test_malformed_key_or_signature_is_invalid(key: str, value: str) -> None:
    assert not is_signed_by(key, value, b"hello")


def test_the_last_published_key_is_the_current_one() -> None:
    assert published(["old", "new"]) == {
        "format": "scorekeeper-keys/1",
        "algorithm": "Ed25519",
        "keys": [{"key": "old", "current": False}, {"key": "new", "current": True}],
    }
