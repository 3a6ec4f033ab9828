"""Several stages: seeds, cuts, playoffs, and the final ranking; and what a set-up would take."""

from __future__ import annotations

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.results import RESULT
from scorekeeper.rooms.tournaments.domain.pairing import final_ranking, first_seeds, is_stage_over, propose, standings
from scorekeeper.rooms.tournaments.domain.setting_up.estimate import advice, estimate
from scorekeeper.rooms.tournaments.domain.words import advice_text, figure_text
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
    play,
    play_on,
    record,
    refused_with,
    stage,
    tournament,
)

SHOWDOWN = [
    stage("swiss", seeds="entry", rounds=5, options={"target": 300}, advance=8),
    stage(
        "single-elimination",
        options={"target": 350},
        overrides=[{"bracket": "final", "options": {"target": 500}}],
        settings={"third_place": True},
    ),
]


def test_the_best_eight_of_five_rounds_go_to_the_playoff() -> None:
    state = enter(tournament(SHOWDOWN), 20)
    while len(state.rounds) < 5:
        state = play(pair(state), by_number)
    assert is_stage_over(state, 1)
    best = order(state)[:8]
    state = pair(state)
    assert (state.stage, state.rounds[-1].number) == (2, 1)
    assert met(state, 2)[0] == tuple(sorted((best[0], best[7])))
    state = play_on(play(state, by_number))
    final = next(match for match in state.matches.values() if match.pairing.slot == "F1")
    assert state.limits(final).options == {"target": 500}
    assert state.limits(state.matches[1]).options == {"target": 300}
    ranking = final_ranking(state)
    assert [place.team for place in ranking[8:]] == order(state)[8:]
    assert [place.rank for place in ranking[:6]] == [1, 2, 3, 4, 5, 5]
    assert [place.rank for place in ranking[8:10]] == [9, 10]


def test_a_team_that_left_makes_room_for_the_next() -> None:
    state = enter(tournament(SHOWDOWN), 12)
    while len(state.rounds) < 5:
        state = play(pair(state), by_number)
    ninth = order(state)[8]
    state = record(state, ev.TEAM_STATUS, teams=[order(state)[2]], status="dropped")
    state = pair(state)
    assert ninth in {team for pairs in met(state, 2) for team in pairs}


def test_a_tie_at_the_cut_is_settled_by_lots() -> None:
    state = enter(
        tournament([stage("swiss", rounds=1, advance=3), stage("single-elimination")], tie_breaks=["lots"]), 8
    )
    state = play(pair(state), lambda match: (300, 200))
    with refused_with("tie-at-the-cut"):
        pair(state)
    level = order(state)[:4]
    state = record(state, ev.LOTS, stage=1, order=level[::-1], lot_seed=5)
    state = pair(state)
    assert sorted(team for team in state.draws[2][0].places[0] if team) == sorted(level[1:])


def test_the_best_of_a_round_robin_without_pools_go_on() -> None:
    stages = [stage("round-robin", seeds="entry", advance=2), stage("single-elimination")]
    assert met(play_on(enter(tournament(stages), 4)), 2) == [(1, 2)]


def test_a_forfeit_costs_the_target_of_its_own_stage() -> None:
    stages = [
        stage("swiss", rounds=1, advance=2, options={"target": 350}),
        stage("swiss", rounds=1, options={"target": 200}),
    ]
    state = pair(play(pair(enter(tournament(stages), 4)), by_number))
    [match] = latest(state)
    state = record(state, RESULT, match=match.id, forfeit=[match.teams[0]])
    assert sorted(place.record.difference for place in standings(state, 2)) == [-200, 0]


def test_seeds_are_by_lot_entry_the_stage_before_or_rating() -> None:
    ratings = {1: 1500.0, 2: 1650.0, 4: 1700.5}
    for seeds, expected in (("entry", (1, 2, 3, 4)), ("rating", (4, 2, 1, 3))):
        state = field_of(4, "swiss", seeds=seeds)
        assert first_seeds(state, 1, 1, ratings) == expected
    state = field_of(9, "swiss")
    assert first_seeds(state, 1, 1, {}) != first_seeds(state, 1, 2, {})
    assert sorted(first_seeds(state, 1, 1, {})) == list(range(1, 10))
    drawn = enter(tournament([stage("swiss", rounds=1, advance=4), stage("single-elimination", seeds="lot")]), 8)
    drawn = play(pair(drawn), by_number)
    fours = [propose(drawn, seq=drawn.seq + 1, lot_seed=seed).draw[0] for seed in range(6)]
    assert len(set(fours)) > 1
    assert len({frozenset(four) for four in fours}) == 1


def test_three_stages_follow_each_other() -> None:
    stages = [
        stage("round-robin", advance=2, settings={"pools": 4}),
        stage("swiss", rounds=2, advance=4),
        stage("double-elimination"),
    ]
    state = play_on(enter(tournament(stages), 16), at_random(11))
    assert [len({team for pairs in met(state, number) for team in pairs}) for number in (1, 2, 3)] == [16, 8, 4]
    assert sorted(place.team for place in final_ranking(state)) == list(range(1, 17))


def test_a_stage_ends_early_when_the_director_lowers_its_rounds() -> None:
    """Up to three rounds until a closing time."""
    stages = [stage("swiss", rounds=3, advance=2), stage("single-elimination")]
    state = play(pair(enter(tournament(stages), 4)), by_number)
    assert not is_stage_over(state, 1)
    stages[0]["rounds"] = 1
    state = record(state, ev.SETTINGS, name="Harbour Open", stages=stages, reason="closing time")
    assert pair(state).stage == 2


def test_an_undo_cannot_take_the_setup_of_a_stage_that_has_begun() -> None:
    stages = [stage("swiss", rounds=1, advance=2)]
    state = enter(tournament(stages), 4)
    state = record(state, ev.SETTINGS, name="Harbour Open", stages=[*stages, stage("single-elimination")])
    added = state.seq
    state = pair(play(pair(state), by_number))
    assert state.stage == 2
    with refused_with("stage-begun"):
        record(state, ev.TAKE_BACK, entry=added)


@each_case(
    ("form", "teams", "tables", "minutes"),
    [
        (stage("swiss", rounds=6, minutes=40), 16, None, 6 * 52),
        (stage("swiss", rounds=6, minutes=40), 16, 4, 6 * 104),
        (stage("single-elimination", minutes=30), 12, None, 4 * 42),
        (stage("open", settings={"play_minutes": 120}), 30, None, 132),
        (stage("rotation", hands=8, rounds=12), 48, None, 12 * 60),
    ],
)
def test_an_estimate_is_the_limit_and_twelve_minutes_a_round(
    form: dict[str, object], teams: int, tables: int | None, minutes: int
) -> None:
    stages = tournament([form]).stages
    assert estimate(stages, teams, tables).minutes == minutes


@each_case(
    ("form", "teams", "tables", "code"),
    [
        (stage("swiss", rounds=5), 8, None, "round-robin-instead"),
        (stage("swiss", rounds=3), 9, None, "one-sits-out"),
        (stage("rotation"), 14, None, "some-sit-out"),
        (stage("rotation"), 8, 1, "two-tables-instead"),
        (stage("swiss", rounds=3), 16, 5, "waves"),
        (stage("rotation"), 3, None, "too-few"),
        (stage("round-robin"), 256, None, "too-many-matches"),
    ],
)
def test_a_setup_gets_advice(form: dict[str, object], teams: int, tables: int | None, code: str) -> None:
    found = advice(tournament([form]).stages, teams, tables)
    assert code in [why.code for why in found]
    assert all(advice_text(why) for why in found)


def test_a_good_setup_gets_none() -> None:
    assert advice(tournament([stage("swiss", rounds=4)]).stages, 16, 8) == []


@each_case(("figure", "text"), [(10, "10"), (2.5, "2.5"), (-83.34, "−83.3"), (1234, "1,234"), (-0.01, "0")])
def test_a_figure_has_at_most_one_decimal(figure: float, text: str) -> None:
    assert figure_text(figure) == text
