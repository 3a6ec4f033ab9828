"""Pools by hand: who is in which is the director’s to say until round 1 is published, and holds for all rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_json import payload_of, read_stored
from scorekeeper.rooms.tournaments.domain.log.event_words import event_text
from scorekeeper.rooms.tournaments.domain.log.replay import apply, replay_checked
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, pools_of_draft, propose, published, standings
from scorekeeper.rooms.tournaments.domain.pairing.pools import drawn_pools
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import by_number, enter, pair, play, record, refused_with, stage, tournament
from tests.rooms.tournaments.hall import EIGHT
from tests.web.browsing import Page, Phone


def drafted(teams: int, pools: int = 2, **settings: object) -> TournamentState:
    """Round 1 as the desk alone sees it, its pools in the order of entry."""
    form = stage("round-robin", seeds="entry", settings={"pools": pools, **settings})
    return paired(enter(tournament([form]), teams))


def paired(state: TournamentState, *pools: Sequence[int], lots: bool = False) -> TournamentState:
    """The next round as a draft, with these pools or with those that are drawn (`lots`)."""
    given = tuple(tuple(pool) for pool in pools) if pools or lots else None
    return apply(state, propose(state, seq=state.seq + 1, lot_seed=7, pools=given, published=False))


def publish(state: TournamentState) -> TournamentState:
    return apply(state, published(state, seq=state.seq + 1))


def played_out(state: TournamentState) -> TournamentState:
    """All rounds played, from a draft."""
    state = play(publish(state), by_number)
    while len(state.rounds) < rounds_of(state):
        state = play(pair(state), by_number)
    return state


def rounds_of(state: TournamentState) -> int:
    return format_of(state, 1).rounds_in(state, 1)


def met(state: TournamentState) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(match.teams)) for match in state.matches.values() if not match.pairing.is_bye)


def in_pools(state: TournamentState) -> list[set[int]]:
    """The teams of each pool, as the standings have them."""
    found: dict[int, set[int]] = {}
    for place in standings(state, 1):
        found.setdefault(place.pool, set()).add(place.team)
    return [found[number] for number in sorted(found)]


def test_arranged_pools_hold_for_all_rounds() -> None:
    state = drafted(8)
    assert pools_of_draft(state) == ((1, 4, 5, 8), (2, 3, 6, 7))
    state = paired(state, (1, 2, 5, 8), (4, 3, 6, 7))
    assert len(state.rounds) == 1
    assert sorted(state.matches) == [1, 2, 3, 4]
    state = played_out(state)
    assert in_pools(state) == [{1, 2, 5, 8}, {3, 4, 6, 7}]
    assert met(state) == Counter([*combinations((1, 2, 5, 8), 2), *combinations((3, 4, 6, 7), 2)])


def test_uneven_pools_play_as_many_rounds_as_the_largest_needs() -> None:
    state = played_out(paired(drafted(8), (1, 2, 3, 4, 5), (6, 7, 8)))
    assert len(state.rounds) == 5
    assert met(state) == Counter([*combinations((1, 2, 3, 4, 5), 2), *combinations((6, 7, 8), 2)])


def test_pools_can_be_given_before_anything_is_paired() -> None:
    form = stage("round-robin", seeds="entry", settings={"pools": 2})
    state = paired(enter(tournament([form]), 6), (1, 2, 3), (4, 5, 6))
    assert drawn_pools(state, state.rounds[0]) == ((1, 2, 3), (4, 5, 6))


@pytest.mark.parametrize(
    ("pools", "code"),
    [
        ([(1, 2, 3), (4, 5, 1)], "team-in-two-pools"),
        ([(1, 2, 2), (3, 4, 5, 6)], "team-in-two-pools"),
        ([(1, 2, 3), (4, 5, 9)], "no-such-team"),
        ([(1, 2, 3), (4, 5)], "team-in-no-pool"),
        ([(1, 2), (3, 4, 5, 6)], "size-of-pool"),
        ([(), (1, 2, 3, 4, 5, 6)], "size-of-pool"),
        ([(1, 2, 3, 4, 5, 6)], "number-of-pools"),
        ([(1, 2, 3), (4, 5, 6), ()], "number-of-pools"),
    ],
)
def test_pools_that_cannot_be_are_refused(pools: list[tuple[int, ...]], code: str) -> None:
    with refused_with(code):
        paired(drafted(6), *pools)


def test_team_that_is_not_here_is_in_no_pool() -> None:
    state = record(drafted(7), ev.TEAM_STATUS, teams=[7], status="dropped")
    with refused_with("team-not-ready"):
        paired(state, (1, 2, 3), (4, 5, 6, 7))
    assert drawn_pools(paired(state, (1, 2, 3), (4, 5, 6)), state.rounds[0])


def test_pool_of_thirteen_is_too_large() -> None:
    with refused_with("size-of-pool"):
        paired(drafted(16), range(1, 14), range(14, 17))


def test_pools_stay_once_round_1_is_published() -> None:
    pools = (1, 2, 3), (4, 5, 6)
    state = publish(drafted(6))
    with refused_with("round-paired-already"):
        paired(state, *pools)
    begun = play(state, by_number)
    with refused_with("round-has-hands"):
        paired(begun, *pools)
    with refused_with("later-round-paired"):
        paired(pair(begun), *pools)
    with refused_with("round-has-hands"):
        paired(paired(begun), *pools)


def test_formats_without_pools_have_none_to_arrange() -> None:
    for form in (
        stage("swiss", rounds=3),
        stage("round-robin"),
        stage("round-robin", rounds=2, settings={"pools": 2, "movement": "half-sit"}),
    ):
        state = enter(tournament([form]), 6)
        with refused_with("no-pools"):
            paired(state, (1, 2, 3), (4, 5, 6))
        assert pools_of_draft(paired(state)) == ()


def test_withdrawn_round_keeps_its_pools_when_it_is_paired_again() -> None:
    arranged = publish(paired(drafted(6), (1, 2, 3), (4, 5, 6)))
    state = paired(record(arranged, ev.WITHDRAW, stage=1, round=1))
    assert drawn_pools(state, state.rounds[0]) == ((1, 2, 3), (4, 5, 6))
    assert event_text(state, state.events[-1]) == "round 1 paired"
    drawn = paired(state, lots=True)
    assert drawn_pools(drawn, drawn.rounds[0]) == ((1, 4, 5), (2, 3, 6))
    withdrawn = record(drawn, ev.WITHDRAW, stage=1, round=1)
    again = paired(withdrawn)
    assert drawn_pools(again, again.rounds[0]) == ((1, 4, 5), (2, 3, 6))


def test_kept_pools_follow_who_left_and_who_came() -> None:
    state = record(paired(drafted(7), (1, 2, 3), (4, 5, 6, 7)), ev.WITHDRAW, stage=1, round=1)
    came = paired(enter(record(state, ev.TEAM_STATUS, teams=[5], status="dropped"), 1))
    assert drawn_pools(came, came.rounds[0]) == ((1, 2, 3, 8), (4, 6, 7))
    left = record(state, ev.TEAM_STATUS, teams=[1], status="dropped")
    drawn = paired(left)  # a pool of two cannot be
    assert drawn_pools(drawn, drawn.rounds[0]) == ((2, 5, 6), (3, 4, 7))


def test_undo_brings_the_pools_back_and_names_what_it_undid() -> None:
    before = drafted(6)
    state = paired(before, (1, 2, 3), (4, 5, 6))
    assert state.undo is not None
    assert event_text(state, state.undo) == "pools arranged"
    undone = record(state, ev.TAKE_BACK, entry=state.seq)
    assert (undone.draws, undone.matches) == (before.draws, before.matches)
    assert event_text(undone, undone.events[-1]) == "pools arranged"
    redone = record(undone, ev.TAKE_BACK, entry=undone.seq)
    assert (redone.draws, redone.matches) == (state.draws, state.matches)
    assert event_text(publish(state), publish(state).events[-1]) == "round 1 published"


def test_late_team_takes_the_place_where_a_team_sits_out() -> None:
    state = play(publish(paired(drafted(7), (1, 2, 3, 4), (5, 6, 7))), by_number)
    state = enter(state, 1)
    with refused_with("no-place-left"):
        enter(state, 1)
    state = pair(state)
    assert in_pools(state) == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_team_that_leaves_keeps_the_rest() -> None:
    state = publish(paired(drafted(8), (1, 2, 3, 4), (5, 6, 7, 8)))
    state = record(play(state, by_number), ev.TEAM_STATUS, teams=[4], status="dropped")
    while len(state.rounds) < rounds_of(state):
        state = play(pair(state), by_number)
    assert in_pools(state) == [{1, 2, 3, 4}, {5, 6, 7, 8}]
    assert {pair_ for pair_ in met(state) if 4 not in pair_} == {
        *combinations((1, 2, 3), 2),
        *combinations((5, 6, 7, 8), 2),
    }


def test_log_of_arranged_pools_reads_as_it_was_written_and_others_as_before() -> None:
    drawn = drafted(6)
    assert "by_hand" not in payload_of(drawn.events[-1])
    state = publish(paired(drawn, (1, 2, 3), (4, 5, 6)))
    assert [payload_of(event).get("by_hand") for event in state.events[-2:]] == [True, True]
    stored = [
        read_stored(event.kind, payload_of(event), event.seq, event.at, event.reason, event.who)
        for event in state.events
    ]
    assert replay_checked(stored).draws == state.draws


# The API, and the pages


POOLS = {"format": "round-robin", "rules": "partnership", "seeds": "entry", "settings": {"pools": 2}}


@pytest.fixture
def held(app: Flask) -> Directed:
    """Eight teams in two pools, whose first round only the desk sees."""
    held = Directed(app, POOLS)
    held.enter(*(name.split(" & ") for name in EIGHT))
    assert held.call("POST", "/rounds", {"publish": False})["pools"] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    return held


def choose(director: Phone, held: Directed, status: int = 200, again: bool = False, **pools: str) -> Page:
    """Choose the pools of teams on their page, and save; `again`: on the page that is open."""
    if not again:
        director.open(f"/tournaments/{held.id}/rounds")
        director.tap("Arrange the pools")
    return director.submit(director.page.form_with("pool_1"), None, status, **pools)


def pools_of(held: Directed) -> object:
    return held.now["stages"][0]["rounds"][0]["pools"]


def test_program_arranges_pools_and_publishes_them(held: Directed) -> None:
    pools = [[1, 2, 3, 4], [5, 6, 7, 8]]
    answer = held.call("POST", "/rounds", {"pools": pools})
    assert answer["pools"] == pools
    assert {match["pool"]: sum(sorted(match["teams"])) for match in answer["matches"]} == {1: 5, 2: 13}
    assert pools_of(held) == pools
    assert held.refused("POST", "/rounds", {"pools": pools}) == "round-paired-already"


def test_program_reads_why_pools_are_refused(held: Directed) -> None:
    for pools, code in (
        ([[1, 2, 3, 4], [4, 5, 6, 7, 8]], "team-in-two-pools"),
        ([[1, 2, 3, 4], [5, 6, 7, 9]], "no-such-team"),
        ([[1, 2], [3, 4, 5, 6, 7, 8]], "size-of-pool"),
        ([[1, 2, 3, 4], [5, 6, 7, "8"]], "not-whole"),
    ):
        assert held.refused("POST", "/rounds", {"pools": pools}) == code
    answer = held.program.call("POST", f"/tournaments/{held.id}/rounds", {"pools": [], "seq": 1})
    assert answer.status_code == 409
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert held.call("POST", "/rounds", {"pools": []})["pools"] == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_director_lets_two_teams_change_pools(held: Directed) -> None:
    director = held.phone()
    page = choose(director, held, pool_4="2", pool_2="1")
    assert page.url.endswith("/rounds")
    assert "The pools are saved." in page.text
    assert pools_of(held) == [[1, 5, 8, 2], [3, 6, 7, 4]]
    director.open(f"/tournaments/{held.id}/desk")
    assert director.tap("Undo: pools arranged").text.count("Undone: pools arranged.") == 1
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_saving_pools_as_they_are_records_nothing(held: Directed) -> None:
    before = held.now["seq"]
    choose(held.phone(), held)
    assert held.now["seq"] == before


def test_uneven_pools_are_asked_about(held: Directed) -> None:
    director = held.phone()
    page = choose(director, held, pool_4="2")
    assert "The pools would have 3 teams and 5 teams. In a larger one each plays more matches." in page.text
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert page.form_with("pool_1").fields["pool_4"] == "2"
    assert director.can_tap("Save all the same")
    director.submit(page.form_with("pool_1"))
    assert pools_of(held) == [[1, 5, 8], [2, 3, 6, 7, 4]]
    assert "Round 1 of 5" in director.page.text


def test_answer_about_uneven_pools_counts_for_these_alone(held: Directed) -> None:
    director = held.phone()
    page = choose(director, held, pool_4="2")
    form = page.form_with("pool_1")
    form.fields["pool_4"], form.fields["pool_2"], form.fields["pool_3"], form.fields["pool_6"] = "1", "1", "1", "1"
    page = director.submit(form, None, 422)
    assert "Pool 2 would have 1 team; it can have 3 to 12." in page.text


def test_pool_too_small_is_refused_and_what_was_chosen_stays(held: Directed) -> None:
    page = choose(held.phone(), held, 422, pool_4="2", pool_5="2")
    assert "Pool 1 would have 2 teams; it can have 3 to 12." in page.text
    assert page.form_with("pool_1").fields["pool_5"] == "2"
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_pool_that_is_not_there_is_refused(held: Directed) -> None:
    director = held.phone()
    director.open(f"/tournaments/{held.id}/pools")
    choose(director, held, 422, again=True, pool_4="3")
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_change_by_somebody_else_is_said_and_what_was_chosen_stays(held: Directed) -> None:
    director = held.phone()
    director.open(f"/tournaments/{held.id}/pools")
    held.enter(("Ina", "Ivo"))
    page = choose(director, held, 422, again=True, pool_4="2", pool_2="1")
    assert "Someone changed the tournament. Check it and try again." in page.text
    assert page.form_with("pool_1").fields["pool_4"] == "2"
    choose(director, held, again=True)
    assert pools_of(held) == [[1, 5, 8, 9, 2], [3, 6, 7, 4]]


def test_pools_that_were_published_meanwhile_stay(held: Directed) -> None:
    director = held.phone()
    director.open(f"/tournaments/{held.id}/pools")
    held.call("POST", "/rounds", {"pools": [[1, 2, 3, 4], [5, 6, 7, 8]]})
    page = choose(director, held, again=True, pool_4="2", pool_2="1")
    assert page.url.endswith("/rounds")
    assert "Someone changed the tournament" in page.text
    assert not director.can_tap("Arrange the pools")
    assert director.open(f"/tournaments/{held.id}/pools").url.endswith("/rounds")
    assert pools_of(held) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_nothing_is_paired_for_a_draft_that_was_withdrawn_meanwhile(held: Directed) -> None:
    director = held.phone()
    for label in ("Save the pools", "Draw them again"):
        director.open(f"/tournaments/{held.id}/pools")
        button = next(button for button in director.page.buttons if button.label == label)
        held.write("withdraw", stage=1, round=1)
        button.form.fields.poplist("seq")
        page = director.submit(button.form, button)
        assert "Someone changed the tournament. Check it and try again." in page.text
        assert held.now["stages"][0]["rounds"] == []
        held.call("POST", "/rounds", {"publish": False})


def test_pools_are_drawn_again(held: Directed) -> None:
    director = held.phone()
    choose(director, held, pool_4="2", pool_2="1")
    director.tap("Arrange the pools")
    assert "The pools are drawn again." in director.tap("Draw them again").text
    assert pools_of(held) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_swap_on_the_draft_exchanges_the_pools(held: Directed) -> None:
    director = held.phone()
    director.open(f"/tournaments/{held.id}/rounds")
    director.tap("Ann & Abe")
    director.tap("Bea & Ben")
    assert pools_of(held) == [[2, 4, 5, 8], [1, 3, 6, 7]]
    director.tap("Ann & Abe")
    director.tap("Cal & Cleo")
    assert pools_of(held) == [[2, 4, 5, 8], [3, 1, 6, 7]]
    held.call("POST", "/entries", {"kind": "round", **published_draft(held)})
    for match in held.matches():
        held.wins(match, min(match["teams"]))
    held.play_on(lambda match: held.wins(match, min(match["teams"])))
    meetings = Counter(tuple(sorted(match["teams"])) for match in held.matches())
    assert meetings == Counter([*combinations((2, 4, 5, 8), 2), *combinations((1, 3, 6, 7), 2)])


def published_draft(held: Directed) -> dict[str, object]:
    """What publishes the draft, as a program writes it."""
    with held.app.app_context():
        return payload_of(published(load_tournament(held.id).state, seq=0))


def test_teams_of_different_pools_do_not_change_places_later(held: Directed) -> None:
    director = held.phone()
    director.open(f"/tournaments/{held.id}/rounds")
    director.tap("Publish round 1")
    director.open(f"/tournaments/{held.id}/rounds")
    director.tap("Ann & Abe")
    page = director.tap("Bea & Ben")
    assert "Bea & Ben is in another pool; pools can be changed only before round 1 is published." in page.text
    assert next(match["teams"] for match in held.matches()) == [1, 8]


def test_only_directors_arrange_pools(held: Directed) -> None:
    helper = Phone(held.app.test_client())
    helper.open(held.program.made["links"]["scorer"].removeprefix("http://localhost"))
    helper.open(f"/tournaments/{held.id}/rounds")
    assert not helper.can_tap("Arrange the pools")
    helper.open(f"/tournaments/{held.id}/pools", 403)
