"""Pairs the next round: who plays in it, in which stage, and at which tables. The format says who plays whom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import FieldPath
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import Format, PairingRequest, Pools, Proposal
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.events import EventUndone, RoundPaired
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import is_of_table
from scorekeeper.rooms.tournaments.domain.pairing.apart import with_reasons
from scorekeeper.rooms.tournaments.domain.pairing.corrections import newly_counted
from scorekeeper.rooms.tournaments.domain.pairing.pools import (
    before_draft,
    check_not_begun,
    draft_of_pools,
    drawn_pools,
    pools_for,
    with_everybody,
)
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_MATCHES
from scorekeeper.rooms.tournaments.domain.standings import WINS, RankedTeam, Record, ranking_of
from scorekeeper.rooms.tournaments.domain.words import pool_title, why_text
from scorekeeper.rotation.schedules import lots_of

OF_ROUND = FieldPath.to("round")


def format_of(state: TournamentState, stage: int) -> Format:
    """The format of a stage."""
    return find_format(state.stages[stage - 1].format)


def standings(state: TournamentState, stage: int) -> tuple[RankedTeam, ...]:
    """The places of a stage as they are now."""
    return _standings(_Same(state), stage)


class _Same:
    """A state as a key: the same one only, since comparing two would take longer than what is kept."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(maxsize=32)  # every page of a tournament shows them until something is recorded
def _standings(same: _Same, stage: int) -> tuple[RankedTeam, ...]:
    places = format_of(same.state, stage).standings(same.state, stage)
    return places if same.state.ended else _playing_first(same.state, stage, places)


def _playing_first(state: TournamentState, stage: int, places: Sequence[RankedTeam]) -> tuple[RankedTeam, ...]:
    """The places while a round is played: of teams with as many wins, those that still play come before the others."""
    form = format_of(state, stage)
    counting = form.counting(state.stages[stage - 1])
    if form.is_bracket or form.grows or ranking_of(state, stage, counting).order[0] != WINS:
        return tuple(places)
    published = {number for found in state.rounds_of(stage) if found.published for number in found.matches}
    playing = {team for match in running(state, stage) if match.id in published for team in match.teams}
    found: list[RankedTeam] = []
    for _of, group in groupby(places, key=lambda place: (place.pool, place.record.score)):
        level = list(group)
        first = [place for place in level if place.team in playing]
        others = [place for place in level if place.team not in playing]
        if not first or not others:
            found += level
            continue
        found += [replace(place, rank=level[0].rank, why=(Why("still-playing"),)) for place in first]
        above = level[0].rank + len(first)
        found += [replace(place, rank=above + _rank_among(others, place) - 1) for place in others]
    return tuple(found)


def final_ranking(state: TournamentState) -> tuple[RankedTeam, ...]:
    """The places of the whole tournament: those of the last stage, then of those who did not reach it.

    Each has the record of all its stages. Pools or divisions of the last stage have places of their own.
    """
    places: list[RankedTeam] = []
    whole: dict[int, Record] = {}
    for stage in range(1, state.stage + 1):
        for place in standings(state, stage):
            own = whole.get(place.team)
            whole[place.team] = place.record if own is None else own.with_later(place.record)
    last = standings(state, state.stage)
    if len({place.pool for place in last}) > 1:
        places += [replace(place, record=whole[place.team]) for place in last]
    for stage in range(state.stage, 0, -1):
        placed = {place.team for place in places}
        others = [replace(place, pool=0) for place in standings(state, stage) if place.team not in placed]
        others.sort(key=lambda place: place.rank)
        before = len(places)
        places += [
            replace(place, rank=before + _rank_among(others, place), record=whole[place.team]) for place in others
        ]
    return tuple(places)


def beside(places: Sequence[RankedTeam], place: RankedTeam) -> int:
    """How many teams are ranked together with this one."""
    return sum(other.pool == place.pool for other in places)


def final_divisions(state: TournamentState) -> list[tuple[str, list[RankedTeam]]]:
    """The final places of each division or pool of the last stage, with its name; elsewhere of all, without one."""
    setup = state.stages[state.stage - 1]
    return [
        (pool_title(setup, pool), list(places))
        for pool, places in groupby(final_ranking(state), lambda place: place.pool)
    ]


def _rank_among(places: Sequence[RankedTeam], place: RankedTeam) -> int:
    """The rank among these alone: level teams share it."""
    return 1 + sum(other.rank < place.rank for other in places)


def work_out(state: TournamentState) -> None:
    """Work out all that pages show of a state, which raises whatever makes that impossible."""
    names = {team.id: team.name for team in state.teams.values()}
    for stage in range(1, state.stage + 1):
        for place in standings(state, stage):
            why_text(place.why, names)
    for match in state.matches.values():
        why_text(match.pairing.why, names)
        state.limits(match)


def is_stage_over(state: TournamentState, stage: int, now: int = 0) -> bool:
    """Whether all rounds of a stage are paired and their matches over; `now` as in `propose`."""
    rounds = state.rounds_of(stage)
    return bool(rounds) and not running(state, stage) and format_of(state, stage).is_over(state, stage, now)


def running(state: TournamentState, stage: int) -> list[Match]:
    """The matches of a stage that aren't over, in the order of their rounds."""
    matches = [state.matches[match] for round_ in state.rounds_of(stage) for match in round_.matches]
    return [match for match in matches if not state.is_over(match)]


def propose(  # noqa: PLR0913 - each is a part of its own
    state: TournamentState,
    *,
    seq: int,
    lot_seed: int,
    now: int = 0,
    ratings: Mapping[int, float] | None = None,
    anyway: bool = False,
    published: bool = True,
    pools: Pools | None = None,
) -> RoundPaired:
    """The next round as the event that records it; of the next stage, if this one is over.

    `lot_seed` decides every lot; `now` is the moment in milliseconds of UTC, for open play; `ratings` are by team, for
    stages seeded by rating. `anyway`: pair although matches are still played. `pools`: who is in which from the first
    round on, instead of what its draft has; empty: they are drawn; None: those that were arranged for this round before
    stay. Raises `NotNow`, and `InvalidInput` for pools that cannot be.
    """
    if state.ended:
        raise NotNow(faults.TOURNAMENT_OVER.at(OF_ROUND, {}))
    if pools is not None:
        state = before_draft(state)
    if state.rounds and not state.rounds[-1].published:
        raise NotNow(faults.ROUND_NOT_PUBLISHED.at(OF_ROUND, {"round": state.rounds[-1].number}))
    stage, rounds = state.stage, state.rounds_of(state.stage)
    form = format_of(state, stage)
    playing = running(state, stage)
    over = bool(rounds) and form.is_over(state, stage, now)
    if pools is not None and not over:
        check_not_begun(state, stage)
    if playing and (over or not (anyway or form.may_grow(state.stages[stage - 1]))):
        raise NotNow(faults.MATCHES_STILL_PLAYED.at(OF_ROUND, {"count": len(playing)}))
    if over:
        stage, rounds = _next_stage(state, stage)
        form = format_of(state, stage)
    seeds = later_seeds(state, stage) if rounds else first_seeds(state, stage, lot_seed, ratings or {})
    if not rounds:
        _check_matches(len(state.matches) + form.matches(state.stages[stage - 1], len(seeds), state.settings.tables))
    number = rounds[-1].number if rounds and form.grows else len(rounds) + 1
    arranged = pools_for(state, stage, seeds, pools) if number == 1 else ()
    proposal = form.pair(PairingRequest(state, stage, number, seeds, lot_seed, now, arranged))
    if not proposal.pairings:
        raise NotNow(faults.NOBODY_TO_PAIR.at(OF_ROUND, {}))
    return RoundPaired(
        seq=seq,
        stage=stage,
        number=number,
        pairings=with_reasons(state, form.keeps_apart, _numbered(state, stage, number, proposal)),
        published=published,
        lot_seed=lot_seed,
        draw=proposal.draw,
        by_hand=bool(arranged),
        plan=proposal.plan,
        counted=() if form.may_grow(state.stages[stage - 1]) else newly_counted(state),
    )


def pools_of_draft(state: TournamentState) -> Pools:
    """The pools that can still be arranged: as drafted, of those who can be paired now; empty if there are none."""
    draft = draft_of_pools(state)
    if draft is None:
        return ()
    return with_everybody(drawn_pools(state, draft), qualified(before_draft(state), draft.stage))


def added_matches(state: TournamentState, *, seq: int, number: int) -> RoundPaired:
    """The event that adds fixtures which came later to a round of a league that is published."""
    stage = state.stage
    proposal = format_of(state, stage).pair(PairingRequest(state, stage, number, later_seeds(state, stage), lot_seed=0))
    pairings = _numbered(state, stage, number, proposal)
    return RoundPaired(seq=seq, stage=stage, number=number, pairings=pairings)


def _check_matches(found: int) -> None:
    """Refuse to begin a stage whose matches the log of the tournament has no room for."""
    if found > MAX_MATCHES:
        raise NotNow(faults.TOO_MANY_MATCHES.at(OF_ROUND, {"found": found, "most": MAX_MATCHES}))


def published(state: TournamentState, *, seq: int) -> RoundPaired:
    """The event that publishes the draft of a round as it is after swaps. Raises `NotNow` without a draft."""
    if not state.rounds or state.rounds[-1].published:
        raise NotNow(faults.NOBODY_TO_PAIR.at(OF_ROUND, {}))
    draft = state.rounds[-1]
    draw = [one for one in state.draws.get(draft.stage, ()) if one.round == draft.number]
    plan = [one.rounds for one in state.plans.get(draft.stage, ()) if one.round == draft.number]
    return RoundPaired(
        seq=seq,
        stage=draft.stage,
        number=draft.number,
        pairings=tuple(state.matches[match].pairing for match in draft.matches),
        lot_seed=draft.lot_seed,
        draw=draw[0].places if draw else (),
        by_hand=bool(draw) and draw[0].by_hand,
        plan=plan[0] if plan else (),
    )


def count_cards(state: TournamentState) -> int:
    """How many tables have a card."""
    used = [match.pairing.table or 0 for match in state.matches.values()]
    players = format_of(state, state.stage).at_table(state.stages[state.stage - 1])
    return max([state.settings.tables or 0, *used]) or max(1, -(-len(state.teams) // players))


def grows(state: TournamentState) -> bool:
    """Whether open play goes on: one round that grows with each pair of teams that are free."""
    rounds = state.rounds_of(state.stage)
    return bool(rounds and rounds[-1].published and format_of(state, state.stage).grows and not state.ended)


def waits_after_undo(state: TournamentState) -> bool:
    """Whether the desk undid something last, so that nobody is paired before it does something else."""
    return isinstance(next(event for event in reversed(state.events) if not is_of_table(event)), EventUndone)


def pair_free(state: TournamentState, *, seq: int, lot_seed: int, now: int) -> RoundPaired | None:
    """Open play: the matches that can begin now, for the transaction that frees a team; None if there are none.

    It never begins the next stage. After an undo it waits for the next event, so that more can be undone.
    """
    if waits_after_undo(state) or not grows(state) or format_of(state, state.stage).is_over(state, state.stage, now):
        return None
    try:
        return propose(state, seq=seq, lot_seed=lot_seed, now=now)
    except NotNow:
        return None


def _next_stage(state: TournamentState, stage: int) -> tuple[int, tuple[Round, ...]]:
    if stage == len(state.stages):
        raise NotNow(faults.ALL_ROUNDS_PLAYED.at(OF_ROUND, {}))
    return stage + 1, ()


def first_seeds(state: TournamentState, stage: int, lot_seed: int, ratings: Mapping[int, float]) -> tuple[int, ...]:
    """Who plays in a stage from its first round on, in the order of seeds. Raises `NotNow` for a tie at the cut."""
    teams = qualified(state, stage)
    by = state.stages[stage - 1].seeds
    if by == setup.LOT or (by == setup.STAGE_BEFORE and stage == 1):
        return _drawn(teams, lot_seed)
    if by == setup.RATING:
        drawn = _drawn(teams, lot_seed)
        return tuple(sorted(drawn, key=lambda team: (team not in ratings, -ratings.get(team, 0.0))))
    return tuple(sorted(teams)) if by == setup.ENTRY else teams


def _drawn(teams: Sequence[int], lot_seed: int) -> tuple[int, ...]:
    drawn = sorted(teams)
    lots_of(lot_seed).shuffle(drawn)
    return tuple(drawn)


def qualified(state: TournamentState, stage: int) -> tuple[int, ...]:
    """Who can play in a stage: all that arrived, or those that went on from the stage before, best first.

    Raises `NotNow` for a tie at the cut.
    """
    if stage == 1:
        return tuple(team.id for team in state.teams.values() if may_play(state, team.id) and not team.house)
    found = format_of(state, stage - 1).advancing(state, stage - 1)
    return tuple(team for team in found if may_play(state, team))


def may_play(state: TournamentState, team: int) -> bool:
    """Whether a team is here and complete, and has paid where it must."""
    found = state.teams[team]
    if found.house:
        return found.plays
    complete = len(found.players) >= format_of(state, state.stage).team_size(state.stages[state.stage - 1])
    return found.plays and complete and (found.has_paid or not state.settings.must_pay)


def later_seeds(state: TournamentState, stage: int) -> tuple[int, ...]:
    """Who plays in the next round of a stage: those that were seeded and are still here, then the late ones."""
    draws = state.draws.get(stage, ())
    seeded = [team for draw in draws for places in draw.places for team in places if team is not None]
    late = [team.id for team in state.teams.values() if stage == 1 and not team.house]
    paired = [team for round_ in state.rounds_of(stage) for m in round_.matches for team in state.matches[m].teams]
    found = dict.fromkeys((*seeded, *paired, *late))
    return tuple(
        team for team in found if team in state.teams and may_play(state, team) and not state.teams[team].house
    )


# Numbers and tables


def _numbered(state: TournamentState, stage: int, number: int, proposal: Proposal) -> tuple[Pairing, ...]:
    """The pairings with numbers of matches and tables. What is too much for the tables plays in a second wave."""
    if state.stages[stage - 1].by_dates:  # at any table
        return tuple(
            replace(pairing, match=state.next_match + place) for place, pairing in enumerate(proposal.pairings)
        )
    tables = _Tables(state, stage, number)
    tables.taken |= {(pairing.table, pairing.wave) for pairing in proposal.pairings if pairing.table is not None}
    kept = [tables.kept_by(pairing) for pairing in proposal.pairings]
    numbered = []
    for place, pairing in enumerate(proposal.pairings):
        table, wave = pairing.table, pairing.wave
        if not pairing.is_bye and table is None:
            table, wave = tables.take(kept[place])
        numbered.append(replace(pairing, match=state.next_match + place, table=table, wave=wave))
    return tuple(numbered)


class _Tables:
    """The real tables, given out from 1; those that a team keeps are for it, and those in use are not free."""

    def __init__(self, state: TournamentState, stage: int, number: int) -> None:
        self.state = state
        self.most = state.settings.tables
        in_play = [match for match in state.matches.values() if not state.is_over(match)]
        self.taken = {(match.pairing.table or 0, 1) for match in in_play if match.stage == stage}
        if format_of(state, stage).grows is False:
            self.taken = {(table, 1) for table, _ in self.taken if number > 1}
        self.reserved: set[int] = set()

    def kept_by(self, pairing: Pairing) -> int | None:
        """The table that a team of this pairing keeps, the first of them."""
        tables = [self.state.teams[team].fixed_table for team in pairing.teams]
        table = next((table for table in tables if table is not None), None)
        if table is not None and not pairing.is_bye:
            self.reserved.add(table)
        return table

    def take(self, kept: int | None) -> tuple[int, int]:
        """A table and its wave."""
        if kept is not None and (kept, 1) not in self.taken:
            self.taken.add((kept, 1))
            return kept, 1
        wave, table = 1, 1
        while (table, wave) in self.taken or (wave == 1 and table in self.reserved):
            table += 1
            if self.most is not None and table > self.most:
                wave, table = wave + 1, 1
        self.taken.add((table, wave))
        return table, wave
