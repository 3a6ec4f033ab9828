"""Membership: what access a device has by its cookie, or a program by its token; creates and hashes such secrets."""

import hmac
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from flask import current_app

from scorekeeper.chance import random_token
from scorekeeper.clock import utc_now
from scorekeeper.storage.columns import LENGTH, LETTERS
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import DatabaseBusy
from scorekeeper.storage.invites import invite_by_token, mark_used_by_program
from scorekeeper.storage.members import (
    Member,
    Role,
    change_member,
    end_replaced_secrets,
    known_device,
    member_of,
    newer_secret_of,
    tables_of,
)
from scorekeeper.storage.models import Table
from scorekeeper.storage.visits import (
    DeviceRow,
    GameRow,
    TableRow,
    game_and_device,
    game_row,
    table_and_device,
    table_row,
)

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no characters that look alike
LOOK_ALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None, "–": None})
SHORT_KEY_LENGTH = 16
CODE_LENGTH = 8  # 40 bits are enough: a code is valid for minutes, and guesses are limited


def token_of(invite_id: str) -> str:
    """An invite's link token: 130 bits in letters and digits."""
    return _in_letters(int.from_bytes(keyed("invite", invite_id)), LETTERS, LENGTH)


def token_hash(token: str) -> str:
    """The stored hash of a token. A plain hash is enough for 130 random bits."""
    return sha256(token.encode()).hexdigest()


def code_of(invite_id: str, expires: datetime) -> str:
    """The invite's short code until this time."""
    return _in_letters(int.from_bytes(keyed("code", f"{invite_id} {expires.isoformat()}")), DIGITS, CODE_LENGTH)


def code_hash(code: str) -> str:
    """The stored hash of a short code in any spelling. It is keyed, since forty bits could be brute-forced."""
    return keyed("code hash", code.upper().translate(LOOK_ALIKES)).hex()


def code_words(code: str) -> str:
    """The code in groups, for reading aloud: `7F3K-92QX`."""
    return f"{code[:4]}-{code[4:]}"


def side_key(game_id: str, side: int) -> str:
    """The key in a side's QR code that attaches a watcher's phone to it."""
    return short_key("side", f"{game_id} {side}")


def side_key_fits(given: str, game_id: str, side: int) -> bool:
    """Whether this is the key of the side."""
    return key_fits(given, side_key(game_id, side))


def short_key(use: str, text: str) -> str:
    """A key in a QR code, for this use of what `text` names: 80 bits."""
    return _in_letters(int.from_bytes(keyed(use, text)), DIGITS, SHORT_KEY_LENGTH)


def key_fits(given: str, key: str) -> bool:
    """Whether this is the key; takes as long for every other one."""
    return hmac.compare_digest(given.encode(), key.encode())


def new_device_secret() -> str:
    """A device cookie's secret: 256 random bits."""
    return random_token(32)


def device_hash(secret: str) -> str:
    """The stored hash of a device's secret."""
    return sha256(b"device " + secret.encode()).hexdigest()


def short_hash(text: str) -> str:
    """A log's stand-in for an id: eight hex digits, meaningless without the server's secret key."""
    return keyed("log", text).hex()[:8]


def keyed(use: str, text: str) -> bytes:
    """256 bits of this use and text that only this server can compute."""
    key = current_app.config["SECRET_KEY"]
    return hmac.digest(key.encode() if isinstance(key, str) else key, f"{use}: {text}".encode(), "sha256")


def _in_letters(number: int, letters: str, length: int) -> str:
    written = []
    for _ in range(length):
        number, position = divmod(number, len(letters))
        written.append(letters[position])
    return "".join(written)


SEEN_EVERY = timedelta(minutes=1)  # how exact "last seen" is, since each update is a write


@dataclass(frozen=True, slots=True)
class Membership:
    """Access to a table. `ended` is why it is over (`revoked`, `expired`), or None.

    `name` is stored with its events: its player's, else that of the device itself. A device has a member number and
    perhaps the pen and a player; a program has none of these, but the link whose token it sent.
    `renew_cookie`: this is the device's first request of the day, so its cookie is extended. `keeps`: whether it keeps
    the score of the game in the URL, the game of its match; None for any other game. `by_match`: only
    therefore it may, while the match is open. `elsewhere`: it is at the table only for its matches.
    """

    table_id: str
    role: Role
    name: str
    ended: str | None = None
    member_id: int | None = None
    invite_id: str | None = None
    has_pen: bool = False
    player_id: int | None = None
    renew_cookie: bool = False
    keeps: bool | None = None
    by_match: bool = False
    elsewhere: bool = False

    def may(self, least: Role) -> bool:
        """Whether this membership has at least the role `least`."""
        return self.ended is None and not self.elsewhere and self.role.may(least)


def by_table(table_id: str, secret: str | None) -> tuple[TableRow, Membership | None]:
    """The table's row, and the membership of the device with this cookie secret; None for a stranger.

    Updates when the device was last seen. Raises `NoSuchTable`.
    """
    if secret is None:
        return table_row(table_id), None
    device = device_hash(secret)
    table, member = table_and_device(table_id, device)
    return table, _admitted(table_id, device, member)


def by_game(game_id: str, secret: str | None) -> tuple[GameRow, Membership | None]:
    """The game's row, and the membership at its table as in `by_table`. Raises `NoSuchGame`."""
    if secret is None:
        return game_row(game_id), None
    device = device_hash(secret)
    game, member = game_and_device(game_id, device)
    if member is None:
        newer = newer_secret_of(device)
        member = game_and_device(game_id, newer)[1] if newer else None
    return game, _admitted(game.table_id, device, member)


def _admitted(table_id: str, device: str, member: Member | DeviceRow | None) -> Membership | None:
    if member is None:
        newer = newer_secret_of(device)  # the response with the newer secret is on its way or lost
        member = member_of(table_id, newer) if newer else None
    if member is None:
        return None
    ended, seen, newest = member.ended(), member.last_seen, member.device == device
    if ended is None and _is_stale(seen):
        with suppress(DatabaseBusy), write_transaction(deadline=0):  # a reader does not wait for writers
            change_member(member.id, last_seen=utc_now())
            if newest:
                end_replaced_secrets(device)
    return _of_member(member, ended, renew_cookie=ended is None and newest and _is_first_today(seen))


def by_token(token: str) -> Membership | None:
    """A program's membership by its token, at the table of the invite; None if no invite has this token."""
    invite = invite_by_token(token_hash(token))
    if invite is None:
        return None
    ended = invite.ended()
    if ended is None and invite.uses_left is not None:
        ended = "for a device"  # devices use it up; a program never would
    if ended is None and _is_stale(invite.last_used):
        with suppress(DatabaseBusy), write_transaction(deadline=0):  # a reader does not wait for writers
            mark_used_by_program(invite.id)
    return Membership(invite.table_id, invite.as_role, f"Program ({invite.role})", ended, invite_id=invite.id)


def tables_here(secret: str | None) -> list[tuple[Table, Membership]]:
    """The device's tables, most recently used first."""
    device = known_device(device_hash(secret)) if secret else None
    found = tables_of(device) if device else []
    return [(table, _of_member(member, None)) for table, member in found]


def _of_member(member: Member | DeviceRow, ended: str | None, *, renew_cookie: bool = False) -> Membership:
    return Membership(
        table_id=member.table_id,
        role=member.as_role,
        name=member.stored_name,
        ended=ended,
        member_id=member.id,
        has_pen=member.pen_since is not None,
        player_id=member.player_id,
        renew_cookie=renew_cookie,
        keeps=member.keeps,
        by_match=bool(member.keeps) and not Role(member.role).may(Role.SCORER),
        elsewhere=member.is_elsewhere,
    )


def _is_stale(seen: datetime | None) -> bool:
    return seen is None or utc_now() - seen > SEEN_EVERY


def _is_first_today(seen: datetime | None) -> bool:
    return seen is not None and seen.date() != utc_now().date()
