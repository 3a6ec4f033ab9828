"""Ed25519 keys: those of this instance, in files of its folder, and public ones that were given to check by."""

from scorekeeper.formats.keys.folder import InstanceKeys, KeysUnreadable
from scorekeeper.formats.keys.public import BadPublicKey, is_signed_by, published, read_public_keys

__all__ = ["BadPublicKey", "InstanceKeys", "KeysUnreadable", "is_signed_by", "published", "read_public_keys"]
