"""By dates: a last day for each match, any table, no clock; what is not played by then is the keeper’s to decide."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.log.state import A_DAY
from scorekeeper.rooms.tournaments.pages.directing import desk
from scorekeeper.rooms.tournaments.pages.showing import wall
from scorekeeper.rooms.tournaments.pages.showing.public import is_public
from scorekeeper.rooms.tournaments.services.cache import milliseconds
from tests.rooms.tournaments.directing import Directed
from tests.rooms.tournaments.fields import enter, latest, pair, record, stage, tournament
from tests.rooms.tournaments.hall import EIGHT, Hall
from tests.web.browsing import Page

WEEK = {"days": 7}


@pytest.mark.parametrize("form", ["swiss", "round-robin"])
def test_match_by_dates_has_a_last_day_no_table_and_no_clock(form: str) -> None:
    state = pair(enter(tournament([stage(form, rounds=2, minutes=40, settings=WEEK)]), 5))
    matches = [match for match in latest(state) if not match.pairing.is_bye]
    assert [match.pairing.table for match in matches] == [None, None]
    published = state.rounds[-1].published_at
    assert [state.last_day(match) for match in matches] == [published + 7 * A_DAY] * 2
    assert state.limits(matches[0]).minutes is None
    bye = next(match for match in state.matches.values() if match.pairing.is_bye)
    assert state.last_day(bye) is None


def test_last_day_moves_for_one_match() -> None:
    state = pair(enter(tournament([stage("swiss", rounds=2, settings=WEEK)]), 4))
    first, second = latest(state)
    moved = record(state, ev.CLOCK, stage=1, round=1, act="add", match=first.id, minutes=3 * 24 * 60)
    before, after = state.last_day(first), moved.last_day(moved.matches[first.id])
    assert before is not None
    assert after == before + 3 * A_DAY
    assert moved.last_day(moved.matches[second.id]) == before


def test_match_in_one_room_has_no_last_day() -> None:
    state = pair(enter(tournament([stage("swiss", rounds=2)]), 4))
    assert [state.last_day(match) for match in latest(state)] == [None, None]
    assert [match.pairing.table for match in latest(state)] == [1, 2]


@pytest.fixture
def by_dates(hall: Hall) -> Hall:
    """Four teams, a week for each round, round 1 is published."""
    hall.set_up(EIGHT[:4], format="swiss", playoff="0", rounds="3")
    hall.director.open(hall.at("settings"))
    form = hall.director.page.form_with("stage-1-set_days")
    hall.director.submit(form, None, **{"stage-1-set_days": "7"})
    hall.pair()
    return hall


def at_the_desk(hall: Hall, monkeypatch: pytest.MonkeyPatch, days: float) -> Page:
    """The desk, these days after the round was published."""
    published = hall.state.rounds[-1].published_at
    monkeypatch.setattr(desk, "milliseconds", lambda _moment: round(published + days * A_DAY))
    return hall.director.open(hall.at("desk"))


def test_player_reads_until_when_to_play_and_keeps_the_score_at_any_table(by_dates: Hall) -> None:
    ann = by_dates.phone_of("Ann")
    page = ann.open(by_dates.at("my-match"))
    assert "Until " in page.text
    assert "At any table" in page.text
    assert "Time left" not in page.text
    assert ann.tap("Keep score on this phone").url.startswith("/games/")


def test_match_that_is_late_is_on_top_of_the_desk_until_the_keeper_decides(
    by_dates: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Not played by its last day" not in at_the_desk(by_dates, monkeypatch, 6.9).text
    page = at_the_desk(by_dates, monkeypatch, 7.1)
    assert page.text.count("Not played by its last day") == 2
    first, second = by_dates.open_matches
    by_dates.director.open(by_dates.at(f"desk/matches/{first.id}"))
    by_dates.director.tap("7 days more")
    by_dates.paper(second, 300, 200)
    assert "Not played by its last day" not in at_the_desk(by_dates, monkeypatch, 7.1).text
    assert "Not played by its last day" in at_the_desk(by_dates, monkeypatch, 14.1).text


def test_desk_and_match_say_until_when_and_nobody_calls_a_last_hand(by_dates: Hall) -> None:
    page = by_dates.director.open(by_dates.at("desk"))
    assert "Until " in page.text
    assert "Round 1 of 3 · 2 matches" in page.text
    assert "Call last hand" not in page.text
    assert "Until " in by_dates.director.open(by_dates.at(f"desk/matches/{by_dates.open_matches[0].id}")).text
    for match in by_dates.open_matches:
        by_dates.paper(match, 300, 200)
    assert "Until " not in by_dates.director.open(by_dates.at("desk")).text


def test_desk_does_not_ask_after_quiet_tables(by_dates: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = by_dates.phone_of("Ann")
    ann.tap("Keep score on this phone")
    text = at_the_desk(by_dates, monkeypatch, 1).text
    assert "Not heard" not in text
    assert "No hand for" not in text


def test_program_reads_the_last_day(app: Flask) -> None:
    held = Directed(app, {"format": "round-robin", "rules": "partnership", "rounds": 3, "settings": WEEK})
    held.enter(("Ann", "Abe"), ("Bea", "Ben"), ("Cal", "Cleo"))
    (match,) = (match for match in held.pair() if None not in match["teams"])
    until = datetime.fromisoformat(match["last_day"])
    assert 6.9 * A_DAY < milliseconds(until) - milliseconds(datetime.now(UTC)) < 7.1 * A_DAY
    assert match["table"] is None


def test_home_leads_to_the_match_and_says_until_when(by_dates: Hall) -> None:
    ann = by_dates.phone_of("Ann")
    page = ann.open("/")
    assert "Until " in page.text
    assert "None" not in page.text
    assert ann.tap("My match").url == by_dates.at("my-match")


def test_nobody_sits_out_on_the_wall(by_dates: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    published = by_dates.state.rounds[-1].published_at
    monkeypatch.setattr(wall, "milliseconds", lambda _moment: published + 6 * 60_000)
    text = by_dates.director.open(by_dates.at("wall")).text
    assert "Ann" in text
    assert "sits out" not in text


def test_public_page_stays_open_until_the_last_day(by_dates: Hall) -> None:
    state = by_dates.state
    state = replace(state, settings=replace(state.settings, public=True, public_hours=48))
    published = state.rounds[-1].published_at
    assert is_public(state, published + 8 * A_DAY)
    assert not is_public(state, published + 10 * A_DAY)
