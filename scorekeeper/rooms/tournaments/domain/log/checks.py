"""Checks whether an event fits the tournament as it is now, and the refusals."""

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.core.game import NotNow
from scorekeeper.core.inputs import Fault, FieldPath, InvalidInput
from scorekeeper.core.inputs.faults import (
    NAME_IS_ERASED,
    NO_SUCH_ENTRY,
    NOTHING_TO_REDO,
    TAKEN_BACK_ALREADY,
    EntryNumber,
)
from scorekeeper.rooms.tournaments import faults
from scorekeeper.rooms.tournaments.domain.format import Format, too_late
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.line_ups import players_a_side
from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.events import Event
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing, Sides
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, Team, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force, undone_events
from scorekeeper.rooms.tournaments.domain.places import has_place
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import (
    MAX_APART,
    MAX_CALLS,
    MAX_EVENTS,
    MAX_TEAMS,
    MORE_UNDOS,
)
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Fixture, Stage
from scorekeeper.rooms.tournaments.domain.words import why_text

OF_TEAM = FieldPath.to("team")
OF_ROUND = FieldPath.to("round")
OF_MATCH = FieldPath.to("match")
AFTER_THE_END = (ev.TAKE_BACK, ev.ERASE, rs.RESULT, rs.RESULTS, rs.REPORT, rs.TAKE_OUT, rs.CONFIRM, ev.LOTS)
"""What a director may still record after the podium: mistakes are set right."""


def check(event: Event, state: TournamentState) -> None:
    """Raise `InvalidInput` or `NotNow` if the event does not fit the state before it."""
    most = MAX_EVENTS + MORE_UNDOS if event.kind == ev.TAKE_BACK else MAX_EVENTS
    if len(state.events) >= most and event.kind != ev.ERASE:
        raise NotNow(faults.TOURNAMENT_FULL.at(FieldPath.to(event.kind), {}))
    if state.ended and event.kind not in AFTER_THE_END:
        raise NotNow(faults.TOURNAMENT_OVER.at(FieldPath.to(event.kind), {}))
    if event.kind in _CHECKS:
        _CHECKS[event.kind](event, state)


def find_team(state: TournamentState, team: int) -> Team:
    """The team with this number. Raises `InvalidInput`."""
    if team not in state.teams:
        raise InvalidInput(faults.NO_SUCH_TEAM.at(OF_TEAM, {"number": team, "last": max(state.teams, default=0)}))
    return state.teams[team]


def find_match(state: TournamentState, match: int) -> Match:
    """The match with this number. Raises `InvalidInput`."""
    if match not in state.matches:
        raise InvalidInput(faults.NO_SUCH_MATCH.at(OF_MATCH, {"number": match}))
    return state.matches[match]


def find_round(state: TournamentState, stage: int, number: int) -> Round:
    """A round by its stage and number. Raises `InvalidInput`."""
    check_stage(state, stage)
    found = state.round(stage, number)
    if found is None:
        raise InvalidInput(faults.NO_SUCH_ROUND.at(OF_ROUND, {"round": number}))
    return found


def check_stage(state: TournamentState, stage: int) -> None:
    """Raise `InvalidInput` for a stage that the tournament doesn't have."""
    if not 1 <= stage <= len(state.stages):
        raise InvalidInput(faults.NO_SUCH_STAGE.at(FieldPath.to("stage"), {"most": len(state.stages)}))


def hands_recorded(state: TournamentState, round_: Round) -> Fault | None:
    """The fault of a round with a recorded hand or result, which cannot be undone; None without one."""
    if any(state.has_hands(state.matches[match]) for match in round_.matches):
        return faults.ROUND_HAS_HANDS.at(OF_ROUND, {"round": round_.number})
    return None


def removable(state: TournamentState, round_: Round) -> Fault | None:
    """Why a round cannot be withdrawn or undone: a hand is recorded, or a later round is paired; None if it can."""
    later = next((other for other in state.rounds if (other.stage, other.number) > (round_.stage, round_.number)), None)
    if later is not None:
        return faults.LATER_ROUND_PAIRED.at(OF_ROUND, {"round": round_.number, "other": later.number})
    return hands_recorded(state, round_)


def _settings(event: ev.SettingsChanged, state: TournamentState) -> None:
    _check_begun(event.stages, state)
    for number, stage in enumerate(event.stages, 1):
        _check_fixtures(stage, number, state)


def _check_fixtures(stage: Stage, number: int, state: TournamentState) -> None:
    """Raise `InvalidInput` for a fixture of a team that is not entered, `NotNow` for one of a round that is paired."""
    before = state.stages[number - 1].fixtures if number <= len(state.stages) else ()
    if stage.fixtures == before:
        return
    for fixture in stage.fixtures:
        for team in fixture.teams:
            find_team(state, team)
    for round_ in state.rounds_of(number):
        own, known = ([_meeting(f) for f in found if f.round == round_.number] for found in (stage.fixtures, before))
        if own != known and not (stage.is_league and set(known) <= set(own)):
            raise NotNow(faults.ROUND_PAIRED_ALREADY.at(OF_ROUND, {"round": round_.number}))


def _meeting(fixture: Fixture) -> tuple[tuple[int, int], int | None]:
    """Who plays whom where; when may change once that is paired."""
    return fixture.teams, fixture.table


def _check_begun(stages: Sequence[Stage], state: TournamentState) -> None:
    """Raise `NotNow` if a stage that has begun would go, or be played in another format."""
    begun = max((round_.stage for round_ in state.rounds), default=0)
    played = [stage.format for stage in state.stages[:begun]]
    if [stage.format for stage in stages[:begun]] != played:
        raise NotNow(faults.STAGE_BEGUN.at(FieldPath.to("stage", begun), {}))


def _team(event: ev.TeamEntered, state: TournamentState) -> None:
    for absorbed in event.joins:
        find_team(state, absorbed)
    _check_players(event, state)
    if event.team not in state.teams and event.team != state.next_team:
        raise InvalidInput(faults.NOT_THE_NEXT_TEAM.at(OF_TEAM, {"number": event.team, "last": state.next_team}))
    if event.team > MAX_TEAMS:
        raise NotNow(faults.TOO_MANY_TEAMS.at(OF_TEAM, {"most": MAX_TEAMS}))
    names = [*event.players, *([] if event.reserve is None else [event.reserve])]
    for other in state.teams.values():
        if other.id == event.team or other.id in event.joins or other.status in (ev.DROPPED, ev.OUT):
            continue
        for name in names:
            if name in other.players or name == other.reserve:
                raise InvalidInput(faults.PLAYER_IN_TEAM.at(OF_TEAM, {"name": name, "team": other.name}))
    for absorbed in event.joins:
        _check_unpaired(state, state.teams[absorbed])


def _check_players(event: ev.TeamEntered, state: TournamentState) -> None:
    """Raise `InvalidInput` for more players than a team has; in a league it may have more if it has a name."""
    size, count = players_a_side(state), len(event.players)
    if event.house:
        size = max(size, 2)
    if count <= size:
        return
    if event.house or not state.stages[0].is_league:
        raise InvalidInput(faults.SHAPE_OF_FORMAT.at(OF_TEAM, {"found": count, "needed": size}))
    if not event.name:
        raise InvalidInput(faults.TEAM_NEEDS_NAME.at(OF_TEAM, {"most": size}))


def _check_unpaired(state: TournamentState, team: Team) -> None:
    """Raise `NotNow` if a match of this team is paired."""
    for match in state.matches.values():
        if team.id in match.teams:
            raise NotNow(faults.TEAM_IS_PAIRED.at(OF_TEAM, {"team": team.name, "round": match.round}))


def _team_status(event: ev.TeamStatusChanged, state: TournamentState) -> None:
    for number in event.teams:
        team = find_team(state, number)
        known = team.everyone if event.status in (ev.BY_NUMBER, ev.BY_NAME) else team.players
        if event.player is not None and event.player not in known:
            raise InvalidInput(faults.NOT_OF_TEAM.at(OF_TEAM, {"name": event.player, "team": team.name}))
        if event.status == ev.BUY_BACK:
            fault = _format(state, state.stage).buys_back(state, state.stage, team.id)
            if fault is not None and state.knows_games:
                raise NotNow(fault)
        if event.played and event.status not in (ev.DROPPED, ev.OUT):
            raise InvalidInput(faults.ONLY_WHO_LEAVES.at(OF_TEAM, {}))
        if event.status == ev.ARRIVED:
            if not has_place(state, team):
                raise NotNow(
                    faults.ALL_PLACES_TAKEN.at(OF_TEAM, {"team": team.name, "most": state.settings.capacity or 0})
                )
            before = event.teams[: event.teams.index(number)]
            others = [other for other in before if not find_team(state, other).plays]
            _check_late(state, team, others, adds_rounds=event.adds_rounds)
        elif event.adds_rounds:
            raise InvalidInput(faults.NO_ROUNDS_ADDED.at(OF_TEAM, {}))


def _check_late(state: TournamentState, team: Team, others: Sequence[int], *, adds_rounds: bool) -> None:
    """Raise `NotNow` if a team that never played comes when no team comes in any more; `others` come with it, first."""
    drawn = (place for draws in state.draws.values() for draw in draws for places in draw.places for place in places)
    if team.house or team.id in drawn or any(team.id in match.teams for match in state.matches.values()):
        return
    begun = [found for found in state.rounds_of(1) if found.published]
    until = state.settings.late_until
    if begun and (state.stage > 1 or (until is not None and begun[-1].number >= until)):
        raise NotNow(too_late(begun[-1].number if until is None else until))
    if begun and state.knows_games:
        form = _format(state, 1)
        fault = (
            form.refuses_rounds(state, 1, [*others, team.id]) if adds_rounds else form.refuses_late(state, 1, others)
        )
        if fault is not None:
            raise NotNow(fault)


def _format(state: TournamentState, stage: int) -> Format:
    return find_format(state.stages[stage - 1].format)


def _may_grow(state: TournamentState, stage: int) -> bool:
    return _format(state, stage).may_grow(state.stages[stage - 1])


def _round(event: ev.RoundPaired, state: TournamentState) -> None:
    check_stage(state, event.stage)
    before = state.round(event.stage, event.number)
    if before is None:
        _check_next(event, state)
    elif before.published and not _may_grow(state, event.stage):
        raise NotNow(faults.ROUND_PAIRED_ALREADY.at(OF_ROUND, {"round": event.number}))
    _check_draw(event, state, before)
    _check_pairings(event, state, before)
    _check_plan(event, state)


def _check_draw(event: ev.RoundPaired, state: TournamentState, before: Round | None) -> None:
    if event.draw or (before is None and event.number == 1):
        if not _format(state, event.stage).accepts(event.draw):
            raise InvalidInput(faults.NOT_A_DRAW.at(OF_ROUND, {"round": event.number}))
        for places in event.draw:
            for team in places:
                if team is not None:
                    find_team(state, team)


def _check_pairings(event: ev.RoundPaired, state: TournamentState, before: Round | None) -> None:
    used = set(state.matches) - set(() if before is None or before.published else before.matches)
    paired = [] if before is None or not before.published else _playing(state, before)
    if not event.pairings:
        raise NotNow(faults.NOBODY_TO_PAIR.at(OF_ROUND, {}))
    for pairing in event.pairings:
        _check_sides(pairing.sides, pairing.match, event.stage, state)
        _check_reasons(pairing, state)
        if pairing.match in used:
            raise NotNow(faults.MATCH_NUMBER_USED.at(OF_MATCH, {"number": pairing.match}))
        used.add(pairing.match)
        for team in pairing.teams:
            name = find_team(state, team).name
            if team in paired:
                raise InvalidInput(faults.TEAM_IN_ROUND_TWICE.at(OF_ROUND, {"team": name, "round": event.number}))
            paired.append(team)


def _check_sides(sides: Sides, match: int, stage: int, state: TournamentState) -> None:
    if not _format(state, stage).seats(state.stages[stage - 1], sides):
        raise InvalidInput(faults.WRONG_SIDES.at(OF_MATCH, {"number": match}))


def _check_reasons(pairing: Pairing, state: TournamentState) -> None:
    """Raise `InvalidInput` for reasons that no page can put into words."""
    try:
        why_text(pairing.why, {team.id: team.name for team in state.teams.values()})
    except (AttributeError, LookupError, TypeError, ValueError):
        raise InvalidInput(faults.UNKNOWN_REASON.at(OF_MATCH, {"number": pairing.match})) from None


def _check_plan(event: ev.RoundPaired, state: TournamentState) -> None:
    for planned in event.plan:
        for sides in planned:
            _check_sides(sides, 0, event.stage, state)
            for team in (team for side in sides for team in side):
                find_team(state, team)


def _playing(state: TournamentState, round_: Round) -> list[int]:
    """The teams with a match in this round that isn't over."""
    matches = (state.matches[match] for match in round_.matches)
    known = (match for match in matches if state.knows_games or match.game is None)
    return [team for match in known if not state.is_over(match) for team in match.teams]


def _check_next(event: ev.RoundPaired, state: TournamentState) -> None:
    """Raise `NotNow` unless the new round is the next one of its stage, and the one before it is published."""
    if state.rounds and not state.rounds[-1].published:
        raise NotNow(faults.ROUND_NOT_PUBLISHED.at(OF_ROUND, {"round": state.rounds[-1].number}))
    last = max((found.number for found in state.rounds_of(event.stage)), default=0)
    if event.number != last + 1 or not state.stage <= event.stage <= state.stage + 1:
        raise NotNow(faults.ROUND_OUT_OF_TURN.at(OF_ROUND, {"round": event.number, "other": last + 1}))


def _withdraw(event: ev.RoundWithdrawn, state: TournamentState) -> None:
    fault = removable(state, find_round(state, event.stage, event.number))
    if fault is not None:
        raise NotNow(fault)


def _swap(event: ev.Swapped, state: TournamentState) -> None:
    if event.what == ev.TEAMS:
        round_ = find_round(state, event.stage, event.number)
        first, second = find_team(state, event.first), find_team(state, event.second)
        matches = [state.matches[match] for match in round_.matches]
        if not any(first.id in match.teams for match in matches):
            raise InvalidInput(faults.TEAM_NOT_IN_ROUND.at(OF_ROUND, {"team": first.name, "round": round_.number}))
        for match in matches:
            if (first.id in match.teams or second.id in match.teams) and state.has_hands(match):
                raise NotNow(faults.MATCH_HAS_HANDS.at(OF_MATCH, {"number": match.id}))
        return
    for number in (event.first, event.second):
        if find_match(state, number).pairing.is_bye:
            raise InvalidInput(faults.MATCH_IS_BYE.at(OF_MATCH, {"number": number}))


def _game(event: ev.GameLinked, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if match.pairing.is_bye:
        raise InvalidInput(faults.MATCH_IS_BYE.at(OF_MATCH, {"number": match.id}))
    if event.game is None:
        return
    _check_published(state, match)
    other = state.match_of(event.game)
    if other is not None and other.id != match.id:
        raise NotNow(faults.GAME_IN_MATCH.at(OF_MATCH, {"number": other.id}))
    if match.game not in (None, event.game) and state.has_hands(match):
        raise NotNow(faults.MATCH_HAS_HANDS.at(OF_MATCH, {"number": match.id}))


def _check_published(state: TournamentState, match: Match) -> None:
    round_ = find_round(state, match.stage, match.round)
    if not round_.published:
        raise NotNow(faults.ROUND_NOT_PUBLISHED.at(OF_ROUND, {"round": round_.number}))


def _result(event: rs.ScoreEvent, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if match.pairing.is_bye:
        raise InvalidInput(faults.MATCH_IS_BYE.at(OF_MATCH, {"number": match.id}))
    _check_published(state, match)
    for team in (*event.forfeits, *([] if event.winner is None else [event.winner])):
        if team not in match.teams:
            name = find_team(state, team).name
            raise InvalidInput(faults.TEAM_NOT_IN_ROUND.at(OF_ROUND, {"team": name, "round": match.round}))
    for what, figures in (("scores", event.scores), ("sets", event.sets), ("bags", event.bags)):
        if figures and len(figures) != len(match.pairing.sides):
            raise InvalidInput(
                faults.FIGURES_MISCOUNTED.at(
                    FieldPath.to("result"), {"what": what, "found": len(figures), "most": len(match.pairing.sides)}
                )
            )

    is_open = event.by == rs.PAPER and event.winner is None and event.scores.count(max(event.scores)) > 1
    if is_open and _format(state, match.stage).is_bracket:
        raise InvalidInput(faults.SCORES_ARE_LEVEL.at(FieldPath.to("result"), {}))


def _results(event: rs.ResultsGiven, state: TournamentState) -> None:
    for one in event.each():
        _result(one, state)


def _take_out(event: rs.ResultTakenOut, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if match.given is None and match.corrected is None and not match.open_reports:
        raise NotNow(faults.NOTHING_TO_TAKE_OUT.at(OF_MATCH, {"number": match.id}))


def _move(event: ev.FixtureMoved, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if state.fixture(match) is None:
        raise NotNow(faults.NOT_BY_DAYS.at(OF_MATCH, {"number": match.id}))


def _line_up(event: ev.LineUpNamed, state: TournamentState) -> None:
    match, team, size = find_match(state, event.match), find_team(state, event.team), players_a_side(state)
    if not state.stages[0].is_league:
        raise NotNow(faults.NO_LINE_UPS.at(OF_MATCH, {}))
    if match.pairing.is_bye:
        raise InvalidInput(faults.MATCH_IS_BYE.at(OF_MATCH, {"number": match.id}))
    if team.id not in match.teams:
        raise InvalidInput(faults.TEAM_NOT_IN_ROUND.at(OF_ROUND, {"team": team.name, "round": match.round}))
    if len(event.players) != size:
        raise InvalidInput(faults.SIZE_OF_LINE_UP.at(OF_TEAM, {"found": len(event.players), "needed": size}))
    for player in event.players:
        if player not in team.everyone:
            raise InvalidInput(faults.NOT_OF_TEAM.at(OF_TEAM, {"name": player, "team": team.name}))
    if match.game is not None:
        raise NotNow(faults.MATCH_HAS_BEGUN.at(OF_MATCH, {}))


def _confirm(event: rs.ResultConfirmed, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if event.stands or event.verdict != rs.AGREED:
        return
    is_known = state.knows_games or match.game is None
    if match.pairing.is_bye or (is_known and state.result(match) is None):
        raise NotNow(faults.MATCH_NOT_OVER.at(OF_MATCH, {"number": match.id}))


def _clock(event: ev.ClockSet, state: TournamentState) -> None:
    find_round(state, event.stage, event.number)
    if event.match is not None:
        find_match(state, event.match)


def _message(event: ev.MessageSent, state: TournamentState) -> None:
    if event.match is not None:
        find_match(state, event.match)


def _director_call(event: ev.DirectorCalled, state: TournamentState) -> None:
    match = find_match(state, event.match)
    if match.pairing.is_bye:
        raise InvalidInput(faults.MATCH_IS_BYE.at(OF_MATCH, {"number": match.id}))
    _check_published(state, match)
    call = state.calls.get(match.id)
    is_open = call is not None and call.is_open
    if event.answered:
        if not is_open:
            raise NotNow(faults.NO_OPEN_CALL.at(OF_MATCH, {"number": match.id}))
    elif state.is_over(match):
        raise NotNow(faults.MATCH_IS_CLOSED.at(OF_MATCH, {}))
    elif call is not None and is_open and event.reason in (None, call.reason):
        raise NotNow(faults.CALLED_ALREADY.at(OF_MATCH, {}))
    elif call is not None and call.made >= MAX_CALLS:
        raise NotNow(faults.TOO_MANY_CALLS.at(OF_MATCH, {"most": MAX_CALLS}))


def _apart(event: ev.KeptApart, state: TournamentState) -> None:
    first, second = find_team(state, event.first), find_team(state, event.second)
    if first.id == second.id:
        raise InvalidInput(faults.APART_FROM_ITSELF.at(OF_TEAM, {}))
    pair = (min(first.id, second.id), max(first.id, second.id))
    if event.how == ev.NOT_APART:
        if pair not in state.apart:
            raise NotNow(faults.NOT_KEPT_APART.at(OF_TEAM, {}))
    elif event.how != ev.OPPONENTS and not _format(state, 1).solo:
        raise InvalidInput(faults.NO_PARTNERS_TO_KEEP_APART.at(OF_TEAM, {}))
    elif pair not in state.apart and len(state.apart) >= MAX_APART:
        raise NotNow(faults.TOO_MANY_APART.at(OF_TEAM, {"most": MAX_APART}))


def _adjust(event: ev.TeamAdjusted, state: TournamentState) -> None:
    find_team(state, event.team)
    check_stage(state, event.stage)


def _lots(event: ev.LotsDrawn, state: TournamentState) -> None:
    check_stage(state, event.stage)
    for team in event.order:
        find_team(state, team)


def _undo(event: ev.EventUndone, state: TournamentState) -> None:
    where = FieldPath.to("take-back")
    meant: EntryNumber = {"entry": event.event, "last": state.seq}
    if not 0 < event.event < event.seq:
        raise NotNow(NO_SUCH_ENTRY.at(where, meant))
    undone = state.events[event.event - 1]
    if isinstance(undone, ev.TournamentStarted):
        raise NotNow(faults.ENTRY_STARTS_TOURNAMENT.at(where, {}))
    if isinstance(undone, ev.PlayerErased):
        raise NotNow(NAME_IS_ERASED.at(where, meant))
    if event.event in undone_events(state.events):
        raise NotNow(TAKEN_BACK_ALREADY.at(where, meant))
    if isinstance(undone, ev.EventUndone) and undone != state.redo:
        raise NotNow(NOTHING_TO_REDO.at(where, {}))
    if isinstance(undone, ev.RoundPaired):
        _check_round_undo(undone, state)
    if isinstance(undone, ev.TeamEntered | ev.TeamStatusChanged):
        _check_team_undo(undone, state)
    if isinstance(undone, ev.RoundWithdrawn) and state.round(undone.stage, undone.number) is not None:
        raise NotNow(faults.ROUND_PAIRED_ALREADY.at(OF_ROUND, {"round": undone.number}))
    if isinstance(undone, ev.SettingsChanged):
        others = [event for event in in_force(state.events) if isinstance(event, _SETUPS) and event != undone]
        _check_begun(others[-1].stages, state)


def _check_round_undo(undone: ev.RoundPaired, state: TournamentState) -> None:
    """In open play only the event's own matches count: the round goes on, as that of a league does without those that a
    later list brought.
    """
    round_ = state.round(undone.stage, undone.number)
    if round_ is None:
        return
    if round_.seq != undone.seq and not _may_grow(state, undone.stage):
        raise NotNow(faults.ROUND_PAIRED_ALREADY.at(OF_ROUND, {"round": undone.number}))
    own = [match for match in (pairing.match for pairing in undone.pairings) if match in state.matches]
    if len(own) < len(round_.matches):
        played = any(state.has_hands(state.matches[match]) for match in own)
        fault = faults.ROUND_HAS_HANDS.at(OF_ROUND, {"round": round_.number}) if played else None
    else:
        fault = removable(state, round_)
    if fault is not None:
        raise NotNow(fault)


def _check_team_undo(undone: ev.TeamEntered | ev.TeamStatusChanged, state: TournamentState) -> None:
    """The entry of a team that is paired cannot be undone, nor its arrival that added rounds; a change of its players
    can.
    """
    if isinstance(undone, ev.TeamStatusChanged):
        for team in undone.teams if undone.adds_rounds else ():
            if team in state.teams:
                _check_unpaired(state, state.teams[team])
        return
    first = next(e for e in in_force(state.events) if isinstance(e, ev.TeamEntered) and e.team == undone.team)
    if first.seq == undone.seq and undone.team in state.teams:
        _check_unpaired(state, state.teams[undone.team])


_SETUPS = (ev.TournamentStarted, ev.SettingsChanged)

_CHECKS: dict[str, Callable[[Any, TournamentState], None]] = {
    ev.SETTINGS: _settings,
    ev.TEAM: _team,
    ev.TEAM_STATUS: _team_status,
    ev.ROUND: _round,
    ev.WITHDRAW: _withdraw,
    ev.SWAP: _swap,
    ev.GAME: _game,
    rs.RESULT: _result,
    rs.RESULTS: _results,
    rs.REPORT: _result,
    rs.TAKE_OUT: _take_out,
    rs.CONFIRM: _confirm,
    ev.MOVE: _move,
    ev.LINE_UP: _line_up,
    ev.CLOCK: _clock,
    ev.MESSAGE: _message,
    ev.DIRECTOR_CALL: _director_call,
    ev.APART: _apart,
    ev.ADJUST: _adjust,
    ev.LOTS: _lots,
    ev.TAKE_BACK: _undo,
}
