"""Reading and writing a record: the result is the same, in canonical spelling."""

import json

import pytest
from hypothesis import given

from scorekeeper.core.sheet import hand_json, read_sheet, scoreboard_json, sheet_json
from scorekeeper.core.sheet.writing import hand_line
from scorekeeper.formats.strict_json import parse_json
from tests.core.rules.games import sheets
from tests.core.sheet.sheets import Json, again, in_pairs, sound, sound_hand, with_hand
from tests.each_case import each_case
from tests.schemas import assert_scoreboard_valid, assert_sheet_valid
from tests.tables import game


def test_valid_sheet_is_written_with_all_options() -> None:
    written = again(sound())
    assert {**written, "options": {"target": written["options"]["target"]}} == sound()
    assert written["options"]["failed_nil"] == "ignored"
    assert written["options"]["lose_at"] is None


def test_partners_bid_and_take_seat_by_seat() -> None:
    hand = again(in_pairs())["hands"][0]
    assert hand == {"bids": [["3", "nil"], ["4", "5"]], "took": [[4, 0], 9]}


def test_seats_are_in_turn_order_and_partners_sit_opposite() -> None:
    sheet = read_sheet(in_pairs())
    assert [sheet.player_at(seat) for seat in sheet.rules.seating.bidders] == ["Ann", "Ben", "Cal", "Dee"]
    assert [bid.calls[0] for bid in sheet.hands[0].bids] == ["3", "4", "nil", "5"]


def test_optional_parts_of_a_hand() -> None:
    hand = sound_hand(
        reneges=[{"by": 1, "to": 0, "books": 2}, {"by": 1, "to": 0, "books": 1, "of": "spades"}],
        adjust=[{"side": 0, "points": -30, "reason": "talking"}],
        note="Ben looked late",
        overruled=True,
    )
    assert again(sound(hands=[hand]))["hands"] == [hand]


def test_unused_parts_are_left_out() -> None:
    hand = sound_hand(reneges=[], adjust=[], note="", overruled=False)
    assert again(sound(hands=[hand]))["hands"] == [sound_hand()]


def test_closed_game_with_tags() -> None:
    written = again(sound(closed={"reason": "late"}, tags={"season": "winter", "place": ""}))
    assert written["closed"] == {"reason": "late"}
    assert written["tags"] == {"season": "winter", "place": ""}


def test_a_short_sheet_is_filled_in() -> None:
    written = again({"rules": "two-player", "sides": [{"name": "Ann"}, {"name": "Ben"}]})
    assert written == {**sound(hands=[]), "options": written["options"]}


@each_case(
    ("spoken", "written"),
    [("0", "nil"), ("board", "4"), ("boston", "13"), (" 5 ", "5"), ("4 > 5", "4>5"), ("0>5", "nil>5"), ("4>5", "4>5")],
)
def test_a_bid_has_one_spelling(spoken: str, written: str) -> None:
    assert again(with_hand(bids=[spoken, "6"]))["hands"][0]["bids"] == [written, "6"]


@each_case("took", [6, [6], {"tricks": 6}, {"tricks": [6], "made": []}])
def test_one_seats_tricks_have_one_spelling(took: object) -> None:
    sheet = read_sheet(with_hand(took=[took, 7]))
    assert sheet == read_sheet(with_hand(took=[6, 7]))
    assert sheet_json(sheet)["hands"] == [sound_hand()]


@pytest.mark.parametrize("bids", [["5", "6"], [["5"], ["6"]]])
def test_single_bid_can_be_in_a_list(bids: list[object]) -> None:
    assert again(with_hand(bids=bids))["hands"][0]["bids"] == ["5", "6"]


@each_case("name", ["=HYPERLINK(1)", "<script>", "Zoë", "小明", "👩‍👩‍👧", "O'Neil", "a" * 40, "عمر"])
def test_a_name_is_text(name: str) -> None:
    sheet = read_sheet(sound(sides=[{"name": name}, {"name": "Ben"}]))
    assert sheet.names[0] == name
    assert scoreboard_json(sheet.scoreboard(), sheet.names)["sides"][0]["name"] == name


def test_space_around_a_name_is_removed() -> None:
    assert read_sheet(sound(sides=[{"name": " Ann  "}, {"name": "Ben"}])).names == ("Ann", "Ben")


def test_the_scoreboard_of_a_sheet() -> None:
    sheet = read_sheet(with_hand(bids=["5", "7"], note="slow", overruled=True))
    board: Json = scoreboard_json(sheet.scoreboard(), sheet.names)
    assert_scoreboard_valid(board)
    assert board.pop("options")["target"] == 300
    assert board == {
        "format": "scorekeeper-scoreboard/1",
        "rules": "two-player",
        "unit": "points",
        "sides": [
            {"name": "Ann", "total": 51, "overtricks": 1, "to_target": 249, "bags": 1},
            {"name": "Ben", "total": 70, "overtricks": 0, "to_target": 230, "bags": 0},
        ],
        "hands": [
            {
                "number": 1,
                "deal": "",
                "dealer": 0,
                "counted": True,
                "objections": [],
                "overruled": True,
                "note": "slow",
                "sides": [
                    {
                        "bid": "5",
                        "tricks": 6,
                        "points": 51,
                        "total": 51,
                        "overtricks": 1,
                        "lines": [
                            {"points": 50, "reason": "contract-made", "text": "Bid 5, took 6", "rule": "number"},
                            {"points": 1, "reason": "bags", "text": "1 bag (now 1)", "rule": "overtricks"},
                        ],
                    },
                    {
                        "bid": "7",
                        "tricks": 7,
                        "points": 70,
                        "total": 70,
                        "overtricks": 0,
                        "lines": [{"points": 70, "reason": "contract-made", "text": "Bid 7, took 7", "rule": "number"}],
                    },
                ],
            }
        ],
        "outcome": {"status": "playing"},
    }


def test_the_outcome_of_a_closed_game_has_the_tables_reason() -> None:
    sheet = read_sheet(sound(closed={"reason": "the last train"}))
    assert scoreboard_json(sheet.scoreboard(), sheet.names)["outcome"] == {
        "status": "over",
        "winners": [1],
        "ended_by": "closed",
        "decided_by": "highest",
        "text": "Ben won 61–51; the table stopped after 1 hand",
        "reason": "the last train",
    }


@given(sheets())
def test_sheet_survives_a_round_trip(sheet: Json) -> None:
    assert_sheet_valid(sheet)
    first = read_sheet(sheet)
    written = sheet_json(first)
    assert_sheet_valid(written)
    assert read_sheet(written) == first
    assert sheet_json(read_sheet(written)) == written
    board = scoreboard_json(first.scoreboard(), first.names)
    assert_scoreboard_valid(board)
    assert scoreboard_json(read_sheet(written).scoreboard(), first.names) == board


@given(sheets(most=4))
def test_sheet_survives_its_json_text(sheet: Json) -> None:
    written = sheet_json(read_sheet(sheet))
    assert parse_json(json.dumps(written)) == written
    assert parse_json(json.dumps(written, ensure_ascii=False, indent=2).encode()) == written


@given(sheets())
def test_hand_line_is_json_without_spaces(sheet: Json) -> None:
    read = read_sheet(sheet)
    for hand in read.hands:
        written = hand_json(hand, read.rules.seating)
        assert hand_line(hand, read.rules.seating) == json.dumps(written, separators=(",", ":"))


def test_hand_line_has_every_letter_in_ascii() -> None:
    adjust = [{"side": 0, "points": -30, "reason": "“talking” ♠ \\ 🃏"}]
    read = read_sheet(sound(hands=[sound_hand(adjust=adjust, note='Zoë’s "note"', overruled=True)]))
    line = hand_line(read.hands[0], read.rules.seating)
    assert line.isascii()
    assert json.loads(line) == hand_json(read.hands[0], read.rules.seating)


def test_an_outcome_is_written_in_the_unit_of_the_rules() -> None:
    played = game("call-break", "Ann 4 took 4, Ben 3 took 4, Cal 2 took 2, Dee 3 took 3", closed="late")
    outcome = scoreboard_json(played.board, played.sheet.names)["outcome"]
    assert isinstance(outcome, dict)
    assert outcome["text"] == "Ann won 4–3.1–3–2; the table stopped after 1 hand"
