"""Each figure of a player and of two partners: its label, what it shows, its note, and the hands it leads to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.core.game.player_stats import WHOLE_WIN
from scorekeeper.core.pages import View
from scorekeeper.rooms.club.pages.players.figures import figures, last_ten, own_figures, own_sentence, wins_text
from scorekeeper.rooms.club.storage.models import PlayerTotals
from tests.each_case import each_case

NILS = {"nils": 7, "nils_made": 3, "blind_nils": 2, "blind_nils_made": 1}
ORDER = {"nils_first": 4, "nils_first_made": 1, "nils_last": 5, "nils_last_made": 2}
ALONE = {"solo_hands": 8, "solo_bids": 6, "solo_made": 5, "solo_overtricks": 4}
TRICKS = {"solo_bid_tricks": 15, "solo_took_tricks": 18}


@pytest.fixture(autouse=True)
def request_in_english(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def totals(**sums: int) -> PlayerTotals:
    """A player's sums; 0 where nothing is said."""
    every = {column.name: 0 for column in PlayerTotals.__table__.columns if column.computed is None}
    return PlayerTotals(**every | sums)


def shown(found: list[View]) -> list[tuple[object, ...]]:
    return [tuple(one[part] for part in ("label", "value", "note", "url")) for one in found]


def test_games_lead_to_their_list() -> None:
    tally = totals(games=9, won=6, share=6 * WHOLE_WIN, hands=1030)
    games = ("Games", "9", "1,030 hands", "/all")
    assert shown(figures(tally, "/all")) == [games, ("Won", "67%", "6 games", "/all")]
    tally.shared, tally.share = 2, 5 * WHOLE_WIN
    assert shown(figures(tally))[1] == ("Won", "56%", "6 games, 2 of them shared", None)


@each_case(
    ("parts", "text"),
    [((), "0"), ((1,), "1"), ((2,), "½"), ((1, 2), "1½"), ((3,) * 3, "1"), ((3, 2), "⅚"), ((1, 3, 4), "1.6")],
)
def test_wins_are_written_with_their_parts(parts: tuple[int, ...], text: str) -> None:
    assert wins_text(sum(WHOLE_WIN // part for part in parts)) == text


def test_own_bids_nils_and_bags_lead_to_their_hands() -> None:
    average = ("Average bid", "3.5", "without nils", "own_bids")
    tally = totals(own_bids=10, own_bid_tricks=35)
    assert shown(own_figures(tally, str)) == [average]
    assert shown(figures(tally, None, str))[-1] == ("Nils made", "–", "never bid", None)
    tally = totals(own_bids=10, own_bid_tricks=35, **NILS, **ORDER, blind_calls=3, blind_made=2, **ALONE)
    assert shown(own_figures(tally, str)) == [
        average,
        ("Blind nils made", "1 of 2", "50%", "blind_nils"),
        ("Nils made, bid first", "1 of 4", "25%", "nils_first"),
        ("Nils made, bid last", "2 of 5", "40%", "nils_last"),
        ("Blind calls made", "2 of 3", "67%", "blind_calls"),
    ]
    assert shown(figures(tally, None, str))[-1] == ("Nils made", "3 of 7", "43%", "nils")
    tally.blind_calls = 2
    assert "Blind calls made" not in [one["label"] for one in own_figures(tally, str)], "they were all nils"


def test_sentence_says_what_was_bid_and_took_where_it_can() -> None:
    own = {"own_bids": 10, "own_bid_tricks": 35}
    assert own_sentence("Ann", totals()) == ""
    assert own_sentence("Ann", totals(**own)) == "Ann bid 3.5 on average."
    assert own_sentence("Ann", totals(**own, **ALONE, **TRICKS)) == "Alone, Ann bid 2.5 and took 3.0 on average."


def test_set_rate_is_of_contracts_with_partners() -> None:
    tally = totals(games=9, bids=10, made=7, solo_bids=2, solo_made=1)
    assert shown(figures(tally, None, str))[2] == ("Set", "25%", "of 8 contracts with partners", "short")
    alone = totals(games=9, bids=2, made=1, solo_bids=2, solo_made=1)
    assert "Set" not in [one["label"] for one in figures(alone, None, str)]


def test_latest_games_count_their_wins_and_the_streak() -> None:
    assert last_ten([], 0) is None
    few = last_ten([True, False, True], 1)
    assert few == {
        "heading": "Latest games",
        "note": "2 won · newest on the right",
        "label": "2 wins in the last 3",
        "games": [True, False, True],
    }
    ten = last_ten([False] * 8 + [True] * 2, 2)
    assert ten is not None
    assert (ten["heading"], ten["note"]) == ("Last ten", "2 won · newest on the right · 2 wins in a row")
