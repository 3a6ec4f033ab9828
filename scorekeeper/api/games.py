"""Games over the API: start, list, read, rematch, delete one that was started by mistake."""

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from flask import Response, jsonify, request

from scorekeeper import hooks
from scorekeeper.access import (
    KEEPER,
    SCORER,
    WATCHER,
    current_game,
    current_game_row,
    current_membership,
    current_table,
)
from scorekeeper.access.limits import RateLimit
from scorekeeper.access.quotas import answer_about, working_out
from scorekeeper.api.making import Made, made, posted_id
from scorekeeper.api.operations import call
from scorekeeper.api.paging import NEXT, SAME_AS_AFTER, PageLimit, page_answer
from scorekeeper.api.presets import NewGameQuery, sheet_asked
from scorekeeper.api.schemas import ref
from scorekeeper.api.sending import ASKED
from scorekeeper.api.serializers import BODY, author, json_bytes, row_json, state_json
from scorekeeper.api.sizes import SMALL
from scorekeeper.core.inputs import InvalidInput, Json
from scorekeeper.core.inputs.faults import MAX_TEXT_LENGTH, MISSING_PART
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet, sheet_json
from scorekeeper.core.sheet.model import MAX_HANDS
from scorekeeper.core.words.language import current_language
from scorekeeper.declared import NOT_GIVEN, Key, NotGiven, Older, OneOf, Text, Whole
from scorekeeper.formats.days import Day
from scorekeeper.services.counting import bring_back, set_counted, take_away
from scorekeeper.services.game_cache import OVER
from scorekeeper.services.names import check_seated
from scorekeeper.services.series import night_period, zone_of
from scorekeeper.services.starting import Started, rematch, start_game
from scorekeeper.services.tables import ask_about_new, remove_empty_game
from scorekeeper.storage.errors import NoSuchPeriod
from scorekeeper.storage.games import games_by_id, games_of
from scorekeeper.storage.models import PLAYING
from scorekeeper.storage.players import find_main_player
from scorekeeper.storage.search import GameFilter, PageKey, page_key, search_games
from scorekeeper.version import program_version

GAMES_PER_PAGE = 50
MAX_NUMBER = 2_000_000_000
MAX_ID = 2**31 - 1

NEW_GAME: Json = {
    "format": "scorekeeper-sheet/1",
    "rules": "partnership",
    "options": {"target": 300},
    "sides": [{"name": "Ann & Cal", "players": ["Ann", "Cal"]}, {"name": "Ben & Dee", "players": ["Ben", "Dee"]}],
    "dealer": 3,
}

PLAYED_GAME: Json = {
    "rules": "two-player",
    "sides": [{"name": "Ann"}, {"name": "Ben"}],
    "dealer": 0,
    "hands": [{"bids": ["5", "6"], "took": [6, 7], "note": "the first of the evening"}],
    "closed": None,
}


@call(
    "POST /tables/<table>/games",
    SCORER,
    grows=RateLimit.GAMES,
    body="Sheet",
    examples={"partnership": NEW_GAME, "two-player": PLAYED_GAME},
    refused=(503,),
)
def new_game(table: str, query: NewGameQuery) -> Annotated[Made, "Game"]:
    """Start a game, or import one with its hands

    Irregular hands of a whole sheet are imported with their objections. A new game without `agreed` has the table’s own
    lines, and its preset’s.

    201: The game.
    """
    key = posted_id()
    with working_out(current_membership()) if len(json_bytes()) > SMALL else nullcontext():
        sheet = read_sheet(sheet_asked(table, query))
        check_seated(name for side in sheet.sides for name in side.players)
        if query.names == ASKED:
            ask_about_new(table, (name for side in sheet.sides for name in side.players if name))
        return _started(start_game(table, sheet, author=author(), event_id=key))


@dataclass(frozen=True, slots=True)
class GamesQuery:
    """Which games to list: those before a number."""

    after: Annotated[int | None, Whole(1, MAX_NUMBER), NEXT] = None
    limit: PageLimit = GAMES_PER_PAGE


@call("GET /tables/<table>/games", WATCHER, "games")
def list_games(table: str, query: GamesQuery) -> Annotated[Response, "Games"]:
    """List a table's games

    The newest first; `after` continues with `next` of the page before.

    200: A page of games, newest first.
    304: Nothing has changed.
    """
    found = games_of(table, after=query.after, limit=query.limit + 1)
    page = found[: query.limit]
    return page_answer("games", list(map(row_json, page)), page[-1].number if len(found) > len(page) else None)


@dataclass(frozen=True, slots=True)
class HistoryQuery(GamesQuery):
    """Which games to find.

    player: Only finished games that count, in which this player sat.
    with: And this player too, on either side.
    rules: The key of a rule set.
    status: Games in progress, or finished ones.
    from: The first night, such as 2026-11-19: it ends at 5 in the morning of the table.
    to: The last night.
    season: The number of a season: only games of its nights, instead of `from` and `to`.
    """

    player: Annotated[int | None, Whole(1, MAX_ID)] = None
    other: Annotated[int | None, Whole(1, MAX_ID), Key("with")] = None
    rules: Annotated[str | None, OneOf(tuple(rule_sets()))] = None
    status: Annotated[str | None, OneOf((PLAYING, OVER))] = None
    first: Annotated[date | None, Day(), Key("from")] = None
    last: Annotated[date | None, Day(), Key("to")] = None
    season: Annotated[int | None, Whole(1, MAX_ID)] = None
    before: Annotated[int | None, Whole(1, MAX_NUMBER), SAME_AS_AFTER, Older()] = None


@call("GET /tables/<table>/history", WATCHER)
def history(table: str, query: HistoryQuery) -> Annotated[Response, "Games"]:
    """Search a table's games

    The games that match all of the query, by when they began; `after` continues with `next` of a page.

    200: A page of games, the latest first.
    """
    found_table = current_table()
    zone = zone_of(found_table.zone)
    times = (
        None if query.first is None else night_period(query.first, zone)[0],
        None if query.last is None else night_period(query.last, zone)[1],
    )
    if (number := query.season) is not None:
        period = next((one for room in hooks.at_table(found_table) for one in room.periods(number)), None)
        if period is None:
            raise NoSuchPeriod
        times = period.begin, period.end
    wanted = GameFilter(
        tuple(dict.fromkeys(find_main_player(table, each).player.id for each in (query.player, query.other) if each)),
        query.rules,
        query.status,
        *times,
    )
    most, last_listed = query.limit, query.after or query.before
    found = search_games(table, wanted, _key_of(table, last_listed), most + 1)
    games = {game.id: game for game in games_by_id([row.id for row in found[:most]])}
    rows = [row_json(games[row.id]) for row in found[:most]]
    return page_answer("games", rows, found[most - 1].number if len(found) > most else None)


def _key_of(table: str, number: int | None) -> PageKey | None:
    """Where the page after this game begins; None for the first page."""
    return None if number is None else page_key(table, number)


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Which hands of a game.

    since: The last hand you have: the scoreboard lists only later hands.
    """

    since: Annotated[int, Whole(0, MAX_HANDS)] = 0


@call("GET /games/<game>", WATCHER, "game", refused=(503,))
def one_game(game: str, query: GameQuery) -> Annotated[Response, "Game"]:
    """Read a game's scoreboard

    Totals, every hand with the lines of its score, the outcome and the signatures. With `since`, only the hands after
    that one.

    200: The game.
    304: Nothing has changed.
    """
    loaded, since = current_game(), query.since
    answer = Response(mimetype="application/json")
    # another version may word the same events differently
    answer.set_etag(f"{loaded.end.hash[:16]}-{since}-{program_version()}-{current_language()}", weak=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.make_conditional(request)
    if answer.status_code != 304:
        with answer_about(loaded.state.seq, current_membership()):
            answer.data = jsonify(state_json(loaded.game, loaded.state, since)).data
    return answer


@call("GET /games/<game>/sheet", WATCHER, "sheet", refused=(503,))
def one_sheet(game: str) -> Annotated[Json, "Sheet"]:
    """Read the current sheet

    The record as it is after every correction and undo, without points: what another program needs to score it.

    200: The sheet.
    304: Nothing has changed.
    """
    with answer_about(current_game_row().last_seq, current_membership()):
        return sheet_json(current_game().state.sheet)


@call("POST /games/<game>/rematch", SCORER, "rematch", grows=RateLimit.GAMES)
def new_rematch(game: str) -> Annotated[Made, "Game"]:
    """Start a rematch

    A rematch: same players, same rules, next dealer. The game must be over.

    201: The new game.
    """
    return _started(rematch(game, author(), posted_id()))


@call("DELETE /games/<game>", KEEPER, refused=(422,))
def remove_game(game: str) -> tuple[str, int]:
    """Delete a game without hands

    For a game started by mistake. Once a hand was saved, a game can only be ended.

    204: The game is deleted.
    """
    remove_empty_game(game)
    return "", 204


class SheetReason(Text):
    """A reason, by the schema that the record has for it."""

    schema = ref("SheetReason")


@dataclass(frozen=True, slots=True)
class Counting:
    """Whether a game counts.

    counted: Whether it counts.
    reason: Why it does not; needed if it does not.
    left_out: The same as `reason`; null: it counts.
    """

    counted: bool | NotGiven = NOT_GIVEN
    reason: Annotated[str | None, SheetReason(MAX_TEXT_LENGTH)] = None
    left_out: Annotated[Annotated[str | None, SheetReason(MAX_TEXT_LENGTH)] | NotGiven, Older()] = NOT_GIVEN


@call(
    "PUT /games/<game>/counted",
    SCORER,
    "count_game",
    examples={"left out": {"counted": False, "reason": "practice"}, "counted": {"counted": True}},
)
def put_counted(game: str, body: Counting) -> tuple[str, int]:
    """Leave a game out of statistics, or count it again

    A game is left out with a reason. The score sheet stays as it is.

    204: Statistics follow at once.
    """
    set_counted(current_game(), _reason_of(body), author().name)
    return "", 204


def _reason_of(body: Counting) -> str | None:
    """Why the game does not count; None: it counts. Raises `InvalidInput`."""
    if body.counted is NOT_GIVEN:
        if body.left_out is NOT_GIVEN:
            needed = ("counted",)
            raise InvalidInput(MISSING_PART.at(BODY, {"what": "it", "value": quote("counted"), "parts": needed}))
        return body.left_out
    if body.counted:
        return None
    if body.reason is None:
        raise InvalidInput(MISSING_PART.at(BODY, {"what": "it", "value": quote("reason"), "parts": ("reason",)}))
    return body.reason


@dataclass(frozen=True, slots=True)
class TakingAway:
    """Whether an imported game is taken away."""

    taken_away: bool


@call(
    "PUT /games/<game>/taken-away",
    KEEPER,
    "take_game_away",
    examples={"taken away": {"taken_away": True}, "back": {"taken_away": False}},
)
def put_taken_away(game: str, body: TakingAway) -> tuple[str, int]:
    """Take away a game imported by mistake, or bring it back

    With true, lists, statistics and exports no longer have the game; false brings it back with all it counted. Only
    games that came from a file can be taken away. Nothing is deleted.

    204: Lists, statistics and exports follow at once.
    """
    change = take_away if body.taken_away else bring_back
    change(current_game(), author().name)
    return "", 204


def _started(started: Started) -> Made:
    return made(state_json(started.game, started.state), "game", new=started.new, game=started.game.id)
