"""A league: its table with points, for and against, counted again by another sum; old fixtures rank as before."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log.event_json import setup_json
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import standings
from scorekeeper.rooms.tournaments.pages.league import desk
from scorekeeper.rooms.tournaments.pages.league.days import short_when
from scorekeeper.rooms.tournaments.services import recording
from scorekeeper.rooms.tournaments.services.csv_files import standings_csv
from scorekeeper.services.recording import Author
from tests.each_case import each_case
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import enter, pair, record, refused_with, stage, tournament
from tests.rooms.tournaments.hall import Hall
from tests.rooms.tournaments.test_pads import save_hand
from tests.web.browsing import Page, Phone

TIE_BREAKS = ["difference", "points", "head-to-head", "lots"]


def meetings(teams: int) -> list[dict[str, Any]]:
    """Everybody meets everybody, at home and away."""
    ring, found = [*range(1, teams + 1)], list[dict[str, Any]]()
    for turn in range(2 * (teams - 1)):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        found += [{"round": turn + 1, "teams": list(two if turn < teams - 1 else two[::-1])} for two in pairs]
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def league(teams: int, points: str = "2-1-0", **settings: object) -> TournamentState:
    """A league whose teams have entered and whose rounds are all published."""
    state = enter(tournament([stage("fixtures")], tie_breaks=TIE_BREAKS), teams)
    parts = stage("fixtures", fixtures=meetings(teams), settings={"league_points": points, **settings})
    state = record(state, "settings", name="League", stages=[parts], settings={"tie_breaks": TIE_BREAKS})
    for _ in range(2 * (teams - 1)):
        state = pair(state, anyway=True)
    return state


Row = tuple[int, int, int, int, int, int, int, int]


def by_spreadsheet(state: TournamentState, worth: tuple[int, int, int]) -> dict[int, Row]:
    """Played, won, level, lost, for, against, difference and points of each team, added up from the results alone."""
    rows: dict[int, list[int]] = defaultdict(lambda: [0] * 8)
    for match in state.matches.values():
        given = match.given
        if given is None or (not given.signed and not given.forfeits):
            continue
        scores = list(given.scores)
        if given.forfeits:
            scores = [0 if team in given.forfeits else 100 for team in match.teams]
        for team, own, other in zip(match.teams, scores, scores[::-1], strict=True):
            lost = own < other or len(given.forfeits) == 2
            came = 3 if lost else 2 if own == other else 1
            row = rows[team]
            row[0], row[came] = row[0] + 1, row[came] + 1
            row[4], row[5], row[6] = row[4] + own, row[5] + other, row[6] + own - other
            row[7] += worth[came - 1]
    return {team: tuple(row) for team, row in rows.items()}  # type: ignore[misc]


def table(state: TournamentState) -> dict[int, Row]:
    """The same as the league's table has it, in its order."""
    found: dict[int, Row] = {}
    for place in standings(state, 1):
        own = place.record
        count = own.wins + own.level + own.losses
        figures = (int(own.points), int(own.against), int(own.difference), own.league_points)
        found[place.team] = (count, own.wins, own.level, own.losses, *figures)
    return found


@each_case(("points", "worth"), [("2-1-0", (2, 1, 0)), ("3-1-0", (3, 1, 0))])
def test_table_is_what_a_spreadsheet_adds_up(points: str, worth: tuple[int, int, int]) -> None:
    state, lots = league(6, points), Random(4)
    for match in state.matches.values():
        if lots.random() < 0.1:
            continue
        if lots.random() < 0.1:
            away = list(match.teams) if lots.random() < 0.3 else [lots.choice(match.teams)]
            state = record(state, "result", match=match.id, forfeit=away)
            continue
        first, second = (lots.randrange(0, 40) * 10 for _ in range(2))
        scores = [first, first if lots.random() < 0.2 else second]
        state = record(state, "result", match=match.id, scores=scores, signed=True)
    found = table(state)
    assert found == by_spreadsheet(state, worth)
    assert list(found) == sorted(found, key=lambda team: (-found[team][7], -found[team][6], -found[team][4]))


@each_case(("points", "order"), [("2-1-0", [3, 4, 1, 2]), ("3-1-0", [3, 1, 4, 2])])
def test_a_win_is_worth_more_than_two_level_matches_where_that_is_set(points: str, order: list[int]) -> None:
    state = league(4, points)
    given = {frozenset((1, 2)): {1: 400, 2: 399}, frozenset((1, 3)): {1: 0, 3: 400}}
    given |= {frozenset((4, other)): {4: 200, other: 200} for other in (2, 3)}
    for match in state.matches.values():
        if scores := given.pop(frozenset(match.teams), None):
            placed = [scores[team] for team in match.teams]
            state = record(state, "result", match=match.id, scores=placed, signed=True)
    assert list(table(state)) == order


@each_case(("walkover", "figures"), [(100, (100, 0, 100)), (0, (0, 0, 0)), (500, (500, 0, 500))])
def test_walkover_counts_by_its_rule(walkover: int, figures: tuple[int, int, int]) -> None:
    state = league(4, walkover=walkover)
    match = state.matches[1]
    state = record(state, "result", match=1, forfeit=[match.teams[1]])
    points, against, difference = figures
    found = table(state)
    assert found[match.teams[0]] == (1, 1, 0, 0, points, against, difference, 2)
    assert found[match.teams[1]] == (1, 0, 0, 1, against, points, -difference, 0)


def test_fixtures_without_league_points_rank_as_before() -> None:
    state = league(4, points="none")
    match = state.matches[1]
    state = record(state, "result", match=1, scores=[300, 240], signed=True)
    first = standings(state, 1)[0]
    assert (first.team, first.record.league_points) == (match.teams[0], 0)
    assert first.record.difference == 60


def test_bonus_wins_are_worth_as_much_as_others() -> None:
    state = record(league(4, "3-1-0"), "adjust", team=2, wins=-1, reason="Nobody came to the meeting")
    assert {team: row[7] for team, row in table(state).items()} == {1: 0, 2: -3, 3: 0, 4: 0}


def test_exports_have_the_league_in_columns_of_their_own() -> None:
    for points, last in (("3-1-0", ["240", "3"]), ("none", ["", ""])):
        state = league(4, points)
        state = record(state, "result", match=1, scores=[300, 240], signed=True)
        names = {team.id: team.name for team in state.teams.values()}
        heads, first, *_others = csv.reader("".join(standings_csv(state, names)).splitlines())
        assert heads[-2:] == ["against", "league points"]
        assert first[-2:] == last


@pytest.fixture
def held(app: Flask) -> Directed:
    """A league of two teams as a program sets it up; the first round is played."""
    held = Directed(app, {"format": "fixtures", "rules": "partnership", "settings": {"league_points": "3-1-0"}})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"))
    return held


def test_program_reads_league_points(held: Directed) -> None:
    listed = {"list": "round,team,team,score,score\n1,Ann & Abe,Bea & Ben,300,240", "signed": True}
    held.call("POST", "/fixtures", listed, 200)
    places = held.standings()
    found = [(place["team"], place["league_points"], place["points"], place["against"]) for place in places]
    assert found == [(1, 3, 300, 240), (2, 0, 240, 300)]
    assert places[1]["decided_by"] == "league-points"


# All of its rounds


PAIRS = ("Ann & Abe", "Bea & Ben", "Cal & Cleo", "Dan & Dot")
HEADS = "round,date,time,place,team,team,score,score"


def season(results: int = 0) -> list[str]:
    """Four teams, each two of which meet twice on Saturdays from 5 September 2026; the first matches have results."""
    lines = [HEADS]
    for number, fixture in enumerate(meetings(4)):
        day = date(2026, 9, 5) + timedelta(weeks=fixture["round"] - 1)
        one, other = (PAIRS[team - 1] for team in fixture["teams"])
        scores = f"{500 - number},{200 + number}" if number < results else ","
        lines.append(f"{fixture['round']},{day.isoformat()},19:30,The Anchor,{one},{other},{scores}")
    return lines


def bring(hall: Hall, lines: list[str]) -> Page:
    """Paste a list on the page of the fixtures, look at it, and save it."""
    hall.director.open(hall.at("fixtures"))
    page = hall.director.submit(hall.director.page.form_with("text"), None, 200, text="\n".join(lines))
    return hall.director.submit(page.form_with("text"), None, 200, sure="yes", signed="yes")


@pytest.fixture
def club(hall: Hall) -> Hall:
    """A league that was set up and whose fixtures were brought; nothing is played."""

    def begin() -> str:
        hall.set_up((), format="fixtures", playoff="0")
        bring(hall, season())
        return hall.id

    hall.id = hall.director.step("league", begin)
    return hall


def test_set_up_of_a_league_lands_on_its_fixtures(hall: Hall) -> None:
    hall.director.open("/tournaments/new")
    form = hall.director.page.form_with("format")
    assert "Bring the fixtures" in hall.director.submit(form, None, 200, again="1", format="fixtures").text
    page = hall.director.submit(form, None, 200, name="League", format="fixtures", playoff="0", league_points="3-1-0")
    assert page.url.endswith("/fixtures")
    hall.id = page.url.split("/")[2]
    state = hall.state
    assert (state.stages[0].league_points, state.stages[0].minutes) == ((3, 1, 0), None)
    assert state.settings.tie_breaks[0] == "difference"


def test_fixtures_that_are_taken_are_all_published_and_everybody_is_there(club: Hall) -> None:
    state = club.state
    assert [(found.number, found.published, len(found.matches)) for found in state.rounds] == [
        (number, True, 2) for number in range(1, 7)
    ]
    assert all(team.plays for team in state.teams.values())
    assert not any(match.pairing.table for match in state.matches.values())


def test_a_result_may_come_for_any_match_from_the_desk_or_a_list(club: Hall) -> None:
    club.paper(club.state.matches[11], 500, 320)
    lines = season()
    lines[8] = lines[8].removesuffix(",") + "500,410"
    bring(club, [lines[0], lines[8].replace(",,500", ",500")])
    state = club.state
    assert [match.id for match in state.matches.values() if state.is_over(match)] == [8, 11]


def test_a_later_list_brings_more_matches_to_rounds_that_are_there(club: Hall) -> None:
    more = [HEADS, "1,2026-09-06,,,Eve & Ed,Fay & Flo,,", "7,2026-10-24,,,Eve & Ed,Fay & Flo,,"]
    bring(club, more)
    state = club.state
    assert [len(found.matches) for found in state.rounds] == [3, 2, 2, 2, 2, 2, 1]
    assert [found.number for found in state.rounds] == [*range(1, 8)]
    club.director.open(club.at("fixtures"))
    club.director.tap("Take it out again")
    assert [len(found.matches) for found in club.state.rounds] == [2] * 6


def test_the_first_list_is_taken_out_whole(club: Hall) -> None:
    club.director.open(club.at("fixtures"))
    club.director.tap("Take it out again")
    state = club.state
    assert (state.teams, state.rounds, state.stages[0].fixtures) == ({}, (), ())


def test_a_player_keeps_the_score_of_the_next_match_or_of_any_other(club: Hall) -> None:
    first, *_others, last = (match for match in club.state.matches.values() if 1 in match.teams)
    phone = club.phone_of("Ann")
    page = phone.open(club.at("my-match"))
    assert "Sat, 5 Sep" in page.text or "Saturday, 5 September 2026" in page.text
    assert "Table" not in page.text
    phone.open(club.at(f"my-match?match={last.id}"))
    game = phone.tap("Keep score on this phone").url
    assert game.startswith("/games/")
    state = club.state
    assert (state.matches[first.id].game, state.matches[last.id].game) == (None, game.split("/")[2])
    mate = club.phone_of("Abe")
    assert "keeps score" in mate.open(club.at(f"my-match?match={last.id}")).text


def test_only_an_own_match_is_asked_for(club: Hall) -> None:
    phone = club.phone_of("Ann")
    other = next(match for match in club.state.matches.values() if 1 not in match.teams)
    phone.open(club.at(f"my-match?match={other.id}"))
    phone.tap("Keep score on this phone")
    assert club.state.matches[other.id].game is None


def test_no_room_is_left_for_rounds_that_wait_for_one_another(club: Hall) -> None:
    club.paper(club.state.matches[12], 500, 100)
    assert club.state.protests_open(club.state.matches[1])
    text = club.director.open(club.at("standings")).text
    assert "1 of 12 matches played" in text


def test_fixtures_become_a_league_in_the_settings(hall: Hall) -> None:
    hall.set_up((), format="fixtures", playoff="0", league_points="none")
    bring(hall, season())
    assert not hall.state.rounds
    hall.director.open(hall.at("settings"))
    form = hall.director.page.form_with("stage-1-set_league_points")
    hall.director.submit(form, None, **{"stage-1-set_league_points": "2-1-0"})
    assert len(hall.state.rounds) == 6
    assert all(team.plays for team in hall.state.teams.values())


def test_fixtures_of_a_league_cannot_go_once_they_are_published(club: Hall) -> None:
    with refused_with("round-paired-already"):
        parts = setup_json(club.state.name, club.state.stages, club.state.settings)
        parts["stages"][0]["fixtures"] = parts["stages"][0]["fixtures"][1:]
        record(club.state, "settings", **parts)


def test_a_team_that_left_forfeits_what_it_did_not_play_until_it_comes_back() -> None:
    state = record(league(4), "result", match=1, scores=[500, 300], signed=True)
    one, other = state.matches[1].teams
    gone = record(state, "team-status", teams=[other], status="dropped")
    lost = [match for match in gone.matches.values() if other in match.teams and gone.is_over(match)]
    assert len(lost) == 6
    assert table(gone)[one][:4] == (2, 2, 0, 0)
    back = record(gone, "team-status", teams=[other], status="arrived")
    assert [match.id for match in back.matches.values() if back.is_over(match)] == [1]
    struck = record(state, "team-status", teams=[other], status="out", played="nothing")
    assert table(struck)[one][0] == 0


def test_a_playoff_follows_once_the_league_is_played() -> None:
    state = enter(tournament([stage("fixtures"), stage("single-elimination")]), 4)
    parts = stage("fixtures", fixtures=meetings(4), settings={"league_points": "2-1-0"}, advance=2)
    state = record(state, "settings", name="League", stages=[parts, stage("single-elimination")])
    for _ in range(6):
        state = pair(state)
    with refused_with("matches-still-played"):
        pair(state)
    for match in state.matches.values():
        first = match.teams[0] < match.teams[1]
        state = record(state, "result", match=match.id, scores=[500, 400] if first else [400, 500], signed=True)
    state = pair(state)
    assert (state.stage, [match.teams for match in state.matches.values() if match.stage == 2]) == (2, [(1, 2)])


# The desk


def desk_on(hall: Hall, monkeypatch: pytest.MonkeyPatch, day: str) -> Page:
    """The desk on a day."""
    monkeypatch.setattr(desk, "utc_now", lambda: datetime.fromisoformat(f"{day}T12:00:00+00:00"))
    return hall.director.open(hall.at("desk"))


def part(page: Page, key: str) -> list[str]:
    """The teams of each match in a part of the desk."""
    found = re.search(rf'<section id="{key}">.*?</section>', page.html, re.DOTALL)
    rows = re.findall(r"<li .*?</li>", found[0], re.DOTALL) if found else []
    return [" – ".join(re.findall(r"<bdi>(.*?)</bdi>", row)).replace("&amp;", "&") for row in rows]


def test_desk_of_a_league_has_days_instead_of_a_room(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    page = desk_on(club, monkeypatch, "2026-09-03")
    assert "0 of 12 matches played" in page.text
    assert part(page, "week") == ["Ann & Abe – Dan & Dot", "Bea & Ben – Cal & Cleo"]
    for words in (
        "Call last hand",
        "Pair round",
        "Pair anyway",
        "Message to everybody",
        "Wall",
        "Results by the stack",
    ):
        assert words not in page.text, words
    assert 'role="timer"' not in page.html
    teams = club.director.open(club.at("teams"))
    for words in ("All are here", "Missing", "of 4 teams here", "Pair round"):
        assert words not in teams.text, words


ROOM = (
    *("Buys back", "The director is coming", "Message to this table", "Phones and card", "other table", "I’m here"),
    *("not arrived", "No-show of", "All here", "Missing", "Call the director", "Table 1", "Wall", "wave", "clock"),
    *("Tables", "enough tables", "late team", "At time", "Seeds", "A bye", "shows up here"),
)
"""What is said where a tournament is played in one room."""


def test_no_page_of_a_league_speaks_of_a_room(club: Hall) -> None:
    club.enter(("Eve & Ed",))
    ann, pages = club.phone_of("Ann"), list[Page]()
    of_director = ("desk", "desk/matches/1", "teams", "teams/1", "teams/5", "settings", "print", "standings", "tables")
    for address in of_director:
        pages.append(club.director.open(club.at(address)))
    club.director.open(club.at("teams/1"))
    pages.append(club.director.tap("Drops out"))
    pages += [ann.open(club.at(address)) for address in ("my-match", "standings/1", "tables", "standings")]
    pages.append(club.phone_of("Eve").open(club.at("my-match")))
    for page in pages:
        text = page.text.replace("Your matches show up here", "")
        assert not [words for words in ROOM if words.casefold() in text.casefold()], page.url


def test_pad_of_a_league_calls_no_director(club: Hall) -> None:
    pad = club.keeper("Bea").page
    assert "/games/" in pad.url
    assert "/call" not in pad.html


def test_settings_of_a_league_keep_what_they_do_not_show(club: Hall) -> None:
    club.set(must_pay=True, tables=7, starts_after=3, late="zero", bye_points=77)
    club.director.open(club.at("settings"))
    form = club.director.page.form_with("confirm_minutes")
    assert not {"tables", "starts_after", "late", "bye_points", "no_show_minutes", "stage-1-minutes"} & set(form.fields)
    club.director.submit(form, None, 200, confirm_minutes="60")
    found = club.state.settings
    assert (found.must_pay, found.tables, found.starts_after, found.bye_points) == (True, 7, 3, 77)
    assert (found.late, found.confirm_minutes) == ("zero", 60)


def test_desk_lists_what_is_overdue_and_what_comes_next(club: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    club.paper(club.state.matches[1], 500, 320)
    page = desk_on(club, monkeypatch, "2026-09-06")
    assert part(page, "overdue") == ["Bea & Ben – Cal & Cleo"]
    assert part(page, "week") == ["Ann & Abe – Cal & Cleo", "Dan & Dot – Bea & Ben"]
    bring(club, [HEADS, "1,,,,Bea & Ben,Cal & Cleo,P,"])
    page = desk_on(club, monkeypatch, "2026-09-06")
    assert (part(page, "overdue"), part(page, "postponed")) == ([], ["Bea & Ben – Cal & Cleo"])
    following = part(desk_on(club, monkeypatch, "2026-08-01"), "week")
    assert following == ["Ann & Abe – Cal & Cleo", "Dan & Dot – Bea & Ben"]


def test_desk_says_what_needs_somebody(club: Hall) -> None:
    first, second, *_others = club.state.matches.values()
    club.paper(first, 500, 320, signed=False)
    page = club.director.open(club.at("desk"))
    assert "To confirm" in page.text
    club.director.tap("Confirm")
    assert club.state.is_over(club.state.matches[first.id])
    keeper = club.keeper("Bea")
    page = club.director.open(club.at("desk"))
    assert "No hand for" not in page.text
    assert keeper.page.url.startswith("/games/")
    assert second.id in club.state.matches


def test_league_ends_with_its_podium(club: Hall) -> None:
    for match in club.state.matches.values():
        club.paper(match, 500, 300)
    club.director.open(club.at("desk"))
    club.director.tap("Podium")
    assert club.state.ended


def test_desk_of_a_league_without_fixtures_asks_for_them(hall: Hall) -> None:
    hall.set_up((), format="fixtures", playoff="0")
    hall.director.open(hall.at("desk"))
    assert hall.director.tap("Bring the fixtures").url.endswith("/fixtures")


# Another day


def test_a_match_gets_another_day_and_is_postponed_by_hand(club: Hall) -> None:
    keeper = club.director
    page = keeper.open(club.at("desk/matches/3"))
    form = next(form for form in page.forms if form.action.endswith("/day") and "postponed" not in form.fields)
    page = keeper.submit(form, None, 200, date="2026-09-16", time="20:15", place="The Bell")
    assert "Wednesday, 16 September 2026 · 20:15 · The Bell" in page.text
    match = club.state.matches[3]
    given = club.state.fixture(match)
    assert given is not None
    assert (given.date, given.time, given.place) == ("2026-09-16", "20:15", "The Bell")
    names = " – ".join(club.names(match))
    assert f"Undo: {names} on another day" in keeper.open(club.at("desk")).text
    keeper.open(club.at("desk/matches/3"))
    assert "Postponed" in keeper.tap("Postpone until somebody says").text
    assert part(keeper.open(club.at("desk")), "postponed") == [names]
    club.undo()
    given = club.state.fixture(club.state.matches[3])
    assert given is not None
    assert (given.date, given.postponed) == ("2026-09-16", False)


def test_a_refused_day_stays_typed(club: Hall) -> None:
    keeper = club.director
    page = keeper.open(club.at("desk/matches/3"))
    form = next(form for form in page.forms if form.action.endswith("/day") and "postponed" not in form.fields)
    page = keeper.submit(form, None, 422, date="2026-02-30", time="20:15", place="The Bell")
    form = next(form for form in page.forms if form.action.endswith("/day") and "postponed" not in form.fields)
    assert [form.fields[part] for part in ("date", "time", "place")] == ["2026-02-30", "20:15", "The Bell"]
    assert '<details id="day" class="fold says" open' in page.html
    page = keeper.submit(form, None, 200, date="2026-03-02")
    assert "Monday, 2 March 2026 · 20:15 · The Bell" in page.text


def test_players_read_the_other_day(club: Hall) -> None:
    with club.app.app_context():
        move(club.id, 1, date="2026-10-30", place="The Bell")
    phone = club.phone_of("Ann")
    assert "The Bell" not in phone.open(club.at("my-match")).text.split("Your other matches", maxsplit=1)[0]
    assert "Friday, 30 October 2026 · The Bell" in phone.open(club.at("my-match?match=1")).text
    assert "Fri 30 Oct · The Bell" in phone.open(club.at("standings/1")).text.replace(",", "")
    with club.app.app_context():
        move(club.id, 1, date="2026-10-30", postponed=True)
    assert "Postponed" in phone.open(club.at("standings/1")).text


def test_what_a_list_brought_is_told_from_a_day_that_changed_by_hand(club: Hall) -> None:
    with club.app.app_context():
        move(club.id, 1, date="2026-10-30")
    bring(club, [HEADS, "7,2026-10-24,,,Ann & Abe,Bea & Ben,,"])
    assert "1 match" in club.director.open(club.at("fixtures")).text.split("What the last list brought")[1]
    club.director.tap("Take it out again")
    given = club.state.fixture(club.state.matches[1])
    assert given is not None
    assert (given.date, len(club.state.rounds)) == ("2026-10-30", 6)


def move(tournament: str, match: int, **parts: object) -> None:
    """Another day, by a service."""
    recording.record(tournament, "move", {"match": match, **parts}, author=Author("Dora", directs=True))


@each_case(
    ("parts", "code"),
    [
        ({"match": 1, "date": "2026-13-01"}, "wrong-kind"),
        ({"match": 1, "time": "25:00"}, "wrong-kind"),
        ({"match": 99, "date": "2026-02-03"}, "no-such-match"),
    ],
)
def test_a_day_that_cannot_be_is_refused(parts: dict[str, Any], code: str) -> None:
    state = league(4)
    with refused_with(code):
        record(state, "move", **parts)


def test_program_brings_no_day_that_no_month_has(held: Directed) -> None:
    held.call("POST", "/fixtures", {"list": "round,date,team,team\n1,2026-09-05,Ann & Abe,Bea & Ben"}, 200)
    assert held.refused("POST", "/entries", {"kind": "move", "match": 1, "date": "2026-02-30"}) == "wrong-kind"
    fixtures = held.now["stages"][0]["fixtures"]
    with pytest.raises(AssertionError, match="2026-02-30"):
        held.change({"fixtures": [*fixtures, {"round": 2, "teams": [2, 1], "date": "2026-02-30"}]})


def test_day_of_an_older_log_that_no_month_has_is_read_and_shown_nowhere() -> None:
    parts = stage("fixtures", fixtures=[{"round": 1, "teams": [1, 2], "date": "2026-02-30"}])
    state = record(enter(tournament([stage("fixtures")]), 2), "settings", name="League", stages=[parts])
    (given,) = state.stages[0].fixtures
    assert (given.date, short_when(given)) == ("2026-02-30", "")


def test_a_match_of_no_list_has_no_day() -> None:
    state = pair(enter(tournament([stage("swiss", rounds=2)]), 4))
    with refused_with("match-without-day"):
        record(state, "move", match=1, date="2026-02-03")


def test_program_postpones_a_match(held: Directed) -> None:
    held.call("POST", "/fixtures", {"list": "round,date,team,team\n1,2026-09-05,Ann & Abe,Bea & Ben"}, 200)
    held.write("move", match=1, date="2026-09-12", time="19:30")
    assert (held.match(1)["date"], held.match(1)["postponed"]) == ("2026-09-12", False)
    held.write("move", match=1, date="2026-09-12", postponed=True)
    assert held.match(1)["postponed"] is True


# Teams that leave


def test_what_a_team_that_left_played_counts_or_not_as_its_page_says(club: Hall) -> None:
    first = next(iter(club.state.matches.values()))
    club.paper(first, 500, 300)
    one, other = first.teams
    club.director.open(club.at(f"teams/{other}"))
    club.director.tap("Drops out")
    assert table(club.state)[one][:2] == (2, 2)
    assert "left: what it played counts" in club.director.open(club.at("standings")).text
    assert club.names(first)[1] not in part(club.director.open(club.at("desk")), "overdue")
    club.director.open(club.at(f"teams/{other}"))
    club.director.tap("Let it count nothing")
    assert table(club.state)[one][:2] == (0, 0)
    club.director.open(club.at(f"teams/{other}"))
    club.director.tap("Comes back")
    assert table(club.state)[one][:2] == (1, 1)


# The score from the phones of its players


def type_score(phone: Phone, first: str, second: str) -> Page:
    """A player types both totals on the page of the own match."""
    return phone.submit(phone.page.form_with("first"), None, 200, first=first, second=second)


def test_one_side_types_the_score_and_the_other_one_confirms_it(club: Hall) -> None:
    first = club.state.matches[1]
    ann, dan = club.phone_of("Ann"), club.phone_of("Dan")
    page = type_score(ann, "500", "-20")
    assert "The other side confirms it" in page.text
    assert club.state.match_status(club.state.matches[1]) == "to-confirm"
    assert "To confirm" in club.director.open(club.at("desk")).text
    assert "That’s right" not in [button.label for button in page.buttons]
    page = dan.open(club.at("my-match"))
    assert "500 : −20" in page.text
    assert "The result counts." in dan.tap("That’s right").text
    state = club.state
    assert state.is_over(state.matches[1])
    assert table(state)[first.teams[0]][:2] == (1, 1)


def test_the_same_score_of_the_other_side_confirms_it_and_another_one_is_for_the_desk(club: Hall) -> None:
    type_score(club.phone_of("Ann"), "500", "320")
    type_score(club.phone_of("Dan"), "500", "320")
    assert club.state.is_over(club.state.matches[1])
    bea, cal = club.phone_of("Bea"), club.phone_of("Cal")
    type_score(bea, "500", "210")
    page = type_score(cal, "480", "510")
    state = club.state
    assert not state.is_over(state.matches[2])
    assert len(state.matches[2].open_reports) == 1
    for shown in (page, bea.open(club.at("my-match"))):  # both sides see both scores, and who decides
        assert "500 : 210 · from a player’s phone · Bea 480 : 510 · from a player’s phone · Cal" in shown.text
        assert "Two scores: the desk decides." in shown.text
        assert "The other side confirms it" not in shown.text
    assert "Two scores. Choose one 500 : 210 Bea · 480 : 510 Cal" in club.director.open(club.at("desk")).text
    club.director.open(club.at("desk/matches/2"))
    assert not club.director.can_tap("Confirm the result")


def test_a_side_corrects_what_it_typed(club: Hall) -> None:
    ann = club.phone_of("Ann")
    type_score(ann, "500", "310")
    type_score(ann, "500", "320")
    match = club.state.matches[1]
    assert match.given is not None
    assert (match.given.scores, match.open_reports) == ((500, 320), ())
    page = ann.submit(ann.page.form_with("first"), None, 422, first="500", second="x")
    assert "whole numbers" in page.text
    assert (page.form_with("first").fields["first"], page.form_with("first").fields["second"]) == ("500", "x")


def test_a_score_of_two_phones_is_taken_out_and_typed_again(club: Hall) -> None:
    ann, dan = club.phone_of("Ann"), club.phone_of("Dan")
    type_score(ann, "500", "310")
    dan.open(club.at("my-match"))
    dan.tap("That’s right")
    club.director.open(club.at("desk/matches/1"))
    club.director.tap("Take the result out")
    assert "The match is open again." in club.director.page.text
    assert "The result is taken out." in club.director.tap("Take it out").text
    match = club.state.matches[1]
    assert (match.given, match.confirmed, club.state.is_over(match)) == (None, None, False)
    assert table(club.state)[match.teams[0]][:2] == (0, 0)
    ann.open(club.at("my-match?match=1"))
    type_score(ann, "500", "320")
    assert club.state.match_status(club.state.matches[1]) == "to-confirm"
    assert "That’s right" in [button.label for button in dan.open(club.at("my-match?match=1")).buttons]


def test_only_players_of_a_match_type_its_score(club: Hall) -> None:
    phone = club.phone_of("Bea")
    phone.submit(phone.page.form_with("first"), None, 422, match="1", first="500", second="100")
    assert club.state.matches[1].given is None
    asks = club.claims("Cleo")
    assert not any("first" in form.fields for form in asks.page.forms)


def test_score_that_a_phone_keeps_is_not_typed(club: Hall) -> None:
    phone = club.phone_of("Ann")
    form = phone.page.form_with("first")
    club.keeper("Dan")
    save_hand(club)
    assert "This phone has no match here now" in phone.submit(form, None, 422, first="500", second="100").text
    assert not any("first" in form.fields for form in phone.open(club.at("my-match")).forms)
