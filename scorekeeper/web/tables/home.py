"""Home: this phone's running games and tables; on the first visit, what the pad does."""

from functools import cache

from flask import Blueprint, make_response, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import ANYONE
from scorekeeper.access.cookie import device_secret, keep_secret
from scorekeeper.core.pages.board import board_view
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.scoreboard import Scoreboard, new_game
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.language import minus, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import POINTS, total_text
from scorekeeper.services import game_on_table
from scorekeeper.services.game_cache import sides_now
from scorekeeper.services.membership import Membership, tables_here
from scorekeeper.services.starting import PAIRS, RULES
from scorekeeper.storage import PLAYING, Game, Role, Table, games_of
from scorekeeper.web.games.place import new_id
from scorekeeper.web.tables.routes import game_card

View = dict[str, object]

MOST_RUNNING = 20
"""How many running games are listed; a table has the others."""

pages = Blueprint("home", __name__)


@pages.get("/", role=ANYONE)
def index() -> Response:
    secret = device_secret()
    here = tables_here(secret)
    found = [(table, own) for table, own in here if table.archived is None]
    running = _running(found)
    view = {
        "current": _current(*running[0]) if running else None,
        "running": [_running_row(game, table) for game, table, _role in running[1:MOST_RUNNING]],
        "tables": [_row(table) for table, _membership in found],
        "archived": [_row(table) for table, _membership in here if table.archived is not None],
        "new_game": _new_game(found, running),
        "example": None if here else _example(),
        "entry_id": new_id(),
    }
    page = make_response(render_template("home.html", **view))
    return keep_secret(page, secret) if secret and here else page  # renews it: browsers drop a cookie after 400 days


Running = tuple[Game, Table, Membership]


def _running(found: list[tuple[Table, Membership]]) -> list[Running]:
    """The games in progress at this phone's tables, the one played last first."""
    playing = [
        (game, table, own) for table, own in found for game in games_of(table.id, limit=MOST_RUNNING, status=PLAYING)
    ]
    return sorted(playing, key=lambda row: row[0].last_activity, reverse=True)


def _current(game: Game, table: Table, own: Membership) -> View:
    return game_card(game_on_table(game.id), title=table.name) | {"watching": not own.may(Role.SCORER)}


def _running_row(game: Game, table: Table) -> View:
    """A game in progress, from its row alone."""
    names = [name for name, _players in sides_now(game)]
    totals, unit = game.summary.get("totals", [0] * len(names)), str(game.summary.get("unit", POINTS))
    hand = int(game.summary.get("hands", 0)) + 1
    return {
        "url": url_for("games.show", game=game.id),
        "title": table.name,
        "note": _("{game} · hand {number}", game=rules_name(rule_set(game.rules)), number=hand),
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


def _row(table: Table) -> View:
    latest = games_of(table.id, limit=1)
    note = _("No game yet")
    if latest:
        players = [name for _side, own in sides_now(latest[0]) for name in own]
        players_per_side = len(players) // len(latest[0].sides)
        around = [
            players[place * players_per_side + turn]
            for turn in range(players_per_side)
            for place in range(len(latest[0].sides))
        ]
        note = f"{with_commas(around)} · {_n(latest[0].number, '1 game', '{count} games')}"
    return {"url": url_for("tables.show", table=table.id), "name": table.name, "note": note}


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
    side = board_view(board, NAMES)["sides"]
    assert isinstance(side, list)
    hand = board.hands[-1]
    scored = hand.sides[0]
    return {
        "side": side[0],
        "hand": hand.number,
        "before": scored.score.total - scored.points,
        "points": scored.points,
        "lines": [{"text": line_text(line), "points": line.points} for line in scored.lines],
        "bag_limit": board.rules.play.every,
    }
