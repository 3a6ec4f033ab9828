"""Answers of the API as JSON: a game, a row of a list, an address."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from flask import url_for

from scorekeeper.core.game import GameState
from scorekeeper.core.sheet import scoreboard_json
from scorekeeper.formats.chain import canonical_time
from scorekeeper.services.game_cache import who_won
from scorekeeper.storage import Game

Json = dict[str, object]


@cache
def program_version() -> str:
    """The version of this program: another one may word the same entries differently."""
    try:
        return version("scorekeeper")
    except PackageNotFoundError:  # run from a folder, not installed
        return "0"


def game_url(game_id: str) -> str:
    """The address of a game's page."""
    return url_for("games.show", game=game_id, _external=True)


def join_url(token: str) -> str:
    """The link that lets a browser in."""
    return url_for("join.open", token=token, _external=True)


def standing_json(game: Game, state: GameState, since: int = 0) -> Json:
    """A game with its scoreboard; of the hands only those after number `since`."""
    board = scoreboard_json(state.board, state.head.names)
    hands = board["hands"]
    return {
        "game": game.id,
        "table": game.table_id,
        "url": game_url(game.id),
        "seq": state.seq,
        "scoreboard": board | {"hands": hands[since:] if isinstance(hands, list) else hands},
        "signs": [
            {
                "side": sign.side,
                "verdict": sign.verdict,
                "hand": sign.hand,
                "note": sign.note,
                "broken": sign.broken,
                "device": sign.device,
            }
            for sign in state.signs
        ],
    }


def row_json(game: Game) -> Json:
    """A game in a list, from its row alone; `text` says who won and why once it is over."""
    return {
        "game": game.id,
        "url": game_url(game.id),
        "number": game.number,
        "rules": game.rules,
        "sides": [
            {"name": side["name"], "players": [player["name"] for player in side["players"]]} for side in game.sides
        ],
        "started": canonical_time(game.created),
        "changed": canonical_time(game.last_activity),
        "seq": game.last_seq,
        "status": game.status,
        "totals": game.summary.get("totals", []),
        "hands": game.summary.get("hands", 0),
        "winners": game.summary.get("winners", []),
        "text": who_won(game),
    }
