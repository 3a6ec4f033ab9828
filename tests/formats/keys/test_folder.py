"""The keys of an instance: made once, always private to their owner; a new key does not replace the old ones."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.formats.chain import ChainHead, statement
from scorekeeper.formats.keys import InstanceKeys, KeysUnreadable, is_signed_by
from scorekeeper.server.instance import keys_of
from scorekeeper.server.settings import BadSetting, read_settings

HEAD = ChainHead("game", 3, "ab" * 32)


def test_first_start_creates_a_key_and_the_next_keeps_it(tmp_path: Path) -> None:
    chosen = read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    assert keys_of(chosen).public() == keys_of(chosen).public()
    assert len(keys_of(chosen).public()) == 1


def test_signatures_of_an_old_key_stay_valid(tmp_path: Path) -> None:
    keys = InstanceKeys(tmp_path / "keys")
    keys.make()
    before = keys.sign(HEAD)
    InstanceKeys(tmp_path / "keys").make()  # another process: this one sees the new key without a restart
    after = keys.sign(HEAD)
    assert keys.public() == [before.key, after.key]
    assert before.key != after.key
    for signature in (before, after):
        assert is_signed_by(signature.key, signature.value, statement(HEAD, signature.at))


def test_key_file_is_created_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    real = os.open

    def watched(path: Path, flags: int, mode: int = 0o777) -> int:
        file = real(path, flags, mode)
        if Path(path).parent == tmp_path / "keys":
            assert flags & os.O_EXCL
            opened.append(stat.S_IMODE(os.fstat(file).st_mode))
        return file

    monkeypatch.setattr(os, "open", watched)
    old = os.umask(0)
    try:
        InstanceKeys(tmp_path / "keys").make()
    finally:
        os.umask(old)
    assert opened == [0o600]
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "keys").iterdir()] == [0o600]
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700


def test_interrupted_key_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeysUnreadable, match="No space left on device"):
        InstanceKeys(tmp_path / "keys").make()
    assert list((tmp_path / "keys").iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
    ids=["empty", "no PEM", "no key in it"],
)
def test_file_without_a_key_is_reported(tmp_path: Path, content: bytes) -> None:
    chosen = read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    keys_of(chosen)
    (tmp_path / "signing_keys" / "0002.pem").write_bytes(content)
    with pytest.raises(BadSetting, match=r"0002\.pem holds no key"):
        keys_of(chosen)


def test_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    keys = InstanceKeys(tmp_path)
    other = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "0001.pem").write_bytes(other)
    with pytest.raises(KeysUnreadable) as refused:
        keys.public()
    file = tmp_path / "0001.pem"
    assert str(refused.value) == f"{file} holds a key of another kind, not Ed25519. Remove it"


def test_nothing_is_signed_without_a_key(tmp_path: Path) -> None:
    with pytest.raises(KeysUnreadable) as refused:
        InstanceKeys(tmp_path / "nowhere").sign(HEAD)
    folder = tmp_path / "nowhere"
    assert str(refused.value) == f"There is no key in {folder}. Start the server once to make one"
    assert (InstanceKeys(folder).exist(), InstanceKeys(folder).public()) == (False, [])
    InstanceKeys(folder).make()
    assert InstanceKeys(folder).exist()
    assert [path.name for path in folder.iterdir()] == ["0001.pem"]


def test_simultaneous_first_starts_create_one_key(tmp_path: Path) -> None:
    chosen = read_settings({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    with ThreadPoolExecutor(8) as starts:
        found = list(starts.map(lambda _: keys_of(chosen).public(), range(8)))
    assert len({tuple(keys) for keys in found}) == 1
    assert len(found[0]) == 1


def test_each_file_that_is_no_key_is_named_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "0001.pem"

    def message() -> str:
        with pytest.raises(KeysUnreadable) as refused:
            InstanceKeys(tmp_path).public()
        return str(refused.value)

    file.mkdir()
    assert message() == f"{file} cannot be read (Is a directory)"
    file.rmdir()
    file.write_text("no key")
    assert message() == f"{file} holds no key. Restore it from a copy, or remove it"


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("a file")
    with pytest.raises(KeysUnreadable) as refused:
        InstanceKeys(tmp_path / "keys" / "of this server").make()
    folder = tmp_path / "keys" / "of this server"
    assert str(refused.value) == f"The keys cannot be stored in {folder} (Not a directory). Let the server write there"
