"""Ties and adjustments: lots that the server draws, an order that a deciding hand gave, a team's bonus or penalty."""

from collections.abc import Sequence

from scorekeeper.chance import random_below
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import read_event
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SEED
from scorekeeper.rooms.tournaments.services.recording import RecordedEvent, record, record_event
from scorekeeper.rotation.schedules import lots_of
from scorekeeper.services.recording import Author


def draw_lots(
    tournament_id: str, stage: int, teams: Sequence[int], author: Author, *, event_id: str | None = None
) -> RecordedEvent:
    """Draw the order of level teams of a stage; the seed is recorded with it. Raises `InvalidInput`, `NotNow`."""
    seed = random_below(MAX_SEED)
    order = sorted(teams)
    lots_of(seed).shuffle(order)

    def event_for(state: TournamentState) -> ev.Event:
        return ev.LotsDrawn(seq=state.seq + 1, stage=stage, order=tuple(order), lot_seed=seed)

    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id)
    assert recorded is not None
    return recorded


def settle_by_hand(
    tournament_id: str, stage: int, order: Sequence[int], author: Author, *, event_id: str | None = None
) -> RecordedEvent:
    """Record the order that one deciding hand gave. Raises `InvalidInput`, `NotNow`."""
    body = {"stage": stage, "order": list(order), "by": ev.BY_HAND}
    return record(tournament_id, ev.LOTS, body, author=author, event_id=event_id)


def adjust(
    tournament_id: str,
    team: int,
    author: Author,
    *,
    wins: int,
    points: int,
    reason: str | None,
    event_id: str | None = None,
) -> RecordedEvent:
    """Give a team a bonus or penalty in the stage that is played.

    Raises `InvalidInput` without a reason or a figure.
    """

    def event_for(state: TournamentState) -> ev.Event:
        body = {"stage": state.stage, "team": team, "wins": wins, "points": points, "reason": reason}
        return read_event(ev.ADJUST, body, state.seq + 1)

    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id)
    assert recorded is not None
    return recorded
