"""Results that changed after a later round was paired from them: standings follow, pairings stay.

In a bracket the format says which team should play instead, see `Format.replacements`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.results import ResultConfirmed
from scorekeeper.rooms.tournaments.domain.log.state import Match, TournamentState
from scorekeeper.rooms.tournaments.domain.log.undoing import in_force


@dataclass(frozen=True, slots=True)
class Correction:
    """A match whose result changed after the round `number` of `stage` was paired."""

    match: int
    stage: int
    number: int


def source_of(state: TournamentState, match: Match) -> int:
    """The number of what the result of a match comes from: its own event, else the last one of its game that counts."""
    if match.given is not None:
        return match.given.seq
    before = state.confirmed_before(match)
    if before is not None:
        return before.record
    game = state.game_result(match)
    return 0 if game is None or not state.is_over(match) else game.record


def newly_counted(state: TournamentState) -> tuple[tuple[int, int], ...]:
    """What a pairing made now counts, and no earlier one did in this form: each match with the source of its result."""
    known = {match: source for match, (source, _stage, _number) in _counted(state).items()}
    matches = [match for match in state.matches.values() if not match.pairing.is_bye and state.is_over(match)]
    found = [(match.id, source_of(state, match)) for match in matches]
    return tuple(pair for pair in found if known.get(pair[0]) != pair[1])


def _counted(state: TournamentState) -> dict[int, tuple[int, int, int]]:
    """By match, the source of the result that was counted last, with the stage and number of the round it paired."""
    rounds: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    for event in in_force(state.events):
        if isinstance(event, ev.RoundPaired) and event.counted:
            rounds[event.stage, event.number] = event.counted
        elif isinstance(event, ev.RoundWithdrawn):
            rounds.pop((event.stage, event.number), None)
    return {match: (source, *paired) for paired, counted in rounds.items() for match, source in counted}


def corrections(state: TournamentState) -> list[Correction]:
    """The matches that were paired from and have another result now, without those that the director lets stand."""
    found = []
    for number, (source, stage, round_) in _counted(state).items():
        match = state.matches.get(number)
        if match is None or source_of(state, match) == source or _stands(state, match):
            continue
        if match.stage < stage or _pairs_from_results(state, stage):
            found.append(Correction(number, stage, round_))
    return found


def paired_from(state: TournamentState, match: Match) -> list[Correction]:
    """The round or the stage that was paired from this match's result as it is now, if one was."""
    counted = _counted(state).get(match.id)
    if counted is None:
        return []
    _source, stage, round_ = counted
    follows = (
        match.stage < stage
        or _pairs_from_results(state, stage)
        or find_format(state.stages[stage - 1].format).is_bracket
    )
    return [Correction(match.id, stage, round_)] if follows else []


def _pairs_from_results(state: TournamentState, stage: int) -> bool:
    """Whether the rounds of a stage depend on the results of earlier ones, and no bracket says who plays."""
    played = state.stages[stage - 1]
    form = find_format(played.format)
    return form.key == "swiss" or (form.key == "rotation" and form.setting(played, "moves") != "ahead")


def _stands(state: TournamentState, match: Match) -> bool:
    """Whether the director lets the result as it is now stand."""
    return any(
        event.seq > match.given.seq if match.given is not None else event.record == source_of(state, match)
        for event in _let_stand(state, match)
    )


def _let_stand(state: TournamentState, match: Match) -> Iterator[ResultConfirmed]:
    for event in in_force(state.events):
        if isinstance(event, ResultConfirmed) and event.stands and event.match == match.id:
            yield event
