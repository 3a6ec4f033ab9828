"""Streaks: how many games in a row a person had won with each result; a change runs on as far as it reaches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.storage.base import Base
from scorekeeper.storage.result_models import Result

RESULT = Base.metadata.tables[Result.__tablename__]
ORDER = (RESULT.c.played, RESULT.c.number, RESULT.c.sat_as)
"""Two names of one person may even sit at one table: they follow one another."""
AT_ONCE = 200

Place = tuple[datetime, int, int]


def restreak(session: Session, player_id: int, played: datetime, number: int) -> None:
    """Set the person's streaks right from this game on, until they are as they were."""
    here = (played, number, 0)
    before = select(RESULT.c.streak).where(RESULT.c.player_id == player_id, tuple_(*ORDER) < here)
    last = before.order_by(*(column.desc() for column in ORDER)).limit(1)
    _go_on(session, player_id, session.connection().scalar(last) or 0, here)


def restreak_all(session: Session, player_id: int) -> None:
    """Set all of the person's streaks right."""
    _go_on(session, player_id, 0, None)


def restreak_people(session: Session, table_id: str) -> None:
    """Set the streaks of everyone at the table right."""
    people = select(RESULT.c.player_id).where(RESULT.c.table_id == table_id).distinct()
    for player_id in session.connection().scalars(people).all():
        restreak_all(session, player_id)


def _go_on(session: Session, player_id: int, streak: int, start: Place | None) -> None:
    """From `start` on, to where nothing changes any more; with None from the first game to the last."""
    query = select(RESULT.c.game_id, *ORDER, RESULT.c.won, RESULT.c.streak).where(RESULT.c.player_id == player_id)
    page, after = query.order_by(*ORDER).limit(AT_ONCE), start
    while True:
        found = page if after is None else page.where(tuple_(*ORDER) > after)
        rows = session.connection().execute(found).all()
        for row in rows:
            streak = streak + 1 if row.won else 0
            if row.streak != streak:
                _set(session, row.game_id, row.sat_as, streak)
            elif start is not None and (row.played, row.number) != start[:2]:
                return
        if len(rows) < AT_ONCE:
            return
        after = (rows[-1].played, rows[-1].number, rows[-1].sat_as)


def _set(session: Session, game_id: str, sat_as: int, streak: int) -> None:
    found = (RESULT.c.game_id == game_id) & (RESULT.c.sat_as == sat_as)
    session.connection().execute(update(RESULT).where(found).values(streak=streak))
