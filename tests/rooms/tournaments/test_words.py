"""The words of tournaments: every code has some, and each reason fits into a line."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

from scorekeeper.rooms.tournaments.domain import words
from scorekeeper.rooms.tournaments.domain.formats import formats
from scorekeeper.rooms.tournaments.domain.log import state as st
from scorekeeper.rooms.tournaments.domain.log.pairings import NO_REMATCH, SWAPPED, WALKOVER, Why
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.domain.setting_up import setup
from scorekeeper.rooms.tournaments.domain.standings import LEAGUE_POINTS
from tests.each_case import each_case
from tests.rooms.tournaments.fields import by_number, field_of, pair, play

ROOM = Path(words.__file__).parent
NAMES = {1: "Eve & Fay", 2: "Gus & Hal"}


def used_codes() -> set[str]:
    """The codes of every `Why(...)` and of what passes one on, in the source of the room."""
    found: set[object] = set()
    for path in sorted(set(ROOM.rglob("*.py")) - {ROOM / "event_json.py"}):  # which reads any code
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Why", "_reason"):
                found |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    return {code for code in found if isinstance(code, str)} | {SWAPPED, NO_REMATCH, WALKOVER}


def test_every_reason_has_words_and_every_words_a_reason() -> None:
    rotation = {"new-partners", "new-opponents", "winners-move", "drawn"}
    assert used_codes() | rotation == set(words.REASONS) | set(words.ADVICE)


def test_every_format_setting_tie_break_and_status_has_a_name() -> None:
    assert set(words.FORMATS) == set(formats())
    assert set(words.SETTINGS) == {setting.key for form in formats().values() for setting in form.settings}
    assert set(words.TIE_BREAKS) == {"wins", LEAGUE_POINTS, *setup.TIE_BREAKS}
    assert set(words.MATCH_STATUSES) == set(st.MATCH_STATUSES)


@each_case(
    ("why", "text"),
    [
        ([Why("same-record", {"wins": 2, "losses": 1}), Why("not-met")], "both 2–1, not met yet"),
        ([Why("same-record", {"wins": 2, "losses": 1, "level": 1})], "both 2–1–1"),
        ([Why("met-before", {"rounds": (1, 4)})], "met in rounds 1 and 4; no one else is left"),
        ([Why("met-before", {"rounds": (2,)})], "met in round 2; no one else is left"),
        (
            [Why("winners-meet", {"slot": "F1", "of": 2}), Why("meet-again", {"rounds": (3,)})],
            "came to the final, met in round 3",
        ),
        ([Why("seeds", {"by": "rating", "first": 1, "second": 5})], "seeds 1 and 5"),
        ([Why("another-bye", {"byes": 2})], "bye number 2: every team has had one"),
        ([Why("lost-in", {"slot": "F1", "of": 2, "to": 2})], "lost to Gus & Hal in the final"),
        ([Why("lost-in", {"slot": "F2", "of": 2, "to": 2})], "lost to Gus & Hal in the second final"),
        ([Why("lost-in", {"slot": "W1.3", "of": 16})], "out in the round of 16"),
        (
            [Why("lost-in", {"slot": "L3.1", "round": 3, "to": 1})],
            "lost to Eve & Fay in round 3 of the losers’ bracket",
        ),
        ([Why("winners-meet", {"slot": "W2.1", "round": 2})], "came to round 2 of the winners’ bracket"),
        ([Why("champion", {})], "won the final"),
        ([Why("sits-out-in-turn", {"times": 1})], "sits out for the first time"),
        ([Why("sits-out-in-turn", {"times": 3})], "sits out; 3 times so far"),
    ],
)
def test_a_reason_is_one_line(why: list[Why], text: str) -> None:
    assert words.why_text(why, NAMES) == text


@each_case(
    ("tie_break", "params", "ahead", "behind"),
    [
        ("head-to-head", {"rounds": (2,)}, "beat them in round 2", "lost to them in round 2"),
        ("head-to-head", {"rounds": (2, 5)}, "better in the matches between them", "worse in the matches between them"),
        ("opponents-wins", {"by": Fraction(1)}, "harder opponents", "easier opponents"),
        ("difference", {"by": Fraction(1, 3)}, "a better difference, by 0.3", "a smaller difference, by 0.3"),
        ("points", {"by": Fraction(44)}, "44 more points", "44 fewer points"),
        ("points", {"by": Fraction(1)}, "1 more point", "1 fewer point"),
        ("points", {"by": Fraction(1, 2)}, "0.5 more points", "0.5 fewer points"),
        ("fewest-sets", {"by": Fraction(1)}, "1 set fewer", "1 set more"),
        ("fewest-bags", {"by": Fraction(3)}, "3 bags fewer", "3 bags more"),
        ("deciding-hand", {}, "won the deciding hand", "lost the deciding hand"),
        ("lots", {}, "drawn by lot", "drawn by lot"),
        ("wins", {"by": Fraction(1)}, "more wins", "fewer wins"),
    ],
)
def test_a_place_is_explained_against_its_neighbour(
    tie_break: str, params: dict[str, object], ahead: str, behind: str
) -> None:
    given = {"other": 2, "tie_break": tie_break, **params}
    assert words.why_text([Why("ahead", given)], NAMES) == f"ahead of Gus & Hal: {ahead}"
    assert words.why_text([Why("behind", given)], NAMES) == f"behind Gus & Hal: {behind}"


def test_the_order_of_tie_breaks_is_one_sentence() -> None:
    text = words.tie_breaks_text(["opponents-wins", "head-to-head", "points"])
    assert text == "Level teams: opponents’ wins, the match between them and points"


def test_the_podium_in_two_lines_leaves_byes_and_open_matches_out() -> None:
    state = play(pair(field_of(3, "swiss", seeds="entry")), by_number)
    names = {1: "Ann", 2: "Ben", 3: "Cal"}
    places = standings(state, 1)
    assert words.podium_lines(state, [("", places)], names) == [
        "Harbour Open: Ann won, ahead of Cal and Ben.",
        "3 teams, 1 match.",
    ]
    assert words.podium_lines(pair(state), [("", places[:1])], names) == ["Harbour Open: Ann won.", "1 team, 1 match."]


def test_the_podium_of_a_rotation_counts_players() -> None:
    state = pair(field_of(5, "rotation"))
    names = {team: state.teams[team].players[0] for team in state.teams}
    assert words.podium_lines(state, [("", standings(state, 1))], names)[-1] == "5 players, 0 matches."
