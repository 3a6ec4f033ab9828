"""The rounds of a tournament: pairing the next one, publishing, swapping and withdrawing it; and the end."""

from collections.abc import Callable, Mapping
from functools import partial
from statistics import fmean

from scorekeeper import hooks
from scorekeeper.chance import random_below
from scorekeeper.clock import utc_now
from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import NOWHERE
from scorekeeper.rooms.tournaments.domain.format import Pools
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import pools_of_draft, published
from scorekeeper.rooms.tournaments.domain.pairing.pools import check_same_pool, exchanged
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_SEED
from scorekeeper.rooms.tournaments.domain.setting_up.setup import RATING
from scorekeeper.rooms.tournaments.faults import NOBODY_TO_PAIR
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from scorekeeper.rooms.tournaments.services.pairing import proposed
from scorekeeper.rooms.tournaments.services.recording import EventFor, RecordedEvent, record_event
from scorekeeper.rooms.tournaments.storage import let_to_game, phones_of, tournament_row
from scorekeeper.services.recording import Author


def pair_round(
    tournament_id: str,
    author: Author,
    *,
    event_id: str | None = None,
    seq: int | None = None,
    anyway: bool = False,
    publish: bool = False,
    pools: Pools | None = None,
) -> RecordedEvent:
    """Pair the next round; unless it is to `publish` at once, only the desk sees it until `publish_round`.

    `anyway`: although matches are still played. `pools` arranges those of a first round, also instead of a draft, and
    draws them if it is empty. The lots are drawn here, once, and recorded with the round. Raises `NotNow` with the
    reason why there is none, and what `record_event` raises.
    """
    ratings = partial(_ratings, tournament_id)
    event_for = next_round(anyway=anyway, publish=publish, pools=pools, ratings=ratings)
    return _recorded(tournament_id, event_for, author, event_id, seq)


def next_round(
    *,
    anyway: bool = False,
    publish: bool = False,
    pools: Pools | None = None,
    ratings: Callable[[TournamentState], Mapping[int, float]] = lambda _state: {},
) -> Callable[[TournamentState], ev.Event]:
    """Makes the event that `pair_round` records."""
    lot_seed = random_below(MAX_SEED)

    def made(state: TournamentState) -> ev.Event:
        now = milliseconds(utc_now())
        asked = {"seq": state.seq + 1, "lot_seed": lot_seed, "now": now, "anyway": anyway, "published": publish}
        return proposed(state, **asked, pools=pools, ratings=ratings(state))

    return made


def _ratings(tournament_id: str, state: TournamentState) -> Mapping[int, float]:
    """How strong each team is, as the mean of those of its players of whom a room knows; empty if no stage asks."""
    if all(stage.seeds != RATING for stage in state.stages):
        return {}
    names = {name for team in state.teams.values() for name in team.players}
    known: dict[str, float] = {}
    for of_room in hooks.strengths(table_id=tournament_row(tournament_id).table_id, names=names):
        known |= of_room
    own = {team.id: [known[name] for name in team.players if name in known] for team in state.teams.values()}
    return {team: fmean(strengths) for team, strengths in own.items() if strengths}


def publish_round(
    tournament_id: str, author: Author, *, event_id: str | None = None, seq: int | None = None
) -> RecordedEvent:
    """Publish the round that is paired, as it is after swaps. Raises `NotNow` if there is none."""

    def event_for(state: TournamentState) -> ev.Event:
        return published(state, seq=state.seq + 1)

    return _recorded(tournament_id, event_for, author, event_id, seq)


def withdraw_round(
    tournament_id: str, author: Author, *, event_id: str | None = None, seq: int | None = None
) -> RecordedEvent:
    """Withdraw the latest round. Raises `NotNow` once a hand of it is recorded."""

    def event_for(state: TournamentState) -> ev.Event:
        last = _latest_round(state)
        return ev.RoundWithdrawn(seq=state.seq + 1, stage=last.stage, number=last.number)

    return _recorded(tournament_id, event_for, author, event_id, seq)


def swap_teams(
    tournament_id: str,
    first: int,
    second: int,
    author: Author,
    *,
    event_id: str | None = None,
    seq: int | None = None,
) -> RecordedEvent:
    """Swap two teams of the latest round. Raises `InvalidInput`, `NotNow`.

    On the draft of pools they take each other’s place in these, also for the rounds after it; later a team stays in its
    pool.
    """

    def event_for(state: TournamentState) -> ev.Event:
        last = _latest_round(state)
        pools = pools_of_draft(state)
        if pools and {first, second} <= set(state.teams):
            return next_round(pools=exchanged(pools, first, second), ratings=partial(_ratings, tournament_id))(state)
        check_same_pool(state, last, first, second)
        return ev.Swapped(
            seq=state.seq + 1, what=ev.TEAMS, first=first, second=second, stage=last.stage, number=last.number
        )

    return _recorded(tournament_id, event_for, author, event_id, seq)


def swap_matches(
    tournament_id: str,
    what: str,
    first: int,
    second: int,
    author: Author,
    *,
    event_id: str | None = None,
    seq: int | None = None,
) -> RecordedEvent:
    """Let two matches exchange their tables, or their games: the wrong teams sat down. Raises `InvalidInput`, `NotNow`.

    Phones that see one of the games have to open their match again.
    """

    def event_for(state: TournamentState) -> ev.Event:
        return ev.Swapped(seq=state.seq + 1, what=what, first=first, second=second)

    recorded = _recorded(tournament_id, event_for, author, event_id, seq)
    if recorded.new and what == ev.GAMES:
        games = {recorded.tournament.state.matches[match].game for match in (first, second)}
        moved = [phone.member_id for phone in phones_of(tournament_id) if phone.game_id in games]
        let_to_game(tournament_id, None, moved)
    return recorded


def end_tournament(
    tournament_id: str, author: Author, *, event_id: str | None = None, seq: int | None = None
) -> RecordedEvent:
    """The podium: the standings are final. Raises `NotNow`."""

    def event_for(state: TournamentState) -> ev.Event:
        return ev.TournamentEnded(seq=state.seq + 1)

    return _recorded(tournament_id, event_for, author, event_id, seq)


def _latest_round(state: TournamentState) -> Round:
    if not state.rounds:
        raise NotNow(NOBODY_TO_PAIR.at(NOWHERE, {}))
    return state.rounds[-1]


def _recorded(
    tournament_id: str, event_for: EventFor, author: Author, event_id: str | None, seq: int | None
) -> RecordedEvent:
    recorded = record_event(tournament_id, event_for, author=author, event_id=event_id, seq=seq)
    assert recorded is not None
    return recorded
