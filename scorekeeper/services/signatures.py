"""What this server vouches for: it signs the games it keeps, and says whether a chain's head is as it keeps it."""

from flask import current_app

from scorekeeper.formats.chain import ChainHead, Signer
from scorekeeper.formats.keys import InstanceKeys
from scorekeeper.formats.verification.levels import Kept, Witness
from scorekeeper.storage import hash_and_last_seq, last_seq_of

THIS_SERVER = "this server"


def instance_keys() -> InstanceKeys | None:
    """The keys of this instance; None for an app that was made without an instance folder."""
    keys: InstanceKeys | None = current_app.config.get("INSTANCE_KEYS")
    return keys


def instance_signer() -> Signer | None:
    """Signs games as they go out."""
    keys = instance_keys()
    return None if keys is None else keys.sign


def head_of_game(game_id: str) -> ChainHead:
    """How far a game goes by now. Raises `NoSuchGame`."""
    seq = last_seq_of(game_id)
    return ChainHead(game_id, seq, str(hash_and_last_seq(game_id, seq)[0]))


def public_keys() -> list[str]:
    """The public keys of this instance, oldest first."""
    keys = instance_keys()
    return [] if keys is None else keys.public()


def this_server() -> Witness:
    """Knows the instance's keys, the old ones too, and the games that it keeps."""
    return Witness(dict.fromkeys(public_keys(), THIS_SERVER), kept_as)


def kept_as(head: ChainHead) -> Kept:
    """Whether the game is kept with this hash at this number. A game that is not here is like one that differs."""
    found, last_seq = hash_and_last_seq(head.game, head.seq)
    if found is None or found != head.hash:
        return Kept.NO
    return Kept.NOW if head.seq == last_seq else Kept.EARLIER
