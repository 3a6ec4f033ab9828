"""Elimination: complete brackets, byes for the first seeds, no early rematch, reset, buy-backs, and mistakes."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import given, strategies as st

from scorekeeper.rooms.tournaments.domain.formats._bracket import double, seeded
from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.pairings import Pairing
from scorekeeper.rooms.tournaments.domain.log.results import CONFIRM, RESULT
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import format_of, is_stage_over, standings
from scorekeeper.rooms.tournaments.domain.round_names import is_last_round
from scorekeeper.rooms.tournaments.domain.words import why_text
from scorekeeper.rooms.tournaments.pages.matches import is_walkover
from tests.each_case import each_case
from tests.rooms.tournaments.fields import (
    at_random,
    by_number,
    enter,
    field_of,
    latest,
    met,
    order,
    pair,
    paper,
    play,
    play_on,
    record,
    refused_with,
    stage,
    tournament,
    wins,
)


def losses(state: TournamentState) -> Counter[int]:
    """How often each team lost or forfeited."""
    lost: Counter[int] = Counter()
    for match in state.matches.values():
        result = state.result(match)
        if not match.pairing.is_bye and result is not None:
            lost.update(
                team for side, teams in enumerate(match.pairing.sides) if side != result.winner for team in teams
            )
    return lost


def ranks(state: TournamentState) -> list[int]:
    return [place.rank for place in standings(state, 1)]


def reasons(state: TournamentState) -> list[str]:
    names = {team.id: f"T{team.id}" for team in state.teams.values()}
    return [why_text(place.why, names) for place in standings(state, 1)]


# Single elimination


def test_seeds_meet_as_late_as_possible_and_the_first_have_byes() -> None:
    assert seeded([1, 2, 3, 4, 5, 6, 7, 8]) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seeded([1, 2, 3, 4, 5]) == (1, None, 4, 5, 2, None, 3, None)
    state = pair(field_of(12, "single-elimination", seeds="entry"))
    byes = [match.teams[0] for match in state.matches.values() if match.pairing.is_bye]
    assert sorted(byes) == [1, 2, 3, 4]
    assert all(pairing.why[0].code == "bye-by-seed" for pairing in pairings(state) if pairing.is_bye)


def pairings(state: TournamentState) -> list[Pairing]:
    return [match.pairing for match in state.matches.values()]


def test_the_better_seeds_win_and_losers_of_a_round_share_their_place() -> None:
    state = play_on(field_of(8, "single-elimination", seeds="entry"))
    assert order(state) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert ranks(state) == [1, 2, 3, 3, 5, 5, 5, 5]
    assert reasons(state)[:3] == ["beat T2 in the final", "lost to T1 in the final", "lost to T2 in a semi-final"]


def test_a_match_for_third_place_decides_it() -> None:
    state = play_on(field_of(8, "single-elimination", seeds="entry"))
    assert "P1" not in [pairing.slot for pairing in pairings(state)]
    state = play_on(third_place())
    assert ranks(state) == [1, 2, 3, 4, 5, 5, 5, 5]
    assert reasons(state)[2:4] == ["won the match for third place", "lost to T3 in the match for third place"]


def third_place() -> TournamentState:
    return enter(tournament([stage("single-elimination", seeds="entry", settings={"third_place": True})]), 8)


def test_who_is_in_says_so_until_it_is_over() -> None:
    state = play(pair(third_place()), by_number)
    assert reasons(state)[:4] == ["still in"] * 4
    state = pair(play(pair(state), by_number))
    assert reasons(state) == [
        "still in",
        "still in",
        "plays for third place",
        "plays for third place",
        "lost to T4 in a quarter-final",
        "lost to T3 in a quarter-final",
        "lost to T2 in a quarter-final",
        "lost to T1 in a quarter-final",
    ]


def test_level_scores_need_a_winner() -> None:
    state = pair(field_of(4, "single-elimination"))
    match = latest(state)[0]
    with refused_with("scores-are-level"):
        paper(state, match, (300, 300))
    state = paper(state, match, (300, 300), winner=match.teams[1])
    assert state.is_over(state.matches[match.id])


def test_byes_below_those_of_the_draw_are_no_walkovers() -> None:
    state = play(pair(field_of(11, "double-elimination", seeds="entry")), by_number)
    byes = [match for match in pair(state).matches.values() if match.round == 2 and match.pairing.is_bye]
    assert [match.pairing.why[0].code for match in byes] == ["bye-by-draw"] * 3
    assert {match.pairing.slot[0] for match in byes} == {"L"}
    assert not any(map(is_walkover, byes))


def test_a_double_forfeit_makes_the_next_match_a_walkover() -> None:
    state = pair(field_of(8, "single-elimination", seeds="entry"))
    state = record(state, RESULT, match=1, forfeit=[1, 8])
    state = pair(play(state, by_number))
    [walkover] = [match for match in state.matches.values() if match.pairing.slot == "W2.1"]
    assert walkover.teams == (4,)
    assert walkover.pairing.why[0].code == "nobody-comes"
    assert is_walkover(walkover)
    state = play_on(play(state, by_number))
    assert order(state)[:2] == [2, 4]


def test_a_team_that_leaves_gives_a_walkover() -> None:
    state = play(pair(field_of(4, "single-elimination", seeds="entry")), by_number)
    state = pair(record(state, ev.TEAM_STATUS, teams=[1], status="dropped"))
    assert [match.teams for match in state.matches.values()][2:] == [(2,)]
    assert state.matches[3].pairing.why[0].code == "walkover"
    with refused_with("all-rounds-played"):
        pair(state)
    assert order(state) == [2, 1, 3, 4]


@given(st.integers(2, 33), st.integers(0, 10**6))
def test_a_bracket_is_complete(teams: int, seed: int) -> None:
    state = play_on(field_of(teams, "single-elimination"), at_random(seed))
    played = [match for match in state.matches.values() if not match.pairing.is_bye]
    assert len(played) == teams - 1
    winner = order(state)[0]
    assert losses(state) == Counter(team for team in state.teams if team != winner)
    assert len(state.rounds) == (teams - 1).bit_length()
    assert ranks(state).count(1) == ranks(state).count(2) == 1


# Buy-backs


def with_buy_backs(teams: int, most: int = 1, until: int = 1) -> TournamentState:
    settings = {"buy_backs": most, "buy_back_until": until}
    state = enter(tournament([stage("single-elimination", seeds="entry", settings=settings)]), teams)
    return play(pair(state), by_number)


def test_a_team_that_buys_back_plays_in_against_the_last_seed() -> None:
    """Twelve teams, four byes: eight are left, and the ninth, who lost to the eighth, plays in against the seventh."""
    state = record(with_buy_backs(12), ev.TEAM_STATUS, teams=[9], status="buy-back")
    state = pair(state)
    assert [match.teams for match in latest(state)] == [(7, 9)]
    assert sum(pairing.is_bye for pairing in pairings(state)[8:]) == 7
    state = wins(state, 9)
    state = pair(state)
    assert sorted(met(state)[-4:]) == [(1, 8), (2, 9), (3, 6), (4, 5)]
    state = play_on(play(state, by_number))
    assert order(state)[0] == 1
    assert len(order(state)) == 12
    assert order(state)[7:] == [9, 7, 10, 11, 12]


def test_teams_that_buy_back_take_the_byes_of_the_next_round() -> None:
    settings = {"buy_backs": 1, "buy_back_until": 1}
    state = enter(tournament([stage("single-elimination", seeds="entry", settings=settings)]), 16)
    state = pair(state)
    state = record(state, RESULT, match=1, forfeit=[1, 16])  # its place in the next round is free
    state = play(state, by_number)
    state = pair(record(state, ev.TEAM_STATUS, teams=[10], status="buy-back"))
    assert (8, 10) in met(state)
    assert not any(match.pairing.is_bye for match in state.matches.values() if match.round == 2)


def test_a_rematch_says_when_they_met() -> None:
    """Of two teams one buys back, and nobody else is there to play against."""
    state = pair(record(with_buy_backs(2), ev.TEAM_STATUS, teams=[2], status="buy-back"))
    [match] = latest(state)
    assert why_text(match.pairing.why, {}) == "drawn for the final, met in round 1"


@given(st.integers(3, 17), st.integers(0, 10**6), st.sampled_from(["single-elimination", "double-elimination"]))
def test_a_bracket_says_met_in_of_every_rematch_and_of_no_other_match(teams: int, seed: int, key: str) -> None:
    state = enter(tournament([stage(key, settings={"buy_backs": 1, "buy_back_until": 3})]), teams)
    for _ in range(3):
        state = play(pair(state, seed), at_random(seed))
        back = [team for team in state.teams if format_of(state, 1).buys_back(state, 1, team) is None]
        state = record(state, ev.TEAM_STATUS, teams=back, status="buy-back") if back else state
    state = play_on(state, at_random(seed))
    played = [match for match in state.matches.values() if not match.pairing.is_bye]
    for match in played:
        known = [why.params["rounds"] for why in match.pairing.why if why.code == "meet-again"]
        rounds = tuple(other.round for other in played if other.id < match.id and {*other.teams} == {*match.teams})
        assert known == ([rounds] if rounds and match.pairing.slot != "F2" else [])


def test_a_buy_back_is_refused_when_it_is_not_due() -> None:
    def buy_back(state: TournamentState, team: int) -> TournamentState:
        return record(state, ev.TEAM_STATUS, teams=[team], status="buy-back")

    with refused_with("no-buy-backs"):
        buy_back(play(pair(field_of(4, "single-elimination")), by_number), 4)
    state = with_buy_backs(8)
    with refused_with("team-not-out"):
        buy_back(state, 1)
    with refused_with("buy-back-too-late"):
        buy_back(play(pair(state), by_number), 8)
    again = with_buy_backs(8, until=3)
    again = play(pair(buy_back(again, 8)), by_number)
    with refused_with("buy-backs-used"):
        buy_back(again, 8)


def test_a_team_that_comes_late_plays_in_before_round_2() -> None:
    state = enter(pair(field_of(6, "single-elimination", seeds="entry")), 1)
    state = pair(play(state, by_number))
    assert [match.teams for match in latest(state)] == [(4, 7)]
    state = play(state, by_number)
    with refused_with("too-late-to-enter"):
        enter(state, 1)
    state = pair(state)
    assert sorted(met(state)[-2:]) == [(1, 4), (2, 3)]
    assert order(play_on(play(state, by_number))) == [1, 2, 3, 4, 7, 5, 6]


def test_a_late_team_waits_for_a_round_that_is_over() -> None:
    state = pair(field_of(8, "single-elimination", seeds="entry"))
    state = enter(wins(wins(state, 1), 4), 1)
    state = pair(state, anyway=True)
    assert [match.teams for match in latest(state)] == [(1, 4)]
    assert sorted(order(state)) == [1, 2, 3, 4, 5, 6, 7, 8]


@given(st.integers(4, 16), st.integers(0, 10**6), st.data())
def test_a_bracket_with_buy_backs_is_complete(teams: int, seed: int, data: st.DataObject) -> None:
    settings = {"buy_backs": 1, "buy_back_until": 2}
    state = enter(tournament([stage("single-elimination", settings=settings)]), teams)
    bought: list[int] = []
    for _ in range(2):
        state = play(pair(state, seed), at_random(seed))
        out = [team for team in state.teams if format_of(state, 1).buys_back(state, 1, team) is None]
        back = [team for team in out if data.draw(st.booleans())] if len(out) < teams - 1 or teams > 4 else []
        if len(state.teams) - len(out) > 1:
            state = record(state, ev.TEAM_STATUS, teams=back, status="buy-back") if back else state
            bought += back
        if len(state.teams) - len(out) <= 1:
            break
    state = play_on(state, at_random(seed))
    winner = order(state)[0]
    lost = losses(state)
    assert {team: lost[team] for team in state.teams} == {
        team: bought.count(team) + (team != winner) for team in state.teams
    }
    assert sorted(order(state)) == sorted(state.teams)


def test_a_match_that_was_played_before_its_round_keeps_its_loser_out() -> None:
    settings = {"buy_backs": 1, "buy_back_until": 2}
    state = enter(tournament([stage("single-elimination", seeds="entry", settings=settings)]), 8)
    state = wins(wins(pair(state), 1), 4)
    state = pair(state, anyway=True)  # 1 meets 4 while the others still play
    for match in [*latest(state), state.matches[3], state.matches[4]]:
        state = paper(state, match, by_number(match))
    state = pair(record(state, ev.TEAM_STATUS, teams=[8], status="buy-back"))
    assert 4 not in [team for match in state.matches.values() if match.round == 3 for team in match.teams]


# Double elimination


def test_a_late_team_has_lost_once_and_takes_the_place_beside_a_bye() -> None:
    """Six teams have two byes: two late ones begin in the losers' bracket."""
    state = enter(pair(field_of(6, "double-elimination", seeds="entry")), 2)
    state = pair(play(state, by_number))
    assert sorted(tuple(sorted(match.teams)) for match in latest(state)) == [(1, 4), (2, 3), (5, 8), (6, 7)]
    state = play_on(play(state, by_number))
    lost = losses(state)
    assert order(state)[:2] == [1, 2]
    assert sorted(order(state)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {team: lost[team] for team in order(state)} == {1: 0, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1}


def test_late_teams_that_find_no_bye_play_in_to_the_losers_bracket() -> None:
    state = pair(play(enter(pair(field_of(4, "double-elimination", seeds="entry")), 1), by_number))
    assert sorted(tuple(sorted(match.teams)) for match in latest(state)) == [(1, 2), (4, 5)]
    state = play_on(play(state, by_number))
    assert order(state) == [1, 2, 3, 4, 5]
    assert losses(state) == {2: 2, 3: 2, 4: 2, 5: 1}


def test_a_team_that_comes_after_round_2_has_lost_twice() -> None:
    state = play(pair(play(pair(field_of(6, "double-elimination", seeds="entry")), by_number)), by_number)
    with refused_with("too-late-to-enter"):
        enter(state, 1)


def double_with_buy_backs(teams: int, until: int = 2) -> TournamentState:
    settings = {"buy_backs": 1, "buy_back_until": until}
    state = enter(tournament([stage("double-elimination", seeds="entry", settings=settings)]), teams)
    return play(pair(play(pair(state), by_number)), by_number)


def test_a_team_that_buys_back_has_lost_once_again() -> None:
    """Eight teams after two rounds: 1 and 2 have not lost, 3 to 6 once; 7, who lost to 6, plays in against 5."""
    state = record(double_with_buy_backs(8), ev.TEAM_STATUS, teams=[7], status="buy-back")
    state = pair(state)
    assert sorted(tuple(sorted(match.teams)) for match in latest(state)) == [(1, 2), (5, 7)]
    state = play(state, by_number)
    with refused_with("buy-back-too-late"):
        record(state, ev.TEAM_STATUS, teams=[8], status="buy-back")
    state = play_on(state)
    assert order(state) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert losses(state) == {team: 2 + (team == 7) for team in range(2, 9)}
    assert not any(
        "W" in match.pairing.slot and 7 in match.teams for match in state.matches.values() if match.round > 2
    )


def test_teams_that_buy_back_take_the_byes_of_the_losers_bracket() -> None:
    """Six teams: after two rounds 3 and 4 have lost once, and nobody else comes before the losers of the final."""
    state = double_with_buy_backs(6, until=3)
    waiting = [team for team in state.teams if format_of(state, 1).buys_back(state, 1, team) is None]
    state = pair(record(state, ev.TEAM_STATUS, teams=waiting, status="buy-back"))
    assert sorted(match.pairing.is_bye for match in state.matches.values() if match.round == 3).count(True) == 0
    state = play_on(play(state, by_number))
    assert order(state)[:2] == [1, 2]
    assert sorted(order(state)) == [1, 2, 3, 4, 5, 6]


@given(st.integers(4, 16), st.integers(0, 10**6), st.data())
def test_three_losses_put_a_team_out_that_bought_back(teams: int, seed: int, data: st.DataObject) -> None:
    settings = {"buy_backs": 1, "buy_back_until": 4}
    state = enter(tournament([stage("double-elimination", settings=settings)]), teams)
    result, bought = at_random(seed), []
    for _ in range(4):
        state = play(pair(state, seed), result)
        out = [team for team in state.teams if format_of(state, 1).buys_back(state, 1, team) is None]
        back = [team for team in out if data.draw(st.booleans())]
        state = record(state, ev.TEAM_STATUS, teams=back, status="buy-back") if back else state
        bought += back
        if is_stage_over(state, 1):
            break
    state = play_on(state, result)
    lost, winner = losses(state), order(state)[0]
    assert {team: lost[team] for team in state.teams if team != winner} == {
        team: 2 + bought.count(team) for team in state.teams if team != winner
    }
    assert lost[winner] <= 1 + bought.count(winner)
    assert sorted(order(state)) == sorted(state.teams)


@given(st.integers(2, 24), st.integers(0, 10**6), st.booleans())
def test_two_losses_put_a_team_out(teams: int, seed: int, reset: bool) -> None:
    settings = {} if reset else {"reset": False}
    state = enter(tournament([stage("double-elimination", settings=settings)]), teams)
    state = play_on(state, at_random(seed))
    lost, winner = losses(state), order(state)[0]
    others = {team: lost[team] for team in state.teams if team != winner}
    if reset:
        assert set(others.values()) == {2}
    else:
        assert sorted(others.values())[1:] == [2] * (teams - 2)  # who lost the final may have lost once
    assert lost[winner] <= 1
    assert ranks(state)[:2] == [1, 2]
    assert sorted(order(state)) == sorted(state.teams)
    assert len(state.rounds) <= 2 * (teams - 1).bit_length() + 1


def test_the_final_is_played_again_if_it_is_the_first_loss() -> None:
    state = field_of(4, "double-elimination", seeds="entry")
    for _ in range(3):
        state = play(pair(state), by_number)
    state = pair(state)
    assert [match.pairing.slot for match in latest(state)] == ["F1"]
    once = wins(state, 2)
    again = pair(once)
    assert [why_text(match.pairing.why, {}) for match in latest(again)] == ["both have lost once"]
    assert is_last_round(again, 1), "the desk does not offer another one"
    assert not is_last_round(state, 1)
    assert order(wins(again, 1)) == [1, 2, 3, 4]
    with refused_with("all-rounds-played"):
        pair(wins(state, 1))


@each_case("teams", [8, 16, 32, 64])
def test_the_losers_bracket_has_no_early_rematch(teams: int) -> None:
    """Whoever can meet in the first half of the losers' rounds comes from different parts of the draw."""
    bracket = double(tuple(range(teams)), True)
    comes_from: dict[str, set[int]] = {}
    for node in bracket.nodes:
        one, other = ({source.place} if source.place >= 0 else comes_from[source.slot] for source in node.sources)
        comes_from[node.slot] = one | other
        if node.slot.startswith("L") and node.round < bracket.rounds:
            assert not one & other, node


def test_a_random_double_elimination_has_no_early_rematch() -> None:
    for seed in range(5):
        state = play_on(field_of(32, "double-elimination"), at_random(seed))
        seen: set[tuple[int, ...]] = set()
        for match in state.matches.values():
            if match.pairing.is_bye:
                continue
            teams = tuple(sorted(match.teams))
            late = match.pairing.slot[:2] in ("F1", "F2", "L5", "L6", "L7", "L8")
            assert late or teams not in seen, match.pairing
            seen.add(teams)


# Mistakes


def test_a_corrected_result_shows_who_should_play() -> None:
    state = play(pair(field_of(4, "single-elimination", seeds="entry")), by_number)
    state = pair(state)
    first = next(match for match in state.matches.values() if set(match.teams) == {1, 4})
    state = record(state, RESULT, match=first.id, scores=[200, 350], signed=True, reason="sheet misread")
    found = format_of(state, 1).replacements(state, 1)
    assert [(one.match, one.wrong, one.right) for one in found] == [(3, 1, 4)]
    right = record(state, ev.SWAP, what="teams", first=1, second=4, stage=1, round=2)
    assert sorted(right.matches[3].teams) == [2, 4]
    assert format_of(right, 1).replacements(right, 1) == []
    stands = record(state, CONFIRM, match=3, stands=True)
    assert format_of(stands, 1).replacements(stands, 1) == []
    assert order(wins(stands, 1))[0] == 1


def test_a_corrected_result_changes_the_final_and_the_match_for_third_place() -> None:
    state = pair(play(pair(play(pair(third_place()), by_number)), by_number))
    first = next(match for match in state.matches.values() if set(match.teams) == {1, 4})
    state = record(state, RESULT, match=first.id, scores=[200, 350], signed=True, reason="sheet misread")
    found = format_of(state, 1).replacements(state, 1)
    assert sorted((one.wrong, one.right) for one in found) == [(1, 4), (4, 1)]
    assert len({one.match for one in found}) == 2


def test_a_team_that_is_out_has_missed_no_round() -> None:
    state = play_on(field_of(4, "single-elimination", seeds="entry"))
    found = {place.team: place.record for place in standings(state, 1)}
    assert {team: (own.wins, own.losses, own.missed) for team, own in found.items()} == {
        1: (2, 0, 0),
        2: (1, 1, 0),
        3: (0, 1, 0),
        4: (0, 1, 0),
    }


def test_a_swap_of_the_director_is_no_mistake() -> None:
    state = pair(field_of(4, "single-elimination", seeds="entry"))
    state = record(state, ev.SWAP, what="teams", first=1, second=2, stage=1, round=1)
    assert format_of(state, 1).replacements(state, 1) == []
    assert order(play_on(play(state, by_number))) == [1, 2, 3, 4]


@given(st.integers(5, 24), st.integers(0, 10**6))
def test_opponents_of_a_round_are_exchanged_where_that_avoids_a_rematch(teams: int, seed: int) -> None:
    """Of each round of the losers' bracket, no exchange of two opponents would leave fewer rematches."""
    state = play_on(field_of(teams, "double-elimination"), at_random(seed))
    assert standings(state, 1)[0].rank == 1
    assert sorted(order(state)) == list(range(1, teams + 1)), "everybody has a place"
    assert max(losses(state).values()) == 2
    assert not format_of(state, 1).replacements(state, 1)
    for round_ in state.rounds:
        matches = [state.matches[match] for match in round_.matches]
        losers = [match for match in matches if match.pairing.slot.startswith("L") and not match.pairing.is_bye]
        before = {tuple(sorted(match.teams)) for match in state.matches.values() if match.round < round_.number}
        for one, other in permutations(losers, 2):
            if one.pairing.slot.split(".")[0] == other.pairing.slot.split(".")[0] and is_in(before, *one.teams):
                (first, second), (third, fourth) = one.teams, other.teams
                assert is_in(before, first, fourth) or is_in(before, third, second)


def is_in(played: set[tuple[int, ...]], one: int, other: int) -> bool:
    return tuple(sorted((one, other))) in played
