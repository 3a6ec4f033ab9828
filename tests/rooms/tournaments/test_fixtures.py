"""Fixtures given beforehand, divisions, and results from a list: a league of thirty teams is there in minutes."""

from __future__ import annotations

from base64 import b64encode
from datetime import date, time
from io import BytesIO
from random import Random

import openpyxl
import pytest
from flask import Flask

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.rows import read_rows
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import beside, final_ranking, standings
from scorekeeper.rooms.tournaments.domain.setting_up.bounds import MAX_FIXTURES, MAX_ROUNDS, MAX_TABLES, MAX_TEAMS
from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import (
    SCORES,
    WHO,
    FixtureLine,
    FixtureList,
    read_fixture_list,
)
from scorekeeper.rooms.tournaments.pages.setting_up.fixtures import MAX_LIST
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import plan_of
from scorekeeper.rooms.tournaments.services.teams import MAX_QUESTIONS
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed, Json
from tests.rooms.tournaments.fields import enter, latest, order, pair, record, refused_with, shown, stage, tournament
from tests.rooms.tournaments.hall import Hall
from tests.web.browsing import Page

DIVISIONS = ("North", "South", "West")


def league() -> list[str]:
    """Ten teams in each of three divisions, each two of which meet twice: 270 fixtures, all but one with a result."""
    lots, lines = Random(3), ["Round,Division,Team 1,Team 2,Score 1,Score 2"]
    for name in DIVISIONS:
        teams = [f"{_name(lots)} & {_name(lots)}" for _ in range(10)]
        for turn in range(18):
            ring = [teams[0], *teams[1 + turn % 9 :], *teams[1 : 1 + turn % 9]]
            for one, other in zip(ring[:5], reversed(ring[5:]), strict=True):
                loser = lots.randrange(100, 300)
                scores = (300, loser) if lots.random() < 0.5 else (loser, 300)
                lines.append(f"{turn + 1},{name},{one},{other},{scores[0]},{scores[1]}")
    lines[-1] = lines[-1].rsplit(",", 2)[0]
    assert len(lines) == 271
    return lines


def _name(lots: Random) -> str:
    return "".join(lots.choice(letters) for letters in ("BDFGKLMNPRSTVWZ", "aeiou", "bdfgklmnprst", "aeiou", "klmnrst"))


def fixtures(*rounds: tuple[int, int, int]) -> list[Json]:
    """Fixtures as the API has them."""
    return [{"round": number, "teams": [one, other]} for number, one, other in rounds]


def set_fixtures(state: TournamentState, **parts: object) -> TournamentState:
    """The state after the fixtures are set."""
    return record(state, "settings", name=state.name, stages=[stage("fixtures", **parts)])


@pytest.fixture
def four() -> TournamentState:
    """Four teams in two divisions, with a fixture between them in the second round."""
    parts = {"divisions": [{"name": "A", "teams": [1, 2]}, {"name": "B", "teams": [3, 4]}]}
    given = fixtures((1, 1, 2), (1, 3, 4), (2, 2, 3))
    given[0]["table"] = 7
    return set_fixtures(enter(tournament([stage("fixtures")]), 4), fixtures=given, **parts)


# The format


def test_rounds_are_paired_as_they_were_given(four: TournamentState) -> None:
    state = pair(four)
    assert [(m.teams, m.pairing.table, m.pairing.pool) for m in latest(state)] == [((1, 2), 7, 1), ((3, 4), 1, 2)]
    state = record(state, "results", results=[
        {"match": 1, "scores": [300, 200], "signed": True}, {"match": 2, "scores": [150, 300], "signed": True}
    ])  # fmt: skip
    state = pair(state)
    assert [(m.teams, m.pairing.pool) for m in latest(state)] == [((2, 3), 0)]
    state = record(state, "result", match=3, scores=[300, 100], signed=True)
    places = [
        (place.pool, place.rank, place.team, place.record.wins, place.record.losses) for place in standings(state, 1)
    ]
    assert places == [(1, 1, 1, 1, 0), (1, 2, 2, 1, 1), (2, 1, 4, 1, 0), (2, 2, 3, 0, 2)]
    with refused_with("all-rounds-played"):
        pair(state)


def test_one_undo_takes_several_results_back(four: TournamentState) -> None:
    before = pair(four)
    given = [{"match": number, "scores": [300, 200], "signed": True} for number in (1, 2)]
    after = record(before, "results", results=given)
    assert [after.is_over(match) for match in after.matches.values()] == [True, True]
    assert shown(record(after, "take-back", entry=after.seq)) == shown(before)


def test_team_that_left_leaves_a_walkover(four: TournamentState) -> None:
    state = pair(record(four, "team-status", teams=[3], status="dropped"))
    assert [match.teams for match in state.matches.values()] == [(1, 2), (4,)]
    assert order(state)[2:] == [4]


@each_case(
    ("code", "parts"),
    [
        ("team-in-round-twice", {"fixtures": fixtures((1, 1, 2), (1, 2, 3))}),
        ("not-two-teams", {"fixtures": fixtures((1, 1, 1))}),
        ("round-without-fixture", {"fixtures": fixtures((1, 1, 2), (3, 1, 2))}),
        ("no-such-team", {"fixtures": fixtures((1, 1, 9))}),
        ("team-in-two-divisions", {"divisions": [{"name": "A", "teams": [1]}, {"name": "B", "teams": [1]}]}),
        ("out-of-range", {"fixtures": fixtures((61, 1, 2))}),
    ],
)
def test_fixtures_that_cannot_be_are_refused(code: str, parts: dict[str, object]) -> None:
    with refused_with(code):
        set_fixtures(enter(tournament([stage("fixtures")]), 4), **parts)


def test_fixtures_are_refused_elsewhere_before_they_are_there_and_in_a_paired_round(four: TournamentState) -> None:
    with refused_with("fixtures-elsewhere"):
        tournament([stage("swiss", fixtures=fixtures((1, 1, 2)))])
    with refused_with("no-fixtures"):
        pair(enter(tournament([stage("fixtures")]), 4))
    with refused_with("round-paired-already"):
        set_fixtures(pair(four), fixtures=fixtures((1, 1, 3), (2, 1, 2)))
    with refused_with("no-such-match"):
        record(pair(four), "results", results=[{"match": 9, "scores": [1, 2]}])


# The list


def listed(text: str, target: int = 0) -> FixtureList:
    """What is read of a list without faulty lines."""
    rows, faulty = read_rows(text, 100)
    assert faulty == []
    return read_fixture_list(((row.number, row.cells) for row in rows), target)


@each_case(
    ("text", "says"),
    [
        ("1, 4, Ann & Cal, Ben & Dee", (1, 4, "", ("Ann & Cal", "Ben & Dee"), ())),
        ("Round 2; ; Ann & Cal; Ben & Dee; 300; 120", (2, None, "", ("Ann & Cal", "Ben & Dee"), (300, 120))),
        ("2\tNorth\tAnn & Cal\tBen & Dee\t300-120", (2, None, "North", ("Ann & Cal", "Ben & Dee"), (300, 120))),
        ("3, 4, 300, −10", (3, 4, "", (), (300, -10))),
        ("Runde;Tisch;Heim;Gast\n3;2;Ann & Cal;Ben & Dee", (3, 2, "", ("Ann & Cal", "Ben & Dee"), ())),
        ("sep=;\nround;team;team;result\n3;Ann;Ben;300:120", (3, None, "", ("Ann", "Ben"), (300, 120))),
    ],
)
def test_line_is_read_as_people_write_it(text: str, says: tuple[object, ...]) -> None:
    found = listed(text)
    assert found.not_read == []
    (line,) = found.lines
    assert (line.round, line.table, line.division, line.teams, line.scores) == says


def test_every_line_is_read_or_named_with_its_number() -> None:
    heads = "Round,Referee,Team,Team,Score,Score"
    lines = [heads, "1,Pub,A,B,3,4", "", "1,Pub,C,,,", "99,Pub,C,D,,", "2,Pub,C,D,many,few", "1,2,3,4,5,6,7"]
    found = listed("\n".join(lines))
    assert found.unused == ["Referee"]
    assert [line.number for line in found.lines] == [2]
    assert [(line.number, line.why) for line in found.not_read] == [
        (4, "It needs two teams, or a table and two scores."),
        (5, "The round is a number from 1 to 60."),
        (6, "A result is two whole numbers."),
        (7, "It has more cells than there are headings."),
    ]


@each_case(
    "heads",
    [
        "Week,Date,Home,Away,Home Score,Away Score",
        "Matchday,Date,Home,Away,Pts,Pts",
        "Round,Time,Home team,Visitors,Points,Points",
        "Spieltag,Datum,Heim,Gast,Punkte,Punkte",
        "Jornada,Fecha,Local,Visitante,Puntos,Puntos",
    ],
)
def test_headings_say_what_a_column_is_under_a_title_too(heads: str) -> None:
    title = "Harbour Spades League, autumn 2026"
    found = listed(f"{title}\n{heads}\n1,5 Sep,Ann & Abe,Ben & Bea,312,248\n2,12 Sep,Cal & Cat,Dee & Don,,")
    assert [(line.round, line.division, line.teams, line.scores, line.day) for line in found.lines] == [
        (1, "", ("Ann & Abe", "Ben & Bea"), (312, 248), "5 Sep"),
        (2, "", ("Cal & Cat", "Dee & Don"), (), "12 Sep"),
    ]
    assert ([(line.number, line.text) for line in found.titles], found.not_read) == ([(1, title)], [])


def test_points_for_the_standings_are_no_result() -> None:
    found = listed("Matchday,Home,Away,Home Score,Away Score,Home Pts,Away Pts\n1,Ann,Ben,312,248,2,0")
    assert (found.lines[0].scores, found.unused) == ((312, 248), ["Home Pts", "Away Pts"])


def when_of(line: FixtureLine) -> tuple[str, ...]:
    """What a line says of day, time and place."""
    return tuple(filter(None, (line.day, line.time, line.place)))


@each_case(
    ("line", "target", "read"),
    [
        ("1, A, B, 19:30", 500, ((), ("19:30",), "")),
        ("1, A, B, 19.00", 500, ((), ("19.00",), "")),
        ("1, A, B, 5/9", 500, ((), ("5/9",), "")),
        ("1, A, B, 19:30", 0, ((), ("19:30",), "19:30")),
        ("1, A, B, 5, 9", 0, ((), ("5, 9",), "5, 9")),
        ("1, A, B, 120, 90", 500, ((), ("120, 90",), "120, 90")),
        ("1, A, B, 120, 90", 0, ((120, 90), (), "")),
        ("1, A, B, 510:320", 500, ((510, 320), (), "")),
        ("1, A, B, 19:30, 510, 320", 500, ((510, 320), ("19:30",), "")),
        ("1, A, B, 510-320, 5 Sep, The Anchor", 500, ((510, 320), ("5 Sep", "The Anchor"), "")),
        ("1, 5 Sep, A, B", 500, ((), ("5 Sep",), "")),
        ("1, Sat 5.9., A, B, 19:30 Uhr", 500, ((), ("Sat 5.9.", "19:30 Uhr"), "")),
    ],
)
def test_a_place_is_a_result_only_if_it_can_be_one(line: str, target: int, read: tuple[object, ...]) -> None:
    rows = [(1, [cell.strip() for cell in line.split(",")])]
    found = read_fixture_list(rows, target)
    assert found.not_read == []
    (only,) = found.lines
    assert (only.teams, only.division) == (("A", "B"), "")
    assert (only.scores, when_of(only), found.open) == read
    if found.open:
        as_result = read_fixture_list(rows, target, SCORES)
        assert (len(as_result.lines[0].scores), when_of(as_result.lines[0]), as_result.open) == (2, (), "")
        assert read_fixture_list(rows, target, "").open == ""


A, B = "Ann & Abe", "Ben & Bea"


@each_case(
    ("text", "read"),
    [
        (f"Round,Away,Home,Away Score,Home Score\n1,{B},{A},248,512", (A, B, 512, 248)),
        (f"Round,Home,Away,Away Score,Home Score\n1,{A},{B},248,512", (A, B, 512, 248)),
        (f"Round,Away,Home,Home Score,Away Score\n1,{B},{A},512,248", (A, B, 512, 248)),
        (f"Runde;Heim;Gast;Punkte Gast;Punkte Heim\n1;{A};{B};248;512", (A, B, 512, 248)),
        (f"Jornada;Visitante;Local;Tantos visitante;Tantos local\n1;{B};{A};248;512", (A, B, 512, 248)),
        (f"Round,Team 1,Score 1,Team 2,Score 2\n1,{A},512,{B},248", (A, B, 512, 248)),
        (f"Round,Team 2,Team 1,Score 1,Score 2\n1,{B},{A},512,248", (A, B, 512, 248)),
        (f"Round,Away,Home,Score,Score\n1,{B},{A},248,512", (A, B, 512, 248)),
        (f"Round,Home Score,Home,Away,Away Score\n1,512,{A},{B},248", (A, B, 512, 248)),
        (f"\ufeffSpieltag;Datum;Heim;Gast;Ergebnis\r\n1;5.9.2026;{A};{B};512:\u221248\r\n", (A, B, 512, -48)),
        (f"Round,Home,Away,Home Score,Away Score\n\uff11,{A},{B},\uff15\uff11\uff12,\u201348", (A, B, 512, -48)),
        (f"Round,Match,Result\n1,{A} vs {B},512-248", (A, B, 512, 248)),
        (f"Round,Home,Away,Home Score,Away Score,Home Bags,Away Captain\n1,{A},{B},512,248,3,Bea", (A, B, 512, 248)),
        (f"1, {A} – {B}, 512, 248", (A, B, 512, 248)),
        (f"Round 1\n{A},{B},512,248", (A, B, 512, 248)),
        (f"1. Spieltag\n{A};{B};512:248", (A, B, 512, 248)),
        (f"1\u00a0\t{A}\u00a0\t{B}\t512\t248", (A, B, 512, 248)),
    ],
)
def test_scores_are_of_the_team_that_their_headings_name(text: str, read: tuple[object, ...]) -> None:
    (line,) = listed(text, 500).lines
    assert (line.round, (*line.teams, *line.scores)) == (1, read)


@each_case(
    ("text", "why"),
    [
        (f"Round,Away,Home,Result\n1,{B},{A},512:248", "second team stands first"),
        (f"1,{A},{B},Fox & Hounds", "three names"),
        (f"1,{A},{B},512", "two whole numbers"),
    ],
)
def test_what_may_be_of_either_team_is_named(text: str, why: str) -> None:
    found = listed(text, 500)
    assert (found.lines, why in found.not_read[0].why) == ([], True)


def test_later_headings_hold_for_the_lines_below_them() -> None:
    first = f"Round,Home,Away,Home Score,Away Score\n1,{A},{B},512,248\n"
    found = listed(f"{first}Round,Away,Home,Away Score,Home Score\n2,{A},{B},90,600", 500)
    assert found.not_read == []
    assert [(line.teams, line.scores) for line in found.lines] == [((A, B), (512, 248)), ((B, A), (600, 90))]


def test_two_noughts_that_may_stand_for_no_result_are_asked_about(four: TournamentState) -> None:
    text = "Round,Home,Away,Home Score,Away Score\n1,Ann 1 & Ben 1,Ann 2 & Ben 2,0,0\n"
    (asked,) = plan_of(four, text).questions
    assert plan_of(four, text, {asked.key: "no"}).results == {}
    assert list(plan_of(four, text, {asked.key: "yes"}).results.values()) == [(0, 0)]


@each_case(
    ("typed", "kept"),
    [("12:30 am", "00:30"), ("12:30 pm", "12:30"), ("7 p.m.", "19:00"), ("7:15 a.m.", "07:15"), ("19.30 Uhr", "19:30")],
)
def test_a_time_of_half_a_day_is_kept_as_one_of_a_day(four: TournamentState, typed: str, kept: str) -> None:
    plan = plan_of(four, f"Round,Time,Home,Away\n3,{typed},Ann 1 & Ben 1,Ann 2 & Ben 2\n")
    assert [fixture.time for fixture in (*plan.fixtures, *plan.moved.values())] == [kept]


def test_points_for_the_standings_alone_are_asked_about(four: TournamentState) -> None:
    text = "Round,Home,Away,Home Pts,Away Pts\n1,Ann 1 & Ben 1,Ann 2 & Ben 2,2,0\n"
    (asked,) = plan_of(four, text).questions
    assert "2, 0" in asked.text
    assert plan_of(four, text).results == plan_of(four, text, {asked.key: "no"}).results == {}
    assert list(plan_of(four, text, {asked.key: "yes"}).results.values()) == [(2, 0)]


def test_a_place_is_no_division_and_what_is_no_day_or_time_is_said(four: TournamentState) -> None:
    (line,) = listed(f"1,{A},{B},The Anchor").lines
    assert (line.division, line.teams, line.place) == ("", (A, B), "The Anchor")
    plan = plan_of(four, "Round,Date,Time,Home,Away\n3,46270,late,Ann 1 & Ben 1,Ann 2 & Ben 2\n")
    assert {line.text for line in plan.doubts} == {"late", "46270"}


def test_a_round_and_a_table_have_a_highest_number() -> None:
    highest = f"{MAX_ROUNDS}, {MAX_TABLES}, A, B"
    lines = [highest, f"{MAX_ROUNDS + 1}, 1, C, D", f"1, {MAX_TABLES + 1}, C, D", "0, 1, C, D"]
    found = listed("\n".join(lines))
    assert [(line.round, line.table) for line in found.lines] == [(MAX_ROUNDS, MAX_TABLES)]
    assert [line.number for line in found.not_read] == [2, 3, 4]


def test_lines_that_contradict_are_named(four: TournamentState) -> None:
    listed = [
        "1, Ann 1 & Ben 1, Ann 2 & Ben 2, 500, 200",
        "1, Ann 1 & Ben 1, Ann 3 & Ben 3",
        "2, Ann 1 & Ben 1, Ann 1 & Ben 1",
        "2, B, Ann 1 & Ben 1, Ann 4 & Ben 4",
        "1, Ann 2 & Ben 2, Ann 1 & Ben 1, 500, 200",
        "2, 9, 500, 200",
        "2, Zoe, Yara & Xan",
    ]
    plan = plan_of(four, "\n".join(listed))
    assert [line.number for line, _fixture in plan.read] == [1]
    assert [line.number for line in plan.not_read] == [2, 3, 4, 5, 6, 7]
    assert plan.results == {(1, (1, 2)): (500, 200)}


def test_name_that_looks_like_a_known_one_is_asked_about(four: TournamentState) -> None:
    text = "2, Ann 1 & Benn 1, Ann 4 & Ben 4"
    (question,) = plan_of(four, text).questions
    assert question.text == "Ann 1 & Benn 1 looks like Ann 1 & Ben 1."
    same = plan_of(four, text, {question.key: "yes"})
    assert ([fixture.teams for fixture in same.fixtures], same.entries) == ([(1, 4)], [])
    assert plan_of(four, text, {question.key: "no"}).entries == ["Ann 1 & Benn 1"]


def test_list_brings_no_more_teams_than_a_tournament_may_have_and_asks_about_some_names_at_once() -> None:
    state = enter(tournament([stage("fixtures")]), 4)
    lines = [f"1, Zoe {number} & Yan {number}, Xan {number} & Wes {number}" for number in range(MAX_TEAMS)]
    plan = plan_of(state, "\n".join(lines))
    assert len(plan.entries) == MAX_TEAMS - 4
    assert {line.why for line in plan.not_read} == {f"A tournament has at most {MAX_TEAMS} teams."}
    assert len(plan.questions) == MAX_QUESTIONS
    answered = {question.key: "no" for question in plan.questions}
    assert not answered.keys() & {question.key for question in plan_of(state, "\n".join(lines), answered).questions}
    with pytest.raises(InvalidInput):
        plan_of(state, "1, A, B\n" * (MAX_FIXTURES + 1))


@each_case("heads", ["Round,Home,Away,Home Score,Away Score\n", ""])
def test_no_match_is_lost_where_a_word_stands_for_its_result(four: TournamentState, heads: str) -> None:
    one, other, third, fourth = (f"Ann {number} & Ben {number}" for number in range(1, 5))
    lines = [f"2,{one},{fourth},W/O,", f"3,{one},{third},P,P", f"3,{other},{fourth},510,forfeit", f"4,{one},BYE,,"]
    lines += [f"4,{other},-", f"4,{third},{fourth},aplazado"]
    plan = plan_of(four, heads + "\n".join(lines))
    assert plan.not_read == []
    assert [fixture.teams for fixture in plan.fixtures] == [(1, 4), (1, 3), (2, 4), (3, 4)]
    assert (plan.results, plan.forfeits, plan.entries) == ({}, {(3, (2, 4)): (4,)}, [])
    assert [line.text for line in plan.doubts] == ["P, P", "aplazado"]
    (asked,) = plan.questions
    assert "W/O" in asked.text
    assert [answer for answer, _text in asked.options] == ["first", "second", "both", "no"]
    for answer, absent in (("first", (1,)), ("second", (4,)), ("both", (1, 4))):
        assert plan_of(four, heads + "\n".join(lines), {asked.key: answer}).forfeits[2, (1, 4)] == absent
    assert (2, (1, 4)) not in plan_of(four, heads + "\n".join(lines), {asked.key: "no"}).forfeits


@each_case(
    ("scores", "forfeit"),
    [
        (("W/O", ""), WHO),
        (("", "W/O"), WHO),
        (("FF", "0"), WHO),
        (("312", "forfeit"), "second"),
        (("kampflos", "300"), "first"),
        (("FF", "FF"), "both"),
        (("-", "W/O"), WHO),
        (("P", "P"), ""),
    ],
)
def test_a_forfeit_is_theirs_beside_whose_score_it_stands(scores: tuple[str, str], forfeit: str) -> None:
    heads = "Round,Home,Away,Home Score,Away Score"
    (line,) = listed(f"{heads}\n1,Ann,Ben,{scores[0]},{scores[1]}").lines
    assert (line.forfeit, line.scores) == (forfeit, ())


def test_date_time_and_place_are_kept_and_change_with_another_list(four: TournamentState) -> None:
    heads = "Round,Date,Time,Venue,Home,Away\n"
    one, other = "Ann 1 & Ben 1", "Ann 4 & Ben 4"
    plan = plan_of(four, f"{heads}2,5 Sep,7.30 pm,The Anchor,{one},{other}", today=date(2026, 6, 1))
    assert [(each.date, each.time, each.place) for each in plan.fixtures] == [("2026-09-05", "19:30", "The Anchor")]
    plan = plan_of(four, f"{heads}1,2026-09-12,,,Ann 2 & Ben 2,Ann 1 & Ben 1")
    assert (plan.fixtures, plan.known) == ([], 0)
    assert [(each.table, each.date) for each in plan.moved.values()] == [(7, "2026-09-12")]
    assert plan.changes


def test_a_postponed_match_is_marked_until_it_has_another_day(four: TournamentState) -> None:
    one, other = "Ann 2 & Ben 2", "Ann 1 & Ben 1"
    for word in ("P", "postponed", "verschoben", "aplazado", "PPD"):
        plan = plan_of(four, f"Round,Home,Away,Result\n1,{one},{other},{word}")
        assert [each.postponed for each in plan.moved.values()] == [True], word
    for word in ("postponed to 12 Sep 2026", "verlegt auf den 12.9.2026", "aplazado al 12.9.2026"):
        (made,) = plan_of(four, f"Round,Home,Away,Result\n2,Ann 5 & Ben 5,Ann 6 & Ben 6,{word}").fixtures
        assert (made.date, made.postponed) == ("2026-09-12", False), word


def test_dates_without_a_year_follow_one_another(four: TournamentState) -> None:
    days = (("12 Dec", 2), ("9 Jan", 4), ("3 May", 3), ("5 Sept", 2))
    lines = [f"{n}, {day}, Ann 1 & Ben 1, Ann {team} & Ben {team}" for n, (day, team) in enumerate(days, start=1)]
    plan = plan_of(four, "\n".join(lines), today=date(2026, 11, 28))
    found = [fixture.date for _line, fixture in plan.read if fixture is not None]
    assert found == ["2026-12-12", "2027-01-09", "2027-05-03", "2027-09-05"]


def test_a_date_that_may_be_two_days_is_asked_of_the_whole_list(four: TournamentState) -> None:
    lines = "1, 9/12/2026, Ann 1 & Ben 1, Ann 2 & Ben 2\n2, 10/12/2026, Ann 1 & Ben 1, Ann 4 & Ben 4"
    (asked,) = plan_of(four, lines).questions
    assert asked.options == (("day-first", "2026-12-09"), ("month-first", "2026-09-12"))
    plan = plan_of(four, lines, {asked.key: "day-first"})
    assert [each.date for each in (*plan.moved.values(), *plan.fixtures)] == ["2026-12-09", "2026-12-10"]
    assert plan_of(four, lines.replace("10/12", "13/12")).questions == []


def test_bad_and_doubled_lines_do_not_refuse_the_others(four: TournamentState) -> None:
    one, other, third, fourth = (f"Ann {number} & Ben {number}" for number in range(1, 5))
    lines = [f"2, {one}, {fourth}", f"2, {one}, {fourth}", f"3, {one}", f"4, {one}, {third}", f"5, {one}, {other}"]
    plan = plan_of(four, "\n".join(lines))
    assert ([each.round for each in plan.fixtures], plan.known) == ([2], 1)
    assert [(line.number, line.why) for line in plan.not_read] == [
        (3, "It needs two teams, or a table and two scores."),
        (4, "Round 3 has no match, but a later one has."),
        (5, "Round 3 has no match, but a later one has."),
    ]
    assert plan_of(four, "\n".join(lines), skip=(3, 4, 5)).not_read == []


# The page


@each_case("line", [",,,,", '"', f"1, {'x' * 200_000}, B", "\x00,\x00"])
def test_line_of_any_spreadsheet_is_no_fault_of_ours(hall: Hall, line: str) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    phone = hall.director
    fields = dict(phone.open(hall.at("fixtures")).form_with("text").fields.items())
    listed = f"1, Ann & Abe, Bea & Ben\n{line}\n".encode()
    for sent in ({"file": (BytesIO(listed), "l.csv")}, {"text": listed[:MAX_LIST].decode()}):
        answer = phone.client.post(hall.at("fixtures"), data=fields | sent, content_type="multipart/form-data")
        assert answer.status_code in (200, 422)


def test_page_of_a_long_list_is_short(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    page = look(hall, [f"{number}, {'&' * 20}" for number in range(800)])
    assert "And " in page.text
    assert len(page.html.encode()) < 200_000
    hall.director.open(hall.at("fixtures"))
    form = hall.director.page.form_with("text")
    assert "The list is too long." in hall.director.submit(form, None, 422, text="&" * (MAX_LIST - 1)).text
    assert len(hall.director.page.html.encode()) < 50_000


def look(hall: Hall, lines: list[str]) -> Page:
    """Paste a list; the page with what was read."""
    form = hall.director.open(hall.at("fixtures")).form_with("text")
    return hall.director.submit(form, None, 200, text="\n".join(lines))


def test_league_of_thirty_teams_and_269_results_is_imported_and_undone(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    page = look(hall, league())
    for words in ("270 lines were read", "30 new teams", "North: 10 teams", "270 new matches", "269 results"):
        assert words in page.text
    assert "Not read" not in page.text
    assert hall.state.seq == 1, "nothing is saved before it was seen"
    form = page.form_with("text")
    page = hall.director.submit(form, None, 200, signed="yes", sure="yes")
    saved = "Saved: 30 new teams, 270 new matches, North: 10 teams, South: 10 teams, West: 10 teams, 269 results"
    assert saved in page.text
    state = hall.state
    assert (len(state.teams), len(state.rounds), len(state.matches)) == (30, 18, 270)
    assert sum(state.is_over(match) for match in state.matches.values()) == 269
    text = hall.director.open(hall.at("standings")).text
    assert all(division in text for division in DIVISIONS)
    expected = {team.id: 0 for team in state.teams.values()}
    names = {team.name: team.id for team in state.teams.values()}
    for line in league()[1:-1]:
        _round, _division, one, other, first, second = line.split(",")
        expected[names[one] if int(first) > int(second) else names[other]] += 1
    assert {place.team: place.record.wins for place in standings(state, 1)} == expected
    assert len(look(hall, league()).text.split("Nothing of it is new.")) == 2
    hall.undo()
    assert sum(hall.state.is_over(match) for match in hall.state.matches.values()) == 0


def test_file_is_read_and_results_without_agreement_wait(hall: Hall) -> None:
    hall.set_up(("Ann & Abe", "Bea & Ben"), format="fixtures", league_points="none", playoff="0", kept_on="paper")
    phone = hall.director
    form = phone.open(hall.at("fixtures")).form_with("text")
    fields = dict(form.fields.items()) | {
        "file": (BytesIO("1;5;Ann & Abe;Bea & Ben;310;200\n".encode("utf-16")), "l.csv")
    }
    answer = phone.client.post(hall.at("fixtures"), data=fields, content_type="multipart/form-data")
    assert "1 line was read" in answer.get_data(as_text=True)
    phone.page = Page(200, hall.at("fixtures"), answer.get_data(as_text=True))
    phone.submit(phone.page.form_with("text"), None, 200, sure="yes")
    (match,) = hall.state.matches.values()
    assert (match.pairing.table, hall.state.match_status(match)) == (5, "to-confirm")


def test_what_was_answered_is_not_asked_again(hall: Hall) -> None:
    hall.set_up(("Ann & Cal", "Bea & Ben"), format="fixtures", league_points="none", playoff="0", kept_on="paper")
    lines = ["1, Anna & Call, Bea & Benn, 19:30"]
    page = look(hall, lines)
    assert "Anna & Call looks like Ann & Cal." in page.text
    assert "Bea & Benn looks like Bea & Ben." in page.text
    assert "What is 19:30?" in page.text
    page = hall.director.submit(page.form_with("text"), None, 200, **{"answer-1": "no", "answer-2": "yes"})
    assert "looks like" not in page.text
    assert "What is 19:30?" in page.text
    page = hall.director.submit(page.form_with("text"), None, 200, **{"answer-2": "no"})
    assert ("looks like" in page.text, "What is" in page.text) == (False, False)
    page = hall.director.submit(page.form_with("text"), None, 200, sure="yes")
    assert "Saved: 1 new team, 1 new match" in page.text
    assert not hall.state.rounds


def test_page_refuses_an_empty_list_and_is_not_there_for_other_formats(hall: Hall) -> None:
    hall.set_up(format="fixtures", league_points="none", playoff="0")
    form = hall.director.open(hall.at("fixtures")).form_with("text")
    assert "Paste a list, or choose a file." in hall.director.submit(form, None, 422, text=" ").text
    page = look(hall, ["Sunday, Ann & Abe"])
    assert "It begins with no number of a round." in page.text
    assert "Line 1" in page.text
    hall.set_up(name="Other", format="swiss")
    hall.director.open(hall.at("fixtures"), 404)


def test_api_sets_fixtures_and_gives_many_results_at_once(app: Flask) -> None:
    held = Directed(app, {"format": "fixtures", "rules": "partnership"})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"), ("Dan", "Dot"))
    held.change({"fixtures": fixtures((1, 1, 2), (1, 3, 4)), "divisions": [{"name": "A", "teams": [1, 2]}]})
    matches = held.pair()
    assert [match["why"] for match in matches] == ["from the fixtures"] * 2
    held.write("results", results=[{"match": m["id"], "scores": [300, 200], "signed": True} for m in matches])
    assert [(place["division"], place["team"], place["wins"]) for place in held.standings()][:3] == [
        ("A", 1, 1),
        ("A", 2, 0),
        (None, 3, 1),
    ]
    assert held.now["stages"][0]["fixtures"][1] == {"round": 1, "teams": [3, 4]}
    assert held.refused("POST", "/entries", {"kind": "results", "results": []}) == "missing-part"


# The end


@pytest.fixture
def over(app: Flask) -> Directed:
    """Two divisions of three whose fixtures are all played; the team that entered first won each."""
    held = Directed(app, {"format": "fixtures", "rules": "partnership"}, public=True)
    names = ("Ann", "Bea", "Cal", "Dan", "Eve", "Fay")
    teams = held.enter(*((name, f"{name}’s partner") for name in names))
    given = [(1, 0, 1), (1, 3, 4), (2, 0, 2), (2, 3, 5), (3, 1, 2), (3, 4, 5)]
    held.change(
        {
            "fixtures": fixtures(*((number, teams[one], teams[other]) for number, one, other in given)),
            "divisions": [{"name": "North", "teams": teams[:3]}, {"name": "South", "teams": teams[3:]}],
        }
    )
    held.play_on(lambda match: held.wins(match, min(match["teams"])))
    return held


def test_each_division_has_a_podium_of_its_own(over: Directed) -> None:
    text = over.podium().text
    north, south = text.index("North"), text.index("South")
    assert text.index("Ann &") < text.index("Bea &") < text.index("Cal &")
    assert north < text.index("Ann &") < text.index("Cal &") < south < text.index("Dan &") < text.index("Fay &")
    assert "Ann & Ann’s partner (North) and Dan & Dan’s partner (South) won." in text
    phone = over.phone()
    phone.open(f"/tournaments/{over.id}/podium/card.svg", 200)
    wall = phone.open(f"/tournaments/{over.id}/wall").html
    assert wall.count('class="wall-podium"') == 2
    standings_page = phone.open(f"/tournaments/{over.id}/standings").text
    assert standings_page.index("North") < standings_page.index("South")


def test_places_are_counted_in_the_own_division(over: Directed) -> None:
    with over.app.app_context():
        places = final_ranking(load_tournament(over.id).state)
    assert [(place.rank, place.pool) for place in places] == [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]
    assert [beside(places, place) for place in places] == [3] * 6


def test_forfeits_of_a_list_are_recorded_and_all_of_it_is_taken_out(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    heads = "Round,Date,Time,Place,Home,Away,Home Score,Away Score"
    lines = [heads, "1,5.9.2026,19:30,The Anchor,Ann & Abe,Bea & Bo,W/O,", "1,,,,Cal & Cat,Dee & Don,510,forfeit"]
    page = look(hall, [*lines, "2,,,,Ann & Abe,Dee & Don,FF,FF"])
    assert "Line 2: what is W/O of Ann & Abe – Bea & Bo?" in page.text
    page = hall.director.submit(page.form_with("text"), None, 200, **{"answer-0": "second"})
    assert "3 forfeits" in page.text
    page = hall.director.submit(page.form_with("text"), None, 200, sure="yes")
    assert "Saved: 4 new teams, 3 new matches, 3 forfeits" in page.text
    absent = [
        [hall.state.teams[team].name for team in match.given.forfeits]
        for match in hall.state.matches.values()
        if match.given
    ]
    assert absent == [["Bea & Bo"], ["Dee & Don"], ["Ann & Abe", "Dee & Don"]]
    assert "Saturday, 5 September 2026 · 19:30 · The Anchor" in page.text
    for address in ("desk/matches/1", "matches.csv"):
        assert "The Anchor" in hall.director.open(hall.at(address)).html, address
    assert "4 teams · 3 matches · 3 results" in hall.director.open(hall.at("fixtures")).text
    page = hall.director.tap("Take it out again")
    assert "Taken out: 4 teams · 3 matches · 3 results" in page.text
    assert (hall.state.teams, hall.state.rounds, hall.state.stages[0].fixtures) == ({}, (), ())
    assert "Take it out again" not in page.text


def test_a_result_of_a_list_is_taken_out_and_the_same_list_brings_it_again(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    lines = ["Round,Home,Away,Home Score,Away Score", "1,Ann & Abe,Bea & Bo,500,310", "1,Cal & Cat,Dee & Don,510,200"]
    hall.director.submit(look(hall, lines).form_with("text"), None, 200, sure="yes")
    hall.director.open(hall.at("desk/matches/1"))
    hall.director.tap("Take the result out")
    assert "The result is taken out." in hall.director.tap("Take it out").text
    assert [match.given is None for match in hall.state.matches.values()] == [True, False]
    hall.director.submit(look(hall, lines).form_with("text"), None, 200, sure="yes")
    given = [match.given for match in hall.state.matches.values()]
    assert [one and one.scores for one in given] == [(500, 310), (510, 200)]


def test_a_postponed_match_is_shown_as_such_until_it_has_a_day_or_a_result(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    heads = "Round,Date,Home,Away,Home Score,Away Score"
    one, other = "1,2026-09-05,Ann & Abe,Bea & Bo", "1,2026-09-05,Cal & Cat,Dee & Don"

    def save(*lines: str) -> list[str]:
        page = hall.director.submit(look(hall, [heads, *lines]).form_with("text"), None, 200, sure="yes")
        rows = hall.director.open(hall.at("matches.csv")).html.splitlines()
        is_shown = "Postponed" in page.text
        assert is_shown == ("Postponed" in hall.director.open(hall.at("desk/matches/1")).text)
        return [str(is_shown), *(row.split(",")[-2] for row in rows[1::2])]

    assert save(f"{one},P,P", f"{other},510,200") == ["True", "yes", "no"]
    assert save("1,2026-09-12,Ann & Abe,Bea & Bo,,") == ["False", "no", "no"]
    assert save("1,,Ann & Abe,Bea & Bo,postponed,") == ["True", "yes", "no"]
    assert save("1,,Ann & Abe,Bea & Bo,510,300") == ["False", "no", "no"]


def workbook(*rows: tuple[object, ...]) -> bytes:
    """A workbook with these rows."""
    book, out = openpyxl.Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


ROWS = (
    ("Week", "Date", "Time", "Home", "Away", "Home Score", "Away Score"),
    (1, date(2026, 9, 5), time(19, 30), "Ann & Abe", "Bea & Bo", 510, 200),
    (2, date(2026, 9, 12), time(20, 0), "Ann & Abe", "Bea & Bo", None, None),
)


def test_workbook_is_read_on_the_page(hall: Hall) -> None:
    hall.set_up([], format="fixtures", league_points="none", playoff="0", kept_on="paper")
    phone = hall.director
    fields = dict(phone.open(hall.at("fixtures")).form_with("text").fields.items())
    sent = fields | {"file": (BytesIO(workbook(*ROWS)), "league.xlsx")}
    answer = phone.client.post(hall.at("fixtures"), data=sent, content_type="multipart/form-data")
    phone.page = Page(200, hall.at("fixtures"), answer.get_data(as_text=True))
    assert "2 lines were read" in phone.page.text
    phone.submit(phone.page.form_with("text"), None, 200, sure="yes")
    kept = [(each.round, each.date, each.time) for each in hall.state.stages[0].fixtures]
    assert kept == [(1, "2026-09-05", "19:30"), (2, "2026-09-12", "20:00")]
    assert len(hall.state.rounds) == 1


def test_api_imports_a_list_or_refuses_with_the_question(app: Flask) -> None:
    held = Directed(app, {"format": "fixtures", "rules": "partnership"})
    path = f"/tournaments/{held.id}/fixtures"
    lines = ("1,Ann & Abe,Bea & Bo,W/O,", "2,Ann & Abe,,,", "1,Cal & Cat,Dee & Don,510,200")
    listed = "\n".join(["Round,Home,Away,Home Score,Away Score", *lines])
    seen = held.program.post(f"{path}/preview", {"list": listed}, 200)
    assert [each["key"] for each in seen["questions"]] == ["line 2"]
    assert [each["line"] for each in seen["not_read"]] == [3]
    assert held.refused("POST", "/fixtures", {"list": listed}) == "list-asks"
    asked = {"list": listed, "answers": {"line 2": "first"}}
    assert held.refused("POST", "/fixtures", asked) == "lines-not-read"
    saved = held.program.post(path, asked | {"skip": [3], "signed": True}, 200)
    assert (len(saved["teams"]), saved["fixtures"], saved["results"], saved["forfeits"]) == (4, 2, 1, 1)
    assert [match["status"] for match in held.now["stages"][0]["rounds"][0]["matches"]] == ["forfeited", "done"]
    again = held.program.post(path, asked | {"skip": [3]}, 200)
    assert (again["known"], again["seq"]) == (2, saved["seq"])
    file = {"file": b64encode(workbook(*ROWS)).decode()}
    seen = held.program.post(f"{path}/preview", file, 200)
    assert (seen["fixtures"], seen["moved"], seen["not_read"]) == (1, 1, [])
    assert [each["key"] for each in seen["questions"]] == ["line 2 result"], "round 1 has another result"
    assert held.program.post(path, {"list": 7}, 422)
    assert held.program.post(path, {}, 422)
