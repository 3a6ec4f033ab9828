"""What the rounds of a playoff are called: the final, the semi-finals, the quarter-finals; others have a number."""

from scorekeeper.core.words.language import translate as _
from scorekeeper.rooms.tournaments.domain.formats import find_format
from scorekeeper.rooms.tournaments.domain.log.state import Round, TournamentState
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage

FINAL, SEMI_FINALS, QUARTER_FINALS = 1, 2, 4
THIRD_PLACE = "P"


def matches_of(state: TournamentState, found: Round) -> int:
    """The matches of a knock-out round, with byes and without that for third place: 2 are semi-finals; 0 where rounds
    have no names: in other formats, and where it is not half as many each round.
    """
    stage = state.stages[found.stage - 1]
    slots = [state.matches[number].pairing.slot for number in found.matches]
    count = sum(not slot.startswith(THIRD_PLACE) for slot in slots)
    return named(count) if _has_names(stage) else 0


def is_last_round(state: TournamentState, stage: int, now: int = 0) -> bool:
    """Whether no other round of a stage comes after those that are paired, though their matches may still be played;
    `now` as in `propose`. The final of a double elimination may be played twice.
    """
    rounds = state.rounds_of(stage)
    if not rounds:
        return False
    form = find_format(state.stages[stage - 1].format)
    return matches_of(state, rounds[-1]) == FINAL or form.plays_last(state, stage) or form.is_over(state, stage, now)


def next_matches(state: TournamentState, stage: int, entering: int) -> int:
    """The same for the next round of a stage, before it is paired: `entering` teams begin the stage."""
    played = state.rounds_of(stage)
    if not _has_names(state.stages[stage - 1]):
        return 0
    if played:
        return matches_of(state, played[-1]) // 2
    count = 1 << max(0, (entering - 1).bit_length() - 1)
    return named(count) if entering > 1 else 0


def named(matches: int) -> int:
    """This number of matches, if a round of as many has a name; else 0."""
    return matches if matches in (FINAL, SEMI_FINALS, QUARTER_FINALS) else 0


def _has_names(stage: Stage) -> bool:
    return find_format(stage.format).names_rounds


def round_name(matches: int, number: int, known: int = 0) -> str:
    """`Semi-finals`, by the number of matches (0: without a name), else `Round 3 of 5` or `Round 3`."""
    named = {FINAL: _("Final"), SEMI_FINALS: _("Semi-finals"), QUARTER_FINALS: _("Quarter-finals")}.get(matches)
    if named:
        return named
    return _("Round {number} of {rounds}", number=number, rounds=known) if known else _("Round {number}", number=number)


def after_round(matches: int, number: int, known: int = 0) -> str:
    """The same once it is over: `After the semi-finals`."""
    named = {
        FINAL: _("After the final"),
        SEMI_FINALS: _("After the semi-finals"),
        QUARTER_FINALS: _("After the quarter-finals"),
    }.get(matches)
    if named:
        return named
    return _("After round {number} of {rounds}", number=number, rounds=known) if known else _("After the round")


def pair_words(matches: int, number: int) -> str:
    """The button that pairs it."""
    named = {
        FINAL: _("Pair the final"),
        SEMI_FINALS: _("Pair the semi-finals"),
        QUARTER_FINALS: _("Pair the quarter-finals"),
    }.get(matches)
    return named or _("Pair round {number}", number=number)


def publish_words(matches: int, number: int) -> str:
    """The button that publishes it."""
    named = {
        FINAL: _("Publish the final"),
        SEMI_FINALS: _("Publish the semi-finals"),
        QUARTER_FINALS: _("Publish the quarter-finals"),
    }.get(matches)
    return named or _("Publish round {number}", number=number)


def comes_from(matches: int, number: str, *, wins: bool) -> str:
    """Who plays on from such a round, while nobody knows: `Winner of a semi-final`, or `Winner of round 5`."""
    if matches == SEMI_FINALS:
        return _("Winner of a semi-final") if wins else _("Loser of a semi-final")
    if matches == QUARTER_FINALS:
        return _("Winner of a quarter-final") if wins else _("Loser of a quarter-final")
    return _("Winner of round {number}", number=number) if wins else _("Loser of round {number}", number=number)


def a_match_of(matches: int, number: str) -> str:
    """Where a team plays on: `semi-final`, or `round 5`."""
    named = {FINAL: _("final"), SEMI_FINALS: _("semi-final"), QUARTER_FINALS: _("quarter-final")}.get(matches)
    return named or _("round {number}", number=number)


def left_words(matches: int, number: int) -> str:
    """What the desk's clock counts down."""
    return _("Left in this round") if matches else _("Left in round {number}", number=number)


def look_words(matches: int, number: int) -> str:
    """The button that leads to the pairings before they are published."""
    return _("Look at the pairings") if matches else _("Look at round {number}", number=number)


def withdraw_words(matches: int, number: int) -> str:
    """The button that takes a round back that nobody has begun to play."""
    return _("Withdraw this round") if matches else _("Withdraw round {number}", number=number)
