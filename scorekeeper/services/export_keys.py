"""The keys of this server that sign exports, and what it says of the signatures and chains of others."""

from flask import current_app

from scorekeeper.core.words.language import translate as _
from scorekeeper.formats.chain import ChainHead, Signer
from scorekeeper.formats.keys import InstanceKeys
from scorekeeper.formats.verification import ServerMatch, TrustedKeys
from scorekeeper.storage.events import hash_and_last_seq, last_seq_of


def instance_keys() -> InstanceKeys | None:
    """The keys of this instance; None for an app without an instance folder."""
    keys: InstanceKeys | None = current_app.config.get("INSTANCE_KEYS")
    return keys


def instance_signer() -> Signer | None:
    """The function that signs exported games; None for an app without an instance folder."""
    keys = instance_keys()
    return None if keys is None else keys.sign


def head_of_game(game_id: str) -> ChainHead:
    """The chain head of a game. Raises `NoSuchGame`."""
    seq = last_seq_of(game_id)
    return ChainHead(game_id, seq, str(hash_and_last_seq(game_id, seq)[0]))


def public_keys() -> list[str]:
    """The public keys of this instance, oldest first."""
    keys = instance_keys()
    return [] if keys is None else keys.public()


def this_server() -> TrustedKeys:
    """The instance's keys, old ones included, and its stored games."""
    return TrustedKeys(dict.fromkeys(public_keys(), _("this server")), stored_state_of)


def stored_state_of(head: ChainHead) -> ServerMatch:
    """Whether the game is stored with this hash at this number, and whether it has later events."""
    found, last_seq = hash_and_last_seq(head.game, head.seq)
    if found is None or found != head.hash:
        return ServerMatch.NO
    return ServerMatch.NOW if head.seq == last_seq else ServerMatch.EARLIER
