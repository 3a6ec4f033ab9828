"""What a tournament is after its events: teams, matches with their results, the clock, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rooms.tournaments.domain.log import events as ev, state as st
from scorekeeper.rooms.tournaments.domain.log.results import CONFIRM, RESULT, Result
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import published
from scorekeeper.rooms.tournaments.domain.readers import Reader, seen_by
from scorekeeper.rooms.tournaments.pages.hall import who_choices, who_is_meant
from tests.each_case import each_case
from tests.rooms.tournaments.fields import (
    enter,
    field_of,
    game,
    latest,
    pair,
    paired as paired_round,
    paper,
    play,
    record,
    refused_with,
    stage,
    tournament,
)

MINUTE = 60_000


def paired(count: int = 4) -> TournamentState:
    """A swiss round that is published: matches 1 and 2."""
    return pair(field_of(count, "swiss", rounds=3))


def refused(state: TournamentState, code: str, kind: str, /, **body: Any) -> None:
    """Recording this is refused with this code, and the code has words."""
    with refused_with(code):
        record(state, kind, **body)


# Teams


def test_a_team_arrives_once_both_players_are_here() -> None:
    state = record(tournament([stage("swiss")]), ev.TEAM, team=1, players=["Ann", "Ben"])
    assert state.teams[1].name == "Ann & Ben"
    assert not state.teams[1].plays
    state = record(state, ev.TEAM_STATUS, teams=[1], status="arrived", player="Ben")
    assert (state.teams[1].status, state.teams[1].here) == ("entered", ("Ben",))
    state = record(state, ev.TEAM_STATUS, teams=[1], status="arrived", player="Ann")
    assert (state.teams[1].status, state.teams[1].here) == ("arrived", ("Ann", "Ben"))
    state = record(state, ev.TEAM_STATUS, teams=[1], status="entered", player="Ann")
    assert (state.teams[1].status, state.teams[1].here) == ("entered", ("Ben",))


def test_a_substitute_keeps_the_team_and_its_arrival() -> None:
    state = record(paired(), ev.TEAM, team=1, players=["Ann 1", "Zoe"], reserve="Ben 1")
    assert state.teams[1].name == "Ann 1 & Zoe"
    assert state.teams[1].plays
    assert state.current_match(1) == state.matches[next(m.id for m in latest(state) if 1 in m.teams)]


def test_two_solo_players_are_joined() -> None:
    state = tournament([stage("swiss")])
    for number, name in enumerate(("Ann", "Ben"), 1):
        state = record(state, ev.TEAM, team=number, players=[name])
        state = record(state, ev.TEAM_STATUS, teams=[number], status="arrived")
        state = record(state, ev.TEAM_STATUS, teams=[number], status="paid")
    state = record(state, ev.TEAM, team=3, players=["Ann", "Ben"], joins=[1, 2])
    assert list(state.teams) == [3]
    assert state.absorbed == {1: 3, 2: 3}
    assert state.teams[3].plays
    assert state.teams[3].has_paid
    assert state.next_team == 4


def test_paid_is_ticked_for_each_player() -> None:
    state = record(paired(), ev.TEAM_STATUS, teams=[1], status="paid", player="Ann 1")
    assert state.teams[1].paid == ("Ann 1",)
    assert not state.teams[1].has_paid
    state = record(state, ev.TEAM_STATUS, teams=[1], status="paid")
    assert state.teams[1].has_paid
    assert not record(state, ev.TEAM_STATUS, teams=[1], status="unpaid", player="Ben 1").teams[1].has_paid


def test_a_player_may_be_a_number_only() -> None:
    state = record(paired(), ev.TEAM_STATUS, teams=[1], status="by-number", player="Ann 1")
    assert state.teams[1].by_number == ("Ann 1",)
    assert state.teams[1].plays
    joined = record(state, ev.TEAM, team=1, players=["Ann 1", "Eve 1"])
    assert joined.teams[1].by_number == ("Ann 1",), "a substitute does not change that"
    spelled = record(state, ev.TEAM, team=1, players=["Anne 1", "Ben 1"])
    assert spelled.teams[1].by_number == ("Anne 1",)
    assert record(state, ev.TEAM_STATUS, teams=[1], status="by-name", player="Ann 1").teams[1].by_number == ()


def test_who_is_a_number_stays_one_as_the_reserve() -> None:
    state = record(paired(), ev.TEAM_STATUS, teams=[1], status="by-number", player="Ann 1")
    state = record(state, ev.TEAM, team=1, players=["Eve 1", "Ben 1"], reserve="Ann 1")
    assert state.teams[1].by_number == ("Ann 1",)
    assert seen_by(state, Reader.PLAYER).teams[1].players == ("Eve 1", "Ben 1")
    assert seen_by(state, Reader.PLAYER).teams[1].reserve == "Player 1"
    assert [choice["name"] for choice in who_choices(state, state.teams[1].everyone)] == ["Eve 1", "Ben 1", "Player 1"]
    assert who_is_meant(state, "1/2") == "Ann 1"
    assert record(state, ev.TEAM, team=1, players=["Eve 1", "Ben 1"], reserve="Anne 1").teams[1].by_number == (
        "Anne 1",
    )
    state = record(state, ev.TEAM_STATUS, teams=[1], status="by-number", player="Ben 1")
    assert state.teams[1].by_number == ("Ben 1", "Ann 1")
    back = record(state, ev.TEAM, team=1, players=["Ann 1", "Ben 1"], reserve="Eve 1")
    assert back.teams[1].by_number == ("Ann 1", "Ben 1")
    assert record(state, ev.TEAM_STATUS, teams=[1], status="by-name", player="Ann 1").teams[1].by_number == ("Ben 1",)


def test_a_team_that_comes_after_the_first_round_is_late() -> None:
    state = record(enter(paired(), 1), ev.TEAM_STATUS, teams=[1], status="dropped")
    assert [team.id for team in state.teams.values() if team.late] == [5]
    state = record(state, ev.TEAM_STATUS, teams=[1], status="arrived")
    assert state.teams[1].plays
    assert not state.teams[1].late


def test_a_team_comes_late_until_the_round_that_is_set() -> None:
    state = play(pair(enter(tournament([stage("swiss", rounds=4)], late_until=2), 4)), lambda match: (350, 200))
    assert enter(state, 1).teams[5].late
    state = pair(record(state, ev.TEAM_STATUS, teams=[1], status="dropped"))
    assert record(state, ev.TEAM_STATUS, teams=[1], status="arrived").teams[1].plays  # it was there before
    with refused_with("too-late-to-enter"):
        enter(state, 1)


def test_no_team_comes_late_to_the_last_round_or_a_playoff() -> None:
    stages = [stage("swiss", rounds=1, advance=2), stage("single-elimination")]
    state = pair(enter(tournament(stages), 4))
    with refused_with("too-late-to-enter"):
        enter(state, 1)
    with refused_with("too-late-to-enter"):
        enter(pair(play(state, lambda match: (350, 200))), 1)


def round_2(**parts: object) -> dict[str, Any]:
    """The second round of a stage, with one match."""
    return {"stage": 1, "round": 2, "pairings": [{"match": 3, "sides": [[1], [2]], **parts}]}


@each_case(
    ("code", "kind", "body"),
    [
        ("not-the-next-team", ev.TEAM, {"team": 9, "players": ["Eve", "Fay"]}),
        ("player-in-team", ev.TEAM, {"team": 5, "players": ["Ann 1", "Fay"]}),
        ("player-in-team", ev.TEAM, {"team": 5, "players": ["Eve", "Fay"], "reserve": "Ann 1"}),
        ("team-is-paired", ev.TEAM, {"team": 5, "players": ["Ann 1", "Ann 2"], "joins": [1, 2]}),
        ("no-such-team", ev.TEAM, {"team": 5, "players": ["Eve", "Fay"], "joins": [8]}),
        ("no-such-team", ev.TEAM_STATUS, {"teams": [8], "status": "arrived"}),
        ("not-of-team", ev.TEAM_STATUS, {"teams": [1], "status": "arrived", "player": "Eve"}),
        ("no-buy-backs", ev.TEAM_STATUS, {"teams": [1], "status": "buy-back"}),
        ("no-such-match", ev.GAME, {"match": 8, "game": "abc"}),
        ("no-such-match", RESULT, {"match": 8, "scores": [1, 2]}),
        ("figures-miscounted", RESULT, {"match": 1, "scores": [1, 2, 3]}),
        ("no-such-team", RESULT, {"match": 1, "forfeit": [8]}),
        ("match-not-over", CONFIRM, {"match": 1}),
        ("no-such-round", ev.CLOCK, {"stage": 1, "round": 2, "act": "start"}),
        ("no-such-stage", ev.CLOCK, {"stage": 2, "round": 1, "act": "start"}),
        ("no-such-team", ev.ADJUST, {"team": 8, "points": 1, "reason": "so"}),
        ("no-such-team", ev.LOTS, {"order": [8, 1]}),
        ("no-such-round", ev.WITHDRAW, {"stage": 1, "round": 2}),
        ("round-paired-already", ev.ROUND, {"stage": 1, "round": 1, "pairings": []}),
        ("round-out-of-turn", ev.ROUND, {"stage": 1, "round": 3, "pairings": []}),
        ("match-number-used", ev.ROUND, round_2(match=1)),
        (
            "team-in-round-twice",
            ev.ROUND,
            {
                "stage": 1,
                "round": 2,
                "pairings": [{"match": 3, "sides": [[1], [2]]}, {"match": 4, "sides": [[1], [3]]}],
            },
        ),
        ("unknown-reason", ev.ROUND, round_2(why=[{"code": "nobody-knows"}])),
        ("unknown-reason", ev.ROUND, round_2(why=[{"code": "met-before"}])),
        ("wrong-sides", ev.ROUND, round_2(sides=[[1], [2], [3]])),
        ("wrong-sides", ev.ROUND, round_2() | {"plan": [[[[1], [2], [3]]]]}),
        ("no-such-team", ev.ROUND, round_2() | {"plan": [[[[1], [8]]]]}),
        ("stage-begun", ev.SETTINGS, {"name": "X", "stages": [stage("round-robin")]}),
        ("no-such-entry", ev.TAKE_BACK, {"entry": 99}),
    ],
)
def test_what_does_not_fit_is_refused(code: str, kind: str, body: dict[str, Any]) -> None:
    refused(paired(), code, kind, **body)


def test_a_bye_has_no_game_no_result_and_no_table() -> None:
    state = paired(5)
    assert state.matches[3].pairing.is_bye
    refused(state, "match-is-bye", ev.GAME, match=3, game="abc")
    refused(state, "match-is-bye", RESULT, match=3, scores=[350, 200])
    refused(state, "match-is-bye", ev.SWAP, what="tables", first=1, second=3)


def test_a_bracket_needs_a_complete_draw() -> None:
    first = {"stage": 1, "round": 1, "pairings": [{"match": 1, "sides": [[1], [2]]}]}
    for form in ("single-elimination", "double-elimination"):
        state = field_of(4, form)
        refused(state, "not-a-draw", ev.ROUND, **first)
        refused(state, "not-a-draw", ev.ROUND, **first, draw=[[1, 2, 3]])
        refused(state, "no-such-team", ev.ROUND, **first, draw=[[1, 2, 3, 9]])


def test_a_team_that_does_not_play_is_not_swapped_and_forfeits_nothing() -> None:
    state = enter(paired(), 1)
    refused(state, "team-not-in-round", ev.SWAP, what="teams", first=5, second=1, stage=1, round=1)
    refused(state, "team-not-in-round", RESULT, match=1, forfeit=[state.matches[2].teams[0]])


def test_an_entry_is_undone_once_and_only_the_latest_undo_is_redone() -> None:
    state = paper(paired(), latest(paired())[0], (350, 200))
    result = state.seq
    state = record(state, ev.TAKE_BACK, entry=result)
    refused(state, "taken-back-already", ev.TAKE_BACK, entry=result)
    redone = record(state, ev.TAKE_BACK, entry=state.seq)
    assert redone.is_over(redone.matches[1])
    later = record(state, ev.MESSAGE, text="Dinner is ready")
    refused(later, "nothing-to-redo", ev.TAKE_BACK, entry=state.seq)


def test_a_pair_may_not_enter_where_partners_change() -> None:
    refused(tournament([stage("rotation")]), "shape-of-format", ev.TEAM, team=1, players=["Ann", "Ben"])


def test_after_the_podium_only_mistakes_are_set_right() -> None:
    state = record(play(paired(), lambda match: (350, 200)), ev.END)
    assert state.status == st.ENDED
    refused(state, "tournament-over", ev.TEAM, team=5, players=["Eve", "Fay"])
    assert record(state, RESULT, match=1, scores=[100, 350]).matches[1].given is not None
    assert record(state, ev.TAKE_BACK, entry=state.seq).status == st.RUNNING


# Rounds before they are published


def test_a_draft_is_swapped_and_published_in_full() -> None:
    state = pair(field_of(4, "swiss", rounds=3), published=False)
    assert state.status == st.ENTRY
    first, second = latest(state)
    refused(state, "round-not-published", ev.GAME, match=1, game="abc")
    refused(state, "round-not-published", ev.ROUND, stage=1, round=2, pairings=[])
    one, other = first.teams[0], second.teams[0]
    state = record(state, ev.SWAP, what="teams", first=one, second=other, stage=1, round=1)
    assert other in state.matches[1].teams
    assert [why.code for why in state.matches[1].pairing.why] == ["swapped"]
    pairings = [
        {"match": match.id, "sides": [list(side) for side in match.pairing.sides], "table": match.pairing.table}
        for match in latest(state)
    ]
    state = record(state, ev.ROUND, at=9, stage=1, round=1, pairings=pairings)
    assert state.rounds[0].published_at == 9
    assert len(state.rounds) == 1
    assert other in state.matches[1].teams


@each_case("form", ["swiss", "round-robin", "double-elimination", "rotation"])
def test_publishing_keeps_the_lots_the_draw_and_the_plan_of_a_draft(form: str) -> None:
    state = pair(field_of(8, form), lot_seed=7, published=False)
    draft = paired_round(state.events[-1])
    assert draft.lot_seed == 7
    assert draft.draw
    assert published(state, seq=state.seq + 1) == replace(draft, seq=state.seq + 1, published=True)


def test_two_matches_swap_tables_and_games() -> None:
    state = record(paired(), ev.GAME, match=1, game="a")
    state = record(state, ev.GAME, match=2, game="b")
    swapped = record(state, ev.SWAP, what="tables", first=1, second=2)
    assert [swapped.matches[match].pairing.table for match in (1, 2)] == [2, 1]
    swapped = record(state, ev.SWAP, what="games", first=1, second=2)
    assert [swapped.matches[match].game for match in (1, 2)] == ["b", "a"]
    refused(state, "game-in-match", ev.GAME, match=2, game="a")


def test_teams_of_a_match_with_a_hand_are_not_swapped() -> None:
    state = record(paired(), ev.GAME, match=1, game="a").with_results({"a": game((40, 50), None, "playing")})
    one, other = state.matches[1].teams[0], state.matches[2].teams[0]
    refused(state, "match-has-hands", ev.SWAP, what="teams", first=one, second=other, stage=1, round=1)
    refused(state, "match-has-hands", ev.GAME, match=1, game="c")


def test_a_round_is_withdrawn_until_a_hand_is_recorded() -> None:
    state = record(paired(), ev.GAME, match=1, game="a")
    gone = record(state, ev.WITHDRAW, stage=1, round=1)
    assert (gone.rounds, gone.matches, gone.draws[1]) == ((), {}, ())
    assert pair(gone).rounds[0].number == 1
    begun = state.with_results({"a": game((40, 50), None, "playing")})
    refused(begun, "round-has-hands", ev.WITHDRAW, stage=1, round=1)
    refused(begun, "round-has-hands", ev.TAKE_BACK, entry=begun.rounds[0].seq)
    second = pair(play(state, lambda match: (350, 200)))
    refused(second, "later-round-paired", ev.WITHDRAW, stage=1, round=1)


# A match and its result

STATUSES = [
    (None, [], st.WAITING),
    (game((), None, "playing"), [], st.PLAYING),
    (game((100, 120), None, "last-hand"), [], st.LAST_HAND),
    (game((100, 100), None, "overtime"), [], st.OVERTIME),
    (game((350, 200), 0, "over"), [], st.TO_CONFIRM),
    (game((350, 200), 0, "confirmed"), [], st.DONE),
    (game((350, 200), 0, "disputed"), [], st.DISPUTED),
    (game((350, 200), 0, "disputed"), [(CONFIRM, {"record": 20})], st.DONE),
    (game((350, 200), 0, "disputed"), [(CONFIRM, {"record": 20, "by": "time"})], st.DISPUTED),
    (game((350, 200), 0, "over"), [(CONFIRM, {"record": 20, "by": "time"})], st.DONE),
    (game((350, 200), 0, "over"), [(CONFIRM, {"record": 19})], st.TO_CONFIRM),
    (game((350, 200), 0, "confirmed"), [(CONFIRM, {"record": 20, "verdict": "disputed"})], st.DISPUTED),
    (game((50, 60), None, "playing"), [(RESULT, {"forfeit": [1]})], st.FORFEITED),
    (game((), None, "playing"), [(RESULT, {"scores": [350, 200]})], st.TO_CONFIRM),
    (None, [(RESULT, {"scores": [350, 200], "signed": True})], st.DONE),
    (None, [(RESULT, {"scores": [350, 200]}), (CONFIRM, {})], st.DONE),
    (None, [(RESULT, {"scores": [350, 200]}), (CONFIRM, {}), (RESULT, {"scores": [1, 2]})], st.TO_CONFIRM),
    (None, [(RESULT, {"scores": [350, 200]}), (CONFIRM, {"verdict": "disputed"})], st.DISPUTED),
]


@each_case(("result", "events", "status"), STATUSES)
def test_a_match_has_the_status_of_its_game_and_what_the_desk_did(
    result: Any, events: list[tuple[str, dict[str, Any]]], status: str
) -> None:
    state = paired()
    match = next(match.id for match in latest(state) if 1 in match.teams)
    if result is not None:
        state = record(state, ev.GAME, match=match, game="a").with_results({"a": result})
    for kind, body in events:
        state = record(state, kind, match=match, **body)
    assert state.match_status(state.matches[match]) == status
    assert state.is_over(state.matches[match]) == (status in (st.DONE, st.FORFEITED))


def test_a_corrected_game_is_to_be_confirmed_again() -> None:
    state = record(paired(), ev.GAME, match=1, game="a").with_results({"a": game((350, 200), 0, "over")})
    state = record(state, CONFIRM, match=1, record=20)
    assert state.is_over(state.matches[1])
    changed = st.GameResult((350, 360), 1, hands=6, status="over", record=21)
    assert state.with_results({"a": changed}).match_status(state.matches[1]) == st.TO_CONFIRM


def test_a_paper_result_with_level_scores_names_its_winner() -> None:
    state = paired()
    match = state.matches[1]
    level = paper(state, match, (350, 350))
    assert level.result(level.matches[1]) == Result("paper", (350, 350), None)
    won = paper(state, match, (350, 350), winner=match.teams[1], hands=8, bags=[2, 3])
    assert won.result(won.matches[1]) == Result("paper", (350, 350), 1, (), (2, 3), 8)


def test_a_double_forfeit_has_no_winner() -> None:
    state = paired()
    match = state.matches[1]
    state = record(state, RESULT, match=1, by="no-show", forfeit=list(match.teams))
    result = state.result(state.matches[1])
    assert result == Result("no-show", winner=None, forfeits=(0, 1))
    assert not result.is_level


def test_a_match_that_is_taken_off_its_game_is_played_again() -> None:
    state = record(paired(), ev.GAME, match=1, game="a").with_results({"a": game((350, 200), 0)})
    state = record(state, ev.GAME, match=1, game=None, reason="wrong cards")
    assert state.match_status(state.matches[1]) == st.WAITING
    assert state.match_of("a") is None


def test_protests_close_with_the_next_rounds_first_hand_and_the_podium() -> None:
    state = play(paired(), lambda match: (350, 200))
    match = state.matches[1]
    assert state.protests_open(match)
    second = pair(state)
    assert second.protests_open(match)
    begun = record(second, ev.GAME, match=3, game="a").with_results({"a": game((10, 20), None, "playing")})
    assert not begun.protests_open(match)
    assert begun.protests_open(begun.matches[3])
    assert not record(state, ev.END).protests_open(match)


# The clock


def test_a_clock_pauses_and_gets_minutes() -> None:
    state = paired()
    for at, body in ((0, {"act": "start"}), (10, {"act": "pause"}), (30, {"act": "start"}), (31, {"act": "start"})):
        state = record(state, ev.CLOCK, at=at * MINUTE, stage=1, round=1, **body)
    clock = state.clock(state.rounds[0])
    assert clock.left(40, 35 * MINUTE) == 25 * MINUTE
    state = record(state, ev.CLOCK, stage=1, round=1, act="add", minutes=5)
    assert state.clock(state.rounds[0]).left(40, 35 * MINUTE) == 30 * MINUTE
    assert state.clock(state.rounds[0]).left(40, 35 * MINUTE, own_minutes=-7) == 23 * MINUTE
    called = record(state, ev.CLOCK, stage=1, round=1, act="last-hand")
    assert called.clock(called.rounds[0]).left(40, 35 * MINUTE) == 0


def test_one_table_gets_minutes_or_a_last_hand() -> None:
    state = record(paired(), ev.CLOCK, stage=1, round=1, act="add", minutes=5, match=1)
    state = record(state, ev.CLOCK, stage=1, round=1, act="last-hand", match=1, hand=9)
    assert (state.matches[1].added_minutes, state.matches[1].last_hand) == (5, 9)
    assert state.matches[2].added_minutes == 0


def test_a_clock_starts_by_itself_some_minutes_after_publishing() -> None:
    state = enter(tournament([stage("swiss")], starts_after=3), 4)
    state = pair(state, published=False)
    assert not state.clock(state.rounds[0]).started
    pairings = [{"match": m.id, "sides": [list(side) for side in m.pairing.sides]} for m in latest(state)]
    state = record(state, ev.ROUND, at=10 * MINUTE, stage=1, round=1, pairings=pairings)
    assert state.clock(state.rounds[0]).left(40, 23 * MINUTE) == 30 * MINUTE
    assert not state.clock(state.rounds[0], wave=2).started
    state = record(state, ev.CLOCK, at=23 * MINUTE, stage=1, round=1, act="pause")
    assert state.clock(state.rounds[0]).left(40, 99 * MINUTE) == 30 * MINUTE


def test_the_losers_bracket_a_round_and_the_final_have_limits_of_their_own() -> None:
    overrides = [
        {"bracket": "losers", "options": {"blind_nil": 200}, "minutes": 30},
        {"bracket": "final", "options": {"target": 500}},
        {"round": 2, "minutes": 25},
    ]
    [one] = tournament([stage("double-elimination", options={"target": 350}, minutes=40, overrides=overrides)]).stages
    assert (one.limits(1).options, one.limits(1).minutes) == ({"target": 350}, 40)
    assert one.limits(3, "losers").options == {"target": 350, "blind_nil": 200}
    assert one.limits(3, "losers").minutes == 30
    assert one.limits(2).minutes == 25
    assert one.limits(9, "final").options == {"target": 500}
