"""Two teams or players who are kept apart: in each format that pairs freely, as long as that is possible."""

from __future__ import annotations

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.event_words import event_text
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing.swaps import BroughtTogether, together_after_swap
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_APART
from scorekeeper.rooms.tournaments.domain.words import why_text
from tests.each_case import each_case
from tests.rooms.tournaments.fields import (
    at_random,
    enter,
    field_of,
    latest,
    met,
    pair,
    play,
    play_on,
    record,
    refused_with,
    shown,
    stage,
    tournament,
)
from tests.rooms.tournaments.hall import EIGHT, Hall


def apart(state: TournamentState, first: int, second: int, how: str = "opponents") -> TournamentState:
    return record(state, ev.APART, first=first, second=second, how=how)


def reasons(state: TournamentState) -> str:
    """The reasons of the latest round, in words."""
    names = {team.id: team.name for team in state.teams.values()}
    return " | ".join(why_text(match.pairing.why, names) for match in latest(state))


def partners(state: TournamentState) -> list[tuple[int, ...]]:
    return [tuple(sorted(side)) for match in state.matches.values() for side in match.pairing.sides]


@each_case("seed", range(6))
def test_swiss_keeps_two_teams_apart_in_every_round(seed: int) -> None:
    state = apart(field_of(8, "swiss", rounds=5), 2, 1)
    for _ in range(5):
        state = play(pair(state, seed), at_random(seed))
        assert "kept apart from" in reasons(state)
    assert (1, 2) not in met(state)


def test_swiss_lets_them_meet_rather_than_anybody_twice_and_says_so() -> None:
    state = apart(field_of(4, "swiss", rounds=3), 1, 2)
    state = play(pair(play(pair(state), at_random(1))), at_random(1))
    assert (1, 2) not in met(state)
    state = pair(state)
    assert (1, 2) in met(state)
    assert "meet though kept apart: no other pairing was left" in reasons(state)


def test_open_play_keeps_them_apart_until_they_have_waited() -> None:
    state = apart(field_of(2, "open"), 1, 2)
    with refused_with("nobody-to-pair"):
        pair(state, now=1)
    assert met(pair(state, now=11 * 60_000)) == [(1, 2)]


@each_case("moves", ["ahead", "winners-up"])
@each_case("players", [8, 12, 14])
def test_players_of_a_rotation_who_are_kept_apart_do_not_partner(players: int, moves: str) -> None:
    setup = stage("rotation", rounds=6, hands=8, settings={"moves": moves})
    state = apart(enter(tournament([setup]), players, solo=True), 1, 2, "partners")
    state = play_on(state, lambda match: (350, 200 + match.id))
    assert (1, 2) not in partners(state)


def test_players_of_a_rotation_who_are_kept_apart_altogether_are_never_at_one_table() -> None:
    state = apart(field_of(16, "rotation", rounds=6, hands=8), 1, 2, "both")
    state = play_on(state, lambda match: (350, 200 + match.id))
    assert not any({1, 2} <= set(match.teams) for match in state.matches.values())


def test_rounds_that_were_drawn_ahead_are_drawn_again_where_they_bring_them_together() -> None:
    state = pair(field_of(8, "rotation", hands=8))
    later = [sides for tables in state.plans[1][-1].rounds for sides in tables]
    one, other = sorted(later[0][0])
    state = apart(play(state, lambda _match: (350, 200)), one, other, "partners")
    state = play(pair(state), lambda _match: (350, 200))
    assert (one, other) not in partners(state)


def test_undo_and_an_end_of_it_restore_what_was() -> None:
    state = field_of(4, "swiss", rounds=3)
    kept = apart(state, 1, 2)
    assert event_text(kept, kept.events[-1]) == "two kept apart"
    assert shown(record(kept, ev.TAKE_BACK, entry=kept.seq)) == shown(state)
    lifted = apart(kept, 2, 1, "no")
    assert lifted.apart == {}
    assert event_text(lifted, lifted.events[-1]) == "two not kept apart any more"


def test_refusals() -> None:
    state = field_of(4, "swiss", rounds=3)
    with refused_with("apart-from-itself"):
        apart(state, 1, 1)
    with refused_with("no-such-team"):
        apart(state, 1, 9)
    with refused_with("not-kept-apart"):
        apart(state, 1, 2, "no")
    with refused_with("no-partners-to-keep-apart"):
        apart(state, 1, 2, "partners")
    pairs = ((one, other) for one in range(1, 31) for other in range(one + 1, 31))
    many = field_of(30, "swiss", rounds=3)
    for _, (one, other) in zip(range(MAX_APART), pairs, strict=False):
        many = apart(many, one, other)
    with refused_with("too-many-apart"):
        apart(many, 29, 30)


# The page of the teams


def test_director_keeps_two_teams_apart_and_ends_it(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.director.open(hall.at("teams"))
    page = hall.director.submit(hall.director.page.form_with("second"), None, 200, first="1", second="2")
    assert hall.state.apart == {(1, 2): "opponents"}
    assert "Ann & Abe and Bea & Ben" in page.text
    hall.director.tap("Remove")
    assert hall.state.apart == {}


def test_director_chooses_how_players_are_kept_apart(hall: Hall) -> None:
    hall.set_up(["Ann", "Bea", "Cal", "Dan"], format="rotation")
    hall.director.open(hall.at("teams"))
    form = hall.director.page.form_with("second")
    assert form.choices["how"] == ["partners", "opponents", "both"]
    hall.director.submit(form, None, 200, first="1", second="2", how="both")
    assert hall.state.apart == {(1, 2): "both"}


def test_nobody_is_chosen_and_the_same_team_twice(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    for first, second in (("", ""), ("1", "1")):
        hall.director.open(hall.at("teams"))
        page = hall.director.submit(hall.director.page.form_with("second"), None, 200, first=first, second=second)
        assert "Choose two teams that are kept apart" in page.text


# A swap that brings them together


def test_swap_of_two_who_are_kept_apart_is_asked_about_first(hall: Hall) -> None:
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    director = hall.director
    director.open(hall.at("desk"))
    director.tap("Pair round 1")
    (one, kept), (other, _last) = (match.teams for match in hall.state.matches.values())
    hall.director.open(hall.at("teams"))
    form = director.page.form_with("second")
    director.submit(form, None, 200, first=str(one), second=str(other))
    director.open(hall.at(f"rounds?first={kept}"))
    page = director.tap(hall.state.teams[other].name)
    names = [hall.state.teams[team].name for team in (min(one, other), max(one, other))]
    assert f"{names[0]} and {names[1]} would meet. They are kept apart." in page.text
    assert "met in round" not in page.text
    assert hall.state.matches[1].teams == (one, kept)
    back = next(link.url for link in page.links if link.label == "Choose another team")
    assert back == hall.at("rounds#match-1")
    director.tap("Swap all the same")
    assert set(hall.state.matches[1].teams) == {one, other}


def test_swap_of_partners_who_are_kept_apart_is_known_where_partners_change() -> None:
    state = apart(pair(field_of(8, "rotation", rounds=3, hands=8)), 1, 2, "partners")
    round_ = state.rounds[-1]
    found = [
        (first, second)
        for first in state.teams
        for second in state.teams
        if first != second and together_after_swap(state, round_, first, second)
    ]
    for first, second in found:
        assert together_after_swap(state, round_, first, second) == [BroughtTogether(1, 2, as_partners=True)]
    sides = {frozenset(side) for match in state.matches.values() for side in match.pairing.sides}
    partner = {team: next(iter(side - {team})) for side in sides for team in side}
    assert set(found) == {
        each for one, other in ((1, 2), (2, 1)) for each in ((partner[one], other), (other, partner[one]))
    }
