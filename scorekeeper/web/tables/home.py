"""Home: this phone's running games and tables, or what the pad does; quick game, one tap from home to the first bid."""

from contextlib import suppress
from functools import cache

from flask import Blueprint, flash, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import hooks
from scorekeeper.access import ANYONE, KEEPER, TABLE_CREATOR, current_table
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.access.limits import RateLimit, hit
from scorekeeper.chance import new_id
from scorekeeper.core.game import START
from scorekeeper.core.pages import View
from scorekeeper.core.pages.board import board_sides
from scorekeeper.core.pages.setting_up.choose import PAIRS, RULES
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.sheet import SETUP, sheet_json
from scorekeeper.core.words.language import minus, translate as _, translate_plural as _n, with_commas, with_dots
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.vocabulary import POINTS, total_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.services.called import games_for_desk
from scorekeeper.services.game_cache import SHAPELESS, sides_now
from scorekeeper.services.membership import Membership, tables_here
from scorekeeper.services.starting import quick_sheet, quick_table, start_quick_game
from scorekeeper.services.tables import rename_table
from scorekeeper.storage.games import games_of
from scorekeeper.storage.members import Role
from scorekeeper.storage.models import PLAYING, Game, Table
from scorekeeper.web.formatting import zone_name
from scorekeeper.web.games.events import around_any
from scorekeeper.web.offline import OF_GAME
from scorekeeper.web.posted import posted_id
from scorekeeper.web.sharing.devices import device_name
from scorekeeper.web.tables import TableForm, game_card, sound_game

MAX_UNFOLDED = 4
MAX_RUNNING = 20
"""How many running games are listed; a table has the others."""

pages = Blueprint("home", __name__)


@pages.get("/", role=ANYONE)
def index() -> Response:
    secret = device_secret()
    here = tables_here(secret)
    found = [(table, own) for table, own in here if table.archived is None]
    running = _running(found)
    of_rooms = hooks.at_home(secret, {table.id: own.role for table, own in found})
    comes_first = any(room.comes_first for room in of_rooms)  # such as a match to be played now
    asked = [] if comes_first else running[:1]
    current = _current(*asked[0]) if asked else None
    damaged = [_damaged_row(game, table) for game, table, _role in asked if current is None]
    rows = damaged + [_running_row(game, table) for game, table, _role in running[len(asked) : MAX_RUNNING]]
    view = {
        "rooms": of_rooms,
        "comes_first": comes_first,
        "current": current,
        "running": rows[:MAX_UNFOLDED],
        "more_running": rows[MAX_UNFOLDED:],
        "tables": [_row(table, own) for table, own in found],
        "archived": [_row(table, own) for table, own in here if table.archived is not None],
        "new_game": _new_game(found, running),
        "example": None if here or any(room.is_here for room in of_rooms) else _example(),
        "entry_id": new_id(),
    }
    page = make_response(render_template("home.html", **view))
    return keep_secret(page, secret) if secret and here else page  # renews it: browsers drop a cookie after 400 days


Running = tuple[Game, Table, Membership]


def _running(found: list[tuple[Table, Membership]]) -> list[Running]:
    """The games in progress at this phone's tables, the one played last first."""
    playing = [
        (game, table, own)
        for table, own in found
        for game in games_of(table.id, limit=MAX_RUNNING, status=PLAYING, of_matches=False)
    ]
    return sorted(playing, key=lambda row: row[0].last_activity, reverse=True)


def _current(game: Game, table: Table, own: Membership) -> View | None:
    running = sound_game(game.id)
    card = game_card(running, title=_("In progress") if table.quick else table.name) if running else None
    return None if card is None else card | {"watching": not own.may(Role.SCORER)}


def _running_row(game: Game, table: Table) -> View:
    """A game in progress, from its row alone; of a damaged one, only that it is."""
    try:
        return _figures_row(game, table)
    except SHAPELESS:
        return _damaged_row(game, table)


def _damaged_row(game: Game, table: Table) -> View:
    note = with_dots([*_called(table), _("Game {number}", number=game.number), _("Damaged")])
    return {"url": url_for("games.show", game=game.id), "note": note, "figures": []}


def _figures_row(game: Game, table: Table) -> View:
    names = [name for name, _players in sides_now(game)]
    totals, unit = game.summary.get("totals", [0] * len(names)), str(game.summary.get("unit", POINTS))
    hand = int(game.summary.get("hands", 0)) + 1
    return {
        "url": url_for("games.show", game=game.id),
        "note": with_dots([*_called(table), _("hand {number}", number=hand)]),
        "figures": [
            {"index": side, "name": names[side], "text": minus(total_text(total, unit))}
            for side, total in enumerate(totals)
        ],
    }


def _new_game(found: list[tuple[Table, Membership]], running: list[Running]) -> str | None:
    """Where a new game starts: at the table of the game on top, else at the one used last where this phone may."""
    tables = [(table, own) for _game, table, own in running[:1]] + found
    table = next((table for table, own in tables if own.may(Role.SCORER)), None)
    return None if table is None else url_for("games.new", table=table.id)


def _called(table: Table) -> list[str]:
    """The table's name, if somebody gave it one: that of quick games is a button of this page."""
    return [] if table.quick else [table.name]


def _row(table: Table, own: Membership) -> View:
    latest = games_of(table.id, limit=1)
    notes = [_("No game yet")]
    if latest and not own.may(Role.SCORER) and latest[0].id in games_for_desk(table.id):
        notes = [_n(latest[0].number, "1 game", "{count} games")]
    elif latest:
        with suppress(*SHAPELESS):  # its row is damaged
            notes = [_players(latest[0]), _n(latest[0].number, "1 game", "{count} games")]
    name, *more = [*_called(table), *notes]
    return {"url": url_for("tables.show", table=table.id), "name": name, "note": with_dots(more)}


def _players(game: Game) -> str:
    """`Ann, Ben, Cal, Dee`, as they sit around the table."""
    players = [name for _side, own in sides_now(game) for name in own]
    players_per_side = len(players) // len(game.sides)
    around = [
        players[place * players_per_side + turn] for turn in range(players_per_side) for place in range(len(game.sides))
    ]
    return with_commas(around)


NAMES = ("Ann & Cal", "Ben & Dee")
HANDS = (
    (4, 3, 2, 3, 7),
    (3, 3, 2, 4, 6),
    (2, 4, 3, 3, 5),
    (2, 3, 3, 4, 5),
    (3, 4, 2, 3, 5),
    (3, 3, 2, 4, 5),
    (4, 3, 3, 2, 8),
)
"""What four players bid, and how many tricks the first pair took: seven hands, shown on the first visit."""


@cache
def _played() -> Scoreboard:
    board = new_game(rule_set(RULES).with_options({}, PAIRS), Seat(3))
    for *bids, took in HANDS:
        bid_pair = tuple(Bid((str(bid),)) for bid in bids)
        board = board.after(HandRecord(bid_pair, (Took(took), Took(13 - took))))
    return board


def _example() -> View:
    """One side's latest hand in a game of the program's own, scored like any other."""
    board = _played()
    hand = board.hands[-1]
    scored = hand.sides[0]
    return {
        "side": board_sides(board, NAMES)[0],
        "hand": hand.number,
        "before": scored.score.total - scored.points,
        "points": scored.points,
        "lines": [{"text": line_text(line), "points": line.points} for line in scored.lines],
        "bag_limit": board.rules.scoring.bags_per_penalty,
    }


quick_game = Blueprint("quick", __name__)


@quick_game.get("/quick-game", role=TABLE_CREATOR)
def blank() -> Response:
    """A quick game with only its start, for a phone that starts one while it cannot reach the server.

    The phone replaces `OF_GAME` by an id of its own, and later posts that id: the game then gets its real one.
    """
    own = quick_table(device_secret())
    sheet = quick_sheet(own.table_id if own else None)
    start = {name: part for name, part in sheet_json(sheet).items() if name in SETUP}
    unnamed = [name for side in sheet.sides for name in side.players]
    return jsonify(
        {
            "events": [{"seq": 1, "id": OF_GAME, "kind": START, "payload": start, "who": None, "reason": None}],
            "table": {"id": own.table_id if own else OF_GAME, "name": _("Quick game"), "may_keep": False},
            "game": {"id": OF_GAME, "number": 0, "unnamed": unnamed, "names_later": True},
            "start": url_for("quick.create"),
            "who": own.name if own else None,
            "own_side": None,
            "roster": [],
            "rules_code": rules_code(sheet.rules),
            "pen": None,
            "own_seat": None,
            "own_bid": [],
            "waiting": [],
            "may_write": True,
            "mark": "",
            **around_any(OF_GAME),
        }
    )


@quick_game.post("/quick-game", role=TABLE_CREATOR)
def create() -> Response:
    secret = device_secret()
    own = quick_table(secret)
    if own is None:
        hit(RateLimit.TABLES)
    else:
        hit(RateLimit.GAMES, whose=own.table_id)
    quick = start_quick_game(secret, device_name(), posted_id(), zone_name())
    answer = redirect(url_for("games.show", game=quick.started.game.id), 303)
    return keep_secret(answer, quick.secret) if quick.secret else answer


@quick_game.get("/tables/<table>/keep", endpoint="name", role=KEEPER)
def ask_name(table: str) -> str:
    return render_template("tables/keep.html", table=current_table(), form=TableForm())


@quick_game.post("/tables/<table>/keep", role=KEEPER)
def keep(table: str) -> Response | tuple[str, int]:
    form = TableForm(request.form)
    if not form.validate():
        return render_template("tables/keep.html", table=current_table(), form=form), 422
    name = str(form.name.data)
    rename_table(table, name)
    flash(_("{table} is kept. It’s on the first page.", table=name), "success")
    return redirect(url_for("tables.show", table=table), 303)
