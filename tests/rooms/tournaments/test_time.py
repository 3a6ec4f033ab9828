"""What time decides is recorded when somebody looks: the clock's start, no-shows, results without objection."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev, results as rs
from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.state import DISPUTED, DONE, FORFEITED, LAST_HAND, PLAYING, TO_CONFIRM
from scorekeeper.rooms.tournaments.services.by_time import record_due
from scorekeeper.rooms.tournaments.services.matches import move_score
from scorekeeper.rooms.tournaments.services.recording import record
from scorekeeper.rooms.tournaments.services.results import confirm, give_result, set_clock
from scorekeeper.services import recording
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.recording import Author
from tests.rooms.tournaments.hall import EIGHT, Hall

DIRECTOR = Author("Alice")


@pytest.fixture
def paired(hall: Hall) -> Hall:
    """Four teams are paired; the clock starts 5 minutes after that, and silence counts after 10."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    state = hall.state
    setup = setup_json(state.name, state.stages, state.settings)
    setup["settings"] |= {"starts_after": 5, "confirm_minutes": 10, "no_show_minutes": 15}
    setup["stages"] = [
        {name: part for name, part in stage.items() if name in ("format", "rules", "options", "rounds", "minutes")}
        for stage in setup["stages"]
    ]
    with hall.app.app_context():
        record(hall.id, ev.SETTINGS, setup, author=DIRECTOR)
    hall.pair()
    return hall


def look(hall: Hall, minutes: float) -> None:
    """Somebody looks at the tournament this many minutes from now."""
    with hall.app.app_context():
        record_due(hall.id, datetime.now(UTC) + timedelta(minutes=minutes))


def test_clock_starts_by_itself_once(paired: Hall) -> None:
    look(paired, 4)
    assert paired.state.rounds[0].clocks == {}
    look(paired, 6)
    look(paired, 7)
    assert paired.state.rounds[0].clocks[1].started
    assert [event.kind for event in paired.state.events].count(ev.CLOCK) == 1
    assert paired.state.events[-1].who is None


def test_clock_starts_before_that_if_the_director_says_so(paired: Hall) -> None:
    with paired.app.app_context():
        set_clock(paired.id, ev.CLOCK_START, DIRECTOR)
    clock = paired.state.rounds[0].clocks[1]
    assert clock.running_since == paired.state.events[-1].at


def test_result_without_objection_counts_after_the_set_time(paired: Hall) -> None:
    match = paired.open_matches[0].id
    with paired.app.app_context():
        give_result(paired.id, match, {"scores": [300, 200]}, DIRECTOR)
    look(paired, 9)
    assert paired.state.match_status(paired.state.matches[match]) == TO_CONFIRM
    look(paired, 11)
    assert paired.state.match_status(paired.state.matches[match]) == DONE


def test_silence_never_confirms_a_disputed_result(paired: Hall) -> None:
    match = paired.open_matches[0].id
    with paired.app.app_context():
        give_result(paired.id, match, {"scores": [300, 200]}, DIRECTOR)
        confirm(paired.id, match, DIRECTOR, verdict=rs.DISPUTED)
    look(paired, 60)
    assert paired.state.match_status(paired.state.matches[match]) == DISPUTED


def test_team_that_is_not_here_forfeits(paired: Hall) -> None:
    match = paired.open_matches[0]
    paired.director.open(paired.at(f"teams/{match.teams[0]}"))
    paired.director.tap("Here")
    look(paired, 14)
    assert not paired.state.is_over(paired.state.matches[match.id])
    look(paired, 16)
    state = paired.state
    assert state.match_status(state.matches[match.id]) == FORFEITED
    result = state.result(state.matches[match.id])
    assert result is not None
    assert result.winner == 1


def test_match_that_has_begun_is_no_no_show(paired: Hall) -> None:
    ann = paired.phone_of("Ann")
    ann.tap("Keep score on this phone")
    match = next(match for match in paired.open_matches if match.game is not None)
    paired.director.open(paired.at(f"teams/{match.teams[0]}"))
    paired.director.tap("Here")
    look(paired, 16)
    assert not paired.state.is_over(paired.state.matches[match.id])


HAND = {"hand": 1, "bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}


@pytest.fixture
def playing(paired: Hall) -> Hall:
    """Ann's phone keeps the score of match 1, whose first hand is recorded; time is up after 40 minutes."""
    match = next(m for m in paired.open_matches for team in m.teams if "Ann" in paired.state.teams[team].players)
    paired.keeper("Ann")
    with paired.app.app_context():
        recording.record(str(paired.state.matches[match.id].game), "hand", HAND, author=Author("Ann"))
        set_clock(paired.id, ev.CLOCK_START, DIRECTOR)
    return paired


def of_ann(hall: Hall) -> tuple[int, str]:
    """The number of the match that has a game, and its status."""
    state = hall.state
    match = next(match for match in state.matches.values() if match.game is not None)
    return match.id, state.match_status(match)


def test_server_calls_time_where_no_phone_keeps_the_score(playing: Hall) -> None:
    match, _ = of_ann(playing)
    with playing.app.app_context():
        move_score(playing.id, match, None, "Alice")
    look(playing, 39)
    assert of_ann(playing)[1] == PLAYING
    look(playing, 41)
    assert of_ann(playing)[1] == LAST_HAND
    game = str(playing.state.matches[match].game)
    with playing.app.app_context():
        time = load_game(game).state.board.time
        assert time is not None
        assert (time.hand, time.minutes) == (2, 40)
        recording.undo(game, DIRECTOR)
    look(playing, 42)
    assert of_ann(playing)[1] == PLAYING  # who undid it knows better


def test_server_leaves_time_to_the_phone_that_keeps_the_score(playing: Hall) -> None:
    look(playing, 60)
    assert of_ann(playing)[1] == PLAYING


def test_server_ends_the_match_after_the_hand_that_the_director_made_the_last(playing: Hall) -> None:
    match, _ = of_ann(playing)
    with playing.app.app_context():
        move_score(playing.id, match, None, "Alice")
        set_clock(playing.id, ev.LAST_HAND, DIRECTOR, match=match, hand=1)
    look(playing, 1)
    assert of_ann(playing)[1] == TO_CONFIRM
