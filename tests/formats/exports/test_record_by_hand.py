"""Text records that people typed or changed: what may be left out, and where each mistake is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import PathStep
from scorekeeper.formats.games import ClaimedHand, ClaimedScores, ClaimedSide
from scorekeeper.formats.text_record import read
from scorekeeper.formats.text_record.notation import listed_options, read_points
from scorekeeper.formats.text_record.read import read_record
from tests.each_case import each_case

TAGS = ['[Record "scorekeeper/1"]', '[Rules "two-player"]', '[Side "Ann"]', '[Side "Ben"]']
HANDS = ["1. 5 : 4 | 6 : 7", "2. 5 : nil | 7 : 6"]


def test_a_record_needs_its_players_and_hands_only() -> None:
    game = read_record(TAGS)
    assert (game.sheet.names, game.sheet.dealer, game.sheet.hands, game.sheet.closed) == (("Ann", "Ben"), 0, (), None)
    assert (game.started, game.revision, game.signature, game.head) == (None, None, None, None)
    assert game.where == PathStep("record")
    assert game.claimed == ClaimedScores((), rules_code=None, options={})
    game = read_record([*TAGS, *HANDS], where=PathStep("games/1.txt"))
    assert [score.total for score in game.sheet.scoreboard().scores] == [103, -57]
    assert game.where == PathStep("games/1.txt")


def test_tags_are_read() -> None:
    more = [
        *('[Dealer "2"]', '[Started "2026-01-02 20:30"]', '[Revision "7"]', '[Closed "late"]', '[Forfeit "1"]'),
        *('[Options "nil=50, target=300, first_hand=bid"]', '[RulesCard "8ZS-9P"]', '[Place "Café"]', '["my" "own"]'),
        *('[Result "51 : 43"]', '[Won "Ann"]', '[Termination "closed: Ann won"]', '[DealtBy "2" "2"]'),
        *('[Substitute "2" "1" "Eve"]', "", "1. 5 : 4 | 6 : 7 | 51 : 43 | 51 : 43"),
    ]
    game = read_record([f"\ufeff{line} " for line in (*TAGS, *more)])
    sheet = game.sheet
    assert (sheet.dealer, sheet.closed, sheet.forfeit, sheet.tags) == (1, "late", 0, {"Place": "Café", "my": "own"})
    assert (sheet.rules.options["nil"], sheet.rules.options["target"]) == (50, 300)
    assert [(one.hand, one.seat, one.player) for one in sheet.substitutes] == [(2, 0, "Eve")]
    assert [(one.hand, one.seat) for one in sheet.dealers] == [(2, 1)]
    assert (game.started, game.revision) == (datetime(2026, 1, 2, 20, 30, tzinfo=UTC), 7)
    assert game.claimed == ClaimedScores(
        (ClaimedHand(1, counted=True, sides=(ClaimedSide(51, 51), ClaimedSide(43, 43))),),
        totals=(51, 43),
        winners=("Ann",),
        termination="closed",
        rules_code="8ZS-9P",
        options={"nil": 50, "target": 300, "first_hand": "bid"},
    )


def test_a_result_without_an_ending_is_that_of_a_game_in_progress() -> None:
    claimed = read_record([*TAGS, '[Result "0 : 0"]']).claimed
    assert (claimed.totals, claimed.winners, claimed.termination) == ((0, 0), (), "playing")


def test_lines_are_counted_from_the_first_of_the_record() -> None:
    for start, line in ((1, 6), (10, 15)):
        with pytest.raises(InvalidInput) as refused:
            read_record([*TAGS, HANDS[0], HANDS[0]], start)
        assert refused.value.fault.path.words == f"line {line}"


def test_a_line_may_have_its_longest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = max(len(line) for line in TAGS)
    monkeypatch.setattr(read, "MAX_LINE_LENGTH", longest)
    assert read_record(TAGS).sheet.names == ("Ann", "Ben")
    with pytest.raises(InvalidInput) as refused:
        read_record([TAGS[0] + " ", *TAGS[1:]])
    assert (refused.value.fault.path.words, refused.value.fault.code) == ("line 1", "line-too-long")


@each_case(
    ("lines", "where", "code"),
    [
        (TAGS[1:], "", "not-a-record"),
        (['[Record "scorekeeper/9"]', *TAGS[1:]], "record", "unknown-format"),
        (TAGS[:2], "tags", "tags-missing"),
        ([TAGS[0], *TAGS[2:]], "tags", "tags-missing"),
        ([*TAGS, "", '[Place "here"]'], "line 6", "tag-too-late"),
        ([*TAGS, HANDS[0], '[Place "here"]'], "line 6", "tag-too-late"),
        ([*TAGS, '[Seal "1"]', HANDS[0]], "line 6", "after-seal"),
        ([*TAGS, '[Dealer "1"]', '[Dealer "1"]'], "line 6", "tag-twice"),
        ([*TAGS, '[Place "here"]', '[Place "here"]'], "line 6", "tag-twice"),
        ([*TAGS, '[Place "here" "there"]'], "line 5", "notation"),
        ([*TAGS, "[Place 7]"], "line 5", "notation"),
        ([*TAGS, '[Dealer "1" "2"]'], "tags", "notation"),
        ([*TAGS, '[Dealer "first"]'], 'tags, "Dealer"', "wrong-kind"),
        ([*TAGS, '[Started "today"]'], 'tags, "Started"', "wrong-kind"),
        ([*TAGS, '[Substitute "2" "1"]'], "tags", "notation"),
        ([*TAGS, '[Substitute "2" "1" 7]'], "tags", "notation"),
        ([*TAGS, '[Place "here"'], "line 5", "tag-not-ended"),
        ([*TAGS, "[Place here]"], "line 5", "notation"),
        ([*TAGS, HANDS[1]], "line 5", "hand-out-of-turn"),
        ([*TAGS, "nothing"], "line 5", "hand-out-of-turn"),
        ([*TAGS, "1. 5 : 4"], "line 5", "hand-parts"),
        ([*TAGS, "1. 5 : 4 | 6 : 7 | 51 : 43"], "line 5", "hand-parts"),
        ([*TAGS, "1. 5 : 4 | 6 : 7 | 1 : 2 | 1 : 2 | 1 : 2"], "line 5", "hand-parts"),
        ([*TAGS, "1. 5 : 4 | 6 : 7 | 51 : 43 | 51"], "line 5", "scores-miscounted"),
        ([*TAGS, "1. 5 : 4 | 6 : 7 | 51 : x | 51 : 43"], "line 5", "notation"),
        ([*TAGS, "1. 5 : 4 | six : 7"], "line 5", "notation"),
        ([*TAGS, "1. 5 : 4 | 6 : 7 ; what"], "line 5", "notation"),
        ([*TAGS, '[Result "51 : x"]'], "Result", "notation"),
    ],
)
def test_each_mistake_has_its_place(lines: list[str], where: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_record(lines)
    assert (refused.value.fault.path.words, refused.value.fault.code) == (where, code)


def test_rulings_of_a_hand_are_read() -> None:
    written = (
        '1. 5 : 4 | 6 : 7 ; books 2>1 1 of "hearts"; agreed 1 -30 "late"; agreed 2 +5 "ok"; overruled; note "a; b"'
    )
    (hand,) = read_record([*TAGS, written]).sheet.hands
    assert [(each.by, each.to, each.books, each.of) for each in hand.reneges] == [(1, 0, 1, "hearts")]
    assert [(each.side, each.points, each.reason) for each in hand.adjustments] == [(0, -30, "late"), (1, 5, "ok")]
    assert (hand.overruled, hand.note) == (True, "a; b")


@each_case(
    ("text", "unit", "points"),
    [
        ("-20", "points", -20),
        ("+7", "points", 7),
        ("4.3", "points", None),
        ("4.3", "tenths", 43),
        ("-4.3", "tenths", -43),
        ("+0.5", "tenths", 5),
        ("4", "tenths", 40),
        ("4.33", "tenths", None),
        ("x", "tenths", None),
    ],
)
def test_scores_are_read_in_the_unit_of_the_game(text: str, unit: str, points: int | None) -> None:
    assert read_points(text, unit) == points


def test_options_are_listed_as_they_are_written() -> None:
    assert listed_options("nil=50, tie=play-on, bags_carry=true, lose_at=none, low=-200,, odd") == {
        "nil": 50,
        "tie": "play-on",
        "bags_carry": True,
        "lose_at": None,
        "low": -200,
        "odd": "",
    }
    assert listed_options("") == {}
