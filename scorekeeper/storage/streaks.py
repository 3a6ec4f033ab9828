"""Streaks: how many games in a row a person had won with each result; a change runs on as far as it reaches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Row, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.storage.base import Base
from scorekeeper.storage.result_models import Result

RESULT = Base.metadata.tables[Result.__tablename__]
PLACE = tuple_(RESULT.c.played, RESULT.c.number)
AT_ONCE = 200


def restreak(session: Session, player_id: int, played: datetime, number: int) -> None:
    """Set the person's streaks right from this game on, until they are as they were."""
    before = (
        select(RESULT.c.streak)
        .where(RESULT.c.player_id == player_id, (played, number) > PLACE)
        .order_by(RESULT.c.played.desc(), RESULT.c.number.desc())
        .limit(1)
    )
    streak = session.connection().execute(before).scalar() or 0
    _go_on(session, player_id, streak, (played, number), to_the_end=False)


def restreak_all(session: Session, player_id: int) -> None:
    """Set all of the person's streaks right."""
    _go_on(session, player_id, 0, None, to_the_end=True)


def _go_on(
    session: Session, player_id: int, streak: int, start: tuple[datetime, int] | None, *, to_the_end: bool
) -> None:
    columns = (RESULT.c.game_id, RESULT.c.sat_as, RESULT.c.played, RESULT.c.number, RESULT.c.won, RESULT.c.streak)
    query = select(*columns).where(RESULT.c.player_id == player_id).order_by(RESULT.c.played, RESULT.c.number)
    place, inclusive = start, True
    while True:
        page = query.limit(AT_ONCE)
        if place is not None:
            page = page.where(place <= PLACE if inclusive else place < PLACE)
        rows = session.connection().execute(page).all()
        for row in rows:
            streak = streak + 1 if row.won else 0
            changed = (row.played, row.number) == start
            if row.streak == streak and not changed and not to_the_end:
                return
            _set(session, row, streak)
        if len(rows) < AT_ONCE:
            return
        place, inclusive = (rows[-1].played, rows[-1].number), False


def _set(session: Session, row: Row[str, int, datetime, int, int, int], streak: int) -> None:
    if row.streak != streak:
        found = (RESULT.c.game_id == row.game_id) & (RESULT.c.sat_as == row.sat_as)
        session.connection().execute(update(RESULT).where(found).values(streak=streak))


def restreak_people(session: Session, table_id: str) -> None:
    """Set the streaks of everyone at the table right."""
    people = select(RESULT.c.player_id).where(RESULT.c.table_id == table_id).distinct()
    for player_id in session.connection().scalars(people).all():
        restreak_all(session, player_id)
