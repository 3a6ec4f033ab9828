"""The gate: before every request, whoever asks is checked against the role of the route."""

from flask import current_app, g, request

from scorekeeper.access.cookie import device_secret
from scorekeeper.access.limits import Limit, spend
from scorekeeper.access.quotas import count_write
from scorekeeper.access.refusals import AccessRevoked, NotAllowed, NotAMember, TokenMissing, TokenUnknown
from scorekeeper.access.routes import ANYONE, TABLE_CREATOR, current_game_row, current_table, is_call, role_of
from scorekeeper.services.members import Membership, by_device, by_token, tables_here
from scorekeeper.services.security_log import security_event
from scorekeeper.storage import NoSuchGame, NoSuchTable, Role

BEARER = "bearer "

STRANGER = (
    "The address may be cut off, or this device is not in at its table. "
    "Ask someone at the table for a link or a code: they find both under “Share”."
)
ENDED = {
    "revoked": (
        "A keeper of the table took it off. Ask a keeper for a new link or code: older ones do not let it back in.",
        "revoked",
    ),
    "expired": ("It was let in for a time, and that is over. Ask the table for a new link or code.", "expired"),
    "for a device": (
        "This link is for devices to join by, a few times; a program needs a link without such a limit.",
        "for-devices",
    ),
}
NOT_ENOUGH = {
    Role.SCORER: "You are watching this table. To record, ask for a scorer’s link or code.",
    Role.KEEPER: "Only a keeper of the table does this. Ask one, or ask for a keeper’s link.",
}
CLOSED = "On this server only those who keep a table already start new ones. Ask whoever runs it."


def authorize() -> None:
    """Raise why this request may not be; nothing where it may. An address without a route is not ours to judge."""
    route = request.url_rule
    if route is None:
        return
    role = role_of(route)
    if role is None:  # a route that was added after the start
        raise NotAMember(STRANGER)
    if isinstance(role, Role):
        g.membership = _asked(role)
    elif role is TABLE_CREATOR:
        _check_table_creator()
    if role is not ANYONE:
        count_write(route.endpoint, g.get("membership"))


def _asked(least: Role) -> Membership:
    membership = _program() if is_call() else None  # a program is told about its token before anything else
    table_id = _table_id()
    if not is_call():
        membership = by_device(table_id, device_secret())
    if membership is None or membership.table_id != table_id:
        raise NotAMember(STRANGER)
    if membership.ended is not None:
        raise AccessRevoked(*ENDED[membership.ended])
    if not membership.may(least):
        raise NotAllowed(NOT_ENOUGH[least])
    return membership


def _program() -> Membership:
    given = request.headers.get("Authorization", "")
    if not given:
        raise TokenMissing("Send the token of one of the table's links, as “Authorization: Bearer …”.")
    token = given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""
    membership = by_token(token) if token else None
    if membership is None:
        spend(Limit.GUESSES)
        security_event("refused", guess="token")
        raise TokenUnknown(
            "No link of a table has this token: it may be cut off. Send it as “Authorization: Bearer …”."
        )
    if membership.ended is not None:
        raise AccessRevoked(*ENDED[membership.ended])
    return membership


def _table_id() -> str:
    try:
        return current_table().id if "table" in (request.view_args or {}) else current_game_row().table_id
    except (NoSuchTable, NoSuchGame) as error:
        raise NotAMember(STRANGER) from error


def can_create_table() -> bool:
    """Whether this device may start a table."""
    if current_app.config["STRANGERS_CREATE_TABLES"]:
        return True
    return any(membership.may(Role.KEEPER) for _table, membership in tables_here(device_secret()))


def _check_table_creator() -> None:
    if current_app.config["STRANGERS_CREATE_TABLES"]:
        return
    if not (_program().may(Role.KEEPER) if is_call() else can_create_table()):
        raise NotAllowed(CLOSED)
