"""A league's season as its people live it, over HTTP: a spreadsheet, three weeks by phones, and what goes wrong.

The table is compared with one that is added up here from what was typed, and the calendar is read by another program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from html import unescape
from io import BytesIO

from icalendar import Calendar

from scorekeeper.rooms.tournaments.domain.log.state import Match
from scorekeeper.services.recording import Author, record as record_in_game
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.rooms.tournaments.test_fixtures import workbook
from tests.rooms.tournaments.test_league import meetings
from tests.web.browsing import Form, Page

TEN_TEAMS = (*EIGHT, "Ike & Ivy", "Jo & Jim")
FIRST = date(2026, 9, 5)
PLAYED = 3
"""Rounds that the spreadsheet has results of."""
WEEKS = 3
"""Rounds that are played by phones then."""
Scores = dict[tuple[str, str], tuple[int, int]]
"""What was typed of each meeting, by the teams at home and away."""


class Season:
    """A hall, and what is known of its league without asking it: the fixtures, and the scores that were typed."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.scores: Scores = {}
        self.days: dict[tuple[str, str], date] = {}
        self.rounds: dict[tuple[str, str], int] = {}
        for number, fixture in enumerate(meetings(len(TEN_TEAMS))):
            one, other = (TEN_TEAMS[team - 1] for team in fixture["teams"])
            self.rounds[one, other] = fixture["round"]
            self.days[one, other] = FIRST + timedelta(weeks=fixture["round"] - 1, days=number % 3)
            if fixture["round"] <= PLAYED:
                self.scores[one, other] = ((500, 300, 410, 320)[number % 4], (350 + number, 500, 410, 505)[number % 4])

    def match(self, one: str, other: str) -> Match:
        state = self.hall.state
        names = {team.name: team.id for team in state.teams.values()}
        own = (names[one], names[other])
        return next(match for match in state.matches.values() if match.teams == own)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """The spreadsheet."""
        yield "Round", "Date", "Time", "Venue", "Home", "Away", "Home Score", "Away Score"
        for (one, other), day in self.days.items():
            scores = self.scores.get((one, other), (None, None))
            yield self.rounds[one, other], day, time(19, 30), "The Anchor", one, other, *scores

    def table(self, left: str) -> list[list[object]]:
        """Place, team, played, won, level, lost, for, against, difference and points, as a spreadsheet adds them up.

        Whoever `left` forfeits what it did not play: 100 points to none.
        """
        counted = dict(self.scores)
        counted |= {
            meeting: (0, 100) if meeting[0] == left else (100, 0)
            for meeting in self.rounds
            if left in meeting and meeting not in counted
        }
        sums = {team: [0] * 6 for team in TEN_TEAMS}
        for (one, other), (own, theirs) in counted.items():
            for team, points, against in ((one, own, theirs), (other, theirs, own)):
                result = 1 if points > against else 2 if points == against else 3
                for place, more in ((0, 1), (result, 1), (4, points), (5, against)):
                    sums[team][place] += more
        order = sorted(sums, key=lambda team: (-points_of(sums[team]), sums[team][5] - sums[team][4], -sums[team][4]))
        return [[n, team, *row_of(sums[team])] for n, team in enumerate(order, 1)]


def points_of(sums: list[int]) -> int:
    return 2 * sums[1] + sums[2]


def row_of(sums: list[int]) -> list[object]:
    return [*sums, sums[4] - sums[5], points_of(sums)]


def shown_table(page: Page) -> list[list[object]]:
    """The rows of the standings as they stand on the page."""
    found = []
    for row in re.findall(r"<tr[^>]*>(<td class=\"num rank-cell.*?)</tr>", page.html, re.DOTALL):
        name = re.search(r"<bdi[^>]*>(.*?)</bdi>", row)
        assert name
        cells = [re.sub(r"<.*?>|,|\+", "", cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        figures = [int(cell.replace("−", "-")) for cell in cells]
        found.append([figures[0], unescape(name[1]), *figures[1:]])
    return found


def day_form(page: Page) -> Form:
    return next(form for form in page.forms if form.action.endswith("/day") and "postponed" not in form.fields)


def bring_workbook(season: Season) -> None:
    """The page of the fixtures takes the file, shows what it read, and saves it."""
    hall = season.hall
    director = hall.director
    fields = dict(director.open(hall.at("fixtures")).form_with("text").fields.items())
    sent = fields | {"file": (BytesIO(workbook(*season.rows())), "season.xlsx")}
    answer = director.client.post(hall.at("fixtures"), data=sent, content_type="multipart/form-data")
    director.page = Page(answer.status_code, hall.at("fixtures"), answer.text)
    assert "90 new matches 15 results" in director.page.text
    director.submit(director.page.form_with("text"), None, 200, sure="yes", signed="yes")


def play_on_phones(season: Season, one: str, other: str, scores: tuple[int, int]) -> None:
    """One side types the score on its phone, and the other one confirms it."""
    hall, match = season.hall, season.match(one, other)
    home, away = (hall.phone_of(team.split(" & ", maxsplit=1)[0]) for team in (one, other))
    address = hall.at(f"my-match?match={match.id}")
    page = home.open(address)
    home.submit(page.form_with("first"), None, 200, first=str(scores[0]), second=str(scores[1]))
    away.open(address)
    assert "The result counts." in away.tap("That’s right").text
    season.scores[one, other] = scores


def play_on_a_pad(season: Season, one: str, other: str) -> None:
    """A phone keeps the score hand by hand, and both sides sign: 330 to 60."""
    hall, match = season.hall, season.match(one, other)
    phone = hall.phone_of(one.split(" & ", maxsplit=1)[0])
    phone.open(hall.at(f"my-match?match={match.id}"))
    game = phone.tap("Keep score on this phone").url.split("/")[2]
    with hall.app.app_context():
        for hand in (1, 2, 3):
            body = {"hand": hand, "bids": [["6", "5"], ["1", "1"]], "took": [11, 2]}
            record_in_game(game, "hand", body, author=Author("Ann"))
        for side in (0, 1):
            record_in_game(game, "sign", {"side": side, "verdict": "agreed"}, author=Author("Ann"))
    season.scores[one, other] = (330, 60)


def test_a_season_from_its_spreadsheet_to_its_table(hall: Hall) -> None:
    director, season = hall.director, Season(hall)
    director.open("/tournaments/new")
    set_up = {"name": "Harbour League", "format": "fixtures", "playoff": "0", "league_points": "2-1-0"}
    hall.id = director.submit(director.page.form_with("format"), None, 200, **set_up).url.split("/")[2]
    bring_workbook(season)
    assert f"{len(season.scores)} of 90 matches played" in director.open(hall.at("desk")).text
    leaver = TEN_TEAMS[8]

    # Three weeks by phones, but for one match that is postponed and one that is forfeited
    weeks = [meeting for meeting, number in season.rounds.items() if PLAYED < number <= PLAYED + WEEKS]
    assert len(weeks) == 15
    postponed, forfeited, on_a_pad, corrected, *others = [meeting for meeting in weeks if leaver not in meeting]
    play_on_a_pad(season, *on_a_pad)
    for number, meeting in enumerate([corrected, *others]):
        scores = ((500, 320), (-60, 505), (440, 440))[number % 3]
        play_on_phones(season, *meeting, scores)
    director.open(hall.at(f"desk/matches/{season.match(*postponed).id}"))
    assert "Postponed" in director.tap("Postpone until somebody says").text
    director.open(hall.at(f"desk/matches/{season.match(*forfeited).id}"))
    assert "100" in director.tap(forfeited[1]).text  # what it counts is said first
    director.tap("Record the forfeit")
    season.scores[forfeited] = (100, 0)

    # One is corrected on its page, which shows what is there
    page = director.open(hall.at(f"desk/matches/{season.match(*corrected).id}"))
    assert "500" in page.text
    assert "320" in page.text
    director.submit(page.form_with("first"), None, 200, first="500", second="420", signed="yes")
    season.scores[corrected] = (500, 420)

    # A team leaves: what it played counts, and what it did not play is forfeited
    director.open(hall.at(f"teams/{hall.team(leaver)}"))
    director.tap("Drops out")

    page = director.open(hall.at("standings"))
    assert shown_table(page) == season.table(leaver)
    assert f"{leaver} left: what it played counts, the rest is forfeited." in page.text
    assert page.html.count("<sup>f</sup>") == 2  # of those whose match was forfeited; who left is said once
    standings = director.client.get(hall.at("standings.csv")).text.splitlines()
    assert len(standings) == len(TEN_TEAMS) + 1

    # The calendar of a team, as another program reads it
    team = postponed[0]
    file = Calendar.from_ical(director.client.get(hall.at(f"standings/{hall.team(team)}/matches.ics")).data)
    read = {str(event["SUMMARY"]): event for event in file.events}
    own = {meeting: day for meeting, day in season.days.items() if team in meeting}
    assert len(own) == len(file.events) == 18
    for meeting, day in own.items():
        words = " – ".join(meeting)
        event = read[f"Postponed: {words}" if meeting == postponed else words]
        assert event.start == datetime.combine(day, time(19, 30))
        assert (event.status == "CANCELLED") == (meeting == postponed)
        if meeting in season.scores and meeting != forfeited:
            assert "{} : {}".format(*season.scores[meeting]) in str(event["DESCRIPTION"])

    # The postponed match finds its day
    page = director.open(hall.at(f"desk/matches/{season.match(*postponed).id}"))
    director.submit(day_form(page), None, 200, date="2026-11-20", time="20:00", place="The Bell")
    assert "Friday, 20 November 2026 · 20:00 · The Bell" in director.page.text
