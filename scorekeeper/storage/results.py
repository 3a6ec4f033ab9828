"""Results of finished games: a row per player, and their winning streaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.storage.database import Base, write_transaction
from scorekeeper.storage.models import Game, Player, Result
from scorekeeper.storage.players import main_names_of, seat_players
from scorekeeper.storage.result_sums import add_to_sums

RESULT = Base.metadata.tables[Result.__tablename__]
ORDER = (RESULT.c.played, RESULT.c.number, RESULT.c.sat_as)
"""The last column orders two names of one player in the same game."""
PAGE_SIZE = 200

StreakKey = tuple[datetime, int, int]


def recompute_streaks(session: Session, player_id: int, played: datetime, number: int) -> None:
    """Recompute the player's streaks from this game on, until they no longer change."""
    here = (played, number, 0)
    before = select(RESULT.c.streak).where(RESULT.c.player_id == player_id, tuple_(*ORDER) < here)
    last = before.order_by(*(column.desc() for column in ORDER)).limit(1)
    _recompute_from(session, player_id, session.connection().scalar(last) or 0, here)


def recompute_all_streaks(session: Session, player_id: int) -> None:
    """Recompute all of the player's streaks."""
    _recompute_from(session, player_id, 0, None)


def recompute_table_streaks(session: Session, table_id: str) -> None:
    """Recompute the streaks of everyone at the table."""
    players = select(RESULT.c.player_id).where(RESULT.c.table_id == table_id).distinct()
    for player_id in session.connection().scalars(players).all():
        recompute_all_streaks(session, player_id)


def _recompute_from(session: Session, player_id: int, streak: int, start: StreakKey | None) -> None:
    """Recompute streaks from `start` until nothing changes, or (None) from the first game to the last."""
    query = select(RESULT.c.game_id, *ORDER, RESULT.c.won, RESULT.c.streak).where(RESULT.c.player_id == player_id)
    page, after = query.order_by(*ORDER).limit(PAGE_SIZE), start
    while True:
        found = page if after is None else page.where(tuple_(*ORDER) > after)
        rows = session.connection().execute(found).all()
        for row in rows:
            streak = streak + 1 if row.won else 0
            if row.streak != streak:
                _set(session, row.game_id, row.sat_as, streak)
            elif start is not None and (row.played, row.number) != start[:2]:
                return
        if len(rows) < PAGE_SIZE:
            return
        after = (rows[-1].played, rows[-1].number, rows[-1].sat_as)


def _set(session: Session, game_id: str, sat_as: int, streak: int) -> None:
    found = (RESULT.c.game_id == game_id) & (RESULT.c.sat_as == sat_as)
    session.connection().execute(update(RESULT).where(found).values(streak=streak))


GAME_COLUMNS = ("game_id", "table_id", "sat_as", "player_id", "number", "played", "rules", "unit")
FIGURES = tuple(column.name for column in RESULT.c if column.name not in (*GAME_COLUMNS, "streak"))
"""The figures that `core.game.figures` computes."""
COMPARED = ("sat_as", "player_id", "number", "played", "rules", "unit", *FIGURES)

Row = dict[str, Any]


def save_results(game: Game, unit: str, figures: Mapping[str, Mapping[str, int]]) -> bool:
    """Store these figures, by name, as the game's results; none if the game does not count. True if anything changed.

    `figures` is empty while the game is in progress.
    """
    with write_transaction() as session:
        rows = [] if game.not_counted is not None else _rows(session, game, unit, _of_players(game, figures))
        stored = results_of(session, game.id)
        if _compared(rows) == _compared(stored):
            return False
        if stored:
            session.connection().execute(delete(RESULT).where(RESULT.c.game_id == game.id))
            add_to_sums(session, stored, -1)
        if rows:
            session.connection().execute(insert(RESULT), rows)
            add_to_sums(session, rows)
        for player in {row["player_id"] for row in (*rows, *stored)}:
            recompute_streaks(session, player, game.created, game.number)
    return True


def results_of(session: Session, game_id: str) -> list[Row]:
    """The game's stored results."""
    found = session.connection().execute(select(RESULT).where(RESULT.c.game_id == game_id).order_by(RESULT.c.sat_as))
    return [dict(row._mapping) for row in found]


def expected_results(session: Session, game: Game, unit: str, figures: Mapping[str, Mapping[str, int]]) -> list[Row]:
    """The rows the game should have, without streaks; writes nothing, unlike `save_results`."""
    figures = _of_players(game, figures)
    names = {name: player.id for name, player in _known(session, game.table_id, figures).items()}
    if game.not_counted is not None or set(names) != set(figures):
        return []
    return _result_rows(game, unit, figures, names, main_names_of(session, game.table_id))


def same_results(rows: Iterable[Row], stored: Iterable[Row]) -> bool:
    """Whether these are the same results, streaks aside."""
    return _compared(list(rows)) == _compared(list(stored))


def _of_players(game: Game, figures: Mapping[str, Mapping[str, int]]) -> Mapping[str, Mapping[str, int]]:
    """The figures without seats that nobody has named."""
    return {name: own for name, own in figures.items() if name not in game.unnamed}


def _rows(session: Session, game: Game, unit: str, figures: Mapping[str, Mapping[str, int]]) -> list[Row]:
    if not figures:
        return []
    seated = seat_players(session, game.table_id, figures)
    names = {name: player.id for name, player in seated.items()}
    return _result_rows(game, unit, figures, names, main_names_of(session, game.table_id))


def _result_rows(
    game: Game,
    unit: str,
    figures: Mapping[str, Mapping[str, int]],
    names: Mapping[str, int],
    main_players: Mapping[int, int],
) -> list[Row]:
    common = {
        "game_id": game.id,
        "table_id": game.table_id,
        "number": game.number,
        "played": game.created,
        "rules": game.rules,
        "unit": unit,
        "streak": 0,
    }
    return [
        {**common, "sat_as": names[name], "player_id": main_players.get(names[name], names[name]), **_figures(own)}
        for name, own in sorted(figures.items(), key=lambda item: names[item[0]])
    ]


def _figures(own: Mapping[str, int]) -> dict[str, int]:
    return {key: own[key] for key in FIGURES}


def _compared(rows: list[Row]) -> list[tuple[Any, ...]]:
    return [tuple(_value(row[key]) for key in COMPARED) for row in sorted(rows, key=lambda row: row["sat_as"])]


def _value(value: object) -> object:
    return value.timestamp() if isinstance(value, datetime) else value


def _known(session: Session, table_id: str, names: Iterable[str]) -> dict[str, Player]:
    query = select(Player).where(Player.table_id == table_id, Player.name.in_(list(names)))
    return {player.name: player for player in session.scalars(query)}
