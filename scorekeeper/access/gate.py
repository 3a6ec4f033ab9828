"""The access check before every request, and the request's game, table and membership."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, abort, current_app, g, redirect, request, url_for

from scorekeeper import hooks
from scorekeeper.access.cookie import device_secret
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.access.quotas import READING, count_write
from scorekeeper.access.refusals import (
    AccessRevoked,
    CrossSite,
    NotAllowed,
    NotAMember,
    NotSeated,
    TokenMissing,
    TokenUnknown,
)
from scorekeeper.access.routes import ANYONE, OWN_SEAT, OWN_TOKEN, TABLE_CREATOR, WATCHER, RoomRole, Route, role_of
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.services.called import call_by_name, call_by_number, everybody_called, games_for_desk, players_for_desk
from scorekeeper.services.game_cache import LoadedGame, load_game
from scorekeeper.services.membership import Membership, by_game, by_table, by_token, tables_here
from scorekeeper.services.recording import own_seat
from scorekeeper.services.security_log import security_event
from scorekeeper.storage.errors import NoSuchRow
from scorekeeper.storage.events import event_by_id
from scorekeeper.storage.members import Role, member_by_id
from scorekeeper.storage.visits import GameRow, TableRow, game_row, table_row

API = "api"
"""The name of the API's blueprint."""


def is_call() -> bool:
    """Whether this is an API call."""
    return request.blueprint == API


# Rows are kept on `g` during the request, since the session forgets unreferenced ones and would query again.


def current_membership() -> Membership:
    """The requester's membership, on routes with a role."""
    membership: Membership = g.membership
    return membership


def current_seat() -> int:
    """The seat of the requester's own player, on routes for `OWN_SEAT`."""
    seat: int = g.seat
    return seat


def may(least: str) -> bool:
    """Whether the requester has at least this role at the table in the URL; False on other routes."""
    membership: Membership | None = g.get("membership")
    return membership is not None and membership.may(Role(least))


def current_table() -> TableRow:
    """The table in the URL, or of the game or of what a room has in it. Raises `NoSuchRow`."""
    if "table" not in g:
        g.table = table_row(_table_id())
    table: TableRow = g.table
    return table


def current_game_row() -> GameRow:
    """The row of the game in the URL as the request found it, without its events. Raises `NoSuchGame`."""
    if "game_row" not in g:
        g.game_row = game_row(str(_in_url()["game"]))
    row: GameRow = g.game_row
    return row


def current_game() -> LoadedGame:
    """The game in the URL with its current state, also right after a write. Raises `NoSuchGame`."""
    return load_game(str(_in_url()["game"]))


def _in_url() -> Mapping[str, Any]:
    """The values in the URL."""
    return request.view_args or {}


PARTS = "scorekeeper-parts"


def add_parts(app: Flask) -> Mapping[str, Callable[[str], str]]:
    """Let the app find the tables of what its open rooms have in URLs."""
    parts: dict[str, Callable[[str], str]] = {}
    with app.app_context():
        for room in hooks.open_parts():
            parts |= room.urls()
    app.extensions[PARTS] = parts
    return parts


def _table_id() -> str:
    """The table in the URL, or of what is in it. Raises `NoSuchRow`."""
    asked = _in_url()
    if "table" in asked:
        return str(asked["table"])
    parts: Mapping[str, Callable[[str], str]] = current_app.extensions[PARTS]
    part = next((part for part in parts if part in asked), None)
    return current_game_row().table_id if part is None else parts[part](str(asked[part]))


STRANGER = translatable(
    "The address may be cut off, or this device hasn’t joined. Ask someone at the table for a link or code."
)
ENDED = {
    "revoked": (
        translatable("Ask the table for a new link. Older links and codes don’t work."),
        "revoked",
    ),
    "expired": (translatable("Your guest link has expired. Ask the table for a new one."), "expired"),
    "for a device": (
        translatable("This link is for a limited number of devices. A program needs a link without a limit."),
        "for-devices",
    ),
}
NOT_ENOUGH = {
    Role.SCORER: translatable("You’re watching this table. To keep score, ask for a scorer link or code."),
    Role.KEEPER: translatable("Only a keeper can do this. Ask one, or ask for a keeper link."),
}
NOT_SEATED = translatable("You can bid for your own seat only. Say who you are under Share.")
CLOSED = translatable("Only keepers can create tables on this server. Ask whoever runs it.")


def authorize() -> None:
    """Raise a `Refused` error unless the request is allowed. Does nothing for URLs without a route."""
    route = request.url_rule
    if route is None:
        return
    _refuse_other_websites()
    role = role_of(route)
    if role is None:  # a route added after start-up
        raise NotAMember(_(STRANGER))
    if isinstance(role, Role | RoomRole):
        g.membership = _asked(role)
    elif role is OWN_SEAT:
        g.membership = _asked(WATCHER)
        g.seat = _own_seat(g.membership)
    elif role is OWN_TOKEN:
        g.membership = _program()
        g.table = table_row(g.membership.table_id)
    elif role is TABLE_CREATOR:
        _check_table_creator()
    grows = route.grows if isinstance(route, Route) else None
    count_write(grows, g.get("membership"), saves=role is not ANYONE)


def _refuse_other_websites() -> None:
    """Refuse a write that a page of another website sent. Over plain http, browsers say only the `Origin`."""
    if request.method in READING or (is_call() and request.headers.get("Origin") in current_app.config["API_ORIGINS"]):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin", "null")
    is_other = site == "cross-site" if site else origin != "null" and origin.partition("://")[2] != request.host
    if is_other:
        raise CrossSite(
            _(
                "Nothing was saved. Open {host} and do it there. If you run this server: let its proxy pass the Host "
                "header on, or set SCOREKEEPER_URL.",
                host=request.host,
            )
        )


def _asked(least: Role | RoomRole) -> Membership:
    """The membership of the requester with at least this role."""
    membership = _program() if is_call() else None  # check a program's token before anything else
    try:
        table_id, at_table = _at_table()
    except NoSuchRow as error:
        if not is_call():
            _lead_to_game()
        raise NotAMember(_(STRANGER)) from error
    membership = membership or at_table
    if membership is None or membership.table_id != table_id:
        raise NotAMember(_(STRANGER))
    if membership.ended is not None:
        raise _ended(membership.ended)
    if isinstance(least, RoomRole) and (not membership.elsewhere or least.admits(membership)):
        return membership
    if isinstance(least, RoomRole) or membership.elsewhere:
        _lead_to_own_page(membership)
        raise NotAMember(_(STRANGER))
    if not membership.may(least):
        raise NotAllowed(_(NOT_ENOUGH[least]))
    if membership.keeps is None and not membership.may(Role.SCORER):
        _call_by_number(membership.table_id)
    if membership.by_match and request.method not in READING:
        _check_match()
    return membership


def _check_match() -> None:
    """Refuse a write in a match that counts already. Raises `NotAllowed`."""
    for match in hooks.match_of(current_game_row()):
        closed = match.why_closed()
        if closed is not None:
            raise NotAllowed(closed)


def _call_by_number(table_id: str) -> None:
    """Let somebody who only watches read numbers for the names that a room keeps back. Raises `NotAllowed` where
    that cannot be: the pad of such a match, and such a player's own page.
    """
    asked = _in_url()
    if "game" in asked:
        row = current_game_row()
        if row.match_of is not None and row.id in games_for_desk(table_id):
            raise NotAllowed(everybody_called(table_id).why_no_pad)
    elif {asked.get("player"), asked.get("other")} & players_for_desk(table_id):
        raise NotAllowed(everybody_called(table_id).why_no_page)
    elif request.method in READING and "table" in asked and not _keeps_names():
        call_by_number(table_id)


def _keeps_names() -> bool:
    return isinstance(request.url_rule, Route) and request.url_rule.with_names


def forget_names(_error: BaseException | None = None) -> None:
    """Let what runs after the request read every name."""
    call_by_name()


def _lead_to_own_page(membership: Membership) -> None:
    """Redirect a phone that is there only for a room from every other page of the table, also of a game that was its
    match: what asks for a page gets its own one in the room.
    """
    is_page = request.method in READING and "text/html" in request.headers.get("Accept", "")
    asks = is_page or request.endpoint == "tables.show"
    if asks and membership.member_id is not None:
        own_pages = (room.own_page(membership.member_id) for room in hooks.at_table(current_table()))
        url = next(filter(None, own_pages), None)
        if url is not None:
            abort(redirect(url, 303))


def _lead_to_game() -> None:
    """Redirect from the address that a game had on the phone which started it offline: there its first event's id.

    Only members are led on, since a game's id is secret and an event's is not.
    """
    values = _in_url()
    first = event_by_id(str(values.get("game", "")))
    if first is None or first.seq != 1 or by_game(first.game_id, device_secret())[1] is None:
        return
    address, query = (
        url_for(str(request.endpoint), **{**values, "game": first.game_id}),
        request.query_string,
    )
    # With its method: a tab may still send taps to the old address.
    abort(redirect(f"{address}?{query.decode('latin-1')}" if query else address, 307))


def _own_seat(membership: Membership) -> int:
    """Where the device's player sits. A program has no player, and a former one's seat is nobody's own."""
    member = member_by_id(membership.table_id, membership.member_id) if membership.member_id is not None else None
    if member is None:
        raise NotAllowed(_(NOT_SEATED))
    seat = own_seat(current_game().state, member.player)
    if seat is None:  # perhaps since its player was erased, while a bid waited there
        raise NotSeated(_(NOT_SEATED))
    return seat


def _program() -> Membership:
    given = request.headers.get("Authorization")
    if not given:
        raise TokenMissing(_("Send the token of one of the table’s links, as “Authorization: Bearer …”."))
    scheme, _space, token = given.partition(" ")
    membership = by_token(token.strip()) if scheme.lower() == "bearer" else None
    if membership is None:
        hit(RateLimit.GUESSES)
        security_event("refused", guess="token")
        raise TokenUnknown(_("No table knows this token. It may be cut off. Send it as “Authorization: Bearer …”."))
    if membership.ended is not None:
        raise _ended(membership.ended)
    return membership


def _ended(how: str) -> AccessRevoked:
    why, code = ENDED[how]
    return AccessRevoked(_(why), code)


def _at_table() -> tuple[str, Membership | None]:
    """The table of the URL, and the membership of the device that asks. Raises `NoSuchRow`."""
    asked = _in_url()
    if is_call():
        return current_table().id, None
    if "game" in asked and "table" not in asked:
        g.game_row, membership = by_game(str(asked["game"]), device_secret())
        return g.game_row.table_id, membership
    g.table, membership = by_table(_table_id(), device_secret())
    return g.table.id, membership


def can_create_table() -> bool:
    """Whether this device may create a table."""
    if current_app.config["STRANGERS_CREATE_TABLES"]:
        return True
    return any(membership.may(Role.KEEPER) for _table, membership in tables_here(device_secret()))


def _check_table_creator() -> None:
    if current_app.config["STRANGERS_CREATE_TABLES"]:
        return
    if not (_program().may(Role.KEEPER) if is_call() else can_create_table()):
        raise NotAllowed(_(CLOSED))
