"""Applies events: the state of a tournament after them, and after one more."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.core.inputs import FieldPath, InvalidInput, faults
from scorekeeper.rooms.tournaments.domain.line_ups import with_line_ups
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.calls import with_call
from scorekeeper.rooms.tournaments.domain.log.checks import check
from scorekeeper.rooms.tournaments.domain.log.events import Event, EventUndone, RoundPaired, TournamentStarted
from scorekeeper.rooms.tournaments.domain.log.pairings import SWAPPED, Pairing, Why
from scorekeeper.rooms.tournaments.domain.log.state import (
    Clock,
    Draw,
    GameResult,
    Match,
    Plan,
    Round,
    Team,
    TournamentState,
)
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force
from scorekeeper.rooms.tournaments.domain.setting_up.setup import NOTHING


def apply(state: TournamentState, event: Event) -> TournamentState:
    """The state after one more event; the given one is unchanged. Raises `InvalidInput`, `NotNow`."""
    check(event, state)
    if isinstance(event, EventUndone):
        return replace(replay((*state.events, event), state.results), knows_games=state.knows_games)
    return replace(_step(state, event), events=(*state.events, event))


def replay(events: Iterable[Event], results: Mapping[str, GameResult] | None = None) -> TournamentState:
    """The state after these events; the first is the start. Raises `InvalidInput` without one.

    An event that no longer fits, since an earlier one was undone, has no effect. Raises `InvalidInput` for one that
    cannot be read unless it is undone, and for one that makes no state.
    """
    listed = tuple(events)
    if not listed or not isinstance(listed[0], TournamentStarted):
        raise InvalidInput(faults.NO_START.at(FieldPath.to("entry", 1), {}))
    start = listed[0]
    state = TournamentState(listed, start.name, start.stages, start.settings, results=results or {})
    for event in in_force(listed)[1:]:
        if isinstance(event, ev.Unreadable):
            raise InvalidInput(event.fault)
        state = _step(state, event)
    return state


def replay_checked(events: Iterable[Event]) -> TournamentState:
    """The state after events from elsewhere, without its games: each is checked as when it was recorded.

    Raises `InvalidInput`, which says at which entry.
    """
    listed = tuple(events)
    state = replace(replay(listed[:1]), knows_games=False)
    for event in listed[1:]:
        try:
            state = apply(state, event)
        except InvalidInput as error:
            raise error.within("entry", event.seq) from error
    return state


# The effect of each kind of event


def _step(state: TournamentState, event: Event) -> TournamentState:
    effect = _EFFECTS.get(event.kind)
    return state if effect is None else effect(state, event)


def _settings(state: TournamentState, event: ev.SettingsChanged) -> TournamentState:
    return replace(state, name=event.name, stages=event.stages, settings=event.settings)


def _team(state: TournamentState, event: ev.TeamEntered) -> TournamentState:
    before = state.teams.get(event.team)
    absorbed = [state.teams[team] for team in event.joins if team in state.teams]
    parts = ([] if before is None else [before]) + absorbed
    here = tuple(player for player in event.players if any(player in part.here for part in parts))
    paid = tuple(player for player in event.players if any(player in part.paid for part in parts))
    by_number = _by_number(event, before, parts)
    if before is None:
        before = Team(event.team, "", event.players)
    team = replace(
        before,
        name=event.name or ev.team_name(event.players),
        players=event.players,
        reserve=event.reserve,
        here=here,
        paid=paid,
        by_number=by_number,
        fixed_table=event.fixed_table,
        house=event.house,
    )
    if event.house:
        team = replace(team, status=ev.ARRIVED)
    elif absorbed:
        team = replace(team, status=ev.ARRIVED if set(here) == set(event.players) else ev.ENTERED)
    teams = {number: found for number, found in state.teams.items() if number not in event.joins}
    gone = dict(state.absorbed) | {part.id: event.team for part in absorbed}
    return replace(state, teams=teams | {event.team: team}, absorbed=gone)


def _by_number(event: ev.TeamEntered, before: Team | None, parts: list[Team]) -> tuple[str, ...]:
    """Who is called by a number: as before, and whoever is there instead of one who was, or with another spelling."""
    named = event.players if event.reserve is None else (*event.players, event.reserve)
    hidden = {player for part in parts for player in part.by_number}
    if before is not None:
        changed = [*zip(before.players, event.players, strict=False), (before.reserve, event.reserve)]
        hidden |= {new for old, new in changed if new is not None and old in before.by_number and old not in named}
    return tuple(player for player in named if player in hidden)


def _team_status(state: TournamentState, event: ev.TeamStatusChanged) -> TournamentState:
    changed = {team: _with_status(state, state.teams[team], event) for team in event.teams if team in state.teams}
    return replace(state, teams=dict(state.teams) | changed)


def _with_status(state: TournamentState, team: Team, event: ev.TeamStatusChanged) -> Team:
    named = team.players if event.player is None else (event.player,)
    if event.status in (ev.PAID, ev.UNPAID):
        paid = {*team.paid, *named} if event.status == ev.PAID else set(team.paid) - set(named)
        return replace(team, paid=tuple(player for player in team.players if player in paid))
    if event.status in (ev.BY_NUMBER, ev.BY_NAME):
        hidden = {*team.by_number, *named} if event.status == ev.BY_NUMBER else set(team.by_number) - set(named)
        return replace(team, by_number=tuple(player for player in team.everyone if player in hidden))
    if event.status == ev.BUY_BACK:
        last = max((found.number for found in state.rounds_of(state.stage)), default=0)
        return replace(team, status=ev.ARRIVED, buy_backs=(*team.buy_backs, (state.stage, last)))
    if event.status in (ev.RESTING, ev.FREE):
        return replace(team, resting=event.status == ev.RESTING, free_at=event.at)
    if event.status == ev.ARRIVED:
        arrived = {*team.here, *named}
        here = tuple(player for player in team.players if player in arrived)
        if here != team.players:
            return replace(team, here=here)
        late = team.late or (any(found.published for found in state.rounds) and not _has_played(state, team))
        added = team.adds_rounds or (late and event.adds_rounds)
        came = replace(team, here=here, late=late, adds_rounds=added)
        return replace(came, status=ev.ARRIVED, struck=False, free_at=event.at)
    if event.status == ev.ENTERED:
        here = tuple(player for player in team.here if player not in named)
        return replace(team, here=here, status=ev.ENTERED)
    struck = event.status in (ev.DROPPED, ev.OUT) and (event.played or state.settings.when_left) == NOTHING
    return replace(team, status=event.status, struck=struck)


def _has_played(state: TournamentState, team: Team) -> bool:
    return any(team.id in match.teams for match in state.matches.values())


def _round(state: TournamentState, event: RoundPaired) -> TournamentState:
    before = state.round(event.stage, event.number)
    added = {pairing.match: Match(pairing, event.stage, event.number) for pairing in event.pairings}
    if before is not None and before.published:  # open play: the round grows
        grown = replace(before, matches=(*before.matches, *added))
        rounds = tuple(grown if found is before else found for found in state.rounds)
        return replace(state, rounds=rounds, matches=dict(state.matches) | added)
    draft = state
    if before is not None:
        state = without_round(state, event.stage, event.number)
    published_at = event.at if event.published else 0
    lot_seed = event.lot_seed or (0 if before is None else before.lot_seed)
    paired = Round(event.stage, event.number, event.seq, tuple(added), event.published, published_at, lot_seed)
    # What was drawn with a draft holds for the published round, too.
    drawn = [Draw(event.number, event.draw, event.by_hand)] if event.draw else _of_round(draft.draws, event)
    planned = [Plan(event.number, event.plan)] if event.plan else _of_round(draft.plans, event)
    draws = dict(state.draws) | {event.stage: (*state.draws.get(event.stage, ()), *drawn)}
    plans = dict(state.plans) | {event.stage: (*state.plans.get(event.stage, ()), *planned)}
    rounds, matches = (*state.rounds, paired), dict(state.matches) | added
    return replace(state, rounds=rounds, matches=matches, draws=draws, plans=plans)


Drawn = TypeVar("Drawn", Draw, Plan)


def _of_round(drawn: Mapping[int, tuple[Drawn, ...]], event: RoundPaired) -> list[Drawn]:
    return [one for one in drawn.get(event.stage, ()) if one.round == event.number]


def without_round(state: TournamentState, stage: int, number: int) -> TournamentState:
    """The state without a round, and what was drawn with it."""
    gone = state.round(stage, number)
    if gone is None:
        return state
    return replace(
        state,
        rounds=tuple(found for found in state.rounds if found is not gone),
        matches={match: found for match, found in state.matches.items() if match not in gone.matches},
        draws=dict(state.draws) | {stage: tuple(d for d in state.draws.get(stage, ()) if d.round != number)},
        plans=dict(state.plans) | {stage: tuple(p for p in state.plans.get(stage, ()) if p.round != number)},
    )


def _withdraw(state: TournamentState, event: ev.RoundWithdrawn) -> TournamentState:
    return without_round(state, event.stage, event.number)


def _swap(state: TournamentState, event: ev.Swapped) -> TournamentState:
    if event.what == ev.TEAMS:
        found = state.round(event.stage, event.number)
        changed = {event.first: event.second, event.second: event.first}
        return state if found is None else _changed(state, found.matches, lambda match: _with_teams(match, changed))
    if event.first not in state.matches or event.second not in state.matches:
        return state
    first, second = state.matches[event.first], state.matches[event.second]
    if event.what == ev.TABLES:
        return _with_matches(state, _at_table(first, second.pairing), _at_table(second, first.pairing))
    return _with_matches(
        state,
        _with_game_of(first, second),
        _with_game_of(second, first),
    )


def _with_game_of(match: Match, other: Match) -> Match:
    """The match with the game of the other one, and all that was said about it."""
    decided = replace(match, given=other.given, confirmed=other.confirmed, ruled_alone=other.ruled_alone)
    reported = replace(decided, reports=other.reports, settled=other.settled, settled_record=other.settled_record)
    return replace(reported, game=other.game, corrected=other.corrected)


def _at_table(match: Match, other: Pairing) -> Match:
    return replace(match, pairing=replace(match.pairing, table=other.table, wave=other.wave))


def _with_teams(match: Match, changed: Mapping[int, int]) -> Match:
    if not any(team in changed for team in match.teams):
        return match
    sides = tuple(tuple(changed.get(team, team) for team in side) for side in match.pairing.sides)
    return replace(match, pairing=replace(match.pairing, sides=sides, why=(Why(SWAPPED),)))


def _changed(state: TournamentState, matches: Iterable[int], change: Callable[[Match], Match]) -> TournamentState:
    return _with_matches(state, *[change(state.matches[match]) for match in matches if match in state.matches])


def _with_matches(state: TournamentState, *matches: Match) -> TournamentState:
    return replace(state, matches=dict(state.matches) | {match.id: match for match in matches})


def _game(state: TournamentState, event: ev.GameLinked) -> TournamentState:
    def link(match: Match) -> Match:
        if event.game is None:  # played again: nothing of the old match counts
            return Match(
                match.pairing, match.stage, match.round, added_minutes=match.added_minutes, stands=match.stands
            )
        return replace(with_line_ups(state, match), game=event.game)

    return _changed(state, (event.match,), link)


def _result(state: TournamentState, event: rs.ResultGiven) -> TournamentState:
    """Whoever typed it at the desk or on a phone saw who plays."""
    is_seen = event.by == rs.PAPER and event.source in (rs.AT_DESK, rs.BY_PHONE)
    return _changed(
        state, (event.match,), lambda match: _given(with_line_ups(state, match) if is_seen else match, event)
    )


def _results(state: TournamentState, event: rs.ResultsGiven) -> TournamentState:
    given = {one.match: one for one in event.each()}
    changed = [_given(state.matches[match], one) for match, one in given.items() if match in state.matches]
    return _with_matches(state, *changed)


def _given(match: Match, event: rs.ResultGiven) -> Match:
    seen = max(match.settled_record, event.record)
    return replace(match, given=event, corrected=None, settled=event.seq, settled_record=seen)


def _report(state: TournamentState, event: rs.ScoreReported) -> TournamentState:
    return _changed(state, (event.match,), lambda match: replace(match, reports=(*match.reports, event)))


def _corrected(state: TournamentState, event: rs.GameCorrected) -> TournamentState:
    def hold(match: Match) -> Match:
        is_confirmed = event.signed or (match.confirmed is not None and match.confirmed.record == event.record)
        return replace(match, corrected=event) if is_confirmed else match

    return _changed(state, (event.match,), hold)


def _take_out(state: TournamentState, event: rs.ResultTakenOut) -> TournamentState:
    """Without a result of its own, the match is what its game is; one that was chosen is confirmed with it."""
    chosen = rs.ResultConfirmed(
        seq=event.seq, at=event.at, who=event.who, match=event.match, record=event.record, alone=event.alone
    )

    def without(match: Match) -> Match:
        confirmed = chosen if event.record else match.confirmed if match.given is None else None
        decided = replace(match, given=None, corrected=None, confirmed=confirmed)
        return replace(decided, settled=event.seq, settled_record=event.record)

    return _changed(state, (event.match,), without)


def _confirm(state: TournamentState, event: rs.ResultConfirmed) -> TournamentState:
    if event.stands:
        return _changed(state, (event.match,), lambda match: replace(match, stands=True))
    if event.verdict == rs.RULED:
        return _changed(state, (event.match,), lambda match: replace(match, ruled_alone=event.alone))
    if event.verdict == rs.DISPUTED or event.by != rs.BY_DIRECTOR:
        return _changed(state, (event.match,), lambda match: replace(match, confirmed=event))
    return _changed(
        state,
        (event.match,),
        lambda match: replace(match, confirmed=event, settled=event.seq, settled_record=event.record),
    )


def _clock(state: TournamentState, event: ev.ClockSet) -> TournamentState:
    if event.match is not None:
        return _changed(state, (event.match,), lambda match: _own_time(match, event))
    found = state.round(event.stage, event.number)
    if found is None:
        return state
    clock = _set(state.clock(found, event.wave), event)
    changed = replace(found, clocks=dict(found.clocks) | {event.wave: clock})
    return replace(state, rounds=tuple(changed if other is found else other for other in state.rounds))


def _own_time(match: Match, event: ev.ClockSet) -> Match:
    if event.act == ev.LAST_HAND:
        return replace(match, last_hand=event.hand)
    return replace(match, added_minutes=match.added_minutes + event.minutes)


def _set(clock: Clock, event: ev.ClockSet) -> Clock:
    if event.act == ev.LAST_HAND:
        return replace(clock, called=True)
    if event.act == ev.CLOCK_ADD:
        return replace(clock, added=clock.added + event.minutes * 60_000)
    if event.act == ev.CLOCK_START:
        since = event.at if clock.running_since is None else min(event.at, clock.running_since)
        return replace(clock, running_since=since, started=True)  # also before it would start by itself
    if clock.running_since is None:
        return clock
    return replace(clock, running_since=None, used=clock.used + max(0, event.at - clock.running_since))


def _message(state: TournamentState, event: ev.MessageSent) -> TournamentState:
    return replace(state, messages=(*state.messages, event))


def _apart(state: TournamentState, event: ev.KeptApart) -> TournamentState:
    pair = (min(event.first, event.second), max(event.first, event.second))
    others = {known: how for known, how in state.apart.items() if known != pair}
    return replace(state, apart=others if event.how == ev.NOT_APART else others | {pair: event.how})


def _adjust(state: TournamentState, event: ev.TeamAdjusted) -> TournamentState:
    return replace(state, adjustments=(*state.adjustments, event))


def _lots(state: TournamentState, event: ev.LotsDrawn) -> TournamentState:
    return replace(state, settled=(*state.settled, event))


def _move(state: TournamentState, event: ev.FixtureMoved) -> TournamentState:
    match = state.matches.get(event.match)
    if match is None:
        return state
    stage = state.stages[match.stage - 1]
    key = (match.round, set(match.teams))
    fixtures = tuple(
        replace(own, date=event.date, time=event.time, place=event.place, postponed=event.postponed)
        if (own.round, set(own.teams)) == key
        else own
        for own in stage.fixtures
    )
    changed = replace(stage, fixtures=fixtures)
    return replace(state, stages=tuple(changed if own is stage else own for own in state.stages))


def _line_up(state: TournamentState, event: ev.LineUpNamed) -> TournamentState:
    named = replace(state, line_ups=dict(state.line_ups) | {event.team: event.players})
    return _changed(
        named, (event.match,), lambda match: replace(match, line_ups=dict(match.line_ups) | {event.team: event.players})
    )


def _end(state: TournamentState, _event: ev.TournamentEnded) -> TournamentState:
    return replace(state, ended=True)


_EFFECTS: dict[str, Callable[[TournamentState, Any], TournamentState]] = {
    ev.SETTINGS: _settings,
    ev.TEAM: _team,
    ev.TEAM_STATUS: _team_status,
    ev.ROUND: _round,
    ev.WITHDRAW: _withdraw,
    ev.SWAP: _swap,
    ev.GAME: _game,
    rs.RESULT: _result,
    rs.RESULTS: _results,
    rs.REPORT: _report,
    rs.CORRECTED: _corrected,
    rs.TAKE_OUT: _take_out,
    rs.CONFIRM: _confirm,
    ev.CLOCK: _clock,
    ev.MESSAGE: _message,
    ev.DIRECTOR_CALL: with_call,
    ev.APART: _apart,
    ev.ADJUST: _adjust,
    ev.LOTS: _lots,
    ev.MOVE: _move,
    ev.LINE_UP: _line_up,
    ev.END: _end,
}
