"""Games at a table, without playing them hand by hand."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import insert, select

from scorekeeper.storage.database import Base, write_transaction
from scorekeeper.storage.games import GameSetup, GameSummary, SideSetup
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.new_game import create_game
from scorekeeper.storage.who_played import save_played
from tests.storage.summaries import save_summary

ROWS = Base.metadata.tables[Game.__tablename__]


def game_between(table: Table, *sides: str, rules: str = "partnership", began: datetime | None = None) -> Game:
    """A game that has just started, of sides like "Ann Cal"; `began` says when, if not now."""
    named = [SideSetup(" & ".join(side.split()), side.split()) for side in sides]
    game_setup = GameSetup(rules=rules, revision=1, options_given={}, options={}, sides=named, dealer=0)
    game = create_game(table.id, game_setup).game
    if began is not None:
        with write_transaction():
            game.created = began
    return game


def over(game: Game) -> Game:
    """The same game after its end, with everybody in every hand."""
    save_played(game, [player["name"] for side in game.sides for player in side["players"]])
    save_summary(game.id, 1, GameSummary("over", "target", {"totals": [game.number, 0]}))
    return game


def ids_in(*games: Game) -> dict[str, int]:
    """The ids of these games' players, by name."""
    sides = [side for game in games for side in game.sides]
    return {player["name"]: player["id"] for side in sides for player in side["players"]}


def repeat(game: Game, times: int) -> None:
    """Add this many copies of a game's row to its table, with the next numbers and no events."""
    with write_transaction() as session:
        row = session.connection().execute(select(ROWS).where(ROWS.c.id == game.id)).one()._asdict()
        copies = [row | {"id": f"{game.id}{more}", "number": game.number + more} for more in range(1, times + 1)]
        session.connection().execute(insert(ROWS), copies)
