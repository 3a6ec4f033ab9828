"""A season is closed: its champion and table stay as they were shown, what changes later is listed, and it reopens."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.core.sheet import read_sheet
from scorekeeper.rooms.club.services.copies import exported_seasons
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.exporting import zip_of_instance
from scorekeeper.services.importing import import_file
from scorekeeper.services.recording import Author
from scorekeeper.services.starting import start_game
from scorekeeper.storage.players import set_unranked
from tests.hand_notation import Hand
from tests.midday import midday_zone
from tests.rooms.club.pages.test_players_pages import BIG, begin_earlier, leaders
from tests.rooms.club.pages.test_seasons import start_season
from tests.web.browsing import Phone
from tests.web.record import between, table_with

LONG_AGO = timedelta(days=14)


@pytest.fixture(autouse=True)
def at_midday(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", midday_zone())


def over(app: Flask, phone: Phone, *games: Hand) -> tuple[str, list[str], str]:
    """A table with these games of a season that is over: its address, theirs, and the season's."""
    table, urls = table_with(app, phone, *games)
    for url in urls:
        begin_earlier(app, url, LONG_AGO)
    return table, urls, start_season(phone, table, -20, -10)


def close(phone: Phone, season: str, status: int = 200, **more: str) -> None:
    phone.open(season)
    phone.open(next(link.url for link in phone.page.links if link.label == "Close this season"))
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/close")), None, status, **more)


def leave_out(phone: Phone, game: str, reason: str = "practice") -> None:
    phone.open(f"{game}/counted")
    phone.submit(phone.page.form_with("reason"), reason=reason)


def reopen(phone: Phone, season: str) -> None:
    phone.open(season)
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/reopen")))


def rows(phone: Phone, season: str) -> list[list[str]]:
    return [row[:3] + row[-1:] for row in leaders(phone, season)]


def test_closed_season_stays_as_shown_and_lists_what_changes(app: Flask, phone: Phone) -> None:
    games = between("Ann", "Ben", BIG), between("Ann", "Cal", BIG), between("Ben", "Cal", BIG)
    table, urls, season = over(app, phone, *games)
    before = rows(phone, season)
    assert before[0][:2] == ["1", "Ann"]
    close(phone, season)
    assert "is closed: its table stays as it is shown." in phone.page.text
    assert re.search(r"Closed on \d+ \w+ 20\d\d by A phone", phone.page.text)
    assert "Changed since it was closed" not in phone.page.text
    for game in urls[:2]:
        leave_out(phone, game)
    assert rows(phone, season) == before
    assert "Ann Champion" in phone.page.text
    assert "Changed since it was closed 2" in phone.page.text
    assert re.search(r"Left out: practice A phone · \d+ \w+ 20\d\d, ", phone.page.text)
    assert "Counted from the games as they are now, it would be Ben." in phone.page.text
    assert [row[1] for row in rows(phone, f"{season}?sort=points")] == ["Ann", "Ben", "Cal"]
    assert "Winter Champion: Ann" in phone.open(f"{table}/seasons").text
    reopen(phone, season)
    assert "is open again and counts its games as they are now." in phone.page.text
    assert re.search(r"Reopened on \d+ \w+ 20\d\d by A phone", phone.page.text)
    assert "Ben Champion" in phone.page.text
    assert "Left out of this season 2" in phone.page.text


def test_corrections_of_a_closed_season_are_listed_by_hand_and_game(app: Flask, phone: Phone) -> None:
    _table, urls, season = over(app, phone, between("Ann", "Ben", BIG))
    close(phone, season)
    phone.open(f"{urls[0]}/history")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/take-back")))
    text = phone.open(season).text
    assert "Changed since it was closed 1" in text
    assert "Undone – " in text
    assert f"{urls[0]}/history" in [link.url for link in phone.page.links]


def test_game_that_is_added_to_a_closed_season_is_listed(app: Flask, phone: Phone) -> None:
    table, _urls, season = over(app, phone, between("Ann", "Ben", BIG))
    before = rows(phone, season)
    close(phone, season)
    with app.app_context():
        sheet = read_sheet(between("Ben", "Ann", BIG))
        added = start_game(table.rpartition("/")[2], sheet, author=Author("Ann")).game.id
    begin_earlier(app, added, LONG_AGO)
    assert rows(phone, season) == before
    assert "Added later" in phone.page.text


def test_where_several_are_level_the_keeper_is_asked(app: Flask, phone: Phone) -> None:
    _table, _urls, season = over(app, phone, between("Ann", "Ben", BIG), between("Ben", "Ann", BIG))
    assert "Ann and Ben Champions" in phone.open(season).text
    phone.open(f"{season}/close")
    assert "Ann and Ben are level. Who is champion?" in phone.page.text
    form = next(form for form in phone.page.forms if form.action.endswith("/close"))
    assert [len(choice.split()) for choice in form.choices["champion"]] == [2, 1, 1]
    close(phone, season, 422, champion="9" * 5000)
    close(phone, season, 422, champion="999")
    assert "Choose a champion from those who are first." in phone.page.text
    close(phone, season, champion=form.choices["champion"][2])
    assert "Ben Champion Level with Ann; the keeper of the table decided." in phone.page.text
    assert "Counted from the games as they are now" not in phone.page.text, "nothing changed"


def test_season_is_not_closed_before_its_end(app: Flask, phone: Phone) -> None:
    table, _urls = table_with(app, phone, between("Ann", "Ben", BIG))
    season = start_season(phone, table, -1, 1)
    assert "Close this season" not in phone.page.text
    phone.open(f"{season}/close")
    phone.submit(next(form for form in phone.page.forms if form.action.endswith("/close")), None, 422)
    assert "This season can be closed after its last night." in phone.page.text


def test_closed_season_is_neither_changed_nor_removed(app: Flask, phone: Phone) -> None:
    _table, _urls, season = over(app, phone, between("Ann", "Ben", BIG))
    phone.open(f"{season}/settings")
    change, remove = phone.page.form_with("first_night"), phone.page.forms[-1]
    close(phone, season)
    assert "Change this season" not in phone.page.text
    phone.submit(change, None, 422, least_games="9")
    assert "This season is closed. A keeper can reopen it." in phone.page.text
    phone.submit(remove)
    assert "This season is closed. A keeper can reopen it." in phone.page.text
    assert phone.open(f"{season}/settings").url == season


def test_names_follow_in_a_closed_season(app: Flask, phone: Phone) -> None:
    table, _urls, season = over(app, phone, between("Ann", "Ben", BIG), between("Ann", "Cal", BIG))
    close(phone, season)
    table_id = table.rpartition("/")[2]
    with app.app_context():
        numbers = {row.player: row for (own,) in [exported_seasons(table_id)] for row in own.places or ()}
        assert list(numbers) == ["Ann", "Ben", "Cal"]
    ben, ann = (
        int(next(link.url for link in phone.open(season).links if link.label == name).rpartition("/")[2])
        for name in ("Ben", "Ann")
    )
    with app.app_context():
        set_unranked(table_id, ben, unranked=True)
        erase_player(table_id, ann, Author(None))
    names = [row[1] for row in rows(phone, season)]
    assert len(names) == 2
    assert "Ann" not in phone.page.text
    assert "Ben" not in names


def test_copy_of_a_table_has_its_closed_seasons(app: Flask, phone: Phone) -> None:
    table, urls, season = over(app, phone, between("Ann", "Ben", BIG), between("Ann", "Cal", BIG))
    close(phone, season)
    for game in urls:
        leave_out(phone, game)
    with app.app_context():
        table_id = table.rpartition("/")[2]
        before = exported_seasons(table_id)
        content = b"".join(zip_of_instance())
        erase_table(table_id)
        imported = import_file(io.BytesIO(content))
        assert imported.problems == []
        assert exported_seasons(imported.tables[0]) == before
        assert [place.player for place in before[0].places or ()] == ["Ann", "Ben", "Cal"]


@pytest.mark.parametrize(
    ("games", "champion", "why"),
    [
        ((("Ann", "Ben"), ("Cal", "Dee")), "Ann and Cal Champions", None),
        (
            (("Ann", "Ben"), ("Ben", "Cal"), ("Ann", "Ben"), ("Ben", "Cal")),
            "Ann Champion",
            "against each other decided",
        ),
    ],
)
def test_tie_at_the_top_is_broken_by_a_rule_that_is_said(
    app: Flask, phone: Phone, games: tuple[tuple[str, str], ...], champion: str, why: str | None
) -> None:
    _table, _urls, season = over(app, phone, *(between(one, other, BIG) for one, other in games))
    text = phone.open(season).text
    assert champion in text
    assert "their games against each other decide, then the points over the others" in text
    assert why is None or why in text


def test_who_left_a_game_out_is_said(app: Flask, phone: Phone) -> None:
    _table, (game,), season = over(app, phone, between("Ann", "Ben", BIG))
    assert "Whoever keeps score may do that" in phone.open(f"{game}/counted").text
    leave_out(phone, game)
    assert re.search(r"Not in statistics: practice A phone · \d+ \w+ 20\d\d", phone.open(f"{game}/counted").text)
    assert "Left out of this season 1" in phone.open(season).text


def test_points_over_the_others_that_decide_are_said(app: Flask, phone: Phone) -> None:
    _table, _urls, season = over(app, phone, between("Ann", "Ben", BIG), between("Cal", "Dee"))
    text = phone.open(season).text
    assert "Level with Ann; points over the others decided: +" in text


def test_season_of_one_night_names_it_once(app: Flask, phone: Phone) -> None:
    table, _urls = table_with(app, phone, between("Ann", "Ben", BIG))
    season = start_season(phone, table, 1, 1)
    assert phone.open(season).text.partition("All time")[0].count(" to ") == 1, "“Skip to content”"
