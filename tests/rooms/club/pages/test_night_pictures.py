"""What stands where in the picture of a night: each text with its place and size, each tile and bar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime

import pytest
from flask import Flask

from scorekeeper.rooms.club.pages.nights.card import night_card
from scorekeeper.rooms.club.services.nights import Night, NightBags, NightGame, NightHand, NightTotals
from scorekeeper.storage.search import ListedGame
from scorekeeper.web.pictures.text import Line

DAY = date(2026, 11, 19)


@pytest.fixture(autouse=True)
def request_in_english(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def game(hour: int, first: int, second: int) -> NightGame:
    """A game in points between two pairs, of 9 hands."""
    began = datetime(2026, 11, 19, hour, tzinfo=UTC)
    row = ListedGame("", 1, began, "over", None, {}, [], None, None, began)
    return NightGame(row, ("Ann & Cal", "Ben & Dee"), [first, second], "points", int(second > first), 9, [0, 1])


def words(value: object) -> str:
    """A text with its size, and whether it is bold: its width depends on the font."""
    if isinstance(value, Line):
        return f"“{value.text}” {value.size:.0f}{' bold' if value.weight == 700 else ''}"
    if isinstance(value, tuple):
        return " at ".join(map(words, value))
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)


def described(name: str, part: object, depth: int = 0) -> Iterator[str]:
    """A part of the picture in a line, and its own parts beneath."""
    if isinstance(part, list):
        for one in part:
            yield from described(name, one, depth)
    elif isinstance(part, Mapping):
        flat = [f"{key} {words(own)}" for key, own in part.items() if key != "words_x" and not isinstance(own, list)]
        yield f"{'  ' * depth}{name}: {', '.join(flat)}"
        for key, own in part.items():
            if isinstance(own, list):
                yield from described(key, own, depth + 1)
    else:
        yield f"{'  ' * depth}{name}: {words(part)}"


def picture(night: Night, *parts: str) -> str:
    """These parts of the picture, or all."""
    card = night_card("Friday", night, UTC, "who won")
    return "\n".join(line for name in parts or card for line in described(name, card[name]))


TWO_PAIRS = """\
width: 1080
height: 1350
alt: who won
top: table “Friday” 34, date “19 November 2026” 34
foot: name “Scorekeeper” 29 bold, y 1298
fields: index 0, x 0, left 64, name “Ann & Cal” 62 bold, count “1” 286 bold
  words: “game” 37 at 382
  words: “won” 37 at 424
fields: index 1, x 540, left 588, name “Ben & Dee” 62 bold, count “1” 286 bold
  words: “game” 37 at 382
  words: “won” 37 at 424
lines: number “1” 29, y 538, rule False, top 506
  sides: text “512” 43 bold, won True, bar 292, index 0, x 520
  sides: text “308” 43, won False, bar 175.7, index 1, x 560
lines: number “2” 29, y 602, rule True, top 570
  sides: text “−40” 43, won False, bar 0, index 0, x 520
  sides: text “500” 43 bold, won True, bar 285.2, index 1, x 560
headline: None
facts: x 64, y 855, width 466, index 1, label “Biggest hand” 31, value “+143” 46 bold, note “game 2, hand 3” 30
facts: x 550, y 855, width 466, index 0, label “Most bags” 31, value “Ann & Cal, 7” 46 bold, note “cost them nothing” 30
facts: x 64, y 1045, width 466, index 0, label “Closest game” 31, value “by 204” 46 bold, note “512–308, in 9 hands” 30
note: “2 games · 18 hands” 29"""


def test_two_pairs_have_a_line_for_each_game() -> None:
    bags = [NightBags("Ann & Cal", 0, 7)]
    night = Night(DAY, [game(18, 512, 308), game(19, -40, 500)], bags=bags, fixed=True)
    night.largest = NightHand(1, 3, 1, "Ben & Dee", 143)
    assert picture(night) == TWO_PAIRS


HOURS = """\
lines: number “08:00” 26, y 538, rule False, top 506
  sides: text “4” 43 bold, won True, index 0, bar 175.2, x 520
  sides: text “2” 43 bold, won True, index 1, bar 87.6, x 560
lines: number “09:00” 26, y 602, rule True, top 570
  sides: text “1” 43 bold, won True, index 0, bar 43.8, x 520
  sides: text “0” 43 bold, won True, index 1, bar 0, x 560
lines: number “23:00” 26, y 666, rule True, top 634
  sides: text “2” 43 bold, won True, index 0, bar 87.6, x 520
  sides: text “1” 43 bold, won True, index 1, bar 43.8, x 560
note: “10 games · 90 hands” 29"""


def test_many_games_of_two_pairs_have_a_line_for_each_hour() -> None:
    """The bars of all hours have one scale."""
    others = {8: (7, 7, 7, 7, 10, 10), 9: (7,), 23: (7, 7, 10)}
    games = [game(hour, 9, other) for hour, totals in others.items() for other in totals]
    assert picture(Night(DAY, games, fixed=True), "lines", "note") == HOURS


CHANGING_PARTNERS = """\
headline: height 560, label “Best partnership” 44, label_y 260, under “Won 2 of 2 together, 75 ahead on average” 44
  names: “Ann & Ben” 118 bold at 406
players: y 621.5, rule False, top 590, high 38, number “1” 29, name “Ann” 40 bold, won “2” 38 bold, points “+120” 38
  tiles: x 562, won True, width 23.8
  tiles: x 595, won True, width 23.8
  tiles: x 661, won False, width 23.8
players: y 684.5, rule True, top 653, high 38, number “2” 29, name “Ben” 40 bold, won “2” 38 bold, points “−20” 38
  tiles: x 562, won False, width 23.8
  tiles: x 628, won True, width 23.8
  tiles: x 661, won True, width 23.8
facts: x 64, y 1035, width 466, index None, label “Nils” 31, value “1 of 2 made” 46 bold, note “Ann made 1 of 2” 30
facts: x 550, y 1035, width 466, index None, label “Most bags” 31, value “Ann & Cal, 7” 46 bold, note “cost them 100” 30
note: “4 games · 3 games each” 29"""


def test_changing_partners_have_a_row_for_each_player() -> None:
    players = [
        NightTotals("Ann", [True, True, None, False], 1, 120, 2, 1),
        NightTotals("Ben", [False, None, True, True], 2, -20),
    ]
    pairs = [NightTotals("Ann & Ben", [True, True, None, None], 0, 150)]
    bags = [NightBags("Ann & Cal", 0, 7, 100)]
    night = Night(DAY, [game(18, 9, 7)] * 4, players, pairs, bags)
    assert picture(night, "headline", "players", "facts", "note") == CHANGING_PARTNERS


NOBODY_S_PARTNER = """\
headline: height 560, label “Most wins” 44, label_y 260, under “Won 1 of 1” 44
  names: “A” 118 bold at 406
note: “2 games · 10 players · 1 game each” 29
players: y 621.5, rule False, top 590, high 38, number “1” 29, name “A” 40 bold, won “1” 38 bold, points “−1” 38
players: y 1188.5, rule True, top 1157, high 38, number “10” 29, name “J” 40 bold, won “0” 38 bold, points “−10” 38
  tiles: x 562, won False, width 23.8"""


def test_most_wins_lead_where_nobody_has_a_partner_and_many_rows_are_lower() -> None:
    players = [NightTotals("ABCDEFGHIJ"[place - 1], [place < 9, None], place, -place) for place in range(1, 11)]
    found = picture(Night(DAY, [game(18, 9, 7)] * 2, players), "headline", "note", "players", "facts").splitlines()
    assert "\n".join([*found[:4], *found[-2:]]) == NOBODY_S_PARTNER
    assert sum(line.startswith("players") for line in found) == 10


TWO_LINES = """\
headline: height 560, label “Best partnership” 44, label_y 196, under “Won 1 of 2 together” 44
  names: “Bartholomew Junior” 72 bold at 310
  names: “& Maximiliana” 72 bold at 406"""


@pytest.mark.parametrize(
    ("margin", "under"),
    [(1, "Won 1 of 2 together"), (2, "Won 1 of 2 together, 1 ahead on average"), (-2, "Won 1 of 2 together")],
)
def test_best_partners_are_ahead_by_a_point_a_game_at_least(margin: int, under: str) -> None:
    night = Night(DAY, [game(18, 9, 7)] * 2, [], [NightTotals("Ann & Ben", [True, False], 0, margin)])
    assert f"under “{under}”" in picture(night, "headline")


def test_a_value_beside_the_mark_of_a_side_has_less_room() -> None:
    bags = [NightBags("Bartholomew & Ann", 0, 7)]
    of_a_side, of_players = (Night(DAY, [game(18, 9, 7)], bags=bags, fixed=fixed) for fixed in (True, False))
    assert "index 0, label “Most bags” 31, value “Bartholomew & Ann, 7” 36 bold" in picture(of_a_side, "facts")
    assert "index None, label “Most bags” 31, value “Bartholomew & Ann, 7” 40 bold" in picture(of_players, "facts")


def test_long_names_of_the_best_partners_have_two_lines() -> None:
    pairs = [NightTotals("Bartholomew Junior & Maximiliana", [True, False], 0, -50)]
    assert picture(Night(DAY, [game(18, 9, 7)] * 2, [], pairs), "headline") == TWO_LINES


def test_long_notes_are_small_but_can_be_read() -> None:
    who = NightTotals("Maximiliana-Konstantina and Bartholomew of the Hill", [True], 1, nils=2, nils_made=1)
    assert picture(Night(DAY, [game(18, 9, 7)], [who]), "facts").endswith("…” 22")
